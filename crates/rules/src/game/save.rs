//! The state as plain data, and back.

use std::sync::Arc;

use calcarray::{Board, Value, number};

use crate::board::grid::Grid;
use crate::board::heading::Mover;
use crate::board::shared_values::Shared;
use crate::error::TurnError;
use crate::game::Screen;
use crate::game::clock::Clock;
use crate::game::discoveries::Discoveries;
use crate::game::record::{Record, whole};
use crate::game::saved::SavedGame;
use crate::game::state::State;
use crate::ruleset::Ruleset;
use crate::world::World;

impl State {
    pub(crate) fn save(&self, now: f64) -> SavedGame {
        let list = |shared: &Shared| Value::array(shared.to_vec());
        let clock = &self.clock;
        let script_times = clock.scripts.iter().map(|time| Value::Number(clock.saved_script(*time)));
        SavedGame {
            grid: self.grid.to_value(),
            score: self.score,
            won: self.won,
            directions_available: self
                .available
                .iter()
                .map(|own| Value::Boolean(*own))
                .collect::<Vec<_>>()
                .into(),
            spawns: list(&self.spawns),
            spawn_boxes: list(&self.spawn_boxes),
            conveyor: Value::array(self.conveyor.clone()),
            discovered: list(&self.discoveries.tiles),
            discovered_winning: list(&self.discoveries.winning),
            discovered_losing: list(&self.discoveries.losing),
            moves: self.moves,
            manual_moves: self.manual_moves,
            merges: self.merges,
            merge_moves: self.merge_moves,
            merges_before: self.merges_before,
            game_variables: list(&self.game_variables),
            modifier_variables: list(&self.modifier_variables),
            possible_over_checked: self.possible_over_checked.into(),
            moves_played: self.record.moves_played.to_vec().into(),
            current_move: list(&self.record.current_move),
            random_events: list(&self.record.random_events),
            random_index: self.record.random_index as f64,
            other_spawns: self.record.other_spawns.to_vec().into(),
            forced_spawns: list(&self.forced_spawns),
            elapsed: Value::Number(now - clock.start),
            first_move: clock.saved(clock.first_move),
            move_start: clock.saved(clock.move_start),
            move_end: clock.saved(clock.move_end),
            victory: clock.saved(clock.victory),
            game_over: clock.saved(clock.game_over),
            script_times: script_times.collect::<Vec<_>>().into(),
            replay_timestamps: {
                let times = self.record.timestamps.to_vec();
                times.into_iter().map(Value::Number).collect::<Vec<_>>().into()
            },
            modifier_indices: list(&self.modifier_indices),
        }
    }

    pub(crate) fn restore(rules: &Ruleset, saved: &SavedGame, now: f64) -> Result<State, TurnError> {
        let mut state = State::new(rules, now);
        let (height, width) = (state.grid.height(), state.grid.width());
        state.grid = Grid::read(&saved.grid, height, width, state.grid.tiles())
            .ok_or_else(|| bad(format!("the grid is not {height} rows of {width} cells")))?;
        state.score = saved.score;
        state.won = saved.won;
        state.moves = saved.moves;
        state.manual_moves = saved.manual_moves;
        state.merges = saved.merges;
        state.merge_moves = saved.merge_moves;
        state.merges_before = saved.merges_before;
        state.possible_over_checked = saved.possible_over_checked.is_true();

        let available = list("directions_available", &saved.directions_available)?;
        if available.len() != rules.directions().len() {
            return Err(bad(format!(
                "it has {} directions, the mode {}",
                available.len(),
                rules.directions().len()
            )));
        }
        state.available = available.iter().map(Value::is_true).collect();
        let shared = |name: &str, value: &Value| list(name, value).map(Arc::new);
        state.spawns = shared("spawns", &saved.spawns)?;
        state.spawn_boxes = shared("spawn_boxes", &saved.spawn_boxes)?;
        state.conveyor = list("conveyor", &saved.conveyor)?;
        if state.conveyor.len() != rules.next_tiles().max(1) {
            return Err(bad(format!("the conveyor must have {} slots", rules.next_tiles().max(1))));
        }
        state.discoveries = Discoveries::new(
            list("discovered", &saved.discovered)?,
            list("discovered_winning", &saved.discovered_winning)?,
            list("discovered_losing", &saved.discovered_losing)?,
        );
        state.game_variables = shared("game_variables", &saved.game_variables)?;
        state.modifier_variables = shared("modifier_variables", &saved.modifier_variables)?;
        state.modifier_indices = shared("modifier_indices", &saved.modifier_indices)?;
        state.forced_spawns = shared("forced_spawns", &saved.forced_spawns)?;

        state.clock = restored_clock(saved, now, rules.scripts().len())?;
        state.record = restored_record(saved)?;
        state.screen = state.restored_screen(rules);
        // The order of the last move, as far as the record tells it.
        let last = state.record.current_move.first().and_then(Value::as_number);
        let last = last.and_then(whole).map(Mover::Player);
        state.last_mover = last.filter(|mover| rules.order(*mover).is_some());
        Ok(state)
    }

