//! Modes as text files: a format people like to write, a checker that helps,
//! and the way to and from a [`Mode`](polymerge_rules::Mode).
//!
//! A mode file is JSON with comments and trailing commas; its keys are
//! described in `docs/mode-files.md`. [`read`] makes a mode of one, [`write`](fn@write)
//! makes one of a mode; nothing is lost either way. [`check`](fn@check) finds what is
//! wrong beyond the form, [`check_by_playing`] also what only play shows. The
//! built-in modes are in the [`catalogue`].
//!
//! ```
//! use polymerge_modefile::catalogue::BuiltIn;
//! use polymerge_modefile::{read, ReadOptions, SourceFile};
//!
//! let text = r#"{
//!   // All of 2048, on a smaller grid.
//!   "extends": "classic.jsonc",
//!   "title": "2048 on 3x3",
//!   "grid": { "width": 3, "height": 3 },
//! }"#;
//! let file = read(&SourceFile::new("small.jsonc", text.as_bytes()), &BuiltIn, &ReadOptions::default())?;
//! assert_eq!((file.mode.width, file.mode.height), (3, 3));
//! # Ok::<(), polymerge_modefile::Problems>(())
//! ```
//!
//! `text` reads the tree and keeps the place of every value, `table` says what
//! there is to know about each key, `expand` takes in other files, settings and names, `keys` turns keys into parts of a mode and
//! back, `check` looks at the result.

pub mod catalogue;
mod check;
mod draft;
mod expand;
mod feature;
mod fields;
mod file;
mod group;
mod keys;
mod keywords;
mod read;
mod recognised;
mod rewrite;
mod shown;
mod summary;
mod table;
mod tag;
mod text;
mod write;

pub use check::explain::{Example, base_of_examples, explanations};
pub use check::play::{PlayOptions, check_by_playing, check_by_playing_while};
pub use check::played::{Largest, Played};
pub use check::written::{Written, compile};
pub use check::{Checked, check, check_expression, check_json};
pub use expand::inherit::open_extended;
pub use expand::names::{OF_TILES, is_name, signature, taken_by_function, taking};
pub use expand::setting::{Choice, Choices, Setting, SettingKind};
pub use feature::features;
pub use file::{Info, ModeFile};
pub use group::Group;
pub use keys::memory::limit_memory;
pub use keywords::{keyword_reference, keywords};
pub use read::{read, read_with};
pub use rewrite::{arrays, formulas};
pub use shown::Expressions;
pub use summary::{Summary, are_words_in};
pub use table::{FILE as FILE_FORM, SCENE as TRIGGER_SCENE, SCHEMA};
pub use table::{Form, Key, KeyTable, LeftOut, Trigger, TriggerExample, key_reference, key_tables, triggers};
pub use tag::Measured;
pub use text::codes::{Code, codes, find as find_code};
pub use text::jsonc::line_of;
pub use text::nearest::nearest;
pub use text::options::ReadOptions;
pub use text::problem::{Place, Problem, Problems, Severity};
pub use text::report::uri;
pub use text::source::{NoFiles, Source, SourceFile};
pub use text::tree::{Content, Member, Tree};
pub use write::write;

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
