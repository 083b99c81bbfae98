//! A learned value of boards, and how the directions of a position look by it.

use std::fmt;

use polymerge_rules::{Direct, Engine, Position, Randomness, Screen, Seeded, TurnError};

use crate::learned::codes::{Code, Codes, Reading};
use crate::learned::network::{Board, Network, BOARD};
use crate::learned::weight::Weights;
use crate::rollout::go_on;

/// What is learned to be foreseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// The points that are still to come.
    Points,
    /// The turns that are still to come.
    Turns,
}

impl Reward {
    /// The name, as the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Reward::Points => "points",
            Reward::Turns => "turns",
        }
    }
}

/// What was learned of a mode: the value of a board before anything spawns.
///
/// It is of the rules of one mode ([`LearnedValue::is_of`]).
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedValue {
    /// The hash of the mode's rules.
    pub(crate) rules: u64,
    pub(crate) reward: Reward,
    /// The points that count as one, so that values are as large as numbers of turns.
    pub(crate) unit: f64,
    pub(crate) network: Network,
    pub(crate) codes: Codes,
    pub(crate) weights: Weights,
}

/// How large it is, in words.
impl fmt::Display for LearnedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let network = &self.network;
        let longest = network.tables.iter().map(|table| table.length).max().unwrap_or_default();
        write!(
            f,
            "{} patterns of up to {longest} cells in {} places, {} kinds apart, {} weights",
            network.tables.len(),
            network.lookups,
            network.codes,
            network.size()
        )
    }
}

/// Memory to look at boards with.
#[derive(Clone, Debug)]
pub(crate) struct Eye {
    kinds: Vec<u32>,
    board: Box<Board>,
    /// The places of the weights of the boards that were looked at last.
    pub indices: Vec<u32>,
    /// The directions that were looked at last.
    found: Vec<Found>,
    /// Where chance decides what a move makes of a board.
    chance: Direct<Seeded>,
}

/// How a direction looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Prospect {
    /// What the move itself brings, in units.
    pub reward: f32,
    /// What is still to come, in units.
    pub value: f32,
    /// Whether the game ends with the move.
    pub ends: bool,
}

impl Prospect {
    pub(crate) fn total(&self) -> f32 {
        self.reward + self.value
    }
}

/// Rewards are at most so large.
const LARGEST: f64 = 1e30;

impl Eye {
    pub(crate) fn new(cells: usize, seed: u64) -> Eye {
        Eye {
            kinds: vec![0; cells],
            board: Box::new([0; BOARD]),
            indices: Vec::new(),
            found: Vec::new(),
            chance: Direct(Seeded::new(seed)),
        }
    }

    /// Draws from another stream from now on.
    pub(crate) fn reseed(&mut self, seed: u64) {
        self.chance = Direct(Seeded::new(seed));
    }

    /// A random number from 0 to 1.
    pub(crate) fn part(&mut self) -> f32 {
        self.chance.next().unwrap_or_default() as f32
    }
}

impl LearnedValue {
    /// Whether it is of these rules.
    pub fn is_of(&self, mode: &polymerge_rules::Mode) -> bool {
        self.rules == mode.rules_hash()
    }

    /// What is foreseen.
    pub fn reward(&self) -> Reward {
        self.reward
    }

    /// From now on the boards of another engine are read.
    pub(crate) fn forget_engine(&mut self) {
        self.codes.forget_engine();
    }

    /// A number of points or a turn, in units.
    pub(crate) fn reward_of(&self, points: f64) -> f32 {
        match self.reward {
            Reward::Turns => 1.0,
            Reward::Points if points.is_nan() => 0.0,
            Reward::Points => (points / self.unit).clamp(-LARGEST, LARGEST) as f32,
        }
    }

    /// How a direction looks that is available; `None` if it moves nothing.
    ///
    /// # Errors
    /// The turn fails.
    pub(crate) fn prospect(
        &mut self,
        eye: &mut Eye,
        engine: &mut Engine,
        position: &Position,
        direction: usize,
    ) -> Result<Option<Prospect>, TurnError> {
        eye.indices.clear();
        let prospect = self.without_value(eye, engine, position, direction)?;
        Ok(prospect.map(|own| Prospect { value: self.weights.value(&eye.indices), ..own }))
    }

