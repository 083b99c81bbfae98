//! Kinds of contents of cells, for boards that are read as numbers.

use polymerge::engine::{CellSort, Kind};
use polymerge::Engine;
use serde::Serialize;
use tsify::Tsify;

use crate::failure::Failure;

/// What a cell may hold.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct KindInfo {
    /// What sort of content it is.
    #[tsify(type = "\"empty\" | \"tile\" | \"hole\" | \"slippery\" | \"temporaryHole\" | \"other\"")]
    pub sort: &'static str,
    /// The content in extended JSON: a tile, or a word such as `"@Empty"`.
    pub content: String,
    /// What the tile is worth; missing if that depends on more than the tile,
    /// or can't be computed.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

impl KindInfo {
    /// The kind that an engine has given this number.
    pub fn find(engine: &Engine, number: usize) -> Result<KindInfo, Failure> {
        let missing = || Failure::input("no-such-kind", format!("there is no kind {number} so far"));
        Ok(KindInfo::of(engine.kinds().get(number).ok_or_else(missing)?))
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
        KindInfo { sort, content: kind.text(), value: kind.value }
    }
}
