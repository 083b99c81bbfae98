//! Completion: keys, values, names and functions that may be written at a place.

use std::ops::Range;

use calcarray::{ops, words};
use polymerge_formula::{Token, TokenKind, known, words as formula_words};
use polymerge_modefile::{KeyTable, Member, OF_TILES, Tree, keywords};

use crate::explain::{in_formulas, page_of_key, pages};
use crate::file::File;
use crate::names::{CHANGES, Sort};
use crate::tokens::{Quoted, bindings, sign, tokens_of};
use crate::walk::{Context, NAMED, Part, choices, walk};

/// The kind of a thing that is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A key.
    Key,
    /// One of some words.
    Choice,
    /// A name of the author.
    Name(Sort),
    /// A word that every formula knows, or one that begins with `@`.
    Word,
    /// A function or operator.
    Function,
    /// A word that statements begin with.
    Statement,
}

/// A thing that may be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The name.
    pub label: String,
    /// The kind of thing.
    pub offer: Offer,
    /// The text that takes the place.
    pub insert: String,
}

/// All that may be written at a place, the nearest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The part of the text that is replaced.
    pub span: Range<usize>,
    /// The things that may be written.
    pub items: Vec<Completion>,
}

impl Completion {
    /// Returns the form of the thing in a line, or nothing.
    pub fn detail(&self) -> String {
        match self.offer {
            Offer::Name(sort) => sort.noun().to_owned(),
            Offer::Function | Offer::Statement => {
                let known = known().find(|known| known.name == self.label).map(|known| known.form.to_owned());
                known.or_else(|| operator(&self.label).map(in_formulas)).unwrap_or_default()
            }
            Offer::Word => polymerge_formula::word(&self.label).unwrap_or_default().to_owned(),
            Offer::Key | Offer::Choice => String::new(),
        }
    }

    /// Returns the meaning of the thing as Markdown, or nothing.
    pub fn text(&self) -> String {
        let name = match self.offer {
            Offer::Name(_) => return String::new(),
            Offer::Function => operator(&self.label).map_or(self.label.as_str(), |operator| operator.name),
            Offer::Word => polymerge_formula::word(&self.label).unwrap_or(&self.label),
            _ => &self.label,
        };
        pages(name).first().map_or_else(String::new, |page| page.to_markdown())
    }
}

/// The operator of a function of formulas: those with an effect are written without `@`, and those
/// of lists without `arr_`.
fn operator(name: &str) -> Option<&'static ops::Operator> {
    let with = |prefix: &str| ops::find(&format!("{prefix}{name}"));
    ops::find(name).or_else(|| with("@")).or_else(|| with("arr_"))
}

