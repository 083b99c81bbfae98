//! Rollouts that go by a learned value: few and short ones, where turns are slow.

use polymerge_rules::{Direct, Engine, Position, Randomness, Rng, TurnError};

use crate::arm::Sums;
use crate::game::Chooser;
use crate::halving::Round;
use crate::learned::search::{Foreseen, Outlook};
use crate::learned::value::{Eye, LearnedValue, Reward};
use crate::rollout::{go_on, random_turn};
use crate::rollouts::legal;
use crate::stream::derive;

/// A guided rollout takes so many turns at most; then the learned value says what is to come.
pub const HORIZON: u64 = 16;
/// One of so many moves is a random one, so that rollouts differ where little is drawn.
const ONE_OF: f64 = 10.0;

/// Ranks directions by rollouts whose moves are mostly those that look best by a learned
/// value, cut after [`HORIZON`] turns, with the value of what is to come from there.
///
/// The budget is in turns: those that are played, and each direction that is looked at to
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
/// let outlook = Guided::new(&mut value, 1).look(&mut engine, &position, 2_000)?;
/// assert!(outlook.best().is_some() && outlook.nodes >= 2_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Guided<'v> {
    value: &'v mut LearnedValue,
    eye: Eye,
    indices: Vec<u32>,
    seed: u64,
    decisions: u64,
    all_turns: u64,
}

/// A decision in progress.
struct Decision<'g, 'v> {
    guided: &'g mut Guided<'v>,
    root: &'g Position,
    /// What rollouts of each direction came to, in units.
    directions: Vec<(usize, Sums)>,
    seed: u64,
    used: u64,
    budget: u64,
}

impl<'v> Guided<'v> {
    /// By this value, in positions of one engine.
    pub fn new(value: &'v mut LearnedValue, seed: u64) -> Guided<'v> {
        value.forget_engine();
        let eye = Eye::new(value.network.cells, seed);
        Guided { value, eye, indices: Vec::new(), seed, decisions: 0, all_turns: 0 }
    }

    /// Ranks the legal directions of a position by about so many turns;
    /// [`Outlook::nodes`] tells how many it took.
    ///
    /// # Errors
    /// As [`legal`].
    pub fn look(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        turns: u64,
    ) -> Result<Outlook, TurnError> {
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
        Ok(self.outlook(position, &ranked, nodes))
    }

    fn outlook(&self, position: &Position, ranked: &[(usize, f64)], nodes: u64) -> Outlook {
        let (unit, origin) = match self.value.reward {
            Reward::Points => (self.value.unit, position.score()),
            Reward::Turns => (1.0, 0.0),
        };
        let best = ranked.first().map_or(0.0, |own| own.1);
        let choices = ranked.iter().map(|(direction, mean)| Foreseen {
            direction: *direction,
            value: origin + mean * unit,
            worse: (best - mean) * unit,
            win: None,
        });
        Outlook {
            choices: choices.collect(),
            reward: self.value.reward,
            depth: HORIZON as u32,
            nodes,
            exact: false,
        }
    }

    /// Plays on from a position by what was learned, after a first direction. Gives what came
    /// of it in units, and how many turns that took.
    fn rollout(&mut self, engine: &mut Engine, root: &Position, first: usize, stream: u64) -> (f64, u64) {
        let (mut random, mut choice) = (Direct(Rng::new(stream)), Rng::new(!stream));
        self.eye.reseed(stream ^ 1);
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
            if !matches!(go_on(engine, &mut position, &mut false), Ok(None)) {
                break;
            }
            let is_random = turn < HORIZON && choice.next().unwrap_or_default() * ONE_OF < 1.0;
            if is_random {
                moved = random_turn(engine, &mut position, &mut choice, &mut random, &mut used);
                continue;
            }
            used += engine.rules().directions().len() as u64;
            let best = self.value.best(&mut self.eye, engine, &position, &mut self.indices);
            let Ok(Some((direction, prospect))) = best else { break };
            if turn >= HORIZON {
                sum += f64::from(prospect.total());
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
    /// Simulates about so many turns for each of its own.
    pub fn new(value: &'v mut LearnedValue, budget: u64, seed: u64) -> GuidedPlayer<'v> {
        GuidedPlayer { guided: Guided::new(value, seed), budget }
    }
}

impl Chooser for GuidedPlayer<'_> {
    fn choose(&mut self, engine: &mut Engine, position: &Position) -> Result<Option<usize>, TurnError> {
        Ok(self.guided.look(engine, position, self.budget)?.best().map(|best| best.direction))
    }

    fn simulated(&self) -> u64 {
        self.guided.all_turns
    }
}
