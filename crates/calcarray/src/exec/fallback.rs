//! Operations of programs that are left to the interpreter: values and steps that have no short
//! way. The interpreter is shown the lines around as it knows them.

use crate::array::Array;
use crate::error::Error;
use crate::exec::Running as Now;
use crate::exec::lookup::Found;
use crate::exec::run::{Activation, Failure, Frame, Listed, direct, failure, node_of, place};
use crate::ir::board::whole;
use crate::ir::code::{Code, Level, REGISTERS, Register, Running, Sees};
use crate::ir::evaluator::Evaluator;
use crate::ir::line::{Action, Node};
use crate::ir::operator::{Family, Operator, Run};
use crate::ir::scope::{Parent, Scope};
use crate::ir::special::{Part, Special, Subject};
use crate::ir::tiles;
use crate::ir::variables::Variables;
use crate::json::shortened;
use crate::value::Value;

impl Evaluator<'_> {
    /// Lets the interpreter work where an operation stands: with the variables and the running
    /// values of the lines around as it knows them.
    #[inline(never)]
    pub(super) fn shown(
        &mut self,
        run: &Activation<'_, '_>,
        at: usize,
        frame: &mut Frame,
        work: &mut dyn FnMut(&mut Self, &Scope<'_>) -> Result<Value, Error>,
    ) -> Result<Value, Error> {
        let Activation { code, scope } = *run;
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

    #[inline(never)]
    pub(super) fn special_at(
        &mut self,
        run: &Activation<'_, '_>,
        at: usize,
        frame: &mut Frame,
        to: Register,
        special: u16,
        family: Family,
    ) -> Result<(), Failure> {
        let Some(special) = run.code.specials.get(usize::from(special)) else { return Ok(()) };
        let value = self.special_value(run, at, frame, special, family);
        frame.registers[place(to)] = value.map_err(failure(at))?;
        Ok(())
    }

    fn special_value(
        &mut self,
        run: &Activation<'_, '_>,
        at: usize,
        frame: &mut Frame,
        special: &Special,
        family: Family,
    ) -> Result<Value, Error> {
        if matches!(special.subject, Subject::Parent(_) | Subject::Variable(_)) {
            return self.shown(run, at, frame, &mut |e, scope| e.special_operand(special, family, scope));
        }
        let found = self
            .content(special, run.scope)
            .and_then(|(content, steps)| Some((direct(content, family)?, steps)));
        if let Some((value, steps)) = found {
            self.meter.charge(steps)?;
            return Ok(value);
        }
        match self.look_up(special, run.scope)? {
            Found::Literal(array) if !array.is_plain() || family == Family::Text => {
                self.shown(run, at, frame, &mut |e, scope| {
                    e.found_operand(Found::Literal(array.clone()), special, family, scope)
                })
            }
            found => self.found_operand(found, special, family, run.scope),
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
    pub(super) fn variable_operand(
        &mut self,
        value: Value,
        family: Family,
        run: &Activation<'_, '_>,
        at: usize,
        frame: &mut Frame,
    ) -> Result<Value, Failure> {
        let value = match value {
            Value::Array(array) => {
                self.shown(run, at, frame, &mut |e, scope| e.literal_operand(array.clone(), family, scope))
            }
            value if family == Family::Text => Ok(value),
            value => self.convert_scalar(value, family),
        };
        value.map_err(failure(at))
    }

    #[inline(never)]
    pub(super) fn convert_at(
        &mut self,
        run: &Activation<'_, '_>,
        at: usize,
        frame: &mut Frame,
        to: Register,
        family: Family,
        again: bool,
    ) -> Result<(), Failure> {
        let value = frame.registers[place(to)].clone();
        let is_scalar = !matches!(value, Value::Text(_) | Value::Array(_)) && family != Family::Text;
        let converted = if is_scalar {
            self.convert_scalar(value, family)
        } else {
            self.shown(run, at, frame, &mut |e, scope| match again {
                true => e.reconvert(value.clone(), family, scope),
                false => e.convert(value.clone(), family, scope),
            })
        };
        frame.registers[place(to)] = converted.map_err(failure(at))?;
        Ok(())
    }

    #[inline(never)]
    pub(super) fn compute_at(
        &mut self,
        run: &Activation<'_, '_>,
        at: usize,
        frame: &mut Frame,
        to: Register,
        count: u8,
        operator: &'static Operator,
    ) -> Result<(), Failure> {
        let (from, count) = (place(to), usize::from(count));
        let result = if let Run::Host(_) = operator.run {
            let mut operands: [Value; 5] = Default::default();
            operands[..count].clone_from_slice(&frame.registers[from..from + count]);
            let result = self
                .shown(run, at, frame, &mut |e, scope| e.compute(operator, &mut operands[..count], scope));
            result.map_err(|error| error.by(operator.name, || shortened(&operands[0])))
        } else {
            let operands = &mut frame.registers[from..from + count];
            let result = self.compute(operator, operands, run.scope);
            result.map_err(|error| error.by(operator.name, || shortened(&operands[0])))
        };
        frame.registers[from] = result.map_err(failure(at))?;
        Ok(())
    }

    #[inline(never)]
    pub(super) fn list_at(
        &mut self,
        run: &Activation<'_, '_>,
        at: usize,
        frame: &mut Frame,
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
        let value = self.shown(run, at, frame, &mut |e, scope| e.convert_array(array.clone(), family, scope));
        frame.registers[from] = value.map_err(failure(at))?;
        Ok(())
    }

    /// All calls of a callback that only computes, if they can be made in the short way.
    #[inline(never)]
    pub(super) fn calls_at(
        &mut self,
        run: &Activation<'_, '_>,
        at: usize,
        registers: &[Value; REGISTERS],
        to: Register,
        step: u16,
        counts: bool,
    ) -> Option<Value> {
        let Activation { code, scope } = *run;
        let (operator, arguments) = applied(code, step)?;
        let work = operator.list_work()?;
        let [Node::Callback(callback)] = arguments else { return None };
        let Value::Array(entries) = &registers[place(to)] else { return None };
        let level = code.site(at).and_then(|site| code.level(site.level));
        let inherit = level.map_or(scope.inherit, |level| level.inherit);
        self.all_calls(callback, (work, counts), entries, &Scope { inherit, ..*scope })
    }

    #[inline(never)]
    pub(super) fn each_call_at(
        &mut self,
        run: &Activation<'_, '_>,
        at: usize,
        frame: &mut Frame,
        to: Register,
        step: u16,
    ) -> Result<(), Failure> {
        let (Some(own), Some((operator, arguments))) = (run.code.step(step), applied(run.code, step)) else {
            return Ok(());
        };
        self.replaced(run, at, frame, to, &|e, value, scope| e.apply(own, operator, value, arguments, scope))
    }

    /// A block with a running value that changes what it is.
    #[cold]
    pub(super) fn block_at(
        &mut self,
        run: &Activation<'_, '_>,
        at: usize,
        frame: &mut Frame,
        to: Register,
        step: u16,
    ) -> Result<(), Failure> {
        let Some(block) = run.code.block(step) else { return Ok(()) };
        self.replaced(run, at, frame, to, &|e, value, scope| e.unusual_block(block, value, scope))
    }

    /// Lets the interpreter replace the running value in a register.
    fn replaced(
        &mut self,
        run: &Activation<'_, '_>,
        at: usize,
        frame: &mut Frame,
        to: Register,
        replace: &dyn Fn(&mut Self, Value, &Scope<'_>) -> Result<Value, Error>,
    ) -> Result<(), Failure> {
        let value = frame.registers[place(to)].clone();
        let value = self.shown(run, at, frame, &mut |e, scope| replace(e, value.clone(), scope));
        frame.registers[place(to)] = value.map_err(failure(at))?;
        Ok(())
    }

    #[inline(never)]
    pub(super) fn step_at(
        &mut self,
        run: &Activation<'_, '_>,
        at: usize,
        frame: &mut Frame,
        to: Register,
        (step, first): (u16, Option<(u16, u32)>),
        flag: Option<u8>,
    ) -> Result<(), Failure> {
        let Some(step) = run.code.step(step) else { return Ok(()) };
        let mut value = frame.registers[place(to)].clone();
        let mut skipped = flag.is_some_and(|flag| frame.skipped >> flag & 1 == 1);
        let value = self
            .shown(run, at, frame, &mut |e, scope| match first {
                Some((node, place)) => {
                    e.step(step, Now::Entry(node_of(run.code, node)), place as usize, &mut skipped, scope)
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
    match &code.step(step)?.action {
        Action::Apply(operator, arguments) => Some((operator, &arguments[..])),
        _ => None,
    }
}
