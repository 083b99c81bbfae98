//! Expectimax on a learned value: all that the player may do and all that may spawn, so
//! many moves ahead.

use polymerge_rules::{Afterstate, Direct, Engine, Position, Rng, Screen, Spawns, TurnError};

use crate::game::Chooser;
use crate::learned::value::{Eye, LearnedValue, Prospect, Reward};
use crate::rollouts::legal;
use crate::stream::derive;

/// Where it is not known what may spawn, so many turns are sampled.
const SAMPLES: u64 = 4;
/// Places of the table of positions that were looked at.
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
/// let outlook = Search::new(&mut value, 1).look(&mut engine, &position, 500)?;
/// assert!(outlook.depth >= 2 && outlook.best().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Search<'v> {
    value: &'v mut LearnedValue,
    eye: Eye,
    indices: Vec<u32>,
    kinds: Vec<u32>,
    seed: u64,
    /// Values of positions: each with its hash, in which are the depth and the decision.
    table: Vec<(u64, Worth)>,
    decisions: u64,
    nodes: u64,
    budget: u64,
    all_nodes: u64,
}

/// What a search says of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// Every legal direction, the best first; none if the game is over.
    pub choices: Vec<Foreseen>,
    /// What is foreseen: the final score, or the turns to come.
    pub reward: Reward,
    /// How many moves ahead all directions were looked at.
    pub depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
    /// Whether the values are exact: all that can happen was looked at until the game ends.
    pub exact: bool,
}

/// What is foreseen of a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foreseen {
    /// The direction's number.
    pub direction: usize,
    /// The mean final score, or the mean number of turns to come.
    pub value: f64,
    /// How much less that is than of the best direction.
    pub worse: f64,
    /// The chance to reach the goal, as it looks at once; `None` if no goal is open or that
    /// was not learned.
    pub win: Option<f64>,
}

impl Outlook {
    /// The best direction.
    pub fn best(&self) -> Option<&Foreseen> {
        self.choices.first()
    }
}

/// What is to come, in units, and whether that is so without asking the learned value: all
/// that can happen until the end of the game was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Worth {
    units: f32,
    exact: bool,
}

/// No look is deeper.
const DEEPEST: u32 = 60;

