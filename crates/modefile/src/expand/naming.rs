//! Names that an author gives and that are gone after reading: expressions of
//! `define`, entries of tiles, game variables.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use calcarray::Text;

use crate::expand::formula::{formula_in, needs_escape};
use crate::expand::template;
use crate::text::nearest::{nearest, suggestion};
use crate::text::node::{Kind, Member, Node, Span};
use crate::text::options::ReadOptions;
use crate::text::problem::Problems;

/// A definition with values.
pub(crate) struct DefinedFunction {
    /// The names of the values.
    pub parameters: Vec<String>,
    /// The variables that it takes from the place where it is used.
    pub taken: Vec<String>,
    pub formula: Node,
}

/// The names of a mode file.
#[derive(Default)]
pub(crate) struct Names {
    definitions: HashMap<String, Node>,
    /// The variables that definitions take from the place where they are used.
    taken: HashMap<String, Vec<String>>,
    /// Definitions with values.
    functions: HashMap<String, DefinedFunction>,
    /// Names of tile entries in order; empty if they have none.
    pub entries: Vec<String>,
    /// Names of the game variables in order; empty if they have none.
    pub variables: Vec<String>,
    /// Names of the modifier variables in order; empty if they have none.
    pub modifier_variables: Vec<String>,
    /// Names that every formula has already, with the places where this file gives them.
    hiding: Vec<(String, Span)>,
    /// The names among them that formulas use.
    used: RefCell<HashSet<String>>,
    /// The names of the directions in order, if it is known which there are.
    pub directions: Option<Vec<Option<&'static str>>>,
    /// The places of the names in these three lists.
    places: [HashMap<String, usize>; 3],
}

/// The lists of names, as indices of [`Names::places`].
pub(crate) const VARIABLES: usize = 0;
pub(crate) const ENTRIES: usize = 1;
pub(crate) const MODIFIER_VARIABLES: usize = 2;

/// A tile has no more entries than this.
pub(crate) const MOST_ENTRIES: usize = 64;

/// The first place of each name of a list.
pub(crate) fn places(names: &[String]) -> HashMap<String, usize> {
    let mut places = HashMap::with_capacity(names.len());
    for (place, name) in names.iter().enumerate() {
        places.entry(name.clone()).or_insert(place);
    }
    places
}

/// The special strings whose last part may be a tile entry.
pub const OF_TILES: &[&str] = &["@This", "@Next", "@NextNE", "@NextFull", "@Relative", "@Grid", "@DiscTiles"];

impl Names {
    /// Takes the names out of the top level of a file: `define` is removed,
    /// `tile` and the variables are only looked at.
    pub fn take(members: &mut Vec<Member>, problems: &mut Problems) -> Names {
        let mut names = Names::default();
        if let Some(place) = members.iter().position(|member| member.key == "define") {
            let define = members.remove(place).value;
            match define.kind {
                Kind::Object(definitions) => {
                    for member in definitions {
                        if is_name(&member.key) {
                            names.note_word(&member.key, member.key_span);
                            names.definitions.insert(member.key, member.value);
                        } else if let (Some((name, parameters)), Some(taken)) =
                            (signature(&member.key), taken_by_function(&member.key))
                        {
                            let name = name.to_owned();
                            let function = DefinedFunction { parameters, taken, formula: member.value };
                            names.functions.insert(name, function);
                        } else if let Some((name, variables)) = taking(&member.key) {
                            names.note_word(name, member.key_span);
                            names.definitions.insert(name.to_owned(), member.value);
                            names.taken.insert(name.to_owned(), variables);
                        } else {
                            bad_name(&member.key, member.key_span, problems);
                        }
                    }
                }
                _ => {
                    let message = format!("\"define\" is an object of named values, not {}", define.noun());
                    problems.error("wrong-type", define.span, message);
                }
            }
        }
        for member in members.iter() {
            match (member.key.as_str(), &member.value.kind) {
                ("tile", Kind::Array(entries)) => names.take_entries(entries, member.value.span, problems),
                ("variables", Kind::Object(variables)) => {
                    names.variables = names.keys(variables, problems);
                }
                ("modifier_variables", Kind::Object(variables)) => {
                    names.modifier_variables = names.keys(variables, problems);
                }
                _ => {}
            }
        }
        if !members.iter().any(|member| member.key == "tile") {
            names.entries = vec!["value".to_owned()];
        }
        names.places = [&names.variables, &names.entries, &names.modifier_variables].map(|list| places(list));
        names
    }

