//! The contents of cells, as data.

use polymerge::calc::json;
use polymerge::{Cell, State, Value};
use serde::{Serialize, Serializer};
use tsify::Tsify;

/// The content of a cell, as data in extended JSON: a tile is a list of entries,
/// such as `[2]` or `["@BigInt 12"]`; anything else is a word, such as `"@Empty"`.
#[derive(Clone, Debug, Tsify)]
#[tsify(type = "string | number | boolean | null | Content[]")]
pub struct Content(Value);

impl Content {
    /// A content as data.
    pub fn of(value: &Value) -> Content {
        Content(value.clone())
    }

    /// The content that a text in extended JSON stands for.
    pub fn of_text(text: &str) -> Option<Content> {
        json::read(text, &Default::default()).ok().map(Content)
    }

    /// Reads the content of a cell of a game.
    pub fn of_cell(game: &State, row: usize, column: usize) -> Content {
        Content(game.cell(Cell::new(row, column)).cloned().unwrap_or(Value::Undefined))
    }
}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Value::Boolean(truth) => to.serialize_bool(*truth),
            Value::Number(number) if number.is_finite() => to.serialize_f64(*number),
            Value::Array(list) => to.collect_seq(list.entries().iter().map(Content::of)),
            Value::Null => to.serialize_unit(),
            Value::Text(text) => to.serialize_str(&text.to_string_lossy()),
            // Whatever else there is has a form of its own as text, such as "@BigInt 12".
            other => to.serialize_str(json::write(other).trim_matches('"')),
        }
    }
}