/// The place of a cursor.
enum Site<'t> {
    Key(&'t Member),
    Object(&'t Tree),
    Value,
    Text(&'t Tree, &'t str),
    Formulas(Vec<&'t Tree>),
}

impl File {
    /// Returns what may be written at a place.
    pub fn complete(&self, at: usize) -> Completions {
        let at = self.letter(at);
        let mut completions = Completions { span: at..at, items: Vec::new() };
        let Some((site, context, tables)) = self.site(at) else { return completions };
        let mut offer = |label: &str, offer: Offer, insert: String| {
            completions.items.push(Completion { label: label.to_owned(), offer, insert });
        };
        match site {
            Site::Key(member) => {
                let rest = self.text().get(member.key_span.end..).unwrap_or_default().trim_start();
                let colon = if rest.starts_with(':') { "" } else { ": " };
                self.keys(&tables, &context, |name, kind| offer(name, kind, format!("\"{name}\"{colon}")));
                completions.span = member.key_span.clone();
            }
            Site::Object(tree) => {
                let is_new = |name: &str| tree.get(name).is_none();
                self.keys(&tables, &context, |name, kind| {
                    if is_new(name) {
                        offer(name, kind, format!("\"{name}\": "));
                    }
                });
            }
            Site::Value => {
                for (word, _) in choices(context.forms) {
                    offer(word, Offer::Choice, format!("\"{word}\""));
                }
            }
            Site::Text(tree, text) => return self.in_text(tree, text, at, &context),
            Site::Formulas(texts) => return self.in_formula(&texts, at, &context),
        }
        completions
    }

    /// The innermost place of a cursor, what is around it, and the keys of an object there.
    fn site(&self, at: usize) -> Option<(Site<'_>, Context<'_>, Vec<&'static KeyTable>)> {
        let (source, mut found, mut tables) = (self.text(), None, Vec::new());
        if is_comment(source, at) {
            return None;
        }
        walk(self.tree()?, &mut |part, context| {
            let site = match part {
                Part::Object(tree, own) if is_inside(source, &tree.span, at) => {
                    tables = own;
                    Site::Object(tree)
                }
                Part::List(tree) if is_inside(source, &tree.span, at) => Site::Value,
                Part::Key(member, _) if is_inside(source, &member.key_span, at) => Site::Key(member),
                Part::Key(member, key) if is_gap(source, member, at) => {
                    let forms = key.map_or(&[][..], |(_, key)| std::slice::from_ref(&key.form));
                    found = Some((Site::Value, Context { forms, ..context.clone() }));
                    return;
                }
                Part::Text(tree, text) if is_inside(source, &tree.span, at) => Site::Text(tree, text),
                Part::Formulas(texts) if texts.iter().any(|text| is_inside(source, &text.span, at)) => {
                    Site::Formulas(texts)
                }
                _ => return,
            };
            found = Some((site, context.clone()));
        });
        found.map(|(site, context)| (site, context, tables))
    }

    /// The keys of an object: those of its table, or the entries of a tile.
    fn keys(&self, tables: &[&'static KeyTable], context: &Context<'_>, mut offer: impl FnMut(&str, Offer)) {
        tables.iter().flat_map(|table| table.names()).for_each(|name| offer(name, Offer::Key));
        let takes_names = NAMED.contains(&context.key_name) || context.key_name == "define";
        if tables.is_empty() && !takes_names {
            self.sorted(&[Sort::Entry]).into_iter().for_each(|(name, sort)| offer(name, Offer::Name(sort)));
        }
    }

    /// The names of some kinds, by kind and name.
    fn sorted(&self, sorts: &[Sort]) -> Vec<(&str, Sort)> {
        let place = |sort: Sort| sorts.iter().position(|own| *own == sort);
        let mut names: Vec<_> = self.names.all().filter(|(_, sort)| place(*sort).is_some()).collect();
        names.sort_by_key(|(name, sort)| (place(*sort), *name));
        names
    }

    fn in_text(&self, tree: &Tree, text: &str, at: usize, context: &Context<'_>) -> Completions {
        let quoted = Quoted::new(self.text(), tree, text);
        let before =
            (0..=text.len()).rev().find(|byte| text.is_char_boundary(*byte) && quoted.at(*byte) <= at);
        let written = before.and_then(|end| text.get(..end)).unwrap_or_default();
        let mut items = Vec::new();
        let mut offer = |label: &str, offer: Offer, insert: String| {
            items.push(Completion { label: label.to_owned(), offer, insert });
        };
        let (start, part) = match written.rsplit_once(' ').filter(|_| written.starts_with('@')) {
            Some((head, part)) => (head.len() + 1, part),
            None => (0, written),
        };
        if context.is_literal {
            // Texts for people.
        } else if let Some(name) = part.strip_prefix('$') {
            let bound = context.bound.iter().map(|declared| (declared.name.as_str(), Sort::Loop));
            for (own, sort) in bound.chain(self.sorted(FILE_SORTS)).filter(|(own, _)| begins(own, name)) {
                offer(own, Offer::Name(sort), format!("${own}"));
            }
        } else if start > 0 {
            let head = written.split(' ').next().unwrap_or_default();
            let sort = match head {
                "@GVar" => Sort::Variable,
                "@MVar" => Sort::ModifierVariable,
                "@Var" => Sort::Local,
                head if OF_TILES.contains(&head) => Sort::Entry,
                _ => return Completions::default(),
            };
            let locals = context.locals.iter().filter(|_| sort == Sort::Local);
            let locals = locals.map(|declared| (declared.name.as_str(), sort));
            for (own, sort) in locals.chain(self.sorted(&[sort])).filter(|(own, _)| begins(own, part)) {
                offer(own, Offer::Name(sort), own.to_owned());
            }
        } else if part.starts_with('@') {
            let operators = ops::all().map(|operator| operator.name).filter(|name| name.starts_with('@'));
            let groups = keywords().flat_map(|group| group.keywords.iter().map(|keyword| keyword.name));
            let all = words::all().map(|word| word.name).chain(operators).chain(groups);
            all.filter(|name| begins(name, part)).for_each(|name| offer(name, Offer::Word, name.to_owned()));
        } else if context.before.and_then(Tree::text).is_some_and(|word| CHANGES.contains(&word)) {
            for declared in context.locals.iter() {
                offer(&declared.name, Offer::Name(Sort::Local), declared.name.clone());
            }
        } else {
            let choices = choices(context.forms);
            // In a list without words of its own, an operator may stand.
            let is_line = choices.is_empty() && context.before.is_some();
            choices.into_iter().for_each(|(word, _)| offer(word, Offer::Choice, word.to_owned()));
            let operators = ops::all().filter(|operator| is_line && begins(operator.name, part));
            operators.for_each(|operator| offer(operator.name, Offer::Function, operator.name.to_owned()));
        }
        let end = if start > 0 { at } else { quoted.at(text.len()) };
        Completions { span: quoted.at(start)..end, items }
    }

    fn in_formula(&self, texts: &[&Tree], at: usize, context: &Context<'_>) -> Completions {
        let tokens = tokens_of(self.text(), texts);
        let place = tokens.partition_point(|token| token.span.end < at);
        let token = tokens.get(place).filter(|token| token.span.start < at);
        let is_word = |token: &&Token| matches!(token.kind, TokenKind::Name(_) | TokenKind::Word(_));
        if token.is_some_and(|token| matches!(token.kind, TokenKind::Text(_) | TokenKind::Constant(_))) {
            return Completions::default();
        }
        let word = token.filter(is_word);
        let span = word.map_or(at..at, |token| token.span.clone());
        let place = place + usize::from(token.is_some() && word.is_none());
        let written = self.text().get(span.start..at).unwrap_or_default();
        let before = place.checked_sub(1).and_then(|before| tokens.get(before));
        let mut items: Vec<Completion> = Vec::new();
        let mut offer = |label: &str, offer: Offer| {
            if begins(label, written) && !items.iter().any(|item| item.label == label && item.offer == offer)
            {
                items.push(Completion { label: label.to_owned(), offer, insert: label.to_owned() });
            }
        };
        match () {
            () if sign(before) == "." => {
                self.sorted(&[Sort::Entry])
                    .into_iter()
                    .for_each(|(name, sort)| offer(name, Offer::Name(sort)));
                ["length", "includes"].into_iter().for_each(|name| offer(name, Offer::Function));
                let methods = ops::all().map(|operator| operator.name).filter(|name| is_plain(name));
                methods
                    .map(|name| name.strip_prefix("arr_").unwrap_or(name))
                    .for_each(|name| offer(name, Offer::Function));
            }
            () if written.starts_with('@') => {
                words::all().for_each(|word| offer(word.name, Offer::Word));
            }
            () if written.starts_with('$') => {
                for (name, sort) in self.sorted(FILE_SORTS) {
                    offer(&format!("${name}"), Offer::Name(sort));
                }
            }
            () => {
                let own = bindings(&tokens);
                let own = own
                    .iter()
                    .rev()
                    .filter(|binding| binding.scope.contains(&place) || binding.scope.end == place);
                own.for_each(|binding| offer(binding.name, Offer::Name(Sort::Binding)));
                for declared in context.locals.iter().filter(|declared| is_plain(&declared.name)) {
                    offer(&declared.name, Offer::Name(Sort::Local));
                }
                context.bound.iter().for_each(|declared| offer(&declared.name, Offer::Name(Sort::Loop)));
                for (name, sort) in self.sorted(FILE_SORTS).into_iter().filter(|(name, _)| is_plain(name)) {
                    offer(name, Offer::Name(sort));
                }
                for name in formula_words().filter(|name| polymerge_formula::word(name).is_some()) {
                    offer(name, Offer::Word);
                }
                for known in known() {
                    let is_statement = polymerge_formula::KEYWORDS.contains(&known.name);
                    offer(known.name, if is_statement { Offer::Statement } else { Offer::Function });
                }
                let operators = ops::all().map(|operator| operator.name.trim_start_matches('@'));
                operators.filter(|name| is_plain(name)).for_each(|name| offer(name, Offer::Function));
            }
        }
        Completions { span, items }
    }

    /// Returns the meaning of a thing that is offered at a place, as Markdown.
    pub fn explain(&self, at: usize, completion: &Completion) -> String {
        match completion.offer {
            Offer::Key => {
                let tables = self.site(at).map(|(.., tables)| tables).unwrap_or_default();
                let row = tables.iter().find_map(|table| Some((table.what, table.find(&completion.label)?)));
                row.map_or_else(String::new, |(what, key)| page_of_key(what, key).to_markdown())
            }
            Offer::Choice => {
                let forms = self.site(at).map_or(&[][..], |(_, context, _)| context.forms);
                let choice = choices(forms).into_iter().find(|(word, _)| *word == completion.label);
                choice.map_or_else(String::new, |(_, help)| help.to_owned())
            }
            _ => completion.text(),
        }
    }
}

/// The kinds of names that all files of a mode see, in the order in which they are offered.
const FILE_SORTS: &[Sort] = &[Sort::Entry, Sort::Variable, Sort::ModifierVariable, Sort::Definition];

fn begins(name: &str, written: &str) -> bool {
    let start = name.get(..written.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(written))
}

/// Returns true if a name can stand in a formula.
fn is_plain(name: &str) -> bool {
    polymerge_formula::is_name(name)
}

/// Returns true if a place is between the brackets or quotes at the ends of a part of a text, or
/// behind it if the one at its end is missing.
fn is_inside(source: &str, span: &Range<usize>, at: usize) -> bool {
    let bytes = source.as_bytes();
    let last = span.end.checked_sub(1).filter(|last| *last > span.start).and_then(|last| bytes.get(last));
    let is_closed = matches!(
        (bytes.get(span.start), last),
        (Some(b'"'), Some(b'"')) | (Some(b'{'), Some(b'}')) | (Some(b'['), Some(b']'))
    );
    span.start < at && (at < span.end || (!is_closed && at == span.end))
}

/// Returns true if a place is where the value of a key is missing.
fn is_gap(source: &str, member: &Member, at: usize) -> bool {
    let between = source.get(member.key_span.end..at).unwrap_or_default();
    between.trim() == ":"
        && (member.value.span.start >= at || member.value.members().is_empty())
        && !is_inside(source, &member.value.span, at)
}

/// Returns true if a place is in a comment at the end of a line.
fn is_comment(source: &str, at: usize) -> bool {
    let start = source.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |start| start + 1);
    let line = source.get(start..at).unwrap_or_default();
    let mut is_text = false;
    let mut before = ' ';
    for letter in line.chars() {
        match (before, letter) {
            ('/', '/') if !is_text => return true,
            ('\\', '\\') => {
                before = ' ';
                continue;
            }
            (last, '"') if last != '\\' => is_text = !is_text,
            _ => {}
        }
        before = letter;
    }
    false
}
