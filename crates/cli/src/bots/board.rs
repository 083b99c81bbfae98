//! A position as bots see it: its board in numbers, the legal directions, what they lead to.

use polymerge::advanced::rules::Screen;
use polymerge::engine::{Afterstate, CellSort, Spawn, Spawns};
use polymerge::{Direction, Engine, Error, Position, Value};
use polymerge_app::object::object;

use super::direction;

/// The most spawns that a line lists.
const MOST_SPAWNS: usize = 20_000;

/// The parts of a position that cost time, and that not every bot looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The exact contents of cells.
    pub grid: bool,
    /// The boards after each legal direction.
    pub after: bool,
    /// The possible spawns after each legal direction.
    pub spawns: bool,
    /// The whole position as a text, for bots that have the engine.
    pub snapshot: bool,
}

impl Wanted {
    /// All parts but the snapshot.
    pub const BOARD: Wanted = Wanted { grid: true, after: true, spawns: true, snapshot: false };

    /// Returns the parts of these names. Unknown names are passed over: a later version may know
    /// them.
    pub fn of(names: &[String]) -> Wanted {
        let has = |name: &str| names.iter().any(|own| own == name);
        let spawns = has("spawns");
        Wanted { grid: has("grid"), after: spawns || has("after"), spawns, snapshot: has("snapshot") }
    }
}

/// Plays on after a win, if the mode allows it.
///
/// # Errors
/// Scripts that run then fail.
pub fn settle(engine: &mut Engine, position: &mut Position) -> Result<(), Error> {
    if position.screen() == Screen::Win && engine.rules().postgame_allowed() {
        engine.continue_after_win(position)?;
    }
    Ok(())
}

/// Returns the directions that move something.
///
/// # Errors
/// The turn of a direction fails.
pub fn legal(engine: &mut Engine, position: &Position) -> Result<Vec<usize>, Error> {
    let mut legal = Vec::new();
    for direction in 0..engine.rules().directions().len() {
        if engine.is_legal(position, direction)? {
            legal.push(direction);
        }
    }
    Ok(legal)
}

/// Returns the members of the JSON object of a position with these legal directions.
///
/// # Errors
/// The turn of a direction fails.
pub fn members(
    engine: &mut Engine,
    position: &Position,
    (directions, legal): (&[Direction], &[usize]),
    wanted: Wanted,
) -> Result<Vec<(&'static str, Value)>, Error> {
    let text = |index: &usize| directions.get(*index).map(direction::text).unwrap_or_default();
    let mut members = vec![
        ("board", board(engine, position)?),
        ("legal", legal.iter().map(|own| text(own).as_str().into()).collect::<Vec<Value>>().into()),
        ("score", number(position.score())),
        ("turn", number(position.moves())),
        ("won", position.won().into()),
    ];
    if wanted.after {
        let mut left = MOST_SPAWNS;
        let mut after = Vec::new();
        for own in legal {
            after.push(after_move(engine, position, (*own, &text(own)), wanted.spawns.then_some(&mut left))?);
        }
        members.push(("after", after.into()));
    }
    if wanted.grid {
        members.push(("grid", engine.game(position)?.grid()));
    }
    if wanted.snapshot {
        members.push(("snapshot", engine.snapshot(position)?.as_str().into()));
    }
    Ok(members)
}

/// Returns what a legal direction leads to, with the spawns if they are wanted.
fn after_move(
    engine: &mut Engine,
    position: &Position,
    (direction, text): (usize, &str),
    spawns_left: Option<&mut usize>,
) -> Result<Value, Error> {
    let after = engine.afterstate(position, direction)?;
    let (points, board) = match &after {
        Some(after) => (number(after.points()), board(engine, after.board())?),
        None => (Value::Null, Value::Null),
    };
    let mut members = vec![("move", text.into()), ("points", points), ("board", board)];
    if let Some(left) = spawns_left {
        members.push(("spawns", spawns(engine, after.as_ref(), left)?));
    }
    Ok(object(members))
}

/// Returns the possible spawns after a move; null if they are not known beforehand, or too many.
fn spawns(engine: &mut Engine, after: Option<&Afterstate>, left: &mut usize) -> Result<Value, Error> {
    let Some(after) = after else { return Ok(Value::Null) };
    let list = match engine.spawns(after)? {
        Spawns::Nothing => Vec::new(),
        Spawns::Exact(list) if list.len() <= *left => list,
        Spawns::Exact(_) | Spawns::Sampled => return Ok(Value::Null),
    };
    *left -= list.len();
    // Computes the values of tiles that were never seen on a board.
    engine.read_values(after.board(), &mut [])?;
    let alike = |one: &Spawn, other: &Spawn| one.kind == other.kind && one.probability == other.probability;
    let groups = list.chunk_by(alike).map(|group| group_of(engine, group));
    Ok(groups.collect::<Vec<Value>>().into())
}

