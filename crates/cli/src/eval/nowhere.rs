//! The host of expressions that belong to no game.

use polymerge::calcarray::error::{Error, ErrorKind};
use polymerge::calcarray::host::{Board, Host, NoGame};
use polymerge::calcarray::Primes;
use polymerge::rules::Randomness;
use polymerge::Seeded;

/// No game, but random numbers.
pub struct Nowhere {
    no_game: NoGame,
    random: Seeded,
}

impl Nowhere {
    /// The host with the random numbers of this seed.
    pub fn new(seed: u64) -> Nowhere {
        Nowhere { no_game: NoGame::default(), random: Seeded::new(seed) }
    }
}

impl Host for Nowhere {
    fn grid(&self) -> &dyn Board {
        self.no_game.grid()
    }

    fn primes(&mut self) -> &mut Primes {
        self.no_game.primes()
    }

    fn random(&mut self) -> Result<f64, Error> {
        self.random.next().ok_or_else(|| ErrorKind::NoRandomness.into())
    }
}
