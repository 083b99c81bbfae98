//! The boards of a batch after each direction, before anything spawns.
//!
//! See docs/fast-path.md, "How a move is made".

use crate::error::{Refusal, TurnError};
use crate::fast::batch::Batch;
use crate::random::{Randomness, Rng};

impl<R: Randomness> Batch<R> {
    /// Writes the board after each direction and before anything spawns into a slice, as
    /// [`Batch::kinds_into`] writes boards: one direction after another, one game after another.
    /// The points of these turns go into another slice, in the same order.
    ///
    /// After a direction that moves nothing this is the present board, with 0 points, and also in
    /// places where no game is on. If more than the spawn goes by chance, it is the board after a
    /// turn with other random numbers than those of the game. Games, directions and cells are
    /// those of the batch.
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
        let (games, cells, directions) = (self.len(), self.cells(), self.engine.rules().directions().len());
        let turns = games.saturating_mul(directions);
        if points.len() != turns || boards.len() != turns.saturating_mul(cells) {
            return Err(Refusal::WrongLength.into());
        }
        let mut masks = vec![0; games];
        self.legal_into(&mut masks)?;
        let rows = points.chunks_exact_mut(directions.max(1));
        let boards = boards.chunks_exact_mut((cells * directions).max(1));
        for (game, ((mask, points), boards)) in masks.into_iter().zip(rows).zip(boards).enumerate() {
            let Some((engine, position)) = self.look(game) else { break };
            for (direction, (board, points)) in boards.chunks_exact_mut(cells.max(1)).zip(points).enumerate()
            {
                *points = 0.0;
                if mask >> direction & 1 == 0 {
                    engine.observe(position, board)?;
                    continue;
                }
                if let Some(after) = engine.afterstate(position, direction)? {
                    engine.observe(after.board(), board)?;
                    *points = after.points();
                    continue;
                }
                // By numbers that depend on nothing but the game: its place may change.
                let mut random = Rng::new(position.moves().to_bits() ^ position.score().to_bits());
                let mut fork = position.clone();
                // A turn that fails leaves the fork as it was.
                if engine.play(&mut fork, direction, &mut random).is_ok() {
                    *points = fork.score() - position.score();
                }
                engine.observe(&fork, board)?;
            }
        }
        Ok(())
    }
}
