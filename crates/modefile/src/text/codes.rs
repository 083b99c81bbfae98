//! The codes of problems, with what they are about; and the table of `docs/mode-files.md`, which is
//! made of them.

use std::fmt::Write;

/// All codes, in groups: the codes, and what they are about.
const CODES: &[(&[&str], &str)] = &[
    (&["syntax", "encoding", "too-large", "too-deep", "duplicate-key"], "the text itself"),
    (&["inexact-number"], "numbers with more digits than a number keeps"),
    (&["title"], "the file has no title"),
    (&["unknown-key", "missing-key", "wrong-type", "number", "grid", "directions", "extends"], "what the file says"),
    (&["name"], "names that are not there, or are there twice"),
    (&["settings", "compute", "many-settings"], "settings: defaults out of range, values that give no mode; values that can't be calculated before a game; too many values to try them all"),
    (&["formula"], "formulas that can't be read"),
    (&["doubt"], "formulas that do something else than was meant: whole tiles and places where numbers are needed, copies that are set"),
    (&["unknown-operator", "unknown-word", "operands", "block"], "expressions: misspelt words, too many or too few values, blocks"),
    (&["index"], "entries and variables that the mode does not have"),
    (&["variables"], "`@Var` where no variables are seen"),
    (&["condition", "score", "weight", "length", "results", "tile", "outcome", "goal"], "values of the wrong kind"),
    (&["truth-value", "whole-tile", "next-without-number", "expression-in-text", "text-for-number", "number-in-quotes", "variable-number", "bare-value", "ends-early", "not-calculated", "outside-grid", "beyond-list"], "expressions that do something else than was meant"),
    (&["relative", "undone"], "merge rules that read, or do, something else than was meant"),
    (&["box"], "tiles in a box without their number"),
    (&["no-moves"], "modes in which no direction moves anything, in as many games as were begun"),
    (&["spawns"], "modes without spawns"),
    (&["no-merges", "always-merges", "never-merges", "empty-spawn", "no-room", "start-tiles", "overlap"], "modes in which nothing merges, spawns or fits, or not all tiles of the start do; hexagons that overlap"),
    (&["goal-beyond-tile", "goal-at-start", "unreachable-goal"], "goals that are never reached, or reached at the start"),
    (&["no-interval"], "scripts on time where no time passes"),
    (&["no-tile", "zero-counter", "wraps-around"], "words that mean nothing, or something else, where they stand; neighbours beyond the edge"),
    (&["unused-look", "no-look"], "looks for tiles that there never are, tiles without one"),
    (&["unreachable", "many-rules"], "rules and looks that are never used; too many similar rules to check"),
    (&["mode"], "what can't be played"),
    (&["trigger"], "scripts that nothing runs"),
    (&["colour", "scheme", "contrast", "alike"], "colours: misspelt, hard to read, hard to tell from the one before"),
    (&["play", "never-fired", "never-changed", "look"], "found by playing: what fails, or what never happened"),
];

/// Returns true if a code is in the table.
pub(crate) fn is_code(code: &str) -> bool {
    codes().any(|own| own == code)
}

/// Returns all codes that problems may have.
pub fn codes() -> impl Iterator<Item = &'static str> {
    CODES.iter().flat_map(|(codes, _)| codes.iter().copied())
}

/// The table of codes as Markdown.
pub fn code_reference() -> String {
    let mut table = String::from("| code | what it is about |\n|---|---|\n");
    for (codes, about) in CODES {
        let codes: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
        let _ = writeln!(table, "| {} | {about} |", codes.join(", "));
    }
    table
}