/// Returns a tile that may spawn, with the cells that are equally probable.
fn group_of(engine: &Engine, group: &[Spawn]) -> Value {
    let kind = group.first().and_then(|own| engine.kinds().get(own.kind as usize));
    let cells = group.iter().map(|own| Value::from(vec![own.cell.row.into(), own.cell.column.into()]));
    object([
        ("value", kind.and_then(|kind| kind.value).map_or(Value::Null, number)),
        ("tile", kind.map_or(Value::Null, |kind| kind.content.clone())),
        ("probability", group.first().map_or(Value::Null, |own| number(own.probability))),
        ("cells", cells.collect::<Vec<Value>>().into()),
    ])
}

/// Returns the values of tiles in rows: 0 for an empty cell, null for any other cell that has no
/// tile, or whose value is no number.
fn board(engine: &mut Engine, position: &Position) -> Result<Value, Error> {
    let (rows, columns) = (position.height(), position.width());
    let (mut values, mut observed) = (vec![0.0; rows * columns], vec![0; rows * columns]);
    engine.read_values(position, &mut values)?;
    engine.observe(position, &mut observed)?;
    let cell = |(value, observed): (&f64, &i32)| match CellSort::of(*observed) {
        CellSort::Empty => Value::Number(0.0),
        CellSort::Tile => number(*value),
        _ => Value::Null,
    };
    let cells: Vec<Value> = values.iter().zip(&observed).map(cell).collect();
    Ok(cells.chunks(columns.max(1)).map(|row| row.to_vec().into()).collect::<Vec<Value>>().into())
}

/// Returns a number in JSON; null for what JSON has no number for.
pub fn number(number: f64) -> Value {
    if number.is_finite() { Value::Number(number) } else { Value::Null }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge::calc::json;
    use polymerge::{Limits, Mode};

    /// The members of a position with this board, as JSON.
    fn text(cells: &str, board: &str, wanted: Wanted) -> String {
        let mode = format!(r#"{{ "extends": "classic.jsonc", "grid": {{ "cells": ["{cells}"] }} }}"#);
        let rules = Mode::from_text(&mode, &Limits::default()).unwrap().compile().unwrap();
        let game =
            rules.start(7).unwrap().with_board(json::read(board, &Default::default()).unwrap()).unwrap();
        let mut engine = rules.engine().unwrap();
        let position = engine.position(game.state().clone()).unwrap();
        let legal = legal(&mut engine, &position).unwrap();
        let shown = (rules.directions(), &legal[..]);
        json::write(&object(members(&mut engine, &position, shown, wanted).unwrap()))
    }

    #[test]
    fn positions_are_shown_in_numbers() {
        let two = r#"[["@Empty",[1],[1],"@Hole"]]"#;
        let board = r#"{"board":[[0,2,2,null]],"legal":["L","R"],"score":0,"turn":0,"won":false"#;
        for (wanted, more) in [
            (Wanted::default(), ""),
            (
                Wanted { after: true, ..Wanted::default() },
                concat!(
                    r#","after":[{"move":"L","points":4,"board":[[4,0,0,null]]},"#,
                    r#"{"move":"R","points":4,"board":[[0,0,4,null]]}]"#
                ),
            ),
            (Wanted { grid: true, ..Wanted::default() }, r#","grid":[["@Empty",[1],[1],"@Hole"]]"#),
        ] {
            assert_eq!(text("...#", two, wanted), format!("{board}{more}}}"));
        }
        let spawns = text(
            "....",
            r#"[["@Empty",[1],[1],"@Empty"]]"#,
            Wanted { after: true, spawns: true, ..Wanted::default() },
        );
        for part in [
            r#"{"value":2,"tile":[1],"probability":0.3,"cells":[[0,1],[0,2],[0,3]]}"#,
            r#"{"value":4,"tile":[2],"probability":0.03333333333333333,"cells":[[0,1],[0,2],[0,3]]}"#,
        ] {
            assert!(spawns.contains(part), "{spawns}");
        }
    }

    #[test]
    fn names_that_are_not_known_are_passed_over() {
        let names = |names: &[&str]| Wanted::of(&names.iter().map(|own| own.to_string()).collect::<Vec<_>>());
        assert_eq!(names(&["after", "colours"]), Wanted { after: true, ..Wanted::default() });
        // Spawns are a part of what comes after a move.
        assert_eq!(names(&["spawns"]), Wanted { after: true, spawns: true, ..Wanted::default() });
    }
}
