//! The handles of an engine and of its positions: searching.

use std::mem::size_of;
use std::sync::Mutex;

use polymerge::engine::{Afterstate, Direct, Kind, Spawn, Spawns};
use polymerge::errors::{NoSpawn, TurnError};
use polymerge::{Engine, Position, Rng, Rules, Screen, Turn};

use crate::fault::{Fault, Outcome};
use crate::ffi::{self, Board, Buffer, Filled};
use crate::game::{self, PM_OVER, PM_PLAYING, PM_TILE_WITHOUT_NUMBER, PM_WON, Played, PmGame};
use crate::lock::Locked;

/// Nothing spawns after the move.
pub const PM_SPAWNS_NONE: i32 = 0;
/// All possible spawns are listed, with their probabilities.
pub const PM_SPAWNS_LISTED: i32 = 1;
/// Something spawns after the move, which can't be listed: only playing shows it.
pub const PM_SPAWNS_SAMPLED: i32 = 2;
/// The move itself depends on chance, so that it has no board before the spawns: only playing
/// shows it. `moved` and `points` are 0.
pub const PM_SPAWNS_BY_CHANCE: i32 = 3;

/// The most lists of spawns that are remembered.
const MOST_LISTS: usize = 16;

/// An engine of rules: plays positions and looks ahead.
pub struct PmEngine(Mutex<Searcher>);

/// A position of an engine. Only the engine that made it plays it.
pub struct PmPosition(Mutex<Place>);

impl Locked for PmEngine {
    type Own = Searcher;

    fn lock(&self) -> &Mutex<Searcher> {
        &self.0
    }
}

impl Locked for PmPosition {
    type Own = Place;

    fn lock(&self) -> &Mutex<Place> {
        &self.0
    }
}

/// The contents of the handle of an engine.
pub struct Searcher {
    rules: Rules,
    engine: Engine,
    random: Rng,
    /// The mark of the position that changed last.
    last_mark: u64,
    /// The last lists of spawns, the latest first, each with the mark of its position and the
    /// direction: a search asks for a list once and then plays each of its spawns.
    lists: Vec<(u64, usize, Spawns)>,
}

/// The contents of the handle of a position.
#[derive(Clone)]
pub struct Place {
    position: Position,
    /// A number that two positions of an engine share only if they stand alike.
    mark: u64,
}

impl PmPosition {
    fn of(place: Place) -> PmPosition {
        PmPosition(Mutex::new(place))
    }
}

impl Place {
    /// Copies it.
    pub fn copy(&self) -> PmPosition {
        PmPosition::of(self.clone())
    }
}

impl PmEngine {
    /// An engine of rules, with the random numbers of a seed.
    pub fn new(rules: &Rules, seed: u64) -> Result<PmEngine, Fault> {
        let mut engine = rules.engine()?;
        engine.number_first_kinds();
        let (rules, random) = (rules.clone(), Rng::new(seed));
        Ok(PmEngine(Mutex::new(Searcher { rules, engine, random, last_mark: 0, lists: Vec::new() })))
    }
}

impl Searcher {
    fn mark(&mut self) -> u64 {
        self.last_mark += 1;
        self.last_mark
    }

    fn made(&mut self, position: Position) -> PmPosition {
        let mark = self.mark();
        PmPosition::of(Place { position, mark })
    }

    /// Draws the random numbers of a seed from now on.
    pub fn reseed(&mut self, seed: u64) {
        self.random = Rng::new(seed);
    }

    /// The start of a game.
    pub fn start(&mut self) -> Result<PmPosition, Fault> {
        let position = self.engine.start(&mut self.random)?;
        Ok(self.made(position))
    }

    /// The position of a game of the same rules.
    pub fn position(&mut self, game: &Played) -> Result<PmPosition, Fault> {
        let position = self.engine.position(game.game().state().clone())?;
        Ok(self.made(position))
    }

    /// The position of a text.
    pub fn resume(&mut self, text: &str) -> Result<PmPosition, Fault> {
        let position = self.engine.of_snapshot(text)?;
        Ok(self.made(position))
    }

    /// A game that goes on from a position.
    pub fn game(&self, place: &Place, seed: u64) -> Result<PmGame, Fault> {
        let state = self.engine.game(&place.position)?;
        let game = self.rules.continued(state, Rng::new(seed), 0.0)?;
        Ok(PmGame::of(game, Turn::default()))
    }

    /// The kinds of tiles in the order of their numbers, as JSON.
    pub fn kinds(&self, into: &mut Buffer) -> Outcome {
        into.put(game::kinds(self.engine.kinds())?.as_bytes())
    }

    /// The position as text.
    pub fn text(&self, place: &Place, into: &mut Buffer) -> Outcome {
        into.put(self.engine.snapshot(&place.position)?.as_bytes())
    }

    /// Changes a position; gives true if anything moved, and the points.
    fn change(
        &mut self,
        place: &mut Place,
        change: impl FnOnce(&mut Engine, &mut Position, &mut Rng) -> Result<bool, Fault>,
    ) -> Result<(bool, f64), Fault> {
        let before = place.position.score();
        let moved = change(&mut self.engine, &mut place.position, &mut self.random)?;
        place.mark = self.mark();
        Ok((moved, place.position.score() - before))
    }

