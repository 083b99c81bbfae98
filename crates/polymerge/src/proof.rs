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
//! let mut run = proof::Run::start(&rules, 7)?;
//! let moves = [2, 0, 3, 1, 2];
//! run.play_all(&moves)?;
//! let text = proof::write_moves(&rules, &moves)?; // short: three moves a character
//!
//! let claim = proof::Claim { score: run.game().score(), count: Some(5) };
//! let verdict = proof::verify(&rules, 7, &proof::read_moves(&text, rules.limits())?, &claim)?;
//! assert!(verdict.holds);
//! # Ok::<(), polymerge::Error>(())
//! ```

mod quick;

pub use polymerge_savecode::moves::Moves;
pub use quick::QuickRun;

use polymerge_rules::{Screen, Turn, TurnError};
use polymerge_savecode::moves::{MoveStringError, decode, encode};

use crate::compiled::Rules;
use crate::error::{Error, ErrorKind, Place};
use crate::game::Game;
use crate::limits::{HistoryLimits, Limits};
use crate::replay::too_much;
use crate::session::Session;

/// The time between two moves, in milliseconds.
pub const STEP: f64 = 1000.0;

/// A game that is played by given moves.
#[derive(Clone, Debug)]
pub struct Run {
    game: Game,
    /// The number of cells of the grid.
    cells: u64,
    played: usize,
    ignored: usize,
}

impl Run {
    /// The game of a seed, before its first move. Random cells are drawn as for any game.
    ///
    /// # Errors
    /// Its start fails.
    pub fn start(rules: &Rules, seed: u64) -> Result<Run, Error> {
        Ok(Run::of(rules.start(seed)?))
    }

    /// A game that is gone on with by moves.
    pub fn of(game: Game) -> Run {
        let cells = game.state().width() as u64 * game.state().height() as u64;
        Run { game, cells, played: 0, ignored: 0 }
    }

    /// Returns this run without a way back, which takes less memory and time.
    #[must_use]
    pub fn forgetful(self) -> Run {
        Run { game: self.game.with_history(HistoryLimits { steps: 0, bytes: 0 }), ..self }
    }

    /// Plays one more move; gives what happened, which is nothing if it could not be made.
    ///
    /// # Errors
    /// The rules fail, or the work of [`Limits::game_work`] is used up. The place is the
    /// number of the move, from 1.
    pub fn play(&mut self, direction: usize) -> Result<Turn, Error> {
        let number = self.moves() + 1;
        let work = self.game.work().saturating_add(self.cells.saturating_mul(number as u64));
        if work > self.game.rules().limits().game_work {
            return Err(too_much(Place::Move(number)));
        }
        let now = number as f64 * STEP;
        self.game.set_time(now)?;
        let turn = press(self.game.session_mut(), direction, now)
            .map_err(|error| Error::from(error).at(Place::Move(number)))?;
        let count = if turn.moved { &mut self.played } else { &mut self.ignored };
        *count += 1;
        Ok(turn)
    }

    /// Plays moves.
    ///
    /// # Errors
    /// As [`Run::play`].
    pub fn play_all(&mut self, moves: &[usize]) -> Result<(), Error> {
        moves.iter().try_for_each(|&direction| self.play(direction).map(|_| ()))
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game, to be played on by hand.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// Moves that moved something.
    pub fn played(&self) -> usize {
        self.played
    }

    /// Moves that moved nothing, or could not be pressed.
    pub fn ignored(&self) -> usize {
        self.ignored
    }

    /// Returns the number of moves so far.
    pub fn moves(&self) -> usize {
        self.played + self.ignored
    }
}

/// Makes a move if it can be made, after playing on from a win.
fn press(session: &mut Session, direction: usize, now: f64) -> Result<Turn, TurnError> {
    let unless_refused = |result| match result {
        Err(TurnError::Refused(_)) => Ok(Turn::default()),
        result => result,
    };
    if session.screen() == Screen::Win {
        unless_refused(session.play_on(now))?;
    }
    unless_refused(session.play(direction, now))
}

/// The claimed result of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// The score.
    pub score: f64,
    /// The number of moves, if it is known. The plain form of move strings
    /// does not say how many of its last two moves are padding; without a
    /// number, the claim may hold for any of these.
    pub count: Option<usize>,
}

/// The result of checking a claim.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verdict {
    /// True if score and number of moves are as claimed.
    pub holds: bool,
    /// The run for which it holds; if for none, the one without padding. Its game has no
    /// way back.
    pub run: Run,
}

/// Plays the game of a seed and moves, and compares it with what was claimed.
///
/// # Errors
/// The moves do not fit the mode or the claim, the rules fail, or the work of
/// [`Limits::game_work`] is used up.
pub fn verify(rules: &Rules, seed: u64, moves: &Moves, claim: &Claim) -> Result<Verdict, Error> {
    let verdict = verify_while(rules, seed, moves, claim, |_| true)?;
    // It was not stopped.
    verdict.ok_or_else(|| Error::new(ErrorKind::Input, "stopped", "the check was stopped"))
}

