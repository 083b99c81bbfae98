//! Effects of settings: one move of one row in each of some modes.

use calcarray::Value;
use calcarray::json::{read, write};
use polymerge_modefile::{Choices, catalogue};
use polymerge_rules::{GameState, Limits, Randomness, Rng, Ruleset, World};

/// Plays a move of a mode with settings as they are typed: the first row, the
/// score and the first game variable after it. Nothing spawns.
fn play(mode: &str, chosen: &str, row: &str, step: (i64, i64)) -> Result<(String, f64, String), String> {
    let mode = catalogue::find(mode).ok_or("there is no such mode")?;
    let problems = |problems: polymerge_modefile::Problems| problems.to_text();
    let settings = mode.read().map_err(problems)?.settings;
    let mut choices = Choices::default();
    for text in chosen.split("; ").filter(|text| !text.is_empty()) {
        choices.choose(&settings, text)?;
    }
    let mut mode = mode.read_with(&choices).map_err(problems)?.mode;
    let cells = read(row, &Default::default()).map_err(|error| error.to_string())?;
    let mut cells = cells.as_array().ok_or("a row is a list")?.to_vec();
    let empty = || Value::text("@Empty");
    cells.resize_with(mode.width, empty);
    let mut rows = vec![Value::array(cells)];
    rows.resize_with(mode.height, || Value::array(vec![empty(); mode.width]));
    mode.starting_grid = Value::array(rows);
    (mode.start_tiles, mode.tiles_per_turn) = (0.0, 0.0);

    let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())?;
    let directions = rules.directions().iter();
    let direction = directions.into_iter().position(|direction| (direction.rows, direction.columns) == step);
    let direction = direction.ok_or("there is no such direction")?;
    let mut random = Rng::new(1);
    let random: &mut dyn Randomness = &mut random;
    let mut world = World::new(random, 0.0);
    let (mut game, _) = GameState::new(rules, &mut world).map_err(|error| error.to_string())?;
    // A move that moves nothing is an error, and leaves everything as it is.
    let _ = game.play(direction, &mut world);
    let grid = game.grid();
    let first = grid.as_array().and_then(|rows| rows.first()?.as_array()).ok_or("the grid has no rows")?;
    let tiles: Vec<String> = first.iter().filter(|cell| cell.as_array().is_some()).map(write).collect();
    Ok((tiles.join(" "), game.score(), game.game_variables().first().map(write).unwrap_or_default()))
}

const LEFT: (i64, i64) = (0, -1);
const RIGHT: (i64, i64) = (0, 1);

/// Mode, settings, row, direction, the tiles of the row after it, score.
type Case = (&'static str, &'static str, &'static str, (i64, i64), &'static str, f64);

