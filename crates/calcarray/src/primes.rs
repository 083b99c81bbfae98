//! The prime table of a game, which only grows.

/// All primes up to some number; at first 2, 3, 5.
#[derive(Clone, Debug)]
pub struct Primes {}
