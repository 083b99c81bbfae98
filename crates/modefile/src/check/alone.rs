//! Expressions by themselves, without a mode.

use std::collections::BTreeSet;

use crate::check::lint::{Names, MOST_FOUND};
use crate::check::{Checker, WORK};
use crate::text::jsonc;
use crate::text::options::ReadOptions;
use crate::text::problem::{Problems, Severity};

/// What an expression hardly means: operators that there are not, values that are
/// missing or left over, and the like. All of these are warnings, as any expression can
/// be evaluated. Of a text that is longer than a file may be, nothing is said.
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

impl<'a> Checker<'a> {
    /// Of an expression of which it is not known where it stands.
    fn alone(limits: &'a calcarray::Limits, problems: &'a mut Problems) -> Checker<'a> {
        Checker {
            problems,
            entry_count: usize::MAX,
            variable_count: usize::MAX,
            modifier_count: usize::MAX,
            script_count: usize::MAX,
            variables_grow: true,
            modifiers_grow: true,
            any_order: None,
            variables_seen: true,
            // Variables may be given from outside.
            all_seen: true,
            names: Names { entries: &[], variables: &[] },
            findings: MOST_FOUND,
            signals: BTreeSet::new(),
            own_words: BTreeSet::new(),
            constants: Vec::new(),
            limits,
            work: WORK,
        }
    }
}
