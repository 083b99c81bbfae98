//! Learned values: they beat random play, are reproducible, survive being written, and
//! belong to rules.

use calcarray::json;
use polymerge_player::{
    Adviser, Comparison, FileError, Lambda, LearnError, LearnedValue, Player, Reward, Search, Trainer,
    Training, choose_reward, play_game,
};
use polymerge_rules::{Engine, Limits, Mode, Ruleset};

const MEMORY: usize = 4 << 20;

fn engine(mode: &Mode) -> Engine {
    Engine::new(Ruleset::compile(mode.clone(), Limits::default()).unwrap(), 0.0)
}

fn trained(mode: &Mode, seed: u64, moves: u64) -> Trainer {
    let mut engine = engine(mode);
    let training = Training { seed, memory: MEMORY, ..Training::default() };
    let mut trainer = Trainer::new(&mut engine, &training).unwrap();
    trainer.run(&mut engine, moves).unwrap();
    trainer
}

/// Three equal tiles of a row merge; in columns, tiles that are next to one another as
/// numbers. The grid has a hole.
fn of_neighbours() -> Mode {
    let rules = r#"[
        [3, ["@Next 1 0", "=", "@This 0", "&&", ["@Next 2 0", "=", "@This 0"]], true,
            [[["@This 0", "+", 2]]], ["@This 0", "*", 3], [false, true, true]],
        [2, ["@Next 1 0", "=", ["@This 0", "+", 1]], false, [["@This 0", "+", 2]], "@This 0", [false, true]]]"#;
    let grid = r#"[["@Void", "@Empty", "@Empty", "@Empty", "@Empty"],
        ["@Empty", "@Empty", "@Empty", "@Empty", "@Empty"], ["@Empty", "@Empty", "@Empty", "@Empty", "@Empty"]]"#;
    Mode {
        merge_rules: read(rules),
        starting_grid: read(grid),
        spawns: read("[[[1], 3], [[2], 2], [[3], 1]]"),
        win_conditions: read("[]"),
        ..Mode::classic(5, 3)
    }
}

/// Any two tiles of which one divides the other merge into the sum.
fn of_divisors() -> Mode {
    let rule = r#"[[2, ["@This 0", "%", "@Next 1 0", "=", 0], false,
        [["@This 0", "+", "@Next 1 0"]], ["@This 0", "+", "@Next 1 0"], [false, true]]]"#;
    Mode {
        merge_rules: read(rule),
        spawns: read("[[[2], 1], [[3], 1], [[5], 1]]"),
        win_conditions: read("[]"),
        ..Mode::classic(4, 3)
    }
}

fn read(text: &str) -> calcarray::Value {
    json::read(text, &Default::default()).unwrap()
}

#[test]
fn what_is_learned_beats_random_play_in_any_mode() {
    // mode, moves that are learned from, by how many doublings at least
    for (mode, moves, least) in
        [(Mode::classic(4, 4), 20_000, 1.0), (of_neighbours(), 10_000, 0.5), (of_divisors(), 10_000, 0.5)]
    {
        let mut value = trained(&mode, 1, moves).into_value();
        let mut engine = engine(&mode);
        let mut all = Comparison::default();
        for seed in 1_000..1_030 {
            let game =
                play_game(&mut engine, &mut Adviser::learned(&mut value, seed).into(), seed, 3_000).unwrap();
            all.add(game, play_game(&mut engine, &mut Player::random(seed), seed, 3_000).unwrap());
        }
        println!("{value}: {:.2} doublings, {:?} better and worse", all.doublings(), all.better_and_worse());
        assert!(all.doublings() > least && all.chance_by_luck() < 0.01, "{}", all.doublings());
    }
}

#[test]
fn a_search_by_what_is_learned_is_better_still() {
    let mode = Mode::classic(3, 3);
    let mut value = trained(&mode, 1, 10_000).into_value();
    let mut engine = engine(&mode);
    let mean = |value: &mut LearnedValue, engine: &mut Engine, nodes: u64| {
        let games = (0..16).map(|seed| {
            let mut player = Adviser::search(&mut *value, nodes, seed).into();
            play_game(engine, &mut player, seed, 3_000).unwrap().score
        });
        games.sum::<f64>() / 16.0
    };
    let (at_once, ahead) = (mean(&mut value, &mut engine, 1), mean(&mut value, &mut engine, 100));
    assert!(ahead > 1.2 * at_once, "{ahead} {at_once}");
}

