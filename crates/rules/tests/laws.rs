//! Laws that hold in all modes, on modes, seeds and moves made at random.

use crate::board;
use std::sync::Arc;

use crate::board::expression;
use calcarray::Value;
use polymerge_rules::{
    Event, GameState, Limits, Mode, Playback, Randomness, Rng, Ruleset, Screen, Turn, TurnError, World,
};
use proptest::prelude::*;

/// The parts that a mode of these tests is put together from.
#[derive(Clone, Debug)]
struct Parts {
    height: usize,
    width: usize,
    /// The cells, each with a number. 0: empty, 1: hole, 2: slippery, 3: temporary hole.
    cells: Vec<u8>,
    rule: usize,
    spawns: usize,
    directions: usize,
    scripts: usize,
    automatic: usize,
    tiles_per_turn: f64,
    next_tiles: f64,
    edge: bool,
    multi_merge: bool,
    forced: bool,
}

/// Merge rules: the classic one; any order, three tiles; several lengths; more
/// outputs than tiles; with a rule for the end of the turn; variables; none.
const RULES: [&str; 7] = [
    r#"[[2, ["@Next 1 0", "=", "@This 0"], true, [[["@This 0", "+", 1]]], [2, "^", "@This 0"], [false, true]]]"#,
    r#"[[3, ["@This 0", "=", "@Next 1 0", "&&", ["@Next 2 0", "=", ["@This 0", "+", 1]]], false, [["@Next 2 0"], ["@This 0"]], "@This 0"]]"#,
    r#"[[2, [["@Next 1 0", "=", "@This 0"]], true, [[["@This 0", "+", "@MLength"]]], "@MLength", [], 2, [1, 1], 1, 4]]"#,
    r#"[[2, ["@Next 1 0", "=", "@This 0"], true, ["@MergeOverflowPush", [["@This 0", "+", 1]], [1], [1]], 1]]"#,
    r#"[[2, ["@Next 1 0", "=", "@This 0"], true, [[["@This 0", "+", 1]]], 1], [0, ["@This 0", ">", 4], true, [[1]], 3]]"#,
    r#"[["@This 0", 2, "@end_vars", 2, ["@var_retain", "@Next 1 0", "=", "@Var 0"], true, [[["@var_retain", "@Var 0", "+", 1]]], ["@var_retain", "@Var 1"]]]"#,
    "[]",
];

/// Spawns: fixed weights; computed weights and tiles; a box.
const SPAWNS: [&str; 3] = [
    "[[[1], 90], [[2], 10]]",
    r#"[[[["@Moves", "%", 3, "+", 1]], ["@Score", "+", 1]], [["@CalcArray", ["@Literal", 1]], 5]]"#,
    r#"[["Box", 1, [1], 3, [2], 1]]"#,
];

/// Four directions; eight; steps of two and limited slides; standing still.
const DIRECTIONS: [&str; 4] = [
    "[[[-1, 0]], [[1, 0]], [[0, -1]], [[0, 1]]]",
    "[[[-1, 0]], [[1, 0]], [[0, -1]], [[0, 1]], [[-1, -1]], [[-1, 1]], [[1, -1]], [[1, 1]]]",
    r#"[[[-2, 0]], [[0, -2, "@Infinity", 5]], [[1, 0, 1]], [[0, 1, 2]]]"#,
    "[[[-1, 0]], [[0, 1]], [[0, 0, 0]]]",
];

/// Scripts: none; counting and drawing; changing cells and spawns.
const SCRIPTS: [&str; 3] = [
    "[]",
    r#"[[[0, "@edit_gvar", 0, ["@GVar 0", "+", [1, "rand_int", 6]]], ["EndTurn", "Merge"]], [[0, "@edit_gvar", 1, "@Moves"], "TrueEndTurn"]]"#,
    r#"[[[0, "@if", ["@Moves", "%", 4, "=", 0], "@replace_tile", 0, 0, ["@Literal", 3], "@end-if"], "EndMovement"], [[0, "@edit_spawn", 0, ["@Literal", [2], 7]], "PreSpawn"]]"#,
];

