//! A mode as it is written in its file, for programs that speak of its parts.

use std::collections::BTreeMap;
use std::ops::Range;

use calcarray::Value;
use polymerge_formula::{Local, Meaning, Names, show, show_lines};
use polymerge_rules::{Place as Part, Ruleset};

use crate::check::play::origins;
use crate::draft::{Draft, draft};
use crate::expand::names::Names as FileNames;
use crate::expand::setting::Choices;
use crate::text::node::{Kind, Node, Span};
use crate::text::options::ReadOptions;
use crate::text::problem::{Place, Problems};
use crate::text::source::{Source, SourceFile};

/// The number of the file itself among those that are read: those that it extends follow.
const OWN: u16 = 0;

/// The name of a formula that is in no file.
const FORMULA: &str = "the formula";

/// The fields whose formulas are statements, or none.
const WITHOUT: [&str; 2] = ["scripts", "rules_text"];

/// A mode file beside the rules that were made of it: where their parts are written, and
/// expressions with the names of the file.
pub struct Written {
    problems: Problems,
    draft: Draft,
    options: ReadOptions,
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
        Some(Written { problems, draft, options: options.clone(), origins })
    }

    /// Returns the formulas of the file with the arrays that they stand for, in the order of their
    /// places, which are bytes of the text. Scripts, texts and what the file extends have none; of
    /// one that a template repeats, the first is given.
    pub fn formulas(&self) -> Vec<(Range<usize>, Value)> {
        let mut found = BTreeMap::new();
        for (_, node) in self.draft.parts.all().filter(|(name, _)| !WITHOUT.contains(name)) {
            self.formulas_in(node, &mut found);
        }
        found.into_iter().map(|(start, (end, value))| (start..end, value)).collect()
    }

    fn formulas_in(&self, node: &Node, found: &mut BTreeMap<usize, (usize, Value)>) {
        let Span { file, start, end } = node.span;
        if file == OWN && self.problems.is_formula(node.span) {
            if let Ok(value) = node.to_value() {
                found.entry(start as usize).or_insert((end as usize, value));
            }
            return;
        }
        match &node.kind {
            Kind::Array(entries) => entries.iter().for_each(|entry| self.formulas_in(entry, found)),
            Kind::Object(members) => members.iter().for_each(|own| self.formulas_in(&own.value, found)),
            _ => {}
        }
    }

    /// Returns the array that a formula stands for, with the names of the file.
    ///
    /// # Errors
    /// It is no formula: the reasons.
    pub fn compile(&self, formula: &str) -> Result<Value, Problems> {
        compiled(formula, &self.draft.names, &self.options)
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

/// Returns the array that a formula stands for, without names of a file.
///
/// ```
/// use polymerge_modefile::{compile, ReadOptions};
/// let array = compile("= 2 * score", &ReadOptions::default())?;
/// assert_eq!(calcarray::json::write(&array), r#"[2,"*","@Score"]"#);
/// assert!(compile("= 2 * scor", &ReadOptions::default()).unwrap_err().to_text().contains("score"));
/// # Ok::<(), polymerge_modefile::Problems>(())
/// ```
///
/// # Errors
/// It is no formula: the reasons.
pub fn compile(formula: &str, options: &ReadOptions) -> Result<Value, Problems> {
    compiled(formula, &FileNames::default(), options)
}

fn compiled(formula: &str, names: &FileNames, options: &ReadOptions) -> Result<Value, Problems> {
    let mut problems = Problems::default();
    let quoted = format!("\"{formula}\"");
    let file = problems.add_file(FORMULA, &quoted);
    let span = Span { file, start: 0, end: quoted.len() as u32 };
    let mut budget = options.values;
    let node = names.resolve(&Node::text(span, formula), false, &mut budget, options, &mut problems);
    match node.to_value() {
        Ok(value) if !problems.has_errors() => Ok(value),
        _ => Err(problems),
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
