//! A mode compiled: what everything is started from.

use std::sync::Arc;

use polymerge_modefile::Written;
use polymerge_modifiers::RandomCells;
use polymerge_rules::{
    Batch, Direct, Engine, GameState as State, Mode as Raw, Randomness, Rng, Ruleset, Stream, World,
};

use crate::course::CoursePlay;
use crate::direction::{self, Direction};
use crate::error::{Error, ErrorKind};
use crate::limits::Limits;
use crate::mode::Mode;
use crate::random_play::RandomPlay;
use crate::session::SharedEngine;

/// A mode compiled and checked. Cheap to clone, shared by threads; starts games, engines
/// and batches any number of times.
///
/// A seed is one game, whatever plays it: [`Rules::start`], [`Rules::state`], the first
/// game of [`Rules::batch`] and of [`Rules::random_play`] begin alike and draw the same
/// numbers.
///
/// ```
/// use polymerge::Mode;
///
/// let rules = Mode::built_in("classic")?.compile()?;
/// let game = rules.start(7)?;
/// assert_eq!(game.state().grid(), rules.state(7)?.grid());
/// assert_eq!(rules.batch(3, 5)?.game(2).grid(), game.state().grid());
/// # Ok::<(), polymerge::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules(Arc<Compiled>);

#[derive(Debug)]
struct Compiled {
    mode: Mode,
    /// The compiled rules; without random cells, if there are some.
    ruleset: Arc<Ruleset>,
    cells: Option<RandomCells>,
    directions: Vec<Direction>,
    /// The engine of games of this ruleset.
    engine: SharedEngine,
}

impl Rules {
    pub(crate) fn new(mode: Mode) -> Result<Rules, Error> {
        let (raw, cells) = mode.changed()?.into_parts();
        let ruleset = Ruleset::compile(raw, mode.limits().clone())?;
        Ok(Rules::of(mode, ruleset, cells))
    }

    fn of(mode: Mode, ruleset: Arc<Ruleset>, cells: Option<RandomCells>) -> Rules {
        let directions = Direction::all(&ruleset);
        let engine = SharedEngine::new(&ruleset, &mode.limits().memory);
        Rules(Arc::new(Compiled { mode, ruleset, cells, directions, engine }))
    }

    /// The rules of a mode that a game or a record was saved with.
    pub(crate) fn of_saved(mode: Raw, name: &str, limits: &Limits) -> Result<Rules, Error> {
        let ruleset = Ruleset::compile(mode.clone(), limits.clone())?;
        Ok(Rules::of(Mode::from_raw_named(mode, name).within(limits), ruleset, None))
    }

    /// Returns the mode as it is written in its file: where its parts stand, and expressions with
    /// its names. `None` for modes of codes and modified ones.
    pub fn written(&self) -> Option<Written> {
        self.0.mode.written(&self.0.ruleset)
    }

    /// The state with which the game of this seed starts, to be cloned and tried: it has
    /// no generator and no way back.
    ///
    /// # Errors
    /// An expression or script of the start fails.
    pub fn state(&self, seed: u64) -> Result<State, Error> {
        let mut random = Rng::new(seed);
        let ruleset = self.ruleset_of_a_game(&mut random)?;
        Ok(State::new(ruleset, &mut World::new(&mut random, 0.0))?.0)
    }

    /// The ruleset of a game: its random cells are drawn first of all.
    pub(crate) fn ruleset_of_a_game(&self, random: &mut Rng) -> Result<Arc<Ruleset>, Error> {
        let Some(cells) = &self.0.cells else { return Ok(Arc::clone(&self.0.ruleset)) };
        let mut raw = self.0.ruleset.mode().clone();
        cells.place(&mut raw, random)?;
        Ok(Ruleset::compile(raw, self.limits().clone())?)
    }

    /// Returns these rules with random cells drawn by a seed, the same for all games. Rules that
    /// draw nothing stay as they are.
    ///
    /// # Errors
    /// The mode can't be compiled with them.
    pub fn drawn(&self, seed: u64) -> Result<Rules, Error> {
        let ruleset = self.ruleset_of_a_game(&mut Rng::new(seed))?;
        Ok(Rules::of(self.0.mode.clone(), ruleset, None))
    }

