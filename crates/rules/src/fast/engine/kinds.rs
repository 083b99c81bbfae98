//! Boards as numbers: which kind of content each cell has, and what the kinds are.

use std::collections::HashMap;
use std::sync::Arc;

use calcarray::{json, Value};

use crate::board::tile_table::{Kind as Sort, TileId, Tiles};
use crate::board::value_key::Key;
use crate::error::TurnError;
use crate::fast::engine::Engine;
use crate::fast::packed::layout::{Numbers, KIND, OBSERVED};
use crate::fast::position::Position;
use crate::game::Screen;
use crate::random::{Direct, Randomness, Seeded};

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
    /// See [`Feature::Log2`](crate::Feature::Log2).
    pub(crate) log2: f64,
}

/// How many kinds an engine numbers: some modes have tiles without end.
const MOST_KINDS: usize = 1 << 18;

/// How many turns are played to find the kinds that come first.
const FIRST_TURNS: usize = 200;

impl Kind {
    /// In place of a number, where an engine has numbered so many kinds that it numbers no
    /// more: 262,144.
    pub const NOT_NUMBERED: u32 = u32::MAX;
    /// In observations ([`Batch::kinds_into`](crate::Batch::kinds_into)), where numbers
    /// from 0 on are those of tiles: an empty cell.
    pub const EMPTY: i32 = -1;
    /// In observations: no cell at all.
    pub const HOLE: i32 = -2;
    /// In observations: a cell that tiles pass over.
    pub const SLIPPERY: i32 = -3;
    /// In observations: a hole for some moves.
    pub const TEMPORARY_HOLE: i32 = -4;
    /// In observations: something else that is no tile.
    pub const OTHER: i32 = -5;
    /// In observations: a tile, where an engine numbers no more kinds.
    pub const TILE_WITHOUT_NUMBER: i32 = -6;

    /// A kind of which the value is not known, such as for tests of what reads boards.
    pub fn new(sort: CellSort, content: Value) -> Kind {
        Kind { sort, content, value: None, log2: f64::NAN }
    }

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

impl CellSort {
    /// What sort of content a number in an observation stands for.
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

    /// What stands for a content of this sort, and of this number among kinds, in an
    /// observation.
    fn observed(self, kind: u32) -> i32 {
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
    /// One more than the number of each content of a table, or 0.
    of_table: Vec<u32>,
    table: Arc<Tiles>,
    /// How many of the kinds have a value worked out.
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

    /// The number of a content of a table, and that in observations.
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

    /// The number of a content; the next one, if it has none.
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
    /// The kinds of contents of cells that were met so far in reading boards and in lists
    /// of spawns, by their numbers. Number 0 is `@Empty`; further ones are given in the
    /// order of meeting, unless [`Engine::number_first_kinds`] or
    /// [`Engine::number_kinds`] came before. They stay as they are as long as the engine
    /// is there. See [`Kind::NOT_NUMBERED`].
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds.kinds
    }

    /// Numbers the tiles that come up in the first turns of some games, in the order of
    /// their values, so that all engines of a mode know them by the same numbers. Does
    /// nothing if there are numbers already. Tiles that come up later are numbered as they
    /// are met; to know those by the same numbers, too, see [`Engine::number_kinds`].
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
        let mut random = Direct(Seeded::new(0));
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
    fn play_at_random(
        &mut self,
        position: &mut Position,
        random: &mut Direct<Seeded>,
    ) -> Result<(), TurnError> {
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

    /// Numbers these tiles, each after those before it, if they have no numbers yet: to
    /// go on with what was learned by the numbers of another engine of the mode.
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
        self.read_numbers::<KIND, u32>(position, into, |own| own as u32);
        Ok(position.state().grid.size())
    }

    /// Writes the number of each cell in observations, row by row, into a slice: as many as
    /// there is room for, numbered as [`Batch::kinds_into`](crate::Batch::kinds_into) does.
    /// Gives how many cells there are.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(2, 2), Limits::default())?;
    /// let mut engine = Engine::new(rules, 0.0);
    /// let position = engine.start(&mut Seeded::new(7))?;
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

    /// As [`Engine::observe`], of a position of this engine, whose first kinds have numbers.
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
