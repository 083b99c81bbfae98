//! Modes mixed of boards, merge rules, spawn lists, directions and scripts, each more
//! demanding than in most modes. Faults of a single part are found soon; faults of two
//! parts together take many mixtures.

use std::sync::Arc;

use calcarray::Value;
use polymerge_rules::{Direct, Limits, MemoryLimits, Mode, Rng, Ruleset};

use crate::position::{self, Compared};
use crate::rollout::{compare, compare_batch, of_few_lines};
use crate::{Picks, value};

/// Boards of up to 64 cells and of more, with all that stands in the way:
/// `#` is a void, `~` slippery, `1` a tile.
pub const BOARDS: [&str; 10] = [
    "..../..../..../....",
    "~.../..~./.~../....",
    "..#./..../#.../...#",
    "....../.~~.../..#..~/.1.../......",
    "........",
    ".../.../...",
    "......./......./......./......./......./......./.......",
    "......../......../...~..../....#.../......../......../......../........",
    "........./.........",
    "........./...#...../..~....../........./........./........./........./........./.........",
];

/// Merge rules, the simplest first. `SAME` is that the next tile is like this one,
/// `MORE` one more than this one.
const RULES: [&str; 77] = [
    "[2, SAME, true, [[MORE]], [2, \"^\", MORE], [false, true]]",
    "[2, SAME, true, [[MORE]], 0.1]",
    // Game variables as the first variables of a rule.
    r#"["@include_gvars", 2, ["@var_retain", "@Var 0", "%", 2, "=", 1, "&&", SAME], true, [[MORE]], 1]"#,
    r#"["@include_gvars", 2, SAME, true, [[["@var_retain", "@Var 0", "%", 3, "+", "@This 0"]]], 1]"#,
    r#"["@include_gvars", 2, SAME, true, [[MORE]], ["@var_retain", "@Var 0", "+", 1]]"#,
    r#"["@include_gvars", 0, ["@var_retain", "@Var 0", "%", 5, "=", "@This 0"], true, [[1]], 1]"#,
    // Other numbers of tiles, in any order.
    r#"[3, ["@This 0", "=", "@Next 1 0", "&&", ["@This 0", "=", "@Next 2 0"]], true, [[MORE]], 9]"#,
    r#"[2, ["@This 0", "=", ["@Next 1 0", "+", 1]], false, [["@This 0", "+", 1]], "@Next 1 0"]"#,
    r#"[3, ["@This 0", "<", "@Next 1 0", "&&", ["@Next 1 0", "<=", "@Next 2 0"]], false, [[1], [2]], 1]"#,
    r#"[["@This 0", "+", 1], SAME, true, [[MORE]], 1]"#,
    "[8, SAME, true, [[MORE]], 1]",
    // As many as a tile tells: so many that none behind them may be looked at, fewer
    // than there are, none, or a part of one.
    r#"[["@This 0", "+", 1], SAME, true, [[MORE]], 1, [false, true], 2, [0, 1], 1]"#,
    r#"[["@This 0", "^", 3], ["@This 0", "<", "@Next 1 0"], true, [[1]], 2]"#,
    r#"[["@This 0", "-", 2.5], ["@This 0", "=", 3, "||", ["@Next 1 0", "=", 1]], true, [[1]], 2]"#,
    // Cells that stay open, and some that are partners only.
    "[2, SAME, true, [[MORE], [1]], 1, [true, true]]",
    "[2, SAME, true, [[MORE]], 1, [true]]",
    "[2, SAME, true, [[1], [1]], 1, [false]]",
    r#"[2, ["@This 0", "=", 2, "&&", ["@Next 1 0", "=", 2]], true, [[3]], 2, [true]]"#,
    "[2, SAME, true, [[1], [MORE], [1]], 1, [true, true, true]]",
    // Tiles that vanish.
    "[3, SAME, true, [], 0.1]",
    r#"[2, ["@This 0", "=", 1, "&&", ["@Next 1 0", "=", 1]], true, [], 1]"#,
    r#"[2, ["@This 0", "=", 3, "&&", ["@Next 1 0", "=", 3]], true, [], 2, [true, true]]"#,
    // Tiles that change on their own, also at the end of a turn.
    r#"[1, ["@This 0", "=", 5], true, [[3]], 1]"#,
    r#"[1, ["@This 0", "=", 2], true, [[3]], 1]"#,
    r#"[0, ["@This 0", ">", 3], true, [[1]], 5]"#,
    r#"[0, ["@This 0", "=", 2], true, ["@MergeOverflowEmpty", [1], [1]], 5]"#,
    r#"[0, ["@This 0", ">", 3], true, [[1]], 0]"#,
    r#"[0, ["@This 0", "=", 3], true, [], 0]"#,
    r#"[0, ["@This 0", "=", 2, "&&", ["@GVar 0", "=", 1]], true, [[1]], 0]"#,
    r#"[0, ["@This 0", "=", 4], true, [], [0, "@edit_gvar", 0, [1, "-", "@GVar 0"]]]"#,
    // Results that are no tiles, and such as are slid over.
    r#"[2, SAME, true, [["@STCalcArray", "@Slippery"]], 1]"#,
    r#"[2, SAME, true, [["@STCalcArray", "@Void"], [MORE]], 1]"#,
    r#"[2, SAME, true, [["@STCalcArray", "@TemporaryHole 3"]], 1]"#,
    r#"[2, SAME, true, [["@STCalcArray", "@Empty"], [MORE]], 3]"#,
    // More results than tiles, behind them or ahead.
    "[2, SAME, true, [[MORE], [1], [1]], 1]",
    r#"[2, SAME, true, ["@MergeOverflowEmpty", [MORE], [1], [1]], 1]"#,
    r#"[2, SAME, true, ["@MergeOverflowSlot", [MORE], [1], [1]], 1]"#,
    r#"[2, SAME, true, ["@MergeOverflowOverwrite", [MORE], [1], [1]], 3]"#,
    r#"[2, SAME, true, ["@MergeOverflowPush", [MORE], [1], [1]], 3]"#,
    r#"[2, SAME, true, ["@MergeReverseStart", [MORE], [1]], 3]"#,
    r#"[3, [SAME, "&&", ["@Next 2 0", "=", MORE]], false, ["@MergeReverseStart", [MORE], [1]], 3]"#,
    r#"[3, [SAME, "&&", ["@Next 2 0", "=", MORE]], false, ["@MergeOverflowPush", [MORE], [1], [1], [1]], 3]"#,
    r#"[4, [SAME, "&&", ["@Next 3 0", "=", "@This 0"]], true, [["@MergeOverflowSlot", 2], [MORE]], 1]"#,
    r#"[3, SAME, true, [[MORE], "fill", [1]], 3]"#,
    // The tiles behind decide, too.
    r#"[2, ["@NextNE -1", "!=", "@This", "&&", SAME], true, [[MORE]], 1]"#,
    r#"[2, ["@NextNE -1 0", "!=", "@This 0", "&&", SAME], true, [[MORE]], 1]"#,
    r#"[3, ["@NextNE -1 0", "!=", "@This 0", "&&", SAME, "&&", ["@Next 2 0", "=", "@This 0"]], true, [[MORE]], 1, [false, true]]"#,
    // More than the tiles decides, or something that is no number.
    r#"[2, SAME, ["@CheckEnd", "@Score", "<", 200], [[MORE]], 7]"#,
    r#"[2, [SAME, "&&", ["@Moves", "%", 2, "=", 0]], true, [[MORE]], 1]"#,
    r#"[2, [["@Moves", "+", 1, "%", 3, ">", 0], "&&", SAME], true, [[MORE]], 1]"#,
    r#"[3, [SAME, "&&", ["@Next 2 0", "=", "@This 0"], "&&", ["@Moves", "%", 2, "=", 1]], true, [[MORE]], 1]"#,
    r#"[2, [SAME, "&&", ["@DirectionIndex", "<", 3]], true, [[MORE]], 1]"#,
    r#"[2, [SAME, "&&", ["@This 0", "<=", "@GVar 0"]], true, [[MORE]], 1]"#,
    r#"[2, SAME, true, [[MORE]], [1, "@edit_gvar", 0, ["@GVar 0", "max", "@This 0"]]]"#,
    r#"[2, SAME, true, [[MORE]], [1, "@edit_gvar", 0, [1, "-", "@GVar 0"]]]"#,
    r#"[2, SAME, true, [[MORE]], ["@GVar 0", "@edit_gvar", 0, ["@This 0", "%", 2]]]"#,
    r#"[2, SAME, true, [["a"]], "@Moves"]"#,
    r#"[2, SAME, true, [[["@This 0", "/", 0]]], ["@This 0", "/", 0]]"#,
    // The cells beside the line decide, too.
    r#"[0, ["@Relative -1 0", "=", "@Empty", "&&", ["@Relative 0 1", "!=", "@Empty"]], true, [[MORE, "%", 5]], 1]"#,
    r#"[0, ["@Relative 0 -1 0", "=", "@This 0"], true, [[1]], 0]"#,
    r#"[0, ["@Relative 1 1", "=", "@This", "||", ["@Relative 2 0 0", "=", 2]], true, [], 3]"#,
    r#"[0, [["@Relative 0 1", "=", "@Empty"], "&&", ["@VCoord", ">", 1]], true, [[2]], 1]"#,
    r#"[1, [["@Relative -1 0", "=", "@Empty", "Number", "+", ["@Relative 0 1", "=", "@Empty", "Number"]], "=", 2], true, [[3]], 1]"#,
    r#"[2, [SAME, "&&", ["@Relative -1 -1", "!=", "@Empty"]], true, [[MORE]], 1]"#,
    r#"[2, [SAME, "&&", ["@This 0", "<", ["@Relative 1 0", "typeof", "=", "array", "Number", "*", 5]]], true, [[MORE]], "@Relative 1 0 0"]"#,
    r#"[2, [["@Grid", "arr_elem", ["@VCoord", "+", ["@VDir", "*", [2, "-", 1]]], "arr_elem", ["@HCoord", "+", ["@HDir", "*", [2, "-", 1]]]], "=", "@This"], true, [[MORE]], 1]"#,
    r#"[2, SAME, true, [[["@Grid", "arr_elem", "@VCoord", "arr_elem", 0, "arr_length", "+", 1]]], 1]"#,
    r#"[2, [SAME, "&&", [[0, "tileValue", 0], ">", 1]], true, [[MORE]], 1]"#,
    r#"[2, [SAME, "&&", ["@Grid 1 1", "!=", "@Empty"]], true, [[MORE]], 1]"#,
    r#"[2, SAME, true, [["@This 0", "*", 2, "-", "@GVar 0"]], 1]"#,
    // Something that is done while tiles move.
    r#"[2, SAME, true, [[[MORE, "@replace_tile", 0, 0, ["@Literal", 1]]]], 1]"#,
    r#"[2, SAME, true, [[MORE]], [1, "@replace_tile", 1, 1, "@Empty"]]"#,
    r#"[2, [true, "@replace_tile", 0, 1, ["@Literal", 2], "2nd", SAME], true, [[MORE]], 1]"#,
    r#"[2, SAME, ["@CheckEnd", true, "@replace_tile", 0, 2, ["@Literal", 1], "2nd", ["@This 0", ">", 2]], [[MORE]], 1]"#,
    // The most common one more often.
    "[2, SAME, true, [[MORE]], 1]",
    "[2, SAME, true, [[MORE]], 1]",
    "[2, SAME, true, [[MORE]], 1]",
];

