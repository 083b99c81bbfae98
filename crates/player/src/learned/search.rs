//! Expectimax on a learned value: all moves and all spawns, to a depth.

use polymerge_rules::{Afterstate, Direct, Engine, Position, Rng, Screen, Spawns, TurnError};

use crate::game::Chooser;
use crate::learned::value::{Evaluator, LearnedValue, MoveValue, Reward};
use crate::rollouts::legal;
use crate::stream::derive;

/// The number of turns that are sampled where the spawns are not listed.
const SAMPLES: u64 = 4;
/// The number of places of the transposition table.
const TABLE: usize = 1 << 16;

/// Looks ahead by a learned value, to greater and greater depths.
///
/// Depth 1 is the value of each direction's board. With each further depth, one more spawn
/// and one more move of the player come before the value is asked. What may spawn is taken
/// with its probability where the engine lists it; otherwise a few turns are sampled, with
/// the same luck in all directions. The budget is a number of positions, never a time.
///
/// ```
/// use polymerge_player::{Search, Trainer, Training};
/// use polymerge_rules::{Direct, Engine, Limits, Mode, Ruleset, Rng};
///
/// let rules = Ruleset::compile(Mode::classic(3, 3), Limits::default())?;
/// let mut engine = Engine::new(rules, 0.0);
/// let mut trainer = Trainer::new(&mut engine, &Training { memory: 1 << 20, ..Training::default() })?;
/// trainer.run(&mut engine, 2_000)?;
/// let mut value = trainer.into_value();
/// let position = engine.start(&mut Direct(Rng::new(7)))?;
/// let ranking = Search::new(&mut value, 1).rank(&mut engine, &position, 500)?;
/// assert!(ranking.depth >= 2 && ranking.best().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Search<'v> {
    value: &'v mut LearnedValue,
    evaluator: Evaluator,
    indices: Vec<u32>,
    kinds: Vec<u32>,
    seed: u64,
    /// Values of positions: each with its hash, in which are the depth and the decision.
    table: Vec<(u64, NodeValue)>,
    decisions: u64,
    nodes: u64,
    budget: u64,
    all_nodes: u64,
}

/// Directions ranked by a learned value.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueRanking {
    /// Every legal direction, the best first; none if the game is over.
    pub choices: Vec<ValueChoice>,
    /// The quantity that is estimated: the final score, or the turns to come.
    pub reward: Reward,
    /// The depth to which all directions were searched, in moves.
    pub depth: u32,
    /// The number of positions that were evaluated.
    pub nodes: u64,
    /// True if the values are exact: everything that can happen until the game ends was searched.
    pub exact: bool,
}

/// The value of a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueChoice {
    /// The direction's number.
    pub direction: usize,
    /// The mean final score, or the mean number of turns to come.
    pub value: f64,
    /// The difference between the value of the best direction and this one.
    pub worse: f64,
    /// The chance to reach the goal, estimated without search; `None` if no goal is open or the
    /// chance was not learned.
    pub win: Option<f64>,
}

impl ValueRanking {
    /// The best direction.
    pub fn best(&self) -> Option<&ValueChoice> {
        self.choices.first()
    }
}

/// The value of a position or a move, in units. It is exact if the learned value was not needed:
/// everything that can happen until the end of the game was searched.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct NodeValue {
    units: f32,
    exact: bool,
}

/// The greatest depth.
const DEEPEST: u32 = 60;

/// The reasons to stop: the budget is spent, or a turn has failed.
enum Stop {
    Spent,
    Failed(TurnError),
}

impl From<TurnError> for Stop {
    fn from(error: TurnError) -> Stop {
        Stop::Failed(error)
    }
}

