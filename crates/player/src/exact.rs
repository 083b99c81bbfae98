//! Exact play, where a game has few states: all that can happen is looked at.

use std::collections::HashMap;
use std::fmt;

use polymerge_rules::{Engine, NoRandomness, Position, Screen, Spawn, Spawns, TurnError};

use crate::hidden::Hidden;
use crate::rollout::moves;
use crate::rollouts::legal;

/// What is to be as large as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The mean of the points that are still to come.
    Score,
    /// The chance to reach the goal.
    Goal,
    /// The chance that a tile comes up, or is there already: that of this number in
    /// [`Engine::kinds`].
    Tile(u32),
}

/// Why there is no exact answer.
#[derive(Clone, Debug, PartialEq)]
pub enum ExactError {
    /// There are more states than may be looked at.
    TooMany {
        /// So many may be.
        most: usize,
    },
    /// What may spawn after a move is not listed: more happens by chance than one tile.
    Chance,
    /// A game can come back to where it was, so that it need not end.
    Endless,
    /// A turn fails.
    Turn(TurnError),
}

impl fmt::Display for ExactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExactError::TooMany { most } => write!(
                f,
                "the game can get to more than {most} states from here, too many to look at all of them"
            ),
            ExactError::Chance => {
                f.write_str("more happens by chance in a turn than that one tile of a list spawns")
            }
            ExactError::Endless => f.write_str("a game can come back to a board, so that it need not end"),
            ExactError::Turn(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExactError {}

impl From<TurnError> for ExactError {
    fn from(error: TurnError) -> ExactError {
        ExactError::Turn(error)
    }
}

/// A game is followed so many turns at most.
const DEEPEST: usize = 1 << 14;

/// The value of a state: what best play comes to from there, for one aim.
///
/// States are told apart by the kinds of their tiles, blocked directions, and all else that
/// the mode's rules ask for. A value is worked out once; the number of states is bounded.
///
/// ```
/// use polymerge_player::{Aim, Exact};
/// use polymerge_rules::{Engine, Limits, Mode, Ruleset, Rng};
///
/// // The goal is out of reach on so small a board: the largest tile there is 32.
/// let rules = Ruleset::compile(Mode::classic(2, 2), Limits::default())?;
/// let mut engine = Engine::new(rules, 0.0);
/// let position = engine.start(&mut Rng::new(7))?;
/// assert_eq!(Exact::new(&engine, Aim::Goal, 10_000).value(&mut engine, &position)?, 0.0);
/// let mut points = Exact::new(&engine, Aim::Score, 10_000);
/// assert!((50.0..90.0).contains(&points.value(&mut engine, &position)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Exact {
    aim: Aim,
    most: usize,
    hidden: Hidden,
    /// `None` of a state whose value is being worked out.
    values: HashMap<Box<[u64]>, Option<f64>>,
}

/// A state whose value is being worked out.
#[derive(Debug)]
struct Open {
    key: Box<[u64]>,
    position: Position,
    /// Directions that are still to be looked at.
    directions: Vec<usize>,
    /// What may spawn after the direction that is looked at, and is still to be.
    spawns: Vec<Spawn>,
    direction: usize,
    /// How probable the state is that is looked at.
    probability: f64,
    /// The value of that direction as far as it is known, and the best one.
    sum: f64,
    best: f64,
}

/// What is known of a state.
enum Look {
    Known(f64),
    Open(Box<Open>),
}

impl Exact {
    /// For an aim, in positions of one engine, for at most so many states in all.
    pub fn new(engine: &Engine, aim: Aim, most_states: usize) -> Exact {
        Exact { aim, most: most_states, hidden: Hidden::of(engine.rules().mode()), values: HashMap::new() }
    }

    /// States whose values are known.
    pub fn states(&self) -> usize {
        self.values.len()
    }

    /// What best play comes to from a position on.
    ///
    /// # Errors
    /// See [`ExactError`].
    pub fn value(&mut self, engine: &mut Engine, position: &Position) -> Result<f64, ExactError> {
        let look = self.look(engine, position)?;
        self.work_out(engine, look)
    }

    /// What each legal direction comes to, the best first; ties go to the lower number.
    ///
    /// # Errors
    /// See [`ExactError`].
    pub fn directions(
        &mut self,
        engine: &mut Engine,
        position: &Position,
    ) -> Result<Vec<(usize, f64)>, ExactError> {
        let mut all = Vec::new();
        for direction in legal(engine, position)? {
            all.push((direction, self.value_of(engine, position, direction)?));
        }
        all.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        Ok(all)
    }

    /// What a legal direction comes to.
    ///
    /// # Errors
    /// See [`ExactError`].
    pub fn value_of(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        direction: usize,
    ) -> Result<f64, ExactError> {
        let mut open = Open::new(Box::default(), position.clone(), vec![direction]);
        let mut sum = None;
        while let Some(next) = self.next(engine, &mut open)? {
            let look = self.look(engine, &next)?;
            let value = self.work_out(engine, look)?;
            open.sum += open.probability * value;
            sum = Some(open.sum);
        }
        Ok(sum.unwrap_or_default())
    }

