//! A game that is nothing but the state that a vector describes.

use calcarray::error::ErrorKind;
use calcarray::host::{Board, Counter, Host, List, Store};
use calcarray::{Error, Limits, Meter, Position, Primes, Program, Text, Value};
use polymerge_rules::{GameState, Mode, Rng, Ruleset, World};

use crate::record::{flag, get, list, number, numbers, text};

/// The state of a vector, as a host for its expression.
pub struct VectorHost {
    grid: Rows,
    tile_entries: usize,
    score: f64,
    moves: f64,
    merges: f64,
    merge_moves: f64,
    merges_before: f64,
    discovered: Vec<Value>,
    winning: Vec<Value>,
    losing: Vec<Value>,
    next_spawns: Vec<Value>,
    tile_order: Value,
    game_variables: Vec<Value>,
    modifier_variables: Vec<Value>,
    modifier_indices: Vec<Value>,
    spawns: Vec<Value>,
    forced_spawns: Vec<Value>,
    signals: Vec<Value>,
    announcements: Vec<Value>,
    scripts: Vec<Program>,
    tile_value: Program,
    discovered_filter: Vec<Value>,
    /// A real game with the grid and the merge rules, if there are any rules:
    /// whether one applies is for the rules engine to say.
    game: Option<GameState>,
    status: f64,
    playing: bool,
    primes: Primes,
    randoms: std::vec::IntoIter<f64>,
    given: usize,
    replay: Option<std::vec::IntoIter<Value>>,
}

impl VectorHost {
    /// The state that `context` describes, with the random numbers of `case`.
    pub fn new(context: &Value, case: &Value) -> Result<VectorHost, String> {
        let entries = |key| list(context, key).to_vec();
        let count = |key| number(context, key).unwrap_or(0.0);
        let compile = |expression: &Value| {
            Program::compile(expression, &Limits::default()).map_err(|error| error.to_string())
        };
        let modifier_variables = entries("modifier_vars");
        let modifier_indices = match get(context, "mvar_indices") {
            Some(_) => entries("mvar_indices"),
            None => vec![Value::Boolean(false); modifier_variables.len()],
        };
        let scripts = list(context, "scripts")
            .iter()
            .map(|script| compile(script.as_array().and_then(|s| s.first()).unwrap_or(&Value::Undefined)));
        let randoms = numbers(case, "randoms");
        let screen = text(context, "screen").unwrap_or_else(|| "Gameplay".into());
        Ok(VectorHost {
            grid: Rows::new(get(context, "grid")),
            tile_entries: number(context, "tile_entries").unwrap_or(1.0) as usize,
            score: count("score"),
            moves: count("moves"),
            merges: count("merges"),
            merge_moves: count("merge_moves"),
            merges_before: count("merges_before"),
            discovered: entries("discovered"),
            winning: entries("winning"),
            losing: entries("losing"),
            next_spawns: entries("next_spawns"),
            tile_order: Value::array(entries("tile_order")),
            game_variables: entries("game_vars"),
            modifier_variables,
            modifier_indices,
            spawns: entries("tile_spawns"),
            forced_spawns: entries("forced_spawns"),
            signals: entries("script_signals"),
            announcements: Vec::new(),
            scripts: scripts.collect::<Result<_, _>>()?,
            tile_value: compile(
                get(context, "tile_value").unwrap_or(&Value::array(vec![Value::Number(0.0)])),
            )?,
            discovered_filter: entries("discovered_filter"),
            game: get(context, "merge_rules").map(|rules| game(context, rules)).transpose()?,
            status: status(&screen, context),
            playing: screen == "Gameplay",
            primes: Primes::default(),
            given: randoms.len(),
            randoms: randoms.into_iter(),
            replay: get(context, "replay").map(|_| entries("replay").into_iter()),
        })
    }

    /// How many random numbers were drawn.
    pub fn drawn(&self) -> usize {
        self.given - self.randoms.len()
    }

    /// What a vector's `after` may speak of.
    pub fn state(&self) -> Vec<(&'static str, Value)> {
        let listed = |entries: &[Value]| Value::array(entries.to_vec());
        vec![
            ("grid", self.grid.to_value()),
            ("game_vars", listed(&self.game_variables)),
            ("modifier_vars", listed(&self.modifier_variables)),
            ("mvar_indices", listed(&self.modifier_indices)),
            ("score", Value::Number(self.score)),
            ("tile_spawns", listed(&self.spawns)),
            ("forced_spawns", listed(&self.forced_spawns)),
            ("script_signals", listed(&self.signals)),
            ("announcements", listed(&self.announcements)),
        ]
    }
}

/// A game in which nothing has happened on the grid of a context.
fn game(context: &Value, merge_rules: &Value) -> Result<GameState, String> {
    let grid = get(context, "grid").cloned().unwrap_or_else(|| Rows::new(None).to_value());
    let mode = Mode {
        width: grid.as_array().and_then(|rows| rows.first()?.as_array()).map_or(0, |row| row.len()),
        height: grid.as_array().map_or(0, |rows| rows.len()),
        starting_grid: grid,
        merge_rules: merge_rules.clone(),
        tile_entries: number(context, "tile_entries").unwrap_or(1.0) as usize,
        start_tiles: 0.0,
        ..Mode::default()
    };
    let rules = Ruleset::compile(mode, polymerge_rules::Limits::default()).map_err(|e| e.to_string())?;
    let (game, _) =
        GameState::new(rules, &mut World::new(&mut Rng::new(0), 0.0)).map_err(|e| e.to_string())?;
    Ok(game)
}

