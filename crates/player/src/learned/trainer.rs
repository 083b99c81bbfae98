//! Learning by playing: games of the learned value against itself, learned from backwards.

use polymerge_rules::{Direct, Engine, Position, Rng, TurnError};

use crate::hidden::Hidden;
use crate::learned::codes::Codes;
use crate::learned::error::LearnError;
use crate::learned::features::SeenValues;
use crate::learned::geometry::{Geometry, MOST_CELLS};
use crate::learned::network::Network;
use crate::learned::progress::{Progress, Recent};
use crate::learned::symmetry::tested;
use crate::learned::trace::{Checkpoints, Lambda, Trace};
use crate::learned::value::{Evaluator, LearnedValue, Reward};
use crate::learned::weight::{BYTES, Scale, Weights};
use crate::rollout::{End, continue_game, has_goal, moves, random_turn};
use crate::stream::derive;

/// The settings of learning.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// The seed of all random numbers.
    pub seed: u64,
    /// The quantity that is learned.
    pub reward: Reward,
    /// Bytes of memory for weights, at most.
    pub memory: usize,
    /// The most turns of a game, after which it is cut.
    pub most_turns: u64,
    /// True to learn the chance to reach the goal as well, if the mode has one. It takes half of
    /// the memory.
    pub goal: bool,
    /// True to follow each game by others that begin in its middle.
    pub restarts: bool,
    /// The λ of learning; by the size of the patterns if left out.
    pub lambda: Option<Lambda>,
}

impl Default for Training {
    fn default() -> Training {
        Training {
            seed: 0,
            reward: Reward::Points,
            memory: 256 << 20,
            most_turns: 1 << 15,
            goal: false,
            restarts: false,
            lambda: None,
        }
    }
}

/// Learns the value of boards from the games that it plays by it.
///
/// Each move is the one with the highest value. Once a game is over, its boards are learned
/// from backwards: each towards the boards after it, by TD(lambda) with learning rates by
/// temporal coherence. One thread, and the same numbers on every platform: the same mode,
/// seed and number of moves give the same weights.
///
/// ```
/// use polymerge_player::{Trainer, Training};
/// use polymerge_rules::{Engine, Limits, Mode, Ruleset};
///
/// let rules = Ruleset::compile(Mode::classic(3, 3), Limits::default())?;
/// let mut engine = Engine::new(rules, 0.0);
/// let training = Training { memory: 1 << 20, ..Training::default() };
/// let mut trainer = Trainer::new(&mut engine, &training)?;
/// trainer.run(&mut engine, 2_000)?;
/// assert!(trainer.progress().moves >= 2_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trainer {
    pub(crate) value: LearnedValue,
    pub(crate) state: State,
    evaluator: Evaluator,
    trace: Trace,
    /// The boards before the goal is reached.
    before_goal: Trace,
    checkpoints: Checkpoints,
    recent: Recent,
}

/// The state of a trainer that a file keeps besides the value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct State {
    pub seed: u64,
    pub most_turns: u64,
    pub games: u64,
    pub moves: u64,
    pub scale: Scale,
    /// The scale of errors in the chance to reach the goal.
    pub goal_scale: Scale,
    pub restarts: bool,
    pub lambda: Lambda,
}

/// The number of random games that are played first, to explore the mode.
const FIRST_GAMES: u64 = 40;
/// The most turns of these games in all.
const FIRST_TURNS: u64 = 8_000;

