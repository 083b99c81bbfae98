//! Formulas in mode files: texts that begin with `=`, compiled where names are put in.

use std::ops::Range;

use calcarray::{Text, Value, json, words};
use polymerge_formula::{
    Content, Entry, Error, Function, Local, Meaning, NoNames, Place, Unknown, compile, compile_placed,
    goes_on, is_formula, only_names,
};

use crate::expand::marks::formula_in;
use crate::expand::names::{DefinedFunction, ENTRIES, MODIFIER_VARIABLES, Names, VARIABLES};
use crate::expand::resolver::Resolver;
use crate::expand::template::evaluate;
use crate::text::nearest::nearest;
use crate::text::node::{Kind, Node, Span};

/// The key of an object that stands for a named value until the value is put in.
const DEFINITION: &str = "definition";
/// The key of an object that stands for the entries of a named list.
const SPLICE: &str = "entries";

/// Definitions that stand for one another, at most.
const MOST_NAMES: usize = 8;

/// The names that a formula sees.
pub(crate) struct Scope<'a> {
    pub names: &'a Names,
    /// Variables of the rule, look or script around it.
    pub locals: &'a [String],
    /// Names that a template gives.
    pub bound: &'a [(String, Node)],
}

impl Scope<'_> {
    fn meaning_of(&self, name: &str) -> Option<Meaning> {
        let is_bound = |name: &str| self.bound.iter().any(|(bound, _)| bound == name);
        if let Some(name) = name.strip_prefix('$') {
            let number = self.names.number(name).filter(|_| !is_bound(name));
            let value = number.map(|number| Value::Number(number as f64));
            return Some(Meaning::Definition(value.unwrap_or_else(|| placeholder(name))));
        }
        if self.locals.iter().any(|own| own == name) {
            return Some(Meaning::Local(Local::Named(name.to_owned())));
        }
        if is_bound(name) || self.names.definitions().contains_key(name) {
            return Some(Meaning::Definition(placeholder(name)));
        }
        let place = |list| self.names.place(list, name);
        place(ENTRIES)
            .map(Meaning::Entry)
            .or_else(|| place(VARIABLES).map(Meaning::Variable))
            .or_else(|| place(MODIFIER_VARIABLES).map(Meaning::ModifierVariable))
    }
}

impl polymerge_formula::Names for Scope<'_> {
    fn meaning(&self, name: &str) -> Option<Meaning> {
        let meaning = self.meaning_of(name);
        if meaning.as_ref().is_some_and(|meaning| !matches!(meaning, Meaning::Local(_))) {
            self.names.note_use(name);
        }
        meaning
    }

    fn name(&self, _: &Meaning) -> Option<String> {
        None
    }

    fn splice(&self, name: &str) -> Option<Value> {
        Some(splice_of(name))
    }

    fn spliced(&self, value: &Value) -> Option<String> {
        spliced(value)
    }

    fn taken(&self, name: &str) -> &[String] {
        self.names.taken(name)
    }

    fn formula(&self, name: &str) -> Option<String> {
        let definition = self.names.definitions().get(name)?;
        match definition.as_array() {
            Some(statements) => texts_of(statements).map(|texts| Joined::new(&texts).text),
            None => definition.as_text().and_then(formula_in),
        }
    }

    fn constant(&self, name: &str) -> Option<Value> {
        let name = name.strip_prefix('$').unwrap_or(name);
        let bound = self.bound.iter().rev().find(|(bound, _)| bound == name).map(|(_, node)| node);
        let mut node = bound.or_else(|| self.names.definitions().get(name))?;
        for _ in 0..MOST_NAMES {
            match &node.kind {
                Kind::Number(number) => return Some(Value::Number(*number)),
                Kind::Boolean(value) => return Some(Value::Boolean(*value)),
                Kind::Text(text) if text.starts_with("$") && !text.starts_with("$$") => {
                    node = self.names.definitions().get(&text.to_utf8()?[1..])?;
                }
                Kind::Text(text) => {
                    let formula = formula_in(text)?;
                    let value = compile(&formula, &NoNames).ok()?;
                    let is_plain = !matches!(value, Value::Array(_) | Value::Text(_) | Value::Object(_));
                    return is_plain.then_some(value);
                }
                _ => return None,
            }
        }
        None
    }

    fn sets_variables(&self, name: &str) -> bool {
        let Some(formula) = self.formula(name) else { return false };
        self.names.taken(name).iter().any(|variable| polymerge_formula::sets(&formula, variable))
    }

    fn direction(&self, name: &str) -> Option<usize> {
        let is_it = |known: &Option<&str>| known.is_some_and(|known| known.replace('-', "_") == name);
        self.names.directions.as_ref()?.iter().position(is_it).map(|place| place + 1)
    }

    fn directions(&self) -> Option<usize> {
        self.names.directions.as_ref().map(Vec::len)
    }

    fn function(&self, name: &str) -> Option<Function> {
        let DefinedFunction { parameters, taken, formula } = self.names.functions().get(name)?;
        let body = formula.as_text().and_then(formula_in)?;
        Some(Function { parameters: parameters.clone(), taken: taken.clone(), body })
    }
}

