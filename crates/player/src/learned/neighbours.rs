//! Pairs of neighbouring cells, and what the rules of a mode make of the tiles in them: if two kinds
//! merge, and into how many tiles.
//!
//! In modes with thousands of kinds hardly any pattern of kinds is met twice, but relations are few,
//! and the rules themselves say which one two kinds have: both are put side by side on an empty
//! board, and the direction is pressed in which they lie. An answer is kept for each pair of kinds.

use std::collections::HashMap;

use polymerge_rules::{CellSort, Direct, Engine, Kind, Position, Rng, TurnError};

use crate::learned::codes::Code;
use crate::learned::geometry::{Geometry, Symmetry};

/// The result that the rules give for the contents of two neighbouring cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// Different tiles that don't merge.
    Apart,
    /// Equal tiles that don't merge as a pair; they may in a longer run.
    Equal,
    /// Equal tiles that merge into one.
    MergeEqual,
    /// Different tiles that merge into one.
    MergeDifferent,
    /// Tiles that make one another vanish.
    Vanish,
    /// Tiles that become as many others, or more.
    Change,
    /// A tile beside an empty cell.
    HalfEmpty,
    /// Two empty cells.
    Empty,
}

impl Relation {
    /// The number of relations.
    pub(crate) const COUNT: u32 = 8;

    /// Returns true if a press changes the two tiles.
    pub(crate) fn is_merge(self) -> bool {
        use Relation::{Change, MergeDifferent, MergeEqual, Vanish};
        matches!(self, MergeEqual | MergeDifferent | Vanish | Change)
    }
}

/// Two neighbouring cells: the second one is a step of their axis away from the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub first: u16,
    pub second: u16,
    /// The place of its axis in [`Neighbours::axes`].
    pub axis: u8,
}

/// The directions that press the tiles of a pair against one another: from the first one to the
/// second, and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub forth: Option<u8>,
    pub back: Option<u8>,
}

/// The pairs of neighbouring cells of a grid.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Neighbours {
    pub axes: Vec<Axis>,
    pub pairs: Vec<Pair>,
}

/// The most pairs of a grid whose relations are looked at.
pub(crate) const MOST_PAIRS: usize = 750;
/// The most axes.
pub(crate) const MOST_AXES: usize = 16;
/// The contents of empty cells, in [`Engine::kinds`].
pub(crate) const EMPTY: u32 = 0;
/// The most answers that are kept.
const MOST_KNOWN: usize = 1 << 18;

impl Neighbours {
    /// Finds the pairs of a geometry; none if there are more than [`MOST_PAIRS`]. Axes that a
    /// symmetry of the rules maps to one another share their answers.
    pub(crate) fn of(geometry: &Geometry, symmetries: &[Symmetry]) -> Neighbours {
        let mut found = Neighbours::default();
        // Steps come with their opposites.
        for step in geometry.steps().into_iter().step_by(2) {
            let direction = |step| geometry.direction_of(step).and_then(|own| u8::try_from(own).ok());
            let axis = Axis { forth: direction(step), back: direction((-step.0, -step.1)) };
            let place = found.place_of(axis, symmetries);
            let ahead = |place: (i64, i64)| geometry.index((place.0 + step.0, place.1 + step.1));
            let cells = geometry.places().filter_map(|place| Some((geometry.index(place)?, ahead(place)?)));
            found.pairs.extend(cells.map(|(first, second)| Pair {
                first: first as u16,
                second: second as u16,
                axis: place as u8,
            }));
        }
        match found.pairs.len() <= MOST_PAIRS && found.axes.len() <= MOST_AXES {
            true => found,
            false => Neighbours::default(),
        }
    }

    /// Returns the place of an axis, or of one that a symmetry maps to it; adds it if there is none.
    fn place_of(&mut self, axis: Axis, symmetries: &[Symmetry]) -> usize {
        let image = |symmetry: &Symmetry, own: Option<u8>| {
            own.and_then(|own| symmetry.directions.get(usize::from(own)).map(|image| *image as u8))
        };
        let is_alike = |own: &Axis| {
            let maps = |symmetry: &Symmetry| {
                (image(symmetry, own.forth), image(symmetry, own.back)) == (axis.forth, axis.back)
            };
            symmetries.iter().any(maps)
        };
        self.axes.iter().position(is_alike).unwrap_or_else(|| {
            self.axes.push(axis);
            self.axes.len() - 1
        })
    }

    /// Returns the number of the pair of two cells, in any order.
    pub(crate) fn pair_of(&self, one: usize, other: usize) -> Option<usize> {
        let cells = |pair: &Pair| (usize::from(pair.first), usize::from(pair.second));
        self.pairs.iter().map(cells).position(|cells| cells == (one, other) || cells == (other, one))
    }

