//! Suggestions for a misspelt name.

use strsim::damerau_levenshtein;

/// Names that look like a misspelt one, the most similar first: they are few
/// letters away, or the one is a part of the other.
pub(crate) fn similar(word: &str, names: impl IntoIterator<Item = &'static str>) -> Vec<&'static str> {
    const MOST: usize = 2;
    let word = word.to_lowercase().replace('-', "_");
    let mut near: Vec<(usize, &str)> = names
        .into_iter()
        .filter_map(|name| {
            let known = name.to_lowercase().replace('-', "_");
            let distance = damerau_levenshtein(&word, &known);
            let part = word.len() > 3 && (known.contains(&word) || word.contains(&known));
            (part || distance <= (word.chars().count() / 3).min(4)).then_some((distance, name))
        })
        .collect();
    near.sort_by_key(|(distance, _)| *distance);
    let best = near.first().map_or(0, |(distance, _)| *distance);
    near.retain(|(distance, _)| *distance <= best + 1);
    near.into_iter().take(MOST).map(|(_, name)| name).collect()
}

/// Returns true if two words are the same apart from case and the joints of their
/// parts.
pub(crate) fn same_word(one: &str, other: &str) -> bool {
    let plain = |word: &str| word.trim().to_lowercase().replace(['-', '_', ' '], "");
    plain(one) == plain(other)
}
