//! Operators that take any value. See docs/spec/calcarray.md, "Operators on any
//! value".

use super::Family::{Any, Array, Boolean, Gaussian, Integer, Number, Rational, Text, Unconverted};
use super::operand::take;
use super::{Facts, Family, Operator, Run, Typed};
use crate::compare;
use crate::convert;
use crate::error::Error;
use crate::limits::Meter;
use crate::value::Value;

macro_rules! any {
    ($name:literal, $facts:expr, $arguments:expr, $result:expr, $function:expr, $($text:tt)+) => {
        row!($name, Any, $arguments, $result, $facts, Run::Pure($function), $($text)+)
    };
}

const ONE: &[Family] = &[];
const TWO: &[Family] = &[Any];

pub(super) const OPERATORS: &[Operator] = &[
    any!("max", Facts::choice(Typed::Greatest), TWO, Any, |v, m| choose(v, m, compare::max), "The larger of the two values.", r#"[3,"max",4]"# => "4"),
    any!("min", Facts::choice(Typed::Least), TWO, Any, |v, m| choose(v, m, compare::min), "The smaller of the two values.", r#"[3,"min",4]"# => "3"),
    any!("1st", Facts::choice(Typed::Untyped), TWO, Any, first, "The running value; the argument is evaluated as well.", r#"[3,"1st",4]"# => "3"),
    any!("first", Facts::choice(Typed::Untyped), TWO, Any, first, "The running value: another name of 1st.", r#"[3,"first",4]"# => "3"),
    any!("2nd", Facts::choice(Typed::Second), TWO, Any, second, "The argument, in place of the running value.", r#"[3,"2nd",4]"# => "4"),
    any!("second", Facts::choice(Typed::Second), TWO, Any, second, "The argument: another name of 2nd.", r#"[3,"second",4]"# => "4"),
    row!("ignore", Unconverted, &[Unconverted], Any, Facts::PURE, Run::Pure(first),
        "The running value, without conversion; the argument is not evaluated.", r#"[3,"ignore",4]"# => "3"),
    any!("Number", Facts::typed(Typed::ToNumber), ONE, Number, |v, m| one(v, m, number), "Converts to a number; 0 if the value is none.", r#"["12","Number"]"# => "12"),
    any!("String", Facts::PURE, ONE, Text, |v, m| one(v, m, |v, m| Ok(Value::Text(convert::to_text(v, m)?))),
        "Converts to a text; arrays have no brackets.", r#"[["@Literal",1,2],"String"]"# => r#""1,2""#),
    any!("Boolean", Facts::PURE, ONE, Boolean, |v, m| one(v, m, |v, _| Ok(convert::is_truthy(v).into())),
        "false for 0, NaN, the empty text and undefined; true for all other values.", r#"["","Boolean"]"# => "false"),
    any!("Array", Facts::PURE, ONE, Array, |v, _| Ok(Value::array(vec![take(v, 0)])), "An array that holds the running value.", r#"[5,"Array"]"# => "[5]"),
    any!("BigInt", Facts::PURE, ONE, Integer, |v, m| one(v, m, |v, m| Ok(convert::to_integer(v, m)?.into())),
        "Converts to an integer of any size; fractions are rounded.", r#"["12","BigInt"]"# => r#""@BigInt 12""#),
    any!("GaussianBigInt", Facts::PURE, ONE, Gaussian, |v, m| one(v, m, |v, m| Ok(convert::gaussian_constructor(v, m)?.into())),
        "Converts to a Gaussian integer: a number, a text such as 2+3i, or two entries.",
        r#"["2+3i","GaussianBigInt"]"# => r#""@GaussianBigInt 2 3""#),
    row!("BigRational", Unconverted, &[], Rational, Facts::PURE, Run::Pure(|v, m| {
        one(v, m, |v, m| Ok(convert::rational_constructor(v, m)?.unwrap_or(crate::Rational::NAN).into()))
    }),
        "Converts to an exact fraction: a number, a text such as 1/2, or two entries.",
        r#"[0.1,"BigRational"]"# => r#""@BigRational 1 10""#),
    any!("typeof", Facts::typed(Typed::TypeOf), ONE, Text, |v, _| Ok(Value::text(take(v, 0).kind().name())), "The name of the type of the value, a text.", r#"[5,"typeof"]"# => r#""number""#),
    row!("!", Boolean, &[], Boolean, Facts::typed(Typed::Not), Run::Pure(|v, _| Ok(Value::Boolean(!truth(v, 0)))),
        "The opposite truth value: not.", r#"[true,"!"]"# => "false"),
    row!("&&nsc", Boolean, &[Boolean], Boolean, Facts::PURE, Run::Pure(|v, _| Ok(Value::Boolean(truth(v, 0) && truth(v, 1)))),
        "And; the argument is always evaluated.", r#"[true,"&&nsc",false]"# => "false"),
    row!("||nsc", Boolean, &[Boolean], Boolean, Facts::PURE, Run::Pure(|v, _| Ok(Value::Boolean(truth(v, 0) || truth(v, 1)))),
        "Or; the argument is always evaluated.", r#"[true,"||nsc",false]"# => "true"),
];

fn truth(values: &[Value], place: usize) -> bool {
    values.get(place).is_some_and(Value::is_true)
}

fn first(values: &mut [Value], _: &mut Meter) -> Result<Value, Error> {
    Ok(take(values, 0))
}

fn second(values: &mut [Value], _: &mut Meter) -> Result<Value, Error> {
    Ok(take(values, 1))
}

fn one(
    values: &mut [Value],
    meter: &mut Meter,
    function: fn(&Value, &mut Meter) -> Result<Value, Error>,
) -> Result<Value, Error> {
    match values {
        [a, ..] => function(a, meter),
        [] => Ok(Value::Undefined),
    }
}

fn number(value: &Value, meter: &mut Meter) -> Result<Value, Error> {
    let number = convert::to_number(value, meter)?;
    Ok(Value::Number(if number.is_nan() { 0.0 } else { number }))
}

fn choose(
    values: &mut [Value],
    meter: &mut Meter,
    function: fn(&Value, &Value, &mut Meter) -> Result<Value, Error>,
) -> Result<Value, Error> {
    match values {
        [a, b, ..] => function(a, b, meter),
        _ => Ok(Value::Undefined),
    }
}
