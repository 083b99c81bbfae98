//! The program explains itself: help, man pages, completions, lists.

use crate::common::{Home, run};

/// Runs the program; exit code, output and messages.
fn polymerge(arguments: &[&str]) -> (i32, String, String) {
    run(&mut Home::new().polymerge(arguments), "")
}

#[test]
fn help_pages_completions_and_lists_say_what_there_is() {
    for (arguments, part) in [
        (&["completions", "bash"][..], " honeycomb "),
        (&["completions", "bash"], " garbage= "),
        (&["completions", "bash"], "goals=fresh"),
        (&["completions", "bash"], "rollouts:2000"),
        (&["completions", "bash"], " arr_elem "),
        (&["completions", "fish"], "multi_merge"),
        (&["completions", "zsh"], "honeycomb"),
        (&["completions", "bash"], "serve-moves"),
        (&["man", "arena"], "polymerge arena 2048 "),
        (&["man", "bot-protocol"], "cost of the protocol"),
        (&["modes", "show", "../../modes/classic.jsonc"], "Classic 2048\n============\n"),
        (&["modes", "show", "../../modes/001-2048.jsonc", "--settings"], "original_spawns"),
        (&["modes"], "Start here\n    Classic 2048 "),
        (&["modes"], "\n\nDIVE: "),
        (&["modes", "--json"], "{\"name\":\"classic\""),
        (&["modes", "--json"], "\"brief\":\"Fibonacci: 1+2=3, 2+3=5, 3+5=8\""),
        (&["modifiers", "--search", "walls"], "random_holes"),
        (&["-h"], "\nPlay:\n  play "),
        (&["-h"], "polymerge --help says more, with examples."),
        (&["play", "-h"], "polymerge play --help says more, with examples."),
        (&["presets", "show", "--help"], "polymerge man presets show"),
        (&["man", "play"], "[\\fB\\-\\-with\\fR \\fINAME=VALUE|PRESET|CODE\\fR]... "),
        (&["man", "play"], "[\\fIMODE\\fR]\n"),
        (&["man", "hint"], ".SH EXAMPLES\n.nf\nExamples:"),
    ] {
        let (code, out, err) = polymerge(arguments);
        assert!(code == 0 && out.contains(part) && err.is_empty(), "{arguments:?}: {out}{err}");
    }
}

#[test]
fn the_short_help_is_shorter_than_the_long_one() {
    for arguments in [&[][..], &["play"], &["hint"], &["modes"], &["modes", "show"], &["man"]] {
        let help = |which| {
            let all: Vec<&str> = arguments.iter().copied().chain([which]).collect();
            let (code, out, err) = polymerge(&all);
            assert!(code == 0 && err.is_empty(), "{all:?}: {err}");
            out
        };
        let (short, long) = (help("-h"), help("--help"));
        assert!(short.len() < long.len(), "{arguments:?}: {short}{long}");
        assert!(!short.contains("Examples:"), "{arguments:?}: {short}");
    }
}

#[test]
fn a_search_that_finds_no_mode_says_what_there_is_otherwise() {
    // what is searched, what is said
    for (searched, part) in
        [("walls", "random_holes=VALUE"), ("honeycomb", "--with honeycomb"), ("quux", "grid=hexagon:3")]
    {
        let (code, out, err) = polymerge(&["modes", "--search", searched]);
        assert!(code == 0 && out.is_empty() && err.contains(part), "{searched}: {out}{err}");
    }
}
