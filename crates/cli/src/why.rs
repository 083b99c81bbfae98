//! `polymerge why`: the reasons why a move goes as it does.

use clap::Args;
use polymerge::calc::{Value, json};
use polymerge::why::{self, Account, Lack, Outcome, Pair};
use polymerge::{Cell, Game};
use polymerge_app::begin::begin_after;
use polymerge_app::changes::Changes;
use polymerge_app::failure::Failure;
use polymerge_app::input;
use polymerge_app::object::object;
use polymerge_app::source::Source;

/// Say why a move goes as it does: which rules apply, what others lack, what scripts do
///
/// The move is made on a copy. For each tile that meets another one it says which rule applied; else
/// the rule that came nearest, the part of its condition that did not hold, and the values
/// that it saw. Then what each script read and set, what the new tile was drawn from, and what
/// output printed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  polymerge why my-mode.jsonc --board '1 1 . 2 / . . . . / . . . . / . . . .' --move left
  polymerge why 2048 --seed 7 --moves LURD --move up
  polymerge why --code my-game.txt --move 2 --json

A board has its rows between slashes and its cells between blanks: . is empty, a number is the first
entry of a tile, and a tile of several entries is a list without blanks, [3,true].")]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    changes: Changes,
    /// The move: a LURD letter, up, down, left, right, the direction's label or index
    #[arg(long = "move", value_name = "DIRECTION", allow_hyphen_values = true)]
    direction: String,
    /// The board, in place of the one at the start
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    board: Option<String>,
    /// Seed of the random numbers, also of those that start a mode
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Play these moves first: LURD letters, the directions' labels or indices
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let opened = arguments.source.open()?;
    let name = opened.name.clone();
    let mut game = begin_after(opened, &arguments.changes, arguments.seed, arguments.moves.as_deref())?;
    if let Some(board) = &arguments.board {
        let empty = game.state().grid();
        let board = read_board(board, &empty).map_err(|failure| failure.of("--board"))?;
        game = game.with_board(board).map_err(|error| Failure::input(format!("--board: {error}")))?;
    }
    let direction = direction(&game, &arguments.direction)?;
    let account = game.why(direction).map_err(|error| Failure::input(format!("{name}: {error}")))?;
    let lines = why::explain(&game, &account);
    match arguments.json {
        true => input::print_json(&json::write(&machine(&account, &lines))),
        false => input::print(why::text(&lines).as_bytes()),
    }
}

/// Returns the direction that a word means.
pub fn direction(game: &Game, word: &str) -> Result<usize, Failure> {
    let letter = match word.to_ascii_lowercase().as_str() {
        "up" => "U",
        "down" => "D",
        "left" => "L",
        "right" => "R",
        _ => word,
    };
    match game.rules().parse_moves(letter).map_err(Failure::input)?.as_slice() {
        [direction] => Ok(*direction),
        _ => Err(Failure::input(format!("--move is one direction, not {word:?}"))),
    }
}

/// Reads a board of the size of another one.
fn read_board(text: &str, like: &Value) -> Result<Value, Failure> {
    let rows = like.as_array().map(|rows| rows.to_vec()).unwrap_or_default();
    let written: Vec<&str> = text.split('/').collect();
    if written.len() != rows.len() {
        return Err(Failure::input(format!("the board has {} rows, not {}", rows.len(), written.len())));
    }
    let row = |(number, (row, text)): (usize, (&Value, &&str))| {
        let width = row.as_array().map_or(0, |row| row.len());
        let cells: Vec<&str> = text.split_whitespace().collect();
        if cells.len() != width {
            return Err(Failure::input(format!("row {number} has {width} cells, not {}", cells.len())));
        }
        cells.iter().map(|cell| read_cell(cell)).collect::<Result<Vec<Value>, Failure>>().map(Value::array)
    };
    let rows = rows.iter().zip(&written).enumerate().map(row).collect::<Result<Vec<Value>, Failure>>()?;
    Ok(Value::array(rows))
}

fn read_cell(text: &str) -> Result<Value, Failure> {
    if text == "." {
        return Ok("@Empty".into());
    }
    if ["@Empty", "@Void", "@Slippery"].contains(&text) {
        return Ok(text.into());
    }
    match json::read(text, &json::ReadLimits::default()) {
        Ok(tile @ Value::Array(_)) if text != "[]" => Ok(tile),
        Ok(entry @ (Value::Number(_) | Value::Boolean(_) | Value::Text(_))) => Ok(Value::array(vec![entry])),
        _ => Err(Failure::input(format!(
            "{text:?} is no cell: write . for an empty one, a number or a list for a tile"
        ))),
    }
}

fn machine(account: &Account, lines: &[why::Line]) -> Value {
    let lines =
        lines.iter().map(|line| object([("level", line.level.into()), ("text", line.text.as_str().into())]));
    object([
        ("moved", account.turn.moved.into()),
        ("score", account.turn.score.into()),
        ("pairs", account.pairs.iter().map(pair).collect::<Vec<_>>().into()),
        ("text", lines.collect::<Vec<_>>().into()),
    ])
}

fn place(cell: Cell) -> Value {
    object([("row", cell.row.into()), ("column", cell.column.into())])
}

fn pair(pair: &Pair) -> Value {
    let (outcome, rule, lack) = match &pair.outcome {
        Outcome::Applied { rule } => ("applied", Some(*rule), None),
        Outcome::NoMerges => ("no_merges", None, None),
        Outcome::Merged { rule } => ("merged", *rule, None),
        Outcome::Nothing { nearest, .. } => {
            ("nothing", nearest.as_ref().map(|(rule, _)| *rule), nearest.as_ref().map(|(_, lack)| lack))
        }
    };
    let mut members = vec![
        ("cell", place(pair.cell)),
        ("tile", pair.tile.clone()),
        ("at_end", pair.is_at_end.into()),
        ("outcome", outcome.into()),
    ];
    members.extend(rule.map(|rule| ("rule", rule.into())));
    if let Some((cell, ahead)) = &pair.ahead {
        members.extend([("ahead", place(*cell)), ("ahead_tile", ahead.clone())]);
    }
    members.extend(pair.by_chance.map(|rule| ("chance", rule.into())));
    match lack {
        Some(Lack::Tiles { length }) => {
            members.extend([("lacks", "tiles".into()), ("length", (*length).into())])
        }
        Some(Lack::Room) => members.push(("lacks", "room".into())),
        Some(Lack::Condition { unmet, .. }) => members.extend([
            ("lacks", if unmet.depends_on_chance { "chance" } else { "condition" }.into()),
            ("condition", unmet.part.clone()),
            (
                "values",
                unmet
                    .values
                    .iter()
                    .map(|(part, value)| vec![part.clone(), value.clone()].into())
                    .collect::<Vec<Value>>()
                    .into(),
            ),
        ]),
        None => {}
    }
    object(members)
}