/// Spawn lists, the simplest first.
const SPAWNS: [&str; 9] = [
    "[[[1], 90], [[2], 10]]",
    "[[[1], 50], [[2], 30], [[3], 30]]",
    "[[[1], 50], [[2], 30], [[3], 30], [[4], 20], [[5], 20]]",
    r#"[["Box", 20, [1], 3, [2], 1], [[[1, "rand_int", 3]], ["@DiscTiles", "arr_length", ">=", 4, "Number"]]]"#,
    r#"[[[1], 10], [[2], ["@DiscTiles", "arr_length"]]]"#,
    r#"[[[1], 9], [[3], ["@DiscTiles", "arr_length", "-", 4, "max", 0]], [[7], ["@DiscTiles", "arr_length", "%", 3]]]"#,
    r#"[[[1], 10], [[2], ["@Moves", "%", 3]]]"#,
    r#"[[[1], 85], [[[1, "rand_int", 3]], 15]]"#,
    "[]",
];

/// Steps in rows and columns, and how many passes at most. The usual four more
/// often.
const DIRECTIONS: [&[(f64, f64, f64)]; 9] = [
    &USUAL,
    &USUAL,
    &USUAL,
    &[(-1.0, 0.0, 1.0), (1.0, 0.0, 2.0), (0.0, -1.0, 1.0), (0.0, 1.0, REST)],
    &[(-1.0, -1.0, REST), (1.0, 1.0, REST), (1.0, -1.0, REST), (-1.0, 1.0, REST)],
    &[(-1.0, 0.0, REST), (1.0, 1.0, REST), (0.0, -1.0, REST), (-1.0, 1.0, 1.0)],
    &[(-2.0, 0.0, REST), (2.0, 0.0, REST), (0.0, -2.0, REST), (0.0, 1.0, REST)],
    // Some in which tiles stay where they are.
    &[(-1.0, 0.0, REST), (-1.0, 0.0, f64::NAN), (0.0, -1.0, REST), (0.0, 1.0, REST)],
    &[(-1.0, 0.0, REST), (1.0, 0.0, 0.0), (0.0, -1.0, REST), (0.0, 0.0, REST)],
];
const USUAL: [(f64, f64, f64); 4] =
    [(-1.0, 0.0, REST), (1.0, 0.0, REST), (0.0, -1.0, REST), (0.0, 1.0, REST)];
