//! Operators for the new seed that a tile unlocks. See docs/spec/calcarray.md, "Seed-unlock
//! operators".

use std::cmp::Ordering;

use super::Family::{Any, Array, Boolean, Gaussian, Integer, Number, Raw};
use super::callback::Calls;
use super::operand::number;
use super::{Facts, Operator, Run};
use crate::array;
use crate::compare::{Relation, equals, relates};
use crate::convert;
use crate::error::{Error, ErrorKind};
use crate::exec::memoize;
use crate::gaussian::Gaussian as Complex;
use crate::integer::Integer as Int;
use crate::ir::line::Node;
use crate::ir::operator::{Callback, LazyArguments, Shape};
use crate::ir::scope::Scope;
use crate::limits::Meter;
use crate::unlock::{self, Seeds, wrong_seed};
use crate::value::Value;

pub(super) const OPERATORS: &[Operator] = &[
    row!("DIVESeedUnlock", Integer, &[Array, Number], Integer, Facts::PURE, Run::Pure(integers),
        "The rest of a tile after division by the seeds: largest first (0), smallest first (2), in their order (3), or in the order with the smallest (1) or largest (4) result.",
        r#"["@BigInt 60","DIVESeedUnlock",["@Literal","@BigInt 2","@BigInt 3"],0]"# => r#""@BigInt 5""#),
    row!("GaussianDIVESeedUnlock", Gaussian, &[Array, Number, Boolean], Gaussian, Facts::PURE, Run::Pure(gaussians),
        "DIVESeedUnlock for Gaussian integers; the last argument says whether the result is rotated into the first quadrant.",
        r#"["30+10i","GaussianDIVESeedUnlock",["@Literal","@GaussianBigInt 2 1","@GaussianBigInt 1 1"],3,true]"# => r#""@GaussianBigInt 4 3""#),
    row!("customDIVESeedUnlock", Any, &[Any, Number, Raw, Raw, Raw, Raw, Raw, Any, Raw, Raw], Any, Facts::IMPURE, Run::Callback(Callback { run: custom, shape, work: None }),
        "DIVESeedUnlock for values of any kind. After seeds and mode come expressions for product, quotient, divisibility, order and having no common factor, then the value of 1, and tests for valid values and for 1.",
        r#"[60,"customDIVESeedUnlock",["@Literal",2,3],0,["@Var -2","*","@Var -1"],["@Var -2","/","@Var -1"],
                ["@Var -2","%","@Var -1","=",0],["@Var -2","-","@Var -1"],["@Var -2","gcd","@Var -1","=",1],1]"# => "5"),
];

// The places of the arguments of `customDIVESeedUnlock`.
const MULTIPLY: usize = 2;
const DIVIDE: usize = 3;
const DIVIDES: usize = 4;
const ORDER: usize = 5;
const COPRIME: usize = 6;
const ONE: usize = 7;
const VALID: usize = 8;
const IS_ONE: usize = 9;

/// Returns the shape of the calls of an argument.
fn shape(argument: usize) -> Shape {
    Shape { declared: if argument >= VALID { 1 } else { 2 }, first: false }
}

fn mode(values: &[Value]) -> f64 {
    number(values, 2)
}

fn as_integer(value: &Value) -> Option<&Int> {
    match value {
        Value::Integer(integer) => Some(integer),
        _ => None,
    }
}

fn integers(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let [Value::Integer(tile), Value::Array(seeds), ..] = &*values else { return Ok(Value::Undefined) };
    if tile.is_zero() {
        return Ok(Value::Integer(Int::ONE));
    }
    meter.array(seeds.len())?;
    if let Some(left) = unlock::few(tile, seeds.iter().map(as_integer), mode(values), meter) {
        return Ok(left?.into());
    }
    let seed = |seed: &Value| as_integer(seed).cloned().ok_or_else(wrong_seed);
    let seeds: Result<Vec<Int>, Error> = seeds.iter().map(seed).collect();
    Ok(unlock::integer(tile, seeds?, mode(values), meter)?.into())
}

fn gaussians(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let [Value::Gaussian(tile), Value::Array(seeds), ..] = &*values else { return Ok(Value::Undefined) };
    if tile.is_zero() {
        // An integer, and not a Gaussian one (docs/spec/calcarray.md,
        // "Documentation and reference", row 29).
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

/// `customDIVESeedUnlock`.
fn custom(mut arguments: LazyArguments<'_, '_>, tile: Value) -> Result<Value, Error> {
    let seeds = arguments.operand(0, Any)?;
    let mode = arguments.operand(1, Number)?.as_number().unwrap_or(0.0);
    let alone = Scope { parents: None, ..*arguments.scope };
    let one = arguments.within(&alone).operand(ONE, Any)?;
    let one = arguments.evaluator.clean(one)?;
    let Value::Array(seeds) = seeds else { return Err(wrong_seed()) };
    // One copy of the variables for all calls, as for other callbacks.
    let variables = arguments.scope.variables.clone();
    let scope = arguments.scope.with_variables(&variables);
    let mut custom = Custom { arguments: arguments.within(&scope), one };
    if !custom.is_valid(&tile)? {
        return Ok(custom.one);
    }
    let kept = custom.seeds(&seeds, mode)?;
    unlock::unlock_in_order(&mut custom, tile, kept, mode)
}

/// Seeds of which expressions say what can be done with them.
struct Custom<'c, 'e> {
    arguments: LazyArguments<'c, 'e>,
    one: Value,
}

impl Custom<'_, '_> {
    /// The seeds that are not 1, in order: for all tiles the same.
    fn seeds(&mut self, seeds: &array::Array, mode: f64) -> Result<Vec<Value>, Error> {
        let functions = [ORDER, IS_ONE].map(|function| self.arguments.node(function));
        let given = [&self.one, &Value::Number(mode)];
        let question = self.arguments.evaluator.question(&functions, seeds, &given, self.arguments.scope);
        let variables = self.arguments.scope.variables;
        memoize::once(
            self,
            |own| own.arguments.evaluator,
            question,
            variables,
            |own| Ok(own.compare_seeds(seeds, mode)?.into_iter().collect()),
        )
        .map(array::Array::into_entries)
    }

    fn compare_seeds(&mut self, seeds: &[Value], mode: f64) -> Result<Vec<Value>, Error> {
        self.arguments.evaluator.meter.array(seeds.len())?;
        let mut kept = Vec::with_capacity(seeds.len());
        for seed in seeds {
            if !self.is_one(seed)? {
                kept.push(seed.clone());
            }
        }
        unlock::in_order(self, kept, mode)
    }

    fn call(&mut self, function: usize, values: &[&Value]) -> Result<Value, Error> {
        let values: Vec<Value> = values.iter().map(|&value| value.clone()).collect();
        let scope = self.arguments.scope;
        Calls::of(self.arguments.within(scope), function, *scope).call(&values)
    }

    fn test(&mut self, function: usize, values: &[&Value]) -> Result<bool, Error> {
        Ok(convert::is_truthy(&self.call(function, values)?))
    }

    fn is_missing(&self, function: usize) -> bool {
        matches!(self.arguments.node(function), Node::Value(Value::Undefined))
    }

    fn is_valid(&mut self, value: &Value) -> Result<bool, Error> {
        Ok(self.is_missing(VALID) || self.test(VALID, &[value])?)
    }

    fn is_one(&mut self, value: &Value) -> Result<bool, Error> {
        if self.is_missing(IS_ONE) {
            return equals(value, &self.one, self.arguments.evaluator.meter);
        }
        self.test(IS_ONE, &[value])
    }
}

impl Seeds for Custom<'_, '_> {
    type Seed = Value;

    fn charge(&mut self) -> Result<(), Error> {
        self.arguments.evaluator.meter.charge(1)
    }

    fn one(&self) -> Value {
        self.one.clone()
    }

    fn divides(&mut self, tile: &Value, seed: &Value) -> Result<bool, Error> {
        self.test(DIVIDES, &[tile, seed])
    }

    fn divide(&mut self, tile: &Value, seed: &Value) -> Result<Value, Error> {
        self.call(DIVIDE, &[tile, seed])
    }

    fn multiply(&mut self, a: &Value, b: &Value) -> Result<Value, Error> {
        self.call(MULTIPLY, &[a, b])
    }

    fn order(&mut self, a: &Value, b: &Value) -> Result<Ordering, Error> {
        let result = self.call(ORDER, &[a, b])?;
        if let Value::Integer(_) = result {
            return Err(ErrorKind::Type("a comparison must give a number, not a big integer").into());
        }
        let number = convert::to_number(&result, self.arguments.evaluator.meter)?;
        Ok(number.partial_cmp(&0.0).unwrap_or(Ordering::Equal))
    }

    fn is(&mut self, wanted: Ordering, a: &Value, b: &Value) -> Result<bool, Error> {
        let relation = if wanted.is_lt() { Relation::Less } else { Relation::Greater };
        let result = self.call(ORDER, &[a, b])?;
        Ok(relates(&result, relation, &Value::Number(0.0), self.arguments.evaluator.meter)?
            && self.is_valid(a)?)
    }

    fn coprime(&mut self, a: &Value, b: &Value) -> Result<bool, Error> {
        self.test(COPRIME, &[a, b])
    }
}
