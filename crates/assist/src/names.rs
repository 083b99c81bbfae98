//! Names of authors: what they stand for, and every place where they are written.

use std::collections::HashMap;
use std::ops::Range;

use polymerge_formula::{Token, TokenKind};
use polymerge_modefile::{Member, OF_TILES, Tree, signature, taking};

use crate::tokens::{Quoted, bindings, name, sign, tokens_of};
use crate::walk::{Context, Declared, NAMED, Part, has_table, is_template, parameters, unquoted, walk};

/// The kind of thing that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// An entry of tiles.
    Entry,
    /// A game variable.
    Variable,
    /// A modifier variable.
    ModifierVariable,
    /// A definition, or a setting.
    Definition,
    /// A variable of a rule, look or script.
    Local,
    /// A name that a formula declares itself.
    Binding,
    /// A name that a template gives.
    Loop,
    /// A name that nothing declares where it stands: that of a variable or template of the place
    /// where a definition is used, or a mistake.
    Unknown,
}

impl Sort {
    /// Returns the noun for people.
    pub fn noun(self) -> &'static str {
        match self {
            Sort::Entry => "entry of tiles",
            Sort::Variable => "game variable",
            Sort::ModifierVariable => "modifier variable",
            Sort::Definition => "definition",
            Sort::Local => "variable of this rule, look or script",
            Sort::Binding => "name of this formula",
            Sort::Loop => "name of this template",
            Sort::Unknown => "name that is not declared here",
        }
    }
}

/// A thing that an author has named.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// The kind of thing.
    pub sort: Sort,
    /// The name.
    pub name: String,
    /// The part of the file that sees it; empty for what all files of a mode see.
    pub scope: Range<usize>,
    /// The start of the place where it is declared, if only a part of the file sees it.
    pub declared: usize,
}

/// A place where a name is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The place, in bytes.
    pub span: Range<usize>,
    /// The thing that it stands for.
    pub symbol: Symbol,
    /// True if it is declared here.
    pub is_declaration: bool,
}

/// A declaration that all files of a mode see.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub sort: Sort,
    pub name: String,
    /// The place of the name.
    pub span: Range<usize>,
    /// The place of the whole declaration.
    pub whole: Range<usize>,
}

/// The names that all files of a mode see.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    sorts: HashMap<String, Vec<Sort>>,
}

impl Names {
    pub fn add(&mut self, sort: Sort, name: &str) {
        let sorts = self.sorts.entry(name.to_owned()).or_default();
        if !sorts.contains(&sort) {
            sorts.push(sort);
        }
    }

    pub fn has(&self, sort: Sort, name: &str) -> bool {
        self.sorts.get(name).is_some_and(|sorts| sorts.contains(&sort))
    }

    /// All names, with their kinds.
    pub fn all(&self) -> impl Iterator<Item = (&str, Sort)> {
        self.sorts.iter().flat_map(|(name, sorts)| sorts.iter().map(move |sort| (name.as_str(), *sort)))
    }

    /// The thing that a name stands for, of several kinds in this order.
    fn first(&self, name: &str, order: &[Sort]) -> Option<Symbol> {
        let sort = order.iter().copied().find(|sort| self.has(*sort, name))?;
        Some(Symbol::of_mode(sort, name))
    }
}

impl Symbol {
    /// A thing that all files of a mode see.
    pub(crate) fn of_mode(sort: Sort, name: &str) -> Symbol {
        Symbol { sort, name: name.to_owned(), scope: 0..0, declared: 0 }
    }
}

/// The order in which a formula looks for a name.
const IN_FORMULAS: &[Sort] = &[Sort::Definition, Sort::Entry, Sort::Variable, Sort::ModifierVariable];
/// The order in which `$name` is looked for.
const AFTER_DOLLAR: &[Sort] = &[Sort::Variable, Sort::Entry, Sort::ModifierVariable, Sort::Definition];

