//! Options for starting and continuing games.

use polymerge::Limits;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::input::seed;
use crate::options::Options;

/// The options of a new game.
#[derive(Debug, Default, Tsify)]
pub struct StartOptions {
    /// Seed of the random numbers, below 2^64: the same seed gives the same
    /// game. Any, if left out.
    #[tsify(optional, type = "number | bigint | string")]
    pub seed: Option<u64>,
    /// The present time; `Date.now()` if left out.
    #[tsify(optional)]
    pub now: f64,
}

impl StartOptions {
    /// Reads the options from JavaScript.
    pub fn of(given: &JsValue) -> Result<StartOptions, Failure> {
        let given = Options::of(given, &["seed", "now"])?;
        Ok(StartOptions { seed: given.seed("seed")?, now: given.time("now")? })
    }

    /// Reads the options from JavaScript, for a game that a stranger may have
    /// saved.
    pub fn with_limits(given: &JsValue) -> Result<(StartOptions, Limits), Failure> {
        let given = Options::of(given, &["seed", "now", "limits"])?;
        let limits = given.limits()?.unwrap_or_default();
        Ok((StartOptions { seed: given.seed("seed")?, now: given.time("now")? }, limits))
    }

    /// The seed, or any.
    pub fn random_seed(&self) -> u64 {
        self.seed.unwrap_or_else(random_seed)
    }
}

/// Any seed that JavaScript has a number for.
pub fn random_seed() -> u64 {
    (js_sys::Math::random() * 9_007_199_254_740_992.0) as u64
}

/// A seed that may be left out.
pub fn optional_seed(given: &JsValue) -> Result<u64, Failure> {
    match given.is_undefined() {
        true => Ok(random_seed()),
        false => seed("seed", given),
    }
}
