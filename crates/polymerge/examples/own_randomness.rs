//! Random numbers of one's own: dice that fell before the game, or a generator that a
//! program has anyway.

use polymerge::{Error, Mode, Randomness};

/// The generator of Lehmer, as an example of any.
struct Lehmer(u64);

impl Randomness for Lehmer {
    fn next(&mut self) -> Option<f64> {
        self.0 = self.0 * 48_271 % 0x7fff_ffff;
        Some(self.0 as f64 / f64::from(0x7fff_ffff))
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let rules = Mode::built_in("classic")?.compile()?;
    let mut batch = rules.batch_of([1, 2, 3].map(Lehmer))?;
    let mut legal = [0; 3];
    for _ in 0..100 {
        batch.legal_into(&mut legal)?;
        batch.step(&legal.map(|own| own.trailing_zeros() as u8))?;
    }
    for game in 0..batch.len() {
        println!("game {game}: {} points, {} moves", batch.game(game).score(), batch.game(game).moves());
    }
    Ok(())
}
