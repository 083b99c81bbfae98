//! Texts of strangers within a line for people.

/// Returns true for a character that controls the terminal, ends a line, can't be seen or turns the
/// direction of others.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// Replaces hidden characters of a text, so that it stays a part of one line.
pub fn line(text: &str) -> String {
    text.replace(is_hidden, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_makes_no_other_lines() {
        assert_eq!(line("a\nb\tc\u{1b}[2J\u{202e}"), "a\u{fffd}b\u{fffd}c\u{fffd}[2J\u{fffd}");
        assert_eq!(line("1/512 Größe हिन्दी 李"), "1/512 Größe हिन्दी 李");
    }
}