    /// Returns true if random cells are drawn before each game. Then two games may have different
    /// boards, and [`Rules::engine`], [`Rules::batch`] and what is made of them refuse these rules:
    /// use [`Rules::drawn`], which has one board.
    pub fn is_drawn(&self) -> bool {
        self.0.cells.is_some()
    }

    /// Returns the engine that games of these rules share.
    pub(crate) fn shared_engine(&self) -> &SharedEngine {
        &self.0.engine
    }

    /// Returns an engine, which plays fast and looks ahead: see [`Engine`] and
    /// [`Position`](crate::Position).
    ///
    /// # Errors
    /// Random cells are drawn before each game.
    ///
    /// ```
    /// use polymerge::{Mode, Rng};
    ///
    /// let rules = Mode::built_in("classic")?.compile()?;
    /// let mut engine = rules.engine()?;
    /// let mut random = Rng::new(7);
    /// let mut position = engine.start(&mut random)?;
    /// let fork = position.clone();
    /// engine.play(&mut position, 0, &mut random)?;
    /// assert_eq!(fork.moves(), 0.0);
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    pub fn engine(&self) -> Result<Engine, Error> {
        let ruleset = self.one_ruleset()?;
        Ok(Engine::with_memory(Arc::clone(ruleset), self.limits().memory.clone(), 0.0))
    }

    /// Many games that are played together: the first has this seed, the next one the next
    /// seed, and so on. They go as games of [`Rules::start`] with these seeds.
    ///
    /// # Errors
    /// As [`Rules::batch_of`].
    pub fn batch(&self, games: usize, seed: u64) -> Result<Batch, Error> {
        self.batch_of((0..games as u64).map(|game| Rng::new(seed.wrapping_add(game))))
    }

    /// Many games that are played together, faster than those of [`Rules::batch`]: free
    /// cells are drawn directly. So a seed is another game than anywhere else.
    ///
    /// # Errors
    /// As [`Rules::batch_of`].
    pub fn batch_direct(&self, games: usize, seed: u64) -> Result<Batch<Direct<Rng>>, Error> {
        self.batch_of((0..games as u64).map(|game| Direct(Rng::new(seed.wrapping_add(game)))))
    }

    /// A game that is played together with others for each of these streams of random
    /// numbers.
    ///
    /// # Errors
    /// Random cells are drawn before each game; the mode has more than 64 directions,
    /// which masks have no room for; the start of a game fails.
    pub fn batch_of<R: Randomness>(&self, streams: impl IntoIterator<Item = R>) -> Result<Batch<R>, Error> {
        let ruleset = self.one_ruleset()?;
        let batch = Batch::of_streams(Arc::clone(ruleset), streams, 0.0)?;
        let memory = &self.limits().memory;
        Ok(match *memory == Default::default() {
            true => batch,
            false => batch.with_memory(memory.clone()),
        })
    }

    /// The games of a batch that was put away by
    /// [`Batch::snapshot`](polymerge_rules::Batch::snapshot), which go on as they would have
    /// gone on there.
    ///
    /// # Errors
    /// The texts are none of a batch of these rules; or random cells are drawn before each
    /// game.
    pub fn batch_of_snapshot<R: Stream>(&self, texts: &[String]) -> Result<Batch<R>, Error> {
        let ruleset = Arc::clone(self.one_ruleset()?);
        Ok(Batch::of_snapshot(ruleset, self.limits().memory.clone(), texts)?)
    }

    /// A game of this seed, at most so many turns of it, in which the caller chooses the
    /// directions: see [`sample`](crate::sample). Half a second passes between two presses.
    ///
    /// ```
    /// use polymerge::sample::Ending;
    /// use polymerge::Mode;
    ///
    /// let mut play = Mode::built_in("classic")?.compile()?.course(7, 1000)?;
    /// while play.step(|game| Ok(game.legal_moves()?.first().copied()))? {}
    /// let course = play.into_course();
    /// assert_eq!(course.ending, Ending::Stuck);
    /// assert!(course.largest.last().is_some_and(|&(_, value)| value >= 16.0));
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    ///
    /// # Errors
    /// The start of the game fails.
    pub fn course(&self, seed: u64, most_turns: u64) -> Result<CoursePlay, Error> {
        let mut random = Rng::new(seed);
        let ruleset = self.ruleset_of_a_game(&mut random)?;
        CoursePlay::begin(ruleset, random, seed, most_turns)
    }

