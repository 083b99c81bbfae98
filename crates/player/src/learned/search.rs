//! Expectimax on a learned value: all moves and all spawns, to a depth.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use polymerge_rules::{Afterstate, Direct, Engine, Position, Rng, Screen, Spawns, TurnError};

use crate::learned::value::{Evaluator, LearnedValue, MoveValue, Reward};
use crate::rollouts::legal;
use crate::stream::derive;

/// The number of turns that are sampled where the spawns are not listed.
const SAMPLES: u64 = 4;
/// The part of all probability that rare spawns have together: what follows them counts little, and
/// is searched one move less deep.
const RARE: f64 = 0.15;
/// The growth from depth to depth, as a part of the growth before: positions are met again, and some
/// come after rare spawns.
const GROWTH: f64 = 0.5;
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
pub struct Search<V> {
    value: V,
    evaluator: Evaluator,
    indices: Vec<u32>,
    kinds: Vec<u32>,
    seed: u64,
    /// Values of positions: each with its hash, in which are the depth and the decision.
    table: Vec<(u64, NodeValue)>,
    decisions: u64,
    decision: Option<Decision>,
    nodes: u64,
    budget: u64,
    /// Ends searches before their budget is spent.
    interrupt: Option<Arc<AtomicBool>>,
}

/// A decision in progress.
#[derive(Debug)]
struct Decision {
    root: Position,
    directions: Vec<usize>,
    /// The number of positions to evaluate.
    nodes: u64,
    most_depth: u32,
    /// The ranking of the deepest search that was completed.
    ranking: ValueRanking,
    /// The number of positions that the last depth has evaluated; of the first depth, of directions.
    last_step: u64,
}

/// Returns the number of positions that the next depth is likely to evaluate, by the numbers of the
/// last depth and of the one before. The first depth counts as one position for each direction. A
/// depth that would not be completed is not begun: it costs time, and changes nothing.
fn expected_step((last, before): (u64, u64)) -> f64 {
    let (last, before) = (last as f64, before as f64);
    GROWTH * last * last / before.max(1.0)
}

