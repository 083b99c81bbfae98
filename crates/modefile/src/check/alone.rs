//! Expressions by themselves, without a mode.

use std::collections::BTreeSet;

use crate::check::lint::{MOST_FOUND, Names};
use crate::check::{Checker, WORK};
use crate::text::jsonc;
use crate::text::options::ReadOptions;
use crate::text::problem::{Problems, Severity};

/// Checks an expression without a mode: unknown operators, values that are missing or left over,
/// and more. All problems are warnings, because any expression can be evaluated. A text that is
/// longer than a file may be is not checked.
///
/// ```
/// use polymerge_modefile::check_expression;
///
/// let problems = check_expression(r#"[3, "pow", 2]"#, &Default::default());
/// let problem = &problems.list()[0];
/// assert_eq!(problem.message, "there is no operator `pow`");
/// assert_eq!(problem.help.as_deref(), Some("did you mean `^`?"));
/// ```
pub fn check_expression(text: &str, options: &ReadOptions) -> Problems {
    let mut problems = Problems::default();
    if text.len() > options.bytes {
        return problems;
    }
    let file = problems.add_file("expression", text);
    let mut values = options.values;
    if let Some(node) = jsonc::read(text, file, options.depth, &mut values, &mut problems) {
        Checker::alone(&options.game.evaluation, &mut problems).expression(&node);
    }
    problems.sort();
    problems.set_severity(Severity::Warning);
    problems
}

/// Finds what a text of plain JSON says twice or inexactly: keys that an object has twice, of which
/// only one can count, are errors, and numbers that are kept as others are warnings. Whether
/// it is JSON at all is not said.
///
/// ```
/// use polymerge_modefile::check_json;
///
/// let problems = check_json("mine.json", r#"{"side": 4, "side": 5}"#, &Default::default());
/// assert_eq!(problems.list()[0].message, "the key \"side\" is here a second time");
/// ```
pub fn check_json(name: &str, text: &str, options: &ReadOptions) -> Problems {
    let mut problems = Problems::default();
    if text.len() <= options.bytes {
        let file = problems.add_file(name, text);
        let mut values = options.values;
        jsonc::read(text, file, options.depth, &mut values, &mut problems);
    }
    problems.keep(&["duplicate-key", "inexact-number"]);
    problems.sort();
    problems
}

impl<'a> Checker<'a> {
    /// Returns a checker for an expression whose place in a mode is not known.
    fn alone(limits: &'a calcarray::Limits, problems: &'a mut Problems) -> Checker<'a> {
        Checker {
            problems,
            entry_count: usize::MAX,
            variable_count: usize::MAX,
            modifier_count: usize::MAX,
            script_count: usize::MAX,
            spawn_counts: (usize::MAX, usize::MAX),
            spawns_grow: true,
            variables_grow: true,
            modifiers_grow: true,
            any_order: None,
            variables_seen: true,
            // Variables may be given from outside.
            all_seen: true,
            is_shown: false,
            is_unused: false,
            names: Names { entries: &[], variables: &[], grid: None, entry_count: None },
            findings: MOST_FOUND,
            signals: BTreeSet::new(),
            signals_known: true,
            own_words: BTreeSet::new(),
            constants: Vec::new(),
            changes_spawns: true,
            limits,
            work: WORK,
        }
    }
}
