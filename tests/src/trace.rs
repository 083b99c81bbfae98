//! Plays a recorded game and compares the state after every line
//! (the README of the golden data).

use std::path::Path;
use std::sync::Arc;

use calcarray::{Value, json};
use polymerge_rules::{
    Cell, Event, GameState, Recorded, Replay, Ruleset, SavedGame, Screen, Turn, TurnError, World,
};
use polymerge_savecode::{Content, DecodeLimits, decode};

use crate::data::{read_json, read_text};
use crate::difference::exact;
use crate::record::{flag, get, list, need, number, numbers, text};

/// The artificial clock of the recordings, at the start of a game.
const START: f64 = 1_000_000_000_000.0;

/// A recorded game: a header, lines with steps, a footer.
pub struct Trace {
    header: Value,
    lines: Vec<Value>,
}

/// A trace in the middle of being played.
struct Player<'t> {
    game: GameState,
    now: f64,
    step: f64,
    /// The last value of what is only given when it changes.
    last: Vec<(&'static str, Value)>,
    /// How many lists of spawns automatic moves had recorded before this line.
    other_spawns: usize,
    /// What is not compared.
    ignored: &'t [&'t str],
}

/// What is given on the first line, and later only when it changes.
const WHEN_CHANGED: [&str; 7] = [
    "game_vars",
    "modifier_vars",
    "conveyor",
    "spawn_boxes",
    "tile_spawns",
    "forced_spawns",
    "random_events",
];

impl Trace {
    /// Reads a trace.
    ///
    /// # Errors
    /// If the file can't be read or has no lines.
    pub fn read(file: &Path) -> Result<Trace, String> {
        Trace::of_text(&read_text(file)?)
    }

    /// Reads a trace from the text of a file.
    ///
    /// # Errors
    /// If it has no lines.
    pub fn of_text(text: &str) -> Result<Trace, String> {
        let mut lines = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .enumerate()
            .map(|(number, line)| read_json(line).map_err(|error| format!("line {}: {error}", number + 1)))
            .collect::<Result<Vec<Value>, String>>()?;
        if lines.len() < 2 {
            return Err("the trace has no lines".into());
        }
        let header = lines.remove(0);
        Ok(Trace { header, lines })
    }

    /// The file with the mode's code, inside of a data directory.
    pub fn mode_file(&self) -> Result<String, String> {
        let folder = if flag(&self.header, "variant") { "variants" } else { "modes" };
        let name = text(&self.header, "mode").ok_or("the header names no mode")?;
        Ok(format!("{folder}/{name}"))
    }

    /// Plays the game with the recorded random numbers and compares every
    /// line, except for the keys that are `ignored`.
    ///
    /// # Errors
    /// The first difference, with its line.
    pub fn play(&self, rules: Arc<Ruleset>, ignored: &[&str]) -> Result<(), String> {
        self.play_from(rules, Recorded::new(numbers(&self.header, "randoms")), ignored)
    }

    /// The first line of the trace, which says what is played.
    pub fn header(&self) -> &Value {
        &self.header
    }

    /// Plays the trace with the random numbers that are left for the start. The
    /// keys `start` and `end` stand for the game codes of start and end.
    ///
    /// # Errors
    /// The first difference, with its line.
    pub fn play_from(
        &self,
        rules: Arc<Ruleset>,
        mut random: Recorded,
        ignored: &[&str],
    ) -> Result<(), String> {
        let (game, turn) = GameState::new(rules, &mut World::new(&mut random, START))
            .map_err(|error| format!("the game can't start: {error}"))?;
        let step = number(&self.header, "step_ms").unwrap_or(0.0);
        let mut player = Player { game, now: START, step, last: Vec::new(), other_spawns: 0, ignored };
        all_used(&random).map_err(|difference| format!("line 1 (header): {difference}"))?;
        for (place, line) in self.lines.iter().enumerate() {
            let op = text(line, "op").unwrap_or_default();
            let result = match op.as_str() {
                "start" => player.compare(line, &turn).and_then(|()| match ignored.contains(&"start") {
                    true => Ok(()),
                    false => player.compare_code(need(&self.header, "start")?),
                }),
                // The reference threw an exception here: nothing to compare.
                "error" => return Ok(()),
                "end" if ignored.contains(&"end") => Ok(()),
                "end" => player.compare_end(line),
                _ => player.line(&op, line),
            };
            result.map_err(|difference| format!("line {} ({op}): {difference}", place + 2))?;
        }
        Ok(())
    }
}

