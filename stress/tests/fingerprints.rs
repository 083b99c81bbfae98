//! A seed and moves come to the states that they came to in earlier versions.

use polymerge::catalogue;
use stress::fingerprint::{golden, of, GOLDEN};

#[test]
fn games_of_all_modes_have_their_fingerprints() {
    let mut wrong = Vec::new();
    let mut modes = 0;
    for mode in catalogue::modes() {
        modes += 1;
        let read = mode.read().unwrap_or_else(|problems| panic!("{}", problems.to_text()));
        let found = of(read.mode).unwrap_or_else(|error| panic!("{}: {error}", mode.name()));
        if golden(mode.name()) != Some(found) {
            wrong.push(format!("{} {found:016x}", mode.name()));
        }
    }
    assert!(
        wrong.is_empty(),
        "games are not what they were; if they should not be, write this to stress/fingerprints.txt:\n{}",
        wrong.join("\n")
    );
    assert_eq!(GOLDEN.lines().count(), modes);
}
