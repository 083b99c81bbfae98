//! From a compiled line, with the lines that stand in it, to a flat program
//! (`ir/code.rs`).
//!
//! Whatever has no operation of its own is left to the interpreter, one operand or one
//! step at a time; a line that starts in an unusual way has no program at all.

mod blocks;
mod grid;
mod operands;
mod steps;

use std::sync::Arc;

use crate::ir::code::{Code, Level, Op, Operand, REGISTERS, Register, Running, Sees, Site, Target};
use crate::ir::line::{Body, Codes, Line, Node, Steps};
use crate::ir::operator::Family;
use crate::ir::special::Special;
use crate::ir::variables::Inherit;
use crate::value::Value;

/// The steps of a line or block, the register of their running value, and the level at which they
/// stand.
#[derive(Clone, Copy)]
struct Sequence<'a> {
    steps: &'a Steps,
    to: Register,
    level: u16,
}

/// The first entry of a line, which is not evaluated yet; its place, and the level at which it is not.
#[derive(Clone, Copy)]
struct First<'a> {
    node: &'a Node,
    place: usize,
    level: u16,
}

/// Longer programs than this are not made: the lines in it are programs of their own.
const MOST_OPS: usize = 2048;

/// No operator puts more values into a call.
const MOST_DECLARED: usize = 3;

/// The programs of a line in surroundings where lines that begin with no word inherit this.
pub(crate) fn lower(line: &Line, around: Inherit) -> Codes {
    let declared = line.declarations.len();
    let in_order =
        |(place, (node, _)): (usize, &(Node, usize))| matches!(node, Node::Inserted(i) if *i == place);
    let is_call =
        (1..=MOST_DECLARED).contains(&declared) && line.declarations.iter().enumerate().all(in_order);
    let (of_call, any) = match line.start.inherit(around).0 {
        Inherit::Nothing => (Sees::Registers { count: declared }, Sees::Own),
        Inherit::Share => (Sees::Behind { count: declared, around: 0 }, Sees::Shared),
        Inherit::Copy => return Codes::default(),
    };
    let quick = is_call.then(|| Lowering::of(line, of_call, around));
    Codes { of_call: quick.flatten(), any: Lowering::of(line, any, around) }
}

/// The type of a value as far as it is known while a program is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A number, perhaps NaN.
    Number,
    /// A number that is not NaN.
    Exact,
    Truth,
    Integer,
    Any,
}

impl Kind {
    /// Returns true if converting a value of this kind changes nothing. NaN as a number is
    /// handled where it is read.
    fn is(self, family: Family) -> bool {
        match family {
            Family::Any | Family::Unconverted | Family::Raw => self != Kind::Any,
            Family::Number => matches!(self, Kind::Number | Kind::Exact),
            Family::Boolean => self == Kind::Truth,
            Family::Integer => self == Kind::Integer,
            _ => false,
        }
    }
}

/// The kind of what a family converts to.
fn kind_of(family: Family, before: Kind) -> Kind {
    match family {
        Family::Number => Kind::Exact,
        Family::Boolean => Kind::Truth,
        Family::Integer => Kind::Integer,
        Family::Any | Family::Unconverted | Family::Raw => before,
        _ => Kind::Any,
    }
}