/// Automatic moves: none; within the player's move; with a turn of its own,
/// by chance.
const AUTOMATIC: [&str; 3] = [
    "[]",
    r#"[[[1, 0, "@Infinity", 0, [-1, true, true, true]], "Between", ["@Moves", "%", 2, "=", 0]]]"#,
    r#"[[[0, 1, "@Infinity", 0, [0, true, true, true], 50], "Between"]]"#,
];

impl Parts {
    fn mode(&self) -> Mode {
        let cell = |cell: &u8| match cell {
            1 => "@Void",
            2 => "@Slippery",
            3 => "@TemporaryHole 3",
            _ => "@Empty",
        };
        let row = |row: &[u8]| Value::from(row.iter().map(|own| Value::text(cell(own))).collect::<Vec<_>>());
        Mode {
            width: self.width,
            height: self.height,
            starting_grid: self.cells.chunks(self.width).map(row).collect::<Vec<_>>().into(),
            merge_rules: expression(RULES[self.rule]),
            spawns: expression(SPAWNS[self.spawns]),
            directions: expression(DIRECTIONS[self.directions]),
            scripts: expression(SCRIPTS[self.scripts]),
            auto_directions: expression(AUTOMATIC[self.automatic]),
            tiles_per_turn: self.tiles_per_turn,
            next_tiles: self.next_tiles,
            spawn_location: if self.edge { "Edge".into() } else { "All".into() },
            multi_merge: self.multi_merge.into(),
            forced_spawns: expression(match self.forced {
                true => r#"[[["@Moves", "%", 5, "=", 2], "AfterSpawns", false, [1], "@TemporaryHole 2"]]"#,
                false => "[]",
            }),
            game_variables: expression("[0, 0]"),
            // A separate automatic move may announce a win in the middle of the
            // player's move, whose scripts then can't change cells any more.
            // In playback nothing is announced, and they can.
            win_conditions: expression(if self.automatic == 2 { "[]" } else { "[[4]]" }),
            win_requirement: Value::Number(1.0),
            ..Mode::default()
        }
    }

    fn rules(&self) -> Arc<Ruleset> {
        Ruleset::compile(self.mode(), Limits::default()).expect("a mode")
    }
}

fn parts() -> impl Strategy<Value = Parts> {
    let size = (1usize..=5, 1usize..=5);
    size.prop_flat_map(|(height, width)| {
        let cell = prop_oneof![8 => Just(0u8), 1 => Just(1), 1 => Just(2), 1 => Just(3)];
        let tables =
            (0..RULES.len(), 0..SPAWNS.len(), 0..DIRECTIONS.len(), 0..SCRIPTS.len(), 0..AUTOMATIC.len());
        let rest = (0u8..3, 0u8..3, any::<[bool; 3]>());
        (proptest::collection::vec(cell, height * width), tables, rest).prop_map(
            move |(cells, tables, rest)| {
                let (rule, spawns, directions, scripts, automatic) = tables;
                let (tiles_per_turn, next_tiles, [edge, multi_merge, forced]) = rest;
                Parts {
                    height,
                    width,
                    cells,
                    rule,
                    spawns,
                    directions,
                    scripts,
                    automatic,
                    tiles_per_turn: tiles_per_turn.into(),
                    next_tiles: next_tiles.into(),
                    edge,
                    multi_merge,
                    forced,
                }
            },
        )
    })
}

/// A game being played by pressing directions in turn.
struct Player {
    game: GameState,
    random: Rng,
    now: f64,
}

impl Player {
    fn new(parts: &Parts, seed: u64) -> Player {
        let mut random = Rng::new(seed);
        let (game, _) = GameState::new(parts.rules(), &mut World::new(&mut random, 0.0)).expect("a game");
        Player { game, random, now: 0.0 }
    }

