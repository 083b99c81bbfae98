//! Arithmetic on Gaussian integers. See docs/spec/calcarray.md, "GaussianBigInt
//! operators".

use super::Family::{Gaussian, Integer, Number, Text};
use super::operand::integer;
use super::{Facts, Operator, Run};
use crate::abbreviate;
use crate::error::{Error, ErrorKind};
use crate::gaussian::Gaussian as Complex;
use crate::integer::Integer as Int;
use crate::limits::Meter;
use crate::value::Value;

macro_rules! unary {
    ($name:literal, $result:expr, $($row:tt)+) => {
        exact!($name, Gaussian, &[], $result, complex[0], $($row)+)
    };
}

macro_rules! binary {
    ($name:literal, $($row:tt)+) => {
        exact!($name, Gaussian, &[Gaussian], Gaussian, complex[0, 1], $($row)+)
    };
}

pub(super) const OPERATORS: &[Operator] = &[
    binary!("+GB", Complex::add, "The sum of the two Gaussian integers.", r#"["1+2i","+GB","3-i"]"# => r#""@GaussianBigInt 4 1""#),
    binary!("-GB", Complex::subtract, "The Gaussian integer less the second one.", r#"["1+2i","-GB","3-i"]"# => r#""@GaussianBigInt -2 3""#),
    binary!("*GB", Complex::multiply, "The product of the two Gaussian integers.", r#"["1+2i","*GB","3-i"]"# => r#""@GaussianBigInt 5 5""#),
    binary!("/GB", Complex::divide, "Quotient, both parts rounded towards 0.",
        r#"["7+5i","/GB",2]"# => r#""@GaussianBigInt 3 2""#),
    binary!("modGB", Complex::modulo, "Remainder of the division, as small as possible for this divisor.",
        r#"["3+4i","modGB","1+2i"]"# => r#""@GaussianBigInt 1 0""#),
    binary!("/mGB", Complex::divide_nearest, "Quotient that leaves the remainder of modGB.",
        r#"[5,"/mGB",3]"# => r#""@GaussianBigInt 2 0""#),
    row!("^GB", Gaussian, &[Integer], Gaussian, Facts::PURE, Run::Pure(power),
        "Power; the exponent must not be negative.", r#"["1+i","^GB",4]"# => r#""@GaussianBigInt -4 0""#),
    row!("**GB", Gaussian, &[Integer], Gaussian, Facts::PURE, Run::Pure(power),
        "Power; another name of ^GB.", r#"["1+i","**GB",4]"# => r#""@GaussianBigInt -4 0""#),
    row!("ipowGB", Integer, &[], Gaussian, Facts::PURE, Run::Pure(|values, meter| Ok(Complex::power_of_i(integer(values, 0), meter)?.into())),
        "i to the power of an integer.", r#"["@BigInt 3","ipowGB"]"# => r#""@GaussianBigInt 0 -1""#),
    unary!("reGB", Integer, |a: &Complex, _| Ok::<_, Error>(a.re.clone()), "The real part of the Gaussian integer.",
        r#"["2+3i","reGB"]"# => r#""@BigInt 2""#),
    unary!("imGB", Integer, |a: &Complex, _| Ok::<_, Error>(a.im.clone()), "The imaginary part of the Gaussian integer.",
        r#"["2+3i","imGB"]"# => r#""@BigInt 3""#),
    unary!("normGB", Integer, Complex::norm, "The square of the absolute value.",
        r#"["2+3i","normGB"]"# => r#""@BigInt 13""#),
    unary!("normGGB", Gaussian, |a: &Complex, meter| a.norm(meter).map(Complex::real),
        "The square of the absolute value, as a Gaussian integer.", r#"["2+3i","normGGB"]"# => r#""@GaussianBigInt 13 0""#),
    unary!("negGB", Gaussian, Complex::negate, "The Gaussian integer with the other sign.", r#"["2+3i","negGB"]"# => r#""@GaussianBigInt -2 -3""#),
    unary!("rot90GB", Gaussian, Complex::rotate_left, "A quarter turn to the left: times i.", r#"["2+3i","rot90GB"]"# => r#""@GaussianBigInt -3 2""#),
    unary!("rot270GB", Gaussian, Complex::rotate_right, "A quarter turn to the right: times -i.",
        r#"["2+3i","rot270GB"]"# => r#""@GaussianBigInt 3 -2""#),
    unary!("conjGB", Gaussian, Complex::conjugate, "The conjugate: the imaginary part changes its sign.",
        r#"["2+3i","conjGB"]"# => r#""@GaussianBigInt 2 -3""#),
    unary!("toFirstQuadrantGB", Gaussian, Complex::to_first_quadrant,
        "Multiplies by the power of i for which the real part is positive and the imaginary part is not negative.",
        r#"["-2-3i","toFirstQuadrantGB"]"# => r#""@GaussianBigInt 2 3""#),
    unary!("firstQuadrantUnitGB", Gaussian, |a: &Complex, _| Ok::<_, Error>(a.first_quadrant_unit()),
        "The power of i with which toFirstQuadrantGB multiplies; 0 for 0.", r#"["-2-3i","firstQuadrantUnitGB"]"# => r#""@GaussianBigInt -1 0""#),
    unary!("phaseGB", Number, |a: &Complex, _| Ok::<_, Error>(a.phase()), "The angle of the Gaussian integer, in radians.",
        r#"[5,"phaseGB"]"# => "0"),
    binary!("gcdGB", Complex::gcd, "Greatest common divisor, in the first quadrant.",
        r#"[5,"gcdGB","3+i"]"# => r#""@GaussianBigInt 1 2""#),
    binary!("lcmGB", Complex::lcm, "Least common multiple, in the first quadrant.",
        r#"[2,"lcmGB",3]"# => r#""@GaussianBigInt 6 0""#),
    row!("expomodGB", Gaussian, &[Gaussian], Integer, Facts::PURE, Run::Pure(multiplicity),
        "-1 for 0; an error for everything else.", r#"[0,"expomodGB",2]"# => r#""@BigInt -1""#),
    row!("gaussianSort", Gaussian, &[Gaussian], Number, Facts::PURE, Run::Pure(|values, meter| {
        let order = complex(values, 0).order(complex(values, 1), meter)?;
        Ok(Value::Number(f64::from(order as i8)))
    }),
        "-1, 0 or 1: the order by norm, quadrant, sum of the parts, and the larger real part first.",
        r#"["2+i","gaussianSort","1+2i"]"# => "-1"),
    unary!("defaultAbbrevGB", Text, |a, meter| abbreviate::gaussian(a, meter).map(crate::Text::from),
        "A text, with commas from 10000 on.", r#"["3-10000i","defaultAbbrevGB"]"# => r#""3-10,000i""#),
];

fn complex(values: &[Value], place: usize) -> &Complex {
    static ZERO: Complex = Complex::ZERO;
    match values.get(place) {
        Some(Value::Gaussian(complex)) => complex,
        _ => &ZERO,
    }
}

fn power(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    Ok(complex(values, 0).power(integer(values, 1), meter)?.into())
}

/// Fails for everything but 0, as in the reference (docs/spec/calcarray.md, "Documentation and
/// reference", row 9).
fn multiplicity(values: &mut [Value], _: &mut Meter) -> Result<Value, Error> {
    if complex(values, 0).is_zero() {
        Ok(Value::Integer(Int::from(-1)))
    } else {
        Err(ErrorKind::Type("expomodGB works on 0 only").into())
    }
}
