//! Reading what JavaScript passes in. Its types are only promises, so that
//! everything is looked at.

use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde::Deserialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::{Failure, Kind};
use crate::problem::FILE;

/// Numbers above this are not whole any more in JavaScript.
const LARGEST: f64 = 9_007_199_254_740_991.0;

/// A text.
pub fn text(name: &str, value: &JsValue) -> Result<String, Failure> {
    value.as_string().ok_or_else(|| Failure::new(Kind::Input, format!("{name} must be a string")))
}

/// The name of a file, if it has one.
pub fn file_name(value: &JsValue) -> Result<String, Failure> {
    match value.is_undefined() || value.is_null() {
        true => Ok(FILE.to_owned()),
        false => text("the name of the file", value),
    }
}

/// A whole number that is not negative.
pub fn whole(name: &str, value: f64) -> Result<usize, Failure> {
    if value >= 0.0 && value.fract() == 0.0 && value <= LARGEST.min(usize::MAX as f64) {
        return Ok(value as usize);
    }
    Err(Failure::new(Kind::Input, format!("{name} must be a whole number from 0 on, not {value}")))
}

/// A time in milliseconds; the present one, if it is missing.
pub fn time(now: Option<f64>) -> Result<f64, Failure> {
    match now {
        None => Ok(js_sys::Date::now()),
        Some(now) if now.is_finite() => Ok(now),
        Some(now) => Err(Failure::new(Kind::Input, format!("now must be a time in milliseconds, not {now}"))),
    }
}

/// An object with these options, all of which may be missing.
pub fn options<T: DeserializeOwned + Default>(value: JsValue, names: &[&str]) -> Result<T, Failure> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    let Some(object) = value.dyn_ref::<js_sys::Object>() else {
        return Err(Failure::new(Kind::Input, "the options must be an object"));
    };
    // A misspelt option would be passed over without a word.
    for key in js_sys::Object::keys(object).iter().filter_map(|key| key.as_string()) {
        if !names.contains(&key.as_str()) {
            let known = names.join(", ");
            return Err(Failure::new(Kind::Input, format!("there is no option {key:?}; there are {known}")));
        }
    }
    serde_wasm_bindgen::from_value(value)
        .map_err(|error| Failure::new(Kind::Input, format!("the options: {error}")))
}

/// A value on its way out.
pub fn out<T: Tsify + serde::Serialize>(value: T) -> Result<Ts<T>, Failure> {
    Ok(Ts::from_rust(&value)?)
}

/// Values on their way out.
pub fn list<T: Tsify + serde::Serialize>(values: impl IntoIterator<Item = T>) -> Result<Vec<Ts<T>>, Failure> {
    values.into_iter().map(out).collect()
}

/// A seed: a number, a bigint, or decimal digits.
#[derive(Clone, Copy, Debug)]
pub struct Seed(pub u64);

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        struct SeedVisitor;

        impl Visitor<'_> for SeedVisitor {
            type Value = Seed;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a seed: a whole number from 0 to 2^64 - 1, as number, bigint or string")
            }

            fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Seed, E> {
                match number >= 0.0 && number.fract() == 0.0 && number <= LARGEST {
                    true => Ok(Seed(number as u64)),
                    false => Err(E::invalid_value(serde::de::Unexpected::Float(number), &self)),
                }
            }

            fn visit_u64<E>(self, number: u64) -> Result<Seed, E> {
                Ok(Seed(number))
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Seed, E> {
                let seed = u64::try_from(number);
                seed.map(Seed).map_err(|_| E::invalid_value(serde::de::Unexpected::Signed(number), &self))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Seed, E> {
                text.parse().map(Seed).map_err(|_| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_any(SeedVisitor)
    }
}

/// Names with values, in the order in which they were given.
#[derive(Clone, Debug, Default)]
pub struct Choices(pub Vec<String>);

impl<'de> Deserialize<'de> for Choices {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Choices, D::Error> {
        struct ChoicesVisitor;

        impl<'de> Visitor<'de> for ChoicesVisitor {
            type Value = Choices;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of strings, numbers and booleans")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Choices, A::Error> {
                let mut texts = Vec::new();
                while let Some((name, choice)) = map.next_entry::<String, Choice>()? {
                    let value = match choice {
                        Choice::Flag(flag) => flag.to_string(),
                        Choice::Number(number) => polymerge::calcarray::number::to_text(number),
                        Choice::Text(text) => text,
                    };
                    texts.push(format!("{name}={value}"));
                }
                Ok(Choices(texts))
            }
        }

        deserializer.deserialize_map(ChoicesVisitor)
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Choice {
    Flag(bool),
    Number(f64),
    Text(String),
}
