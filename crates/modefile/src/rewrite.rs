//! Mode files with lists written again as formulas, and the other way; comments and layout stay.

mod arrays;
mod scope;

use std::ops::Range;

use calcarray::{json, ops, Value};
use polymerge_formula::{show_at, show_lines_at, Place};

pub use arrays::arrays;
use scope::{has_number_of_name, Scope};

use crate::expand::inherit;
use crate::expand::naming::{names_of_vars, Names};
use crate::table;
use crate::text::jsonc;
use crate::text::node::{Kind, Member, Node};
use crate::text::options::ReadOptions;
use crate::text::problem::Problems;
use crate::text::source::{decode, Source, SourceFile};

/// Writes a mode file with its expressions as formulas, where they have that form. All else stays
/// as it is, comments too. Reading the file gives the same mode.
///
/// ```
/// use polymerge_modefile::{formulas, NoFiles, ReadOptions, SourceFile};
/// let file = SourceFile::new("doubles.jsonc", &br##"{
///     "title": "Doubles",
///     "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }], // twice as much
/// }"##[..]);
/// let rewritten = formulas(&file, &NoFiles, &ReadOptions::default())?;
/// assert!(rewritten.contains(r#""result": ["= value * 2"] }], // twice as much"#));
/// # Ok::<(), polymerge_modefile::Problems>(())
/// ```
///
/// # Errors
/// The file, or one that it extends, can't be read as a text with keys.
pub fn formulas(file: &SourceFile, source: &dyn Source, options: &ReadOptions) -> Result<String, Problems> {
    rewritten(file, source, options, |text, names, scope, members| {
        let mut rewriter = Rewriter { names, scope, text, changes: Vec::new() };
        expressions(members).for_each(|member| rewriter.member(member));
        rewriter.changes
    })
}

/// A range of a text, and what it becomes.
type Change = (Range<usize>, String);

/// Writes a file with changes, which are given in their order.
fn rewritten(
    file: &SourceFile,
    source: &dyn Source,
    options: &ReadOptions,
    changes: impl for<'a> FnOnce(&'a str, &'a Names, Scope<'a>, &[Member]) -> Vec<Change>,
) -> Result<String, Problems> {
    let mut problems = Problems::default();
    let Some(mut members) = inherit::load(file, source, options, &mut problems) else { return Err(problems) };
    let settings = names_of_settings(&members);
    let names = Names::take(&mut members, &mut Problems::default());
    let text = decode(&file.bytes, options.bytes).unwrap_or_default();
    let mut values = options.values;
    let node = jsonc::read(text, 0, options.depth, &mut values, &mut problems);
    let Some(Node { kind: Kind::Object(members), .. }) = node else { return Err(problems) };
    let mut rewritten = text.to_owned();
    let scope = Scope::of(&names, settings, &members);
    for (range, written) in changes(text, &names, scope, &members).into_iter().rev() {
        rewritten.replace_range(range, &written);
    }
    Ok(rewritten)
}

fn names_of_settings(members: &[Member]) -> Vec<String> {
    let settings = members.iter().filter(|member| member.key == "settings");
    let objects = settings.filter_map(|member| member.value.as_array()).flatten().filter_map(Node::as_object);
    let named = objects.filter_map(|object| object.iter().find(|member| member.key == "name"));
    named.filter_map(|name| name.value.as_string()).collect()
}

/// The keys of a file that are no texts for people.
fn expressions(members: &[Member]) -> impl Iterator<Item = &Member> {
    members.iter().filter(|member| !table::MODE.find(&member.key).is_some_and(|key| key.is_literal))
}

struct Rewriter<'a> {
    names: &'a Names,
    scope: Scope<'a>,
    text: &'a str,
    changes: Vec<Change>,
}

/// A script that is longer is written on several lines.
const WIDTH: usize = 90;
/// A formula that is longer stays a list, which can be broken.
const LONGEST: usize = 150;

impl Rewriter<'_> {
    fn member(&mut self, member: &Member) {
        let place = match member.key == "do" && !self.scope.locals.is_empty() {
            true => Place::Script,
            false => Place::Expression,
        };
        match member.key.as_str() {
            "define" => {
                // A definition does not see the variables of the place where it is used.
                let locals = std::mem::take(&mut self.scope.locals);
                self.node(&member.value, Place::Expression, false);
                self.scope.locals = locals;
            }
            // Names of entries, which may be those of operators.
            "tile"
                if member
                    .value
                    .as_array()
                    .is_some_and(|list| list.iter().all(|name| name.as_text().is_some())) => {}
            key => self.node(&member.value, place, key == "do"),
        }
    }

    fn node(&mut self, node: &Node, place: Place, is_script: bool) {
        if let Some(written) = self.formula(node, place, is_script) {
            self.changes.push((node.span.start as usize..node.span.end as usize, written));
            return;
        }
        match &node.kind {
            Kind::Array(entries) => {
                entries.iter().for_each(|entry| self.node(entry, Place::Expression, false));
            }
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

    /// The text of a list as a formula, or as the formulas of a script.
    fn formula(&self, node: &Node, place: Place, is_script: bool) -> Option<String> {
        let entries = node.as_array()?;
        let is_word = |entry: &Node| {
            entry.as_string().is_some_and(|word| ops::find(&word).is_some() || word == "@end_vars")
        };
        // Steps without a value before them are put into other lines.
        let is_part = entries
            .first()
            .is_none_or(|first| first.is_word("@Literal") || first.is_word("@CalcArray") || is_word(first));
        let shares = entries.first().is_some_and(|first| first.is_word("@var_retain"));
        let is_line = entries.len() > 1 && !is_part && (shares || entries.iter().any(is_word));
        let value = self.scope.value(node).filter(|_| is_line)?;
        let shown = show_at(&value, &self.scope, place);
        // Variables of a place where a definition is used have no names in it.
        let has_variables = self.scope.locals.is_empty() && shown.contains("@Var(");
        let is_good = |shown: &str| !shown.contains('`') && !has_number_of_name(shown) && !has_variables;
        if !is_good(&shown) {
            return None;
        }
        let quoted = |text: &str| json::write(&Value::text(text));
        if shown.len() <= WIDTH || (!is_script && shown.len() <= LONGEST) {
            return Some(quoted(&shown));
        }
        if !is_script {
            return None;
        }
        let lines = show_lines_at(&value, &self.scope, place);
        let start = self.text[..node.span.start as usize].rfind('\n').map_or(0, |place| place + 1);
        let line = &self.text[start..];
        let indent = " ".repeat(line.len() - line.trim_start_matches(' ').len());
        let lines: String = lines.iter().map(|line| format!("{indent}  {},\n", quoted(line))).collect();
        Some(format!("[\n{lines}{indent}]"))
    }
}
