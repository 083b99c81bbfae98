//! The names of a file that is written again: numbers stand for them while an expression is looked at.

use std::collections::{HashMap, HashSet};

use calcarray::{Text, Value, json};
use polymerge_formula::{Function, Local, Meaning, TokenKind};

use crate::expand::formula::{Scope as FileScope, named, placeholder, splice_of, spliced};
use crate::expand::marks::{formula_in, needs_escape};
use crate::expand::names::{Names, OF_TILES, is_name};
use crate::text::node::{Kind, Member, Node, Span};

/// Numbers that stand for names while an expression is looked at. Which number a name has depends on
/// the file that is played, and no file has so many.
const ENTRY: usize = 2_110_000_000;
const VARIABLE: usize = 2_120_000_000;
const MODIFIER_VARIABLE: usize = 2_130_000_000;
/// The first number after those.
const END: usize = 2_140_000_000;

/// Returns true if a number stands for a name; a file that holds one itself is left as it is there.
fn is_of_name(number: f64) -> bool {
    (ENTRY as f64..END as f64).contains(&number)
}

/// Returns true if a text has a number that stands for a name.
pub fn has_number_of_name(text: &str) -> bool {
    let mut numbers = text.split(|next: char| !next.is_ascii_digit());
    numbers.any(|digits| digits.parse().is_ok_and(is_of_name))
        || polymerge_formula::scan(text.strip_prefix('=').unwrap_or(text)).iter().any(
            |token| matches!(token.kind, TokenKind::Constant(Value::Number(number)) if is_of_name(number)),
        )
}

/// Names in their order, with the place of each.
#[derive(Default)]
struct List {
    names: Vec<String>,
    places: HashMap<String, usize>,
}

impl List {
    fn of(names: &[String]) -> List {
        let mut list = List::default();
        for name in names {
            list.places.entry(name.clone()).or_insert(list.names.len());
            list.names.push(name.clone());
        }
        list
    }

    fn add(&mut self, name: &str) {
        if !self.places.contains_key(name) {
            self.places.insert(name.to_owned(), self.names.len());
            self.names.push(name.to_owned());
        }
    }
}

/// The names of a file.
pub struct Scope<'a> {
    names: &'a Names,
    entries: List,
    variables: List,
    modifier_variables: List,
    /// Names after `$` that are none of these.
    definitions: HashSet<String>,
    /// Variables of the rule, look or script around a place.
    pub locals: Vec<String>,
    /// Names that the templates around a place give.
    pub bound: Vec<String>,
}