impl Player<'_> {
    /// Does what a line says and compares the state afterwards.
    fn line(&mut self, op: &str, line: &Value) -> Result<(), String> {
        let mut random = Recorded::new(numbers(line, "randoms"));
        let index = |key: &str| number(line, key).map(|index| index as usize).ok_or(format!("no {key:?}"));
        // In a mode played in real time the clock runs in lines of its own.
        let real_time = self.game.rules().mode().display_interval.is_finite();
        if matches!(op, "move" | "statbox" | "tile_click") && !real_time {
            self.now += self.step;
        }
        let game = &mut self.game;
        let turn = match op {
            "move" => game.play(index("dir")?, &mut World::new(&mut random, self.now)),
            "continue" => game.continue_after_win(&mut World::new(&mut random, self.now)),
            "statbox" => game.click_stat_box(index("box")?, &mut World::new(&mut random, self.now)),
            "tile_click" => match numbers(line, "cell")[..] {
                [row, column] => game.click_tile(
                    Cell::new(row as usize, column as usize),
                    &mut World::new(&mut random, self.now),
                ),
                _ => return Err("no \"cell\"".into()),
            },
            "advance" => {
                let fired = number(line, "fired").unwrap_or(1.0);
                let ms = number(line, "ms").unwrap_or(0.0);
                // The timer goes on after the end of the game, for scripts that have yet to stop.
                let each = game.rules().mode().display_interval.min(ms / fired);
                let end = self.now + ms;
                let mut all = Turn::default();
                for _ in 0..fired as usize {
                    self.now += each;
                    let turn = game.tick(&mut World::new(&mut random, self.now)).map_err(failed)?;
                    all.events.extend(turn.events);
                }
                self.now = end;
                Ok(all)
            }
            _ => return Err("a line of an unknown kind".into()),
        };
        let turn = turn.map_err(failed)?;
        self.compare(line, &turn)?;
        all_used(&random)
    }

    /// Compares everything that a line says.
    fn compare(&mut self, line: &Value, turn: &Turn) -> Result<(), String> {
        let game = &self.game;
        let mut found: Vec<(&'static str, Value)> = vec![
            ("moved", turn.moved.into()),
            ("grid", game.grid()),
            ("score", game.score().into()),
            ("won", game.won().into()),
            ("moves", game.moves().into()),
            ("merges", game.merges().into()),
            ("merge_moves", game.merge_moves().into()),
            ("merges_before", game.merges_before().into()),
            ("disc", game.discovered().len().into()),
            ("disc_win", game.discovered_winning().len().into()),
            ("disc_lose", game.discovered_losing().len().into()),
            ("avail", available(game)),
            ("over", (game.screen() == Screen::GameOver).into()),
        ];
        if get(line, "spawns").is_some() {
            found.push(("spawns", spawns(turn)));
        }
        if get(line, "win").is_some() {
            found.push(("win", (game.screen() == Screen::Win).into()));
        }
        if get(line, "screen").is_some() {
            let screen = match game.screen() {
                Screen::Play => "Gameplay",
                Screen::Win => "Win",
                Screen::GameOver => "Game Over",
            };
            found.push(("screen", screen.into()));
        }
        if get(line, "possible_over").is_some() {
            found.push(("possible_over", game.possible_over_checked().into()));
        }
        let replay = game.recorded(self.now);
        let other = replay.other_spawns.as_array().map_or(&[][..], |lists| lists.entries());
        if get(line, "auto_spawns").is_some() {
            let new = other.get(self.other_spawns..).unwrap_or_default();
            found.push(("auto_spawns", new.iter().map(with_place_first).collect::<Vec<_>>().into()));
        }
        self.other_spawns = other.len();
        for (key, found) in &found {
            if let Some(expected) = get(line, key).filter(|_| !self.ignored.contains(key)) {
                exact(key, expected, found)?;
            }
        }
        self.compare_when_changed(line)
    }

    /// Compares what is only given when it changes: the last value given holds
    /// on.
    fn compare_when_changed(&mut self, line: &Value) -> Result<(), String> {
        for key in WHEN_CHANGED {
            let place = self.last.iter().position(|(known, _)| *known == key);
            match (get(line, key), place) {
                (Some(given), Some(place)) => self.last[place].1 = given.clone(),
                (Some(given), None) => self.last.push((key, given.clone())),
                (None, _) => {}
            }
        }
        let listed = |entries: &[Value]| Value::array(entries.to_vec());
        for (key, expected) in self.last.iter().filter(|(key, _)| !self.ignored.contains(key)) {
            let found = match *key {
                "game_vars" => listed(self.game.game_variables()),
                "modifier_vars" => listed(self.game.modifier_variables()),
                "conveyor" => listed(self.game.conveyor()),
                "spawn_boxes" => listed(self.game.spawn_boxes()),
                "tile_spawns" => listed(self.game.spawns()),
                "forced_spawns" => listed(self.game.forced_spawns()),
                _ => self.game.recorded(self.now).random_events,
            };
            // "When changed" compares texts, in which -0 is 0.
            let text = json::write_canonical;
            if text(expected) != text(&found) {
                exact(key, expected, &found)?;
            }
        }
        Ok(())
    }

    /// Compares the footer.
    fn compare_end(&self, line: &Value) -> Result<(), String> {
        let listed = |entries: &[Value]| Value::array(entries.to_vec());
        let found = [
            Value::Number(self.game.score()),
            Value::Number(self.game.merges()),
            listed(self.game.discovered()),
            listed(self.game.discovered_winning()),
        ];
        let expected = list(line, "final");
        need(line, "final")?;
        exact("final", &Value::array(expected.to_vec()), &Value::array(found.to_vec()))?;
        self.compare_code(need(line, "game")?)?;
        self.compare_code(need(line, "replay")?)
    }

    /// Compares the game, or its record, with a code of the reference.
    fn compare_code(&self, code: &Value) -> Result<(), String> {
        let code = code.as_text().ok_or("the code is no text")?.to_string_lossy();
        let code = decode(&code, &DecodeLimits::default()).map_err(|error| error.to_string())?;
        match code.content {
            Content::Game { mode, game } => {
                if !self.ignored.contains(&"merge_rules") {
                    let found = self.game.saved_mode();
                    exact("game code: merge rules", &mode.merge_rules, &found.merge_rules)?;
                }
                self.compare_saved(&game)
            }
            Content::Replay { replay, .. } => self.compare_replay(&replay),
            _ => Err("the code holds no game".into()),
        }
    }

    fn compare_saved(&self, expected: &SavedGame) -> Result<(), String> {
        let found = self.game.save(self.now);
        for (key, expected, found) in [
            ("grid", &expected.grid, &found.grid),
            ("directions_available", &expected.directions_available, &found.directions_available),
            ("tile_spawns", &expected.spawns, &found.spawns),
            ("spawn_boxes", &expected.spawn_boxes, &found.spawn_boxes),
            ("conveyor", &expected.conveyor, &found.conveyor),
            ("discovered", &expected.discovered, &found.discovered),
            ("discovered_winning", &expected.discovered_winning, &found.discovered_winning),
            ("discovered_losing", &expected.discovered_losing, &found.discovered_losing),
            ("game_vars", &expected.game_variables, &found.game_variables),
            ("modifier_vars", &expected.modifier_variables, &found.modifier_variables),
            ("possible_over_checked", &expected.possible_over_checked, &found.possible_over_checked),
            ("moves_played", &expected.moves_played, &found.moves_played),
            ("current_move", &expected.current_move, &found.current_move),
            ("random_events", &expected.random_events, &found.random_events),
            ("other_spawns", &expected.other_spawns, &found.other_spawns),
            ("forced_spawns", &expected.forced_spawns, &found.forced_spawns),
            ("elapsed", &expected.elapsed, &found.elapsed),
            ("first_move", &happened(&expected.first_move), &found.first_move),
            ("move_start", &happened(&expected.move_start), &found.move_start),
            ("move_end", &happened(&expected.move_end), &found.move_end),
            ("victory", &happened(&expected.victory), &found.victory),
            ("game_over", &happened(&expected.game_over), &found.game_over),
            ("script_times", &expected.script_times, &found.script_times),
            ("replay_timestamps", &expected.replay_timestamps, &found.replay_timestamps),
            ("modifier_indices", &expected.modifier_indices, &found.modifier_indices),
            ("numbers", &counters(expected), &counters(&found)),
        ] {
            if !self.ignored.contains(&key) {
                exact(&format!("game code: {key}"), expected, found)?;
            }
        }
        Ok(())
    }

    fn compare_replay(&self, expected: &Replay) -> Result<(), String> {
        let found = self.game.recorded(self.now);
        for (key, expected, found) in [
            ("moves_played", &expected.moves_played, &found.moves_played),
            ("current_move", &expected.current_move, &found.current_move),
            ("random_events", &expected.random_events, &found.random_events),
            ("won", &expected.won.into(), &found.won.into()),
            ("other_spawns", &expected.other_spawns, &found.other_spawns),
            ("timestamps", &expected.timestamps, &found.timestamps),
        ] {
            exact(&format!("replay code: {key}"), expected, found)?;
        }
        Ok(())
    }
}

