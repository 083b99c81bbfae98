//! A learned value of boards, and the values of moves by it.

use std::fmt;

use polymerge_rules::{Direct, Engine, Position, Randomness, Rng, Screen, TurnError};

use crate::afterstate::slide_or_sample;
use crate::hidden::Hidden;
use crate::learned::codes::{Code, Codes, Reading};
use crate::learned::features::Feature;
use crate::learned::neighbours::Relations;
use crate::learned::network::{Boards, Network};
use crate::learned::weight::{LANES, Lanes, Weights};

/// The quantity that a value estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// The points that are still to come.
    Points,
    /// The turns that are still to come.
    Turns,
}

impl Reward {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Reward::Points => "points",
            Reward::Turns => "turns",
        }
    }
}

/// A learned value function of a mode: the value of a board before anything spawns.
///
/// The rules of the mode are a part of it ([`LearnedValue::is_of`]).
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedValue {
    /// The hash of the mode's rules.
    pub(crate) rules: u64,
    pub(crate) reward: Reward,
    /// The points that count as one, so that values are as large as numbers of turns.
    pub(crate) unit: f64,
    pub(crate) network: Network,
    pub(crate) codes: Codes,
    /// The features of hidden state that are read beside a board.
    pub(crate) features: Vec<Feature>,
    pub(crate) weights: Weights,
    /// The weights of the chance to reach the goal.
    pub(crate) goal: Option<Weights>,
}

/// Writes the size of the network in words.
impl fmt::Display for LearnedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let network = &self.network;
        let longest = network.tables.iter().map(|table| table.length).max().unwrap_or_default();
        write!(
            f,
            "{} patterns of up to {longest} cells in {} places, {} kinds apart, {} pairs of neighbours, \
             {} of hidden state, {} weights",
            network.tables.len(),
            network.lookups,
            network.codes,
            network.neighbours.pairs.len(),
            network.hidden,
            network.size()
        )
    }
}

/// The buffers for evaluating boards.
#[derive(Clone, Debug)]
pub(crate) struct Evaluator {
    kinds: Vec<u32>,
    codes: Vec<Code>,
    /// The reader of hidden state, made when it is first needed.
    hidden: Option<Hidden>,
    /// The numbers of the hidden state.
    numbers: Vec<u64>,
    /// The codes of the features of hidden state.
    features: Vec<Code>,
    /// The answers of the rules about neighbours, made when they are first needed.
    relations: Option<Box<Relations>>,
    /// The codes of relations.
    related: Vec<Code>,
    boards: Boards,
    /// The places of the weights of the boards that are evaluated together.
    indices: Vec<Lanes>,
    /// The random numbers for modes in which chance takes part in moves.
    chance: Direct<Rng>,
}

/// The value of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MoveValue {
    /// The reward of the move itself, in units.
    pub reward: f32,
    /// The value of the board after the move, in units.
    pub value: f32,
    /// True if the game ends with the move.
    pub ends: bool,
    /// True if the move reaches the goal.
    pub wins: bool,
}

impl MoveValue {
    pub(crate) fn total(&self) -> f32 {
        self.reward + self.value
    }
}

/// The largest reward.
const LARGEST: f64 = 1e30;

impl Evaluator {
    pub(crate) fn new(cells: usize, seed: u64) -> Evaluator {
        Evaluator {
            kinds: vec![0; cells],
            codes: vec![0; cells],
            hidden: None,
            numbers: Vec::new(),
            features: Vec::new(),
            relations: None,
            related: Vec::new(),
            boards: Boards::new(),
            indices: Vec::new(),
            chance: Direct(Rng::new(seed)),
        }
    }

    /// Creates an evaluator with another stream of random numbers. Answers about neighbours don't
    /// depend on it.
    pub(crate) fn fresh(&mut self, seed: u64) -> Evaluator {
        Evaluator { relations: self.relations.take(), ..Evaluator::new(self.kinds.len(), seed) }
    }

    /// Switches to another stream of random numbers.
    pub(crate) fn reseed(&mut self, seed: u64) {
        self.chance = Direct(Rng::new(seed));
    }

    /// The stream of random numbers as it is: it stays the same as long as nothing is drawn.
    pub(crate) fn luck(&self) -> &Direct<Rng> {
        &self.chance
    }

    /// A random number from 0 to 1.
    pub(crate) fn part(&mut self) -> f32 {
        self.chance.next().unwrap_or_default() as f32
    }
}

/// Lets players own a value or borrow it.
impl AsMut<LearnedValue> for LearnedValue {
    fn as_mut(&mut self) -> &mut LearnedValue {
        self
    }
}