/// A value that stands for a named one.
pub(crate) fn placeholder(name: &str) -> Value {
    standing_for(DEFINITION, name)
}

/// A value that stands for the entries of a named list.
pub(crate) fn splice_of(name: &str) -> Value {
    standing_for(SPLICE, name)
}

fn standing_for(what: &str, name: &str) -> Value {
    Value::Object(json::Object::new(vec![(what.into(), Value::text(name))]).into())
}

/// The name of the list whose entries a value stands for.
pub(crate) fn spliced(value: &Value) -> Option<String> {
    named_by(value, SPLICE)
}

/// The name that a placeholder stands for.
pub(crate) fn named(value: &Value) -> Option<String> {
    named_by(value, DEFINITION)
}

fn named_by(value: &Value, what: &str) -> Option<String> {
    match value {
        Value::Object(object) => match object.members() {
            [(key, Value::Text(name))] if key.is(what) => name.to_utf8(),
            _ => None,
        },
        _ => None,
    }
}

/// The text of a statement, which may be empty.
fn statement_in(text: &Text) -> Option<String> {
    let is_empty = text.to_utf8().is_some_and(|text| text.trim() == "=");
    if is_empty { Some("=".to_owned()) } else { formula_in(text) }
}

/// Formulas of a list as one.
pub(crate) struct Joined {
    /// The formula.
    pub text: String,
    /// The place of each in it.
    pub starts: Vec<usize>,
}

impl Joined {
    pub fn new(texts: &[String]) -> Joined {
        let mut joined = Joined { text: String::from("="), starts: Vec::new() };
        for text in texts {
            joined.starts.push(joined.text.len());
            joined.text.push_str(&text[1..]);
            joined.text.push_str(" ;");
        }
        joined
    }
}

/// The place of a list of formulas that are one: the first goes on from a value, or only names one.
pub(crate) fn place_of_several(statements: &[Node]) -> Option<Place> {
    let first = statement_in(statements.first()?.as_text()?)?;
    match (goes_on(&first), only_names(&first)) {
        (true, _) => Some(Place::Steps),
        (false, true) => Some(Place::Expression),
        _ => None,
    }
}

/// The place of a single formula.
pub(crate) fn place_of(text: &str) -> Place {
    match goes_on(text) {
        true => Place::Steps,
        false => Place::Expression,
    }
}

/// The place of the formulas of a script: without variables of its own, it is a line with nothing
/// before it.
pub(crate) fn place_of_script(locals: &[String]) -> Place {
    match locals.is_empty() {
        true => Place::Bare,
        false => Place::Script,
    }
}

/// The texts of a list of formulas.
pub(crate) fn texts_of(statements: &[Node]) -> Option<Vec<String>> {
    let texts: Option<Vec<String>> =
        statements.iter().map(|node| node.as_text().and_then(statement_in)).collect();
    texts.filter(|texts| texts.iter().any(|text| is_formula(text)))
}

