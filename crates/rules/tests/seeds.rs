//! The demands of well-known documents about 2048, on the classic mode.

use crate::board::{DOWN, LEFT, RIGHT, UP, board, classic, moved, press, start, text};
use calcarray::Value;
use polymerge_rules::{GameState, Limits, Mode, Recorded, Rng, Ruleset, Screen, World};

/// Seed 003: merging "until nothing more happens" would give 16.
#[test]
fn seed_003_4_4_blank_8_becomes_8_8() {
    assert_eq!(moved("4 4 . 8", LEFT), "8 8 . .");
}

/// Seed 003: one code for all directions.
#[test]
fn seed_003_all_directions_follow_the_same_rule() {
    assert_eq!(moved("8 . 4 4", RIGHT), ". . 8 8");
    assert_eq!(moved("4 / 4 / . / 8", UP), "8 / 8 / . / .");
    assert_eq!(moved("8 / . / 4 / 4", DOWN), ". / . / 8 / 8");
}

/// One line, as seed 001 describes it: slide to the front, merge equal
/// neighbours once, the front ones first.
fn collapsed(line: &[Option<u32>]) -> Vec<Option<u32>> {
    let mut tiles = line.iter().flatten().copied().peekable();
    let mut result = Vec::new();
    while let Some(tile) = tiles.next() {
        let merges = tiles.next_if_eq(&tile).is_some();
        result.push(Some(tile + u32::from(merges)));
    }
    result.resize(line.len(), None);
    result
}

/// Seed 001: the sequences of cells make the same rule work on any grid.
#[test]
fn seed_001_every_line_collapses_on_grids_of_any_size() {
    let sizes = [(1, 1), (1, 2), (2, 1), (1, 64), (64, 1), (3, 5), (4, 4), (7, 2), (17, 9), (64, 64)];
    for (number, (height, width)) in sizes.into_iter().enumerate() {
        let mut random = Rng::new(number as u64);
        let mut draw = |below: u32| {
            let number = polymerge_rules::Randomness::next(&mut random).unwrap_or(0.0);
            (number * f64::from(below)) as u32
        };
        let cells: Vec<Vec<Option<u32>>> = (0..height)
            .map(|_| (0..width).map(|_| Some(draw(4)).filter(|tile| *tile > 0)).collect())
            .collect();
        for direction in [UP, DOWN, LEFT, RIGHT] {
            let mut expected = cells.clone();
            for line in 0..if direction < LEFT { width } else { height } {
                let length = if direction < LEFT { height } else { width };
                let cell = |place: usize| match direction {
                    UP => (place, line),
                    DOWN => (length - 1 - place, line),
                    LEFT => (line, place),
                    _ => (line, length - 1 - place),
                };
                let before: Vec<_> = (0..length).map(cell).map(|(row, column)| cells[row][column]).collect();
                for (place, tile) in collapsed(&before).into_iter().enumerate() {
                    let (row, column) = cell(place);
                    expected[row][column] = tile;
                }
            }
            let mut game =
                start(Mode { starting_grid: grid(&cells), ..classic_without_spawns(width, height) });
            let turn = press(&mut game, direction);
            assert_eq!(game.grid(), grid(&expected), "{height}x{width}, direction {direction}");
            assert_eq!(turn.moved, cells != expected);
        }
    }
}

fn classic_without_spawns(width: usize, height: usize) -> Mode {
    Mode { start_tiles: 0.0, tiles_per_turn: 0.0, ..Mode::classic(width, height) }
}

fn grid(cells: &[Vec<Option<u32>>]) -> Value {
    let cell = |cell: &Option<u32>| match cell {
        Some(tile) => Value::from(vec![Value::Number(f64::from(*tile))]),
        None => Value::text("@Empty"),
    };
    cells.iter().map(|row| Value::from(row.iter().map(cell).collect::<Vec<_>>())).collect::<Vec<_>>().into()
}

/// Seed 002, requirement 1, non-greedy movements: a tile made in a turn does
/// not merge again in that turn.
#[test]
fn seed_002_requirement_1_non_greedy_movements() {
    assert_eq!(moved("2 2 2 2", LEFT), "4 4 . .");
    assert_eq!(moved("4 2 2 .", LEFT), "4 4 . .");
    assert_eq!(moved("2 2 4 8", RIGHT), ". 4 4 8");
}

