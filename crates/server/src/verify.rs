//! Plays a submitted game again, within strict limits, and returns its result.

use polymerge::{proof, Game, Rules, Value};

use crate::modes::Named;
use crate::source::Refused;
use crate::store::Score;

/// The version of the engine that verifies, and of its random numbers.
pub const ENGINE: &str = concat!("polymerge ", env!("CARGO_PKG_VERSION"), " xoshiro256++/1");

/// A game as it was handed in.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The seed.
    pub seed: u64,
    /// The move string.
    pub moves: String,
    /// The number of moves in the string, if the client names it; otherwise what may be padding
    /// is left out.
    pub count: Option<usize>,
}

impl Submission {
    /// A stored game, as if it were handed in again.
    ///
    /// # Errors
    /// Its stored seed or length is no such number.
    pub fn of(score: &Score) -> Result<Submission, Refused> {
        let seed = score.seed.parse().ok();
        let (Some(seed), Ok(count)) = (seed, usize::try_from(score.length)) else {
            let message = format!("the stored seed or length of the game {} is no number", score.id);
            return Err(Refused::new("bad-game", message));
        };
        Ok(Submission { seed, moves: score.moves.clone(), count: Some(count) })
    }
}

/// A game as the service saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The moves that moved something, up to the end of the game, as a move string.
    pub moves: String,
    /// The number of these moves.
    pub length: usize,
    /// The score.
    pub score: f64,
}

/// Plays a submission of a mode; returns the result and the game at its end.
///
/// # Errors
/// It is no game of its mode, or exceeds the limits.
pub fn verify(submission: &Submission, mode: &Named) -> Result<(Verified, Game), Refused> {
    let rules = &mode.rules;
    let moves = proof::read_moves(&submission.moves, rules.limits())?;
    let mut list = proof::directions(rules, &moves)?;
    let held = proof::count_moves(&moves);
    let count = submission.count.map_or(Ok(held.least), |count| held.must_be(count))?;
    list.truncate(count);
    let Played { game, moved, last } = played(rules, submission.seed, &list)?;
    // Clocks count presses that move nothing, too. Where rules ask for the time, these stay.
    let canonical = if moved.len() == last {
        moved
    } else {
        match played(rules, submission.seed, &moved) {
            Ok(other) if other.moved == moved && end(&other.game) == end(&game) => moved,
            _ => list[..last].to_vec(),
        }
    };
    let score = game.score();
    if score.is_nan() {
        return Err(Refused::new("no-score", "the score of this game is not a number"));
    }
    if canonical.is_empty() {
        return Err(Refused::new("no-moves", "no move of this game moved anything"));
    }
    let verified = Verified { moves: proof::write_moves(rules, &canonical)?, length: canonical.len(), score };
    Ok((verified, game))
}

/// A game that was played.
struct Played {
    game: Game,
    /// The directions that moved something.
    moved: Vec<usize>,
    /// The number of directions up to the last of these.
    last: usize,
}

fn played(rules: &Rules, seed: u64, list: &[usize]) -> Result<Played, Refused> {
    let mut run = proof::Run::start(rules, seed)?.forgetful();
    let (mut moved, mut last) = (Vec::new(), 0);
    for (place, &direction) in list.iter().enumerate() {
        if run.play(direction)?.moved {
            moved.push(direction);
            last = place + 1;
        }
    }
    Ok(Played { game: run.into_game(), moved, last })
}

/// Returns the state of a game, apart from the time: games with equal states continue in
/// the same way.
fn end(game: &Game) -> (u64, Value, Vec<Value>, [u64; 4]) {
    let state = game.state();
    (game.score().to_bits(), state.grid(), state.game_variables().to_vec(), game.random().state())
}
