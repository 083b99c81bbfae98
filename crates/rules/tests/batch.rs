//! Batches as learners use them: what a step tells, how games end and begin, and what is
//! seen of boards.

use std::sync::Arc;

use calcarray::json;
use polymerge_rules::{
    Batch, CellSort, Direct, Feature, GameState, Kind, Level, Limits, Mode, Randomness, Recorded, Refusal,
    Restart, Rng, Ruleset, Screen, TurnError, World,
};

fn rules(mode: Mode) -> Arc<Ruleset> {
    Ruleset::compile(mode, Limits::default()).unwrap()
}

fn classic() -> Arc<Ruleset> {
    rules(Mode::classic(4, 4))
}

/// Games on two cells soon end.
fn short() -> Arc<Ruleset> {
    rules(Mode::classic(1, 2))
}

fn value(text: &str) -> calcarray::Value {
    json::read(text, &Default::default()).unwrap()
}

/// The lowest direction of each game that moves something.
fn lowest<R: Randomness>(batch: &mut Batch<R>) -> Vec<u8> {
    let mut legal = vec![0; batch.len()];
    batch.legal_into(&mut legal).unwrap();
    legal.iter().map(|own| own.trailing_zeros() as u8).collect()
}

fn step<R: Randomness>(batch: &mut Batch<R>) {
    let actions = lowest(batch);
    batch.step(&actions).unwrap();
}

fn kinds<R: Randomness>(batch: &mut Batch<R>) -> Vec<i32> {
    let mut kinds = vec![0; batch.len() * batch.cells()];
    batch.kinds_into(&mut kinds).unwrap();
    kinds
}

fn final_kinds<R: Randomness>(batch: &mut Batch<R>) -> Vec<i32> {
    let mut kinds = vec![0; batch.ended().len() * batch.cells()];
    batch.final_kinds_into(&mut kinds).unwrap();
    kinds
}

#[test]
fn a_refused_action_leaves_its_game_alone_and_stops_no_other() {
    for game in [0, 3, 7] {
        let mut batch = Batch::new(classic(), 8, 7, 0.0).unwrap();
        let mut actions = lowest(&mut batch);
        actions[game] = 9;
        let before = batch.game(game);
        batch.step(&actions).unwrap();
        assert_eq!(batch.failures(), [(game, TurnError::from(Refusal::NoSuchDirection))]);
        assert_eq!(batch.moved(), std::array::from_fn::<bool, 8, _>(|own| own != game));
        assert_eq!((batch.game(game), batch.rewards()[game]), (before, 0.0));
        // The next step has failures of its own.
        step(&mut batch);
        assert_eq!(batch.failures(), []);
    }
}

#[test]
fn slices_of_another_length_are_refused() {
    let wrong = Err(TurnError::from(Refusal::WrongLength));
    let mut batch = Batch::new(classic(), 8, 7, 0.0).unwrap();
    let before = batch.game(0);
    assert_eq!(batch.step(&[0; 7]), wrong);
    assert_eq!(batch.restart(&[true; 9]), wrong);
    assert_eq!(batch.legal_into(&mut [0; 7]), wrong);
    assert_eq!(batch.log_rewards_into(&mut [0.0; 7]), wrong);
    assert_eq!(batch.kinds_into(&mut [0; 8 * 16 + 1]), wrong);
    assert_eq!(batch.final_kinds_into(&mut [0; 16]), wrong);
    assert_eq!(batch.final_feature_into(Feature::Value, 0.0, &mut [0.0; 16]), wrong);
    assert_eq!(batch.game(0), before);
    assert_eq!(batch.reset(8, 1), Err(Refusal::NoSuchGame.into()));
}

