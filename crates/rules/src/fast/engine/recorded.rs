//! Turns on packed boards of games that keep a record.
//!
//! An engine keeps no record. A game that has one notes what it needs of each press, and makes
//! its state with the record when it is asked for.
//!
//! See docs/dev/fast-path.md, "Games".

use crate::board::cell::Cell;
use crate::board::tile_table::TileId;
use crate::error::TurnError;
use crate::fast::Attempt;
use crate::fast::engine::{Engine, directions_in};
use crate::fast::position::Position;
use crate::game::{GameState, Screen};
use crate::random::Randomness;
use crate::turn::context::gain;

/// A press that an engine played for a game, as far as its record needs it.
#[derive(Clone, Copy, Debug)]
pub struct RecordedPress {
    direction: usize,
    moved: bool,
    /// The growth of the score.
    gain: f64,
    /// The tile that spawned.
    spawned: Option<(Cell, TileId)>,
    /// The time of the press, in milliseconds.
    at: f64,
}

impl RecordedPress {
    /// Returns true if anything moved.
    pub fn moved(&self) -> bool {
        self.moved
    }

    /// Returns the growth of the score, as [`Turn::score`](crate::Turn::score).
    pub fn gain(&self) -> f64 {
        self.gain
    }
}

impl Engine {
    /// Returns the position of a game that keeps a record; `None` if its next turns can't be
    /// played on a packed board, or it is a playback.
    pub fn recorded_position(&mut self, game: &GameState) -> Option<Position> {
        if game.state().record.playback.is_some() || !self.memory.may_pack() {
            return None;
        }
        let mut position = self.position(game.clone()).ok()?;
        self.pack(&mut position);
        if position.packed.is_none() && self.rules.can_be_packed().is_ok() {
            // Whole turns note which goals the tiles belong to.
            self.now = position.state().clock.start;
            for direction in directions_in(position.available()) {
                self.press(&mut position.clone(), direction).ok()?;
            }
            self.pack(&mut position);
        }
        position.packed.is_some().then_some(position)
    }

    /// Presses a direction at a time, on a packed board. `None` if that can't be done there:
    /// a [`GameState`] has to play this turn. Then the position is as before, and random
    /// numbers may have been drawn.
    pub fn play_recorded<R: Randomness>(
        &mut self,
        position: &mut Position,
        direction: usize,
        at: f64,
        random: &mut R,
    ) -> Option<RecordedPress> {
        self.must_own(position).ok()?;
        let score = position.score();
        let packed = position.packed.as_mut()?;
        let (moved, appeared) = match self.memory.packed_turn_with_spawn(packed, direction, random) {
            Ok(played) => played,
            Err(Attempt::UnknownLines) => {
                let mut after = packed.clone();
                let game = (&mut after, &*position.base.state);
                let Attempt::Done(moved) = self.fill_and_try_again(game, direction, random) else {
                    return None;
                };
                let appeared = moved.then(|| self.memory.packed_appeared(packed, &mut after, direction));
                *packed = after;
                (moved, appeared.flatten())
            }
            Err(_) => return None,
        };
        let width = position.width().max(1);
        let spawned = appeared.map(|(cell, id)| (Cell::new(cell / width, cell % width), id));
        let gain = gain(score, position.score());
        Some(RecordedPress { direction, moved, gain, spawned, at })
    }

    /// Returns the directions that move something, a bit for each, as [`GameState::legal`]
    /// finds them.
    ///
    /// # Errors
    /// As [`Engine::legal`].
    pub fn recorded_legal(&mut self, position: &Position) -> Result<u64, TurnError> {
        // Turns that are tried out take place at the start.
        self.now = position.state().clock.start;
        self.legal(position)
    }

    /// Returns the game of a position with its record: that of the game `before`, from which
    /// the position was made, and these presses since. Of a position of another engine, that
    /// is the game before.
    pub fn recorded_game<'p>(
        &self,
        before: &GameState,
        position: &Position,
        presses: impl IntoIterator<Item = &'p RecordedPress>,
    ) -> GameState {
        let Ok(game) = self.game(position) else { return before.clone() };
        let (rules, mut state) = game.into_parts();
        let before = before.state();
        state.record = before.record.clone();
        state.unrecorded = before.unrecorded.clone();
        state.clock = before.clock.clone();
        let mut last = None;
        for press in presses {
            last = Some(press.at);
            if !press.moved {
                continue;
            }
            state.clock.moved(press.at);
            state.advance_record(press.at, || vec![press.direction.into()]);
            if let Some((cell, id)) = press.spawned {
                let content = state.grid.value(id).clone();
                state.record.spawned(&content, cell);
            }
        }
        if let (Screen::GameOver, Some(at)) = (state.screen, last) {
            state.clock.lost(at, rules.postgame_allowed());
        }
        GameState::from_parts(rules, state)
    }
}
