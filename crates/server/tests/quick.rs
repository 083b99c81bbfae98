//! Games are played by the fast engine: to the same end as move by move, and at the same cost
//! whatever was played before.

use polymerge::{Game, Limits, Opened, Rules, catalogue, open, proof};
use polymerge_server::ending::Ending;
use polymerge_server::modes::Named;
use polymerge_server::source::{Source, limits};
use polymerge_server::verify::{Submission, verify};

/// Moves of each game.
const MOVES: usize = 150;

/// The built-in modes, some with modifiers.
fn sources() -> Vec<Source> {
    let source = |mode: &str, modifiers: &str| Source {
        mode: mode.to_owned(),
        modifiers_code: modifiers.to_owned(),
        ..Source::default()
    };
    let mut sources: Vec<Source> = catalogue::summaries().map(|mode| source(&mode.name, "")).collect();
    assert!(sources.len() > 100);
    for modifiers in ["grid=8x8", "grid=2x9", "garbage=2", "unmoving=1"] {
        sources.push(source("2048", modifiers));
    }
    sources
}

/// Directions without pattern, some of which move nothing.
fn directions(rules: &Rules, seed: u64) -> Vec<usize> {
    let mut state = seed;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % rules.directions().len().max(1)
    };
    (0..MOVES).map(|_| draw()).collect()
}

fn submission(rules: &Rules, seed: u64) -> Option<Submission> {
    let moves = proof::write_moves(rules, &directions(rules, seed)).ok()?;
    Some(Submission { seed, moves, count: Some(MOVES) })
}

fn state(game: &Game) -> impl PartialEq + std::fmt::Debug {
    let state = game.state();
    let counters = [state.score(), state.moves(), state.merges(), state.won(), game.time()];
    let lists = [state.game_variables(), state.modifier_variables(), state.spawns(), state.discovered()];
    let tiles = [state.conveyor(), state.spawn_boxes()].map(<[_]>::to_vec);
    (state.grid(), counters.map(f64::to_bits), lists.map(<[_]>::to_vec), tiles, game.random().state())
}

/// Plays a game by the plain rules, as anyone can who checks it.
fn plain(rules: &Rules, seed: u64) -> Result<(Game, usize), polymerge::Error> {
    let mut run = proof::Run::start(rules, seed)?;
    run.play_all(&directions(rules, seed))?;
    let played = run.played();
    Ok((run.into_game(), played))
}