impl Scope<'_> {
    /// The names of a file: those that it declares, and those that it uses. Settings are named
    /// values, too.
    pub fn of<'a>(names: &'a Names, settings: Vec<String>, members: &[Member]) -> Scope<'a> {
        let mut scope = Scope {
            names,
            entries: List::of(&names.entries),
            variables: List::of(&names.variables),
            modifier_variables: List::of(&names.modifier_variables),
            definitions: names.definitions().keys().cloned().chain(settings).collect(),
            locals: Vec::new(),
            bound: Vec::new(),
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
                    let name = pair[1].as_string();
                    let name = name.as_deref().and_then(|name| name.strip_prefix('$'));
                    name.filter(|name| is_name(name)).into_iter().for_each(|name| list.add(name));
                }
                entries.iter().for_each(|entry| self.use_in(entry));
            }
            Kind::Object(members) => {
                members.iter().for_each(|member| self.use_in(&member.value));
            }
            Kind::Text(text) => {
                let text = text.to_string_lossy();
                let Some((list, name)) = named_part(&text) else { return };
                let list = match list {
                    ENTRY => &mut self.entries,
                    VARIABLE => &mut self.variables,
                    _ => &mut self.modifier_variables,
                };
                list.add(name);
            }
            _ => {}
        }
    }

    /// The names of the file and of those that it extends, as its formulas see them.
    fn of_file(&self) -> FileScope<'_> {
        FileScope { names: self.names, locals: &self.locals, bound: &[] }
    }

    fn lists(&self) -> [(usize, &List); 3] {
        [(ENTRY, &self.entries), (VARIABLE, &self.variables), (MODIFIER_VARIABLE, &self.modifier_variables)]
    }

    /// The number that stands for a name.
    fn number(&self, list: usize, name: &str) -> Option<usize> {
        let (first, names) = self.lists().into_iter().find(|(first, _)| *first == list)?;
        names.places.get(name).map(|place| first + place)
    }

    /// Returns true if a name is that of a value: a definition, a setting, the value of a template.
    fn is_value(&self, name: &str) -> bool {
        self.bound.iter().any(|own| own == name) || self.definitions.contains(name)
    }

    /// The value of a list with numbers for names. `None` if it holds what formulas can't.
    pub fn value(&self, node: &Node) -> Option<Value> {
        match &node.kind {
            Kind::Array(entries) => {
                let entries: Option<Vec<Value>> = entries.iter().map(|entry| self.value(entry)).collect();
                entries.map(Value::array)
            }
            Kind::Object(_) | Kind::Unknown | Kind::UnknownEntries => None,
            Kind::Text(text) => self.text(text),
            Kind::Number(number) if is_of_name(*number) => None,
            _ => node.to_value().ok(),
        }
    }

    fn text(&self, text: &Text) -> Option<Value> {
        if formula_in(text).is_some() {
            return None;
        }
        if text.starts_with("$$") || needs_escape(text) {
            return Some(Value::Text(Text::from_units(&text.units()[1..])));
        }
        if text.starts_with("$") {
            let written = text.to_utf8()?;
            let name = written[1..].to_owned();
            if let Some(name) = name.strip_suffix("...").filter(|name| is_name(name)) {
                return Some(splice_of(name));
            }
            let number = self.lists().into_iter().find_map(|(list, _)| self.number(list, &name));
            return match number.filter(|_| !self.is_value(&name)) {
                Some(number) => Some(Value::Number(number as f64)),
                None => is_name(&name).then(|| placeholder(&name)),
            };
        }
        let Some(written) = text.to_utf8().filter(|text| text.starts_with('@')) else {
            return Some(Value::Text(text.clone()));
        };
        if written.contains(" $") || has_number_of_name(&written) {
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

impl Scope<'_> {
    /// The tree of a value with names for the numbers that stand for them. `None` if a name would
    /// mean another thing.
    pub fn node(&self, value: &Value) -> Option<Node> {
        let text = |text: &str| Node::text(Span::default(), text);
        Some(match value {
            Value::Array(entries) => {
                let entries: Option<Vec<Node>> =
                    entries.entries().iter().map(|entry| self.node(entry)).collect();
                Node::array(Span::default(), entries?)
            }
            Value::Object(_) => match (named(value), spliced(value)) {
                (Some(name), _) => text(&format!("${name}")),
                (None, Some(name)) => text(&format!("${name}...")),
                (None, None) => return None,
            },
            Value::Number(number) => match self.named(*number as usize).filter(|_| is_of_name(*number)) {
                Some((list, name)) => {
                    let is_clear = !self.is_value(name)
                        && [VARIABLE, ENTRY, MODIFIER_VARIABLE]
                            .into_iter()
                            .find(|list| self.number(*list, name).is_some())
                            == Some(list);
                    is_clear.then(|| text(&format!("${name}")))?
                }
                None => Node::from_value(value),
            },
            Value::Text(word) if word.starts_with("@") => {
                let written = word.to_utf8()?;
                let part = |part: &str| match part.parse().ok().and_then(|number| self.named(number)) {
                    Some((_, name)) => name.to_owned(),
                    None => part.to_owned(),
                };
                text(&written.split(' ').map(part).collect::<Vec<_>>().join(" "))
            }
            Value::Text(plain) if plain.starts_with("$") => text(&format!("${}", plain.to_utf8()?)),
            Value::Text(plain) if needs_escape(plain) => text(&format!("={}", plain.to_utf8()?)),
            _ => Node::from_value(value),
        })
    }

    /// The list and the name that a number stands for.
    fn named(&self, number: usize) -> Option<(usize, &str)> {
        let list = [MODIFIER_VARIABLE, VARIABLE, ENTRY].into_iter().find(|first| *first <= number)?;
        let (_, names) = self.lists().into_iter().find(|(first, _)| *first == list)?;
        names.names.get(number - list).map(|name| (list, name.as_str()))
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

impl polymerge_formula::Names for Scope<'_> {
    fn meaning(&self, name: &str) -> Option<Meaning> {
        if let Some(name) = name.strip_prefix('$') {
            return Some(Meaning::Definition(placeholder(name)));
        }
        if self.locals.iter().any(|own| own == name) {
            return Some(Meaning::Local(Local::Named(name.to_owned())));
        }
        if self.is_value(name) {
            return Some(Meaning::Definition(placeholder(name)));
        }
        let number = |list| self.number(list, name);
        number(ENTRY)
            .map(Meaning::Entry)
            .or_else(|| number(VARIABLE).map(Meaning::Variable))
            .or_else(|| number(MODIFIER_VARIABLE).map(Meaning::ModifierVariable))
    }

    fn name(&self, meaning: &Meaning) -> Option<String> {
        let of = |list: &List, number: usize, first: usize| {
            number.checked_sub(first).and_then(|place| list.names.get(place)).cloned()
        };
        let name = match meaning {
            Meaning::Entry(number) => of(&self.entries, *number, ENTRY),
            Meaning::Variable(number) => of(&self.variables, *number, VARIABLE),
            Meaning::ModifierVariable(number) => of(&self.modifier_variables, *number, MODIFIER_VARIABLE),
            Meaning::Local(Local::Named(name)) => self.locals.iter().find(|own| *own == name).cloned(),
            Meaning::Local(Local::Number(_)) => None,
            Meaning::Definition(value) => named(value),
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

    fn taken(&self, name: &str) -> &[String] {
        self.names.taken(name)
    }

    fn formula(&self, name: &str) -> Option<String> {
        self.of_file().formula(name)
    }

    fn constant(&self, name: &str) -> Option<Value> {
        self.of_file().constant(name)
    }

    fn sets_variables(&self, name: &str) -> bool {
        self.of_file().sets_variables(name)
    }

    fn function(&self, name: &str) -> Option<Function> {
        self.of_file().function(name)
    }

    fn direction(&self, name: &str) -> Option<usize> {
        self.of_file().direction(name)
    }

    fn directions(&self) -> Option<usize> {
        self.of_file().directions()
    }

    fn is_hexagonal(&self) -> bool {
        self.of_file().is_hexagonal()
    }
}
