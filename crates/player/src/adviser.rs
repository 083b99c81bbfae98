//! Advice on which direction to press, whatever it goes by, within a budget.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use polymerge_rules::{Engine, Position, TurnError};

use crate::learned::guided::Guided;
use crate::learned::search::{Search, ValueChoice, ValueRanking};
use crate::learned::value::LearnedValue;
use crate::rollouts::{Choice, Ranking, Rollouts};
use crate::stream::derive;

/// Ranks directions by rollouts, or by a learned value.
///
/// An adviser is the one way to ask for a move: at once ([`Adviser::advise`]), a piece of work at a
/// time ([`Adviser::begin`], [`Adviser::advance`]), or until the caller's clock says that it is
/// enough ([`Adviser::advance_while`]). The answer at the end is the same, however the work is
/// divided, and there is an answer at any time before ([`Adviser::advice`]).
///
/// ```
/// use polymerge_player::Adviser;
/// use polymerge_rules::{Direct, Engine, Limits, Mode, Ruleset, Rng};
///
/// let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// let mut engine = Engine::new(rules, 0.0);
/// let position = engine.start(&mut Direct(Rng::new(7)))?;
/// let mut adviser = Adviser::rollouts(5_000, 1);
/// adviser.begin(&mut engine, &position, 1)?;
/// while adviser.advance(&mut engine, 500)? {
///     // A front end shows this.
///     assert!(adviser.advice().best().is_some());
/// }
/// let advice = adviser.advice();
/// assert_eq!(adviser.advise(&mut engine, &position, 1)?, advice);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Adviser<V = Box<LearnedValue>> {
    method: Method<V>,
    seed: u64,
    /// Moves that were chosen by [`Adviser::choose`].
    chosen: u64,
    /// The work for these moves.
    work: u64,
}

/// The way in which directions are ranked, with its budget and its decision in progress.
#[derive(Debug)]
enum Method<V> {
    Rollouts { turns: u64, decision: Option<Box<Rollouts>> },
    Search { search: Box<Search<V>>, nodes: u64, most_depth: u32 },
    Guided { guided: Box<Guided<V>>, turns: u64 },
}

/// Directions in order, the best first.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
    /// By random games.
    Rollouts(Ranking),
    /// By a learned value.
    Value(ValueRanking),
}

/// The rank of a direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ranked {
    /// The direction's number.
    pub direction: usize,
    /// The value; see [`Advice::quantity`].
    pub value: f64,
    /// The difference between the value of the best direction and this one.
    pub worse: f64,
    /// The standard error of the value, where it is known.
    pub standard_error: Option<f64>,
    /// The number of rollouts that the value comes from.
    pub samples: u64,
    /// The chance to win, where it is known.
    pub win: Option<f64>,
    /// The chance to survive [`SURVIVAL`](crate::SURVIVAL) turns, where it is known.
    pub survival: Option<f64>,
}

impl From<&Choice> for Ranked {
    fn from(choice: &Choice) -> Ranked {
        let Choice { direction, value, worse, standard_error, samples, win, survival, .. } = *choice;
        Ranked { direction, value, worse, standard_error, samples, win, survival }
    }
}

impl From<&ValueChoice> for Ranked {
    fn from(choice: &ValueChoice) -> Ranked {
        let ValueChoice { direction, value, worse, win } = *choice;
        Ranked { direction, value, worse, win, ..Ranked::default() }
    }
}

impl Advice {
    /// Returns the best direction; `None` if none is legal.
    pub fn best(&self) -> Option<usize> {
        match self {
            Advice::Rollouts(ranking) => ranking.best().map(|best| best.direction),
            Advice::Value(ranking) => ranking.best().map(|best| best.direction),
        }
    }

    /// Returns all legal directions, the best first.
    pub fn ranked(&self) -> Vec<Ranked> {
        match self {
            Advice::Rollouts(ranking) => ranking.choices.iter().map(Ranked::from).collect(),
            Advice::Value(ranking) => ranking.choices.iter().map(Ranked::from).collect(),
        }
    }

    /// Returns the name of the quantity that the values estimate.
    pub fn quantity(&self) -> &'static str {
        match self {
            Advice::Rollouts(ranking) => ranking.objective.name(),
            Advice::Value(ranking) => ranking.reward.name(),
        }
    }

    /// Returns the turns that were simulated, or the positions that were evaluated.
    pub fn work(&self) -> u64 {
        match self {
            Advice::Rollouts(ranking) => ranking.turns,
            Advice::Value(ranking) => ranking.nodes,
        }
    }
}

impl Adviser {
    /// Creates an adviser by [`Rollouts`] of about `turns` simulated turns for each decision.
    pub fn rollouts(turns: u64, seed: u64) -> Adviser {
        Adviser::by_rollouts(turns, seed)
    }
}

impl<V: AsMut<LearnedValue>> Adviser<V> {
    /// Creates an adviser by the highest value of the boards after a move.
    pub fn learned(value: V, seed: u64) -> Adviser<V> {
        Adviser::of(Method::Search { search: Search::new(value, seed).into(), nodes: 0, most_depth: 1 }, seed)
    }

