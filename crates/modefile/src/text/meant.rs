//! Expressions that stand where none is read, or that are written as in other languages:
//! what their author meant.

use calcarray::{number, ops, words};

use crate::text::node::Node;

/// Operators of other languages, with those here.
const FOREIGN_OPERATORS: [(&str, &str); 24] = [
    ("==", "="),
    ("===", "="),
    ("!==", "!="),
    ("<>", "!="),
    ("=<", "<="),
    ("=>", ">="),
    ("and", "&&"),
    ("&", "&&"),
    ("or", "||"),
    ("|", "||"),
    ("not", "!"),
    ("pow", "^"),
    ("power", "^"),
    ("x", "*"),
    ("×", "*"),
    ("÷", "/"),
    ("−", "-"),
    ("plus", "+"),
    ("minus", "-"),
    ("times", "*"),
    ("if", "@if"),
    ("else", "@else"),
    ("repeat", "@repeat"),
    ("length", "arr_length"),
];

/// The operator that is written like this in other languages.
pub(crate) fn of_other_languages(name: &str) -> Option<&'static str> {
    let row = FOREIGN_OPERATORS.iter().find(|(word, _)| word.eq_ignore_ascii_case(name));
    row.map(|(_, meant)| *meant)
}

/// Returns true if the entries of a list are a value and an operator, as in an expression.
pub(crate) fn is_line(entries: &[Node]) -> bool {
    let Some(name) = entries.get(1).and_then(Node::as_string) else { return false };
    ops::find(&name).is_some() || of_other_languages(&name).is_some()
}

/// The expression in a text that begins with a special string: `"@This value * 2"` is
/// `["@This value", "*", 2]`.
pub(crate) fn list_of(text: &str) -> Option<String> {
    // No special string has more parts, nor has an expression that was meant.
    const LONGEST: usize = 16;
    let parts: Vec<&str> = text.split(' ').take(LONGEST).collect();
    let head = *parts.first()?;
    let place = parts.iter().position(|part| !part.starts_with('@') && ops::find(part).is_some())?;
    let (value, steps) = parts.split_at_checked(place).filter(|(value, _)| !value.is_empty())?;
    if words::find(head).is_none() || steps.len() < 2 || head == "@Grid" {
        return None;
    }
    let step = |part: &&str| match number::parse(part) {
        Some(_) => (*part).to_owned(),
        None => format!("\"{part}\""),
    };
    let steps: Vec<String> = steps.iter().map(step).collect();
    Some(format!("[\"{}\", {}]", value.join(" "), steps.join(", ")))
}

/// The entries of some tile, to be shown in a help.
pub(crate) fn some_entries(count: usize) -> String {
    const MOST: usize = 6;
    let entries = vec!["1"; count.min(MOST)].join(", ");
    if count > MOST { format!("{entries}, …") } else { entries }
}
