//! The modes that are built in, and what any mode can be changed by.

use polymerge::advanced::modefile::{features, Choice, Info, SettingKind};
use polymerge::advanced::rules::Mode as Raw;
use polymerge::modifiers::{self, shown, Modifier, Range};
use polymerge::{catalogue, Setting};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::input::list;

/// The entry of a mode in a list of modes.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct ModeInfo {
    /// The name for `Mode.builtIn`, such as `"050-dive"`; empty if the mode is not
    /// built in.
    pub name: String,
    /// Its number in the catalogue.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// Its title.
    pub title: String,
    /// The family it belongs to.
    pub family: String,
    /// A description in a sentence or two.
    pub about: String,
    /// Whose idea it was.
    pub credits: String,
    /// Columns of its grid.
    pub width: usize,
    /// Rows of its grid.
    pub height: usize,
    /// True if its cells are hexagons.
    pub hexagonal: bool,
    /// Its special features, in a few words each.
    pub features: Vec<String>,
}

impl ModeInfo {
    /// Returns the entry of a mode.
    pub fn of(name: &str, info: Info, mode: &Raw) -> ModeInfo {
        ModeInfo {
            name: name.to_owned(),
            number: info.number,
            title: info.title,
            family: info.family,
            about: info.about,
            credits: info.credits,
            width: mode.width,
            height: mode.height,
            hexagonal: mode.hexagonal.is_true(),
            features: features(mode).into_iter().map(str::to_owned).collect(),
        }
    }
}

/// All built-in modes. This reads each file once; `catalogue.json` beside the
/// package says the same without waiting.
#[wasm_bindgen]
pub fn modes() -> Result<Vec<Ts<ModeInfo>>, JsValue> {
    let mut infos = Vec::new();
    for mode in catalogue::modes() {
        let file = mode.read().map_err(|problems| Failure::file(&problems, "", ""))?;
        infos.push(ModeInfo::of(mode.name(), file.info, &file.mode));
    }
    Ok(list(infos)?)
}

/// A modifier, which any mode can be changed by.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct ModifierInfo {
    /// Its name, as in `{ modifiers: { garbage: 2 } }`.
    pub name: &'static str,
    /// The group of modifiers that it is listed in.
    pub group: &'static str,
    /// Its effect, in a line.
    pub help: &'static str,
    /// The values it takes, in words.
    pub values: String,
    /// The kind of values it takes.
    #[tsify(type = "\"flag\" | \"count\" | \"ratio\" | \"word\" | \"moves\"")]
    pub kind: &'static str,
    /// The smallest of counts.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<f64>,
    /// The largest of counts.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// True if infinity is one of the counts.
    pub infinite: bool,
    /// The words that it takes.
    pub words: Vec<&'static str>,
    /// The value that changes nothing.
    pub default: String,
}

impl ModifierInfo {
    fn of(modifier: &Modifier) -> ModifierInfo {
        let (kind, least, most, infinite, words) = match modifier.range {
            Range::Flag => ("flag", None, None, false, &[][..]),
            Range::Count { least, most, infinite } => {
                ("count", Some(least as f64), Some(f64::from(most)), infinite, &[][..])
            }
            Range::Ratio => ("ratio", None, None, false, &[][..]),
            Range::Word(words) => ("word", None, None, false, words),
            Range::Moves => ("moves", None, None, false, &[][..]),
        };
        ModifierInfo {
            name: modifier.name,
            group: modifier.group.title(),
            help: modifier.help,
            values: modifier.range.text(),
            kind,
            least,
            most,
            infinite,
            words: words.to_vec(),
            default: shown(&modifier.default_value()),
        }
    }
}

/// All modifiers, which any mode can be changed by.
#[wasm_bindgen]
pub fn modifiers() -> Result<Vec<Ts<ModifierInfo>>, JsValue> {
    Ok(list(modifiers::modifiers().iter().map(ModifierInfo::of))?)
}

/// A possible value of a setting.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct ChoiceInfo {
    /// The value for `change`.
    pub value: String,
    /// Its meaning.
    pub title: String,
}

impl ChoiceInfo {
    fn of(choice: &Choice) -> ChoiceInfo {
        ChoiceInfo { value: choice.word(), title: choice.title.clone() }
    }
}

/// A setting of a mode.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct SettingInfo {
    /// Its name, as in `{ settings: { goals: "fresh" } }`.
    pub name: String,
    /// Its title, in a few words.
    pub title: String,
    /// More about it, if there is more to say.
    pub about: String,
    /// The values it takes, in words.
    pub values: String,
    /// The kind of values it takes.
    #[tsify(type = "\"flag\" | \"choice\" | \"whole\" | \"number\" | \"any\"")]
    pub kind: &'static str,
    /// The values of a choice.
    pub options: Vec<ChoiceInfo>,
    /// The smallest number; may be infinite.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<f64>,
    /// The largest number; may be infinite.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// The value it has at first.
    pub default: String,
}

impl SettingInfo {
    /// Returns the entry of a setting.
    pub fn of(setting: &Setting) -> SettingInfo {
        let (kind, options, range) = match &setting.kind {
            SettingKind::Flag => ("flag", &[][..], None),
            SettingKind::Choice(choices) => ("choice", &choices[..], None),
            SettingKind::Whole { from, to } => ("whole", &[][..], Some((*from, *to))),
            SettingKind::Number { from, to, .. } => ("number", &[][..], Some((*from, *to))),
            SettingKind::Any | SettingKind::Unused => ("any", &[][..], None),
        };
        SettingInfo {
            name: setting.name.clone(),
            title: setting.title.clone(),
            about: setting.about.clone(),
            values: setting.values(),
            kind,
            options: options.iter().map(ChoiceInfo::of).collect(),
            least: range.map(|(from, _)| from),
            most: range.map(|(_, to)| to),
            default: setting.word(&setting.default),
        }
    }
}
