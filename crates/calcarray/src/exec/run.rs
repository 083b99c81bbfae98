//! Running flat programs (`ir/code.rs`).
//!
//! Each operation has a short way for the values that nearly always come, and leaves all
//! others to the interpreter, which is shown the lines around as it knows them.

use crate::array::Array;
use crate::compare;
use crate::compile::is_structural;
use crate::error::Error;
use crate::exec::lookup::Found;
use crate::exec::{set_entry, Running as Now};
use crate::host::{Container, Store};
use crate::ir::code::{Code, Level, Op, Operand, Order, Register, Running, Sees, Site, COUNTS, REGISTERS};
use crate::ir::evaluator::Evaluator;
use crate::ir::line::{Action, Block, Codes, Line, Node, Repeat, Step};
use crate::ir::observer::{note, Looked};
use crate::ir::operator::{Family, Operator, Run};
use crate::ir::scope::{variable_place, Parent, Scope, Variables};
use crate::ir::special::{Part, Special, Subject};
use crate::ir::tiles::{self, whole};
use crate::json::shortened;
use crate::limits::Meter;
use crate::text::Text;
use crate::value::Value;

/// The number of entries for which a list gets room before they are looked at.
const MOST_EXPECTED: usize = 256;

/// The working memory of a running program.
pub(crate) struct Frame {
    registers: [Value; REGISTERS],
    counts: [f64; COUNTS],
    /// A bit for each flag: whether the last condition did not hold.
    skipped: u64,
    /// A bit for each count: whether rounds of that loop do more than compute.
    is_hopeless: u64,
    /// Values of a call, once they have been put into a list.
    listed: Option<Listed>,
}

