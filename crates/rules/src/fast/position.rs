//! Positions of games within an engine.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use std::sync::Arc;

use crate::fast::AnyPackedGame;
use crate::game::Screen;
use crate::game::state::State;

/// A position of a game within the [`Engine`](crate::Engine) that made it, such as a search
/// keeps for every node of its tree.
///
/// A clone is a fork, which goes on independently and shares the caches of the engine.
/// While a board is packed, forks share everything else until one of them changes it, so a
/// fork costs about as much as a packed move.
///
/// A position can be read alone; to play it, ask its engine. Another engine refuses it
/// ([`Refusal::Foreign`](crate::Refusal::Foreign)): pass it on as a game, by
/// [`Engine::game`](crate::Engine::game) and [`Engine::position`](crate::Engine::position).
///
/// ```
/// # use polymerge_rules::*;
/// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// let mut engine = Engine::new(rules, 0.0);
/// let mut random = Direct(Rng::new(7));
/// let position = engine.start(&mut random)?;
/// let mut fork = position.clone();
/// for direction in 0..4 {
///     if fork.is_available(direction) {
///         engine.play(&mut fork, direction, &mut random)?;
///     }
/// }
/// assert!(fork.moves() > 0.0);
/// assert_eq!(position.moves(), 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    /// The state, or the state from which the board was packed.
    pub(crate) base: Arc<Base>,
    /// The changes since the base, while the board is packed.
    pub(crate) packed: Option<AnyPackedGame>,
}

/// A state that forks share: that of the game or, while its board is packed, that from
/// which it was packed.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    /// The state.
    pub(crate) state: Box<State>,
    /// The engine that the position belongs to.
    pub(crate) engine: Arc<Identity>,
}

/// The identity of an engine. Every base holds a reference, so that an engine can count
/// them.
#[derive(Debug)]
pub(crate) struct Identity;

impl Position {
    /// Makes a position of a state.
    pub(crate) fn new(state: Box<State>, engine: &Arc<Identity>) -> Position {
        let base = Arc::new(Base { state, engine: Arc::clone(engine) });
        Position { base, packed: None }
    }

    pub(crate) fn state(&self) -> &State {
        &self.base.state
    }

    /// Returns the state for changes; positions that share it keep a copy.
    pub(crate) fn state_mut(&mut self) -> &mut State {
        &mut Arc::make_mut(&mut self.base).state
    }

    /// Replaces the state. Returns the old one, if no fork needs it.
    pub(crate) fn replace(&mut self, state: Box<State>) -> Option<Box<State>> {
        match Arc::get_mut(&mut self.base) {
            Some(own) => Some(std::mem::replace(&mut own.state, state)),
            None => {
                let engine = Arc::clone(&self.base.engine);
                self.base = Arc::new(Base { state, engine });
                None
            }
        }
    }

    /// Returns the score.
    pub fn score(&self) -> f64 {
        self.packed.as_ref().map_or(self.state().score, |packed| packed.progress().score)
    }

    /// Returns the number of moves, automatic ones with a turn of their own included.
    pub fn moves(&self) -> f64 {
        self.state().moves + self.packed.as_ref().map_or(0.0, |packed| packed.progress().moves as f64)
    }

    /// Returns the screen that the player sees. A board on which nothing can move is over
    /// only once that has been tried; see [`Engine::is_over`](crate::Engine::is_over).
    #[inline]
    pub fn screen(&self) -> Screen {
        match &self.packed {
            Some(packed) if packed.progress().available == 0 => Screen::GameOver,
            Some(_) => Screen::Play,
            None => self.state().screen,
        }
    }

    /// Returns true if the game was won, even if it has gone on since.
    pub fn won(&self) -> bool {
        // While a board is packed, no goal is met.
        self.state().won == -1.0 || self.screen() == Screen::Win
    }

    /// Returns true if a direction is not blacked out. It may move nothing all the same;
    /// see [`Engine::legal`](crate::Engine::legal).
    #[inline]
    pub fn is_available(&self, direction: usize) -> bool {
        match &self.packed {
            Some(packed) => packed.progress().can_press(direction),
            None => self.state().available.get(direction) == Some(&true),
        }
    }

    /// Returns the first 64 directions that are not blacked out, a bit for each.
    #[inline]
    pub fn available(&self) -> u64 {
        match &self.packed {
            Some(packed) => u64::from(packed.progress().available),
            None => {
                let available = self.state().available.iter().take(64).enumerate();
                available.map(|(place, own)| u64::from(*own) << place).sum()
            }
        }
    }

    /// Returns the number of rows of the grid.
    pub fn height(&self) -> usize {
        self.state().grid.height()
    }

    /// Returns the number of columns of the grid.
    pub fn width(&self) -> usize {
        self.state().grid.width()
    }
}
