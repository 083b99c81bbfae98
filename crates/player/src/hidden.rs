//! Hidden state that influences a game and is on no board: counters, variables, the next tiles.

use calcarray::{Value, json};
use polymerge_rules::{Engine, GameState, Mode, Position, Ruleset, TurnError};

use crate::stream::mix;
use crate::words::{has_other_text, has_text};

type Counter = fn(&GameState) -> f64;
type List = fn(&GameState) -> &[Value];

/// The parts of the hidden state that the rules of a mode ask for.
#[derive(Clone, Debug)]
pub(crate) struct Hidden {
    counters: Vec<Counter>,
    lists: Vec<List>,
    /// True if nothing of it can change in a game once it has started, and all games begin alike in it.
    is_constant: bool,
}

/// Counters by the words that ask for them.
const COUNTERS: [(&str, Counter); 5] = [
    ("@Score", GameState::score),
    ("@Moves", GameState::moves),
    ("@Merges", GameState::merges),
    ("@MergeMoves", GameState::merge_moves),
    ("@MergesBefore", GameState::merges_before),
];

/// Lists of discovered contents, by the words that ask for them.
const DISCOVERED: [(&str, List); 3] = [
    ("@DiscTiles", GameState::discovered),
    ("@DiscWinning", GameState::discovered_winning),
    ("@DiscLosing", GameState::discovered_losing),
];

/// Lists that rules ask for without a word. In most modes all of them stay as they are.
const LISTS: [List; 7] = [
    GameState::game_variables,
    GameState::modifier_variables,
    GameState::modifier_indices,
    GameState::conveyor,
    GameState::spawn_boxes,
    GameState::spawns,
    GameState::forced_spawns,
];

impl Hidden {
    /// Finds the parts that the rules ask for.
    pub(crate) fn of(rules: &Ruleset) -> Hidden {
        let mode = rules.mode();
        let counters: Vec<Counter> =
            COUNTERS.iter().filter(|(word, _)| asks_for(mode, word)).map(|(_, own)| *own).collect();
        let several = |needed: &Value| *needed != Value::Number(1.0);
        let goals = [several(&mode.win_requirement), several(&mode.lose_requirement)];
        // Without conditions nothing is ever discovered as one of them.
        let grow = [true, !is_empty(&mode.win_conditions), !is_empty(&mode.lose_conditions)];
        let lists: Vec<(List, bool)> = (DISCOVERED.iter().zip([false, goals[0], goals[1]]).zip(grow))
            .filter(|(((word, _), counts), _)| *counts || asks_for(mode, word))
            .map(|(((_, own), _), grows)| (*own, grows))
            .collect();
        let is_constant =
            counters.is_empty() && !lists.iter().any(|(_, grows)| *grows) && !changes_lists(rules);
        let lists = LISTS.into_iter().chain(lists.into_iter().map(|(own, _)| own)).collect();
        Hidden { counters, lists, is_constant }
    }

    /// Finds the parts that the rules ask for, if any of them can change in a game once it has started,
    /// or differ between games.
    pub(crate) fn that_changes(rules: &Ruleset) -> Option<Hidden> {
        Some(Hidden::of(rules)).filter(|own| !own.is_constant)
    }

    /// Writes a number for each part, in a fixed order: equal numbers for equal values,
    /// on all platforms and in all engines. Files of weights count on the order.
    pub(crate) fn read(
        &self,
        engine: &Engine,
        position: &Position,
        into: &mut Vec<u64>,
    ) -> Result<(), TurnError> {
        let game = engine.game(position)?;
        into.extend(self.counters.iter().map(|own| own(&game).to_bits()));
        for list in &self.lists {
            let list = list(&game);
            into.push(list.len() as u64);
            into.extend(list.iter().map(number));
        }
        Ok(())
    }
}

/// Writes a number for each thing that a position has beside its board: the directions that can be
/// pressed, a win, and hidden state.
pub(crate) fn read_beside(
    hidden: Option<&Hidden>,
    engine: &Engine,
    position: &Position,
    available: u64,
    into: &mut Vec<u64>,
) -> Result<(), TurnError> {
    into.clear();
    into.extend([available, u64::from(position.won())]);
    hidden.map_or(Ok(()), |hidden| hidden.read(engine, position, into))
}

pub(crate) fn is_empty(list: &Value) -> bool {
    list.as_array().is_some_and(|list| list.is_empty())
}

/// The beginnings of words that change a list.
const CHANGES: [&str; 4] = ["@edit_", "@add_", "@insert_", "@remove_"];
/// The beginning of words that draw random numbers.
const DRAWS: [&str; 2] = ["rand_", "weightedRandom"];
/// The texts of scripts of the start that leave lists the same in all games. Others may draw, or ask
/// about the board.
const SETUP: [&str; 6] =
    ["@add_spawn", "@Literal", "StartModeBM", "StartModeAM", "RestartMode", "EndModeSetup"];

/// Returns true if one of [`LISTS`] may change in a turn or differ between games: by scripts or other
/// expressions, as next tiles, as tiles that are used up, or as a tile that was drawn at the start and
/// has not spawned there.
fn changes_lists(rules: &Ruleset) -> bool {
    let mode = rules.mode();
    let lists = [&mode.game_variables, &mode.modifier_variables, &mode.modifier_indices, &mode.forced_spawns];
    let spawns_at_start = mode.start_tiles >= 1.0
        && mode.starting_grid.mentions("@Empty")
        && mode.spawn_location.is_word("All")
        && mode.spawn_tile_blocked == Value::Boolean(false);
    rules.has_scripts_in_turns()
        || has_other_text(&mode.scripts, &SETUP)
        || mode.next_tiles > 0.0
        || mode.spawns.mentions("Box")
        || !spawns_at_start
        || !lists.into_iter().all(is_empty)
        || expressions(mode).into_iter().any(|expression| has_text(expression, &CHANGES))
}

