//! Silent mistakes: what a mode may say, but hardly means.
//!
//! A lint is a row of [`LINTS`]: a code and a small function that looks at one
//! text or step of an expression, or at the whole mode. `docs/lints.md` has an
//! example of each.

mod context;
mod cycles;
mod goals;
mod grid;
mod looks;
mod made;
mod merges;
mod neighbours;
mod recipe;
mod row;
mod scripts;
mod spawns;
mod steps;
mod texts;
mod tiles;
mod unused;

use std::cell::RefCell;

use calcarray::ops::Operator;
use polymerge_rules::Ruleset;

use crate::check::line::Outcome;
use crate::check::Checker;
use crate::draft::Draft;
use crate::file::ModeFile;
use crate::keys::parts::Parts;
use crate::text::node::{Node, Span};
use crate::text::problem::{Problems, Severity};
use made::Made;

/// One kind of silent mistake.
struct Lint {
    /// Its stable name.
    code: &'static str,
    look: Look,
}

/// What a lint looks at.
enum Look {
    /// A text of an expression, and whether it is shown as it is.
    Text(fn(&str, bool, &Names) -> Option<Found>),
    /// A step of an expression: an operator with its values.
    Step(fn(&Step, &Names) -> Option<Found>),
    /// A mode without errors.
    Whole(fn(&Whole) -> Vec<Found>),
}

/// All of them.
const LINTS: &[Lint] = &[
    Lint { code: "expression-in-text", look: Look::Text(texts::expression) },
    Lint { code: "truth-value", look: Look::Step(steps::truth_value) },
    Lint { code: "whole-tile", look: Look::Step(steps::whole_tile) },
    Lint { code: "next-without-number", look: Look::Step(steps::next_without_number) },
    Lint { code: "number-in-quotes", look: Look::Step(steps::number_in_quotes) },
    Lint { code: "text-for-number", look: Look::Step(steps::text_for_number) },
    Lint { code: "variable-number", look: Look::Step(steps::variable_number) },
    Lint { code: "bare-value", look: Look::Step(tiles::bare_value) },
    Lint { code: "not-calculated", look: Look::Step(tiles::not_calculated) },
    Lint { code: "tile", look: Look::Step(tiles::wrong_length) },
    Lint { code: "outside-grid", look: Look::Step(tiles::outside_grid) },
    Lint { code: "outside-grid", look: Look::Text(tiles::outside_of_word) },
    Lint { code: "beyond-list", look: Look::Step(tiles::beyond_list) },
    Lint { code: "ends-early", look: Look::Step(unused::ends_early) },
    Lint { code: "no-room", look: Look::Whole(grid::no_room) },
    Lint { code: "start-tiles", look: Look::Whole(grid::start_tiles) },
    Lint { code: "overlap", look: Look::Whole(grid::overlap) },
    Lint { code: "no-merges", look: Look::Whole(merges::none) },
    Lint { code: "always-merges", look: Look::Whole(merges::always) },
    Lint { code: "never-merges", look: Look::Whole(merges::never) },
    Lint { code: "undone", look: Look::Whole(cycles::undone) },
    Lint { code: "relative", look: Look::Whole(context::relative) },
    Lint { code: "no-tile", look: Look::Whole(context::no_tile) },
    Lint { code: "zero-counter", look: Look::Whole(context::zero_counter) },
    Lint { code: "wraps-around", look: Look::Whole(neighbours::wraps_around) },
    Lint { code: "box", look: Look::Whole(spawns::boxes) },
    Lint { code: "not-calculated", look: Look::Whole(tiles::not_calculated_elsewhere) },
    Lint { code: "empty-spawn", look: Look::Whole(spawns::empty) },
    Lint { code: "number-in-quotes", look: Look::Whole(spawns::number_in_quotes) },
    Lint { code: "goal-beyond-tile", look: Look::Whole(goals::beyond_tile) },
    Lint { code: "goal-at-start", look: Look::Whole(goals::at_start) },
    Lint { code: "unreachable-goal", look: Look::Whole(goals::unreachable) },
    Lint { code: "no-interval", look: Look::Whole(scripts::no_interval) },
    Lint { code: "unused-look", look: Look::Whole(looks::unused) },
    Lint { code: "no-look", look: Look::Whole(looks::missing) },
];

/// So many mistakes are looked for in the expressions of a mode; what is used in many
/// places counts each time.
pub(super) const MOST_FOUND: usize = 1_000;

/// A mistake that a lint has found.
struct Found {
    /// Where; missing if it is what is not there.
    span: Option<Span>,
    message: String,
    /// What to write instead.
    help: String,
}

impl Found {
    fn at(span: Span, message: impl Into<String>, help: impl Into<String>) -> Found {
        let span = (span != Span::default()).then_some(span);
        Found { span, message: message.into(), help: help.into() }
    }
}

/// Names that texts could mean.
pub(crate) struct Names<'a> {
    pub entries: &'a [String],
    pub variables: &'a [String],
    /// Rows and columns of the grid, where they are known.
    pub grid: Option<(usize, usize)>,
    /// The number of entries of a tile, where that is known.
    pub entry_count: Option<usize>,
}

