//! Boards as numbers: the kind of content of each cell, and the list of kinds.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use std::collections::HashMap;
use std::sync::Arc;

use calcarray::{Value, json};

use crate::board::tile_table::{Kind as Sort, TileId, Tiles};
use crate::board::value_key::Key;
use crate::error::TurnError;
use crate::fast::engine::Engine;
use crate::fast::engine::levels::Level;
use crate::fast::packed::code::{KIND, Numbers, OBSERVED};
use crate::fast::position::Position;
use crate::game::Screen;
use crate::random::{Direct, Randomness, Rng};

/// A possible content of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// The sort of content.
    pub sort: CellSort,
    /// The content: a tile, which is a list of entries, or a word such as `@Empty`.
    pub content: Value,
    /// The value of the tile by the mode's tile value; 0 for other contents. `None` if it
    /// depends on more than the tile, or can't be computed: see [`Engine::read_values`].
    pub value: Option<f64>,
    /// The logarithm of the value; see [`Feature::Log2`](crate::Feature::Log2).
    pub(crate) log2: f64,
    /// The number for learners; NaN as long as the value is not known.
    pub(super) level: f32,
}

/// The largest number of kinds that an engine numbers; some modes have tiles without end.
pub(super) const MOST_KINDS: usize = 1 << 18;

/// The number of turns that are played to find the first kinds.
const FIRST_TURNS: usize = 200;

impl Kind {
    /// The mark in place of a number once an engine has numbered 262,144 kinds, the most it
    /// numbers.
    pub const NOT_NUMBERED: u32 = u32::MAX;
    /// The number of an empty cell in observations
    /// ([`Batch::kinds_into`](crate::Batch::kinds_into)), where tiles have numbers from 0
    /// on.
    pub const EMPTY: i32 = -1;
    /// The number of a hole in observations.
    pub const HOLE: i32 = -2;
    /// The number of a slippery cell in observations, which tiles pass over.
    pub const SLIPPERY: i32 = -3;
    /// The number of a temporary hole in observations.
    pub const TEMPORARY_HOLE: i32 = -4;
    /// The number of any other content without a tile in observations.
    pub const OTHER: i32 = -5;
    /// The number of a tile in observations once an engine numbers no more kinds.
    pub const TILE_WITHOUT_NUMBER: i32 = -6;

    /// Makes a kind whose value is not known, for tests of code that reads boards.
    pub fn new(sort: CellSort, content: Value) -> Kind {
        Kind { sort, content, value: None, log2: f64::NAN, level: sort.level() }
    }

    /// Returns the content as JSON, such as `[1]`.
    pub fn text(&self) -> String {
        json::write(&self.content)
    }

    /// Returns the entries of a tile; none for other contents.
    pub fn entries(&self) -> &[Value] {
        self.content.as_array().map_or(&[], |entries| entries.entries())
    }
}

/// The sort of content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellSort {
    /// An empty cell.
    Empty,
    /// A tile.
    Tile,
    /// A hole: no cell at all.
    Hole,
    /// A cell that tiles pass over.
    Slippery,
    /// A hole for some moves, as garbage may be.
    TemporaryHole,
    /// Something that stays where it is.
    Other,
}

impl CellSort {
    /// Returns the sort of content that a number in an observation stands for.
    ///
    /// ```
    /// # use polymerge_rules::{CellSort, Kind};
    /// assert_eq!(CellSort::of(Kind::HOLE), CellSort::Hole);
    /// assert_eq!(CellSort::of(3), CellSort::Tile);
    /// ```
    pub fn of(observed: i32) -> CellSort {
        match observed {
            Kind::EMPTY => CellSort::Empty,
            Kind::HOLE => CellSort::Hole,
            Kind::SLIPPERY => CellSort::Slippery,
            Kind::TEMPORARY_HOLE => CellSort::TemporaryHole,
            Kind::OTHER => CellSort::Other,
            _ => CellSort::Tile,
        }
    }

    /// Returns the level of cells of this sort without a tile; NaN for tiles.
    pub(super) fn level(self) -> f32 {
        match self {
            CellSort::Empty => Level::EMPTY,
            CellSort::Hole => Level::HOLE,
            CellSort::Slippery => Level::SLIPPERY,
            CellSort::TemporaryHole => Level::TEMPORARY_HOLE,
            CellSort::Other => Level::OTHER,
            CellSort::Tile => f32::NAN,
        }
    }

