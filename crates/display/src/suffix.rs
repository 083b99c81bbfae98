//! The suffixes of large and small numbers (docs/spec/display.md, "Systems of
//! abbreviation").

use calcarray::Value;
use calcarray::json::{self, ReadLimits};

/// The tables of suffixes.
pub struct Suffixes {
    standard: Vec<Value>,
    si_large: Vec<Value>,
    si_small: Vec<Value>,
}

impl Suffixes {
    /// Reads the tables.
    pub fn new() -> Suffixes {
        let tables = json::read(include_str!("../data/number_suffixes.json"), &ReadLimits::default());
        let tables = tables.unwrap_or_default();
        let list = |name: &str| match &tables {
            Value::Object(object) => object
                .members()
                .iter()
                .find(|(key, _)| key.is(name))
                .and_then(|(_, list)| list.as_array())
                .map_or(Vec::new(), |list| list.to_vec()),
            _ => Vec::new(),
        };
        Suffixes { standard: list("standard"), si_large: list("si_large"), si_small: list("si_small") }
    }

    /// Returns the suffix of the mantissa for a thousand to the power of `index`.
    pub fn standard(&self, index: f64) -> Vec<Value> {
        let suffix = self.standard.get(index.abs() as usize).cloned().unwrap_or_default();
        if index >= 0.0 {
            return vec![suffix];
        }
        let text = suffix.as_text().map_or_else(|| "undefined".to_owned(), |text| text.to_string_lossy());
        vec![Value::text(format!("/{text}").as_str())]
    }

    /// The suffix in the international system (SI). Letters with an exponent come as
    /// the pieces of a text expression, its first word included: the
    /// reference inserts them flat (docs/spec/display.md, "Known quirks", quirk
    /// 11).
    pub fn si(&self, index: f64) -> Vec<Value> {
        let list = if index < 0.0 { &self.si_small } else { &self.si_large };
        match list.get(index.abs() as usize) {
            Some(Value::Object(object)) => {
                let member = |name: &str| {
                    let found = object.members().iter().find(|(key, _)| key.is(name));
                    found.map_or(Value::Undefined, |(_, value)| value.clone())
                };
                let exponent = Value::array(vec!["@Superscript".into(), member("superscript")]);
                vec!["@TextE".into(), member("letters"), exponent]
            }
            Some(suffix) => vec![suffix.clone()],
            None => vec![Value::Undefined],
        }
    }
}
