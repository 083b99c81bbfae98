//! Learning by playing: games of the learned value against itself, learned from backwards.

use polymerge_rules::{Direct, Engine, Position, Seeded, TurnError};

use crate::learned::codes::Codes;
use crate::learned::error::LearnError;
use crate::learned::geometry::{Geometry, MOST_CELLS};
use crate::learned::network::Network;
use crate::learned::symmetry::tested;
use crate::learned::value::{Eye, LearnedValue, Prospect, Reward};
use crate::learned::weight::{Scale, Weights, BYTES};
use crate::rollout::{go_on, moves, random_turn, End};
use crate::stream::derive;

/// How a value is learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// The seed of all random numbers.
    pub seed: u64,
    /// What is to be foreseen.
    pub reward: Reward,
    /// Bytes of memory for weights, at most.
    pub memory: usize,
    /// A game is cut after so many turns.
    pub most_turns: u64,
}

impl Default for Training {
    fn default() -> Training {
        Training { seed: 0, reward: Reward::Points, memory: 256 << 20, most_turns: 1 << 15 }
    }
}

/// Learns the value of boards from the games that it plays by it.
///
/// Each move is the one that looks best. Once a game is over, boards are learned from
/// backwards: each towards what came after it, by TD(lambda) with rates of learning by
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
    eye: Eye,
    past: Past,
    recent: Recent,
}

/// What learning goes on from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct State {
    pub seed: u64,
    pub most_turns: u64,
    pub games: u64,
    pub moves: u64,
    pub scale: Scale,
}

/// The boards of the game so far that are still to be learned from.
#[derive(Clone, Debug, Default)]
struct Past {
    /// The places of the weights of each.
    indices: Vec<u32>,
    /// What the move brought that made it.
    rewards: Vec<f32>,
}

/// How far learning is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Games so far.
    pub games: u64,
    /// Moves so far.
    pub moves: u64,
    /// Of how many games, at most the last thousand, the following are.
    pub recent: usize,
    /// The mean score.
    pub score: f64,
    /// The mean number of turns.
    pub turns: f64,
    /// The share of games in which the goal was reached.
    pub won: f64,
    /// Weights that were learned.
    pub weights: usize,
}

/// The last games, in a ring.
#[derive(Clone, Debug, Default)]
struct Recent {
    games: Vec<(f64, u64, bool)>,
    next: usize,
}

const RECENT: usize = 10 * 10 * 10;

/// How much a board learns from what comes after the next one.
const LAMBDA: f32 = 0.5;
/// Boards are learned from at the end of the game, or as soon as there are so many: what
/// is so far away counts nothing.
const PAST: usize = 64;
/// Random games that are played first, and turns of them in all, to see what there is.
const FIRST_GAMES: u64 = 40;
const FIRST_TURNS: u64 = 8_000;

impl Trainer {
    /// Begins to learn. Some random games are played first, from which the network and the
    /// symmetries that the rules respect are derived.
    ///
    /// # Errors
    /// Games can't be started, the grid is too large, or there is too little memory.
    pub fn new(engine: &mut Engine, training: &Training) -> Result<Trainer, LearnError> {
        let position = engine.start(&mut Direct(Seeded::new(training.seed)))?;
        if position.height() * position.width() > MOST_CELLS {
            return Err(LearnError::LargeGrid);
        }
        let geometry = Geometry::of(engine, &position)?;
        let symmetries = tested(engine, &geometry, training.seed)?;
        let (met, unit) = look_around(engine, training.seed)?;
        let room = training.memory / BYTES;
        let network = Network::derive(&geometry, &symmetries, met, room).ok_or(LearnError::Memory)?;
        let value = LearnedValue {
            rules: engine.rules().mode().rules_hash(),
            reward: training.reward,
            unit,
            codes: Codes::new(network.codes),
            weights: Weights::new(network.size(), true).map_err(|_| LearnError::Memory)?,
            network,
        };
        let state = State { seed: training.seed, most_turns: training.most_turns, ..State::default() };
        Ok(Trainer::of(value, state))
    }

    pub(crate) fn of(value: LearnedValue, state: State) -> Trainer {
        let eye = Eye::new(value.network.cells, state.seed);
        Trainer { value, state, eye, past: Past::default(), recent: Recent::default() }
    }

    /// Plays and learns from whole games, until about so many moves more were made.
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

    /// Plays and learns from one game.
    fn game(&mut self, engine: &mut Engine) -> Result<(), TurnError> {
        let stream = derive(self.state.seed, self.state.games);
        let mut random = Direct(Seeded::new(stream));
        self.eye.reseed(!stream);
        let mut position = engine.start(&mut random)?;
        let (mut turns, mut won) = (0, false);
        let mut indices = Vec::new();
        let is_cut = loop {
            match go_on(engine, &mut position, &mut won) {
                Ok(None) if turns >= self.state.most_turns => break true,
                Ok(None) => {}
                Ok(Some(_)) | Err(_) => break false,
            }
            let best = self.value.best(&mut self.eye, engine, &position, &mut indices);
            let Ok(Some((direction, prospect))) = best else { break false };
            if !matches!(moves_on(engine, &mut position, direction, &mut random), Ok(true)) {
                break false;
            }
            turns += 1;
            self.remember(&indices, &prospect);
        };
        self.learn(is_cut);
        self.past.indices.clear();
        self.past.rewards.clear();
        self.state.games += 1;
        // A game without turns counts as one move, so that work always comes to an end.
        self.state.moves += turns.max(1);
        self.recent.add((position.score(), turns, won));
        Ok(())
    }

