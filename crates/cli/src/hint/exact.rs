//! Exact hints, by a search of everything that can happen until the game ends.

use polymerge::advanced::rules::{CellSort, Position};
use polymerge::calc::json;
use polymerge::{Engine, State, Value};
use polymerge_app::failure::Failure;
use polymerge_app::input;
use polymerge_app::object::object;
use polymerge_player::{Aim, Exact, ExactError, is_goal_open};

use super::{Arguments, name, number, percent, screen_name, why_nothing};

/// The value of best play after each direction, the best direction first.
type Directions = Vec<(usize, f64)>;

/// The exact values of a position.
struct Answer {
    /// The points to come; `None` if the game can get to too many states after the goal.
    score: Option<Directions>,
    /// The chances to reach the goal; `None` if no goal is open.
    goal: Option<Directions>,
    /// The chances of tiles that have not appeared yet and can, in the order in which the search met
    /// them; `None` if there are too many states to look for each tile.
    tiles: Option<Vec<(String, Directions)>>,
    states: usize,
}

/// The most states at which the chance of each tile is looked for as well.
const MOST_FOR_TILES: usize = 200_000;

impl Answer {
    /// The directions, the best first.
    fn ranked(&self) -> &[(usize, f64)] {
        self.score.as_ref().or(self.goal.as_ref()).map_or(&[], Vec::as_slice)
    }
}

pub fn run(game: &State, names: &[&str], arguments: &Arguments) -> Result<(), Failure> {
    let screen = game.screen();
    let mut engine = Engine::new(game.rules().clone(), 0.0);
    let position = engine.position(game.clone()).map_err(Failure::input)?;
    let answer = answer(&mut engine, &position, arguments.states).map_err(|error| match error {
        ExactError::TooMany { .. } => Failure::input(format!("{error} (--states, or without --exact)")),
        error => Failure::input(format!("{error}; try it without --exact")),
    })?;
    if arguments.json {
        return input::print_json(&json::write(&machine(&answer, screen_name(screen), names)));
    }
    match answer.ranked().is_empty() {
        true => input::print_line(why_nothing(screen)),
        false => input::print(table(&answer, names).as_bytes()),
    }
}

fn answer(engine: &mut Engine, position: &Position, most_states: usize) -> Result<Answer, ExactError> {
    let solve = |engine: &mut Engine, aim| {
        let mut exact = Exact::new(engine, aim, most_states);
        exact.directions(engine, position).map(|directions| (directions, exact.states()))
    };
    let is_open = is_goal_open(engine, position);
    let score = match solve(engine, Aim::Score) {
        Err(ExactError::TooMany { .. }) if is_open => None,
        solved => Some(solved?),
    };
    let goal = is_open.then(|| solve(engine, Aim::Goal)).transpose()?;
    let states = [&score, &goal].into_iter().flatten().map(|(_, states)| *states).max().unwrap_or_default();
    let is_small = score.is_some() && states <= MOST_FOR_TILES;
    let mut board = vec![0; position.height() * position.width()];
    engine.read_kinds(position, &mut board)?;
    let mut tiles = Vec::new();
    // All tiles that can come up were met in looking for the best score, and others: an engine may
    // know kinds before they come up.
    for kind in (0..engine.kinds().len()).filter(|_| is_small) {
        let own = &engine.kinds()[kind];
        if own.sort == CellSort::Tile && !board.contains(&(kind as u32)) {
            let text = own.text();
            let chances = solve(engine, Aim::Tile(kind as u32))?.0;
            if chances.iter().any(|(_, chance)| *chance > 0.0) {
                tiles.push((text, chances));
            }
        }
    }
    let directions = |solved: Option<(Directions, usize)>| solved.map(|(directions, _)| directions);
    let tiles = is_small.then_some(tiles);
    Ok(Answer { score: directions(score), goal: directions(goal), tiles, states })
}

/// Returns the value of a direction.
fn of(directions: &Directions, direction: usize) -> Option<f64> {
    directions.iter().find(|own| own.0 == direction).map(|own| own.1)
}

