//! The host of expressions that belong to no game.

use polymerge::calcarray::error::{Error, ErrorKind};
use polymerge::calcarray::host::{Board, Host};
use polymerge::calcarray::{Primes, Value};
use polymerge::rules::Randomness;
use polymerge::Seeded;

/// An empty 4×4 grid, no variables, and random numbers.
pub struct Nowhere {
    empty: Value,
    random: Seeded,
    primes: Primes,
}

impl Nowhere {
    /// The host with the random numbers of this seed.
    pub fn new(seed: u64) -> Nowhere {
        Nowhere { empty: "@Empty".into(), random: Seeded::new(seed), primes: Primes::default() }
    }
}

const SIDE: usize = 4;

impl Board for Nowhere {
    fn height(&self) -> usize {
        SIDE
    }

    fn width(&self, row: usize) -> usize {
        if row < SIDE {
            SIDE
        } else {
            0
        }
    }

    fn cell(&self, row: usize, column: usize) -> Option<&Value> {
        (row < SIDE && column < SIDE).then_some(&self.empty)
    }

    fn to_value(&self) -> Value {
        Value::array(vec![Value::array(vec![self.empty.clone(); SIDE]); SIDE])
    }
}

impl Host for Nowhere {
    fn grid(&self) -> &dyn Board {
        self
    }

    fn primes(&mut self) -> &mut Primes {
        &mut self.primes
    }

    fn random(&mut self) -> Result<f64, Error> {
        self.random.next().ok_or_else(|| ErrorKind::NoRandomness.into())
    }
}
