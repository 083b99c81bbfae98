//! Modes as text files: a format people like to write, a checker that helps,
//! and the way to and from a [`Mode`](polymerge_rules::Mode).
//!
//! A mode file is JSON with comments and trailing commas; its keys are
//! described in `docs/mode-files.md`. [`read`] makes a mode of one, [`write`](fn@write)
//! makes one of a mode; nothing is lost either way.

pub mod catalogue;
mod check;
mod draft;
mod expand;
mod feature;
mod keys;
mod read;
mod schema;
mod summary;
mod text;
mod write;

pub use check::play::{check_by_playing, PlayOptions};
pub use check::{check, Checked};
pub use expand::setting::{Choice, Choices, Setting, SettingKind};
pub use feature::features;
pub use keys::memory::limit_memory;
pub use read::{read, read_with, Info, ModeFile, ReadOptions};
pub use schema::SCHEMA;
pub use summary::Summary;
pub use text::jsonc::line_of;
pub use text::nearest::nearest;
pub use text::problem::{Place, Problem, Problems, Severity};
pub use text::source::{NoFiles, Source, SourceFile};
pub use write::write;
