//! Boards as text, for tests: cells by their faces, rows divided by `/`.
//!
//! `.` is empty, `#` a hole, `~` slippery, `T3` a temporary hole that is open
//! for three turns more, a number the face of a tile of the classic mode.

// Every test file uses its own part of this.
#![allow(dead_code)]

use std::sync::Arc;

use calcarray::{Array, Value, json};
use polymerge_rules::{GameState, Limits, Mode, NoRandomness, Ruleset, Turn, World};

/// An expression, as modes write it.
pub fn expression(text: &str) -> Value {
    json::read(text, &json::ReadLimits::default()).expect("extended JSON")
}

/// Reads a board.
pub fn board(text: &str) -> Value {
    let cell = |cell: &str| match cell {
        "." => Value::text("@Empty"),
        "#" => Value::text("@Void"),
        "~" => Value::text("@Slippery"),
        hole if hole.starts_with('T') => Value::text(format!("@TemporaryHole {}", &hole[1..])),
        face => vec![Value::Number(face.parse::<f64>().expect("a face").log2())].into(),
    };
    let row = |row: &str| Value::from(row.split_whitespace().map(cell).collect::<Vec<_>>());
    text.split('/').map(row).collect::<Vec<_>>().into()
}

/// Writes a board.
pub fn text(grid: &Value) -> String {
    let cell = |cell: &Value| match cell {
        Value::Array(tile) => 2f64.powf(tile[0].as_number().expect("an exponent")).to_string(),
        hole => match hole.as_text().expect("a word").to_string_lossy().as_str() {
            "@Empty" => ".".to_owned(),
            "@Void" => "#".to_owned(),
            "@Slippery" => "~".to_owned(),
            other => format!("T{}", other.split(' ').nth(1).expect("a number")),
        },
    };
    let row = |row: &Value| entries(row).iter().map(cell).collect::<Vec<_>>().join(" ");
    entries(grid).iter().map(row).collect::<Vec<_>>().join(" / ")
}

fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Array::entries)
}

/// The classic mode on this board, without tiles that spawn.
pub fn classic(grid: &str) -> Mode {
    let grid = board(grid);
    let (height, width) = (entries(&grid).len(), entries(&entries(&grid)[0]).len());
    Mode { starting_grid: grid, start_tiles: 0.0, tiles_per_turn: 0.0, ..Mode::classic(width, height) }
}

/// Starts a mode that needs no random numbers but one for the next tile.
pub fn start(mode: Mode) -> GameState {
    let rules: Arc<Ruleset> = Ruleset::compile(mode, Limits::default()).expect("a mode");
    let mut random = polymerge_rules::Recorded::new(vec![0.5; 64]);
    GameState::new(rules, &mut World::new(&mut random, 0.0)).expect("a game").0
}

/// The directions of the classic mode.
pub const UP: usize = 0;
pub const DOWN: usize = 1;
pub const LEFT: usize = 2;
pub const RIGHT: usize = 3;

/// Presses a direction in a game without randomness.
pub fn press(game: &mut GameState, direction: usize) -> Turn {
    game.play(direction, &mut World::new(&mut NoRandomness, 0.0)).expect("a turn")
}

/// The board after a move of the classic mode.
pub fn moved(grid: &str, direction: usize) -> String {
    let mut game = start(classic(grid));
    press(&mut game, direction);
    text(&game.grid())
}
