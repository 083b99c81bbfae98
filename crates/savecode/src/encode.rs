//! Writing codes.

use crate::content::Content;
use crate::error::EncodeError;
use crate::kind::Version;
use crate::sheet::Sheet;

/// Writes a code of version 3.0.
///
/// What [`crate::decode`] made of a code that the reference wrote in this
/// version becomes the same code again, byte for byte.
///
/// # Errors
/// If a value is of a type that its piece can't hold: a spawn location that
/// is no text.
pub fn encode(content: &Content) -> Result<String, EncodeError> {
    Sheet { kind: content.kind(), version: Version::CURRENT, values: content.values() }.write()
}
