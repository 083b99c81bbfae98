//! Many games of one ruleset, played together.
//!
//! This file makes batches and tells what their last step came to. The others: a step,
//! how games end and begin, what is observed of boards.

mod observe;
mod restart;
mod snapshot;
mod step;

pub use restart::Restart;
pub use snapshot::Stream;

use std::sync::Arc;

use crate::error::{Refusal, TurnError};
use crate::fast::engine::Engine;
use crate::fast::position::Position;
use crate::fast::MemoryLimits;
use crate::game::Game;
use crate::random::{Direct, Randomness, Seeded};
use crate::ruleset::Ruleset;

/// Many games of one ruleset, played together: what learning programs want.
///
/// An [`Engine`] with many [`Position`]s. Each step takes a direction for every game
/// and gives, for every game, what it scored, whether anything moved, whether it was won,
/// is over or was cut off. What comes after the end of a game is up to [`Restart`].
/// Boards are written as numbers into slices of the caller, for one game after another.
///
/// Every game draws from a stream of its own, so how many there are changes nothing in
/// any of them. With the stream of a seed a game goes as a [`Game`] does, and as any
/// other that is played with it. [`Batch::direct`] draws free cells in another way, which
/// is faster and makes other games.
///
/// There is no lock and nothing that changes is shared: for several cores, make a batch
/// for each. It can be sent to another thread.
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
pub struct Batch<R = Seeded> {
    engine: Engine,
    games: Vec<Slot<R>>,
    /// The last positions of games that ended with the last step and were followed by
    /// others at once.
    finals: Vec<(usize, Position)>,
    restart: Restart,
    /// After how many steps a game is cut off.
    max_steps: u64,
    told: Told,
}

/// One of the games.
#[derive(Debug)]
struct Slot<R> {
    random: R,
    position: Position,
}

/// What is told of the games, by their numbers.
#[derive(Clone, Debug, Default)]
struct Told {
    rewards: Vec<f64>,
    moved: Vec<bool>,
    won: Vec<bool>,
    over: Vec<bool>,
    truncated: Vec<bool>,
    available: Vec<u64>,
    /// Whether no game is on in a place: one has ended, and none has followed yet.
    waiting: Vec<bool>,
    /// How many steps there were, and how many of them before each game began.
    steps: u64,
    began: Vec<u64>,
    /// The games that ended with the last step.
    ended: Vec<usize>,
    games_ended: u64,
    final_scores: Vec<f64>,
    final_lengths: Vec<u64>,
    final_wins: Vec<bool>,
    failures: Vec<(usize, TurnError)>,
}

impl Batch {
    /// Starts `games` games at the time `now`, the first of them with this seed, the next
    /// one with the next seed, and so on: those that a [`Game`] plays with the streams of
    /// these seeds.
    ///
    /// # Errors
    /// As [`Batch::of_streams`].
    pub fn new(rules: Arc<Ruleset>, games: usize, seed: u64, now: f64) -> Result<Batch, TurnError> {
        Batch::of_streams(rules, seeds(games, seed).map(Seeded::new), now)
    }
}

impl Batch<Direct<Seeded>> {
    /// Starts games as [`Batch::new`] does, but draws free cells directly
    /// ([`Placement::Direct`](crate::Placement::Direct)): faster, and other games with
    /// the same seeds.
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

impl<R: Randomness> Batch<R> {
    /// Starts a game at the time `now` for each of these streams of random numbers. It
    /// goes as a [`Game`] does with the same stream.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut batch = Batch::of_streams(rules.clone(), [7, 9].map(Seeded::new), 0.0)?;
    /// let mut random = Seeded::new(9);
    /// let world = &mut World::new(&mut random, 0.0);
    /// let (mut game, _) = Game::new(rules, world)?;
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
        let slots: Vec<_> = streams.into_iter().map(slot).collect::<Result<_, TurnError>>()?;
        let games = slots.len();
        let told = Told {
            rewards: vec![0.0; games],
            moved: vec![false; games],
            won: vec![false; games],
            over: vec![false; games],
            truncated: vec![false; games],
            available: vec![0; games],
            waiting: vec![false; games],
            began: vec![0; games],
            final_scores: vec![0.0; games],
            final_lengths: vec![0; games],
            final_wins: vec![false; games],
            ..Told::default()
        };
        let (restart, max_steps, finals) = (Restart::default(), u64::MAX, Vec::new());
        let mut batch = Batch { engine, games: slots, finals, restart, max_steps, told };
        for game in 0..games {
            batch.begin_by_hand(game);
        }
        Ok(batch)
    }

