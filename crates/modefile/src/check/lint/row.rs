//! A row of tiles on which expressions are worked out, without a game.

use calcarray::host::{Board, Host, NoGame, Store};
use calcarray::{Container, Coordinate, Limits, Meter, Position, Primes, Program, Value, Variables};
use polymerge_rules::Ruleset;

/// The number of expressions that are evaluated, and of tiles that are laid, at most.
const EVALUATIONS: usize = 8_000;

/// Steps of one of them, and of all together as a multiple of that.
const STEPS: u64 = 5_000;
const ALL_STEPS: u64 = 400;

/// A row of tiles.
pub(super) struct Row {
    no_game: NoGame,
    grid: Value,
    entries: usize,
    variables: Vec<Value>,
    meter: Meter,
    left: usize,
}

impl Host for Row {
    fn grid(&self) -> &dyn Board {
        &self.grid
    }

    fn tile_entries(&self) -> usize {
        self.entries
    }

    fn store(&self, store: Store) -> &[Value] {
        match store {
            Store::GameVariables => &self.variables,
            _ => &[],
        }
    }

    fn primes(&mut self) -> &mut Primes {
        self.no_game.primes()
    }
}

impl Row {
    /// Returns the row for a mode, with the first values of its game variables.
    pub fn of(rules: &Ruleset) -> Row {
        let mode = rules.mode();
        let usual = rules.limits().evaluation.clone();
        let limits = Limits { steps: usual.steps.min(STEPS), ..usual };
        Row {
            no_game: NoGame::default(),
            grid: Value::Null,
            entries: mode.tile_entries,
            variables: mode.game_variables.as_array().map_or(Vec::new(), |list| list.to_vec()),
            meter: Meter::shared(limits, ALL_STEPS),
            left: EVALUATIONS,
        }
    }

    /// Returns the limits of each expression.
    pub fn limits(&self) -> Limits {
        self.meter.limits().clone()
    }

    /// Counts a piece of work; `None` if there was enough.
    pub fn count(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    /// Lays tiles into the row; expressions see them from the first on.
    pub fn lay(&mut self, tiles: &[Value]) {
        self.grid = Value::array(vec![Value::array(tiles.to_vec())]);
    }

    /// The value of an expression on so many tiles that merge; `None` if it fails or there
    /// was enough work.
    pub fn run(&mut self, program: &Program, length: usize, variables: &[Value]) -> Option<Value> {
        let mut info = Position::INFO;
        info[0] = Value::Number(length as f64);
        self.run_at(program, &Position { hdir: 1.0, info, ..Position::default() }, variables)
    }

    /// The value of an expression on a tile by itself, as goals and looks see it.
    pub fn run_alone(&mut self, program: &Program, tile: &Value) -> Option<Value> {
        let position = Position {
            v: Coordinate::None,
            h: Coordinate::None,
            container: Container::Value(tile),
            ..Position::default()
        };
        self.run_at(program, &position, &[])
    }

    fn run_at(&mut self, program: &Program, position: &Position, variables: &[Value]) -> Option<Value> {
        self.count()?;
        let mut meter = std::mem::replace(&mut self.meter, Meter::new(Limits::default()));
        meter.reset();
        let value = program.run_with(self, position, &mut meter, &Variables::new(variables.to_vec()));
        self.meter = meter;
        value.ok()
    }
}
