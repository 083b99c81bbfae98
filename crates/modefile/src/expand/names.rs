//! Names that an author gives and that are gone after reading: expressions of
//! `define`, entries of tiles, game variables.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use crate::text::node::{Kind, Member, Node, Span};
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
    pub(super) places: [HashMap<String, usize>; 3],
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