    #[inline]
    fn remember(&mut self, indices: &[u32], prospect: &Prospect) {
        if prospect.ends {
            // Nothing comes after it, and it is looked up nowhere.
            self.past.indices.extend(std::iter::repeat_n(u32::MAX, self.value.network.lookups));
        } else {
            self.past.indices.extend_from_slice(indices);
        }
        self.past.rewards.push(prospect.reward);
        if self.past.rewards.len() >= PAST {
            self.learn(true);
            // The last board is the first one of what follows.
            let last = self.past.indices.len().saturating_sub(self.value.network.lookups);
            self.past.indices.drain(..last);
            self.past.rewards.drain(..PAST - 1);
        }
    }

    /// Learns from the boards of the past, the last one first. While the game goes on, the
    /// last one is taken as it is.
    fn learn(&mut self, goes_on: bool) {
        let lookups = self.value.network.lookups.max(1);
        let boards = self.past.indices.chunks_exact(lookups).zip(&self.past.rewards).rev();
        let mut target = 0.0;
        for (back, (indices, reward)) in boards.enumerate() {
            let mut value = self.value.weights.value(indices);
            if back == 0 && goes_on {
                target = value;
            } else {
                let part = self.eye.part();
                value += self.value.weights.learn(indices, target - value, (&mut self.state.scale, part));
            }
            target = reward + LAMBDA * target + (1.0 - LAMBDA) * value;
        }
    }

    /// How many games and moves were made.
    pub fn made(&self) -> (u64, u64) {
        (self.state.games, self.state.moves)
    }

    /// How far learning is.
    pub fn progress(&self) -> Progress {
        let games = &self.recent.games;
        let mean = |of: &dyn Fn(&(f64, u64, bool)) -> f64| {
            games.iter().map(of).fold(0.0, |sum, own| sum + own) / games.len().max(1) as f64
        };
        Progress {
            games: self.state.games,
            moves: self.state.moves,
            recent: games.len(),
            score: mean(&|game| game.0),
            turns: mean(&|game| game.1 as f64),
            won: mean(&|game| f64::from(u8::from(game.2))),
            weights: self.value.weights.all().filter(|(value, _)| *value != 0.0).count(),
        }
    }

    /// What was learned so far.
    pub fn value(&self) -> &LearnedValue {
        &self.value
    }

    /// What was learned so far, to play by it between games.
    pub fn value_mut(&mut self) -> &mut LearnedValue {
        &mut self.value
    }

    /// What was learned, to play by it.
    pub fn into_value(self) -> LearnedValue {
        self.value
    }
}

impl Recent {
    fn add(&mut self, game: (f64, u64, bool)) {
        match self.games.get_mut(self.next) {
            Some(own) => *own = game,
            None => self.games.push(game),
        }
        self.next = (self.next + 1) % RECENT;
    }
}

fn moves_on(
    engine: &mut Engine,
    position: &mut Position,
    direction: usize,
    random: &mut Direct<Seeded>,
) -> Result<bool, TurnError> {
    moves(engine.play(position, direction, random))
}

/// How many kinds of contents random games meet, and the mean points of a turn.
fn look_around(engine: &mut Engine, seed: u64) -> Result<(u32, f64), TurnError> {
    let (mut met, mut points, mut turns) = (Vec::new(), 0.0_f64, 0_u64);
    for game in 0..FIRST_GAMES {
        let stream = derive(!seed, game);
        let (mut random, mut choice) = (Direct(Seeded::new(stream)), Seeded::new(!stream));
        let mut position = engine.start(&mut random)?;
        let mut kinds = vec![0; position.height() * position.width()];
        while turns < FIRST_TURNS * (game + 1) / FIRST_GAMES {
            engine.read_kinds(&position, &mut kinds)?;
            for kind in &kinds {
                let place = *kind as usize;
                if met.len() <= place && *kind != polymerge_rules::Kind::NOT_NUMBERED {
                    met.resize(place + 1, false);
                }
                met.iter_mut().skip(place).take(1).for_each(|own| *own = true);
            }
            let goes_on: Result<Option<End>, TurnError> = go_on(engine, &mut position, &mut false);
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
    let kinds = met.iter().filter(|own| **own).count();
    Ok((kinds as u32, if unit.is_normal() { unit } else { 1.0 }))
}

/// Learns by each reward for about so many moves, and gives the one that led to the higher
/// scores: the points, if scores are all alike.
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

impl Recent {
    /// The mean logarithm of the scores of the last games; where these are all alike, the
    /// mean number of turns.
    fn doublings(&self) -> f64 {
        let late = self.games.len().div_ceil(2);
        // From the oldest one on.
        let order =
            self.games.iter().cycle().skip(self.next % self.games.len().max(1)).take(self.games.len());
        let late: Vec<&(f64, u64, bool)> = order.skip(self.games.len() - late).collect();
        let first = self.games.first().map_or(0.0, |game| game.0);
        let alike = self.games.iter().all(|game| game.0 == first);
        let of = |game: &&(f64, u64, bool)| match alike {
            true => game.1 as f64,
            false => crate::objective::signed_log(game.0),
        };
        late.iter().map(of).sum::<f64>() / late.len().max(1) as f64
    }
}
