//! Extended JSON: the spelling of values in save codes and mode files.
//!
//! Strict JSON in which some texts stand for other values: `"@BigInt 5"`,
//! `"@GaussianBigInt 1 -2"`, `"@BigRational 1 2"`, `"@Infinity"`,
//! `"@-Infinity"`, `"@NaN"`, `"@undefined"` (docs/spec/savecodes.md, "Extended
//! JSON").

mod cursor;
mod failure;
mod markup;
mod read;
mod repeats;
mod shared;
mod special;
mod strings;
mod write;

pub use crate::values::object::Object;
pub use failure::{ReadError, ReadErrorKind};
pub use markup::Markup;
pub use read::{Reader, read, read_plain};
pub use shared::ReadLimits;
pub use special::{integer_work, special};
pub(crate) use write::shortened;
pub use write::{write, write_canonical};
