//! Mode files of 2048 variants under a cursor, for editors.
//!
//! A [`File`] is a mode file that may be unfinished: an author types. It says what may be written
//! at a place ([`File::complete`]), what something there means ([`File::hover`]), where it is
//! declared and used ([`File::definition`], [`File::references`]), renames it ([`File::rename`]),
//! and lists what is in the file ([`File::symbols`], [`File::highlight`]). Places are bytes of the
//! text, and results plain data. There is no input or output: a
//! [`Source`](polymerge_modefile::Source) opens the files that a file extends.
//!
//! ```
//! use polymerge_assist::File;
//! use polymerge_modefile::{NoFiles, SourceFile};
//!
//! let text = r#"{ "variables": { "hp": 10 }, "lose": { "needed": "= hp <= 0" } }"#;
//! let file = File::new(&SourceFile::new("mine.jsonc", text.as_bytes()), &NoFiles);
//! let place = text.find("hp <").unwrap();
//! assert!(file.hover(place).unwrap().text.contains("game variable"));
//! assert_eq!(file.references(place).len(), 2);
//! ```
//!
//! `walk` goes over a file and says of every value what is expected there, `tokens` cuts formulas
//! and finds the names that they declare, `names` finds every place of every name. What there is to
//! know of keys, operators and words comes from the tables of the crates below (`explain`).

mod complete;
pub mod explain;
mod file;
mod format;
mod highlight;
mod hover;
mod names;
mod rename;
mod symbols;
mod tokens;
mod walk;

pub use complete::{Completion, Completions, Offer};
pub use file::{File, Location};
pub use format::Edit;
pub use highlight::{Highlight, Style};
pub use hover::{Hover, Signature};
pub use names::{Sort, Symbol, Use};
pub use rename::Renamed;
pub use symbols::Outline;

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
