//! Flat Monte Carlo with anytime sequential halving and common random numbers.

use polymerge_rules::{Engine, Position, TurnError};

use crate::arm::{Arm, Measure, Origin, Range, Sums};
use crate::halving::Round;
use crate::objective::Objective;
use crate::rollout::{End, SURVIVAL, is_goal_open, rollout};
use crate::stream::derive;

/// The fewest rollouts that the budget leaves each direction, even if no game ends.
const LEAST: u64 = 8;

/// The most turns of a rollout: in a mode whose random games never end, one of them must not take as
/// long as the whole budget, within which nothing can stop it.
pub const MOST_HORIZON: u64 = 50_000;

/// A decision in progress: rollouts of every legal direction, made in rounds.
///
/// In a round all directions get one rollout, the better half two more, the better half of these
/// four more, down to the best two: anytime sequential halving. Rollout `i` of every direction
/// draws the numbers of stream `i` of the seed, so that luck is much the same for all.
///
/// ```
/// # use polymerge_player::Rollouts;
/// # use polymerge_rules::*;
/// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// # let mut engine = Engine::new(rules, 0.0);
/// # let position = engine.start(&mut Direct(Rng::new(7)))?;
/// let mut rollouts = Rollouts::new(&mut engine, &position, 5_000, 1)?;
/// while rollouts.round(&mut engine) {
///     // A front end shows this.
///     let ranking = rollouts.ranking();
///     assert!(ranking.best().is_some());
/// }
/// assert!(rollouts.ranking().turns >= 5_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rollouts {
    root: Position,
    origin: Origin,
    arms: Vec<Arm>,
    scores: Range,
    turn_counts: Range,
    seed: u64,
    budget: u64,
    horizon: u64,
    used: u64,
    rounds: u64,
    /// The progress of the present round.
    round: Round,
    /// True if a goal is open: a game can still be won.
    goal: bool,
}

/// Directions in order, the best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// Every legal direction; none if the game is over or waits for an answer.
    pub choices: Vec<Choice>,
    /// The quantity by which they are ranked.
    pub objective: Objective,
    /// The turns simulated so far, presses that moved nothing included.
    pub turns: u64,
    /// Rollouts so far.
    pub rollouts: u64,
    /// The most turns that a rollout takes.
    pub horizon: u64,
    /// Rounds completed.
    pub rounds: u64,
}

/// The result of the rollouts of a direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The direction's number.
    pub direction: usize,
    /// The mean of the compared quantity ([`Ranking::objective`]); wins that end the
    /// game count above everything else.
    pub value: f64,
    /// The standard error of the value; `None` for a single rollout.
    pub standard_error: Option<f64>,
    /// The difference between the value of the best direction and this one.
    pub worse: f64,
    /// Rollouts.
    pub samples: u64,
    /// Turns that rollouts took in the mean, at most [`Ranking::horizon`].
    pub turns: f64,
    /// The chance to survive [`SURVIVAL`] turns; `None` if rollouts are shorter.
    pub survival: Option<f64>,
    /// The chance to win within the horizon; `None` if no goal is open.
    pub win: Option<f64>,
    /// Rollouts that ended because a turn failed or reached a limit of the engine.
    pub failures: u64,
}

impl Ranking {
    /// Returns the best direction.
    pub fn best(&self) -> Option<&Choice> {
        self.choices.first()
    }
}

/// Returns the directions that move something. A direction whose turn fails is left out if there
/// is another.
///
/// # Errors
/// Turns fail or reach a limit of the engine, and no direction is left; the position is
/// of another engine.
pub fn legal(engine: &mut Engine, position: &Position) -> Result<Vec<usize>, TurnError> {
    let (mut legal, mut failure) = (Vec::new(), None);
    for direction in 0..engine.rules().directions().len() {
        match engine.is_legal(position, direction) {
            // That something moves does not say that the turn comes to its end.
            Ok(true) => match engine.afterstate(position, direction) {
                Ok(_) => legal.push(direction),
                Err(error) => failure = Some(error),
            },
            Ok(false) => {}
            Err(error @ TurnError::Refused(_)) => return Err(error),
            Err(error) => failure = Some(error),
        }
    }
    match failure {
        Some(error) if legal.is_empty() => Err(error),
        _ => Ok(legal),
    }
}

