//! A line as a flat program: what `compile/lower.rs` makes of a compiled line with
//! all lines that stand in it, and `exec/run.rs` runs. docs/dev/evaluator.md explains it.

use crate::ir::line::{Node, Steps};
use crate::ir::operator::{Family, HostRun, Operator, Order};
use crate::ir::special::Special;
use crate::ir::variables::Inherit;
use crate::value::Value;
use std::sync::Arc;

/// The number of registers of a program.
pub(crate) const REGISTERS: usize = 8;

/// Most loops of a program.
pub(crate) const COUNTS: usize = 8;

/// A register: a place for a value. The running value of a line lies in one; its
/// arguments lie in the next ones.
pub(crate) type Register = u8;

/// A place in the program.
pub(crate) type Target = u32;

/// A flat program.
#[derive(Debug)]
pub(crate) struct Code {
    pub ops: Box<[Op]>,
    /// The site of each operation.
    pub sites: Box<[u16]>,
    pub places: Box<[Site]>,
    pub levels: Box<[Level]>,
    pub values: Box<[Value]>,
    pub nodes: Box<[Node]>,
    /// Steps of lines, by the list that they stand in.
    pub steps: Box<[(Steps, usize)]>,
    pub specials: Box<[Arc<Special>]>,
    /// The variables that the program sees.
    pub variables: Sees,
    /// Most levels that the program enters.
    pub depth: u32,
}

/// The variables that a program sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sees {
    /// The list around it, which it may change.
    Shared,
    /// A list of its own, empty at first.
    #[default]
    Own,
    /// Values that a call puts in, each in a register, and no others.
    Registers { count: usize },
    /// Values that a call puts in, each in a register, behind the list around it,
    /// to which they are added at the end. It has to have so many of its own.
    Behind { count: usize, around: usize },
}

/// A line of the program, for `@Parent` and for the places of errors.
#[derive(Debug)]
pub(crate) struct Level {
    /// The site of the line in the line around it.
    pub outer: Option<u16>,
    pub running: Running,
    /// True if the line has no variables, for any lines around it.
    pub alone: bool,
    /// The default of lines in it that begin with no word.
    pub inherit: Inherit,
}

/// The place of the running value of a line.
#[derive(Debug)]
pub(crate) enum Running {
    /// The first entry has not been evaluated yet.
    First(Node),
    In(Register),
    /// No running value: the level is a part of a line.
    Nothing,
}

/// The place of an operation in the lines.
#[derive(Debug, PartialEq)]
pub(crate) struct Site {
    pub level: u16,
    /// The entry of the line, if errors name one.
    pub place: Option<usize>,
    /// The operator that is named in errors, and its running value.
    pub by: Option<(&'static str, Operand)>,
    /// The number of levels that have been entered here.
    pub depth: u32,
}

/// The running value of an operator that is named in errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Operand {
    Truth(bool),
    In(Register),
}

