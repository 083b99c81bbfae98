//! Replays: what a game records of itself, and playing it back
//! (docs/spec/rules.md, "Replay data"; docs/spec/savecodes.md, "Replay codes").

use std::sync::Arc;

use calcarray::Value;

use crate::board::cell::Cell;
use crate::board::direction::{AutoMove, Timing};
use crate::error::TurnError;
use crate::game::event::Turn;
use crate::game::record::whole;
use crate::game::state::State;
use crate::game::unrecorded::Unrecorded;
use crate::game::{GameState, Screen};
use crate::ruleset::Ruleset;
use crate::turn::context::TurnContext;
use crate::world::World;

/// The record of a game: the further pieces of a Replay code
/// (docs/spec/savecodes.md, "Replay codes"), in that order.
///
/// [`GameState::replay`] makes one, [`Playback`] plays it.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// Finished records: `[direction, [tile, row, column]…]`; the first one
    /// holds the start and has direction -1.
    pub moves_played: Value,
    /// The record of the last move.
    pub current_move: Value,
    /// Results of random operators and probabilities.
    pub random_events: Value,
    /// 1: the game was won; 0: it was not.
    pub won: f64,
    /// The spawns of separate automatic moves.
    pub other_spawns: Value,
    /// Milliseconds from the start of the game to each record, and to its end.
    pub timestamps: Value,
}

impl State {
    /// The record as the reference would have it.
    pub(crate) fn recorded(&self, now: f64) -> Replay {
        let record = &self.record;
        let mut timestamps = record.timestamps.to_vec();
        // The reference takes the present for the end of the game.
        timestamps.push(now - self.clock.start);
        Replay {
            moves_played: record.moves_played.to_vec().into(),
            current_move: record.current_move.to_vec().into(),
            random_events: record.random_events.to_vec().into(),
            // A game played on after a win counts as won however it ends.
            won: f64::from(u8::from(self.screen == Screen::Win || self.won == -1.0)),
            other_spawns: record.other_spawns.to_vec().into(),
            timestamps: timestamps.into_iter().map(Value::Number).collect::<Vec<_>>().into(),
        }
    }
}

impl State {
    /// The record with what the reference leaves out.
    pub(crate) fn replay(&self, now: f64) -> Replay {
        let end = match self.screen {
            Screen::Play => None,
            Screen::Win => self.clock.victory,
            Screen::GameOver => self.clock.game_over,
        };
        let recorded = self.recorded(end.unwrap_or(now));
        let (record, unrecorded) = (&self.record, &self.unrecorded);
        if unrecorded.is_empty() {
            return recorded;
        }
        let mut steps = record.moves_played.to_vec();
        steps.push(record.current_move.to_vec().into());
        let mut steps = unrecorded.steps(steps);
        let current_move = steps.pop().unwrap_or_default();
        let end = recorded.timestamps.as_array().and_then(|times| times.last().cloned());
        let times = unrecorded.times(record.timestamps.to_vec()).into_iter().map(Value::Number);
        Replay {
            moves_played: steps.into(),
            current_move,
            random_events: unrecorded.events(&record.random_events).into(),
            timestamps: times.chain(end).collect::<Vec<_>>().into(),
            ..recorded
        }
    }
}

impl GameState {
    /// The record of the game so far, as the original keeps it; `now` is the present time.
    /// Not every such record can be played back: see [`GameState::replay`].
    pub fn recorded(&self, now: f64) -> Replay {
        self.state.recorded(now)
    }

    /// The record of the game so far, to be played back; `now` is the present time. It has
    /// all that the form of the original can hold. What it can't hold, such as scripts that
    /// run as time passes, makes a playback come to another end.
    pub fn replay(&self, now: f64) -> Replay {
        self.state.replay(now)
    }

    /// Returns what a Game code of this game leaves out, and [`GameState::replay`] needs.
    pub fn unrecorded(&self) -> &Unrecorded {
        &self.state.unrecorded
    }

    /// Adds to a game that was restored from a Game code what the code leaves out.
    #[must_use]
    pub fn with_unrecorded(mut self, unrecorded: Unrecorded) -> GameState {
        self.state.unrecorded = unrecorded;
        self
    }
}

