//! The steps of a line, and the blocks of control words. See
//! docs/spec/calcarray.md, "The step loop" and "Control flow".

use crate::compile::{Compiler, Item, is_structural, items};
use crate::error::Error;
use crate::exec::Running;
use crate::ir::evaluator::Evaluator;
use crate::ir::line::{Action, Block, Computed, Node, Repeat, Step};
use crate::ir::operator::{Callback, Family, LazyArguments, Operator, Run, as_integer};
use crate::ir::scope::Scope;
use crate::json::shortened;
use crate::trace::Traced;
use crate::value::Value;

impl Evaluator<'_> {
    /// Runs the steps and gives the last running value, converted ("any").
    /// `place` is where the first entry stands in the source.
    pub fn steps(
        &mut self,
        first: Running<'_>,
        place: usize,
        steps: &[Step],
        scope: &Scope<'_>,
    ) -> Result<Value, Error> {
        let mut running = first;
        // Whether the last `@if` or `@else-if` of this line was not run.
        let mut skipped = false;
        for step in steps {
            self.meter.charge(1)?;
            running = match &step.action {
                // The operator is evaluated before the running value is.
                Action::Computed(computed) => {
                    self.computed(computed, step, running, place, &mut skipped, scope)?
                }
                _ => Running::Value(self.step(step, running, place, &mut skipped, scope)?),
            };
        }
        self.running(running, Family::Any, scope)
            .map_err(|error| if steps.is_empty() { error.inside(place) } else { error })
    }

    pub fn step(
        &mut self,
        step: &Step,
        running: Running<'_>,
        first: usize,
        skipped: &mut bool,
        scope: &Scope<'_>,
    ) -> Result<Value, Error> {
        let at = match running {
            Running::Entry(_) => first,
            Running::Value(_) => step.place,
        };
        let located = |error: Error| error.inside(at);
        match &step.action {
            Action::Number2(operator, f, argument) => {
                let a = self.running(running, Family::Number, scope).map_err(located)?;
                if !argument.is_value() {
                    scope.note(&a);
                }
                let b = self.number(argument, scope).map_err(|error| error.inside(step.place + 1))?;
                let result = Value::Number(f(plain(&a), b));
                self.traced(step, operator, &[a, Value::Number(b)], &result);
                Ok(result)
            }
            Action::Number1(operator, f) => {
                let a = self.running(running, Family::Number, scope).map_err(located)?;
                let result = Value::Number(f(plain(&a)));
                self.traced(step, operator, &[a], &result);
                Ok(result)
            }
            Action::Apply(operator, arguments) => {
                let a = self.running(running, operator.operand, scope).map_err(located)?;
                self.apply(step, operator, a, arguments, scope)
            }
            Action::SetVariable(operator, index, argument) => {
                let a = self.running(running, Family::Unconverted, scope).map_err(located)?;
                scope.note(&a);
                let value = self
                    .operand(argument, Family::Any, scope)
                    .map_err(|error| error.inside(step.place + 2))?;
                self.traced(step, operator, &[a.clone(), Value::Number(*index), value.clone()], &a);
                set_entry(&mut scope.variables.borrow_mut(), *index, value);
                Ok(a)
            }
            other => {
                let a = self.running(running, Family::Unconverted, scope).map_err(located)?;
                scope.note(&a);
                self.control(step, other, a, skipped, scope)
            }
        }
    }

    pub fn apply(
        &mut self,
        step: &Step,
        operator: &'static Operator,
        a: Value,
        arguments: &[Node],
        scope: &Scope<'_>,
    ) -> Result<Value, Error> {
        if !arguments.iter().all(Node::is_value) || !matches!(operator.run, Run::Pure(_) | Run::Relation(_)) {
            scope.note(&a);
        }
        let (Run::Callback(Callback { run, .. }) | Run::Lazy(run)) = operator.run else {
            return self.apply_values(step, operator, a, arguments, scope);
        };
        let lazy = LazyArguments { evaluator: self, place: step.place, nodes: arguments, scope };
        let result = run(lazy, a.clone()).map_err(|error| error.by(operator.name, || shortened(&a)))?;
        self.traced(step, operator, &[a], &result);
        Ok(result)
    }

    /// Operators whose arguments are all evaluated, from left to right.
    fn apply_values(
        &mut self,
        step: &Step,
        operator: &'static Operator,
        a: Value,
        arguments: &[Node],
        scope: &Scope<'_>,
    ) -> Result<Value, Error> {
        const MOST: usize = 5;
        let mut operands: [Value; MOST] =
            [a, Value::Undefined, Value::Undefined, Value::Undefined, Value::Undefined];
        for (place, (argument, family)) in arguments.iter().zip(operator.arguments).enumerate().take(MOST - 1)
        {
            operands[place + 1] = self
                .operand(argument, *family, scope)
                .map_err(|error| error.inside(step.place + 1 + place))?;
        }
        let count = arguments.len().min(MOST - 1) + 1;
        let traced = self.trace.is_some().then(|| operands.clone());
        let outcome = self.compute(operator, &mut operands[..count], scope);
        let result = outcome
            .map_err(|error| error.by(operator.name, || shortened(&operands[0])).inside(step.place))?;
        if let Some(operands) = traced {
            self.traced(step, operator, &operands[..count], &result);
        }
        Ok(result)
    }

    pub fn compute(
        &mut self,
        operator: &Operator,
        operands: &mut [Value],
        scope: &Scope<'_>,
    ) -> Result<Value, Error> {
        match (operator.run, &mut *operands) {
            (Run::Relation(f), [a, b, ..]) => f(a, b, self.meter).map(Value::Boolean),
            (Run::Integer1(f), [a, ..]) => f(as_integer(a), self.meter).map(Value::Integer),
            (Run::Integer2(f), [a, b, ..]) => f(as_integer(a), as_integer(b), self.meter).map(Value::Integer),
            (Run::Pure(f), operands) => {
                let result = f(operands, self.meter)?;
                self.within_limits(result)
            }
            (Run::Host(f) | Run::Effect(f) | Run::SetVariable(f), operands) => {
                let result = f(operands, self, scope)?;
                self.within_limits(result)
            }
            _ => Ok(std::mem::take(&mut operands[0])),
        }
    }

    /// Arrays may not nest deeper or be larger than the limits, wherever they
    /// were made.
    fn within_limits(&mut self, value: Value) -> Result<Value, Error> {
        if let Value::Array(array) = &value {
            array.check(self.meter.limits())?;
        }
        Ok(value)
    }

    fn control(
        &mut self,
        step: &Step,
        action: &Action,
        a: Value,
        skipped: &mut bool,
        scope: &Scope<'_>,
    ) -> Result<Value, Error> {
        match action {
            Action::If(condition, block) => {
                *skipped = !self.holds(condition, step, scope)?;
                if *skipped { Ok(a) } else { self.block(block, a, scope) }
            }
            Action::Else(block) => {
                if !std::mem::take(skipped) {
                    return Ok(a);
                }
                self.block(block, a, scope)
            }
            Action::ElseIf(condition, block) => {
                if !*skipped || !self.holds(condition, step, scope)? {
                    return Ok(a);
                }
                *skipped = false;
                self.block(block, a, scope)
            }
            Action::Repeat(repeat) => self.repeat(repeat, step, a, scope),
            Action::Unknown(argument) => {
                self.operand(argument, Family::Unconverted, scope)
                    .map_err(|error| error.inside(step.place + 1))?;
                Ok(a)
            }
            _ => Ok(a),
        }
    }

    /// Conditions hold only if they are exactly `true`.
    fn holds(&mut self, condition: &Node, step: &Step, scope: &Scope<'_>) -> Result<bool, Error> {
        let value = self.evaluate(condition, scope).map_err(|error| error.inside(step.place + 1))?;
        Ok(value.is_true())
    }

    fn repeat(&mut self, repeat: &Repeat, step: &Step, a: Value, scope: &Scope<'_>) -> Result<Value, Error> {
        let located = |error: Error| error.inside(step.place + 1);
        let mut a = a;
        let count = self.evaluate(&repeat.count, scope).map_err(located)?;
        if let Value::Number(_) = count {
            // A count is evaluated once for its type and once more for its
            // value (docs/spec/calcarray.md, "@repeat"), whatever that draws or
            // changes.
            let mut count = match &repeat.count {
                Node::Value(_) => plain(&count),
                node => plain(&self.evaluate(node, scope).map_err(located)?),
            };
            while count > 0.0 {
                self.meter.charge(1)?;
                a = self.block(&repeat.block, a, scope)?;
                scope.note(&a);
                count -= 1.0;
            }
        } else if repeat.is_array {
            loop {
                self.meter.charge(1)?;
                if !self.evaluate(&repeat.count, scope).map_err(located)?.is_true() {
                    break;
                }
                a = self.block(&repeat.block, a, scope)?;
                scope.note(&a);
            }
        }
        Ok(a)
    }

    /// Runs a body as a line `["@var_retain", a, …]` that shares its parents
    /// with the line around it (docs/spec/calcarray.md, "Running a body").
    fn block(&mut self, block: &Block, a: Value, scope: &Scope<'_>) -> Result<Value, Error> {
        self.meter.enter()?;
        let result = self.block_inside(block, a, scope);
        self.meter.leave();
        result
    }

    fn block_inside(&mut self, block: &Block, a: Value, scope: &Scope<'_>) -> Result<Value, Error> {
        if is_structural(&a) {
            return self.unusual_block(block, a, scope);
        }
        let Some(declares) = &block.declares else {
            return self.steps(Running::Value(a), 0, &block.steps, scope);
        };
        let a = self.reconvert(a, Family::Any, scope)?;
        self.declare(a, scope)?;
        for (declaration, place) in &declares.declarations {
            let value =
                self.operand(declaration, Family::Any, scope).map_err(|error| error.inside(*place))?;
            self.declare(value, scope)?;
        }
        match &declares.first {
            Some((first, place)) => self.steps(Running::Entry(first), *place, &block.steps, scope),
            None => Ok(Value::Undefined),
        }
    }

    /// The running value is one of the words that mean something at the start
    /// of a line: the body is compiled anew with it.
    pub fn unusual_block(&mut self, block: &Block, a: Value, scope: &Scope<'_>) -> Result<Value, Error> {
        let retain = Value::text("@var_retain");
        let mut entries = vec![Item::Source(&retain, 0), Item::Source(&a, 0)];
        entries.extend(items(&block.source));
        let line = self.compile_line(&entries)?;
        self.line(&line, scope)
    }

    /// An operator that is an expression: from here on the meaning of the
    /// line depends on its value.
    fn computed<'n>(
        &mut self,
        computed: &Computed,
        step: &Step,
        running: Running<'n>,
        first: usize,
        skipped: &mut bool,
        scope: &Scope<'_>,
    ) -> Result<Running<'n>, Error> {
        if let Running::Value(value) = &running {
            scope.note(value);
        }
        let operator =
            self.operand(&computed.operator, Family::Unconverted, scope).map_err(|e| e.inside(step.place))?;
        self.meter.enter()?;
        let steps = self.rest_of_line(computed, step.place, &operator);
        let result = steps.and_then(|steps| {
            let mut running = running;
            for step in &steps {
                self.meter.charge(1)?;
                running = match &step.action {
                    Action::Computed(next) => self.computed(next, step, running, first, skipped, scope)?,
                    _ => Running::Value(self.step(step, running, first, skipped, scope)?),
                };
            }
            Ok(running)
        });
        self.meter.leave();
        result
    }

    fn rest_of_line(
        &mut self,
        computed: &Computed,
        place: usize,
        operator: &Value,
    ) -> Result<Vec<Step>, Error> {
        self.meter.allocate(32 * computed.rest.len() as u64)?;
        let rest: Vec<Item<'_>> =
            computed.rest.iter().enumerate().map(|(i, value)| Item::Source(value, place + 1 + i)).collect();
        let mut compiler = Compiler::once(self.language, self.meter.limits());
        let (action, taken) = compiler.action(operator, &rest, computed.removed)?;
        let mut steps = vec![Step { place, action }];
        let following = rest.get(taken.saturating_sub(1)..).unwrap_or(&[]);
        steps.extend(compiler.steps(following, taken)?);
        Ok(steps)
    }

    #[inline]
    fn traced(&mut self, step: &Step, operator: &Operator, operands: &[Value], result: &Value) {
        let depth = self.meter.depth();
        if let Some(trace) = &mut self.trace {
            trace.step(Traced { depth, place: step.place, operator: operator.name, operands, result });
        }
    }
}

/// Sets an entry, counted from the end if negative; what is no index of the
/// list is ignored.
#[inline]
pub(crate) fn set_entry(list: &mut [Value], number: f64, value: Value) {
    if let Some(place) = place_of(list, number) {
        list[place] = value;
    }
}

/// Returns the place of an index in a list, if it is in the list.
#[inline]
pub(crate) fn place_of(list: &[Value], number: f64) -> Option<usize> {
    let length = list.len() as f64;
    let place = if number < 0.0 { number + length } else { number };
    (place.trunc() == place && place >= 0.0 && place < length).then_some(place as usize)
}

fn plain(value: &Value) -> f64 {
    value.as_number().unwrap_or(0.0)
}
