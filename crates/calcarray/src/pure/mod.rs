//! The evaluator for pure expressions: a layer above the interpreter, which
//! knows it only as shortcuts (`ir/language.rs`).
//!
//! Most conditions and results of most modes read a few tile entries and do
//! arithmetic on them, with numbers, small integers and truth values. Such a line
//! has no effects, so it can be tried without any of the bookkeeping of a full
//! evaluation: if every operand turns out to be of the type expected, the result
//! is what the interpreter would give; if one does not, nothing has happened and
//! the line is interpreted.
//!
//! - [`fold`] makes one expression, a [`Pure`], of the steps of a line.
//! - [`term`] makes arithmetic on a few doubles (`ir/term.rs`) of an expression, if
//!   nothing else is in it; [`on_tiles`], [`call`] and [`repeat`] use that for
//!   lines on tiles, for callbacks and for loops.
//! - [`view`] and [`truth`] evaluate expressions where they stand.
//! - [`predicate`] offers conditions and numbers to engines that know the tiles.

use std::any::Any;
use std::sync::Arc;

use crate::host::{Counter, Host, Position, Store};
use crate::ir::evaluator::Evaluator;
use crate::ir::language::{CallShortcut, LineShortcut, LineShortcuts, LoopShortcut};
use crate::ir::line::{Body, Line, Node, Start, Step};
use crate::ir::on_tiles::OnTiles;
use crate::ir::outcome::Outcome;
use crate::ir::scope::{Inherit, Scope, Variables};
use crate::ir::special::{Part, Special, Subject};
use crate::ir::tiles::whole;
use crate::limits::Meter;
use crate::text::Text;
use crate::value::Value;

mod call;
mod fold;
mod on_tiles;
mod parent;
mod predicate;
mod repeat;
mod scalar;
mod term;
mod truth;
mod view;

use call::PureCalls;
use fold::Fold;
pub use predicate::{Formula, TilePredicate};
use repeat::PureLoop;
use view::{stays, Seen, View};

/// The shortcuts of a compiled line.
pub(crate) fn line(line: &Line) -> LineShortcuts {
    let Some(shortcut) = PureLine::of(line) else { return LineShortcuts::default() };
    if shortcut.inner {
        return LineShortcuts { part: Some(Box::new(shortcut)), ..LineShortcuts::default() };
    }
    let on_tiles = shortcut.on_tiles().map(Box::new);
    LineShortcuts { on_tiles, whole: Some(Box::new(shortcut)), part: None }
}

/// The shortcut of all calls of a callback.
pub(crate) fn callback(line: &Line) -> Option<Box<dyn CallShortcut>> {
    Some(Box::new(PureCalls::of(whole_line(line)?)))
}

/// The shortcut of a loop.
pub(crate) fn repeat(steps: &[Step]) -> Option<Box<dyn LoopShortcut>> {
    Some(Box::new(PureLoop::of(steps)?))
}

/// The pure form of a line that has one where it stands.
fn whole_line(line: &Line) -> Option<&PureLine> {
    let shortcut: &dyn Any = &**line.shortcuts.whole.as_ref()?;
    shortcut.downcast_ref()
}

/// The pure form of a line, also if it only has one as a part of another.
fn any_line(line: &Line) -> Option<&PureLine> {
    let LineShortcuts { whole, part, .. } = &line.shortcuts;
    let shortcut: &dyn Any = &**whole.as_ref().or(part.as_ref())?;
    shortcut.downcast_ref()
}

/// What a program, as a condition, asks of a row of tiles, if it asks for hardly
/// anything else.
pub(crate) fn predicate(node: &Node) -> Option<TilePredicate> {
    match node {
        Node::Line(line) => whole_line(line)?.predicate(),
        _ => None,
    }
}

/// The number that a program computes from numbers of a row of tiles, if it does
/// nothing else.
pub(crate) fn formula(node: &Node) -> Option<Formula> {
    match node {
        Node::Value(Value::Number(number)) => Formula::of(&Pure::Number(*number), 1),
        Node::Special(special) => Formula::of(&special_operand(special)?, 1),
        Node::Line(line) => whole_line(line)?.formula(),
        _ => None,
    }
}