/// Names in errors the operator around an operand that is evaluated in its place, and
/// the running value that it has there.
type By = Option<(&'static str, Operand)>;

#[derive(Default)]
struct Lowering {
    ops: Vec<Op>,
    sites: Vec<u16>,
    places: Vec<Site>,
    levels: Vec<Level>,
    values: Vec<Value>,
    nodes: Vec<Node>,
    steps: Vec<(Steps, usize)>,
    specials: Vec<Arc<Special>>,
    now: Now,
}

/// The state of the lowering at the next operation.
#[derive(Clone, Copy, Default)]
struct Now {
    sees: Sees,
    /// The operation that counts steps, and its count, as long as all operations since then
    /// always run with it.
    charge: Option<(usize, u32)>,
    flags: u8,
    counts: u8,
    site: u16,
    depth: u32,
    deepest: u32,
    /// True if the lowered line has no variables.
    alone: bool,
    /// The default of lines that begin with no word, where the next line stands.
    inherit: Inherit,
}

impl Lowering {
    fn of(line: &Line, sees: Sees, inherit: Inherit) -> Option<Code> {
        let mut own = Lowering { now: Now { sees, inherit, ..Now::default() }, ..Lowering::default() };
        own.line(line, 0, None)?;
        let fits = [own.places.len(), own.levels.len(), own.values.len(), own.nodes.len(), own.steps.len()];
        if own.specials.len().max(fits.into_iter().max()?) >= usize::from(u16::MAX) {
            return None;
        }
        Some(Code {
            ops: own.ops.into(),
            sites: own.sites.into(),
            places: own.places.into(),
            levels: own.levels.into(),
            values: own.values.into(),
            nodes: own.nodes.into(),
            steps: own.steps.into(),
            specials: own.specials.into(),
            variables: own.now.sees,
            depth: own.now.deepest,
        })
    }

    /// Returns the result of `make`; takes back all that it has added if there is none.
    fn attempt<T>(&mut self, make: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let now = self.now;
        let lengths = [
            self.ops.len(),
            self.places.len(),
            self.levels.len(),
            self.values.len(),
            self.nodes.len(),
            self.steps.len(),
            self.specials.len(),
        ];
        if let Some(made) = make(self) {
            return Some(made);
        }
        let [ops, places, levels, values, nodes, steps, specials] = lengths;
        self.ops.truncate(ops);
        self.sites.truncate(ops);
        self.places.truncate(places);
        self.levels.truncate(levels);
        self.values.truncate(values);
        self.nodes.truncate(nodes);
        self.steps.truncate(steps);
        self.specials.truncate(specials);
        self.now = now;
        if let Some((at, count)) = now.charge {
            self.ops[at] = Op::Charge(count);
        }
        None
    }

    /// Returns true if the values of a call lie in registers.
    fn is_call(&self) -> bool {
        matches!(self.now.sees, Sees::Registers { .. } | Sees::Behind { .. })
    }

    /// The interpreter can only do a part of a program where all variables are in a list.
    fn permit_interpreter(&self) -> Option<()> {
        (!self.is_call() && !self.now.alone).then_some(())
    }

    /// Returns the number of registers for running values and arguments.
    fn room(&self) -> usize {
        match self.now.sees {
            Sees::Registers { count } | Sees::Behind { count, .. } => REGISTERS - count,
            _ => REGISTERS,
        }
    }

    fn next(&self, register: Register) -> Option<Register> {
        (usize::from(register) + 1 < self.room()).then_some(register + 1)
    }

    fn push(&mut self, op: Op) -> Option<usize> {
        self.ops.push(op);
        self.sites.push(self.now.site);
        (self.ops.len() < MOST_OPS).then_some(self.ops.len() - 1)
    }

    /// Counts steps, together with those before that are always run as well.
    fn charge(&mut self, steps: u32) -> Option<()> {
        let (at, count) = match self.now.charge {
            Some(charge) => charge,
            None => (self.push(Op::Charge(0))?, 0),
        };
        self.ops[at] = Op::Charge(count + steps);
        self.now.charge = Some((at, count + steps));
        Some(())
    }

    fn here(&mut self) -> Target {
        self.now.charge = None;
        self.ops.len() as Target
    }

    /// Lets a jump lead to the next operation.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        match self.ops.get_mut(jump) {
            Some(
                Op::Jump(target)
                | Op::JumpIf(_, _, target)
                | Op::Unless(_, target)
                | Op::UnlessNumber(_, target)
                | Op::UnlessSkipped(_, target)
                | Op::UnlessReplacing(target)
                | Op::UnlessSimple { target, .. }
                | Op::GridCell { target, .. }
                | Op::CellAhead { target, .. }
                | Op::IsEmpty { target, .. }
                | Op::Calls { target, .. }
                | Op::Round(_, target)
                | Op::Block(_, _, target),
            ) => *target = here,
            other => debug_assert!(false, "{other:?} is no jump"),
        }
    }

    fn jump(&mut self, op: Op) -> Option<usize> {
        let at = self.push(op)?;
        self.now.charge = None;
        Some(at)
    }

    fn value(&mut self, to: Register, value: &Value) -> Option<Kind> {
        let kind = match value {
            Value::Number(number) => {
                self.push(Op::Number(to, *number))?;
                return Some(if number.is_nan() { Kind::Number } else { Kind::Exact });
            }
            Value::Boolean(_) => Kind::Truth,
            Value::Integer(_) => Kind::Integer,
            _ => Kind::Any,
        };
        self.values.push(value.clone());
        self.push(Op::Value(to, (self.values.len() - 1) as u16))?;
        Some(kind)
    }

    fn node(&mut self, node: &Node) -> u16 {
        self.nodes.push(node.clone());
        (self.nodes.len() - 1) as u16
    }

    fn special(&mut self, special: &Arc<Special>) -> u16 {
        self.specials.push(Arc::clone(special));
        (self.specials.len() - 1) as u16
    }

    /// Sets the place in a line for the operations that follow.
    fn at(&mut self, level: u16, place: Option<usize>) {
        self.at_by(level, place, None);
    }

    fn at_by(&mut self, level: u16, place: Option<usize>, by: By) {
        let site = Site { level, place, by, depth: self.now.depth };
        if self.places.last() != Some(&site) {
            self.places.push(site);
        }
        self.now.site = (self.places.len() - 1) as u16;
    }

    fn level(&mut self, outer: Option<u16>, running: Running) -> u16 {
        self.levels.push(Level { outer, running, alone: self.now.alone, inherit: self.now.inherit });
        (self.levels.len() - 1) as u16
    }

    /// Enters a line or block, as the interpreter counts it.
    fn deeper<T>(&mut self, make: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.now.depth += 1;
        self.now.deepest = self.now.deepest.max(self.now.depth);
        let made = make(self);
        self.now.depth -= 1;
        made
    }

    /// Notes that what is done here takes so many nested evaluations.
    fn takes_levels(&mut self, levels: u32) {
        self.now.deepest = self.now.deepest.max(self.now.depth.saturating_add(levels));
    }

    /// A line, whose value comes into a register. `None`: there is something in it that
    /// only the interpreter can do, with the line as a whole.
    fn line(&mut self, line: &Line, to: Register, outer: Option<u16>) -> Option<Kind> {
        let Body::Steps(first, place, steps) = &line.body else { return None };
        let around = (self.now.alone, self.now.inherit);
        let (inherits, inherit) = line.start.inherit(self.now.inherit);
        if inherits == Inherit::Copy || inherit == Inherit::Copy || line.include_game_variables {
            return None;
        }
        if outer.is_some() && inherits == Inherit::Nothing {
            self.now.alone = true;
        }
        self.now.inherit = inherit;
        let kind = self.deeper(|own| {
            own.charge(1)?;
            own.declarations(line, to, outer)?;
            let entry = own.level(outer, Running::First(first.clone()));
            let level = own.level(outer, Running::In(to));
            let first = First { node: first, place: *place, level: entry };
            own.steps(Some(first), Sequence { steps, to, level })
        });
        (self.now.alone, self.now.inherit) = around;
        kind
    }

    /// Declarations see the running values of the lines around.
    fn declarations(&mut self, line: &Line, to: Register, outer: Option<u16>) -> Option<()> {
        // Those of a call lie in registers before it begins.
        if line.declarations.is_empty() || (outer.is_none() && self.is_call()) {
            return Some(());
        }
        let level = self.level(outer, Running::Nothing);
        for (declaration, place) in &line.declarations {
            self.at(level, Some(*place));
            self.permit_interpreter()?;
            self.operand(declaration, Family::Any, to)?;
            self.at(level, None);
            self.push(Op::Declare(to))?;
        }
        Some(())
    }
}