    /// As [`LearnedValue::prospect`], but without the value: the places of its weights are
    /// added to those in `eye`, unless the game ends.
    #[inline]
    fn without_value(
        &mut self,
        eye: &mut Eye,
        engine: &mut Engine,
        position: &Position,
        direction: usize,
    ) -> Result<Option<Prospect>, TurnError> {
        let (points, screen) = match engine.slide_kinds(position, direction, &mut eye.kinds) {
            Ok(Some(slide)) if !slide.moved => return Ok(None),
            Ok(Some(slide)) => (slide.points, slide.screen),
            Ok(None) => match self.sampled(eye, engine, position, direction)? {
                Some(sampled) => sampled,
                None => return Ok(None),
            },
            Err(TurnError::Refused(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let ends = match screen {
            Screen::Play => false,
            Screen::Win => !engine.rules().postgame_allowed(),
            Screen::GameOver => true,
        };
        if !ends {
            self.read(eye, engine, position);
        }
        Ok(Some(Prospect { reward: self.reward_of(points), value: 0.0, ends }))
    }

    /// Makes a move of which chance decides what becomes, on a fork.
    #[cold]
    fn sampled(
        &self,
        eye: &mut Eye,
        engine: &mut Engine,
        position: &Position,
        direction: usize,
    ) -> Result<Option<(f64, Screen)>, TurnError> {
        let mut fork = position.clone();
        if !engine.play(&mut fork, direction, &mut eye.chance)? {
            return Ok(None);
        }
        let points = fork.score() - position.score();
        let screen = fork.screen();
        go_on(engine, &mut fork, &mut false)?;
        engine.read_kinds(&fork, &mut eye.kinds)?;
        Ok(Some((points, screen)))
    }

    /// Finds the places of the weights of the board whose kinds were read.
    #[inline]
    fn read(&mut self, eye: &mut Eye, engine: &mut Engine, before: &Position) {
        let cells = eye.kinds.len();
        if let Reading::NewKind = self.codes.read(&eye.kinds, &mut eye.board[..cells]) {
            self.read_new(eye, engine, before);
        }
        if self.network.counts_empties {
            let empty = self.codes.empty();
            eye.board[cells] = eye.board[..cells].iter().filter(|code| **code == empty).count() as Code;
        }
        self.network.indices(&eye.board, &mut eye.indices);
    }

    #[cold]
    fn read_new(&mut self, eye: &mut Eye, engine: &mut Engine, before: &Position) {
        let mut kinds = vec![0; eye.kinds.len()];
        if engine.read_kinds(before, &mut kinds).is_err() {
            kinds.clear();
        }
        // What was there before may be new as well.
        self.codes.meet(&[], &kinds, engine.kinds());
        self.codes.meet(&kinds, &eye.kinds, engine.kinds());
        let cells = eye.kinds.len();
        self.codes.read(&eye.kinds, &mut eye.board[..cells]);
        eye.board[..cells].iter_mut().for_each(|code| self.codes.overflow(code));
    }

    /// The direction that looks best, how it looks, and in `best_indices` the places of its
    /// weights; `None` if nothing can be moved. Ties go to the direction with the lower
    /// number.
    ///
    /// # Errors
    /// Every turn that could be made fails.
    #[inline]
    pub(crate) fn best(
        &mut self,
        eye: &mut Eye,
        engine: &mut Engine,
        position: &Position,
        best_indices: &mut Vec<u32>,
    ) -> Result<Option<(usize, Prospect)>, TurnError> {
        eye.indices.clear();
        eye.found.clear();
        let mut failure = None;
        for direction in 0..engine.rules().directions().len() {
            if position.is_available(direction) {
                let first = eye.indices.len();
                match self.without_value(eye, engine, position, direction) {
                    Ok(None) => {}
                    Ok(Some(own)) => eye.found.push((direction, own, first)),
                    Err(error) => failure = Some(error),
                }
            }
        }
        // All values one after another, so that memory is waited for less often.
        let lookups = self.network.lookups;
        for (_, own, first) in eye.found.iter_mut().filter(|(_, own, _)| !own.ends) {
            own.value = self.weights.value(eye.indices.get(*first..*first + lookups).unwrap_or_default());
        }
        let better = |best: Found, own: Found| if own.1.total() > best.1.total() { own } else { best };
        let Some((direction, prospect, first)) = eye.found.iter().copied().reduce(better) else {
            return failure.map_or(Ok(None), Err);
        };
        best_indices.clear();
        best_indices.extend_from_slice(eye.indices.get(first..first + lookups).unwrap_or_default());
        Ok(Some((direction, prospect)))
    }
}

/// A direction, how it looks, and where the places of its weights begin.
type Found = (usize, Prospect, usize);
