//! Running flat programs (`ir/code.rs`).
//!
//! Each operation has a short way for the values that nearly always come, and leaves all
//! others to the interpreter, which is shown the lines around as it knows them.

use crate::compare;
use crate::compile::is_structural;
use crate::error::Error;
use crate::exec::set_entry;
use crate::host::Store;
use crate::ir::board::whole;
use crate::ir::code::{COUNTS, Code, Level, Op, Operand, REGISTERS, Register, Sees, Site};
use crate::ir::evaluator::Evaluator;
use crate::ir::line::{Action, Block, Codes, Line, Node, Repeat, Step};
use crate::ir::operator::{Family, Order};
use crate::ir::scope::Scope;
use crate::ir::tiles;
use crate::ir::variables::{Variables, variable_place};
use crate::json::shortened;
use crate::text::Text;
use crate::value::Value;

/// The working memory of a running program.
pub(crate) struct Frame {
    pub(super) registers: [Value; REGISTERS],
    counts: [f64; COUNTS],
    /// A bit for each flag: whether the last condition did not hold.
    pub(super) skipped: u64,
    /// A bit for each count: whether rounds of that loop do more than compute.
    is_hopeless: u64,
    /// Values of a call, once they have been put into a list.
    pub(super) listed: Option<Listed>,
}

/// The list into which the values of a call have been put.
pub(super) enum Listed {
    Own(Variables),
    Behind,
}

/// A program, and the scope that it runs in.
pub(super) struct Activation<'c, 's> {
    pub(super) code: &'c Code,
    pub(super) scope: &'c Scope<'s>,
}

impl Default for Frame {
    fn default() -> Frame {
        const UNDEFINED: Value = Value::Undefined;
        Frame {
            registers: [UNDEFINED; REGISTERS],
            counts: [0.0; COUNTS],
            skipped: 0,
            is_hopeless: 0,
            listed: None,
        }
    }
}

#[inline(always)]
pub(super) fn place(register: Register) -> usize {
    usize::from(register) % REGISTERS
}

#[inline(always)]
fn next(register: Register) -> usize {
    after(register, 1)
}

#[inline(always)]
fn after(register: Register, places: usize) -> usize {
    (usize::from(register) + places) % REGISTERS
}

/// Returns true for a value that reaches an operator unchanged: no evaluation looks into it.
fn is_taken_as_it_is(value: &Value) -> bool {
    match value {
        Value::Text(text) => stays(text),
        Value::Array(array) => array.is_plain(),
        _ => true,
    }
}

/// Returns true if conversions never change a text: it is no special string, or one of those that
/// only stand in cells.
pub(super) fn stays(text: &Text) -> bool {
    !text.is_special()
        || ["@Empty", "@Void", "@Slippery"].iter().any(|word| text.is(word))
        || text.starts_with("@TemporaryHole")
}

/// A value that is read, converted, if that is simple.
#[inline(always)]
pub(super) fn direct(value: &Value, family: Family) -> Option<Value> {
    match (value, family) {
        (Value::Number(number), Family::Number) => {
            Some(Value::Number(if number.is_nan() { 0.0 } else { *number }))
        }
        (Value::Number(number), Family::Any) => Some(Value::Number(*number)),
        (Value::Integer(_), Family::Any | Family::Integer) => Some(value.clone()),
        (Value::Boolean(_), Family::Any | Family::Boolean) => Some(value.clone()),
        (Value::Array(array), Family::Any | Family::Array) if array.is_plain() => Some(value.clone()),
        (Value::Text(_), Family::Any) => Some(value.clone()),
        (Value::Undefined, Family::Any) => Some(Value::Undefined),
        _ => None,
    }
}

/// Returns true if another conversion does not change a value, as with running values.
#[inline(always)]
fn is_settled(value: &Value, family: Family) -> bool {
    match (value, family) {
        (Value::Number(number), Family::Number) => !number.is_nan(),
        (_, Family::Number) => false,
        (Value::Text(text), Family::Any) => stays(text),
        (Value::Array(array), Family::Any | Family::Unconverted | Family::Array) => array.is_plain(),
        (_, Family::Any | Family::Unconverted | Family::Raw) => true,
        (Value::Boolean(_), Family::Boolean) | (Value::Integer(_), Family::Integer) => true,
        _ => false,
    }
}

