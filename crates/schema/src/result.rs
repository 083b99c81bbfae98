//! The results of games, of batches and of checked claims.

use polymerge::engine;
use polymerge::proof;
use serde::Serialize;

/// The result of checking a claim.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Verdict {
    /// True if score and number of moves are as claimed.
    pub holds: bool,
    /// The score after the moves.
    pub score: f64,
    /// The moves that moved something.
    pub played: usize,
    /// The moves that moved nothing, or could not be pressed.
    pub ignored: usize,
}

impl Verdict {
    /// The verdict on a claim.
    pub fn of(verdict: &proof::Verdict) -> Verdict {
        let run = &verdict.run;
        let (score, played, ignored) = (run.game().score(), run.played(), run.ignored());
        Verdict { holds: verdict.holds, score, played, ignored }
    }
}

/// A game of a batch in which the last step did not happen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Failure {
    /// The index of the game.
    pub game: usize,
    /// A stable name of the cause.
    pub code: &'static str,
    /// The cause, in a sentence.
    pub message: String,
}

impl Failure {
    /// The failure of a game.
    pub fn of<E>(game: usize, error: E) -> Failure
    where
        polymerge::Error: From<E>,
    {
        let error = polymerge::Error::from(error);
        Failure { game, code: error.code(), message: error.to_string() }
    }
}

/// A tile that may spawn after a move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Spawn {
    /// The row of its cell.
    pub row: usize,
    /// The column of its cell.
    pub column: usize,
    /// The number of its kind.
    pub kind: u32,
    /// Its probability.
    pub probability: f64,
}

impl Spawn {
    /// A spawn of an engine.
    pub fn of(spawn: &engine::Spawn) -> Spawn {
        let engine::Spawn { cell, kind, probability, .. } = spawn;
        Spawn { row: cell.row, column: cell.column, kind: *kind, probability: *probability }
    }
}
