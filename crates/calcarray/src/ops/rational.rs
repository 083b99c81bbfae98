//! Arithmetic on exact fractions. See docs/spec/calcarray.md, "BigRational
//! operators".

use super::Family::{self, Array, Integer, Number, Rational, Text};
use super::operand::integer;
use super::{Facts, Operator, Run};
use crate::abbreviate;
use crate::error::Error;
use crate::limits::Meter;
use crate::rational::Rational as Fraction;
use crate::rounded;
use crate::value::Value;

macro_rules! unary {
    ($name:literal, $result:expr, $($row:tt)+) => {
        exact!($name, Rational, &[], $result, fraction[0], $($row)+)
    };
}

macro_rules! binary {
    ($name:literal, $($row:tt)+) => {
        exact!($name, Rational, &[Rational], Rational, fraction[0, 1], $($row)+)
    };
}

macro_rules! ternary {
    ($name:literal, $($row:tt)+) => {
        exact!($name, Rational, &[Rational, Rational], Rational, fraction[0, 1, 2], $($row)+)
    };
}

const EXPONENT: &[Family] = &[Integer];

pub(super) const OPERATORS: &[Operator] = &[
    binary!("+BR", Fraction::add, "The sum of the two fractions.", r#"["1/2","+BR","1/3"]"# => r#""@BigRational 5 6""#),
    binary!("-BR", Fraction::subtract, "The fraction less the second one.", r#"["1/2","-BR","1/3"]"# => r#""@BigRational 1 6""#),
    binary!("*BR", Fraction::multiply, "The product of the two fractions.", r#"["2/3","*BR","3/5"]"# => r#""@BigRational 2 5""#),
    binary!("/BR", Fraction::divide, "Quotient; x/0 is an infinity, 0/0 is NaN.",
        r#"["2/3","/BR","4/5"]"# => r#""@BigRational 5 6""#),
    binary!("modBR", Fraction::modulo, "Remainder with the sign of the argument.",
        r#"["7/2","modBR",2]"# => r#""@BigRational 3 2""#),
    row!("^BR", Rational, EXPONENT, Rational, Facts::PURE, Run::Pure(power),
        "Power with a whole exponent, which may be negative.", r#"["2/3","^BR",-2]"# => r#""@BigRational 9 4""#),
    row!("**BR", Rational, EXPONENT, Rational, Facts::PURE, Run::Pure(power),
        "Power; another name of ^BR.", r#"["2/3","**BR",2]"# => r#""@BigRational 4 9""#),
    unary!("numeratorBR", Integer, |a: &Fraction, _| Ok::<_, Error>(a.numerator().clone()),
        "The numerator, in lowest terms.", r#"["4/6","numeratorBR"]"# => r#""@BigInt 2""#),
    unary!("denominatorBR", Integer, |a: &Fraction, _| Ok::<_, Error>(a.denominator().clone()),
        "The denominator, in lowest terms; 0 for infinities and NaN.", r#"["4/6","denominatorBR"]"# => r#""@BigInt 3""#),
    unary!("negBR", Rational, Fraction::negate, "The fraction with the other sign.", r#"["1/2","negBR"]"# => r#""@BigRational -1 2""#),
    unary!("recipBR", Rational, Fraction::reciprocal, "1 divided by it; infinity for 0.",
        r#"["-2/3","recipBR"]"# => r#""@BigRational -3 2""#),
    unary!("absBR", Rational, Fraction::abs, "The fraction without its sign.", r#"["-2/3","absBR"]"# => r#""@BigRational 2 3""#),
    unary!("signBR", Number, |a: &Fraction, _| Ok::<_, Error>(a.sign()), "The sign of the fraction, as a number: 1, 0 or -1.",
        r#"["-2/3","signBR"]"# => "-1"),
    binary!("floorBR", Fraction::floor_to, "Rounded down to a multiple of the second fraction.", r#"["7/2","floorBR",1]"# => r#""@BigRational 3 1""#),
    binary!("ceilBR", Fraction::ceil_to, "Rounded up to a multiple of the second fraction.", r#"["7/2","ceilBR",1]"# => r#""@BigRational 4 1""#),
    binary!("ceilingBR", Fraction::ceil_to, "Rounds up to a multiple; another name of ceilBR.",
        r#"["7/2","ceilingBR",1]"# => r#""@BigRational 4 1""#),
    binary!("roundBR", Fraction::round_to, "Rounds to the nearest multiple of the argument, halves up.",
        r#"["7/2","roundBR",1]"# => r#""@BigRational 4 1""#),
    binary!("gcdBR", Fraction::gcd, "Greatest common divisor: both are whole multiples of it.",
        r#"["1/2","gcdBR","1/3"]"# => r#""@BigRational 1 6""#),
    binary!("lcmBR", Fraction::lcm, "The least common multiple of the two fractions.", r#"["1/2","lcmBR","1/3"]"# => r#""@BigRational 1 1""#),
    binary!("expomodBR", Fraction::multiplicity, "How often the argument is a factor; negative if it is in the denominator.",
        r#"["3/8","expomodBR",2]"# => r#""@BigRational -3 1""#),
    row!("perfectPowerFormBR", Rational, EXPONENT, Array, Facts::PURE, Run::Pure(perfect_power),
        "Base, exponent and sign as the highest perfect power, with an exponent up to the argument.",
        r#"["-8/27","perfectPowerFormBR",9]"# => r#"["@BigRational 2 3","@BigInt 3",-1]"#),
    ternary!("^RBR", rounded::power, "Power with a fraction as exponent, rounded to a multiple of the last argument.",
        r#"[2,"^RBR","1/2","1/100"]"# => r#""@BigRational 141 100""#),
    ternary!("**RBR", rounded::power, "Power; another name of ^RBR.",
        r#"[2,"**RBR","1/2","1/100"]"# => r#""@BigRational 141 100""#),
    ternary!("logRBR", rounded::logarithm, "Logarithm to the base in the first argument, rounded to a multiple of the last argument.",
        r#"[10,"logRBR",2,"1/100"]"# => r#""@BigRational 83 25""#),
    binary!("sinRBR", rounded::sine, "Sine of an angle in radians, rounded to a multiple.",
        r#"["1/2","sinRBR","1/100"]"# => r#""@BigRational 12 25""#),
    binary!("cosRBR", rounded::cosine, "Cosine of an angle in radians, rounded to a multiple.",
        r#"["1/2","cosRBR","1/100"]"# => r#""@BigRational 22 25""#),
    unary!("defaultAbbrevBR", Text, |a, meter| abbreviate::rational(a, meter).map(crate::Text::from),
        "A text with a mixed number, with commas from 10000 on.", r#"["-7/3","defaultAbbrevBR"]"# => r#""-2 1/3""#),
];

fn fraction(values: &[Value], place: usize) -> &Fraction {
    static NAN: Fraction = Fraction::NAN;
    match values.get(place) {
        Some(Value::Rational(fraction)) => fraction,
        _ => &NAN,
    }
}

fn power(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    Ok(fraction(values, 0).power(integer(values, 1), meter)?.into())
}

fn perfect_power(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let (base, exponent, sign) = fraction(values, 0).perfect_power(integer(values, 1), meter)?;
    Ok(Value::array(vec![base.into(), exponent.into(), sign.into()]))
}