impl LearnedValue {
    /// Returns true if the value was learned by the rules of a mode.
    pub fn is_of(&self, mode: &polymerge_rules::Mode) -> bool {
        self.rules == mode.rules_hash()
    }

    /// The quantity that the value estimates.
    pub fn reward(&self) -> Reward {
        self.reward
    }

    /// Does something with the value, after which it is as it was before: the kinds that it meets
    /// there are forgotten. So what one game meets changes no other one, and the weights, which are
    /// large, are not copied.
    pub fn apart<T>(&mut self, work: impl FnOnce(&mut LearnedValue) -> T) -> T {
        let codes = self.codes.clone();
        let made = work(self);
        self.codes = codes;
        made
    }

    /// Forgets the kinds of an engine, before the boards of another engine are read.
    pub(crate) fn forget_engine(&mut self) {
        self.codes.forget_engine();
    }

    /// Returns the reward of a turn with these points, in units.
    pub(crate) fn reward_of(&self, points: f64) -> f32 {
        match self.reward {
            Reward::Turns => 1.0,
            Reward::Points if points.is_nan() => 0.0,
            Reward::Points => (points / self.unit).clamp(-LARGEST, LARGEST) as f32,
        }
    }

    /// Returns the value of an available direction; `None` if it moves nothing.
    ///
    /// # Errors
    /// The turn fails.
    pub(crate) fn move_value(
        &mut self,
        evaluator: &mut Evaluator,
        engine: &mut Engine,
        position: &Position,
        direction: usize,
    ) -> Result<Option<MoveValue>, TurnError> {
        self.read_hidden(evaluator, engine, position)?;
        let Some(mut move_value) = self.make_move(evaluator, engine, position, direction, 0)? else {
            return Ok(None);
        };
        if !move_value.ends {
            self.find(evaluator);
            move_value.value = self.weights.value_in(&evaluator.indices, 0);
        }
        Ok(Some(move_value))
    }

