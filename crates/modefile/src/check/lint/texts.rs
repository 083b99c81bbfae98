//! Lints of texts: what looks like an expression and is none.

use calcarray::{number, words};

use crate::check::lint::{Finding, Names};
use crate::text::meant::list_of;
use crate::text::node::Span;

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

/// `"This value"` lacks its `@`; `"@This value * 2"` is a list of three. What is shown as it
/// is, such as a title, may be called "Next 3".
pub(super) fn expression(text: &str, is_shown: bool, names: &Names) -> Option<Finding> {
    // No special string has more parts, nor has an expression that was meant.
    const LONGEST: usize = 16;
    let parts: Vec<&str> = text.split(' ').take(LONGEST).collect();
    let (head, rest) = parts.split_first()?;
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