#[test]
fn the_chance_to_reach_the_goal_is_learned_beside() {
    let goal =
        |exponent: f64| -> calcarray::Value { vec![vec![calcarray::Value::from(exponent)].into()].into() };
    let mode = Mode { win_conditions: goal(5.0), ..Mode::classic(2, 2) };
    let mut engine = engine(&mode);
    let training = Training { memory: MEMORY, goal: true, restarts: true, ..Training::default() };
    let mut trainer = Trainer::new(&mut engine, &training).unwrap();
    trainer.run(&mut engine, 60_000).unwrap();
    let file = trainer.to_file();
    assert_eq!(Trainer::of_file(&file, &mode, MEMORY).unwrap().to_file(), file);
    let mut value = LearnedValue::of_file(&trainer.value().to_file(100_000), &mode, MEMORY).unwrap();
    let position = engine.start(&mut polymerge_rules::Rng::new(1)).unwrap();
    let ranking = Search::new(&mut value, 1).rank(&mut engine, &position, 1).unwrap();
    // Best play reaches 32 in 8 of 100 games, play for points in somewhat fewer.
    let chance = ranking.best().unwrap().win.unwrap();
    assert!(chance > 0.02 && chance < 0.15, "{ranking:?}");
}

#[test]
fn hidden_state_that_rules_ask_for_is_looked_at() {
    let plain = Mode::classic(3, 3);
    let rule = r#"[[2, ["@Next 1 0", "=", "@This 0"], true, [[["@This 0", "+", 1]]],
        ["@Moves", "%", 2, "*", 100], [false, true]]]"#;
    let odd = Mode { merge_rules: read(rule), ..plain.clone() };
    let variable = Mode {
        game_variables: read("[0]"),
        scripts: read(r#"[[["@GVar 0", "=", 0, "@edit_gvar", 0, ["@Moves", "%", 3]], "EndTurn"]]"#),
        ..plain.clone()
    };
    for (mode, features) in [(&plain, 0), (&odd, 1), (&variable, 2)] {
        let value = trained(mode, 1, 200).into_value().to_string();
        assert!(value.contains(&format!(" {features} of hidden state")), "{value}");
    }
    let file = trained(&odd, 1, 2_000).to_file();
    assert_eq!(Trainer::of_file(&file, &odd, MEMORY).unwrap().to_file(), file);
}

#[test]
fn neighbours_are_looked_at_where_there_are_many_kinds() {
    // Sixty tiles spawn, and sums of them come up.
    let spawns: Vec<String> = (2..62).map(|number| format!("[[{number}], 1]")).collect();
    let many = Mode { spawns: read(&format!("[{}]", spawns.join(","))), ..of_divisors() };
    for (mode, pairs) in [(Mode::classic(4, 3), 0), (many, 17)] {
        let trainer = trained(&mode, 1, 2_000);
        let about = trainer.value().to_string();
        assert!(about.contains(&format!(" {pairs} pairs of neighbours")), "{about}");
        let file = trainer.to_file();
        assert_eq!(Trainer::of_file(&file, &mode, MEMORY).unwrap().to_file(), file);
        // Answers of the rules are asked for again by an engine that goes on from a file.
        let mut again = Trainer::of_file(&file, &mode, MEMORY).unwrap();
        again.run(&mut engine(&mode), 500).unwrap();
        let mut whole = trainer;
        whole.run(&mut engine(&mode), 500).unwrap();
        assert_eq!(again.to_file(), whole.to_file());
    }
}

#[test]
fn the_same_seed_and_moves_give_the_same_weights() {
    let mode = Mode::classic(4, 3);
    let first = trained(&mode, 3, 6_000).to_file();
    assert_eq!(trained(&mode, 3, 6_000).to_file(), first);
    assert_ne!(trained(&mode, 4, 6_000).to_file(), first);
    // In two parts, with a file between them and another engine.
    let half = trained(&mode, 3, 3_000).to_file();
    let mut trainer = Trainer::of_file(&half, &mode, MEMORY).unwrap();
    let (_, made) = trainer.made();
    trainer.run(&mut engine(&mode), 6_000 - made).unwrap();
    assert_eq!(trainer.to_file(), first);
}

#[test]
fn learning_goes_on_with_the_lambda_that_it_began_with() {
    let mode = Mode::classic(4, 3);
    let begun = |lambda: Lambda, moves: u64| {
        let training = Training { memory: MEMORY, lambda: Some(lambda), ..Training::default() };
        let mut engine = engine(&mode);
        let mut trainer = Trainer::new(&mut engine, &training).unwrap();
        trainer.run(&mut engine, moves).unwrap();
        trainer
    };
    let files = [Lambda::Zero, Lambda::Half].map(|lambda| {
        let whole = begun(lambda, 2_000).to_file();
        let mut trainer = Trainer::of_file(&begun(lambda, 1_000).to_file(), &mode, MEMORY).unwrap();
        let (_, made) = trainer.made();
        trainer.run(&mut engine(&mode), 2_000 - made).unwrap();
        assert_eq!(trainer.to_file(), whole, "{lambda:?}");
        whole
    });
    assert_ne!(files[0], files[1]);
}

