//! The world around a game: randomness and the time.

use crate::error::TurnError;
use crate::random::Randomness;

/// No moment is farther from 0, in milliseconds: differences of moments are numbers then, and can
/// be saved.
const FARTHEST: f64 = 9_007_199_254_740_992.0;

/// Passed to everything that plays: where randomness comes from, and the time.
pub struct World<'a> {
    /// The source of all random numbers of the game.
    pub random: &'a mut dyn Randomness,
    /// The time, in milliseconds since any fixed moment. It must not run
    /// backwards during a game. Everything that plays refuses what is no moment
    /// ([`World::moment`]).
    pub now: f64,
    /// Work of all turns that were made in this world so far, those that failed
    /// included, in steps as [`crate::Limits::turn_steps`] counts them.
    pub work: u64,
}

impl<'a> World<'a> {
    /// Randomness at a moment.
    pub fn new(random: &'a mut dyn Randomness, now: f64) -> World<'a> {
        World { random, now, work: 0 }
    }

    /// Returns this time, if it is a moment: a number from -2^53 to 2^53.
    ///
    /// ```
    /// # use polymerge_rules::World;
    /// assert!(World::moment(1_763_800_000_000.0).is_ok());
    /// assert!(World::moment(f64::NAN).is_err());
    /// ```
    ///
    /// # Errors
    /// [`TurnError::BadTime`]: it is none.
    pub fn moment(now: f64) -> Result<f64, TurnError> {
        match now.abs() <= FARTHEST {
            true => Ok(now),
            false => Err(TurnError::BadTime(calcarray::number::to_text(now))),
        }
    }
}
