//! A test for each promise of the front page.

use polymerge::catalogue::{self, BuiltIn};
use polymerge::proof::{self, Claim, Run};
use polymerge::sample::TrialOptions;
use polymerge::{
    Action, Batch, Checks, Direction, Engine, Error, ErrorKind, Event, Game, Limits, Mode, Opened, Painter,
    Place, Position, Problems, Refusal, Replay, ReplayPlayer, Rng, Rules, Saved, SourceFile, State, Status,
    TimedAction, Turn, Value, advanced, calc, open,
};

use crate::promises::promised;

const GOALS: &str = include_str!("goals.jsonc");

fn goals() -> Mode {
    Mode::from_text(GOALS, &Limits::default()).unwrap()
}

fn rules(name: &str) -> Rules {
    Mode::built_in(name).unwrap().compile().unwrap()
}

/// A game after so many legal moves.
fn played(rules: &Rules, seed: u64, moves: usize) -> Game {
    let mut game = rules.start(seed).unwrap();
    for number in 0..moves {
        let legal = game.legal().unwrap();
        game.play(legal[number % legal.len()]).unwrap();
    }
    game
}

/// The run of seed 7.
fn run(rules: &Rules, moves: &[usize]) -> Run {
    let mut run = Run::start(rules, 7).unwrap();
    run.play_all(moves).unwrap();
    run
}

fn goal(state: &State) -> f64 {
    state.game_variables()[0].as_number().unwrap()
}

#[test]
fn everything_can_be_sent_and_what_is_shared_can_be_shared() {
    fn sent<T: Send>() {}
    fn shared<T: Send + Sync>() {}
    shared::<Mode>();
    shared::<Rules>();
    shared::<Limits>();
    shared::<Direction>();
    shared::<State>();
    shared::<Saved>();
    shared::<Replay>();
    shared::<Value>();
    shared::<(Action, TimedAction, Turn, Event, Status, Refusal, ErrorKind, Checks, Place)>();
    shared::<(Error, Problems)>();
    shared::<(Game, ReplayPlayer)>();
    sent::<Engine>();
    sent::<Position>();
    sent::<Batch<Rng>>();
    sent::<Batch>();
    sent::<Opened>();
    sent::<Painter>();
    sent::<(polymerge::sample::Trial, polymerge::sample::RandomPlay)>();
}

