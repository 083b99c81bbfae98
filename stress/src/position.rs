//! Queries of positions compared with the games when they are played: both must agree.

use std::collections::BTreeMap;
use std::sync::Arc;

use calcarray::{Position as Place, Program, Value, json};
use polymerge_rules::{
    Afterstate, Cell, CellSort, Direct, Engine, GameState, MemoryLimits, Position, Randomness, Rng, Ruleset,
    Screen, Spawns, World,
};

use crate::laws::same;
use crate::rollout::shown;

/// The numbers of comparisons.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Directions that were asked if they move something.
    pub directions: usize,
    /// Moves before anything spawned.
    pub afterstates: usize,
    /// Tiles that may have spawned.
    pub spawns: usize,
    /// Games that were over before their screen showed it.
    pub over: usize,
}

/// The number of positions that are kept and continued later.
const FORKS: usize = 4;

/// Plays `presses` directions at random in a game and in an engine, and compares the
/// engine's answers for each position with the results of the game. Sometimes it continues
/// from an earlier position, which must be as it was.
///
/// # Panics
/// If they differ.
pub fn check(rules: &Arc<Ruleset>, seed: u64, presses: usize, memory: MemoryLimits) -> Compared {
    let mut compared = Compared::default();
    let mut random = Direct(Rng::new(seed));
    let Ok((mut game, _)) = GameState::new(Arc::clone(rules), &mut World::new(&mut random, 0.0)) else {
        return compared;
    };
    let mut engine = Engine::with_memory(Arc::clone(rules), memory, 0.0);
    let mut position = engine.position(game.clone()).expect("a game of this ruleset");
    let mut choices = Rng::new(seed ^ 1);
    let mut forks = Vec::new();
    for press in 0..presses {
        let when = format!("seed {seed}, press {press}");
        if look(&mut engine, &position, &game, &when, &mut compared).is_none() {
            return compared;
        }
        if press % 7 == 0 {
            forks.push((position.clone(), game.clone(), random.clone()));
            forks.drain(..forks.len().saturating_sub(FORKS));
        }
        if press % 11 == 10 && !forks.is_empty() {
            let place = (choices.next().unwrap_or_default() * forks.len() as f64) as usize;
            (position, game, random) = forks.swap_remove(place);
            same(&shown(&game), &of_engine(&engine, &position), &format!("{when}: a fork is as it was"));
        }
        let direction = (choices.next().unwrap_or_default() * rules.directions().len() as f64) as usize;
        let mut twin = random.clone();
        let played = game.play(direction, &mut World::new(&mut random, 0.0)).map(|turn| turn.moved);
        let rolled = engine.play(&mut position, direction, &mut twin);
        match (&played, &rolled) {
            (Ok(_), _) => same(&played, &rolled, &when),
            (Err(_), Err(_)) => {}
            // A limit may be reached on the plain way only.
            (Err(_), Ok(_)) => return compared,
        }
        same(&shown(&game), &of_engine(&engine, &position), &when);
        same(&random, &twin, &when);
        let world = &mut World::new(&mut random, 0.0);
        let goes_on = match game.screen() {
            Screen::Play => true,
            Screen::Win if game.continue_after_win(world).is_ok() => {
                assert!(position.won() && engine.continue_after_win(&mut position).is_ok(), "{when}");
                true
            }
            Screen::Win | Screen::GameOver => false,
        };
        if !goes_on {
            let Ok(started) = engine.start(&mut random) else { return compared };
            position = started;
            game = engine.game(&position).expect("a position of this engine");
            forks.clear();
        }
    }
    compared
}

/// All of a position but its record.
fn of_engine(engine: &Engine, position: &Position) -> (polymerge_rules::SavedGame, Screen) {
    shown(&engine.game(position).expect("a position of this engine"))
}

/// Compares all queries of a position. `None`: a turn fails.
fn look(
    engine: &mut Engine,
    position: &Position,
    game: &GameState,
    when: &str,
    compared: &mut Compared,
) -> Option<()> {
    read(engine, position, game, when);
    let legal = game.legal().ok()?;
    let own_legal = engine.legal(position).ok()?;
    assert_eq!(legal, (0..64).filter(|own| own_legal >> own & 1 == 1).collect::<Vec<_>>(), "{when}: legal");
    let over = game.is_over().ok()?;
    assert_eq!(over, engine.is_over(position).ok()?, "{when}: over");
    compared.over += usize::from(over && game.screen() == Screen::Play);
    if game.screen() != Screen::Play {
        return Some(());
    }
    for direction in game.legal_moves().ok()? {
        compared.directions += 1;
        let when = format!("{when}, direction {direction}");
        let moved = tried(game, direction)?;
        let may_move = legal.contains(&direction);
        let by_chance = game.rules().directions()[direction].probability.is_some();
        assert!(may_move == moved || may_move && by_chance, "{when}: whether it moves");
        slide(engine, position, game, direction, &when, compared)?;
    }
    Some(())
}

/// Returns true if a direction moves something, with one of some random numbers. `None`: a
/// turn fails.
fn tried(game: &GameState, direction: usize) -> Option<bool> {
    let mut moved = false;
    for seed in 0..4 {
        let mut random = Rng::new(seed);
        moved |= game.clone().play(direction, &mut World::new(&mut random, 0.0)).ok()?.moved;
    }
    Some(moved)
}