/// More branches than this are not looked through; terms have no room for as many.
const MOST_BRANCHES: u32 = 64;

/// A pure expression, typed by its use.
#[derive(Clone, Debug)]
enum Pure {
    Number(f64),
    Boolean(bool),
    Integer(i64),
    /// Some text, which is only ever told from what is none.
    Text,
    /// An entry of the tile some steps ahead.
    Entry {
        ahead: u32,
        entry: u32,
    },
    /// A whole tile some steps ahead, which is only ever compared with others.
    Tile {
        ahead: u32,
    },
    OccupiedTile {
        distance: i32,
    },
    /// An entry of the tile so many occupied cells ahead, or behind.
    Occupied {
        distance: i32,
        entry: u32,
    },
    /// A variable, counted from the end if negative.
    Variable(i32),
    GameVariable(i32),
    /// A value that a callback puts into the line.
    Inserted(usize),
    /// The running value of the line around, which puts it in its place.
    Parent,
    /// Something that stands in several places, and is computed in one.
    Once(Arc<Pure>),
    Unary(fn(f64) -> f64, Arc<Pure>),
    Binary(fn(f64, f64) -> f64, Arc<Pure>, Arc<Pure>),
    Integers1(fn(i64) -> Option<i64>, Arc<Pure>),
    Integers2(fn(i64, i64) -> Option<i64>, Arc<Pure>, Arc<Pure>),
    /// The one that is less or greater; the first one if there is none.
    Least(Arc<Pure>, Arc<Pure>),
    Greatest(Arc<Pure>, Arc<Pure>),
    ToNumber(Arc<Pure>),
    /// The name of the type, which is only ever compared.
    TypeOf(Arc<Pure>),
    IsType(Arc<Pure>, Text),
    /// The entry of an array at an index.
    Element(Arc<Pure>, Arc<Pure>),
    /// How many entries an array has.
    Length(Arc<Pure>),
    /// The step down or to the right of the move that is made.
    Down,
    Right,
    /// A counter; or any number that is odd or even as it is.
    Counter(Counter),
    ParityOf(Counter),
    Equal(Arc<Pure>, Arc<Pure>),
    Unequal(Arc<Pure>, Arc<Pure>),
    Less(Arc<Pure>, Arc<Pure>),
    AtMost(Arc<Pure>, Arc<Pure>),
    And(Arc<Pure>, Arc<Pure>),
    Or(Arc<Pure>, Arc<Pure>),
    Not(Arc<Pure>),
    /// The second one if the first holds, otherwise the third.
    If(Arc<Pure>, Arc<Pure>, Arc<Pure>),
    /// Both are computed, the second one counts.
    Second(Arc<Pure>, Arc<Pure>),
    /// An array of these entries.
    Array(Arc<[Pure]>),
}

/// A line that is pure, and how many steps it stands for.
#[derive(Clone, Debug)]
struct PureLine {
    expression: Arc<Pure>,
    cost: u64,
    /// How deep the expression nests at most.
    height: u32,
    /// Whether variables of the lines around are visible in it.
    retains: bool,
    /// The least and the greatest index of a variable that it reads.
    reads: Option<(i32, i32)>,
    /// How many of the values that are put into it it declares; nothing else
    /// is declared.
    declared: usize,
    /// Whether values are put into it at all.
    takes: bool,
    /// Whether it declares among the variables of the lines around.
    shares: bool,
    /// Whether it has no start word: in a scope without variables, those that
    /// it declares are all there are.
    plain: bool,
    /// Whether it is a part of another line only: it reads the running value of
    /// that one.
    inner: bool,
}

