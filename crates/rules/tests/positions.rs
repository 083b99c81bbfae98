//! Positions: owners and users of one, and looking ahead by them.

use std::sync::Arc;

use crate::board::{LEFT, RIGHT, classic as board, expression, start};
use polymerge_rules::{
    Batch, Engine, Limits, Mode, NoRandomness, NoSpawn, Refusal, Rng, Ruleset, Screen, Spawns, TurnError,
    World,
};

fn classic() -> Arc<Ruleset> {
    Ruleset::compile(Mode::classic(4, 4), Limits::default()).unwrap()
}

#[test]
fn positions_of_other_engines_are_refused() {
    let rules = classic();
    let mut engine = Engine::new(Arc::clone(&rules), 0.0);
    let mut position = engine.start(&mut Rng::new(1)).unwrap();
    let after = (0..4).find_map(|direction| engine.afterstate(&position, direction).unwrap()).unwrap();
    let mut other = Engine::new(rules, 0.0);
    let foreign = TurnError::from(Refusal::Foreign);
    assert_eq!(other.play(&mut position, 0, &mut Rng::new(1)), Err(foreign.clone()));
    assert_eq!(other.legal(&position), Err(foreign.clone()));
    assert_eq!(other.read_kinds(&position, &mut []), Err(foreign.clone()));
    assert_eq!(other.spawns(&after), Err(foreign.clone()));
    assert_eq!(other.game(&position), Err(foreign.clone()));
    assert_eq!(other.restart(&mut position, &mut Rng::new(1)), Err(foreign.clone()));
    // As a game, it may go there.
    let game = engine.game(&position).unwrap();
    let same = other.position(game.clone()).unwrap();
    assert_eq!(other.game(&same).unwrap(), game);
    assert_eq!(Engine::new(classic(), 0.0).position(game).unwrap_err(), foreign);
}

/// The best play on a board of two cells is found by going through all that may spawn.
#[test]
fn all_that_may_spawn_is_gone_through() {
    let rules = Ruleset::compile(Mode::classic(1, 2), Limits::default()).unwrap();
    let mut engine = Engine::new(rules, 0.0);
    let mut position = engine.start(&mut Rng::new(1)).unwrap();
    let mut kinds = [0; 2];
    engine.read_kinds(&position, &mut kinds).unwrap();
    // Two tiles fill the board: it is dead unless they are alike.
    let alike = kinds[0] == kinds[1];
    assert_eq!(engine.is_over(&position).unwrap(), !alike);
    assert_eq!(position.screen(), Screen::Play);
    let mut turns = 0;
    while !engine.is_over(&position).unwrap() {
        let direction = engine.legal(&position).unwrap().trailing_zeros() as usize;
        let after = engine.afterstate(&position, direction).unwrap().unwrap();
        let Spawns::Exact(spawns) = engine.spawns(&after).unwrap() else { panic!("{after:?}") };
        assert_eq!(spawns.len(), 2);
        // The rarer tile, in the only cell that is free.
        let rare = spawns.iter().min_by(|a, b| a.probability.total_cmp(&b.probability)).unwrap();
        assert!((rare.probability - 0.1).abs() < 1e-12);
        engine.play_spawn(&mut position, direction, rare, &mut NoRandomness).unwrap();
        turns += 1;
        assert!(turns < 20);
    }
}

#[test]
fn a_spawn_is_found_by_its_cell_and_kind() {
    let mut engine = Engine::new(classic(), 0.0);
    engine.number_first_kinds();
    let position = engine.start(&mut Rng::new(1)).unwrap();
    let direction = engine.legal(&position).unwrap().trailing_zeros() as usize;
    let spawns = engine.spawns_after(&position, direction).unwrap();
    // Each of them is found, and placed.
    for own in spawns.list() {
        assert_eq!(spawns.find(own.cell.row, own.cell.column, own.kind), Ok(own));
        let mut fork = position.clone();
        engine.play_spawn(&mut fork, direction, own, &mut NoRandomness).unwrap();
        let mut kinds = [0; 16];
        engine.read_kinds(&fork, &mut kinds).unwrap();
        assert_eq!(kinds[4 * own.cell.row + own.cell.column], own.kind);
    }
    let cell = spawns.list()[0].cell;
    let (row, column) = (cell.row, cell.column);
    for (row, column, kind) in [(row, column, 99), (9, column, 1), (row, 9, 1)] {
        let why = NoSpawn::NotPossible { row, column, kind };
        assert_eq!(spawns.find(row, column, kind), Err(TurnError::NoSpawn(why)));
    }
    for (spawns, why) in [(Spawns::Nothing, NoSpawn::NothingSpawns), (Spawns::Sampled, NoSpawn::NotKnown)] {
        assert_eq!(spawns.find(0, 0, 1), Err(TurnError::NoSpawn(why)));
        assert_eq!(spawns.list(), []);
    }
    // One row: up moves nothing.
    let rules = Ruleset::compile(Mode::classic(1, 4), Limits::default()).unwrap();
    let mut engine = Engine::new(rules, 0.0);
    let position = engine.start(&mut Rng::new(1)).unwrap();
    let still = (0..4).find(|own| !engine.is_legal(&position, *own).unwrap()).unwrap();
    assert_eq!(engine.spawns_after(&position, still), Ok(Spawns::Nothing));
}

