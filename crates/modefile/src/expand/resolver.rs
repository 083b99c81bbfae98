//! Names, formulas and templates replaced by the values that they stand for.

use calcarray::Text;

use crate::expand::marks::{formula_in, is_template, needs_escape, splice};
use crate::expand::names::{
    DefinedFunction, ENTRIES, MODIFIER_VARIABLES, Names, OF_TILES, VARIABLES, is_name, names_of_vars,
};
use crate::text::nearest::{nearest, suggestion};
use crate::text::node::{Kind, Member, Node, Span};
use crate::text::options::ReadOptions;
use crate::text::problem::Problems;

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

impl Names {
    /// Finds mistakes in the definitions with values, whether or not they are used.
    pub fn check_functions(&self, budget: &mut usize, options: &ReadOptions, problems: &mut Problems) {
        let mut functions: Vec<_> = self.functions().iter().collect();
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
            Kind::Object(members) if is_template(members) => self.template(members, node.span),
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
        match name.filter(|name| self.names.definitions().contains_key(name)) {
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
                None => match entry.as_object().filter(|members| is_template(members)) {
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
        if text.starts_with("@")
            && let Some(written) = text.to_utf8()
        {
            let filled = self.filled(&written, span);
            let renamed = self.special(filled.as_deref().unwrap_or(&written), span).or(filled);
            if let Some(renamed) = renamed {
                return Kind::Text(renamed.into());
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
        let Some(definition) = self.names.definitions().get(name) else {
            let known = self.names.definitions().keys().map(String::as_str);
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
