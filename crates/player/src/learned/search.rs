//! Expectimax on a learned value: all moves and all spawns, to a depth.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use polymerge_rules::{Engine, Position, TurnError};

use crate::learned::tree::{Stop, Tree, With};
use crate::learned::value::{LearnedValue, Reward};
use crate::rollouts::legal;

/// The growth from depth to depth, as a part of the growth before: positions are met again, and some
/// come after rare spawns.
const GROWTH: f64 = 0.5;

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
    tree: Tree,
    decision: Option<Decision>,
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

/// The greatest depth.
const DEEPEST: u32 = 60;

impl<V: AsMut<LearnedValue>> Search<V> {
    /// Creates a search by a value, in positions of one engine. The seed is for chance that is not
    /// listed.
    pub fn new(mut value: V, seed: u64) -> Search<V> {
        let own = value.as_mut();
        own.forget_engine();
        let tree = Tree::new(own.network.cells, seed);
        Search { value, tree, decision: None }
    }

    /// Ends searches as if their budget were spent, as long as a flag is true.
    pub(crate) fn interrupt_by(&mut self, flag: Arc<AtomicBool>) {
        self.tree.interrupt = Some(flag);
    }

    /// Becomes a new search with another seed, perhaps in positions of another engine.
    pub(crate) fn reseed(&mut self, seed: u64) {
        self.value.as_mut().forget_engine();
        self.tree.reseed(seed);
        self.decision = None;
    }

    /// Returns the direction of the highest value, without search; `None` if nothing can be moved.
    pub(crate) fn choose_at_once(
        &mut self,
        engine: &mut Engine,
        position: &Position,
    ) -> Result<Option<usize>, TurnError> {
        self.tree.best_at_once(With { engine, value: self.value.as_mut() }, position)
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
        self.tree.begin(engine.rules());
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
        let goes_on = decision.deepen(&mut self.tree, With { engine, value: self.value.as_mut() });
        decision.ranking.nodes = self.tree.nodes;
        self.decision = Some(decision);
        goes_on
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
        self.tree.nodes
    }
}

impl Decision {
    /// Searches one move deeper. Returns true if there is budget left to do so again.
    fn deepen(&mut self, tree: &mut Tree, mut with: With<'_>) -> Result<bool, TurnError> {
        let before = tree.nodes;
        let deeper = self.at_depth(tree, &mut with, self.ranking.depth + 1);
        let Decision { root, directions, nodes, most_depth, ranking, last_step } = self;
        // The largest number means that there is no budget yet.
        tree.budget = (*nodes).min(u64::MAX - 1);
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
        let evaluated = (tree.nodes - before).max(directions.len() as u64);
        let step = (evaluated, std::mem::replace(last_step, evaluated));
        let left = nodes.saturating_sub(tree.nodes);
        let has_room = left > 0 && expected_step(step) <= left as f64;
        if !(is_spent || is_known) && ranking.depth < *most_depth && has_room {
            return Ok(true);
        }
        if !root.won() {
            for choice in &mut ranking.choices {
                choice.win = with.value.chance(&mut tree.evaluator, with.engine, root, choice.direction);
            }
        }
        Ok(false)
    }

    /// Returns the directions with their values at a depth, the best first, and true if all of them
    /// are exact.
    fn at_depth(
        &self,
        tree: &mut Tree,
        with: &mut With<'_>,
        depth: u32,
    ) -> Result<(Vec<ValueChoice>, bool), Stop> {
        let (mut choices, mut exact, mut failure) = (Vec::new(), true, None);
        for direction in &self.directions {
            match tree.direction(with, &self.root, *direction, depth) {
                Ok(own) => {
                    choices.extend(own.units.map(|total| (*direction, total)));
                    exact &= own.exact;
                }
                Err(Stop::Failed(error)) => failure = Some(error),
                Err(Stop::Spent) => return Err(Stop::Spent),
            }
        }
        if let (true, Some(error)) = (choices.is_empty(), failure) {
            return Err(Stop::Failed(error));
        }
        choices.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let best = choices.first().map_or(0.0, |(_, total)| *total);
        let LearnedValue { reward, unit, .. } = *with.value;
        let scaled = |total: f32| match reward {
            Reward::Points => f64::from(total) * unit,
            Reward::Turns => f64::from(total),
        };
        let origin = if reward == Reward::Points { self.root.score() } else { 0.0 };
        let valued = |(direction, total): &(usize, f32)| ValueChoice {
            direction: *direction,
            value: origin + scaled(*total),
            worse: scaled(best) - scaled(*total),
            win: None,
        };
        Ok((choices.iter().map(valued).collect(), exact))
    }
}

