//! Forms: Custom Modes and Infused Modes, as codes and in words.

mod error;

use std::sync::Arc;

use calcarray::json::{self, Object};
use calcarray::{Text, Value};
use polymerge_modefile::{Problems, ReadOptions, Severity, check_json, limit_memory, line_of};
use polymerge_modifiers::custom::{CustomMode, Step, Way};
use polymerge_modifiers::infused::{InfusedMode, Page};
use polymerge_modifiers::{ModifierError, Modifiers};
use polymerge_rules::{Mode, ModeError};
use polymerge_savecode::infused::ENTRIES;
use polymerge_savecode::{Content, Custom, EncodeError, code_in, decode, encode, trim_pasted};

use crate::limits::Limits;

pub use error::FormError;

/// A small declaration that makes a mode.
///
/// ```
/// use polymerge::forms::Form;
/// use polymerge::Limits;
///
/// let words = r#"{ "spawning": [{ "value": 1 }], "merges": [{ "with": ["n"], "gives": "n+1" }] }"#;
/// let limits = Limits::default();
/// let form = Form::of_text(words, &limits)?;
/// assert_eq!(Form::of_text(&form.code()?, &limits)?, form);
/// assert_eq!(form.mode(&limits)?.tile_entries, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// Tiles with numbers and values, and what merges.
    Custom(CustomMode),
    /// A whole mode with a page of settings.
    Infused(InfusedMode),
}

/// The member by which words of an Infused Mode are told from those of a
/// Custom Mode.
const INFUSED: &str = "infused";

impl Form {
    /// Reads a Custom or Infused code, or a form in words.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn of_text(text: &str, limits: &Limits) -> Result<Form, FormError> {
        let text = &*code_in(text);
        let text = trim_pasted(text);
        if !text.starts_with('@') {
            let words = json::read(text, &limits.code.json()).map_err(FormError::Json)?;
            refuse_repeated_keys(text)?;
            return Form::of_words(&words).map_err(|error| at_its_line(error, text));
        }
        match decode(text, &limits.code).map_err(FormError::Code)?.content {
            Content::Custom(code) => Ok(Form::Custom(custom(&code)?)),
            Content::Infused(values) => Ok(Form::Infused(InfusedMode::read(&values)?)),
            other => Err(FormError::Kind(other.kind())),
        }
    }

    /// Finds what a form in words can't mean as it is written: numbers that are kept
    /// as others, each with its place in the file of this name.
    ///
    /// ```
    /// use polymerge::forms::Form;
    ///
    /// let problems = Form::problems_of("mine.json", r#"{ "spawning": [{ "value": 9007199254740993 }] }"#);
    /// assert_eq!(problems.list()[0].code, "inexact-number");
    /// ```
    pub fn problems_of(name: &str, text: &str) -> Problems {
        match code_in(text).starts_with('@') {
            true => Problems::default(),
            false => check_json(name, text, &ReadOptions::default()),
        }
    }

    /// Reads a form in words: a Custom Mode, or an object with the values of
    /// an Infused Mode as `infused`. Values that are left out are those of
    /// 2048.
    ///
    /// # Errors
    /// The first thing that is not understood.
    pub fn of_words(words: &Value) -> Result<Form, FormError> {
        let Value::Object(object) = words else { return Ok(Form::Custom(CustomMode::from_words(words)?)) };
        let Some(Value::Object(values)) = member(object, INFUSED) else {
            return Ok(Form::Custom(CustomMode::from_words(words)?));
        };
        if let Some((other, _)) = object.members().iter().find(|(name, _)| *name != Text::from(INFUSED)) {
            let reason = format!("an Infused Mode in words has no key {other:?} beside {INFUSED:?}");
            let way = Way(vec![Step::KeyItself(other.to_string_lossy())]);
            return Err(FormError::Custom(ModifierError::Words { way, reason }));
        }
        for (name, _) in values.members() {
            if !ENTRIES.iter().any(|entry| *name == Text::from(entry.name)) {
                return Err(FormError::NoSuchValue(name.to_string_lossy()));
            }
        }
        let plain = InfusedMode::from_mode(&Mode::classic(4, 4), 4);
        let value = |(place, entry): (usize, &polymerge_savecode::infused::Entry)| {
            let value = member(values, entry.name).unwrap_or_else(|| plain.value(place));
            // All but the flags are texts that hold JSON.
            if entry.is_flags() { value.clone() } else { Value::text(json::write(value)) }
        };
        let list: Vec<Value> = ENTRIES.iter().enumerate().map(value).collect();
        Ok(Form::Infused(InfusedMode::read(&list.into())?))
    }

    /// The form in words.
    pub fn to_words(&self) -> Value {
        match self {
            Form::Custom(custom) => custom.to_words(),
            Form::Infused(infused) => {
                let member = |(place, entry): (usize, &polymerge_savecode::infused::Entry)| {
                    (Text::from(entry.name), infused.value(place).clone())
                };
                let values = Object::new(ENTRIES.iter().enumerate().map(member).collect());
                let members = vec![(Text::from(INFUSED), Value::Object(Arc::new(values)))];
                Value::Object(Arc::new(Object::new(members)))
            }
        }
    }

    /// Returns the code of the form.
    ///
    /// # Errors
    /// If a value can't be written.
    pub fn code(&self) -> Result<String, EncodeError> {
        match self {
            Form::Custom(mode) => {
                let [spawning_tiles, merges, colors, background, wins, losses, rules_text] = mode.write();
                let code = Custom { spawning_tiles, merges, colors, background, wins, losses, rules_text };
                encode(&Content::Custom(code.into()))
            }
            Form::Infused(mode) => encode(&Content::Infused(mode.write())),
        }
    }

    /// The mode that it makes; of an Infused Mode, that of its page as it is
    /// opened.
    ///
    /// # Errors
    /// If a value can't be used, or the grid has more cells than a game may have.
    pub fn mode(&self, limits: &Limits) -> Result<Mode, FormError> {
        let mode = match self {
            // A Custom Mode of the original site remembers all merges.
            Form::Custom(custom) => limit_memory(custom.mode()),
            Form::Infused(infused) => {
                let evaluation = &limits.game.evaluation;
                let page = Page::open_within(infused.clone(), &Modifiers::default(), evaluation)?;
                page.mode()?.0
            }
        };
        of_a_size(mode, &limits.game).map_err(FormError::Mode)
    }

    /// Returns this form as an Infused Mode; a Custom Mode is turned into one.
    pub fn infused(&self) -> InfusedMode {
        match self {
            Form::Custom(custom) => custom.infuse(),
            Form::Infused(infused) => infused.clone(),
        }
    }
}

