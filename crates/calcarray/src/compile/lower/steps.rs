//! Steps of lines and blocks: operators with their arguments, and what is left to the interpreter.

use std::sync::Arc;

use crate::compile::lower::{First, Kind, Lowering, Sequence, kind_of};
use crate::ir::code::{Op, Operand, Register};
use crate::ir::line::{Action, Node, Step};
use crate::ir::operator::{Family, ListWork, Operator, Order, Run, Typed};
use crate::ir::special::Subject;
use crate::value::{Type, Value};

/// An operator with its arguments, and its place in a line.
#[derive(Clone, Copy)]
struct Application<'a> {
    operator: &'static Operator,
    arguments: &'a [Node],
    place: usize,
}

impl Lowering {
    /// The steps of a line or block.
    pub(super) fn steps(&mut self, mut first: Option<First>, sequence: Sequence) -> Option<Kind> {
        let Sequence { steps, to, level } = sequence;
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
                    self.calls(first.take(), sequence, (index - 1, counts), kind)?;
                    index += usize::from(counts);
                    kind = if counts { Kind::Number } else { Kind::Any };
                    continue;
                }
                self.left_to_interpreter(first.take(), sequence, index - 1, flag)?;
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
                Some(first) => {
                    let First { node, place, level: entry } = first;
                    if self.flat_grid(node, step, to, entry) {
                        kind = Kind::Any;
                        continue;
                    }
                    if self.attempt(|own| own.grid_cell(first, sequence, index - 1)).is_some() {
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
            kind = self.step(sequence, index - 1, flag, kind)?;
            if let Some(known) = known {
                self.land(known);
            }
        }
        match first {
            Some(First { node, place, level }) => {
                self.at(level, Some(place));
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
        first: Option<First>,
        Sequence { steps, to, level }: Sequence,
        (index, counts): (usize, bool),
        mut kind: Kind,
    ) -> Option<()> {
        if let Some(Step { action: Action::Apply(_, arguments), .. }) = steps.get(index)
            && let [Node::Callback(callback)] = &arguments[..]
        {
            self.takes_levels(callback.scalars.as_ref()?.levels);
        }
        let places = [index, index + 1].map(|index| steps.get(index).map_or(0, |step| step.place));
        match first {
            Some(First { node, place, level }) => {
                self.at(level, Some(place));
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
        first: Option<First>,
        Sequence { steps, to, level }: Sequence,
        index: usize,
        skipped: Option<u8>,
    ) -> Option<()> {
        self.at(first.map_or(level, |first| first.level), None);
        let first = first.map(|first| (self.node(first.node), first.place as u32));
        self.steps.push((Arc::clone(steps), index));
        let step = (self.steps.len() - 1) as u16;
        self.push(Op::Step { to, step, first, skipped }).map(drop)
    }

    /// Converts a running value, if it is not known to be of the right type.
    fn running(&mut self, to: Register, family: Family, kind: &mut Kind) -> Option<()> {
        if !kind.is(family) {
            self.push(Op::Running(to, family))?;
            *kind = kind_of(family, *kind);
        }
        Some(())
    }

    /// An argument of an operator that stands at a place of a line.
    pub(super) fn argument(
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

    fn step(&mut self, sequence: Sequence, index: usize, flag: Option<u8>, kind: Kind) -> Option<Kind> {
        let Sequence { steps, to, level } = sequence;
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
            Action::Apply(operator, arguments) => {
                self.apply(Application { operator, arguments, place }, to, level, kind)
            }
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
                self.block(block, sequence, index)?;
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
                self.block(block, sequence, index)?;
                self.land(unless);
                Some(Kind::Any)
            }
            Action::ElseIf(condition, block) => {
                let skipped = self.jump(Op::UnlessSkipped(flag?, 0))?;
                let unless = self.condition(condition, place, to, level)?;
                self.set_flag(flag, false)?;
                self.block(block, sequence, index)?;
                self.land(skipped);
                self.land(unless);
                Some(Kind::Any)
            }
            Action::Repeat(repeat) => self.repeat(repeat, sequence, index),
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

    fn apply(&mut self, applied: Application, to: Register, level: u16, kind: Kind) -> Option<Kind> {
        let Application { operator, arguments, place } = applied;
        if operator.operand == Family::Number && kind == Kind::Number {
            // Known to be a number, but perhaps NaN.
            self.at(level, Some(place));
            self.push(Op::Running(to, Family::Number))?;
        }
        match operator.facts.typed {
            Typed::And | Typed::Or => return self.both(applied, to, level),
            Typed::ReplaceTile => return self.replace_tile(applied, to, level, kind),
            Typed::Equal | Typed::Unequal => {
                if let Some(kind) = self.equal_value(applied, to) {
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
    fn both(&mut self, applied: Application, to: Register, level: u16) -> Option<Kind> {
        let Application { operator, arguments, place } = applied;
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
    fn replace_tile(&mut self, applied: Application, to: Register, level: u16, kind: Kind) -> Option<Kind> {
        let Application { operator, arguments, place } = applied;
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
    fn equal_value(
        &mut self,
        Application { operator, arguments, .. }: Application,
        to: Register,
    ) -> Option<Kind> {
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