    /// The number of codes that a board has beside those of its cells: a relation for each pair, and
    /// the number of pairs that merge.
    pub(crate) fn codes(&self) -> usize {
        if self.pairs.is_empty() { 0 } else { self.pairs.len() + 1 }
    }
}

/// The answers of the rules of one engine.
#[derive(Clone, Debug)]
pub(crate) struct Relations {
    /// A position of the engine without tiles, and the kinds of its cells.
    clear: Position,
    board: Vec<u32>,
    known: HashMap<u64, Relation>,
    /// The kinds of the cells after a press.
    after: Vec<u32>,
}

impl Relations {
    /// Creates a list without answers. Tiles are put on the board of a start, without its tiles: so
    /// answers don't depend on the game in which a question comes up.
    ///
    /// # Errors
    /// No game can be started.
    pub(crate) fn new(engine: &mut Engine) -> Result<Relations, TurnError> {
        let start = engine.start(&mut Direct(Rng::new(0)))?;
        Relations::on(engine, &start)
    }

    /// Creates a list without answers. Tiles are put on the board of a position, without its tiles.
    ///
    /// # Errors
    /// The position is of another engine.
    pub(crate) fn on(engine: &mut Engine, position: &Position) -> Result<Relations, TurnError> {
        let mut board = vec![0; position.height() * position.width()];
        engine.read_kinds(position, &mut board)?;
        for kind in &mut board {
            if is_tile(engine, *kind) {
                *kind = EMPTY;
            }
        }
        let clear = engine.arranged(position, &board)?;
        Ok(Relations { clear, after: board.clone(), board, known: HashMap::new() })
    }

    /// Returns true if the kinds are those of an engine.
    pub(crate) fn is_of(&self, engine: &mut Engine) -> bool {
        engine.read_kinds(&self.clear, &mut []).is_ok()
    }

    /// The number of answers that are known.
    pub(crate) fn known(&self) -> usize {
        self.known.len()
    }

    /// Writes the codes of a board, which is given by the kinds of its cells: see
    /// [`Neighbours::codes`].
    pub(crate) fn read(
        &mut self,
        engine: &mut Engine,
        neighbours: &Neighbours,
        kinds: &[u32],
        into: &mut Vec<Code>,
    ) {
        into.clear();
        let mut merging = 0;
        for pair in &neighbours.pairs {
            let relation = self.of_pair(engine, neighbours, *pair, kinds);
            merging += u32::from(relation.is_merge());
            into.push(relation as Code);
        }
        into.push(merging);
    }

    /// Returns the relation of the contents of a pair of cells.
    #[inline]
    pub(crate) fn of_pair(
        &mut self,
        engine: &mut Engine,
        neighbours: &Neighbours,
        pair: Pair,
        kinds: &[u32],
    ) -> Relation {
        let place = u64::from(pair.axis) << 48;
        self.answer(place, contents(pair, kinds), |own, tiles| own.ask(engine, neighbours, pair.axis, tiles))
    }

    /// Returns the relation of the contents of a pair of cells, by tiles in these very cells: rules may
    /// depend on the place. A list answers either in this way or by axes.
    pub(crate) fn of_cells(
        &mut self,
        engine: &mut Engine,
        neighbours: &Neighbours,
        pair: Pair,
        kinds: &[u32],
    ) -> Relation {
        let place = u64::from(pair.first) << 56 | u64::from(pair.second) << 48;
        self.answer(place, contents(pair, kinds), |own, tiles| {
            let Some(Axis { forth, back }) = neighbours.axes.get(usize::from(pair.axis)).copied() else {
                return unmerged(tiles);
            };
            let directions = [forth, back].into_iter().flatten();
            own.pressed(engine, directions.map(|direction| (direction, pair)), tiles)
        })
    }

    /// Returns the relation of two contents at a place, which fills the upper 16 bits: one that needs no
    /// rules, a known one, or else that for which it asks.
    #[inline]
    fn answer(
        &mut self,
        place: u64,
        tiles: (u32, u32),
        ask: impl FnOnce(&mut Relations, (u32, u32)) -> Relation,
    ) -> Relation {
        if let Some(relation) = without_rules(tiles) {
            return relation;
        }
        let key = place | u64::from(tiles.0) << 24 | u64::from(tiles.1);
        match self.known.get(&key) {
            Some(relation) => *relation,
            None => {
                let relation = ask(self, tiles);
                self.learn(key, relation);
                relation
            }
        }
    }

