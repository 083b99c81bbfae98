//! A mode as a message: the mode itself for bots that have the engine, its directions for others.

use polymerge::advanced::rules::Mode as Raw;
use polymerge::{Direction, Mode, Rules, State, Value};
use polymerge_app::object::object;
use polymerge_app::recorded_mode::RecordedMode;

/// The name, the size and the directions of a mode, for those who don't know its rules.
pub fn described(rules: &Rules, state: &State) -> [(&'static str, Value); 4] {
    let directions = rules.directions().iter().map(direction);
    [
        ("title", rules.mode().title().into()),
        ("rows", state.height().into()),
        ("columns", state.width().into()),
        ("directions", directions.collect::<Vec<Value>>().into()),
    ]
}

fn direction(own: &Direction) -> Value {
    object([
        ("move", super::direction::text(own).as_str().into()),
        ("name", own.name.as_str().into()),
        ("rows", (own.rows as f64).into()),
        ("columns", (own.columns as f64).into()),
    ])
}

/// Returns the message about a mode before a game that begins with this state. Cells that are drawn
/// for each game are on its board. Where no text holds all of a mode, it is only described.
pub fn message(rules: &Rules, state: &State) -> Value {
    let drawn = rules.is_drawn().then(|| Mode::from_raw(Raw::clone(state.rules().mode())));
    let recorded = RecordedMode::of(drawn.as_ref().unwrap_or(rules.mode()));
    let members = recorded.map(|mode| mode.members()).unwrap_or_default();
    object(members.into_iter().chain(described(rules, state)))
}