/// A replay being played, move by move.
///
/// Every step is checked: a recorded move that moves nothing, a click on
/// nothing, a cell that does not exist and a spawn that the mode can't make
/// then contradict the rules.
///
/// ```
/// # use polymerge_rules::*;
/// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// # let mut random = Rng::new(7);
/// # let world = &mut World::new(&mut random, 0.0);
/// let (mut game, _) = GameState::new(rules, world)?;
/// for direction in [0, 2, 0, 2] {
///     game.play(direction, world).ok();
/// }
/// let rules = Ruleset::compile(game.saved_mode(), Limits::default())?;
/// let (mut playback, _) = Playback::new(rules, &game.replay(0.0), world)?;
/// while playback.step(world)?.is_some() {}
/// assert_eq!(playback.game().grid(), game.grid());
/// assert_eq!(playback.game().score(), game.score());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playback {
    game: GameState,
    steps: Vec<Value>,
    played: usize,
    won: bool,
}

impl Playback {
    /// Sets up the start of the recorded game. `rules` are those of
    /// [`GameState::saved_mode`]: the scripts of the start of the mode do not run
    /// again.
    ///
    /// # Errors
    /// The record does not fit the mode, or a script of the start fails.
    pub fn new(
        rules: Arc<Ruleset>,
        replay: &Replay,
        world: &mut World<'_>,
    ) -> Result<(Playback, Turn), TurnError> {
        let mut steps = entries("moves_played", &replay.moves_played)?;
        steps.push(replay.current_move.clone());
        let mut state = Box::new(State::new(&rules, World::moment(world.now)?));
        state.record.random_events = Arc::new(entries("random_events", &replay.random_events)?);
        state.record.playback = Some(entries("other_spawns", &replay.other_spawns)?.into());
        let start = steps[0].as_array().map_or(&[][..], |start| start.entries());
        let recorded = match start {
            [] => start,
            [Value::Number(direction), recorded @ ..] if *direction == -1.0 => recorded,
            _ => {
                return Err(TurnError::BadRecord(
                    "the replay does not begin with the start of a game".to_owned(),
                ));
            }
        };
        let mut play = TurnContext::new(&rules, state, world);
        play.start_playback(recorded).map_err(|error| match error {
            TurnError::BadRecord(reason) => TurnError::BadRecord(format!("step 0: {reason}")),
            error => error,
        })?;
        let permitted = play.permit_state();
        let (finished, done) = play.end(permitted.map(|()| false));
        world.work = world.work.saturating_add(done);
        let (state, turn) = finished?;
        let game = GameState::from_parts(rules, state);
        let playback = Playback { game, played: 1, steps, won: replay.won != 0.0 };
        if playback.played == playback.steps.len() {
            playback.uses_all().map_err(|reason| TurnError::BadRecord(format!("step 0: {reason}")))?;
        }
        Ok((playback, turn))
    }

