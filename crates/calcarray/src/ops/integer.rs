//! Arithmetic on integers of any size. See docs/spec/calcarray.md, "BigInt
//! operators".

use super::Family::{self, Any, Array, Integer, Text};
use super::operand::integer;
use super::{Facts, Operator, Run};
use crate::base::Base;
use crate::error::{Error, ErrorKind};
use crate::integer::Integer as Int;
use crate::ir::operator::Typed::{Integer1, Integer2, Untyped};
use crate::limits::Meter;
use crate::value::Value;

macro_rules! unary {
    ($name:literal, $typed:expr, $function:expr, $($text:tt)+) => {
        row!($name, Integer, &[], Integer, Facts::typed($typed), Run::Integer1($function), $($text)+)
    };
}

macro_rules! binary {
    ($name:literal, $typed:expr, $function:expr, $($text:tt)+) => {
        row!($name, Integer, &[Integer], Integer, Facts::typed($typed), Run::Integer2($function), $($text)+)
    };
}

macro_rules! ternary {
    ($name:literal, $($row:tt)+) => {
        exact!($name, Integer, &[Integer, Integer], Integer, integer[0, 1, 2], $($row)+)
    };
}

const BASE: &[Family] = &[Array];

pub(super) const OPERATORS: &[Operator] = &[
    binary!("+B", Integer2(i64::checked_add), Int::add, "The sum of the two integers.", r#"["@BigInt 3","+B","@BigInt 4"]"# => r#""@BigInt 7""#),
    binary!("-B", Integer2(i64::checked_sub), Int::subtract, "The integer less the second one.", r#"["@BigInt 3","-B","@BigInt 4"]"# => r#""@BigInt -1""#),
    binary!("*B", Integer2(i64::checked_mul), Int::multiply, "The product of the two integers.", r#"["@BigInt 3","*B","@BigInt 4"]"# => r#""@BigInt 12""#),
    binary!("/B", Integer2(i64::checked_div), Int::divide, "Quotient, rounded towards 0.", r#"["@BigInt -7","/B","@BigInt 2"]"# => r#""@BigInt -3""#),
    binary!("%B", Integer2(|a, b| (b != 0).then(|| a.wrapping_rem(b))), Int::remainder, "Remainder with the sign of the running value.",
        r#"["@BigInt -7","%B","@BigInt 4"]"# => r#""@BigInt -3""#),
    binary!("modB", Integer2(small_modulo), Int::modulo, "Remainder with the sign of the argument; 0 for modB 0.",
        r#"["@BigInt -7","modB","@BigInt 4"]"# => r#""@BigInt 1""#),
    binary!("^B", Integer2(small_power), Int::power, "Power; the exponent must not be negative.",
        r#"["@BigInt 2","^B","@BigInt 70"]"# => r#""@BigInt 1180591620717411303424""#),
    binary!("**B", Integer2(small_power), Int::power, "Power; another name of ^B.", r#"["@BigInt 2","**B","@BigInt 5"]"# => r#""@BigInt 32""#),
    binary!("rootB", Untyped, Int::root, "Root of the degree in the argument, rounded towards 0.",
        r#"["@BigInt 30","rootB","@BigInt 3"]"# => r#""@BigInt 3""#),
    binary!("logB", Untyped, Int::logarithm, "Logarithm to the base in the argument, rounded down; -1 for 0.",
        r#"["@BigInt 1023","logB","@BigInt 2"]"# => r#""@BigInt 9""#),
    binary!("floorB", Untyped, Int::floor_to, "Rounds down to a multiple of the argument, which must not be negative.",
        r#"["@BigInt 7","floorB","@BigInt 5"]"# => r#""@BigInt 5""#),
    binary!("ceilB", Untyped, Int::ceil_to, "Rounds up to a multiple of the argument, which must not be negative.",
        r#"["@BigInt 7","ceilB","@BigInt 5"]"# => r#""@BigInt 10""#),
    binary!("ceilingB", Untyped, Int::ceil_to, "Rounds up to a multiple; another name of ceilB.",
        r#"["@BigInt 7","ceilingB","@BigInt 5"]"# => r#""@BigInt 10""#),
    binary!("roundB", Untyped, Int::round_to, "Rounds to the nearest multiple of the argument, halves up.",
        r#"["@BigInt 7","roundB","@BigInt 5"]"# => r#""@BigInt 5""#),
    unary!("absB", Integer1(i64::checked_abs), Int::abs, "The integer without its sign.", r#"["@BigInt -7","absB"]"# => r#""@BigInt 7""#),
    unary!("signB", Integer1(|a| Some(a.signum())), |a, _| Ok(Int::from(a.sign())), "The sign of the integer: 1, -1 or 0.", r#"["@BigInt -7","signB"]"# => r#""@BigInt -1""#),
    binary!("gcdB", Integer2(small_divisor), Int::gcd, "Greatest common divisor by Euclid; the sign is not normalised.",
        r#"["@BigInt 12","gcdB","@BigInt 18"]"# => r#""@BigInt 6""#),
    binary!("lcmB", Untyped, Int::lcm, "The least common multiple of the two integers.", r#"["@BigInt 4","lcmB","@BigInt 6"]"# => r#""@BigInt 12""#),
    row!("factorialB", Integer, &[], Any, Facts::PURE, Run::Pure(factorial),
        "Factorial; the number NaN for negative integers.",
        r#"["@BigInt 22","factorialB"]"# => r#""@BigInt 1124000727777607680000""#),
    binary!("expomodB", Untyped, Int::multiplicity, "How often the running value can be divided by the argument; -1 if without end.",
        r#"["@BigInt 24","expomodB","@BigInt 2"]"# => r#""@BigInt 3""#),
    binary!("bit&B", Integer2(|a, b| Some(a & b)), Int::and, "Bitwise and: the bits that both integers have.", r#"["@BigInt 12","bit&B","@BigInt 10"]"# => r#""@BigInt 8""#),
    binary!("bit|B", Integer2(|a, b| Some(a | b)), Int::or, "Bitwise or: the bits that one of the integers has.", r#"["@BigInt 12","bit|B","@BigInt 10"]"# => r#""@BigInt 14""#),
    binary!("bit^B", Integer2(|a, b| Some(a ^ b)), Int::xor, "Bitwise exclusive or: the bits that only one of the integers has.", r#"["@BigInt 12","bit^B","@BigInt 10"]"# => r#""@BigInt 6""#),
    unary!("bit~B", Integer1(|a| Some(!a)), Int::complement, "Bitwise complement: all bits turned round.", r#"["@BigInt 12","bit~B"]"# => r#""@BigInt -13""#),
    binary!("bit<<B", Untyped, Int::shift_left, "Shifts left; a negative count shifts right.",
        r#"["@BigInt 3","bit<<B","@BigInt 2"]"# => r#""@BigInt 12""#),
    binary!("bit>>B", Untyped, Int::shift_right, "Shifts right, rounding down; a negative count shifts left.",
        r#"["@BigInt -5","bit>>B","@BigInt 1"]"# => r#""@BigInt -3""#),
    binary!("bit>>>B", Untyped, no_unsigned_shift, "Always an error: an integer without bounds has no unsigned form.", "" => ""),
    ternary!("basebit&B", Int::digitwise_minimum, "The smaller of each pair of digits; the last argument is the base.",
        r#"["@BigInt 13","basebit&B","@BigInt 11","@BigInt 3"]"# => r#""@BigInt 10""#),
    ternary!("basebit|B", Int::digitwise_maximum, "The larger of each pair of digits; the last argument is the base.",
        r#"["@BigInt 13","basebit|B","@BigInt 11","@BigInt 3"]"# => r#""@BigInt 14""#),
    ternary!("basebit^B", Int::digitwise_sum, "The sum of each pair of digits, without carry; the last argument is the base.",
        r#"["@BigInt 13","basebit^B","@BigInt 11","@BigInt 3"]"# => r#""@BigInt 21""#),
    binary!("basebit~B", Untyped, Int::digitwise_complement, "Each digit except 0 becomes the base minus the digit; the argument is the base.",
        r#"["@BigInt 13","basebit~B","@BigInt 3"]"# => r#""@BigInt 26""#),
    row!("perfectPowerFormB", Integer, &[Integer], Array, Facts::PURE, Run::Pure(perfect_power),
        "Base, exponent and sign as the highest perfect power, with an exponent up to the argument.",
        r#"["@BigInt -64","perfectPowerFormB","@BigInt 9"]"# => r#"["@BigInt 2","@BigInt 6","@BigInt -1"]"#),
    row!("baseConvertB", Integer, BASE, Text, Facts::PURE, Run::Pure(to_base),
        "The digits in a base; the argument is the base or an array of its digits.",
        r#"["@BigInt 255","baseConvertB",16]"# => r#""FF""#),
    row!("baseDeconvertB", Text, BASE, Integer, Facts::PURE, Run::Pure(from_base),
        "The integer with these digits; the argument is the base or an array of its digits.",
        r#"["FF","baseDeconvertB",16]"# => r#""@BigInt 255""#),
];

fn factorial(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let factorial = integer(values, 0).factorial(meter)?;
    Ok(factorial.map_or(Value::Number(f64::NAN), Value::Integer))
}

fn no_unsigned_shift(_: &Int, _: &Int, _: &mut Meter) -> Result<Int, Error> {
    Err(ErrorKind::Type("an integer without bounds has no unsigned form").into())
}

fn perfect_power(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let [Value::Integer(a), Value::Integer(limit), ..] = values else { return Ok(Value::Undefined) };
    let form = a.perfect_power(limit, meter)?;
    Ok(Value::array(form.map(Value::Integer)))
}

fn to_base(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let [Value::Integer(a), Value::Array(base), ..] = values else { return Ok(Value::Undefined) };
    Base::read(base, meter)?.write(a, meter)
}

fn from_base(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    match values {
        [Value::Text(text), Value::Array(base), ..] => {
            Ok(Base::read(base, meter)?.parse(text, meter)?.into())
        }
        _ => Err(ErrorKind::Type("digits are read from a text").into()),
    }
}

/// Returns the value of `modB` if everything fits 64 bits; `None` if it does not.
fn small_modulo(a: i64, b: i64) -> Option<i64> {
    if b == 0 {
        return Some(0);
    }
    let remainder = a.wrapping_rem(b);
    match remainder.signum() * b.signum() < 0 {
        true => remainder.checked_add(b),
        false => Some(remainder),
    }
}

fn small_power(a: i64, b: i64) -> Option<i64> {
    a.checked_pow(u32::try_from(b).ok()?)
}

fn small_divisor(a: i64, b: i64) -> Option<i64> {
    Int::from(a).common_divisor(&Int::from(b)).to_i64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::ops;

    #[test]
    fn on_64_bits_operators_give_what_they_give_otherwise() {
        let interesting = [0, 1, -1, 2, -2, 3, 7, -12, 60, 63, 64, 1 << 31, -(1 << 40), i64::MAX, i64::MIN];
        let mut meter = Meter::new(Limits::default());
        let mut compared = 0;
        for operator in ops::all() {
            for a in interesting {
                if let (Run::Integer1(f), Integer1(small)) = (operator.run, operator.facts.typed) {
                    let whole = f(&a.into(), &mut meter).ok().and_then(|value| value.to_i64());
                    assert!(small(a).is_none() || small(a) == whole, "{} of {a}", operator.name);
                    compared += 1;
                }
                for b in interesting {
                    if let (Run::Integer2(f), Integer2(small)) = (operator.run, operator.facts.typed) {
                        // Powers that do not fit are not worth computing here.
                        let Some(small) = small(a, b) else { continue };
                        let whole = f(&a.into(), &b.into(), &mut meter).ok().and_then(|value| value.to_i64());
                        assert_eq!(Some(small), whole, "{a} {} {b}", operator.name);
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 1000, "{compared}");
    }
}
