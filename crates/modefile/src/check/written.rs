//! A mode as it is written in its file, for programs that speak of its parts.

use calcarray::Value;
use polymerge_formula::{show, show_lines, Local, Meaning, Names};
use polymerge_rules::{Place as Part, Ruleset};

use crate::check::play::origins;
use crate::draft::{draft, Draft};
use crate::expand::setting::Choices;
use crate::text::options::ReadOptions;
use crate::text::problem::{Place, Problems};
use crate::text::source::{Source, SourceFile};

/// A mode file beside the rules that were made of it: where their parts are written, and
/// expressions with the names of the file.
pub struct Written {
    problems: Problems,
    draft: Draft,
    /// For each rule as it is played the rule of the file.
    origins: Vec<usize>,
}

impl Written {
    /// Reads a file again, as it was read for these rules. `None` if that is not possible.
    pub fn read(
        file: &SourceFile,
        source: &dyn Source,
        options: &ReadOptions,
        choices: &Choices,
        rules: &Ruleset,
    ) -> Option<Written> {
        let mut problems = Problems::default();
        let draft = draft(file, source, options, choices, &mut problems)?;
        let origins = origins(draft.parts.list("merge_rules"), rules.merge_rules());
        Some(Written { problems, draft, origins })
    }

    /// Returns the place of a part of the mode.
    pub fn place(&self, part: &Part) -> Option<Place> {
        self.problems.place(self.draft.place(part, &self.origins, &[])?)
    }

    /// Returns an expression of a part of the mode as a formula, with the names of the file.
    pub fn formula(&self, part: &Part, expression: &Value) -> String {
        let written = |rule: &usize| self.draft.rule_variables.get(*self.origins.get(*rule)?);
        let locals = match part {
            Part::MergeRule(rule) => written(rule).map_or(&[][..], Vec::as_slice),
            _ => &[],
        };
        show(expression, &Scope { written: self, locals })
    }

    /// Returns a script as formulas, line by line, with the names of the file.
    pub fn lines(&self, script: &Value) -> Vec<String> {
        show_lines(script, &Scope { written: self, locals: &[] })
    }

    /// Returns the name of a game variable.
    pub fn variable(&self, number: usize) -> Option<&str> {
        self.draft.file.variable_names.get(number).map(String::as_str)
    }
}

/// The names that an expression sees.
struct Scope<'w> {
    written: &'w Written,
    /// The variables of the rule.
    locals: &'w [String],
}

impl Names for Scope<'_> {
    fn meaning(&self, name: &str) -> Option<Meaning> {
        let file = &self.written.draft.file;
        let place = |names: &[String]| names.iter().position(|known| known == name);
        let local = place(self.locals).map(|number| Meaning::Local(Local::Number(number)));
        local
            .or_else(|| place(&file.entry_names).map(Meaning::Entry))
            .or_else(|| place(&file.variable_names).map(Meaning::Variable))
    }

    fn name(&self, meaning: &Meaning) -> Option<String> {
        let file = &self.written.draft.file;
        match meaning {
            Meaning::Local(Local::Number(number)) => {
                self.locals.get(*number).filter(|name| !name.is_empty()).cloned()
            }
            Meaning::Entry(number) => file.entry_names.get(*number).cloned(),
            Meaning::Variable(number) => file.variable_names.get(*number).cloned(),
            _ => None,
        }
    }
}
