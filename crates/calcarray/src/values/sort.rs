//! Sorting in an order that an expression tells.

use crate::error::Error;

/// Below so many entries the calls are made in the order in which the
/// JavaScript engines of the reference make them.
const INSERTED: usize = 64;

/// A stable sort. `before` tells whether its first argument, which stands
/// behind the second one, belongs before it.
///
/// Few entries are compared as the reference compares them, which shows if the
/// comparison is inconsistent or random; and those that are in order already
/// are compared once each, since asking costs far more than moving.
///
/// # Errors
/// Those of `before`.
pub(crate) fn sort<T>(
    mut entries: Vec<T>,
    mut before: impl FnMut(&T, &T) -> Result<bool, Error>,
) -> Result<Vec<T>, Error> {
    if entries.len() >= INSERTED {
        return merge_sort(entries, &mut before);
    }
    for place in sort_run(&mut entries, &mut before)?..entries.len() {
        let (mut left, mut right) = (0, place);
        while left < right {
            let middle = (left + right) / 2;
            if before(&entries[place], &entries[middle])? {
                right = middle;
            } else {
                left = middle + 1;
            }
        }
        entries[left..=place].rotate_right(1);
    }
    Ok(entries)
}

/// Finds the first entries that are in order, or that were in reverse order and are now turned
/// round, and returns their number.
fn sort_run<T>(
    entries: &mut [T],
    before: &mut impl FnMut(&T, &T) -> Result<bool, Error>,
) -> Result<usize, Error> {
    let mut descends = None;
    let mut run = entries.len().min(1);
    while let Some(entry) = entries.get(run) {
        let before = before(entry, &entries[run - 1])?;
        if *descends.get_or_insert(before) != before {
            break;
        }
        run += 1;
    }
    if descends == Some(true) {
        entries[..run].reverse();
    }
    Ok(run)
}

fn merge_sort<T>(
    entries: Vec<T>,
    before: &mut impl FnMut(&T, &T) -> Result<bool, Error>,
) -> Result<Vec<T>, Error> {
    let mut runs: Vec<Vec<T>> = entries.into_iter().map(|entry| vec![entry]).collect();
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        let mut pairs = runs.into_iter();
        while let Some(first) = pairs.next() {
            merged.push(match pairs.next() {
                Some(second) => merge(first, second, before)?,
                None => first,
            });
        }
        runs = merged;
    }
    Ok(runs.pop().unwrap_or_default())
}

fn merge<T>(
    first: Vec<T>,
    second: Vec<T>,
    before: &mut impl FnMut(&T, &T) -> Result<bool, Error>,
) -> Result<Vec<T>, Error> {
    let mut merged = Vec::with_capacity(first.len() + second.len());
    let (mut first, mut second) = (first.into_iter().peekable(), second.into_iter().peekable());
    while let (Some(earlier), Some(later)) = (first.peek(), second.peek()) {
        let next = if before(later, earlier)? { second.next() } else { first.next() };
        merged.extend(next);
    }
    merged.extend(first);
    merged.extend(second);
    Ok(merged)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sorts by tens, so that it shows whether equal ones keep their order;
    /// gives how often was asked, too.
    fn sorted(entries: &[i32]) -> (Vec<i32>, usize) {
        let mut asked = 0;
        let result = sort(entries.to_vec(), |later, earlier| {
            asked += 1;
            Ok(later / 10 < earlier / 10)
        });
        (result.unwrap(), asked)
    }

    #[test]
    fn equal_entries_keep_their_order() {
        for length in [0, 1, 2, 3, 10, 63, 64, 65, 200] {
            for factor in [1, 7, 37, 89] {
                let entries: Vec<i32> = (0..length).map(|place| place * factor % 97).collect();
                let mut expected = entries.clone();
                expected.sort_by_key(|entry| entry / 10);
                assert_eq!(sorted(&entries).0, expected, "{length} entries, factor {factor}");
            }
        }
    }

    #[test]
    fn what_is_in_order_is_compared_once() {
        for (entries, result, asked) in [
            (&[11, 21, 31, 32, 41][..], &[11, 21, 31, 32, 41][..], 4),
            (&[51, 41, 31, 21, 11], &[11, 21, 31, 41, 51], 4),
            (&[21, 31, 41, 11], &[11, 21, 31, 41], 5),
            (&[21, 11, 31], &[11, 21, 31], 3),
        ] {
            assert_eq!(sorted(entries), (result.to_vec(), asked), "{entries:?}");
        }
    }
}
