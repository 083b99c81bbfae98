//! The handle of a recorded game that is watched.

use std::sync::Mutex;

use polymerge::{Game, Limits, Opened, ReplayPlayer, Turn, open};

use crate::fault::{Fault, Outcome, json};
use crate::ffi::{self, Board, Buffer};
use crate::game::{PM_GAME_EVENTS, PM_GAME_KINDS, Played, PmGame};
use crate::interrupt;
use crate::lock::Locked;

/// JSON: what happened in the step that was made last; nothing after a jump.
pub const PM_REPLAY_EVENTS: u32 = 0;
/// JSON: the kinds of tiles in the order of their numbers.
pub const PM_REPLAY_KINDS: u32 = 1;
/// JSON: the milliseconds from the start to each step, and to the end.
pub const PM_REPLAY_TIMES: u32 = 2;

/// A recorded game with a position in it.
pub struct PmReplay(Mutex<Watched>);

impl Locked for PmReplay {
    type Own = Watched;

    fn lock(&self) -> &Mutex<Watched> {
        &self.0
    }
}

/// The contents of the handle of a recorded game.
pub struct Watched {
    player: ReplayPlayer,
    /// The game at the position.
    shown: Played,
}

impl PmReplay {
    /// A record at its start.
    pub fn of(player: ReplayPlayer) -> PmReplay {
        let shown = Played::new(player.take_over(0), Turn::default());
        PmReplay(Mutex::new(Watched { player, shown }))
    }

    /// Opens a Replay code, or the record of a saved game.
    pub fn open(text: &str, limits: &Limits) -> Result<PmReplay, Fault> {
        let player = match open(text, limits)? {
            Opened::Replay(replay) => replay.player(limits)?,
            Opened::Game(saved) => return of_game(&saved.resume(0.0, limits)?),
            _ => return Err(Fault::input("this is neither a Replay code nor a saved game")),
        };
        Ok(PmReplay::of(player))
    }
}

/// Goes to a position of a record, or to its end if there is none so far on.
pub fn seek(player: &mut ReplayPlayer, to: usize) -> Outcome {
    interrupt::asking(|goes_on| player.seek_while(to, goes_on).map(|arrived| arrived.then_some(())))
}

/// The record of a game, at its start.
pub fn of_game(game: &Game) -> Result<PmReplay, Fault> {
    Ok(PmReplay::of(interrupt::asking(|goes_on| game.replay_player_while(goes_on))?))
}

impl Watched {
    /// The position, and the number of positions.
    pub fn place(&self) -> (usize, usize) {
        (self.player.position(), self.player.length())
    }

    /// Makes the next step; false at the end.
    pub fn step(&mut self) -> Result<bool, Fault> {
        let turn = self.player.step()?;
        let is_made = turn.is_some();
        self.shown.replace(self.player.take_over(0), turn.unwrap_or_default());
        Ok(is_made)
    }

    /// Goes to a position.
    pub fn seek(&mut self, to: usize) -> Outcome {
        let found = seek(&mut self.player, to);
        self.shown.replace(self.player.take_over(0), Turn::default());
        found
    }

    /// Returns the state of the game at the position.
    pub fn status(&self) -> Result<ffi::Status, Fault> {
        self.shown.status()
    }

    /// Reads the cells as numbers.
    pub fn read(&mut self, board: Board) -> Outcome {
        self.shown.read(board)
    }

    /// The game at the position, to be played on with the random numbers of a seed.
    pub fn game(&self, seed: u64) -> PmGame {
        PmGame::of(self.player.take_over(seed), Turn::default())
    }

    /// Writes a text of one of the kinds above.
    pub fn text(&mut self, what: u32, into: &mut Buffer) -> Outcome {
        match what {
            PM_REPLAY_EVENTS => self.shown.text(PM_GAME_EVENTS, into),
            PM_REPLAY_KINDS => self.shown.text(PM_GAME_KINDS, into),
            PM_REPLAY_TIMES => into.put(json(&self.player.times())?.as_bytes()),
            other => Err(Fault::input(format!("there is no text of replays of the kind {other}"))),
        }
    }
}
