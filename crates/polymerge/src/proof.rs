//! Claims that anyone can check: a mode, a seed and moves are a whole game.
//!
//! What is not in the moves is fixed: one second passes between two moves, wins are played
//! on from where the mode allows it, and moves that can't be made (or come after the end of
//! the game) are passed over. The random numbers are those of [`Rng`](crate::Rng). Moves
//! are indices into [`Rules::directions`].
//!
//! ```
//! use polymerge::{proof, Limits, Mode};
//!
//! let rules = Mode::built_in("2048")?.within(&Limits::strict()).compile()?;
//! let moves = [2, 0, 3, 1, 2];
//! let game = proof::play(&rules, 7, &moves)?;
//! let text = proof::write_moves(&rules, &moves)?; // short: three moves a character
//!
//! let claim = proof::Claim { score: game.score(), count: Some(5) };
//! let verdict = proof::verify(&rules, 7, &proof::read_moves(&text, rules.limits())?, &claim)?;
//! assert!(verdict.holds);
//! # Ok::<(), polymerge::Error>(())
//! ```

pub use polymerge_savecode::moves::Moves;

use polymerge_savecode::moves::{decode, encode, MoveStringError};

use crate::compiled::Rules;
use crate::error::{Error, ErrorKind, Place};
use crate::game::Game;
use crate::limits::{HistoryLimits, Limits};
use crate::replay::too_much;
use crate::seeded::{must_fit, verify_from, Played, SeededError};
pub use crate::seeded::{Claim, STEP};

/// Whether a claim holds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verdict {
    /// Whether score and number of moves are as claimed.
    pub holds: bool,
    /// The game for which it holds; if for none, the game without padding. It has no way
    /// back.
    pub game: Game,
    /// Moves that moved something.
    pub played: usize,
    /// Moves that moved nothing, or could not be pressed.
    pub ignored: usize,
}

/// Plays the game of a seed and moves, and compares it with what was claimed. Random cells
/// are drawn as for any game.
///
/// # Errors
/// The moves do not fit the mode or the claim, the rules fail, or the work of
/// [`Limits::game_work`] is used up. The place is the number of the move.
pub fn verify(rules: &Rules, seed: u64, moves: &Moves, claim: &Claim) -> Result<Verdict, Error> {
    must_fit(moves, rules.directions().len())?;
    let verdict = verify_from(started(rules, seed)?, moves, claim)?;
    let Played { session, played, ignored, .. } = verdict.end;
    let now = (played + ignored) as f64 * STEP;
    let game = Game::new(rules.clone(), session, now);
    Ok(Verdict { holds: verdict.holds, game, played, ignored })
}

/// Plays the game of a seed and moves, as [`verify`] does. It has no way back.
///
/// # Errors
/// The rules fail, or the work of [`Limits::game_work`] is used up. Moves that are merely
/// impossible are passed over.
pub fn play(rules: &Rules, seed: u64, moves: &[usize]) -> Result<Game, Error> {
    let mut played = started(rules, seed)?;
    for &direction in moves {
        played.play(direction)?;
    }
    Ok(Game::new(rules.clone(), played.session, moves.len() as f64 * STEP))
}

/// The game of a seed, which remembers no way back.
fn started(rules: &Rules, seed: u64) -> Result<Played, Error> {
    let session = rules.start(seed)?.into_session().with_history(HistoryLimits { steps: 0, bytes: 0 });
    Ok(Played::new(session, rules.limits().game_work))
}

/// Reads a move string.
///
/// # Errors
/// It is none, or has more moves than [`Limits::code`] allows.
pub fn read_moves(text: &str, limits: &Limits) -> Result<Moves, Error> {
    Ok(decode(text, limits.code.moves)?)
}

/// Writes moves as a move string.
///
/// # Errors
/// A move is no direction of the mode, or the mode has more than 64 of them.
pub fn write_moves(rules: &Rules, moves: &[usize]) -> Result<String, Error> {
    let directions =
        u8::try_from(rules.directions().len()).map_err(|_| MoveStringError::TooManyDirections)?;
    let short = |(position, &own): (usize, &usize)| {
        u8::try_from(own).map_err(|_| MoveStringError::BadMove { position })
    };
    let moves: Vec<u8> = moves.iter().enumerate().map(short).collect::<Result<_, _>>()?;
    Ok(encode(&moves, directions)?)
}

impl From<SeededError> for Error {
    fn from(error: SeededError) -> Error {
        match error {
            SeededError::Start(error) => error.into(),
            SeededError::Move(number, error) => Error::from(error).at(Place::Step(number)),
            SeededError::Work(number) => too_much(number),
            SeededError::Directions { .. } | SeededError::Count { .. } => {
                Error::new(ErrorKind::Input, "moves-do-not-fit", error.to_string())
            }
        }
    }
}