/// Refuses a text in which an object has a key twice: a value keeps only one of them.
fn refuse_repeated_keys(text: &str) -> Result<(), FormError> {
    let problems = check_json("", text, &ReadOptions::default());
    let first = problems.list().iter().find(|problem| problem.severity == Severity::Error);
    first.map_or(Ok(()), |problem| {
        let line = problem.place.as_ref().map_or(1, |place| place.line);
        let help = problem.help.clone().unwrap_or_default();
        Err(FormError::Twice { line, message: problem.message.clone(), help })
    })
}

/// Adds to an error of words the line of the text on which they stand.
fn at_its_line(error: FormError, text: &str) -> FormError {
    match error {
        FormError::Custom(error @ ModifierError::Words { .. }) => {
            let line = match &error {
                ModifierError::Words { way, .. } => line_of(text, way),
                _ => None,
            };
            FormError::Words { line: line.unwrap_or(1), error }
        }
        other => other,
    }
}

fn member<'o>(object: &'o Object, name: &str) -> Option<&'o Value> {
    let name = Text::from(name);
    object.members().iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// A mode that a form makes, if its grid is no larger than that of a game may be. A form
/// needs but a few digits for a grid that no file could hold.
pub(crate) fn of_a_size(mode: Mode, limits: &polymerge_rules::Limits) -> Result<Mode, ModeError> {
    let most = limits.cells;
    match mode.width.checked_mul(mode.height) {
        Some(cells) if cells <= most => Ok(mode),
        _ => {
            let reason = format!("{} × {} cells are too many: {most} at most", mode.width, mode.height);
            Err(ModeError { field: "starting_grid", path: Vec::new(), reason })
        }
    }
}