/// Returns the values for people.
fn table(answer: &Answer, names: &[&str]) -> String {
    let tiles = answer.tiles.as_deref().unwrap_or_default();
    let mut text = format!("{:<20} {:>16} {:>12} {:>9}", "direction", "points to come", "worse by", "goal");
    tiles.iter().for_each(|(tile, _)| text.push_str(&format!(" {tile:>9}")));
    text.push('\n');
    let best = answer.score.as_ref().and_then(|score| score.first()).map_or(0.0, |own| own.1);
    for (direction, _) in answer.ranked() {
        let points = answer.score.as_ref().and_then(|score| of(score, *direction));
        let shown = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), number);
        let worse = shown(points.map(|points| best - points).filter(|worse| *worse != 0.0));
        let goal = answer.goal.as_ref().and_then(|goal| of(goal, *direction));
        let name = name(names, *direction);
        text.push_str(&format!("{name:<20} {:>16} {worse:>12} {:>9}", shown(points), percent(goal)));
        for (_, chances) in tiles {
            text.push_str(&format!(" {:>9}", percent(of(chances, *direction))));
        }
        text.push('\n');
    }
    let left_out = match (&answer.score, &answer.tiles) {
        (None, _) => "; points and tiles are left out: the game can get to too many states after the goal",
        (_, None) => "; tiles are left out: there are too many states to look for each of them",
        _ => "",
    };
    text + &format!(
        "\nexact: the mean of points, and the chances of the goal and of each tile that is not there yet, each \
         if that alone is played for; {} states looked at{left_out}\n",
        answer.states
    )
}

/// Returns the values for programs.
fn machine(answer: &Answer, screen: &str, names: &[&str]) -> Value {
    let optional = |own: Option<f64>| own.map_or(Value::Null, Value::Number);
    let choices = answer.ranked().iter().map(|(direction, _)| {
        let tiles = answer.tiles.as_ref().map_or(Value::Null, |tiles| {
            let tile = |(tile, chances): &(String, Directions)| {
                object([("tile", tile.as_str().into()), ("chance", optional(of(chances, *direction)))])
            };
            Value::from(tiles.iter().map(tile).collect::<Vec<Value>>())
        });
        object([
            ("direction", Value::Number(*direction as f64)),
            ("name", name(names, *direction).into()),
            ("points", optional(answer.score.as_ref().and_then(|score| of(score, *direction)))),
            ("goal", optional(answer.goal.as_ref().and_then(|goal| of(goal, *direction)))),
            ("tiles", tiles),
        ])
    });
    object([
        ("screen", screen.into()),
        ("states", Value::Number(answer.states as f64)),
        ("choices", Value::from(choices.collect::<Vec<Value>>())),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge::advanced::rules::{Mode, Rng, Ruleset};

    #[test]
    fn tiles_that_are_left_out_are_null() {
        let tiles = |tiles| {
            let answer = Answer { score: Some(vec![(0, 8.0)]), goal: None, tiles, states: 9 };
            json::write(&machine(&answer, "play", &["up"]))
        };
        assert!(tiles(None).contains(r#""tiles":null"#), "{}", tiles(None));
        let listed = tiles(Some(vec![("[3]".to_owned(), vec![(0, 0.5)])]));
        assert!(listed.contains(r#""tiles":[{"tile":"[3]","chance":0.5}]"#), "{listed}");
    }

    #[test]
    fn tiles_that_cannot_come_up_are_not_listed() {
        let rules = Ruleset::compile(Mode::classic(2, 2), polymerge::Limits::default()).unwrap();
        let mut engine = Engine::new(rules, 0.0);
        // The engine knows more tiles than a game on so small a board gets to.
        engine.number_kinds((1..9).map(|exponent| Value::from(vec![Value::from(f64::from(exponent))])));
        let position = engine.start(&mut Rng::new(3)).unwrap();
        let answer = answer(&mut engine, &position, 100_000).unwrap();
        let tiles: Vec<String> = answer.tiles.unwrap().into_iter().map(|(tile, _)| tile).collect();
        assert!(tiles.contains(&"[4]".to_owned()) && !tiles.contains(&"[6]".to_owned()), "{tiles:?}");
    }
}
