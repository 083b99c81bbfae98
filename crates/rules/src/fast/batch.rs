//! Batches: many games of one ruleset, played together.
//!
//! This file makes batches and holds the report of their last step. The others hold the
//! step itself, the end and the start of games, and observations of boards.
//!
//! See docs/dev/fast-path.md, "How a move is made".

mod afterstates;
mod observe;
mod parts;
mod restart;
mod snapshot;
mod step;

pub use restart::Restart;
pub use snapshot::Stream;

use std::sync::Arc;

use crate::error::{Refusal, TurnError};
use crate::fast::MemoryLimits;
use crate::fast::engine::Engine;
use crate::fast::position::Position;
use crate::game::GameState;
use crate::random::{Direct, Randomness, Rng};
use crate::ruleset::Ruleset;

/// Many games of one ruleset, played together, as learning programs need them.
///
/// A batch is an [`Engine`] with many [`Position`]s. Each step takes a direction for every
/// game. For every game it reports the points, whether anything moved, and whether the game
/// was won, is over or was cut off. [`Restart`] says what follows the end of a game. Boards
/// are written as numbers into slices of the caller, one game after another.
///
/// Every game draws from a stream of its own, so the number of games changes nothing in any
/// of them. With the stream of a seed a game goes as a [`GameState`] does. [`Batch::direct`]
/// draws free cells in another way, which is faster and makes other games.
///
/// Batches share nothing that changes, and there is no lock: for several cores, make a
/// batch for each, or split one ([`Batch::split_off`]). A batch can be sent to another thread.
///
/// ```
/// # use polymerge_rules::*;
/// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// let mut batch = Batch::new(rules, 100, 7, 0.0)?.with_max_steps(10_000);
/// let (mut kinds, mut legal) = ([0; 16 * 100], [0; 100]);
/// let mut points = 0.0;
/// for _ in 0..500 {
///     batch.kinds_into(&mut kinds)?;
///     batch.legal_into(&mut legal)?;
///     batch.step(&legal.map(|own| own.trailing_zeros() as u8))?;
///     points += batch.rewards().iter().sum::<f64>();
/// }
/// assert!(batch.games_ended() > 0 && points > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Batch<R = Rng> {
    engine: Engine,
    games: Vec<Slot<R>>,
    /// The last positions of games that ended with the last step and were followed by
    /// others at once.
    finals: Vec<(usize, Position)>,
    restart: Restart,
    /// The number of steps after which a game is cut off.
    max_steps: u64,
    report: Report,
}

/// A place of the batch: a game and its random numbers.
#[derive(Debug)]
struct Slot<R> {
    random: R,
    position: Position,
}

/// The report of the last step, by the numbers of the games.
#[derive(Clone, Debug, Default)]
struct Report {
    rewards: Vec<f64>,
    moved: Vec<bool>,
    won: Vec<bool>,
    over: Vec<bool>,
    truncated: Vec<bool>,
    available: Vec<u64>,
    /// The first direction that moves something in each game whose board is not packed, if it was
    /// found out after the last turn. Of packed boards it is looked up, so that turns on them need
    /// not forget it.
    first_legal: Vec<Option<u8>>,
    /// Flags of the places in which no game is on: one has ended, and none has followed
    /// yet.
    waiting: Vec<bool>,
    /// The number of steps of the batch.
    steps: u64,
    /// The number of steps before each game began.
    began: Vec<u64>,
    /// The games that ended with the last step.
    ended: Vec<usize>,
    games_ended: u64,
    final_scores: Vec<f64>,
    final_lengths: Vec<u64>,
    final_wins: Vec<bool>,
    failures: Vec<(usize, TurnError)>,
    /// The games in which turns have failed since something moved, with these directions.
    failing: Vec<(usize, u64)>,
}

impl Batch {
    /// Starts `games` games at the time `now`. The first has the seed `seed`, each further
    /// one the next seed. They go as a [`GameState`] does with the streams of these seeds.
    ///
    /// # Errors
    /// As [`Batch::of_streams`].
    pub fn new(rules: Arc<Ruleset>, games: usize, seed: u64, now: f64) -> Result<Batch, TurnError> {
        Batch::of_streams(rules, seeds(games, seed).map(Rng::new), now)
    }
}

impl Batch<Direct<Rng>> {
    /// Starts games as [`Batch::new`] does, but draws free cells directly
    /// ([`Placement::Direct`](crate::Placement::Direct)). This is faster, and the same
    /// seeds make other games.
    ///
    /// # Errors
    /// As [`Batch::of_streams`].
    pub fn direct(rules: Arc<Ruleset>, games: usize, seed: u64, now: f64) -> Result<Self, TurnError> {
        Batch::of_streams(rules, seeds(games, seed).map(Direct::from), now)
    }
}

