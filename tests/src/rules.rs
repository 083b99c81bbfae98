//! `rules`: single turns and short games, each showing one rule.
//!
//! The format is described in the folder's README: what a mode differs in from
//! a default one, a state, steps, and what each of them changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use calcarray::Value;
use polymerge_rules::{
    Cell, GameState, Limits, Mode, Recorded, Refusal, Ruleset, SavedGame, Screen, TurnError, World,
};

use crate::case::{Case, Outcome};
use crate::data::{Data, line_id, read_json, read_lines};
use crate::difference::exact;
use crate::record::{flag, get, list, need, number, numbers};

/// One case per line. Cases that need the reference's memory of merges are
/// skipped: it changes results, and the engine always gives those of the rules
/// themselves (docs/spec/rules.md, "Known merge results").
///
/// # Errors
/// If there is no such folder.
pub fn cases(data: &Data) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for file in data.files("rules", &[".jsonl", ".jsonl.gz"])? {
        for (number, line) in read_lines(&file)?.into_iter().enumerate() {
            cases.push(Case::new(line_id(&file, number, &line), move || match read_json(&line) {
                Ok(case) if list(&case, "tags").iter().any(|tag| tag.is_word("cache")) => Outcome::Skipped(
                    "shows the memory of merges; the engine gives what the rules give".to_owned(),
                ),
                case => case.and_then(|case| check(&case)).into(),
            }));
        }
    }
    Ok(cases)
}

/// The time at which every case starts, in milliseconds.
const START: f64 = 1e12;
/// How long every step takes that does not say.
const STEP: f64 = 1000.0;

/// Plays a case and compares the state after each step.
fn check(case: &Value) -> Result<(), String> {
    let mode = mode(case)?;
    let rules = Ruleset::compile(mode, Limits::default()).map_err(|error| error.to_string())?;
    let mut random = Recorded::new(numbers(case, "randoms"));
    let mut now = START;
    let mut expected = list(case, "after").iter();
    let mut game;
    if flag(case, "start") {
        let world = &mut World::new(&mut random, now);
        (game, _) = GameState::new(Arc::clone(&rules), world).map_err(|error| error.to_string())?;
        // What is not told about the start is as the game has it.
        let after = expected.next().ok_or("nothing is said about the start")?;
        compare("start", after, &mut read_state(&game, now), &game, now, case)?;
        check_draws("start", after, random.used())?;
    } else {
        let saved = saved(case, &rules)?;
        let world = &mut World::new(&mut random, now);
        game = GameState::restore(Arc::clone(&rules), &saved, world).map_err(|error| error.to_string())?;
        if flag(case, "replay") {
            let set = get(case, "set").unwrap_or(&Value::Undefined);
            game.begin_playback(list(set, "random_events").to_vec(), list(set, "other_spawns").to_vec());
        }
    }
    let mut state = read_state(&game, now);
    for (number, step) in list(case, "moves").iter().enumerate() {
        let name = format!("step {}", number + 1);
        let after = expected.next().ok_or_else(|| format!("nothing is said about {name}"))?;
        now += match step.as_array().map(|step| step.entries()) {
            Some([word, Value::Number(time)]) if word.is_word("interval") => *time,
            _ => STEP,
        };
        let drawn = random.used();
        let moved = make(&mut game, step, &mut World::new(&mut random, now))
            .map_err(|error| format!("{name}: {error}"))?;
        let expected_moved = get(after, "moved").map(Value::is_true);
        let refused = flag(after, "refused");
        let seen = match moved {
            Made::Refused => (None, true),
            Made::Moved(moved) => (Some(moved), false),
            Made::Other => (None, false),
        };
        if seen != (expected_moved, refused) {
            return Err(format!(
                "{name}: expected (moved, refused) {:?}, found {seen:?}",
                (expected_moved, refused)
            ));
        }
        check_draws(&name, after, random.used() - drawn)?;
        compare(&name, after, &mut state, &game, now, case)?;
    }
    match random.left() {
        0 => Ok(()),
        left => Err(format!("{left} random numbers were not drawn")),
    }
}

