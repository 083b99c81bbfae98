//! From a compiled line, with the lines that stand in it, to a flat program
//! (`ir/code.rs`).
//!
//! Whatever has no operation of its own is left to the interpreter, one operand or one
//! step at a time; a line that starts in an unusual way has no program at all.

use std::sync::Arc;

use crate::convert;
use crate::host::Store;
use crate::integer::Integer;
use crate::ir::code::{
    Code, Level, Op, Operand, Order, Register, Running, Sees, Site, Target, COUNTS, REGISTERS,
};
use crate::ir::line::{Action, Block, Body, Codes, Line, Literal, LiteralEntry, Node, Repeat, Step, Steps};
use crate::ir::operator::{Family, ListWork, Operator, Purity, Run, Typed};
use crate::ir::scope::Inherit;
use crate::ir::special::{Part, Special, Subject};
use crate::ir::tiles::whole;
use crate::value::{Type, Value};

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
            own.steps(Some((first, *place, entry)), steps, to, level)
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

    /// The steps of a line or block; `first` is the entry that is not evaluated yet, its
    /// place, and the line in which it is not.
    fn steps(
        &mut self,
        mut first: Option<(&Node, usize, u16)>,
        steps: &Steps,
        to: Register,
        level: u16,
    ) -> Option<Kind> {
        let mut kind = Kind::Any;
        let flag = self.flag(steps)?;
        let mut index = 0;
        while let Some(step) = steps.get(index) {
            self.charge(1)?;
            index += 1;
            if needs_interpreter(step) {
                self.permit_interpreter()?;
                if only_computes(step) {
                    let counts = steps.get(index).is_some_and(|next| takes_length(step, next));
                    self.calls(first.take(), (steps, index - 1, counts), (to, kind), level)?;
                    index += usize::from(counts);
                    kind = if counts { Kind::Number } else { Kind::Any };
                    continue;
                }
                self.left_to_interpreter(first.take(), steps, index - 1, to, level, flag)?;
                kind = Kind::Any;
                continue;
            }
            let family = match &step.action {
                Action::Number1(..) | Action::Number2(..) => Family::Number,
                // What is no list is one with that in it, which need not be made.
                Action::Apply(operator, arguments) if takes_element(operator, arguments) => Family::Any,
                Action::Apply(operator, _) => operator.operand,
                _ => Family::Unconverted,
            };
            let mut known = None;
            match first.take() {
                Some((node, place, entry)) => {
                    if self.flat_grid(node, step, to, entry) {
                        kind = Kind::Any;
                        continue;
                    }
                    if self
                        .attempt(|own| own.grid_cell((node, place), steps, index - 1, to, [entry, level]))
                        .is_some()
                    {
                        index += 1;
                        kind = Kind::Any;
                        continue;
                    }
                    self.at(entry, Some(place));
                    known = self.is_empty(node, step, to);
                    kind = self.operand(node, family, to)?;
                }
                None => {
                    self.at(level, Some(step.place));
                    self.running(to, family, &mut kind)?;
                }
            }
            if let Some(op) = type_test(step, steps.get(index), to) {
                self.charge(1)?;
                self.push(op)?;
                index += 1;
                kind = Kind::Truth;
                continue;
            }
            kind = self.step(steps, index - 1, to, level, flag, kind)?;
            if let Some(known) = known {
                self.land(known);
            }
        }
        match first {
            Some((node, place, entry)) => {
                self.at(entry, Some(place));
                kind = self.operand(node, Family::Any, to)?;
            }
            None => {
                self.at(level, steps.is_empty().then_some(0));
                self.running(to, Family::Any, &mut kind)?;
            }
        }
        Some(kind)
    }

    /// Calls of a callback that only computes; of entries that are kept, it may be only their number
    /// that `counts`, which the next step asks for.
    fn calls(
        &mut self,
        first: Option<(&Node, usize, u16)>,
        (steps, index, counts): (&Steps, usize, bool),
        (to, mut kind): (Register, Kind),
        level: u16,
    ) -> Option<()> {
        if let Some(Step { action: Action::Apply(_, arguments), .. }) = steps.get(index) {
            if let [Node::Callback(callback)] = &arguments[..] {
                self.takes_levels(callback.scalars.as_ref()?.levels);
            }
        }
        let places = [index, index + 1].map(|index| steps.get(index).map_or(0, |step| step.place));
        match first {
            Some((node, place, entry)) => {
                self.at(entry, Some(place));
                self.operand(node, Family::Array, to)?;
            }
            None => {
                self.at(level, Some(places[0]));
                self.running(to, Family::Array, &mut kind)?;
            }
        }
        self.at(level, None);
        self.steps.push((Arc::clone(steps), index));
        let step = (self.steps.len() - 1) as u16;
        let made = self.jump(Op::Calls { to, step, counts, target: 0 })?;
        self.push(Op::EachCall { to, step })?;
        if counts {
            // The calls come before that step; made in one go, they count it.
            self.charge(1)?;
            self.at(level, Some(places[1]));
            self.push(Op::Running(to, Family::Array))?;
            self.push(Op::Length(to))?;
        }
        self.land(made);
        Some(())
    }

    fn left_to_interpreter(
        &mut self,
        first: Option<(&Node, usize, u16)>,
        steps: &Steps,
        index: usize,
        to: Register,
        level: u16,
        skipped: Option<u8>,
    ) -> Option<()> {
        self.at(first.map_or(level, |(_, _, entry)| entry), None);
        let first = first.map(|(node, place, _)| (self.node(node), place as u32));
        self.steps.push((Arc::clone(steps), index));
        let step = (self.steps.len() - 1) as u16;
        self.push(Op::Step { to, step, first, skipped }).map(drop)
    }

    /// A flag for that the last condition did not hold, if a step asks for it.
    fn flag(&mut self, steps: &Steps) -> Option<Option<u8>> {
        if !steps.iter().any(|step| matches!(step.action, Action::Else(_) | Action::ElseIf(..))) {
            return Some(None);
        }
        let flag = self.now.flags;
        self.now.flags += 1;
        self.push(Op::Skip(flag, false))?;
        (flag < 64).then_some(Some(flag))
    }

    fn set_flag(&mut self, flag: Option<u8>, skipped: bool) -> Option<()> {
        match flag {
            Some(flag) => self.push(Op::Skip(flag, skipped)).map(drop),
            None => Some(()),
        }
    }

    /// Converts a running value, if it is not known to be of the right type.
    fn running(&mut self, to: Register, family: Family, kind: &mut Kind) -> Option<()> {
        if !kind.is(family) {
            self.push(Op::Running(to, family))?;
            *kind = kind_of(family, *kind);
        }
        Some(())
    }

    /// The beginning of a line that is one operation: the grid made flat.
    fn flat_grid(&mut self, first: &Node, step: &Step, to: Register, entry: u16) -> bool {
        let (Node::Special(special), Action::Apply(operator, arguments)) = (first, &step.action) else {
            return false;
        };
        let is_grid = matches!(&special.subject, Subject::Grid(steps) if steps.is_empty());
        let is_flat = matches!(operator.facts.typed, Typed::Flat)
            && matches!(&arguments[..], [Node::Value(Value::Number(levels))] if *levels == 2.0);
        if !is_grid || !is_flat || special.overrides.is_some() || self.next(to).is_none() {
            return false;
        }
        self.at(entry, Some(step.place));
        let special = self.special(special);
        self.push(Op::FlatGrid { to, special, operator }).is_some()
    }

    /// The beginning of a line that compares a cell with `@Empty`; gives the jump that is taken where
    /// that is known.
    fn is_empty(&mut self, first: &Node, step: &Step, to: Register) -> Option<usize> {
        let (Node::Special(special), Action::Apply(operator, arguments)) = (first, &step.action) else {
            return None;
        };
        let same = match operator.facts.typed {
            Typed::Equal => true,
            Typed::Unequal => false,
            _ => return None,
        };
        let is_empty = matches!(&arguments[..], [Node::Special(word)] if word.text.is("@Empty"));
        let is_cell =
            matches!(special.subject, Subject::This(Part::Whole) | Subject::Relative(_, _, Part::Whole));
        if !is_empty || !is_cell || special.overrides.is_some() {
            return None;
        }
        let special = self.special(special);
        self.jump(Op::IsEmpty { to, special, same, target: 0 })
    }

    /// The beginning of a line that takes a cell from the grid: `["@Grid", "arr_elem", row,
    /// "arr_elem", column]`. Row and column are computed first, so they must neither look at the
    /// grid as the running value nor change anything.
    fn grid_cell(
        &mut self,
        (first, first_place): (&Node, usize),
        steps: &Steps,
        index: usize,
        to: Register,
        [entry, level]: [u16; 2],
    ) -> Option<()> {
        let is_grid = matches!(first, Node::Special(special)
            if matches!(&special.subject, Subject::Grid(parts) if parts.is_empty()) && special.overrides.is_none());
        let elements = [steps.get(index)?, steps.get(index + 1)?].map(|step| match &step.action {
            Action::Apply(operator, arguments) if matches!(operator.facts.typed, Typed::Element) => {
                arguments.first().map(|argument| (step.place, *operator, argument))
            }
            _ => None,
        });
        let [Some((row_place, operator, row)), Some((column_place, _, column))] = elements else {
            return None;
        };
        let mut variables = Vec::new();
        if !is_grid || !only_reads(row, &mut variables) || !only_reads(column, &mut variables) {
            return None;
        }
        // The values of a call may lie in registers.
        if !variables.is_empty() && self.is_call() {
            return None;
        }
        // The step of the row is counted by the caller.
        self.charge(1)?;
        let next = self.next(to)?;
        let behind = self.next(next)?;
        let mut unless = Vec::new();
        for variable in &variables {
            let special = self.special(variable);
            unless.push(self.jump(Op::UnlessSimple { special, target: 0 })?);
        }
        let ahead = match steps_ahead(row, column) {
            Some(ahead) => Some(self.jump(Op::CellAhead { to, ahead, steps: 0, target: 0 })?),
            None => None,
        };
        let begin = self.ops.len();
        self.argument(row, Family::Number, next, (level, row_place + 1))?;
        self.argument(column, Family::Number, behind, (level, column_place + 1))?;
        // Without a look at row and column, their steps count nevertheless.
        let count = |op: &Op| if let Op::Charge(steps) = op { *steps } else { 0 };
        let counted = self.ops[begin..].iter().map(count).sum();
        if let Some(Op::CellAhead { steps, .. }) = ahead.and_then(|ahead| self.ops.get_mut(ahead)) {
            *steps = counted;
        }
        let cell = self.jump(Op::GridCell { to, target: 0 })?;
        // The grid as a list of lists; row and column are computed already, or in their turn.
        let by_lists = |own: &mut Self, computed: bool| {
            own.at(entry, Some(first_place));
            own.operand(first, Family::Array, to)?;
            if !computed {
                own.argument(row, Family::Number, next, (level, row_place + 1))?;
            }
            own.at(level, Some(row_place));
            own.push(Op::Element(to, operator))?;
            own.at(level, Some(column_place));
            own.push(Op::Running(to, Family::Array))?;
            if computed {
                own.push(Op::Copy { to: next, from: behind, family: Family::Number })?;
            } else {
                own.argument(column, Family::Number, next, (level, column_place + 1))?;
                own.at(level, Some(column_place));
            }
            own.push(Op::Element(to, operator))
        };
        by_lists(self, true)?;
        if !unless.is_empty() {
            let end = self.jump(Op::Jump(0))?;
            unless.into_iter().for_each(|jump| self.land(jump));
            by_lists(self, false)?;
            self.land(end);
        }
        self.land(cell);
        if let Some(ahead) = ahead {
            self.land(ahead);
        }
        Some(())
    }

    /// An argument of an operator that stands at a place of a line.
    fn argument(
        &mut self,
        argument: &Node,
        family: Family,
        to: Register,
        (level, place): (u16, usize),
    ) -> Option<Kind> {
        self.at(level, Some(place));
        let kind = self.operand(argument, family, to)?;
        if family == Family::Number && kind == Kind::Number {
            self.push(Op::Convert(to, Family::Number))?;
        }
        Some(kind)
    }

    fn step(
        &mut self,
        steps: &Steps,
        index: usize,
        to: Register,
        level: u16,
        flag: Option<u8>,
        kind: Kind,
    ) -> Option<Kind> {
        let Step { place, action } = steps.get(index)?;
        let place = *place;
        match action {
            Action::Number1(_, f) => {
                self.push(Op::Number1(to, *f))?;
                Some(Kind::Number)
            }
            Action::Number2(_, f, Node::Value(Value::Number(number))) => {
                self.push(Op::NumberConstant(to, if number.is_nan() { 0.0 } else { *number }, *f))?;
                Some(Kind::Number)
            }
            Action::Number2(_, f, argument) => {
                if kind == Kind::Number && may_look(argument) {
                    // What looks at the running value must not find NaN there.
                    self.push(Op::Running(to, Family::Number))?;
                }
                let next = self.next(to)?;
                self.at(level, Some(place + 1));
                self.operand(argument, Family::Number, next)?;
                self.push(Op::Number2(to, *f))?;
                Some(Kind::Number)
            }
            Action::Apply(operator, arguments) => self.apply(operator, arguments, place, to, level, kind),
            Action::SetVariable(_, index, argument) => {
                self.permit_interpreter()?;
                let next = self.next(to)?;
                self.at(level, Some(place + 2));
                self.operand(argument, Family::Any, next)?;
                self.push(Op::SetVariable { value: next, index: *index })?;
                Some(kind)
            }
            Action::If(condition, block) => {
                let unless = self.condition(condition, place, to, level)?;
                self.set_flag(flag, false)?;
                self.block(block, to, level, steps, index)?;
                if flag.is_some() {
                    let end = self.jump(Op::Jump(0))?;
                    self.land(unless);
                    self.set_flag(flag, true)?;
                    self.land(end);
                } else {
                    self.land(unless);
                }
                Some(Kind::Any)
            }
            Action::Else(block) => {
                let unless = self.jump(Op::UnlessSkipped(flag?, 0))?;
                self.set_flag(flag, false)?;
                self.block(block, to, level, steps, index)?;
                self.land(unless);
                Some(Kind::Any)
            }
            Action::ElseIf(condition, block) => {
                let skipped = self.jump(Op::UnlessSkipped(flag?, 0))?;
                let unless = self.condition(condition, place, to, level)?;
                self.set_flag(flag, false)?;
                self.block(block, to, level, steps, index)?;
                self.land(skipped);
                self.land(unless);
                Some(Kind::Any)
            }
            Action::Repeat(repeat) => self.repeat(repeat, to, level, steps, index),
            Action::Unknown(argument) => {
                if !argument.is_value() {
                    let next = self.next(to)?;
                    self.at(level, Some(place + 1));
                    self.operand(argument, Family::Unconverted, next)?;
                }
                Some(kind)
            }
            Action::Nothing => Some(kind),
            Action::Computed(_) => None,
        }
    }

    /// A condition; gives the jump that is taken where it does not hold.
    fn condition(&mut self, node: &Node, place: usize, to: Register, level: u16) -> Option<usize> {
        let next = self.next(to)?;
        self.at(level, Some(place + 1));
        self.evaluated(node, next)?;
        self.jump(Op::Unless(next, 0))
    }

    /// Lowers an operand that is not converted: a condition, or a count.
    fn evaluated(&mut self, node: &Node, to: Register) -> Option<Kind> {
        match node {
            Node::Value(value) => self.value(to, value),
            Node::Line(line) => match self.nested(line, to) {
                Some(kind) => Some(kind),
                None => self.evaluate(node, to),
            },
            node => self.evaluate(node, to),
        }
    }

    fn evaluate(&mut self, node: &Node, to: Register) -> Option<Kind> {
        self.permit_interpreter()?;
        let node = self.node(node);
        self.push(Op::Evaluate { to, node })?;
        Some(Kind::Any)
    }

    /// A line as a part of this one, if it can be.
    fn nested(&mut self, line: &Line, to: Register) -> Option<Kind> {
        let site = self.now.site;
        let kind = self.attempt(|own| own.line(line, to, Some(site)));
        self.now.site = site;
        kind
    }

    fn block(&mut self, block: &Block, to: Register, level: u16, steps: &Steps, index: usize) -> Option<()> {
        self.steps.push((Arc::clone(steps), index));
        let number = (self.steps.len() - 1) as u16;
        let begin = self.deeper(|own| {
            own.at(level, None);
            let begin = own.jump(Op::Block(to, number, 0))?;
            own.steps(None, &block.steps, to, level)?;
            Some(begin)
        })?;
        self.land(begin);
        Some(())
    }

    fn repeat(
        &mut self,
        repeat: &Repeat,
        to: Register,
        level: u16,
        steps: &Steps,
        index: usize,
    ) -> Option<Kind> {
        let place = steps.get(index)?.place;
        let next = self.next(to)?;
        let counter = self.now.counts;
        self.now.counts += 1;
        if usize::from(counter) >= COUNTS {
            return None;
        }
        self.at(level, Some(place + 1));
        let kind = self.evaluated(&repeat.count, next)?;
        let other = match kind {
            Kind::Number | Kind::Exact => None,
            _ => Some(self.jump(Op::UnlessNumber(next, 0))?),
        };
        if !repeat.count.is_value() {
            self.at(level, Some(place + 1));
            self.evaluated(&repeat.count, next)?;
        }
        self.push(Op::Count(next, counter))?;
        // Arithmetic on doubles takes lines without a word for those that inherit nothing.
        let inherits = self.now.inherit != Inherit::Nothing;
        let computes = !self.is_call() && !self.now.alone && !inherits;
        let step = self.steps.len() as u16;
        self.steps.push((Arc::clone(steps), index));
        self.at(level, None);
        if repeat.block.doubles.is_some() && computes {
            self.push(Op::Doubles { to, count: counter, step })?;
        }
        let again = self.here();
        if repeat.rounds.is_some() && computes {
            self.push(Op::Rounds { to, count: counter, step })?;
            // The block of a round is one, too.
            self.takes_levels(1 + repeat.rounds.as_ref().map_or(0, |own| own.levels));
        }
        let round = self.jump(Op::Round(counter, 0))?;
        self.charge(1)?;
        self.block(&repeat.block, to, level, steps, index)?;
        self.jump(Op::Jump(again))?;
        self.land(round);
        let Some(other) = other else { return Some(Kind::Any) };
        if !repeat.is_array {
            self.land(other);
            return Some(Kind::Any);
        }
        let end = self.jump(Op::Jump(0))?;
        self.land(other);
        let again = self.here();
        self.charge(1)?;
        let unless = self.condition(&repeat.count, place, to, level)?;
        self.block(&repeat.block, to, level, steps, index)?;
        self.jump(Op::Jump(again))?;
        self.land(unless);
        self.land(end);
        Some(Kind::Any)
    }

    fn apply(
        &mut self,
        operator: &'static Operator,
        arguments: &[Node],
        place: usize,
        to: Register,
        level: u16,
        kind: Kind,
    ) -> Option<Kind> {
        if operator.operand == Family::Number && kind == Kind::Number {
            // Known to be a number, but perhaps NaN.
            self.at(level, Some(place));
            self.push(Op::Running(to, Family::Number))?;
        }
        match operator.facts.typed {
            Typed::And | Typed::Or => return self.both(operator, arguments, place, to, level),
            Typed::ReplaceTile => return self.replace_tile(operator, arguments, place, (to, kind), level),
            Typed::Equal | Typed::Unequal => {
                if let Some(kind) = self.equal_value(operator, arguments, to) {
                    self.at(level, Some(place));
                    return Some(kind);
                }
            }
            _ => {}
        }
        // A line without variables of its own has nowhere to put some.
        if matches!(operator.facts.typed, Typed::Variables) && (self.now.alone || self.is_call()) {
            return None;
        }
        let mut last = to;
        let mut kinds = [kind, Kind::Any];
        for (index, (argument, family)) in arguments.iter().zip(operator.arguments).enumerate() {
            last = self.next(last)?;
            kinds[1] = self.argument(argument, *family, last, (level, place + 1 + index))?;
        }
        self.at(level, Some(place));
        let count = last - to + 1;
        let (op, kind) = match (operator.facts.typed, operator.run) {
            (Typed::Integer1(f), _) => (Op::Integer1(to, f, operator), Kind::Integer),
            (Typed::Integer2(f), _) => (Op::Integer2(to, f, operator), Kind::Integer),
            (Typed::Equal, _) => (Op::Equal(to, true, operator), Kind::Truth),
            (Typed::Unequal, _) => (Op::Equal(to, false, operator), Kind::Truth),
            (Typed::Less, _) => (Op::Compare(to, Order::Less, operator), Kind::Truth),
            (Typed::Greater, _) => (Op::Compare(to, Order::Greater, operator), Kind::Truth),
            (Typed::AtMost, _) => (Op::Compare(to, Order::AtMost, operator), Kind::Truth),
            (Typed::AtLeast, _) => (Op::Compare(to, Order::AtLeast, operator), Kind::Truth),
            (Typed::Not, _) => (Op::Not(to), Kind::Truth),
            (Typed::Second, _) => (Op::Second(to), kinds[1]),
            (Typed::Least, _) => (Op::Extreme(to, Order::Less, operator), Kind::Any),
            (Typed::Greatest, _) => (Op::Extreme(to, Order::Greater, operator), Kind::Any),
            (Typed::Element, _) => (Op::Element(to, operator), Kind::Any),
            (Typed::Length, _) => (Op::Length(to), Kind::Number),
            (_, Run::Effect(run)) => (Op::Effect { to, count, run, operator }, Kind::Any),
            _ => (Op::Compute { to, count, operator }, Kind::Any),
        };
        self.push(op)?;
        Some(kind)
    }

    /// And, or: the argument is evaluated only if it matters.
    fn both(
        &mut self,
        operator: &'static Operator,
        arguments: &[Node],
        place: usize,
        to: Register,
        level: u16,
    ) -> Option<Kind> {
        let decides = matches!(operator.facts.typed, Typed::Or);
        let next = self.next(to)?;
        let end = self.jump(Op::JumpIf(to, decides, 0))?;
        self.at_by(level, Some(place + 1), Some((operator.name, Operand::Truth(!decides))));
        self.operand(arguments.first()?, Family::Boolean, next)?;
        self.push(Op::Second(to))?;
        self.land(end);
        Some(Kind::Truth)
    }

    /// Puts a tile into a cell; the arguments are evaluated only if that is possible.
    fn replace_tile(
        &mut self,
        operator: &'static Operator,
        arguments: &[Node],
        place: usize,
        (to, kind): (Register, Kind),
        level: u16,
    ) -> Option<Kind> {
        let by = Some((operator.name, Operand::In(to)));
        let unless = self.jump(Op::UnlessReplacing(0))?;
        let mut last = to;
        for (index, family) in operator.arguments.iter().enumerate() {
            last = self.next(last)?;
            self.at_by(level, Some(place + 1 + index), by);
            self.operand(arguments.get(index)?, *family, last)?;
        }
        self.at(level, Some(place));
        self.push(Op::ReplaceTile { to, operator })?;
        self.land(unless);
        Some(kind)
    }

    /// A comparison with a value that is there already.
    fn equal_value(&mut self, operator: &'static Operator, arguments: &[Node], to: Register) -> Option<Kind> {
        // The long way puts the value into the next register.
        self.next(to)?;
        let same = matches!(operator.facts.typed, Typed::Equal);
        match arguments {
            [Node::Value(value @ (Value::Number(_) | Value::Boolean(_)))] => self.values.push(value.clone()),
            [Node::Value(value @ Value::Integer(integer))] if integer.to_i64().is_some() => {
                self.values.push(value.clone())
            }
            _ => return None,
        }
        let value = (self.values.len() - 1) as u16;
        self.push(Op::EqualValue { to, value, same, operator })?;
        Some(Kind::Truth)
    }

    /// An operand, converted for an operator; the number of a line may still be NaN.
    fn operand(&mut self, node: &Node, family: Family, to: Register) -> Option<Kind> {
        match node {
            Node::Value(value) => match constant(value, family) {
                Some(value) => self.value(to, &value),
                None => self.any_operand(node, family, to),
            },
            Node::Special(special) => self.special_operand(special, family, to),
            Node::Line(line) => match self.nested(line, to) {
                Some(mut kind) => {
                    if !kind.is(family) {
                        self.push(Op::Convert(to, family))?;
                        kind = kind_of(family, kind);
                    }
                    Some(kind)
                }
                None => self.any_operand(node, family, to),
            },
            Node::Literal(literal) => {
                let site = self.now.site;
                let made = self.attempt(|own| own.literal(literal, family, to, site));
                self.now.site = site;
                made.or_else(|| self.any_operand(node, family, to))
            }
            Node::Inserted(index) => {
                let index = u8::try_from(*index).ok()?;
                self.push(Op::Inserted { to, index, family })?;
                Some(kind_of(family, Kind::Any))
            }
            Node::Callback(_) => self.any_operand(node, family, to),
        }
    }

    fn any_operand(&mut self, node: &Node, family: Family, to: Register) -> Option<Kind> {
        if !node.is_value() {
            self.permit_interpreter()?;
        }
        let node = self.node(node);
        self.push(Op::Operand { to, node, family })?;
        Some(kind_of(family, Kind::Any))
    }

    fn special_operand(&mut self, special: &Arc<Special>, family: Family, to: Register) -> Option<Kind> {
        if matches!(family, Family::Unconverted | Family::Raw) {
            return self.value(to, &Value::Text(special.text.clone()));
        }
        let small = |number: f64| {
            (number >= 0.0 && number.trunc() == number && number < 64.0).then_some(number as u8)
        };
        let number = self.special(special);
        let plain = special.overrides.is_none();
        let op = match special.subject {
            Subject::This(Part::Entry(k)) if plain => {
                small(k).map(|entry| Op::Entry { to, ahead: 0, entry, family, special: number })
            }
            Subject::Next(d, Part::Entry(k)) if plain => small(d)
                .zip(small(k))
                .map(|(ahead, entry)| Op::Entry { to, ahead, entry, family, special: number }),
            Subject::Variable(index) => Some(self.variable(index, family, to, number)?),
            Subject::Stored(Store::GameVariables, Some(index)) => {
                whole(index).map(|index| Op::GameVariable { to, index, family, special: number })
            }
            _ => None,
        };
        self.push(op.unwrap_or(Op::Special { to, family, special: number }))?;
        Some(kind_of(family, Kind::Any))
    }

    /// A variable, or all of them. `None`: only where they are in a list.
    fn variable(&mut self, index: Option<f64>, family: Family, to: Register, special: u16) -> Option<Op> {
        let any = Op::Special { to, family, special };
        if self.now.alone {
            return None;
        }
        let count = match self.now.sees {
            Sees::Own | Sees::Shared => {
                return Some(match index.and_then(whole) {
                    Some(index) => Op::Variable { to, index, family, special },
                    None => any,
                })
            }
            Sees::Registers { count } | Sees::Behind { count, .. } => count,
        };
        let index = whole(index?)?;
        let behind = index < 0 && index.unsigned_abs() as usize <= count;
        if behind {
            let from = (REGISTERS - index.unsigned_abs() as usize) as Register;
            return Some(Op::Copy { to, from, family });
        }
        match &mut self.now.sees {
            Sees::Registers { count } if (0..*count as i32).contains(&index) => {
                Some(Op::Copy { to, from: (REGISTERS - *count + index as usize) as Register, family })
            }
            Sees::Behind { around, .. } if index >= 0 => {
                *around = (*around).max(index as usize + 1);
                Some(Op::Variable { to, index, family, special })
            }
            _ => None,
        }
    }

    /// A list of which some entries are computed.
    fn literal(&mut self, literal: &Literal, family: Family, to: Register, site: u16) -> Option<Kind> {
        let level = self.level(Some(site), Running::Nothing);
        let mut last = to;
        for (index, entry) in literal.entries.iter().enumerate() {
            if index > 0 {
                last = self.next(last)?;
            }
            match entry {
                LiteralEntry::Value(value) => drop(self.value(last, value)?),
                LiteralEntry::Line(line, place) => {
                    self.at(level, Some(*place));
                    self.nested(line, last)?;
                }
                LiteralEntry::Literal(..) | LiteralEntry::Inserted(_) => return None,
            }
        }
        self.now.site = site;
        let count = u8::try_from(literal.entries.len()).ok().filter(|count| *count > 0)?;
        self.push(Op::List { to, count, family })?;
        Some(kind_of(family, Kind::Any))
    }
}

