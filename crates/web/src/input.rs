//! Reading the arguments of JavaScript. Types are only promises there: every argument
//! is checked here, and none is converted.

use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;

/// The name of a file without a name.
pub const FILE: &str = "the mode";

/// Numbers above this are not whole any more in JavaScript.
const LARGEST: f64 = 9_007_199_254_740_991.0;

/// Texts of more UTF-16 units than this are not even copied: nothing that is
/// read is so long.
const LONGEST: u32 = 1 << 27;

/// This much of a text is quoted in messages, in characters.
const QUOTED: usize = 40;

/// Creates a failure for an invalid argument, or an invalid member of an object.
pub fn wrong(name: &str, must: &str, given: &JsValue) -> Failure {
    Failure::input("bad-argument", format!("{name} must be {must}, not {}", in_words(given)))
}

/// Describes a value in a few words.
fn in_words(value: &JsValue) -> String {
    if value.is_undefined() {
        return "undefined".to_owned();
    }
    if value.is_null() {
        return "null".to_owned();
    }
    if let Some(flag) = value.as_bool() {
        return flag.to_string();
    }
    if let Some(number) = value.as_f64() {
        return polymerge::calc::number::to_text(number);
    }
    if let Some(text) = value.dyn_ref::<js_sys::JsString>() {
        let start = text.slice(0, QUOTED as u32).as_string().unwrap_or_default();
        let dots = if text.length() > QUOTED as u32 { "…" } else { "" };
        return format!("the string {start:?}{dots}");
    }
    if value.is_bigint() {
        return "a bigint".to_owned();
    }
    if value.is_symbol() {
        return "a symbol".to_owned();
    }
    if value.is_function() {
        return "a function".to_owned();
    }
    if js_sys::Array::is_array(value) {
        return "an array".to_owned();
    }
    "an object".to_owned()
}

/// A text.
pub fn text(name: &str, value: &JsValue) -> Result<String, Failure> {
    let Some(text) = value.dyn_ref::<js_sys::JsString>() else {
        return Err(wrong(name, "a string", value));
    };
    if text.length() > LONGEST {
        let message = format!("{name} has {} characters, of at most {LONGEST}", text.length());
        return Err(Failure::input("bad-argument", message));
    }
    value.as_string().ok_or_else(|| wrong(name, "a string", value))
}

/// The name of a file, if it has one.
pub fn file_name(value: &JsValue) -> Result<String, Failure> {
    match value.is_undefined() {
        true => Ok(FILE.to_owned()),
        false => text("fileName", value),
    }
}

/// A boolean.
pub fn flag(name: &str, value: &JsValue) -> Result<bool, Failure> {
    value.as_bool().ok_or_else(|| wrong(name, "a boolean", value))
}

/// A whole number between bounds.
pub fn whole_within(name: &str, value: &JsValue, least: u64, most: u64) -> Result<u64, Failure> {
    let most = most.min(LARGEST as u64);
    match value.as_f64() {
        Some(number) if number.fract() == 0.0 && number >= least as f64 && number <= most as f64 => {
            Ok(number as u64)
        }
        _ => Err(wrong(name, &format!("a whole number from {least} to {most}"), value)),
    }
}

/// A whole number that is not negative.
pub fn whole(name: &str, value: &JsValue) -> Result<usize, Failure> {
    // No larger than the bound, which is one.
    whole_within(name, value, 0, usize::MAX as u64).map(|number| number as usize)
}

/// A time in milliseconds; the present one, if it is left out.
pub fn time(name: &str, value: &JsValue) -> Result<f64, Failure> {
    if value.is_undefined() {
        return Ok(js_sys::Date::now());
    }
    let time = value.as_f64().filter(|time| time.is_finite());
    time.ok_or_else(|| wrong(name, "a time in milliseconds", value))
}

/// A seed: a number, a bigint, or decimal digits.
pub fn seed(name: &str, value: &JsValue) -> Result<u64, Failure> {
    let must = "a whole number from 0 to 2^64 - 1, as number, bigint or string";
    let seed = if value.is_bigint() {
        u64::try_from(value.clone()).ok()
    } else if value.is_string() {
        let digits = text(name, value)?;
        digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
    } else {
        whole_within(name, value, 0, u64::MAX).ok()
    };
    seed.ok_or_else(|| wrong(name, must, value))
}

/// A number of any size, which may be infinite.
pub fn number(name: &str, value: &JsValue) -> Result<f64, Failure> {
    value.as_f64().filter(|number| !number.is_nan()).ok_or_else(|| wrong(name, "a number", value))
}

/// Whole numbers that are not negative, in an array.
pub fn wholes(name: &str, value: &JsValue) -> Result<Vec<usize>, Failure> {
    let Some(array) = value.dyn_ref::<js_sys::Array>() else { return Err(wrong(name, "an array", value)) };
    array.iter().enumerate().map(|(place, entry)| whole(&format!("{name}[{place}]"), &entry)).collect()
}

/// Indices on their way out.
pub fn indices(list: Vec<usize>) -> js_sys::Array {
    list.into_iter().map(|index| JsValue::from_f64(index as f64)).collect()
}

/// Bytes.
pub fn bytes(name: &str, value: &JsValue) -> Result<Vec<u8>, Failure> {
    match value.dyn_ref::<js_sys::Uint8Array>() {
        Some(bytes) => Ok(bytes.to_vec()),
        None => Err(wrong(name, "a Uint8Array", value)),
    }
}

/// A value on its way out.
pub fn out<T: Tsify + serde::Serialize>(value: T) -> Result<Ts<T>, Failure> {
    Ok(Ts::from_rust(&value)?)
}

/// Values on their way out.
pub fn list<T: Tsify + serde::Serialize>(values: impl IntoIterator<Item = T>) -> Result<Vec<Ts<T>>, Failure> {
    values.into_iter().map(out).collect()
}
