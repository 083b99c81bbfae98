//! Settings: what a player chooses about a mode before a game, declared in its
//! file. A setting is a definition whose value can be chosen, and it may lay
//! other keys over those of the file.

use calcarray::{Integer, Limits, Meter, Rational, Value};
use polymerge_modifiers::Modifiers;

use crate::expand::player::Player;
use crate::expand::template::number;
use crate::text::nearest::nearest;

/// A setting that a mode file declares.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Setting {
    /// The name, as in `--set goals=1`.
    pub name: String,
    /// A title of a few words.
    pub title: String,
    /// A longer description, if there is more to say.
    pub about: String,
    /// The values that it takes.
    pub kind: SettingKind,
    /// The value if nothing is chosen.
    pub default: Value,
}

/// The values that a setting takes.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingKind {
    /// `true` or `false`.
    Flag,
    /// One of several.
    Choice(Vec<Choice>),
    /// Whole numbers, of the language's kind that the default is of.
    Whole {
        /// The smallest.
        from: f64,
        /// The largest.
        to: f64,
    },
    /// Numbers, of the language's kind that the default is of.
    Number {
        /// None is smaller.
        from: f64,
        /// None is larger.
        to: f64,
        /// True if `from` and `to` themselves are excluded.
        between: bool,
    },
    /// Whatever the mode makes something of.
    Any,
    /// Nothing: it only keeps its place in lists of values that programs
    /// exchange, and players are not asked for it.
    Unused,
}

/// One of the values of a setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The value.
    pub value: Value,
    /// The word for it, if it has one: `--set goals=fresh`.
    pub name: String,
    /// The meaning of the value, in words.
    pub title: String,
}

impl Setting {
    /// Returns true if players choose the setting.
    pub fn is_used(&self) -> bool {
        self.kind != SettingKind::Unused
    }

    /// Returns true if the setting takes a value.
    pub fn allows(&self, value: &Value) -> bool {
        match (&self.kind, number(value)) {
            (SettingKind::Any | SettingKind::Unused, _) => true,
            (SettingKind::Flag, _) => matches!(value, Value::Boolean(_)),
            (SettingKind::Choice(choices), _) => choices.iter().any(|choice| choice.value == *value),
            (SettingKind::Whole { from, to }, Some(number)) => {
                (number.fract() == 0.0 || number.is_infinite()) && number >= *from && number <= *to
            }
            (SettingKind::Number { from, to, between: true }, Some(number)) => number > *from && number < *to,
            (SettingKind::Number { from, to, .. }, Some(number)) => number >= *from && number <= *to,
            _ => false,
        }
    }

    /// The value itself, or the end of the range that it is beyond.
    pub(crate) fn nearest(&self, value: Value) -> Value {
        let (SettingKind::Whole { from, to } | SettingKind::Number { from, to, .. }) = &self.kind else {
            return value;
        };
        let Some(own) = number(&value) else { return value };
        match own < *from {
            _ if own >= *from && own <= *to => value,
            true => like(&value, *from),
            false => like(&value, *to),
        }
    }

    /// The values in words.
    pub fn values(&self) -> String {
        let end = |number: f64| if number == f64::INFINITY { "infinity".into() } else { number.to_string() };
        match &self.kind {
            SettingKind::Flag => "true or false".into(),
            SettingKind::Choice(choices) => {
                let words: Vec<String> = choices.iter().map(Choice::word).collect();
                format!("one of {}", words.join(", "))
            }
            SettingKind::Whole { from: f64::NEG_INFINITY, to: f64::INFINITY } => "a whole number".into(),
            SettingKind::Number { from: f64::NEG_INFINITY, to: f64::INFINITY, .. } => "a number".into(),
            SettingKind::Whole { from, to } if *to == f64::INFINITY => {
                format!("a whole number from {from} on")
            }
            SettingKind::Whole { from, to } => format!("a whole number from {from} to {to}"),
            SettingKind::Number { from, to, between } => {
                let words = if *between { ["a number above", "and below"] } else { ["a number from", "to"] };
                if *to == f64::INFINITY {
                    format!("{} {from}{}", words[0], if *between { "" } else { " on" })
                } else {
                    format!("{} {from} {} {}", words[0], words[1], end(*to))
                }
            }
            SettingKind::Any => "any value".into(),
            SettingKind::Unused => "no values".into(),
        }
    }

    /// The value that a person means: a word of a choice, or a value.
    ///
    /// # Errors
    /// What it takes, as a sentence.
    pub fn typed(&self, text: &str) -> Result<Value, String> {
        let text = text.trim();
        if let SettingKind::Choice(choices) = &self.kind {
            let same = |choice: &&Choice| same_word(&choice.word(), text);
            if let Some(choice) = choices.iter().find(same) {
                return Ok(choice.value.clone());
            }
        }
        let value = match text {
            "infinity" | "Infinity" => Value::Number(f64::INFINITY),
            "yes" | "on" => Value::Boolean(true),
            "no" | "off" => Value::Boolean(false),
            _ => calcarray::json::read(text, &Default::default()).unwrap_or_else(|_| Value::text(text)),
        };
        // Settings in integers or fractions of the language stay so.
        let value = match (&self.default, value) {
            (default, Value::Number(number)) => like(default, number),
            (Value::Rational(_), Value::Text(text)) => {
                let fraction =
                    Rational::from_text(&text.to_string_lossy(), &mut Meter::new(Limits::default()));
                fraction.ok().flatten().map_or(Value::Text(text), Value::from)
            }
            (_, value) => value,
        };
        if self.allows(&value) {
            Ok(value)
        } else {
            Err(format!("{} takes {}, not {text:?}", self.name, self.values()))
        }
    }

