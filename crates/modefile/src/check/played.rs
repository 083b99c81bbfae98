//! How far random games came.

use std::collections::BTreeMap;

use calcarray::{json, Container, Coordinate, Host, Meter, Position, Program, Value, Variables};
use polymerge_rules::{Game, Mode, Screen};

use super::play::{LOOKING, MOST_TILES};

/// What random games of a mode came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// How many games there were.
    pub games: u64,
    /// In how many of them a goal was met: a winning tile came up, or the game was won.
    pub met: u64,
    /// The tile that was worth the most; of several, the first one.
    pub largest: Option<Largest>,
    /// The best score.
    pub score: f64,
    /// How many moves the longest game had.
    pub moves: u64,
    worths: BTreeMap<String, Option<f64>>,
}

/// The largest tile of some games.
#[derive(Clone, Debug, PartialEq)]
pub struct Largest {
    /// The tile.
    pub tile: Value,
    /// What it is worth.
    pub worth: f64,
    /// The seed of the game in which it came up.
    pub seed: u64,
}

impl Played {
    /// Adds a game of this seed that was played so far.
    pub(super) fn game(&mut self, game: &Game, seed: u64, won: bool, now: f64) {
        self.games += 1;
        self.met += u64::from(won || !game.discovered_winning().is_empty() || game.screen() == Screen::Win);
        self.score = self.score.max(game.score());
        self.moves = self.moves.max(game.manual_moves() as u64);
        let mut host = game.scratch(now);
        let program = host.tile_value();
        let mut meter = Meter::shared(game.rules().limits().evaluation.clone(), LOOKING);
        for tile in game.discovered() {
            let text = json::write(tile);
            if self.worths.len() >= MOST_TILES && !self.worths.contains_key(&text) {
                continue;
            }
            let worth =
                *self.worths.entry(text).or_insert_with(|| worth(&mut host, &program, &mut meter, tile));
            let most = self.largest.as_ref().map_or(f64::NEG_INFINITY, |largest| largest.worth);
            if let Some(worth) = worth.filter(|worth| *worth > most) {
                self.largest = Some(Largest { tile: tile.clone(), worth, seed });
            }
        }
    }
}

/// Whether a mode can be won.
pub(super) fn has_goal(mode: &Mode) -> bool {
    let has_tiles = mode.win_conditions.as_array().is_some_and(|tiles| !tiles.is_empty());
    has_tiles || matches!(mode.win_requirement, Value::Array(_) | Value::Text(_))
}

/// What a tile is worth; `None` if that can't be said of it alone.
fn worth(host: &mut dyn Host, program: &Program, meter: &mut Meter, tile: &Value) -> Option<f64> {
    let position = Position {
        v: Coordinate::None,
        h: Coordinate::None,
        container: Container::Value(tile),
        ..Position::default()
    };
    meter.reset();
    let value = program.run_with(host, &position, meter, &Variables::default()).ok()?;
    calcarray::convert::to_number(&value, meter).ok().filter(|worth| !worth.is_nan())
}