/// The budget is spent, or a turn has failed.
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
    /// By this value, in positions of one engine. The seed is for what happens by chance and is not listed.
    pub fn new(value: &'v mut LearnedValue, seed: u64) -> Search<'v> {
        value.forget_engine();
        let eye = Eye::new(value.network.cells, seed);
        let kinds = vec![0; value.network.cells];
        Search {
            value,
            eye,
            indices: Vec::new(),
            kinds,
            seed,
            table: vec![(0, Worth::default()); TABLE],
            decisions: 0,
            nodes: 0,
            budget: 0,
            all_nodes: 0,
        }
    }

    /// Looks deeper and deeper until about so many positions were looked at. The deepest
    /// look that was completed counts; the first one always is.
    ///
    /// # Errors
    /// As [`legal`]; and the turns of all directions fail.
    pub fn look(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        nodes: u64,
    ) -> Result<Outlook, TurnError> {
        self.look_as_deep(engine, position, nodes, u32::MAX)
    }

    /// As [`Search::look`], but not deeper than so many moves.
    ///
    /// # Errors
    /// As [`Search::look`].
    pub fn look_as_deep(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        nodes: u64,
        most_depth: u32,
    ) -> Result<Outlook, TurnError> {
        self.decisions += 1;
        (self.nodes, self.budget) = (0, u64::MAX);
        let directions = legal(engine, position)?;
        let mut outlook =
            Outlook { choices: Vec::new(), reward: self.value.reward, depth: 0, nodes: 0, exact: false };
        let most_depth = most_depth.min(DEEPEST);
        while outlook.depth == 0 || (outlook.depth < most_depth && self.nodes < nodes) {
            let deeper = self.at_depth(engine, position, &directions, outlook.depth + 1);
            self.budget = nodes;
            match deeper {
                Ok((choices, exact)) => (outlook.choices, outlook.exact) = (choices, exact),
                Err(Stop::Spent) => break,
                Err(Stop::Failed(error)) => return Err(error),
            }
            outlook.depth += 1;
            // A deeper look tells nothing new, or there is nothing to choose from.
            if outlook.exact || directions.len() <= 1 {
                break;
            }
        }
        if !position.won() {
            for choice in &mut outlook.choices {
                choice.win = self.value.chance(&mut self.eye, engine, position, choice.direction);
            }
        }
        outlook.nodes = self.nodes;
        self.all_nodes += self.nodes;
        Ok(outlook)
    }

    fn at_depth(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        directions: &[usize],
        depth: u32,
    ) -> Result<(Vec<Foreseen>, bool), Stop> {
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
        let foreseen = |(direction, total): &(usize, f32)| Foreseen {
            direction: *direction,
            value: origin + scaled(*total),
            worse: scaled(best) - scaled(*total),
            win: None,
        };
        Ok((choices.iter().map(foreseen).collect(), exact))
    }

    /// What a direction brings now and later; `None` if it moves nothing.
    fn direction(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        direction: usize,
        depth: u32,
    ) -> Result<Option<Worth>, Stop> {
        let prospect = self.value.prospect(&mut self.eye, engine, position, direction)?;
        let Some(prospect) = prospect else { return Ok(None) };
        if depth <= 1 || prospect.ends {
            return Ok(Some(Worth { units: prospect.total(), exact: prospect.ends }));
        }
        let after = engine.afterstate(position, direction)?;
        let later = self.spawns(engine, position, (direction, &prospect), after, depth)?;
        Ok(Some(Worth { units: prospect.reward + later.units, exact: later.exact }))
    }

    /// The mean of what is to come over all that may spawn after a move.
    fn spawns(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        (direction, prospect): (usize, &Prospect),
        after: Option<Afterstate>,
        depth: u32,
    ) -> Result<Worth, Stop> {
        let spawns = match &after {
            Some(after) => engine.spawns(after)?,
            None => Spawns::Sampled,
        };
        let mut chance = Direct(Rng::new(derive(self.seed, u64::from(depth))));
        if let Spawns::Exact(spawns) = spawns {
            let mut mean = Worth { units: 0.0, exact: true };
            for spawn in &spawns {
                let mut next = position.clone();
                engine.play_spawn(&mut next, direction, spawn, &mut chance)?;
                let own = self.position(engine, next, depth - 1)?;
                mean.units += spawn.probability as f32 * own.units;
                mean.exact &= own.exact;
            }
            return Ok(mean);
        }
        // What is drawn in a sample may also change what it scores.
        let samples = if spawns == Spawns::Nothing { 1 } else { SAMPLES };
        let mut sum = 0.0;
        for sample in 0..samples {
            let mut chance = Direct(Rng::new(derive(self.seed ^ sample, u64::from(depth))));
            let mut next = position.clone();
            engine.play(&mut next, direction, &mut chance)?;
            let points = next.score() - position.score();
            let reward = self.value.reward_of(points) - prospect.reward;
            sum += reward + self.position(engine, next, depth - 1)?.units;
        }
        Ok(Worth { units: sum / samples as f32, exact: false })
    }

    /// What is to come from a position on, by the best direction; 0 if the game is over.
    fn position(&mut self, engine: &mut Engine, mut position: Position, depth: u32) -> Result<Worth, Stop> {
        match position.screen() {
            Screen::Play => {}
            Screen::Win if engine.rules().postgame_allowed() => engine.continue_after_win(&mut position)?,
            Screen::Win | Screen::GameOver => return Ok(Worth { units: 0.0, exact: true }),
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
                let best = self.value.best(&mut self.eye, engine, &position, &mut self.indices)?;
                best.map_or(Worth { units: 0.0, exact: true }, |(_, prospect)| Worth {
                    units: prospect.total(),
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
                Worth { units: best.unwrap_or_default(), exact }
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

/// Plays the direction that a search ranks first. It plays positions of one engine.
#[derive(Debug)]
pub struct SearchPlayer<'v> {
    search: Search<'v>,
    nodes: u64,
    depth: u32,
}

impl<'v> SearchPlayer<'v> {
    /// Looks at about so many positions for each move, and not deeper than so many moves.
    pub fn new(value: &'v mut LearnedValue, nodes: u64, depth: u32, seed: u64) -> SearchPlayer<'v> {
        SearchPlayer { search: Search::new(value, seed), nodes, depth }
    }
}

impl Chooser for SearchPlayer<'_> {
    fn choose(&mut self, engine: &mut Engine, position: &Position) -> Result<Option<usize>, TurnError> {
        let outlook = self.search.look_as_deep(engine, position, self.nodes, self.depth)?;
        Ok(outlook.best().map(|best| best.direction))
    }

    fn simulated(&self) -> u64 {
        self.search.all_nodes
    }
}