/// Finds what a file declares for all files of its mode.
pub(crate) fn declarations(tree: &Tree) -> Vec<Declaration> {
    let mut found = Vec::new();
    walk(tree, &mut |part, context| {
        let (sort, name, span, whole) = match part {
            Part::Key(member, None) => {
                let sort = match context.key_name {
                    "variables" => Sort::Variable,
                    "modifier_variables" => Sort::ModifierVariable,
                    "define" => Sort::Definition,
                    _ => return,
                };
                let start = member.key_span.start + 1;
                let named = signature(&member.key).or_else(|| taking(&member.key));
                let name = named.map_or(member.key.as_str(), |(name, _)| name);
                let whole = member.key_span.start..member.value.span.end;
                (sort, name, start..start + name.len(), whole)
            }
            Part::Text(tree, text) if context.key_name == "tile" && is_top(context) && text != "..." => {
                (Sort::Entry, text, unquoted(&tree.span, text), tree.span.clone())
            }
            Part::Text(tree, text) if is_setting(context) => {
                (Sort::Definition, text, unquoted(&tree.span, text), tree.span.clone())
            }
            _ => return,
        };
        if !name.is_empty() {
            found.push(Declaration { sort, name: name.to_owned(), span, whole });
        }
    });
    found
}

/// Returns true in the list of the entries that tiles have: `tile` of other objects is a tile.
fn is_top(context: &Context<'_>) -> bool {
    context.key.is_some_and(|(table, key)| table.what == "a mode" && key.name == "tile")
}

/// Returns true for the name of a setting.
fn is_setting(context: &Context<'_>) -> bool {
    context.key.is_some_and(|(table, key)| table.what == "a setting" && key.name == "name")
}

/// The finder of the places where names are written.
struct Finder<'a> {
    source: &'a str,
    names: &'a Names,
    uses: Vec<Use>,
}

/// Finds the places of a file where names are written, in their order.
pub(crate) fn uses(source: &str, tree: &Tree, names: &Names) -> Vec<Use> {
    let declared = declarations(tree).into_iter().map(|declaration| Use {
        span: declaration.span,
        symbol: Symbol::of_mode(declaration.sort, &declaration.name),
        is_declaration: true,
    });
    let mut finder = Finder { source, names, uses: declared.collect() };
    walk(tree, &mut |part, context| match part {
        Part::Object(tree, _) => finder.object(tree, context),
        Part::Text(tree, text) => finder.text(tree, text, context),
        Part::Formulas(texts) => finder.formulas(&texts, context),
        Part::List(_) | Part::Key(..) => {}
    });
    // What is written with escapes is no name.
    finder.uses.retain(|used| source.get(used.span.clone()) == Some(used.symbol.name.as_str()));
    finder.uses.sort_by_key(|used| (used.span.start, used.span.end));
    finder.uses.dedup_by_key(|used| used.span.clone());
    finder.uses
}

fn local(owner: &Range<usize>, declared: &Declared) -> Symbol {
    if declared.is_taken {
        return Symbol::of_mode(Sort::Unknown, &declared.name);
    }
    Symbol {
        sort: Sort::Local,
        name: declared.name.clone(),
        scope: owner.clone(),
        declared: declared.span.start,
    }
}

