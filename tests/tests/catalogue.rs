//! Single moves in our own mode files, spawns off, one row or column filled:
//! those of `tests/data/modes/moves.md`, and random ones, which have to
//! come out as in the code of the reference. Modes with higher numbers than those of the reference
//! have neither.

use std::path::Path;

use calcarray::json::write;
use calcarray::{Array, Value};
use conformance::Data;
use conformance::data::{read_json, read_text};
use polymerge_display::gallery_tiles;
use polymerge_modefile::catalogue::{self, BuiltInMode};
use polymerge_rules::{GameState, Limits, Mode, Randomness, Rng, Ruleset, World};
use polymerge_savecode::{DecodeLimits, decode};

/// A line of a table: `| [0,1] [0,1] (1 1) | left | [0,2] (2) | 2 |`.
struct Move {
    line: usize,
    before: Vec<Value>,
    direction: String,
    after: Vec<Value>,
    score: f64,
}

/// The moves of a mode in `tests/data/modes/moves.md`, but for those that need settings, variables
/// or moves made before.
fn moves(text: &str, mode: &str) -> Result<Vec<Move>, String> {
    let mut columns: Vec<&str> = Vec::new();
    let mut moves = Vec::new();
    let heading = format!("## {mode}");
    // No move was played of this one.
    if mode != "120-vs-the-void-tiler" && !text.lines().any(|line| line == heading) {
        return Err(format!("there is no heading {heading}"));
    }
    let lines = text.lines().enumerate().skip_while(|(_, line)| *line != heading).skip(1);
    let lines = lines.take_while(|(_, line)| !line.starts_with("## "));
    for (number, line) in lines.filter(|(_, line)| line.starts_with('|')) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if cells.contains(&"before") {
            columns = cells;
            continue;
        }
        let cell = |name: &str| {
            columns.iter().position(|column| *column == name).and_then(|place| cells.get(place).copied())
        };
        let (Some(before), Some(direction), Some(after)) = (cell("before"), cell("move"), cell("after"))
        else {
            continue;
        };
        let needs_nothing = cell("setup").is_none_or(str::is_empty);
        if !before.starts_with('`') || !needs_nothing {
            continue;
        }
        let score = cell("score").and_then(|score| score.parse().ok()).ok_or_else(|| line.to_owned())?;
        let (before, direction, after) = (tiles(before)?, direction.to_owned(), tiles(after)?);
        moves.push(Move { line: number + 1, before, direction, after, score });
    }
    Ok(moves)
}

/// The cells in backquotes: tiles such as `[1,2]`, `.` for an empty one.
fn tiles(cell: &str) -> Result<Vec<Value>, String> {
    let written = cell.split('`').nth(1).ok_or_else(|| format!("no tiles in {cell}"))?;
    if written == "(empty)" {
        return Ok(Vec::new());
    }
    written
        .split(' ')
        .map(|tile| if tile == "." { Ok("@Empty".into()) } else { read_json(&extended(tile)) })
        .collect()
}

/// Extended JSON for a tile of the catalogue: `[3n,∞]` is `["@BigInt 3","@Infinity"]`.
fn extended(tile: &str) -> String {
    let entry = |entry: &str| match entry.strip_suffix('n') {
        Some(digits) => format!("\"@BigInt {digits}\""),
        None if entry == "∞" => "\"@Infinity\"".to_owned(),
        None => entry.to_owned(),
    };
    let entries: Vec<String> = tile.trim_matches(['[', ']']).split(',').map(entry).collect();
    format!("[{}]", entries.join(","))
}

/// Plays one move and gives the row or column and the score after it.
fn play(mut mode: Mode, step: &Move) -> Result<(Vec<Value>, f64), String> {
    let (down, right) = match step.direction.as_str() {
        "left" => (0.0, -1.0),
        "right" => (0.0, 1.0),
        "up" => (-1.0, 0.0),
        "down" => (1.0, 0.0),
        other => return Err(format!("unknown direction {other}")),
    };
    let leads_there = |direction: &Value| {
        let step = entries(direction).first().map(entries);
        matches!(step, Some([v, h, ..]) if *v == down.into() && *h == right.into())
    };
    let direction = entries(&mode.directions).iter().position(leads_there).ok_or("no such direction")?;

    // The place of a cell in the row or column that is filled.
    let place = |row: usize, column: usize| match (row, column) {
        (0, place) if right != 0.0 => Some(place),
        (place, 0) if down != 0.0 => Some(place),
        _ => None,
    };
    let before = |row, column| place(row, column).and_then(|place| step.before.get(place)).cloned();
    let rows = (0..mode.height).map(|row| {
        let cells = (0..mode.width).map(|column| before(row, column).unwrap_or_else(|| "@Empty".into()));
        Value::from(cells.collect::<Vec<Value>>())
    });
    mode.starting_grid = rows.collect::<Vec<Value>>().into();
    mode.start_tiles = 0.0;
    mode.tiles_per_turn = 0.0;

    let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())?;
    let mut random = Rng::new(1);
    let world = &mut World::new(&mut random, 0.0);
    let (mut game, _) = GameState::new(rules, world).map_err(|error| error.to_string())?;
    game.play(direction, world).map_err(|error| error.to_string())?;

    let grid = game.grid();
    let rows = entries(&grid).iter().enumerate();
    let cells = rows.flat_map(|(row, cells)| {
        entries(cells).iter().enumerate().filter(move |(column, _)| place(row, *column).is_some())
    });
    Ok((cells.map(|(_, cell)| cell.clone()).collect(), game.score()))
}

