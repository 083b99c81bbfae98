//! How games of a batch end and begin.

use crate::error::{Refusal, TurnError};
use crate::fast::batch::{Batch, Slot};
use crate::fast::position::Position;
use crate::game::Game;
use crate::random::Randomness;

/// What comes after the end of a game of a batch, under the names that programs for
/// learning use.
///
/// The next game goes on with the random numbers of the one before, so that it is the
/// same one in whichever way it begins.
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
    /// The next game begins in the step that ended the one before: the board is already
    /// that of the next game then, and that of the last one is told by
    /// [`Batch::final_kinds_into`].
    #[default]
    SameStep,
    /// The next game begins in the step after, which takes no notice of the direction for
    /// this place and scores nothing.
    NextStep,
    /// The next game begins when [`Batch::restart`], [`Batch::reset`] or [`Batch::load`]
    /// says so. Until then directions are refused ([`Refusal::NotPlaying`]).
    ByHand,
}

impl<R: Randomness> Batch<R> {
    /// What was told of the last step is put away, as far as a step does not tell it
    /// anew for every game.
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

    /// Nothing is told of a game in a place but where it is.
    fn clear_report(&mut self, game: usize) {
        self.report.won[game] = self.games[game].position.won();
        self.report.over[game] = self.report.waiting[game];
        self.report.truncated[game] = false;
        (self.report.rewards[game], self.report.moved[game]) = (0.0, false);
    }

    /// Another game is in this place, of which no step has been made. One that is over
    /// from its start waits for the next.
    pub(super) fn begin(&mut self, game: usize) {
        self.report.began[game] = self.report.steps;
        self.report.available[game] = self.games[game].position.available();
        self.report.waiting[game] = self.is_over(game);
    }

    /// Whether a game is over. A direction whose turn fails moves nothing.
    pub(super) fn is_over(&mut self, game: usize) -> bool {
        let position = &self.games[game].position;
        let over = self.engine.is_over(position);
        over.unwrap_or_else(|_| self.engine.legal_own(position, |_| Ok(false)) == Ok(0))
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

    /// Starts the game that follows; gives whether that succeeded.
    fn begin_next(&mut self, game: usize) -> bool {
        let Slot { random, position } = &mut self.games[game];
        // Each is a game of its own.
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

    /// A step in a place where no game is on.
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
    }

    /// Starts the next game in each place for which `which` says so, whether or not a game
    /// is on there, with the random numbers that come next. Where it can't be started, the
    /// place is as before, and [`Batch::failures`] tells why.
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

    /// Goes on in this place from where a game of the same ruleset is; the random numbers
    /// of the place go on, too.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut batch = Batch::new(rules.clone(), 2, 7, 0.0)?;
    /// let (game, _) = Game::new(rules, &mut World::new(&mut Seeded::new(3), 0.0))?;
    /// batch.load(0, &game)?;
    /// assert_eq!(batch.game(0).grid(), game.grid());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::Foreign`]: the game was started by another [`Ruleset`](crate::Ruleset).
    /// [`Refusal::NoSuchGame`].
    pub fn load(&mut self, game: usize, from: &Game) -> Result<(), TurnError> {
        let position = self.engine.position(from.clone())?;
        self.load_position(game, &position)
    }

    /// Goes on in this place from a position, of this batch or of [`Batch::engine`]; the
    /// random numbers of the place go on, too.
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

    /// Another game was put into this place.
    pub(super) fn begin_by_hand(&mut self, game: usize) {
        self.begin(game);
        self.clear_report(game);
    }
}