    /// The names of the entries of a tile.
    fn take_entries(&mut self, entries: &[Node], span: Span, problems: &mut Problems) {
        if entries.len() > MOST_ENTRIES {
            let message = format!("a tile has {MOST_ENTRIES} entries at most, not {}", entries.len());
            problems.error("tile", span, message);
        }
        for entry in entries.iter().take(MOST_ENTRIES) {
            let name = entry.as_string().unwrap_or_default();
            match entry.as_string() {
                None => {
                    let message = format!("the name of an entry is expected here, not {}", entry.seen());
                    problems.error("wrong-type", entry.span, message);
                }
                Some(name) if self.entries.contains(&name) => {
                    problems.error("name", entry.span, format!("there are two entries `{name}`"));
                }
                Some(name) => self.check(&name, entry.span, problems),
            }
            self.entries.push(name);
        }
    }

    /// The definitions with values.
    pub fn functions(&self) -> &HashMap<String, DefinedFunction> {
        &self.functions
    }

    /// The variables that a definition takes from the place where it is used.
    pub fn taken(&self, name: &str) -> &[String] {
        self.taken.get(name).map_or(&[], Vec::as_slice)
    }

    /// The named expressions.
    pub fn definitions(&self) -> &HashMap<String, Node> {
        &self.definitions
    }

    /// Adds a definition.
    pub fn define(&mut self, name: &str, value: Node) {
        self.definitions.insert(name.to_owned(), value);
    }

    fn keys(&mut self, members: &[Member], problems: &mut Problems) -> Vec<String> {
        let mut keys = Vec::new();
        for member in members {
            self.check(&member.key, member.key_span, problems);
            keys.push(member.key.clone());
        }
        keys
    }

    /// Notes where a name is given that every formula has already.
    fn note_word(&mut self, name: &str, span: Span) {
        if polymerge_formula::is_word(name) {
            self.hiding.push((name.to_owned(), span));
        }
    }

    /// Warns of names that hide one which every formula has, where a formula uses them. Variables of
    /// a rule, look or script, as those of a `let`, stand beside what uses them.
    pub fn check_hidden(&self, problems: &mut Problems) {
        let used = self.used.borrow();
        for (name, span) in self.hiding.iter().filter(|(name, _)| used.contains(name)) {
            let message = format!("`{name}` hides what every formula knows by this name");
            let help = match polymerge_formula::word(name).map(|word| word.split_once(' ').ok_or(word)) {
                Some(Err(word)) => format!("rename it; {word} is always the other"),
                Some(Ok((word, number))) => format!("rename it; {word}({number}) is always the other"),
                None => "rename it".to_owned(),
            };
            problems.warning("doubt", *span, message).help(help);
        }
    }

    /// Notes that a formula uses a name of the author.
    pub fn note_use(&self, name: &str) {
        if polymerge_formula::is_word(name) {
            self.used.borrow_mut().insert(name.to_owned());
        }
    }

    /// A name must be usable, and must not be a definition too.
    fn check(&mut self, name: &str, span: Span, problems: &mut Problems) {
        if !is_name(name) {
            bad_name(name, span, problems);
        }
        self.note_word(name, span);
        if self.definitions.contains_key(name) {
            problems
                .error("name", span, format!("`{name}` is also a name of \"define\""))
                .help(format!("`${name}` could mean either; rename one of them"));
        }
    }