/// Returns true if the evaluation of an operand neither reads running values of the lines around nor
/// changes anything, as long as these variables hold nothing that is evaluated.
fn only_reads(node: &Node, variables: &mut Vec<Arc<Special>>) -> bool {
    match node {
        Node::Value(value) => !matches!(value, Value::Array(_)),
        Node::Special(special) => match special.subject {
            _ if special.overrides.is_some() => false,
            Subject::Variable(Some(_)) | Subject::Stored(_, Some(_)) => {
                variables.push(Arc::clone(special));
                true
            }
            Subject::VCoord
            | Subject::HCoord
            | Subject::VDir
            | Subject::HDir
            | Subject::GridWidth
            | Subject::GridHeight
            | Subject::Counter(_)
            | Subject::TileOrder => true,
            _ => false,
        },
        Node::Line(line) => match &line.body {
            Body::Steps(first, _, steps) => {
                line.declarations.is_empty()
                    && only_reads(first, variables)
                    && steps.iter().all(|step| step_only_reads(step, variables))
            }
            _ => false,
        },
        Node::Literal(_) | Node::Inserted(_) | Node::Callback(_) => false,
    }
}

/// Returns true for steps of which, in addition, no result is a text, which could be evaluated.
fn step_only_reads(step: &Step, variables: &mut Vec<Arc<Special>>) -> bool {
    match &step.action {
        Action::Number1(..) | Action::Nothing => true,
        Action::Number2(_, _, argument) => only_reads(argument, variables),
        Action::Apply(operator, arguments) => {
            let gives_no_text = matches!(operator.result, Family::Number | Family::Boolean | Family::Integer)
                || matches!(operator.facts.typed, Typed::Element | Typed::Least | Typed::Greatest);
            gives_no_text
                && operator.facts.purity != Purity::Impure
                && !matches!(operator.run, Run::Callback(_) | Run::Lazy(_))
                && arguments.iter().all(|argument| only_reads(argument, variables))
        }
        _ => false,
    }
}

