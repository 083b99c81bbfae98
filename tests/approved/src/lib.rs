//! Approved files: pages, tables and pictures of the tree that the code can make. Tests compare them;
//! `APPROVE=1` writes them, to be read with `git diff`.

use std::env::var_os;
use std::fs::{read_to_string, write};
use std::path::Path;

/// Returns true if approved files are to be written: for `APPROVE=1` alone.
pub fn is_approving() -> bool {
    var_os("APPROVE").is_some_and(|value| value == "1")
}

/// Compares an approved file with the text that it should have, or writes it.
///
/// # Panics
///
/// Panics if the file differs, with its first line that does, or can't be read or written.
#[track_caller]
pub fn compare(path: impl AsRef<Path>, text: &str) {
    let path = path.as_ref();
    if is_approving() {
        write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let approved = read_to_string(path)
        .unwrap_or_else(|error| panic!("{}: {error}; APPROVE=1 writes the file", path.display()));
    if let Some((line, approved, made)) = difference(&approved, text) {
        panic!(
            "{}:{line} is not as approved: run this test with APPROVE=1\napproved: {approved}\n    made: {made}",
            path.display(),
        );
    }
}

/// The first line in which two texts differ: its number, and both forms of it.
fn difference<'a>(approved: &'a str, made: &'a str) -> Option<(usize, &'a str, &'a str)> {
    let [mut olds, mut news] = [approved, made].map(|text| text.split('\n'));
    (1..).find_map(|line| match (olds.next(), news.next()) {
        (None, None) => Some(None),
        (old, new) if old == new => None,
        (old, new) => Some(Some((line, old.unwrap_or("(nothing)"), new.unwrap_or("(nothing)")))),
    })?
}

#[test]
fn the_first_line_that_differs_is_found() {
    assert_eq!(difference("a\nb\n", "a\nb\n"), None);
    assert_eq!(difference("a\nb\n", "a\nc\n"), Some((2, "b", "c")));
    assert_eq!(difference("a", "a\n"), Some((2, "(nothing)", "")));
    assert_eq!(difference("", "a"), Some((1, "", "a")));
}