/// Returns true if an expression that influences the course of a game draws random numbers.
pub(crate) fn draws(mode: &Mode) -> bool {
    has_text(&mode.scripts, &DRAWS) || expressions(mode).into_iter().any(|own| has_text(own, &DRAWS))
}

/// A hash of a value; of a number, its bits.
fn number(value: &Value) -> u64 {
    match value {
        Value::Number(number) => number.to_bits(),
        value => json::write(value).bytes().fold(1, |hash, byte| mix(hash ^ u64::from(byte))),
    }
}

/// Returns true if a word is in an expression that influences the course of a game.
fn asks_for(mode: &Mode, word: &str) -> bool {
    mode.scripts.mentions(word) || expressions(mode).iter().any(|expression| expression.mentions(word))
}

/// The expressions that influence the course of a game, without scripts.
fn expressions(mode: &Mode) -> [&Value; 18] {
    [
        &mode.directions,
        &mode.auto_directions,
        &mode.movement_parameters,
        &mode.merge_rules,
        &mode.spawns,
        &mode.forced_spawns,
        &mode.win_conditions,
        &mode.win_requirement,
        &mode.lose_conditions,
        &mode.lose_requirement,
        &mode.multi_merge,
        &mode.spawn_location,
        &mode.spawn_conditions,
        &mode.discovered_filter,
        &mode.spawn_tile_blocked,
        &mode.direction_blocked,
        &mode.game_variables,
        &mode.modifier_variables,
    ]
}

#[cfg(test)]
mod tests {
    use polymerge_rules::{Direct, Limits, Rng};

    use super::*;
    use crate::learned::features::Feature;
    use crate::rollouts::legal;

    fn read(text: &str) -> Value {
        json::read(text, &Default::default()).unwrap()
    }

    fn rules(mode: Mode) -> std::sync::Arc<Ruleset> {
        Ruleset::compile(mode, Limits::default()).unwrap()
    }

    #[test]
    fn lists_are_constant_only_where_games_begin_alike_and_nothing_changes_them() {
        let changes = |mode: Mode| Hidden::that_changes(&rules(mode)).is_some();
        let plain = || Mode::classic(2, 2);
        let with =
            |script: &str| Mode { scripts: read(&format!(r#"[[{script}, "EndModeSetup"]]"#)), ..plain() };
        assert!(!changes(plain()));
        assert!(!changes(with(r#"[0, "@add_spawn", ["@Literal", ["@Literal", 2], 10]]"#)));
        let full = "[[[1], [1]], [[2], [3]]]";
        for mode in [
            Mode { start_tiles: 0.0, ..plain() },
            Mode { starting_grid: read(full), ..plain() },
            Mode { spawn_location: "Edge".into(), ..plain() },
            Mode { spawn_tile_blocked: read(r#"["@VCoord", "=", 0]"#), ..plain() },
            Mode { spawns: read(r#"[["Box", 1, [1], 2, [2], 1]]"#), ..plain() },
            with(r#"[0, "@add_spawn", ["@Literal", "Box", 1, ["@Literal", 1], 2]]"#),
            with(r#"[0, "@add_spawn", ["@Literal", ["@Literal", 2], [1, "rand_int", 9]]]"#),
            with(r#"[0, "@edit_spawn", 0, ["@Literal", ["@Literal", 2], ["@Grid 0 0 0"]]]"#),
            with(r#"[0, "@add_forced_spawn", ["@Literal", true, "AfterSpawns", true, [["@Literal", 1]]]]"#),
            with(r#"[0, "@add_gvar", 1]"#),
        ] {
            assert!(changes(mode.clone()), "{mode:?}");
        }
    }

    #[test]
    fn features_of_files_read_the_next_tile_also_where_it_changes_once() {
        let starting_grid = read(r#"[[[1], [1], "@Empty"], ["@Empty", "@Empty", "@Empty"]]"#);
        let mode = Mode { start_tiles: 0.0, starting_grid, ..Mode::classic(3, 2) };
        for mode in [mode.clone(), Mode { start_tiles: 1.0, ..mode }] {
            let mut engine = Engine::new(rules(mode.clone()), 0.0);
            let hidden = Hidden::of(engine.rules());
            let mut chance = Direct(Rng::new(1));
            let mut position = engine.start(&mut chance).unwrap();
            let (mut first, mut later) = (Vec::new(), Vec::new());
            hidden.read(&engine, &position, &mut first).unwrap();
            let direction = legal(&mut engine, &position).unwrap()[0];
            engine.play(&mut position, direction, &mut chance).unwrap();
            hidden.read(&engine, &position, &mut later).unwrap();
            let place = |part: usize| {
                LISTS
                    .iter()
                    .take(part)
                    .fold(part, |place, list| place + list(&engine.game(&position).unwrap()).len())
            };
            // The number of next tiles, and the first one.
            let conveyor = place(3);
            assert_eq!((first[conveyor], first.len()), (1, later.len()));
            let mut known = vec![number(&"@Empty".into()), number(&read("[1]")), number(&read("[2]"))];
            known.sort_unstable();
            let feature = Feature { place: conveyor + 1, known: known.clone() };
            let content = |numbers: &[u64]| known[feature.code(numbers) as usize];
            assert_eq!(content(&later), number(&"@Empty".into()));
            assert_eq!(content(&first) == content(&later), mode.start_tiles > 0.0);
        }
    }
}