#[test]
fn files_survive_writing_and_reading() {
    let mode = of_divisors();
    let trainer = trained(&mode, 1, 4_000);
    let whole = LearnedValue::of_file(&trainer.to_file(), &mode, MEMORY).unwrap();
    let small = trainer.value().to_file(4_000);
    assert!(small.len() <= 4_000 && small.len() > 3_000, "{}", small.len());
    let read = LearnedValue::of_file(&small, &mode, MEMORY).unwrap();
    assert_eq!(read.to_string(), whole.to_string());
    assert_eq!(read.reward(), Reward::Points);
    assert_eq!(Trainer::of_file(&small, &mode, MEMORY).err(), Some(FileError::NotResumable));
}

#[test]
fn small_files_leave_out_names_of_kinds_and_still_play() {
    // Sixty tiles spawn, and sums of them come up.
    let spawns: Vec<String> = (2..62).map(|number| format!("[[{number}], 1]")).collect();
    let mode = Mode { spawns: read(&format!("[{}]", spawns.join(","))), ..of_divisors() };
    let trainer = trained(&mode, 1, 10_000);
    let names =
        |file: &[u8]| file.windows(2).filter(|pair| pair[0] == b'[' && pair[1].is_ascii_digit()).count();
    let (whole, file) = (trainer.to_file(), trainer.value().to_file(2_000));
    println!("{} of {} kinds have names in {} bytes", names(&file), names(&whole), file.len());
    assert!(names(&file) < names(&whole) && file.len() <= 2_000);
    let mut value = LearnedValue::of_file(&file, &mode, MEMORY).unwrap();
    let mut engine = engine(&mode);
    let mut all = Comparison::default();
    for seed in 1_000..1_020 {
        let game =
            play_game(&mut engine, &mut Adviser::learned(&mut value, seed).into(), seed, 3_000).unwrap();
        all.add(game, play_game(&mut engine, &mut Player::random(seed), seed, 3_000).unwrap());
    }
    println!("{:.2} doublings", all.doublings());
    assert!(all.doublings() > 0.2, "{}", all.doublings());
}

#[test]
fn files_of_other_rules_and_damaged_ones_are_refused() {
    let mode = Mode::classic(3, 3);
    let file = trained(&mode, 1, 2_000).value().to_file(4_000);
    let read = |bytes: &[u8], mode: &Mode| LearnedValue::of_file(bytes, mode, MEMORY).err();
    assert_eq!(read(&file, &mode), None);
    let other = Mode { start_tiles: 3.0, ..mode.clone() };
    assert_eq!(read(&file, &other), Some(FileError::OtherRules));
    assert_eq!(read(b"no weights", &mode), Some(FileError::OtherFile));
    assert_eq!(read(&[b"PMLV", &[99][..], &file[5..]].concat(), &mode), Some(FileError::Version(99)));
    assert!(matches!(LearnedValue::of_file(&file, &mode, 1_000), Err(FileError::TooLarge { .. })));
    for place in 0..file.len() {
        assert!(read(&file[..place], &mode).is_some(), "{place}");
        let mut damaged = file.clone();
        damaged[place] ^= 0x10;
        assert!(read(&damaged, &mode).is_some(), "{place}");
    }
}

#[test]
fn the_reward_is_chosen_by_measuring() {
    // Nothing scores anything: turns are all there is.
    let mut plain = Mode::classic(3, 3);
    plain.merge_rules =
        read(r#"[[2, ["@Next 1 0", "=", "@This 0"], true, [[["@This 0", "+", 1]]], 0, [false, true]]]"#);
    let training = Training { memory: MEMORY, ..Training::default() };
    let chosen = |mode: &Mode| choose_reward(&mut engine(mode), &training, 4_000).unwrap();
    assert_eq!(chosen(&plain), Reward::Turns);
}

#[test]
fn what_can_not_be_learned_is_said() {
    let error = |mode: &Mode, memory: usize| {
        Trainer::new(&mut engine(mode), &Training { memory, ..Training::default() }).err()
    };
    assert_eq!(error(&Mode::classic(17, 16), MEMORY), Some(LearnError::LargeGrid));
    assert_eq!(error(&Mode::classic(4, 4), 100), Some(LearnError::Memory));
}
