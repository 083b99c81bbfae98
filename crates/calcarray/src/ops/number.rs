//! Arithmetic on numbers. See docs/spec/calcarray.md, "Number operators".

use super::Family::{Boolean, Number};
use super::{Facts, Family, Operator, Run};
use crate::error::Error;
use crate::float;
use crate::ir::operator::Parity::{Never, OfArgument, OfRunning};
use crate::limits::Meter;
use crate::value::Value;

macro_rules! unary {
    ($name:literal, $function:expr, $($text:tt)+) => {
        row!($name, Number, &[], Number, Facts::PURE, Run::Number1($function), $($text)+)
    };
}

macro_rules! binary {
    ($name:literal, $parity:expr, $function:expr, $($text:tt)+) => {
        row!($name, Number, &[Number], Number, Facts::parity($parity), Run::Number2($function), $($text)+)
    };
}

macro_rules! charged {
    ($name:literal, $arguments:expr, $result:expr, $function:expr, $($text:tt)+) => {
        row!($name, Number, $arguments, $result, Facts::PURE, Run::Pure($function), $($text)+)
    };
}

const TWO: &[Family] = &[Number];

pub(super) const OPERATORS: &[Operator] = &[
    binary!("+", Never, |a, b| a + b, "The sum of the two numbers.", r#"[3,"+",4]"# => "7"),
    binary!("-", Never, |a, b| a - b, "The number less the second one.", r#"[3,"-",4]"# => "-1"),
    binary!("*", Never, |a, b| a * b, "The product of the two numbers.", r#"[3,"*",4]"# => "12"),
    binary!("/", Never, |a, b| a / b, "Quotient; x/0 is an infinity, 0/0 is NaN.", r#"[3,"/",4]"# => "0.75"),
    binary!("%", OfRunning(2.0), float::remainder, "Remainder with the sign of the running value.", r#"[-7,"%",4]"# => "-3"),
    binary!("mod", OfRunning(2.0), float::modulo, "Remainder with the sign of the argument; 0 for mod 0.", r#"[-7,"mod",4]"# => "1"),
    binary!("^", OfArgument(-1.0), float::power, "The number to the power of the second one.", r#"[2,"^",10]"# => "1024"),
    binary!("**", OfArgument(-1.0), float::power, "Power; another name of ^.", r#"[2,"**",10]"# => "1024"),
    binary!("log", Never, float::log, "Logarithm to the base in the argument.", r#"[8,"log",2]"# => "3"),
    binary!("round", Never, float::round, "Rounds to the nearest multiple of the argument, halves up.", r#"[7,"round",5]"# => "5"),
    binary!("floor", Never, float::floor, "Rounded down to a multiple of the second number.", r#"[7,"floor",5]"# => "5"),
    binary!("ceil", Never, float::ceil, "Rounded up to a multiple of the second number.", r#"[7,"ceil",5]"# => "10"),
    binary!("ceiling", Never, float::ceil, "Rounds up to a multiple; another name of ceil.", r#"[7,"ceiling",5]"# => "10"),
    binary!("trunc", Never, float::trunc, "Rounded towards 0 to a multiple of the second number.", r#"[-7,"trunc",5]"# => "-5"),
    unary!("abs", float::abs, "The number without its sign.", r#"[-7,"abs"]"# => "7"),
    unary!("sign", float::sign, "The sign of the number: 1, -1 or 0.", r#"[-7,"sign"]"# => "-1"),
    unary!("sin", float::sin, "Sine of an angle in radians.", r#"[0,"sin"]"# => "0"),
    unary!("cos", float::cos, "Cosine of an angle in radians.", r#"[0,"cos"]"# => "1"),
    unary!("tan", float::tan, "Tangent of an angle in radians.", r#"[0,"tan"]"# => "0"),
    charged!("gcd", TWO, Number, |v, m| pair(v, m, float::gcd),
        "Greatest common divisor by Euclid; the sign is not normalised.", r#"[12,"gcd",18]"# => "6"),
    charged!("lcm", TWO, Number, |v, m| pair(v, m, float::lcm),
        "The least common multiple of the two numbers.", r#"[4,"lcm",6]"# => "12"),
    charged!("expomod", TWO, Number, |v, m| pair(v, m, float::expomod),
        "How often the running value can be divided by the argument; -1 for fractions.", r#"[24,"expomod",2]"# => "3"),
    unary!("factorial", float::factorial, "Factorial of the rounded number; infinite if it is too large.", r#"[5,"factorial"]"# => "120"),
    binary!("bit&", Never, float::bit_and, "Bitwise and of 32-bit integers.", r#"[12,"bit&",10]"# => "8"),
    binary!("bit|", Never, float::bit_or, "Bitwise or of 32-bit integers.", r#"[12,"bit|",10]"# => "14"),
    binary!("bit^", Never, float::bit_xor, "Bitwise exclusive or of 32-bit integers.", r#"[12,"bit^",10]"# => "6"),
    unary!("bit~", float::bit_not, "Bitwise complement of a 32-bit integer.", r#"[12,"bit~"]"# => "-13"),
    binary!("bit<<", Never, float::shift_left, "Shifts a 32-bit integer left.", r#"[3,"bit<<",2]"# => "12"),
    binary!("bit>>", Never, float::shift_right, "Shifts a 32-bit integer right, keeping its sign.", r#"[-8,"bit>>",1]"# => "-4"),
    binary!("bit>>>", Never, float::shift_right_unsigned, "Shifts right as an unsigned 32-bit integer.",
        r#"[-8,"bit>>>",28]"# => "15"),
    // Outside of a game there is no merge rule to ask about, so these two have no example.
    row!("mergeRuleApplies", Number, TWO, Boolean, Facts::IMPURE, Run::Host(super::game::merge_rule_applies),
        "Whether the merge rule with this number applies here; the argument moves its tiles this many places ahead.", "" => ""),
    row!("mergeRuleApplies_nonRecursive", Number, TWO, Boolean, Facts::IMPURE, Run::Host(super::game::merge_rule_applies_alone),
        "Whether the merge rule with this number applies here; such tests inside that rule count as false.", "" => ""),
];

fn pair(
    values: &mut [Value],
    meter: &mut Meter,
    function: fn(f64, f64, &mut Meter) -> Result<f64, Error>,
) -> Result<Value, Error> {
    match values {
        [Value::Number(a), Value::Number(b), ..] => Ok(Value::Number(function(*a, *b, meter)?)),
        _ => Ok(Value::Undefined),
    }
}