    /// Finds mistakes in the definitions with values, whether or not they are used.
    pub fn check_functions(&self, budget: &mut usize, options: &ReadOptions, problems: &mut Problems) {
        let mut functions: Vec<_> = self.functions.iter().collect();
        functions.sort_by_key(|(_, function)| (function.formula.span.file, function.formula.span.start));
        for (name, DefinedFunction { parameters, taken, formula: node }) in functions {
            if polymerge_formula::is_function(name) {
                let message = format!("`{name}` is a function that every formula has");
                problems.error("name", node.span, message).help("give it another name");
            }
            let (depth, limits) = (options.depth, &options.game.evaluation);
            let (open, bound) = (Vec::new(), Vec::new());
            let locals = [parameters.as_slice(), taken].concat();
            let is_data = false;
            let mut resolver =
                Resolver { names: self, budget, depth, limits, problems, open, bound, locals, is_data };
            match node.as_text().and_then(formula_in) {
                Some(formula) => _ = resolver.formula(&formula, node.span),
                None => {
                    let message = format!("a definition with values is a formula, not {}", node.noun());
                    problems.error("wrong-type", node.span, message).help("write \"half(x)\": \"= x / 2\"");
                }
            }
        }
    }

    /// Puts the named expressions and the numbers of named things into a
    /// value. `budget` bounds how many values that may make. Formulas of data are calculated.
    pub fn resolve(
        &self,
        node: &Node,
        is_data: bool,
        budget: &mut usize,
        options: &ReadOptions,
        problems: &mut Problems,
    ) -> Node {
        let (depth, limits) = (options.depth, &options.game.evaluation);
        let (open, bound, locals) = (Vec::new(), Vec::new(), Vec::new());
        Resolver { names: self, budget, depth, limits, problems, open, bound, locals, is_data }.node(node)
    }

    /// The number of a name of one of the lists.
    pub(crate) fn place(&self, list: usize, name: &str) -> Option<usize> {
        self.places[list].get(name).copied()
    }

    /// The number of a name after `$`: of a variable, an entry, a modifier
    /// variable.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.places.iter().find_map(|list| list.get(name)).copied()
    }
}

/// The names of the variables that an object of a rule, a look or a script declares, perhaps by the
/// name of a definition.
pub(crate) fn names_of_vars(members: &[Member], names: &Names) -> Option<Vec<String>> {
    /// Definitions that stand for one another, at most.
    const MOST: usize = 8;
    let mut vars = &members.iter().find(|member| member.key == "vars")?.value;
    for _ in 0..MOST {
        let Some(name) = vars.as_string() else { break };
        vars = names.definitions.get(name.strip_prefix('$')?)?;
    }
    Some(vars.as_object()?.iter().map(|variable| variable.key.clone()).collect())
}

/// Returns true if a word can be a name: a letter or `_`, then letters, digits, `_`, `-`.
///
/// ```
/// use polymerge_modefile::is_name;
/// assert!(is_name("hit-points") && !is_name("2nd"));
/// ```
pub fn is_name(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
        && word != "FL"
}

/// Returns the name and the names of the values of a definition that is a function: `half(x, y)`.
///
/// ```
/// let (name, values) = polymerge_modefile::signature("half(x, y)").unwrap();
/// assert_eq!((name, values.len()), ("half", 2));
/// ```
pub fn signature(key: &str) -> Option<(&str, Vec<String>)> {
    let (head, _) = head_and_taken(key);
    listed_in(head, '(', ')')
}

/// Returns the variables that a definition with values takes from the place where it is used:
/// `close(a, b)[sum]`.
///
/// ```
/// assert_eq!(polymerge_modefile::taken_by_function("close(a)[sum]").unwrap(), ["sum"]);
/// ```
pub fn taken_by_function(key: &str) -> Option<Vec<String>> {
    signature(key)?;
    match head_and_taken(key) {
        (_, None) => Some(Vec::new()),
        (_, Some(taken)) => Some(listed_in(&format!("f{taken}"), '[', ']')?.1),
    }
}

/// A definition's name with its values, and the brackets after them.
fn head_and_taken(key: &str) -> (&str, Option<&str>) {
    match key.find(")[") {
        Some(end) => (&key[..=end], Some(&key[end + 1..])),
        None => (key, None),
    }
}

/// Returns the name of a definition, and the variables that it takes from the place where it is used:
/// `big[sum]`.
///
/// ```
/// let (name, variables) = polymerge_modefile::taking("big[sum]").unwrap();
/// assert_eq!((name, variables.len()), ("big", 1));
/// ```
pub fn taking(key: &str) -> Option<(&str, Vec<String>)> {
    listed_in(key, '[', ']')
}

