//! Rollouts compared with games: both must agree.

use std::sync::Arc;

use calcarray::Value;
use polymerge_rules::{
    Batch, Direct, GameState, MemoryLimits, Randomness, Refusal, Rng, Rollout, Ruleset, SavedGame, Screen,
    TurnError, World,
};

use crate::laws::same;

/// Plays `presses` directions in a game and in a rollout with the same random numbers,
/// starting again whenever a game ends, and compares everything but the record, which a
/// rollout does not keep. Returns the number of presses that moved something.
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
    let Ok((game, _)) = GameState::new(Arc::clone(rules), &mut World::new(&mut random, 0.0)) else {
        return 0;
    };
    let Ok(rollout) = Rollout::new(Arc::clone(rules), &mut twin, 0.0) else {
        panic!("the rollout can't be started");
    };
    compare_presses(game, rollout.with_memory(memory), (random, twin), presses)
}

/// A memory of few lines, in which hardly any is known when it comes again: most are
/// resolved by the collisions of single tiles.
pub fn of_few_lines() -> MemoryLimits {
    MemoryLimits { lines: 10, ..MemoryLimits::default() }
}

/// Continues a game, with and without memory, and compares.
///
/// # Panics
/// If they differ.
pub fn compare_from<R: Randomness + Clone + std::fmt::Debug>(
    game: GameState,
    random: &R,
    presses: usize,
) -> usize {
    let rollout = Rollout::from_game(game.clone(), 0.0).expect("0 is a moment");
    compare_presses(game, rollout, (random.clone(), random.clone()), presses)
}

fn compare_presses<R: Randomness + Clone + std::fmt::Debug>(
    mut game: GameState,
    mut rollout: Rollout,
    (mut random, mut twin): (R, R),
    presses: usize,
) -> usize {
    let rules = Arc::clone(game.rules());
    let mut choices = Rng::new(1);
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

/// Returns true if both results allow to continue; a game that runs into a limit may do so
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

/// Plays games of a batch, and each of them on its own without memory, as long
/// as no turn fails.
///
/// # Panics
/// If they differ.
pub fn compare_batch(rules: &Arc<Ruleset>, seed: u64, games: usize, steps: usize) {
    let Ok(mut batch) = Batch::direct(Arc::clone(rules), games, seed, 0.0) else { return };
    let mut alone: Vec<_> = (0..games as u64)
        .map(|number| {
            let mut random = Direct(Rng::new(seed.wrapping_add(number)));
            let (game, _) = GameState::new(Arc::clone(rules), &mut World::new(&mut random, 0.0))
                .expect("what starts in a batch starts alone");
            (Rollout::from_game(game, 0.0).expect("0 is a moment").with_memory(MemoryLimits::none()), random)
        })
        .collect();
    // Games that are over from their start are left to `batch::check`.
    if batch.over().contains(&true) {
        return;
    }
    let mut choices = Rng::new(1);
    for step in 0..steps {
        let directions: Vec<u8> =
            batch.available().iter().map(|available| chosen(*available, &mut choices)).collect();
        batch.step(&directions).expect("a direction for each game");
        if !batch.failures().is_empty() {
            return;
        }
        for (number, (game, random)) in alone.iter_mut().enumerate() {
            let when = format!("game {number}, step {step}, direction {}", directions[number]);
            let before = game.score();
            let moved = game.play(usize::from(directions[number]), random);
            assert_eq!(moved.as_ref().ok(), Some(&batch.moved()[number]), "{when}: {moved:?}");
            same(&(game.score() - before), &batch.rewards()[number], &when);
            // A game that is over unnoticed has no direction left in a few steps.
            match game.screen() {
                Screen::Win if game.continue_after_win().is_ok() => {}
                Screen::Win | Screen::GameOver => assert!(batch.over()[number], "{when}"),
                Screen::Play => {}
            }
            if batch.over()[number] {
                let (engine, position) = game.look();
                // Where turns fail, no direction can be pressed.
                assert_ne!(engine.is_over(position), Ok(false), "{when}");
                same(&game.score(), &batch.final_scores()[number], &when);
                game.restart(random).expect("what started once starts again");
                let (engine, position) = game.look();
                if engine.is_over(position) != Ok(false) {
                    return;
                }
            }
        }
    }
    for (number, (game, _)) in alone.iter().enumerate() {
        // Only the batch counts from the start of each game.
        let shown = |game: &GameState| (SavedGame { manual_moves: 0.0, ..shown(game).0 }, shown(game).1);
        same(&shown(&batch.game(number)), &shown(&game.to_game()), &format!("game {number}"));
    }
}

/// Draws one of the directions of a mask.
fn chosen(available: u64, choices: &mut Rng) -> u8 {
    let open: Vec<u8> = (0..64).filter(|direction| available >> direction & 1 == 1).collect();
    let choice = choices.next().unwrap_or_default() * open.len() as f64;
    open.get(choice as usize).copied().unwrap_or(0)
}

/// Returns the compared parts: all of a game but its record.
pub(crate) fn shown(game: &GameState) -> (SavedGame, Screen) {
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

/// Plays `presses` directions alone, in both ways to draw cells and with memories of
/// many and of few lines, and some in a batch, all as without memory. Five of
/// twelve directions move something.
///
/// # Panics
/// If it goes otherwise; `what` tells which rules these are.
pub fn goes_the_same_way(what: &str, rules: &Arc<Ruleset>, presses: usize) {
    for memory in [MemoryLimits::default(), of_few_lines()] {
        let moves = compare(rules, &Rng::new(1), presses, memory.clone())
            + compare(rules, &Direct(Rng::new(2)), presses, memory);
        assert!(12 * moves > 5 * (2 * presses), "{what}: {moves} moves");
    }
    compare_batch(rules, 3, 3, 300);
}

/// Plays at random.
///
/// # Panics
/// If more than `most` of 1000 turns are played as a whole (see [`whole_turns`]);
/// `what` tells which rules these are.
pub fn is_mostly_quiet(what: &str, rules: &Arc<Ruleset>, presses: usize, most: u64) {
    let (whole, moves) = whole_turns(rules, presses);
    assert!(1000 * whole <= most * moves, "{what}: {whole} of {moves} moves");
}

/// Plays at random, and returns the number of moves that took more than looking up their
/// lines, and that of all moves.
///
/// # Panics
/// If a turn fails.
pub fn whole_turns(rules: &Arc<Ruleset>, presses: usize) -> (u64, u64) {
    let mut random = Direct(Rng::new(6));
    let mut game = Rollout::new(Arc::clone(rules), &mut random, 0.0).unwrap();
    // The first half is for learning.
    play_on(&mut game, &mut random, presses / 2);
    let before = game.memory_use();
    let moves = play_on(&mut game, &mut random, presses / 2);
    let after = game.memory_use();
    (after.remembered + after.plain - before.remembered - before.plain, moves)
}

/// Plays at random, one game after another. Returns the number of moves.
///
/// # Panics
/// If a turn fails.
pub fn play_on(game: &mut Rollout, random: &mut Direct<Rng>, presses: usize) -> u64 {
    let mut choices = Rng::new(7);
    let mut moves = 0;
    for _ in 0..presses {
        let direction = (choices.next().unwrap() * 4.0) as usize;
        if game.is_available(direction) {
            moves += u64::from(game.play(direction, random).unwrap());
        }
        match game.screen() {
            Screen::Play => {}
            Screen::Win => game.continue_after_win().unwrap(),
            Screen::GameOver => game.restart(random).unwrap(),
        }
    }
    moves
}
