//! Modes, their directions and settings, and the modifiers that any mode can be changed by.

use polymerge::Rules;
use polymerge::advanced::modefile::{Choice, Info, SettingKind, features};
use polymerge::advanced::rules;
use polymerge::modifiers::{Range, shown};
use serde::Serialize;

/// The entry of a mode in a list of modes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ModeInfo {
    /// The name for `Mode.builtIn`, such as `"050-dive"`; empty if the mode is not
    /// built in.
    pub name: String,
    /// Its number in the catalogue.
    #[cfg_attr(feature = "js", tsify(optional))]
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
    pub fn of(name: &str, info: Info, mode: &rules::Mode) -> ModeInfo {
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

/// A direction that can be pressed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Direction {
    /// The index, by which it is pressed.
    pub index: usize,
    /// A name that no other direction has.
    pub name: String,
    /// Its label, such as an arrow; may be empty.
    pub label: String,
    /// The way in words, such as `left`.
    pub words: String,
    /// The letter that stands for it in moves as text.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// The step: how many rows down.
    pub rows: i64,
    /// The step: how many columns to the right. On grids of hexagons columns
    /// are half cells.
    pub columns: i64,
    /// Its keys, as `KeyboardEvent.code` names them.
    pub keys: Vec<String>,
    /// The place of its button as the author wants it: width, height, size of the
    /// font, top, left, in parts of a square of 1; and the angle of the label, in
    /// degrees.
    pub button: [f64; 6],
}

impl Direction {
    /// Describes a direction.
    pub fn of(own: &polymerge::Direction) -> Direction {
        let button = &own.button;
        Direction {
            index: own.index,
            name: own.name.clone(),
            label: own.label.clone(),
            words: own.in_words().to_owned(),
            letter: own.letter,
            rows: own.rows,
            columns: own.columns,
            keys: own.keys.clone(),
            button: [button.width, button.height, button.font, button.top, button.left, button.angle],
        }
    }
}

/// Rules that games are started from, as C has them.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RulesInfo {
    /// The title of the mode.
    pub title: String,
    /// The name of the built-in mode that it is, or was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// The directions that can be pressed.
    pub directions: Vec<Direction>,
    /// The milliseconds between two ticks; missing if none are needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<f64>,
    /// True if cells are drawn before each game.
    pub is_drawn: bool,
    /// True if anything happens when a tile is clicked.
    pub tiles_can_be_clicked: bool,
}

impl RulesInfo {
    /// Describes rules.
    pub fn of(rules: &Rules) -> RulesInfo {
        let mode = rules.ruleset().mode();
        RulesInfo {
            title: rules.mode().title().to_owned(),
            name: rules.mode().name().map(str::to_owned),
            rows: mode.height,
            columns: mode.width,
            directions: rules.directions().iter().map(Direction::of).collect(),
            interval: rules.interval(),
            is_drawn: rules.is_drawn(),
            tiles_can_be_clicked: rules.tiles_can_be_clicked(),
        }
    }
}

/// A setting that players choose.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Setting {
    /// Its name, as in `goals=fresh`.
    pub name: String,
    /// Its title, in a few words.
    pub title: String,
    /// More about it, if there is more to say.
    pub about: String,
    /// The value it has at first.
    pub default: String,
    /// The values it takes, in words.
    pub values: String,
    /// The kind of values it takes.
    #[cfg_attr(feature = "js", tsify(type = "\"flag\" | \"choice\" | \"whole\" | \"number\" | \"any\""))]
    pub kind: &'static str,
    /// The values of a choice.
    pub options: Vec<SettingOption>,
    /// The smallest number; may be infinite.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<f64>,
    /// The largest number; may be infinite.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
}

/// A possible value of a setting.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct SettingOption {
    /// The value by which it is chosen.
    pub value: String,
    /// Its meaning.
    pub title: String,
}

impl SettingOption {
    fn of(choice: &Choice) -> SettingOption {
        SettingOption { value: choice.word(), title: choice.title.clone() }
    }
}

impl Setting {
    /// Describes a setting.
    pub fn of(setting: &polymerge::Setting) -> Setting {
        let (kind, options, range) = match &setting.kind {
            SettingKind::Flag => ("flag", &[][..], None),
            SettingKind::Choice(choices) => ("choice", &choices[..], None),
            SettingKind::Whole { from, to } => ("whole", &[][..], Some((*from, *to))),
            SettingKind::Number { from, to, .. } => ("number", &[][..], Some((*from, *to))),
            SettingKind::Any | SettingKind::Unused => ("any", &[][..], None),
        };
        Setting {
            name: setting.name.clone(),
            title: setting.title.clone(),
            about: setting.about.clone(),
            default: setting.word(&setting.default),
            values: setting.values(),
            kind,
            options: options.iter().map(SettingOption::of).collect(),
            least: range.map(|(from, _)| from),
            most: range.map(|(_, to)| to),
        }
    }
}

/// A modifier, which any mode can be changed by.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Modifier {
    /// Its name, as in `garbage=2`.
    pub name: &'static str,
    /// The group of modifiers that it is listed in.
    pub group: &'static str,
    /// Its effect, in a line.
    pub help: &'static str,
    /// The values it takes, in words.
    pub values: String,
    /// The kind of values it takes.
    #[cfg_attr(feature = "js", tsify(type = "\"flag\" | \"count\" | \"ratio\" | \"word\" | \"moves\""))]
    pub kind: &'static str,
    /// The smallest of counts.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<f64>,
    /// The largest of counts.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// True if infinity is one of the counts.
    pub infinite: bool,
    /// The words that it takes.
    pub words: Vec<&'static str>,
    /// The value that changes nothing.
    pub default: String,
}

impl Modifier {
    /// Describes a modifier.
    pub fn of(modifier: &polymerge::modifiers::Modifier) -> Modifier {
        let (kind, least, most, infinite, words) = match modifier.range {
            Range::Flag => ("flag", None, None, false, &[][..]),
            Range::Count { least, most, infinite } => {
                ("count", Some(least as f64), Some(f64::from(most)), infinite, &[][..])
            }
            Range::Ratio => ("ratio", None, None, false, &[][..]),
            Range::Word(words) => ("word", None, None, false, words),
            Range::Moves => ("moves", None, None, false, &[][..]),
        };
        Modifier {
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