#[test]
fn every_door_draws_what_a_mode_draws_before_a_game() {
    type EntryPoint = (&'static str, fn(u64) -> f64);
    let entry_points: [EntryPoint; 6] = [
        ("start", |seed| goal(goals().compile().unwrap().start(seed).unwrap().state())),
        ("state", |seed| goal(&goals().compile().unwrap().state(seed).unwrap())),
        ("a modifier", |seed| {
            goal(goals().with("grid=5x5").unwrap().compile().unwrap().start(seed).unwrap().state())
        }),
        ("from_raw", |seed| {
            goal(Mode::from_raw(goals().raw().unwrap()).compile().unwrap().start(seed).unwrap().state())
        }),
        ("to_file", |seed| {
            let text = goals().to_file().unwrap();
            goal(
                Mode::from_text(&text, &Limits::default())
                    .unwrap()
                    .compile()
                    .unwrap()
                    .start(seed)
                    .unwrap()
                    .state(),
            )
        }),
        ("batch", |seed| goal(&goals().compile().unwrap().batch(2, seed).unwrap().game(0))),
    ];
    let expected: Vec<f64> = (0..10).map(entry_points[0].1).collect();
    assert!(expected.iter().all(|goal| *goal >= 10.0) && expected.iter().any(|goal| *goal != expected[0]));
    for (name, play) in entry_points {
        assert_eq!((0..10).map(play).collect::<Vec<_>>(), expected, "{name}");
    }
}

#[test]
fn codes_that_would_lose_something_are_not_written() {
    assert_eq!(goals().to_code().unwrap_err().code(), "code-loses-before-game");
    let holes = Mode::built_in("2048").unwrap().with("random_holes=2").unwrap();
    assert_eq!(holes.to_code().unwrap_err().code(), "code-loses-random-cells");
    assert_eq!(holes.to_file().unwrap_err().code(), "code-loses-random-cells");
    // The code of a game holds what was drawn before it.
    let game = goals().compile().unwrap().start(3).unwrap();
    let again = Mode::from_code(&game.mode_code().unwrap(), &Limits::default()).unwrap();
    assert_eq!(goal(again.compile().unwrap().start(8).unwrap().state()), goal(game.state()));
}

#[test]
fn legal_directions_move_something_and_dead_boards_are_over() {
    let rules = rules("classic");
    for seed in 0..5 {
        let mut game = rules.start(seed).unwrap();
        loop {
            let legal = game.legal().unwrap();
            assert!(legal.iter().all(|own| game.available().unwrap().contains(own)));
            for direction in 0..4 {
                let moved = game.clone().play(direction).is_ok_and(|turn| turn.moved);
                assert_eq!(moved, legal.contains(&direction));
            }
            assert_eq!(game.is_over().unwrap(), legal.is_empty());
            let Some(&direction) = legal.last() else { break };
            game.play(direction).unwrap();
        }
        // Its screen does not know yet.
        assert_eq!((game.status().unwrap(), game.available().unwrap().is_empty()), (Status::Over, false));
    }
}

#[test]
fn wins_say_whether_they_can_be_played_on() {
    let text = r#"{ "extends": "classic.jsonc", "win": [[2]] }"#;
    let rules = Mode::from_text(text, &Limits::default()).unwrap().compile().unwrap();
    let mut game = rules.start(7).unwrap();
    while game.status().unwrap() == Status::Playing {
        let direction = game.legal().unwrap()[0];
        game.play(direction).unwrap();
    }
    assert_eq!(game.status().unwrap(), Status::Won { can_go_on: true });
    assert!(game.is_won() && !game.is_over().unwrap());
    game.play_on().unwrap();
    assert_eq!(game.status().unwrap(), Status::Playing);
    assert!(game.is_won());
    assert_eq!(game.play_on().unwrap_err().refusal(), Some(Refusal::NoWin));
}

#[test]
fn a_seed_is_one_game_whatever_plays_it() {
    for name in ["classic", "dive", "2187"] {
        let rules = rules(name);
        let mut game = rules.start(7).unwrap();
        let mut batch = rules.batch(2, 6).unwrap();
        let mut engine = rules.engine().unwrap();
        let mut random = Rng::new(7);
        let mut position = engine.start(&mut random).unwrap();
        for number in 0..60 {
            let legal = game.legal().unwrap();
            let Some(&direction) = legal.get(number % legal.len().max(1)) else { break };
            game.play(direction).unwrap();
            engine.play(&mut position, direction, &mut random).unwrap();
            batch.step(&[64, direction as u8]).unwrap();
            assert_eq!(engine.game(&position).unwrap().grid(), game.state().grid(), "{name}");
            assert_eq!(batch.game(1).grid(), game.state().grid(), "{name}");
        }
        let mut trial = rules.trial(TrialOptions { games: 1, moves: 1, seed: 7 });
        trial.run(1);
        assert_eq!(trial.game().unwrap().grid(), rules.start(7).unwrap().state().grid());
    }
}

#[test]
fn undo_brings_the_same_tiles_and_forks_do_not_tell_what_is_to_come() {
    let rules = rules("2048");
    let mut game = played(&rules, 7, 5);
    let direction = game.legal().unwrap()[0];
    game.play(direction).unwrap();
    let first = game.state().grid();
    assert!(game.undo());
    game.play(direction).unwrap();
    assert_eq!(game.state().grid(), first);

    let others = |make: &dyn Fn(u64) -> State| (0..20).any(|seed| make(seed).grid() != first);
    assert!(others(&|seed| {
        let mut game = game.clone();
        game.undo_reseeded(seed);
        game.play(direction).unwrap();
        game.state().clone()
    }));
    game.undo();
    assert!(others(&|seed| {
        let mut fork = game.fork(seed);
        fork.play(direction).unwrap();
        fork.state().clone()
    }));
}

#[test]
fn the_way_back_of_a_reseeded_game_is_kept_with_it() {
    let mut game = played(&rules("2048"), 7, 6);
    game.undo_reseeded(99);
    for _ in 0..3 {
        let direction = game.legal().unwrap()[0];
        game.play(direction).unwrap();
    }
    game.undo();
    let text = game.saved().unwrap().to_json();
    let limits = Limits::default();
    let mut later = Saved::from_json(&text, &limits).unwrap().resume(0.0, &limits).unwrap();
    assert_eq!((later.state(), later.random(), later.undone()), (game.state(), game.random(), 1));
    // Steps before other random numbers came can't be done again.
    assert_eq!((game.steps(), later.steps()), (7, 2));
    assert!(later.undo() && later.undo() && !later.undo());
}

#[test]
fn moves_that_are_no_directions_are_not_written() {
    for moves in [&[4][..], &[0, 400]] {
        assert_eq!(proof::write_moves(&rules("2048"), moves).unwrap_err().code(), "bad-moves");
    }
}

#[test]
fn a_way_back_is_kept_however_often_a_game_is_put_away() {
    let mut game = played(&rules("2048"), 7, 6);
    let limits = Limits::default();
    for now in [1_000.0, 5_000.0, 9_000.0] {
        game.set_time(now).unwrap();
        let text = game.saved().unwrap().to_json();
        game = Saved::from_json(&text, &limits).unwrap().resume(now + 500.0, &limits).unwrap();
        assert_eq!(game.steps(), 6, "{now}");
    }
}

#[test]
fn games_that_were_kept_by_earlier_versions_go_on() {
    // Of the site, as it has kept games since version 0.1.
    let mut game = played(&rules("2048"), 7, 3);
    let text = game.saved().unwrap().to_json();
    for name in [
        "polymerge\":1",
        "\"mode\":\"001-2048\"",
        "\"seed\":\"7\"",
        "\"random\":[\"",
        "\"history\":{\"code\"",
    ] {
        assert!(text.contains(name), "{name}: {text:.200}");
    }
    assert!(!text.contains("notes"));
    let limits = Limits::default();
    for (from, to, message) in [
        ("\"polymerge\":1", "\"polymerge\":2", "another version"),
        ("\"seed\":\"7\"", "\"seed\":\"x\"", "seed"),
        ("\"random\":[\"", "\"random\":[\"-", "random numbers"),
        ("\"code\"", "\"coda\"", "missing field"),
    ] {
        let error = Saved::from_json(&text.replacen(from, to, 1), &limits).unwrap_err();
        assert!(error.code() == "bad-saved-game" && error.to_string().contains(message), "{error}");
    }
    let Opened::Game(saved) = open(&text, &limits).unwrap() else { panic!("this is a game") };
    let later = saved.resume(500.0, &limits).unwrap();
    assert_eq!((later.steps(), later.rules().mode().title()), (3, "2048"));
}

#[test]
fn replays_are_checked_spawns_included() {
    let game = played(&rules("classic"), 7, 30);
    let replay = game.replay();
    let limits = Limits::default();
    let mut player = replay.player(&limits).unwrap();
    assert_eq!(player.checks(), Checks::Everything);
    player.seek(usize::MAX).unwrap();
    assert_eq!(player.state().grid(), game.state().grid());
    assert_eq!(player.take_over(1).state().grid(), game.state().grid());

    // Spawned 2s become 1024s: the record can't have happened.
    let code = game.replay_code().unwrap();
    let mut sheet = advanced::codes::decode(&code, &limits.code).unwrap().content;
    if let advanced::codes::Content::Replay { replay, .. } = &mut sheet {
        let text = calc::json::write(&replay.moves_played).replace("[[1],", "[[10],");
        replay.moves_played = calc::json::read(&text, &Default::default()).unwrap();
    }
    let forged = advanced::codes::encode(&sheet).unwrap();
    assert_ne!(forged, code);
    let watched = Replay::from_code(&forged, &limits).and_then(|replay| {
        let mut player = replay.player(&limits)?;
        player.seek(usize::MAX)
    });
    let error = watched.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Record);
    assert!(error.to_string().contains("can't be"), "{error}");
}

