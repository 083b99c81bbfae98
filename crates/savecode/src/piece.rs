//! The facts about a piece of a code.

use calcarray::{Value, json, number};

use crate::encoding::Encoding;
use crate::kind::{Kind, Version};

/// A piece of a code: a row of the table.
#[derive(Debug)]
pub struct Piece {
    /// The name of the piece.
    pub name: &'static str,
    /// Its meaning, in a line.
    pub meaning: &'static str,
    pub(crate) spans: &'static [Span],
    pub(crate) encodings: &'static [(Version, Encoding)],
    pub(crate) shape: Shape,
    pub(crate) absent: Absent,
}

/// The versions of a kind of code that have a piece, both ends included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub kind: Kind,
    pub since: Version,
    pub until: Version,
}

/// The shape of the value of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Any,
    /// Width or height.
    Side,
    TileEntries,
    NextTiles,
    Number,
    /// A number, or `NaN` where the reference may have written it.
    NumberOrNan,
    List,
    /// A list, and in a mode that is still to be started not an empty one.
    StartSpawns,
    /// A list; or `NaN`, which the reference makes of it when it reads a code.
    ListOrNan,
    /// Rows of cells: as many as the height, and as long as the width.
    Grid,
    Directions,
    AutoDirections,
    /// A list with at least one entry for each direction.
    Available,
    RulesText,
    SpawnLocation,
    Moves,
    /// A number, or `false`.
    Time,
    /// A list, or `false`.
    Times,
    CustomRules,
    Modifiers,
    Infused,
}

/// The replacement of a piece that an older code does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absent {
    /// No replacement: all versions have the piece, or it takes more than a
    /// constant.
    Required,
    /// This value, spelt as in a code of version 3.0.
    Value(&'static str),
    /// The value of another piece.
    Copy(&'static str),
    /// A list of `false`, as long as another piece.
    FalsePerEntry(&'static str),
    /// No value, unless the grid is a custom one.
    NoCustomGrid,
}

impl Piece {
    /// The first and the last version of this kind of code that has the piece.
    pub fn versions(&self, kind: Kind) -> Option<(Version, Version)> {
        let span = self.spans.iter().find(|span| span.kind == kind)?;
        Some((span.since, span.until))
    }

    /// The encoding in codes of this version.
    pub fn encoding(&self, version: Version) -> Encoding {
        let known = self.encodings.iter().rev().find(|(since, _)| *since <= version);
        known.map_or(Encoding::Json, |(_, encoding)| *encoding)
    }

    /// Returns true if the piece is there only if the grid of the code is a custom
    /// one (kind Modifiers).
    pub fn is_optional(&self) -> bool {
        self.absent == Absent::NoCustomGrid
    }

    /// Describes the replacement of the piece when an older code lacks it, in
    /// words; empty if all versions have it.
    pub fn default_text(&self) -> String {
        match self.absent {
            Absent::Required => String::new(),
            Absent::Value(text) => text.to_owned(),
            Absent::Copy(other) => format!("as {other}"),
            Absent::FalsePerEntry(other) => format!("false for each of {other}"),
            Absent::NoCustomGrid => "no custom grid".to_owned(),
        }
    }

    /// Returns the replacement of the piece when a code lacks it; `find` returns the value
    /// of another piece.
    pub(crate) fn default_value<'a>(&self, find: impl FnOnce(&str) -> Option<&'a Value>) -> Value {
        match self.absent {
            Absent::Required | Absent::NoCustomGrid => Value::Undefined,
            Absent::Value(text) => constant(text),
            Absent::Copy(other) => find(other).cloned().unwrap_or_default(),
            Absent::FalsePerEntry(other) => {
                let length = find(other).and_then(Value::as_array).map_or(0, |list| list.len());
                Value::array(vec![Value::Boolean(false); length])
            }
        }
    }
}

/// A constant of the table: a number or extended JSON.
pub(crate) fn constant(text: &str) -> Value {
    match number::parse(text) {
        Some(number) => Value::Number(number),
        None => json::read(text, &Default::default()).unwrap_or_default(),
    }
}