impl Finder<'_> {
    fn add(&mut self, span: Range<usize>, symbol: Option<Symbol>, is_declaration: bool) {
        self.uses.extend(symbol.map(|symbol| Use { span, symbol, is_declaration }));
    }

    /// The names that an object declares, and the keys of a tile.
    fn object(&mut self, tree: &Tree, context: &Context<'_>) {
        let members = tree.members();
        let key = |member: &Member| unquoted(&member.key_span, &member.key);
        // Among variables, it is the name of one.
        if let Some(vars) = tree.get("vars").filter(|_| !NAMED.contains(&context.key_name)) {
            for member in vars.members() {
                let declared = Declared { name: member.key.clone(), span: key(member), is_taken: false };
                self.add(key(member), Some(local(&tree.span, &declared)), true);
            }
        }
        if context.key_name == "define" {
            for member in members {
                for declared in parameters(member).iter() {
                    let is_declaration = !declared.is_taken;
                    self.add(
                        declared.span.clone(),
                        Some(local(&member.value.span, declared)),
                        is_declaration,
                    );
                }
            }
            return;
        }
        if let Some((text, span)) = tree.get("for").and_then(|names| Some((names.text()?, &names.span))) {
            let declared = Declared { name: text.to_owned(), span: unquoted(span, text), is_taken: false };
            self.add(unquoted(span, text), Some(looped(&declared)), true);
        }
        let is_tile = !has_table(context)
            && !NAMED.contains(&context.key_name)
            && !is_template(members)
            && members.iter().all(|member| self.names.has(Sort::Entry, &member.key));
        if is_tile {
            for member in members {
                let symbol = self.names.first(&member.key, &[Sort::Entry]);
                self.add(key(member), symbol, false);
            }
        }
    }

    fn text(&mut self, tree: &Tree, text: &str, context: &Context<'_>) {
        if context.is_literal || is_setting(context) {
            return;
        }
        let quoted = Quoted::new(self.source, tree, text);
        if context.before.and_then(Tree::text).is_some_and(|word| CHANGES.contains(&word)) {
            let declared = context.locals.iter().find(|declared| declared.name == text);
            let symbol = declared.map(|declared| local(&context.owner, declared));
            self.add(quoted.range(0..text.len()), symbol, false);
        }
        self.word(text, &|range| quoted.range(range), context);
    }

    /// The names in `"$name"`, `"$name..."` and words such as `"@This name"`.
    fn word(&mut self, text: &str, place: &dyn Fn(Range<usize>) -> Range<usize>, context: &Context<'_>) {
        if let Some(rest) = text.strip_prefix('$').filter(|rest| !rest.starts_with('$')) {
            let name = rest.strip_suffix("...").unwrap_or(rest);
            let order = if name.len() < rest.len() { &[Sort::Definition] } else { AFTER_DOLLAR };
            let symbol = self.after_dollar(name, order, context);
            return self.add(place(1..1 + name.len()), symbol, false);
        }
        if !text.starts_with('@') {
            return;
        }
        let parts: Vec<&str> = text.split(' ').collect();
        let mut at = 0;
        for (number, part) in parts.iter().enumerate() {
            if let Some(name) = part.strip_prefix('$').filter(|_| number > 0) {
                let symbol = self.after_dollar(name, AFTER_DOLLAR, context);
                self.add(place(at + 1..at + part.len()), symbol, false);
            } else if number > 0 {
                let symbol = self.part(&parts, number, context);
                self.add(place(at..at + part.len()), symbol, false);
            }
            at += part.len() + 1;
        }
    }

    fn after_dollar(&self, name: &str, order: &[Sort], context: &Context<'_>) -> Option<Symbol> {
        let unknown = || Symbol::of_mode(Sort::Unknown, name);
        bound(name, context).or_else(|| self.names.first(name, order)).or_else(|| Some(unknown()))
    }

    /// The thing that a part of a word stands for.
    fn part(&self, parts: &[&str], number: usize, context: &Context<'_>) -> Option<Symbol> {
        let (head, name) = (*parts.first()?, *parts.get(number)?);
        let sort = match head {
            "@GVar" if number == 1 => Sort::Variable,
            "@MVar" if number == 1 => Sort::ModifierVariable,
            "@Var" if number == 1 => {
                let declared = context.locals.iter().find(|declared| declared.name == name);
                let unknown = || name.parse::<i64>().is_err().then(|| Symbol::of_mode(Sort::Unknown, name));
                return declared.map(|declared| local(&context.owner, declared)).or_else(unknown);
            }
            head if OF_TILES.contains(&head) => {
                let own = parts.iter().position(|part| part.starts_with("@From")).unwrap_or(parts.len());
                return self.names.first(name, &[Sort::Entry]).filter(|_| number + 1 == own);
            }
            _ => return None,
        };
        self.names.first(name, &[sort])
    }

    fn formulas(&mut self, texts: &[&Tree], context: &Context<'_>) {
        let tokens = tokens_of(self.source, texts);
        let whole = match (texts.first(), texts.last()) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => return,
        };
        let bound: Vec<(&str, Range<usize>, Symbol)> = bindings(&tokens)
            .into_iter()
            .map(|binding| {
                let span = tokens[binding.token].span.clone();
                let (scope, declared) = (whole.clone(), span.start);
                let symbol = Symbol { sort: Sort::Binding, name: binding.name.to_owned(), scope, declared };
                self.uses.push(Use { span, symbol: symbol.clone(), is_declaration: true });
                (binding.name, binding.scope, symbol)
            })
            .collect();
        for (place, token) in tokens.iter().enumerate() {
            match &token.kind {
                TokenKind::Name(name) => {
                    let symbol = self.name(&tokens, place, name, &bound, context);
                    let start = token.span.start + usize::from(name.starts_with('$'));
                    self.add(start..token.span.end, symbol, false);
                }
                TokenKind::Text(text) if is_plain(token, text.units().len()) => {
                    let (text, start) = (text.to_string_lossy(), token.span.start + 1);
                    let range = |range: Range<usize>| start + range.start..start + range.end;
                    let before =
                        place.checked_sub(2).map(|place| name(tokens.get(place))).unwrap_or_default();
                    let declared = context.locals.iter().find(|declared| declared.name == text);
                    match declared.filter(|_| CHANGES.contains(&format!("@{before}").as_str())) {
                        Some(declared) => {
                            self.add(range(0..text.len()), Some(local(&context.owner, declared)), false)
                        }
                        None if text.starts_with('@') => self.word(&text, &range, context),
                        None => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// The thing that a name of a formula stands for.
    fn name(
        &self,
        tokens: &[Token],
        place: usize,
        written: &str,
        bound: &[(&str, Range<usize>, Symbol)],
        context: &Context<'_>,
    ) -> Option<Symbol> {
        let before = place.checked_sub(1).and_then(|before| tokens.get(before));
        let is_call = sign(tokens.get(place + 1)) == "(";
        if let Some(name) = written.strip_prefix('$') {
            let is_splice = matches!(sign(before), "." | "...");
            let order = if is_splice { &[Sort::Definition] } else { AFTER_DOLLAR };
            return self.after_dollar(name, order, context);
        }
        if let Some((parts, number)) = parts_of_word(tokens, place) {
            return self.part(&parts, number, context);
        }
        if sign(before) == "." {
            return self.names.first(written, &[Sort::Entry]).filter(|_| !is_call && written != "length");
        }
        // `next.value` is about the tile, whatever `next` alone is.
        let entry = name(tokens.get(place + 2));
        let is_tile = matches!(written, "this" | "next")
            && sign(tokens.get(place + 1)) == "."
            && !matches!(entry, "" | "length")
            && !entry.starts_with('$')
            && sign(tokens.get(place + 3)) != "(";
        let is_known = is_tile
            || polymerge_formula::constant(written).is_some()
            || polymerge_formula::KEYWORDS.contains(&written)
            || (is_call && polymerge_formula::is_function(written));
        if is_known {
            return None;
        }
        if is_call {
            return self.names.first(written, &[Sort::Definition]);
        }
        let inner = bound.iter().filter(|(name, scope, _)| *name == written && scope.contains(&place));
        let binding = inner.max_by_key(|(_, scope, _)| scope.start).map(|(.., symbol)| symbol.clone());
        let own = || context.locals.iter().find(|declared| declared.name == written);
        binding
            .or_else(|| own().map(|declared| local(&context.owner, declared)))
            .or_else(|| self::bound(written, context))
            .or_else(|| self.names.first(written, IN_FORMULAS))
            .or_else(|| {
                let is_known = polymerge_formula::words().any(|word| word == written);
                (!is_known).then(|| Symbol::of_mode(Sort::Unknown, written))
            })
    }
}

/// Operators whose first value is the name of a variable of the line.
pub(crate) const CHANGES: [&str; 3] = ["@edit_var", "@insert_var", "@remove_var"];

/// The name of a template that a name stands for.
fn bound(name: &str, context: &Context<'_>) -> Option<Symbol> {
    context.bound.iter().rev().find(|declared| declared.name == name).map(looped)
}

fn looped(declared: &Declared) -> Symbol {
    let (scope, start) = (declared.span.clone(), declared.span.start);
    Symbol { sort: Sort::Loop, name: declared.name.clone(), scope, declared: start }
}

/// Returns true if nothing is escaped in a text of a formula.
fn is_plain(token: &Token, length: usize) -> bool {
    token.span.len() == length + 2
}

/// The parts of a word such as `@Next(1, value)`, and the number of the one that a token is.
fn parts_of_word(tokens: &[Token], place: usize) -> Option<(Vec<&str>, usize)> {
    const MOST: usize = 9;
    let start = place.saturating_sub(2 * MOST);
    let open =
        (start..place).rev().find(|at| matches!(sign(tokens.get(*at)), "(" | ")" | "[" | "{" | ";"))?;
    let TokenKind::Word(word) = &tokens.get(open.checked_sub(1)?)?.kind else { return None };
    if sign(tokens.get(open)) != "(" {
        return None;
    }
    let mut parts = vec![word.as_str()];
    let mut number = None;
    for at in (open + 1..tokens.len()).take(2 * MOST).take_while(|at| sign(tokens.get(*at)) != ")") {
        if sign(tokens.get(at)) != "," {
            number = number.or((at == place).then_some(parts.len()));
            parts.push(name(tokens.get(at)));
        }
    }
    Some((parts, number?))
}
