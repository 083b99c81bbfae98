//! The boards of a batch after each direction, before anything spawns.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use crate::error::{Refusal, TurnError};
use crate::fast::batch::{Batch, Stream};
use crate::fast::engine::Engine;
use crate::fast::position::Position;
use crate::random::Rng;

impl<R: Stream> Batch<R> {
    /// Writes the board after each direction and before anything spawns into a slice, as
    /// [`Batch::kinds_into`] writes boards: one direction after another, one game after another.
    /// The points of these turns go into another slice, in the same order.
    ///
    /// After a direction that moves nothing this is the present board, with 0 points, and also in
    /// places where no game is on. If more than the spawn goes by chance, it is the board after a
    /// turn with other random numbers than those of the game, which are the same until its next
    /// turn. Games, directions and cells are those of the batch.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(2, 2), Limits::default())?;
    /// let mut batch = Batch::new(rules, 3, 7, 0.0)?;
    /// let (mut boards, mut points) = ([0; 3 * 4 * 4], [0.0; 3 * 4]);
    /// batch.afterstates_into(&mut boards, &mut points)?;
    /// // Two tiles, or one of both.
    /// let after_right = &boards[4 * 3..4 * 4];
    /// assert!(after_right.iter().filter(|kind| **kind == Kind::EMPTY).count() >= 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::WrongLength`]: a slice is not as long as needed. The turn of a direction fails.
    pub fn afterstates_into(&mut self, boards: &mut [i32], points: &mut [f64]) -> Result<(), TurnError> {
        self.look_ahead_into(Some(boards), Some(points))
    }

    /// Writes what [`Batch::afterstates_into`] does, or only one of both: nothing is set up for a
    /// slice that is left out.
    ///
    /// # Errors
    /// As [`Batch::afterstates_into`].
    pub fn look_ahead_into(
        &mut self,
        mut boards: Option<&mut [i32]>,
        mut points: Option<&mut [f64]>,
    ) -> Result<(), TurnError> {
        let (games, cells, directions) = (self.len(), self.cells(), self.engine.rules().directions().len());
        let turns = games.saturating_mul(directions);
        let is_wrong = |given: Option<usize>, needed: usize| given.is_some_and(|given| given != needed);
        if is_wrong(points.as_ref().map(|own| own.len()), turns)
            || is_wrong(boards.as_ref().map(|own| own.len()), turns.saturating_mul(cells))
        {
            return Err(Refusal::WrongLength.into());
        }
        let mut masks = vec![0; games];
        self.legal_into(&mut masks)?;
        for (game, mask) in masks.into_iter().enumerate() {
            let Batch { engine, games, .. } = self;
            let Some(slot) = games.get(game) else { break };
            let position = &slot.position;
            for direction in 0..directions {
                let mut board = boards.as_mut().and_then(|boards| boards.split_off_mut(..cells));
                let mut observe = |engine: &mut Engine, position: &Position| match &mut board {
                    Some(board) => engine.observe(position, board).map(drop),
                    None => Ok(()),
                };
                let gained = if mask >> direction & 1 == 0 {
                    observe(engine, position)?;
                    0.0
                } else if let Some(after) = engine.afterstate(position, direction)? {
                    observe(engine, after.board())?;
                    after.points()
                } else {
                    let mut random = apart(slot.random.words(), position);
                    let mut fork = position.clone();
                    // A turn that fails leaves the fork as it was.
                    let played = engine.play(&mut fork, direction, &mut random).is_ok();
                    observe(engine, &fork)?;
                    if played { fork.score() - position.score() } else { 0.0 }
                };
                if let Some(place) = points.as_mut().and_then(|points| points.split_off_first_mut()) {
                    *place = gained;
                }
            }
        }
        Ok(())
    }
}

/// Random numbers beside those of a game. They depend on nothing but the game, whose place in a
/// batch may change, and games that stand alike have others.
fn apart(words: [u64; 4], position: &Position) -> Rng {
    let state = [position.moves().to_bits(), position.score().to_bits()];
    let mixed = words
        .into_iter()
        .chain(state)
        .fold(0, |mixed: u64, word| (mixed ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
    Rng::new(mixed)
}
