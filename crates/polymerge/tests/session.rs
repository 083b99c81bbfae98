//! Sessions: the same seed and moves give the same game; steps can be taken
//! back and made again.

use std::sync::Arc;

use polymerge::{Limits, Opening, Refusal, Ruleset, Session, TurnError};

fn rules(name: &str) -> Arc<Ruleset> {
    let opening = Opening::of_name(name).unwrap();
    Ruleset::compile(opening.mode().clone(), Limits::default()).unwrap()
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
