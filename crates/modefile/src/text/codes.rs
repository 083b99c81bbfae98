//! The codes of problems, each with its explanation. A code is a name in [`PARTS`] and a file in the
//! folder `codes`: its summary in the first line, then sentences and examples, wrong and right.

/// A kind of problem.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// The stable name.
    pub name: &'static str,
    /// The summary, which is the first line, and the explanation, as Markdown.
    pub(crate) text: &'static str,
}

impl Code {
    /// Returns the explanation in one line.
    pub fn summary(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default()
    }
}

/// The codes of a part of a mode. A code without a file is not compiled.
macro_rules! part {
    ($title:literal: $($name:literal)+) => {
        Part {
            title: $title,
            codes: &[$(Code { name: $name, text: include_str!(concat!("codes/", $name, ".md")) }),+],
        }
    };
}

/// A part of a mode, with the codes of its problems.
pub(crate) struct Part {
    pub title: &'static str,
    pub codes: &'static [Code],
}

/// All codes.
#[rustfmt::skip]
pub(crate) const PARTS: &[Part] = &[
    part!("The file": "syntax" "encoding" "too-large" "too-deep" "title" "extends" "duplicate-key" "unknown-key"
        "missing-key" "wrong-type" "number" "inexact-number" "name" "mode"),
    part!("Settings": "settings" "compute" "many-settings"),
    part!("Expressions": "formula" "doubt" "unknown-operator" "unknown-word" "operands" "block" "index" "variables"
        "condition" "truth-value" "whole-tile" "next-without-number" "expression-in-text" "text-for-number"
        "number-in-quotes" "variable-number" "bare-value" "ends-early" "not-calculated" "outside-grid"
        "beyond-list"),
    part!("Merge rules": "no-merges" "always-merges" "never-merges" "unreachable" "many-rules" "never-fired"
        "relative" "undone" "length" "results" "score"),
    part!("Spawns and the grid": "grid" "directions" "no-moves" "no-room" "start-tiles" "overlap" "spawns"
        "empty-spawn" "tile" "weight" "box"),
    part!("Goals": "goal" "outcome" "goal-beyond-tile" "goal-at-start" "unreachable-goal"),
    part!("Scripts": "trigger" "no-interval" "no-tile" "zero-counter" "wraps-around" "never-changed" "play"),
    part!("Looks": "colour" "scheme" "contrast" "alike" "unused-look" "no-look" "look"),
];

/// Returns true if a code is in the table.
pub(crate) fn is_code(code: &str) -> bool {
    find(code).is_some()
}

/// Returns the code of a name.
pub fn find(name: &str) -> Option<&'static Code> {
    codes().find(|code| code.name == name)
}

/// Returns all codes that problems may have.
pub fn codes() -> impl Iterator<Item = &'static Code> {
    PARTS.iter().flat_map(|part| part.codes)
}
