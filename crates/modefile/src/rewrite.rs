//! Mode files with lists rewritten as formulas; comments and layout stay.

use std::collections::HashSet;

use calcarray::{json, ops, Text, Value};
use polymerge_formula::{show_at, show_lines_at, Local, Meaning, Place};

use crate::expand::formula::{formula_in, placeholder, splice_of, spliced};
use crate::expand::inherit;
use crate::expand::naming::{is_name, names_of_vars, Names, OF_TILES};
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
    let mut problems = Problems::default();
    let Some(mut members) = inherit::load(file, source, options, &mut problems) else { return Err(problems) };
    let names = Names::take(&mut members, &mut Problems::default());
    let text = decode(&file.bytes, options.bytes).unwrap_or_default();
    let mut values = options.values;
    let node = jsonc::read(text, 0, options.depth, &mut values, &mut problems);
    let Some(Node { kind: Kind::Object(members), .. }) = node else { return Err(problems) };
    let mut rewriter =
        Rewriter { names: &names, scope: Scope::of(&names, &members), text, changes: Vec::new() };
    for member in &members {
        if !table::MODE.find(&member.key).is_some_and(|key| key.is_literal) {
            rewriter.member(member);
        }
    }
    let mut rewritten = text.to_owned();
    for (range, written) in rewriter.changes.into_iter().rev() {
        rewritten.replace_range(range, &written);
    }
    Ok(rewritten)
}

/// Numbers that stand for names while a list is looked at. Which number a name has depends on the
/// file that is played, and no file has so many.
const ENTRY: usize = 1_000_000;
const VARIABLE: usize = 2_000_000;
const MODIFIER_VARIABLE: usize = 3_000_000;

/// The names of a file.
struct Scope {
    entries: Vec<String>,
    variables: Vec<String>,
    modifier_variables: Vec<String>,
    /// Names after `$` that are none of these.
    definitions: HashSet<String>,
    locals: Vec<String>,
}

impl Scope {
    /// The names of a file: those that it declares, and those that it uses.
    fn of(names: &Names, members: &[Member]) -> Scope {
        let mut scope = Scope {
            entries: names.entries.clone(),
            variables: names.variables.clone(),
            modifier_variables: names.modifier_variables.clone(),
            definitions: names.definitions().keys().cloned().collect(),
            locals: Vec::new(),
        };
        members.iter().for_each(|member| scope.use_in(&member.value));
        scope
    }

    /// Notes the names in a value. Files that are there to be extended use names of others.
    fn use_in(&mut self, node: &Node) {
        match &node.kind {
            Kind::Array(entries) => {
                for pair in entries.windows(2) {
                    let list = match &pair[0] {
                        word if word.is_word("@edit_gvar") => &mut self.variables,
                        word if word.is_word("@edit_mvar") => &mut self.modifier_variables,
                        _ => continue,
                    };
                    let name = pair[1].as_string().and_then(|name| name.strip_prefix('$').map(str::to_owned));
                    list.extend(name.filter(|name| is_name(name) && !list.contains(name)));
                }
                entries.iter().for_each(|entry| self.use_in(entry));
            }
            Kind::Object(members) => {
                for member in members {
                    // Templates and settings give names, too.
                    if matches!(member.key.as_str(), "for" | "name") {
                        let names = member.value.as_array().unwrap_or(std::slice::from_ref(&member.value));
                        self.definitions.extend(names.iter().filter_map(Node::as_string));
                    }
                    self.use_in(&member.value);
                }
            }
            Kind::Text(text) => {
                let text = text.to_string_lossy();
                let Some((list, name)) = named_part(&text) else { return };
                let list = match list {
                    ENTRY => &mut self.entries,
                    VARIABLE => &mut self.variables,
                    _ => &mut self.modifier_variables,
                };
                if !list.iter().any(|own| own == name) {
                    list.push(name.to_owned());
                }
            }
            _ => {}
        }
    }

    fn lists(&self) -> [(usize, &Vec<String>); 3] {
        [(ENTRY, &self.entries), (VARIABLE, &self.variables), (MODIFIER_VARIABLE, &self.modifier_variables)]
    }

    /// The number that stands for a name.
    fn number(&self, list: usize, name: &str) -> Option<usize> {
        let (first, names) = self.lists().into_iter().find(|(first, _)| *first == list)?;
        names.iter().position(|own| own == name).map(|place| first + place)
    }

    /// The value of a list with numbers for names. `None` if it holds what formulas can't.
    fn value(&self, node: &Node) -> Option<Value> {
        match &node.kind {
            Kind::Array(entries) => {
                let entries: Option<Vec<Value>> = entries.iter().map(|entry| self.value(entry)).collect();
                entries.map(Value::array)
            }
            Kind::Object(_) | Kind::Unknown | Kind::UnknownEntries => None,
            Kind::Text(text) => self.text(text),
            _ => node.to_value().ok(),
        }
    }