fn seeds(games: usize, first: u64) -> impl Iterator<Item = u64> {
    (0..games as u64).map(move |game| first.wrapping_add(game))
}

impl<R> Batch<R> {
    /// The most games of a batch. Each takes some hundred bytes, and more where boards are not
    /// packed; a number that is larger by mistake must not take all memory.
    pub const MOST_GAMES: usize = 1 << 24;
}

impl<R: Randomness> Batch<R> {
    /// Starts a game at the time `now` for each of these streams of random numbers. It goes
    /// as a [`GameState`] does with the same stream.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut batch = Batch::of_streams(rules.clone(), [7, 9].map(Rng::new), 0.0)?;
    /// let mut random = Rng::new(9);
    /// let world = &mut World::new(&mut random, 0.0);
    /// let (mut game, _) = GameState::new(rules, world)?;
    /// batch.step(&[1, 1])?;
    /// game.play(1, world)?;
    /// assert_eq!(batch.game(1).grid(), game.grid());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An expression or script of the start fails. [`Refusal::TooManyDirections`]: there
    /// are more than 64, for which masks have no bits.
    pub fn of_streams(
        rules: Arc<Ruleset>,
        streams: impl IntoIterator<Item = R>,
        now: f64,
    ) -> Result<Batch<R>, TurnError> {
        let mut engine = Engine::new(rules, now);
        engine.must_have_few_directions()?;
        let slot = |mut random: R| {
            let position = engine.start(&mut random)?;
            Ok(Slot { random, position })
        };
        let streams = streams.into_iter();
        if streams.size_hint().0 > Self::MOST_GAMES {
            return Err(Refusal::TooManyGames.into());
        }
        let slots = streams.take(Self::MOST_GAMES + 1).map(slot).collect::<Result<Vec<_>, TurnError>>()?;
        let games = slots.len();
        if games > Self::MOST_GAMES {
            return Err(Refusal::TooManyGames.into());
        }
        let report = Report {
            rewards: vec![0.0; games],
            moved: vec![false; games],
            won: vec![false; games],
            over: vec![false; games],
            truncated: vec![false; games],
            available: vec![0; games],
            first_legal: vec![None; games],
            waiting: vec![false; games],
            began: vec![0; games],
            final_scores: vec![0.0; games],
            final_lengths: vec![0; games],
            final_wins: vec![false; games],
            ..Report::default()
        };
        let (restart, max_steps, finals) = (Restart::default(), u64::MAX, Vec::new());
        let mut batch = Batch { engine, games: slots, finals, restart, max_steps, report };
        // Some modes are over from their start, so the report needs a first look.
        for game in 0..games {
            batch.begin_by_hand(game);
        }
        Ok(batch)
    }

    /// Sets what follows the end of a game. The default is [`Restart::SameStep`].
    pub fn with_restart(mut self, restart: Restart) -> Batch<R> {
        self.restart = restart;
        self
    }

    /// Sets the number of steps after which a game is cut off ([`Batch::truncated`]), at
    /// least 1. A step counts for a game if its place was given a direction, even one that
    /// can't be pressed.
    pub fn with_max_steps(mut self, steps: u64) -> Batch<R> {
        self.max_steps = steps.max(1);
        self
    }

