//! Explanations of operators, special strings, triggers, keywords, keys of mode files, functions
//! and statements of formulas, from the tables of the language.

use std::collections::BTreeSet;

use calcarray::json;
use calcarray::keywords::Keyword;
use calcarray::ops::{self, Operator};
use calcarray::words::{self, SCENE, Word};
use polymerge_formula::{Known, NoNames, is_effect, known, show};
use polymerge_modefile::{Key, LeftOut, TRIGGER_SCENE, Trigger, key_tables, keywords, triggers};

/// An explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The forms in which it is written, one a line.
    pub head: String,
    /// The meaning.
    pub text: String,
    /// An example with its result, as lines.
    pub example: String,
    /// The surroundings of the example, or nothing.
    pub scene: String,
}

impl Page {
    /// Returns the page as plain text.
    pub fn to_text(&self) -> String {
        format!("{}\n{}\n\n{}\n{}", self.head, self.text.replace('`', ""), self.example, self.scene)
    }

    /// Returns the page as Markdown, without the scene of the example.
    pub fn to_markdown(&self) -> String {
        let example: Vec<&str> = self.example.lines().map(str::trim_start).collect();
        let example = match self.example.is_empty() {
            true => String::new(),
            false => format!("\n\n```text\n{}\n```", example.join("\n")),
        };
        format!("```text\n{}\n```\n{}{example}", self.head, self.text)
    }
}

/// Returns the pages of all things of a name as one text: an operator, the word at the start of a
/// special string, a trigger of scripts, a keyword, keys of mode files, a function of formulas.
///
/// # Errors
///
/// Nothing has this name; the error has similar names.
pub fn page(name: &str) -> Result<String, String> {
    let pages: Vec<String> = pages(name).iter().map(Page::to_text).collect();
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

/// Returns the pages of all things of a name.
pub fn pages(name: &str) -> Vec<Page> {
    let head = name.split(' ').next().unwrap_or_default();
    let mut pages: Vec<Page> = Vec::new();
    pages.extend(words::find(head).map(page_of_word));
    pages.extend(triggers().find(|trigger| trigger.name == name).map(page_of_trigger));
    pages.extend(ops::find(name).map(page_of_operator));
    pages.extend(known().find(|known| known.name == name).map(page_of_known));
    for group in keywords() {
        let found = group.find(name).or_else(|| group.find(head).filter(|_| head.starts_with('@')));
        pages.extend(found.map(|keyword| page_of_keyword(group.title, keyword)));
    }
    for (_, table) in key_tables() {
        pages.extend(table.find(name).map(|key| page_of_key(table.what, key)));
    }
    pages
}

fn new(head: String, text: impl Into<String>, (example, value): (&str, &str)) -> Page {
    Page { head, text: text.into(), example: format!("    {example}\n    {value}"), scene: String::new() }
}

/// Returns the page of an operator: its operands, its effect, an example.
fn page_of_operator(operator: &Operator) -> Page {
    let arguments: String = operator.arguments.iter().map(|family| format!(" ({})", family.name())).collect();
    let (operand, result) = (operator.operand.name(), operator.result.name());
    new(format!("({operand}) {}{arguments} -> {result}", operator.name), operator.help, operator.example)
}

/// Returns the form of an operator in formulas: `floor(number, number) -> number`.
pub(crate) fn in_formulas(operator: &Operator) -> String {
    let (operand, result) = (operator.operand.name(), operator.result.name());
    let name = if operator.name == "=" { "==" } else { operator.name };
    let is_sign = !name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '@');
    let families = operator.arguments.iter().map(|family| family.name());
    match operator.arguments {
        [argument] if is_sign => format!("({operand}) {name} ({}) -> {result}", argument.name()),
        [] if is_sign => format!("{name}({operand}) -> {result}"),
        _ if is_effect(operator) => {
            format!("{}({})", name.trim_start_matches('@'), families.collect::<Vec<_>>().join(", "))
        }
        _ => {
            let values: Vec<&str> = std::iter::once(operand).chain(families).collect();
            format!("{name}({}) -> {result}", values.join(", "))
        }
    }
}

/// Returns the page of an operator as formulas write it.
pub(crate) fn page_in_formulas(operator: &Operator) -> Page {
    let (expression, value) = operator.example;
    let shown = json::read(expression, &Default::default()).map(|value| show(&value, &NoNames));
    let example = shown.as_deref().unwrap_or(expression);
    new(in_formulas(operator), operator.help, (example, value))
}

/// Returns the page of a special string, with an example in the game that all examples use.
fn page_of_word(word: &Word) -> Page {
    let usages: Vec<String> = word.usages().collect();
    Page { scene: format!("\nin the game\n{SCENE}\n"), ..new(usages.join("\n"), word.help, word.example) }
}

/// Returns the page of a trigger: the moment when its scripts run, and a mode with such a script.
fn page_of_trigger(trigger: &Trigger) -> Page {
    let (example, name) = (&trigger.example, trigger.name);
    let sees = if trigger.sees.is_empty() { String::new() } else { format!("\n{}", trigger.sees) };
    let after = if example.actions.is_empty() { "at the start" } else { example.actions };
    Page {
        head: format!("{name}: scripts run"),
        text: format!("{}{sees}", trigger.when),
        example: format!("{}\nseen ({after}):\n    {}", example.mode(name), example.seen),
        scene: format!("\nscene.jsonc:\n{TRIGGER_SCENE}\n"),
    }
}

/// Returns the page of a function, a list of cells or a statement of formulas.
fn page_of_known(known: &Known) -> Page {
    new(known.form.replace(" | ", "\n"), known.help, known.example)
}

/// Returns the page of a keyword: its meaning within its group.
fn page_of_keyword(group: &str, keyword: &Keyword) -> Page {
    new(format!("{} ({group})", keyword.usage()), keyword.help, keyword.example)
}

/// Returns the page of a key of an object of mode files: its meaning, and what it is if it is left out.
pub(crate) fn page_of_key(object: &str, key: &Key) -> Page {
    let left_out = match key.left_out {
        LeftOut::Mistake => "\nmust be there".to_owned(),
        LeftOut::Value(json) => format!("\nif left out: {json}"),
        LeftOut::Words(words) => format!("\nif left out: {words}"),
        LeftOut::Nothing => String::new(),
    };
    Page {
        head: format!("{} (key of {object})", key.name),
        text: format!("{}{left_out}", key.help()),
        example: format!("    \"{}\": {}", key.name, key.example),
        scene: String::new(),
    }
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
    let known = known().map(|known| known.name);
    let operators = ops::all().map(|operator| operator.name);
    let all = operators.chain(words).chain(triggers).chain(keywords).chain(keys).chain(known);
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
