//! Exact play, for games with few states: every state that can follow is evaluated.

use std::collections::HashMap;
use std::fmt;

use polymerge_rules::{Engine, NoRandomness, Position, Screen, Spawn, Spawns, TurnError};

use crate::hidden::Hidden;
use crate::rollout::moves;
use crate::rollouts::legal;

/// The quantity that best play maximises.
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

/// The reasons why there is no exact answer.
#[derive(Clone, Debug, PartialEq)]
pub enum ExactError {
    /// More states can follow than the limit allows.
    TooMany {
        /// The limit.
        most: usize,
    },
    /// The spawns after a move are not listed: chance decides more than one tile.
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

/// The most turns that a game is followed.
const DEEPEST: usize = 1 << 14;

/// A solver: the value of a state under best play, for one aim.
///
/// The key of a state has the kinds of its tiles, the available directions, and all else that
/// the mode's rules ask for. A value is computed once; the number of states is bounded.
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
    /// The values by the keys of states; `None` for an open state.
    values: HashMap<Box<[u64]>, Option<f64>>,
}

/// A state whose value is being computed.
#[derive(Debug)]
struct Open {
    key: Box<[u64]>,
    position: Position,
    /// The directions that are still to be evaluated.
    directions: Vec<usize>,
    /// The spawns of the present direction that are still to be evaluated.
    spawns: Vec<Spawn>,
    direction: usize,
    /// The probability of the present spawn.
    probability: f64,
    /// The value of the present direction, summed up so far.
    sum: f64,
    /// The best value of the directions that are done.
    best: f64,
}

/// The result of a look-up: the value of a state, or the state with an unknown value.
enum Lookup {
    Known(f64),
    Open(Box<Open>),
}

impl Exact {
    /// Creates a solver for an aim, in positions of one engine, with a limit for the number of
    /// states.
    pub fn new(engine: &Engine, aim: Aim, most_states: usize) -> Exact {
        Exact { aim, most: most_states, hidden: Hidden::of(engine.rules().mode()), values: HashMap::new() }
    }

    /// The number of states whose values are known.
    pub fn states(&self) -> usize {
        self.values.len()
    }

    /// Returns the value of a position under best play.
    ///
    /// # Errors
    /// See [`ExactError`].
    pub fn value(&mut self, engine: &mut Engine, position: &Position) -> Result<f64, ExactError> {
        let state = self.look_up(engine, position)?;
        self.solve(engine, state)
    }

    /// Returns the value of each legal direction, the best first; ties go to the lower number.
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

    /// Returns the value of a legal direction: the mean over all spawns.
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
            let state = self.look_up(engine, &next)?;
            let value = self.solve(engine, state)?;
            open.sum += open.probability * value;
            sum = Some(open.sum);
        }
        Ok(sum.unwrap_or_default())
    }

    fn solve(&mut self, engine: &mut Engine, state: Lookup) -> Result<f64, ExactError> {
        let solved = self.solve_on_stack(engine, state);
        if solved.is_err() {
            self.values.retain(|_, value| value.is_some());
        }
        solved
    }

    /// Computes the value of a state and of all that can follow. Open states wait for one another
    /// on an explicit stack, since games may be long.
    fn solve_on_stack(&mut self, engine: &mut Engine, state: Lookup) -> Result<f64, ExactError> {
        let mut waiting: Vec<Box<Open>> = Vec::new();
        let mut state = state;
        loop {
            match state {
                Lookup::Known(value) => match waiting.last_mut() {
                    Some(open) => open.sum += open.probability * value,
                    None => return Ok(value),
                },
                Lookup::Open(_) if waiting.len() >= DEEPEST => {
                    return Err(ExactError::TooMany { most: self.most })
                }
                Lookup::Open(open) => waiting.push(open),
            }
            let Some(open) = waiting.last_mut() else { return Ok(0.0) };
            state = match self.next(engine, open)? {
                Some(next) => self.look_up(engine, &next)?,
                None => {
                    let value = open.best.max(open.sum);
                    let value = if value.is_finite() { value } else { 0.0 };
                    self.values.insert(std::mem::take(&mut open.key), Some(value));
                    waiting.pop();
                    Lookup::Known(value)
                }
            };
        }
    }

    /// Returns the next state that can follow and is still to be evaluated.
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

    /// Looks a state up; if its value is unknown, marks it as open.
    fn look_up(&mut self, engine: &mut Engine, position: &Position) -> Result<Lookup, ExactError> {
        let mut kinds = vec![0; position.height() * position.width()];
        engine.read_kinds(position, &mut kinds)?;
        let mut position = position.clone();
        match (self.aim, position.screen()) {
            (Aim::Tile(kind), _) if kinds.contains(&kind) => return Ok(Lookup::Known(1.0)),
            (Aim::Goal, _) if position.won() => return Ok(Lookup::Known(1.0)),
            (_, Screen::GameOver) => return Ok(Lookup::Known(0.0)),
            (_, Screen::Win) if !engine.rules().postgame_allowed() => return Ok(Lookup::Known(0.0)),
            (_, Screen::Win) => engine.continue_after_win(&mut position)?,
            (_, Screen::Play) => {}
        }
        let mut key: Vec<u64> = kinds.iter().map(|kind| u64::from(*kind)).collect();
        key.extend([position.available(), u64::from(position.won())]);
        self.hidden.read(engine, &position, &mut key)?;
        let key = key.into_boxed_slice();
        match self.values.get(&key) {
            Some(Some(value)) => return Ok(Lookup::Known(*value)),
            Some(None) => return Err(ExactError::Endless),
            None if self.values.len() >= self.most => return Err(ExactError::TooMany { most: self.most }),
            None => {}
        }
        self.values.insert(key.clone(), None);
        let mut directions = legal(engine, &position)?;
        directions.reverse();
        Ok(Lookup::Open(Box::new(Open::new(key, position, directions))))
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
