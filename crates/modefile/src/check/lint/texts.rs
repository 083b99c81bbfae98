//! Lints of texts: what looks like an expression and is none.

use calcarray::{json, number, words};
use polymerge_formula::Meaning;

use crate::check::lint::{Finding, Names};
use crate::text::meant::list_of;
use crate::text::node::{Node, Span};

/// Tells whether the rest of a text is what may follow a special string: numbers, and names of
/// what the word reads.
fn follows(head: &str, rest: &[&str], names: &Names) -> bool {
    let known = match head {
        "GVar" | "MVar" | "Var" => names.variables,
        _ => names.entries,
    };
    let Some((least, most)) = words::find(&format!("@{head}")).map(|word| word.parts) else { return false };
    let is_part = |part: &&str| {
        number::parse(part).is_some() && !part.is_empty() || known.iter().any(|name| name == part)
    };
    (least..=most).contains(&(rest.len() + 1)) && rest.iter().all(is_part)
}

/// The names of a mode, for formulas.
struct Known<'a>(&'a Names<'a>);

impl polymerge_formula::Names for Known<'_> {
    fn meaning(&self, name: &str) -> Option<Meaning> {
        let place = |names: &[String]| names.iter().position(|known| known == name);
        place(self.0.entries).map(Meaning::Entry).or_else(|| place(self.0.variables).map(Meaning::Variable))
    }

    fn name(&self, _: &Meaning) -> Option<String> {
        None
    }
}

/// Tells whether a text would be a formula that calculates with names of the game: `"value * 2"`.
fn lacks_its_sign(text: &str, names: &Names) -> bool {
    const LONGEST: usize = 200;
    let is_possible = text.starts_with(|first: char| first.is_alphabetic() || first == '(')
        && text.contains(|sign: char| "+-*/<>=&|%.(".contains(sign))
        && text.len() <= LONGEST;
    let compiled = is_possible.then(|| polymerge_formula::compile(&format!("= {text}"), &Known(names)));
    compiled.and_then(Result::ok).is_some_and(|value| {
        // A list with an operator, and with a word of the game.
        let written = json::write(&value);
        written.starts_with('[') && written.contains(',') && written.contains("\"@")
    })
}

/// Returns what to write instead of a text that was meant as a formula.
pub(crate) fn without_sign(node: &Node, names: &Names) -> Option<String> {
    let text = node.as_string().filter(|text| lacks_its_sign(text, names))?;
    Some(format!("a formula begins with =: \"= {text}\""))
}

/// `"This value"` lacks its `@`; `"@This value * 2"` is a list of three. What is shown as it
/// is, such as a title, may be called "Next 3".
pub(super) fn expression(text: &str, is_shown: bool, names: &Names) -> Option<Finding> {
    // No special string has more parts, nor has an expression that was meant.
    const LONGEST: usize = 16;
    let parts: Vec<&str> = text.split(' ').take(LONGEST).collect();
    let (head, rest) = parts.split_first()?;
    if !is_shown && lacks_its_sign(text, names) {
        let message = format!("\"{text}\" is only a text: a formula begins with =");
        return Some(Finding::at(Span::default(), message, format!("write \"= {text}\"")));
    }
    if !head.starts_with('@') {
        let is_meant = !is_shown && !rest.is_empty() && follows(head, rest, names);
        return is_meant.then(|| {
            let message = format!("\"{text}\" is only a text: a special string starts with @");
            Finding::at(Span::default(), message, format!("write \"@{text}\""))
        });
    }
    let message = "this text is not an expression: it is used as plain text";
    let help = format!("an expression is a list: {}", list_of(text)?);
    Some(Finding::at(Span::default(), message, help))
}
