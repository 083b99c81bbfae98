//! Formulas of a file as the arrays that they become.

use calcarray::Value;
use polymerge_formula::{compile_placed, Place};

use crate::draft::DATA;
use crate::expand::formula::{formula_in, place_of, place_of_script, place_of_several, texts_of, Joined};
use crate::expand::naming::{names_of_vars, Names, CONDITIONS};
use crate::rewrite::scope::{has_number_of_name, Scope};
use crate::rewrite::{expressions, rewritten, Change};
use crate::text::layout;
use crate::text::node::{Kind, Member, Node};
use crate::text::options::ReadOptions;
use crate::text::problem::Problems;
use crate::text::source::{Source, SourceFile};

/// Writes a mode file with its formulas as arrays. All else stays as it is, comments too. Reading the
/// file gives the same mode. Formulas whose meaning depends on the place where they are used, as
/// definitions with values, stay formulas.
///
/// ```
/// use polymerge_modefile::{arrays, NoFiles, ReadOptions, SourceFile};
/// let file = SourceFile::new("doubles.jsonc", &br##"{
///     "title": "Doubles",
///     "merges": [{ "match": [{}, {}], "result": ["= value * 2"] }], // twice as much
/// }"##[..]);
/// let rewritten = arrays(&file, &NoFiles, &ReadOptions::default())?;
/// assert!(rewritten.contains(r#""result": [["@This value", "*", 2]] }], // twice as much"#));
/// # Ok::<(), polymerge_modefile::Problems>(())
/// ```
///
/// # Errors
/// The file, or one that it extends, can't be read as a text with keys.
pub fn arrays(file: &SourceFile, source: &dyn Source, options: &ReadOptions) -> Result<String, Problems> {
    rewritten(file, source, options, |text, names, scope, members| {
        let mut writer =
            Writer { names, scope, text, is_data: false, is_calculated: false, changes: Vec::new() };
        for member in expressions(members) {
            writer.is_data = DATA.contains(&member.key.as_str());
            writer.is_calculated = CALCULATED.contains(&member.key.as_str());
            writer.member(member);
        }
        writer.changes
    })
}

/// The keys with places where a name alone is calculated if it is a formula. Definitions may be used
/// there.
const CALCULATED: [&str; 3] = ["spawns", "forced_spawns", "define"];

/// A list is broken as if it began no further in than this, in characters.
const MARGIN: usize = 30;

struct Writer<'a> {
    names: &'a Names,
    scope: Scope<'a>,
    text: &'a str,
    /// True where no game calculates.
    is_data: bool,
    /// True where a name alone is calculated if it is a formula, and else is not.
    is_calculated: bool,
    changes: Vec<Change>,
}

impl Writer<'_> {
    fn member(&mut self, member: &Member) {
        let is_data = self.is_data;
        self.is_data = is_data && !CONDITIONS.contains(&member.key.as_str());
        self.value_of(member);
        self.is_data = is_data;
    }

    fn value_of(&mut self, member: &Member) {
        match (member.key.as_str(), &member.value.kind) {
            ("define", Kind::Object(definitions)) => {
                // A definition does not see the variables of the place where it is used.
                let locals = std::mem::take(&mut self.scope.locals);
                // Those with values, or variables, are used by formulas alone.
                let plain = definitions.iter().filter(|own| self.names.definitions().contains_key(&own.key));
                plain.for_each(|own| self.node(&own.value));
                self.scope.locals = locals;
            }
            ("do", _) => {
                let statements = member.value.as_array().unwrap_or(std::slice::from_ref(&member.value));
                match texts_of(statements) {
                    Some(texts) => {
                        let place = place_of_script(&self.scope.locals);
                        self.change(&member.value, &Joined::new(&texts).text, place);
                    }
                    None => self.node(&member.value),
                }
            }
            _ => self.node(&member.value),
        }
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            Kind::Text(text) => {
                if let Some(formula) = formula_in(text) {
                    self.change(node, &formula, place_of(&formula));
                }
            }
            Kind::Array(entries) => match place_of_several(entries).zip(texts_of(entries)) {
                Some((place, texts)) => self.change(node, &Joined::new(&texts).text, place),
                None => entries.iter().for_each(|entry| self.node(entry)),
            },
            Kind::Object(members) => {
                let outer = names_of_vars(members, self.names)
                    .map(|names| std::mem::replace(&mut self.scope.locals, names));
                members.iter().for_each(|member| self.member(member));
                if let Some(outer) = outer {
                    self.scope.locals = outer;
                }
            }
            _ => {}
        }
    }

    /// Writes a formula as a list, if it has one here.
    fn change(&mut self, node: &Node, formula: &str, place: Place) {
        // Formulas of data are calculated when the file is read; an array there is a list.
        if self.is_data || has_number_of_name(formula) {
            return;
        }
        let Ok((entry, _)) = compile_placed(formula, &self.scope, place) else { return };
        let value: Value = entry.to_value();
        let is_array = value.as_array().is_some();
        let Some(list) = self.scope.node(&value).filter(|_| is_array || !self.is_calculated) else { return };
        let start = self.text[..node.span.start as usize].rfind('\n').map_or(0, |place| place + 1);
        let line = &self.text[start..node.span.start as usize];
        let indent = line.len() - line.trim_start_matches(' ').len();
        // What stands before a list on a long line does not break it.
        let written = layout::value(&list, indent, line.chars().count().min(indent + MARGIN));
        self.changes.push((node.span.start as usize..node.span.end as usize, written));
    }
}
