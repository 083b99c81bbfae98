//! Boards as numbers, for learners: which kind of content each cell has, and what the
//! kinds are.

use std::collections::HashMap;
use std::sync::Arc;

use calcarray::{json, Container, Coordinate, Position as Place, Value};

use crate::board::tile_table::{Kind as Sort, TileId, Tiles};
use crate::board::value_key::Key;
use crate::error::TurnError;
use crate::fast::engine::Engine;
use crate::fast::position::Position;
use crate::turn::context::TurnContext;

/// What a cell may hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// What sort of content it is.
    pub sort: CellSort,
    /// The content: a tile, which is a list of entries, or a word such as `@Empty`.
    pub content: Value,
    /// What the tile is worth by the mode's tile value; 0 for what is no tile. `None`
    /// if that depends on more than the tile, or can't be computed: see
    /// [`Engine::read_values`].
    pub value: Option<f64>,
}

/// How many kinds an engine numbers: some modes have tiles without end.
const MOST_KINDS: usize = 1 << 18;

impl Kind {
    /// In place of a number, where an engine has numbered so many kinds that it numbers no
    /// more: 262,144.
    pub const NOT_NUMBERED: u32 = u32::MAX;

    /// The content as JSON, such as `[1]`.
    pub fn text(&self) -> String {
        json::write(&self.content)
    }

    /// The entries of a tile; none of what is no tile.
    pub fn entries(&self) -> &[Value] {
        self.content.as_array().map_or(&[], |entries| entries.entries())
    }
}

/// What sort of content a cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellSort {
    /// Nothing.
    Empty,
    /// A tile.
    Tile,
    /// No cell at all.
    Hole,
    /// A cell that tiles pass over.
    Slippery,
    /// A hole for some moves, as garbage may be.
    TemporaryHole,
    /// Something that stays where it is.
    Other,
}

impl From<Sort> for CellSort {
    fn from(sort: Sort) -> CellSort {
        match sort {
            Sort::Tile => CellSort::Tile,
            Sort::Empty => CellSort::Empty,
            Sort::Hole => CellSort::Hole,
            Sort::Slippery => CellSort::Slippery,
            Sort::TemporaryHole => CellSort::TemporaryHole,
            Sort::Other => CellSort::Other,
        }
    }
}

/// The kinds that an engine has numbered so far.
#[derive(Debug)]
pub(crate) struct Kinds {
    kinds: Vec<Kind>,
    numbers: HashMap<Key, u32>,
    /// One more than the number of each content of a table, or 0.
    of_table: Vec<u32>,
    table: Arc<Tiles>,
    /// How many of the kinds have a value worked out.
    valued: usize,
}

impl Kinds {
    pub(crate) fn new(table: &Arc<Tiles>) -> Kinds {
        let mut kinds = Kinds {
            kinds: Vec::new(),
            numbers: HashMap::new(),
            of_table: Vec::new(),
            table: Arc::clone(table),
            valued: 0,
        };
        kinds.number(table, TileId::EMPTY);
        kinds
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The number of a content of a table.
    #[inline]
    pub(crate) fn number(&mut self, table: &Arc<Tiles>, id: TileId) -> u32 {
        if !Arc::ptr_eq(table, &self.table) {
            self.table = Arc::clone(table);
            self.of_table.clear();
        }
        match self.of_table.get(id.index()) {
            None | Some(0) => self.new_number(id),
            Some(number) => number - 1,
        }
    }

    #[cold]
    fn new_number(&mut self, id: TileId) -> u32 {
        let content = self.table.get(id);
        if self.kinds.len() >= MOST_KINDS && !self.numbers.contains_key(&Key(content.clone())) {
            return Kind::NOT_NUMBERED;
        }
        let number = *self.numbers.entry(Key(content.clone())).or_insert_with(|| {
            self.kinds.push(Kind { sort: id.kind().into(), content: content.clone(), value: None });
            self.kinds.len() as u32 - 1
        });
        if self.of_table.len() <= id.index() {
            self.of_table.resize(id.index() + 1, 0);
        }
        self.of_table[id.index()] = number + 1;
        number
    }
}

impl Engine {
    /// The kinds of contents of cells that were met so far in reading boards and in lists
    /// of spawns, by their numbers. Number 0 is `@Empty`; further ones are given in the
    /// order of meeting, and stay as they are as long as the engine is there. See
    /// [`Kind::NOT_NUMBERED`].
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds.kinds
    }