    /// Sets other limits for the caches, and empties them.
    pub fn with_memory(mut self, limits: MemoryLimits) -> Batch<R> {
        let engine = self.engine.fresh(limits);
        for slot in &mut self.games {
            slot.position = self.engine.transfer(&slot.position, &engine);
        }
        for (_, position) in &mut self.finals {
            *position = self.engine.transfer(position, &engine);
        }
        self.engine = engine;
        self
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns true if there are no games.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the points of every game in the last step.
    pub fn rewards(&self) -> &[f64] {
        &self.report.rewards
    }

    /// Writes a logarithm of the points of every game in the last step into a slice, as a
    /// reward that grows more slowly: the logarithm to the base 2 of the points plus 1. It
    /// is negative if points were lost.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(2, 2), Limits::default())?;
    /// let mut batch = Batch::new(rules, 20, 7, 0.0)?;
    /// batch.step(&[2; 20])?;
    /// let mut rewards = [0.0; 20];
    /// batch.log_rewards_into(&mut rewards)?;
    /// assert_eq!(rewards[0], (1.0 + batch.rewards()[0]).log2());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::WrongLength`]: the slice is not as long as there are games.
    pub fn log_rewards_into(&self, into: &mut [f64]) -> Result<(), TurnError> {
        self.must_be_for_all(into.len())?;
        for (into, points) in into.iter_mut().zip(&self.report.rewards) {
            *into = libm::log2(1.0 + points.abs()).copysign(*points);
        }
        Ok(())
    }

    /// Returns for every game whether anything moved in the last step.
    pub fn moved(&self) -> &[bool] {
        &self.report.moved
    }

    /// Returns for every place whether the game of the last step has been won, in that step
    /// or before. Games go on after a win if the mode allows it.
    pub fn won(&self) -> &[bool] {
        &self.report.won
    }

    /// Returns for every place whether the last step ended a game, because no direction
    /// moves anything any more or because of a goal. If no other game follows at once, the
    /// value stays until one does.
    pub fn over(&self) -> &[bool] {
        &self.report.over
    }

    /// Returns for every place whether the last step was the last one that a game may have
    /// ([`Batch::with_max_steps`]), although it could have gone on. If no other game
    /// follows at once, the value stays until one does.
    pub fn truncated(&self) -> &[bool] {
        &self.report.truncated
    }

    /// Returns the games in which the last step did not happen, with the reasons, in order.
    /// These games are unchanged. A place in which no other game could be started is among
    /// them.
    pub fn failures(&self) -> &[(usize, TurnError)] {
        &self.report.failures
    }

    /// Returns the games that ended with the last step.
    pub fn ended(&self) -> &[usize] {
        &self.report.ended
    }

    /// Returns for every place the score with which its last game ended.
    pub fn final_scores(&self) -> &[f64] {
        &self.report.final_scores
    }

    /// Returns for every place the number of steps of the last game that ended there.
    pub fn final_lengths(&self) -> &[u64] {
        &self.report.final_lengths
    }

    /// Returns for every place whether the last game that ended there had been won.
    pub fn final_wins(&self) -> &[bool] {
        &self.report.final_wins
    }

    /// Returns the number of games that have ended.
    pub fn games_ended(&self) -> u64 {
        self.report.games_ended
    }

    /// Returns for every game the directions that are not blacked out, a bit for each.
    /// [`Batch::step`] blacks out a direction that turns out to move nothing; see
    /// [`Batch::legal_into`].
    pub fn available(&self) -> &[u64] {
        &self.report.available
    }

    /// Returns a copy of a game.
    ///
    /// # Panics
    /// There is no game with this number.
    pub fn game(&self, game: usize) -> GameState {
        self.engine.game_of(&self.games[game].position)
    }

    /// Returns what follows the end of a game.
    pub fn restart_mode(&self) -> Restart {
        self.restart
    }

    /// Returns the number of steps after which a game is cut off; `None` if there is no bound.
    pub fn max_steps(&self) -> Option<u64> {
        (self.max_steps != u64::MAX).then_some(self.max_steps)
    }

    /// Returns the random numbers that a game is played by; `None` if there is no game with this
    /// number.
    pub fn random(&self, game: usize) -> Option<&R> {
        self.games.get(game).map(|slot| &slot.random)
    }

    /// Returns the position of a game; `None` if there is no game with this number.
    pub fn position(&self, game: usize) -> Option<&Position> {
        self.games.get(game).map(|slot| &slot.position)
    }

    /// Returns the engine that plays the games, to make positions and to look ahead.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Returns the engine and the position of a game, to inspect the game without a fork;
    /// `None` if there is no game with this number.
    pub fn look(&mut self, game: usize) -> Option<(&mut Engine, &Position)> {
        let Batch { engine, games, .. } = self;
        games.get(game).map(|slot| (engine, &slot.position))
    }

    fn must_be_for_all(&self, length: usize) -> Result<(), TurnError> {
        match length == self.games.len() {
            true => Ok(()),
            false => Err(Refusal::WrongLength.into()),
        }
    }
}

/// Clones a batch: the copy has the same games and random numbers, and empty caches. With
/// the same actions both go the same way.
///
/// ```
/// # use polymerge_rules::*;
/// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// let mut batch = Batch::new(rules, 2, 7, 0.0)?;
/// let mut copy = batch.clone();
/// batch.step(&[1, 2])?;
/// copy.step(&[1, 2])?;
/// assert_eq!(batch.game(1), copy.game(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<R: Randomness + Clone> Clone for Batch<R> {
    fn clone(&self) -> Batch<R> {
        let engine = self.engine.fresh(self.engine.memory_limits());
        let copied = |position: &Position| self.engine.transfer(position, &engine);
        let slot =
            |Slot { random, position }: &Slot<R>| Slot { random: random.clone(), position: copied(position) };
        Batch {
            games: self.games.iter().map(slot).collect(),
            finals: self.finals.iter().map(|(game, position)| (*game, copied(position))).collect(),
            engine,
            restart: self.restart,
            max_steps: self.max_steps,
            report: self.report.clone(),
        }
    }
}