#[test]
fn settings_change_what_merges() {
    let cases: &[Case] = &[
        ("25", "shortest=2; longest=3", "[[1,0],[1,0],[1,0],[1,0]]", LEFT, "[3,1] [1,0]", 3.0),
        ("25", "shortest=3", "[[1,0],[1,0]]", LEFT, "[1,0] [1,0]", 0.0),
        ("25", "shortest=Array", "[[1,0],[1,0],[1,0],[1,0]]", LEFT, "[1,0] [1,0] [1,0] [1,0]", 0.0),
        ("25", "shortest=Array; longest=[2,4]", "[[1,0],[1,0],[1,0],[1,0]]", LEFT, "[4,1]", 4.0),
        (
            "38",
            "lengths=any",
            r#"[["@BigInt 1"],["@BigInt 1"],["@BigInt 1"],["@BigInt 1"]]"#,
            LEFT,
            r#"["@BigInt 4"]"#,
            4.0,
        ),
        (
            "38",
            "lengths=primes",
            r#"[["@BigInt 1"],["@BigInt 1"],["@BigInt 1"],["@BigInt 1"]]"#,
            LEFT,
            r#"["@BigInt 1"] ["@BigInt 1"] ["@BigInt 1"] ["@BigInt 1"]"#,
            0.0,
        ),
        (
            "38",
            "partial_absorb",
            r#"[["@BigRational 1 1"],["@BigRational 1 1"],["@BigRational 1 1"]]"#,
            LEFT,
            r#"["@BigRational 3 2"] ["@BigRational 3 2"]"#,
            3.0,
        ),
        (
            "38",
            "lengths=list; length_list=[[3,2],[2,1]]",
            r#"[["@BigRational 1 1",0],["@BigRational 1 1",0],["@BigRational 1 1",0]]"#,
            LEFT,
            r#"["@BigRational 3 2",0] ["@BigRational 3 2",0]"#,
            3.0,
        ),
        (
            "38",
            "lengths=list; length_list=[[4,1],[2,1]]",
            r#"[["@BigInt 1"],["@BigInt 1"],["@BigInt 1"],["@BigInt 1"]]"#,
            LEFT,
            r#"["@BigInt 4"]"#,
            4.0,
        ),
        (
            "38",
            "lengths=list",
            r#"[["@BigInt 1"],["@BigInt 1"],["@BigInt 1"],["@BigInt 2"],["@BigInt 2"]]"#,
            LEFT,
            // The cell ahead of the second run is empty by then, and a list of lengths looks at no other.
            r#"["@BigInt 3"] ["@BigInt 2"] ["@BigInt 2"]"#,
            3.0,
        ),
        (
            "38",
            "lengths=list; length_list=[[2,3]]",
            r#"["@Empty",["@BigRational 6 1",0],["@BigRational 6 1",0]]"#,
            LEFT,
            r#"["@BigRational 4 1",0] ["@BigRational 4 1",0] ["@BigRational 4 1",0]"#,
            12.0,
        ),
        (
            "38",
            "lengths=list; length_list=[[1,2]]",
            r#"["@Empty",["@BigRational 6 1",0]]"#,
            LEFT,
            r#"["@BigRational 3 1",0] ["@BigRational 3 1",0]"#,
            6.0,
        ),
        (
            "100",
            r#"variant=x_pow_y; base="@BigInt 100""#,
            r#"[["@BigInt 0","@BigInt 1"],["@BigInt 0","@BigInt 1"],["@BigInt 0","@BigInt 1"],["@BigInt 0","@BigInt 4"],["@BigInt 0","@BigInt 1"]]"#,
            LEFT,
            r#"["@BigInt 0","@BigInt 8"]"#,
            8.0,
        ),
        // Of triangular numbers, four make one at most.
        (
            "100",
            r#"variant=x_pow_y; base="@BigInt 100"; version=1"#,
            r#"[["@BigInt 0","@BigInt 1"],["@BigInt 0","@BigInt 1"],["@BigInt 0","@BigInt 3"],["@BigInt 0","@BigInt 4"],["@BigInt 0","@BigInt 1"]]"#,
            LEFT,
            r#"["@BigInt 0","@BigInt 1"] ["@BigInt 0","@BigInt 1"] ["@BigInt 0","@BigInt 3"] ["@BigInt 0","@BigInt 4"] ["@BigInt 0","@BigInt 1"]"#,
            0.0,
        ),
        (
            "41",
            "largest_exponent=2",
            r#"[["@BigInt 4","@BigInt 2"],["@BigInt 3","@BigInt 2"]]"#,
            LEFT,
            r#"["@BigInt 5","@BigInt 2"]"#,
            25.0,
        ),
        (
            "41",
            "longest=5",
            r#"[["@BigInt 1","@BigInt 0"],["@BigInt 1","@BigInt 0"],["@BigInt 3","@BigInt 2"],["@BigInt 1","@BigInt 0"],["@BigInt 2","@BigInt 2"]]"#,
            LEFT,
            r#"["@BigInt 2","@BigInt 4"]"#,
            16.0,
        ),
        ("44", "symmetric", "[[1],[1]]", LEFT, "", 1.0),
        ("44", "coprime_lengths", "[[2],[2],[2]]", LEFT, "[2] [2] [2]", 0.0),
        ("45", "difficulty=easy", "[[0,0,0,0,0,0],[0,0,0,0,0,0]]", RIGHT, "[1,0,0,0,0,0]", 2.0),
        ("45", "difficulty=hard", "[[2,0,0,0,0,0],[0,0,0,0,0,0]]", LEFT, "[0,0,1,0,0,0]", 5.0),
        ("49", "in_order=false", "[[2],[2]]", LEFT, "[3]", 6.0),
        ("49", "in_order=false; longest=4", "[[1],[1],[2],[1]]", LEFT, "[3]", 6.0),
        ("57", "level=0", "[[0,1,0],[0,0,1]]", LEFT, "[3,0,0]", 8.0),
        ("57", "level=0", "[[0,0,1],[0,2,0]]", LEFT, "[0,0,1] [0,2,0]", 0.0),
        ("57", "level=2", "[[1,0,0],[1,0,0]]", LEFT, "[2,0,0]", 4.0),
        ("57", "level=3", "[[0,0,0],[0,0,0],[2,0,0]]", LEFT, "[1,1,0]", 6.0),
        ("57", "level=3; level_3_merges=nines", "[[1,1,0],[1,0,0],[0,0,0]]", LEFT, "[0,2,0]", 9.0),
        ("57", "level=-1", "[[0,0,0,1],[1,0,0,-1],[1,0,0,-1]]", LEFT, "[0,1,0,-1]", 3.0),
        ("60", "timed=false", "[[3],[24]]", LEFT, "[27]", 27.0),
        ("60", "timed=false", "[[3],[5]]", LEFT, "[3] [5]", 0.0),
        ("61", "odds_only", "[[[]],[[]],[[]]]", LEFT, r#"[["@BigInt 2"]]"#, 3.0),
        ("62", "triangular", "[[3],[1],[3]]", LEFT, "[4] [2]", 10.0),
        ("68", "level=0", "[[0,0,0],[0,0,0],[0,0,1]]", LEFT, "[2,0,0]", 9.0),
        ("68", "level=2", "[[0,0,1],[0,0,1],[0,0,0]]", LEFT, "[1,1,0]", 15.0),
        ("68", "level=-1", "[[0,0,0,1],[1,0,0,-1],[1,0,0,-1]]", LEFT, "[0,1,0,-1]", 5.0),
        (
            "69",
            "sharing=unordered",
            r#"[["@BigInt 2","@BigInt 3"],["@BigInt 3","@BigInt 2"]]"#,
            LEFT,
            r#"["@BigInt 5","@BigInt 5"]"#,
            50f64.sqrt(),
        ),
        (
            "69",
            "sharing=coprime",
            r#"[["@BigInt 2","@BigInt 3"],["@BigInt 2","@BigInt 1"]]"#,
            LEFT,
            r#"["@BigInt 1","@BigInt 1"]"#,
            2f64.sqrt(),
        ),
        ("70", "numbers=eisenstein", "[[0,0],[0,2]]", LEFT, "[0,1]", 0.0),
        ("70", "numbers=three", "[[0,0],[0,0],[0,2]]", LEFT, "[1,0]", 3.0),
        ("71", "sign_between=false", r#"[[3,2],[1,2],["Multiply","@Signless"]]"#, LEFT, "[4,4]", 0.0),
        ("72", "all_sums", "[[0,1],[0,0]]", LEFT, "[0,2]", 3.0),
        ("74", "period=1; any_ratio", r#"[["@BigInt 3"],["@BigInt 3"]]"#, LEFT, r#"["@BigInt 6"]"#, 1.0),
        ("75", "equal=both", r#"[["@BigInt 2"],["@BigInt 2"],["@BigInt 2"]]"#, LEFT, r#"["@BigInt 6"]"#, 6.0),
        ("75", "equal=both", r#"[["@BigInt 2"],["@BigInt 2"]]"#, LEFT, r#"["@BigInt 4"]"#, 4.0),
        ("78", "ratio=3/2", r#"[["@BigInt 6"],["@BigInt 4"]]"#, LEFT, r#"["@BigInt 10"]"#, 10.0),
        ("78", "ratio=3/2", r#"[["@BigInt 3"],["@BigInt 1"]]"#, LEFT, r#"["@BigInt 3"] ["@BigInt 1"]"#, 0.0),
        ("79", "any_factors", r#"[["@BigInt 60"],["@BigInt 40"]]"#, LEFT, r#"["@BigInt 100"]"#, 100.0),
        ("81", "needed_power=1", "[[2,1,0],[2,0,0]]", LEFT, "[3,1,0]", 0.0),
        ("81", "vanish=false", "[[2,1,0],[2,0,0]]", LEFT, "[2,1,0] [2,0,0]", 0.0),
        ("82", "equal_vanish=false", "[[2,2,2],[2,2,2]]", LEFT, "[2,2,2] [2,2,2]", 0.0),
        (
            "85",
            "most_repeats=3",
            r#"[["@BigInt 3","@BigInt 2","@BigInt 1",2],["@BigInt 1","@BigInt 1","@BigInt 0",1]]"#,
            LEFT,
            r#"["@BigInt 4","@BigInt 3","@BigInt 1",3]"#,
            4.0,
        ),
    ];
    let mut wrong = Vec::new();
    for (mode, settings, row, step, tiles, score) in cases {
        match play(mode, settings, row, *step) {
            Ok((found, scored, _)) if found == *tiles && (scored - score).abs() < 1e-9 => {}
            other => wrong.push(format!("{mode}, {settings}: {row} makes {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn settings_change_what_a_modulus_becomes() {
    // settings, row, the modulus after a move to the left
    let cases = [
        ("", "[[2],[2]]", "5"),
        ("increment=4", "[[2],[2]]", "7"),
        ("first_modulus=5", "[[2],[2]]", "5"),
        ("first_modulus=5", "[[2],[2],[2]]", "7"),
        ("symmetric; increment=1", "[[1],[1]]", "4"),
    ];
    for (settings, row, modulus) in cases {
        let played = play("44", settings, row, LEFT).unwrap_or_else(|why| panic!("{settings}: {why}"));
        assert_eq!(played.2, modulus, "{settings}: {row}");
    }
}
