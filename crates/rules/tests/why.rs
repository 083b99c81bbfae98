//! Accounts of turns: which rule applied where, what others lacked, what scripts did.

use calcarray::{Value, json};
use polymerge_rules::{Cell, Event, GameState, Lack, Limits, Mode, Outcome, Rng, Ruleset, World};

fn expression(text: &str) -> Value {
    json::read(text, &Default::default()).unwrap()
}

/// A mode of one row with these rules, whose board is full of tiles or empty cells.
fn row(rules: &str, cells: &str) -> Mode {
    let grid = expression(&format!("[[{cells}]]"));
    let width = grid.as_array().unwrap().entries()[0].as_array().unwrap().len();
    Mode { merge_rules: expression(rules), starting_grid: grid, start_tiles: 0.0, ..Mode::classic(width, 1) }
}

fn account(mode: Mode, direction: usize) -> (GameState, polymerge_rules::Account) {
    let mut random = Rng::new(7);
    let world = &mut World::new(&mut random, 0.0);
    let rules = Ruleset::compile(mode, Limits::default()).unwrap();
    let (game, _) = GameState::new(rules, world).unwrap();
    let account = game.why(direction, world).unwrap();
    (game, account)
}

const LEFT: usize = 2;
/// Equal tiles merge; 1 and 2 do where the score is over 5; three 3s do.
const RULES: &str = r#"[
    [2, ["@This 0", "=", "@Next 1 0"], true, [[["@This 0", "+", 1]]], 4],
    [2, ["@This 0", "+", "@Next 1 0", "=", 3, "&&", ["@Score", ">", 5]], true, [[9]], 0],
    [3, ["@This 0", "=", 3, "&&", ["@Next 1 0", "=", 3], "&&", ["@Next 2 0", "=", 3]], true, [[8]], 0]
]"#;

/// The outcome of the last pair, in words.
fn outcome(cells: &str) -> String {
    let (_, account) = account(row(RULES, cells), LEFT);
    let pair = account.pairs.last().expect("a pair");
    match &pair.outcome {
        Outcome::Applied { rule } => format!("applied {rule}"),
        Outcome::NoMerges => "no merges".to_owned(),
        Outcome::Merged { rule } => format!("merged {rule:?}"),
        Outcome::Nothing { nearest: Some((rule, Lack::Condition { unmet, held, parts })), .. } => {
            let values =
                unmet.values.iter().map(|(_, value)| json::write(value)).collect::<Vec<_>>().join(" ");
            format!("rule {rule}, {held} of {parts}: {} with {values}", json::write(&unmet.part))
        }
        Outcome::Nothing { nearest, .. } => format!("{nearest:?}"),
    }
}

