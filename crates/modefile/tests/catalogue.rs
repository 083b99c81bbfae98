//! `modes/catalogue.jsonl` is what the mode files say. With `APPROVE=1`, it
//! is written anew. Length and difficulty of modes come from what the site has
//! measured (`web/build/measured.json`).

use std::collections::HashMap;
use std::path::Path;

use polymerge_modefile::{Measured, Summary, catalogue};

/// Reads the results of games with random moves, by mode.
fn measured() -> HashMap<String, Measured> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/build/measured.json");
    let text = std::fs::read_to_string(path).expect("measured.json can be read");
    serde_json::from_str(&text).expect("measured.json has numbers for every mode")
}

#[test]
fn the_catalogue_says_what_the_mode_files_say() {
    let mut lines = String::new();
    let mut summaries = Vec::new();
    let measured = measured();
    for mode in catalogue::modes() {
        let file = mode.read().expect("built-in modes can be read");
        let summary = Summary::of(mode.name(), &file).tagged(measured.get(mode.name()).copied());
        lines.push_str(&serde_json::to_string(&summary).expect("a summary can be written"));
        lines.push('\n');
        summaries.push(summary);
    }
    if approved::is_approving() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("modes/catalogue.jsonl");
        std::fs::write(path, &lines).expect("the catalogue can be written");
        return;
    }
    let known: Vec<Summary> = catalogue::summaries().collect();
    assert!(known == summaries, "modes/catalogue.jsonl is out of date: run this test with APPROVE=1");
}

#[test]
fn what_a_summary_says_is_found() {
    let found = |wanted: &str| catalogue::summaries().filter(|mode| mode.mentions(wanted)).count();
    for (wanted, least, most) in [
        ("DIVE", 2, 30),
        ("look-behind", 2, 60),
        ("001-2048", 1, 1),
        ("no such", 0, 0),
        ("easy", 3, 60),
        ("short", 3, 60),
        ("timer", 1, 5),
        ("7x7", 2, 2),
        ("large", 3, 40),
    ] {
        let count = found(wanted);
        assert!((least..=most).contains(&count), "{wanted}: {count}");
    }
}