const REST: f64 = f64::INFINITY;

/// Scripts of a turn; mostly none.
const SCRIPTS: [&str; 17] = [
    "[]",
    "[]",
    "[]",
    "[]",
    "[]",
    r#"[[[0, "@edit_gvar", 0, ["@GVar 0", "+", 1]], "EndTurn"]]"#,
    r#"[[[0, "@edit_gvar", 0, ["@GVar 0", "+", 1]], "Merge"]]"#,
    r#"[[[0, "@edit_gvar", 0, ["@GVar 0", "+", 1]], "TileMove"]]"#,
    // Scripts that see the variables of the rule, its outputs, and the grid before.
    r#"[[["@var_retain", 0, "@edit_gvar", 0, ["@var_retain", "@Var -1", "arr_length", "+", "@GVar 0"]], "Merge"]]"#,
    r#"[[["@var_retain", 0, "@edit_gvar", 0, ["@var_retain", "@Var -1", "arr_elem", 0, "arr_elem", 0]], "Merge"]]"#,
    r#"[[["@var_retain", 0, "@edit_gvar", 0, ["@var_retain", "@VCoord", "+", "@This 0", "+", "@MLength"]], "Merge"]]"#,
    r#"[[["@var_retain", 0, "@edit_gvar", 0, ["@var_retain", "@This 0", "+", "@GVar 0", "%", 5]], "ZeroMerge"]]"#,
    r#"[[["@var_retain", 0, "@edit_gvar", 0, ["@var_retain", "@Var -1", "arr_length", "+", "@HCoord"]], "ZeroMerge"]]"#,
    r#"[[[0, "@edit_gvar", 0, 3], "BeginTurn"]]"#,
    r#"[[[0, "@replace_tile", 0, 0, ["@Literal", 1]], "EndMovement"]]"#,
    r#"[[[0, "@replace_tile", 0, 1, ["@Literal", 2]], "EndTurn"]]"#,
    r#"[[[0, "@add_spawn", ["@Literal", ["@Literal", 3], 10]], "EndModeSetup"]]"#,
];

