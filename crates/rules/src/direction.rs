//! The directions a player can press, and the moves that happen by themselves.

use calcarray::{Program, Value};

/// What a move does besides moving: the fifth entry of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// 1: a full manual move; 0: an automatic move with a turn of its own;
    /// -1: an automatic move that belongs to the manual one.
    pub turn: f64,
    /// Whether merges may happen.
    pub merges: bool,
    /// Whether temporary holes count down and length-0 rules apply.
    pub end_of_turn: bool,
    /// Whether the scripts around a move run.
    pub scripts: bool,
}

/// A direction: one way to move the tiles.
#[derive(Clone, Debug)]
pub struct Direction {
    /// Step in rows, down is positive.
    pub rows: i64,
    /// Step in columns, right is positive.
    pub columns: i64,
    /// How many passes at most; infinity: until nothing moves; 0: stay still.
    pub slide: f64,
    /// A number that expressions can see.
    pub kind: f64,
    /// What the move does besides moving.
    pub strength: Strength,
    /// In percent; without one the move always happens.
    pub probability: Option<f64>,
    /// When it gives `false`, the direction is blacked out.
    pub availability: Option<Program>,
    /// The whole entry as written: label, layout, keys.
    pub source: Value,
}

/// When an automatic move happens within a manual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Timing {
    Before,
    Between,
    After,
}

/// A move that happens by itself.
#[derive(Clone, Debug)]
pub struct AutoMove {
    /// The move.
    pub direction: Direction,
    /// When it happens.
    pub timing: Timing,
    /// It happens only if this gives `true`.
    pub condition: Option<Program>,
}
