//! The pieces of a code as stored: one value each, nothing interpreted.

use calcarray::Value;

use crate::decode::{Purpose, Reader, has_custom_grid};
use crate::envelope::Envelope;
use crate::error::{DecodeError, EncodeError};
use crate::kind::{Kind, Version};
use crate::limits::DecodeLimits;
use crate::piece::Piece;
use crate::table::layout;

/// The pieces of a code by value, in the layout of its own version.
///
/// This is the code itself in another spelling: old codes stay old, and
/// sizes and shapes are not checked. Writing gives the same code, if it was
/// in canonical form.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The kind of code.
    pub kind: Kind,
    /// The version of its layout.
    pub version: Version,
    /// A value for each piece that [`Sheet::pieces`] names.
    pub values: Vec<Value>,
}

impl Sheet {
    /// Reads the pieces of a code.
    ///
    /// # Errors
    /// The first piece that is missing or can't be read.
    pub fn read(code: &str, limits: &DecodeLimits) -> Result<Sheet, DecodeError> {
        let envelope = Envelope::open(code, limits)?;
        let mut reader = Reader::new(&envelope, limits, Purpose::Stored);
        let mut values = Vec::new();
        for piece in layout(envelope.kind, envelope.version) {
            if piece.is_optional() && !has_custom_grid(&values) {
                break;
            }
            let place = values.len();
            let value = reader.piece(place, piece);
            values.push(value.map_err(|problem| envelope.error(place, piece.name, problem))?);
        }
        Ok(Sheet { kind: envelope.kind, version: envelope.version, values })
    }

    /// The pieces and their values, in order.
    pub fn pieces(&self) -> impl Iterator<Item = (&'static Piece, &Value)> {
        layout(self.kind, self.version).zip(&self.values)
    }

    /// The value of a piece.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.pieces().find(|(piece, _)| piece.name == name).map(|(_, value)| value)
    }

    /// Writes the code.
    ///
    /// # Errors
    /// If a value is of a type that its piece can't hold, or has characters
    /// that codes before 3.0 can't hold.
    pub fn write(&self) -> Result<String, EncodeError> {
        let mut out = self.kind.mark();
        out.push('|');
        out.push_str(self.version.name());
        out.push('|');
        for (place, (piece, value)) in self.pieces().enumerate() {
            let entities = self.version == Version::V3_0;
            piece.encoding(self.version).append(value, entities, &mut out).map_err(|reason| EncodeError {
                kind: self.kind,
                version: self.version,
                piece: Some(place + 2),
                name: Some(piece.name),
                reason,
            })?;
            out.push('|');
        }
        Ok(out)
    }
}
