//! Batches compared with games that are played alone: both must agree.

use std::sync::Arc;

use calcarray::{Position as Place, Program, Value};
use polymerge_rules::{
    Batch, Cell, CellSort, Direct, Feature, GameState, Kind, Level, MemoryLimits, Randomness, Refusal,
    Restart, Rng, Ruleset, Screen, TurnError, World,
};

use crate::laws::same;

/// A game that is played alone, by the interpreter.
struct Alone {
    game: GameState,
    random: Direct<Rng>,
    steps: u64,
}

/// Plays games of a batch at random, and each of them alone without memory, and compares
/// boards, masks, rewards and ends after every step. Some actions can't be pressed. Stops
/// where a turn fails. Returns the numbers of turns that moved something, and of games that
/// ended.
///
/// # Panics
/// If they differ.
pub fn check(
    rules: &Arc<Ruleset>,
    (seed, games, steps): (u64, usize, usize),
    restart: Restart,
    memory: MemoryLimits,
) -> (usize, u64) {
    let Ok(batch) = Batch::direct(Arc::clone(rules), games, seed, 0.0) else { return (0, 0) };
    let most = steps as u64 * 2 / 3;
    let mut batch = batch.with_memory(memory).with_restart(restart).with_max_steps(most);
    let alone = |number| {
        let mut random = Direct(Rng::new(seed.wrapping_add(number)));
        let (game, _) = GameState::new(Arc::clone(rules), &mut World::new(&mut random, 0.0))
            .expect("what starts in a batch starts alone");
        Alone { game, random, steps: 0 }
    };
    let mut alone: Vec<Alone> = (0..games as u64).map(alone).collect();
    let mut choices = Rng::new(seed ^ 1);
    let mut moves = 0;
    let mut legal = vec![0; games];
    for step in 0..steps {
        let when = format!("seed {seed}, step {step}");
        if looks_alike(&mut batch, &alone, &mut legal, &when).is_none() {
            return (moves, batch.games_ended());
        }
        let waited = batch.over().iter().zip(batch.truncated()).map(|(over, cut)| *over || *cut);
        let waited: Vec<bool> = match restart {
            Restart::SameStep => alone.iter().map(|own| own.game.is_over() == Ok(true)).collect(),
            _ => waited.collect(),
        };
        let actions: Vec<u8> = legal.iter().map(|legal| chosen(*legal, &mut choices)).collect();
        batch.step(&actions).expect("a direction for each game");
        for number in 0..games {
            let when = format!("{when}, game {number}, direction {}", actions[number]);
            let failure = batch.failures().iter().find(|(game, _)| *game == number).map(|(_, why)| why);
            let own = &mut alone[number];
            if waited[number] {
                same(&(batch.rewards()[number], batch.moved()[number]), &(0.0, false), &when);
                match restart {
                    Restart::ByHand => assert_eq!(failure, Some(&Refusal::NotPlaying.into()), "{when}"),
                    _ if failure.is_some() => return (moves, batch.games_ended()),
                    _ => own.next(),
                }
                continue;
            }
            own.steps += 1;
            let before = own.game.score();
            let world = &mut World::new(&mut own.random, 0.0);
            let played = own.game.play(actions[number].into(), world).map(|turn| turn.moved);
            match (&played, failure) {
                (Ok(moved), None) => {
                    assert_eq!(batch.moved()[number], *moved, "{when}");
                    moves += usize::from(*moved);
                }
                (Err(TurnError::Refused(_)), Some(TurnError::Refused(_))) => {
                    assert!(!batch.moved()[number], "{when}");
                }
                // A limit may be reached on the plain way only; what comes after is unknown.
                (Err(_), _) => return (moves, batch.games_ended()),
                (Ok(_), Some(why)) => panic!("{when}: {why}"),
            }
            same(&batch.rewards()[number], &(own.game.score() - before), &when);
            if own.game.screen() == Screen::Win {
                // Refused where the mode ends with a win.
                let _ = own.game.continue_after_win(world);
            }
            let won = own.game.won() == -1.0 || own.game.screen() == Screen::Win;
            assert_eq!(batch.won()[number], won, "{when}: won");
            let Ok(over) = own.game.is_over() else { return (moves, batch.games_ended()) };
            let cut = !over && own.steps == most;
            same(&(batch.over()[number], batch.truncated()[number]), &(over, cut), &when);
            assert_eq!(batch.ended().contains(&number), over || cut, "{when}");
            if over || cut {
                same(&batch.final_scores()[number], &own.game.score(), &when);
                let ends = (batch.final_lengths()[number], batch.final_wins()[number]);
                assert_eq!(ends, (own.steps, won), "{when}");
                let place = batch.ended().iter().position(|ended| *ended == number);
                let from = place.expect("it has ended") * batch.cells();
                let mut last = vec![0; batch.ended().len() * batch.cells()];
                batch.final_kinds_into(&mut last).expect("a place for each cell");
                let board = last[from..from + batch.cells()].to_vec();
                compare_kinds(batch.kinds(), &board, &own.game, &when);
                if restart == Restart::SameStep {
                    let is_refusal = |why: &TurnError| matches!(why, TurnError::Refused(_));
                    if batch.failures().iter().any(|(game, why)| *game == number && !is_refusal(why)) {
                        return (moves, batch.games_ended());
                    }
                    own.next();
                }
            }
        }
        if restart == Restart::ByHand && step % 3 == 0 {
            let which: Vec<bool> =
                batch.over().iter().zip(batch.truncated()).map(|(over, cut)| *over || *cut).collect();
            let failures = batch.failures().len();
            batch.restart(&which).expect("a word for each game");
            if batch.failures().len() > failures {
                return (moves, batch.games_ended());
            }
            alone.iter_mut().zip(which).filter(|(_, which)| *which).for_each(|(own, _)| own.next());
        }
    }
    (moves, batch.games_ended())
}

