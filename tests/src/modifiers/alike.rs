//! Whether two modes are the same game, though their authors wrote them in
//! other words: both are played side by side, with the same random numbers
//! and the same moves, and have to be in the same state after each.

use std::sync::Arc;

use calcarray::{Value, json};
use polymerge_rules::{GameState, Limits, Mode, Randomness, Rng, Ruleset, SavedGame, Screen, World};

use super::settings::kept;
use crate::difference::exact;
use crate::record::entries;

/// Games that are played from their start.
const GAMES: u64 = 2;

/// Moves of each of them.
const MOVES: usize = 40;

/// Grids that are filled with tiles of those games and played on from there.
const GRIDS: u64 = 6;

/// Moves of each of those.
const MOVES_ON: usize = 3;

/// Plays both modes.
///
/// # Errors
/// Where they differ first.
pub fn alike(name: &str, expected: &Mode, found: &Mode) -> Result<(), String> {
    let compile = |mode: &Mode| Ruleset::compile(mode.clone(), Limits::default());
    let expected = compile(expected).map_err(|error| format!("the golden mode: {error}"))?;
    let found = compile(found).map_err(|error| error.to_string())?;
    let mut tiles = Vec::new();
    let mut last = None;
    for seed in 1..=GAMES {
        let mut pair = Pair::start(name, &expected, &found, seed)?;
        pair.play(MOVES, &mut tiles)?;
        last = Some(pair.game);
    }
    let Some(last) = last.filter(|_| !tiles.is_empty()) else { return Ok(()) };
    for seed in 1..=GRIDS {
        let mut random = Rng::new(seed);
        let saved = filled(last.save(0.0), &tiles, &mut random);
        let mut pair = Pair::restore(name, &expected, &found, &saved, seed)?;
        pair.play(MOVES_ON, &mut Vec::new())?;
    }
    Ok(())
}

/// Two games that have to stay the same.
struct Pair<'n> {
    name: &'n str,
    game: GameState,
    other: GameState,
    random: Rng,
    other_random: Rng,
    choose: Rng,
}

impl<'n> Pair<'n> {
    fn start(
        name: &'n str,
        expected: &Arc<Ruleset>,
        found: &Arc<Ruleset>,
        seed: u64,
    ) -> Result<Pair<'n>, String> {
        let (mut random, mut other_random) = (Rng::new(seed), Rng::new(seed));
        let start = |rules: &Arc<Ruleset>, random: &mut Rng| {
            GameState::new(rules.clone(), &mut World::new(random, 0.0)).map(|(game, _)| game)
        };
        let game = start(expected, &mut random).map_err(|error| format!("the golden mode: {error}"))?;
        let other = start(found, &mut other_random).map_err(|error| error.to_string())?;
        let pair = Pair { name, game, other, random, other_random, choose: Rng::new(seed + 100) };
        pair.compare("at the start")?;
        Ok(pair)
    }

    fn restore(
        name: &'n str,
        expected: &Arc<Ruleset>,
        found: &Arc<Ruleset>,
        saved: &SavedGame,
        seed: u64,
    ) -> Result<Pair<'n>, String> {
        let (mut random, mut other_random) = (Rng::new(seed), Rng::new(seed));
        let restore = |rules: &Arc<Ruleset>, random: &mut Rng| {
            GameState::restore(rules.clone(), saved, &mut World::new(random, 0.0))
                .map_err(|error| error.to_string())
        };
        let game = restore(expected, &mut random)?;
        let other = restore(found, &mut other_random)?;
        Ok(Pair { name, game, other, random, other_random, choose: Rng::new(seed + 100) })
    }

    /// Plays moves and notes the tiles that appear.
    fn play(&mut self, moves: usize, tiles: &mut Vec<Value>) -> Result<(), String> {
        let directions = self.game.rules().directions().len();
        for number in 1..=moves {
            match self.game.screen() {
                Screen::Play => {}
                Screen::GameOver => return Ok(()),
                Screen::Win => {
                    if !self.both(number, "playing on", |game, world| {
                        game.continue_after_win(world).map(drop).map_err(|error| error.to_string())
                    })? {
                        return Ok(());
                    }
                }
            }
            let mut draw = || self.choose.next().unwrap_or_default();
            let direction = ((draw() * directions as f64) as usize).min(directions.saturating_sub(1));
            if !self.both(number, &format!("direction {direction}"), |game, world| {
                game.play(direction, world).map(drop).map_err(|error| error.to_string())
            })? {
                return Ok(());
            }
            note(&self.game, tiles);
        }
        Ok(())
    }

    /// Does the same in both games; `false` if that is their end: neither
    /// can, or the golden mode can't. There the reference stops with an error,
    /// such as a division by a zero tile of `garbage`, and what follows is as
    /// free as it is where a game does not even start.
    fn both(
        &mut self,
        number: usize,
        what: &str,
        act: impl Fn(&mut GameState, &mut World<'_>) -> Result<(), String>,
    ) -> Result<bool, String> {
        let before = self.game.grid();
        let expected = act(&mut self.game, &mut World::new(&mut self.random, 0.0));
        let found = act(&mut self.other, &mut World::new(&mut self.other_random, 0.0));
        let place = || format!("played, move {number}, {what}, of {}", json::write(&before));
        match (expected, found) {
            (Ok(()), Ok(())) => self.compare(&place()).map(|()| true),
            (Err(_), _) => Ok(false),
            (Ok(()), Err(error)) => Err(format!("{}: {error}", place())),
        }
    }

    fn compare(&self, place: &str) -> Result<(), String> {
        let (game, other) = (&self.game, &self.other);
        let same =
            |what: &str, expected: &Value, found: &Value| exact(&format!("{place}: {what}"), expected, found);
        let numbers = |game: &GameState| {
            Value::array(vec![
                game.score().into(),
                game.won().into(),
                game.moves().into(),
                game.merges().into(),
                Value::text(format!("{:?}", game.screen())),
            ])
        };
        same("grid", &game.grid(), &other.grid())?;
        same("score, won, moves, merges, screen", &numbers(game), &numbers(other))?;
        same("game_vars", &kept(self.name, game.game_variables()), &kept(self.name, other.game_variables()))?;
        let mut next = [self.random.clone(), self.other_random.clone()].map(|mut random| random.next());
        if next[0].take() != next[1].take() {
            return Err(format!("{place}: another number of random draws"));
        }
        Ok(())
    }
}

/// Notes tiles that were not seen before.
fn note(game: &GameState, tiles: &mut Vec<Value>) {
    for row in entries(&game.grid()) {
        for cell in entries(row) {
            if matches!(cell, Value::Array(_)) && !tiles.contains(cell) {
                tiles.push(cell.clone());
            }
        }
    }
}

/// A saved game with tiles in all of its cells but a few.
fn filled(mut saved: SavedGame, tiles: &[Value], random: &mut Rng) -> SavedGame {
    let mut pick = |count: usize| {
        ((random.next().unwrap_or_default() * count as f64) as usize).min(count.saturating_sub(1))
    };
    // Tiles that appeared near each other, so that some merge.
    let first = pick(tiles.len());
    let near = 1 + pick(6);
    let rows = entries(&saved.grid).iter().map(|row| {
        let cells = entries(row).iter().map(|cell| match cell {
            Value::Text(text) if !text.is("@Empty") => cell.clone(),
            _ if pick(6) == 0 => "@Empty".into(),
            _ => tiles[(first + pick(near)) % tiles.len()].clone(),
        });
        Value::array(cells.collect::<Vec<_>>())
    });
    saved.grid = Value::array(rows.collect::<Vec<_>>());
    saved.won = 0.0;
    saved
}
