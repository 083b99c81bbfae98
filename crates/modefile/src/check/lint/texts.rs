//! Lints of texts: what looks like an expression and is none.

use calcarray::number;

use crate::check::lint::{Found, Names};
use crate::check::special::is_word;
use crate::text::meant::list_of;
use crate::text::node::Span;

/// `"This value"` lacks its `@`; `"@This value * 2"` is a list of three.
pub(super) fn expression(text: &str, names: &Names) -> Option<Found> {
    // No special string has more parts, nor has an expression that was meant.
    const LONGEST: usize = 16;
    let parts: Vec<&str> = text.split(' ').take(LONGEST).collect();
    let (head, rest) = parts.split_first()?;
    let is_part = |part: &&str| {
        number::parse(part).is_some() && !part.is_empty()
            || names.entries.iter().chain(names.variables).any(|name| name == part)
    };
    if !head.starts_with('@') {
        let is_meant = is_word(&format!("@{head}")) && !rest.is_empty() && rest.iter().all(is_part);
        return is_meant.then(|| {
            let message = format!("\"{text}\" is only a text: a special string starts with @");
            Found::at(Span::default(), message, format!("write \"@{text}\""))
        });
    }
    let message = "this text is not an expression: it is used as plain text";
    let help = format!("an expression is a list: {}", list_of(text)?);
    Some(Found::at(Span::default(), message, help))
}
