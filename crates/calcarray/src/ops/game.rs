//! Operators that look into the game or change it. See docs/spec/calcarray.md,
//! "Special operators beginning with @" and "Operators on any value";
//! docs/spec/rules.md, "The mergeRuleApplies operator".

use super::Family::{Any, Array, Integer, Number, Raw, Unconverted};
use super::callback::apart;
use super::operand::{number, take};
use super::{Facts, Operator, Run};
use crate::compile::Item;
use crate::convert;
use crate::error::{Error, ErrorKind};
use crate::host::{Coordinate, Position};
use crate::ir::evaluator::Evaluator;
use crate::ir::host::note;
use crate::ir::observer::Looked;
use crate::ir::operator::as_integer;
use crate::ir::operator::{Callback, Shape};
use crate::ir::scope::Scope;
use crate::ir::variables::{Inherit, Variables};
use crate::limits::Meter;
use crate::text::Text;
use crate::value::Value;

pub(super) const OPERATORS: &[Operator] = &[
    row!("announce", Unconverted, &[Any, Number], Any, Facts::IMPURE, Run::Effect(announce),
        "Shows a message for some milliseconds; the last argument is read and stays in the line.",
        r#"[1,"announce","hello",500]"# => "1")
    .removing(2),
    row!("output", Any, &[Any], Any, Facts::IMPURE, Run::Effect(output),
        "The running value. The argument is shown to the author: a value, or a text that says what the running value is.",
        r#"[3,"output","x"]"# => "3"),
    row!("console.log", Any, &[Any], Any, Facts::IMPURE, Run::Effect(output),
        "The running value, unchanged: another name of output.", r#"[3,"console.log","x"]"# => "3"),
    row!("tileValue", Any, &[Number], Number, Facts::IMPURE, Run::Host(tile_value),
        "The mode's value of the tile in this row and column; 0 if there is no tile.", r#"[0,"tileValue",0]"# => "0"),
    row!("discoveredTilesFilter", Any, &[], Any, Facts::IMPURE, Run::Host(discovered_filter),
        "The result of the mode's filter for a tile; an array is run as an expression.",
        r#"[7,"discoveredTilesFilter"]"# => "7"),
    row!("CalcArray", Array, &[], Any, Facts::IMPURE, Run::Host(run_array),
        "Runs an array value as an expression.", r#"[["@Literal",1,"+",2],"CalcArray"]"# => "3"),
    row!("@add_score", Unconverted, &[Number], Any, Facts::IMPURE, Run::Effect(add_score),
        "Adds a number to the score of the game.", r#"[7,"@add_score",100]"# => "7"),
    row!("@primesUpdate", Unconverted, &[Integer], Any, Facts::IMPURE, Run::Host(extend_primes),
        "Extends the prime table to all primes up to a number.", r#"[7,"@primesUpdate","@BigInt 10"]"# => "7"),
    row!("@ScriptSignal", Any, &[Any], Any, Facts::IMPURE, Run::Effect(signal),
        "Sends a signal, which is read after the scripts of this trigger have run.",
        r#"[7,"@ScriptSignal","@ScriptSignal_WinCheck"]"# => "7"),
    row!("CalcArrayParent", Any, &[Raw], Any, Facts::IMPURE, Run::Callback(Callback { run: apart, shape: |_| Shape { declared: 0, first: true }, work: None }),
        "Runs an expression on the running value, without position, parents or variables.",
        r#"[3,"CalcArrayParent",["+",4]]"# => "7"),
];

fn announce(values: &mut [Value], evaluator: &mut Evaluator<'_>, _: &Scope<'_>) -> Result<Value, Error> {
    let message = message_text(&take(values, 1), evaluator.meter)?;
    evaluator.meter.text(message.len())?;
    evaluator.host.announce(message, number(values, 2));
    Ok(take(values, 0))
}

fn output(values: &mut [Value], evaluator: &mut Evaluator<'_>, _: &Scope<'_>) -> Result<Value, Error> {
    let value = take(values, 0);
    evaluator.host.output(&take(values, 1), &value);
    Ok(value)
}

/// The text of a message: unlike anywhere else, arrays keep their brackets.
fn message_text(value: &Value, meter: &mut Meter) -> Result<Text, Error> {
    enum Part<'v> {
        Value(&'v Value),
        Mark(&'static str),
    }
    let mut text = String::new();
    let mut pending = vec![Part::Value(value)];
    while let Some(part) = pending.pop() {
        match part {
            Part::Mark(mark) => text.push_str(mark),
            Part::Value(Value::Array(array)) => {
                meter.array(array.len())?;
                text.push('[');
                pending.push(Part::Mark("]"));
                for (place, entry) in array.iter().enumerate().rev() {
                    pending.push(Part::Value(entry));
                    if place > 0 {
                        pending.push(Part::Mark(","));
                    }
                }
            }
            Part::Value(scalar) => text.push_str(&convert::to_text(scalar, meter)?.to_string_lossy()),
        }
    }
    Ok(Text::from(text))
}

/// The mode's tile value function at a cell of the grid; evaluated like an
/// expression of the mode, without variables and parents.
fn tile_value(
    values: &mut [Value],
    evaluator: &mut Evaluator<'_>,
    scope: &Scope<'_>,
) -> Result<Value, Error> {
    note(&*evaluator.host, Looked::Place);
    let row = convert::to_number(&take(values, 0), evaluator.meter)?;
    let column = number(values, 1);
    let whole = |number: f64| (number >= 0.0 && number.trunc() == number).then_some(number as usize);
    let grid = evaluator.host.grid();
    let Some(row_index) = whole(row).filter(|row| *row < grid.height()) else {
        return Err(ErrorKind::no_cell(row, column, (grid.height(), grid.width(0))).into());
    };
    match whole(column).and_then(|column| grid.cell(row_index, column)) {
        Some(Value::Text(text)) if text.is_special() => return Ok(Value::Number(0.0)),
        Some(_) => {}
        None => return Err(ErrorKind::no_cell(row, column, (grid.height(), grid.width(row_index))).into()),
    }
    let position = Position { v: Coordinate::At(row), h: Coordinate::At(column), ..scope.position.clone() };
    let program = evaluator.host.tile_value();
    evaluator.meter.enter_host()?;
    let value = evaluator.program(&program, &position, &Variables::default());
    evaluator.meter.leave_host();
    let value = value?;
    Ok(Value::Number(convert::to_number(&value, evaluator.meter)?))
}

fn discovered_filter(
    values: &mut [Value],
    evaluator: &mut Evaluator<'_>,
    scope: &Scope<'_>,
) -> Result<Value, Error> {
    let tile = take(values, 0);
    let filter = evaluator.host.discovered_filter().to_vec();
    let mut entries = vec![Item::Source(&tile, 0)];
    entries.extend(filter.iter().enumerate().map(|(place, value)| Item::Source(value, place + 1)));
    let line = evaluator.compile_line(&entries)?;
    let copy = scope.variables.clone();
    evaluator.outermost(&line, &scope.with_variables(&copy))
}

fn run_array(values: &mut [Value], evaluator: &mut Evaluator<'_>, scope: &Scope<'_>) -> Result<Value, Error> {
    let Value::Array(code) = take(values, 0) else { return Ok(Value::Undefined) };
    let copy = scope.variables.clone();
    let value = evaluator.run_array(&code, &scope.with_variables(&copy))?;
    evaluator.clean(value)
}

fn add_score(values: &mut [Value], evaluator: &mut Evaluator<'_>, _: &Scope<'_>) -> Result<Value, Error> {
    evaluator.host.add_score(number(values, 1));
    Ok(take(values, 0))
}

fn extend_primes(values: &mut [Value], evaluator: &mut Evaluator<'_>, _: &Scope<'_>) -> Result<Value, Error> {
    let bound = values.get(1).map(as_integer).and_then(crate::Integer::to_i64).unwrap_or(i64::MAX);
    evaluator.host.primes().extend_to(bound.max(0) as u64, evaluator.meter)?;
    Ok(take(values, 0))
}

fn signal(values: &mut [Value], evaluator: &mut Evaluator<'_>, _: &Scope<'_>) -> Result<Value, Error> {
    let signal = take(values, 1);
    evaluator.host.signal(signal);
    Ok(take(values, 0))
}

pub(super) fn merge_rule_applies(
    values: &mut [Value],
    evaluator: &mut Evaluator<'_>,
    scope: &Scope<'_>,
) -> Result<Value, Error> {
    rule_applies(values, evaluator, scope, true)
}

pub(super) fn merge_rule_applies_alone(
    values: &mut [Value],
    evaluator: &mut Evaluator<'_>,
    scope: &Scope<'_>,
) -> Result<Value, Error> {
    rule_applies(values, evaluator, scope, false)
}

fn rule_applies(
    values: &[Value],
    evaluator: &mut Evaluator<'_>,
    scope: &Scope<'_>,
    recursive: bool,
) -> Result<Value, Error> {
    let (rule, offset) = (number(values, 0), number(values, 1));
    evaluator.meter.charge(1)?;
    evaluator.meter.enter_host()?;
    let applies = evaluator.host.merge_rule_applies(rule, offset, recursive, scope.position, evaluator.meter);
    evaluator.meter.leave_host();
    Ok(Value::Boolean(applies?))
}

/// `@run_script`: a script of the mode, with a copy of the variables.
pub(super) fn run_script(index: f64, evaluator: &mut Evaluator<'_>, scope: &Scope<'_>) -> Result<(), Error> {
    let Some(program) = evaluator.host.script(index) else {
        return Err(ErrorKind::BadIndex(format!("script {index} (counted from 0)")).into());
    };
    let copy = scope.variables.clone();
    let apart = Scope { variables: &copy, parents: None, inherit: Inherit::Nothing, ..*scope };
    evaluator.meter.enter_host()?;
    let outcome = evaluator.program_in(&program, &apart);
    evaluator.meter.leave_host();
    outcome.map(drop)
}