    /// Makes a move like [`LearnedValue::move_value`], but without looking up the value: the board is
    /// set in a lane of `evaluator`, unless the game ends.
    #[inline]
    fn make_move(
        &mut self,
        evaluator: &mut Evaluator,
        engine: &mut Engine,
        position: &Position,
        direction: usize,
        lane: usize,
    ) -> Result<Option<MoveValue>, TurnError> {
        let Evaluator { kinds, chance, .. } = &mut *evaluator;
        let made = match slide_or_sample(engine, position, direction, chance, kinds) {
            Ok(slide) if !slide.moved => return Ok(None),
            Ok(slide) => self.of_move(engine, slide.points, slide.screen),
            Err(TurnError::Refused(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        if !made.ends {
            self.read(evaluator, engine, position, lane);
        }
        Ok(Some(made))
    }

    /// Returns a move that brings points and leads to a screen, without the value of its board.
    #[inline]
    pub(crate) fn of_move(&self, engine: &Engine, points: f64, screen: Screen) -> MoveValue {
        let ends = match screen {
            Screen::Play => false,
            Screen::Win => !engine.rules().postgame_allowed(),
            Screen::GameOver => true,
        };
        MoveValue { reward: self.reward_of(points), value: 0.0, ends, wins: screen == Screen::Win }
    }

    /// Sets the board whose kinds were read in a lane.
    #[inline]
    fn read(&mut self, evaluator: &mut Evaluator, engine: &mut Engine, before: &Position, lane: usize) {
        if let Reading::NewKind = self.codes.read(&evaluator.kinds, &mut evaluator.codes) {
            self.register_new(engine, &evaluator.kinds, before);
            self.codes.read(&evaluator.kinds, &mut evaluator.codes);
            evaluator.codes.iter_mut().for_each(|code| self.codes.overflow(code));
        }
        let codes = evaluator.codes.iter().copied();
        if self.network.looks_beside_cells() {
            let empty = self.codes.empty();
            let empties = codes.clone().filter(|code| *code == empty).count();
            if let Some(relations) = &mut evaluator.relations {
                relations.read(engine, &self.network.neighbours, &evaluator.kinds, &mut evaluator.related);
            }
            let beside = evaluator.related.iter().chain(&evaluator.features);
            evaluator.boards.set(lane, codes.chain([empties as Code]).chain(beside.copied()));
        } else {
            evaluator.boards.set(lane, codes);
        }
    }

    /// Reads the codes of the hidden state of a position, which is the same for all of its
    /// directions, and prepares to ask its engine about neighbours.
    fn read_hidden(
        &self,
        evaluator: &mut Evaluator,
        engine: &mut Engine,
        position: &Position,
    ) -> Result<(), TurnError> {
        let is_needed = !self.network.neighbours.pairs.is_empty();
        if is_needed && !evaluator.relations.as_ref().is_some_and(|relations| relations.is_of(engine)) {
            evaluator.relations = Some(Relations::new(engine)?.into());
        }
        if self.features.is_empty() {
            return Ok(());
        }
        let hidden = evaluator.hidden.get_or_insert_with(|| Hidden::of(engine.rules()));
        evaluator.numbers.clear();
        hidden.read(engine, position, &mut evaluator.numbers)?;
        evaluator.features.clear();
        evaluator.features.extend(self.features.iter().map(|feature| feature.code(&evaluator.numbers)));
        Ok(())
    }

    /// Finds the places of the weights of the boards in all lanes.
    #[inline]
    fn find(&self, evaluator: &mut Evaluator) {
        evaluator.indices.clear();
        self.network.indices(&mut evaluator.boards, &mut evaluator.indices);
    }

    /// Registers the kinds of a board that are new, with their ranks by the position before it.
    pub(crate) fn meet(&mut self, engine: &mut Engine, board: &[u32], before: &Position) {
        if board.iter().any(|kind| !self.codes.know(*kind)) {
            self.register_new(engine, board, before);
        }
    }

    #[cold]
    fn register_new(&mut self, engine: &mut Engine, board: &[u32], before: &Position) {
        let mut kinds = vec![0; board.len()];
        if engine.read_kinds(before, &mut kinds).is_err() {
            kinds.clear();
        }
        // The board before may have new kinds as well.
        self.codes.register(&[], &kinds, engine.kinds());
        self.codes.register(&kinds, board, engine.kinds());
    }

    /// Returns the chance that the goal is reached after a direction; `None` if the chance was not
    /// learned or the direction moves nothing.
    pub(crate) fn chance(
        &mut self,
        evaluator: &mut Evaluator,
        engine: &mut Engine,
        position: &Position,
        direction: usize,
    ) -> Option<f64> {
        self.goal.as_ref()?;
        self.read_hidden(evaluator, engine, position).ok()?;
        let move_value = self.make_move(evaluator, engine, position, direction, 0).ok()??;
        self.find(evaluator);
        let goal = self.goal.as_ref()?;
        match (move_value.wins, move_value.ends) {
            (true, _) => Some(1.0),
            (false, true) => Some(0.0),
            (false, false) => Some(f64::from(goal.value_in(&evaluator.indices, 0).clamp(0.0, 1.0))),
        }
    }

    /// Returns the direction with the highest value and its value; `None` if nothing can be moved.
    /// Ties go to the direction with the lower number. The places of its weights are written to
    /// `best_indices`, if they are wanted.
    ///
    /// # Errors
    /// Every turn that could be made fails.
    pub(crate) fn best(
        &mut self,
        evaluator: &mut Evaluator,
        engine: &mut Engine,
        position: &Position,
        mut best_indices: Option<&mut Vec<u32>>,
    ) -> Result<Option<(usize, MoveValue)>, TurnError> {
        self.read_hidden(evaluator, engine, position)?;
        let (mut best, mut failure) = (None, None);
        let directions = engine.rules().directions().len();
        let mut next = 0;
        while next < directions {
            let (mut found, mut lanes) = ([None; LANES], 0);
            while next < directions && lanes < LANES {
                if position.is_available(next) {
                    match self.make_move(evaluator, engine, position, next, lanes) {
                        Ok(None) => {}
                        Ok(Some(own)) => {
                            found[lanes] = Some((next, own));
                            lanes += 1;
                        }
                        Err(error) => failure = Some(error),
                    }
                }
                next += 1;
            }
            self.find(evaluator);
            let mut best_lane = None;
            for (lane, own) in found.into_iter().enumerate() {
                let Some((direction, mut move_value)) = own else { break };
                if !move_value.ends {
                    move_value.value = self.weights.value_in(&evaluator.indices, lane);
                }
                if best.is_none_or(|(_, best): (usize, MoveValue)| move_value.total() > best.total()) {
                    best = Some((direction, move_value));
                    best_lane = Some(lane);
                }
            }
            if let (Some(lane), Some(indices)) = (best_lane, &mut best_indices) {
                indices.clear();
                indices.extend(evaluator.indices.iter().map(|lanes| lanes[lane]));
            }
        }
        match (best, failure) {
            (None, Some(error)) => Err(error),
            (best, _) => Ok(best),
        }
    }
}
