//! A rollout goes as a game does.

use std::sync::Arc;

use calcarray::Value;
use polymerge_rules::{
    Game, MemoryLimits, Randomness, Refusal, Rollout, Ruleset, SavedGame, Screen, Seeded, TurnError, World,
};

use crate::laws::same;

/// Plays `presses` directions in a game and in a rollout with the same random
/// numbers, starting again whenever a game ends, and compares everything but
/// the record, which a rollout does not keep. Gives how many moved something.
///
/// # Panics
/// If they differ.
pub fn compare<R: Randomness + Clone + std::fmt::Debug>(
    rules: &Arc<Ruleset>,
    random: &R,
    presses: usize,
    memory: MemoryLimits,
) -> usize {
    let (mut random, mut twin) = (random.clone(), random.clone());
    let mut choices = Seeded::new(1);
    let Ok((mut game, _)) = Game::new(Arc::clone(rules), &mut World::new(&mut random, 0.0)) else { return 0 };
    let Ok(rollout) = Rollout::new(Arc::clone(rules), &mut twin, 0.0) else {
        panic!("the rollout can't be started");
    };
    let mut rollout = rollout.with_memory(memory);
    let mut moves = 0;
    for press in 0..presses {
        let world = &mut World::new(&mut random, 0.0);
        let directions = rules.directions().len();
        let choice = choices.next().unwrap_or_default();
        let ended = match game.screen() {
            Screen::Play => false,
            Screen::Win if game.continue_after_win(world).is_ok() => {
                assert!(rollout.continue_after_win().is_ok(), "press {press}: only the rollout ends");
                false
            }
            Screen::Win | Screen::GameOver => true,
        };
        if ended {
            let results = (game.restart(world).map(drop), rollout.restart(&mut twin));
            if !agree(press, &results.0, &results.1) {
                return moves;
            }
        }
        let direction = (choice * directions as f64) as usize;
        let played = game.play(direction, world).map(|turn| turn.moved);
        let rolled = rollout.play(direction, &mut twin);
        if !agree(press, &played, &rolled) {
            return moves;
        }
        moves += usize::from(played.is_ok_and(|moved| moved));
        let when = format!("after press {press}, of direction {direction}");
        same(&shown(&game), &shown(&rollout.to_game()), &when);
        same(&random, &twin, &when);
        assert_eq!((game.score(), game.screen()), (rollout.score(), rollout.screen()), "{when}");
    }
    moves
}

/// Whether two results allow going on; a game that runs into a limit may do so
/// on the plain way only.
///
/// # Panics
/// If they should be equal and are not.
fn agree<T: std::fmt::Debug + PartialEq>(
    press: usize,
    game: &Result<T, TurnError>,
    rollout: &Result<T, TurnError>,
) -> bool {
    let refused = |result: &Result<T, TurnError>| {
        matches!(
            result,
            Err(TurnError::Refused(Refusal::Unavailable | Refusal::Blocked | Refusal::NoSuchDirection))
        )
    };
    match game {
        Ok(_) => same(game, rollout, &format!("the result of press {press}")),
        Err(_) if refused(game) => assert!(refused(rollout), "press {press}: {rollout:?}"),
        Err(_) => return false,
    }
    true
}

/// What is compared: all of a game but its record.
fn shown(game: &Game) -> (SavedGame, Screen) {
    let nothing = || Value::Array(Default::default());
    let saved = SavedGame {
        moves_played: nothing(),
        current_move: nothing(),
        random_events: nothing(),
        random_index: 0.0,
        other_spawns: nothing(),
        replay_timestamps: nothing(),
        ..game.save(0.0)
    };
    (saved, game.screen())
}