    fn work_out(&mut self, engine: &mut Engine, look: Look) -> Result<f64, ExactError> {
        let worked_out = self.work_out_all(engine, look);
        if worked_out.is_err() {
            self.values.retain(|_, value| value.is_some());
        }
        worked_out
    }

    /// The value of a state and of all that can follow. They wait for one another in a list,
    /// since games may be long.
    fn work_out_all(&mut self, engine: &mut Engine, look: Look) -> Result<f64, ExactError> {
        let mut waiting: Vec<Box<Open>> = Vec::new();
        let mut look = look;
        loop {
            match look {
                Look::Known(value) => match waiting.last_mut() {
                    Some(open) => open.sum += open.probability * value,
                    None => return Ok(value),
                },
                Look::Open(_) if waiting.len() >= DEEPEST => {
                    return Err(ExactError::TooMany { most: self.most })
                }
                Look::Open(open) => waiting.push(open),
            }
            let Some(open) = waiting.last_mut() else { return Ok(0.0) };
            look = match self.next(engine, open)? {
                Some(next) => self.look(engine, &next)?,
                None => {
                    let value = open.best.max(open.sum);
                    let value = if value.is_finite() { value } else { 0.0 };
                    self.values.insert(std::mem::take(&mut open.key), Some(value));
                    waiting.pop();
                    Look::Known(value)
                }
            };
        }
    }

    /// The next state that can follow, of those that are still to be looked at.
    fn next(&mut self, engine: &mut Engine, open: &mut Open) -> Result<Option<Position>, ExactError> {
        while open.spawns.is_empty() {
            open.best = open.best.max(open.sum);
            open.sum = f64::NEG_INFINITY;
            let Some(direction) = open.directions.pop() else { return Ok(None) };
            open.direction = direction;
            let after = engine.afterstate(&open.position, direction)?.ok_or(ExactError::Chance)?;
            if !after.moved() {
                continue;
            }
            open.sum = if self.aim == Aim::Score { after.points() } else { 0.0 };
            match engine.spawns(&after)? {
                Spawns::Exact(spawns) => open.spawns = spawns,
                Spawns::Nothing => {
                    let mut next = open.position.clone();
                    open.probability = 1.0;
                    moves(engine.play(&mut next, direction, &mut NoRandomness))?;
                    return Ok(Some(next));
                }
                Spawns::Sampled => return Err(ExactError::Chance),
            }
        }
        let Some(spawn) = open.spawns.pop() else { return Ok(None) };
        let mut next = open.position.clone();
        open.probability = spawn.probability;
        engine.play_spawn(&mut next, open.direction, &spawn, &mut NoRandomness)?;
        Ok(Some(next))
    }

    /// What is known of a state.
    fn look(&mut self, engine: &mut Engine, position: &Position) -> Result<Look, ExactError> {
        let mut kinds = vec![0; position.height() * position.width()];
        engine.read_kinds(position, &mut kinds)?;
        let mut position = position.clone();
        match (self.aim, position.screen()) {
            (Aim::Tile(kind), _) if kinds.contains(&kind) => return Ok(Look::Known(1.0)),
            (Aim::Goal, _) if position.won() => return Ok(Look::Known(1.0)),
            (_, Screen::GameOver) => return Ok(Look::Known(0.0)),
            (_, Screen::Win) if !engine.rules().postgame_allowed() => return Ok(Look::Known(0.0)),
            (_, Screen::Win) => engine.continue_after_win(&mut position)?,
            (_, Screen::Play) => {}
        }
        let mut key: Vec<u64> = kinds.iter().map(|kind| u64::from(*kind)).collect();
        key.extend([position.available(), u64::from(position.won())]);
        self.hidden.read(engine, &position, &mut key)?;
        let key = key.into_boxed_slice();
        match self.values.get(&key) {
            Some(Some(value)) => return Ok(Look::Known(*value)),
            Some(None) => return Err(ExactError::Endless),
            None if self.values.len() >= self.most => return Err(ExactError::TooMany { most: self.most }),
            None => {}
        }
        self.values.insert(key.clone(), None);
        let mut directions = legal(engine, &position)?;
        directions.reverse();
        Ok(Look::Open(Box::new(Open::new(key, position, directions))))
    }
}

impl Open {
    fn new(key: Box<[u64]>, position: Position, directions: Vec<usize>) -> Open {
        Open {
            key,
            position,
            directions,
            spawns: Vec::new(),
            direction: 0,
            probability: 1.0,
            sum: f64::NEG_INFINITY,
            best: f64::NEG_INFINITY,
        }
    }
}
