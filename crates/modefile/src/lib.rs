//! Modes as text files: a format people like to write, a checker that helps,
//! and the way to and from a [`Mode`](polymerge_rules::Mode).
//!
//! A mode file is JSON with comments and trailing commas; its keys are
//! described in `docs/mode-files.md`. [`read`] makes a mode of one, [`write`](fn@write)
//! makes one of a mode; nothing is lost either way.

mod auto_move;
pub mod catalogue;
mod check;
mod choose;
mod direction;
mod draft;
mod exceptions;
mod feature;
mod fields;
mod grid;
mod inherit;
mod jsonc;
mod layout;
mod look;
mod memory;
mod merge;
mod naming;
mod nearest;
mod node;
mod outcome;
mod parts;
mod play;
mod player;
mod problem;
mod read;
mod report;
mod rules_text;
mod schema;
mod script;
mod setting;
mod source;
mod spawn;
mod stat_box;
mod summary;
mod template;
mod tile;
mod write;

pub use check::{check, Checked};
pub use feature::features;
pub use jsonc::line_of;
pub use memory::limit_memory;
pub use nearest::nearest;
pub use play::{check_by_playing, PlayOptions};
pub use problem::{Place, Problem, Problems, Severity};
pub use read::{read, read_with, Info, ModeFile, ReadOptions};
pub use schema::SCHEMA;
pub use setting::{Choice, Choices, Setting, SettingKind};
pub use source::{NoFiles, Source, SourceFile};
pub use summary::Summary;
pub use write::write;