impl PureLine {
    /// The pure form of a compiled line, if it has one.
    fn of(line: &Line) -> Option<PureLine> {
        let in_order =
            |(place, (node, _)): (usize, &(Node, usize))| matches!(node, Node::Inserted(i) if *i == place);
        let declared = line.declarations.len();
        if line.include_game_variables || !line.declarations.iter().enumerate().all(in_order) {
            return None;
        }
        let Body::Steps(first, _, steps) = &line.body else { return None };
        let mut fold = Fold { cost: 1, height: 1, deepest: 0, reads: None, running: None, inner: false };
        let first_operand = fold.operand(first)?;
        let expression = fold.steps(first_operand, steps)?;
        if line.start == Start::GlobalNone && fold.reads.is_some() {
            return None;
        }
        Some(PureLine {
            cost: fold.cost,
            height: fold.height()?,
            retains: matches!(
                line.start,
                Start::Retain | Start::GlobalRetain | Start::Copy | Start::GlobalCopy
            ),
            reads: fold.reads,
            declared,
            takes: declared > 0 || matches!(first, Node::Inserted(_)),
            shares: matches!(line.start, Start::Retain | Start::GlobalRetain),
            plain: line.start == Start::Plain,
            inner: fold.inner,
            expression,
        })
    }
}

fn special_operand(special: &Special) -> Option<Pure> {
    if special.overrides.is_some() {
        return None;
    }
    let small =
        |number: f64| (number >= 0.0 && number.trunc() == number && number < 64.0).then_some(number as u32);
    match special.subject {
        Subject::This(Part::Entry(k)) => Some(Pure::Entry { ahead: 0, entry: small(k)? }),
        Subject::Next(d, Part::Entry(k)) => Some(Pure::Entry { ahead: small(d)?, entry: small(k)? }),
        Subject::This(Part::Whole) => Some(Pure::Tile { ahead: 0 }),
        Subject::Next(d, Part::Whole) => Some(Pure::Tile { ahead: small(d)? }),
        Subject::Variable(Some(n)) => Pure::variable(n),
        Subject::Occupied { full: false, distance, part } => {
            let distance = whole(distance).filter(|distance| *distance != 0)?;
            match part {
                Part::Whole => Some(Pure::OccupiedTile { distance }),
                Part::Entry(k) => Some(Pure::Occupied { distance, entry: small(k)? }),
                _ => None,
            }
        }
        Subject::Stored(Store::GameVariables, Some(n)) => Some(Pure::GameVariable(whole(n)?)),
        Subject::Parent(-2.0) => Some(Pure::Parent),
        Subject::VDir => Some(Pure::Down),
        Subject::HDir => Some(Pure::Right),
        Subject::Counter(counter) => Some(Pure::Counter(counter)),
        Subject::ParityOf(counter) => Some(Pure::ParityOf(counter)),
        _ => None,
    }
}

impl Pure {
    /// A variable by its index, which is a whole number nearly always.
    pub fn variable(index: f64) -> Option<Pure> {
        whole(index).map(Pure::Variable)
    }

    /// Whether it can give nothing but a truth value. Branches share parts, so
    /// that there may be more ways to one than anything could take: those that
    /// end in too many parts are not told, and have no use for it either.
    fn gives_truth(&self) -> bool {
        self.truths(&mut MOST_BRANCHES.clone())
    }

    fn truths(&self, left: &mut u32) -> bool {
        match self {
            Pure::Boolean(_)
            | Pure::Equal(..)
            | Pure::Unequal(..)
            | Pure::Less(..)
            | Pure::AtMost(..)
            | Pure::And(..)
            | Pure::Or(..)
            | Pure::Not(_) => true,
            Pure::If(_, then, otherwise) if *left > 0 => {
                *left -= 1;
                then.truths(left) && otherwise.truths(left)
            }
            Pure::Once(own) => own.truths(left),
            _ => false,
        }
    }

    /// Whether it can give nothing but a number.
    fn gives_number(&self) -> bool {
        matches!(self, Pure::Number(_) | Pure::Unary(..) | Pure::Binary(..))
    }

    /// Whether it is a value that is there already.
    fn is_read(&self) -> bool {
        matches!(
            self,
            Pure::Entry { .. }
                | Pure::Occupied { .. }
                | Pure::Variable(_)
                | Pure::GameVariable(_)
                | Pure::Inserted(_)
                | Pure::Element(..)
        )
    }

    /// Whether the two read the same thing.
    pub fn is_same_leaf(&self, other: &Pure) -> bool {
        match (self, other) {
            (Pure::Entry { ahead: a, entry: b }, Pure::Entry { ahead: c, entry: d }) => (a, b) == (c, d),
            (Pure::Variable(a), Pure::Variable(b)) | (Pure::GameVariable(a), Pure::GameVariable(b)) => a == b,
            _ => false,
        }
    }
}

