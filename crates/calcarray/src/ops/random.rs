//! Operators that draw random numbers. See docs/spec/calcarray.md, "Random
//! operators".

use super::Family::{Any, Array, Integer, Number};
use super::operand::number;
use super::{Facts, Operator, Run};
use crate::convert;
use crate::error::{Error, ErrorKind};
use crate::ir::evaluator::Evaluator;
use crate::ir::operator::as_integer;
use crate::ir::scope::Scope;
use crate::value::Value;

pub(super) const OPERATORS: &[Operator] = &[
    row!("rand_int", Number, &[Number], Number, Facts::IMPURE, Run::Effect(random_integer),
        "A random whole number between the two; one draw.", r#"[1,"rand_int",1]"# => "1"),
    row!("rand_float", Number, &[Number], Number, Facts::IMPURE, Run::Effect(random_float),
        "A random number between the two; one draw.", r#"[1,"rand_float",1]"# => "1"),
    row!("rand_bigint", Integer, &[Integer], Integer, Facts::IMPURE, Run::Effect(random_bigint),
        "A random integer between the two, found by halving the range; one draw for each halving and one more.",
        r#"["@BigInt 7","rand_bigint","@BigInt 7"]"# => r#""@BigInt 7""#),
    row!("weightedRandomArrayEntry", Array, &[Array], Any, Facts::IMPURE, Run::Effect(weighted_entry),
        "A random entry; the argument lists the weights. One draw.",
        r#"[["@Literal",4],"weightedRandomArrayEntry",["@Literal",1]]"# => "4"),
];

/// Takes the next result from the record in playback; otherwise makes one,
/// and records it.
fn recorded(
    evaluator: &mut Evaluator<'_>,
    make: impl FnOnce(&mut Evaluator<'_>) -> Result<Value, Error>,
) -> Result<Value, Error> {
    if let Some(result) = evaluator.host.replayed_random() {
        return result;
    }
    let result = make(evaluator)?;
    evaluator.host.record_random(&result);
    Ok(result)
}

fn random_integer(
    values: &mut [Value],
    evaluator: &mut Evaluator<'_>,
    _: &Scope<'_>,
) -> Result<Value, Error> {
    let (low, high) = (number(values, 0).ceil(), number(values, 1).floor());
    let (low, high) = if high < low { (high, low) } else { (low, high) };
    recorded(evaluator, |e| Ok(Value::Number((e.host.random()? * (high - low + 1.0)).floor() + low)))
}

fn random_float(values: &mut [Value], evaluator: &mut Evaluator<'_>, _: &Scope<'_>) -> Result<Value, Error> {
    let (low, high) = (number(values, 0), number(values, 1));
    let (low, high) = if high < low { (high, low) } else { (low, high) };
    recorded(evaluator, |e| Ok(Value::Number(e.host.random()? * (high - low) + low)))
}

fn random_bigint(values: &mut [Value], evaluator: &mut Evaluator<'_>, _: &Scope<'_>) -> Result<Value, Error> {
    use num_bigint::BigInt;
    let [a, b, ..] = values else { return Ok(Value::Undefined) };
    let (a, b) = (as_integer(a).to_bigint(), as_integer(b).to_bigint());
    let (mut low, mut high) = if b < a { (b, a) } else { (a, b) };
    recorded(evaluator, |e| {
        while &high - &low > BigInt::from(1) {
            e.meter.charge(1 + high.bits() / 64)?;
            let middle = (&high + &low) / 2;
            if e.host.random()? > 0.5 {
                high = middle;
            } else {
                low = middle;
            }
        }
        let chosen = if e.host.random()? > 0.5 { high } else { low };
        Ok(Value::Integer(chosen.into()))
    })
}

fn weighted_entry(
    values: &mut [Value],
    evaluator: &mut Evaluator<'_>,
    _: &Scope<'_>,
) -> Result<Value, Error> {
    let [Value::Array(entries), Value::Array(weights), ..] = &*values else { return Ok(Value::Undefined) };
    evaluator.meter.charge(entries.len() as u64)?;
    let mut numbers = Vec::with_capacity(entries.len());
    for place in 0..entries.len() {
        numbers.push(match weights.get(place) {
            None => 0.0,
            Some(Value::Number(weight)) => *weight,
            Some(Value::Integer(_)) => {
                return Err(ErrorKind::Type("a weight must be a number, not a big integer").into());
            }
            Some(other) => convert::to_number(other, evaluator.meter)?,
        });
    }
    recorded(evaluator, |e| {
        let mut left = e.host.random()? * numbers.iter().sum::<f64>();
        for (entry, weight) in entries.iter().zip(&numbers) {
            left -= weight;
            if left <= 0.0 {
                return Ok(entry.clone());
            }
        }
        Ok(entries.last().cloned().unwrap_or_default())
    })
}
