//! The settings of a mode: declared as data, checked, and applied to it.

use calcarray::{json, Value};
use polymerge_rules::Mode;

use crate::choice::typed;
use crate::edit::{make, member};
use crate::error::ModifierError;
use crate::expression::entries;
use crate::modifiers::Modifiers;

/// The settings of the modes of the catalogue, by name.
const CATALOGUE: &str = include_str!("../data/settings.json");

/// The settings that a mode declares, and what they change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModeSettings {
    settings: Vec<ModeSetting>,
    changes: Vec<Value>,
}

/// One setting of a mode.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeSetting {
    /// Its name, as in `--set goals=2`.
    pub name: String,
    /// What it does, in a line.
    pub title: String,
    /// Which values it takes.
    pub kind: SettingKind,
    /// The value it has at first.
    pub default: Value,
}

/// Which values a setting takes.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingKind {
    /// `true` or `false`.
    Flag,
    /// Whole numbers, of either of the language's kinds.
    Whole {
        /// The smallest.
        least: f64,
        /// The largest.
        most: f64,
    },
    /// Any number above 0.
    Positive,
    /// Anything; the mode makes the best of it.
    Any,
}

impl SettingKind {
    /// The values in words.
    pub fn text(&self) -> String {
        match self {
            SettingKind::Flag => "true or false".into(),
            SettingKind::Whole { least, most } if *most == f64::INFINITY => {
                format!("a whole number from {least} on")
            }
            SettingKind::Whole { least, most } => format!("a whole number from {least} to {most}"),
            SettingKind::Positive => "a number above 0".into(),
            SettingKind::Any => "any value".into(),
        }
    }

    fn allows(&self, value: &Value) -> bool {
        let number = match value {
            Value::Number(number) => Some(*number),
            Value::Integer(integer) => Some(integer.to_f64()),
            _ => None,
        };
        match (self, number) {
            (SettingKind::Flag, _) => matches!(value, Value::Boolean(_)),
            (SettingKind::Whole { least, most }, Some(number)) => {
                (number.fract() == 0.0 || number.is_infinite()) && number >= *least && number <= *most
            }
            (SettingKind::Positive, Some(number)) => number > 0.0 && number.is_finite(),
            (SettingKind::Any, _) => true,
            _ => false,
        }
    }
}

impl ModeSettings {
    /// The settings of a mode of the catalogue, by its name such as
    /// `001-2048`. Most modes have none.
    ///
    /// ```
    /// use polymerge_modifiers::ModeSettings;
    /// let settings = ModeSettings::of("001-2048");
    /// assert_eq!(settings.settings()[0].name, "original-spawns");
    /// ```
    pub fn of(mode: &str) -> ModeSettings {
        let catalogue = json::read(CATALOGUE, &Default::default()).unwrap_or_default();
        member(&catalogue, mode).and_then(|declared| ModeSettings::read(declared).ok()).unwrap_or_default()
    }

    /// Reads settings as a mode declares them.
    ///
    /// # Errors
    /// The first setting that is not complete.
    pub fn read(declared: &Value) -> Result<ModeSettings, ModifierError> {
        let list = |key| member(declared, key).map_or(&[][..], entries);
        let settings = list("settings").iter().map(ModeSetting::read).collect::<Result<_, _>>()?;
        Ok(ModeSettings { settings, changes: list("changes").to_vec() })
    }

    /// The settings, in the order of their values.
    pub fn settings(&self) -> &[ModeSetting] {
        &self.settings
    }

    /// Whether anything is declared that settings change.
    pub fn is_complete(&self) -> bool {
        !self.changes.is_empty()
    }

    /// The values that change nothing.
    pub fn defaults(&self) -> Vec<Value> {
        self.settings.iter().map(|setting| setting.default.clone()).collect()
    }

    /// Changes a value by name, typed by a person.
    ///
    /// # Errors
    /// If there is no such setting, or it does not take the value.
    pub fn set(&self, values: &mut [Value], name: &str, text: &str) -> Result<(), ModifierError> {
        let place = self.settings.iter().position(|setting| setting.name == name);
        let unknown = || ModifierError::Unknown { name: name.to_owned(), similar: Vec::new() };
        let (place, setting) = place.map(|place| (place, &self.settings[place])).ok_or_else(unknown)?;
        let value = typed(text);
        if !setting.kind.allows(&value) {
            return Err(ModifierError::Value {
                name: "a setting",
                value: json::write(&value),
                expected: setting.kind.text(),
            });
        }
        // Settings that count in the language's integers go on doing so.
        let value = match (&setting.default, &value) {
            (Value::Integer(_), Value::Number(number)) => {
                calcarray::Integer::from_f64(*number).map_or(value.clone(), Value::Integer)
            }
            _ => value,
        };
        if let Some(entry) = values.get_mut(place) {
            *entry = value;
        }
        Ok(())
    }

    /// The mode with settings of these values.
    ///
    /// # Errors
    /// If a change can't be made.
    pub fn apply(&self, mode: &Mode, values: &[Value], modifiers: &Modifiers) -> Result<Mode, ModifierError> {
        let mut changed = mode.clone();
        make("a setting", &mut changed, &self.changes, &[Value::array(values), modifiers.values().into()])?;
        Ok(changed)
    }
}

impl ModeSetting {
    fn read(declared: &Value) -> Result<ModeSetting, ModifierError> {
        let wrong = |expected: &str| ModifierError::Value {
            name: "settings",
            value: json::write(declared),
            expected: expected.to_owned(),
        };
        let text = |key| member(declared, key).and_then(Value::as_text).map(|text| text.to_string_lossy());
        let number = |key| member(declared, key).and_then(Value::as_number);
        let kind = match text("kind").as_deref() {
            Some("flag") => SettingKind::Flag,
            Some("whole") => SettingKind::Whole {
                least: number("least").unwrap_or(0.0),
                most: number("most").unwrap_or(f64::INFINITY),
            },
            Some("positive") => SettingKind::Positive,
            Some("any") => SettingKind::Any,
            _ => return Err(wrong("a kind: flag, whole, positive or any")),
        };
        Ok(ModeSetting {
            name: text("name").ok_or_else(|| wrong("a name"))?,
            title: text("title").ok_or_else(|| wrong("a title"))?,
            kind,
            default: member(declared, "default").cloned().ok_or_else(|| wrong("a default"))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_of_the_catalogue_are_understood() {
        let Ok(Value::Object(modes)) = json::read(CATALOGUE, &Default::default()) else {
            panic!("data/settings.json is no object");
        };
        for (name, declared) in modes.members() {
            let settings = ModeSettings::read(declared).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(settings.is_complete(), "{name}");
            for setting in settings.settings() {
                assert!(setting.kind.allows(&setting.default), "{name}: {}", setting.name);
            }
        }
    }

    #[test]
    fn values_are_checked() {
        let settings = ModeSettings::of("031-isotopic-256");
        let mut values = settings.defaults();
        settings.set(&mut values, "lifetime", "2.5").unwrap();
        settings.set(&mut values, "decaying", "2").unwrap();
        assert_eq!(json::write(&Value::array(values.clone())), "[2.5,2,0]");
        for (name, value) in [("lifetime", "0"), ("decaying", "3"), ("decaying", "0.5"), ("age", "1")] {
            assert!(settings.set(&mut values, name, value).is_err(), "{name}={value}");
        }
    }
}