/// An error at an operation.
pub(super) struct Failure {
    pub at: usize,
    pub error: Error,
}

/// Adds the operation to an error.
pub(super) fn failure(at: usize) -> impl FnOnce(Error) -> Failure {
    move |error| Failure { at, error }
}

impl Code {
    pub(super) fn site(&self, at: usize) -> Option<&Site> {
        self.places.get(usize::from(*self.sites.get(at)?))
    }

    /// Returns a step of a line that the program was made of.
    pub(super) fn step(&self, step: u16) -> Option<&Step> {
        let (steps, index) = self.steps.get(usize::from(step))?;
        steps.get(*index)
    }

    /// Returns the block of such a step.
    pub(super) fn block(&self, step: u16) -> Option<&Block> {
        match &self.step(step)?.action {
            Action::If(_, block) | Action::Else(block) | Action::ElseIf(_, block) => Some(block),
            Action::Repeat(repeat) => Some(&repeat.block),
            _ => None,
        }
    }

    pub(super) fn level(&self, level: u16) -> Option<&Level> {
        self.levels.get(usize::from(level))
    }

    /// An error as it is seen from outside of the program.
    #[cold]
    fn located(&self, Failure { at, mut error }: Failure, registers: &[Value; REGISTERS]) -> Error {
        let mut site = self.site(at);
        while let Some(Site { level, place: entry, by, .. }) = site {
            if let Some(entry) = entry {
                error = error.inside(*entry);
            }
            match by {
                Some((operator, Operand::Truth(truth))) => {
                    error = error.by(operator, || shortened(&Value::Boolean(*truth)));
                }
                Some((operator, Operand::In(register))) => {
                    error = error.by(operator, || shortened(&registers[place(*register)]));
                }
                None => {}
            }
            let outer = self.level(*level).and_then(|level| level.outer);
            site = outer.and_then(|outer| self.places.get(usize::from(outer)));
        }
        error
    }
}

impl Codes {
    /// The program to be run in a scope.
    #[inline]
    fn choose(&self, scope: &Scope<'_>) -> Option<&Code> {
        if let Some(code) = &self.of_call {
            let fits = match code.variables {
                Sees::Behind { around, .. } => scope.variables.borrow().len() >= around,
                _ => true,
            };
            if fits && scope.inserted.iter().all(is_taken_as_it_is) {
                return Some(code);
            }
        }
        self.any.as_ref()
    }
}

