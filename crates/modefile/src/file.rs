//! What reading a mode file comes to.

use polymerge_modifiers::ModeTraits;
use polymerge_rules::Mode;
use serde::{Deserialize, Serialize};

use crate::expand::setting::Setting;

/// What a mode file says about its mode beyond the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// What the mode is called.
    pub title: String,
    /// Its number in the catalogue.
    pub number: Option<u32>,
    /// The family it belongs to.
    pub family: String,
    /// A few words for a list of modes: the special thing about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub brief: String,
    /// What it is about, in a sentence or two.
    pub about: String,
    /// Whose idea it was.
    pub credits: String,
}

/// A mode file that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeFile {
    /// The mode: names are resolved, inheritance is gone.
    pub mode: Mode,
    /// What is said about it.
    pub info: Info,
    /// The names of the entries of its tiles, if they have names.
    pub entry_names: Vec<String>,
    /// The names of its game variables, if they have names.
    pub variable_names: Vec<String>,
    /// The settings that it declares.
    pub settings: Vec<Setting>,
    /// Where the mode is an exception to what modifiers do.
    pub traits: ModeTraits,
}