/// Whether a value that is put into a line is not evaluated on its way in.
fn is_taken_as_it_is(value: &Value) -> bool {
    match value {
        Value::Text(text) => stays(text),
        Value::Array(array) => array.is_plain(),
        _ => true,
    }
}

impl PureLine {
    /// Tries the expression. `None`: nothing has happened, interpret the line.
    fn run(
        &self,
        host: &dyn Host,
        position: &Position<'_>,
        variables: Seen<'_>,
        meter: &mut Meter,
    ) -> Option<Outcome> {
        if meter.steps_left() < self.cost {
            return None;
        }
        let outcome = View::new(host, position, variables).outcome(&self.expression)?;
        outcome.pay(self.cost, meter)?;
        Some(outcome)
    }

    /// The expression, where it reads nothing but tiles.
    fn on_tiles(&self) -> Option<OnTiles> {
        let is_alone = !self.takes && self.reads.is_none();
        is_alone.then(|| on_tiles::on_tiles(&self.expression, self.cost)).flatten()
    }

    /// The expression and its cost, for a line that stands in a block and, if
    /// it reads variables, sees those of the block.
    fn in_a_block(&self) -> Option<(&Pure, u64)> {
        let sees = self.retains || self.reads.is_none();
        (sees && !self.takes).then_some((&*self.expression, self.cost))
    }

    /// What the line asks of tiles as a condition, if that can be told apart.
    fn predicate(&self) -> Option<TilePredicate> {
        self.is_alone().then(|| TilePredicate::of(&self.expression, self.cost)).flatten()
    }

    /// The number that the line computes from numbers of tiles, if it is one.
    fn formula(&self) -> Option<Formula> {
        self.is_alone().then(|| Formula::of(&self.expression, self.cost)).flatten()
    }

    /// Whether it reads nothing that lines around it have.
    fn is_alone(&self) -> bool {
        !self.takes && self.reads.is_none() && !self.inner
    }

    /// Which variables the line sees.
    #[inline]
    fn seen<'s>(&self, scope: &'s Scope<'_>) -> Seen<'s> {
        if self.takes {
            Seen::Values { values: scope.inserted, declared: self.declared }
        } else if self.retains || scope.inherit != Inherit::Nothing {
            Seen::List(scope.variables)
        } else {
            Seen::Nothing
        }
    }
}

impl PureLine {
    /// The value of a line that declares what is put into it behind the variables
    /// around.
    fn behind(&self, evaluator: &mut Evaluator<'_>, scope: &Scope<'_>) -> Option<Outcome> {
        let values = scope.inserted.get(..self.declared)?;
        let room = evaluator.meter.limits().array_length;
        let fits = scope.variables.borrow().len().saturating_add(values.len()) <= room;
        if !self.shares || !fits || !values.iter().all(is_taken_as_it_is) {
            return None;
        }
        let seen = Seen::Behind { list: scope.variables, values: scope.inserted, declared: self.declared };
        let outcome = self.run(&*evaluator.host, scope.position, seen, evaluator.meter)?;
        evaluator.meter.spend(0, 16 * values.len() as u64)?;
        scope.variables.borrow_mut().extend_from_slice(values);
        Some(outcome)
    }
}

impl LineShortcut for PureLine {
    fn outermost(
        &self,
        host: &dyn Host,
        position: &Position<'_>,
        variables: &Variables,
        meter: &mut Meter,
    ) -> Option<Outcome> {
        if self.takes {
            return None;
        }
        let seen = if self.retains { Seen::List(variables) } else { Seen::Nothing };
        self.run(host, position, seen, meter)
    }

    fn nested(&self, evaluator: &mut Evaluator<'_>, scope: &Scope<'_>) -> Option<Outcome> {
        if self.takes && !(self.plain && scope.inherit == Inherit::Nothing) {
            return self.behind(evaluator, scope);
        }
        self.run(&*evaluator.host, scope.position, self.seen(scope), evaluator.meter)
    }
}
