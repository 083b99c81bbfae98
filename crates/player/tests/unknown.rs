//! Generated modes: the player plays modes that it was never tested on.

use calcarray::json;
use polymerge_player::{Adviser, Comparison, Player, Trainer, Training, choose_reward, play_game};
use polymerge_rules::{Engine, Limits, Mode, Ruleset};

/// Merge rules: the number of tiles, the condition, the result.
const MERGES: [(usize, &str, &str); 5] = [
    (2, r#"["@Next 1 0", "=", "@This 0"]"#, r#"["@This 0", "+", 1]"#),
    (2, r#"["@Next 1 0", "=", "@This 0"]"#, r#"["@This 0", "+", 2]"#),
    (
        2,
        r#"["@Next 1 0", "=", "@This 0", "||", ["@Next 1 0", "=", ["@This 0", "+", 1]]]"#,
        r#"["@This 0", "+", 2]"#,
    ),
    (2, r#"["@Next 1 0", "+", "@This 0", "%", 3, "=", 0]"#, r#"["@This 0", "+", "@Next 1 0"]"#),
    (3, r#"["@Next 1 0", "=", "@This 0", "&&", ["@Next 2 0", "=", "@This 0"]]"#, r#"["@This 0", "+", 1]"#),
];
/// The points of a merge.
const SCORES: [&str; 3] = [r#"["@This 0", "*", 2]"#, r#"["@This 0", "+", 1]"#, "1"];
const SPAWNS: [&str; 2] = ["[[[1], 3], [[2], 1]]", "[[[1], 1], [[2], 1], [[3], 1]]"];
const SIZES: [(usize, usize); 4] = [(4, 4), (3, 4), (5, 3), (3, 3)];

/// A mode of a number: its digits choose.
fn generated(number: usize) -> Mode {
    let read = |text: &str| json::read(text, &Default::default()).unwrap();
    let (count, condition, result) = MERGES[number % MERGES.len()];
    let score = SCORES[number / 5 % SCORES.len()];
    let (width, height) = SIZES[number / 15 % SIZES.len()];
    let keeps = if count == 2 { "[false, true]" } else { "[false, true, true]" };
    let rule = format!("[[{count}, {condition}, false, [[{result}]], {score}, {keeps}]]");
    Mode {
        merge_rules: read(&rule),
        spawns: read(SPAWNS[number / 60 % SPAWNS.len()]),
        win_conditions: read("[]"),
        ..Mode::classic(width, height)
    }
}

/// Compares a player with random play, by pairs of games.
fn compare(
    engine: &mut Engine,
    mut play: impl FnMut(&mut Engine, u64) -> polymerge_player::Outcome,
) -> Comparison {
    let mut all = Comparison::default();
    for seed in 0..12 {
        let game = play(engine, seed);
        all.add(game, play_game(engine, &mut Player::random(!seed), seed, MOST_TURNS).unwrap());
    }
    all
}

const MOST_TURNS: u64 = 2_000;
const MODES: [usize; 8] = [0, 6, 17, 33, 44, 52, 68, 99];

#[test]
fn generated_modes_are_played_better_than_at_random() {
    let mut learned_better = 0;
    for number in MODES {
        let engine = &mut Engine::new(Ruleset::compile(generated(number), Limits::default()).unwrap(), 0.0);
        let rollouts = compare(engine, |engine, seed| {
            play_game(engine, &mut Adviser::rollouts(300, seed).into(), seed, MOST_TURNS).unwrap()
        });
        let training = Training { memory: 4 << 20, ..Training::default() };
        let reward = choose_reward(engine, &training, 1_000).unwrap();
        let training = Training { reward, ..training };
        let mut trainer = Trainer::new(engine, &training).unwrap();
        trainer.run(engine, 10_000).unwrap();
        let mut value = trainer.into_value();
        let learned = compare(engine, |engine, seed| {
            play_game(engine, &mut Adviser::learned(&mut value, seed).into(), seed, MOST_TURNS).unwrap()
        });
        let told = |own: &Comparison| format!("{:.2} {:?}", own.doublings(), own.better_and_worse());
        println!("{number}: {} by rollouts, {} as learned", told(&rollouts), told(&learned));
        assert!(is_better(&rollouts), "{number}: {}", told(&rollouts));
        learned_better += usize::from(is_better(&learned));
    }
    // So few moves are too few where tiles are of very many kinds.
    assert!(learned_better >= MODES.len() - 2, "{learned_better}");
}

fn is_better(comparison: &Comparison) -> bool {
    comparison.doublings() > 0.0 && comparison.chance_by_luck() < 0.05
}
