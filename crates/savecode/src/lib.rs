//! Save codes of the 2048 Power Compendium: every kind and version that was
//! ever written, read into plain data and written again byte for byte.
//!
//! ```
//! use polymerge_rules::Mode;
//! use polymerge_savecode::{decode, encode, Content};
//!
//! let mode = Mode { spawns: vec![vec![1.0.into()].into()].into(), ..Mode::default() };
//! let text = encode(&Content::Mode(mode.clone().into()))?;
//! let code = decode(&text, &Default::default())?;
//! assert_eq!(code.content.mode(), Some(&mode));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`decode`] gives the [`Content`] of a code in the form of version 3.0,
//! whatever it was written in; a [`Sheet`] holds the pieces of a code as they
//! are stored. Which pieces there are is said in one table: see [`layout`].

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
mod pasted;
mod piece;
mod sheet;
mod table;

pub use content::{Content, Custom, CustomGrid, Modifiers};
pub use decode::{decode, Code};
pub use encode::encode;
pub use encoding::{number_text, Encoding};
pub use error::{DecodeError, EncodeError, EncodeReason, Reason, Warning, WarningKind};
pub use export::{encode_as, Encoded};
pub use kind::{Kind, Version};
pub use limits::DecodeLimits;
pub use markup::MarkupError;
pub use pasted::trim_pasted;
pub use piece::{layout, Piece};
pub use sheet::Sheet;