impl Evaluator<'_> {
    /// The value of a line by its program. `None`: nothing has happened, and the line is to be
    /// walked.
    #[inline]
    pub fn run(&mut self, line: &Line, scope: &Scope<'_>) -> Option<Result<Value, Error>> {
        let code = self.program_for(line, scope)?;
        self.run_in(code, scope, &mut Frame::default())
    }

    /// [`Evaluator::line`] in a frame that is used again and again.
    pub fn line_in(&mut self, line: &Line, scope: &Scope<'_>, frame: &mut Frame) -> Result<Value, Error> {
        if self.trace.is_none()
            && line.doubles.numbers.is_none()
            && let Some(code) = self.program_for(line, scope)
            && let Some(result) = self.run_in(code, scope, frame)
        {
            return result;
        }
        self.line(line, scope)
    }

    /// The program to be run in a scope, if there is one and it fits the limits.
    #[inline]
    fn program_for<'c>(&self, line: &'c Line, scope: &Scope<'_>) -> Option<&'c Code> {
        let code = line.codes(scope.inherit)?.choose(scope)?;
        let depth = self.meter.depth().checked_add(code.depth)?;
        (depth <= self.meter.limits().depth).then_some(code)
    }

    #[inline]
    fn run_in(&mut self, code: &Code, scope: &Scope<'_>, frame: &mut Frame) -> Option<Result<Value, Error>> {
        let own;
        let scope = match code.variables {
            Sees::Shared => scope,
            Sees::Own => {
                own = Variables::default();
                &Scope { variables: &own, ..*scope }
            }
            Sees::Registers { count } => {
                self.meter.use_up(0, 16 * count as u64)?;
                scope
            }
            Sees::Behind { count, .. } => {
                let length = scope.variables.borrow().len().checked_add(count)?;
                if length > self.meter.limits().array_length {
                    return None;
                }
                self.meter.use_up(0, 16 * count as u64)?;
                scope
            }
        };
        frame.listed = None;
        if let Sees::Registers { count } | Sees::Behind { count, .. } = code.variables {
            let room = frame.registers[REGISTERS - count..].iter_mut();
            room.zip(scope.inserted).for_each(|(register, value)| register.clone_from(value));
        }
        if let Err(failure) = self.operations(code, frame, scope) {
            return Some(Err(code.located(failure, &frame.registers)));
        }
        if let (Sees::Behind { count, .. }, None) = (code.variables, &frame.listed) {
            let values = frame.registers[REGISTERS - count..].iter_mut().map(std::mem::take);
            scope.variables.borrow_mut().extend(values);
        }
        let [value, ..] = &mut frame.registers;
        Some(Ok(std::mem::take(value)))
    }

    fn operations(&mut self, code: &Code, frame: &mut Frame, scope: &Scope<'_>) -> Result<(), Failure> {
        let run = &Activation { code, scope };
        let mut at = 0;
        while let Some(op) = code.ops.get(at) {
            at += 1;
            let registers = &mut frame.registers;
            match *op {
                Op::Charge(steps) => self.meter.charge(steps.into()).map_err(failure(at - 1))?,
                Op::Number(to, number) => put(registers, to, Value::Number(number)),
                Op::Value(to, value) => {
                    put(registers, to, code.values.get(usize::from(value)).cloned().unwrap_or_default());
                }
                Op::Entry { to, ahead, entry, family, special } => {
                    let found = tiles::entry(&*self.host, scope.position, ahead.into(), entry.into());
                    match found.and_then(|value| direct(value, family)) {
                        Some(value) => {
                            put(registers, to, value);
                            if ahead > 0 {
                                self.meter.charge(ahead.into()).map_err(failure(at - 1))?;
                            }
                        }
                        None => self.special_at(run, at - 1, frame, to, special, family)?,
                    }
                }
                Op::Variable { to, index, family, special } => {
                    let found = entry_at(&scope.variables.borrow(), index).and_then(|v| direct(v, family));
                    match found {
                        Some(value) => put(registers, to, value),
                        None => self.special_at(run, at - 1, frame, to, special, family)?,
                    }
                }
                Op::GameVariable { to, index, family, special } => {
                    let found = entry_at(self.host.store(Store::GameVariables), index);
                    match found.and_then(|value| direct(value, family)) {
                        Some(value) => put(registers, to, value),
                        None => self.special_at(run, at - 1, frame, to, special, family)?,
                    }
                }
                Op::Special { to, family, special } => {
                    self.special_at(run, at - 1, frame, to, special, family)?;
                }
                Op::Copy { to, from, family } => match direct(&registers[place(from)], family) {
                    Some(value) => put(registers, to, value),
                    None => {
                        let value = registers[place(from)].clone();
                        let value = self.variable_operand(value, family, run, at - 1, frame)?;
                        frame.registers[place(to)] = value;
                    }
                },
                Op::Inserted { to, index, family } => {
                    put(registers, to, scope.inserted(index.into()));
                    if !is_settled(&frame.registers[place(to)], family) {
                        self.convert_at(run, at - 1, frame, to, family, true)?;
                    }
                }
                Op::Operand { to, node, family } => {
                    let node = node_of(code, node);
                    let value =
                        self.shown(run, at - 1, frame, &mut |e, scope| e.operand(node, family, scope));
                    frame.registers[place(to)] = value.map_err(failure(at - 1))?;
                }
                Op::Evaluate { to, node } => {
                    let node = node_of(code, node);
                    let value = self.shown(run, at - 1, frame, &mut |e, scope| e.evaluate(node, scope));
                    frame.registers[place(to)] = value.map_err(failure(at - 1))?;
                }
                Op::Running(to, family) => {
                    if !is_settled(&registers[place(to)], family) {
                        self.convert_at(run, at - 1, frame, to, family, true)?;
                    }
                }
                Op::Convert(to, family) => {
                    let settled = match (&registers[place(to)], family) {
                        (Value::Array(_), Family::Any | Family::Array) => true,
                        (value, family) => is_settled(value, family),
                    };
                    if !settled {
                        self.convert_at(run, at - 1, frame, to, family, false)?;
                    }
                }
                Op::Number1(to, f) => number_to(&mut registers[place(to)], f),
                Op::Number2(to, f) => {
                    let argument = number(&registers[next(to)]);
                    number_to(&mut registers[place(to)], |number| f(number, argument));
                }
                Op::NumberConstant(to, constant, f) => {
                    number_to(&mut registers[place(to)], |number| f(number, constant));
                }
                Op::Integer1(to, f, operator) => match small(&registers[place(to)]).and_then(f) {
                    Some(integer) => put(registers, to, Value::Integer(integer.into())),
                    None => self.compute_at(run, at - 1, frame, to, 1, operator)?,
                },
                Op::Integer2(to, f, operator) => {
                    let operands = small(&registers[place(to)]).zip(small(&registers[next(to)]));
                    match operands.and_then(|(a, b)| f(a, b)) {
                        Some(integer) => put(registers, to, Value::Integer(integer.into())),
                        None => self.compute_at(run, at - 1, frame, to, 2, operator)?,
                    }
                }
                Op::Equal(to, same, operator) => {
                    match compare::simply_equal(&registers[place(to)], &registers[next(to)]) {
                        Some(equal) => put(registers, to, Value::Boolean(equal == same)),
                        None => self.compute_at(run, at - 1, frame, to, 2, operator)?,
                    }
                }
                Op::EqualValue { to, value, same, operator } => {
                    let other = code.values.get(usize::from(value)).unwrap_or(&Value::Undefined);
                    match compare::simply_equal(&registers[place(to)], other) {
                        Some(equal) => put(registers, to, Value::Boolean(equal == same)),
                        None => {
                            registers[next(to)] = other.clone();
                            self.compute_at(run, at - 1, frame, to, 2, operator)?;
                        }
                    }
                }
                Op::Compare(to, order, operator) => {
                    let holds = match (&registers[place(to)], &registers[next(to)]) {
                        (Value::Number(a), Value::Number(b)) => Some(order.holds(a, b)),
                        (a, b) => small(a).zip(small(b)).map(|(a, b)| order.holds(&a, &b)),
                    };
                    match holds {
                        Some(holds) => put(registers, to, Value::Boolean(holds)),
                        None => self.compute_at(run, at - 1, frame, to, 2, operator)?,
                    }
                }
                Op::IsType(to, types, same) => {
                    let is_one = types & registers[place(to)].kind().bit() != 0;
                    put(registers, to, Value::Boolean(is_one == same));
                }
                Op::Element(to, operator) => match element(&registers[place(to)], &registers[next(to)]) {
                    Some(value) => put(registers, to, value),
                    None => {
                        let list = std::mem::take(&mut registers[place(to)]);
                        let list = self.convert_scalar(list, Family::Array);
                        frame.registers[place(to)] = list.map_err(failure(at - 1))?;
                        self.compute_at(run, at - 1, frame, to, 2, operator)?;
                    }
                },
                Op::Length(to) => {
                    let length = registers[place(to)].as_array().map_or(0, |array| array.len());
                    put(registers, to, Value::from(length));
                }
                Op::Not(to) => {
                    let truth = registers[place(to)].is_true();
                    put(registers, to, Value::Boolean(!truth));
                }
                Op::Extreme(to, order, operator) => {
                    let second = match (&registers[place(to)], &registers[next(to)]) {
                        (Value::Number(a), Value::Number(b)) => {
                            Some(if order == Order::Less { b < a } else { b > a })
                        }
                        (a, b) => small(a)
                            .zip(small(b))
                            .map(|(a, b)| if order == Order::Less { b < a } else { b > a }),
                    };
                    match second {
                        Some(true) => registers.swap(place(to), next(to)),
                        Some(false) => {}
                        None => self.compute_at(run, at - 1, frame, to, 2, operator)?,
                    }
                }
                Op::Second(to) => registers.swap(place(to), next(to)),
                Op::Compute { to, count, operator } => {
                    self.compute_at(run, at - 1, frame, to, count, operator)?;
                }
                Op::Effect { to, count, run, operator } => {
                    let from = place(to);
                    let operands = &mut registers[from..from + usize::from(count)];
                    match run(operands, self, scope) {
                        Ok(value) => registers[from] = value,
                        Err(error) => {
                            let error = error.by(operator.name, || shortened(&registers[from]));
                            return Err(Failure { at: at - 1, error });
                        }
                    }
                }
                Op::Calls { to, step, counts, target } => {
                    let made = self.calls_at(run, at - 1, &frame.registers, to, step, counts);
                    if let Some(value) = made {
                        put(&mut frame.registers, to, value);
                        at = target as usize;
                    }
                }
                Op::EachCall { to, step } => self.each_call_at(run, at - 1, frame, to, step)?,
                Op::List { to, count, family } => self.list_at(run, at - 1, frame, to, count, family)?,
                Op::FlatGrid { to, special, operator } => match self.flat_grid() {
                    Some(flat) => registers[place(to)] = flat.map_err(failure(at - 1))?,
                    None => {
                        self.special_at(run, at - 1, frame, to, special, Family::Array)?;
                        frame.registers[next(to)] = Value::Number(2.0);
                        self.compute_at(run, at - 1, frame, to, 2, operator)?;
                    }
                },
                Op::UnlessSimple { special, target } => {
                    let special = code.specials.get(usize::from(special));
                    if !special.is_some_and(|special| self.is_simple(special, scope)) {
                        at = target as usize;
                    }
                }
                Op::IsEmpty { to, special, same, target } => {
                    let special = code.specials.get(usize::from(special));
                    if let Some(empty) = special.and_then(|special| self.is_empty(special, scope)) {
                        put(registers, to, Value::Boolean(empty == same));
                        at = target as usize;
                    }
                }
                Op::GridCell { to, target } => {
                    if let Some(content) = self.grid_cell(&registers[next(to)], &registers[after(to, 2)]) {
                        put(registers, to, content);
                        at = target as usize;
                    }
                }
                Op::CellAhead { to, ahead, steps, target } => {
                    if let Some(content) = self.cell_ahead(ahead.into(), steps.into(), scope) {
                        put(registers, to, content);
                        at = target as usize;
                    }
                }
                Op::Jump(target) => at = target as usize,
                Op::JumpIf(to, truth, target) => {
                    if registers[place(to)].is_true() == truth {
                        at = target as usize;
                    }
                }
                Op::Unless(to, target) => {
                    if !registers[place(to)].is_true() {
                        at = target as usize;
                    }
                }
                Op::UnlessNumber(to, target) => {
                    if !matches!(registers[place(to)], Value::Number(_)) {
                        at = target as usize;
                    }
                }
                Op::Skip(flag, true) => frame.skipped |= 1 << flag,
                Op::Skip(flag, false) => frame.skipped &= !(1 << flag),
                Op::UnlessSkipped(flag, target) => {
                    if frame.skipped >> flag & 1 == 0 {
                        at = target as usize;
                    }
                }
                Op::Count(to, count) => {
                    let number = registers[place(to)].as_number().unwrap_or(0.0);
                    frame.counts[usize::from(count) % COUNTS] = number;
                    frame.is_hopeless &= !(1 << (count % 64));
                }
                Op::Doubles { to, count, step } => {
                    let rounds = frame.counts[usize::from(count) % COUNTS];
                    if let (Some(Block { doubles: Some(own), .. }), Value::Number(number)) =
                        (code.block(step), &mut registers[place(to)])
                        && let Some(result) = self.run_rounds(own, rounds, *number, scope)
                    {
                        *number = result.map_err(failure(at - 1))?;
                        frame.counts[usize::from(count) % COUNTS] = 0.0;
                    }
                }
                Op::Rounds { to, count, step } => {
                    if frame.is_hopeless >> (count % 64) & 1 == 0
                        && is_plain_scalar(&frame.registers[place(to)])
                    {
                        let own = repeat_of(code, step).and_then(|repeat| repeat.rounds.as_ref());
                        let left = &mut frame.counts[usize::from(count) % COUNTS];
                        let goes_on = own.is_some_and(|own| self.scalar_rounds(own, left, scope));
                        frame.is_hopeless |= u64::from(!goes_on) << (count % 64);
                    }
                }
                Op::Round(count, target) => {
                    let left = &mut frame.counts[usize::from(count) % COUNTS];
                    if *left > 0.0 {
                        *left -= 1.0;
                    } else {
                        at = target as usize;
                    }
                }
                Op::Block(to, step, target) => {
                    if is_structural(&registers[place(to)]) {
                        self.block_at(run, at - 1, frame, to, step)?;
                        at = target as usize;
                    }
                }
                Op::Declare(to) => {
                    let value = std::mem::take(&mut registers[place(to)]);
                    self.declare(value, scope).map_err(failure(at - 1))?;
                }
                Op::UnlessReplacing(target) => {
                    if !self.host.can_replace_tiles() {
                        at = target as usize;
                    }
                }
                Op::ReplaceTile { to, operator } => {
                    let [row, column] = [1, 2].map(|place| number(&registers[after(to, place)]));
                    let tile = std::mem::take(&mut registers[after(to, 3)]);
                    if let Err(error) = self.host.replace_tile(row, column, tile) {
                        let error = error.by(operator.name, || shortened(&registers[place(to)]));
                        return Err(Failure { at: at - 1, error });
                    }
                }
                Op::SetVariable { value, index } => {
                    let value = std::mem::take(&mut registers[place(value)]);
                    set_entry(&mut scope.variables.borrow_mut(), index, value);
                }
                Op::Step { to, step, first, skipped } => {
                    self.step_at(run, at - 1, frame, to, (step, first), skipped)?;
                }
            }
        }
        Ok(())
    }
}

