//! Reading the objects that JavaScript passes in: options with names, and
//! choices by name.

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::input::{self, wrong};

/// The members of a plain object, each read once.
pub struct Options {
    /// Its name in messages.
    name: String,
    members: Vec<(String, JsValue)>,
}

impl Options {
    /// Options with these names, all of which may be left out, and so may be the object.
    pub fn of(value: &JsValue, names: &[&str]) -> Result<Options, Failure> {
        Options::named("options", value, names)
    }

    /// Options with these names, all of which may be left out, but not the object.
    pub fn required(value: &JsValue, names: &[&str]) -> Result<Options, Failure> {
        match value.is_undefined() {
            true => Err(wrong("options", "a plain object", value)),
            false => Options::of(value, names),
        }
    }

    /// Options that messages call by a name of their own.
    pub fn named(name: &str, value: &JsValue, names: &[&str]) -> Result<Options, Failure> {
        let options = Options { name: name.to_owned(), members: members(name, value)? };
        // A misspelt option would be passed over without a word.
        for (key, _) in &options.members {
            if !names.contains(&key.as_str()) {
                let message = format!("there is no {name}.{key}; there are {}", names.join(", "));
                return Err(Failure::input("unknown-option", message));
            }
        }
        Ok(options)
    }

    /// An option as it is read, if it is there.
    pub(crate) fn get<T>(
        &self,
        name: &str,
        read: impl FnOnce(&str, &JsValue) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        let given = self.members.iter().find(|(key, value)| key == name && !value.is_undefined());
        given.map(|(_, value)| read(&format!("{}.{name}", self.name), value)).transpose()
    }

    /// A whole number that is not negative.
    pub fn whole(&self, name: &str) -> Result<Option<usize>, Failure> {
        self.get(name, input::whole)
    }

    /// An option as it is read, which must be there.
    pub fn needed<T>(
        &self,
        name: &str,
        read: impl FnOnce(&str, &JsValue) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let given = self.members.iter().find(|(key, _)| key == name);
        let value = given.map_or(JsValue::UNDEFINED, |(_, value)| value.clone());
        read(&format!("{}.{name}", self.name), &value)
    }

    /// A whole number between bounds.
    pub fn whole_within(&self, name: &str, least: u64, most: u64) -> Result<Option<u64>, Failure> {
        self.get(name, |name, value| input::whole_within(name, value, least, most))
    }

    /// A time in milliseconds; the present one, if it is left out.
    pub fn time(&self, name: &str) -> Result<f64, Failure> {
        Ok(self.get(name, input::time)?.unwrap_or_else(js_sys::Date::now))
    }

    /// A boolean; false, if it is left out.
    pub fn flag(&self, name: &str) -> Result<bool, Failure> {
        Ok(self.get(name, input::flag)?.unwrap_or_default())
    }

    /// A text.
    pub fn text(&self, name: &str) -> Result<Option<String>, Failure> {
        self.get(name, input::text)
    }

    /// One of a few words, by its place among them.
    pub fn choice(&self, name: &str, words: &[&str]) -> Result<Option<usize>, Failure> {
        self.get(name, |name, value| {
            let word = value.as_string();
            let place = words.iter().position(|own| word.as_deref() == Some(own));
            place.ok_or_else(|| wrong(name, &format!("one of {}", words.join(", ")), value))
        })
    }

    /// Bytes.
    pub fn bytes(&self, name: &str) -> Result<Option<Vec<u8>>, Failure> {
        self.get(name, input::bytes)
    }

    /// A seed.
    pub fn seed(&self, name: &str) -> Result<Option<u64>, Failure> {
        self.get(name, input::seed)
    }

    /// Choices as texts `name=value`, in the order in which they were given.
    pub fn choices(&self, name: &str) -> Result<Vec<String>, Failure> {
        Ok(self.get(name, choices)?.unwrap_or_default())
    }
}

/// The members of a plain object: getters run here and nowhere else, and may
/// throw.
fn members(name: &str, value: &JsValue) -> Result<Vec<(String, JsValue)>, Failure> {
    if value.is_undefined() {
        return Ok(Vec::new());
    }
    // Objects of another page are none of this one's class `Object`.
    let object = value.unchecked_ref::<Object>();
    if !value.is_object() || !is_plain(object) {
        return Err(wrong(name, "a plain object", value));
    }
    let threw = |_| Failure::input("bad-argument", format!("{name} can't be read: it throws"));
    let keys = Reflect::own_keys(object).map_err(threw)?;
    let keys = keys.iter().filter_map(|key| key.as_string());
    keys.map(|key| {
        let value = Reflect::get(object, &JsValue::from_str(&key)).map_err(threw)?;
        Ok((key, value))
    })
    .collect()
}

/// Returns true if an object is a literal rather than an array, a function, a map,
/// or of any class: its prototype is that of all objects, of this page or another.
fn is_plain(object: &Object) -> bool {
    let prototype = |object: &Object| Reflect::get_prototype_of(object).ok();
    if js_sys::Array::is_array(object) || object.is_function() {
        return false;
    }
    match prototype(object) {
        None => false,
        Some(first) if first.is_null() => true,
        Some(first) => prototype(&first).is_some_and(|second| second.is_null()),
    }
}

fn choices(name: &str, value: &JsValue) -> Result<Vec<String>, Failure> {
    let choice = |(key, value): (String, JsValue)| {
        let member = format!("{name}.{key}");
        // Otherwise it would not be the name that is compared.
        if key.contains('=') || key.trim_start().starts_with('@') {
            return Err(Failure::input("bad-argument", format!("{key:?} in {name} is no name")));
        }
        let text = if let Some(flag) = value.as_bool() {
            flag.to_string()
        } else if let Some(number) = value.as_f64() {
            polymerge::calc::number::to_text(number)
        } else if value.is_string() {
            input::text(&member, &value)?
        } else {
            return Err(wrong(&member, "a string, a number or a boolean", &value));
        };
        Ok(format!("{key}={text}"))
    };
    members(name, value)?.into_iter().map(choice).collect()
}