fn check_draws(step: &str, after: &Value, found: usize) -> Result<(), String> {
    let expected = number(after, "randoms_used").unwrap_or(0.0);
    if expected == found as f64 {
        Ok(())
    } else {
        Err(format!("{step}: expected {expected} random numbers to be drawn, found {found}"))
    }
}

/// How a step went.
enum Made {
    Moved(bool),
    Refused,
    Other,
}

fn make(game: &mut GameState, step: &Value, world: &mut World<'_>) -> Result<Made, TurnError> {
    let place = |value: &Value| value.as_number().unwrap_or(-1.0) as usize;
    let turn = match step {
        Value::Number(direction) => return pressed(game.play(*direction as usize, world)),
        again if again.is_word("again") => game.restart(world),
        go_on if go_on.is_word("continue") => game.continue_after_win(world),
        Value::Array(step) => match step.entries() {
            [word, row, column] if word.is_word("tile_click") => {
                game.click_tile(Cell::new(place(row), place(column)), world)
            }
            [word, index] if word.is_word("stat_click") => game.click_stat_box(place(index), world),
            [word, _] if word.is_word("interval") => game.tick(world),
            [word, direction, spawns @ ..] if word.is_word("replay") => {
                return game
                    .play_recorded(place(direction), spawns, world)
                    .map(|turn| Made::Moved(turn.moved));
            }
            _ => return Err(TurnError::BadRecord("unknown step".into())),
        },
        _ => return Err(TurnError::BadRecord("unknown step".into())),
    };
    turn.map(|_| Made::Other)
}

fn pressed(turn: Result<polymerge_rules::Turn, TurnError>) -> Result<Made, TurnError> {
    match turn {
        Ok(turn) => Ok(Made::Moved(turn.moved)),
        Err(TurnError::Refused(Refusal::NotPlaying | Refusal::Unavailable | Refusal::Blocked)) => {
            Ok(Made::Refused)
        }
        Err(error) => Err(error),
    }
}

/// The state by the names of the cases.
type State = BTreeMap<String, Value>;

/// Compares the state with the one before, apart from what is said to have
/// changed.
fn compare(
    step: &str,
    after: &Value,
    before: &mut State,
    game: &GameState,
    now: f64,
    case: &Value,
) -> Result<(), String> {
    const RECORD: [&str; 5] = ["moves_played", "current_move", "other_spawns", "random_events", "rng_index"];
    let found = read_state(game, now);
    for (name, value) in &found {
        let told = get(after, name);
        if RECORD.contains(&name.as_str()) && !flag(case, "record") && told.is_none() {
            continue;
        }
        let expected = told.unwrap_or(&before[name]);
        exact(&format!("{step}: {name}"), expected, value)?;
    }
    *before = found;
    Ok(())
}