    /// Games with random moves as fast as possible: see [`sample`](crate::sample). The
    /// first is the game of this seed; the next ones go on with the same numbers.
    ///
    /// # Errors
    /// Random cells are drawn before each game, or the start of a game fails.
    pub fn random_play(&self, seed: u64) -> Result<RandomPlay<Rng>, Error> {
        let play = RandomPlay::of(Arc::clone(self.one_ruleset()?), Rng::new(seed), seed)?;
        Ok(play.with_memory(self.limits().memory.clone()))
    }

    /// Games with random moves, faster than those of [`Rules::random_play`]: free cells are
    /// drawn directly. So a seed is another game than anywhere else.
    ///
    /// # Errors
    /// As [`Rules::random_play`].
    pub fn random_play_direct(&self, seed: u64) -> Result<RandomPlay, Error> {
        let play = RandomPlay::new(Arc::clone(self.one_ruleset()?), seed)?;
        Ok(play.with_memory(self.limits().memory.clone()))
    }

    /// The ruleset of all games, if they share one.
    fn one_ruleset(&self) -> Result<&Arc<Ruleset>, Error> {
        match &self.0.cells {
            None => Ok(&self.0.ruleset),
            Some(_) => {
                let message = "this mode draws cells before each game, so that its games share no rules; \
                               Rules::drawn has one board for all";
                Err(Error::new(ErrorKind::Input, "drawn-mode", message))
            }
        }
    }

    /// The directions that can be pressed, in the order of their indices.
    pub fn directions(&self) -> &[Direction] {
        &self.0.directions
    }

    /// The direction that has this name: its name, its way in words or its label, in any case, or a
    /// move as [`Rules::parse_moves`] reads it.
    ///
    /// ```
    /// let rules = polymerge::Mode::built_in("2048")?.compile()?;
    /// for name in ["left", "LEFT", "\u{2190}", "L", "2"] {
    ///     assert_eq!(rules.direction(name)?.index, 2);
    /// }
    /// let message = rules.direction("wast").unwrap_err().to_string();
    /// assert!(message.ends_with("it has up, down, left, right"), "{message}");
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    ///
    /// # Errors
    /// No direction has it, or it stands for several moves; which ones there are.
    pub fn direction(&self, name: &str) -> Result<&Direction, Error> {
        direction::named(name, self.directions())
    }

    /// The moves that a text stands for. It may mix `U`, `D`, `L`, `R` (in either case) for
    /// the direction that goes straight up, down, left or right; a direction's own label,
    /// such as `↖`; and indices, counted from 0. Blanks and commas separate and mean nothing
    /// else. Up to ten directions have one digit each, so that `0123` are four moves; where
    /// there are more, a word of digits is one index.
    ///
    /// # Errors
    /// Which move is no direction, and which ones there are.
    pub fn parse_moves(&self, text: &str) -> Result<Vec<usize>, Error> {
        direction::parse(text, self.directions())
    }

    /// The mode, with what was chosen about it.
    pub fn mode(&self) -> &Mode {
        &self.0.mode
    }

    /// The limits of all games.
    pub fn limits(&self) -> &Limits {
        self.0.mode.limits()
    }

    /// Returns the time between two calls of [`Game::tick`](crate::Game::tick) while a game is
    /// played, in milliseconds; `None` if no calls are needed.
    pub fn interval(&self) -> Option<f64> {
        Some(self.0.ruleset.mode().display_interval).filter(|interval| interval.is_finite())
    }

    /// Returns true if anything happens when a tile is clicked.
    pub fn tiles_can_be_clicked(&self) -> bool {
        self.0.ruleset.tiles_can_be_clicked()
    }

    /// Returns the compiled rules of the crate `polymerge-rules`. Random cells are not on their
    /// board.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.0.ruleset
    }
}

impl Mode {
    /// The mode compiled and checked: what games are started from.
    ///
    /// # Errors
    /// The mode can't be changed like this, or something in it makes no sense.
    pub fn compile(&self) -> Result<Rules, Error> {
        Rules::new(self.clone())
    }
}
