//! Numbers as short texts (docs/spec/display.md, "Number abbreviation").

use calcarray::convert::{round, to_number, to_text};
use calcarray::{Error, ErrorKind, Integer, Meter, Rational, Value, number};
use num_integer::Integer as _;
use num_traits::{Signed, Zero};

use crate::suffix::Suffixes;

/// The notations of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum System {
    Number,
    Scientific,
    Standard,
    Si,
    BigInt,
    GaussianBigInt,
    BigRational,
}

impl System {
    /// The system of this name.
    pub fn by_name(name: &str) -> Option<System> {
        Some(match name {
            "Number" => System::Number,
            "Scientific" => System::Scientific,
            "Standard" => System::Standard,
            "SI" => System::Si,
            "BigInt" => System::BigInt,
            "GaussianBigInt" => System::GaussianBigInt,
            "BigRational" => System::BigRational,
            _ => return None,
        })
    }
}

/// The settings of abbreviating a number.
#[derive(Clone, Debug)]
pub struct Abbreviation {
    /// The system.
    pub system: System,
    /// Digits after the point.
    pub decimals: f64,
    /// True if thousands are set apart.
    pub commas: bool,
    /// True if the digits before the point count as decimals.
    pub significant: bool,
    /// The number of digits before the point beyond the usual.
    pub shift: f64,
    /// Integers have commas from here on only.
    pub commas_from: Integer,
}

impl Abbreviation {
    /// Returns the digits after the point for this value, within the limit on
    /// significant digits.
    fn decimals_for(&self, value: f64, decimals: f64) -> f64 {
        if self.significant && value != 0.0 {
            (decimals - value.abs().log10().floor()).max(0.0)
        } else {
            decimals
        }
    }
}

/// The abbreviation used wherever nothing else is said: a text, or a text
/// expression for what needs a power of ten. Values that are no numbers are
/// returned as they are; the few numbers that have no abbreviation are
/// written in full.
///
/// # Errors
/// If the meter runs out.
pub fn abbreviate_default(value: &Value, meter: &mut Meter) -> Result<Value, Error> {
    match calcarray::abbreviate::any(value, meter) {
        Err(error) if matches!(error.kind(), ErrorKind::Domain(_)) => Ok(Value::Text(to_text(value, meter)?)),
        result => result,
    }
}

/// A number in one of the systems.
///
/// # Errors
/// If the meter runs out.
pub fn abbreviate(value: &Value, how: &Abbreviation, meter: &mut Meter) -> Result<Value, Error> {
    if how.system == System::GaussianBigInt {
        return gaussian(value, how, meter);
    }
    let number = to_number(value, meter)?;
    if number == 0.0 || !number.is_finite() && !matches!(value, Value::Integer(_)) {
        return Ok(special(number));
    }
    Ok(match how.system {
        System::BigInt | System::GaussianBigInt => {
            Value::text(integer(&calcarray::convert::to_integer(value, meter)?, how, meter)?.as_str())
        }
        System::BigRational => {
            let fraction = calcarray::convert::to_rational(value, meter)?;
            Value::text(rational(&fraction, how, meter)?.as_str())
        }
        System::Number => Value::text(plain(number, how.decimals, how).as_str()),
        System::Scientific => {
            let power = number.abs().log10().floor() - how.shift;
            let ten = Value::text(" × 10");
            let exponent = Value::array(vec!["@Superscript".into(), Value::Number(power)]);
            let mantissa = mantissa(number, power);
            let decimals = how.decimals_for(mantissa, how.decimals);
            let text = grouped_or_plain(mantissa, decimals, how.commas);
            mantissa_and(number, text, vec![ten, exponent])
        }
        System::Standard | System::Si => {
            let log = number.abs().log10();
            let shift = if how.shift > 0.0 { how.shift } else { 0.0 };
            let power = 3.0 * ((log - shift) / 3.0).floor();
            let suffixes = Suffixes::new();
            let suffix = match how.system {
                System::Si => suffixes.si(power / 3.0),
                _ => suffixes.standard(power / 3.0),
            };
            // The limit counts twice: it takes decimals from the mantissa, and
            // then from the abbreviation of the rounded mantissa.
            let mantissa = mantissa(number, power);
            let decimals = how.decimals_for(mantissa, how.decimals);
            let text = plain(rounded(mantissa, decimals), decimals, how);
            mantissa_and(number, text, suffix)
        }
    })
}