    #[cold]
    fn learn(&mut self, key: u64, relation: Relation) {
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, relation);
    }

    /// Presses two tiles against one another, in both directions if need be.
    fn ask(&mut self, engine: &mut Engine, neighbours: &Neighbours, axis: u8, tiles: (u32, u32)) -> Relation {
        let Some(Axis { forth, back }) = neighbours.axes.get(usize::from(axis)).copied() else {
            return unmerged(tiles);
        };
        // Other axes may share its answers: a direction is pressed on pairs that lie along its own step.
        let width = self.clear.width().max(1);
        let place = |cell: u16| [(usize::from(cell) / width) as i64, (usize::from(cell) % width) as i64];
        let step = |pair: &Pair| {
            let ([row, column], [to_row, to_column]) = (place(pair.first), place(pair.second));
            (to_row - row, to_column - column)
        };
        let of_axis = || neighbours.pairs.iter().filter(|pair| pair.axis == axis);
        let pairs = || of_axis().filter(|pair| of_axis().next().is_some_and(|own| step(own) == step(pair)));
        // At the border, where nothing can slide any more.
        let last = pairs().find(|pair| pairs().all(|own| own.first != pair.second));
        let first = pairs().find(|pair| pairs().all(|own| own.second != pair.first));
        let at = |direction: Option<u8>, pair: Option<&Pair>| direction.zip(pair.or(pairs().next()).copied());
        let presses: Vec<(u8, Pair)> = [at(forth, last), at(back, first)].into_iter().flatten().collect();
        self.pressed(engine, presses.into_iter(), tiles)
    }

    /// Presses directions on pairs of cells with two tiles, until these merge.
    fn pressed(
        &mut self,
        engine: &mut Engine,
        mut presses: impl Iterator<Item = (u8, Pair)>,
        tiles: (u32, u32),
    ) -> Relation {
        if !(is_tile(engine, tiles.0) && is_tile(engine, tiles.1)) {
            return unmerged(tiles);
        }
        let merges = |(direction, pair): (u8, Pair)| {
            self.press(engine, usize::from(direction), pair, tiles).filter(|own| own.is_merge())
        };
        presses.find_map(merges).unwrap_or(unmerged(tiles))
    }

    /// Presses a direction on a board with two tiles; `None` if that can't be done, or chance takes
    /// part in it.
    fn press(
        &mut self,
        engine: &mut Engine,
        direction: usize,
        pair: Pair,
        tiles: (u32, u32),
    ) -> Option<Relation> {
        let mut board = self.board.clone();
        *board.get_mut(usize::from(pair.first))? = tiles.0;
        *board.get_mut(usize::from(pair.second))? = tiles.1;
        let position = engine.arranged(&self.clear, &board).ok()?;
        let slide = engine.slide_kinds(&position, direction, &mut self.after).ok()??;
        let after = if slide.moved { &self.after } else { &board };
        let mut left: Vec<u32> = after.iter().copied().filter(|kind| is_tile(engine, *kind)).collect();
        left.sort_unstable();
        let equal = tiles.0 == tiles.1;
        Some(match left[..] {
            [] => Relation::Vanish,
            [_] if equal => Relation::MergeEqual,
            [_] => Relation::MergeDifferent,
            [one, other] if (one, other) == (tiles.0.min(tiles.1), tiles.0.max(tiles.1)) => unmerged(tiles),
            _ => Relation::Change,
        })
    }
}

/// Returns the contents of the cells of a pair.
fn contents(pair: Pair, kinds: &[u32]) -> (u32, u32) {
    let kind = |cell: u16| kinds.get(usize::from(cell)).copied().unwrap_or(EMPTY);
    (kind(pair.first), kind(pair.second))
}

/// Returns the relation of contents about which the rules need not be asked.
fn without_rules(contents: (u32, u32)) -> Option<Relation> {
    match contents {
        (EMPTY, EMPTY) => Some(Relation::Empty),
        (EMPTY, _) | (_, EMPTY) => Some(Relation::HalfEmpty),
        (Kind::NOT_NUMBERED, _) | (_, Kind::NOT_NUMBERED) => Some(Relation::Apart),
        _ => None,
    }
}

/// Returns the relation of tiles that don't merge.
fn unmerged(tiles: (u32, u32)) -> Relation {
    if tiles.0 == tiles.1 { Relation::Equal } else { Relation::Apart }
}

