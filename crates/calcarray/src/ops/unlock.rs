//! Which new seed a tile unlocks. Spec: calcarray.md, section 11.12.

use super::Family::{Array, Boolean, Gaussian, Integer, Number};
use super::{Operator, Run};
use crate::error::Error;
use crate::gaussian::Gaussian as Complex;
use crate::integer::Integer as Int;
use crate::limits::Meter;
use crate::unlock::{self, wrong_seed};
use crate::value::Value;

pub(super) const OPERATORS: &[Operator] = &[
    Operator::new(
        "DIVESeedUnlock",
        Integer,
        &[Array, Number],
        Integer,
        Run::Pure(integers),
        "What is left of a tile divided by the seeds: largest first (0), smallest first (2), as they come (3), \
         for the smallest (1) or largest (4) result.",
        (r#"["@BigInt 60","DIVESeedUnlock",["@Literal","@BigInt 2","@BigInt 3"],0]"#, r#""@BigInt 5""#),
    ),
    Operator::new(
        "GaussianDIVESeedUnlock",
        Gaussian,
        &[Array, Number, Boolean],
        Gaussian,
        Run::Pure(gaussians),
        "The same for Gaussian integers; the last argument says whether to turn the result into the first quadrant.",
        (
            r#"["30+10i","GaussianDIVESeedUnlock",["@Literal","@GaussianBigInt 2 1","@GaussianBigInt 1 1"],3,true]"#,
            r#""@GaussianBigInt 4 3""#,
        ),
    ),
];

fn mode(values: &[Value]) -> f64 {
    values.get(2).and_then(Value::as_number).unwrap_or(0.0)
}

fn integers(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let [Value::Integer(tile), Value::Array(seeds), ..] = &*values else { return Ok(Value::Undefined) };
    if tile.is_zero() {
        return Ok(Value::Integer(Int::ONE));
    }
    meter.array(seeds.len())?;
    let seed = |seed: &Value| match seed {
        Value::Integer(seed) => Ok(seed.clone()),
        _ => Err(wrong_seed()),
    };
    let seeds: Result<Vec<Int>, Error> = seeds.iter().map(seed).collect();
    Ok(unlock::integer(tile, seeds?, mode(values), meter)?.into())
}

fn gaussians(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let [Value::Gaussian(tile), Value::Array(seeds), ..] = &*values else { return Ok(Value::Undefined) };
    if tile.is_zero() {
        // An integer, and not a Gaussian one (section 14, row 29).
        return Ok(Value::Integer(Int::ONE));
    }
    meter.array(2 * seeds.len())?;
    let seed = |seed: &Value| match seed {
        Value::Gaussian(seed) => Ok(Complex::clone(seed)),
        _ => Err(wrong_seed()),
    };
    let seeds: Result<Vec<Complex>, Error> = seeds.iter().map(seed).collect();
    let turn = values.get(3).is_some_and(Value::is_true);
    Ok(unlock::gaussian(tile, &seeds?, mode(values), turn, meter)?.into())
}