/// Returns the probability below which spawns are rare. All that are rarer come to at most [`RARE`] of
/// the sum; equally likely ones are rare together or not at all, wherever they are listed.
fn rare_below(probabilities: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = probabilities.collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let mut left = RARE * sorted.iter().sum::<f64>();
    let first_other = sorted.into_iter().find(|probability| {
        left -= probability;
        left < 0.0
    });
    first_other.unwrap_or(0.0)
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
    /// Returns the ranking before anything was evaluated.
    pub(crate) fn none(reward: Reward, depth: u32) -> ValueRanking {
        ValueRanking { choices: Vec::new(), reward, depth, nodes: 0, exact: false }
    }

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

impl<V: AsMut<LearnedValue>> Search<V> {
    /// Creates a search by a value, in positions of one engine. The seed is for chance that is not
    /// listed.
    pub fn new(mut value: V, seed: u64) -> Search<V> {
        let own = value.as_mut();
        own.forget_engine();
        let cells = own.network.cells;
        Search {
            value,
            evaluator: Evaluator::new(cells, seed),
            indices: Vec::new(),
            kinds: vec![0; cells],
            seed,
            table: Vec::new(),
            decisions: 0,
            decision: None,
            nodes: 0,
            budget: 0,
            interrupt: None,
        }
    }

    /// Ends searches as if their budget were spent, as long as a flag is true.
    pub(crate) fn interrupt_by(&mut self, flag: Arc<AtomicBool>) {
        self.interrupt = Some(flag);
    }

    /// Returns true if no more positions may be evaluated. The first depth is always completed.
    fn is_spent(&self) -> bool {
        let is_interrupted =
            || self.interrupt.as_ref().is_some_and(|interrupt| interrupt.load(Ordering::Relaxed));
        self.nodes >= self.budget || self.budget < u64::MAX && is_interrupted()
    }

    /// Becomes a new search with another seed, perhaps in positions of another engine.
    pub(crate) fn reseed(&mut self, seed: u64) {
        self.value.as_mut().forget_engine();
        self.evaluator = self.evaluator.fresh(seed);
        self.table.clear();
        (self.seed, self.decisions, self.decision) = (seed, 0, None);
    }

    /// Returns the direction of the highest value, without search; `None` if nothing can be moved.
    pub(crate) fn choose_at_once(
        &mut self,
        engine: &mut Engine,
        position: &Position,
    ) -> Result<Option<usize>, TurnError> {
        let best = self.value.as_mut().best(&mut self.evaluator, engine, position, &mut self.indices)?;
        Ok(best.map(|(direction, _)| direction))
    }

    /// Ranks the directions by iterative deepening. No depth is begun that would probably take more
    /// than `nodes` positions in all. The deepest search that was completed counts; the first one
    /// always is.
    ///
    /// # Errors
    /// As [`legal`]; and the turns of all directions fail.
    pub fn rank(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        nodes: u64,
    ) -> Result<ValueRanking, TurnError> {
        self.begin(engine, position, nodes, u32::MAX)?;
        while self.deepen(engine)? {}
        Ok(self.ranking())
    }

    /// Begins a decision: at most `nodes` positions may be evaluated, to a greatest depth in moves.
    ///
    /// # Errors
    /// As [`legal`].
    pub(crate) fn begin(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        nodes: u64,
        most_depth: u32,
    ) -> Result<(), TurnError> {
        self.decisions += 1;
        (self.nodes, self.budget) = (0, u64::MAX);
        self.table.resize(TABLE, (0, NodeValue::default()));
        let reward = self.value.as_mut().reward;
        self.decision = Some(Decision {
            root: position.clone(),
            directions: legal(engine, position)?,
            nodes,
            most_depth: most_depth.min(DEEPEST),
            ranking: ValueRanking::none(reward, 0),
            last_step: 0,
        });
        Ok(())
    }

    /// Searches one move deeper. Returns true if there is budget left to do so again.
    ///
    /// # Errors
    /// The turns of all directions fail.
    pub(crate) fn deepen(&mut self, engine: &mut Engine) -> Result<bool, TurnError> {
        let Some(mut decision) = self.decision.take() else { return Ok(false) };
        let goes_on = self.deepen_decision(engine, &mut decision);
        decision.ranking.nodes = self.nodes;
        self.decision = Some(decision);
        goes_on
    }

    fn deepen_decision(&mut self, engine: &mut Engine, decision: &mut Decision) -> Result<bool, TurnError> {
        let before = self.nodes;
        let Decision { root, directions, nodes, most_depth, ranking, last_step } = decision;
        let deeper = self.at_depth(engine, root, directions, ranking.depth + 1);
        // The largest number means that there is no budget yet.
        self.budget = (*nodes).min(u64::MAX - 1);
        let is_spent = match deeper {
            Ok((choices, exact)) => {
                (ranking.choices, ranking.exact) = (choices, exact);
                ranking.depth += 1;
                false
            }
            Err(Stop::Spent) => true,
            Err(Stop::Failed(error)) => return Err(error),
        };
        // Where values are exact, a deeper search tells nothing new.
        let is_known = ranking.exact || directions.len() <= 1;
        // The first depth evaluates boards after moves, which are no nodes.
        let evaluated = (self.nodes - before).max(directions.len() as u64);
        let step = (evaluated, std::mem::replace(last_step, evaluated));
        let left = nodes.saturating_sub(self.nodes);
        let has_room = left > 0 && expected_step(step) <= left as f64;
        if !(is_spent || is_known) && ranking.depth < *most_depth && has_room {
            return Ok(true);
        }
        if !root.won() {
            for choice in &mut ranking.choices {
                let value = self.value.as_mut();
                choice.win = value.chance(&mut self.evaluator, engine, root, choice.direction);
            }
        }
        Ok(false)
    }

    /// Returns the ranking of the deepest search so far. The chances to reach the goal are estimated
    /// once the decision is complete.
    pub(crate) fn ranking(&mut self) -> ValueRanking {
        match &self.decision {
            Some(decision) => decision.ranking.clone(),
            None => ValueRanking::none(self.value.as_mut().reward, 0),
        }
    }

    /// The depth to which all directions were searched.
    pub(crate) fn depth(&self) -> u32 {
        self.decision.as_ref().map_or(0, |decision| decision.ranking.depth)
    }

    /// The number of positions that the present decision has evaluated.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
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
        let LearnedValue { reward, unit, .. } = *self.value.as_mut();
        let scaled = |total: f32| match reward {
            Reward::Points => f64::from(total) * unit,
            Reward::Turns => f64::from(total),
        };
        let origin = if reward == Reward::Points { position.score() } else { 0.0 };
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
        let move_value = self.value.as_mut().move_value(&mut self.evaluator, engine, position, direction)?;
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
            let rare = rare_below(spawns.iter().map(|spawn| spawn.probability));
            for spawn in &spawns {
                let below = if spawn.probability < rare { depth - 2 } else { depth - 1 };
                let mut next = position.clone();
                engine.play_spawn(&mut next, direction, spawn, &mut chance)?;
                let own = self.position(engine, next, below.max(1))?;
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
            let reward = self.value.as_mut().reward_of(points) - move_value.reward;
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
        self.value.as_mut().codes.identify(&mut self.kinds, engine.kinds());
        let hash = self.hash(depth, position.moves());
        let place = hash as usize % TABLE;
        match self.table.get(place) {
            Some((own, value)) if *own == hash => return Ok(*value),
            _ if self.is_spent() => return Err(Stop::Spent),
            _ => self.nodes += 1,
        }
        let value = match depth {
            1 => {
                let value = self.value.as_mut();
                let best = value.best(&mut self.evaluator, engine, &position, &mut self.indices)?;
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

    /// A hash of the board that was read, the depth, the number of moves and the decision. Positions
    /// of different turns may be searched equally deep, since what follows rare spawns is searched
    /// less deep. What else may be in a position is much the same after as many moves of one decision.
    fn hash(&self, depth: u32, moves: f64) -> u64 {
        let turn = moves.to_bits().rotate_left(8) ^ u64::from(depth);
        let start = self.decisions.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ turn;
        self.kinds.iter().fold(derive(self.seed, start), |hash, kind| {
            let mixed = (hash ^ u64::from(*kind)).wrapping_mul(0xff51_afd7_ed55_8ccd);
            mixed ^ mixed >> 32
        })
    }
}

#[cfg(test)]
mod tests {
    use polymerge_rules::{Limits, Mode, Ruleset};

    use super::*;
    use crate::learned::trainer::{Trainer, Training};

    #[test]
    fn the_next_depth_is_expected_to_grow_half_as_much_as_the_last_one() {
        // The positions of the last depth, of the one before, and of the next one.
        for (last, before, next) in [(4, 0, 8.0), (60, 4, 450.0), (1_000, 100, 5_000.0), (0, 0, 0.0)] {
            assert_eq!(expected_step((last, before)), next, "{last} {before}");
        }
    }

    #[test]
    fn rare_spawns_are_the_last_part_of_all_probability() {
        let rare = |list: &[(usize, f64)]| {
            let all = || list.iter().flat_map(|(times, probability)| vec![*probability; *times]);
            let below = rare_below(all());
            all().filter(|probability| *probability < below).count()
        };
        // Plain rules with five empty cells, equal spawns, one spawn and none.
        assert_eq!(rare(&[(5, 0.18), (5, 0.02)]), 5);
        assert_eq!((rare(&[(20, 0.05)]), rare(&[(1, 1.0)]), rare(&[])), (0, 0, 0));
        // One likely spawn and many that are half of the probability together.
        assert_eq!(rare(&[(1, 0.5), (20, 0.025)]), 0);
        assert_eq!(rare(&[(1, 0.5), (15, 0.03), (5, 0.01)]), 5);
    }

    #[test]
    fn a_depth_that_fits_into_the_budget_is_completed() {
        let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default()).unwrap();
        let mut engine = Engine::new(rules, 0.0);
        let training = Training { memory: 1 << 20, ..Training::default() };
        let mut value = Trainer::new(&mut engine, &training).unwrap().into_value();
        for seed in 0..20 {
            let mut chance = Direct(Rng::new(seed));
            let mut position = engine.start(&mut chance).unwrap();
            for turn in 0..40 {
                let directions = legal(&mut engine, &position).unwrap();
                engine.play(&mut position, directions[turn % directions.len()], &mut chance).unwrap();
            }
            let mut search = Search::new(&mut value, 1);
            search.begin(&mut engine, &position, u64::MAX, 3).unwrap();
            while search.deepen(&mut engine).unwrap() {}
            let needed = search.nodes();
            let mut within = |nodes| Search::new(&mut value, 1).rank(&mut engine, &position, nodes).unwrap();
            let ranking = within(needed);
            assert_eq!((ranking.depth, ranking.nodes), (3, needed), "{seed}");
            for nodes in [needed - 1, needed / 2, 10] {
                let ranking = within(nodes);
                assert!(ranking.depth < 3 && ranking.nodes <= nodes, "{seed} {nodes} {ranking:?}");
            }
        }
    }
}
