//! What a mode does with its variables before every game: drawing a first
//! goal (spec/modifiers.md, section 10.4).

use calcarray::Value;
use polymerge_rules::{Game, Limits, Mode, Randomness, Ruleset, Seeded, World};

use crate::error::ModifierError;
use crate::expression::list;

/// Runs an expression that changes game variables, and makes what it leaves
/// there the first values of the variables: the mode is then one that starts
/// like this every time, as a save code of the game has it.
///
/// It sees nothing of a game but its variables, and its draws come after
/// those of random cells and before those of the first tiles.
///
/// # Errors
/// If the expression fails or there are no random numbers left.
pub fn before_game(
    mode: &mut Mode,
    expression: &Value,
    random: &mut dyn Randomness,
    limits: &Limits,
) -> Result<(), ModifierError> {
    let empty = Mode {
        width: 1,
        height: 1,
        starting_grid: list![list!["@Empty"]],
        start_tiles: 0.0,
        game_variables: mode.game_variables.clone(),
        stat_boxes: list![list!["", 0, false, false, false, false, true, expression.clone(), true]],
        ..Mode::default()
    };
    let fail = |reason: String| ModifierError::Mode {
        modifier: "before_game",
        field: "before_game",
        entry: None,
        reason,
    };
    let rules = Ruleset::compile(empty, limits.clone()).map_err(|error| fail(error.to_string()))?;
    // The start of a game draws a tile that will never be seen; the click
    // draws what the expression does.
    let (mut game, _) = Game::new(rules, &mut World::new(&mut Seeded::new(0), 0.0))
        .map_err(|error| fail(error.to_string()))?;
    game.click_stat_box(0, &mut World::new(random, 0.0)).map_err(|error| fail(error.to_string()))?;
    mode.game_variables = Value::array(game.game_variables());
    Ok(())
}

#[cfg(test)]
mod tests {
    use polymerge_rules::Recorded;

    use super::*;

    #[test]
    fn what_is_drawn_becomes_the_first_value() {
        let mut mode = Mode { game_variables: list![1, 5], ..Mode::default() };
        let goal = list![0, "@edit_gvar", 1, list![10, "rand_int", 20]];
        let mut random = Recorded::new([0.5]);
        before_game(&mut mode, &goal, &mut random, &Limits::default()).unwrap();
        assert_eq!((mode.game_variables.clone(), random.left()), (list![1, 15], 0));
        assert!(
            before_game(&mut mode, &goal, &mut random, &Limits::default()).is_err(),
            "there is no second number"
        );
    }
}