fn special(number: f64) -> Value {
    Value::text(if number == 0.0 {
        "0"
    } else if number.is_nan() {
        " NaN "
    } else if number > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    })
}

fn mantissa(number: f64, power: f64) -> f64 {
    match calcarray::float::power(10.0, power) {
        // Powers beyond the range of doubles are reached in two steps.
        0.0 => number.abs() / power_of_ten(power + 100.0) * 1e100,
        scale => number.abs() / scale,
    }
}

fn mantissa_and(number: f64, mantissa: String, rest: Vec<Value>) -> Value {
    let mut entries = vec![Value::text("@TextE")];
    if number < 0.0 {
        entries.push(Value::text("-"));
    }
    entries.push(Value::text(mantissa.as_str()));
    entries.extend(rest);
    Value::array(entries)
}

/// The system "Number": the limit on significant digits counts only where
/// there are commas.
fn plain(value: f64, decimals: f64, how: &Abbreviation) -> String {
    let decimals = if how.commas { how.decimals_for(value, decimals) } else { decimals };
    grouped_or_plain(value, decimals, how.commas)
}

/// Writes a number rounded to `decimals` decimals. A fraction that rounds up to 1
/// is lost when there are commas: there is no carry (docs/spec/display.md, "Known
/// quirks", quirk 2).
fn grouped_or_plain(value: f64, decimals: f64, commas: bool) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !commas {
        return number::to_text(rounded(value, decimals));
    }
    let whole = group(&number::to_text(value.trunc().abs()));
    let fraction = number::to_text(rounded((value - value.trunc()).abs(), decimals));
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}{whole}{}", fraction.get(1..).unwrap_or(""))
}

fn rounded(value: f64, decimals: f64) -> f64 {
    let scale = power_of_ten(decimals);
    round(value * scale) / scale
}

/// The double nearest to a power of ten.
fn power_of_ten(exponent: f64) -> f64 {
    format!("1e{exponent}").parse().unwrap_or(f64::NAN)
}