/// The reference writes minus the start of the game for a time that has not
/// come (README of the golden data, "Notes on the codes").
fn happened(time: &Value) -> Value {
    match time {
        Value::Number(time) if *time >= 0.0 => Value::Number(*time),
        _ => Value::Boolean(false),
    }
}

fn counters(game: &SavedGame) -> Value {
    let numbers = [
        game.score,
        game.won,
        game.moves,
        game.manual_moves,
        game.merges,
        game.merge_moves,
        game.merges_before,
        game.random_index,
    ];
    Value::array(numbers.map(Value::Number).to_vec())
}

fn failed(error: TurnError) -> String {
    format!("unexpected error: {error}")
}

fn all_used(random: &Recorded) -> Result<(), String> {
    match random.left() {
        0 => Ok(()),
        left => Err(format!("{} random numbers used, {left} recorded ones are left", random.used())),
    }
}

/// One character per direction: 1 if it is not blacked out.
fn available(game: &GameState) -> Value {
    let open = game.directions_available();
    Value::text(open.iter().map(|&open| if open { '1' } else { '0' }).collect::<String>())
}

/// A list of `[tile, row, column]` as replays have it, as `[row, column, tile]`.
fn with_place_first(spawns: &Value) -> Value {
    let turned = |spawn: &Value| match spawn.as_array().map(|entries| entries.entries()) {
        Some([tile, row, column]) => Value::array(vec![row.clone(), column.clone(), tile.clone()]),
        _ => spawn.clone(),
    };
    Value::array(spawns.as_array().map_or(Vec::new(), |list| list.iter().map(turned).collect()))
}

/// What appeared in a turn, as `[row, column, tile]`, without what automatic
/// moves with a turn of their own spawned.
fn spawns(turn: &Turn) -> Value {
    let spawned = turn.events.iter().filter_map(|event| match event {
        Event::Spawn { cell, tile, .. } => {
            Some(Value::array(vec![cell.row.into(), cell.column.into(), tile.clone()]))
        }
        _ => None,
    });
    Value::array(spawned.collect::<Vec<_>>())
}
