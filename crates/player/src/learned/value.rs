//! A learned value of boards, and how the directions of a position look by it.

use std::fmt;

use polymerge_rules::{Direct, Engine, Position, Randomness, Rng, Screen, TurnError};

use crate::hidden::Hidden;
use crate::learned::codes::{Code, Codes, Reading};
use crate::learned::features::Feature;
use crate::learned::network::{Boards, Lanes, Network, LANES};
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
    /// What is looked at of the hidden state.
    pub(crate) features: Vec<Feature>,
    pub(crate) weights: Weights,
    /// Those of the chance to reach the goal.
    pub(crate) goal: Option<Weights>,
}

/// How large it is, in words.
impl fmt::Display for LearnedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let network = &self.network;
        let longest = network.tables.iter().map(|table| table.length).max().unwrap_or_default();
        write!(
            f,
            "{} patterns of up to {longest} cells in {} places, {} kinds apart, {} of hidden state, {} weights",
            network.tables.len(),
            network.lookups,
            network.codes,
            network.hidden,
            network.size()
        )
    }
}

/// Memory to look at boards with.
#[derive(Clone, Debug)]
pub(crate) struct Eye {
    kinds: Vec<u32>,
    codes: Vec<Code>,
    /// Where the hidden state is read, its numbers, and the codes of its features.
    hidden: Option<Hidden>,
    numbers: Vec<u64>,
    features: Vec<Code>,
    boards: Boards,
    /// The places of the weights of boards that were looked at together.
    indices: Vec<Lanes>,
    /// Where chance decides what a move makes of a board.
    chance: Direct<Rng>,
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
    /// Whether the move reaches the goal.
    pub wins: bool,
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
            codes: vec![0; cells],
            hidden: None,
            numbers: Vec::new(),
            features: Vec::new(),
            boards: Boards::new(),
            indices: Vec::new(),
            chance: Direct(Rng::new(seed)),
        }
    }

    /// Draws from another stream from now on.
    pub(crate) fn reseed(&mut self, seed: u64) {
        self.chance = Direct(Rng::new(seed));
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
        self.read_hidden(eye, engine, position)?;
        let Some(mut prospect) = self.without_value(eye, engine, position, direction, 0)? else {
            return Ok(None);
        };
        if !prospect.ends {
            self.find(eye);
            prospect.value = self.weights.value_in(&eye.indices, 0);
        }
        Ok(Some(prospect))
    }

    /// As [`LearnedValue::prospect`], but without the value: the board is taken into a lane of
    /// `eye`, unless the game ends.
    #[inline]
    fn without_value(
        &mut self,
        eye: &mut Eye,
        engine: &mut Engine,
        position: &Position,
        direction: usize,
        lane: usize,
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
            self.read(eye, engine, position, lane);
        }
        Ok(Some(Prospect { reward: self.reward_of(points), value: 0.0, ends, wins: screen == Screen::Win }))
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

    /// Takes the board whose kinds were read into a lane.
    #[inline]
    fn read(&mut self, eye: &mut Eye, engine: &mut Engine, before: &Position, lane: usize) {
        if let Reading::NewKind = self.codes.read(&eye.kinds, &mut eye.codes) {
            self.read_new(eye, engine, before);
        }
        let codes = eye.codes.iter().copied();
        if self.network.counts_empties || self.network.hidden > 0 {
            let empty = self.codes.empty();
            let empties = codes.clone().filter(|code| *code == empty).count();
            eye.boards.set(lane, codes.chain([empties as Code]).chain(eye.features.iter().copied()));
        } else {
            eye.boards.set(lane, codes);
        }
    }

    /// Finds the codes of the hidden state of a position, which is looked at with all boards
    /// that can become of it.
    fn read_hidden(&self, eye: &mut Eye, engine: &Engine, position: &Position) -> Result<(), TurnError> {
        if self.features.is_empty() {
            return Ok(());
        }
        let hidden = eye.hidden.get_or_insert_with(|| Hidden::of(engine.rules().mode()));
        eye.numbers.clear();
        hidden.read(engine, position, &mut eye.numbers)?;
        eye.features.clear();
        eye.features.extend(self.features.iter().map(|feature| feature.code(&eye.numbers)));
        Ok(())
    }

    /// Finds the places of the weights of the boards in all lanes.
    #[inline]
    fn find(&self, eye: &mut Eye) {
        eye.indices.clear();
        self.network.indices(&mut eye.boards, &mut eye.indices);
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
        self.codes.read(&eye.kinds, &mut eye.codes);
        eye.codes.iter_mut().for_each(|code| self.codes.overflow(code));
    }

    /// How likely it looks that the goal is reached by pressing a direction; `None` if that
    /// was not learned, or it moves nothing.
    pub(crate) fn chance(
        &mut self,
        eye: &mut Eye,
        engine: &mut Engine,
        position: &Position,
        direction: usize,
    ) -> Option<f64> {
        self.goal.as_ref()?;
        self.read_hidden(eye, engine, position).ok()?;
        let prospect = self.without_value(eye, engine, position, direction, 0).ok()??;
        self.find(eye);
        let goal = self.goal.as_ref()?;
        match (prospect.wins, prospect.ends) {
            (true, _) => Some(1.0),
            (false, true) => Some(0.0),
            (false, false) => Some(f64::from(goal.value_in(&eye.indices, 0).clamp(0.0, 1.0))),
        }
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
        self.read_hidden(eye, engine, position)?;
        let (mut best, mut failure) = (None, None);
        let directions = engine.rules().directions().len();
        let mut next = 0;
        while next < directions {
            let (mut found, mut lanes) = ([None; LANES], 0);
            while next < directions && lanes < LANES {
                if position.is_available(next) {
                    match self.without_value(eye, engine, position, next, lanes) {
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
            self.find(eye);
            for (lane, own) in found.into_iter().enumerate() {
                let Some((direction, mut prospect)) = own else { break };
                if !prospect.ends {
                    prospect.value = self.weights.value_in(&eye.indices, lane);
                }
                if best.is_none_or(|(_, best): (usize, Prospect)| prospect.total() > best.total()) {
                    best = Some((direction, prospect));
                    best_indices.clear();
                    best_indices.extend(eye.indices.iter().map(|lanes| lanes[lane]));
                }
            }
        }
        match (best, failure) {
            (None, Some(error)) => Err(error),
            (best, _) => Ok(best),
        }
    }
}
