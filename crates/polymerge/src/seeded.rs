//! [`proof`](crate::proof) under its former names, on sessions.

use std::sync::Arc;

use polymerge_rules::{Ruleset, Turn};
use polymerge_savecode::moves::Moves;

use crate::compiled::Rules;
use crate::error::{Error, Place};
use crate::proof::{self, must_fit, press};
pub use crate::proof::{Claim, STEP};
use crate::session::Session;

/// A game after moves that were given beforehand.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game as it stands.
    pub session: Session,
    /// Moves that moved something.
    pub played: usize,
    /// Moves that moved nothing, or could not be pressed.
    pub ignored: usize,
}

/// Whether a claim holds.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Whether score and number of moves are as claimed.
    pub holds: bool,
    /// The game for which it holds; if for none, the game without padding.
    pub end: Played,
}

/// Plays moves.
///
/// # Errors
/// If the rules fail in a move; moves that are merely impossible are ignored.
pub fn play(session: Session, moves: &[usize]) -> Result<Played, Error> {
    let mut played = Played { session, played: 0, ignored: 0 };
    for &direction in moves {
        played.play(direction)?;
    }
    Ok(played)
}

impl Played {
    /// Plays one more move; gives what happened, which is nothing if it
    /// could not be made.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn play(&mut self, direction: usize) -> Result<Turn, Error> {
        let number = self.played + self.ignored + 1;
        let turn = press(&mut self.session, direction, number as f64 * STEP)
            .map_err(|error| Error::from(error).at(Place::Move(number)))?;
        let count = if turn.moved { &mut self.played } else { &mut self.ignored };
        *count += 1;
        Ok(turn)
    }
}

/// Plays a game again, and compares it with what was claimed.
///
/// # Errors
/// If the moves do not fit the mode or the claim, or the rules fail.
pub fn verify(rules: Arc<Ruleset>, seed: u64, moves: &Moves, claim: &Claim) -> Result<Verdict, Error> {
    let proof::Verdict { holds, run, .. } = proof::verify(&Rules::of_ruleset(rules), seed, moves, claim)?;
    let (played, ignored) = (run.played(), run.ignored());
    Ok(Verdict { holds, end: Played { session: run.into_game().into_session(), played, ignored } })
}

/// Starts the game that moves belong to.
///
/// # Errors
/// If they are for another number of directions, or the start fails.
pub fn start(rules: Arc<Ruleset>, seed: u64, moves: &Moves) -> Result<Played, Error> {
    must_fit(moves, rules.directions().len())?;
    let (session, _) = Session::new(rules, seed, 0.0)?;
    Ok(Played { session, played: 0, ignored: 0 })
}
