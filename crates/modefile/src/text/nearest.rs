//! The name that was probably meant.

use std::cmp::Reverse;

/// The candidate nearest to a misspelt word, if one is near enough: one
/// mistake in short words, up to a third of the letters in long ones.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40;
    let letters: Vec<char> = word.chars().take(LONGEST + 1).collect();
    if letters.len() > LONGEST {
        return None;
    }
    let most = (letters.len() / 3).clamp(1, 4);
    candidates
        .into_iter()
        .map(|candidate| (distance(&letters, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= most && distance < candidate.chars().count())
        // Of two that are equally near, the longer one: letters are left out more often than added.
        .min_by_key(|&(distance, candidate)| (distance, Reverse(candidate.chars().count())))
        .map(|(_, candidate)| candidate)
}

/// Returns a hint that names the nearest of some words, or lists them.
pub(crate) fn nearest_of<'a>(word: &str, all: &str, words: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, words.clone()) {
        Some(meant) => format!("did you mean \"{meant}\"?"),
        None => format!("{all}: {}", words.collect::<Vec<_>>().join(", ")),
    }
}

/// Letters to insert, delete, replace or swap with their neighbour; case
/// does not count.
fn distance(word: &[char], other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    if word.len().abs_diff(other.len()) > 4 {
        return usize::MAX;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, &a) in word.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, &b) in other.iter().enumerate() {
            let same = a.to_lowercase().eq(b.to_lowercase());
            let mut best = (row[j] + usize::from(!same)).min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && a == other[j - 1] && word[i - 1] == b {
                best = best.min(before[j - 1] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[other.len()]
}

/// The number of names that are compared with a misspelt one, at most.
const MOST_COMPARED: usize = 5_000;

/// Returns a hint that names the nearest of some names, or lists the first of them.
pub(crate) fn suggestion(name: &str, names: &[String]) -> String {
    const LISTED: usize = 20;
    match nearest(name, names.iter().map(String::as_str).take(MOST_COMPARED)) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if names.len() > LISTED => {
            let first = names.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
            format!("they are: {first} and {} more", names.len() - LISTED)
        }
        None => format!("they are: {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_name_is_suggested_only_if_it_is_near() {
        let names = ["merges", "spawns", "tile", "tiles", "title", "@end_vars", "arr_length"];
        let cases = [
            ("merge", Some("merges")),
            ("Merges", Some("merges")),
            ("spwans", Some("spawns")),
            ("tilse", Some("tiles")),
            ("tils", Some("tiles")),
            ("@endvars", Some("@end_vars")),
            ("arr_lenght", Some("arr_length")),
            ("colours", None),
            ("x", None),
        ];
        for (word, expected) in cases {
            assert_eq!(nearest(word, names), expected, "{word}");
        }
    }
}
