//! End and start of the games of a batch.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use crate::error::{Refusal, TurnError};
use crate::fast::batch::{Batch, Slot};
use crate::fast::position::Position;
use crate::game::GameState;
use crate::random::Randomness;

/// Policy for what follows the end of a game of a batch, under the names that learning
/// programs use.
///
/// The next game continues the random numbers of the one before, so it is the same game
/// under every policy.
///
/// ```
/// # use polymerge_rules::*;
/// # let rules = Ruleset::compile(Mode::classic(1, 2), Limits::default())?;
/// for restart in [Restart::SameStep, Restart::NextStep, Restart::ByHand] {
///     let mut batch = Batch::new(rules.clone(), 8, 7, 0.0)?.with_restart(restart);
///     for step in 0..20 {
///         batch.step(&[step % 2; 8])?;
///         if restart == Restart::ByHand {
///             let over = batch.over().to_vec();
///             batch.restart(&over)?;
///         }
///     }
///     assert!(batch.games_ended() > 8);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Restart {
    /// The next game begins in the step that ended the one before. The board is then
    /// already that of the next game, and [`Batch::final_kinds_into`] writes the last
    /// board.
    #[default]
    SameStep,
    /// The next game begins in the following step, which ignores the direction for this
    /// place and scores nothing.
    NextStep,
    /// The next game begins with a call of [`Batch::restart`], [`Batch::reset`] or
    /// [`Batch::load`]. Until then directions are refused ([`Refusal::NotPlaying`]).
    ByHand,
}

impl<R: Randomness> Batch<R> {
    /// Clears the parts of the report that a step does not write for every game.
    pub(super) fn begin_step(&mut self) {
        self.report.steps += 1;
        self.report.failures.clear();
        self.finals.clear();
        for game in std::mem::take(&mut self.report.ended) {
            if !self.report.waiting[game] {
                self.clear_report(game);
            }
        }
    }

    /// Resets the report of a place to the state of its game before any step.
    fn clear_report(&mut self, game: usize) {
        self.report.won[game] = self.games[game].position.won();
        self.report.over[game] = self.report.waiting[game];
        self.report.truncated[game] = false;
        (self.report.rewards[game], self.report.moved[game]) = (0.0, false);
    }

    /// Notes that a new game is in this place. A game that is over from its start waits for
    /// the next one.
    pub(super) fn begin(&mut self, game: usize) {
        self.report.began[game] = self.report.steps;
        self.report.failing.retain(|(failing, _)| *failing != game);
        self.report.available[game] = self.games[game].position.available();
        self.report.waiting[game] = self.is_over(game);
    }

    /// Returns true if a game is over. A direction whose turn fails before anything moves counts
    /// as one that moves nothing.
    pub(super) fn is_over(&mut self, game: usize) -> bool {
        let (position, mut fails) = (&self.games[game].position, false);
        let first = self.engine.first_legal(position, |_| {
            fails = true;
            Ok(false)
        });
        let first = first.ok().flatten();
        let kept = first.filter(|_| position.packed.is_none());
        self.report.first_legal[game] = kept.and_then(|first| u8::try_from(first).ok());
        first.is_none() && (fails || self.engine.is_over_without_moves(position).unwrap_or(true))
    }

    /// Notes the end of a game, and starts the next one if it is to begin at once.
    pub(super) fn end(&mut self, game: usize, truncated: bool) {
        let (report, position) = (&mut self.report, &self.games[game].position);
        report.final_scores[game] = position.score();
        report.final_lengths[game] = report.steps - report.began[game];
        report.final_wins[game] = report.won[game];
        (report.over[game], report.truncated[game]) = (!truncated, truncated);
        report.waiting[game] = true;
        report.ended.push(game);
        report.games_ended += 1;
        if self.restart == Restart::SameStep {
            let last = position.clone();
            if self.begin_next(game) {
                self.finals.push((game, last));
            }
        }
    }

    /// Starts the next game in a place; returns true if that succeeded.
    fn begin_next(&mut self, game: usize) -> bool {
        let Slot { random, position } = &mut self.games[game];
        // Every game of a batch counts its manual moves from 0.
        match self.engine.start_after(position, random, false) {
            Ok(()) => {
                self.begin(game);
                true
            }
            Err(error) => {
                self.report.failures.push((game, error));
                false
            }
        }
    }

