//! Rollouts that follow a learned value: few and short ones, where turns are slow.

use polymerge_rules::{Direct, Engine, Position, Randomness, Rng, TurnError};

use crate::arm::Sums;
use crate::game::Chooser;
use crate::halving::Round;
use crate::learned::search::{ValueChoice, ValueRanking};
use crate::learned::value::{Evaluator, LearnedValue, Reward};
use crate::rollout::{continue_game, random_turn};
use crate::rollouts::legal;
use crate::stream::derive;

/// The most turns of a guided rollout; the learned value estimates the rest of the game.
pub const HORIZON: u64 = 16;
/// The number of moves of which one is random, so that rollouts differ where little is drawn.
const ONE_OF: f64 = 10.0;

/// Ranks directions by rollouts of mostly the best moves by a learned value. A rollout is cut
/// after [`HORIZON`] turns, and the value of its last board is added.
///
/// The budget is in turns: those that are played, and each direction that is evaluated to
/// choose one.
///
/// ```
/// use polymerge_player::{Guided, Trainer, Training};
/// use polymerge_rules::{Direct, Engine, Limits, Mode, Ruleset, Rng};
///
/// let rules = Ruleset::compile(Mode::classic(3, 3), Limits::default())?;
/// let mut engine = Engine::new(rules, 0.0);
/// let mut trainer = Trainer::new(&mut engine, &Training { memory: 1 << 20, ..Training::default() })?;
/// trainer.run(&mut engine, 2_000)?;
/// let mut value = trainer.into_value();
/// let position = engine.start(&mut Direct(Rng::new(7)))?;
/// let ranking = Guided::new(&mut value, 1).rank(&mut engine, &position, 2_000)?;
/// assert!(ranking.best().is_some() && ranking.nodes >= 2_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Guided<'v> {
    value: &'v mut LearnedValue,
    evaluator: Evaluator,
    indices: Vec<u32>,
    seed: u64,
    decisions: u64,
    all_turns: u64,
}

/// A decision in progress.
struct Decision<'g, 'v> {
    guided: &'g mut Guided<'v>,
    root: &'g Position,
    /// The returns of the rollouts of each direction, in units.
    directions: Vec<(usize, Sums)>,
    seed: u64,
    used: u64,
    budget: u64,
}

