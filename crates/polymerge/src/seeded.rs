//! Games that are fully given by a mode, a seed and moves, so that anyone
//! can check what they came to.
//!
//! What is not in the moves is fixed: one second passes between two moves,
//! wins are played on from where the mode allows it, and moves that can't be
//! made (or come after the end of the game) are passed over. The random
//! numbers are those of [`Seeded`](polymerge_rules::Seeded), the same
//! everywhere. Moves are indices into the directions of the mode.
//!
//! ```
//! use polymerge::savecode::moves;
//! use polymerge::{seeded, Limits, Mode, Ruleset, Session};
//!
//! let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
//! let (session, _) = Session::new(rules.clone(), 7, 0.0)?;
//! let played = seeded::play(session, &[2, 0, 3, 1, 2])?;
//! let text = moves::encode(&[2, 0, 3, 1, 2], 4)?;
//!
//! let claim = seeded::Claim { score: played.session.game().score(), count: Some(5) };
//! let verdict = seeded::verify(rules, 7, &moves::decode(&text, 1000)?, &claim)?;
//! assert!(verdict.holds);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::sync::Arc;

use polymerge_rules::{Ruleset, Screen, Turn, TurnError};
use polymerge_savecode::moves::Moves;

use crate::session::Session;

/// How much time passes between two moves, in milliseconds.
pub const STEP: f64 = 1000.0;

/// A game after moves that were given beforehand.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game as it stands.
    pub session: Session,
    /// Moves that moved something.
    pub played: usize,
    /// Moves that moved nothing, or could not be pressed.
    pub ignored: usize,
    /// How much work it may take.
    most: u64,
}

/// Why a game can't be played from its moves.
#[derive(Clone, Debug, PartialEq)]
pub enum SeededError {
    /// The game could not be started.
    Start(TurnError),
    /// A move failed: its number, counted from 1, and why.
    Move(usize, TurnError),
    /// Before this move the work of a whole game was used up.
    Work(usize),
    /// The moves are for another number of directions than the mode has.
    Directions {
        /// Directions of the moves.
        moves: usize,
        /// Directions of the mode.
        mode: usize,
    },
    /// The string does not hold as many moves as were claimed.
    Count {
        /// Moves claimed.
        claimed: usize,
        /// Moves in the string, padding included.
        found: usize,
    },
}

impl fmt::Display for SeededError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeededError::Start(error) => write!(f, "the start: {error}"),
            SeededError::Move(number, error) => write!(f, "move {number}: {error}"),
            SeededError::Work(number) => {
                write!(
                    f,
                    "move {number}: the limit \"game_work\" of all turns of a game together was reached"
                )
            }
            SeededError::Directions { moves, mode } => {
                write!(f, "the moves are for {moves} directions, but the mode has {mode}")
            }
            SeededError::Count { claimed, found } => {
                write!(f, "the string holds {found} moves with its padding, which can't be {claimed}")
            }
        }
    }
}

impl std::error::Error for SeededError {}

/// Plays moves.
///
/// # Errors
/// If the rules fail in a move; moves that are merely impossible are ignored.
pub fn play(session: Session, moves: &[usize]) -> Result<Played, SeededError> {
    let mut played = Played::new(session, u64::MAX);
    for &direction in moves {
        played.play(direction)?;
    }
    Ok(played)
}

impl Played {
    /// A game that has started, and may take this much work.
    pub(crate) fn new(session: Session, most: u64) -> Played {
        Played { session, played: 0, ignored: 0, most }
    }

    /// Plays one more move; gives what happened, which is nothing if it
    /// could not be made.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn play(&mut self, direction: usize) -> Result<Turn, SeededError> {
        let number = self.played + self.ignored + 1;
        let game = self.session.game();
        let cells = game.width() as u64 * game.height() as u64;
        if self.session.work().saturating_add(cells.saturating_mul(number as u64)) > self.most {
            return Err(SeededError::Work(number));
        }
        let now = number as f64 * STEP;
        let fail = |error| SeededError::Move(number, error);
        if self.session.game().screen() == Screen::Win {
            match self.session.play_on(now) {
                Ok(_) | Err(TurnError::Refused(_)) => {}
                Err(error) => return Err(fail(error)),
            }
        }
        match self.session.play(direction, now) {
            Ok(turn) => {
                let count = if turn.moved { &mut self.played } else { &mut self.ignored };
                *count += 1;
                Ok(turn)
            }
            Err(TurnError::Refused(_)) => {
                self.ignored += 1;
                Ok(Turn::default())
            }
            Err(error) => Err(fail(error)),
        }
    }
}

/// What a game is said to have come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// The score.
    pub score: f64,
    /// The number of moves, if it is known. The plain form of move strings
    /// does not say how many of its last two moves are padding; without a
    /// number, the claim may hold for any of these.
    pub count: Option<usize>,
}

/// Whether a claim holds.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Whether score and number of moves are as claimed.
    pub holds: bool,
    /// The game for which it holds; if for none, the game without padding.
    pub end: Played,
}

/// Plays a game again, and compares it with what was claimed.
///
/// # Errors
/// If the moves do not fit the mode or the claim, or the rules fail.
pub fn verify(rules: Arc<Ruleset>, seed: u64, moves: &Moves, claim: &Claim) -> Result<Verdict, SeededError> {
    verify_from(start(rules, seed, moves)?, moves, claim)
}

/// Compares a game that has been started with what was claimed.
pub(crate) fn verify_from(mut game: Played, moves: &Moves, claim: &Claim) -> Result<Verdict, SeededError> {
    let found = moves.moves.len();
    let (least, most) = match claim.count {
        None => (found - padding(moves), found),
        Some(claimed) if claimed <= found && claimed >= found - padding(moves) => (claimed, claimed),
        Some(claimed) => return Err(SeededError::Count { claimed, found }),
    };
    for &direction in &moves.moves[..least] {
        game.play(usize::from(direction))?;
    }
    let shortest = game.clone();
    for number in least..=most {
        if game.session.game().score() == claim.score {
            return Ok(Verdict { holds: true, end: game });
        }
        if number < most {
            game.play(usize::from(moves.moves[number]))?;
        }
    }
    Ok(Verdict { holds: false, end: shortest })
}

/// Whether moves are for as many directions as a mode has.
pub(crate) fn must_fit(moves: &Moves, of_mode: usize) -> Result<(), SeededError> {
    let of_moves = usize::from(moves.directions);
    let fits = if moves.exact { of_moves == of_mode } else { of_mode <= of_moves };
    match fits {
        true => Ok(()),
        false => Err(SeededError::Directions { moves: of_moves, mode: of_mode }),
    }
}

/// Starts the game that moves belong to.
///
/// # Errors
/// If they are for another number of directions, or the start fails.
pub fn start(rules: Arc<Ruleset>, seed: u64, moves: &Moves) -> Result<Played, SeededError> {
    must_fit(moves, rules.directions().len())?;
    let (session, _) = Session::new(rules, seed, 0.0).map_err(SeededError::Start)?;
    Ok(Played::new(session, u64::MAX))
}

/// How many of the last moves may be padding.
fn padding(moves: &Moves) -> usize {
    if moves.exact {
        return 0;
    }
    moves.moves.iter().rev().take(2).take_while(|&&direction| direction == 0).count()
}
