//! A mode file that draws a goal before every game draws it whichever way its
//! games are started.

#![cfg(test)]

use polymerge::modefile::catalogue::BuiltIn;
use polymerge::modefile::SourceFile;
use polymerge::old::{
    seeded, Batch, Changed, Game, History, Limits, NewGame, Opening, Player, RandomPlay, Rollout, Ruleset,
    Seeded, Session, Starter, TimedAction, Trial, TrialOptions, World,
};
use polymerge::savecode::moves::Moves;

/// Merges give the goal as points; without one, they give none.
const FILE: &str = r##"{
    "title": "Goals",
    "variables": { "goal": 0 },
    "before_game": { "do": [0, "@edit_gvar", "$goal", [10, "rand_int", 19]] },
    "tile": ["power"],
    "tiles": [{ "colour": "#f0c040" }],
    "spawns": [{ "tile": [1] }],
    "merges": [{ "match": [{}, {}], "result": [["@This power", "+", 1]], "score": "@GVar goal" }],
}"##;

fn file() -> SourceFile {
    SourceFile::new("goals.jsonc", FILE.as_bytes())
}

fn opening() -> Opening {
    Opening::of_file(&file(), &BuiltIn, &Default::default()).unwrap()
}

fn rules() -> std::sync::Arc<Ruleset> {
    Ruleset::compile(opening().mode().clone(), Limits::default()).unwrap()
}

fn starter() -> Starter {
    Starter::new(opening().mode().clone(), &Default::default()).unwrap()
}

fn goal(game: &Game) -> f64 {
    game.game_variables()[0].as_number().unwrap()
}

/// The goal of a game that a door gives for a seed.
type Door = fn(u64) -> f64;

#[test]
fn every_door_starts_games_with_their_goal() {
    let exact: &[(&str, Door)] = &[
        ("Opening and Session", |seed| goal(Session::new(rules(), seed, 0.0).unwrap().0.game())),
        ("Opening and Starter", |seed| goal(starter().start(seed, 0.0).unwrap().0.game())),
        ("NewGame", |seed| {
            let game = NewGame::of_file(file(), &BuiltIn, &Default::default()).unwrap();
            goal(game.start(seed, 0.0).unwrap().0.game())
        }),
        ("NewGame with a modifier", |seed| {
            let game =
                NewGame::of_file(file(), &BuiltIn, &Default::default()).unwrap().with("grid=5x5").unwrap();
            goal(game.start(seed, 0.0).unwrap().0.game())
        }),
        ("NewGame of a mode, as a Starter", |seed| {
            let ready = NewGame::of_mode(opening().mode().clone()).ready().unwrap();
            goal(Starter::changed(ready).unwrap().start(seed, 0.0).unwrap().0.game())
        }),
        ("Game", |seed| goal(&Game::new(rules(), &mut World::new(&mut Seeded::new(seed), 0.0)).unwrap().0)),
        ("seeded", |seed| {
            let moves = Moves { moves: Vec::new(), directions: 4, exact: true };
            goal(seeded::start(rules(), seed, &moves).unwrap().session.game())
        }),
        ("Rollout", |seed| goal(&Rollout::new(rules(), &mut Seeded::new(seed), 0.0).unwrap().to_game())),
        ("Batch", |seed| goal(&Batch::new(rules(), 3, seed, 0.0).unwrap().game(0))),
        ("Trial", |seed| {
            let mut trial = Trial::new(starter(), TrialOptions { games: 1, moves: 5, seed });
            trial.run(1);
            goal(trial.game().unwrap())
        }),
    ];
    let expected: Vec<f64> = (0..10).map(|seed| 10.0 + draw(seed)).collect();
    assert!(expected.iter().any(|goal| *goal != expected[0]));
    for (name, door) in exact {
        let found: Vec<f64> = (0..10).map(door).collect();
        assert_eq!(found, expected, "{name}");
    }
    let mut play = RandomPlay::new(rules(), 7).unwrap();
    play.run(u64::MAX, 20).unwrap();
    let tally = play.tally();
    let score = tally.ended_score / tally.games as f64;
    // A game on such a board has about a hundred merges.
    assert!(score > 500.0, "{score}");
}

/// The first draw of a seed, as a number from 0 to 9.
fn draw(seed: u64) -> f64 {
    (polymerge::rules::Randomness::next(&mut Seeded::new(seed)).unwrap() * 10.0).floor()
}

#[test]
fn a_seed_draws_cells_then_the_goal_then_tiles() {
    let cells = Changed::modifiers(["random_holes=3"], &Default::default());
    let game =
        NewGame::of_file(file(), &BuiltIn, &Default::default()).unwrap().with_modifiers(cells.unwrap());
    let session = game.start(7, 0.0).unwrap().0;
    let mut random = Seeded::new(7);
    for _ in 0..3 {
        polymerge::rules::Randomness::next(&mut random).unwrap();
    }
    let fourth = polymerge::rules::Randomness::next(&mut random).unwrap();
    assert_eq!(goal(session.game()), 10.0 + (fourth * 10.0).floor());
}

/// A session after a few moves.
fn played() -> Session {
    let mut session = starter().start(3, 0.0).unwrap().0;
    for (place, direction) in (0..4).cycle().take(20).enumerate() {
        session.play(direction, place as f64 * 100.0).ok();
    }
    session
}

#[test]
fn a_replay_and_a_saved_game_keep_the_goal() {
    let session = played();
    let game = session.game();
    assert!(game.score() > 0.0);
    let mut player = Player::new(game.saved_mode(), &game.replay(2000.0), &Default::default()).unwrap();
    player.seek(player.length() - 1).unwrap();
    assert_eq!((player.game().score(), goal(player.game())), (game.score(), goal(game)));

    let saved_rules = Ruleset::compile(game.saved_mode(), Limits::default()).unwrap();
    let saved = game.save(2000.0);
    let mut later = Session::resume(saved_rules, &saved, 3, session.random().clone(), 2000.0).unwrap();
    assert_eq!(goal(later.game()), goal(game));
    later.restart(3000.0).unwrap();
    assert_eq!(goal(later.game()), goal(game), "a save code has no place for what draws the goal");
}

#[test]
fn steps_since_a_game_was_played_again_are_kept() {
    let mut session = played();
    let first = goal(session.game());
    while goal(session.game()) == first {
        session.restart(5000.0).unwrap();
    }
    for direction in 0..4 {
        session.play(direction, 6000.0).ok();
    }
    session.undo();
    let History { game, random, done, undone } = session.history(100).unwrap();
    assert!(
        done.len() > 2
            && !done.iter().any(|TimedAction { action, .. }| *action == polymerge::Action::Restart)
    );

    // As it is kept: with codes, which hold the mode with its drawn goal.
    let rules = Ruleset::compile(session.game().saved_mode(), Limits::default()).unwrap();
    let saved = session.game().save(7000.0);
    let mut later = Session::resume(rules.clone(), &saved, 3, session.random().clone(), 7000.0).unwrap();
    let base = Session::resume(rules, &game.save(7000.0), 3, random.clone(), 7000.0).unwrap();
    let history = History { game: base.game(), random, done, undone };
    assert!(later.retrace(&history));
    assert_eq!((later.undone(), goal(later.game())), (1, goal(session.game())));
}