/// A grid as text.
fn text(game: &GameState) -> String {
    json::write(&game.grid())
}

/// Compares a move before anything spawns, and what may spawn. `None`: a turn fails.
fn slide(
    engine: &mut Engine,
    position: &Position,
    game: &GameState,
    direction: usize,
    when: &str,
    compared: &mut Compared,
) -> Option<()> {
    let mut plain = Engine::with_memory(Arc::clone(game.rules()), MemoryLimits::none(), 0.0);
    let alone = plain.position(game.clone()).expect("a game of this ruleset");
    let (after, expected) =
        (engine.afterstate(position, direction).ok()?, plain.afterstate(&alone, direction).ok()?);
    assert_eq!(after.is_some(), expected.is_some(), "{when}: whether there is an afterstate");
    let (Some(after), Some(expected)) = (after, expected) else { return Some(()) };
    compared.afterstates += 1;
    let board = |engine: &Engine, after: &Afterstate| engine.game(after.board()).expect("a position");
    let (own, other) = (board(engine, &after), board(&plain, &expected));
    same(&shown(&own), &shown(&other), when);
    same(&(after.moved(), after.points()), &(expected.moved(), expected.points()), when);
    let (spawns, expected) = (engine.spawns(&after).ok()?, plain.spawns(&expected).ok()?);
    same(&probabilities(engine, &spawns), &probabilities(&plain, &expected), when);
    let Spawns::Exact(spawns) = spawns else { return Some(()) };
    let sum: f64 = spawns.iter().map(|spawn| spawn.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{when}: probabilities add up to {sum}");
    // Where scripts and automatic moves follow, there is more to a turn.
    let mode = game.rules().mode();
    let is_empty = |value: &Value| value.as_array().is_none_or(|own| own.is_empty());
    let is_plain = is_empty(&mode.scripts) && is_empty(&mode.auto_directions);
    let mut outcomes = Vec::new();
    for spawn in &spawns {
        compared.spawns += 1;
        let mut fork = position.clone();
        let mut random = Direct(Rng::new(3));
        let moved = engine.play_spawn(&mut fork, direction, spawn, &mut random).ok()?;
        assert!(moved, "{when}: a tile spawns without a move");
        let outcome = engine.game(&fork).expect("a position of this engine");
        if is_plain {
            let tile = &engine.kinds()[spawn.kind as usize].content;
            same(&outcome.cell(spawn.cell), &Some(tile), when);
            only_differs_at(&own, &outcome, spawn.cell, when);
        }
        outcomes.push(text(&outcome));
    }
    for seed in 0..if is_plain { 6 } else { 0 } {
        let mut random = Rng::new(seed);
        let mut played = game.clone();
        played.play(direction, &mut World::new(&mut random, 0.0)).ok()?;
        assert!(outcomes.contains(&text(&played)), "{when}: {} is not foreseen", text(&played));
    }
    Some(())
}

/// Two grids are alike but for one cell.
fn only_differs_at(one: &GameState, other: &GameState, but: Cell, when: &str) {
    for row in 0..one.height() {
        for column in 0..one.width() {
            let cell = Cell::new(row, column);
            if cell != but {
                same(&one.cell(cell), &other.cell(cell), when);
            }
        }
    }
}

/// Returns the possible spawns by text, each with its probability to twelve digits.
fn probabilities(engine: &Engine, spawns: &Spawns) -> BTreeMap<String, String> {
    let Spawns::Exact(spawns) = spawns else {
        return BTreeMap::from([(format!("{spawns:?}"), String::new())]);
    };
    let entry = |spawn: &polymerge_rules::Spawn| {
        let tile = engine.kinds()[spawn.kind as usize].text();
        (format!("{tile} at {}", spawn.cell), format!("{:.12}", spawn.probability))
    };
    spawns.iter().map(entry).collect()
}

/// Compares a board as numbers with what its cells hold and are worth.
fn read(engine: &mut Engine, position: &Position, game: &GameState, when: &str) {
    let cells = game.height() * game.width();
    let (mut kinds, mut values) = (vec![0; cells], vec![0.0; cells]);
    assert_eq!(engine.read_kinds(position, &mut kinds), Ok(cells), "{when}");
    assert_eq!(engine.read_values(position, &mut values), Ok(cells), "{when}");
    let program = |cell: Cell| {
        let entry = [cell.row.into(), "tileValue".into(), cell.column.into()];
        Program::compile(&Value::array(entry.to_vec()), &Default::default()).expect("an expression")
    };
    for index in 0..cells {
        let cell = Cell::new(index / game.width(), index % game.width());
        let kind = &engine.kinds()[kinds[index] as usize];
        same(&Some(&kind.content), &game.cell(cell), when);
        let is_tile = matches!(kind.content, Value::Array(_));
        assert_eq!(kind.sort == CellSort::Tile, is_tile, "{when}");
        let value = game.scratch(0.0).evaluate(&program(cell), &Place::default(), &Default::default());
        let value = value.ok().and_then(|value| value.as_number()).unwrap_or(f64::NAN);
        same(&values[index], &value, &format!("{when}: the value of {} at {cell}", kind.text()));
    }
}