impl Rollouts {
    /// Begins a decision. The budget, in simulated turns, bounds the length of rollouts, so that
    /// every direction gets several; it is exceeded by the end of a rollout of each direction at
    /// most. However large it is, a rollout has at most [`MOST_HORIZON`] turns.
    ///
    /// # Errors
    /// As [`legal`].
    pub fn new(
        engine: &mut Engine,
        position: &Position,
        budget: u64,
        seed: u64,
    ) -> Result<Rollouts, TurnError> {
        let arms: Vec<Arm> = legal(engine, position)?.into_iter().map(Arm::new).collect();
        let each = LEAST * (arms.len() as u64).max(1);
        let goal = is_goal_open(engine, position);
        let round = Round::new(arms.len());
        Ok(Rollouts {
            root: position.clone(),
            origin: Origin::new(position.score()),
            arms,
            scores: Range::EMPTY,
            turn_counts: Range::EMPTY,
            seed,
            budget,
            horizon: (budget / each).clamp(1, MOST_HORIZON),
            used: 0,
            rounds: 0,
            round,
            goal,
        })
    }

    /// Makes a round; returns true if there was budget left to begin one. The first rollout of
    /// every direction is made in any case.
    pub fn round(&mut self, engine: &mut Engine) -> bool {
        let before = self.rounds;
        let mut goes_on = self.step(engine);
        let began = goes_on;
        while goes_on && self.rounds == before {
            goes_on = self.step(engine);
        }
        began
    }

    /// Continues until about `turns` more turns were simulated, also in the middle of a round;
    /// returns true if there is budget left. The answer of a decision does not depend on the sizes
    /// of its pieces.
    pub fn advance(&mut self, engine: &mut Engine, turns: u64) -> bool {
        let until = self.used.saturating_add(turns.max(1));
        while self.used < until {
            if !self.step(engine) {
                return false;
            }
        }
        !self.is_done()
    }

    /// Makes the next rollout of the round, if there is one.
    fn step(&mut self, engine: &mut Engine) -> bool {
        if self.is_done() {
            return false;
        }
        let mut round = std::mem::take(&mut self.round);
        if let Some(place) = round.next() {
            self.sample(engine, place);
        }
        if round.sampled(|places| self.sort(places)) {
            self.rounds += 1;
            round = Round::new(self.arms.len());
        }
        self.round = round;
        true
    }

    /// Returns true if the decision is complete.
    fn is_done(&self) -> bool {
        self.arms.is_empty() || (self.round.is_even() && self.is_spent())
    }

    fn is_spent(&self) -> bool {
        self.used >= self.budget && self.is_complete()
    }

    /// Makes the next rollout of a direction.
    fn sample(&mut self, engine: &mut Engine, place: usize) {
        let Some(arm) = self.arms.get_mut(place) else { return };
        let stream = derive(self.seed, arm.samples);
        let sample = rollout(engine, &self.root, arm.direction, stream, self.horizon);
        self.used += sample.presses;
        if sample.end != End::Won {
            self.scores.add(sample.score);
            self.turn_counts.add(sample.turns as f64);
        }
        arm.add(&sample, self.origin);
    }

    fn measure(&self) -> Measure {
        Measure::of(&self.arms, self.origin, self.scores, self.turn_counts)
    }

    /// Sorts directions, given by their places, from the best to the worst. Ties go to
    /// the lower place.
    fn sort(&self, places: &mut [usize]) {
        let measure = self.measure();
        let value =
            |place: &usize| self.arms.get(*place).map_or(f64::NEG_INFINITY, |arm| measure.value(arm).mean());
        places.sort_by(|a, b| value(b).total_cmp(&value(a)).then(a.cmp(b)));
    }

    /// Returns true if there is nothing to choose from.
    pub fn is_decided(&self) -> bool {
        self.arms.len() <= 1
    }