    /// Writes the number of the kind of each cell, row by row, into a slice: as many as
    /// there is room for. Gives how many cells there are.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut engine = Engine::new(rules, 0.0);
    /// let position = engine.start(&mut Seeded::new(7))?;
    /// let mut board = [0; 16];
    /// engine.read_kinds(&position, &mut board)?;
    /// let tiles: Vec<&Kind> = board.map(|number| &engine.kinds()[number as usize]).to_vec();
    /// assert_eq!(tiles.iter().filter(|kind| kind.sort == CellSort::Tile).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::Foreign`](crate::Refusal::Foreign): the position is of another engine.
    pub fn read_kinds(&mut self, position: &Position, into: &mut [u32]) -> Result<usize, TurnError> {
        self.must_own(position)?;
        let known = self.kinds.kinds.len();
        let (grid, kinds) = (&position.state().grid, &mut self.kinds);
        let mut places = into.iter_mut();
        let mut put = |id| {
            if let Some(place) = places.next() {
                *place = kinds.number(grid.tiles(), id);
            }
        };
        match &position.packed {
            Some(packed) => self.memory.packed_contents(packed, put),
            None => grid.ids().iter().for_each(|id| put(*id)),
        }
        if self.kinds.kinds.len() > known {
            self.value_kinds(position);
        }
        Ok(grid.size())
    }

    /// Writes what the tile of each cell is worth, row by row, into a slice: as many as
    /// there is room for. Cells without a tile are worth 0; a value that can't be computed
    /// is NaN. Gives how many cells there are.
    ///
    /// # Errors
    /// [`Refusal::Foreign`](crate::Refusal::Foreign): the position is of another engine.
    pub fn read_values(&mut self, position: &Position, into: &mut [f64]) -> Result<usize, TurnError> {
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.resize(into.len().min(position.state().grid.size()), 0);
        let size = self.read_kinds(position, &mut numbers)?;
        self.value_kinds(position);
        let mut unclear = false;
        for (value, number) in into.iter_mut().zip(&numbers) {
            let known = self.kinds.kinds.get(*number as usize).and_then(|kind| kind.value);
            unclear |= known.is_none();
            *value = known.unwrap_or(f64::NAN);
        }
        self.numbers = numbers;
        if unclear {
            self.read_unclear_values(position, into);
        }
        Ok(size)
    }

    /// Works out what kinds are worth, where that is up to the tile alone.
    pub(crate) fn value_kinds(&mut self, position: &Position) {
        let mut kinds = std::mem::take(&mut self.kinds.kinds);
        let valued = std::mem::replace(&mut self.kinds.valued, kinds.len());
        if valued < kinds.len() {
            self.look_on(position.state(), None, |play, _| {
                for kind in &mut kinds[valued..] {
                    kind.value = match kind.sort {
                        CellSort::Tile => value_of_tile(play, &kind.content),
                        _ => Some(0.0),
                    };
                }
            });
        }
        self.kinds.kinds = kinds;
    }

    /// Works out the values that depend on more than tiles, cell by cell.
    #[cold]
    fn read_unclear_values(&mut self, position: &Position, into: &mut [f64]) {
        let game = self.game_of(position);
        self.look_on(game.state(), None, |play, _| {
            for (index, value) in into.iter_mut().enumerate().filter(|(_, value)| value.is_nan()) {
                if !play.state.grid.ids()[index].is_tile() {
                    *value = 0.0;
                    continue;
                }
                let cell = play.state.grid.place(index);
                let place = Place {
                    v: Coordinate::At(cell.row as f64),
                    h: Coordinate::At(cell.column as f64),
                    ..Place::default()
                };
                *value = value_at(play, &place).unwrap_or(f64::NAN);
            }
        });
    }
}

/// What a tile is worth, wherever it is; `None` if that depends on more.
fn value_of_tile(play: &mut TurnContext<'_>, tile: &Value) -> Option<f64> {
    let place = Place {
        v: Coordinate::None,
        h: Coordinate::None,
        container: Container::Value(tile),
        ..Place::default()
    };
    let (value, reads) = play.watching(|play| value_at(play, &place));
    value.filter(|_| reads.nothing())
}

fn value_at(play: &mut TurnContext<'_>, place: &Place<'_>) -> Option<f64> {
    let program = play.rules.tile_value().clone();
    play.metered(|play, meter| {
        let value = play.run(&program, place, &Default::default(), meter)?;
        calcarray::convert::to_number(&value, meter)
    })
    .ok()
}
