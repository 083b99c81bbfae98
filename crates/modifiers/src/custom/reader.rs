//! Objects in words, read key by key: errors name the path to the fault, also for
//! unknown keys.

use calcarray::{Value, json};

use crate::choices::nearest::similar;
use crate::error::{ModifierError, Step, Way};

/// A value of a form in words, and the way to it.
#[derive(Clone, Debug)]
pub(super) struct Words<'v> {
    pub value: &'v Value,
    way: Vec<Step>,
}

impl<'v> Words<'v> {
    /// The whole form.
    pub fn of(value: &'v Value) -> Words<'v> {
        Words { value, way: Vec::new() }
    }

    fn inside(&self, step: Step, value: &'v Value) -> Words<'v> {
        let mut way = self.way.clone();
        way.push(step);
        Words { value, way }
    }

    fn error(&self, reason: String) -> ModifierError {
        ModifierError::Words { way: Way(self.way.clone()), reason }
    }

    /// Says that something else is expected here.
    pub fn wrong(&self, expected: &str) -> ModifierError {
        const SHOWN: usize = 60;
        let mut found = json::write(self.value);
        if let Some((cut, _)) = found.char_indices().nth(SHOWN) {
            found.truncate(cut);
            found.push('…');
        }
        self.error(format!("{expected} is expected here, not {found}"))
    }

    /// Sees that this is an object that has none but these keys.
    pub fn object(&self, what: &str, keys: &'static [&'static str]) -> Result<(), ModifierError> {
        let Value::Object(object) = self.value else { return Err(self.wrong(what)) };
        let mut known: Vec<String> = Vec::new();
        for (key, value) in object.members() {
            let key = key.to_string_lossy();
            let at = self.inside(Step::KeyItself(key.clone()), value);
            if !keys.contains(&key.as_str()) {
                let meant = similar(&key, keys.iter().copied());
                let help = match meant[..] {
                    [] => format!("its keys are {}", keys.join(", ")),
                    _ => format!("did you mean {}?", meant.join(" or ")),
                };
                return Err(at.error(format!("{what} has no key {key:?}; {help}")));
            }
            if known.contains(&key) {
                return Err(at.error(format!("the key {key:?} is there twice")));
            }
            known.push(key);
        }
        Ok(())
    }

    /// The value of a key; `null` is as good as no key.
    pub fn get(&self, key: &str) -> Option<Words<'v>> {
        let Value::Object(object) = self.value else { return None };
        let (_, value) = object.members().iter().find(|(name, _)| name.is(key))?;
        (*value != Value::Null).then(|| self.inside(Step::Key(key.to_owned()), value))
    }

    /// The entries of a list; none without the key.
    pub fn list(&self, key: &str) -> Result<Vec<Words<'v>>, ModifierError> {
        match self.get(key) {
            None => Ok(Vec::new()),
            Some(list) => list.entries(),
        }
    }

    /// The entries, if this is a list.
    pub fn entries(&self) -> Result<Vec<Words<'v>>, ModifierError> {
        let Value::Array(entries) = self.value else { return Err(self.wrong("a list")) };
        Ok(entries.iter().enumerate().map(|(place, value)| self.inside(Step::Entry(place), value)).collect())
    }

    /// `true` or `false`, which it is without the key.
    pub fn flag(&self, key: &str) -> Result<bool, ModifierError> {
        match self.get(key) {
            None => Ok(false),
            Some(Words { value: Value::Boolean(flag), .. }) => Ok(*flag),
            Some(other) => Err(other.wrong("true or false")),
        }
    }

    /// A text or a text expression, empty without the key.
    pub fn text(&self, key: &str) -> Result<Value, ModifierError> {
        match self.get(key) {
            None => Ok(Value::text("")),
            Some(Words { value: text @ (Value::Text(_) | Value::Array(_) | Value::Number(_)), .. }) => {
                Ok(text.clone())
            }
            Some(other) => Err(other.wrong("a text")),
        }
    }

    /// Returns the number of a key, or the default if the key is missing.
    pub fn number_or(
        &self,
        key: &str,
        otherwise: f64,
        expected: &str,
        fits: impl Fn(f64) -> bool,
    ) -> Result<f64, ModifierError> {
        self.get(key).map_or(Ok(otherwise), |words| words.number(expected, fits))
    }

    /// A number, if it fits.
    pub fn number(&self, expected: &str, fits: impl Fn(f64) -> bool) -> Result<f64, ModifierError> {
        match self.value {
            Value::Number(number) if !number.is_nan() && fits(*number) => Ok(*number),
            _ => Err(self.wrong(expected)),
        }
    }
}