#[test]
fn more_directions_than_masks_have_bits_are_refused() {
    let mode = |count: usize| {
        let directions = vec![r#"[[0, -1, "@Infinity", 0], "left"]"#; count].join(",");
        Mode { directions: value(&format!("[{directions}]")), ..Mode::classic(4, 4) }
    };
    assert!(Batch::new(rules(mode(64)), 1, 7, 0.0).is_ok());
    let refused = Batch::new(rules(mode(65)), 1, 7, 0.0).map(drop);
    assert_eq!(refused, Err(Refusal::TooManyDirections.into()));
}

#[test]
fn a_game_is_over_as_soon_as_nothing_moves() {
    let mut batch = Batch::new(short(), 30, 7, 0.0).unwrap().with_restart(Restart::ByHand);
    for _ in 0..20 {
        for game in 0..30 {
            // Some are over from the start.
            assert_eq!(batch.over()[game], batch.game(game).is_over().unwrap(), "game {game}");
        }
        step(&mut batch);
    }
    assert_eq!(batch.over(), [true; 30]);
}

#[test]
fn the_next_game_is_the_one_that_a_player_starts() {
    for restart in [Restart::SameStep, Restart::NextStep, Restart::ByHand] {
        let mut batch = Batch::new(short(), 1, 3, 0.0).unwrap().with_restart(restart);
        let mut random = Rng::new(3);
        let (mut game, _) = GameState::new(short(), &mut World::new(&mut random, 0.0)).unwrap();
        let mut ended = 0;
        for _ in 0..200 {
            let world = &mut World::new(&mut random, 0.0);
            if game.is_over().unwrap() {
                // This is where the batch waits, as the new game may be over from its start.
                if batch.over()[0] && restart == Restart::ByHand {
                    batch.restart(&[true]).unwrap();
                } else if batch.game(0).is_over().unwrap() {
                    batch.step(&[0]).unwrap();
                }
                game.restart(world).unwrap();
                ended += 1;
            } else {
                let direction = game.legal().unwrap()[0];
                game.play(direction, world).unwrap();
                batch.step(&[direction as u8]).unwrap();
                assert_eq!(batch.over()[0], game.is_over().unwrap());
                if batch.over()[0] {
                    assert_eq!(batch.final_scores()[0], game.score());
                }
            }
            if !game.is_over().unwrap() {
                assert_eq!(batch.game(0).grid(), game.grid(), "{restart:?}");
            }
        }
        assert!(ended > 20, "{restart:?}: {ended}");
    }
}

#[test]
fn the_next_game_begins_in_the_step_that_ended_the_last() {
    let mut batch = Batch::new(short(), 20, 7, 0.0).unwrap();
    for _ in 0..30 {
        let before = kinds(&mut batch);
        step(&mut batch);
        let (now, last) = (kinds(&mut batch), final_kinds(&mut batch));
        for game in 0..20 {
            let board = |kinds: &[i32], place: usize| kinds[2 * place..2 * place + 2].to_vec();
            let last = match batch.ended().iter().position(|own| *own == game) {
                Some(place) => board(&last, place),
                None => board(&now, game),
            };
            // The tiles of the last board do not merge.
            assert!(last[0] != last[1] || !batch.over()[game]);
            assert!(board(&before, game) != last || !batch.moved()[game]);
        }
    }
    assert!(batch.games_ended() > 20);
}

#[test]
fn the_next_game_begins_in_the_step_after() {
    let mut batch = Batch::new(short(), 1, 7, 0.0).unwrap().with_restart(Restart::NextStep);
    let mut ended = 0;
    for _ in 0..60 {
        let was_over = batch.over()[0];
        // Any direction will do in the step of the restart.
        let action = if was_over { 200 } else { lowest(&mut batch)[0] };
        batch.step(&[action]).unwrap();
        assert_eq!(batch.failures(), []);
        if was_over {
            assert_eq!((batch.rewards()[0], batch.moved()[0]), (0.0, false));
            ended += 1;
        } else if batch.over()[0] {
            assert_eq!(kinds(&mut batch), final_kinds(&mut batch));
            assert_eq!(lowest(&mut batch), [64]);
        }
    }
    assert!(ended > 5, "{ended}");
}

#[test]
fn a_place_waits_until_a_game_begins_by_hand() {
    let mut batch = Batch::new(short(), 10, 7, 0.0).unwrap().with_restart(Restart::ByHand);
    while batch.over().contains(&false) {
        step(&mut batch);
    }
    let (last, ended) = (kinds(&mut batch), batch.games_ended());
    batch.step(&[3; 10]).unwrap();
    let refused = |game| (game, TurnError::from(Refusal::NotPlaying));
    assert_eq!(batch.failures(), (0..10).map(refused).collect::<Vec<_>>());
    assert_eq!((batch.over(), batch.games_ended()), (&[true; 10][..], ended));
    let which: Vec<bool> = (0..10).map(|game| game < 5).collect();
    batch.restart(&which).unwrap();
    assert_eq!(kinds(&mut batch)[10..], last[10..]);
    assert_eq!(batch.over()[5..], [true; 5]);
    assert!(batch.over()[..5].contains(&false));
}

#[test]
fn games_are_cut_off_after_their_steps() {
    let mut batch = Batch::new(classic(), 3, 7, 0.0).unwrap().with_max_steps(10);
    for number in 1..=40 {
        // A direction that is refused is a step as well.
        let mut actions = lowest(&mut batch);
        actions[1] = 9;
        batch.step(&actions).unwrap();
        assert_eq!(batch.truncated(), [number % 10 == 0; 3], "step {number}");
        assert_eq!(batch.over(), [false; 3]);
    }
    assert_eq!((batch.final_lengths(), batch.games_ended()), (&[10; 3][..], 12));
    assert_eq!(batch.final_scores()[1], 0.0);
}

#[test]
fn a_win_is_told_until_the_game_ends() {
    let mut mode = Mode::classic(4, 4);
    mode.win_conditions = value("[[3]]");
    let mut batch = Batch::new(rules(mode), 4, 7, 0.0).unwrap();
    let mut wins = 0;
    for _ in 0..400 {
        let games: Vec<GameState> = (0..4).map(|game| batch.game(game)).collect();
        let won_before: Vec<bool> = games.iter().map(|game| game.won() == -1.0).collect();
        step(&mut batch);
        for (game, won_before) in won_before.into_iter().enumerate() {
            let won = match batch.ended().contains(&game) {
                true => batch.final_wins()[game],
                false => batch.game(game).won() == -1.0,
            };
            assert!(batch.won()[game] == won && (won || !won_before));
            wins += usize::from(won && !won_before);
        }
    }
    assert!(wins > 4, "{wins}");
}

#[test]
fn a_mode_that_ends_with_a_win_is_over_then() {
    let mut mode = Mode::classic(4, 4);
    mode.win_conditions = value("[[3]]");
    mode.postgame_allowed = value("false");
    let mut batch = Batch::new(rules(mode), 4, 7, 0.0).unwrap().with_restart(Restart::ByHand);
    while batch.over().contains(&false) {
        step(&mut batch);
    }
    assert_eq!((batch.won(), batch.final_wins()), (&[true; 4][..], &[true; 4][..]));
    assert!((0..4).all(|game| batch.game(game).screen() == Screen::Win));
}

#[test]
fn games_are_loaded_and_reset() {
    let mut batch = Batch::new(classic(), 4, 7, 0.0).unwrap();
    let (start, fresh) = (batch.position(2).unwrap().clone(), batch.game(2));
    for _ in 0..40 {
        step(&mut batch);
    }
    let (untouched, later) = (batch.game(1), batch.game(0));
    batch.load_position(2, &start).unwrap();
    assert_eq!(batch.game(2), fresh);
    batch.load(2, &later).unwrap();
    assert_eq!((batch.game(2).grid(), batch.game(2).score()), (later.grid(), later.score()));
    batch.reset(3, 8).unwrap();
    assert_eq!(batch.game(3), Batch::new(Arc::clone(batch.engine().rules()), 1, 8, 0.0).unwrap().game(0));
    assert_eq!(batch.game(1), untouched);
    assert_eq!(batch.load(4, &later), Err(Refusal::NoSuchGame.into()));
    let foreign = Batch::new(classic(), 1, 7, 0.0).unwrap().game(0);
    assert_eq!(batch.load(0, &foreign), Err(Refusal::Foreign.into()));
}

#[test]
fn one_seed_gives_one_game_everywhere() {
    for seed in 0..5 {
        let rules = classic();
        let (mut batch, mut random) = (Batch::new(Arc::clone(&rules), 1, seed, 0.0).unwrap(), Rng::new(seed));
        let mut direct = Batch::direct(Arc::clone(&rules), 1, seed, 0.0).unwrap();
        let mut directly = Direct(Rng::new(seed));
        let (mut game, _) = GameState::new(Arc::clone(&rules), &mut World::new(&mut random, 0.0)).unwrap();
        let (mut other, _) = GameState::new(rules, &mut World::new(&mut directly, 0.0)).unwrap();
        // No game ends so soon.
        for _ in 0..20 {
            let (own, others) = (lowest(&mut batch)[0], lowest(&mut direct)[0]);
            game.play(own.into(), &mut World::new(&mut random, 0.0)).unwrap();
            other.play(others.into(), &mut World::new(&mut directly, 0.0)).unwrap();
            batch.step(&[own]).unwrap();
            direct.step(&[others]).unwrap();
            assert_eq!((batch.game(0).grid(), direct.game(0).grid()), (game.grid(), other.grid()));
        }
    }
}

#[test]
fn a_copy_goes_on_as_the_batch_does() {
    let mut batch = Batch::new(classic(), 6, 7, 0.0).unwrap();
    for _ in 0..50 {
        step(&mut batch);
    }
    let mut copy = batch.clone();
    for _ in 0..300 {
        step(&mut batch);
        step(&mut copy);
        assert_eq!(kinds(&mut batch), kinds(&mut copy));
        assert_eq!((batch.rewards(), batch.over()), (copy.rewards(), copy.over()));
    }
    assert!(batch.games_ended() > 3);
}

#[test]
fn a_place_without_random_numbers_stops_no_other() {
    let numbers = |count| Recorded::new(vec![0.5; count]);
    let streams = [numbers(4), numbers(10_000)];
    let mut batch = Batch::of_streams(short(), streams, 0.0).unwrap();
    for _ in 0..10 {
        step(&mut batch);
    }
    assert_eq!(batch.failures().last(), Some(&(0, TurnError::OutOfRandomness)));
    assert!(batch.games_ended() > 3);
}

#[test]
fn special_cells_have_numbers_of_their_own() {
    let grid = r#"[["@Empty", "@Void", "@Slippery"], [[3], "@TemporaryHole 2", "wall"]]"#;
    let mode = Mode { starting_grid: value(grid), start_tiles: 0.0, ..Mode::classic(3, 2) };
    let mut batch = Batch::new(rules(mode), 1, 7, 0.0).unwrap();
    let three = batch.kinds().iter().position(|kind| kind.text() == "[3]").unwrap() as i32;
    let board = kinds(&mut batch);
    let expected = [Kind::EMPTY, Kind::HOLE, Kind::SLIPPERY, three, Kind::TEMPORARY_HOLE, Kind::OTHER];
    assert_eq!(board, expected);
    let sorts = [
        CellSort::Empty,
        CellSort::Hole,
        CellSort::Slippery,
        CellSort::Tile,
        CellSort::TemporaryHole,
        CellSort::Other,
    ];
    assert_eq!(board.iter().map(|number| CellSort::of(*number)).collect::<Vec<_>>(), sorts);
    let mut values = [9.0; 6];
    batch.feature_into(Feature::Value, -1.0, &mut values).unwrap();
    assert_eq!(values, [-1.0, -1.0, -1.0, 8.0, -1.0, -1.0]);
    let mut levels = [9.0; 6];
    batch.levels_into(&mut levels).unwrap();
    let hole = [Level::HOLE, Level::SLIPPERY, 4.0, Level::TEMPORARY_HOLE, Level::OTHER];
    assert_eq!((levels[0], &levels[1..]), (Level::EMPTY, &hole[..]));
}

#[test]
fn levels_tell_tiles_from_other_cells_and_from_each_other() {
    let grid = r#"[[[0], [1], [0.5], [-1], [-8], [1e308], "@Empty"]]"#;
    let known = [0.5, 1.0, 0.75, -1.0, -4.0, Level::of_value(1e308), Level::EMPTY];
    let none = Level::NO_VALUE;
    let rows = [
        (r#"["@This 0"]"#, known),
        // The value depends on the place, too.
        (r#"["@This 0", "+", "@VCoord"]"#, known),
        (r#"["x"]"#, [none, none, none, none, none, none, Level::EMPTY]),
    ];
    for (tile_value, expected) in rows {
        let mode = Mode {
            starting_grid: value(grid),
            tile_value: value(tile_value),
            start_tiles: 0.0,
            ..Mode::classic(7, 1)
        };
        let mut batch = Batch::new(rules(mode), 2, 7, 0.0).unwrap();
        let mut levels = [9.0; 14];
        batch.levels_into(&mut levels).unwrap();
        assert_eq!((&levels[..7], &levels[7..]), (&expected[..], &expected[..]), "{tile_value}");
    }
}

#[test]
fn levels_are_numbers_in_the_order_of_the_values() {
    let values = [
        f64::NEG_INFINITY,
        f64::MIN,
        -1e9,
        -2.0,
        -1.0,
        -0.25,
        -5e-324,
        0.0,
        5e-324,
        1e-9,
        0.5,
        1.0,
        1.5,
        2.0,
        3.0,
        2048.0,
        1e300,
        f64::MAX,
        f64::INFINITY,
    ];
    let levels = values.map(Level::of_value);
    assert!(levels.is_sorted_by(|one, next| one < next), "{levels:?}");
    assert_eq!((levels[0], levels[18]), (-Level::MOST, Level::MOST));
    let others =
        [Level::EMPTY, Level::HOLE, Level::SLIPPERY, Level::TEMPORARY_HOLE, Level::OTHER, Level::NO_VALUE];
    assert!(others.iter().all(|own| !levels.contains(own)));
    assert_eq!(Level::of_value(-0.0), Level::of_value(0.0));
}

#[test]
fn kinds_have_the_same_numbers_in_all_batches_of_a_mode() {
    let texts = |batch: &mut Batch| batch.kinds().iter().map(Kind::text).collect::<Vec<_>>();
    let mut first = Batch::new(classic(), 4, 7, 0.0).unwrap();
    let mut other = Batch::new(classic(), 9, 1_000, 0.0).unwrap();
    assert_eq!(texts(&mut first), texts(&mut other));
    let values: Vec<_> = first.kinds()[1..].iter().map(|kind| kind.value.unwrap()).collect();
    assert_eq!(values[..4], [2.0, 4.0, 8.0, 16.0]);
    // What was learned by the numbers of one batch goes on in another.
    let far = [value("[20]"), value("[1]")];
    let mut third = Batch::new(classic(), 1, 7, 0.0).unwrap();
    third.number_kinds(far);
    assert_eq!(texts(&mut third), [r#""@Empty""#, "[20]", "[1]"]);
}

#[test]
fn features_tell_values_logarithms_and_entries() {
    let mode = Mode {
        starting_grid: value(r#"[[[3, true], ["@BigInt 7", "x"], "@Empty"]]"#),
        tile_entries: 2,
        tile_value: value(r#"["@This 0", "*", -2]"#),
        start_tiles: 0.0,
        ..Mode::classic(3, 1)
    };
    let mut batch = Batch::new(rules(mode), 1, 7, 0.0).unwrap();
    let mut told = |feature| {
        let mut told = [0.0; 3];
        batch.feature_into(feature, 0.5, &mut told).unwrap();
        told
    };
    assert_eq!(told(Feature::Value)[0], -6.0);
    assert_eq!(told(Feature::Log2)[0], 6.0_f64.log2());
    assert_eq!(told(Feature::Entry(0)), [3.0, 7.0, 0.5]);
    let second = told(Feature::Entry(1));
    assert!(second[0] == 1.0 && second[1].is_nan() && second[2] == 0.5);
    assert!(told(Feature::Entry(2))[0].is_nan());
}