    fn text(&self, text: &Text) -> Option<Value> {
        if formula_in(text).is_some() {
            return None;
        }
        if text.starts_with("$$") {
            return Some(Value::Text(Text::from_units(&text.units()[1..])));
        }
        if text.starts_with("$") {
            let written = text.to_utf8()?;
            let name = written[1..].to_owned();
            if let Some(name) = name.strip_suffix("...").filter(|name| is_name(name)) {
                return Some(splice_of(name));
            }
            let number = self.lists().into_iter().find_map(|(list, _)| self.number(list, &name));
            return match number.filter(|_| !self.definitions.contains(&name)) {
                Some(number) => Some(Value::Number(number as f64)),
                None => is_name(&name).then(|| placeholder(&name)),
            };
        }
        let Some(written) = text.to_utf8().filter(|text| text.starts_with('@')) else {
            return Some(Value::Text(text.clone()));
        };
        if written.contains(" $") {
            return None;
        }
        if let Some((list, name)) = named_part(&written) {
            let number = self.number(list, name)?.to_string();
            let parts = written.split(' ').map(|part| if part == name { number.as_str() } else { part });
            return Some(Value::text(parts.collect::<Vec<_>>().join(" ").as_str()));
        }
        json::special(text.clone(), &Default::default()).ok()
    }
}

/// The list of names that a part of a word belongs to, and this part.
fn named_part(text: &str) -> Option<(usize, &str)> {
    let parts: Vec<&str> = text.split(' ').collect();
    let (list, place) = match *parts.first()? {
        "@GVar" => (VARIABLE, 1),
        "@MVar" => (MODIFIER_VARIABLE, 1),
        head if OF_TILES.contains(&head) => {
            let own = parts.iter().position(|part| part.starts_with("@From")).unwrap_or(parts.len());
            (ENTRY, own - 1)
        }
        _ => return None,
    };
    let name = *parts.get(place).filter(|part| place > 0 && is_name(part))?;
    Some((list, name))
}

impl polymerge_formula::Names for Scope {
    fn meaning(&self, name: &str) -> Option<Meaning> {
        if let Some(name) = name.strip_prefix('$') {
            return Some(Meaning::Definition(placeholder(name)));
        }
        if self.locals.iter().any(|own| own == name) {
            return Some(Meaning::Local(Local::Named(name.to_owned())));
        }
        if self.definitions.contains(name) {
            return Some(Meaning::Definition(placeholder(name)));
        }
        let number = |list| self.number(list, name);
        number(ENTRY)
            .map(Meaning::Entry)
            .or_else(|| number(VARIABLE).map(Meaning::Variable))
            .or_else(|| number(MODIFIER_VARIABLE).map(Meaning::ModifierVariable))
    }

    fn name(&self, meaning: &Meaning) -> Option<String> {
        let of = |list: &[String], number: usize, first: usize| {
            number.checked_sub(first).and_then(|place| list.get(place)).cloned()
        };
        let name = match meaning {
            Meaning::Entry(number) => of(&self.entries, *number, ENTRY),
            Meaning::Variable(number) => of(&self.variables, *number, VARIABLE),
            Meaning::ModifierVariable(number) => of(&self.modifier_variables, *number, MODIFIER_VARIABLE),
            Meaning::Local(Local::Named(name)) => self.locals.iter().find(|own| *own == name).cloned(),
            Meaning::Local(Local::Number(_)) => None,
            Meaning::Definition(value) => crate::expand::formula::named(value),
        }?;
        // Another thing of the same name may be nearer.
        match self.meaning(&name) {
            Some(found) if found == *meaning => Some(name),
            _ if matches!(meaning, Meaning::Definition(_)) => Some(format!("${name}")),
            _ => None,
        }
    }

    fn splice(&self, name: &str) -> Option<Value> {
        Some(splice_of(name))
    }

    fn spliced(&self, value: &Value) -> Option<String> {
        spliced(value)
    }

    fn entry(&self, number: usize) -> Option<String> {
        self.name(&Meaning::Entry(number))
    }
}

struct Rewriter<'a> {
    names: &'a Names,
    scope: Scope,
    text: &'a str,
    /// The replacements: a range of the text, and what it becomes; in order.
    changes: Vec<(std::ops::Range<usize>, String)>,
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

/// Returns true if a number is left that only stands for a name.
fn has_number_of_name(text: &str) -> bool {
    let mut numbers = text.split(|next: char| !next.is_ascii_digit());
    numbers.any(|digits| digits.len() == 7 && digits[1..].starts_with("000"))
}
