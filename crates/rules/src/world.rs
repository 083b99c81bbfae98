//! What a game needs from outside: randomness and the time.

use crate::random::Randomness;

/// Passed to everything that plays: where randomness comes from, and the time.
pub struct World<'a> {
    /// All random numbers of the game, in order.
    pub random: &'a mut dyn Randomness,
    /// The time, in milliseconds since any fixed moment. It must not run
    /// backwards during a game.
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
}