    /// Returns the number in observations of a content of this sort with this number of its
    /// kind.
    pub(super) fn observed(self, kind: u32) -> i32 {
        match self {
            CellSort::Empty => Kind::EMPTY,
            CellSort::Hole => Kind::HOLE,
            CellSort::Slippery => Kind::SLIPPERY,
            CellSort::TemporaryHole => Kind::TEMPORARY_HOLE,
            CellSort::Other => Kind::OTHER,
            CellSort::Tile => i32::try_from(kind).unwrap_or(Kind::TILE_WITHOUT_NUMBER),
        }
    }
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
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    pub(super) kinds: Vec<Kind>,
    numbers: HashMap<Key, u32>,
    /// The number of each content of a table, plus one; 0 if it has none.
    of_table: Vec<u32>,
    table: Arc<Tiles>,
    /// The number of kinds whose values are computed.
    pub(super) valued: usize,
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

    /// Returns the number of kinds.
    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Returns the number of a content of a table.
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

    /// Returns the number of a content of a table, and its number in observations.
    pub(crate) fn numbers(&mut self, table: &Arc<Tiles>, id: TileId) -> Numbers {
        let kind = self.number(table, id);
        [kind as i32, CellSort::from(id.kind()).observed(kind)]
    }

    #[cold]
    fn new_number(&mut self, id: TileId) -> u32 {
        let content = self.table.get(id).clone();
        let number = self.number_content(content, id.kind().into());
        if number != Kind::NOT_NUMBERED {
            if self.of_table.len() <= id.index() {
                self.of_table.resize(id.index() + 1, 0);
            }
            self.of_table[id.index()] = number + 1;
        }
        number
    }

    /// Returns the number of a content, which gets the next number if it has none.
    fn number_content(&mut self, content: Value, sort: CellSort) -> u32 {
        let next = self.kinds.len();
        let key = Key(content);
        match self.numbers.get(&key) {
            Some(number) => *number,
            None if next >= MOST_KINDS => Kind::NOT_NUMBERED,
            None => {
                self.kinds.push(Kind::new(sort, key.0.clone()));
                self.numbers.insert(key, next as u32);
                next as u32
            }
        }
    }
}