/// `@InGameStatus`: docs/spec/calcarray.md, "Special strings".
fn status(screen: &str, context: &Value) -> f64 {
    match screen {
        "Gameplay" if flag(context, "move_in_progress") => 2.0,
        "Gameplay" => 1.0,
        "SaveCode" if text(context, "subscreen").as_deref() == Some("Export") => 0.0,
        "Win" if flag(context, "postgame_allowed") => -1.0,
        "Win" | "Game Over" => -2.0,
        _ => f64::NEG_INFINITY,
    }
}

impl Host for VectorHost {
    fn grid(&self) -> &dyn Board {
        &self.grid
    }

    fn tile_entries(&self) -> usize {
        self.tile_entries
    }

    fn counter(&self, counter: Counter) -> f64 {
        match counter {
            Counter::Score => self.score,
            Counter::Moves => self.moves,
            Counter::Merges => self.merges,
            Counter::MergeMoves => self.merge_moves,
            Counter::MergesBefore => self.merges_before,
        }
    }

    fn add_score(&mut self, points: f64) {
        self.score += points;
    }

    fn list(&self, list: List) -> &[Value] {
        match list {
            List::Discovered => &self.discovered,
            List::Winning => &self.winning,
            List::Losing => &self.losing,
            List::NextSpawns => &self.next_spawns,
        }
    }

    fn tile_order(&self) -> Value {
        self.tile_order.clone()
    }

    fn store(&self, store: Store) -> &[Value] {
        match store {
            Store::GameVariables => &self.game_variables,
            Store::ModifierVariables => &self.modifier_variables,
            Store::Spawns => &self.spawns,
            Store::ForcedSpawns => &self.forced_spawns,
        }
    }

    fn store_mut(&mut self, store: Store) -> Option<&mut Vec<Value>> {
        Some(match store {
            Store::GameVariables => &mut self.game_variables,
            Store::ModifierVariables => &mut self.modifier_variables,
            Store::Spawns => &mut self.spawns,
            Store::ForcedSpawns => &mut self.forced_spawns,
        })
    }

    fn modifier_indices(&self) -> &[Value] {
        &self.modifier_indices
    }

    fn modifier_indices_mut(&mut self) -> Option<&mut Vec<Value>> {
        Some(&mut self.modifier_indices)
    }

    fn status(&self) -> f64 {
        self.status
    }

    fn can_replace_tiles(&self) -> bool {
        self.playing
    }

    fn replace_tile(&mut self, row: f64, column: f64, tile: Value) -> Result<(), Error> {
        let index = |number: f64| (number >= 0.0 && number.fract() == 0.0).then_some(number as usize);
        let size = (self.grid.0.len(), self.grid.0.first().map_or(0, Vec::len));
        let cells = index(row).and_then(|row| self.grid.0.get_mut(row));
        let cell = cells.and_then(|cells| cells.get_mut(index(column)?));
        *cell.ok_or_else(|| ErrorKind::no_cell(row, column, size))? = tile;
        Ok(())
    }

    fn signal(&mut self, signal: Value) {
        if !self.signals.contains(&signal) {
            self.signals.push(signal);
        }
    }

    fn announce(&mut self, message: Text, milliseconds: f64) {
        self.announcements.push(Value::array(vec![message.into(), milliseconds.into()]));
    }

    fn primes(&mut self) -> &mut Primes {
        &mut self.primes
    }

    fn random(&mut self) -> Result<f64, Error> {
        self.randoms.next().ok_or_else(|| ErrorKind::NoRandomness.into())
    }

    fn replayed_random(&mut self) -> Option<Result<Value, Error>> {
        let replay = self.replay.as_mut()?;
        Some(replay.next().ok_or_else(|| ErrorKind::NoRandomness.into()))
    }

    fn script(&self, index: f64) -> Option<Program> {
        (index >= 0.0 && index.fract() == 0.0).then(|| self.scripts.get(index as usize).cloned())?
    }

    fn tile_value(&self) -> Program {
        self.tile_value.clone()
    }

    fn discovered_filter(&self) -> &[Value] {
        &self.discovered_filter
    }

    fn merge_rule_applies(
        &mut self,
        rule: f64,
        offset: f64,
        recursive: bool,
        position: &Position<'_>,
        meter: &mut Meter,
    ) -> Result<bool, Error> {
        match &self.game {
            Some(game) => game.scratch(0.0).merge_rule_applies(rule, offset, recursive, position, meter),
            None => Err(ErrorKind::BadIndex(format!("merge rule {rule} (counted from 0)")).into()),
        }
    }
}

/// Rows of cells.
struct Rows(Vec<Vec<Value>>);

impl Rows {
    /// The rows of an array of arrays; an empty 4×4 grid if there is none.
    fn new(grid: Option<&Value>) -> Rows {
        match grid.and_then(Value::as_array) {
            Some(rows) => {
                Rows(rows.iter().map(|row| row.as_array().map_or(Vec::new(), |r| r.to_vec())).collect())
            }
            None => Rows(vec![vec!["@Empty".into(); 4]; 4]),
        }
    }
}

impl Board for Rows {
    fn height(&self) -> usize {
        self.0.len()
    }

    fn width(&self, row: usize) -> usize {
        self.0.get(row).map_or(0, Vec::len)
    }

    fn cell(&self, row: usize, column: usize) -> Option<&Value> {
        self.0.get(row)?.get(column)
    }

    fn to_value(&self) -> Value {
        Value::array(self.0.iter().map(|row| Value::array(row.clone())).collect::<Vec<_>>())
    }
}