#[test]
fn whole_games_have_a_budget() {
    let game = played(&rules("classic"), 7, 60);
    let mut limits = Limits::default();
    limits.game_work = 10_000;
    let replay = Replay::from_code(&game.replay_code().unwrap(), &limits).unwrap();
    let mut player = replay.player(&limits).unwrap();
    let error = player.seek(usize::MAX).unwrap_err();
    assert_eq!((error.kind(), error.code()), (ErrorKind::Limit, "game-limit"));
    // Going back and forth costs nothing; going on does.
    let farthest = player.position();
    assert!(farthest > 0 && farthest < 60);
    for position in [0, farthest, 3, farthest] {
        player.seek(position).unwrap();
    }
    assert_eq!(player.seek(farthest + 1).unwrap_err().place(), Some(Place::Step(farthest + 1)));

    let few = Mode::built_in("classic").unwrap().within(&limits).compile().unwrap();
    let moves: Vec<usize> = (0..200).map(|number| number % 4).collect();
    let many = few.mode().within(&Limits::default()).compile().unwrap();
    let text = proof::write_moves(&many, &moves).unwrap();
    let read = proof::read_moves(&text, &limits).unwrap();
    let claim = Claim { score: run(&many, &moves).game().score(), count: Some(200) };
    assert!(proof::verify(&many, 7, &read, &claim).unwrap().holds);
    assert_eq!(proof::verify(&few, 7, &read, &claim).unwrap_err().code(), "game-limit");
}

