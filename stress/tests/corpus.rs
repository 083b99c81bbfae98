//! The modes of the corpus are without mistakes, and go the same way with and without memory, alone
//! and among others.

use std::sync::Arc;

use polymerge_modefile::catalogue::BuiltIn;
use polymerge_modefile::{PlayOptions, ReadOptions, check_by_playing};
use polymerge_rules::{Direct, Limits, MemoryLimits, Rng, Ruleset};
use stress::corpus;
use stress::rollout::{compare, compare_batch, of_few_lines};

/// Directions pressed in each mode, with cells drawn in each way: enough for what happens every
/// tenth move.
const PRESSES: usize = 120;

/// Moves of the longest of some games at random, at the least.
const PLAYABLE: u64 = 50;

fn each(work: impl Fn(&str, Arc<Ruleset>)) {
    for corpus::Named { name, mode, .. } in corpus::modes() {
        work(&name, Ruleset::compile(mode, Limits::default()).unwrap());
    }
}

fn goes_the_same_way(memory: &MemoryLimits) {
    each(|name, rules| {
        let moves = compare(&rules, &Rng::new(3), PRESSES, memory.clone())
            + compare(&rules, &Direct(Rng::new(4)), PRESSES, memory.clone());
        assert!(moves > PRESSES / 4, "{name}: only {moves} moves");
    });
}

#[test]
fn modes_of_the_corpus_go_the_same_way_by_memory() {
    goes_the_same_way(&MemoryLimits::default());
}

#[test]
fn modes_of_the_corpus_go_the_same_way_with_a_memory_that_is_always_full() {
    goes_the_same_way(&MemoryLimits { lines: 12, tests: 40 });
}

#[test]
fn modes_of_the_corpus_go_the_same_way_with_lines_that_are_worked_out() {
    goes_the_same_way(&of_few_lines());
}

#[test]
fn games_of_the_corpus_go_the_same_way_in_batches() {
    each(|_, rules| compare_batch(&rules, 5, 3, PRESSES / 3));
}

#[test]
fn modes_of_the_corpus_are_without_mistakes_and_say_what_they_are() {
    let play = PlayOptions { games: 8, ..PlayOptions::default() };
    let modes: Vec<_> = corpus::modes().collect();
    assert!(modes.len() >= 24, "{} modes", modes.len());
    let mut found = String::new();
    for corpus::Named { name, file, .. } in modes {
        let checked = check_by_playing(&file, &BuiltIn, &ReadOptions::default(), &play);
        if !checked.problems.is_empty() {
            found.push_str(&checked.problems.to_text());
        }
        let moves = checked.played.map_or(0, |played| played.moves);
        assert!(moves >= PLAYABLE, "{name}: games are over after {moves} moves");
        let text = String::from_utf8_lossy(&file.bytes);
        let comments: Vec<&str> = text.lines().take_while(|line| line.starts_with("// ")).collect();
        assert!(comments.len() == 2 && comments[0].starts_with("// Kind: "), "{name}: {comments:?}");
        for key in ["\n  \"title\": ", "\n  \"about\": "] {
            assert!(text.contains(key), "{name} has no {key}");
        }
    }
    assert!(found.is_empty(), "{found}");
}