fn read_state(game: &GameState, now: f64) -> State {
    let saved = game.save(now);
    let screen = match game.screen() {
        Screen::Play => "Gameplay",
        Screen::Win => "Win",
        Screen::GameOver => "Game Over",
    };
    let entries = [
        ("grid", saved.grid),
        ("score", saved.score.into()),
        ("moves", saved.moves.into()),
        ("manual_moves", saved.manual_moves.into()),
        ("merges", saved.merges.into()),
        ("merge_moves", saved.merge_moves.into()),
        ("merges_before", saved.merges_before.into()),
        ("won", saved.won.into()),
        ("available", saved.directions_available),
        ("gvars", saved.game_variables),
        ("mvars", saved.modifier_variables),
        ("discovered", saved.discovered),
        ("discovered_winning", saved.discovered_winning),
        ("discovered_losing", saved.discovered_losing),
        ("next", saved.conveyor),
        ("boxes", saved.spawn_boxes),
        ("spawns", saved.spawns),
        ("forced", saved.forced_spawns),
        ("screen", screen.into()),
        ("over_checked", saved.possible_over_checked),
        ("moves_played", saved.moves_played),
        ("current_move", saved.current_move),
        ("other_spawns", saved.other_spawns),
        ("random_events", saved.random_events),
        ("rng_index", saved.random_index.into()),
    ];
    entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The state a case begins with.
fn saved(case: &Value, rules: &Arc<Ruleset>) -> Result<SavedGame, String> {
    let mode = rules.mode();
    let nothing = Value::Undefined;
    let set = get(case, "set").unwrap_or(&nothing);
    let empty = || Value::array(Vec::new());
    let or = |name: &str, value: Value| get(set, name).cloned().unwrap_or(value);
    let count = |name: &str| number(set, name).unwrap_or(0.0);
    let slots = mode.next_tiles.max(1.0) as usize;
    let no = || Value::Boolean(false);
    Ok(SavedGame {
        grid: need(case, "grid")?.clone(),
        score: count("score"),
        won: count("won"),
        directions_available: or("available", vec![Value::Boolean(true); rules.directions().len()].into()),
        spawns: or("spawns", mode.spawns.clone()),
        spawn_boxes: or("boxes", full_boxes(&mode.spawns)),
        conveyor: or("next", vec![Value::text("@Empty"); slots].into()),
        discovered: or("discovered", empty()),
        discovered_winning: or("discovered_winning", empty()),
        discovered_losing: or("discovered_losing", empty()),
        moves: count("moves"),
        manual_moves: count("manual_moves"),
        merges: count("merges"),
        merge_moves: count("merge_moves"),
        merges_before: count("merges_before"),
        game_variables: or("gvars", mode.game_variables.clone()),
        modifier_variables: or("mvars", mode.modifier_variables.clone()),
        possible_over_checked: or("over_checked", no()),
        moves_played: or("moves_played", empty()),
        current_move: or("current_move", vec![Value::Number(-1.0)].into()),
        random_events: or("random_events", vec![Value::Number(0.0)].into()),
        random_index: count("rng_index"),
        other_spawns: or("other_spawns", empty()),
        forced_spawns: or("forced", mode.forced_spawns.clone()),
        elapsed: 0.0.into(),
        first_move: no(),
        move_start: no(),
        move_end: no(),
        victory: no(),
        game_over: no(),
        script_times: no(),
        replay_timestamps: vec![Value::Number(-1.0)].into(),
        modifier_indices: mode.modifier_indices.clone(),
    })
}

/// Boxes as they are filled at the start of a game.
fn full_boxes(spawns: &Value) -> Value {
    let fill = |entry: &Value| {
        let entry = entry.as_array().map_or(&[][..], |entry| entry.entries());
        let mut tiles: Vec<Value> = Vec::new();
        if entry.first().is_some_and(|first| first.is_word("Box")) {
            for part in &entry[2..] {
                match part {
                    Value::Number(count) => {
                        let tile = tiles.pop().unwrap_or_default();
                        tiles.extend(vec![tile; *count as usize]);
                    }
                    tile => tiles.push(tile.clone()),
                }
            }
        }
        Value::array(tiles)
    };
    spawns.as_array().map_or(&[][..], |spawns| spawns.entries()).iter().map(fill).collect::<Vec<_>>().into()
}

/// The mode of a case: the default one with some fields replaced.
///
/// # Errors
/// If the grid is of no reasonable size.
pub fn mode(case: &Value) -> Result<Mode, String> {
    let nothing = Value::Undefined;
    let given = get(case, "mode").unwrap_or(&nothing);
    let json = |text: &str| read_json(text).unwrap_or_default();
    let or = |name: &str, default: &str| get(given, name).cloned().unwrap_or_else(|| json(default));
    let count = |name: &str, default: f64| number(given, name).unwrap_or(default);
    let (width, height) = (count("width", 4.0) as usize, count("height", 4.0) as usize);
    if width.saturating_mul(height) > 1 << 16 {
        return Err(format!("a grid of {width} times {height} cells"));
    }
    let empty = vec![Value::array(vec![Value::text("@Empty"); width]); height];
    let directions = or("directions", r#"["up","down","left","right"]"#);
    let directions = directions.as_array().map_or(&[][..], |list| list.entries());
    let auto_directions = list(given, "auto_directions").iter().map(auto_direction);
    Ok(Mode {
        width,
        height,
        starting_grid: get(case, "start_grid").cloned().unwrap_or_else(|| empty.into()),
        directions: directions.iter().map(direction).collect::<Vec<_>>().into(),
        auto_directions: auto_directions.collect::<Vec<_>>().into(),
        movement_parameters: or("movementParameters", r#"["@VDir","@HDir","@SlideAmount"]"#),
        tile_entries: count("TileNumAmount", 1.0) as usize,
        merge_rules: or(
            "MergeRules",
            r#"[[2,["@Next 1 0","=","@This 0"],true,[[["@This 0","+",1]]],[2,"^",["@This 0","+",1]],[false,true]]]"#,
        ),
        spawns: or("startTileSpawns", "[[[0],85],[[1],12],[[2],3]]"),
        forced_spawns: or("start_forcedSpawns", "[]"),
        spawn_conditions: or("spawnConditions", "true"),
        spawn_location: or("spawnLocation", "\"All\""),
        start_tiles: count("startTileAmount", 2.0),
        tiles_per_turn: count("randomTileAmount", 0.0),
        next_tiles: count("nextTiles", 0.0),
        win_conditions: or("winConditions", "[]"),
        win_requirement: or("winRequirement", "false"),
        lose_conditions: or("loseConditions", "[]"),
        lose_requirement: or("loseRequirement", "false"),
        win_priority: or("winPriority", "true"),
        postgame_allowed: or("postgameAllowed", "true"),
        multi_merge: or("multiMerge", "false"),
        merge_result_known_level: count("mergeResultKnownLevel", 0.0),
        known_merge_max_length: count("knownMergeMaxLength", 2.0),
        known_merge_lookback: count("knownMergeLookbackDistance", 0.0),
        game_variables: or("start_game_vars", "[]"),
        modifier_variables: or("start_modifier_vars", "[]"),
        scripts: or("scripts", "[]"),
        hexagonal: or("hexagonal", "false"),
        discovered_filter: or("discoveredTilesFilter", "[]"),
        spawn_tile_blocked: or("spawnTileBlocked", "false"),
        direction_blocked: or("directionBlocked", "false"),
        tile_value: or("tileValueFunction", "[0]"),
        stat_boxes: or("statBoxes", r#"[["Score","@Score"]]"#),
        ..Mode::default()
    })
}

/// A direction, which cases write shortly.
fn direction(short: &Value) -> Value {
    if let Some(mv) = get(short, "move") {
        let mut entry = vec![self::mv(mv)];
        entry.extend(vec![Value::Null; 8]);
        entry.push(get(short, "available").cloned().unwrap_or_default());
        return entry.into();
    }
    vec![mv(short)].into()
}

fn mv(short: &Value) -> Value {
    let step = |rows: f64, columns: f64| vec![Value::Number(rows), Value::Number(columns)];
    let mut mv = match short {
        Value::Array(mv) => mv.to_vec(),
        word if word.is_word("up") => step(-1.0, 0.0),
        word if word.is_word("down") => step(1.0, 0.0),
        word if word.is_word("left") => step(0.0, -1.0),
        _ => step(0.0, 1.0),
    };
    let strength = vec![Value::Number(1.0), true.into(), true.into(), true.into()];
    let defaults = [f64::INFINITY.into(), Value::Number(0.0), strength.into()];
    for default in defaults.into_iter().skip(mv.len().saturating_sub(2)) {
        mv.push(default);
    }
    mv.into()
}

fn auto_direction(short: &Value) -> Value {
    let mut entry = short.as_array().map_or_else(Vec::new, |entry| entry.to_vec());
    if let Some(first) = entry.first_mut() {
        *first = mv(first);
    }
    entry.into()
}
