//! Rollouts that follow a learned value: few and short ones, where turns are slow.

use polymerge_rules::{Direct, Engine, Position, Randomness, Rng, TurnError};

use crate::arm::Sums;
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
pub struct Guided<V> {
    value: V,
    evaluator: Evaluator,
    seed: u64,
    decisions: u64,
    decision: Option<Decision>,
}

/// A decision in progress.
#[derive(Debug)]
struct Decision {
    root: Position,
    /// The returns of the rollouts of each direction, in units.
    directions: Vec<(usize, Sums)>,
    round: Round,
    seed: u64,
    used: u64,
    budget: u64,
}

impl<V: AsMut<LearnedValue>> Guided<V> {
    /// Creates guided rollouts by a value, in positions of one engine.
    pub fn new(mut value: V, seed: u64) -> Guided<V> {
        let own = value.as_mut();
        own.forget_engine();
        let evaluator = Evaluator::new(own.network.cells, seed);
        Guided { value, evaluator, seed, decisions: 0, decision: None }
    }

    /// Starts anew with another seed, perhaps in positions of another engine.
    pub(crate) fn reseed(&mut self, seed: u64) {
        self.value.as_mut().forget_engine();
        self.evaluator = self.evaluator.fresh(seed);
        (self.seed, self.decisions, self.decision) = (seed, 0, None);
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
        self.begin(engine, position, turns)?;
        self.advance(engine, u64::MAX);
        Ok(self.ranking())
    }

    /// Begins a decision by about `turns` turns.
    ///
    /// # Errors
    /// As [`legal`].
    pub(crate) fn begin(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        turns: u64,
    ) -> Result<(), TurnError> {
        let directions: Vec<(usize, Sums)> =
            legal(engine, position)?.into_iter().map(|own| (own, Sums::default())).collect();
        self.decisions += 1;
        self.decision = Some(Decision {
            root: position.clone(),
            round: Round::new(directions.len()),
            directions,
            seed: derive(self.seed, self.decisions),
            used: 0,
            budget: turns,
        });
        Ok(())
    }

    /// Continues until about `turns` more turns were needed; returns true if there is budget left.
    pub(crate) fn advance(&mut self, engine: &mut Engine, turns: u64) -> bool {
        let Some(mut decision) = self.decision.take() else { return false };
        let until = decision.used.saturating_add(turns.max(1));
        while decision.used < until && !decision.is_done() {
            let mut round = std::mem::take(&mut decision.round);
            if let Some(place) = round.next() {
                self.sample(&mut decision, engine, place);
            }
            if round.sampled(|places| decision.sort(places)) {
                round = Round::new(decision.directions.len());
            }
            decision.round = round;
        }
        let goes_on = !decision.is_done();
        self.decision = Some(decision);
        goes_on
    }

    /// Makes the next rollout of a direction.
    fn sample(&mut self, decision: &mut Decision, engine: &mut Engine, place: usize) {
        let Some((direction, sums)) = decision.directions.get_mut(place) else { return };
        // All directions get the same luck.
        let stream = derive(decision.seed, sums.count);
        let (value, used) = self.rollout(engine, &decision.root, *direction, stream);
        sums.add(value);
        decision.used += used;
    }

    /// Ranks the directions by the rollouts so far.
    pub(crate) fn ranking(&mut self) -> ValueRanking {
        let LearnedValue { reward, unit, .. } = *self.value.as_mut();
        let depth = HORIZON as u32;
        let Some(decision) = &self.decision else {
            return ValueRanking::none(reward, depth);
        };
        let (unit, origin) = match reward {
            Reward::Points => (unit, decision.root.score()),
            Reward::Turns => (1.0, 0.0),
        };
        let mut order: Vec<usize> = (0..decision.directions.len()).collect();
        decision.sort(&mut order);
        let ranked: Vec<(usize, f64)> = order
            .iter()
            .filter_map(|place| decision.directions.get(*place))
            .map(|(own, sums)| (*own, sums.mean()))
            .collect();
        let best = ranked.first().map_or(0.0, |own| own.1);
        let choices = ranked.iter().map(|(direction, mean)| ValueChoice {
            direction: *direction,
            value: origin + mean * unit,
            worse: (best - mean) * unit,
            win: None,
        });
        ValueRanking { choices: choices.collect(), reward, depth, nodes: decision.used, exact: false }
    }

    /// The number of turns that the present decision has needed.
    pub(crate) fn turns(&self) -> u64 {
        self.decision.as_ref().map_or(0, |decision| decision.used)
    }

    /// Returns true if every direction has had a rollout.
    pub(crate) fn is_complete(&self) -> bool {
        self.decision.as_ref().is_some_and(Decision::is_complete)
    }

    /// Makes a rollout: a first direction, then moves by the learned value. Returns the
    /// rewards in units, and the number of turns used.
    fn rollout(&mut self, engine: &mut Engine, root: &Position, first: usize, stream: u64) -> (f64, u64) {
        let (mut random, mut choice) = (Direct(Rng::new(stream)), Rng::new(!stream));
        self.evaluator.reseed(stream ^ 1);
        let value = self.value.as_mut();
        let reward = value.reward;
        let mut position = root.clone();
        let (mut sum, mut used) = (0.0, 1);
        let mut moved = engine.play(&mut position, first, &mut random);
        for turn in 1.. {
            if !matches!(moved, Ok(true)) {
                break;
            }
            if reward == Reward::Turns {
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
            let best = value.best(&mut self.evaluator, engine, &position, None);
            let Ok(Some((direction, move_value))) = best else { break };
            if turn >= HORIZON {
                sum += f64::from(move_value.total());
                break;
            }
            used += 1;
            moved = engine.play(&mut position, direction, &mut random);
        }
        if reward == Reward::Points {
            sum += f64::from(value.reward_of(position.score() - root.score()));
        }
        (sum, used)
    }
}

impl Decision {
    /// Returns true if there is nothing to choose from, or the budget is spent.
    fn is_done(&self) -> bool {
        self.directions.len() <= 1 || (self.round.is_even() && self.used >= self.budget && self.is_complete())
    }

    fn is_complete(&self) -> bool {
        self.directions.iter().all(|(_, sums)| sums.count > 0)
    }

    /// Sorts directions, given by their places, from the best to the worst.
    fn sort(&self, places: &mut [usize]) {
        let mean =
            |place: &usize| self.directions.get(*place).map_or(f64::NEG_INFINITY, |(_, own)| own.mean());
        places.sort_by(|one, other| mean(other).total_cmp(&mean(one)).then(one.cmp(other)));
    }
}
