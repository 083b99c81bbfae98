//! Sessions: the same seed and moves give the same game; steps can be taken
//! back and made again.

use std::sync::Arc;

use polymerge_rules::{GameState, Mode as Raw, Randomness as _, Refusal, Screen};

use super::*;
use crate::{Limits, Mode, Replay};

fn rules(name: &str) -> Arc<Ruleset> {
    Arc::clone(Mode::built_in(name).unwrap().compile().unwrap().ruleset())
}

/// Presses the directions of `moves`, one each second.
fn played(name: &str, seed: u64, moves: &[usize]) -> Session {
    let (mut session, _) = Session::new(rules(name), seed, 0.0).unwrap();
    for (place, &direction) in moves.iter().enumerate() {
        match session.play(direction, (place + 1) as f64 * 1000.0) {
            Ok(_) | Err(TurnError::Refused(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    session
}

const MOVES: [usize; 12] = [0, 2, 1, 3, 0, 2, 1, 3, 0, 2, 1, 3];

#[test]
fn the_same_seed_and_moves_give_the_same_game() {
    for name in ["2048", "2187"] {
        let game = played(name, 7, &MOVES);
        assert_eq!(game.game(), played(name, 7, &MOVES).game());
        assert_ne!(game.game().grid(), played(name, 8, &MOVES).game().grid());
    }
}

#[test]
fn what_is_undone_can_be_made_again_and_turns_out_the_same() {
    let mut session = played("2048", 7, &MOVES);
    let end = session.game().clone();
    let steps = session.steps();
    assert!(steps > 4);
    for _ in 0..steps {
        assert!(session.undo());
    }
    assert!(!session.undo());
    assert_eq!(session.game(), played("2048", 7, &[]).game());
    for _ in 0..steps {
        assert!(session.redo());
    }
    assert!(!session.redo());
    assert_eq!(session.game(), &end);
}

#[test]
fn a_new_move_after_an_undo_forgets_what_was_undone() {
    let mut session = played("2048", 7, &MOVES);
    let before = session.game().clone();
    session.undo();
    let undone = session.game().clone();
    let moved = (0..4).find(|&direction| session.play(direction, 60_000.0).is_ok_and(|turn| turn.moved));
    assert!(moved.is_some() && !session.redo());
    session.undo();
    assert_eq!(session.game().grid(), undone.grid());
    assert_ne!(session.game().grid(), before.grid());
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut session = played("2048", 7, &MOVES);
    let before = session.game().clone();
    let refused = session.play(4, 60_000.0);
    assert_eq!(refused, Err(TurnError::Refused(Refusal::NoSuchDirection)));
    assert_eq!(session.play_on(60_000.0), Err(TurnError::Refused(Refusal::NoWin)));
    assert_eq!(session.game(), &before);
}

/// A session that goes on with what is kept of another one, much later.
fn kept(session: &Session, history: Option<(usize, f64)>) -> (Session, bool) {
    const LATER: f64 = 1_000_000.0;
    let (game, random) = (session.game(), session.random().clone());
    let rules = Ruleset::compile(game.saved_mode(), Limits::default()).unwrap();
    let saved = game.save(100_000.0);
    let now = 100_000.0 + LATER;
    let mut later = Session::resume(rules.clone(), &saved, session.seed(), random, now).unwrap();
    let Some((steps, shift)) = history else { return (later, false) };
    let history = session.history(steps).unwrap();
    let (saved, random) = (history.game.save(100_000.0), history.random.clone());
    let base = Session::resume(rules, &saved, session.seed(), random.clone(), now).unwrap().game().clone();
    let done = history.done.iter().map(|one| TimedAction { at: one.at + shift, ..*one }).collect();
    let found = later.retrace(&History { game: &base, random: &random, done, undone: history.undone });
    (later, found)
}

#[test]
fn the_way_back_is_kept_with_a_game() {
    for name in ["2048", "dive", "2295"] {
        let rules = rules(name);
        let (mut session, _) = Session::new(rules, 7, 0.0).unwrap();
        for turn in 1..=60 {
            let legal = session.game().legal_moves().unwrap();
            let Some(&direction) = legal.get(turn % legal.len().max(1)) else { break };
            session.play(direction, turn as f64 * 500.0).unwrap();
            session.tick(turn as f64 * 500.0 + 250.0).unwrap();
        }
        for _ in 0..3 {
            session.undo();
        }
        let (later, found) = kept(&session, Some((20, 1_000_000.0)));
        assert!(found, "{name}");
        let steps = later.steps();
        assert!(steps == session.steps() || (20..40).contains(&steps), "{name}: {steps}");
        let (mut later, mut before) = (later, session.clone());
        for _ in 0..3 {
            assert!(later.redo() && before.redo(), "{name}");
            assert_eq!(later.game().grid(), before.game().grid(), "{name}");
            assert_eq!(later.random(), before.random(), "{name}");
        }
        assert!(!later.redo(), "{name}");
        for _ in 0..3 {
            later.undo();
            before.undo();
        }
        for _ in 0..steps {
            assert!(later.undo() && before.undo());
            assert_eq!(later.game().grid(), before.game().grid(), "{name}");
            assert_eq!(later.random(), before.random(), "{name}");
        }
        // A way that leads elsewhere is none: times that are not moved along, here.
        let (later, found) = kept(&session, Some((20, 0.0)));
        assert!(!found && later.steps() == 0, "{name}");
    }
}

#[test]
fn the_way_forward_is_kept_as_long_as_it_follows() {
    let mut session = played("2048", 7, &MOVES);
    let steps = session.steps();
    // Back to the start: there is a way forward alone.
    while session.undo() {}
    assert_eq!(session.history(steps).unwrap().undone, steps);
    let (mut later, found) = kept(&session, Some((steps, 1_000_000.0)));
    assert!(found && later.steps() == 0);
    while later.redo() {
        assert!(session.redo());
        assert_eq!(later.game().grid(), session.game().grid());
    }
    assert_eq!(later.steps(), steps);
    // A direction that moves nothing, pressed after a step was taken back, would come before that step.
    let blocked = (0..steps).find_map(|_| {
        session.undo();
        (0..4).find(|&direction| session.clone().play(direction, 0.0).is_ok_and(|turn| !turn.moved))
    });
    session.play(blocked.unwrap(), 70_000.0).unwrap();
    assert!(session.undone() > 0);
    assert_eq!(session.history(steps).map_or(0, |history| history.undone), 0);
    // No more of them than of the others.
    let mut session = played("2048", 7, &MOVES);
    while session.undo() {}
    assert_eq!(session.history(2).unwrap().undone, 2);
}

#[test]
fn the_way_back_begins_with_the_same_state_for_some_time() {
    let mut session = played("2048", 7, &[]);
    assert!(session.history(10).is_none());
    let mut bases: Vec<(usize, GameState)> = Vec::new();
    for now in 1..400 {
        let legal = session.game().legal_moves().unwrap();
        let Some(&direction) = legal.first() else { break };
        session.play(direction, f64::from(now)).unwrap();
        let Some(history) = session.history(10) else { continue };
        if bases.last().is_none_or(|(_, base)| base != history.game) {
            bases.push((session.steps(), history.game.clone()));
        }
    }
    assert!(bases.len() > 3, "{}", bases.len());
    let steps: Vec<usize> = bases.iter().map(|(steps, _)| *steps).collect();
    assert!(steps.iter().skip(1).all(|step| step % 10 == 0), "{steps:?}");
}

#[test]
fn time_that_passes_without_end_does_not_grow_the_way_back() {
    let rules = rules_with(
        r#""variables": [0], "scripts": [{"on": "Interval", "every": 10, "until": [false], "do": [0, "@edit_gvar", 0, ["@GVar 0", "+", 1]]}]"#,
    );
    let (mut session, _) = Session::new(rules, 7, 0.0).unwrap();
    let (mut ticks, mut events) = (0, 0);
    assert!((0..4).any(|direction| session.play(direction, 0.5).is_ok_and(|turn| turn.moved)));
    assert!(session.history(10).is_some());
    while ticks < 5000 {
        ticks += 1;
        events += session.tick(f64::from(ticks) * 10.0).unwrap().events.len();
    }
    assert!(events >= 5000, "{events}");
    assert!(session.history(10).is_none());
}

/// 2048 with something added.
fn rules_with(addition: &str) -> Arc<Ruleset> {
    let text = format!(r#"{{"extends": "001-2048.jsonc", {addition}}}"#);
    let mode = Mode::from_text(&text, &Limits::default()).unwrap();
    Arc::clone(mode.compile().unwrap().ruleset())
}

#[test]
fn a_past_that_holds_a_great_deal_is_shorter() {
    // A new text of a megabyte in every turn.
    let rules = rules_with(
        r#""variables": [""],
           "scripts": [{"on": "EndTurn", "do": [0, "@edit_gvar", 0,
               ["12345678", "@repeat", 16, "str_concat", "@Parent -1", "@end-repeat", "str_concat", ["@Moves"]]]}]"#,
    );
    let (mut session, _) = Session::new(rules, 7, 0.0).unwrap();
    let mut moves = 0;
    while moves < 300 {
        for direction in [0, 2, 1, 3] {
            moves += usize::from(session.play(direction, 0.0).is_ok_and(|turn| turn.moved));
        }
        if session.game().legal_moves().unwrap().is_empty() {
            session.perform(Action::Restart, 0.0).unwrap();
        }
    }
    let kept = session.steps();
    assert!((200..=256).contains(&kept), "{kept} steps can be taken back");
    // The way back and forth is as long as it says.
    for _ in 0..2 {
        assert!((0..kept).all(|_| session.undo()) && !session.undo());
        assert!((0..kept).all(|_| session.redo()) && !session.redo());
    }
    // Recorded games remember as much.
    let game = session.game();
    let mut player = Replay::of_state(game, 0.0).player(&Limits::default()).unwrap();
    player.seek(player.length()).unwrap();
    assert_eq!(player.state().grid(), game.grid());
    player.seek(1).unwrap();
    assert_eq!(player.position(), 1);
}

#[test]
fn a_blocked_press_that_ends_the_game_is_taken_back_with_the_move_before() {
    let rules = Ruleset::compile(Raw::classic(2, 2), Limits::default()).unwrap();
    let (mut session, _) = Session::new(rules, 9, 0.0).unwrap();
    let mut before = session.game().grid();
    for step in 0..400 {
        if session.game().screen() == Screen::GameOver {
            break;
        }
        let grid = session.game().grid();
        session.play(step % 4, step as f64).unwrap();
        if session.game().grid() != grid {
            before = grid;
        }
    }
    assert_eq!(session.game().screen(), Screen::GameOver);
    let end = session.game().clone();
    assert!(session.undo());
    assert_eq!((session.game().grid(), session.game().screen()), (before, Screen::Play));
    assert!(session.redo());
    assert_eq!(*session.game(), end);
}

/// Plays two sessions of a mode side by side, one with an engine, with steps taken back and
/// forth, and compares them. Returns the number of turns that were played on packed boards.
fn twins(rules: &Arc<Ruleset>, seed: u64, presses: usize) -> usize {
    let engine = SharedEngine::new(rules, &Default::default());
    let (own, _) = Session::new(Arc::clone(rules), seed, 40.0).unwrap();
    let mut fast = own.clone().with_engine(&engine);
    let mut slow = own;
    let mut choices = Rng::new(seed + 1);
    let mut choose = |of: usize| (choices.next().unwrap() * of as f64) as usize;
    let mut packed = 0;
    for press in 0..presses {
        let now = 50.0 + 700.0 * press as f64;
        match choose(24) {
            0 => assert_eq!(fast.undo(), slow.undo()),
            1 => assert_eq!(fast.redo(), slow.redo()),
            2 => assert_eq!(fast.undo_reseeded(press as u64), slow.undo_reseeded(press as u64)),
            3 => assert_eq!(fast.perform(Action::Tick, now), slow.perform(Action::Tick, now)),
            4 => assert_eq!(fast.is_over(), slow.is_over()),
            _ => {}
        }
        if fast.screen() == Screen::Win {
            let _ = (fast.play_on(now), slow.play_on(now));
        }
        let direction = choose(rules.directions().len());
        let (own, other) = (fast.play(direction, now), slow.play(direction, now));
        packed += usize::from(fast.now.game.is_packed());
        match (own, other) {
            (Ok(own), Ok(other)) => {
                assert_eq!((own.moved, own.score), (other.moved, other.score));
                if choose(4) == 0 {
                    assert_eq!(own.events, other.events);
                }
            }
            (own, other) => assert_eq!(own.err(), other.err()),
        }
        assert_eq!(
            (fast.random(), fast.steps(), fast.undone()),
            (slow.random(), slow.steps(), slow.undone())
        );
        assert_eq!((fast.score(), fast.moves(), fast.screen()), (slow.score(), slow.moves(), slow.screen()));
        assert_eq!(fast.is_won(), slow.is_won());
        if choose(6) == 0 {
            assert_eq!(fast.legal(), slow.legal());
        }
        if choose(9) == 0 || press + 1 == presses {
            assert_eq!(fast.game(), slow.game());
            assert_eq!(fast.game().unrecorded(), slow.game().unrecorded());
            assert_eq!(fast.game().save(now), slow.game().save(now));
        }
    }
    let (own, other) = (fast.history(40), slow.history(40));
    assert_eq!(own.as_ref().map(|own| own.game), other.as_ref().map(|other| other.game));
    assert_eq!(own.map(|own| own.done), other.map(|other| other.done));
    packed
}

#[test]
fn games_go_the_same_way_with_an_engine() {
    let packed = crate::catalogue::modes().filter(|mode| twins(&rules(mode.name()), 7, 90) > 30).count();
    assert!(packed >= 60, "{packed} modes are played on packed boards");
}

#[test]
fn long_games_with_an_engine_end_in_the_same_way() {
    for name in ["2048", "2187", "classic"] {
        for seed in 0..6 {
            assert!(twins(&rules(name), seed, 500) > 100, "{name} {seed}");
        }
    }
}
