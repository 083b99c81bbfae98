//! Silent mistakes: what a mode may say, but hardly means.
//!
//! A lint is a row of [`LINTS`]: a code and a small function that looks at one
//! text or step of an expression, or at the whole mode. Its code has
//! an explanation with examples in `text/codes`.

mod context;
mod cycles;
mod goals;
mod grid;
mod looks;
mod merges;
mod neighbours;
mod possible_tiles;
mod recipe;
mod row;
mod scripts;
mod spawns;
mod steps;
mod texts;
mod tiles;
mod unused;

use std::cell::RefCell;

use polymerge_rules::Ruleset;

use crate::check::Checker;
use crate::check::line::Step;
use crate::draft::Draft;
use crate::file::ModeFile;
use crate::keys::parts::Parts;
use crate::text::node::Span;
use crate::text::problem::{Help, Problems, Severity};
use possible_tiles::PossibleTiles;
pub(super) use texts::without_sign;

/// One kind of silent mistake.
struct Lint {
    /// The stable name.
    code: &'static str,
    target: LintTarget,
}

/// The part of a mode that a lint looks at.
enum LintTarget {
    /// A text of an expression, and whether it is meant as a text.
    Text(fn(&str, bool, &Names) -> Option<Finding>),
    /// A step of an expression: an operator with its values.
    Step(fn(&Step, &Names) -> Option<Finding>),
    /// A mode without errors.
    Mode(fn(&CheckedMode) -> Vec<Finding>),
}

/// The table of all lints.
const LINTS: &[Lint] = &[
    Lint { code: "expression-in-text", target: LintTarget::Text(texts::expression) },
    Lint { code: "truth-value", target: LintTarget::Step(steps::truth_value) },
    Lint { code: "whole-tile", target: LintTarget::Step(steps::whole_tile) },
    Lint { code: "next-without-number", target: LintTarget::Step(steps::next_without_number) },
    Lint { code: "number-in-quotes", target: LintTarget::Step(steps::number_in_quotes) },
    Lint { code: "text-for-number", target: LintTarget::Step(steps::text_for_number) },
    Lint { code: "variable-number", target: LintTarget::Step(steps::variable_number) },
    Lint { code: "bare-value", target: LintTarget::Step(tiles::bare_value) },
    Lint { code: "not-calculated", target: LintTarget::Step(tiles::not_calculated) },
    Lint { code: "tile", target: LintTarget::Step(tiles::wrong_length) },
    Lint { code: "outside-grid", target: LintTarget::Step(tiles::outside_grid) },
    Lint { code: "outside-grid", target: LintTarget::Text(tiles::outside_of_word) },
    Lint { code: "beyond-list", target: LintTarget::Step(tiles::beyond_list) },
    Lint { code: "ends-early", target: LintTarget::Step(unused::ends_early) },
    Lint { code: "no-room", target: LintTarget::Mode(grid::no_room) },
    Lint { code: "start-tiles", target: LintTarget::Mode(grid::start_tiles) },
    Lint { code: "overlap", target: LintTarget::Mode(grid::overlap) },
    Lint { code: "no-merges", target: LintTarget::Mode(merges::none) },
    Lint { code: "always-merges", target: LintTarget::Mode(merges::always) },
    Lint { code: "never-merges", target: LintTarget::Mode(merges::never) },
    Lint { code: "undone", target: LintTarget::Mode(cycles::undone) },
    Lint { code: "relative", target: LintTarget::Mode(context::relative) },
    Lint { code: "no-tile", target: LintTarget::Mode(context::no_tile) },
    Lint { code: "zero-counter", target: LintTarget::Mode(context::zero_counter) },
    Lint { code: "wraps-around", target: LintTarget::Mode(neighbours::wraps_around) },
    Lint { code: "box", target: LintTarget::Mode(spawns::boxes) },
    Lint { code: "not-calculated", target: LintTarget::Mode(tiles::not_calculated_elsewhere) },
    Lint { code: "empty-spawn", target: LintTarget::Mode(spawns::empty) },
    Lint { code: "number-in-quotes", target: LintTarget::Mode(spawns::number_in_quotes) },
    Lint { code: "goal-beyond-tile", target: LintTarget::Mode(goals::beyond_tile) },
    Lint { code: "goal-at-start", target: LintTarget::Mode(goals::at_start) },
    Lint { code: "unreachable-goal", target: LintTarget::Mode(goals::unreachable) },
    Lint { code: "no-interval", target: LintTarget::Mode(scripts::no_interval) },
    Lint { code: "unused-look", target: LintTarget::Mode(looks::unused) },
    Lint { code: "no-look", target: LintTarget::Mode(looks::missing) },
];

