//! Kinds of contents of cells, for boards that are read as numbers.

use polymerge::engine::{CellSort, Kind};
use polymerge::{Engine, Value};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsValue;

use crate::content::Content;
use crate::failure::Failure;
use crate::input::wrong;

/// A content that a cell may hold.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct KindInfo {
    /// The sort of content.
    #[tsify(type = "\"empty\" | \"tile\" | \"hole\" | \"slippery\" | \"temporaryHole\" | \"other\"")]
    pub sort: &'static str,
    /// The content: a tile, or a word such as `"@Empty"`.
    pub content: Content,
    /// The value of the tile; missing if that depends on more than the tile, or
    /// can't be computed.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

impl KindInfo {
    /// The kind that an engine has given this number, or that a negative number of
    /// observations stands for.
    pub fn find(engine: &Engine, number: i32) -> Result<KindInfo, Failure> {
        let missing = || Failure::input("no-such-kind", format!("there is no kind {number} so far"));
        match usize::try_from(number) {
            Ok(number) => Ok(KindInfo::of(engine.kinds().get(number).ok_or_else(missing)?)),
            Err(_) => {
                let sort = CellSort::of(number);
                let known = engine.kinds().iter().find(|kind| kind.sort == sort && sort != CellSort::Tile);
                let word = || Kind::new(sort, Value::Undefined);
                match sort {
                    CellSort::Tile => Err(missing()),
                    _ => Ok(KindInfo::of(&known.cloned().unwrap_or_else(word))),
                }
            }
        }
    }

    /// A number of a kind that JavaScript passes in.
    pub fn number(name: &str, value: &JsValue) -> Result<i32, Failure> {
        let number =
            value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= f64::from(i32::MAX));
        number.map(|number| number as i32).ok_or_else(|| wrong(name, "the number of a kind", value))
    }

    fn of(kind: &Kind) -> KindInfo {
        let sort = match kind.sort {
            CellSort::Empty => "empty",
            CellSort::Tile => "tile",
            CellSort::Hole => "hole",
            CellSort::Slippery => "slippery",
            CellSort::TemporaryHole => "temporaryHole",
            CellSort::Other => "other",
        };
        KindInfo { sort, content: Content::of(&kind.content), value: kind.value }
    }
}