impl<'a> Names<'a> {
    /// The names of a mode; those after the first few hundred are not looked for.
    pub fn of(file: &'a ModeFile) -> Names<'a> {
        const MOST: usize = 300;
        let first = |names: &'a [String]| &names[..names.len().min(MOST)];
        // Settings may change the grid.
        let grid = file.settings.is_empty().then_some((file.mode.height, file.mode.width));
        let entry_count = Some(file.mode.tile_entries);
        Names { entries: first(&file.entry_names), variables: first(&file.variable_names), grid, entry_count }
    }

    /// How the first entry of a tile is written after a word such as `@This`.
    fn first_entry(&self) -> &str {
        self.entries.first().map_or("0", String::as_str)
    }
}

/// A step of an expression.
pub(crate) struct Step<'n> {
    pub operator: &'static Operator,
    pub word: &'n Node,
    /// The value that the line starts with, in its first step.
    pub first: Option<&'n Node>,
    /// What is known of the running value.
    pub running: Outcome,
    pub arguments: &'n [Node],
    /// What is known of the arguments.
    pub outcomes: Vec<Outcome>,
    /// The step before it, with its arguments.
    pub before: Option<Before<'n>>,
    /// Set if nothing uses the running value of the line.
    pub is_unused: bool,
}

/// An operator and its arguments.
#[derive(Clone, Copy)]
pub(crate) struct Before<'n> {
    pub operator: &'static Operator,
    pub arguments: &'n [Node],
}

/// A mode without errors.
struct Whole<'a> {
    parts: &'a Parts,
    rules: &'a Ruleset,
    /// Which tiles there can be, if that can be told.
    made: Option<RefCell<Made>>,
    /// Whether players can choose what changes the mode.
    has_settings: bool,
}

impl Checker<'_> {
    /// Goes through the lints of a text of an expression; `true` if one has found
    /// something.
    pub fn lint_text(&mut self, text: &str, span: Span) -> bool {
        let before = self.findings;
        for Lint { code, look } in LINTS.iter().filter(|_| before > 0) {
            if let Look::Text(look) = look {
                let found = look(text, self.is_shown, &self.names);
                self.found(code, found.map(|found| Found { span: Some(span), ..found }));
            }
        }
        self.findings < before
    }

    /// Goes through the lints of a step of an expression.
    pub fn lint_step(&mut self, step: &Step) {
        for Lint { code, look } in LINTS {
            if let (Look::Step(look), 1..) = (look, self.findings) {
                let found = look(step, &self.names);
                self.found(code, found);
            }
        }
    }

    fn found(&mut self, code: &'static str, found: Option<Found>) {
        if let Some(found) = found {
            self.findings = self.findings.saturating_sub(1);
            report(code, found, self.problems);
        }
    }
}

/// Goes through the lints of a whole mode.
pub(super) fn whole(draft: &Draft, rules: &Ruleset, problems: &mut Problems) {
    // What was found in expressions, or that there are no rules, is enough: which tiles
    // there never are follows from it.
    let inside = LINTS.iter().filter(|lint| !matches!(lint.look, Look::Whole(_))).map(|lint| lint.code);
    let is_enough =
        draft.parts.list("merge_rules").is_empty() || problems.has_any(&inside.collect::<Vec<_>>());
    let made = if is_enough { None } else { Made::of(&draft.parts, rules).map(RefCell::new) };
    let has_settings = !draft.file.settings.is_empty();
    let whole = Whole { parts: &draft.parts, rules, made, has_settings };
    for Lint { code, look } in LINTS {
        if let Look::Whole(look) = look {
            look(&whole).into_iter().for_each(|found| report(code, found, problems));
        }
    }
}

fn report(code: &'static str, found: Found, problems: &mut Problems) {
    match found.span {
        Some(span) => {
            let Found { message, help, .. } = as_written(found, span, problems);
            problems.warning(code, span, message).help(help);
        }
        None => problems.without_place(Severity::Warning, code, found.message).help(found.help),
    }
}

/// Shows the first special string of a finding as its author wrote it: with names.
fn as_written(found: Found, span: Span, problems: &Problems) -> Found {
    let word = found.message.split('`').nth(1).filter(|word| word.starts_with('@') && word.contains(' '));
    let Some((word, written)) = word.map(|word| (word.to_owned(), problems.word_at(span, word))) else {
        return found;
    };
    let in_quotes = |text: &str| format!("\"{text}\"");
    Found {
        message: found.message.replacen(&word, &written, 1),
        help: found.help.replace(&in_quotes(&word), &in_quotes(&written)),
        ..found
    }
}

#[cfg(test)]
mod tests {
    use super::LINTS;

    #[test]
    fn every_lint_has_an_example() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lints.md");
        let page = std::fs::read_to_string(path).unwrap();
        for lint in LINTS {
            assert!(page.contains(&format!("\n### `{}`\n", lint.code)), "{}", lint.code);
        }
    }
}
