//! Common parts of the benchmarks.

pub mod compare;
pub mod limit;

use std::time::Duration;

use calcarray::{Board, Host, Limits, Primes, Program, Value, json};

/// A game of one row of tiles, for expressions to look at.
pub struct Row {
    grid: Value,
    primes: Primes,
    entries: usize,
}

impl Row {
    /// The tiles, in extended JSON.
    pub fn new(tiles: &str) -> Row {
        let grid = read(&format!("[{tiles}]"));
        let entries = grid.cell(0, 0).and_then(Value::as_array).map_or(1, |tile| tile.len());
        Row { grid, primes: Primes::default(), entries }
    }
}

impl Host for Row {
    fn grid(&self) -> &dyn Board {
        &self.grid
    }

    fn tile_entries(&self) -> usize {
        self.entries
    }

    fn primes(&mut self) -> &mut Primes {
        &mut self.primes
    }
}

/// Reads extended JSON that is known to be right.
pub fn read(text: &str) -> Value {
    json::read(text, &json::ReadLimits::default()).expect("the benchmark's own JSON")
}

/// Compiles an expression that is known to be right.
pub fn program(text: &str) -> Program {
    Program::compile(&read(text), &Limits::default()).expect("the benchmark's own expression")
}

/// Processor time that this process has used.
pub fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
