//! Lints of steps: operators that are given what they hardly mean.

use calcarray::ops::Family;

use crate::check::line::Outcome;
use crate::check::line::Step;
use crate::check::lint::{Finding, Names};
use crate::check::special::is_word;
use crate::text::nearest::nearest;
use crate::text::node::{Kind, Node};
use crate::text::problem::Help;

const ORDERS: [&str; 4] = ["<", ">", "<=", ">="];
const EQUALS: [&str; 2] = ["=", "!="];
/// Operators that are no use after a comparison; a product of a truth value and a
/// number, and a sum of truth values, are meant.
const SUMS: [&str; 8] = ["+", "-", "/", "%", "mod", "^", "**", "max"];

impl Step<'_> {
    fn is(&self, names: &[&str]) -> bool {
        names.contains(&self.operator.name)
    }

    /// The running value, if it is written in the line, and the arguments.
    fn values(&self) -> impl Iterator<Item = &Node> {
        self.first.into_iter().chain(self.arguments)
    }

    /// The running value and the argument of a comparison, as far as they are written.
    fn sides(&self) -> Option<(&Node, &Node)> {
        self.is(&EQUALS).then_some(())?;
        Some((self.first?, self.arguments.first()?))
    }
}

/// Returns true if this is certainly no truth value: a number, a plain text, an entry of a tile.
fn is_no_truth_value(node: &Node, outcome: Option<&Outcome>) -> bool {
    match (&node.kind, outcome) {
        (_, Some(Outcome::Known(family))) => *family != Family::Boolean && *family != Family::Any,
        (Kind::Text(text), _) => !text.starts_with("@") || is_tile_word(&text.to_string_lossy()),
        _ => false,
    }
}

fn is_tile_word(text: &str) -> bool {
    ["@This", "@Next", "@NextNE", "@Score", "@Moves"].contains(&text.split(' ').next().unwrap_or_default())
}

/// `a >= 4 && b < 2` compares what came out of `&&` with 2.
pub(super) fn truth_value(step: &Step, _: &Names) -> Option<Finding> {
    if step.running != Outcome::Known(Family::Boolean) {
        return None;
    }
    let other = is_no_truth_value(step.arguments.first()?, step.outcomes.first());
    let does = match step.operator.name {
        _ if step.is(&ORDERS) => "compares",
        _ if step.is(&EQUALS) && other => "compares",
        _ if step.is(&SUMS) && other => "calculates with",
        _ => return None,
    };
    let name = step.operator.name;
    let message = format!("`{name}` {does} a truth value: everything before it is calculated first");
    let help = Help::by_form(
        format!("put what belongs together into its own list: […, [a, \"{name}\", b]]"),
        "put what belongs together into brackets",
    );
    Some(Finding::at(step.word.span, message, help))
}

/// `@This` and `@Next 1` are lists, also where a tile has one entry.
pub(super) fn whole_tile(step: &Step, names: &Names) -> Option<Finding> {
    let whole = |node: &&Node| {
        let text = node.as_string().unwrap_or_default();
        let parts: Vec<&str> = text.split(' ').collect();
        matches!(parts.as_slice(), ["@This"] | ["@Next" | "@NextNE" | "@NextFull", _] | ["@Relative", _, _])
            && !text.ends_with("FL")
    };
    // A number, or an entry of a tile.
    let is_number = |node: &Node| {
        let text = node.as_string().unwrap_or_default();
        let parts: Vec<&str> = text.split(' ').collect();
        let is_entry = matches!(parts.as_slice(), ["@This", _] | ["@Next" | "@NextNE" | "@NextFull", _, _]);
        matches!(node.kind, Kind::Number(_))
            || is_entry && !parts.iter().skip(1).any(|part| part.starts_with('@'))
    };
    let node = match step.sides() {
        Some((a, b)) if is_number(b) => Some(a).filter(whole),
        Some((a, b)) if is_number(a) => Some(b).filter(whole),
        Some(_) => None,
        None if step.is(&ORDERS) => step.values().find(whole),
        None => {
            let running = step.first.filter(|_| step.operator.operand == Family::Number);
            let arguments = step.arguments.iter().zip(step.operator.arguments);
            let arguments = arguments.filter(|(_, family)| **family == Family::Number).map(|(node, _)| node);
            running.into_iter().chain(arguments).find(whole)
        }
    }?;
    let text = node.as_string()?;
    let message = format!("`{text}` is a whole tile, which is a list, not a number");
    // `@Next value` says no steps, but that many.
    let meant = if text == "@Next 0" { "@Next 1" } else { &text };
    let entry = names.first_entry();
    let of_formula = if names.entries.is_empty() {
        "name the entry: {}[0]".to_owned()
    } else {
        format!("name the entry: {{}}.{entry}")
    };
    let help = Help::by_form(format!("name the entry: \"{meant} {entry}\""), of_formula);
    Some(Finding::at(node.span, message, help))
}

/// `@Next` without a number is the list of the tiles ahead.
pub(super) fn next_without_number(step: &Step, names: &Names) -> Option<Finding> {
    let compares = step.is(&EQUALS) || step.is(&ORDERS) || step.operator.operand == Family::Number;
    let node = step.values().find(|node| node.is_word("@Next")).filter(|_| compares)?;
    let message = "`@Next` without a number is the list of all tiles ahead that merge";
    let entry = names.first_entry();
    let help = Help::by_form(
        format!("the tile ahead is \"@Next 1\", its first entry \"@Next 1 {entry}\""),
        format!("the tile ahead is next, its first entry next.{entry}"),
    );
    Some(Finding::at(node.span, message, help))
}