    /// Creates an adviser by a [`Search`] of about `nodes` positions for each decision.
    pub fn search(value: V, nodes: u64, seed: u64) -> Adviser<V> {
        let search = Search::new(value, seed).into();
        Adviser::of(Method::Search { search, nodes, most_depth: u32::MAX }, seed)
    }

    /// Creates an adviser by [`Guided`] rollouts of about `turns` turns for each decision.
    pub fn guided(value: V, turns: u64, seed: u64) -> Adviser<V> {
        Adviser::of(Method::Guided { guided: Guided::new(value, seed).into(), turns }, seed)
    }

    /// Creates an adviser as [`Adviser::rollouts`] does, beside others that have a learned value.
    pub fn by_rollouts(turns: u64, seed: u64) -> Adviser<V> {
        Adviser::of(Method::Rollouts { turns, decision: None }, seed)
    }

    fn of(method: Method<V>, seed: u64) -> Adviser<V> {
        Adviser { method, seed, chosen: 0, work: 0 }
    }

    /// Ends a search within a depth as long as a flag is true, as if its budget were spent: another
    /// thread sets it. Every direction is looked at all the same. Rollouts are interrupted between
    /// pieces of work ([`Adviser::advance_while`]).
    #[must_use]
    pub fn interrupted_by(mut self, flag: Arc<AtomicBool>) -> Adviser<V> {
        if let Method::Search { search, .. } = &mut self.method {
            search.interrupt_by(flag);
        }
        self
    }

    /// Becomes an adviser with another seed, perhaps in positions of another engine: as one that was
    /// created anew.
    pub fn reseed(&mut self, seed: u64) {
        (self.seed, self.chosen, self.work) = (seed, 0, 0);
        match &mut self.method {
            Method::Rollouts { decision, .. } => *decision = None,
            Method::Search { search, .. } => search.reseed(seed),
            Method::Guided { guided, .. } => guided.reseed(seed),
        }
    }

    /// Begins a decision. A position, a seed and a budget have one answer, whatever was decided
    /// before.
    ///
    /// # Errors
    /// As [`legal`](crate::legal).
    pub fn begin(&mut self, engine: &mut Engine, position: &Position, seed: u64) -> Result<(), TurnError> {
        self.reseed(seed);
        self.begin_next(engine, position, seed)
    }

    /// Begins the next decision of a game.
    fn begin_next(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        rollout_seed: u64,
    ) -> Result<(), TurnError> {
        match &mut self.method {
            Method::Rollouts { turns, decision } => {
                *decision = Some(Rollouts::new(engine, position, *turns, rollout_seed)?.into());
                Ok(())
            }
            Method::Search { search, nodes, most_depth } => {
                search.begin(engine, position, *nodes, *most_depth)
            }
            Method::Guided { guided, turns } => guided.begin(engine, position, *turns),
        }
    }

