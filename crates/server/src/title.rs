//! Titles of modes, as they are shown. Those of built-in modes are reserved for these.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use polymerge::{Mode, catalogue};
use unicode_normalization::char::is_combining_mark;

use crate::skeleton::Skeleton;
use crate::source::Source;
use crate::store::Board;
use crate::token::sha256;

/// Characters of a title that are shown.
const MOST: usize = 100;

/// The title of a mode, which may be any text, as one short line.
pub fn shown(title: &str) -> String {
    let short: String = title.chars().take(MOST).collect();
    let mut line = shown_whole(&short);
    if title.chars().nth(MOST).is_some() {
        line.push('\u{2026}');
    }
    line
}

/// A text of a stranger as one line: with a sign in place of each character that ends a line, can't be
/// seen or changes the direction of others.
pub fn shown_whole(text: &str) -> String {
    let sign = |letter: char| {
        // Rust writes those with more than two characters that are not to be seen, and marks.
        let hidden = letter.escape_debug().len() > 2 && !is_combining_mark(letter);
        if hidden || letter.is_control() { '\u{fffd}' } else { letter }
    };
    text.chars().map(sign).collect()
}

/// The words behind the title of a mode that has the title of a built-in one and is not that mode.
const NOT_BUILT_IN: &str = " (not built in)";

/// Returns the title of the mode of a board, as it is shown: a mode that some player has made does not
/// pass for a built-in one, even if its title only looks or reads like that.
pub fn of_board(board: &Board) -> String {
    let title = shown(&board.title);
    let source: Source = serde_json::from_str(&board.source).unwrap_or_default();
    if catalogue::find(&source.mode).is_some() {
        return title;
    }
    match reserved(&title) {
        Some(names) if !names.iter().any(|name| hash_of(name).as_ref() == Some(&board.mode)) => {
            title + NOT_BUILT_IN
        }
        _ => title,
    }
}

/// The built-in modes with a title that looks or reads like this one.
fn reserved(title: &str) -> Option<Vec<String>> {
    /// The names of built-in modes, by both forms of the skeletons of their titles.
    static TITLES: OnceLock<BTreeMap<(bool, String), Vec<String>>> = OnceLock::new();
    let titles = TITLES.get_or_init(|| {
        let mut titles = BTreeMap::<_, Vec<String>>::new();
        for summary in catalogue::summaries() {
            let Skeleton { looks, reads } = Skeleton::of(&shown(&summary.info.title));
            for key in [(true, looks), (false, reads)] {
                titles.entry(key).or_default().push(summary.name.clone());
            }
        }
        titles
    });
    let Skeleton { looks, reads } = Skeleton::of(title);
    let names: Vec<String> =
        [(true, looks), (false, reads)].iter().filter_map(|key| titles.get(key)).flatten().cloned().collect();
    (!names.is_empty()).then_some(names)
}

/// The hash of a built-in mode, as [`Named::hash`](crate::modes::Named::hash) is; those that were
/// asked for are remembered.
fn hash_of(name: &str) -> Option<String> {
    static HASHES: Mutex<BTreeMap<String, Option<String>>> = Mutex::new(BTreeMap::new());
    let mut hashes = HASHES.lock().unwrap_or_else(PoisonError::into_inner);
    let hash = hashes.entry(name.to_owned()).or_insert_with(|| {
        let code = Mode::built_in(name).ok()?.to_code().ok()?;
        Some(sha256(format!("code {code}").as_bytes()))
    });
    hash.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(title: &str, mode: &str, hash: &str) -> Board {
        let source = Source { mode: mode.to_owned(), ..Source::default() };
        let source = serde_json::to_string(&source).unwrap();
        Board { title: title.to_owned(), source, mode: hash.to_owned(), ..Board::default() }
    }

    #[test]
    fn titles_of_built_in_modes_are_theirs_alone() {
        let own = Mode::built_in("2048").unwrap();
        for (title, shown) in [
            ("2048", "2048 (not built in)"),
            ("2 0 4 8", "2 0 4 8 (not built in)"),
            ("２０４８", "２０４８ (not built in)"),
            ("2O48", "2O48 (not built in)"),
            ("My 2048", "My 2048"),
        ] {
            assert_eq!(of_board(&board(title, "@a code", "hash")), shown, "{title}");
        }
        assert_eq!(of_board(&board("2048", "2048", "hash")), "2048");
        // The code of a built-in mode is that mode.
        let hash = hash_of("001-2048").unwrap();
        assert_eq!(of_board(&board("2048", &own.to_code().unwrap(), &hash)), "2048");
    }

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
