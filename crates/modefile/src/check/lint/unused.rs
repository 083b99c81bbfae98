//! Values that end before an operator that was meant to belong to them.

use crate::check::line::Step;
use crate::check::lint::{Finding, Names};
use crate::text::node::{Kind, Node};

/// The beginnings of operators that change something.
const CHANGES: [&str; 7] = ["@edit_", "@add_", "@insert_", "@remove_", "@replace_", "@run_", "@ScriptSignal"];

/// Words whose condition or number can end too early.
const BLOCKS: [&str; 3] = ["@if", "@else-if", "@repeat"];

/// Operators that only choose a value, or do something besides.
const OTHERS: [&str; 9] =
    ["1st", "2nd", "first", "second", "ignore", "output", "console.log", "announce", "CalcArray"];

const COMPARES: [&str; 6] = ["=", "!=", "<", ">", "<=", ">="];

fn changes(name: &str) -> bool {
    CHANGES.iter().any(|start| name.starts_with(start))
}

/// Tells whether nothing is changed or drawn by an expression.
fn is_idle(node: &Node) -> bool {
    !node.any_text(&|text| {
        changes(text) || text.contains("rand") || text.contains("Random") || text == "announce"
    })
}

/// Tells whether an operator does no more than calculate.
fn calculates(name: &str) -> bool {
    !name.starts_with('@') && !OTHERS.contains(&name) && !name.contains("rand") && !name.contains("Random")
}

/// `"@edit_gvar", "$hp", "@GVar hp", "-", 1` changes nothing: the value ends before the
/// minus. What an operator calculates that nothing uses was meant for the value before it.
pub(super) fn ends_early(step: &Step, names: &Names) -> Option<Finding> {
    let before = step.before?;
    let (name, outer) = (step.operator.name, before.operator.name);
    let value = before.arguments.last()?;
    // What a block repeats may be calculated for nothing; a condition that is a list is whole.
    let takes_value = changes(outer) || BLOCKS.contains(&outer) && value.as_array().is_none();
    // The value of a line that is used may be calculated on after a change, but hardly compared
    // at the beginning of a block whose condition is but a word.
    let is_condition = ["@if", "@else-if"].contains(&outer) && COMPARES.contains(&name) && is_word(value);
    if !takes_value
        || !(step.is_unused || is_condition)
        || !calculates(name)
        || !step.arguments.iter().all(is_idle)
    {
        return None;
    }
    let message = format!("the value of `{outer}` ends before `{name}`: what is calculated here is not used");
    let arguments = step.arguments.iter().map(|node| shown(node, names));
    let values: Option<Vec<String>> =
        [shown(value, names), Some(format!("\"{name}\""))].into_iter().chain(arguments).collect();
    let help = match values {
        Some(values) => format!("put the whole value into a list of its own: [{}]", values.join(", ")),
        None => format!("put the whole value into a list of its own: […, \"{name}\", …]"),
    };
    Some(Finding::at(step.word.span, message, help))
}

fn is_word(node: &Node) -> bool {
    node.as_text().is_some_and(|text| text.starts_with("@"))
}

/// A short value as it is written, with the names of entries and variables.
fn shown(node: &Node, names: &Names) -> Option<String> {
    match &node.kind {
        Kind::Number(number) => Some(calcarray::number::to_text(*number)),
        Kind::Boolean(value) => Some(value.to_string()),
        Kind::Text(_) => {
            let text = node.as_string()?;
            let named = text.split_once(' ').and_then(|(head, number)| {
                let known = match head {
                    "@GVar" => names.variables,
                    "@This" => names.entries,
                    _ => return None,
                };
                Some(format!("{head} {}", known.get(number.parse::<usize>().ok()?)?))
            });
            Some(format!("\"{}\"", named.unwrap_or(text)))
        }
        _ => None,
    }
}
