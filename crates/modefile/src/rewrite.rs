//! Mode files with lists written again as formulas, and the other way; comments and layout stay.

mod arrays;
mod checked;
mod formulas;
mod scope;

use std::ops::Range;

use polymerge_formula::{Place, TokenKind};

use scope::Scope;

use crate::draft::DATA;
use crate::expand::formula::place_of_script;
use crate::expand::inherit;
use crate::expand::marks::formula_in;
use crate::expand::names::{Names, names_of_vars};
use crate::expand::resolver::CONDITIONS;
use crate::read::read;
use crate::shown::Expressions;
use crate::table;
use crate::text::jsonc;
use crate::text::node::{Kind, Member, Node, Span};
use crate::text::options::ReadOptions;
use crate::text::problem::Problems;
use crate::text::source::{Source, SourceFile, decode};

/// Writes a mode file with its expressions as formulas, where they have that form. All else stays
/// as it is, comments too, and so does a list with a comment in it. Reading the file gives the same
/// mode.
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
    rewritten(file, source, options, Expressions::Formulas)
}

/// Writes a mode file with its formulas as arrays. All else stays as it is, comments too, and so do
/// formulas of a list with a comment in it. Reading the file gives the same mode. Formulas whose meaning depends on the place where they are used, as
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
    rewritten(file, source, options, Expressions::Arrays)
}

fn rewritten(
    file: &SourceFile,
    source: &dyn Source,
    options: &ReadOptions,
    form: Expressions,
) -> Result<String, Problems> {
    let mut problems = Problems::default();
    let Some(mut members) = inherit::load(file, source, options, &mut problems) else { return Err(problems) };
    let settings = names_of_settings(&members);
    let names = Names::take(&mut members, &mut Problems::default());
    let text = decode(&file.bytes, options.bytes).unwrap_or_default();
    let mut values = options.values;
    let node = jsonc::read(text, 0, options.depth, &mut values, &mut problems);
    let Some(Node { kind: Kind::Object(members), .. }) = node else { return Err(problems) };
    let scope = Scope::of(&names, settings, &members);
    let (is_data, is_calculated, changes) = (false, false, Vec::new());
    let mut walk =
        Walk { form, names: &names, scope, text, problems: &problems, is_data, is_calculated, changes };
    walk.keys(&members);
    let read = |text: &str| {
        let file = SourceFile { bytes: text.as_bytes().to_vec().into(), ..file.clone() };
        read(&file, source, options).map(|file| file.mode).ok()
    };
    Ok(checked::changed(text, walk.changes, &read))
}

fn names_of_settings(members: &[Member]) -> Vec<String> {
    let settings = members.iter().filter(|member| member.key == "settings");
    let objects = settings.filter_map(|member| member.value.as_array()).flatten().filter_map(Node::as_object);
    let named = objects.filter_map(|object| object.iter().find(|member| member.key == "name"));
    named.filter_map(|name| name.value.as_string()).collect()
}

/// A range of a text, and what it becomes.
type Change = (Range<usize>, String);

/// The keys with places where a name alone is calculated if it is a formula. Definitions may be used
/// there.
const CALCULATED: [&str; 3] = ["spawns", "forced_spawns", "define"];

/// The keys of settings that hold keys of the file.
const OVERLAYS: [&str; 3] = ["on", "off", "with"];
/// The keys of settings that hold lists of objects with such keys.
const CASES: [&str; 2] = ["options", "changes"];

/// Goes through the expressions of a file.
struct Walk<'a> {
    form: Expressions,
    names: &'a Names,
    scope: Scope<'a>,
    text: &'a str,
    /// Knows the lines of the file.
    problems: &'a Problems,
    /// True where no game calculates.
    is_data: bool,
    /// True where a name alone is calculated if it is a formula, and else is not.
    is_calculated: bool,
    changes: Vec<Change>,
}

