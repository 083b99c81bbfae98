//! The meaning of what stands at a place.

use std::ops::Range;

use calcarray::ops;
use polymerge_formula::{Token, TokenKind, is_infix, known, word};
use polymerge_modefile::{Tree, triggers};

use crate::explain::{Page, in_formulas, page_in_formulas, page_of_key, pages};
use crate::file::File;
use crate::names::{Sort, Use};
use crate::tokens::{name, sign, tokens_of};
use crate::walk::{Part, choices, walk};

/// The meaning of something, as Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The place of the thing.
    pub span: Range<usize>,
    /// Its meaning.
    pub text: String,
}

/// The values that a function takes, of which one is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The form: `floor(number, number)`.
    pub label: String,
    /// The parts of the form that are values, in bytes.
    pub values: Vec<Range<usize>>,
    /// The number of the value that is being written.
    pub active: usize,
    /// The meaning of the function, as Markdown.
    pub text: String,
}

/// The longest declaration that is shown, in bytes.
const LONGEST: usize = 400;

impl File {
    /// Returns the meaning of what stands at a place: of a key, a name, an operator, a word.
    pub fn hover(&self, at: usize) -> Option<Hover> {
        if let Some(used) = self.use_at(at) {
            return Some(Hover { span: used.span.clone(), text: self.meaning(used) });
        }
        let mut found = None;
        walk(self.tree()?, &mut |part, context| match part {
            Part::Key(member, Some((table, key))) if contains(&member.key_span, at) => {
                found = Some((member.key_span.clone(), vec![page_of_key(table.what, key)]));
            }
            Part::Formulas(texts) if texts.iter().any(|text| contains(&text.span, at)) => {
                let tokens = tokens_of(self.text(), &texts);
                let token = tokens.iter().position(|token| contains(&token.span, at));
                found = token.map(|place| (tokens[place].span.clone(), pages_of_token(&tokens, place)));
            }
            Part::Text(tree, text) if contains(&tree.span, at) && !context.is_literal => {
                let choice = choices(context.forms).into_iter().find(|(word, _)| *word == text);
                let is_trigger = triggers().any(|trigger| trigger.name == text);
                let pages = match choice {
                    Some((word, help)) if !is_trigger => vec![Page {
                        head: format!("\"{word}\""),
                        text: help.to_owned(),
                        example: String::new(),
                        scene: String::new(),
                    }],
                    Some((trigger, _)) => pages(trigger),
                    None if text.starts_with('@') || ops::find(text).is_some() => pages(text),
                    None => Vec::new(),
                };
                found = Some((tree.span.clone(), pages));
            }
            _ => {}
        });
        let (span, pages) = found.filter(|(_, pages)| !pages.is_empty())?;
        let pages: Vec<String> = pages.iter().map(Page::to_markdown).collect();
        Some(Hover { span, text: pages.join("\n\n---\n\n") })
    }

    /// The kind of a name, and its declaration as it is written.
    fn meaning(&self, used: &Use) -> String {
        let symbol = &used.symbol;
        let mut text = format!("`{}`: {}", symbol.name, symbol.sort.noun());
        let own = self.chain.first().map(|part| part.name.as_str());
        let in_file = self.declared(symbol).next().map(|(part, declaration)| {
            let from = (Some(part.name.as_str()) != own).then_some(part.name.as_str());
            (from, part.text.get(declaration.whole.clone()).unwrap_or_default())
        });
        let local = || self.uses.iter().find(|other| other.is_declaration && other.symbol == *symbol);
        let line = |declaration: &Use| {
            let rest = self.text().get(declaration.span.start.saturating_sub(1)..).unwrap_or_default();
            (None, rest.lines().next().unwrap_or_default().trim_end_matches(','))
        };
        let declared = in_file.or_else(|| local().filter(|_| symbol.sort == Sort::Local).map(line));
        if let Some((from, written)) = declared {
            text.push_str(&from.map_or_else(String::new, |file| format!(" of {file}")));
            let end = written.char_indices().map(|(at, _)| at).find(|at| *at > LONGEST);
            let shown = written.get(..end.unwrap_or(written.len())).unwrap_or_default();
            text.push_str(&format!("\n\n```jsonc\n{shown}{}\n```", if end.is_some() { " …" } else { "" }));
        }
        text
    }

