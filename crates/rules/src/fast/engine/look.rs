//! Looking ahead: legal directions, boards before anything spawns, and possible spawns.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use crate::board::cell::Cell;
use crate::board::heading::Mover;
use crate::error::{Refusal, TurnError};
use crate::fast::engine::Engine;
use crate::fast::position::Position;
use crate::fast::{Attempt, Reason};
use crate::game::Screen;
use crate::game::legal::tried;
use crate::random::{Direct, Guess, Randomness};
use crate::turn::spawn::skipped::{ChosenNumbers, Numbers, Outcome, SkippedSpawns};

/// The board after a move and before anything spawns.
///
/// [`Engine::afterstate`] makes it and has an example.
#[derive(Clone, Debug)]
pub struct Afterstate {
    board: Position,
    points: f64,
    moved: bool,
    direction: usize,
    spawns: KnownSpawns,
}

/// The known spawns of an afterstate.
#[derive(Clone, Debug)]
enum KnownSpawns {
    /// One tile of the spawn plan of the packed game, in any free cell.
    OfPackedGame,
    /// No random tile.
    Nothing,
    /// One of these tiles.
    Exact(Vec<Outcome>),
    /// Tiles that are not known beforehand.
    Sampled,
}

impl Afterstate {
    /// Returns true if anything moved.
    pub fn moved(&self) -> bool {
        self.moved
    }

    /// Returns the points of the move.
    pub fn points(&self) -> f64 {
        self.points
    }

    /// Returns the direction that was pressed.
    pub fn direction(&self) -> usize {
        self.direction
    }

    /// Returns the board as a position in which nothing has spawned, for
    /// [`Engine::read_kinds`] and [`Engine::read_values`].
    pub fn board(&self) -> &Position {
        &self.board
    }
}

/// The possible spawns after a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Spawns {
    /// One of these tiles. Their probabilities add up to 1, apart from rounding.
    Exact(Vec<Spawn>),
    /// No random tile: the move moved nothing, or none is due.
    Nothing,
    /// Several tiles, or some that are not known beforehand. To sample one, play the move.
    Sampled,
}

/// A tile that may spawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Spawn {
    /// The cell of the tile.
    pub cell: Cell,
    /// The number of the tile in [`Engine::kinds`].
    pub kind: u32,
    /// The probability, above 0 and up to 1.
    pub probability: f64,
    numbers: Numbers,
}