    /// A saved game has no screen, but the moments of its ends, of which the
    /// last one counts.
    fn restored_screen(&self, rules: &Ruleset) -> Screen {
        let clock = &self.clock;
        match (clock.victory, clock.game_over) {
            (Some(_), _) if !rules.postgame_allowed() => Screen::Win,
            (_, Some(_)) => Screen::GameOver,
            (Some(victory), None) if self.waits_on_win(victory) => Screen::Win,
            _ => Screen::Play,
        }
    }

    /// Returns true if a game was won and not played on.
    fn waits_on_win(&self, victory: f64) -> bool {
        // A lack of room for forced spawns may hide it; but then the game has
        // moved since.
        let moved = self.clock.move_start.is_some_and(|start| start > victory);
        self.won >= 0.0 || (self.won != -1.0 && !moved)
    }
}

fn restored_clock(saved: &SavedGame, now: f64, scripts: usize) -> Result<Clock, TurnError> {
    let times = [
        ("elapsed", &saved.elapsed),
        ("first_move", &saved.first_move),
        ("move_start", &saved.move_start),
        ("move_end", &saved.move_end),
        ("victory", &saved.victory),
        ("game_over", &saved.game_over),
    ];
    times.into_iter().try_for_each(|(name, time)| check_duration(name, time))?;
    let elapsed = saved.elapsed.as_number().unwrap_or(0.0);
    let mut clock = Clock::starting(now - elapsed, scripts);
    clock.first_move = clock.restored(&saved.first_move);
    clock.move_start = clock.restored(&saved.move_start);
    clock.move_end = clock.restored(&saved.move_end);
    clock.victory = clock.restored(&saved.victory);
    clock.game_over = clock.restored(&saved.game_over);
    // Codes from before version 3.0 have no times of scripts.
    if let Value::Array(times) = &saved.script_times {
        let restored = times.iter().map(|time| clock.restored_script(time));
        clock.scripts =
            restored.chain(clock.scripts.iter().copied().skip(times.len())).take(scripts).collect();
    }
    Ok(clock)
}

/// Refuses a span of time from which no moment follows. A moment that has not come may be any
/// number below 0.
fn check_duration(name: &str, time: &Value) -> Result<(), TurnError> {
    let span = time.as_number().unwrap_or(0.0);
    match World::moment(span) {
        Err(_) if span.is_nan() || span > 0.0 || name == "elapsed" => {
            Err(bad(format!("{name} is {}, which is no time", number::to_text(span))))
        }
        _ => Ok(()),
    }
}

fn restored_record(saved: &SavedGame) -> Result<Record, TurnError> {
    let times = list("replay_timestamps", &saved.replay_timestamps)?;
    let random_events = list("random_events", &saved.random_events)?;
    let random_index = whole(saved.random_index).filter(|index| *index <= random_events.len());
    let moves_played = list("moves_played", &saved.moves_played)?;
    Ok(Record {
        kept: true,
        size: moves_played.iter().map(Value::size).sum(),
        moves_played: moves_played.into_iter().collect(),
        current_move: Arc::new(list("current_move", &saved.current_move)?),
        timestamps: times.iter().map(|time| time.as_number().unwrap_or(0.0)).collect(),
        other_spawns: list("other_spawns", &saved.other_spawns)?.into_iter().collect(),
        random_events: Arc::new(random_events),
        random_index: random_index
            .ok_or_else(|| bad("the index of random events is out of range".to_owned()))?,
        playback: None,
        audit: None,
    })
}

fn list(name: &str, value: &Value) -> Result<Vec<Value>, TurnError> {
    match value.as_array() {
        Some(entries) => Ok(entries.to_vec()),
        None => Err(bad(format!("{name} must be a list"))),
    }
}

fn bad(reason: String) -> TurnError {
    TurnError::BadRecord(format!("the saved game does not fit: {reason}"))
}