impl Trainer {
    /// Creates a trainer. Random games are played first, from which the network and the symmetries
    /// that the rules respect are derived.
    ///
    /// # Errors
    /// Games can't be started, the grid is too large, or there is too little memory.
    pub fn new(engine: &mut Engine, training: &Training) -> Result<Trainer, LearnError> {
        let position = engine.start(&mut Direct(Rng::new(training.seed)))?;
        if position.height() * position.width() > MOST_CELLS {
            return Err(LearnError::LargeGrid);
        }
        let geometry = Geometry::of(engine, &position)?;
        let symmetries = tested(engine, &geometry, training.seed)?;
        let Exploration { kinds, unit, hidden } = explore(engine, training.seed)?;
        let goal = training.goal && has_goal(engine);
        let room = training.memory / BYTES / if goal { 2 } else { 1 };
        let mut network = Network::derive(&geometry, &symmetries, kinds, room).ok_or(LearnError::Memory)?;
        let features = hidden.features(network.codes);
        network.add_beside_cells(features.len(), &geometry, &symmetries, room);
        let weights = || Weights::new(network.size()).map_err(|_| LearnError::Memory);
        let value = LearnedValue {
            rules: engine.rules().rules_hash(),
            reward: training.reward,
            unit,
            codes: Codes::new(network.codes),
            weights: weights()?,
            features,
            goal: if goal { Some(weights()?) } else { None },
            network,
        };
        let state = State {
            seed: training.seed,
            most_turns: training.most_turns,
            games: 0,
            moves: 0,
            scale: Scale::default(),
            goal_scale: Scale::default(),
            restarts: training.restarts,
            lambda: training.lambda.unwrap_or(value.network.lambda()),
        };
        Ok(Trainer::of(value, state))
    }

    pub(crate) fn of(value: LearnedValue, state: State) -> Trainer {
        let evaluator = Evaluator::new(value.network.cells, state.seed);
        let lookups = value.network.lookups;
        Trainer {
            value,
            state,
            evaluator,
            // Its only reward is at the goal, and would be known of too late by one board at a time.
            before_goal: Trace::new(lookups, Lambda::Half),
            trace: Trace::new(lookups, state.lambda),
            checkpoints: Checkpoints::default(),
            recent: Recent::default(),
        }
    }

    /// Plays and learns from whole games, until about `moves` more moves were made.
    ///
    /// # Errors
    /// A game can't be started.
    pub fn run(&mut self, engine: &mut Engine, moves: u64) -> Result<(), TurnError> {
        self.value.forget_engine();
        let until = self.state.moves.saturating_add(moves);
        while self.state.moves < until {
            self.game(engine)?;
        }
        Ok(())
    }

    /// Plays and learns from one game and, with restarts, from other continuations of its second
    /// half.
    fn game(&mut self, engine: &mut Engine) -> Result<(), TurnError> {
        let stream = derive(self.state.seed, self.state.games);
        let mut random = Direct(Rng::new(stream));
        self.evaluator.reseed(!stream);
        let mut position = engine.start(&mut random)?;
        let (turns, won) = self.go(engine, &mut position, &mut random);
        self.recent.add((position.score(), turns, won));
        self.state.games = self.state.games.saturating_add(1);
        while self.state.restarts {
            let Some(mut position) = self.checkpoints.middle() else { break };
            self.go(engine, &mut position, &mut random);
        }
        Ok(())
    }

    /// Plays and learns until the game is over. Returns the number of turns, and true if the goal
    /// was reached.
    fn go(&mut self, engine: &mut Engine, position: &mut Position, random: &mut Direct<Rng>) -> (u64, bool) {
        self.checkpoints.clear();
        let (mut turns, mut won) = (0, position.won());
        let mut indices = Vec::new();
        let is_cut = loop {
            if self.state.restarts {
                self.checkpoints.add(turns, position);
            }
            match continue_game(engine, position, &mut won) {
                Ok(None) if turns >= self.state.most_turns => break true,
                Ok(None) => {}
                Ok(Some(_)) | Err(_) => break false,
            }
            let best = self.value.best(&mut self.evaluator, engine, position, Some(&mut indices));
            let Ok(Some((direction, move_value))) = best else { break false };
            if !matches!(moves(engine.play(position, direction, random)), Ok(true)) {
                break false;
            }
            turns += 1;
            let places = (!move_value.ends).then_some(&indices[..]);
            if self.trace.add(places, move_value.reward) {
                self.learn(true);
            }
            if self.value.goal.is_some() && !won {
                let reached = position.won();
                let places = places.filter(|_| !reached);
                if self.before_goal.add(places, f32::from(u8::from(reached))) || reached {
                    self.learn_goal(!reached);
                }
            }
        };
        self.learn(is_cut);
        self.learn_goal(is_cut);
        self.trace.clear();
        self.before_goal.clear();
        // A game without turns counts as one move, so that work always comes to an end.
        self.state.moves = self.state.moves.saturating_add(turns.max(1));
        (turns, won)
    }

