//! The explanations of operators, special strings, triggers, keywords and keys of mode files, from
//! the tables of the language.

use std::collections::BTreeSet;

use polymerge::advanced::modefile::{key_tables, keywords, triggers, Key, LeftOut, Trigger, TRIGGER_SCENE};
use polymerge::calc::keywords::Keyword;
use polymerge::calc::ops::{self, Operator};
use polymerge::calc::words::{self, Word, SCENE};

/// Returns the pages of all things of a name: an operator, the word at the start of a special
/// string, a trigger of scripts, a keyword, keys of mode files.
///
/// # Errors
///
/// Nothing has this name; the error has similar names.
pub fn page(name: &str) -> Result<String, String> {
    let head = name.split(' ').next().unwrap_or_default();
    let mut pages: Vec<String> = Vec::new();
    pages.extend(words::find(head).map(page_of_word));
    pages.extend(triggers().find(|trigger| trigger.name == name).map(page_of_trigger));
    pages.extend(ops::find(name).map(page_of_operator));
    for group in keywords() {
        let found = group.find(name).or_else(|| group.find(head).filter(|_| head.starts_with('@')));
        pages.extend(found.map(|keyword| page_of_keyword(group.title, keyword)));
    }
    for (_, table) in key_tables() {
        pages.extend(table.find(name).map(|key| page_of_key(table.what, key)));
    }
    if !pages.is_empty() {
        return Ok(pages.join("\n"));
    }
    let similar = similar(name);
    let hint = match similar.is_empty() {
        true => String::new(),
        false => format!("; similar ones: {}", similar.join(", ")),
    };
    Err(format!("there is no operator, word, trigger, keyword or key {name:?}{hint}"))
}

/// Returns the page of an operator: its operands, its effect, an example.
fn page_of_operator(operator: &Operator) -> String {
    let (expression, value) = operator.example;
    format!("{}\n{}\n\n    {expression}\n    {value}\n", usage(operator), operator.help)
}

/// Returns the page of a special string, with an example in the game that all examples use.
fn page_of_word(word: &Word) -> String {
    let usages: String = word.usages().map(|usage| format!("{usage}\n")).collect();
    let (expression, value) = word.example;
    format!("{usages}{}\n\n    {expression}\n    {value}\n\nin the game\n{SCENE}\n", word.help)
}

/// Returns the page of a trigger: the moment when its scripts run, and a mode with such a script.
fn page_of_trigger(trigger: &Trigger) -> String {
    let sees = if trigger.sees.is_empty() { String::new() } else { format!("{}\n", trigger.sees) };
    let (example, name) = (&trigger.example, trigger.name);
    let after = if example.actions.is_empty() { "at the start" } else { example.actions };
    format!(
        "{name}: scripts run\n{}\n{sees}\n{}\nseen ({after}):\n    {}\n\nscene.jsonc:\n{TRIGGER_SCENE}\n",
        trigger.when,
        example.mode(name),
        example.seen
    )
}

/// Returns the page of a keyword: its meaning within its group.
fn page_of_keyword(group: &str, keyword: &Keyword) -> String {
    let (written, value) = keyword.example;
    format!("{} ({group})\n{}\n\n    {written}\n    {value}\n", keyword.usage(), keyword.help)
}

/// Returns the page of a key of an object of mode files: its meaning, and what it is if it is left out.
fn page_of_key(object: &str, key: &Key) -> String {
    let left_out = match key.left_out {
        LeftOut::Mistake => "must be there\n".to_owned(),
        LeftOut::Value(json) => format!("if left out: {json}\n"),
        LeftOut::Words(words) => format!("if left out: {}\n", words.replace('`', "")),
        LeftOut::Nothing => String::new(),
    };
    let (name, example) = (key.name, key.example);
    format!(
        "{name} (key of {object})\n{}\n{left_out}\n    \"{name}\": {example}\n",
        key.help().replace('`', "")
    )
}

/// Returns the line of an operator: its operands and its result.
fn usage(operator: &Operator) -> String {
    let arguments: String = operator.arguments.iter().map(|family| format!(" ({})", family.name())).collect();
    format!("({}) {}{arguments} -> {}", operator.operand.name(), operator.name, operator.result.name())
}

/// Returns the names that contain a text or are part of it, whatever the case.
fn similar(name: &str) -> Vec<&'static str> {
    let wanted = name.to_lowercase();
    let close = |known: &str| {
        let known = known.to_lowercase();
        known.contains(&wanted) || (known.len() > 2 && wanted.contains(&known))
    };
    names().filter(|known| close(known)).take(8).collect()
}

/// Returns all names that have pages, each once.
pub fn names() -> impl Iterator<Item = &'static str> {
    let keywords = keywords().flat_map(|group| group.keywords.iter().map(|keyword| keyword.name));
    let triggers = triggers().map(|trigger| trigger.name);
    let words = words::all().map(|word| word.name);
    let keys = key_tables().flat_map(|(_, table)| table.names());
    let all =
        ops::all().map(|operator| operator.name).chain(words).chain(triggers).chain(keywords).chain(keys);
    let mut seen = BTreeSet::new();
    all.filter(move |name| seen.insert(*name))
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
    fn keywords_and_triggers_are_explained() {
        for (name, beginning) in [
            ("@Slippery", "@Slippery (Cells without a tile)\n"),
            ("@TemporaryHole 3", "@TemporaryHole turns (Cells without a tile)\n"),
            ("box", "box (Spawns)\n"),
            ("@BigInt", "@BigInt digits (Values)\n"),
            ("Merge", "Merge: scripts run\n"),
            ("start_tiles", "start_tiles (key of a mode)\n"),
        ] {
            let page = page(name).unwrap();
            assert!(page.starts_with(beginning), "{page}");
        }
        assert!(page("@CalcArray").unwrap().contains("(Results of merges)"));
    }

    /// Tests that all names have pages.
    #[test]
    fn all_names_are_explained() {
        let without: Vec<&str> = names().filter(|name| page(name).is_err()).collect();
        assert!(without.is_empty(), "{without:?}");
    }

    #[test]
    fn similar_names_are_offered() {
        let message = page("Floor").unwrap_err();
        assert!(message.contains("\"Floor\"; similar ones: floor"), "{message}");
    }
}
