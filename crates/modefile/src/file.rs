//! The result of reading a mode file.

use polymerge_modifiers::ModeTraits;
use polymerge_rules::Mode;
use serde::{Deserialize, Serialize};

use crate::expand::setting::Setting;

/// The description of a mode in its file, beyond the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Info {
    /// The title of the mode.
    pub title: String,
    /// The number in the catalogue.
    pub number: Option<u32>,
    /// The family it belongs to.
    pub family: String,
    /// A few words for a list of modes: the special thing about it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub brief: String,
    /// A description of a sentence or two.
    pub about: String,
    /// Whose idea it was.
    pub credits: String,
}

/// A mode file that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeFile {
    /// The mode: names are resolved, inheritance is gone.
    pub mode: Mode,
    /// The description of the mode.
    pub info: Info,
    /// The names of the entries of its tiles, if they have names.
    pub entry_names: Vec<String>,
    /// The names of its game variables, if they have names.
    pub variable_names: Vec<String>,
    /// The settings that it declares.
    pub settings: Vec<Setting>,
    /// The exceptions of the mode to what modifiers do.
    pub traits: ModeTraits,
}
