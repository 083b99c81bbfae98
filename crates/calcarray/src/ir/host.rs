//! The parts of a game that an expression may read and change: one trait, which the host
//! implements. See docs/spec/calcarray.md, "State an expression can read or change".

use crate::array::Array;
use crate::error::{Error, ErrorKind};
pub use crate::ir::board::{Board, Container, Coordinate, Counter, List, Position, Store, Timer};
use crate::ir::observer::{Looked, Observer};
use crate::ir::program::Program;
use crate::limits::Meter;
use crate::primes::Primes;
use crate::text::Text;
use crate::value::Value;

/// A game, as far as expressions are concerned.
///
/// Everything has a default that stands for "no game": an empty 4×4 grid, no
/// variables, zero counters, no randomness. A host implements what it has.
pub trait Host {
    /// The game's grid.
    fn grid(&self) -> &dyn Board;
    /// Returns the observer of reads, if there is one: see [`crate::internals`].
    #[doc(hidden)]
    fn observer(&self) -> Option<&dyn Observer> {
        None
    }
    /// Entries per tile: the bound of `k` in `@This k`.
    fn tile_entries(&self) -> usize {
        1
    }
    /// A counter.
    fn counter(&self, _counter: Counter) -> f64 {
        0.0
    }
    /// Adds to the score.
    fn add_score(&mut self, _points: f64) {}
    /// A list that can be read.
    fn list(&self, _list: List) -> &[Value] {
        &[]
    }
    /// `@TileOrder`: the cells in the order in which they are visited.
    fn tile_order(&self) -> Value {
        Value::Array(Array::default())
    }
    /// A list that can be changed.
    fn store(&self, _store: Store) -> &[Value] {
        &[]
    }
    /// A list, to be changed; `None` if this host has no such list.
    fn store_mut(&mut self, _store: Store) -> Option<&mut Vec<Value>> {
        None
    }
    /// `@MVarIndex`: the names beside the modifier variables.
    fn modifier_indices(&self) -> &[Value] {
        &[]
    }
    /// The names beside the modifier variables, to be changed.
    fn modifier_indices_mut(&mut self) -> Option<&mut Vec<Value>> {
        None
    }
    /// Seconds since (or until) a moment; -1 if it has not come.
    fn timer(&self, _timer: Timer) -> f64 {
        -1.0
    }
    /// `@InGameStatus`: 2 in a move, 1 between moves, 0, -1 or -2 elsewhere.
    fn status(&self) -> f64 {
        1.0
    }
    /// Returns true if `@replace_tile` works: the play screen is shown.
    fn can_replace_tiles(&self) -> bool {
        true
    }
    /// `@replace_tile`. The row and column are as the expression gave them.
    fn replace_tile(&mut self, row: f64, column: f64, _tile: Value) -> Result<(), Error> {
        let grid = self.grid();
        Err(ErrorKind::no_cell(row, column, (grid.height(), grid.width(0))).into())
    }
    /// `@ScriptSignal`: appended unless an identical signal waits already.
    fn signal(&mut self, _signal: Value) {}
    /// `announce`: shows a message for some milliseconds.
    fn announce(&mut self, _message: Text, _milliseconds: f64) {}
    /// `output`: shows a value to the author, with the running value.
    fn output(&mut self, _argument: &Value, _value: &Value) {}
    /// The prime table: `@Primes` shows how far it goes.
    fn primes(&mut self) -> &mut Primes;
    /// One uniform random number, 0 <= u < 1.
    fn random(&mut self) -> Result<f64, Error> {
        Err(ErrorKind::NoRandomness.into())
    }
    /// Returns, in a playback, the recorded result of the next random operator.
    fn replayed_random(&mut self) -> Option<Result<Value, Error>> {
        None
    }
    /// The result of a random operator, for the record.
    fn record_random(&mut self, _result: &Value) {}
    /// The expression of a script, for `@run_script`.
    fn script(&self, _index: f64) -> Option<Program> {
        None
    }
    /// Returns true if the grid is of hexagons, which changes how gradients look.
    fn hexagonal(&self) -> bool {
        false
    }
    /// The mode's tile value function.
    fn tile_value(&self) -> Program {
        Program::constant(Value::Number(0.0))
    }
    /// The mode's discovered-tile filter: steps without a first entry.
    fn discovered_filter(&self) -> &[Value] {
        &[]
    }
    /// Returns true if merge rule `rule` applies at `position`, all references moved by `offset`;
    /// docs/spec/rules.md, "The mergeRuleApplies operator".
    fn merge_rule_applies(
        &mut self,
        rule: f64,
        _offset: f64,
        _recursive: bool,
        _position: &Position<'_>,
        _meter: &mut Meter,
    ) -> Result<bool, Error> {
        Err(ErrorKind::BadIndex(format!("merge rule {rule} (counted from 0)")).into())
    }
}

/// A host without a game: an empty 4×4 grid, for evaluating expressions on their own.
#[derive(Clone, Debug)]
pub struct NoGame {
    grid: Value,
    primes: Primes,
}

impl Default for NoGame {
    fn default() -> NoGame {
        let row = Value::array(vec![Value::text("@Empty"); 4]);
        NoGame { grid: Value::array(vec![row; 4]), primes: Primes::default() }
    }
}

impl Host for NoGame {
    fn grid(&self) -> &dyn Board {
        &self.grid
    }

    fn primes(&mut self) -> &mut Primes {
        &mut self.primes
    }
}

/// Tells the observer of a host, if there is one, what is looked at.
#[inline]
pub(crate) fn note(host: &dyn Host, looked: Looked) {
    if let Some(observer) = host.observer() {
        observer.note(looked);
    }
}

/// A counter of which only whether it is odd makes a difference.
pub(crate) fn counter_for_parity(host: &dyn Host, counter: Counter) -> f64 {
    match host.observer() {
        Some(observer) => observer.counter_for_parity(counter),
        None => host.counter(counter),
    }
}
