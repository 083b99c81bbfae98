//! Titles of modes, as they are shown.

use unicode_normalization::char::is_combining_mark;

/// Characters of a title that are shown.
const MOST: usize = 100;

/// The title of a mode, which may be any text, as one short line: with a sign in place of
/// each character that ends a line, can't be seen or changes the direction of others.
pub fn shown(title: &str) -> String {
    let sign = |letter: char| {
        // Rust writes those with more than two characters that are not to be seen, and marks.
        let hidden = letter.escape_debug().len() > 2 && !is_combining_mark(letter);
        if hidden || letter.is_control() {
            '\u{fffd}'
        } else {
            letter
        }
    };
    let mut line: String = title.chars().take(MOST).map(sign).collect();
    if title.chars().nth(MOST).is_some() {
        line.push('\u{2026}');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_shown() {
        assert_eq!(shown("1/512 \"Größe\" हिन्दी \\ ☃"), "1/512 \"Größe\" हिन्दी \\ ☃");
        assert_eq!(
            shown("a\nb\u{1b}[2J\u{202e}c\0\u{2028}"),
            "a\u{fffd}b\u{fffd}[2J\u{fffd}c\u{fffd}\u{fffd}"
        );
        assert_eq!(shown(&"x".repeat(1_000)).chars().count(), 101);
    }
}
