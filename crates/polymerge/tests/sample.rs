//! Whole games: what counts as a turn, how they end, and that all who play them agree.

use polymerge::advanced::modefile::{PlayOptions, SourceFile, check_by_playing};
use polymerge::advanced::rules::Rng;
use polymerge::catalogue::BuiltIn;
use polymerge::sample::{Course, Ending, RandomMoves, TrialOptions};
use polymerge::{Batch, Limits, Mode, Rules};

fn compiled(text: &str) -> Rules {
    Mode::from_text(text, &Limits::default()).unwrap().compile().unwrap()
}

/// A game of random moves.
fn course(rules: &Rules, seed: u64, most_turns: u64) -> Course {
    let mut play = rules.course(seed, most_turns).unwrap();
    let mut moves = RandomMoves::new(seed);
    while play.step(|game| moves.choose(game)).unwrap() {}
    play.into_course()
}

/// Modes and how all of their games end.
const ENDINGS: [(&str, &str, Ending); 7] = [
    ("nothing moves any more", r#"{ "extends": "classic.jsonc", "win": [] }"#, Ending::Stuck),
    ("lost by a tile", r#"{ "extends": "classic.jsonc", "lose": [[4]] }"#, Ending::Lost),
    (
        "lost by a number of moves",
        r#"{ "extends": "classic.jsonc", "lose": { "needed": ["@Moves", ">=", 20] } }"#,
        Ending::Lost,
    ),
    (
        "won, and at an end",
        r#"{ "extends": "classic.jsonc", "win": [[3]], "postgame_allowed": false }"#,
        Ending::Won,
    ),
    ("won, and played on", r#"{ "extends": "classic.jsonc", "win": [[3]] }"#, Ending::Stuck),
    (
        "without an end",
        r#"{ "extends": "classic.jsonc", "tiles_per_turn": 0, "start_tiles": 1, "win": [] }"#,
        Ending::Cut,
    ),
    (
        "nothing can ever move",
        r#"{ "extends": "classic.jsonc", "grid": "1x1", "start_tiles": 1 }"#,
        Ending::Stuck,
    ),
];

#[test]
fn games_end_as_their_modes_say() {
    for (name, text, ending) in ENDINGS {
        let rules = compiled(text);
        for seed in 0..5 {
            let course = course(&rules, seed, 1_000);
            assert_eq!(course.ending, ending, "{name}, seed {seed}");
            assert_eq!(course.turns, course.pressed.iter().sum::<u64>(), "{name}, seed {seed}");
            assert_eq!(course.won_at.is_some(), name.starts_with("won"), "{name}, seed {seed}");
            match name {
                "lost by a number of moves" => assert_eq!(course.turns, 20),
                "without an end" => assert_eq!(course.turns, 1_000),
                "nothing can ever move" => assert_eq!(course.turns, 0),
                _ => assert!((1..1_000).contains(&course.turns), "{name}: {}", course.turns),
            }
        }
    }
}

#[test]
fn all_who_play_at_random_play_the_same_games() {
    let texts =
        ENDINGS.iter().filter(|(_, _, ending)| *ending != Ending::Cut).map(|(_, text, _)| compiled(text));
    let built_in =
        ["classic", "2048", "dive", "2187"].map(|name| Mode::built_in(name).unwrap().compile().unwrap());
    for rules in texts.chain(built_in) {
        let title = rules.mode().title().to_owned();
        for seed in 0..4 {
            let course = course(&rules, seed, 5_000);
            let mut play = rules.random_play(seed).unwrap();
            play.run(u64::MAX, 1).unwrap();
            let tally = play.tally();
            assert_eq!(
                (course.turns, course.score),
                (tally.moves, tally.ended_score),
                "{title}, seed {seed}"
            );
            let mut trial = rules.trial(TrialOptions { games: 1, moves: 5_000, seed });
            while trial.run(100) {}
            assert_eq!(trial.courses(), [course], "{title}, seed {seed}");
        }
    }
}

#[test]
fn the_checker_plays_the_same_games() {
    let text = r#"{ "extends": "classic.jsonc", "title": "Short", "win": [[20]], "lose": [[6]] }"#;
    let file = SourceFile::new("short.jsonc", text.as_bytes());
    for seed in 0..5 {
        let play = PlayOptions { games: 1, moves: 5_000, seed, ..PlayOptions::default() };
        let played = check_by_playing(&file, &BuiltIn, &Default::default(), &play).played.unwrap();
        let course = course(&compiled(text), seed, 5_000);
        assert_eq!((played.moves, played.score), (course.turns, course.score), "seed {seed}");
    }
}

/// Returns everything that a batch reports of its last step, and its games after it.
fn report(batch: &mut Batch) -> impl PartialEq + std::fmt::Debug {
    let games = batch.len();
    let cells = (0..games).map(|game| batch.game(game)).map(|game| game.width() * game.height()).sum();
    let (mut kinds, mut legal, mut finals) = (vec![0; cells], vec![0; games], vec![0; cells]);
    batch.kinds_into(&mut kinds).unwrap();
    batch.legal_into(&mut legal).unwrap();
    let ended = batch.ended().to_vec();
    let size = cells / games * ended.len();
    batch.final_kinds_into(&mut finals[..size]).unwrap();
    let flags =
        (batch.moved().to_vec(), batch.won().to_vec(), batch.over().to_vec(), batch.truncated().to_vec());
    let lasts = (batch.final_scores().to_vec(), batch.final_lengths().to_vec(), batch.final_wins().to_vec());
    let kinds_of = batch.engine().kinds().to_vec();
    (kinds, legal, finals, ended, flags, lasts, batch.rewards().to_vec(), batch.games_ended(), kinds_of)
}

#[test]
fn batches_go_on_from_texts_as_they_would_have_gone_on() {
    use polymerge::engine::Restart;
    let scripts = r#"{ "extends": "classic.jsonc", "variables": { "drawn": 0 }, "next_tiles": 2,
        "scripts": [{ "on": "StartBeforeModifiers", "do": [0, "@edit_gvar", "$drawn", ["@Rand", 1, 9]] }] }"#;
    let text = Mode::from_text(scripts, &Limits::default());
    let mut all: Vec<Rules> = ["classic", "dive", "2187", "directional-merges", "180"]
        .iter()
        .map(|name| Mode::built_in(name).unwrap().compile().unwrap())
        .collect();
    all.extend(text.ok().map(|mode| mode.compile().unwrap()));
    for rules in all {
        for restart in [Restart::SameStep, Restart::NextStep, Restart::ByHand] {
            let title = rules.mode().title().to_owned();
            let mut batch = rules.batch(6, 7).unwrap().with_restart(restart).with_max_steps(150);
            let directions = rules.directions().len() as u64;
            let mut number = 0;
            let mut step = |batches: &mut [&mut Batch]| {
                number += 1;
                let own: Vec<u8> = (0..6).map(|game| ((number * 7 + game * 3) % directions) as u8).collect();
                batches.iter_mut().for_each(|batch| batch.step(&own).unwrap());
            };
            for _ in 0..130 {
                step(&mut [&mut batch]);
            }
            // Boards are read before and after, so that kinds have their numbers.
            report(&mut batch);
            let texts = batch.snapshot().unwrap();
            let mut other: Batch<Rng> = rules.batch_of_snapshot(&texts).unwrap();
            assert_eq!(report(&mut other), report(&mut batch), "{title}, {restart:?}");
            for _ in 0..130 {
                step(&mut [&mut batch, &mut other]);
                assert_eq!(report(&mut other), report(&mut batch), "{title}, {restart:?}");
            }
        }
    }
}

#[test]
fn texts_of_no_batch_are_refused() {
    let rules = Mode::built_in("classic").unwrap().compile().unwrap();
    let texts = rules.batch(2, 7).unwrap().snapshot().unwrap();
    let damaged = |change: fn(&mut Vec<String>)| {
        let mut texts = texts.clone();
        change(&mut texts);
        texts
    };
    let cases = [
        Vec::new(),
        damaged(|texts| drop(texts.pop())),
        damaged(|texts| texts[0] = "[]".to_owned()),
        damaged(|texts| texts[1].truncate(40)),
        damaged(|texts| texts.push("[9,[]]".to_owned())),
        damaged(|texts| texts.swap(0, 1)),
        damaged(|texts| texts[2] = texts[2].replacen("[[", "[", 1)),
    ];
    for texts in cases {
        let refused = rules.batch_of_snapshot::<Rng>(&texts);
        assert_eq!(refused.map(drop).unwrap_err().code(), "bad-record", "{texts:?}");
    }
    // Rules with boards of the same size.
    let other = Mode::built_in("2048").unwrap().compile().unwrap();
    let refused = other.batch_of_snapshot::<Rng>(&texts).map(drop).unwrap_err();
    assert!(refused.to_string().contains("other rules"), "{refused}");
    // Texts of version 1 have no hash of their rules.
    let head = texts[0].rsplit_once(',').unwrap().0.replacen("[[2,", "[[1,", 1) + "]";
    let before = [&[head][..], &texts[1..]].concat();
    assert_eq!(rules.batch_of_snapshot::<Rng>(&before).unwrap().snapshot().unwrap(), texts);
    let dive = Mode::built_in("2048").unwrap().with("grid=5x3").unwrap().compile().unwrap();
    assert!(dive.batch_of_snapshot::<Rng>(&texts).is_err());
}

#[test]
fn batches_of_too_many_games_are_refused_before_any_starts() {
    let rules = Mode::built_in("classic").unwrap().compile().unwrap();
    for games in [usize::MAX, Batch::<Rng>::MOST_GAMES + 1] {
        let refused = [rules.batch(games, 7).map(drop), rules.batch_direct(games, 7).map(drop)];
        for refusal in refused {
            assert_eq!(refusal.unwrap_err().code(), "too-many-games");
        }
    }
    assert_eq!(rules.batch(0, 7).unwrap().len(), 0);
}
