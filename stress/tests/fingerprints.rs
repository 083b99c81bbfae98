//! A seed and moves come to the states that they came to in earlier versions.

use polymerge::catalogue;
use polymerge_rules::Mode;
use stress::corpus;
use stress::fingerprint::{CORPUS, GOLDEN, golden, of};

#[test]
fn games_of_all_modes_have_their_fingerprints() {
    let read = |mode: catalogue::BuiltInMode| {
        let read = mode.read().unwrap_or_else(|problems| panic!("{}", problems.to_text()));
        (mode.name().to_owned(), read.mode)
    };
    compare(GOLDEN, "stress/fingerprints.txt", catalogue::modes().map(read));
}

#[test]
fn games_of_the_corpus_have_their_fingerprints() {
    compare(CORPUS, "stress/fingerprints-corpus.txt", corpus::modes().map(|named| (named.name, named.mode)));
}

/// Compares the fingerprints of modes with those of a file, which has a line for each.
fn compare(kept: &str, file: &str, modes: impl Iterator<Item = (String, Mode)>) {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (name, mode) in modes {
        count += 1;
        let found = of(mode).unwrap_or_else(|error| panic!("{name}: {error}"));
        if golden(kept, &name) != Some(found) {
            wrong.push(format!("{name} {found:016x}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "games are not what they were; if they should not be, write this to {file}:\n{}",
        wrong.join("\n")
    );
    assert_eq!(kept.lines().count(), count);
}
