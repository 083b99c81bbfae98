//! The resource of a recorded game that is watched.

use std::cell::RefCell;

use polymerge::{ReplayPlayer, Turn};

use crate::bindings::exports::polymerge::engine::games::{Fault, Game, GuestReplay};
use crate::fault::json;
use crate::game::OwnGame;

/// A recorded game with a position in it.
pub struct OwnReplay(RefCell<Watched>);

/// A player of the record, and what happened in its last step.
struct Watched {
    player: ReplayPlayer,
    last: Turn,
}

impl OwnReplay {
    /// A record at its start.
    pub fn of(player: ReplayPlayer) -> OwnReplay {
        OwnReplay(RefCell::new(Watched { player, last: Turn::default() }))
    }
}

impl GuestReplay for OwnReplay {
    fn position(&self) -> u64 {
        self.0.borrow().player.position() as u64
    }

    fn length(&self) -> u64 {
        self.0.borrow().player.length() as u64
    }

    fn step(&self) -> Result<bool, Fault> {
        let mut watched = self.0.borrow_mut();
        let turn = watched.player.step()?;
        let is_made = turn.is_some();
        watched.last = turn.unwrap_or_default();
        Ok(is_made)
    }

    fn seek(&self, position: u64) -> Result<(), Fault> {
        let mut watched = self.0.borrow_mut();
        watched.last = Turn::default();
        Ok(watched.player.seek(usize::try_from(position).unwrap_or(usize::MAX))?)
    }

    fn game(&self, seed: u64) -> Game {
        Game::new(OwnGame::of(self.0.borrow().player.take_over(seed)))
    }

    fn events(&self) -> Result<String, Fault> {
        json(&polymerge_schema::Turn::of(&self.0.borrow().last))
    }

    fn times(&self) -> Vec<f64> {
        self.0.borrow().player.times().to_vec()
    }
}
