//! Exact play, for games with few states: every state that can follow is evaluated.

use std::fmt;

use polymerge_rules::{Engine, NoRandomness, Position, Screen, Spawn, Spawns, TurnError};

use crate::hidden::{Hidden, read_beside};
use crate::learned::geometry::{Geometry, Symmetry};
use crate::learned::symmetry::{asks_for_no_place, tested};
use crate::rollout::moves;
use crate::rollouts::legal;
use crate::states::{Found, NoRoom, States};

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
    /// More kinds of tiles come up than states have room for.
    Kinds,
    /// A game is longer than is followed.
    Long,
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
            ExactError::Long => write!(f, "a game can have more than {DEEPEST} turns from here"),
            ExactError::Kinds => f.write_str("the game has more than 65,535 kinds of tiles"),
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
/// the mode's rules ask for. A value is computed once; the number of states is bounded. States that
/// a symmetry of the rules maps to one another are one, if nothing in the rules depends on a place: the
/// symmetry is tested before, and on one of 64 states. If it does not hold there, the solver starts
/// again without it.
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
    /// The hidden state that may change, if there is any.
    hidden: Option<Hidden>,
    /// The symmetries of the rules, the identity first; none before the first position.
    symmetries: Vec<Symmetry>,
    states: States,
    /// Memory for the key of a state.
    kinds: Vec<u32>,
    image: Vec<u32>,
    best: Vec<u32>,
    besides: Vec<u64>,
}

/// The states of which one tests the symmetries.
const TESTED: usize = 64;

/// The reasons to stop: there is no answer, or a symmetry does not hold.
enum Stop {
    Failed(ExactError),
    Asymmetric,
}

impl From<ExactError> for Stop {
    fn from(error: ExactError) -> Stop {
        Stop::Failed(error)
    }
}

impl From<TurnError> for Stop {
    fn from(error: TurnError) -> Stop {
        Stop::Failed(error.into())
    }
}