fn listed_in(key: &str, open: char, close: char) -> Option<(&str, Vec<String>)> {
    let (name, rest) = key.split_once(open)?;
    let names = rest.strip_suffix(close)?.split(',').map(|name| name.trim().to_owned());
    let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    let are_names = is_name(name) && names.iter().all(|name| is_name(name) && !name.contains('-'));
    are_names.then_some((name, names))
}

fn bad_name(name: &str, span: Span, problems: &mut Problems) {
    problems
        .error("name", span, format!("{name:?} can't be a name"))
        .help("a name is a letter or _, then letters, digits, _ and -");
}

/// The keys of directions and automatic moves whose values a game evaluates.
pub(crate) const CONDITIONS: [&str; 2] = ["available", "when"];

pub(crate) struct Resolver<'a> {
    pub names: &'a Names,
    pub budget: &'a mut usize,
    pub depth: usize,
    /// The limits of each evaluation.
    pub limits: &'a calcarray::Limits,
    pub problems: &'a mut Problems,
    /// The definitions that are being put in, outermost first.
    pub open: Vec<String>,
    /// Names that a template gives to a value while it is repeated, the
    /// latest last.
    pub bound: Vec<(String, Node)>,
    /// The variables of the rule, look or script whose keys are read.
    pub locals: Vec<String>,
    /// True in values that no game calculates: their formulas are calculated here.
    pub is_data: bool,
}