fn repeat_of(code: &Code, step: u16) -> Option<&Repeat> {
    match &code.step(step)?.action {
        Action::Repeat(repeat) => Some(repeat),
        _ => None,
    }
}

/// Returns true for a running value that nothing looks into.
fn is_plain_scalar(value: &Value) -> bool {
    matches!(value, Value::Number(_) | Value::Boolean(_) | Value::Integer(_) | Value::Undefined)
}

pub(super) fn node_of(code: &Code, node: u16) -> &Node {
    code.nodes.get(usize::from(node)).unwrap_or(&Node::UNDEFINED)
}

#[inline(always)]
pub(super) fn entry_at(list: &[Value], index: i32) -> Option<&Value> {
    list.get(variable_place(index, list.len())?)
}

/// Puts a value into a register. Most values there need no work to be dropped.
#[inline(always)]
fn put(registers: &mut [Value; REGISTERS], to: Register, value: Value) {
    let old = std::mem::replace(&mut registers[place(to)], value);
    match old {
        Value::Number(_) | Value::Boolean(_) | Value::Undefined => std::mem::forget(old),
        Value::Integer(ref integer) if integer.to_i64().is_some() => std::mem::forget(old),
        old => drop(old),
    }
}

/// Computes a number where the operand lies.
#[inline(always)]
fn number_to(value: &mut Value, f: impl FnOnce(f64) -> f64) {
    match value {
        Value::Number(number) => *number = f(if number.is_nan() { 0.0 } else { *number }),
        other => *other = Value::Number(f(0.0)),
    }
}

/// A number that has been converted.
#[inline(always)]
fn number(value: &Value) -> f64 {
    match value {
        Value::Number(number) if !number.is_nan() => *number,
        _ => 0.0,
    }
}

#[inline(always)]
fn small(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(integer) => integer.to_i64(),
        _ => None,
    }
}

/// The entry of a list at an index, if there is one. What is no list is one with that in it.
#[inline(always)]
fn element(list: &Value, index: &Value) -> Option<Value> {
    let Value::Number(index) = index else { return None };
    match list {
        Value::Array(array) => array.get(usize::try_from(whole(*index)?).ok()?).cloned(),
        Value::Text(text) if !stays(text) => None,
        value => (*index == 0.0).then(|| value.clone()),
    }
}
