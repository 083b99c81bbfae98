//! Save codes of the 2048 Power Compendium: every kind and version that was ever
//! written, read into plain data and written again byte for byte.
//!
//! A code is a line of text: its kind, its version, then pieces, each followed by a
//! bar. [`decode`] brings it to its [`Content`] in the form of version 3.0,
//! whatever version it was written in; [`encode`] writes content as a code of
//! version 3.0, and [`encode_as`] for an older release.
//!
//! ```
//! use polymerge_rules::Mode;
//! use polymerge_savecode::{decode, encode, Content, DecodeLimits};
//!
//! let content = Content::Mode(Mode::classic(4, 4).into());
//! let text = encode(&content)?;
//! assert!(text.starts_with("@2048PowCompMode|3.0|"));
//!
//! let code = decode(&text, &DecodeLimits::default())?;
//! assert_eq!(code.content.mode(), content.mode());
//! assert!(code.warnings.is_empty());
//!
//! // A wrong code names the piece and what is wrong with it.
//! let error = decode("@2048PowCompMode|3.0|NA==|", &DecodeLimits::default()).unwrap_err();
//! assert!(!error.to_string().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Sheet`] is the other way to see a code: its pieces as they are stored, with
//! nothing interpreted or brought to a newer version. Which pieces a kind and
//! version have is said in one table, see [`layout`].
//!
//! This crate knows how a mode or game is written, not what it means:
//! `polymerge-rules` compiles the mode and checks a saved game against it. Codes
//! may come from strangers; their sizes are bounded by [`DecodeLimits`] before
//! anything is allocated. `docs/save-codes.md` describes the format.

pub mod base64;
mod check;
mod content;
mod custom;
mod decode;
mod encode;
mod encoding;
pub mod entity;
mod envelope;
mod error;
mod export;
mod first_format;
pub mod infused;
mod kind;
mod limits;
pub mod markup;
mod migration;
mod modifiers;
pub mod moves;
mod named;
mod pasted;
mod piece;
mod sheet;
mod table;

pub use content::{Content, Custom, CustomGrid, Modifiers};
pub use decode::{Code, decode};
pub use encode::encode;
pub use encoding::{Encoding, number_text};
pub use error::{DecodeError, EncodeError, EncodeReason, Reason, Warning, WarningKind};
pub use export::{Encoded, encode_as};
pub use kind::{Kind, Version};
pub use limits::DecodeLimits;
pub use markup::MarkupError;
pub use pasted::{code_in, trim_pasted};
pub use piece::Piece;
pub use sheet::Sheet;
pub use table::layout;

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