    /// Handles a step in a place where no game is on.
    #[cold]
    pub(super) fn wait(&mut self, game: usize) {
        (self.report.rewards[game], self.report.moved[game]) = (0.0, false);
        match self.restart {
            Restart::ByHand => self.report.failures.push((game, Refusal::NotPlaying.into())),
            Restart::SameStep | Restart::NextStep => {
                self.begin_next(game);
                self.clear_report(game);
            }
        }
    }

    /// Ends the games that have had all their steps.
    pub(super) fn cut_off(&mut self) {
        if self.max_steps == u64::MAX {
            return;
        }
        for game in 0..self.len() {
            let steps = self.report.steps - self.report.began[game];
            if steps >= self.max_steps && !self.report.waiting[game] {
                self.end(game, true);
            }
        }
        self.order();
    }

    /// Starts the next game in each place that `which` names, even if a game is on there,
    /// with the random numbers that come next. If a game can't be started, the place is
    /// unchanged, and [`Batch::failures`] has the reason.
    ///
    /// # Errors
    /// [`Refusal::WrongLength`]: `which` is not as long as there are games.
    pub fn restart(&mut self, which: &[bool]) -> Result<(), TurnError> {
        self.must_be_for_all(which.len())?;
        for game in (0..which.len()).filter(|game| which[*game]) {
            if self.begin_next(game) {
                self.clear_report(game);
            }
        }
        self.order();
        Ok(())
    }

    /// Begins another game in this place, as [`Batch::of_streams`] does with this stream of
    /// random numbers.
    ///
    /// # Errors
    /// An expression or script of the start fails; the game is as before.
    /// [`Refusal::NoSuchGame`].
    pub fn reset_with(&mut self, game: usize, mut random: R) -> Result<(), TurnError> {
        let Some(slot) = self.games.get_mut(game) else { return Err(Refusal::NoSuchGame.into()) };
        let position = self.engine.start(&mut random)?;
        *slot = Slot { random, position };
        self.begin_by_hand(game);
        Ok(())
    }

    /// Begins the game of a seed in this place.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut batch = Batch::new(rules.clone(), 2, 7, 0.0)?;
    /// batch.step(&[1, 2])?;
    /// batch.reset(1, 99)?;
    /// assert_eq!(batch.game(1), Batch::new(rules, 1, 99, 0.0)?.game(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Batch::reset_with`].
    pub fn reset(&mut self, game: usize, seed: u64) -> Result<(), TurnError>
    where
        R: From<u64>,
    {
        self.reset_with(game, R::from(seed))
    }

    /// Continues a game of the same ruleset in this place. The random numbers of the place
    /// continue, too.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut batch = Batch::new(rules.clone(), 2, 7, 0.0)?;
    /// let (game, _) = GameState::new(rules, &mut World::new(&mut Rng::new(3), 0.0))?;
    /// batch.load(0, &game)?;
    /// assert_eq!(batch.game(0).grid(), game.grid());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::Foreign`]: the game was started by another [`Ruleset`](crate::Ruleset).
    /// [`Refusal::NoSuchGame`].
    pub fn load(&mut self, game: usize, from: &GameState) -> Result<(), TurnError> {
        let position = self.engine.position(from.clone())?;
        self.load_position(game, &position)
    }

    /// Continues in this place from a position of this batch or of [`Batch::engine`]. The
    /// random numbers of the place continue, too.
    ///
    /// # Errors
    /// [`Refusal::Foreign`]: the position is of another engine.
    /// [`Refusal::NoSuchGame`].
    pub fn load_position(&mut self, game: usize, position: &Position) -> Result<(), TurnError> {
        let Some(slot) = self.games.get_mut(game) else { return Err(Refusal::NoSuchGame.into()) };
        self.engine.must_own(position)?;
        slot.position.clone_from(position);
        self.begin_by_hand(game);
        Ok(())
    }

    /// Notes that the caller put another game into this place.
    pub(super) fn begin_by_hand(&mut self, game: usize) {
        self.begin(game);
        self.clear_report(game);
    }
}
