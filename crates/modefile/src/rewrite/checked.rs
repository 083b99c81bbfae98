//! Changes of a file that are kept only where the mode stays the same.

use polymerge_rules::Mode;

use crate::rewrite::Change;

/// A file is read no more often than this to find out which changes it bears.
const MOST_READ: usize = 60;

/// Returns a text with the changes, which are in their order, but for those by which the mode that
/// `read` makes of it would be another one. Of a file that can't be read nothing is known: all are
/// made.
pub(super) fn changed(text: &str, changes: Vec<Change>, read: &dyn Fn(&str) -> Option<Mode>) -> String {
    let Some(mode) = read(text) else { return with(text, &changes) };
    let mut left = MOST_READ;
    let mut is_same = |changes: &[Change]| {
        let Some(next) = left.checked_sub(1) else { return false };
        left = next;
        read(&with(text, changes)).is_some_and(|read| read == mode)
    };
    let mut kept = Vec::new();
    keep(&changes, &mut kept, &mut is_same);
    with(text, &kept)
}

/// Adds those of some changes to the kept ones with which the mode stays the same.
fn keep(changes: &[Change], kept: &mut Vec<Change>, is_same: &mut dyn FnMut(&[Change]) -> bool) {
    if changes.is_empty() {
        return;
    }
    let before = kept.len();
    kept.extend_from_slice(changes);
    if is_same(kept) {
        return;
    }
    kept.truncate(before);
    if changes.len() > 1 {
        let (first, rest) = changes.split_at(changes.len() / 2);
        keep(first, kept, is_same);
        keep(rest, kept, is_same);
    }
}

fn with(text: &str, changes: &[Change]) -> String {
    let (mut written, mut end) = (String::with_capacity(text.len()), 0);
    for (range, new) in changes {
        written.push_str(text.get(end..range.start).unwrap_or_default());
        written.push_str(new);
        end = range.end;
    }
    written.push_str(text.get(end..).unwrap_or_default());
    written
}
