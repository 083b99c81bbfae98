//! Starts of a game, from the numbers that the reference drew.

use calcarray::Value;
use polymerge_modifiers::{Modifiers, RandomCells};
use polymerge_rules::{GameState, Limits, Mode, Recorded, Ruleset, World};

use super::settings::kept;
use crate::difference::exact;
use crate::record::{entries, get, list, need, numbers};

/// Random cells, the first goal, if there is one, and the first tiles of the
/// start of a line and of all games that followed it.
///
/// # Errors
/// What differs.
pub fn starts(name: &str, line: &Value, mode: &Mode, modifiers: &Modifiers) -> Result<(), String> {
    let cells = RandomCells::new(mode, modifiers);
    for start in get(line, "start").into_iter().chain(list(line, "restarts")) {
        let mut random = Recorded::new(numbers(start, "randoms"));
        let mut mode = mode.clone();
        if let Some(cells) = &cells {
            cells.place(&mut mode, &mut random).map_err(|error| error.to_string())?;
        }
        let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())?;
        let (game, _) = GameState::new(rules, &mut World::new(&mut random, 0.0))
            .map_err(|error| format!("at the start: {error}"))?;
        if let Some(variables) = get(start, "start_game_vars") {
            let found = kept(name, entries(&game.saved_mode().game_variables));
            exact("start_game_vars", &kept(name, entries(variables)), &found)?;
        }
        exact("start.grid", need(start, "grid")?, &game.grid())?;
        if random.left() > 0 {
            return Err(format!("start: {} random numbers were not drawn", random.left()));
        }
    }
    Ok(())
}