/// The list into which the values of a call have been put.
enum Listed {
    Own(Variables),
    Behind,
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
fn place(register: Register) -> usize {
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
fn direct(value: &Value, family: Family) -> Option<Value> {
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
struct Failure {
    at: usize,
    error: Error,
}

/// Adds the operation to an error.
fn failure(at: usize) -> impl FnOnce(Error) -> Failure {
    move |error| Failure { at, error }
}

impl Code {
    fn site(&self, at: usize) -> Option<&Site> {
        self.places.get(usize::from(*self.sites.get(at)?))
    }

    fn level(&self, level: u16) -> Option<&Level> {
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
        if self.trace.is_none() && line.doubles.numbers.is_none() {
            if let Some(code) = self.program_for(line, scope) {
                if let Some(result) = self.run_in(code, scope, frame) {
                    return result;
                }
            }
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
                        None => self.special_at(code, at - 1, frame, scope, to, special, family)?,
                    }
                }
                Op::Variable { to, index, family, special } => {
                    let found = entry_at(&scope.variables.borrow(), index).and_then(|v| direct(v, family));
                    match found {
                        Some(value) => put(registers, to, value),
                        None => self.special_at(code, at - 1, frame, scope, to, special, family)?,
                    }
                }
                Op::GameVariable { to, index, family, special } => {
                    let found = entry_at(self.host.store(Store::GameVariables), index);
                    match found.and_then(|value| direct(value, family)) {
                        Some(value) => put(registers, to, value),
                        None => self.special_at(code, at - 1, frame, scope, to, special, family)?,
                    }
                }
                Op::Special { to, family, special } => {
                    self.special_at(code, at - 1, frame, scope, to, special, family)?;
                }
                Op::Copy { to, from, family } => match direct(&registers[place(from)], family) {
                    Some(value) => put(registers, to, value),
                    None => {
                        let value = registers[place(from)].clone();
                        let value = self.variable_operand(value, family, code, at - 1, frame, scope)?;
                        frame.registers[place(to)] = value;
                    }
                },
                Op::Inserted { to, index, family } => {
                    put(registers, to, scope.inserted(index.into()));
                    if !is_settled(&frame.registers[place(to)], family) {
                        self.convert_at(code, at - 1, frame, scope, to, family, true)?;
                    }
                }
                Op::Operand { to, node, family } => {
                    let node = node_of(code, node);
                    let value = self
                        .shown(code, at - 1, frame, scope, &mut |e, scope| e.operand(node, family, scope));
                    frame.registers[place(to)] = value.map_err(failure(at - 1))?;
                }
                Op::Evaluate { to, node } => {
                    let node = node_of(code, node);
                    let value =
                        self.shown(code, at - 1, frame, scope, &mut |e, scope| e.evaluate(node, scope));
                    frame.registers[place(to)] = value.map_err(failure(at - 1))?;
                }
                Op::Running(to, family) => {
                    if !is_settled(&registers[place(to)], family) {
                        self.convert_at(code, at - 1, frame, scope, to, family, true)?;
                    }
                }
                Op::Convert(to, family) => {
                    let settled = match (&registers[place(to)], family) {
                        (Value::Array(_), Family::Any | Family::Array) => true,
                        (value, family) => is_settled(value, family),
                    };
                    if !settled {
                        self.convert_at(code, at - 1, frame, scope, to, family, false)?;
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
                    None => self.compute_at(code, at - 1, frame, scope, to, 1, operator)?,
                },
                Op::Integer2(to, f, operator) => {
                    let operands = small(&registers[place(to)]).zip(small(&registers[next(to)]));
                    match operands.and_then(|(a, b)| f(a, b)) {
                        Some(integer) => put(registers, to, Value::Integer(integer.into())),
                        None => self.compute_at(code, at - 1, frame, scope, to, 2, operator)?,
                    }
                }
                Op::Equal(to, same, operator) => {
                    match compare::simply_equal(&registers[place(to)], &registers[next(to)]) {
                        Some(equal) => put(registers, to, Value::Boolean(equal == same)),
                        None => self.compute_at(code, at - 1, frame, scope, to, 2, operator)?,
                    }
                }
                Op::EqualValue { to, value, same, operator } => {
                    let other = code.values.get(usize::from(value)).unwrap_or(&Value::Undefined);
                    match compare::simply_equal(&registers[place(to)], other) {
                        Some(equal) => put(registers, to, Value::Boolean(equal == same)),
                        None => {
                            registers[next(to)] = other.clone();
                            self.compute_at(code, at - 1, frame, scope, to, 2, operator)?;
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
                        None => self.compute_at(code, at - 1, frame, scope, to, 2, operator)?,
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
                        self.compute_at(code, at - 1, frame, scope, to, 2, operator)?;
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
                        (a, b) => {
                            small(a)
                                .zip(small(b))
                                .map(|(a, b)| if order == Order::Less { b < a } else { b > a })
                        }
                    };
                    match second {
                        Some(true) => registers.swap(place(to), next(to)),
                        Some(false) => {}
                        None => self.compute_at(code, at - 1, frame, scope, to, 2, operator)?,
                    }
                }
                Op::Second(to) => registers.swap(place(to), next(to)),
                Op::Compute { to, count, operator } => {
                    self.compute_at(code, at - 1, frame, scope, to, count, operator)?;
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
                    let made = self.calls_at(code, at - 1, &frame.registers, scope, to, step, counts);
                    if let Some(value) = made {
                        put(&mut frame.registers, to, value);
                        at = target as usize;
                    }
                }
                Op::EachCall { to, step } => self.each_call_at(code, at - 1, frame, scope, to, step)?,
                Op::List { to, count, family } => {
                    self.list_at(code, at - 1, frame, scope, to, count, family)?
                }
                Op::FlatGrid { to, special, operator } => match self.flat_grid() {
                    Some(flat) => registers[place(to)] = flat.map_err(failure(at - 1))?,
                    None => {
                        self.special_at(code, at - 1, frame, scope, to, special, Family::Array)?;
                        frame.registers[next(to)] = Value::Number(2.0);
                        self.compute_at(code, at - 1, frame, scope, to, 2, operator)?;
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
                    if let Some((steps, index)) = code.steps.get(usize::from(step)) {
                        let rounds = frame.counts[usize::from(count) % COUNTS];
                        if let (Some(Block { doubles: Some(own), .. }), Value::Number(number)) =
                            (block_of(steps, *index), &mut registers[place(to)])
                        {
                            if let Some(result) = self.run_rounds(own, rounds, *number, scope) {
                                *number = result.map_err(failure(at - 1))?;
                                frame.counts[usize::from(count) % COUNTS] = 0.0;
                            }
                        }
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
                        self.block_at(code, at - 1, frame, scope, to, step)?;
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
                    self.step_at(code, at - 1, frame, scope, to, step, first, skipped)?;
                }
            }
        }
        Ok(())
    }
}

impl Evaluator<'_> {
    /// All that is in the cells of the grid, one after the other. `None`: it has to be looked
    /// at in the usual way.
    fn flat_grid(&mut self) -> Option<Result<Value, Error>> {
        if self.host.observer().is_some() {
            return None;
        }
        let grid = self.host.grid();
        let height = grid.height();
        let cells = height.saturating_mul(grid.width(0)).min(MOST_EXPECTED);
        let (mut flat, mut bytes, mut steps) = (Vec::with_capacity(cells), 0, 1);
        for row in 0..height {
            let width = grid.width(row);
            bytes += Meter::array_bytes(width);
            steps += Meter::array_bytes(width) / 64 + 2;
            for column in 0..width {
                match grid.cell(row, column)? {
                    Value::Array(tile) => {
                        if !tile.is_plain() || tile.first().is_some_and(|entry| entry.is_word("@CalcArray")) {
                            return None;
                        }
                        steps += 2 + tile.len() as u64;
                        bytes += 16 * tile.len() as u64;
                        flat.extend_from_slice(tile);
                    }
                    value if column == 0 && value.is_word("@Literal") => return None,
                    value => {
                        steps += 1;
                        bytes += 16;
                        flat.push(value.clone());
                    }
                }
            }
        }
        if flat.len() > self.meter.limits().array_length {
            return None;
        }
        self.meter.use_up(steps, bytes)?;
        let flat = Array::new(flat);
        Some(flat.check(self.meter.limits()).map(|()| Value::Array(flat)))
    }

    /// Returns true if a variable can be read without an evaluation of anything in it, however it is
    /// converted.
    fn is_simple(&self, special: &Special, scope: &Scope<'_>) -> bool {
        const FEW: usize = 4;
        let is_simple = |value: &Value| match value {
            Value::Number(_) | Value::Boolean(_) | Value::Integer(_) => true,
            Value::Array(array) => {
                array.len() <= FEW && array.iter().all(|entry| matches!(entry, Value::Number(_)))
            }
            _ => false,
        };
        let at = |list: &[Value], index| entry_at(list, index).is_some_and(is_simple);
        match special.subject {
            Subject::Variable(Some(index)) => {
                whole(index).is_some_and(|index| at(&scope.variables.borrow(), index))
            }
            Subject::Stored(store, Some(index)) => {
                whole(index).is_some_and(|index| at(self.host.store(store), index))
            }
            _ => false,
        }
    }

    /// Returns true if the cell that a special string stands for is empty. `None`: it has to be looked
    /// at in the usual way.
    fn is_empty(&self, special: &Special, scope: &Scope<'_>) -> Option<bool> {
        let (down, right) = match special.subject {
            Subject::This(Part::Whole) => (0, 0),
            Subject::Relative(down, right, Part::Whole) => (whole(down)?, whole(right)?),
            _ => return None,
        };
        let (row, column) = scope.position.cell()?;
        let (row, column) = (row.checked_add(down)?, column.checked_add(right)?);
        let grid = self.host.grid();
        match scope.position.container {
            Container::Grid if grid.is_plain() => {
                if (down, right) != (0, 0) {
                    note(&*self.host, Looked::Direction);
                }
                grid.is_empty(row, column)
            }
            _ => None,
        }
    }

    /// The content of a cell of the grid, as if the grid were a list of lists. `None`: it has to be
    /// looked at in the usual way.
    fn grid_cell(&mut self, row: &Value, column: &Value) -> Option<Value> {
        let (row, column) = (whole(row.as_number()?)?, whole(column.as_number()?)?);
        match self.host.observer() {
            None => self.plain_cell(row, column, 0),
            // The cell depends on more than the grid.
            Some(_) => None,
        }
    }

    /// Returns the content of a cell so many steps ahead as [`Evaluator::grid_cell`] does.
    fn cell_ahead(&mut self, ahead: i32, steps: u64, scope: &Scope<'_>) -> Option<Value> {
        let (row, column) = scope.position.cell()?;
        let (down, right) = (whole(scope.position.vdir)?, whole(scope.position.hdir)?);
        let at = |from: i32, step: i32| from.checked_add(step.checked_mul(ahead)?);
        self.plain_cell(at(row, down)?, at(column, right)?, steps)
    }

    /// Returns the content of a cell of a grid that is plain, and counts the steps of making a list
    /// of it and these.
    fn plain_cell(&mut self, row: i32, column: i32, steps: u64) -> Option<Value> {
        let grid = self.host.grid();
        if !grid.is_plain() {
            return None;
        }
        let content = tiles::cell(grid, row, column)?.clone();
        let rows = (0..grid.height()).map(|row| grid.width(row));
        let (mut steps, mut bytes, mut longest) = (steps, 0, 0);
        for width in rows {
            steps += Meter::array_bytes(width) / 64;
            bytes += Meter::array_bytes(width);
            longest = longest.max(width);
        }
        if longest > self.meter.limits().array_length {
            return None;
        }
        self.meter.use_up(steps, bytes)?;
        Some(content)
    }

    /// Lets the interpreter work where an operation stands: with the variables and the running
    /// values of the lines around as it knows them.
    #[inline(never)]
    fn shown(
        &mut self,
        code: &Code,
        at: usize,
        frame: &mut Frame,
        scope: &Scope<'_>,
        work: &mut dyn FnMut(&mut Self, &Scope<'_>) -> Result<Value, Error>,
    ) -> Result<Value, Error> {
        let Some(site) = code.site(at) else { return work(self, scope) };
        let level = code.level(site.level);
        let alone = level.is_some_and(|level| level.alone);
        let inherit = level.map_or(scope.inherit, |level| level.inherit);
        let none = Variables::default();
        let listed;
        list_values(code, frame, scope);
        let variables = match &frame.listed {
            _ if alone => &none,
            Some(Listed::Own(own)) => {
                listed = own.clone();
                &listed
            }
            _ => scope.variables,
        };
        self.meter.shift(site.depth, true);
        let shown = Scope { variables, inherit, ..*scope };
        let result = self.in_level(code, level, &frame.registers, &shown, work);
        self.meter.shift(site.depth, false);
        if !alone {
            reload(code, frame, variables);
        }
        result
    }

    /// Makes a chain of the running values of a line and those around it.
    fn in_level(
        &mut self,
        code: &Code,
        level: Option<&Level>,
        registers: &[Value; REGISTERS],
        scope: &Scope<'_>,
        work: &mut dyn FnMut(&mut Self, &Scope<'_>) -> Result<Value, Error>,
    ) -> Result<Value, Error> {
        let Some(level) = level else { return work(self, scope) };
        let outer = level.outer.and_then(|outer| code.places.get(usize::from(outer)));
        let outer = outer.and_then(|site| code.level(site.level));
        let (first, running) = match &level.running {
            Running::Nothing => return self.in_level(code, outer, registers, scope, work),
            Running::First(node) => (node, None),
            Running::In(register) => (&Node::UNDEFINED, Some(&registers[place(*register)])),
        };
        self.in_level(code, outer, registers, scope, &mut |evaluator, scope| {
            let parent = Parent::new(scope.parents, first);
            if let Some(running) = running {
                parent.set(running);
            }
            work(evaluator, &Scope { parents: Some(&parent), ..*scope })
        })
    }
}

/// Puts the values of a call into a list, where something may look for them there.
fn list_values(code: &Code, frame: &mut Frame, scope: &Scope<'_>) {
    if frame.listed.is_some() {
        return;
    }
    match code.variables {
        Sees::Own | Sees::Shared => {}
        Sees::Registers { count } => {
            frame.listed = Some(Listed::Own(Variables::new(frame.registers[REGISTERS - count..].to_vec())));
        }
        Sees::Behind { count, .. } => {
            scope.variables.borrow_mut().extend_from_slice(&frame.registers[REGISTERS - count..]);
            frame.listed = Some(Listed::Behind);
        }
    }
}

impl Evaluator<'_> {
    #[allow(clippy::too_many_arguments)] // Where the operation stands.
    #[inline(never)]
    fn special_at(
        &mut self,
        code: &Code,
        at: usize,
        frame: &mut Frame,
        scope: &Scope<'_>,
        to: Register,
        special: u16,
        family: Family,
    ) -> Result<(), Failure> {
        let Some(special) = code.specials.get(usize::from(special)) else { return Ok(()) };
        let value = self.special_value(code, at, frame, scope, special, family);
        frame.registers[place(to)] = value.map_err(failure(at))?;
        Ok(())
    }

    fn special_value(
        &mut self,
        code: &Code,
        at: usize,
        frame: &mut Frame,
        scope: &Scope<'_>,
        special: &Special,
        family: Family,
    ) -> Result<Value, Error> {
        if matches!(special.subject, Subject::Parent(_) | Subject::Variable(_)) {
            return self
                .shown(code, at, frame, scope, &mut |e, scope| e.special_operand(special, family, scope));
        }
        let found =
            self.content(special, scope).and_then(|(content, steps)| Some((direct(content, family)?, steps)));
        if let Some((value, steps)) = found {
            self.meter.charge(steps)?;
            return Ok(value);
        }
        match self.look_up(special, scope)? {
            Found::Literal(array) if !array.is_plain() || family == Family::Text => {
                self.shown(code, at, frame, scope, &mut |e, scope| {
                    e.found_operand(Found::Literal(array.clone()), special, family, scope)
                })
            }
            found => self.found_operand(found, special, family, scope),
        }
    }

    /// Returns the cell or entry that a reference finds, and the number of steps for that.
    fn content<'v>(&'v self, special: &Special, scope: &'v Scope<'_>) -> Option<(&'v Value, u64)> {
        if special.overrides.is_some() {
            return None;
        }
        let host = &*self.host;
        let small = |number| whole(number).and_then(|number| u32::try_from(number).ok());
        match special.subject {
            Subject::This(Part::Whole) => Some((tiles::ahead(host, scope.position, 0)?, 0)),
            Subject::Next(distance, Part::Whole) => {
                let distance = small(distance)?;
                Some((tiles::ahead(host, scope.position, distance)?, distance.into()))
            }
            Subject::Occupied { full: false, distance, part } => {
                let (content, steps) = tiles::occupied(host, scope.position, whole(distance)?)?;
                match (part, content) {
                    (Part::Whole, content) => Some((content, steps)),
                    (Part::Entry(k), Value::Array(tile)) => {
                        Some((tiles::readable(host, tile.entries()).get(small(k)? as usize)?, steps))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A variable in a register, converted as one in a list is.
    fn variable_operand(
        &mut self,
        value: Value,
        family: Family,
        code: &Code,
        at: usize,
        frame: &mut Frame,
        scope: &Scope<'_>,
    ) -> Result<Value, Failure> {
        let value = match value {
            Value::Array(array) => self.shown(code, at, frame, scope, &mut |e, scope| {
                e.literal_operand(array.clone(), family, scope)
            }),
            value if family == Family::Text => Ok(value),
            value => self.convert_scalar(value, family),
        };
        value.map_err(failure(at))
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(never)]
    fn convert_at(
        &mut self,
        code: &Code,
        at: usize,
        frame: &mut Frame,
        scope: &Scope<'_>,
        to: Register,
        family: Family,
        again: bool,
    ) -> Result<(), Failure> {
        let value = frame.registers[place(to)].clone();
        let is_scalar = !matches!(value, Value::Text(_) | Value::Array(_)) && family != Family::Text;
        let converted = if is_scalar {
            self.convert_scalar(value, family)
        } else {
            self.shown(code, at, frame, scope, &mut |e, scope| match again {
                true => e.reconvert(value.clone(), family, scope),
                false => e.convert(value.clone(), family, scope),
            })
        };
        frame.registers[place(to)] = converted.map_err(failure(at))?;
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(never)]
    fn compute_at(
        &mut self,
        code: &Code,
        at: usize,
        frame: &mut Frame,
        scope: &Scope<'_>,
        to: Register,
        count: u8,
        operator: &'static Operator,
    ) -> Result<(), Failure> {
        let (from, count) = (place(to), usize::from(count));
        let result = if let Run::Host(_) = operator.run {
            let mut operands: [Value; 5] = Default::default();
            operands[..count].clone_from_slice(&frame.registers[from..from + count]);
            let result = self.shown(code, at, frame, scope, &mut |e, scope| {
                e.compute(operator, &mut operands[..count], scope)
            });
            result.map_err(|error| error.by(operator.name, || shortened(&operands[0])))
        } else {
            let operands = &mut frame.registers[from..from + count];
            let result = self.compute(operator, operands, scope);
            result.map_err(|error| error.by(operator.name, || shortened(&operands[0])))
        };
        frame.registers[from] = result.map_err(failure(at))?;
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(never)]
    fn list_at(
        &mut self,
        code: &Code,
        at: usize,
        frame: &mut Frame,
        scope: &Scope<'_>,
        to: Register,
        count: u8,
        family: Family,
    ) -> Result<(), Failure> {
        self.meter.array(count.into()).map_err(failure(at))?;
        let from = place(to);
        let array = Array::taken(&mut frame.registers[from..from + usize::from(count)]);
        array.check(self.meter.limits()).map_err(failure(at))?;
        if array.is_plain() && matches!(family, Family::Any | Family::Array) {
            frame.registers[from] = Value::Array(array);
            return Ok(());
        }
        let value =
            self.shown(code, at, frame, scope, &mut |e, scope| e.convert_array(array.clone(), family, scope));
        frame.registers[from] = value.map_err(failure(at))?;
        Ok(())
    }

    /// All calls of a callback that only computes, if they can be made in the short way.
    #[allow(clippy::too_many_arguments)]
    #[inline(never)]
    fn calls_at(
        &mut self,
        code: &Code,
        at: usize,
        registers: &[Value; REGISTERS],
        scope: &Scope<'_>,
        to: Register,
        step: u16,
        counts: bool,
    ) -> Option<Value> {
        let (operator, arguments) = applied(code, step)?;
        let work = operator.list_work()?;
        let [Node::Callback(callback)] = arguments else { return None };
        let Value::Array(entries) = &registers[place(to)] else { return None };
        let level = code.site(at).and_then(|site| code.level(site.level));
        let inherit = level.map_or(scope.inherit, |level| level.inherit);
        let call = callback.scalars.as_ref()?;
        self.all_calls(call, (work, counts), entries, &Scope { inherit, ..*scope })
    }

    #[inline(never)]
    fn each_call_at(
        &mut self,
        code: &Code,
        at: usize,
        frame: &mut Frame,
        scope: &Scope<'_>,
        to: Register,
        step: u16,
    ) -> Result<(), Failure> {
        let found = code.steps.get(usize::from(step)).and_then(|(steps, index)| steps.get(*index));
        let (Some(step), Some((operator, arguments))) = (found, applied(code, step)) else { return Ok(()) };
        self.replaced(code, at, frame, scope, to, &|e, value, scope| {
            e.apply(step, operator, value, arguments, scope)
        })
    }

    /// A block with a running value that changes what it is.
    #[cold]
    fn block_at(
        &mut self,
        code: &Code,
        at: usize,
        frame: &mut Frame,
        scope: &Scope<'_>,
        to: Register,
        step: u16,
    ) -> Result<(), Failure> {
        let Some(block) =
            code.steps.get(usize::from(step)).and_then(|(steps, index)| block_of(steps, *index))
        else {
            return Ok(());
        };
        self.replaced(code, at, frame, scope, to, &|e, value, scope| e.unusual_block(block, value, scope))
    }

    /// Lets the interpreter replace the running value in a register.
    fn replaced(
        &mut self,
        code: &Code,
        at: usize,
        frame: &mut Frame,
        scope: &Scope<'_>,
        to: Register,
        replace: &dyn Fn(&mut Self, Value, &Scope<'_>) -> Result<Value, Error>,
    ) -> Result<(), Failure> {
        let value = frame.registers[place(to)].clone();
        let value = self.shown(code, at, frame, scope, &mut |e, scope| replace(e, value.clone(), scope));
        frame.registers[place(to)] = value.map_err(failure(at))?;
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(never)]
    fn step_at(
        &mut self,
        code: &Code,
        at: usize,
        frame: &mut Frame,
        scope: &Scope<'_>,
        to: Register,
        step: u16,
        first: Option<(u16, u32)>,
        flag: Option<u8>,
    ) -> Result<(), Failure> {
        let Some(step) = code.steps.get(usize::from(step)).and_then(|(steps, index)| steps.get(*index))
        else {
            return Ok(());
        };
        let mut value = frame.registers[place(to)].clone();
        let mut skipped = flag.is_some_and(|flag| frame.skipped >> flag & 1 == 1);
        let value = self
            .shown(code, at, frame, scope, &mut |e, scope| match first {
                Some((node, place)) => {
                    e.step(step, Now::Entry(node_of(code, node)), place as usize, &mut skipped, scope)
                }
                None => e.step(step, Now::Value(std::mem::take(&mut value)), 0, &mut skipped, scope),
            })
            .map_err(failure(at))?;
        if let Some(flag) = flag {
            frame.skipped = frame.skipped & !(1 << flag) | u64::from(skipped) << flag;
        }
        frame.registers[place(to)] = value;
        Ok(())
    }
}

/// Takes the values of a call back from the list, in which they may have been changed.
fn reload(code: &Code, frame: &mut Frame, variables: &Variables) {
    let (Sees::Registers { count } | Sees::Behind { count, .. }) = code.variables else { return };
    let list = variables.borrow();
    for index in 1..=count {
        if let Some(value) = list.len().checked_sub(index).and_then(|place| list.get(place)) {
            frame.registers[REGISTERS - index] = value.clone();
        }
    }
    if let Some(Listed::Own(own)) = &frame.listed {
        own.replace(list.clone());
    }
}

/// The operator of a step, with its arguments.
fn applied(code: &Code, step: u16) -> Option<(&'static Operator, &[Node])> {
    let (steps, index) = code.steps.get(usize::from(step))?;
    match &steps.get(*index)?.action {
        Action::Apply(operator, arguments) => Some((operator, &arguments[..])),
        _ => None,
    }
}

fn repeat_of(code: &Code, step: u16) -> Option<&Repeat> {
    let (steps, index) = code.steps.get(usize::from(step))?;
    match &steps.get(*index)?.action {
        Action::Repeat(repeat) => Some(repeat),
        _ => None,
    }
}

/// Returns true for a running value that nothing looks into.
fn is_plain_scalar(value: &Value) -> bool {
    matches!(value, Value::Number(_) | Value::Boolean(_) | Value::Integer(_) | Value::Undefined)
}

fn node_of(code: &Code, node: u16) -> &Node {
    code.nodes.get(usize::from(node)).unwrap_or(&Node::UNDEFINED)
}

fn block_of(steps: &[Step], index: usize) -> Option<&Block> {
    match &steps.get(index)?.action {
        Action::If(_, block) | Action::Else(block) | Action::ElseIf(_, block) => Some(block),
        Action::Repeat(repeat) => Some(&repeat.block),
        _ => None,
    }
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