/// The number of mistakes that lints look for in the expressions of a mode. An expression that is
/// used in many places counts each time.
pub(super) const MOST_FOUND: usize = 1_000;

/// A mistake that a lint has found.
struct Finding {
    /// The place; missing if the mistake is that something is missing.
    span: Option<Span>,
    message: String,
    /// A hint at what to write instead; in a formula, `{}` is what stands at the place.
    help: Help,
}

impl Finding {
    fn at(span: Span, message: impl Into<String>, help: impl Into<Help>) -> Finding {
        let span = (span != Span::default()).then_some(span);
        Finding { span, message: message.into(), help: help.into() }
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

    /// Returns the first entry of a tile as it is written after a word such as `@This`.
    fn first_entry(&self) -> &str {
        self.entries.first().map_or("0", String::as_str)
    }
}

/// A mode without errors.
struct CheckedMode<'a> {
    parts: &'a Parts,
    rules: &'a Ruleset,
    /// The tiles that can be made, if they can be computed.
    made: Option<RefCell<PossibleTiles>>,
    /// True if players can choose settings, which change the mode.
    has_settings: bool,
}

impl Checker<'_> {
    /// Goes through the lints of a text of an expression; `true` if one has found
    /// something.
    pub fn lint_text(&mut self, text: &str, span: Span) -> bool {
        let before = self.findings;
        // What stands between quotes in a formula is meant as a text.
        let is_text = self.is_shown || self.problems.is_in_formula(span);
        for Lint { code, target } in LINTS.iter().filter(|_| before > 0) {
            if let LintTarget::Text(find) = target {
                let found = find(text, is_text, &self.names);
                self.found(code, found.map(|found| Finding { span: Some(span), ..found }));
            }
        }
        self.findings < before
    }

    /// Goes through the lints of a step of an expression.
    pub fn lint_step(&mut self, step: &Step) {
        for Lint { code, target } in LINTS {
            if let (LintTarget::Step(find), 1..) = (target, self.findings) {
                let found = find(step, &self.names);
                self.found(code, found);
            }
        }
    }

    fn found(&mut self, code: &'static str, found: Option<Finding>) {
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
    let inside =
        LINTS.iter().filter(|lint| !matches!(lint.target, LintTarget::Mode(_))).map(|lint| lint.code);
    let is_enough =
        draft.parts.list("merge_rules").is_empty() || problems.has_any(&inside.collect::<Vec<_>>());
    let made = if is_enough { None } else { PossibleTiles::of(&draft.parts, rules).map(RefCell::new) };
    let has_settings = !draft.file.settings.is_empty();
    let whole = CheckedMode { parts: &draft.parts, rules, made, has_settings };
    for Lint { code, target } in LINTS {
        if let LintTarget::Mode(find) = target {
            find(&whole).into_iter().for_each(|found| report(code, found, problems));
        }
    }
}

fn report(code: &'static str, found: Finding, problems: &mut Problems) {
    match found.span {
        Some(span) => {
            let (message, help) = as_written(found, span, problems);
            // A lint knows more than a doubt about the same place.
            problems.withdraw("doubt", span);
            problems.warning(code, span, message).help(help);
        }
        None => problems.without_place(Severity::Warning, code, found.message).help(found.help.at(false)),
    }
}

/// Shows the first special string of a finding as its author wrote it: with names, or as a formula.
fn as_written(found: Finding, span: Span, problems: &Problems) -> (String, String) {
    let is_in_formula = problems.is_in_formula(span);
    let help = found.help.at(is_in_formula);
    let word = found.message.split('`').nth(1).filter(|word| word.starts_with('@'));
    if is_in_formula {
        // The place of a formula that is one name is all of its text.
        let written =
            problems.written(span).map(|text| text.trim_matches('"').trim_start_matches('=').trim());
        return match (word, written) {
            (Some(word), Some(written)) => {
                (found.message.replacen(word, written, 1), help.replace("{}", written))
            }
            (None, Some(written)) => (found.message, help.replace("{}", written)),
            (_, None) => (found.message, help.replace("{}", "…")),
        };
    }
    let Some(word) = word.filter(|word| word.contains(' ')) else { return (found.message, help) };
    let written = problems.word_at(span, word);
    let in_quotes = |text: &str| format!("\"{text}\"");
    (found.message.replacen(word, &written, 1), help.replace(&in_quotes(word), &in_quotes(&written)))
}

#[cfg(test)]
mod tests {
    use super::LINTS;
    use crate::text::codes;

    #[test]
    fn every_lint_has_a_code_with_an_example() {
        for lint in LINTS {
            let code =
                codes::find(lint.code).unwrap_or_else(|| panic!("{} is not in text/codes.rs", lint.code));
            assert!(!code.examples().is_empty(), "{} has no example", lint.code);
        }
    }
}