    /// Sets what comes after the end of a game; [`Restart::SameStep`] if nothing is said.
    pub fn with_restart(mut self, restart: Restart) -> Batch<R> {
        self.restart = restart;
        self
    }

    /// Sets after how many steps a game is cut off ([`Batch::truncated`]), at least 1. The
    /// steps of a game are those in which its place was given a direction, whether or
    /// not that could be pressed.
    pub fn with_max_steps(mut self, steps: u64) -> Batch<R> {
        self.max_steps = steps.max(1);
        self
    }

    /// Sets other limits for what is remembered, and forgets what was learned so far.
    pub fn with_memory(mut self, limits: MemoryLimits) -> Batch<R> {
        let engine = self.engine.afresh(limits);
        for slot in &mut self.games {
            slot.position = self.engine.handed_over(&slot.position, &engine);
        }
        for (_, position) in &mut self.finals {
            *position = self.engine.handed_over(position, &engine);
        }
        self.engine = engine;
        self
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// What every game scored in the last step.
    pub fn rewards(&self) -> &[f64] {
        &self.told.rewards
    }

    /// Writes the logarithms of what every game scored in the last step into a slice, as
    /// rewards that grow more slowly: that of 1 more than the points, to the base 2. Where
    /// points were lost it is negative.
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
        for (into, points) in into.iter_mut().zip(&self.told.rewards) {
            *into = libm::log2(1.0 + points.abs()).copysign(*points);
        }
        Ok(())
    }

    /// Whether anything moved in the last step.
    pub fn moved(&self) -> &[bool] {
        &self.told.moved
    }

    /// Whether the game in which the last step was made has been won, in that step or
    /// before it. Games go on after a win, where the mode allows it.
    pub fn won(&self) -> &[bool] {
        &self.told.won
    }

    /// Whether the last step ended a game, because no direction moves anything any more or
    /// a goal says so. Where no other game follows at once, it stays like that until one
    /// does.
    pub fn over(&self) -> &[bool] {
        &self.told.over
    }

    /// Whether the last step was the last one that a game may have
    /// ([`Batch::with_max_steps`]), though it could have gone on. Where no other game
    /// follows at once, it stays like that until one does.
    pub fn truncated(&self) -> &[bool] {
        &self.told.truncated
    }

    /// The games in which the last step did not happen, with the reasons, in order: these
    /// are as they were. A place in which no other game could be started is among them.
    pub fn failures(&self) -> &[(usize, TurnError)] {
        &self.told.failures
    }

    /// The games that ended with the last step.
    pub fn ended(&self) -> &[usize] {
        &self.told.ended
    }

    /// The score with which the last game in this place ended.
    pub fn final_scores(&self) -> &[f64] {
        &self.told.final_scores
    }

    /// How many steps the last game that ended in this place had.
    pub fn final_lengths(&self) -> &[u64] {
        &self.told.final_lengths
    }

    /// Whether the last game that ended in this place had been won.
    pub fn final_wins(&self) -> &[bool] {
        &self.told.final_wins
    }

    /// How many games have ended.
    pub fn games_ended(&self) -> u64 {
        self.told.games_ended
    }

    /// For every game the directions that are not blacked out, a bit for each. One that
    /// turns out to move nothing is blacked out by [`Batch::step`]; see
    /// [`Batch::legal_into`].
    pub fn available(&self) -> &[u64] {
        &self.told.available
    }

    /// One of the games, to be looked at.
    ///
    /// # Panics
    /// There is no game with this number.
    pub fn game(&self, game: usize) -> Game {
        self.engine.game_of(&self.games[game].position)
    }

    /// Where a game is; `None` if there is no game with this number.
    pub fn position(&self, game: usize) -> Option<&Position> {
        self.games.get(game).map(|slot| &slot.position)
    }

    /// The engine that plays the games, to make positions by and to look ahead.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// The engine and a game's position, to look at the game without a fork; `None` if
    /// there is no game with this number.
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

/// A copy goes on by itself with the same random numbers, and so as the other does with
/// the same actions. It learns the rules anew.
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
        let engine = self.engine.afresh(self.engine.memory_limits());
        let copied = |position: &Position| self.engine.handed_over(position, &engine);
        let slot =
            |Slot { random, position }: &Slot<R>| Slot { random: random.clone(), position: copied(position) };
        Batch {
            games: self.games.iter().map(slot).collect(),
            finals: self.finals.iter().map(|(game, position)| (*game, copied(position))).collect(),
            engine,
            restart: self.restart,
            max_steps: self.max_steps,
            told: self.told.clone(),
        }
    }
}