    fn learn(&mut self, goes_on: bool) {
        let Trainer { value, state, evaluator, trace, .. } = self;
        trace.learn(goes_on, &mut value.weights, &mut state.scale, || evaluator.part());
    }

    fn learn_goal(&mut self, goes_on: bool) {
        let Trainer { value, state, evaluator, before_goal, .. } = self;
        if let Some(weights) = &mut value.goal {
            before_goal.learn(goes_on, weights, &mut state.goal_scale, || evaluator.part());
        }
    }

    /// The numbers of games and moves so far.
    pub fn made(&self) -> (u64, u64) {
        (self.state.games, self.state.moves)
    }

    /// The progress of learning, by the last games.
    pub fn progress(&self) -> Progress {
        self.recent.progress(self.made(), self.value.weights.learned())
    }

    /// The value that was learned so far.
    pub fn value(&self) -> &LearnedValue {
        &self.value
    }

    /// The value that was learned so far, to play by it between games.
    pub fn value_mut(&mut self) -> &mut LearnedValue {
        &mut self.value
    }

    /// Returns the value that was learned, to play by it.
    pub fn into_value(self) -> LearnedValue {
        self.value
    }
}

/// The findings of the first random games.
struct Exploration {
    /// The number of kinds of contents.
    kinds: u32,
    /// The mean points of a turn.
    unit: f64,
    hidden: SeenValues,
}

fn explore(engine: &mut Engine, seed: u64) -> Result<Exploration, TurnError> {
    let (mut seen, mut points, mut turns) = (Vec::new(), 0.0_f64, 0_u64);
    let (hidden, mut seen_hidden, mut numbers) =
        (Hidden::of(engine.rules()), SeenValues::default(), Vec::new());
    for game in 0..FIRST_GAMES {
        let stream = derive(!seed, game);
        let (mut random, mut choice) = (Direct(Rng::new(stream)), Rng::new(!stream));
        let mut position = engine.start(&mut random)?;
        let mut kinds = vec![0; position.height() * position.width()];
        while turns < FIRST_TURNS * (game + 1) / FIRST_GAMES {
            engine.read_kinds(&position, &mut kinds)?;
            numbers.clear();
            hidden.read(engine, &position, &mut numbers)?;
            seen_hidden.add(&numbers);
            for kind in &kinds {
                let place = *kind as usize;
                if seen.len() <= place && *kind != polymerge_rules::Kind::NOT_NUMBERED {
                    seen.resize(place + 1, false);
                }
                seen.iter_mut().skip(place).take(1).for_each(|own| *own = true);
            }
            let goes_on: Result<Option<End>, TurnError> = continue_game(engine, &mut position, &mut false);
            let before = position.score();
            let moved = matches!(goes_on, Ok(None))
                && random_turn(engine, &mut position, &mut choice, &mut random, &mut 0).unwrap_or(false);
            if !moved {
                break;
            }
            let scored = (position.score() - before).abs();
            points += if scored.is_finite() { scored } else { 0.0 };
            turns += 1;
        }
    }
    let unit = points / turns.max(1) as f64;
    let kinds = seen.iter().filter(|own| **own).count();
    let unit = if unit.is_normal() { unit } else { 1.0 };
    Ok(Exploration { kinds: kinds as u32, unit, hidden: seen_hidden })
}

/// Returns the reward that leads to higher scores, after learning by each for about `moves` moves;
/// the points, if scores are all alike.
///
/// # Errors
/// As [`Trainer::new`] and [`Trainer::run`].
pub fn choose_reward(engine: &mut Engine, training: &Training, moves: u64) -> Result<Reward, LearnError> {
    let mut measured = Vec::new();
    for reward in [Reward::Points, Reward::Turns] {
        let training = Training { reward, memory: training.memory / 8, ..training.clone() };
        let mut trainer = Trainer::new(engine, &training)?;
        trainer.run(engine, moves)?;
        measured.push(trainer.recent.doublings());
    }
    let turns_are_better = measured.last() > measured.first();
    Ok(if turns_are_better { Reward::Turns } else { Reward::Points })
}