impl Resolver<'_> {
    pub fn node(&mut self, node: &Node) -> Node {
        if *self.budget == 0 || self.depth == 0 {
            return self.too_large(node.span);
        }
        *self.budget = self.budget.saturating_sub(node.weight());
        self.depth -= 1;
        let kind = match &node.kind {
            Kind::Array(entries) => match self.several(entries) {
                Some(kind) => kind,
                None => Kind::Array(self.entries(entries)),
            },
            Kind::Object(members) if template::is_one(members) => self.template(members, node.span),
            Kind::Object(members) => Kind::Object(self.members(members)),
            Kind::Text(text) => self.text(text, node.span),
            other => other.clone(),
        };
        self.depth += 1;
        if matches!(kind, Kind::Unknown) {
            return self.unknown(node.span);
        }
        // What is wrong in a named expression is shown where it is written.
        Node::new(node.span, kind)
    }

    /// Reports that the names of the file stand for too much.
    pub fn too_large(&mut self, span: Span) -> Node {
        let what =
            if self.depth == 0 { "nest too deep" } else { "make too many values or too long integers" };
        self.problems.error("too-large", span, format!("the named expressions {what}"));
        self.unknown(span)
    }

    /// The members of an object. Its `"vars"` have names for the formulas in it.
    fn members(&mut self, members: &[Member]) -> Vec<Member> {
        let outer =
            names_of_vars(members, self.names).map(|names| std::mem::replace(&mut self.locals, names));
        let mut resolved = Vec::with_capacity(members.len());
        let is_data = self.is_data;
        for Member { key, key_span, value } in members {
            self.is_data = is_data && !CONDITIONS.contains(&key.as_str());
            let statements = value.as_array().unwrap_or(std::slice::from_ref(value));
            let script = if key == "do" { self.script(statements) } else { None };
            let value = match script {
                Some(kind) => Node::new(value.span, kind),
                None if key == "vars" => self.vars(value),
                None => self.node(value),
            };
            resolved.push(Member { key: key.clone(), key_span: *key_span, value });
        }
        self.is_data = is_data;
        if let Some(outer) = outer {
            self.locals = outer;
        }
        resolved
    }

    /// The variables of a rule, look or script, each of which sees those before it. A definition in
    /// their place sees its own names, too.
    fn vars(&mut self, node: &Node) -> Node {
        let name = node.as_string().and_then(|text| Some(text.strip_prefix('$')?.to_owned()));
        match name.filter(|name| self.names.definitions.contains_key(name)) {
            Some(name) => {
                let own = self.locals.clone();
                self.definition_seeing(&name, node.span, &own).unwrap_or_else(|| self.unknown(node.span))
            }
            None => self.node(node),
        }
    }

    /// Returns a placeholder for a value that is not known. The place was reported; further
    /// messages about it would be noise.
    pub fn unknown(&mut self, span: Span) -> Node {
        self.problems.silence(span);
        Node::new(span, Kind::Unknown)
    }

    /// Returns a placeholder for any number of unknown values in a list.
    pub fn unknown_entries(&mut self, span: Span) -> Node {
        self.problems.silence(span);
        Node::new(span, Kind::UnknownEntries)
    }

    fn entries(&mut self, entries: &[Node]) -> Vec<Node> {
        let mut out = Vec::with_capacity(entries.len());
        for entry in entries {
            match entry.as_text().and_then(splice) {
                None => match entry.as_object().filter(|members| template::is_one(members)) {
                    Some(members) => self.entries_of(members, entry.span, &mut out),
                    None => out.push(self.node(entry)),
                },
                Some(name) => self.spliced_into(&name, entry.span, &mut out),
            }
        }
        out
    }

    /// Puts the entries of a named list into another one.
    pub fn spliced_into(&mut self, name: &str, span: Span, out: &mut Vec<Node>) {
        match self.definition(name, span).map(|node| node.kind) {
            Some(Kind::Array(spliced)) => out.extend(spliced),
            Some(Kind::Unknown) | None => out.push(self.unknown_entries(span)),
            Some(_) => {
                let message = format!("`${name}...` needs a list; `{name}` is not a list");
                self.problems.error("name", span, message);
                out.push(self.unknown_entries(span));
            }
        }
    }

    pub fn text(&mut self, text: &Text, span: Span) -> Kind {
        if let Some(formula) = formula_in(text) {
            return self.formula(&formula, span);
        }
        if needs_escape(text) || text.starts_with("$$") {
            return Kind::Text(Text::from_units(&text.units()[1..]));
        }
        if text.starts_with("$") {
            return self.value_of(&text.to_string_lossy()[1..], span).kind;
        }
        if text.starts_with("@") {
            if let Some(written) = text.to_utf8() {
                let filled = self.filled(&written, span);
                let renamed = self.special(filled.as_deref().unwrap_or(&written), span).or(filled);
                if let Some(renamed) = renamed {
                    return Kind::Text(renamed.into());
                }
            }
        }
        Kind::Text(text.clone())
    }

    /// The value that a name stands for.
    pub fn value_of(&mut self, name: &str, span: Span) -> Node {
        if let Some((_, value)) = self.bound.iter().rev().find(|(bound, _)| bound == name) {
            return value.clone();
        }
        if let Some(number) = self.names.number(name) {
            return Node::number(span, number as f64);
        }
        self.definition(name, span).unwrap_or_else(|| Node::new(span, Kind::Unknown))
    }

    fn definition(&mut self, name: &str, span: Span) -> Option<Node> {
        self.definition_seeing(name, span, &[])
    }

    fn definition_seeing(&mut self, name: &str, span: Span, own: &[String]) -> Option<Node> {
        let Some(definition) = self.names.definitions.get(name) else {
            let known = self.names.definitions.keys().map(String::as_str);
            let lists = [&self.names.variables, &self.names.entries, &self.names.modifier_variables];
            let known = known.chain(lists.into_iter().flatten().map(String::as_str));
            let entry = self.problems.error("name", span, format!("nothing is named `{name}`"));
            // Such names of what the player has chosen are there in every file.
            let own = known.filter(|name| !name.starts_with("chosen_"));
            let names: Vec<&str> = own.take(MOST_COMPARED).collect();
            entry.help_with(|| match nearest(name, names.iter().copied()) {
                Some(meant) => format!("did you mean `${meant}`?"),
                None => format!("{}a text that starts with $ is written with two: $$", listed(names)),
            });
            return None;
        };
        if self.open.iter().any(|open| open == name) {
            let message = format!("`{name}` is defined by itself: {} → {name}", self.open.join(" → "));
            self.problems.error("name", span, message);
            return None;
        }
        // A definition sees those variables of the place where it is used that it takes.
        let taken = self.names.taken(name);
        if let Some(missing) = taken.iter().find(|variable| !self.locals.contains(variable)) {
            let message = format!("`{name}` takes the variable `{missing}`, and there is none here");
            self.problems
                .error("name", span, message)
                .help("the variables of a rule, look or script are its \"vars\"");
            return None;
        }
        self.open.push(name.to_owned());
        let locals = std::mem::replace(&mut self.locals, [taken, own].concat());
        let node = self.node(definition);
        self.locals = locals;
        self.open.pop();
        Some(node)
    }

    /// A special string with the values of `$name` in it, such as
    /// `"@Next $ahead power"`, or `None` if there are none.
    fn filled(&mut self, text: &str, span: Span) -> Option<String> {
        if !text.contains(" $") {
            return None;
        }
        let parts: Vec<String> = text
            .split(' ')
            .map(|part| match part.strip_prefix('$').filter(|name| is_name(name)) {
                None => part.to_owned(),
                Some(_) => match self.text(&part.into(), span) {
                    Kind::Number(number) => number.to_string(),
                    Kind::Text(text) => text.to_string_lossy(),
                    _ => {
                        let message = format!("`{part}` is not a number or a text, as is needed here");
                        self.problems.error("name", span, message);
                        part.to_owned()
                    }
                },
            })
            .collect();
        Some(parts.join(" "))
    }

    /// A special string with the number in place of a name, or `None` if it
    /// holds no name.
    fn special(&mut self, text: &str, span: Span) -> Option<String> {
        let mut parts: Vec<&str> = text.split(' ').collect();
        let (list, place, what) = match *parts.first()? {
            "@GVar" => (VARIABLES, 1, "game variable"),
            "@MVar" => (MODIFIER_VARIABLES, 1, "modifier variable"),
            head if OF_TILES.contains(&head) => {
                // Overrides of the position come last, in pairs.
                let own = parts.iter().position(|part| part.starts_with("@From")).unwrap_or(parts.len());
                (ENTRIES, own - 1, "tile entry")
            }
            _ => return None,
        };
        let name = *parts.get(place).filter(|part| place > 0 && is_name(part))?;
        let names = match list {
            VARIABLES => &self.names.variables,
            ENTRIES => &self.names.entries,
            _ => &self.names.modifier_variables,
        };
        let list = &self.names.places[list];
        if list.is_empty() {
            return None;
        }
        let Some(number) = list.get(name) else {
            let entry = self.problems.error("name", span, format!("there is no {what} `{name}`"));
            entry.help_with(|| suggestion(name, names));
            return None;
        };
        let number = number.to_string();
        parts[place] = &number;
        Some(parts.join(" "))
    }
}