/// Seed 002, requirement 2, move direction priority: of three equal tiles the
/// two at the side moved to merge.
#[test]
fn seed_002_requirement_2_move_direction_priority() {
    assert_eq!(moved("2 2 2", RIGHT), ". 2 4");
    assert_eq!(moved("2 2 2", LEFT), "4 2 .");
}

/// Seed 002, requirement 3, adding a new tile on a blank space: 2 with 90 %, 4
/// with 10 %.
#[test]
fn seed_002_requirement_3_adding_new_tile_on_a_blank_space() {
    // draw for the tile, the tile's face
    for (draw, face) in [(0.0, 2), (0.5, 2), (0.9, 2), (0.91, 4), (0.999, 4)] {
        let mode = Mode { tiles_per_turn: 1.0, ..classic(". 8 .") };
        let rules = Ruleset::compile(mode, Limits::default()).unwrap();
        // The start draws the first tile, the turn its cell: the cell taken by
        // the 8 is drawn first, and given up.
        let mut random = Recorded::new([draw, 0.0, 0.9]);
        let world = &mut World::new(&mut random, 0.0);
        let (mut game, _) = GameState::new(rules, world).unwrap();
        game.play(LEFT, world).unwrap();
        assert_eq!(text(&game.grid()), format!("8 . {face}"), "draw {draw}");
        assert_eq!(random.left(), 0);
    }
    let rules =
        Ruleset::compile(Mode { start_tiles: 1024.0, ..Mode::classic(64, 64) }, Limits::default()).unwrap();
    let (game, _) = GameState::new(rules, &mut World::new(&mut Rng::new(2048), 0.0)).unwrap();
    let tiles = text(&game.grid());
    let count = |face| tiles.split_whitespace().filter(|cell| *cell == face).count();
    assert_eq!(count("2") + count("4"), 1024);
    assert!((60..150).contains(&count("4")), "{} tiles of 1024 are 4", count("4"));
}

/// Seed 002, requirement 4, check for valid moves: a move that changes nothing
/// is not allowed, and nothing spawns.
#[test]
fn seed_002_requirement_4_check_for_valid_moves() {
    let mut game = start(Mode { tiles_per_turn: 1.0, ..classic("2 4 . / 8 . .") });
    let before = game.clone();
    let turn = press(&mut game, LEFT);
    assert!(!turn.moved);
    assert_eq!(game.grid(), before.grid());
    assert_eq!(game.moves(), 0.0);
    assert_eq!(game.legal_moves().unwrap(), [UP, DOWN, RIGHT]);
}

/// Seed 002, requirement 5, win condition: the tile 2048.
#[test]
fn seed_002_requirement_5_win_condition() {
    let mut game = start(classic("1024 1024 512 512"));
    press(&mut game, LEFT);
    assert_eq!(text(&game.grid()), "2048 1024 . .");
    assert_eq!(game.screen(), Screen::Win);
    assert_eq!(game.score(), 3072.0);
    assert_eq!(game.legal_moves().unwrap(), []);
    game.continue_after_win(&mut World::new(&mut Rng::new(0), 0.0)).unwrap();
    assert_eq!(game.screen(), Screen::Play);
}

/// Seed 002, requirement 6, lose condition: no valid moves are left. The game
/// finds that out by the player's trying them.
#[test]
fn seed_002_requirement_6_lose_condition() {
    let mut game = start(classic("2 4 / 4 2"));
    for direction in [UP, DOWN, LEFT] {
        assert!(!press(&mut game, direction).moved);
        assert_eq!(game.screen(), Screen::Play);
    }
    assert!(!press(&mut game, RIGHT).moved);
    assert_eq!(game.screen(), Screen::GameOver);
    assert_eq!(game.grid(), board("2 4 / 4 2"));
}

/// Seed 002: one merge is enough to go on.
#[test]
fn seed_002_a_full_grid_with_a_pair_is_not_lost() {
    let mut game = start(classic("2 4 / 2 8"));
    assert!(!press(&mut game, LEFT).moved);
    assert!(press(&mut game, DOWN).moved);
    assert_eq!(text(&game.grid()), ". 4 / 4 8");
}
