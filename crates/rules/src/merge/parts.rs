//! A merge rule as written, taken apart.

use calcarray::{Error, ErrorKind, Value};

pub(crate) fn wrong(reason: &str) -> Error {
    ErrorKind::Host(reason.to_owned()).into()
}

pub(crate) fn entries(rule: &Value) -> Result<&[Value], Error> {
    rule.as_array().map(|array| array.entries()).ok_or_else(|| wrong("a merge rule must be a list"))
}

/// The parts of a rule as written.
pub(crate) struct Parts<'v> {
    pub(super) with_game_variables: bool,
    pub(super) variables: &'v [Value],
    /// The entries from the length on.
    pub(crate) rest: &'v [Value],
}

impl<'v> Parts<'v> {
    pub(crate) fn read(rule: &'v [Value]) -> Parts<'v> {
        let with_game_variables = rule.first().is_some_and(|first| first.is_word("@include_gvars"));
        let rule = &rule[usize::from(with_game_variables)..];
        let (variables, rest) = match rule.iter().position(|entry| entry.is_word("@end_vars")) {
            Some(end) => (&rule[..end], &rule[end + 1..]),
            None => (&rule[..0], rule),
        };
        Parts { with_game_variables, variables, rest }
    }
}
