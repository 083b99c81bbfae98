//! The contents of cells, as data.

use polymerge::calc::json;
use polymerge::engine::{self, CellSort};
use polymerge::{Cell, State, Value};
use serde::{Serialize, Serializer};

/// The content of a cell, as data in extended JSON: a tile is a list of entries,
/// such as `[2]` or `["@BigInt 12"]`; anything else is a word, such as `"@Empty"`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "js", tsify(type = "string | number | boolean | null | Content[]"))]
pub struct Content(pub Value);

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

/// Returns true for numbers that JSON has without a fraction: those that are exact, and not -0.
fn is_whole(number: f64) -> bool {
    number.fract() == 0.0
        && number.abs() < 9_007_199_254_740_992.0
        && (number != 0.0 || number.is_sign_positive())
}

/// The entries of a content. Where a value has a form of its own as text, such as `@BigInt 12`, the
/// newtype around the text is named for languages that have such values.
struct Entry<'v>(&'v Value);

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_newtype_struct("Content", &Entry(&self.0))
    }
}

impl Serialize for Entry<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Boolean(truth) => to.serialize_bool(*truth),
            // As programs would write it.
            Value::Number(number) if is_whole(*number) => to.serialize_i64(*number as i64),
            Value::Number(number) if number.is_finite() => to.serialize_f64(*number),
            Value::Array(list) => to.collect_seq(list.entries().iter().map(Entry)),
            Value::Null => to.serialize_unit(),
            Value::Text(text) => to.serialize_str(&text.to_string_lossy()),
            other => {
                let name = match other {
                    Value::Undefined => "Undefined",
                    Value::Number(_) => "Number",
                    Value::Integer(_) => "Integer",
                    Value::Rational(_) => "Rational",
                    _ => "Text",
                };
                to.serialize_newtype_struct(name, json::write(other).trim_matches('"'))
            }
        }
    }
}

/// A content that a cell may hold.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Kind {
    /// The sort of content.
    pub sort: Sort,
    /// The content: a tile, or a word such as `"@Empty"`.
    pub content: Content,
    /// The value of the tile; missing if that depends on more than the tile, or
    /// can't be computed.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

/// The sort of content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Sort {
    /// An empty cell.
    Empty,
    /// A tile.
    Tile,
    /// A hole: no cell at all.
    Hole,
    /// A cell that tiles pass over.
    Slippery,
    /// A hole for some moves.
    TemporaryHole,
    /// Something that stays where it is.
    Other,
}

impl Kind {
    /// A kind of an engine.
    pub fn of(kind: &engine::Kind) -> Kind {
        let sort = match kind.sort {
            CellSort::Empty => Sort::Empty,
            CellSort::Tile => Sort::Tile,
            CellSort::Hole => Sort::Hole,
            CellSort::Slippery => Sort::Slippery,
            CellSort::TemporaryHole => Sort::TemporaryHole,
            CellSort::Other => Sort::Other,
        };
        Kind { sort, content: Content::of(&kind.content), value: kind.value }
    }
}