/// One operation. The first register of each is its running value and its result.
#[derive(Debug)]
pub(crate) enum Op {
    /// Counts so many steps.
    Charge(u32),
    Number(Register, f64),
    /// A value that is there already, converted.
    Value(Register, u16),
    /// An entry of the tile so many steps ahead.
    Entry {
        to: Register,
        ahead: u8,
        entry: u8,
        family: Family,
        special: u16,
    },
    Variable {
        to: Register,
        index: i32,
        family: Family,
        special: u16,
    },
    GameVariable {
        to: Register,
        index: i32,
        family: Family,
        special: u16,
    },
    /// The value of another special string.
    Special {
        to: Register,
        family: Family,
        special: u16,
    },
    /// A variable that is a register.
    Copy {
        to: Register,
        from: Register,
        family: Family,
    },
    /// A value that a call puts in.
    Inserted {
        to: Register,
        index: u8,
        family: Family,
    },
    /// Any operand, evaluated by the interpreter.
    Operand {
        to: Register,
        node: u16,
        family: Family,
    },
    /// Any condition or count, evaluated by the interpreter.
    Evaluate {
        to: Register,
        node: u16,
    },
    /// Converts a running value.
    Running(Register, Family),
    /// Converts the value of a line.
    Convert(Register, Family),
    Number1(Register, fn(f64) -> f64),
    /// On the register and the next one, as all operators of two operands.
    Number2(Register, fn(f64, f64) -> f64),
    NumberConstant(Register, f64, fn(f64, f64) -> f64),
    Integer2(Register, fn(i64, i64) -> Option<i64>, &'static Operator),
    Integer1(Register, fn(i64) -> Option<i64>, &'static Operator),
    Equal(Register, bool, &'static Operator),
    /// Compares with a constant.
    EqualValue {
        to: Register,
        value: u16,
        same: bool,
        operator: &'static Operator,
    },
    Compare(Register, Order, &'static Operator),
    /// Tests for a type among those of these bits.
    IsType(Register, u16, bool),
    Element(Register, &'static Operator),
    Length(Register),
    Not(Register),
    /// The least or greatest of two.
    Extreme(Register, Order, &'static Operator),
    /// The second of two.
    Second(Register),
    /// Any operator on operands that lie one after the other.
    Compute {
        to: Register,
        count: u8,
        operator: &'static Operator,
    },
    /// An operator that asks the host, and nothing of the lines around it.
    Effect {
        to: Register,
        count: u8,
        run: HostRun,
        operator: &'static Operator,
    },
    /// Makes all calls of a callback that only computes, for the entries of a list. Jumps if that is
    /// possible; otherwise the operations that follow make them. Of entries that are kept, it may be
    /// only their number that counts.
    Calls {
        to: Register,
        step: u16,
        counts: bool,
        target: Target,
    },
    /// Makes the calls of a step on a list that is converted already, by the interpreter.
    EachCall {
        to: Register,
        step: u16,
    },
    /// A list of values that lie one after the other.
    List {
        to: Register,
        count: u8,
        family: Family,
    },
    /// All cells of the grid, one after the other: `@Grid` made flat.
    FlatGrid {
        to: Register,
        special: u16,
        operator: &'static Operator,
    },
    /// Tests whether the cell that a special string stands for is empty. Jumps if that is known; the
    /// operations that follow compare it with the word.
    IsEmpty {
        to: Register,
        special: u16,
        same: bool,
        target: Target,
    },
    /// Jumps unless a variable of the lines or of the game is a number or another plain scalar, or a
    /// few numbers.
    UnlessSimple {
        special: u16,
        target: Target,
    },
    /// The content of a cell of the grid; row and column lie in the next registers. Jumps if there
    /// is one. Otherwise the grid is read as a list of lists, by the operations that follow.
    GridCell {
        to: Register,
        target: Target,
    },
    /// The content of a cell of the grid, so many steps ahead. Row and column count as steps. Jumps
    /// if there is one; row and column are computed by the operations that follow.
    CellAhead {
        to: Register,
        ahead: u8,
        steps: u32,
        target: Target,
    },
    Jump(Target),
    JumpIf(Register, bool, Target),
    /// Jumps unless a condition is exactly true.
    Unless(Register, Target),
    UnlessNumber(Register, Target),
    Skip(u8, bool),
    UnlessSkipped(u8, Target),
    /// Takes what is no number for 0.
    Count(Register, u8),
    /// Makes all rounds of a loop that only computes with doubles, if all it reads are some.
    Doubles {
        to: Register,
        count: u8,
        step: u16,
    },
    /// Makes the next rounds of a loop as long as they only compute with single values and lists.
    Rounds {
        to: Register,
        count: u8,
        step: u16,
    },
    /// Begins another round as long as the count is greater than 0.
    Round(u8, Target),
    /// Begins a block, which ends at the target; some running values change what it is.
    Block(Register, u16, Target),
    Declare(Register),
    SetVariable {
        value: Register,
        index: f64,
    },
    /// Jumps unless `@replace_tile` works.
    UnlessReplacing(Target),
    /// Puts a tile into a cell; row, column and tile lie in the next registers.
    ReplaceTile {
        to: Register,
        operator: &'static Operator,
    },
    /// A whole step, done by the interpreter.
    Step {
        to: Register,
        step: u16,
        first: Option<(u16, u32)>,
        skipped: Option<u8>,
    },
}