impl Walk<'_> {
    /// Goes through keys of a mode, but for texts for people.
    fn keys(&mut self, members: &[Member]) {
        for member in members {
            if table::MODE.find(&member.key).is_some_and(|key| key.is_literal) {
                continue;
            }
            let (is_data, is_calculated) = (self.is_data, self.is_calculated);
            self.is_data = DATA.contains(&member.key.as_str());
            self.is_calculated = CALCULATED.contains(&member.key.as_str());
            match (member.key.as_str(), &member.value.kind) {
                ("settings", _) => self.setting(&member.value),
                ("define", Kind::Object(definitions)) => self.definitions(definitions),
                // Names of entries, which may be those of operators.
                ("tile", Kind::Array(entries)) if entries.iter().all(|name| name.as_text().is_some()) => {}
                _ => self.member(member),
            }
            (self.is_data, self.is_calculated) = (is_data, is_calculated);
        }
    }

    /// Goes through settings: of these only conditions are expressions, and keys of the file.
    fn setting(&mut self, node: &Node) {
        for entry in node.as_array().unwrap_or_default() {
            for member in entry.as_object().unwrap_or_default() {
                match (member.key.as_str(), &member.value.kind) {
                    (key, Kind::Object(keys)) if OVERLAYS.contains(&key) => self.keys(keys),
                    (key, _) if CASES.contains(&key) => self.setting(&member.value),
                    ("when" | "condition", _) => self.member(member),
                    _ => {}
                }
            }
        }
    }

    /// Goes through definitions. They do not see the variables of the place where they are used, and
    /// those that a game need not calculate may be used in data.
    fn definitions(&mut self, definitions: &[Member]) {
        let locals = std::mem::take(&mut self.scope.locals);
        // Those with values, or variables, are used by formulas alone.
        for own in definitions.iter().filter(|own| self.names.definitions().contains_key(&own.key)) {
            self.is_data = !reads_something(&own.value);
            self.member(own);
        }
        self.scope.locals = locals;
    }

    fn member(&mut self, member: &Member) {
        let is_data = self.is_data;
        self.is_data = is_data && !CONDITIONS.contains(&member.key.as_str());
        match member.key.as_str() {
            "do" => {
                let place = place_of_script(&self.scope.locals);
                self.node(&member.value, Some(place));
            }
            _ => self.node(&member.value, None),
        }
        self.is_data = is_data;
    }

    /// Goes through a value; `script`: the place, if it is a script.
    fn node(&mut self, node: &Node, script: Option<Place>) {
        let range = node.span.start as usize..node.span.end as usize;
        // Formulas of data are calculated when the file is read; an array there is a list.
        if !self.is_data {
            let written = match self.form {
                Expressions::Formulas => self.formula(node, script),
                Expressions::Arrays => self.array(node, script),
            };
            let has_comment = || self.text.get(range.clone()).is_some_and(has_comment);
            if let Some(written) = written.filter(|_| !has_comment()) {
                return self.changes.push((range, written));
            }
        }
        match &node.kind {
            Kind::Array(entries) => entries.iter().for_each(|entry| self.node(entry, None)),
            Kind::Object(members) => {
                let outer = names_of_vars(members, self.names)
                    .map(|names| std::mem::replace(&mut self.scope.locals, names));
                let name = members.iter().find(|member| member.key == "for");
                let name = name.and_then(|member| member.value.as_string());
                let bound = self.scope.bound.len();
                self.scope.bound.extend(name);
                members.iter().for_each(|member| self.member(member));
                self.scope.bound.truncate(bound);
                if let Some(outer) = outer {
                    self.scope.locals = outer;
                }
            }
            _ => {}
        }
    }

    /// The number of blanks at the start of a line, and of the letters before a place of it.
    fn indent(&self, span: Span) -> (usize, usize) {
        let line = self.text.get(self.problems.line_start(span)..span.start as usize).unwrap_or_default();
        (line.len() - line.trim_start_matches(' ').len(), line.chars().count())
    }
}

/// Returns true if a definition reads a game or another name: what does not may be used as data.
fn reads_something(node: &Node) -> bool {
    match &node.kind {
        Kind::Text(text) => match formula_in(text) {
            Some(formula) => polymerge_formula::scan(&formula[1..])
                .iter()
                .any(|token| matches!(token.kind, TokenKind::Name(_) | TokenKind::Word(_))),
            None => text.starts_with("@") || text.starts_with("$"),
        },
        Kind::Array(entries) => entries.iter().any(reads_something),
        Kind::Object(members) => members.iter().any(|member| reads_something(&member.value)),
        _ => false,
    }
}

/// Returns true if there is a comment in a part of a file.
fn has_comment(text: &str) -> bool {
    let (mut is_text, mut before) = (false, ' ');
    for letter in text.chars() {
        match (before, letter) {
            ('/', '/' | '*') if !is_text => return true,
            ('\\', '\\') if is_text => {
                before = ' ';
                continue;
            }
            (last, '"') if !is_text || last != '\\' => is_text = !is_text,
            _ => {}
        }
        before = letter;
    }
    false
}