fn entries(value: &Value) -> &[Value] {
    value.as_array().map(Array::entries).unwrap_or_default()
}

fn check(mode: &Mode, step: &Move) -> Result<(), String> {
    let (found, score) = play(mode.clone(), step)?;
    let filled =
        |cells: &[Value]| cells.iter().rposition(|cell| *cell != "@Empty".into()).map_or(0, |last| last + 1);
    let found = &found[..filled(&found)];
    if found == &step.after[..filled(&step.after)] && score == step.score {
        return Ok(());
    }
    let found: Vec<String> = found.iter().map(write).collect();
    Err(format!("{} with score {score}", found.join(" ")))
}

/// The modes that the reference has, too: those of its numbers.
fn modes_of_the_reference() -> impl Iterator<Item = BuiltInMode> {
    const LAST: u32 = 120;
    catalogue::modes().filter(|mode| mode.number().is_some_and(|number| number <= LAST))
}

#[test]
fn single_moves_of_the_catalogue_hold() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/modes/moves.md");
    let text = read_text(&file).unwrap();
    let (mut played, mut differences) = (0, Vec::new());
    for built_in in modes_of_the_reference() {
        let mode = built_in.read().unwrap_or_else(|problems| panic!("{}", problems.to_text())).mode;
        for step in moves(&text, built_in.name()).unwrap() {
            played += 1;
            if let Err(difference) = check(&mode, &step) {
                differences.push(format!("{}, line {}: {difference}", built_in.name(), step.line));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(played > 200, "only {played} moves in {}", file.display());
}

/// Random rows of each mode that are compared.
const ROWS: usize = 20;

/// A row of tiles that are near each other in the list, so that some merge.
fn random_row(tiles: &[Value], length: usize, random: &mut Rng) -> Vec<Value> {
    let mut pick = |count: usize| (random.next().unwrap_or_default() * count as f64) as usize;
    let near = 1 + pick(4);
    let first = pick(tiles.len());
    let mut cell = || match pick(7) {
        0 => "@Empty".into(),
        _ => tiles[(first + pick(near)) % tiles.len()].clone(),
    };
    (0..length).map(|_| cell()).collect()
}

/// Plays random rows in both modes.
fn compare(ours: &Mode, reference: &Mode) -> Result<(), String> {
    // Where no single tile is named, there is nothing to make rows of.
    let tiles = gallery_tiles(ours);
    if tiles.is_empty() {
        return Ok(());
    }
    let mut random = Rng::new(2048);
    for _ in 0..ROWS {
        let before = random_row(&tiles, ours.width, &mut random);
        let written: Vec<String> = before.iter().map(write).collect();
        let step = Move { line: 0, before, direction: "left".to_owned(), after: Vec::new(), score: 0.0 };
        let (expected, found) = (play(reference.clone(), &step), play(ours.clone(), &step));
        // Where the reference fails, and where there is no such direction, a
        // failure is all there is to compare.
        if expected != found && (expected.is_ok() || found.is_ok()) {
            return Err(format!("{}: expected {expected:?}, found {found:?}", written.join(" ")));
        }
    }
    Ok(())
}

#[test]
fn random_rows_come_out_as_in_the_reference() {
    let Some(data) = Data::shared() else { return };
    let mut differences = Vec::new();
    for built_in in modes_of_the_reference() {
        let file = data.find(&format!("modes/{}.txt", built_in.name())).unwrap();
        let code = decode(read_text(&file).unwrap().trim(), &DecodeLimits::default()).unwrap();
        let ours = built_in.read().unwrap_or_else(|problems| panic!("{}", problems.to_text())).mode;
        if let Err(difference) = compare(&ours, code.content.mode().unwrap()) {
            differences.push(format!("{}, {difference}", built_in.name()));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