#[cfg(test)]
mod tests {
    use calcarray::json;
    use polymerge_rules::{Direct, Limits, Mode, Rng, Ruleset};

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

    fn engine(mode: Mode) -> Engine {
        Engine::new(Ruleset::compile(mode, Limits::default()).unwrap(), 0.0)
    }

    fn read(text: &str) -> calcarray::Value {
        json::read(text, &Default::default()).unwrap()
    }

    fn learned(engine: &mut Engine, moves: u64) -> LearnedValue {
        let training = Training { memory: 1 << 20, ..Training::default() };
        let mut trainer = Trainer::new(engine, &training).unwrap();
        trainer.run(engine, moves).unwrap();
        trainer.into_value()
    }

    /// A position of a game that is still going on.
    fn position(engine: &mut Engine, seed: u64, turns: usize) -> Position {
        let mut chance = Direct(Rng::new(seed));
        let mut position = engine.start(&mut chance).unwrap();
        for turn in 0..turns {
            let mut next = position.clone();
            let directions = legal(engine, &next).unwrap();
            engine.play(&mut next, directions[turn % directions.len()], &mut chance).unwrap();
            if legal(engine, &next).unwrap().is_empty() {
                break;
            }
            position = next;
        }
        position
    }

    #[test]
    fn values_from_the_table_are_those_of_a_search_without_it() {
        let plain = || Mode::classic(3, 3);
        // What the script does depends on whether the tile has spawned in the corner.
        let clears = r#"[[[0, "@if", ["@Grid 0 0", "=", "@Empty"],
            "@replace_tile", 1, 1, "@Empty", "@end-if"], "EndTurn"]]"#;
        let goal = Mode {
            win_conditions: read("[]"),
            win_requirement: read(r#"["@Score", ">", 55]"#),
            postgame_allowed: false.into(),
            ..plain()
        };
        let several = Mode {
            win_conditions: read("[[3], [4]]"),
            win_requirement: 2.0.into(),
            postgame_allowed: false.into(),
            ..plain()
        };
        let by_chance = Mode { lose_requirement: read(r#"[0, "rand_int", 9, "=", 0]"#), ..plain() };
        for (name, mode) in [
            ("plain", plain()),
            ("script", Mode { scripts: read(clears), ..plain() }),
            ("next tiles", Mode { next_tiles: 1.0, ..plain() }),
            ("goal by score", goal),
            ("goal of two tiles", several),
            ("chance", by_chance),
        ] {
            let mut engine = engine(mode);
            let mut value = learned(&mut engine, 1_000);
            let (mut saved, mut different) = (0, 0);
            for seed in 0..12 {
                let position = position(&mut engine, seed, 2 * seed as usize);
                let [with, without] = [false, true].map(|forgets| {
                    let mut search = Search::new(&mut value, 1);
                    search.tree.forgets = forgets;
                    search.begin(&mut engine, &position, u64::MAX, 3).unwrap();
                    while search.deepen(&mut engine).unwrap() {}
                    search.ranking()
                });
                saved += without.nodes - with.nodes;
                different += u32::from(ValueRanking { nodes: with.nodes, ..without } != with);
            }
            assert!(different == 0 && saved > 0, "{name}: {different} differ, {saved} positions saved");
        }
    }

    #[test]
    fn ends_and_tiles_by_chance_are_never_exact() {
        let small = || Mode { win_conditions: read("[]"), ..Mode::classic(2, 2) };
        let ends = Mode { lose_requirement: read(r#"[0, "rand_int", 1, "=", 0]"#), ..small() };
        for (mode, is_exact) in [(small(), true), (Mode { next_tiles: 1.0, ..small() }, false), (ends, false)]
        {
            let mut engine = engine(mode);
            // Nothing was learned: the values are the points of the search.
            let mut value = learned(&mut engine, 0);
            for seed in 0..4 {
                let position = position(&mut engine, seed, 0);
                for depth in [1, 2, 3, 30] {
                    let mut search = Search::new(&mut value, seed);
                    search.begin(&mut engine, &position, u64::MAX, depth).unwrap();
                    while search.deepen(&mut engine).unwrap() {}
                    let ranking = search.ranking();
                    // Where there is no choice, nothing is searched.
                    let is_exact = is_exact && depth == 30 && ranking.choices.len() > 1;
                    assert_eq!(ranking.exact, is_exact, "{depth} {ranking:?}");
                }
            }
        }
    }
}