/// Puts commas between every three characters, from the right.
fn group(digits: &str) -> String {
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn integer(value: &Integer, how: &Abbreviation, meter: &mut Meter) -> Result<String, Error> {
    let text = to_text(&Value::Integer(value.clone()), meter)?.to_string_lossy();
    let digits = text.trim_start_matches('-');
    if !how.commas || value.to_bigint().abs() < how.commas_from.to_bigint().abs() {
        return Ok(text);
    }
    let sign = if digits.len() < text.len() { "-" } else { "" };
    Ok(sign.to_owned() + &group(digits))
}

fn rational(value: &Rational, how: &Abbreviation, meter: &mut Meter) -> Result<String, Error> {
    let (numerator, denominator) = (value.numerator().to_bigint(), value.denominator().to_bigint());
    if denominator.is_zero() {
        return Ok(special(value.to_f64()).as_text().map(|text| text.to_string_lossy()).unwrap_or_default());
    }
    meter.charge(1 + numerator.bits().max(denominator.bits()) / 64)?;
    let (whole, rest) = numerator.abs().div_rem(&denominator);
    let mut text = if numerator.is_negative() { "-".to_owned() } else { String::new() };
    if !whole.is_zero() {
        text.push_str(&integer(&whole.clone().into(), how, meter)?);
    }
    if !rest.is_zero() {
        if !whole.is_zero() {
            text.push(' ');
        }
        text.push_str(&integer(&rest.into(), how, meter)?);
        text.push('/');
        text.push_str(&integer(&denominator.into(), how, meter)?);
    }
    Ok(text)
}

fn gaussian(value: &Value, how: &Abbreviation, meter: &mut Meter) -> Result<Value, Error> {
    let value = calcarray::convert::to_gaussian(value, meter)?;
    let re = integer(&value.re, how, meter)?;
    let im = integer(&value.im, how, meter)?;
    let text = if value.im == Integer::ZERO {
        re
    } else if value.re == Integer::ZERO {
        im + "i"
    } else if im.starts_with('-') {
        format!("{re}{im}i")
    } else {
        format!("{re}+{im}i")
    };
    Ok(Value::text(text.as_str()))
}

/// The abbreviation that the reference's `abbreviateNumber` makes of a list of
/// arguments: system, decimals, commas, and up to two more.
pub fn from_arguments(arguments: &[Value]) -> Option<Abbreviation> {
    let truthy = |index: usize| arguments.get(index).is_some_and(calcarray::convert::is_truthy);
    let number = |index: usize| arguments.get(index).and_then(Value::as_number).unwrap_or(0.0);
    Some(Abbreviation {
        system: System::by_name(&arguments.first()?.as_text()?.to_string_lossy())?,
        decimals: number(1),
        commas: truthy(2),
        significant: truthy(3),
        shift: number(4),
        commas_from: match arguments.get(3) {
            Some(Value::Integer(integer)) => integer.clone(),
            _ => Integer::ZERO,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use calcarray::{Limits, json};

    #[test]
    fn numbers_in_each_system() {
        // value, arguments, text or text expression
        for (value, arguments, expected) in [
            ("1234.5678", r#"["Number",2]"#, r#""1234.57""#),
            ("1234.5678", r#"["Number",2,true]"#, r#""1,234.57""#),
            ("999999.9996", r#"["Number",3,true]"#, r#""999,999""#),
            ("1.5e30", r#"["Scientific",2,true]"#, r#"["@TextE","1.5"," × 10",["@Superscript",30]]"#),
            ("-2500", r#"["Standard",1]"#, r#"["@TextE","-","2.5","k"]"#),
            ("0.002", r#"["Standard",1]"#, r#"["@TextE","2","/k"]"#),
            ("0.002", r#"["SI",1]"#, r#"["@TextE","2","m"]"#),
            // The limit on significant digits.
            ("12345", r#"["Standard",3,true,true]"#, r#"["@TextE","12.3","k"]"#),
            ("12345", r#"["SI",3,true,true]"#, r#"["@TextE","12.3","k"]"#),
            ("12345", r#"["SI",3,false,true]"#, r#"["@TextE","12.35","k"]"#),
            ("-1234500000", r#"["Standard",3,true,true]"#, r#"["@TextE","-","1.235","B"]"#),
            ("999999", r#"["Standard",3,true,true]"#, r#"["@TextE","1,000","k"]"#),
            ("0.5", r#"["SI",3,true,true]"#, r#"["@TextE","500","m"]"#),
            ("12345", r#"["Number",3,true,true]"#, r#""12,345""#),
            ("2e-20", r#"["Number",3,true,true]"#, r#""0.0000000000000002e-20""#),
            ("2e-20", r#"["Scientific",3,true,true]"#, r#"["@TextE","1"," × 10",["@Superscript",-20]]"#),
            ("12345", r#"["Scientific",3,true,true]"#, r#"["@TextE","1.234"," × 10",["@Superscript",4]]"#),
            (
                "123.45678",
                r#"["Scientific",3,false,true,2]"#,
                r#"["@TextE","123.5"," × 10",["@Superscript",0]]"#,
            ),
            ("0", r#"["SI",1]"#, r#""0""#),
            ("\"@NaN\"", r#"["Number",1]"#, r#"" NaN ""#),
            ("\"@BigInt 1234567\"", r#"["BigInt",0,true]"#, r#""1,234,567""#),
            ("\"@BigInt 1234\"", r#"["BigInt",0,true,"@BigInt 10000"]"#, r#""1234""#),
            ("\"@GaussianBigInt 0 -1\"", r#"["GaussianBigInt",0,true]"#, r#""-1i""#),
            ("\"@BigRational -22 7\"", r#"["BigRational",0,true]"#, r#""-3 1/7""#),
            ("\"@BigRational 1 0\"", r#"["BigRational",0,true]"#, r#""Infinity""#),
        ] {
            let read = |text: &str| json::read(text, &Default::default()).unwrap();
            let arguments = read(arguments);
            let how = from_arguments(arguments.as_array().unwrap()).unwrap();
            let found = abbreviate(&read(value), &how, &mut Meter::new(Limits::default())).unwrap();
            assert_eq!(json::write(&found), expected, "{value}");
        }
    }
}
