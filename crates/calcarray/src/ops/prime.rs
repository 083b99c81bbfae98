//! Primes and factors. See docs/spec/calcarray.md, "BigInt operators" and
//! "Primes".

use super::Family::{self, Any, Array, Gaussian, Integer, Number};
use super::operand::{integer, number};
use super::{Facts, Operator, Run};
use crate::error::{Error, ErrorKind};
use crate::integer::Integer as Int;
use crate::ir::evaluator::Evaluator;
use crate::ir::scope::Scope;
use crate::primes;
use crate::value::Value;

const FORM: &[Family] = &[Number];

pub(super) const OPERATORS: &[Operator] = &[
    row!("prime", Number, &[], Any, Facts::IMPURE, Run::Host(|values, evaluator, _| {
        let prime = evaluator.host.primes().nth_number(number(values, 0), evaluator.meter)?;
        Ok(prime.map_or(Value::Undefined, Value::Number))
    }),
        "The prime with this number: the first prime is 2; 1 for 0, undefined for fractions.", r#"[25,"prime"]"# => "97"),
    row!("primeB", Integer, &[], Integer, Facts::IMPURE, Run::Host(|values, evaluator, _| {
        Ok(evaluator.host.primes().nth(integer(values, 0), evaluator.meter)?.into())
    }),
        "The prime with this number: the first prime is 2; 1 for 0.", r#"["@BigInt 25","primeB"]"# => r#""@BigInt 97""#),
    row!("primeFactorizeB", Integer, FORM, Array, Facts::IMPURE, Run::Host(factorise),
        "Prime factors: exponents of 2, 3, 5, … (form 0), pairs with exponents (1), or one by one (2).",
        r#"["@BigInt 56","primeFactorizeB",2]"# => r#"["@BigInt 2","@BigInt 2","@BigInt 2","@BigInt 7"]"#),
    row!("primeDefactorizeB", Array, FORM, Integer, Facts::IMPURE, Run::Host(product),
        "The integer with these prime factors, in a form of primeFactorizeB.",
        r#"[["@Literal","@BigInt 3","@BigInt 0","@BigInt 0","@BigInt 1"],"primeDefactorizeB",0]"# => r#""@BigInt 56""#),
    row!("factorAmountB", Integer, &[], Integer, Facts::IMPURE, Run::Host(|values, evaluator, _| {
        Ok(evaluator.host.primes().divisor_count(integer(values, 0), evaluator.meter)?.into())
    }),
        "How many positive integers divide it; 1 for 0.", r#"["@BigInt 12","factorAmountB"]"# => r#""@BigInt 6""#),
    row!("factorListB", Integer, &[], Array, Facts::IMPURE, Run::Host(divisors),
        "The positive integers that divide it, in ascending order; 1 for 0.",
        r#"["@BigInt 6","factorListB"]"# => r#"["@BigInt 1","@BigInt 2","@BigInt 3","@BigInt 6"]"#),
    row!("gaussian_prime", Integer, &[Integer], Gaussian, Facts::PURE, Run::Pure(|values, meter| {
        let prime = primes::gaussian_prime(integer(values, 0), meter)?;
        Ok(prime.map_or(Value::Undefined, Value::from))
    }),
        "The Gaussian prime with this number, ordered by norm, counted from 1. One argument is read and ignored.",
        r#"["@BigInt 5","gaussian_prime"]"# => r#""@GaussianBigInt 3 2""#),
];

fn factorise(values: &mut [Value], evaluator: &mut Evaluator<'_>, _: &Scope<'_>) -> Result<Value, Error> {
    let (product, form) = (integer(values, 0), number(values, 1));
    let (primes, meter) = (evaluator.host.primes(), &mut *evaluator.meter);
    if form != 1.0 && form != 2.0 {
        let exponents = primes.exponents(product, meter)?;
        meter.array(exponents.len())?;
        return Ok(Value::array(exponents.into_iter().map(count).collect::<Vec<_>>()));
    }
    let factors = primes.factorise(product, meter)?;
    if form == 1.0 {
        meter.array(4 * factors.len())?;
        let pair = |(prime, exponent)| Value::array(vec![Value::Integer(prime), count(exponent)]);
        return Ok(Value::array(factors.into_iter().map(pair).collect::<Vec<_>>()));
    }
    let length: u64 = factors.iter().map(|(_, exponent)| exponent).sum();
    meter.array(usize::try_from(length).unwrap_or(usize::MAX))?;
    let repeated =
        |(prime, exponent): (Int, u64)| std::iter::repeat_n(Value::Integer(prime), exponent as usize);
    Ok(Value::array(factors.into_iter().flat_map(repeated).collect::<Vec<_>>()))
}

fn count(exponent: u64) -> Value {
    Value::Integer(Int::from_u64(exponent))
}

fn product(values: &mut [Value], evaluator: &mut Evaluator<'_>, _: &Scope<'_>) -> Result<Value, Error> {
    let Some(Value::Array(entries)) = values.first() else { return Ok(Value::Undefined) };
    let (primes, meter) = (evaluator.host.primes(), &mut *evaluator.meter);
    meter.charge(entries.len() as u64)?;
    let form = number(values, 1);
    let mut product = Int::ONE;
    if form == 1.0 {
        for entry in entries.iter() {
            let pair = entry.as_array().map_or(&[][..], |pair| pair.entries());
            let [prime, exponent, ..] = pair else { return Err(not_an_integer()) };
            let power = factor(prime)?.power(factor(exponent)?, meter)?;
            product = product.multiply(&power, meter)?;
        }
    } else if form == 2.0 {
        for entry in entries.iter() {
            product = product.multiply(factor(entry)?, meter)?;
        }
    } else {
        let exponents: Result<Vec<Int>, Error> = entries.iter().map(|e| factor(e).cloned()).collect();
        product = primes.product(&exponents?, meter)?;
    }
    Ok(Value::Integer(product))
}

fn factor(entry: &Value) -> Result<&Int, Error> {
    match entry {
        Value::Integer(integer) => Ok(integer),
        _ => Err(not_an_integer()),
    }
}

fn not_an_integer() -> Error {
    ErrorKind::Type("prime factors and their exponents are big integers").into()
}

fn divisors(values: &mut [Value], evaluator: &mut Evaluator<'_>, _: &Scope<'_>) -> Result<Value, Error> {
    let divisors = evaluator.host.primes().divisors(integer(values, 0), evaluator.meter)?;
    evaluator.meter.array(divisors.len())?;
    Ok(Value::array(divisors.into_iter().map(Value::Integer).collect::<Vec<_>>()))
}
