//! One game in which the caller chooses the directions, and what is worth knowing of it
//! afterwards.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use calcarray::host::Container;
use calcarray::{Coordinate, Host, Limits, Meter, Position, Value, convert, json};
use polymerge_rules::{Cell, Ending, Event, GameState as State, Playout, Rng, Ruleset, Turn, TurnError};

use crate::error::Error;

/// Kinds of tiles are told apart up to this number in one game.
const MOST_KINDS: usize = 1000;

/// The statistics of one game.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Course {
    /// The seed that it was started with.
    pub seed: u64,
    /// Turns that were played: presses that moved something.
    pub turns: u64,
    /// The score.
    pub score: f64,
    /// The turn after which it was won for the first time.
    pub won_at: Option<u64>,
    /// The way the game ended; [`Ending::Cut`] while it goes on.
    pub ending: Ending,
    /// True if a turn failed: the game counts as before it.
    pub failed: bool,
    /// The turns in which a tile came up that has more value than all before it, each with its
    /// value.
    pub largest: Vec<(u64, f64)>,
    /// The number of times that each merge rule fired, in the order of
    /// [`merge_rules`](polymerge_rules::Ruleset::merge_rules).
    pub fired: Vec<u64>,
    /// The number of times that each tile spawned, by the tile as JSON.
    pub spawned: BTreeMap<String, u64>,
    /// The number of times that each direction was pressed and moved something.
    pub pressed: Vec<u64>,
}

/// A game that is being played.
#[derive(Clone, Debug)]
pub struct CoursePlay {
    playout: Playout,
    course: Course,
    values: BTreeMap<String, f64>,
}

impl CoursePlay {
    pub(crate) fn begin(
        rules: Arc<Ruleset>,
        random: Rng,
        seed: u64,
        most_turns: u64,
    ) -> Result<CoursePlay, Error> {
        let (playout, start) = Playout::start(rules, random, most_turns)?;
        let game = playout.game();
        let course = Course {
            seed,
            turns: 0,
            score: game.score(),
            won_at: playout.won_at(),
            ending: Ending::Cut,
            failed: false,
            largest: Vec::new(),
            fired: vec![0; game.rules().merge_rules().len()],
            spawned: BTreeMap::new(),
            pressed: vec![0; game.rules().directions().len()],
        };
        let mut play = CoursePlay { playout, course, values: BTreeMap::new() };
        let mut recorder = Recorder { course: &mut play.course, values: &mut play.values };
        let game = play.playout.game();
        tiles(game).for_each(|tile| drop(recorder.see(game, tile)));
        recorder.note(game, &start);
        Ok(play)
    }

    /// Makes a turn in the direction that is chosen; wins are played on from. Presses that
    /// move nothing are no turns: another direction is chosen then. Gives whether there is
    /// more to play.
    ///
    /// # Errors
    /// A turn or the choice fails. What came of the game before that stays.
    pub fn step(
        &mut self,
        choose: impl FnMut(&State) -> Result<Option<usize>, TurnError>,
    ) -> Result<bool, Error> {
        let CoursePlay { playout, course, values } = self;
        let before = playout.turns();
        let mut recorder = Recorder { course, values };
        let result = playout.step(choose, |game, turn| {
            recorder.course.turns += u64::from(turn.moved);
            recorder.note(game, turn);
        });
        course.turns = playout.turns();
        course.score = playout.game().score();
        course.won_at = playout.won_at();
        course.ending = playout.ending().unwrap_or(Ending::Cut);
        course.failed |= result.is_err();
        let pressed = playout.pressed().filter(|_| playout.turns() > before);
        if let Some(count) = pressed.and_then(|direction| course.pressed.get_mut(direction)) {
            *count += 1;
        }
        Ok(result?)
    }

    /// The game as it stands.
    pub fn game(&self) -> &State {
        self.playout.game()
    }

    /// Returns the statistics of the game so far.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Returns the statistics and drops the game.
    pub fn into_course(self) -> Course {
        self.course
    }
}

/// Returns the tiles on the grid, row by row.
fn tiles(game: &State) -> impl Iterator<Item = &Value> {
    let cells = (0..game.height()).flat_map(|row| (0..game.width()).map(move |column| (row, column)));
    cells.filter_map(|(row, column)| game.cell(Cell::new(row, column)))
}

/// The statistics of a game while it is played, and a cache of the values of its tiles.
struct Recorder<'c> {
    course: &'c mut Course,
    values: &'c mut BTreeMap<String, f64>,
}

impl Recorder<'_> {
    /// Counts what happened in a turn.
    fn note(&mut self, game: &State, turn: &Turn) {
        for event in &turn.events {
            match event {
                Event::Merge { rule, outputs, .. } | Event::EndOfTurnRule { rule, outputs, .. } => {
                    if let Some(count) = self.course.fired.get_mut(*rule) {
                        *count += 1;
                    }
                    outputs.iter().for_each(|(_, tile)| drop(self.see(game, tile)));
                }
                Event::Spawn { tile, .. } => {
                    if let Some(name) = self.see(game, tile) {
                        *self.course.spawned.entry(name).or_default() += 1;
                    }
                }
                Event::Replaced { after, .. } => drop(self.see(game, after)),
                Event::AutoMove { turn, .. } => self.note(game, turn),
                _ => {}
            }
        }
    }

    /// Records the value of a tile if it is the largest so far. Returns the name of the tile;
    /// `None` if it is no tile, or there are too many kinds.
    fn see(&mut self, game: &State, tile: &Value) -> Option<String> {
        tile.as_array()?;
        let name = json::write(tile);
        let kinds = self.values.len();
        let value = match self.values.entry(name.clone()) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(_) if kinds >= MOST_KINDS => return None,
            Entry::Vacant(free) => *free.insert(value_of(game, tile)),
        };
        if value > self.course.largest.last().map_or(f64::NEG_INFINITY, |(_, largest)| *largest) {
            self.course.largest.push((self.course.turns, value));
        }
        Some(name)
    }
}

/// Returns the value of a tile by itself; NaN if its expression fails.
fn value_of(game: &State, tile: &Value) -> f64 {
    let mut scratch = game.scratch(0.0);
    let program = scratch.tile_value();
    let place = Position {
        v: Coordinate::None,
        h: Coordinate::None,
        container: Container::Value(tile),
        ..Position::default()
    };
    let value = scratch.evaluate(&program, &place, &Default::default());
    let mut meter = Meter::new(Limits::default());
    value.and_then(|value| convert::to_number(&value, &mut meter)).unwrap_or(f64::NAN)
}