/// Returns the directions whose bits are set in a mask, such as that of [`Engine::legal`].
///
/// ```
/// assert_eq!(polymerge_rules::directions_in(0b1010), [1, 3]);
/// ```
pub fn directions_in(mut mask: u64) -> Vec<usize> {
    let mut directions = Vec::with_capacity(mask.count_ones() as usize);
    while mask != 0 {
        directions.push(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
    directions
}

impl Engine {
    /// Returns true if a direction moves something, from the caches of lines or by trying
    /// it on a fork. If chance decides whether anything moves, the direction counts as
    /// legal.
    ///
    /// # Errors
    /// The turn of that direction fails before it is sure that something moves; [`Refusal::Foreign`] for a position of another
    /// engine.
    pub fn is_legal(&mut self, position: &Position, direction: usize) -> Result<bool, TurnError> {
        self.must_own(position)?;
        if position.screen() != Screen::Play || !position.is_available(direction) {
            return Ok(false);
        }
        let known = position.packed.as_ref().and_then(|packed| self.memory.packed_moves(packed, direction));
        match known {
            Some(moves) => Ok(moves),
            None => self.try_out(position, direction),
        }
    }

    /// Tries a direction that can be pressed. Returns true if anything moves, or might by
    /// chance. A board that is not packed is left as soon as that is sure.
    #[cold]
    fn try_out(&mut self, position: &Position, direction: usize) -> Result<bool, TurnError> {
        let unpacked;
        let state = match position.packed {
            Some(_) => {
                // The turn on a fork fills the cache with these lines.
                if let Ok(moved) = self.press(&mut position.clone(), direction) {
                    return Ok(moved);
                }
                unpacked = self.game_of(position).into_parts().1;
                &unpacked
            }
            None => position.state(),
        };
        if let Some(mv) = self.rules.move_of(Mover::Player(direction))
            && self.rules.begins_with_movement(mv.direction)
            && !mv.direction.stays_still()
        {
            if mv.slides_surely(&self.rules, &state.grid) {
                return Ok(true);
            }
            let known = (&*self.rules, &mut self.decisions);
            match self.memory.known_to_move(known, state, mv) {
                Some(true) => return Ok(true),
                Some(false) if self.rules.only_tiles_move() => return Ok(false),
                _ => {}
            }
        }
        tried(|guess| {
            self.inspect(state, Some(guess), |play, _| {
                play.ends_when_moved = true;
                play.press(direction)
            })
        })
    }

    /// Presses a direction on a fork, with random numbers that decide nothing. Returns true
    /// if anything moved, or might have by chance.
    pub(super) fn press(&mut self, fork: &mut Position, direction: usize) -> Result<bool, TurnError> {
        tried(|guess| self.play_own(fork, direction, guess))
    }

    /// Returns the directions that move something, a bit for each. The bits are exact;
    /// [`Position::available`] may have more.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 1), Limits::default())?;
    /// let mut engine = Engine::new(rules, 0.0);
    /// let position = engine.start(&mut Rng::new(7))?;
    /// assert_eq!(position.available(), 0b1111);
    /// // There is one row: neither up nor down moves anything.
    /// assert_eq!(engine.legal(&position)? & 0b0011, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::is_legal`]; [`Refusal::TooManyDirections`] if there are more than 64.
    pub fn legal(&mut self, position: &Position) -> Result<u64, TurnError> {
        self.must_own(position)?;
        self.must_have_few_directions()?;
        self.legal_own(position, None, Err)
    }

    /// Returns the legal directions of a position of this engine, as [`Engine::legal`]
    /// does. `first` is the first of them, if it is known. `on_error` decides whether a
    /// direction whose turn fails counts as one that moves nothing.
    #[inline]
    pub(crate) fn legal_own(
        &mut self,
        position: &Position,
        first: Option<u8>,
        on_error: impl Fn(TurnError) -> Result<bool, TurnError>,
    ) -> Result<u64, TurnError> {
        let known = position.packed.as_ref().map(|packed| self.memory.packed_legal(packed));
        if let Some((legal, 0)) = known {
            return Ok(u64::from(legal));
        }
        if position.screen() != Screen::Play {
            return Ok(0);
        }
        let (mut legal, unknown) =
            known.map_or((0, u64::MAX), |(legal, unknown)| (u64::from(legal), u64::from(unknown)));
        let mut open = position.available() & unknown;
        if let Some(first) = first {
            legal |= 1 << first;
            open &= !(legal | (legal - 1));
        }
        while open != 0 {
            let direction = open.trailing_zeros();
            let moves = self.try_out(position, direction as usize).or_else(&on_error)?;
            legal |= u64::from(moves) << direction;
            open &= open - 1;
        }
        Ok(legal)
    }

    /// Refuses rules with more than 64 directions, for which masks have no bits.
    pub(crate) fn must_have_few_directions(&self) -> Result<(), TurnError> {
        match self.rules.directions().len() {
            0..=64 => Ok(()),
            _ => Err(Refusal::TooManyDirections.into()),
        }
    }

    /// Returns true if the game is over: by its screen, or because no direction moves
    /// anything. The screen shows the latter only once all directions were pressed.
    ///
    /// # Errors
    /// As [`Engine::is_legal`].
    pub fn is_over(&mut self, position: &Position) -> Result<bool, TurnError> {
        self.must_own(position)?;
        Ok(self.first_legal(position, Err)?.is_none() && self.is_over_without_moves(position)?)
    }

    /// Returns true if a game is over in which no direction moves anything.
    pub(crate) fn is_over_without_moves(&mut self, position: &Position) -> Result<bool, TurnError> {
        match position.screen() {
            Screen::GameOver => Ok(true),
            Screen::Win => Ok(!self.rules.postgame_allowed()),
            // Scripts may act when nothing moves.
            Screen::Play if self.rules.has_scripts_in_turns() => self.ends_by_pressing(&mut position.clone()),
            Screen::Play => Ok(true),
        }
    }

    /// Returns the first direction that moves something. `on_error` decides as that of
    /// [`Engine::legal_own`].
    pub(crate) fn first_legal(
        &mut self,
        position: &Position,
        mut on_error: impl FnMut(TurnError) -> Result<bool, TurnError>,
    ) -> Result<Option<usize>, TurnError> {
        for direction in 0..self.rules.directions().len() {
            if self.is_legal(position, direction).or_else(&mut on_error)? {
                return Ok(Some(direction));
            }
        }
        Ok(None)
    }

    /// Returns true if a game in which no direction moves anything ends once all are
    /// pressed.
    fn ends_by_pressing(&mut self, fork: &mut Position) -> Result<bool, TurnError> {
        for direction in 0..self.rules.directions().len() {
            if fork.screen() == Screen::Play && fork.is_available(direction) {
                self.press(fork, direction)?;
            }
        }
        Ok(fork.screen() != Screen::Play)
    }

    /// Returns the board after a move and before anything spawns: a turn without random
    /// tiles. `None` if other things in it happen by chance.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut engine = Engine::new(rules, 0.0);
    /// let position = engine.start(&mut Rng::new(7))?;
    /// // The mean score after the next turn, over all that may spawn.
    /// let mut random = NoRandomness;
    /// for direction in 0..4 {
    ///     let Some(after) = engine.afterstate(&position, direction)? else { continue };
    ///     let Spawns::Exact(spawns) = engine.spawns(&after)? else { continue };
    ///     let mut mean = 0.0;
    ///     for spawn in &spawns {
    ///         let mut fork = position.clone();
    ///         engine.play_spawn(&mut fork, direction, spawn, &mut random)?;
    ///         mean += spawn.probability * fork.score();
    ///     }
    ///     assert!((mean - after.points()).abs() < 1e-9);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::play`].
    pub fn afterstate(
        &mut self,
        position: &Position,
        direction: usize,
    ) -> Result<Option<Afterstate>, TurnError> {
        self.must_own(position)?;
        self.may_press(position, direction)?;
        let mut board = position.clone();
        let known = match self.slide_packed(&mut board, direction) {
            Attempt::UnknownLines => {
                // The turn on the fork fills the cache with these lines.
                self.press(&mut position.clone(), direction)?;
                self.slide_packed(&mut board, direction)
            }
            known => known,
        };
        let (moved, spawns) = match known {
            Attempt::Done(true) => (true, KnownSpawns::OfPackedGame),
            Attempt::Done(false) => (false, KnownSpawns::Nothing),
            _ => match self.slide_by_interpreter(&mut board, direction)? {
                Some(slid) => slid,
                None => return Ok(None),
            },
        };
        let points = board.score() - position.score();
        Ok(Some(Afterstate { board, points, moved, direction, spawns }))
    }

    /// Plays a turn without spawns on the packed board, if it is eligible.
    fn slide_packed(&self, board: &mut Position, direction: usize) -> Attempt {
        match &mut board.packed {
            Some(packed) => self.memory.packed_slide(packed, direction),
            None => Attempt::NotEligible(Reason::NotPacked),
        }
    }

    /// Plays a turn without spawns by the interpreter. Returns whether anything moved, and
    /// the spawns that were withheld; `None` if other things in it happen by chance.
    fn slide_by_interpreter(
        &mut self,
        board: &mut Position,
        direction: usize,
    ) -> Result<Option<(bool, KnownSpawns)>, TurnError> {
        self.unpack(board);
        let mut guess = Direct(Guess::default());
        let (moved, skipped_spawns) = self.change(board, &mut guess, |play, _| {
            play.skipped_spawns = Some(SkippedSpawns::default());
            let moved = play.press(direction)?;
            Ok((moved, play.skipped_spawns.take()))
        })?;
        if guess.0.is_used() {
            return Ok(None);
        }
        let spawns = match skipped_spawns.unwrap_or_default() {
            SkippedSpawns { times: 0, .. } => KnownSpawns::Nothing,
            SkippedSpawns { times: 1, outcomes: Some(outcomes) } => KnownSpawns::Exact(outcomes),
            _ => KnownSpawns::Sampled,
        };
        Ok(Some((moved, spawns)))
    }

    /// Returns the tiles that may spawn after a move, with their cells and probabilities.
    ///
    /// # Errors
    /// [`Refusal::Foreign`]: the afterstate is of another engine.
    pub fn spawns(&mut self, after: &Afterstate) -> Result<Spawns, TurnError> {
        self.must_own(&after.board)?;
        let outcomes = match (&after.spawns, &after.board.packed) {
            (KnownSpawns::Nothing, _) => return Ok(Spawns::Nothing),
            (KnownSpawns::Exact(outcomes), _) => Some(outcomes.clone()),
            (KnownSpawns::OfPackedGame, Some(packed)) => self.memory.packed_outcomes(packed),
            (KnownSpawns::OfPackedGame, None) | (KnownSpawns::Sampled, _) => None,
        };
        let Some(outcomes) = outcomes else { return Ok(Spawns::Sampled) };
        let grid = &after.board.state().grid;
        let spawn = |Outcome { tile, cell, probability, numbers }| {
            let kind = self.kinds.number(grid.tiles(), tile);
            Spawn { cell: grid.place(cell), kind, probability, numbers }
        };
        Ok(Spawns::Exact(outcomes.into_iter().map(spawn).collect()))
    }

    /// Presses a direction so that this tile spawns, which must be one of
    /// [`Engine::spawns`] after the move. All other random numbers of the turn are drawn
    /// from `random`.
    ///
    /// # Errors
    /// As [`Engine::play`].
    pub fn play_spawn<R: Randomness>(
        &mut self,
        position: &mut Position,
        direction: usize,
        spawn: &Spawn,
        random: &mut R,
    ) -> Result<bool, TurnError> {
        self.play(position, direction, &mut ChosenNumbers::new(spawn.numbers, random))
    }
}
