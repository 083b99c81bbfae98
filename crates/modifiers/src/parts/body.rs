//! The two parts of a merge rule or tile type: a prefix of variables, and the
//! body (docs/spec/modifiers.md, "Tile modifiers", under "prefix").

use calcarray::Value;

use crate::parts::expression::entries;

/// Words that may stand before the variables of a line.
const RETAINING: &[&str] = &[
    "@var_retain",
    "@var_copy",
    "@global_var_retain",
    "@global_var_copy",
    "@global_var_none",
    "@var_retain_inner",
    "@var_copy_inner",
    "@global_var_retain_inner",
    "@global_var_copy_inner",
    "@global_var_none_inner",
    "@include_gvars",
];

/// The words that count as a prefix on their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leading {
    /// A single `@include_gvars`.
    GameVariables,
    /// Any number of retaining words; negative tiles read rules like this.
    Retaining,
}

/// A merge rule or a tile type, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// The prefix: variables, `@end_vars`.
    pub prefix: Vec<Value>,
    /// The entries that are counted.
    pub entries: Vec<Value>,
}

impl Body {
    /// Takes a rule or type apart.
    pub fn read(value: &Value, leading: Leading) -> Body {
        let all = entries(value);
        let alone = match leading {
            Leading::GameVariables => usize::from(all.first().is_some_and(|e| e.is_word("@include_gvars"))),
            Leading::Retaining => {
                all.iter().take_while(|entry| RETAINING.iter().any(|word| entry.is_word(word))).count()
            }
        };
        let end = all.iter().position(|entry| entry.is_word("@end_vars")).map_or(alone, |place| place + 1);
        Body { prefix: all[..end].to_vec(), entries: all[end..].to_vec() }
    }

    /// Puts the parts together again.
    pub fn write(self) -> Value {
        let mut all = self.prefix;
        all.extend(self.entries);
        Value::array(all)
    }

    /// A body entry; `undefined` if there is none.
    pub fn get(&self, entry: usize) -> Value {
        self.entries.get(entry).cloned().unwrap_or_default()
    }
}
