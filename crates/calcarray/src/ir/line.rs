//! A compiled expression: lines of steps, with every name resolved.

use std::ops::{Deref, Range};
use std::sync::{Arc, OnceLock};

use crate::array::Array;
use crate::ir::code::Code;
use crate::ir::doubles::{DoubleLine, DoubleLoop, OnTiles};
use crate::ir::operator::Operator;
use crate::ir::scalar::{ScalarCall, ScalarLoop};
use crate::ir::special::Special;
use crate::ir::variables::Start;
use crate::value::Value;

/// An entry of a line, as an operand.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// A value that needs no evaluation: a scalar, or a literal array with
    /// nothing to evaluate in it.
    Value(Value),
    /// A text that starts with `@`.
    Special(Arc<Special>),
    /// An array that is evaluated.
    Line(Arc<Line>),
    /// An array that starts with `"@Literal"` and has something in it to
    /// evaluate.
    Literal(Arc<Literal>),
    /// A value that a callback puts into the line.
    Inserted(usize),
    /// An expression that its operator runs itself.
    Callback(Arc<CallbackLine>),
}

/// A line that takes in the values of each call.
#[derive(Debug)]
pub(crate) struct CallbackLine {
    pub line: Line,
    /// The entries as written, for values that are structural words: those
    /// change what the line is.
    pub source: Array,
    /// The callback as a computation with single values.
    pub scalars: Option<ScalarCall>,
    /// True if the callback depends only on the values of the call.
    pub closed: bool,
}

impl Node {
    pub const UNDEFINED: Node = Node::Value(Value::Undefined);

    /// Returns true if the node is a value: evaluating it neither reads the running values of the
    /// lines around nor changes anything.
    pub fn is_value(&self) -> bool {
        matches!(self, Node::Value(_))
    }
}

/// One entry of a literal.
#[derive(Debug)]
pub(crate) enum LiteralEntry {
    Value(Value),
    /// `["@CalcArray", …]`: its value takes its place.
    Line(Arc<Line>, usize),
    /// An inner array with something to evaluate in it.
    Literal(Literal, usize),
    /// A value that a callback puts into the line.
    Inserted(usize),
}

/// A literal array that is made anew each time.
#[derive(Debug)]
pub(crate) struct Literal {
    pub entries: Vec<LiteralEntry>,
}

/// A compiled line.
#[derive(Debug)]
pub(crate) struct Line {
    pub start: Start,
    /// `@include_gvars`: all game variables come first.
    pub include_game_variables: bool,
    /// The declarations before `@end_vars`, with their places in the source.
    pub declarations: Vec<(Node, usize)>,
    pub body: Body,
    /// The forms of the line as arithmetic on doubles.
    pub doubles: DoubleForms,
    pub programs: Programs,
}

/// The forms of a line that is arithmetic on doubles.
#[derive(Debug, Default)]
pub(crate) struct DoubleForms {
    /// The line as one expression.
    pub whole: Option<Box<DoubleLine>>,
    /// The line as arithmetic on numbers of tiles, if it reads nothing else.
    pub numbers: Option<Box<OnTiles>>,
}

/// The programs of a line, made when it is first run.
#[derive(Debug, Default)]
pub(crate) struct Programs {
    pub usual: OnceLock<Codes>,
    /// The programs for surroundings in which lines that begin with no word share variables.
    pub sharing: OnceLock<Box<Codes>>,
}

impl Programs {
    /// Returns the programs of a line that is always walked.
    pub fn none() -> Programs {
        Programs { usual: OnceLock::from(Codes::default()), sharing: OnceLock::from(Box::default()) }
    }
}

/// The programs of a line in one of the ways to inherit variables.
#[derive(Debug, Default)]
pub(crate) struct Codes {
    /// The program for a call with values that need no evaluation.
    pub of_call: Option<Code>,
    /// In any other case.
    pub any: Option<Code>,
}

/// The part of a line after its variables.
#[derive(Debug)]
pub(crate) enum Body {
    /// An empty line: its value is undefined.
    Empty,
    /// The rest starts with `"@Literal"`.
    Literal(Literal),
    /// A first entry, its place in the source, and what is done to it.
    Steps(Node, usize, Steps),
}

/// The steps of a line, in order.
pub(crate) type Steps = Arc<[Step]>;

/// One operator with its arguments.
#[derive(Debug)]
pub(crate) struct Step {
    /// Place of the operator in the source.
    pub place: usize,
    pub action: Action,
}

/// The action of a step.
#[derive(Debug)]
pub(crate) enum Action {
    /// An operator of the table, with its converted arguments.
    Apply(&'static Operator, Box<[Node]>),
    /// The hottest operators, without the detour through a list.
    Number1(&'static Operator, fn(f64) -> f64),
    Number2(&'static Operator, fn(f64, f64) -> f64, Node),
    /// `@edit_var` with a constant index.
    SetVariable(&'static Operator, f64, Node),
    If(Node, Block),
    Else(Block),
    ElseIf(Node, Block),
    Repeat(Repeat),
    /// An operator that is itself an expression.
    Computed(Box<Computed>),
    /// An unknown operator: the argument is evaluated for its effects.
    Unknown(Node),
    /// An `@` word that means nothing here.
    Nothing,
}

/// A loop.
#[derive(Debug)]
pub(crate) struct Repeat {
    pub count: Node,
    /// True if the count is written as an array: only such a count can be a condition.
    pub is_array: bool,
    pub block: Block,
    /// The block as rounds that only compute.
    pub rounds: Option<ScalarLoop>,
}

/// The body of a control word.
#[derive(Debug)]
pub(crate) struct Block {
    /// `@end_vars` in the body makes variables of everything before it, the
    /// running value first: the nodes, and the first entry after the word.
    pub declares: Option<Box<Redeclaration>>,
    pub steps: Steps,
    /// The entries, for running values that are start words themselves.
    pub source: Part,
    /// The block as a loop of arithmetic on doubles.
    pub doubles: Option<DoubleLoop>,
}

/// Entries of a line as they are written. All parts of a line share them: blocks
/// that are not closed reach to its end, each of them.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub entries: Arc<[Value]>,
    pub range: Range<usize>,
}

impl Deref for Part {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        self.entries.get(self.range.clone()).unwrap_or_default()
    }
}

/// An `@end_vars` inside a block, with the declarations before it.
#[derive(Debug)]
pub(crate) struct Redeclaration {
    pub declarations: Vec<(Node, usize)>,
    pub first: Option<(Node, usize)>,
}

/// An operator that is an expression, and the line from there on: what the
/// entries mean depends on its value.
#[derive(Debug)]
pub(crate) struct Computed {
    pub operator: Node,
    pub rest: Part,
    /// The number of entries that the step before removed.
    pub removed: usize,
}