/// A script after the movement fails. That something moves is sure before, so that the direction
/// is legal; playing it tells the failure.
#[test]
fn a_direction_is_legal_as_soon_as_something_moves() {
    let mode = || Mode {
        scripts: expression(r#"[[["@BigInt 1", "/B", "@BigInt 0"], "EndMovement"]]"#),
        ..board("2 4 8 .")
    };
    let mut game = start(mode());
    assert_eq!(game.legal().unwrap(), [RIGHT]);
    assert!(!game.is_over().unwrap());
    let failed = game.play(RIGHT, &mut World::new(&mut Rng::new(1), 0.0));
    assert!(matches!(failed, Err(TurnError::Expression { .. })), "{failed:?}");
    let rules = Arc::clone(game.rules());
    let mut engine = Engine::new(Arc::clone(&rules), 0.0);
    let position = engine.position(game).unwrap();
    assert_eq!(engine.legal(&position).unwrap(), 1 << RIGHT);
    assert!(!engine.is_legal(&position, LEFT).unwrap());
}

/// Every turn fails: the directions are tried one by one, none is offered twice, and the game ends.
#[test]
fn a_batch_does_not_offer_what_has_failed() {
    let mode = Mode {
        scripts: expression(r#"[[["@BigInt 1", "/B", "@BigInt 0"], "EndMovement"]]"#),
        ..Mode::classic(4, 4)
    };
    let rules = Ruleset::compile(mode, Limits::default()).unwrap();
    let mut batch = Batch::new(rules, 2, 7, 0.0).unwrap();
    let mut tried = [0_u64; 2];
    let mut legal = [0; 2];
    for _ in 0..4 {
        batch.legal_into(&mut legal).unwrap();
        if legal[0] == 0 {
            break;
        }
        assert_eq!(legal[0] & tried[0], 0);
        tried[0] |= 1 << legal[0].trailing_zeros();
        batch.step(&legal.map(|own| own.trailing_zeros().min(3) as u8)).unwrap();
        assert_eq!(batch.moved(), [false; 2]);
    }
    assert!(tried[0].count_ones() > 1 && batch.games_ended() > 0, "{tried:?}");
}

/// The condition of the second automatic move fails unless the first one has moved the tile.
#[test]
fn automatic_moves_come_to_their_end_before_a_direction_is_judged() {
    let moves = r#"[[[0, 1, "@Infinity", 0, [-1, true, true, true]], "Before"],
        [[0, -1, "@Infinity", 0, [-1, true, true, true]], "Before",
            [["@BigInt 1", "/B", ["@Grid 0 3 0", "BigInt"]], "=", "@BigInt 5"]]]"#;
    let game = start(Mode { auto_directions: expression(moves), ..board("2 . . .") });
    assert_eq!(game.legal().unwrap().len(), 4);
    let rules = Arc::clone(game.rules());
    let mut engine = Engine::new(rules, 0.0);
    let position = engine.position(game).unwrap();
    assert_eq!(engine.legal(&position).unwrap(), 0b1111);
}

/// The tile that is visited first fills the cell ahead of the other one, although its rule does not
/// apply.
#[test]
fn a_condition_that_fills_the_room_ahead_is_played() {
    let rule = r#"[[2, ["@This 0", "@replace_tile", 0, 1, ["@Literal", 3], "2nd", false], true,
        [["@This 0"]], 0, [true]]]"#;
    let game = start(Mode { merge_rules: expression(rule), ..board("8 . / 2 4") });
    let moved = game.clone().play(RIGHT, &mut World::new(&mut Rng::new(1), 0.0)).unwrap().moved;
    assert_eq!(game.legal().unwrap().contains(&RIGHT), moved);
}