/// The steps and the slide that a mode computes for each tile; mostly none.
const MOVEMENTS: [&str; 9] = [
    r#"["@VDir", "@HDir", "@SlideAmount"]"#,
    r#"["@VDir", "@HDir", "@SlideAmount"]"#,
    r#"["@VDir", "@HDir", "@SlideAmount"]"#,
    r#"["@VDir", "@HDir", ["@SlideAmount", "@if", ["@This 0", "=", 2], "2nd", 0, "@end-if"]]"#,
    r#"["@VDir", ["@HDir", "@if", ["@HCoord", ">", 1], "*", -1, "@end-if"], "@SlideAmount"]"#,
    r#"["@VDir", "@HDir", ["@SlideAmount", "@if", ["@GVar 0", "%", 2, "=", 1], "2nd", 1, "@end-if"]]"#,
    r#"["@VDir", "@HDir", ["@SlideAmount", "@if", ["@Moves", "%", 3, "=", 1], "2nd", 1, "@end-if"]]"#,
    r#"["@VDir", "@HDir", ["@SlideAmount", "@if", ["@Next 1", "!=", "@Empty"], "2nd", 2, "@end-if"]]"#,
    r#"["@VDir", "@HDir", [2, "@edit_gvar", 0, ["@GVar 0", "+", 1]]]"#,
];

