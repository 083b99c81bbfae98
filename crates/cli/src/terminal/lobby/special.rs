//! What is special about a mode, as a phrase for a list of modes.

use polymerge::advanced::modefile::Summary;

/// Features that a player notices, the most striking first, and how a list says them. Others,
/// such as variables, are of interest to authors of modes.
const STRIKING: &[(&str, &str)] = &[
    ("real time", "against the clock"),
    ("can be lost", "can be lost"),
    ("hexagonal", "hexagons"),
    ("holes", "holes"),
    ("unusual directions", "unusual directions"),
    ("automatic moves", "tiles move by themselves"),
    ("Gaussian integers", "complex numbers"),
    ("fractions", "fractions"),
    ("several results", "leaves tiles behind"),
    ("vanishing tiles", "tiles vanish"),
    ("any length", "runs of any length"),
];

/// How many of them are said.
const MOST: usize = 2;

/// Families that hold so many modes that they say little.
const WIDE: [&str; 3] = ["", "powers", "integers"];

/// A phrase of a few words: the family and what is striking. Where nothing is, the beginning of
/// what the mode says of itself.
pub fn special(mode: &Summary) -> String {
    let has = |feature: &str| mode.features.iter().any(|own| own == feature);
    let striking = STRIKING.iter().filter(|(feature, _)| has(feature)).map(|(_, phrase)| *phrase);
    let striking = striking.take(MOST).collect::<Vec<_>>().join(", ");
    let about = mode.info.about.as_str();
    // A point may stand in a number.
    let sentence = about.split([':', ';']).next().and_then(|start| start.split(". ").next());
    let sentence = sentence.unwrap_or_default().trim_end_matches('.');
    let what = if striking.is_empty() { sentence } else { &striking };
    match mode.info.family.as_str() {
        family if WIDE.contains(&family) => what.to_owned(),
        family => format!("{family}: {what}"),
    }
}

#[cfg(test)]
mod tests {
    use polymerge::advanced::modefile::catalogue;

    use super::*;

    #[test]
    fn a_phrase_says_what_is_special() {
        for (name, phrase) in [
            ("classic", "Two tiles with the same number merge into one with their sum"),
            ("001-2048", "It begins with 1s"),
            ("037-2216p838", "A power of 1.5 and half of it merge into the next power"),
            ("046-2378", "fibonacci: In the sequence 1, 2, 5, 12, 29 each number is twice the one before it and once the one before that"),
            ("105-gaussian-dive", "dive: complex numbers, tiles vanish"),
            ("120-vs-the-void-tiler", "against the clock, can be lost"),
        ] {
            let mode = catalogue::summaries().find(|mode| mode.name == name).unwrap();
            assert_eq!(special(&mode), phrase, "{name}");
        }
    }
}