#[test]
fn all_built_in_modes_are_played_to_the_same_end() {
    let limits = limits(100_000, 200_000_000);
    let mut compared = 0;
    for source in sources() {
        let named = match Named::of(&source, &limits) {
            Ok(named) => named,
            Err(refused) if !source.modifiers_code.is_empty() => panic!("{source:?}: {}", refused.message),
            Err(_) => continue,
        };
        for seed in 1..3 {
            let what = format!("{} {} seed {seed}", source.mode, source.modifiers_code);
            let Some(submission) = submission(&named.rules, seed) else { continue };
            match (verify(&submission, &named), plain(&named.rules, seed)) {
                (Ok((verified, game)), Ok((other, played))) => {
                    assert_eq!(state(&game), state(&other), "{what}");
                    assert_eq!(verified.score.to_bits(), other.score().to_bits(), "{what}");
                    assert!(verified.length >= played, "{what}");
                    compared += 1;
                }
                (Err(refused), Err(error)) => assert_eq!(refused.kind, error.code(), "{what}"),
                (Err(refused), Ok(_)) => assert_eq!(refused.kind, "no-moves", "{what}"),
                (Ok(_), Err(error)) => panic!("{what}: {error}"),
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

/// A mode whose rules or looks ask for the time is played by the clock.
#[test]
fn rules_and_pictures_that_read_the_time_see_it_pass() {
    let texts = [
        r#"{ "extends": "classic.jsonc", "variables": { "t": 0 },
            "scripts": [{ "on": "EndTurn", "do": "= t = @TimeSinceStartGame" }] }"#,
        r#"{ "extends": "classic.jsonc",
            "scripts": [{ "on": "EndTurn", "do": "= if @TimeSinceStartGame > 20 { score += 1 }" }] }"#,
        r#"{ "extends": "classic.jsonc",
            "stat_boxes": ["score", { "title": "Time", "value": ["@TimeSinceMoveStart"] }] }"#,
    ];
    for text in texts {
        let Ok(Opened::Mode(mode)) = open(text, &Limits::strict()) else { panic!("this is a mode: {text}") };
        let source = Source { mode: mode.to_code().unwrap(), ..Source::default() };
        let named = Named::of(&source, &limits(100_000, 200_000_000)).unwrap();
        let submission = submission(&named.rules, 3).unwrap();
        let (_, game) = verify(&submission, &named).unwrap();
        let by_clock = plain(&named.rules, 3).unwrap().0;
        assert_eq!(state(&game), state(&by_clock));
        assert_eq!(Ending::of(&game), Ending::of(&by_clock), "{text}");
        // The fast engine, in which time stands still, comes to another end.
        let mut quick = proof::QuickRun::start(&named.rules, 3).unwrap();
        for direction in directions(&named.rules, 3) {
            quick.play(direction).unwrap();
        }
        let quick = quick.game().unwrap();
        let is_same = state(&quick) == state(&by_clock) && Ending::of(&quick) == Ending::of(&by_clock);
        assert!(!is_same, "{text}");
    }
}

/// A game is refused for its cost at the same move, whatever was played before.
#[test]
fn a_game_that_costs_too_much_is_refused_alike_whatever_was_played_before() {
    let (most, little) = (limits(100_000, 200_000_000), limits(100_000, 2_000));
    let mut refused = 0;
    for source in sources().into_iter().step_by(3) {
        let Ok(fresh) = Named::of(&source, &little) else { continue };
        let (Ok(used), Ok(free)) = (Named::of(&source, &little), Named::of(&source, &most)) else { continue };
        for seed in 10..14 {
            let Some(submission) = submission(&free.rules, seed) else { continue };
            // Whole games, and parts of games that are within the budget.
            let _played = verify(&submission, &free);
            let _refused = verify(&submission, &used);
            let _part = verify(&Submission { moves: "Gw".to_owned(), count: None, ..submission }, &used);
        }
        let Some(submission) = submission(&fresh.rules, 1) else { continue };
        match (verify(&submission, &fresh), verify(&submission, &used)) {
            (Err(one), Err(other)) => {
                assert_eq!(one, other, "{source:?}");
                refused += 1;
            }
            (one, other) => panic!("{source:?}: {one:?} and {other:?}"),
        }
    }
    assert!(refused > 30, "{refused}");
}

/// Budgets around what a game costs: it is taken or refused alike by a mode that played nothing yet, and by
/// one that has played other games, and the first moves of this one.
#[test]
fn near_the_budget_a_game_is_taken_or_refused_alike_whatever_was_played_before() {
    let timed = r#"{ "extends": "classic.jsonc",
        "scripts": [{ "on": "EndTurn", "do": "= if @TimeSinceStartGame > 20 { score += 1 }" }] }"#;
    let Ok(Opened::Mode(timed)) = open(timed, &Limits::strict()) else { panic!("this is a mode") };
    let built_in = |mode: &str| Source { mode: mode.to_owned(), ..Source::default() };
    let sources = [built_in("2048"), built_in("dive"), built_in("120"), built_in(&timed.to_code().unwrap())];
    for source in sources {
        let named = |work: u64| Named::of(&source, &limits(100_000, work)).unwrap();
        let free = named(u64::MAX / 2);
        let submission = submission(&free.rules, 1).unwrap();
        let cost = verify(&submission, &free).unwrap().0.work;
        let (mut taken, mut refused) = (0, 0);
        for percent in [10, 20, 40, 60, 70, 80, 85, 90, 93, 96, 98, 99, 100, 101, 110, 150, 250, 450, 900] {
            let budget = cost * percent / 100;
            let (fresh, used) = (named(budget), named(budget));
            for seed in [1, 1, 2, 3] {
                for part in [10, 30, 50] {
                    let submission = self::submission(&free.rules, seed).unwrap();
                    // What is left of the string counts as padding of no move.
                    let moves = directions(&free.rules, seed)[..part].to_vec();
                    let moves = proof::write_moves(&free.rules, &moves).unwrap();
                    let _played = verify(&Submission { moves, count: Some(part), ..submission }, &used);
                }
            }
            match (verify(&submission, &fresh), verify(&submission, &used)) {
                (Ok((one, game)), Ok((other, same))) => {
                    assert_eq!((one.moves, one.score.to_bits()), (other.moves, other.score.to_bits()));
                    assert_eq!(state(&game), state(&same), "{source:?} {percent}");
                    taken += 1;
                }
                (Err(one), Err(other)) => {
                    assert_eq!(one, other, "{source:?} {percent}");
                    refused += 1;
                }
                (one, other) => panic!("{source:?} {percent}: {:?} and {:?}", one.err(), other.err()),
            }
            // Nor does the same game get in by being sent again.
            let again = verify(&submission, &used);
            assert_eq!(again.is_ok(), verify(&submission, &fresh).is_ok(), "{source:?} {percent}");
        }
        assert!(taken >= 4 && refused >= 4, "{source:?}: {taken} {refused}");
    }
}

/// Games that use the caches of others go on to the same end.
#[test]
fn an_engine_that_has_played_plays_on_alike() {
    let limits = limits(100_000, 200_000_000);
    for source in sources().into_iter().step_by(5) {
        let (Ok(fresh), Ok(used)) = (Named::of(&source, &limits), Named::of(&source, &limits)) else {
            continue;
        };
        for seed in 1..5 {
            let Some(submission) = submission(&fresh.rules, seed) else { continue };
            let alone = Named { engines: Default::default(), ..Named::of(&source, &limits).unwrap() };
            match (verify(&submission, &used), verify(&submission, &alone)) {
                (Ok((one, game)), Ok((other, single))) => {
                    assert_eq!((one.moves, one.score.to_bits()), (other.moves, other.score.to_bits()));
                    assert_eq!(state(&game), state(&single), "{source:?}");
                }
                (one, other) => assert_eq!(one.err(), other.err(), "{source:?}"),
            }
        }
    }
}

/// At its budget a game is taken, one below it is refused at its last move.
#[test]
fn a_game_may_cost_its_budget_and_no_more() {
    let named = |work: u64| {
        let source = Source { mode: "2048".to_owned(), ..Source::default() };
        Named::of(&source, &limits(100_000, work)).unwrap()
    };
    let free = named(u64::MAX);
    let submission = submission(&free.rules, 1).unwrap();
    // The last move counts only for the one after it.
    let mut run = proof::QuickRun::start(&free.rules, 1).unwrap();
    let list = directions(&free.rules, 1);
    for direction in &list[..MOVES - 1] {
        run.play(*direction).unwrap();
    }
    assert!(verify(&submission, &named(run.work())).is_ok());
    let refused = verify(&submission, &named(run.work() - 1)).unwrap_err();
    assert_eq!(refused.r#move, Some(MOVES));
}