/// The conditions of blocked directions; mostly none.
const BLOCKED: [&str; 6] = [
    "false",
    "false",
    "false",
    r#"["@GVar 0", "%", 3, "=", "@DirectionIndex"]"#,
    r#"["@Moves", "%", 2, "=", 1, "&&", ["@VDir", "=", -1]]"#,
    r#"["@Grid 0 0", "!=", "@Empty", "&&", ["@Var 0", "=", 0]]"#,
];

/// The filters of discovered tiles: the part of a tile that is remembered.
const FILTERS: [&str; 4] = ["[]", "[]", "[]", r#"["arr_map", ["@var_retain", "@Var -1", "%", 3]]"#];

/// Win conditions, each with the number of tiles that it needs.
const GOALS: [(&str, f64); 4] =
    [("[]", 1e9), ("[[4]]", 1.0), (r#"[["@CalcArray", ["@This 0", ">", 4]]]"#, 2.0), ("[[5], [6]]", 2.0)];

/// The conditions that lose a game; mostly none.
const LOSES: [&str; 8] = [
    "false",
    "false",
    "false",
    "false",
    r#"["@Score", ">", 60]"#,
    r#"["@Moves", "%", 25, "=", 24]"#,
    r#"["@Merges", ">", ["@Moves", "*", 2, "+", 9]]"#,
    r#"["@GVar 0", ">", 40]"#,
];

/// The forced spawns; mostly none.
const FORCED: [&str; 8] = [
    "[]",
    "[]",
    "[]",
    "[]",
    r#"[[["@Moves", "%", 7, "=", 0], "AfterSpawns", false, [2]]]"#,
    r#"[[["@Moves", "=", 9], "BeforeSpawns", [false, true], [1], [3]], [["@Score", ">", 30], "AfterSpawns", [true, true], [2]]]"#,
    r#"[[["@Merges", "%", 6, "=", 5], "BeforeSpawns", true, "@TemporaryHole 2"]]"#,
    r#"[[["@GVar 0", "=", 5], "BeforeSpawns", false, [2]]]"#,
];

const SAME: &str = r#"["@This 0", "=", "@Next 1 0"]"#;
const MORE: &str = r#"["@This 0", "+", 1]"#;

/// An otherwise classic mode on one of the [`BOARDS`].
pub fn on_board(text: &str) -> Mode {
    let cell = |cell: char| match cell {
        '#' => Value::text("@Void"),
        '~' => Value::text("@Slippery"),
        '1' => vec![Value::Number(1.0)].into(),
        _ => Value::text("@Empty"),
    };
    let width = text.split('/').map(str::len).max().unwrap_or_default();
    let row = |row: &str| Value::array(row.chars().map(cell).collect::<Vec<_>>());
    let rows: Vec<Value> = text.split('/').map(|own| row(&format!("{own:.<width$}"))).collect();
    let classic = Mode::classic(width, rows.len());
    Mode { starting_grid: rows.into(), ..classic }
}

/// A direction, as modes write it.
fn direction((rows, columns, slide): (f64, f64, f64)) -> Value {
    let flags = Value::array(vec![Value::Number(1.0), true.into(), true.into(), true.into()]);
    let numbers = [rows, columns, slide, 0.0].map(Value::Number);
    Value::array(vec![Value::array([&numbers[..], &[flags]].concat()), "a direction".into()])
}

/// A mixed mode, and the names of its parts.
fn mix(picks: &mut Picks<'_>) -> (Mode, String) {
    let (board, spawns, (wins, needed)) = (picks.one(&BOARDS), picks.one(&SPAWNS), picks.one(&GOALS));
    let mut rules = picks.list(2, |picks| picks.one(&RULES));
    rules.push(picks.one(&RULES));
    let rules = format!("[{}]", rules.join(", ")).replace("SAME", SAME).replace("MORE", MORE);
    let multi_merge = picks.once_in(6);
    // Most faults are in what tiles do to one another, without all that.
    let odd = picks.once_in(4);
    let directions = if odd { picks.one(&DIRECTIONS) } else { &USUAL };
    let (scripts, filter) = if odd { (picks.one(&SCRIPTS), picks.one(&FILTERS)) } else { ("[]", "[]") };
    let (movement, blocked) =
        if odd { (picks.one(&MOVEMENTS), picks.one(&BLOCKED)) } else { (MOVEMENTS[0], BLOCKED[0]) };
    let tiles_per_turn = if odd { picks.one(&[1.0, 1.0, 2.0, 0.0]) } else { 1.0 };
    let start_tiles = picks.one(&[2.0, 2.0, 5.0, 1.0]);
    let (loses, forced) = if odd { (picks.one(&LOSES), picks.one(&FORCED)) } else { ("false", "[]") };
    let mode = Mode {
        merge_rules: value(&rules),
        spawns: value(spawns),
        win_conditions: value(wins),
        win_requirement: needed.into(),
        lose_requirement: value(loses),
        forced_spawns: value(forced),
        multi_merge: multi_merge.into(),
        game_variables: vec![Value::Number(1.0)].into(),
        directions: directions.iter().copied().map(direction).collect::<Vec<_>>().into(),
        scripts: value(scripts),
        discovered_filter: value(filter),
        movement_parameters: value(movement),
        direction_blocked: value(blocked),
        tiles_per_turn,
        start_tiles,
        ..on_board(board)
    };
    let what = format!(
        "{rules} on {board} with {spawns}, multi_merge {multi_merge}, to win {needed} of {wins}, \
         directions {directions:?}, scripts {scripts}, movement {movement}, \
         blocked {blocked}, filter {filter}, to lose {loses}, forced {forced}, tiles {start_tiles} and {tiles_per_turn}"
    );
    (mode, what)
}

/// Prints the description of the mode when a check panics.
struct PrintOnPanic(String);

impl Drop for PrintOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0);
        }
    }
}