impl Resolver<'_> {
    /// The value of a formula; its steps, if it goes on from a value.
    pub fn formula(&mut self, text: &str, span: Span) -> Kind {
        self.compiled(text, place_of(text), &|range| within(span, text, range))
    }

    /// The value of a script: formulas, one statement or more in each.
    pub fn script(&mut self, statements: &[Node]) -> Option<Kind> {
        Some(self.joined(&texts_of(statements)?, statements, place_of_script(&self.locals)))
    }

    /// The value of a list of formulas that are one.
    pub fn several(&mut self, statements: &[Node]) -> Option<Kind> {
        let place = place_of_several(statements)?;
        Some(self.joined(&texts_of(statements)?, statements, place))
    }

    /// The value of formulas that are one formula.
    fn joined(&mut self, texts: &[String], statements: &[Node], place: Place) -> Kind {
        let Joined { text, starts } = Joined::new(texts);
        let at = |range: Range<usize>| {
            let which = starts.partition_point(|start| *start <= range.start).saturating_sub(1);
            let (text, node) = (&texts[which], &statements[which]);
            let inside = |at: usize| (at + 1).saturating_sub(starts[which]).min(text.len());
            within(node.span, text, inside(range.start)..inside(range.end))
        };
        self.compiled(&text, place, &at)
    }

    fn compiled(&mut self, text: &str, place: Place, at: &dyn Fn(Range<usize>) -> Span) -> Kind {
        let scope = Scope { names: self.names, locals: &self.locals, bound: &self.bound };
        match compile_placed(text, &scope, place) {
            Ok((entry, doubts)) => {
                for doubt in doubts {
                    let warning = self.problems.warning("doubt", at(doubt.span.clone()), doubt.message);
                    warning.help(doubt.help);
                }
                let is_data = std::mem::replace(&mut self.is_data, false);
                let compiled = self.node_of(&entry, at(0..text.len()), at);
                self.is_data = is_data;
                match is_data && place != Place::Steps {
                    true => self.calculated(compiled),
                    false => compiled.kind,
                }
            }
            Err(error) => {
                self.report(&error, at(error.span.clone()));
                Kind::Unknown
            }
        }
    }

    /// The value of a formula in a place where no game calculates.
    fn calculated(&mut self, compiled: Node) -> Kind {
        if compiled.has_unknown() {
            return Kind::Unknown;
        }
        let why = match reads_game(&compiled) {
            true => "it reads the game".to_owned(),
            false => match evaluate(&compiled, self.limits, self.budget) {
                Ok(value) => return Node::from_value(&value).kind,
                Err(why) => why,
            },
        };
        let message = format!("this value is calculated before there is a game: {why}");
        self.problems
            .error("compute", compiled.span, message)
            .help("a script on \"RestartMode\" sets variables when a game begins: \"= x = …\"");
        Kind::Unknown
    }

    fn report(&mut self, error: &Error, span: Span) {
        let unknown = error.unknown.as_ref().map(Unknown::name);
        let meant = unknown.and_then(|name| {
            let lists = [&self.names.entries, &self.names.variables, &self.names.modifier_variables];
            let own = lists.into_iter().flatten().chain(&self.locals).map(String::as_str);
            let defined =
                self.names.definitions().keys().chain(self.names.functions().keys()).map(String::as_str);
            let known = polymerge_formula::words().map(|word| -> &str { word });
            let directions = self.names.directions.iter().flatten().flatten().copied();
            // Much is similar to a name of two letters.
            let directions = directions.filter(|direction| direction.len() > 2);
            let all = own.chain(defined).chain(known).chain(directions);
            nearest(name, all.take(MOST_COMPARED)).map(|meant| meant.replace('-', "_"))
        });
        let help = match (meant, error.help.as_str()) {
            (Some(meant), _) => format!("did you mean `{meant}`?"),
            (None, "") if error.unknown.is_some() => match self.open.last() {
                Some(definition) => format!(
                    "if it is a variable of the place where `{definition}` is used: \"{definition}[{}]\"",
                    unknown.unwrap_or_default()
                ),
                None => "entries of \"tile\", \"variables\", \"vars\" and \"define\" have names".to_owned(),
            },
            (None, help) => help.to_owned(),
        };
        let code = match error.unknown {
            None => "formula",
            Some(Unknown::Name(_)) => "name",
            Some(Unknown::Operator(_)) => "unknown-operator",
        };
        let entry = self.problems.error(code, span, error.message.clone());
        if !help.is_empty() {
            entry.help(help);
        }
    }

    /// The tree of a compiled formula, with the named values in it.
    fn node_of(&mut self, entry: &Entry, around: Span, at: &dyn Fn(Range<usize>) -> Span) -> Node {
        if *self.budget == 0 {
            return self.too_large(around);
        }
        *self.budget -= 1;
        let span = if entry.span.is_empty() { around } else { at(entry.span.clone()) };
        let kind = match &entry.content {
            Content::List(entries) => {
                let mut nodes = Vec::with_capacity(entries.len());
                for entry in entries {
                    let steps = match &entry.content {
                        Content::Value(value) => spliced(value),
                        Content::List(_) => None,
                    };
                    match steps {
                        Some(name) => self.spliced_into(&name, at(entry.span.clone()), &mut nodes),
                        None => nodes.push(self.node_of(entry, span, at)),
                    }
                }
                Kind::Array(nodes)
            }
            Content::Value(value @ Value::Object(_)) => match named(value) {
                Some(name) => return self.value_of(&name, span),
                None => Node::from_value(value).kind,
            },
            // Names of entries and variables may stand in words.
            Content::Value(Value::Text(text)) if text.starts_with("@") => self.text(text, span),
            Content::Value(value) => Node::from_value(value).kind,
        };
        Node::new(span, kind)
    }
}

/// Returns true if a word in an expression stands for something of a game.
fn reads_game(node: &Node) -> bool {
    match &node.kind {
        Kind::Array(entries) => entries.iter().any(reads_game),
        Kind::Text(text) => {
            let text = text.to_string_lossy();
            let head = text.split(' ').next().unwrap_or_default();
            head != "@Var" && words::find(head).is_some()
        }
        _ => false,
    }
}

/// The number of names that are compared with a misspelt one, at most.
const MOST_COMPARED: usize = 5_000;

/// The place of a part of a text; of the whole text, if some of its characters are escaped in the
/// file, so that they can't be counted.
fn within(span: Span, text: &str, range: Range<usize>) -> Span {
    let is_plain = (span.end - span.start) as usize == text.len() + 2;
    match is_plain {
        true => {
            let start = span.start + 1;
            let end = (start + range.end as u32).max(start + range.start as u32 + 1).min(span.end);
            Span { file: span.file, start: (start + range.start as u32).min(end), end }
        }
        false => span,
    }
}