    /// Returns the word that people type for a value.
    pub fn word(&self, value: &Value) -> String {
        let choices = if let SettingKind::Choice(choices) = &self.kind { &choices[..] } else { &[] };
        choices.iter().find(|choice| choice.value == *value).map_or_else(|| plain(value), Choice::word)
    }

    /// Returns the text that people read for a value.
    pub fn shown(&self, value: &Value) -> String {
        match &self.kind {
            SettingKind::Choice(choices) => choices.iter().find(|choice| choice.value == *value).map_or_else(
                || plain(value),
                |choice| if choice.title.is_empty() { choice.word() } else { choice.title.clone() },
            ),
            _ => plain(value),
        }
    }
}

impl Choice {
    /// Returns the name, or the value as text.
    pub fn word(&self) -> String {
        if self.name.is_empty() { plain(&self.value) } else { self.name.clone() }
    }
}

/// A number of the kind that another value is of, if it has it.
pub(crate) fn like(other: &Value, number: f64) -> Value {
    match other {
        Value::Integer(_) => Integer::from_f64(number).map_or(Value::Number(number), Value::Integer),
        Value::Rational(_) if number.is_finite() => {
            let fraction = Rational::from_number(number, &mut Meter::new(Limits::default()));
            fraction.ok().flatten().map_or(Value::Number(number), Value::from)
        }
        _ => Value::Number(number),
    }
}

/// A value as people write it.
fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.to_string_lossy(),
        Value::Number(f64::INFINITY) => "infinity".into(),
        Value::Boolean(true) => "yes".into(),
        Value::Boolean(false) => "no".into(),
        Value::Integer(integer) => integer.to_string(),
        Value::Rational(fraction) => fraction.to_string(),
        other => calcarray::json::write(other),
    }
}

/// Returns true if two words are equal, apart from case and from how their parts are joined.
fn same_word(one: &str, other: &str) -> bool {
    one.replace('-', "_").eq_ignore_ascii_case(&other.replace('-', "_"))
}

/// The chosen values by the names of their settings. Other settings have their defaults.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choices(Vec<(String, Value)>, pub(crate) Player);

impl Choices {
    /// Values for the settings of a mode, in their order.
    pub fn in_order(settings: &[Setting], values: &[Value]) -> Choices {
        let chosen = settings.iter().map(|setting| setting.name.clone()).zip(values.iter().cloned());
        Choices(chosen.collect(), Player::default())
    }

    /// Adds modifiers, to which the mode may answer in a way of its own; `side` is that of the grid
    /// as the mode has it. All other effects of modifiers come from [`polymerge_modifiers::apply`]
    /// afterwards.
    pub fn with_modifiers(mut self, modifiers: &Modifiers, side: usize) -> Choices {
        self.1 = Player::new(modifiers, side);
        self
    }

    /// Chooses a value for the setting of this name.
    pub fn set(&mut self, name: &str, value: Value) {
        self.0.retain(|(known, _)| known != name);
        self.0.push((name.to_owned(), value));
    }

    /// Chooses what a person has typed: `goals=fresh`, or `goals` for
    /// `goals=true`.
    ///
    /// # Errors
    /// A sentence: there is no such setting, or it does not take the value.
    ///
    /// ```
    /// use polymerge_modefile::{catalogue, Choices};
    /// let mode = catalogue::find("2048").unwrap();
    /// let settings = mode.read().unwrap().settings;
    /// let mut choices = Choices::default();
    /// choices.choose(&settings, "original_spawns").unwrap();
    /// let mode = mode.read_with(&choices).unwrap().mode;
    /// assert_eq!(mode.spawns.as_array().unwrap().len(), 2);
    /// assert!(choices.choose(&settings, "original_spawn").is_err());
    /// ```
    pub fn choose(&mut self, settings: &[Setting], text: &str) -> Result<(), String> {
        let (name, value) = text.split_once('=').unwrap_or((text, "true"));
        let used = || settings.iter().filter(|setting| setting.is_used());
        let Some(setting) = used().find(|setting| same_word(&setting.name, name.trim())) else {
            let known = || used().map(|setting| setting.name.as_str());
            return Err(match nearest(name.trim(), known()) {
                Some(meant) => format!("there is no setting {:?}; did you mean {meant:?}?", name.trim()),
                None if used().next().is_none() => "this mode has no settings".to_owned(),
                None => format!(
                    "there is no setting {:?}; there are {}",
                    name.trim(),
                    known().collect::<Vec<_>>().join(", ")
                ),
            });
        };
        let value = setting.typed(value)?;
        self.set(&setting.name, value);
        Ok(())
    }

    /// Returns all chosen values, in the order of choosing.
    pub fn all(&self) -> &[(String, Value)] {
        &self.0
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}