/// Plays a mode mixed by bytes with and without memory. Returns the number of moves that
/// were compared.
///
/// # Panics
/// If the two differ.
pub fn compare_mixed_games(bytes: &[u8], presses: usize) -> usize {
    let Some((rules, seed, _print)) = mixed(bytes) else { return 0 };
    let few = MemoryLimits { lines: 20, tests: 50 };
    compare_batch(&rules, seed, 3, presses / 4);
    compare(&rules, &Rng::new(seed), presses, MemoryLimits::default())
        + compare(&rules, &Direct(Rng::new(!seed)), presses, few)
        + compare(&rules, &Direct(Rng::new(!seed)), presses, of_few_lines())
        + compare(&rules, &Direct(Rng::new(seed)), presses, MemoryLimits::none())
}

/// Compares the queries of positions of a mode mixed from bytes with the games themselves,
/// with a memory that is sometimes large, sometimes always full.
///
/// # Panics
/// If it differs.
pub fn compare_mixed_positions(bytes: &[u8], presses: usize) -> Compared {
    let Some((rules, seed, _print)) = mixed(bytes) else { return Compared::default() };
    let few = MemoryLimits { lines: 20, tests: 50 };
    position::check(&rules, seed, presses, if seed % 3 == 0 { few } else { MemoryLimits::default() })
}

/// The rules of a mode mixed by bytes, if it is one.
pub fn rules(bytes: &[u8]) -> Option<Arc<Ruleset>> {
    mixed(bytes).map(|(rules, ..)| rules)
}

/// The rules and the seed of a mixed mode, and a guard that describes it if a check fails.
fn mixed(bytes: &[u8]) -> Option<(Arc<Ruleset>, u64, PrintOnPanic)> {
    let mut picks = Picks::new(bytes);
    let (mode, what) = mix(&mut picks);
    let seed = picks.seed();
    let print = PrintOnPanic(format!("seed {seed}: {what}"));
    // Endless merges would only take long.
    let limits = Limits { passes: 1000, turn_steps: 10_000_000, ..Limits::default() };
    Some((Ruleset::compile(mode, limits).ok()?, seed, print))
}