#[test]
fn the_nearest_rule_says_what_it_lacks() {
    for (cells, expected) in [
        ("[1], [1], \"@Empty\"", "applied 0"),
        ("[1], [4], \"@Empty\"", r#"rule 0, 0 of 1: ["@This 0","=","@Next 1 0"] with 4 1"#),
        ("[1], [2], \"@Empty\"", r#"rule 1, 1 of 2: ["@Score",">",5] with 0"#),
        // The tile that came of the merge before has merged already.
        ("[1], [1], [2], \"@Empty\"", "merged Some(0)"),
    ] {
        assert_eq!(outcome(cells), expected, "{cells}");
    }
}

#[test]
fn a_turn_is_the_one_that_would_be_played() {
    let (mut game, account) = account(row(RULES, "[1], [1], [4], \"@Empty\""), LEFT);
    let mut random = Rng::new(7);
    let turn = game.play(LEFT, &mut World::new(&mut random, 0.0)).unwrap();
    assert!(turn.moved && account.turn.moved);
    assert_eq!(account.turn.score, turn.score);
}

#[test]
fn scripts_say_what_they_read_and_set() {
    let mode = Mode {
        scripts: expression(
            r#"[[[0, "@edit_gvar", 1, ["@GVar 0", "+", 5], "@replace_tile", 0, 2, ["@Literal", 7], "@add_score", 3, "output", "here"], "EndTurn"]]"#,
        ),
        game_variables: expression("[2, 1]"),
        ..row(RULES, "[1], [1], \"@Empty\"")
    };
    let (_, account) = account(mode, LEFT);
    let run = &account.scripts[0];
    assert_eq!(run.read, [(0, 2.0.into())]);
    assert_eq!(run.set, [(1, 1.0.into(), 7.0.into())]);
    assert_eq!(run.score, 3.0);
    assert_eq!(run.cells.iter().map(|(cell, ..)| cell.column).collect::<Vec<_>>(), [2]);
    let printed = Event::Output { argument: "here".into(), value: 0.0.into() };
    assert!(account.turn.events.contains(&printed));
}

#[test]
fn conditions_leave_no_trace_and_their_failures_are_told() {
    // A condition that changes a variable, and one that needs chance.
    let rules = r#"[
        [2, [0, "@edit_gvar", 0, 5, "2nd", false], true, [[9]], 0],
        [2, [0, "rand_int", 9, ">", 10], true, [[9]], 0]
    ]"#;
    let mode = Mode { game_variables: expression("[0]"), ..row(rules, "[1], [1], \"@Empty\"") };
    let (game, account) = account(mode, LEFT);
    assert_eq!(game.game_variables(), [0.0.into()]);
    assert!(matches!(account.pairs[0].outcome, Outcome::Nothing { .. }), "{:?}", account.pairs);
    assert_eq!(account.pairs[0].by_chance, Some(1));
}

#[test]
fn rules_that_draw_random_numbers_are_told_apart() {
    let chance = r#"["@This 0", "=", 1, "&&", [1, "rand_int", 6, "<", LIMIT]]"#;
    let rules = |limit: &str, variables: &str| {
        let condition = chance.replace("LIMIT", limit);
        r#"[[VARIABLES2, CONDITION, true, [[9]], 0], [2, ["@This 0", "=", 5], true, [[8]], 0]]"#
            .replace("VARIABLES", variables)
            .replace("CONDITION", &condition)
    };
    let seen = |limit: &str, variables: &str, cells: &str| {
        let (_, account) = account(row(&rules(limit, variables), cells), LEFT);
        let pair = account.pairs.last().unwrap();
        let unmet = match &pair.outcome {
            Outcome::Nothing { nearest: Some((rule, Lack::Condition { unmet, held, parts })), .. } => {
                Some((*rule, unmet.depends_on_chance, *held, *parts))
            }
            _ => None,
        };
        (pair.outcome.clone(), pair.by_chance, unmet)
    };
    let ones = "[1], [1], \"@Empty\"";
    // It never holds, and always does.
    let (_, by_chance, unmet) = seen("0", "", ones);
    assert_eq!((by_chance, unmet), (Some(0), Some((0, true, 1, 2))));
    let (outcome, by_chance, _) = seen("9", "", ones);
    assert_eq!((outcome, by_chance), (Outcome::Applied { rule: 0 }, Some(0)));
    // A part that surely does not hold comes first, and nothing is drawn.
    let (_, by_chance, unmet) = seen("9", "", "[2], [2], \"@Empty\"");
    assert_eq!((by_chance, unmet), (None, Some((0, false, 0, 2))));
    // The variables of a rule are drawn before its condition is known.
    let (_, by_chance, unmet) = seen("9", r#"[1, "rand_int", 6], "@end_vars", "#, "[2], [2], \"@Empty\"");
    assert_eq!((by_chance, unmet), (Some(0), Some((0, true, 0, 1))));
}

#[test]
fn a_pair_that_merges_later_is_listed_again() {
    // 1 and 1 merge once a Merge script has run, for 2 and 2 in the row below.
    let rules = r#"[
        [2, ["@This 0", "=", 2, "&&", ["@Next 1 0", "=", 2]], true, [[3]], 0],
        [2, ["@This 0", "=", 1, "&&", ["@Next 1 0", "=", 1], "&&", ["@GVar 0", ">", 0]], true, [[9]], 0]
    ]"#;
    let mode = Mode {
        merge_rules: expression(rules),
        scripts: expression(r#"[[[0, "@edit_gvar", 0, ["@GVar 0", "+", 1]], "Merge"]]"#),
        game_variables: expression("[0]"),
        starting_grid: expression(r#"[[[1], [1], "@Empty"], [[2], [2], "@Empty"]]"#),
        start_tiles: 0.0,
        ..Mode::classic(3, 2)
    };
    let (_, account) = account(mode, LEFT);
    let of_first = account.pairs.iter().filter(|pair| pair.cell == Cell::new(0, 1));
    let outcomes: Vec<&Outcome> = of_first.map(|pair| &pair.outcome).collect();
    assert!(
        matches!(outcomes.as_slice(), [Outcome::Nothing { .. }, Outcome::Applied { rule: 1 }]),
        "{outcomes:?}"
    );
}

#[test]
fn moves_that_merge_nothing_say_so() {
    let directions = r#"[[[0, -1, "@Infinity", 0, [1, false, true, true]], "left"]]"#;
    let mode = Mode { directions: expression(directions), ..row(RULES, r#"[1], [1], "@Empty""#) };
    let (_, account) = account(mode, 0);
    assert_eq!(account.pairs[0].outcome, Outcome::NoMerges);
}

#[test]
fn deep_conditions_are_taken_apart_within_bounds() {
    let nots = r#","!""#.repeat(20_000);
    let rules = format!(r#"[[2, ["@This 0", "<", 0{nots}], true, [[9]], 0]]"#);
    let (_, account) = account(row(&rules, r#"[1], [1], "@Empty""#), LEFT);
    assert!(!account.pairs.is_empty());
}

#[test]
fn the_work_for_reasons_is_bounded() {
    let slow = r#"[0, "@repeat", 1000, "+", 1, "@end-repeat", "<", 0]"#;
    let rules: Vec<String> = (0..200).map(|_| format!("[2, {slow}, true, [[9]], 0]")).collect();
    let mode = row(&format!("[{}]", rules.join(",")), &["[1]"; 12].join(","));
    let mut random = Rng::new(7);
    let world = &mut World::new(&mut random, 0.0);
    let limits = Limits { turn_steps: 2_000_000_000, ..Limits::default() };
    let rules = Ruleset::compile(mode, limits).unwrap();
    let (game, _) = GameState::new(rules, world).unwrap();
    let account = game.why(LEFT, world).unwrap();
    assert!(!account.turn.moved && !account.pairs.is_empty());
}