    /// Returns true if every direction has had a rollout.
    pub fn is_complete(&self) -> bool {
        self.arms.iter().all(|arm| arm.samples > 0)
    }

    /// The turns simulated so far, presses that moved nothing included.
    pub fn simulated(&self) -> u64 {
        self.used
    }

    /// Returns the direction that is the best so far.
    pub fn best(&self) -> Option<usize> {
        let mut places: Vec<usize> = (0..self.arms.len()).collect();
        self.sort(&mut places);
        self.arms.get(*places.first()?).map(|arm| arm.direction)
    }

    /// Ranks all directions by the rollouts so far.
    pub fn ranking(&self) -> Ranking {
        let mut places: Vec<usize> = (0..self.arms.len()).collect();
        self.sort(&mut places);
        let measure = self.measure();
        let arms: Vec<&Arm> = places.iter().filter_map(|place| self.arms.get(*place)).collect();
        let best = arms.first().map_or(0.0, |arm| measure.value(arm).mean());
        let origin = match measure.objective {
            Objective::Score => self.origin.score,
            Objective::LogScore => self.origin.log,
            Objective::Turns => 0.0,
        };
        let choices = arms.iter().map(|arm| self.choice(arm, measure.value(arm), (origin, best))).collect();
        Ranking {
            choices,
            objective: measure.objective,
            turns: self.used,
            rollouts: self.arms.iter().map(|arm| arm.samples).sum(),
            horizon: self.horizon,
            rounds: self.rounds,
        }
    }

