//! The document docs/bots.md holds the protocol and a dialogue. Both are those of the program.

use std::fs;
use std::path::Path;

use super::answers;
use crate::common::{Home, run};

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bots.md");

/// The block after a text of the document, without its fences.
fn block<'d>(document: &'d str, before: &str) -> &'d str {
    let (_, after) = document.split_once(before).unwrap_or_else(|| panic!("{before:?} is missing"));
    let (_, block) = after.split_once("```text\n").unwrap();
    block.split_once("```").unwrap().0
}

/// Compares a block with what it should be. With `APPROVE=1`, writes it.
fn is_approved(before: &str, expected: &str) {
    let document = fs::read_to_string(DOCUMENT).unwrap();
    let found = block(&document, before);
    if found != expected && approved::is_approving() {
        fs::write(Path::new(DOCUMENT), document.replacen(found, expected, 1)).unwrap();
        return;
    }
    assert_eq!(found, expected, "docs/bots.md, after {before:?}; APPROVE=1 writes it");
}

#[test]
fn the_document_has_the_protocol() {
    let (code, out, err) = run(&mut Home::new().polymerge(&["bot-protocol"]), "");
    assert!(code == 0 && err.is_empty(), "{err}");
    is_approved("`polymerge bot-protocol` prints this:", &out);
}

#[test]
fn the_dialogue_of_the_document_is_what_the_program_says() {
    const BEFORE: &str = "A dialogue with `polymerge serve-moves --no-weights`";
    let document = fs::read_to_string(DOCUMENT).unwrap();
    let asked: Vec<&str> =
        block(&document, BEFORE).lines().filter_map(|line| line.strip_prefix("> ")).collect();
    assert!(asked.len() >= 8, "{asked:?}");
    // Each line has the answers that come because of it.
    let mut said = String::new();
    let (mut lines, mut before) = (String::new(), 0);
    for line in asked {
        said.push_str(&format!("> {line}\n"));
        // It would end the search that goes on.
        if line == "quit" {
            break;
        }
        lines.push_str(&format!("{line}\n"));
        let all = answers(&["--no-weights"], &lines);
        all[before..].iter().for_each(|answer| said.push_str(&format!("< {answer}\n")));
        before = all.len();
    }
    is_approved(BEFORE, &said);
}

#[test]
fn the_bots_of_the_document_can_be_printed() {
    for (language, part) in [("python", "import json"), ("javascript", "node:readline"), ("c", "<stdio.h>")] {
        let (code, out, err) = run(&mut Home::new().polymerge(&["bot-protocol", "--bot", language]), "");
        assert!(code == 0 && err.is_empty() && out.contains(part), "{out}{err}");
        assert!(out.lines().count() <= 45, "{language}: {} lines", out.lines().count());
    }
}