fn is_tile(engine: &Engine, kind: u32) -> bool {
    // Kinds without a number are tiles.
    engine.kinds().get(kind as usize).is_none_or(|kind| kind.sort == CellSort::Tile)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::symmetry::tested;
    use calcarray::json;
    use polymerge_rules::{Limits, Mode, Ruleset};

    fn asked(mode: Mode, tiles: &[[f64; 2]]) -> Vec<Relation> {
        let mut engine = Engine::new(Ruleset::compile(mode, Limits::default()).unwrap(), 0.0);
        let start = engine.start(&mut Direct(Rng::new(3))).unwrap();
        let geometry = Geometry::of(&mut engine, &start).unwrap();
        let symmetries = tested(&mut engine, &geometry, 1).unwrap();
        let neighbours = Neighbours::of(&geometry, &symmetries);
        let tile = |number: f64| calcarray::Value::array(vec![number.into()]);
        engine.number_kinds(tiles.iter().flatten().map(|number| tile(*number)));
        let number = |engine: &Engine, wanted: f64| {
            let found = engine.kinds().iter().position(|kind| kind.content == tile(wanted));
            found.unwrap() as u32
        };
        let mut relations = Relations::new(&mut engine).unwrap();
        let ask = |[one, other]: &[f64; 2]| {
            let mut board = vec![EMPTY; geometry.size()];
            let pair = neighbours.pairs[0];
            board[usize::from(pair.first)] = number(&engine, *one);
            board[usize::from(pair.second)] = number(&engine, *other);
            let relation = relations.of_pair(&mut engine, &neighbours, pair, &board);
            // An answer is given again.
            assert_eq!(relations.of_pair(&mut engine, &neighbours, pair, &board), relation);
            relation
        };
        tiles.iter().map(ask).collect()
    }

    fn merging(rules: &str) -> Mode {
        let merge_rules = json::read(rules, &Default::default()).unwrap();
        Mode { merge_rules, ..Mode::classic(4, 4) }
    }

    #[test]
    fn the_rules_say_what_two_kinds_make() {
        use Relation::{Apart, Change, Equal, MergeDifferent, MergeEqual, Vanish};
        let divisors = r#"[[2, ["@This 0", "%", "@Next 1 0", "=", 0], false,
            [["@This 0", "+", "@Next 1 0"]], 1, [false, true]]]"#;
        let runs_of_three = r#"[[3, ["@Next 1 0", "=", "@This 0", "&&", ["@Next 2 0", "=", "@This 0"]],
            true, [[["@This 0", "+", 1]]], 1, [false, true, true]]]"#;
        let opposites = r#"[[2, ["@Next 1 0", "+", "@This 0", "=", 0], false, [], 1, [true, true]]]"#;
        let grow = r#"[[2, ["@Next 1 0", "=", "@This 0"], true,
            [[["@This 0", "+", 1]], [["@This 0", "+", 1]]], 1, [false, false]]]"#;
        for (mode, expected) in [
            (Mode::classic(4, 4), [MergeEqual, Apart, Apart, Apart]),
            (merging(divisors), [MergeEqual, MergeDifferent, Apart, MergeDifferent]),
            (merging(runs_of_three), [Equal, Apart, Apart, Apart]),
            (merging(opposites), [Equal, Apart, Apart, Vanish]),
            (merging(grow), [Change, Apart, Apart, Apart]),
        ] {
            assert_eq!(asked(mode, &[[2.0, 2.0], [4.0, 2.0], [3.0, 2.0], [-2.0, 2.0]]), expected);
        }
    }

    #[test]
    fn rows_and_columns_of_a_square_share_answers() {
        let mode = Mode::classic(3, 2);
        let mut engine = Engine::new(Ruleset::compile(mode, Limits::default()).unwrap(), 0.0);
        let start = engine.start(&mut Direct(Rng::new(3))).unwrap();
        let geometry = Geometry::of(&mut engine, &start).unwrap();
        let of = |symmetries: &[Symmetry]| Neighbours::of(&geometry, symmetries);
        let oblong = of(&geometry.symmetries());
        assert_eq!((oblong.axes.len(), oblong.pairs.len(), oblong.codes()), (2, 7, 8));
        // A turn of a square takes one of its axes to the other.
        let square = Mode::classic(3, 3);
        let mut engine = Engine::new(Ruleset::compile(square, Limits::default()).unwrap(), 0.0);
        let start = engine.start(&mut Direct(Rng::new(3))).unwrap();
        let of_square = Geometry::of(&mut engine, &start).unwrap();
        let shared = Neighbours::of(&of_square, &of_square.symmetries());
        assert_eq!((shared.axes.len(), shared.pairs.len()), (1, 12));
        assert_eq!(Neighbours::of(&of_square, &[]).axes.len(), 2);
        assert_eq!(oblong.pair_of(1, 0), oblong.pair_of(0, 1));
        assert_eq!((oblong.pair_of(0, 4), oblong.pair_of(0, 1).is_some()), (None, true));
    }
}