    fn choice(&self, arm: &Arm, value: Sums, (origin, best): (f64, f64)) -> Choice {
        let share = |count: u64| count as f64 / arm.samples.max(1) as f64;
        Choice {
            direction: arm.direction,
            value: origin + value.mean(),
            standard_error: value.error(),
            worse: best - value.mean(),
            samples: arm.samples,
            turns: arm.all_turns.mean(),
            survival: (self.horizon >= SURVIVAL).then(|| share(arm.survived)),
            win: self.goal.then(|| share(arm.wins)),
            failures: arm.failures,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge_rules::{Direct, Limits, Mode, Rng, Ruleset, World};

    fn rank(engine: &mut Engine, position: &Position, turns: u64, seed: u64) -> Result<Ranking, TurnError> {
        let mut rollouts = Rollouts::new(engine, position, turns, seed)?;
        while rollouts.round(engine) {}
        Ok(rollouts.ranking())
    }

    fn start(width: usize, height: usize) -> (Engine, Position) {
        let rules = Ruleset::compile(Mode::classic(width, height), Limits::default()).unwrap();
        let mut engine = Engine::new(rules, 0.0);
        let position = engine.start(&mut Direct(Rng::new(3))).unwrap();
        (engine, position)
    }

    /// A position in which every direction is legal.
    fn open(engine: &mut Engine, mut position: Position) -> Position {
        let mut random = Direct(Rng::new(5));
        let mut directions = legal(engine, &position).unwrap();
        while directions.len() < 4 {
            engine.play(&mut position, directions[0], &mut random).unwrap();
            directions = legal(engine, &position).unwrap();
        }
        position
    }

    #[test]
    fn a_round_halves_the_directions() {
        let (mut engine, position) = start(4, 4);
        let position = open(&mut engine, position);
        let mut rollouts = Rollouts::new(&mut engine, &position, 1_000_000, 1).unwrap();
        for rounds in 1..=10 {
            assert!(rollouts.round(&mut engine));
            let mut samples: Vec<u64> = rollouts.arms.iter().map(|arm| arm.samples).collect();
            samples.sort_unstable();
            // Each of four once, each of two twice more.
            assert_eq!(samples.iter().sum::<u64>(), 8 * rounds);
            assert!(samples[0] >= rounds && samples[3] <= 3 * rounds, "{samples:?}");
        }
    }

    #[test]
    fn pieces_of_any_size_come_to_one_answer() {
        let (mut engine, position) = start(4, 4);
        let whole = rank(&mut engine, &position, 5_000, 9).unwrap();
        for turns in [0, 7, 300] {
            let mut rollouts = Rollouts::new(&mut engine, &position, 5_000, 9).unwrap();
            let mut pieces = 1;
            while rollouts.advance(&mut engine, turns) {
                pieces += 1;
            }
            assert!(pieces > 10, "{pieces}");
            assert!(!rollouts.advance(&mut engine, turns));
            assert_eq!(rollouts.ranking(), whole);
        }
    }

    #[test]
    fn a_small_budget_gives_an_answer() {
        let (mut engine, position) = start(4, 4);
        let position = open(&mut engine, position);
        for turns in [0, 1, 7, 100] {
            let ranking = rank(&mut engine, &position, turns, 1).unwrap();
            assert_eq!(ranking.choices.len(), 4);
            assert!(ranking.choices.iter().all(|choice| choice.samples >= 1), "{ranking:?}");
            assert!(ranking.turns <= turns.max(4) + 4 * ranking.horizon, "{ranking:?}");
        }
    }

    #[test]
    fn a_rollout_is_short_enough_to_be_interrupted_whatever_the_budget() {
        let (mut engine, position) = start(4, 4);
        let position = open(&mut engine, position);
        for (budget, horizon) in [
            (3_200, 100),
            (32 * MOST_HORIZON, MOST_HORIZON),
            (33 * MOST_HORIZON, MOST_HORIZON),
            (u64::MAX, MOST_HORIZON),
        ] {
            let mut rollouts = Rollouts::new(&mut engine, &position, budget, 1).unwrap();
            assert!(rollouts.advance(&mut engine, 1));
            assert_eq!(rollouts.ranking().horizon, horizon, "{budget}");
        }
    }

    #[test]
    fn answers_do_not_depend_on_what_the_engine_has_learned() {
        let (mut engine, position) = start(4, 4);
        let first = rank(&mut engine, &position, 5_000, 9).unwrap();
        rank(&mut engine, &position, 20_000, 4).unwrap();
        assert_eq!(rank(&mut engine, &position, 5_000, 9).unwrap(), first);
        let (mut other, position) = start(4, 4);
        assert_eq!(rank(&mut other, &position, 5_000, 9).unwrap(), first);
        assert_ne!(rank(&mut other, &position, 5_000, 10).unwrap(), first);
    }

    #[test]
    fn candidates_are_the_legal_directions() {
        let (mut engine, mut position) = start(3, 3);
        let mut random = Direct(Rng::new(2));
        loop {
            let mut legal = legal(&mut engine, &position).unwrap();
            let game = engine.game(&position).unwrap();
            let moves = |direction: &usize| {
                let mut random = Rng::new(1);
                let pressed = game.clone().play(*direction, &mut World::new(&mut random, 0.0));
                pressed.is_ok_and(|turn| turn.moved)
            };
            assert_eq!(legal, (0..4).filter(moves).collect::<Vec<usize>>());
            let ranking = rank(&mut engine, &position, 300, 1).unwrap();
            let mut ranked: Vec<usize> = ranking.choices.iter().map(|choice| choice.direction).collect();
            let Some(best) = ranked.first().copied() else { break };
            ranked.sort_unstable();
            legal.sort_unstable();
            assert_eq!(ranked, legal);
            engine.play(&mut position, best, &mut random).unwrap();
        }
        assert!(position.moves() > 20.0);
    }

    #[test]
    fn rankings_are_complete() {
        let (mut engine, position) = start(4, 4);
        let ranking = rank(&mut engine, &position, 50_000, 1).unwrap();
        let best = ranking.best().unwrap();
        assert_eq!((ranking.objective, best.worse, best.failures), (Objective::Score, 0.0, 0));
        assert!(best.survival.unwrap() > 0.5 && best.turns > 50.0, "{best:?}");
        for choice in &ranking.choices {
            assert!((best.value - choice.value - choice.worse).abs() < 1e-9);
            assert!(choice.standard_error.unwrap() > 0.0 && choice.value > 100.0);
        }
    }
}