    /// Presses a direction.
    pub fn play(&mut self, place: &mut Place, direction: u32) -> Result<(bool, f64), Fault> {
        self.change(place, |engine, position, random| {
            Ok(engine.play(position, direction as usize, random)?)
        })
    }

    /// Plays on after a win.
    pub fn play_on(&mut self, place: &mut Place) -> Outcome {
        self.change(place, |engine, position, _| Ok(engine.continue_after_win(position).map(|()| false)?))
            .map(drop)
    }

    /// Presses a direction so that this tile spawns.
    pub fn play_spawn(
        &mut self,
        place: &mut Place,
        direction: u32,
        wanted: ffi::Spawn,
    ) -> Result<(bool, f64), Fault> {
        let direction = direction as usize;
        let found = self.lists.iter().position(|(mark, of, _)| (*mark, *of) == (place.mark, direction));
        match found {
            Some(found) => self.lists[..=found].rotate_right(1),
            None => {
                let spawns = self.engine.spawns_after(&place.position, direction)?;
                self.remember(place, direction, spawns);
            }
        }
        let Some((.., spawns)) = self.lists.first() else {
            return Err(TurnError::NoSpawn(NoSpawn::NotKnown).into());
        };
        let ffi::Spawn { row, column, kind, .. } = wanted;
        // Numbers below 0 are no kinds.
        let kind = u32::try_from(kind).unwrap_or(Kind::NOT_NUMBERED);
        let spawn = spawns.find(row as usize, column as usize, kind)?.clone();
        // Hints play spawns by such numbers: turns by others would be the same code again.
        let mut numbers = Direct(self.random.clone());
        let played = self.change(place, |engine, position, _| {
            Ok(engine.play_spawn(position, direction, &spawn, &mut numbers)?)
        });
        self.random = numbers.0;
        played
    }

    fn slid(&mut self, place: &Place, direction: usize) -> Result<Option<Afterstate>, Fault> {
        Ok(self.engine.afterstate(&place.position, direction)?)
    }

    fn remember(&mut self, place: &Place, direction: usize, spawns: Spawns) {
        self.lists.truncate(MOST_LISTS - 1);
        self.lists.insert(0, (place.mark, direction, spawns));
    }

    /// The result of a direction before anything spawns; its board, if there is one.
    pub fn afterstate(
        &mut self,
        place: &Place,
        direction: u32,
        into: Filled<'_, ffi::Afterstate>,
    ) -> Result<Option<PmPosition>, Fault> {
        let mut found = into.given("after")?;
        (found.count, found.points, found.moved) = (0, 0.0, 0);
        let Some(after) = self.slid(place, direction as usize)? else {
            found.spawning = PM_SPAWNS_BY_CHANCE;
            into.fill("after", found)?;
            return Ok(None);
        };
        let spawns = self.engine.spawns(&after)?;
        found.spawning = match spawns {
            Spawns::Nothing => PM_SPAWNS_NONE,
            Spawns::Sampled => PM_SPAWNS_SAMPLED,
            Spawns::Exact(_) => PM_SPAWNS_LISTED,
        };
        let list = spawns.list();
        (found.count, found.points, found.moved) = (list.len(), after.points(), after.moved().into());
        into.fill("after", found)?;
        if let Some(room) = found.room()? {
            room.iter_mut().zip(list).for_each(|(into, spawn)| *into = shown(spawn));
        }
        self.remember(place, after.direction(), spawns);
        Ok(Some(self.made(after.board().clone())))
    }

    /// The directions that move something, a bit for each.
    pub fn legal(&mut self, place: &Place) -> Result<u64, Fault> {
        Ok(self.engine.legal(&place.position)?)
    }

    /// Returns how a position stands.
    pub fn status(&mut self, place: &Place) -> Result<ffi::Status, Fault> {
        let position = &place.position;
        let directions = self.engine.rules().directions().len();
        let mut legal = 0;
        for direction in 0..directions.min(64) {
            legal |= u64::from(self.engine.is_legal(position, direction)?) << direction;
        }
        let can_go_on = position.screen() == Screen::Win && self.engine.rules().postgame_allowed();
        let status = match position.screen() {
            Screen::Win => PM_WON,
            _ if legal == 0 && self.engine.is_over(position)? => PM_OVER,
            _ => PM_PLAYING,
        };
        Ok(ffi::Status {
            size: size_of::<ffi::Status>(),
            status,
            can_go_on: can_go_on.into(),
            was_won: position.won().into(),
            rows: position.height() as u32,
            columns: position.width() as u32,
            directions: directions as u32,
            score: position.score(),
            moves: position.moves() as u64,
            legal,
            undo_steps: 0,
            redo_steps: 0,
            seed: 0,
        })
    }

    /// Reads the cells of a position as numbers.
    pub fn read(&mut self, place: &Place, board: Board) -> Outcome {
        game::read(&mut self.engine, &place.position, board)
    }
}

/// A spawn as C has it.
fn shown(spawn: &Spawn) -> ffi::Spawn {
    ffi::Spawn {
        row: spawn.cell.row as u32,
        column: spawn.cell.column as u32,
        kind: i32::try_from(spawn.kind).unwrap_or(PM_TILE_WITHOUT_NUMBER),
        probability: spawn.probability,
    }
}