/// A state whose value is being computed.
#[derive(Debug)]
struct Open {
    /// Its place in the table; `None` if it has none.
    place: Option<usize>,
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
        Exact {
            aim,
            most: most_states,
            hidden: Hidden::that_changes(engine.rules()),
            symmetries: Vec::new(),
            states: States::new(0),
            kinds: Vec::new(),
            image: Vec::new(),
            best: Vec::new(),
            besides: Vec::new(),
        }
    }

    /// The number of states whose values are known.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// Returns the value of a position under best play.
    ///
    /// # Errors
    /// See [`ExactError`].
    pub fn value(&mut self, engine: &mut Engine, position: &Position) -> Result<f64, ExactError> {
        self.solving(engine, position, |own, engine| {
            let state = own.look_up(engine, position)?;
            own.solve(engine, state)
        })
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
        self.solving(engine, position, |own, engine| {
            let mut all = Vec::new();
            for direction in legal(engine, position)? {
                all.push((direction, own.of_direction(engine, position, direction)?));
            }
            all.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
            Ok(all)
        })
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
        self.solving(engine, position, |own, engine| own.of_direction(engine, position, direction))
    }

    /// Works in the states that can follow a position; again, if a symmetry turns out not to hold.
    fn solving<T>(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        work: impl Fn(&mut Exact, &mut Engine) -> Result<T, Stop>,
    ) -> Result<T, ExactError> {
        if self.symmetries.is_empty() {
            let geometry = Geometry::of(engine, position)?;
            self.symmetries = geometry.symmetries();
            // The tests play games from the start, which may fail where this position does not.
            match tested(engine, &geometry, 0) {
                Ok(tested) if asks_for_no_place(engine.rules()) => self.symmetries = tested,
                _ => self.symmetries.truncate(1),
            }
            self.states = States::new(geometry.size());
        }
        loop {
            match work(self, engine) {
                Ok(result) => return Ok(result),
                Err(Stop::Asymmetric) => self.states.clear(),
                Err(Stop::Failed(error)) => {
                    // States that are still open would look as if games came back to them.
                    self.states.clear();
                    return Err(error);
                }
            }
        }
    }

    fn of_direction(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        direction: usize,
    ) -> Result<f64, Stop> {
        let mut open = Open::new(None, position.clone(), vec![direction]);
        let mut sum = None;
        while let Some(next) = self.next(engine, &mut open)? {
            let state = self.look_up(engine, &next)?;
            let value = self.solve(engine, state)?;
            open.sum += open.probability * value;
            sum = Some(open.sum);
        }
        Ok(sum.unwrap_or_default())
    }

    /// Computes the value of a state and of all that can follow. Open states wait for one another
    /// on an explicit stack, since games may be long.
    fn solve(&mut self, engine: &mut Engine, state: Lookup) -> Result<f64, Stop> {
        let mut waiting: Vec<Box<Open>> = Vec::new();
        let mut state = state;
        loop {
            match state {
                Lookup::Known(value) => match waiting.last_mut() {
                    Some(open) => open.sum += open.probability * value,
                    None => return Ok(value),
                },
                Lookup::Open(_) if waiting.len() >= DEEPEST => return Err(ExactError::Long.into()),
                Lookup::Open(open) => waiting.push(open),
            }
            let Some(open) = waiting.last_mut() else { return Ok(0.0) };
            state = match self.next(engine, open)? {
                Some(next) => self.look_up(engine, &next)?,
                None => {
                    let value = open.best.max(open.sum);
                    let value = if value.is_finite() { value } else { 0.0 };
                    if let Some(place) = open.place {
                        self.states.set(place, value);
                    }
                    waiting.pop();
                    Lookup::Known(value)
                }
            };
        }
    }

    /// Returns the next state that can follow and is still to be evaluated.
    fn next(&mut self, engine: &mut Engine, open: &mut Open) -> Result<Option<Position>, Stop> {
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
                Spawns::Sampled => return Err(ExactError::Chance.into()),
            }
        }
        let Some(spawn) = open.spawns.pop() else { return Ok(None) };
        let mut next = open.position.clone();
        open.probability = spawn.probability;
        engine.play_spawn(&mut next, open.direction, &spawn, &mut NoRandomness)?;
        Ok(Some(next))
    }

    /// Looks a state up; if its value is unknown, marks it as open.
    fn look_up(&mut self, engine: &mut Engine, position: &Position) -> Result<Lookup, Stop> {
        self.kinds.resize(position.height() * position.width(), 0);
        engine.read_kinds(position, &mut self.kinds)?;
        let mut position = position.clone();
        match (self.aim, position.screen()) {
            (Aim::Tile(kind), _) if self.kinds.contains(&kind) => return Ok(Lookup::Known(1.0)),
            (Aim::Goal, _) if position.won() => return Ok(Lookup::Known(1.0)),
            (_, Screen::GameOver) => return Ok(Lookup::Known(0.0)),
            (_, Screen::Win) if !engine.rules().postgame_allowed() => return Ok(Lookup::Known(0.0)),
            (_, Screen::Win) => engine.continue_after_win(&mut position)?,
            (_, Screen::Play) => {}
        }
        let available = self.canonical(position.available());
        read_beside(self.hidden.as_ref(), engine, &position, available, &mut self.besides)?;
        let most = self.most;
        let refused = |no_room| match no_room {
            NoRoom::Limit => ExactError::TooMany { most },
            NoRoom::Kind => ExactError::Kinds,
        };
        let beside = self.states.number(&self.besides, most).map_err(refused)?;
        let place = match self.states.look_up(&self.best, beside, most).map_err(refused)? {
            Found::Value(value) => return Ok(Lookup::Known(value)),
            Found::Open => return Err(ExactError::Endless.into()),
            Found::New(place) => place,
        };
        let mut directions = legal(engine, &position)?;
        // Boards on which nothing moves are many, and cost little to find out again.
        if directions.is_empty() {
            self.states.take_back();
            return Ok(Lookup::Known(0.0));
        }
        if place % TESTED == 0 && self.symmetries.len() > 1 {
            self.test(engine, &position)?;
        }
        directions.reverse();
        Ok(Lookup::Open(Box::new(Open::new(Some(place), position, directions))))
    }

    /// Sets `best` to the first in order of the images of the board that was read, and returns the
    /// image of its available directions.
    fn canonical(&mut self, available: u64) -> u64 {
        let Exact { symmetries, kinds, image, best, .. } = self;
        best.clone_from(kinds);
        let mut least = available;
        for symmetry in symmetries.iter().skip(1) {
            image.clone_from(kinds);
            for (kind, to) in kinds.iter().zip(&symmetry.cells) {
                if let Some(own) = image.get_mut(*to) {
                    *own = *kind;
                }
            }
            let open = symmetry
                .directions
                .iter()
                .enumerate()
                .fold(0, |open, (direction, to)| open | (available >> direction & 1) << to);
            if (&*image, open) < (&*best, least) {
                std::mem::swap(image, best);
                least = open;
            }
        }
        least
    }

    /// Drops the symmetries that do not hold in a position.
    fn test(&mut self, engine: &mut Engine, position: &Position) -> Result<(), Stop> {
        let before = self.symmetries.len();
        let (mut place, hidden) = (0, self.hidden.as_ref());
        self.symmetries.retain(|symmetry| {
            place += 1;
            place == 1 || symmetry.commutes(engine, position, true, hidden).unwrap_or(false)
        });
        if self.symmetries.len() < before { Err(Stop::Asymmetric) } else { Ok(()) }
    }
}

impl Open {
    fn new(place: Option<usize>, position: Position, directions: Vec<usize>) -> Open {
        Open {
            place,
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