impl Engine {
    /// Returns the kinds of contents that were met so far in boards and in spawn lists, by
    /// their numbers. Number 0 is `@Empty`. Further numbers are given in the order of
    /// meeting, unless [`Engine::number_first_kinds`] or [`Engine::number_kinds`] came
    /// before. Numbers stay the same for the life of the engine. See
    /// [`Kind::NOT_NUMBERED`].
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds.kinds
    }

    /// Numbers the tiles of the first turns of some games, in the order of their values, so
    /// that all engines of a mode know them by the same numbers. Does nothing if there are
    /// numbers already. Later tiles are numbered when they are met;
    /// [`Engine::number_kinds`] gives them equal numbers in several engines, too.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut engine = Engine::new(rules, 0.0);
    /// engine.number_first_kinds();
    /// let first: Vec<_> = engine.kinds()[..4].iter().map(Kind::text).collect();
    /// assert_eq!(first, ["\"@Empty\"", "[1]", "[2]", "[3]"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn number_first_kinds(&mut self) {
        if self.kinds.kinds.len() > 1 {
            return;
        }
        let mut random = Direct(Rng::new(0));
        let Ok(mut position) = self.start(&mut random) else { return };
        let mut met = Kinds::new(position.state().grid.tiles());
        for _ in 0..FIRST_TURNS {
            let grid = &position.state().grid;
            let mut meet = |id| {
                met.number(grid.tiles(), id);
            };
            match &position.packed {
                Some(packed) => self.memory.packed_contents(packed, meet),
                None => grid.ids().iter().for_each(|id| meet(*id)),
            }
            // A mode whose turns fail has few kinds.
            if self.play_at_random(&mut position, &mut random).is_err() {
                break;
            }
        }
        let mut kinds = met.kinds;
        self.value(&mut kinds, &position);
        let order = |kind: &Kind| (kind.sort != CellSort::Tile, kind.value.unwrap_or(f64::INFINITY));
        kinds[1..].sort_by(|one, other| {
            let ((special, value), (other_special, other_value)) = (order(one), order(other));
            let by_value = special.cmp(&other_special).then(value.total_cmp(&other_value));
            by_value.then_with(|| one.text().cmp(&other.text()))
        });
        for kind in kinds {
            self.kinds.number_content(kind.content, kind.sort);
        }
        self.value_kinds(&position);
    }

    /// Presses a direction that may move something, or starts the next game.
    fn play_at_random(&mut self, position: &mut Position, random: &mut Direct<Rng>) -> Result<(), TurnError> {
        if position.screen() == Screen::Win && self.rules.postgame_allowed() {
            self.continue_after_win(position)?;
        }
        let mut open = position.available();
        if position.screen() != Screen::Play || open == 0 {
            *position = self.start(random)?;
            return Ok(());
        }
        let before = random.next().unwrap_or_default() * f64::from(open.count_ones());
        for _ in 0..before as u32 {
            open &= open - 1;
        }
        self.play(position, open.trailing_zeros() as usize, random).map(drop)
    }

    /// Numbers these tiles, each after those before it, if they have no numbers yet. With
    /// the tiles of another engine of the mode, a program can continue with what it learned
    /// by their numbers.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// # let mut engine = Engine::new(rules.clone(), 0.0);
    /// # engine.number_first_kinds();
    /// let tiles: Vec<_> = engine.kinds()[1..].iter().map(|kind| kind.content.clone()).collect();
    /// let mut other = Engine::new(rules, 0.0);
    /// other.number_kinds(tiles);
    /// assert_eq!(other.kinds()[1..].len(), engine.kinds()[1..].len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn number_kinds(&mut self, contents: impl IntoIterator<Item = Value>) {
        for content in contents {
            let sort = Sort::of(&content).into();
            self.kinds.number_content(content, sort);
        }
    }

    /// Writes the number of the kind of each cell, row by row, into a slice: as many as
    /// there is room for. Returns the number of cells.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut engine = Engine::new(rules, 0.0);
    /// let position = engine.start(&mut Rng::new(7))?;
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
        self.read_numbers::<KIND, u32>(position, into, |own| own as u32);
        Ok(position.state().grid.size())
    }

    /// Writes the number of each cell in observations, row by row, into a slice: as many as
    /// there is room for, numbered as [`Batch::kinds_into`](crate::Batch::kinds_into) does.
    /// Returns the number of cells.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(2, 2), Limits::default())?;
    /// let mut engine = Engine::new(rules, 0.0);
    /// let position = engine.start(&mut Rng::new(7))?;
    /// let mut board = [0; 4];
    /// engine.observe(&position, &mut board)?;
    /// assert_eq!(board.iter().filter(|kind| **kind == Kind::EMPTY).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::Foreign`](crate::Refusal::Foreign): the position is of another engine.
    pub fn observe(&mut self, position: &Position, into: &mut [i32]) -> Result<usize, TurnError> {
        self.must_own(position)?;
        self.number_first_kinds();
        self.read_observed(position, into);
        Ok(position.state().grid.size())
    }

    /// Writes the observation of a position of this engine whose first kinds are numbered,
    /// as [`Engine::observe`] does.
    #[inline]
    pub(crate) fn read_observed(&mut self, position: &Position, into: &mut [i32]) {
        self.read_numbers::<OBSERVED, i32>(position, into, |own| own);
    }

    #[inline(always)]
    fn read_numbers<const WHICH: usize, T>(
        &mut self,
        position: &Position,
        into: &mut [T],
        convert: impl Fn(i32) -> T,
    ) {
        let known = self.kinds.kinds.len();
        let (grid, kinds) = (&position.state().grid, &mut self.kinds);
        let mut number = |id| kinds.numbers(grid.tiles(), id);
        match &position.packed {
            Some(packed) => self.memory.read_packed::<WHICH, T>(packed, into, convert, number),
            None => {
                for (into, id) in into.iter_mut().zip(grid.ids()) {
                    *into = convert(number(*id)[WHICH]);
                }
            }
        }
        if self.kinds.kinds.len() > known {
            self.value_kinds(position);
        }
    }
}