    /// Returns the values of the function whose brackets a place stands in.
    pub fn signature(&self, at: usize) -> Option<Signature> {
        let tokens = self.tokens_at(at)?;
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (place, token) in tokens.iter().enumerate().take_while(|(_, token)| token.span.end <= at) {
            match sign(Some(token)) {
                "(" | "[" | "{" => open.push((place, 0)),
                ")" | "]" | "}" => _ = open.pop(),
                "," => open.iter_mut().next_back().into_iter().for_each(|(_, commas)| *commas += 1),
                _ => {}
            }
        }
        let (place, commas) = open.pop().filter(|(place, _)| sign(tokens.get(*place)) == "(")?;
        let function = name(tokens.get(place.checked_sub(1)?));
        let is_method = place >= 2 && sign(tokens.get(place - 2)) == ".";
        let (label, text) = self.form_of(function, commas)?;
        let inner = label.find('(')? + 1..label.rfind(')')?;
        let mut start = inner.start;
        let values = label.get(inner)?.split(", ").map(|value| {
            let range = start..start + value.len();
            start = range.end + 2;
            range
        });
        Some(Signature { values: values.collect(), active: commas + usize::from(is_method), label, text })
    }

    /// The form of a function, and its meaning.
    fn form_of(&self, function: &str, commas: usize) -> Option<(String, String)> {
        if let Some(known) = known().find(|known| known.name == function && known.form.contains('(')) {
            let fits = |form: &&str| form.matches(", ").count() >= commas && form.contains('(');
            let form = known.form.split(" | ").find(fits).or(known.form.split(" | ").last())?;
            return Some((form.to_owned(), known.help.to_owned()));
        }
        let effect = || ops::find(&format!("@{function}"));
        let method = || ops::find(&format!("arr_{function}"));
        if let Some(operator) = ops::find(function).or_else(effect).or_else(method) {
            return Some((in_formulas(operator), operator.help.to_owned()));
        }
        let mut defined = self.chain.iter().flat_map(|part| {
            let members = part.tree.get("define").map_or(&[][..], Tree::members);
            members.iter().map(|member| member.key.as_str())
        });
        let form = defined.find(|key| key.split('(').next() == Some(function) && key.ends_with(')'))?;
        Some((form.to_owned(), format!("A {} of this mode.", Sort::Definition.noun())))
    }

    /// The tokens of the formula that a place stands in.
    pub(crate) fn tokens_at(&self, at: usize) -> Option<Vec<Token>> {
        let mut found = None;
        walk(self.tree()?, &mut |part, _| match part {
            Part::Formulas(texts) if texts.iter().any(|text| contains(&text.span, at)) => {
                found = Some(tokens_of(self.text(), &texts));
            }
            _ => {}
        });
        found
    }
}

pub(crate) fn contains(span: &Range<usize>, at: usize) -> bool {
    span.start <= at && at <= span.end
}

/// The pages of a token of a formula.
fn pages_of_token(tokens: &[Token], place: usize) -> Vec<Page> {
    let token = &tokens[place];
    let is_member = place > 0 && sign(tokens.get(place - 1)) == ".";
    let operator = |name: &str| {
        let effect = || ops::find(&format!("@{name}"));
        let method = || ops::find(&format!("arr_{name}")).filter(|_| is_member);
        let found = ops::find(name).or_else(method).or_else(effect);
        found.map(page_in_formulas).into_iter().collect::<Vec<_>>()
    };
    match &token.kind {
        TokenKind::Sign("==") => operator("="),
        TokenKind::Sign("=") => Vec::new(),
        TokenKind::Sign(sign) => operator(sign),
        TokenKind::Word(word) => pages(word),
        TokenKind::Name(name) => {
            let known: Vec<Page> = match known().find(|known| known.name == name && !is_member) {
                Some(known) => pages(known.name),
                None => Vec::new(),
            };
            match word(name).filter(|_| !is_member) {
                Some(word) => pages(word).into_iter().map(|page| named(name, page)).collect(),
                None if !known.is_empty() && !is_infix(name) => known,
                None => operator(name),
            }
        }
        _ => Vec::new(),
    }
}

/// The page of a word under its name in formulas.
fn named(name: &str, page: Page) -> Page {
    Page { head: format!("{name}\n{}", page.head), ..page }
}
