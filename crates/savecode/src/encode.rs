//! Writing codes.

use calcarray::Value;

use crate::content::Content;
use crate::error::{EncodeError, EncodeReason};
use crate::kind::{Kind, Version};
use crate::piece::Shape;
use crate::sheet::Sheet;
use crate::table::layout;

/// Writes a code of version 3.0.
///
/// What [`crate::decode`] made of a code that the reference wrote in this
/// version becomes the same code again, byte for byte.
///
/// # Errors
/// If a value is of a type that its piece can't hold, such as a spawn location
/// that is no text, or if [`crate::decode`] would refuse the code: that of a
/// mode with nothing to spawn.
pub fn encode(content: &Content) -> Result<String, EncodeError> {
    let (kind, version, values) = (content.kind(), Version::CURRENT, content.values());
    must_spawn(kind, version, &values)?;
    Sheet { kind, version, values }.write()
}

/// Readers refuse modes with nothing to spawn, but not games of such modes.
pub(crate) fn must_spawn(kind: Kind, version: Version, values: &[Value]) -> Result<(), EncodeError> {
    if kind != Kind::Mode {
        return Ok(());
    }
    for (place, (piece, value)) in layout(kind, Version::CURRENT).zip(values).enumerate() {
        if piece.shape == Shape::StartSpawns && value.as_array().is_some_and(|spawns| spawns.is_empty()) {
            let reason = EncodeReason::NothingSpawns;
            return Err(EncodeError {
                kind,
                version,
                piece: Some(place + 2),
                name: Some(piece.name),
                reason,
            });
        }
    }
    Ok(())
}