#[test]
fn claims_of_games_on_drawn_boards_are_checked() {
    let rules = Mode::built_in("2048").unwrap().with("random_holes=3").unwrap().compile().unwrap();
    let moves = [0, 1, 2, 3, 0, 2];
    let score = run(&rules, &moves).game().score();
    let read = proof::read_moves(&proof::write_moves(&rules, &moves).unwrap(), rules.limits()).unwrap();
    let verdict = proof::verify(&rules, 7, &read, &Claim { score, count: Some(6) }).unwrap();
    assert!(verdict.holds && verdict.run.game().steps() == 0);
    let start = rules.start(7).unwrap();
    let holes = |state: &State| calc::json::write(&state.grid()).matches("@Void").count();
    assert_eq!((holes(verdict.run.game().state()), holes(start.state())), (3, 3));
    assert!(!proof::verify(&rules, 7, &read, &Claim { score: score + 4.0, count: Some(6) }).unwrap().holds);
}

#[test]
fn games_on_drawn_boards_share_no_rules() {
    let rules = Mode::built_in("2048").unwrap().with("random_holes=3").unwrap().compile().unwrap();
    assert!(rules.is_drawn());
    let codes = [
        rules.engine().err().unwrap().code(),
        rules.batch(3, 1).err().unwrap().code(),
        rules.random_play(1).err().unwrap().code(),
    ];
    assert_eq!(codes, ["drawn-mode"; 3]);
    let one = rules.drawn(5).unwrap();
    assert!(!one.is_drawn() && one.batch(3, 1).is_ok() && one.engine().is_ok());
}

#[test]
fn more_directions_than_a_mask_has_bits_are_refused_by_batches() {
    let mut raw = Mode::built_in("classic").unwrap().raw().unwrap();
    let one = raw.directions.as_array().unwrap().to_vec();
    for (count, fits) in [(64, true), (65, false)] {
        raw.directions = Value::array(one.iter().cycle().take(count).cloned().collect::<Vec<_>>());
        let rules = Mode::from_raw(raw.clone()).compile().unwrap();
        assert_eq!(rules.batch(1, 7).is_ok(), fits, "{count}");
        assert!(rules.start(7).unwrap().play(count - 1).is_ok());
    }
}

