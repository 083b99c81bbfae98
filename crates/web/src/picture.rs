//! Pictures of modes, for lists.

use polymerge::advanced::display::gallery_tiles;
use polymerge::sample::TrialOptions;
use polymerge::{Rules, State, Value};

use crate::failure::Failure;
use crate::mode::WebMode;

/// The indices of the first tiles that are shown: small and large ones.
const SHOWN: [usize; 4] = [0, 3, 6, 10];

/// Up to four tiles of a mode.
pub fn of_mode(mode: &WebMode) -> Result<String, Failure> {
    let game = mode.compiled().start(0)?;
    let tiles = known_tiles(mode.compiled(), game.state());
    let last = tiles.len().saturating_sub(1);
    let mut shown: Vec<Value> = Vec::new();
    for place in SHOWN.map(|place| if last < SHOWN[3] { place * last / SHOWN[3] } else { place }) {
        shown.extend(tiles.get(place).filter(|tile| !shown.contains(tile)).cloned());
    }
    Ok(mode.painter().gallery(game.state(), &shown, 2)?)
}

/// The tiles that a mode names; if it names none, those of a random game.
pub fn known_tiles(rules: &Rules, start: &State) -> Vec<Value> {
    let tiles = gallery_tiles(rules.ruleset().mode());
    if !tiles.is_empty() {
        return tiles;
    }
    let mut trial = rules.trial(TrialOptions { games: 1, moves: 100, seed: 0 });
    trial.run(50);
    trial.game().unwrap_or(start).discovered().to_vec()
}