/// The number of names that are compared with a misspelt one, at most.
const MOST_COMPARED: usize = 5_000;

/// The names that there are, before more is said; nothing if there are none or many.
fn listed(mut names: Vec<&str>) -> String {
    const MOST: usize = 20;
    names.sort_unstable();
    match names.len() {
        1..=MOST => format!("the names are: ${}; ", names.join(", $")),
        _ => String::new(),
    }
}

/// The name in `"$name..."`.
fn splice(text: &Text) -> Option<String> {
    if !text.starts_with("$") || text.starts_with("$$") {
        return None;
    }
    text.to_utf8()?.strip_prefix('$')?.strip_suffix("...").map(str::to_owned)
}

/// The text as it has to be written to be read back as itself.
pub(crate) fn escape(node: Node) -> Node {
    let kind = match node.kind {
        Kind::Text(text) if text.starts_with("$") || needs_escape(&text) => {
            let first = text.units()[0];
            Kind::Text(Text::from_units([&[first], text.units()].concat()))
        }
        Kind::Array(entries) => Kind::Array(entries.into_iter().map(escape).collect()),
        Kind::Object(members) => {
            let member = |member: Member| Member { value: escape(member.value), ..member };
            Kind::Object(members.into_iter().map(member).collect())
        }
        other => other,
    };
    Node::new(node.span, kind)
}