/// The Custom Mode that a code holds.
pub(crate) fn custom(code: &Custom) -> Result<CustomMode, ModifierError> {
    let Custom { spawning_tiles, merges, colors, background, wins, losses, rules_text } = code.clone();
    CustomMode::read(&[spawning_tiles, merges, colors, background, wins, losses, rules_text])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_that_no_game_may_have_are_refused() {
        for (side, fits) in [(4, true), (128, true), (129, false), (9_999, false), (100_000, false)] {
            let words = format!(
                r#"{{ "side": {side}, "spawning": [{{ "value": 1 }}], "merges": [{{ "with": ["n"], "gives": "n+1" }}] }}"#
            );
            let form = Form::of_text(&words, &Limits::default()).unwrap();
            let opened = crate::Mode::from_code(&form.code().unwrap(), &Default::default());
            assert_eq!((form.mode(&Limits::default()).is_ok(), opened.is_ok()), (fits, fits), "{side}");
        }
    }

    #[test]
    fn merges_are_remembered_elsewhere_only_where_that_changes_no_game() {
        // merges, how well they are remembered
        for (merges, level) in [
            (r#"{ "with": ["n"], "ordered": true, "gives": "n+1" }"#, 3.0),
            // The tiles of the second one may be the first ones of the first one.
            (
                r#"{ "with": ["n", "n"], "ordered": true, "gives": "n+2" }, { "with": ["n"], "ordered": true, "gives": "n+1" }"#,
                0.0,
            ),
        ] {
            let words = format!(r#"{{ "spawning": [{{ "value": 1 }}], "merges": [{merges}] }}"#);
            let mode = Form::of_text(&words, &Default::default()).unwrap().mode(&Default::default()).unwrap();
            assert_eq!(mode.merge_result_known_level, level, "{merges}");
        }
    }

    #[test]
    fn forms_are_the_same_in_words_and_as_codes() {
        let custom = Form::of_text(
            r#"{ "title": "T", "spawning": [{ "value": 1 }], "merges": [{ "with": ["n"], "gives": "n+1" }] }"#,
            &Limits::default(),
        )
        .unwrap();
        let infused = Form::Infused(InfusedMode::from_mode(&Mode::classic(5, 5), 5));
        for form in [custom.clone(), infused, Form::Infused(custom.infused())] {
            assert_eq!(Form::of_text(&form.code().unwrap(), &Limits::default()).unwrap(), form);
            assert_eq!(Form::of_words(&form.to_words()).unwrap(), form);
            assert!(form.mode(&Limits::default()).unwrap().merge_rules.as_array().is_some());
        }
    }

    #[test]
    fn numbers_that_are_kept_as_others_are_said() {
        let words = |value: &str| format!("{{ \"spawning\": [{{ \"value\":\n {value} }}] }}");
        for (value, lines) in [("9007199254740993", vec![2]), ("1e400", vec![2]), ("0.1", vec![])] {
            let problems = Form::problems_of("mine.json", &words(value));
            let found: Vec<usize> =
                problems.list().iter().filter_map(|problem| Some(problem.place.as_ref()?.line)).collect();
            assert_eq!(found, lines, "{value}");
        }
        assert!(Form::problems_of("", "@2048PowCompCustom|3.0|9007199254740993").is_empty());
    }

    #[test]
    fn what_is_no_form_is_said() {
        // text, part of the message
        let cases = [
            ("{", "not JSON at byte 1"),
            ("[]", "line 1: a Custom Mode is expected here, not []"),
            (r#"{ "infused": { "cells": 1 } }"#, "no value \"cells\"; it has tileNumAmount, "),
            (r#"{ "infused": { "scrips": 1 } }"#, "no value \"scrips\"; did you mean \"scripts\"?"),
            (
                "{ \"infused\": {},\n \"titel\": \"x\" }",
                "line 2: titel: an Infused Mode in words has no key \"titel\" beside \"infused\"",
            ),
            (
                "{\n  \"merges\": [\n    { \"with\": [\"n\"] },\n    { \"wiht\": [\"n\"] }\n  ]\n}",
                "line 4: merges[1].wiht: a merge has no key \"wiht\"; did you mean with?",
            ),
            (
                "{\n\n  \"mergs\": []\n}",
                "line 3: mergs: a Custom Mode has no key \"mergs\"; did you mean merges?",
            ),
            (
                "{ \"side\": 4,\n \"side\": 5 }",
                "line 2: the key \"side\" is here a second time: it is first on line 1; only one of them can count",
            ),
            (
                "{ \"spawning\": [{ \"value\": 1,\n\n \"value\": 2 }] }",
                "line 3: the key \"value\" is here a second time",
            ),
            (
                "{ \"win\": { \"needed\": 1, \"needed\": 1 } }",
                "line 1: the key \"needed\" is here a second time",
            ),
            (
                "{ \"infused\": { \"scripts\": [],\n \"scripts\": [] } }",
                "line 2: the key \"scripts\" is here a second time",
            ),
            ("{ \"infused\": {},\n \"infused\": {} }", "line 2: the key \"infused\" is here a second time"),
            (
                "{ \"win\": { \"needed\": 1,\n \"tiles\": [1, [\"]\"],\n \"x\\\"]\"] } }",
                "line 2: win.tiles[1]: a tile number is expected here, not [\"]\"]",
            ),
            ("@2048PowCompModifiers", ""),
        ];
        for (text, part) in cases {
            let message = Form::of_text(text, &Limits::default()).unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