impl Alone {
    /// The next game begins.
    fn next(&mut self) {
        let world = &mut World::new(&mut self.random, 0.0);
        self.game.restart(world).expect("what starts in a batch starts alone");
        self.steps = 0;
    }
}

/// Compares the boards and the masks. `None`: a turn fails.
fn looks_alike<R: Randomness>(
    batch: &mut Batch<R>,
    alone: &[Alone],
    legal: &mut [u64],
    when: &str,
) -> Option<()> {
    let cells = batch.cells();
    let mut kinds = vec![0; cells * alone.len()];
    let [mut values, mut logarithms, mut entries] = [(); 3].map(|()| vec![0.0; cells * alone.len()]);
    batch.kinds_into(&mut kinds).expect("a place for each cell");
    batch.feature_into(Feature::Value, -1.0, &mut values).expect("a place for each cell");
    batch.feature_into(Feature::Log2, -1.0, &mut logarithms).expect("a place for each cell");
    batch.feature_into(Feature::Entry(0), -1.0, &mut entries).expect("a place for each cell");
    let mut levels = vec![0.0; cells * alone.len()];
    batch.levels_into(&mut levels).expect("a place for each cell");
    batch.legal_into(legal).expect("a mask for each game");
    let waits: Vec<bool> =
        batch.over().iter().zip(batch.truncated()).map(|(over, cut)| *over || *cut).collect();
    for (number, Alone { game, .. }) in alone.iter().enumerate() {
        let when = format!("{when}, game {number}");
        let part = cells * number..cells * (number + 1);
        compare_kinds(batch.kinds(), &kinds[part.clone()], game, &when);
        for (index, cell) in part.clone().enumerate() {
            let place = Cell::new(index / game.width(), index % game.width());
            let is_tile = matches!(game.cell(place), Some(Value::Array(_)));
            let value = if is_tile { value_at(game, place) } else { -1.0 };
            same(&values[cell], &value, &format!("{when}: value at {place}"));
            if is_tile {
                assert_eq!(levels[cell], Level::of_value(value), "{when}: level at {place}");
            }
            let exponent = if is_tile && value != 0.0 { value.abs().log2() } else { value };
            assert!(
                (logarithms[cell] - exponent).abs() < 1e-9
                    || logarithms[cell].to_bits() == exponent.to_bits()
                    || logarithms[cell].is_nan() && exponent.is_nan(),
                "{when}: logarithm at {place}"
            );
            match game.cell(place).and_then(|content| content.as_array()?.entries().first()) {
                Some(Value::Number(entry)) => same(&entries[cell], entry, &when),
                _ if is_tile => {}
                _ => same(&entries[cell], &-1.0, &when),
            }
        }
        let expected = game.legal().ok()?;
        let found: Vec<usize> = (0..64).filter(|own| legal[number] >> own & 1 == 1).collect();
        // A game that was cut off has no directions while it waits.
        let waits = waits[number] && found.is_empty();
        assert!(found == expected || waits, "{when}: {found:?} instead of {expected:?}");
    }
    Some(())
}

fn value_at(game: &GameState, cell: Cell) -> f64 {
    let entry = [cell.row.into(), "tileValue".into(), cell.column.into()];
    let program =
        Program::compile(&Value::array(entry.to_vec()), &Default::default()).expect("an expression");
    let value = game.scratch(0.0).evaluate(&program, &Place::default(), &Default::default());
    value.ok().and_then(|value| value.as_number()).unwrap_or(f64::NAN)
}

/// Compares a board by kinds with the cells of a game.
fn compare_kinds(kinds: &[Kind], board: &[i32], game: &GameState, when: &str) {
    for (index, number) in board.iter().enumerate() {
        let content = game.cell(Cell::new(index / game.width(), index % game.width()));
        let kind = usize::try_from(*number).ok().map(|number| &kinds[number]);
        let sort = match content {
            Some(Value::Array(_)) => CellSort::Tile,
            Some(Value::Text(text)) if text.is("@Empty") => CellSort::Empty,
            Some(Value::Text(text)) if text.is("@Void") => CellSort::Hole,
            Some(Value::Text(text)) if text.is("@Slippery") => CellSort::Slippery,
            Some(Value::Text(text)) if text.starts_with("@TemporaryHole") => CellSort::TemporaryHole,
            _ => CellSort::Other,
        };
        assert_eq!(CellSort::of(*number), sort, "{when}: cell {index}");
        if sort == CellSort::Tile {
            same(&kind.map(|kind| &kind.content), &content, &format!("{when}: cell {index}"));
        }
    }
}

/// Draws one of the directions of a mask; sometimes a direction that is not in it.
fn chosen(legal: u64, choices: &mut Rng) -> u8 {
    let mut below = |count: f64| (choices.next().unwrap_or_default() * count) as usize;
    if below(12.0) == 0 {
        return below(6.0) as u8;
    }
    let open: Vec<u8> = (0..64).filter(|direction| legal >> direction & 1 == 1).collect();
    open.get(below(open.len() as f64)).copied().unwrap_or(0)
}
