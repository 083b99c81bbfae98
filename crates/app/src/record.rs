//! The record of a seeded game, sufficient to replay it, as the JSON object that `replay record`
//! prints.

use polymerge::proof::{self, Moves};
use polymerge::{Limits, Rng, Value};
use serde::Deserialize;

use super::recorded_mode::RecordedMode;
use crate::failure::Failure;
use crate::input;
use crate::object::object;

/// A record of a seeded game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Record {
    /// The mode.
    #[serde(flatten)]
    pub mode: RecordedMode,
    /// The seed, in digits: JSON has no numbers of this size.
    seed: String,
    /// The name of the random number generator.
    generator: String,
    /// The move string.
    pub moves: String,
    /// The number of moves.
    pub count: usize,
    /// The score that the record claims.
    pub score: f64,
}

impl Record {
    /// Returns the record of a game.
    pub fn new(mode: RecordedMode, seed: u64, moves: &str, count: usize, score: f64) -> Record {
        Record {
            mode,
            seed: seed.to_string(),
            generator: Rng::NAME.into(),
            moves: moves.into(),
            count,
            score,
        }
    }

    /// Reads a record; `None` if the text is something else.
    pub fn read(bytes: &[u8]) -> Option<Result<Record, Failure>> {
        let bytes = bytes.strip_prefix(input::MARK).unwrap_or(bytes);
        let record: Record = serde_json::from_slice(bytes).ok()?;
        if record.generator != Rng::NAME {
            let message = format!("the record is for {}, not for {}", record.generator, Rng::NAME);
            return Some(Err(Failure::input(message)));
        }
        Some(record.seed.parse().map(|_: u64| record).map_err(|_| Failure::input("the seed is not a number")))
    }

    /// Returns the seed.
    pub fn seed(&self) -> u64 {
        self.seed.parse().unwrap_or_default()
    }

    /// Returns the record as a JSON object.
    pub fn to_value(&self) -> Value {
        object(self.mode.members().into_iter().chain([
            ("seed", Value::text(self.seed.clone())),
            ("generator", self.generator.as_str().into()),
            ("moves", self.moves.as_str().into()),
            ("count", self.count.into()),
            ("score", self.score.into()),
        ]))
    }
}

/// Parses a move string.
pub fn moves(text: &str) -> Result<Moves, Failure> {
    proof::read_moves(text.trim(), &Limits::default())
        .map_err(|error| Failure::input(format!("the move string: {error}")))
}