    /// Checks that the record has no more spawns of automatic moves than there were such moves.
    /// Those after a move that moves nothing leave some over, because that move is no step of the
    /// record.
    fn uses_all(&self) -> Result<(), &'static str> {
        let record = &self.game.state().record;
        let is_separate = |own: &AutoMove| own.direction.strength.turn == 0.0;
        let may_be_left = |own: &AutoMove| own.timing == Timing::After && is_separate(own);
        let is_left = record.playback.as_ref().is_some_and(|spawns| !spawns.is_empty());
        let is_known = record.audit.is_some() && !self.game.rules().auto_moves().iter().any(may_be_left);
        match is_left && is_known {
            true => Err("the record has spawns of more automatic moves than the mode makes"),
            false => Ok(()),
        }
    }

    /// The next recorded step; `None` at the end, where the screen is the one
    /// that was recorded.
    ///
    /// `world` gives random numbers only where the record has none, which no
    /// faithful record shows.
    ///
    /// # Errors
    /// As [`GameState::play`]; and [`TurnError::BadRecord`] if the record
    /// contradicts the rules.
    pub fn step(&mut self, world: &mut World<'_>) -> Result<Option<Turn>, TurnError> {
        let Some(step) = self.steps.get(self.played) else { return Ok(None) };
        let bad = |reason: &str| TurnError::BadRecord(format!("step {}: {reason}", self.played));
        let entries = step.as_array().map_or(&[][..], |step| step.entries());
        let mut turn = match entries {
            [Value::Number(direction), recorded @ ..] => {
                let direction = whole(*direction).ok_or_else(|| bad("there is no such direction"))?;
                let turn = self.game.play_recorded(direction, recorded, world);
                let turn = turn.map_err(|error| match error {
                    TurnError::BadRecord(reason) => bad(&reason),
                    error => error,
                })?;
                if !turn.moved {
                    return Err(bad("the recorded move moves nothing"));
                }
                turn
            }
            [Value::Text(word), row, column, ..] if word.is("@TileClick") => {
                let place = |value: &Value| value.as_number().and_then(whole);
                let cell = place(row).zip(place(column)).map(|(row, column)| Cell::new(row, column));
                self.game.click_tile(cell.ok_or_else(|| bad("there is no such cell"))?, world)?
            }
            [Value::Text(word), index, ..] if word.is("@StatBoxClick") => {
                let index = index.as_number().and_then(whole);
                self.game.click_stat_box(index.ok_or_else(|| bad("there is no such stat box"))?, world)?
            }
            _ => return Err(bad("this is not a record of a move or a click")),
        };
        if self.played + 1 == self.steps.len() {
            self.uses_all().map_err(bad)?;
        }
        self.played += 1;
        if self.played == self.steps.len() {
            self.play_lost_presses(&mut turn, world);
            self.game.state_mut().screen = if self.won { Screen::Win } else { Screen::GameOver };
        }
        Ok(Some(turn))
    }

    /// Plays the presses that the original left out at the end of the record: nothing moved
    /// in them before an automatic move did, whose spawns are left over.
    fn play_lost_presses(&mut self, turn: &mut Turn, world: &mut World<'_>) {
        while let Some((game, lost)) = self.lost_press(world) {
            self.game = game;
            turn.score += lost.score;
            turn.events.extend(lost.events);
        }
    }

    /// The press of a direction that moves nothing itself, while an automatic move after it
    /// takes spawns that are left.
    fn lost_press(&self, world: &mut World<'_>) -> Option<(GameState, Turn)> {
        let unfinished = |game: &GameState| {
            let record = &game.state().record;
            (record.steps(), record.playback.as_ref().map_or(0, |spawns| spawns.len()))
        };
        let (steps, left) = unfinished(&self.game);
        if left == 0 {
            return None;
        }
        (0..self.game.rules().directions().len()).find_map(|direction| {
            let mut game = self.game.clone();
            let turn = game.play_recorded(direction, &[], world).ok()?;
            let (own_steps, own_left) = unfinished(&game);
            (turn.moved && own_steps == steps && own_left < left).then_some((game, turn))
        })
    }

    /// Returns true if recorded spawns are compared with those that the mode could have made. They
    /// are not if scripts make the spawns depend on something that a playback does not repeat.
    pub fn checks_spawns(&self) -> bool {
        self.game.state().record.audit.is_some()
    }

    /// The game as it stands.
    pub fn game(&self) -> &GameState {
        &self.game
    }

    /// The game as it stands, to be played on by hand: what the record would
    /// have done from here on is forgotten.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// # let mut random = Rng::new(7);
    /// # let world = &mut World::new(&mut random, 0.0);
    /// let (mut game, _) = GameState::new(rules.clone(), world)?;
    /// for direction in [0, 2, 0, 2] {
    ///     game.play(direction, world).ok();
    /// }
    /// let (mut playback, _) = Playback::new(rules, &game.replay(0.0), world)?;
    /// playback.step(world)?;
    /// let mut other = playback.take_over();
    /// assert_eq!((other.moves(), other.screen()), (1.0, Screen::Play));
    /// other.play(2, world)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_over(self) -> GameState {
        let mut game = self.game;
        let state = game.state_mut();
        state.record.end_playback();
        state.screen = Screen::Play;
        game
    }

    /// Returns the number of steps, the start included, and the number of those that were played.
    pub fn progress(&self) -> (usize, usize) {
        (self.steps.len(), self.played)
    }
}

fn entries(name: &str, value: &Value) -> Result<Vec<Value>, TurnError> {
    match value.as_array() {
        Some(entries) => Ok(entries.to_vec()),
        None => Err(TurnError::BadRecord(format!("{name} of the replay must be a list"))),
    }
}
