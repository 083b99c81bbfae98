//! The best results of random games.

use std::collections::BTreeMap;

use calcarray::{Container, Coordinate, Host, Meter, Position, Program, Value, Variables, json};
use polymerge_rules::{Ending, GameState, Mode, Screen};

/// The number of different tiles that are kept, at most.
pub(super) const MOST_TILES: usize = 2_000;

/// Looking for the looks of all tiles of a game may take the work of this many evaluations.
pub(super) const LOOKING: u64 = 10;

/// The results of random games of a mode.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// The number of games.
    pub games: u64,
    /// The number of games in which a goal was met: a winning tile came up, or the game was won.
    pub met: u64,
    /// The number of games in which the condition for losing was met: a losing tile, or a condition
    /// of the mode.
    pub lost: u64,
    /// The number of games that were still on after their last turn.
    pub cut: u64,
    /// The number of turns in a game, at most.
    pub turns: u64,
    /// Set if the mode can be won.
    pub has_goal: bool,
    /// Set if the mode says what loses.
    pub has_loss: bool,
    /// The tile that was worth the most; of several, the first one.
    pub largest: Option<Largest>,
    /// The best score.
    pub score: f64,
    /// The number of moves of the longest game.
    pub moves: u64,
    values: BTreeMap<String, Option<f64>>,
}

/// The largest tile of some games.
#[derive(Clone, Debug, PartialEq)]
pub struct Largest {
    /// The tile.
    pub tile: Value,
    /// The value of the tile.
    pub value: f64,
    /// The seed of the game in which it came up.
    pub seed: u64,
}

impl Played {
    /// Adds the game of a seed that was played to this end.
    pub(super) fn game(
        &mut self,
        game: &GameState,
        seed: u64,
        (won, ending): (bool, Option<Ending>),
        now: f64,
    ) {
        self.games += 1;
        self.met += u64::from(won || !game.discovered_winning().is_empty() || game.screen() == Screen::Win);
        self.score = self.score.max(game.score());
        self.moves = self.moves.max(game.manual_moves() as u64);
        self.lost += u64::from(ending == Some(Ending::Lost) || !game.discovered_losing().is_empty());
        self.cut += u64::from(ending == Some(Ending::Cut));
        let mut host = game.scratch(now);
        let program = host.tile_value();
        let mut meter = Meter::shared(game.rules().limits().evaluation.clone(), LOOKING);
        for tile in game.discovered() {
            let text = json::write(tile);
            if self.values.len() >= MOST_TILES && !self.values.contains_key(&text) {
                continue;
            }
            let value =
                *self.values.entry(text).or_insert_with(|| tile_value(&mut host, &program, &mut meter, tile));
            let most = self.largest.as_ref().map_or(f64::NEG_INFINITY, |largest| largest.value);
            if let Some(value) = value.filter(|value| *value > most) {
                self.largest = Some(Largest { tile: tile.clone(), value, seed });
            }
        }
    }
}

/// Returns true if a mode can be won.
pub(super) fn has_goal(mode: &Mode) -> bool {
    is_asked(&mode.win_conditions, &mode.win_requirement)
}

/// Tells whether a mode says what loses.
pub(super) fn has_loss(mode: &Mode) -> bool {
    is_asked(&mode.lose_conditions, &mode.lose_requirement)
}

/// Tells whether a goal has tiles or a condition.
fn is_asked(tiles: &Value, needed: &Value) -> bool {
    let has_tiles = tiles.as_array().is_some_and(|tiles| !tiles.is_empty());
    has_tiles || matches!(needed, Value::Array(_) | Value::Text(_))
}

/// Returns the value of a tile; `None` if that can't be computed for the tile alone.
fn tile_value(host: &mut dyn Host, program: &Program, meter: &mut Meter, tile: &Value) -> Option<f64> {
    let position = Position {
        v: Coordinate::None,
        h: Coordinate::None,
        container: Container::Value(tile),
        ..Position::default()
    };
    meter.reset();
    let value = program.run_with(host, &position, meter, &Variables::default()).ok()?;
    calcarray::convert::to_number(&value, meter).ok().filter(|value| !value.is_nan())
}