/// Returns the number of steps ahead of the cell with this row and column: `["@VCoord", "+",
/// ["@VDir", "*", steps]]`, and the same for the column.
fn steps_ahead(row: &Node, column: &Node) -> Option<u8> {
    let row = steps_along(row, "@VCoord", "@VDir")?;
    let column = steps_along(column, "@HCoord", "@HDir")?;
    (row == column && (0.0..64.0).contains(&row) && row.fract() == 0.0).then_some(row as u8)
}

fn steps_along(node: &Node, coordinate: &str, direction: &str) -> Option<f64> {
    let (first, (sum, distance)) = one_step(node)?;
    let (factor, (product, steps)) = one_step(distance)?;
    let steps = match steps {
        Node::Value(Value::Number(steps)) => *steps,
        node => match one_step(node)? {
            (Node::Value(Value::Number(a)), (Action::Number2(_, f, _), Node::Value(Value::Number(b)))) => {
                f(*a, *b)
            }
            _ => return None,
        },
    };
    let is = |node: &Node, text| matches!(node, Node::Special(own) if own.text.is(text));
    let is_of =
        |action: &Action, name| matches!(action, Action::Number2(operator, ..) if operator.name == name);
    (is(first, coordinate) && is(factor, direction) && is_of(sum, "+") && is_of(product, "*"))
        .then_some(steps)
}

