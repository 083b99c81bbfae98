//! The settings that the page of an Infused Mode offers
//! (docs/spec/custom-modes.md, "Page settings").

use calcarray::Value;

use super::error::InfusedError;
use crate::parts::expression::entries;

/// The index of the list of settings among the values of the mode.
pub(super) const SETTINGS: usize = 28;

/// A setting. It owns one mode variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Its kind.
    pub kind: Kind,
    /// Its title; `undefined` if the options need none.
    pub title: Value,
    /// The value it starts with.
    pub start: Value,
    /// Hidden if this is false.
    pub visible: Value,
    /// True if a change brings back the default size of the grid.
    pub grid: bool,
}

/// The kind of a setting, with the expressions of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A number that goes around.
    Options {
        /// `[label, colour]` of each.
        options: Vec<Value>,
        /// The script that a change runs.
        script: Value,
    },
    /// A number with buttons for more and less.
    Counter {
        /// The amount of a change.
        step: Value,
        /// The smallest value.
        min: Value,
        /// The largest value.
        max: Value,
        /// The script that a change runs.
        script: Value,
    },
    /// Two buttons that run scripts.
    Buttons {
        /// The script of the button for less.
        minus: Value,
        /// The script of the button for more.
        plus: Value,
        /// The condition for showing the button for less.
        minus_shown: Value,
        /// The condition for showing the button for more.
        plus_shown: Value,
    },
    /// A text.
    Input {
        /// The condition for a right text.
        valid: Value,
        /// The value that replaces a wrong text.
        fallback: Value,
    },
    /// A list of texts.
    List {
        /// The condition for a right text.
        valid: Value,
        /// The script that a change runs.
        script: Value,
    },
    /// A variable that is not shown.
    Hidden,
}

impl Setting {
    pub(super) fn read(value: &Value) -> Result<Setting, InfusedError> {
        let all = entries(value);
        let Some(Value::Text(word)) = all.first() else {
            return Err(InfusedError::Value { index: SETTINGS, reason: "a setting has no kind".into() });
        };
        let at = |place: usize| all.get(place).cloned().unwrap_or_default();
        let setting = |kind, title, start, visible: usize| Setting {
            kind,
            title,
            start,
            visible: at(visible),
            grid: all.get(visible + 1).is_some_and(Value::is_true),
        };
        Ok(match word.to_string_lossy().as_str() {
            "Options" => setting(
                Kind::Options { options: entries(&at(1)).to_vec(), script: at(2) },
                Value::Undefined,
                0usize.into(),
                3,
            ),
            "CounterSimple" => {
                setting(Kind::Counter { step: at(4), min: at(5), max: at(6), script: at(7) }, at(1), at(3), 8)
            }
            "CounterAdvanced" => {
                let [minus, plus, minus_shown, plus_shown] = [4, 5, 6, 7].map(at);
                setting(Kind::Buttons { minus, plus, minus_shown, plus_shown }, at(1), at(3), 8)
            }
            "Input" => setting(Kind::Input { valid: at(4), fallback: at(5) }, at(1), at(3), 7),
            "List" => setting(Kind::List { valid: at(4), script: at(5) }, at(1), at(3), 6),
            _ => Setting {
                kind: Kind::Hidden,
                title: Value::Undefined,
                start: at(1),
                visible: Value::Boolean(false),
                grid: false,
            },
        })
    }
}