impl<'v> Search<'v> {
    /// Creates a search by a value, in positions of one engine. The seed is for chance that is not
    /// listed.
    pub fn new(value: &'v mut LearnedValue, seed: u64) -> Search<'v> {
        value.forget_engine();
        let evaluator = Evaluator::new(value.network.cells, seed);
        let kinds = vec![0; value.network.cells];
        Search {
            value,
            evaluator,
            indices: Vec::new(),
            kinds,
            seed,
            table: vec![(0, NodeValue::default()); TABLE],
            decisions: 0,
            nodes: 0,
            budget: 0,
            all_nodes: 0,
        }
    }

    /// Ranks the directions by iterative deepening, until about `nodes` positions were evaluated.
    /// The deepest search that was completed counts; the first one always is.
    ///
    /// # Errors
    /// As [`legal`]; and the turns of all directions fail.
    pub fn rank(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        nodes: u64,
    ) -> Result<ValueRanking, TurnError> {
        self.rank_to_depth(engine, position, nodes, u32::MAX)
    }

    /// Ranks the directions as [`Search::rank`] does, to a greatest depth in moves.
    ///
    /// # Errors
    /// As [`Search::rank`].
    pub fn rank_to_depth(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        nodes: u64,
        most_depth: u32,
    ) -> Result<ValueRanking, TurnError> {
        self.decisions += 1;
        (self.nodes, self.budget) = (0, u64::MAX);
        let directions = legal(engine, position)?;
        let mut ranking =
            ValueRanking { choices: Vec::new(), reward: self.value.reward, depth: 0, nodes: 0, exact: false };
        let most_depth = most_depth.min(DEEPEST);
        while ranking.depth == 0 || (ranking.depth < most_depth && self.nodes < nodes) {
            let deeper = self.at_depth(engine, position, &directions, ranking.depth + 1);
            self.budget = nodes;
            match deeper {
                Ok((choices, exact)) => (ranking.choices, ranking.exact) = (choices, exact),
                Err(Stop::Spent) => break,
                Err(Stop::Failed(error)) => return Err(error),
            }
            ranking.depth += 1;
            // A deeper look tells nothing new, or there is nothing to choose from.
            if ranking.exact || directions.len() <= 1 {
                break;
            }
        }
        if !position.won() {
            for choice in &mut ranking.choices {
                choice.win = self.value.chance(&mut self.evaluator, engine, position, choice.direction);
            }
        }
        ranking.nodes = self.nodes;
        self.all_nodes += self.nodes;
        Ok(ranking)
    }

    fn at_depth(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        directions: &[usize],
        depth: u32,
    ) -> Result<(Vec<ValueChoice>, bool), Stop> {
        let (mut choices, mut exact, mut failure) = (Vec::new(), true, None);
        for direction in directions {
            match self.direction(engine, position, *direction, depth) {
                Ok(Some(total)) => {
                    choices.push((*direction, total.units));
                    exact &= total.exact;
                }
                Ok(None) => {}
                Err(Stop::Failed(error)) => failure = Some(error),
                Err(Stop::Spent) => return Err(Stop::Spent),
            }
        }
        if let (true, Some(error)) = (choices.is_empty(), failure) {
            return Err(Stop::Failed(error));
        }
        choices.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let best = choices.first().map_or(0.0, |(_, total)| *total);
        let scaled = |total: f32| match self.value.reward {
            Reward::Points => f64::from(total) * self.value.unit,
            Reward::Turns => f64::from(total),
        };
        let origin = if self.value.reward == Reward::Points { position.score() } else { 0.0 };
        let valued = |(direction, total): &(usize, f32)| ValueChoice {
            direction: *direction,
            value: origin + scaled(*total),
            worse: scaled(best) - scaled(*total),
            win: None,
        };
        Ok((choices.iter().map(valued).collect(), exact))
    }

    /// Returns the value of a direction: its reward and the value of what follows; `None` if it
    /// moves nothing.
    fn direction(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        direction: usize,
        depth: u32,
    ) -> Result<Option<NodeValue>, Stop> {
        let move_value = self.value.move_value(&mut self.evaluator, engine, position, direction)?;
        let Some(move_value) = move_value else { return Ok(None) };
        if depth <= 1 || move_value.ends {
            return Ok(Some(NodeValue { units: move_value.total(), exact: move_value.ends }));
        }
        let after = engine.afterstate(position, direction)?;
        let later = self.spawns(engine, position, (direction, &move_value), after, depth)?;
        Ok(Some(NodeValue { units: move_value.reward + later.units, exact: later.exact }))
    }

    /// Returns the mean value over all spawns after a move.
    fn spawns(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        (direction, move_value): (usize, &MoveValue),
        after: Option<Afterstate>,
        depth: u32,
    ) -> Result<NodeValue, Stop> {
        let spawns = match &after {
            Some(after) => engine.spawns(after)?,
            None => Spawns::Sampled,
        };
        let mut chance = Direct(Rng::new(derive(self.seed, u64::from(depth))));
        if let Spawns::Exact(spawns) = spawns {
            let mut mean = NodeValue { units: 0.0, exact: true };
            for spawn in &spawns {
                let mut next = position.clone();
                engine.play_spawn(&mut next, direction, spawn, &mut chance)?;
                let own = self.position(engine, next, depth - 1)?;
                mean.units += spawn.probability as f32 * own.units;
                mean.exact &= own.exact;
            }
            return Ok(mean);
        }
        // The draws of a sample may change its points, too.
        let samples = if spawns == Spawns::Nothing { 1 } else { SAMPLES };
        let mut sum = 0.0;
        for sample in 0..samples {
            let mut chance = Direct(Rng::new(derive(self.seed ^ sample, u64::from(depth))));
            let mut next = position.clone();
            engine.play(&mut next, direction, &mut chance)?;
            let points = next.score() - position.score();
            let reward = self.value.reward_of(points) - move_value.reward;
            sum += reward + self.position(engine, next, depth - 1)?.units;
        }
        Ok(NodeValue { units: sum / samples as f32, exact: false })
    }

    /// Returns the value of a position under its best direction; 0 if the game is over.
    fn position(
        &mut self,
        engine: &mut Engine,
        mut position: Position,
        depth: u32,
    ) -> Result<NodeValue, Stop> {
        match position.screen() {
            Screen::Play => {}
            Screen::Win if engine.rules().postgame_allowed() => engine.continue_after_win(&mut position)?,
            Screen::Win | Screen::GameOver => return Ok(NodeValue { units: 0.0, exact: true }),
        }
        engine.read_kinds(&position, &mut self.kinds)?;
        self.value.codes.identify(&mut self.kinds, engine.kinds());
        let hash = self.hash(depth);
        let place = hash as usize % TABLE;
        match self.table.get(place) {
            Some((own, value)) if *own == hash => return Ok(*value),
            _ if self.nodes >= self.budget => return Err(Stop::Spent),
            _ => self.nodes += 1,
        }
        let value = match depth {
            1 => {
                let best = self.value.best(&mut self.evaluator, engine, &position, &mut self.indices)?;
                best.map_or(NodeValue { units: 0.0, exact: true }, |(_, move_value)| NodeValue {
                    units: move_value.total(),
                    exact: false,
                })
            }
            _ => {
                let (mut best, mut exact) = (None, true);
                for direction in 0..engine.rules().directions().len() {
                    if position.is_available(direction) {
                        let own = self.direction(engine, &position, direction, depth)?;
                        exact &= own.is_none_or(|own| own.exact);
                        let own = own.map(|own| own.units);
                        best = if own > best { own } else { best };
                    }
                }
                NodeValue { units: best.unwrap_or_default(), exact }
            }
        };
        if let Some(own) = self.table.get_mut(place) {
            *own = (hash, value);
        }
        Ok(value)
    }

    /// A hash of the board that was read, the depth and the decision: what else may be in a
    /// position is much the same within one decision.
    fn hash(&self, depth: u32) -> u64 {
        let start = self.decisions.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(depth);
        self.kinds.iter().fold(derive(self.seed, start), |hash, kind| {
            let mixed = (hash ^ u64::from(*kind)).wrapping_mul(0xff51_afd7_ed55_8ccd);
            mixed ^ mixed >> 32
        })
    }
}

/// Plays the direction that a search ranks first, in positions of one engine.
#[derive(Debug)]
pub struct SearchPlayer<'v> {
    search: Search<'v>,
    nodes: u64,
    depth: u32,
}

impl<'v> SearchPlayer<'v> {
    /// Creates a player that evaluates about `nodes` positions for each move, to a greatest depth
    /// in moves.
    pub fn new(value: &'v mut LearnedValue, nodes: u64, depth: u32, seed: u64) -> SearchPlayer<'v> {
        SearchPlayer { search: Search::new(value, seed), nodes, depth }
    }
}

impl Chooser for SearchPlayer<'_> {
    fn choose(&mut self, engine: &mut Engine, position: &Position) -> Result<Option<usize>, TurnError> {
        let ranking = self.search.rank_to_depth(engine, position, self.nodes, self.depth)?;
        Ok(ranking.best().map(|best| best.direction))
    }

    fn simulated(&self) -> u64 {
        self.search.all_nodes
    }
}
