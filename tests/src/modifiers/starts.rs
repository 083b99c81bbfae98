//! Starts of a game, from the numbers that the reference drew.

use calcarray::Value;
use polymerge_modifiers::{before_game, Modifiers, RandomCells};
use polymerge_rules::{Game, Limits, Mode, Recorded, Ruleset, World};

use super::settings::kept;
use crate::difference::exact;
use crate::record::{entries, get, list, need, numbers};

/// Random cells, the first goal (`before`, if there is one) and the first
/// tiles of the start of a line and of all games that followed it.
///
/// # Errors
/// What differs.
pub fn starts(
    name: &str,
    line: &Value,
    mode: &Mode,
    modifiers: &Modifiers,
    before: Option<&Value>,
) -> Result<(), String> {
    let cells = RandomCells::new(mode, modifiers);
    for start in get(line, "start").into_iter().chain(list(line, "restarts")) {
        let mut random = Recorded::new(numbers(start, "randoms"));
        let mut mode = mode.clone();
        if let Some(cells) = &cells {
            cells.place(&mut mode, &mut random).map_err(|error| error.to_string())?;
        }
        if let Some(expression) = before {
            before_game(&mut mode, expression, &mut random, &Default::default())
                .map_err(|error| error.to_string())?;
        }
        if let Some(variables) = get(start, "start_game_vars") {
            let found = kept(name, entries(&mode.game_variables));
            exact("start_game_vars", &kept(name, entries(variables)), &found)?;
        }
        let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())?;
        let (game, _) = Game::new(rules, &mut World::new(&mut random, 0.0))
            .map_err(|error| format!("at the start: {error}"))?;
        exact("start.grid", need(start, "grid")?, &game.grid())?;
        if random.left() > 0 {
            return Err(format!("start: {} random numbers were not drawn", random.left()));
        }
    }
    Ok(())
}