/// Returns true if this is the text of a number, such as `"2"`.
pub(super) fn is_number_in_quotes(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit() || first == '-') && text.parse::<f64>().is_ok()
}

/// `"2"` equals no number.
pub(super) fn number_in_quotes(step: &Step, _: &Names) -> Option<Finding> {
    let (a, b) = step.sides()?;
    let quoted = |node: &Node| node.as_string().is_some_and(|text| is_number_in_quotes(&text));
    let counts = |node: &Node| match &node.kind {
        Kind::Number(_) => true,
        Kind::Text(text) => is_tile_word(&text.to_string_lossy()),
        _ => false,
    };
    let node = if quoted(b) && counts(a) { b } else { Some(a).filter(|a| quoted(a) && counts(b))? };
    let text = node.as_string()?;
    let message = format!("\"{text}\" is a text, and a text is never equal to a number");
    Some(Finding::at(node.span, message, format!("write a number without quotes: {text}")))
}

/// A word counts as 0 where a number is taken.
pub(super) fn text_for_number(step: &Step, names: &Names) -> Option<Finding> {
    let is_word = |node: &Node| {
        let text = node.as_string()?;
        let plain =
            text.starts_with(char::is_alphabetic) && text != "Infinity" && text.parse::<f64>().is_err();
        plain.then_some(text)
    };
    let ordered = step.is(&ORDERS) && step.values().any(|node| matches!(node.kind, Kind::Number(_)));
    let families = step.operator.arguments.iter().copied();
    let families = step.first.map(|_| step.operator.operand).into_iter().chain(families);
    // Numbers of variables have a lint of their own.
    let takes = |family: Family| ordered || family == Family::Number && changed(step.operator.name).is_none();
    let (node, text) =
        step.values().zip(families).filter(|(_, family)| takes(*family)).find_map(|(node, _)| {
            let text = is_word(node)?;
            Some((node, text))
        })?;
    let word = format!("@{text}");
    let name = text.to_lowercase();
    let help = match () {
        () if polymerge_formula::words().any(|known| known == name) => {
            Help::by_form(format!("did you mean \"{word}\"?"), format!("names have no quotes: {name}"))
        }
        () if is_word_of_the_language(&word) => {
            Help::by_form(format!("did you mean \"{word}\"?"), format!("did you mean {word}?"))
        }
        () if names.entries.contains(&text) => {
            Help::by_form(format!("did you mean \"@This {text}\"?"), format!("names have no quotes: {text}"))
        }
        () if names.variables.contains(&text) => {
            Help::by_form(format!("did you mean \"@GVar {text}\"?"), format!("names have no quotes: {text}"))
        }
        () => Help::by_form(
            "write a number, or the special string or list that gives one",
            "write a number, or the name of one",
        ),
    };
    let message = format!("\"{text}\" is only a text: `{}` takes it for 0", step.operator.name);
    Some(Finding::at(node.span, message, help))
}

fn is_word_of_the_language(word: &str) -> bool {
    is_word(word.split(' ').next().unwrap_or_default())
}

/// Returns the kind of thing that an operator changes by its number, with the word that reads it.
fn changed(operator: &str) -> Option<(&'static str, &'static str)> {
    let (what, kind) = operator.strip_prefix('@')?.split_once('_')?;
    let known = match kind {
        "var" => ("variable", "@Var"),
        "gvar" => ("game variable", "@GVar"),
        "mvar" => ("modifier variable", "@MVar"),
        "spawn" | "forced_spawn" => ("entry", "@GVar"),
        "script" => ("script", "@GVar"),
        _ => return None,
    };
    ["edit", "insert", "remove", "run"].contains(&what).then_some(known)
}

/// Finds operators that take the number of what they change, but are given a name in quotes, which
/// counts as 0, or `@GVar x`, which is the value of the variable.
pub(super) fn variable_number(step: &Step, names: &Names) -> Option<Finding> {
    let (what, reads) = changed(step.operator.name)?;
    let node = step.arguments.first()?;
    let text = node.as_string()?;
    let name = step.operator.name;
    if !text.starts_with('@') {
        let message = format!("`{name}` takes the number of a {what}: the text \"{text}\" counts as 0");
        let known = nearest(&text, names.variables.iter().map(String::as_str));
        let help = match known.filter(|_| what == "game variable") {
            Some(known) => format!("the number of the variable `{known}` is written \"${known}\""),
            None if what == "variable" => "variables that the key \"vars\" names have such names".to_owned(),
            None => format!("the {what}s are numbered from 0"),
        };
        return Some(Finding::at(node.span, message, help));
    }
    let index = text.strip_prefix(reads)?.strip_prefix(' ').filter(|_| what.ends_with("variable"))?;
    let variable = index.parse().ok().and_then(|index: usize| names.variables.get(index));
    let variable = variable.filter(|_| what == "game variable");
    let index = variable.map_or(index, String::as_str);
    let message = format!(
        "`{reads} {index}` is what the variable holds; `{name}` takes the number of the {what} it changes"
    );
    let help = match variable {
        Some(variable) => format!("its number is written \"${variable}\""),
        None => format!("its number is {index}"),
    };
    Some(Finding::at(node.span, message, help))
}
