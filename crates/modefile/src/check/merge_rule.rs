//! A merge rule of a mode file, taken apart.

use crate::text::node::{Kind, Node, Span};

/// A merge rule taken apart, without its variables.
pub(crate) struct Rule<'n> {
    pub variables: &'n [Node],
    pub parts: &'n [Node],
    pub span: Span,
}

impl<'n> Rule<'n> {
    pub fn of(node: &'n Node) -> Rule<'n> {
        let mut rest = node.as_array().unwrap_or_default();
        if let [word, tail @ ..] = rest
            && word.is_word("@include_gvars")
        {
            rest = tail;
        }
        let end = rest.iter().position(|entry| entry.is_word("@end_vars"));
        let variables = end.map_or(&rest[..0], |end| &rest[..end]);
        Rule { variables, parts: end.map_or(rest, |end| &rest[end + 1..]), span: node.span }
    }

    pub fn length(&self) -> Option<usize> {
        match self.parts.first()?.kind {
            Kind::Number(length) if length >= 0.0 && length.fract() == 0.0 => Some(length as usize),
            _ => None,
        }
    }

    pub fn any_order(&self) -> bool {
        self.parts.get(2).is_some_and(|order| !matches!(order.kind, Kind::Boolean(true)))
    }

    /// Returns true if this is a rule for several lengths.
    pub fn longer(&self) -> bool {
        self.parts.len() >= 10
    }
}