impl<'v> Guided<'v> {
    /// Creates guided rollouts by a value, in positions of one engine.
    pub fn new(value: &'v mut LearnedValue, seed: u64) -> Guided<'v> {
        value.forget_engine();
        let evaluator = Evaluator::new(value.network.cells, seed);
        Guided { value, evaluator, indices: Vec::new(), seed, decisions: 0, all_turns: 0 }
    }

    /// Ranks the legal directions of a position by about `turns` turns; [`ValueRanking::nodes`] is the
    /// number that were needed.
    ///
    /// # Errors
    /// As [`legal`].
    pub fn rank(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        turns: u64,
    ) -> Result<ValueRanking, TurnError> {
        let directions = legal(engine, position)?.into_iter().map(|own| (own, Sums::default())).collect();
        self.decisions += 1;
        let seed = derive(self.seed, self.decisions);
        let mut decision =
            Decision { guided: self, root: position, directions, seed, used: 0, budget: turns };
        let count = decision.directions.len();
        let mut round = Round::new(count);
        while count > 1 && !(round.is_even() && decision.is_spent()) {
            if let Some(place) = round.next() {
                decision.sample(engine, place);
            }
            if round.sampled(|places| decision.sort(places)) {
                round = Round::new(count);
            }
        }
        let mut order: Vec<usize> = (0..count).collect();
        decision.sort(&mut order);
        let ranked = |place: &usize| decision.directions.get(*place).map(|(own, sums)| (*own, sums.mean()));
        let ranked: Vec<(usize, f64)> = order.iter().filter_map(ranked).collect();
        let nodes = decision.used;
        self.all_turns += nodes;
        Ok(self.ranking(position, &ranked, nodes))
    }

    fn ranking(&self, position: &Position, ranked: &[(usize, f64)], nodes: u64) -> ValueRanking {
        let (unit, origin) = match self.value.reward {
            Reward::Points => (self.value.unit, position.score()),
            Reward::Turns => (1.0, 0.0),
        };
        let best = ranked.first().map_or(0.0, |own| own.1);
        let choices = ranked.iter().map(|(direction, mean)| ValueChoice {
            direction: *direction,
            value: origin + mean * unit,
            worse: (best - mean) * unit,
            win: None,
        });
        ValueRanking {
            choices: choices.collect(),
            reward: self.value.reward,
            depth: HORIZON as u32,
            nodes,
            exact: false,
        }
    }

    /// Makes a rollout: a first direction, then moves by the learned value. Returns the
    /// rewards in units, and the number of turns used.
    fn rollout(&mut self, engine: &mut Engine, root: &Position, first: usize, stream: u64) -> (f64, u64) {
        let (mut random, mut choice) = (Direct(Rng::new(stream)), Rng::new(!stream));
        self.evaluator.reseed(stream ^ 1);
        let mut position = root.clone();
        let (mut sum, mut used) = (0.0, 1);
        let mut moved = engine.play(&mut position, first, &mut random);
        for turn in 1.. {
            if !matches!(moved, Ok(true)) {
                break;
            }
            if self.value.reward == Reward::Turns {
                sum += 1.0;
            }
            if !matches!(continue_game(engine, &mut position, &mut false), Ok(None)) {
                break;
            }
            let is_random = turn < HORIZON && choice.next().unwrap_or_default() * ONE_OF < 1.0;
            if is_random {
                moved = random_turn(engine, &mut position, &mut choice, &mut random, &mut used);
                continue;
            }
            used += engine.rules().directions().len() as u64;
            let best = self.value.best(&mut self.evaluator, engine, &position, &mut self.indices);
            let Ok(Some((direction, move_value))) = best else { break };
            if turn >= HORIZON {
                sum += f64::from(move_value.total());
                break;
            }
            used += 1;
            moved = engine.play(&mut position, direction, &mut random);
        }
        if self.value.reward == Reward::Points {
            sum += f64::from(self.value.reward_of(position.score() - root.score()));
        }
        (sum, used)
    }
}

impl Decision<'_, '_> {
    fn is_spent(&self) -> bool {
        self.used >= self.budget && self.directions.iter().all(|(_, sums)| sums.count > 0)
    }

    /// Makes the next rollout of a direction.
    fn sample(&mut self, engine: &mut Engine, place: usize) {
        let Some((direction, sums)) = self.directions.get_mut(place) else { return };
        // All directions get the same luck.
        let stream = derive(self.seed, sums.count);
        let (value, used) = self.guided.rollout(engine, self.root, *direction, stream);
        sums.add(value);
        self.used += used;
    }

    /// Sorts directions, given by their places, from the best to the worst.
    fn sort(&self, places: &mut [usize]) {
        let mean =
            |place: &usize| self.directions.get(*place).map_or(f64::NEG_INFINITY, |(_, own)| own.mean());
        places.sort_by(|one, other| mean(other).total_cmp(&mean(one)).then(one.cmp(other)));
    }
}

/// Plays the direction that [`Guided`] rollouts rank first.
#[derive(Debug)]
pub struct GuidedPlayer<'v> {
    guided: Guided<'v>,
    budget: u64,
}

impl<'v> GuidedPlayer<'v> {
    /// Creates a player that simulates about `budget` turns for each of its own turns.
    pub fn new(value: &'v mut LearnedValue, budget: u64, seed: u64) -> GuidedPlayer<'v> {
        GuidedPlayer { guided: Guided::new(value, seed), budget }
    }
}

impl Chooser for GuidedPlayer<'_> {
    fn choose(&mut self, engine: &mut Engine, position: &Position) -> Result<Option<usize>, TurnError> {
        Ok(self.guided.rank(engine, position, self.budget)?.best().map(|best| best.direction))
    }

    fn simulated(&self) -> u64 {
        self.guided.all_turns
    }
}
