//! Tags: words that tell modes apart in a list by size, length and difficulty.

use serde::Deserialize;

/// Results of games with random moves (`web/build/measure.mjs` plays them).
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Measured {
    /// The number of games that were finished.
    pub games: u32,
    /// Moves of the game in the middle.
    pub moves: f64,
    /// The number of times that the largest tile of the game in the middle has to be doubled to
    /// reach the goal; negative where there is no goal.
    pub doublings: f64,
}

/// Random games of fewer moves are short, those of more are long.
const SHORT: f64 = 90.0;
const LONG: f64 = 400.0;
/// Games that have to be finished for that.
const FEW: u32 = 5;
/// Random games that miss less of the goal are of easy modes, those that miss more of hard ones.
const NEAR: f64 = 3.5;
const FAR: f64 = 7.0;
/// Boards of more cells are large.
const CELLS: usize = 25;

/// The tags of a mode with these features and so many cells: `short`, `long`, `easy`, `hard`,
/// `hex`, `timer`, `large`. Length and difficulty are known of modes that were measured; random
/// games have no clock, so those of modes in real time say nothing.
pub fn tags(features: &[String], cells: usize, measured: Option<Measured>) -> Vec<&'static str> {
    let has = |feature: &str| features.iter().any(|own| own == feature);
    let is_timed = has("real time");
    let found = measured.filter(|found| found.games >= FEW && !is_timed);
    let is = |test: &dyn Fn(Measured) -> bool| found.is_some_and(test);
    let list = [
        ("short", is(&|found| found.moves < SHORT)),
        ("long", is(&|found| found.moves > LONG)),
        ("easy", is(&|found| (0.0..NEAR).contains(&found.doublings))),
        ("hard", is(&|found| found.doublings > FAR)),
        ("hex", has("hexagonal")),
        ("timer", is_timed),
        ("large", cells > CELLS),
    ];
    list.into_iter().filter(|(_, is)| *is).map(|(tag, _)| tag).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexagons_have_a_tag() {
        assert!(tags(&["hexagonal".to_owned()], 16, None).contains(&"hex"));
    }
}