/// Returns the first entry of a line of one step with an argument, the step and its argument.
fn one_step(node: &Node) -> Option<(&Node, (&Action, &Node))> {
    let Node::Line(line) = node else { return None };
    match &line.body {
        Body::Steps(first, _, steps) if line.declarations.is_empty() && !line.include_game_variables => {
            match &steps[..] {
                [Step { action: action @ Action::Number2(_, _, argument), .. }] => {
                    Some((first, (action, argument)))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Returns true if the evaluation of an operand can read the running value.
fn may_look(node: &Node) -> bool {
    match node {
        Node::Value(_) => false,
        Node::Special(special) => matches!(special.subject, Subject::Parent(_)),
        _ => true,
    }
}

/// Returns true if a step takes an entry of a list at a constant index.
fn takes_element(operator: &Operator, arguments: &[Node]) -> bool {
    matches!((operator.facts.typed, arguments), (Typed::Element, [Node::Value(Value::Number(_))]))
}

/// Returns true if only the interpreter can run a step.
fn needs_interpreter(step: &Step) -> bool {
    match &step.action {
        Action::Apply(operator, arguments) => match operator.run {
            Run::Lazy(_) => !matches!(operator.facts.typed, Typed::And | Typed::Or | Typed::ReplaceTile),
            Run::Callback(_) | Run::Control(_) => true,
            _ => arguments.len() > 4,
        },
        Action::If(_, block) | Action::Else(block) | Action::ElseIf(_, block) => block.declares.is_some(),
        Action::Repeat(repeat) => repeat.block.declares.is_some(),
        _ => false,
    }
}

/// Returns true if a step works on a list by calls that only compute.
fn only_computes(step: &Step) -> bool {
    let Action::Apply(operator, arguments) = &step.action else { return false };
    operator.list_work().is_some()
        && matches!(&arguments[..], [Node::Callback(callback)] if callback.scalars.is_some())
}

/// Returns true if a step keeps entries of a list, and the next one asks for their number.
fn takes_length(step: &Step, next: &Step) -> bool {
    let (Action::Apply(operator, _), Action::Apply(next, _)) = (&step.action, &next.action) else {
        return false;
    };
    operator.list_work() == Some(ListWork::Filter) && matches!(next.facts.typed, Typed::Length)
}

/// The test of a type: its name, compared with a text.
fn type_test(step: &Step, next: Option<&Step>, to: Register) -> Option<Op> {
    let (Action::Apply(operator, _), Action::Apply(next, arguments)) = (&step.action, &next?.action) else {
        return None;
    };
    let same = match (operator.facts.typed, next.facts.typed) {
        (Typed::TypeOf, Typed::Equal) => true,
        (Typed::TypeOf, Typed::Unequal) => false,
        _ => return None,
    };
    let [Node::Value(Value::Text(name))] = &arguments[..] else { return None };
    Some(Op::IsType(to, Type::named(name), same))
}

/// A value that is there already, converted, if that costs nothing.
fn constant(value: &Value, family: Family) -> Option<Value> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match (family, value) {
        (Family::Any | Family::Unconverted | Family::Raw, Value::Array(array)) if !array.is_plain() => None,
        (Family::Any | Family::Unconverted | Family::Raw, value) => Some(value.clone()),
        (Family::Number, Value::Number(number)) => {
            Some(Value::Number(if number.is_nan() { 0.0 } else { *number }))
        }
        (Family::Number, Value::Boolean(truth)) => Some(Value::Number(f64::from(u8::from(*truth)))),
        (Family::Boolean, value) => Some(Value::Boolean(convert::is_truthy(value))),
        (Family::Integer, Value::Integer(_)) => Some(value.clone()),
        (Family::Integer, Value::Number(number)) if number.abs() < EXACT => {
            Integer::from_f64(*number).map(Value::Integer)
        }
        (Family::Array, Value::Array(array)) if array.is_plain() => Some(value.clone()),
        (Family::Array, Value::Number(_) | Value::Boolean(_) | Value::Integer(_)) => {
            Some(Value::array(vec![value.clone()]))
        }
        (Family::Text, Value::Text(text)) if !text.is_special() => Some(value.clone()),
        _ => None,
    }
}
