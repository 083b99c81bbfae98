//! What an operator does, what a special string stands for and when scripts run, from
//! the tables of the language.

use polymerge::advanced::modefile::triggers;
use polymerge::calc::ops::{self, Operator};
use polymerge::calc::words::{self, Word, SCENE};

/// A page about the operator of this name, about the word that a special string begins
/// with, or about a trigger of scripts.
///
/// # Errors
/// If there is none; names the closest ones.
pub fn page(name: &str) -> Result<String, String> {
    if let Some(word) = name.split(' ').next().and_then(words::find) {
        return Ok(page_of(word));
    }
    if let Some(trigger) = triggers().find(|trigger| trigger.name == name) {
        let sees = if trigger.sees.is_empty() { "" } else { "\n" };
        return Ok(format!("{name}: scripts run\n{}{sees}{}\n", trigger.when, trigger.sees));
    }
    let Some(operator) = ops::find(name) else {
        let similar = similar(name);
        let hint = match similar.is_empty() {
            true => String::new(),
            false => format!("; similar ones: {}", similar.join(", ")),
        };
        return Err(format!("there is no operator, word or trigger {name:?}{hint}"));
    };
    let (expression, value) = operator.example;
    Ok(format!("{}\n{}\n\n    {expression}\n    {value}\n", usage(operator), operator.help))
}

/// What a word stands for, with an example in the game that all examples look at.
fn page_of(word: &Word) -> String {
    let usages: String = word.usages().map(|usage| format!("{usage}\n")).collect();
    let (expression, value) = word.example;
    format!("{usages}{}\n\n    {expression}\n    {value}\n\nin the game\n{SCENE}\n", word.help)
}

/// The line of an operator: what it takes and what comes out.
fn usage(operator: &Operator) -> String {
    let arguments: String = operator.arguments.iter().map(|family| format!(" ({})", family.name())).collect();
    format!("({}) {}{arguments} -> {}", operator.operand.name(), operator.name, operator.result.name())
}

/// Names that have the wanted one in them, or are in it, whatever the case.
fn similar(name: &str) -> Vec<&'static str> {
    let wanted = name.to_lowercase();
    let close = |known: &str| {
        let known = known.to_lowercase();
        known.contains(&wanted) || (known.len() > 2 && wanted.contains(&known))
    };
    let names = ops::all().map(|operator| operator.name).chain(words::all().map(|word| word.name));
    names.filter(|known| close(known)).take(8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_is_explained_from_its_row() {
        let page = page("+").unwrap();
        assert!(page.starts_with("(number) + (number) -> number\n"), "{page}");
    }

    #[test]
    fn a_word_is_explained_with_what_may_follow_it() {
        for name in ["@GVar", "@GVar 0"] {
            let page = page(name).unwrap();
            assert!(page.starts_with("@GVar\n@GVar number\nA game variable"), "{page}");
        }
    }

    #[test]
    fn similar_names_are_offered() {
        let message = page("Floor").unwrap_err();
        assert!(message.contains("\"Floor\"; similar ones: floor"), "{message}");
    }
}
