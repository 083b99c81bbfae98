//! A mode file that draws a goal before every game draws it whichever way its
//! games are started.

use polymerge::sample::TrialOptions;
use polymerge::{Game, Limits, Mode, Randomness, Rng, State};

fn goals() -> Mode {
    Mode::from_text(include_str!("goals.jsonc"), &Limits::default()).unwrap()
}

fn goal(state: &State) -> f64 {
    state.game_variables()[0].as_number().unwrap()
}

#[test]
fn games_at_random_draw_their_goals() {
    let rules = goals().compile().unwrap();
    for seed in 0..10 {
        let mut trial = rules.trial(TrialOptions { games: 1, moves: 5, seed });
        trial.run(1);
        let first = Rng::new(seed).next().unwrap();
        assert_eq!(goal(trial.game().unwrap()), 10.0 + (first * 10.0).floor());
    }
    let mut play = rules.random_play_direct(7).unwrap();
    play.run(u64::MAX, 20).unwrap();
    let tally = play.tally();
    let score = tally.ended_score / tally.games as f64;
    // A game on such a board has about a hundred merges.
    assert!(score > 500.0, "{score}");
}

#[test]
fn a_seed_draws_cells_then_the_goal_then_tiles() {
    let game = goals().with("random_holes=3").unwrap().compile().unwrap().start(7).unwrap();
    let mut random = Rng::new(7);
    for _ in 0..3 {
        random.next().unwrap();
    }
    let fourth = random.next().unwrap();
    assert_eq!(goal(game.state()), 10.0 + (fourth * 10.0).floor());
}

/// A game after a few moves.
fn played() -> Game {
    let mut game = goals().compile().unwrap().start(3).unwrap();
    for (place, direction) in (0..4).cycle().take(20).enumerate() {
        game.play_at(direction, place as f64 * 100.0).ok();
    }
    game
}

#[test]
fn a_replay_and_a_saved_game_keep_the_goal() {
    let mut game = played();
    assert!(game.score() > 0.0);
    let mut player = game.replay().player(&Limits::default()).unwrap();
    player.seek(player.length() - 1).unwrap();
    assert_eq!((player.state().score(), goal(player.state())), (game.score(), goal(game.state())));

    let mut later = game.saved().unwrap().resume(2000.0, &Limits::default()).unwrap();
    assert_eq!(goal(later.state()), goal(game.state()));
    later.restart().unwrap();
    assert_eq!(goal(later.state()), goal(game.state()), "a save code has no place for what draws the goal");
}

#[test]
fn steps_since_a_game_was_played_again_are_kept() {
    let mut game = played();
    let first = goal(game.state());
    while goal(game.state()) == first {
        game.restart().unwrap();
    }
    for direction in 0..4 {
        game.play(direction).ok();
    }
    game.undo();
    // As it is kept: with codes, which hold the mode with its drawn goal.
    let later = game.saved().unwrap().resume(7000.0, &Limits::default()).unwrap();
    assert!(later.steps() > 0 && later.steps() < game.steps());
    assert_eq!((later.undone(), goal(later.state())), (1, goal(game.state())));
}
