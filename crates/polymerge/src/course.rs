//! One game in which the caller chooses the directions, and what is worth knowing of it
//! afterwards.

use std::collections::btree_map::Entry;
use std::collections::BTreeMap;

use calcarray::host::Container;
use calcarray::{convert, json, Coordinate, Host, Limits, Meter, Position, Value};
use polymerge_rules::{Event, Game as State, Randomness, Screen, Turn, TurnError};

use crate::compiled::Rules;
use crate::error::Error;
use crate::session::Session;

/// Between two moves, in milliseconds.
const STEP: f64 = 500.0;

/// Kinds of tiles are told apart up to this number in one game.
const MOST_KINDS: usize = 1000;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// Nothing could be moved any more, or the mode ended it.
    Over,
    /// It was won, and the mode does not let it go on.
    Won,
    /// It was left before its end.
    Cut,
}

/// What came of a game.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Course {
    /// The seed that it was started with.
    pub seed: u64,
    /// Turns that were played.
    pub turns: u64,
    /// The score.
    pub score: f64,
    /// The turn after which it was won for the first time.
    pub won_at: Option<u64>,
    /// How it ended.
    pub ending: Ending,
    /// Each time that a tile came up which is worth more than all before it: the turn, and
    /// what it is worth.
    pub largest: Vec<(u64, f64)>,
    /// How often each merge rule fired, as
    /// [`merge_rules`](polymerge_rules::Ruleset::merge_rules) counts them.
    pub fired: Vec<u64>,
    /// How often each tile spawned, by the tile as JSON.
    pub spawned: BTreeMap<String, u64>,
    /// How often each direction was pressed.
    pub pressed: Vec<u64>,
}

/// A game that is being played.
#[derive(Clone, Debug)]
pub struct CoursePlay {
    session: Session,
    course: Course,
    most_turns: u64,
    is_done: bool,
    worths: BTreeMap<String, f64>,
}

impl CoursePlay {
    pub(crate) fn begin(rules: &Rules, seed: u64, most_turns: u64) -> Result<CoursePlay, Error> {
        let (game, start) = rules.start_at(seed, 0.0)?;
        let session = game.into_session();
        let ruleset = session.game().rules();
        let course = Course {
            seed,
            turns: 0,
            score: 0.0,
            won_at: None,
            ending: Ending::Cut,
            largest: Vec::new(),
            fired: vec![0; ruleset.merge_rules().len()],
            spawned: BTreeMap::new(),
            pressed: vec![0; rules.directions().len()],
        };
        let mut play = CoursePlay { session, course, most_turns, is_done: false, worths: BTreeMap::new() };
        for tile in play.tiles() {
            play.see(&tile);
        }
        play.note(&start);
        Ok(play)
    }

    /// Makes a turn in the direction that is chosen, or the game goes on after a win.
    /// Whether there is more to play; there is not if nothing is chosen.
    ///
    /// # Errors
    /// A turn or the choice fails. What came of the game before that stays.
    pub fn step(
        &mut self,
        choose: impl FnOnce(&State) -> Result<Option<usize>, TurnError>,
    ) -> Result<bool, Error> {
        if self.is_done {
            return Ok(false);
        }
        let now = (self.course.turns + 1) as f64 * STEP;
        match self.session.game().screen() {
            Screen::Win => match self.session.play_on(now) {
                Ok(turn) => self.note(&turn),
                Err(TurnError::Refused(_)) => return Ok(self.end(Ending::Won)),
                Err(error) => return Err(error.into()),
            },
            Screen::GameOver => return Ok(self.end(Ending::Over)),
            Screen::Play if self.course.turns >= self.most_turns => return Ok(self.end(Ending::Cut)),
            Screen::Play => {
                let Some(direction) = choose(self.session.game())? else { return Ok(self.end(Ending::Over)) };
                let turn = self.session.play(direction, now)?;
                self.course.turns += 1;
                if let Some(count) = self.course.pressed.get_mut(direction) {
                    *count += 1;
                }
                self.note(&turn);
            }
        }
        let turn = self.session.tick(now)?;
        self.note(&turn);
        // A long game would remember all its moves.
        self.session.forget();
        let game = self.session.game();
        self.course.score = game.score();
        if game.screen() == Screen::Win && self.course.won_at.is_none() {
            self.course.won_at = Some(self.course.turns);
        }
        Ok(true)
    }

    /// The game as it stands.
    pub fn game(&self) -> &State {
        self.session.game()
    }

    /// What came of the game so far.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// What came of the game.
    pub fn into_course(self) -> Course {
        self.course
    }

    fn end(&mut self, ending: Ending) -> bool {
        (self.is_done, self.course.ending) = (true, ending);
        false
    }

    /// What lies on the grid.
    fn tiles(&self) -> Vec<Value> {
        let game = self.session.game();
        let cells = (0..game.height()).flat_map(|row| (0..game.width()).map(move |column| (row, column)));
        cells
            .filter_map(|(row, column)| game.cell(polymerge_rules::Cell::new(row, column)).cloned())
            .collect()
    }

    /// Counts what happened in a turn.
    fn note(&mut self, turn: &Turn) {
        for event in &turn.events {
            match event {
                Event::Merge { rule, outputs, .. } | Event::EndOfTurnRule { rule, outputs, .. } => {
                    if let Some(count) = self.course.fired.get_mut(*rule) {
                        *count += 1;
                    }
                    outputs.iter().for_each(|(_, tile)| drop(self.see(tile)));
                }
                Event::Spawn { tile, .. } => {
                    if let Some(name) = self.see(tile) {
                        *self.course.spawned.entry(name).or_default() += 1;
                    }
                }
                Event::Replaced { after, .. } => drop(self.see(after)),
                Event::AutoMove { turn, .. } => self.note(turn),
                _ => {}
            }
        }
    }

    /// Notes what a tile is worth. Its name, if it is one, and there were not too many.
    fn see(&mut self, tile: &Value) -> Option<String> {
        tile.as_array()?;
        let name = json::write(tile);
        let kinds = self.worths.len();
        let worth = match self.worths.entry(name.clone()) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(_) if kinds >= MOST_KINDS => return None,
            Entry::Vacant(free) => *free.insert(worth(self.session.game(), tile)),
        };
        if worth > self.course.largest.last().map_or(f64::NEG_INFINITY, |(_, largest)| *largest) {
            self.course.largest.push((self.course.turns, worth));
        }
        Some(name)
    }
}

/// One of the legal directions, each with the same chance; `None` if there is none.
///
/// # Errors
/// The turn of a direction fails that must be tried to know.
pub fn at_random(game: &State, random: &mut impl Randomness) -> Result<Option<usize>, TurnError> {
    let legal = game.legal_moves()?;
    let draw = random.next().unwrap_or(0.0);
    Ok(legal.get((draw * legal.len() as f64) as usize).copied())
}

/// What a tile is worth by itself; no number where that fails.
fn worth(game: &State, tile: &Value) -> f64 {
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