    /// Works until about this many more turns were simulated, or positions evaluated. Returns true
    /// if there is budget left. A search works in whole depths.
    ///
    /// # Errors
    /// A search fails in all directions.
    pub fn advance(&mut self, engine: &mut Engine, work: u64) -> Result<bool, TurnError> {
        match &mut self.method {
            Method::Rollouts { decision, .. } => {
                Ok(decision.as_mut().is_some_and(|rollouts| rollouts.advance(engine, work)))
            }
            Method::Search { search, .. } => {
                let until = search.nodes().saturating_add(work.max(1));
                while search.deepen(engine)? {
                    if search.nodes() >= until {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Method::Guided { guided, .. } => Ok(guided.advance(engine, work)),
        }
    }

    /// Works in pieces of about `work` turns or positions as long as `goes_on` says so; it is told
    /// how much was done. Returns true if there is budget left.
    ///
    /// # Errors
    /// As [`Adviser::advance`].
    pub fn advance_while(
        &mut self,
        engine: &mut Engine,
        work: u64,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Result<bool, TurnError> {
        while goes_on(self.work_done()) {
            if !self.advance(engine, work)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes a decision on its own, to its end.
    ///
    /// # Errors
    /// As [`Adviser::begin`] and [`Adviser::advance`].
    pub fn advise(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        seed: u64,
    ) -> Result<Advice, TurnError> {
        self.begin(engine, position, seed)?;
        self.advance(engine, u64::MAX)?;
        Ok(self.advice())
    }

    /// The advice so far.
    pub fn advice(&mut self) -> Advice {
        match &mut self.method {
            Method::Rollouts { decision, .. } => Advice::Rollouts(
                decision.as_ref().map_or_else(Ranking::default, |rollouts| rollouts.ranking()),
            ),
            Method::Search { search, .. } => Advice::Value(search.ranking()),
            Method::Guided { guided, .. } => Advice::Value(guided.ranking()),
        }
    }

    /// Returns true if every direction was tried at least once.
    pub fn is_complete(&self) -> bool {
        match &self.method {
            Method::Rollouts { decision, .. } => {
                decision.as_ref().is_some_and(|rollouts| rollouts.is_complete())
            }
            Method::Search { search, .. } => search.depth() > 0,
            Method::Guided { guided, .. } => guided.is_complete(),
        }
    }

    /// The turns that the present decision has simulated, or the positions that it has evaluated.
    pub fn work_done(&self) -> u64 {
        match &self.method {
            Method::Rollouts { decision, .. } => decision.as_ref().map_or(0, |rollouts| rollouts.simulated()),
            Method::Search { search, .. } => search.nodes(),
            Method::Guided { guided, .. } => guided.turns(),
        }
    }

    /// Chooses the next move of a game; `None` if no direction is legal. Decisions of a game have
    /// different random numbers.
    ///
    /// # Errors
    /// Turns fail or reach a limit of the engine, and no direction is left.
    pub(crate) fn choose(
        &mut self,
        engine: &mut Engine,
        position: &Position,
    ) -> Result<Option<usize>, TurnError> {
        // Without look-ahead there is nothing to rank.
        if let Method::Search { search, most_depth: 1, .. } = &mut self.method {
            let best = search.choose_at_once(engine, position)?;
            self.work += best.map_or(0, |_| engine.rules().directions().len() as u64);
            return Ok(best);
        }
        self.chosen += 1;
        self.begin_next(engine, position, derive(self.seed, self.chosen))?;
        if let Method::Rollouts { decision: Some(rollouts), .. } = &self.method
            && rollouts.is_decided()
        {
            return Ok(rollouts.best());
        }
        self.advance(engine, u64::MAX)?;
        self.work += self.work_done();
        Ok(self.advice().best())
    }

    /// The work of all moves that were chosen: turns simulated, positions evaluated.
    pub fn total_work(&self) -> u64 {
        self.work
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Trainer, Training};
    use polymerge_rules::{Direct, Limits, Mode, Rng, Ruleset};

    fn start() -> (Engine, Position, LearnedValue) {
        let rules = Ruleset::compile(Mode::classic(3, 3), Limits::default()).unwrap();
        let mut engine = Engine::new(rules, 0.0);
        let training = Training { memory: 1 << 20, ..Training::default() };
        let mut trainer = Trainer::new(&mut engine, &training).unwrap();
        trainer.run(&mut engine, 2_000).unwrap();
        let position = engine.start(&mut Direct(Rng::new(3))).unwrap();
        (engine, position, trainer.into_value())
    }

    /// Every kind of adviser, with its name.
    fn advisers(value: &LearnedValue) -> Vec<(&'static str, Adviser)> {
        let value = || Box::new(value.clone());
        vec![
            ("rollouts", Adviser::rollouts(2_000, 1)),
            ("learned", Adviser::learned(value(), 1)),
            ("search", Adviser::search(value(), 500, 1)),
            ("guided", Adviser::guided(value(), 1_000, 1)),
        ]
    }

    #[test]
    fn pieces_of_any_size_come_to_one_answer() {
        let (mut engine, position, value) = start();
        for (name, mut adviser) in advisers(&value) {
            let whole = adviser.advise(&mut engine, &position, 9).unwrap();
            for work in [0, 7, 300] {
                adviser.begin(&mut engine, &position, 9).unwrap();
                while adviser.advance(&mut engine, work).unwrap() {
                    assert!(adviser.advice().best().is_some(), "{name}");
                }
                assert!(adviser.is_complete(), "{name}");
                assert_eq!(adviser.advice(), whole, "{name}, {work}");
            }
        }
    }

    #[test]
    fn decisions_do_not_depend_on_those_before() {
        let (mut engine, position, value) = start();
        for (name, mut adviser) in advisers(&value) {
            let first = adviser.advise(&mut engine, &position, 4).unwrap();
            adviser.choose(&mut engine, &position).unwrap();
            adviser.advise(&mut engine, &position, 5).unwrap();
            assert_eq!(adviser.advise(&mut engine, &position, 4).unwrap(), first, "{name}");
        }
    }

    #[test]
    fn a_flag_interrupts_a_search_within_a_depth() {
        let (mut engine, position, mut value) = start();
        let mut nodes = |is_interrupted| {
            let flag = Arc::new(AtomicBool::new(is_interrupted));
            let mut adviser = Adviser::search(&mut value, 20_000, 1).interrupted_by(flag);
            let advice = adviser.advise(&mut engine, &position, 1).unwrap();
            assert!(advice.best().is_some());
            adviser.work_done()
        };
        let (whole, interrupted) = (nodes(false), nodes(true));
        // Only what was looked at first, one move ahead.
        assert!(whole > 1_000 && interrupted < 20, "{whole} {interrupted}");
    }

    #[test]
    fn work_ends_when_the_clock_says_so() {
        let (mut engine, position, value) = start();
        for (name, mut adviser) in advisers(&value) {
            adviser.begin(&mut engine, &position, 1).unwrap();
            let mut looks = 0;
            let goes_on = adviser.advance_while(&mut engine, 1, |_| {
                looks += 1;
                looks <= 1
            });
            let is_short = name == "learned";
            assert_eq!(goes_on, Ok(!is_short), "{name}");
            assert!(adviser.work_done() <= 1_000, "{name}");
        }
    }
}