    /// Presses a direction; if it can't be pressed, nothing happens.
    fn press(&mut self, direction: u8) -> Option<Turn> {
        self.now += 10.0;
        if self.game.screen() == Screen::Win {
            let world = &mut World::new(&mut self.random, self.now);
            self.game.continue_after_win(world).expect("a win");
        }
        let directions = self.game.rules().directions().len();
        let world = &mut World::new(&mut self.random, self.now);
        match self.game.play(usize::from(direction) % directions, world) {
            Ok(turn) => Some(turn),
            Err(TurnError::Refused(_)) => None,
            Err(error) => panic!("{error}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A game that is saved and restored in the middle goes on as if it were
    /// not.
    #[test]
    fn saving_in_the_middle_changes_nothing(
        parts in parts(),
        seed: u64,
        moves in proptest::collection::vec(0u8..8, 0..30),
        at in 0usize..30,
    ) {
        let mut one = Player::new(&parts, seed);
        let mut other = Player::new(&parts, seed);
        for (number, direction) in moves.iter().enumerate() {
            if number == at {
                let saved = other.game.save(other.now);
                let rules = Arc::clone(other.game.rules());
                other.game = GameState::restore(rules, &saved, &mut World::new(&mut other.random, other.now)).unwrap();
                prop_assert_eq!(&other.game.save(other.now), &saved);
            }
            prop_assert_eq!(one.press(*direction), other.press(*direction));
            prop_assert_eq!(&one.game, &other.game);
        }
    }

    /// Playing a record back gives the same game, move by move.
    #[test]
    fn a_replay_is_the_game(
        parts in parts(),
        seed: u64,
        moves in proptest::collection::vec(0u8..8, 0..30),
    ) {
        let mut player = Player::new(&parts, seed);
        let mut states = vec![state(&player.game)];
        for direction in moves {
            if player.press(direction).is_some_and(|turn| turn.moved) {
                states.push(state(&player.game));
            }
        }
        let rules = Ruleset::compile(player.game.saved_mode(), Limits::default()).unwrap();
        let replay = player.game.replay(player.now);
        let mut random = Rng::new(!seed);
        let world = &mut World::new(&mut random, 0.0);
        let (mut playback, _) = Playback::new(rules, &replay, world).unwrap();
        prop_assert_eq!(playback.progress().0, states.len());
        prop_assert_eq!(state(playback.game()), states[0].clone());
        for expected in &states[1..] {
            playback.step(world).unwrap();
            prop_assert_eq!(&state(playback.game()), expected);
        }
        prop_assert!(playback.step(world).unwrap().is_none());
    }

    /// A move that moves nothing changes nothing but what can be pressed, and
    /// perhaps ends the game.
    #[test]
    fn a_failed_move_changes_nothing(
        parts in parts(),
        seed: u64,
        moves in proptest::collection::vec(0u8..8, 0..30),
    ) {
        // Scripts and automatic moves may do anything.
        let parts = Parts { scripts: 0, automatic: 0, ..parts };
        let mut player = Player::new(&parts, seed);
        for direction in moves {
            let before = player.game.save(player.now);
            let Some(turn) = player.press(direction) else { continue };
            if !turn.moved {
                let mut after = player.game.save(player.now);
                prop_assert_ne!(&before.directions_available, &after.directions_available);
                after.directions_available = before.directions_available.clone();
                after.elapsed = before.elapsed.clone();
                after.game_over = before.game_over.clone();
                // A win that was played on from.
                after.won = before.won;
                prop_assert_eq!(before, after);
            }
        }
    }

    /// The account of a turn leads from the grid before to the grid after.
    #[test]
    fn a_turn_accounts_for_every_cell(
        parts in parts(),
        seed: u64,
        moves in proptest::collection::vec(0u8..8, 0..30),
    ) {
        let mut player = Player::new(&parts, seed);
        for direction in moves {
            let mut cells = rows(&player.game.grid());
            let Some(turn) = player.press(direction) else { continue };
            follow(&turn, &mut cells);
            prop_assert_eq!(cells, rows(&player.game.grid()));
        }
    }

    /// Tiles never pass one another: without merges the tiles of a line keep
    /// their order and stay between the same holes.
    #[test]
    fn tiles_never_pass_one_another(cells in proptest::collection::vec(0u8..4, 1..12), left: bool) {
        let mut number = 0.0;
        let cell = |cell: &u8| match cell {
            0 | 1 => Value::text("@Empty"),
            2 => Value::text("@Void"),
            _ => {
                number += 1.0;
                vec![Value::Number(number)].into()
            }
        };
        let line: Vec<Value> = cells.iter().map(cell).collect();
        let mode = Mode {
            starting_grid: vec![Value::from(line.clone())].into(),
            merge_rules: expression("[]"),
            start_tiles: 0.0,
            tiles_per_turn: 0.0,
            ..Mode::classic(line.len(), 1)
        };
        let mut game = board::start(mode);
        board::press(&mut game, if left { board::LEFT } else { board::RIGHT });
        let order = |line: &[Value]| -> Vec<Value> {
            line.iter().filter(|cell| !cell.is_word("@Empty")).cloned().collect()
        };
        prop_assert_eq!(order(&rows(&game.grid())[0]), order(&line));
    }

    /// Turning the board and the direction turns the result.
    #[test]
    fn turning_the_board_turns_the_move(
        side in 1usize..7,
        tiles in proptest::collection::vec(0u8..4, 49),
        direction in 0usize..4,
        rule in 0usize..3,
    ) {
        let cell = |row: usize, column: usize| match tiles[row * 7 + column] {
            0 => Value::text("@Empty"),
            tile => vec![Value::Number(f64::from(tile))].into(),
        };
        let grid: Vec<Vec<Value>> =
            (0..side).map(|row| (0..side).map(|column| cell(row, column)).collect()).collect();
        let play = |grid: &[Vec<Value>], direction: usize| {
            let mode = Mode {
                starting_grid: grid.iter().cloned().map(Value::from).collect::<Vec<_>>().into(),
                merge_rules: expression(RULES[[0, 2, 4][rule]]),
                start_tiles: 0.0,
                tiles_per_turn: 0.0,
                ..Mode::classic(side, side)
            };
            let mut game = board::start(mode);
            let moved = board::press(&mut game, direction).moved;
            (rows(&game.grid()), game.score(), moved)
        };
        // A quarter turn clockwise: the top goes to the right.
        let turned = |grid: &[Vec<Value>]| -> Vec<Vec<Value>> {
            (0..side).map(|row| (0..side).map(|column| grid[side - 1 - column][row].clone()).collect()).collect()
        };
        let turned_direction =
            [board::RIGHT, board::LEFT, board::UP, board::DOWN][direction];
        let (after, score, moved) = play(&grid, direction);
        prop_assert_eq!(play(&turned(&grid), turned_direction), (turned(&after), score, moved));
    }

    /// Whatever the source of randomness gives, its numbers lie in [0, 1).
    #[test]
    fn random_numbers_are_below_one(seed: u64) {
        let mut random = Rng::new(seed);
        for _ in 0..100 {
            let number = random.next().unwrap();
            prop_assert!((0.0..1.0).contains(&number));
        }
    }
}

/// Returns the state that a replay restores. The tiles that come next are drawn again, because a
/// record holds only those that came.
fn state(game: &GameState) -> Vec<Value> {
    let list = |values: &[Value]| Value::from(values.to_vec());
    // A record does not tell forced from random tiles, between which new tiles
    // are noted: their order may differ.
    let mut discovered = game.discovered().to_vec();
    discovered.sort_by_key(calcarray::json::write);
    vec![
        game.grid(),
        game.score().into(),
        game.moves().into(),
        game.manual_moves().into(),
        game.merges().into(),
        game.merge_moves().into(),
        list(game.game_variables()),
        discovered.into(),
        list(game.discovered_winning()),
    ]
}

fn rows(grid: &Value) -> Vec<Vec<Value>> {
    let entries = |value: &Value| value.as_array().map_or(Vec::new(), |array| array.to_vec());
    entries(grid).iter().map(entries).collect()
}

/// Carries the events of a turn out.
fn follow(turn: &Turn, cells: &mut [Vec<Value>]) {
    let empty = Value::text("@Empty");
    for event in &turn.events {
        let changes = match event {
            Event::Slide { tile, from, to, .. } => vec![(from, &empty), (to, tile)],
            Event::Merge { outputs, .. } | Event::EndOfTurnRule { outputs, .. } => {
                outputs.iter().map(|(cell, content)| (cell, content)).collect()
            }
            Event::HoleCountdown { cell, content } => vec![(cell, content)],
            Event::Spawn { cell, tile, .. } => vec![(cell, tile)],
            Event::Replaced { cell, after, .. } => vec![(cell, after)],
            Event::AutoMove { turn, .. } => {
                follow(turn, cells);
                Vec::new()
            }
            _ => Vec::new(),
        };
        for (cell, content) in changes {
            cells[cell.row][cell.column] = content.clone();
        }
    }
}