#[test]
fn all_built_in_modes_can_be_played_within_strict_limits() {
    promised("within them all built-in modes can be played, and little more");
    for built_in in catalogue::modes() {
        let mode = Mode::built_in(built_in.name()).unwrap().within(&Limits::strict());
        let rules = mode.compile().unwrap_or_else(|error| panic!("{}: {error}", built_in.name()));
        let mut game = rules.start(7).unwrap();
        for number in 0..24 {
            match game.play(number % rules.directions().len()) {
                Err(error) if error.kind() != ErrorKind::Refused => panic!("{}: {error}", built_in.name()),
                _ => {}
            }
        }
        // What was played can be saved and read.
        let name = built_in.name();
        let replay = game.replay_code().unwrap_or_else(|error| panic!("{name}: {error}"));
        for code in [game.code().unwrap(), replay] {
            match open(&code, &Limits::strict()).unwrap() {
                Opened::Game(saved) => assert!(saved.resume(0.0, &Limits::strict()).is_ok()),
                Opened::Replay(replay) => replay.player(&Limits::strict()).unwrap().seek(usize::MAX).unwrap(),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn errors_say_their_kind_code_and_place() {
    let limits = Limits::default();
    let mut game = rules("2048").start(7).unwrap();
    let endless = r#"[0, "@repeat", "@Infinity", "+", 1, "@end-repeat"]"#;
    // error, kind, code, whether it knows its place
    let cases: [(Error, ErrorKind, &str, bool); 10] = [
        (Mode::built_in("nosuch").unwrap_err(), ErrorKind::Input, "no-such-mode", false),
        (Mode::built_in("2048").unwrap().set("x=1").unwrap_err(), ErrorKind::Input, "bad-setting", false),
        (Mode::built_in("2048").unwrap().with("x=1").unwrap_err(), ErrorKind::Input, "bad-modifier", false),
        (Mode::from_text("{ \"a\": 1 }", &limits).unwrap_err(), ErrorKind::File, "unknown-key", true),
        (open("@2048PowCompMode|3.0|NA==|", &limits).unwrap_err(), ErrorKind::Code, "missing-piece", true),
        (game.play(4).unwrap_err(), ErrorKind::Refused, "no-such-direction", false),
        (game.eval("[1,").unwrap_err(), ErrorKind::Input, "bad-json", true),
        (game.eval(endless).unwrap_err(), ErrorKind::Limit, "expression", false),
        ("jump@1".parse::<TimedAction>().unwrap_err(), ErrorKind::Input, "no-action", false),
        (open(&"x".repeat(5 << 20), &Limits::strict()).unwrap_err(), ErrorKind::Limit, "text-limit", false),
    ];
    for (error, kind, code, has_place) in cases {
        assert_eq!((error.kind(), error.code(), error.place().is_some()), (kind, code, has_place), "{error}");
    }
    let cut = open("@2048PowCompMode|3.0|NA==|", &limits).unwrap_err().to_string();
    assert!(cut.ends_with("copy all of it again"), "{cut}");
}

#[test]
fn files_that_a_mode_extends_are_read_with_it() {
    struct FileBeside;
    impl polymerge::Source for FileBeside {
        fn open(&self, name: &str, from: &str) -> Result<SourceFile, String> {
            match name {
                "base.jsonc" => Ok(SourceFile::new(name, GOALS.as_bytes())),
                _ => BuiltIn.open(name, from),
            }
        }
    }
    let file = SourceFile::new("mine.jsonc", &br#"{ "extends": "base.jsonc", "title": "Mine" }"#[..]);
    let mode = Mode::from_file(file, &FileBeside, &Limits::default()).unwrap();
    // Choosing reads them again, long after.
    let rules = mode.with("width=5").unwrap().compile().unwrap();
    assert_eq!((rules.mode().title(), rules.start(7).unwrap().state().width()), ("Mine", 5));
}

#[test]
fn clocks_show_no_time_that_is_none() {
    let rules = rules("classic");
    for now in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        let mut game = played(&rules, 7, 5);
        let (code, saved) = (game.code().unwrap(), game.saved().unwrap().to_json());
        let errors = [
            game.play_at(0, now).err(),
            game.act_at(Action::Restart, now).err(),
            game.tick(now).err(),
            game.set_time(now).err(),
            rules.start_at(7, now).err(),
            Saved::from_json(&saved, &Limits::default()).unwrap().resume(now, &Limits::default()).err(),
        ];
        for error in errors {
            let error = error.unwrap();
            assert_eq!((error.kind(), error.code()), (ErrorKind::Input, "bad-time"), "{error}");
        }
        // What is kept can be read as before.
        assert_eq!((game.time(), game.code().unwrap()), (0.0, code));
        assert_eq!(game.saved().unwrap().to_json(), saved);
    }
}