/// Checks a claim as [`verify`], and asks before each move, with the number of moves so far,
/// whether to go on. `None` if it was stopped.
///
/// ```
/// use polymerge::{proof, Mode};
///
/// let rules = Mode::built_in("2048")?.compile()?;
/// let moves = proof::read_moves(&proof::write_moves(&rules, &[0, 1, 2])?, rules.limits())?;
/// let claim = proof::Claim { score: 0.0, count: Some(3) };
/// assert!(proof::verify_while(&rules, 7, &moves, &claim, |played| played < 3)?.is_some());
/// assert!(proof::verify_while(&rules, 7, &moves, &claim, |played| played < 2)?.is_none());
/// # Ok::<(), polymerge::Error>(())
/// ```
///
/// # Errors
/// As [`verify`].
pub fn verify_while(
    rules: &Rules,
    seed: u64,
    moves: &Moves,
    claim: &Claim,
    mut goes_on: impl FnMut(usize) -> bool,
) -> Result<Option<Verdict>, Error> {
    let list = directions(rules, moves)?;
    let held = count_moves(moves);
    let (least, most) = match claim.count {
        None => (held.least, held.most),
        Some(count) => held.must_be(count).map(|count| (count, count))?,
    };
    let mut run = Run::start(rules, seed)?.forgetful();
    for &direction in &list[..least] {
        if !goes_on(run.moves()) {
            return Ok(None);
        }
        run.play(direction)?;
    }
    let shortest = run.clone();
    let mut padding = list[least..most].iter();
    loop {
        if run.game.score() == claim.score {
            return Ok(Some(Verdict { holds: true, run }));
        }
        let Some(&direction) = padding.next() else { break };
        run.play(direction)?;
    }
    Ok(Some(Verdict { holds: false, run: shortest }))
}

/// The moves of a move string as directions of a mode, for [`Run::play_all`].
///
/// # Errors
/// They are for another number of directions.
pub fn directions(rules: &Rules, moves: &Moves) -> Result<Vec<usize>, Error> {
    let (of_moves, of_mode) = (usize::from(moves.directions), rules.directions().len());
    let fits = if moves.exact { of_moves == of_mode } else { of_mode <= of_moves };
    if fits {
        return Ok(moves.moves.iter().map(|&direction| direction.into()).collect());
    }
    let message = format!("the moves are for {of_moves} directions, but the mode has {of_mode}");
    Err(Error::new(ErrorKind::Input, "moves-do-not-fit", message))
}

/// The number of moves that a move string holds: known, or within these bounds.
///
/// The plain form of move strings fills its last character with moves 0, and does not say how
/// many moves there are. So its last one or two moves may be padding, if they are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCount {
    /// The moves without those that may be padding.
    pub least: usize,
    /// All moves.
    pub most: usize,
}

/// Returns the number of moves that a move string holds.
///
/// ```
/// use polymerge::{proof, Limits};
/// // Four moves, which take two characters of three.
/// let count = proof::count_moves(&proof::read_moves("Gw", &Limits::default())?);
/// assert_eq!((count.least, count.most, count.known()), (4, 6, None));
/// assert_eq!(count.must_be(5)?, 5);
/// assert!(count.must_be(3).is_err());
/// # Ok::<(), polymerge::Error>(())
/// ```
pub fn count_moves(moves: &Moves) -> MoveCount {
    let most = moves.moves.len();
    if moves.exact {
        return MoveCount { least: most, most };
    }
    let padding = moves.moves.iter().rev().take(2).take_while(|&&direction| direction == 0).count();
    MoveCount { least: most - padding, most }
}

impl MoveCount {
    /// Returns the number of moves if the string says it; `None` if the last moves may be padding.
    pub fn known(self) -> Option<usize> {
        (self.least == self.most).then_some(self.most)
    }

    /// Returns a number of moves that was said beside the string.
    ///
    /// # Errors
    /// The string holds more moves, or fewer.
    pub fn must_be(self, count: usize) -> Result<usize, Error> {
        if (self.least..=self.most).contains(&count) {
            return Ok(count);
        }
        let held = self.most;
        let message = format!("the string holds {held} moves with its padding, which can't be {count}");
        Err(Error::new(ErrorKind::Input, "moves-do-not-fit", message))
    }
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
        let own = u8::try_from(own).ok().filter(|&own| own < directions);
        own.ok_or(MoveStringError::BadMove { position })
    };
    let moves: Vec<u8> = moves.iter().enumerate().map(short).collect::<Result<_, _>>()?;
    Ok(encode(&moves, directions)?)
}
