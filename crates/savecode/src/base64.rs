//! Base-64 as a browser reads it, over texts of one byte per character
//! (docs/spec/savecodes.md, "Base-64").

use std::borrow::Cow;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD as WRITER};

/// Padding is removed by hand, because the "forgiving" rules tie it to the
/// length of the whole; spare bits in the last character don't matter.
const READER: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireNone),
);

/// The most bytes that a base-64 text of this length holds.
pub(crate) fn decoded_length(length: usize) -> usize {
    length / 4 * 3 + 3
}

/// Reads base-64 by the "forgiving" rules of the web; every byte becomes the
/// character U+0000 to U+00FF of the same number.
///
/// ```
/// use polymerge_savecode::base64::read;
/// assert_eq!(read("N A\n"), Ok("4".to_owned()));
/// assert!(read("NA=").is_err());
/// ```
///
/// # Errors
/// Says in words what is wrong.
pub fn read(piece: &str) -> Result<String, &'static str> {
    Buffer::default().read(piece).map(Cow::into_owned)
}

/// Memory for the bytes that are read, used again and again.
#[derive(Debug, Default)]
pub(crate) struct Buffer(Vec<u8>);

impl Buffer {
    /// [`read`].
    pub fn read(&mut self, piece: &str) -> Result<Cow<'_, str>, &'static str> {
        let length = match self.read_digits(piece.as_bytes()) {
            // White space is rare; only what fails is searched for it.
            Err(_) if piece.bytes().any(is_space) => {
                self.read_digits(&piece.bytes().filter(|&b| !is_space(b)).collect::<Vec<u8>>())?
            }
            result => result?,
        };
        let bytes = self.0.get(..length).unwrap_or_default();
        match std::str::from_utf8(bytes) {
            Ok(text) if text.is_ascii() => Ok(Cow::Borrowed(text)),
            _ => Ok(bytes.iter().copied().map(char::from).collect()),
        }
    }

    /// Reads digits into the buffer, and returns the number of bytes.
    fn read_digits(&mut self, digits: &[u8]) -> Result<usize, &'static str> {
        let padding = match digits.len() % 4 {
            0 => digits.iter().rev().take(2).take_while(|&&b| b == b'=').count(),
            1 => return Err("the number of characters is impossible: one is missing or too many"),
            _ => 0,
        };
        let room = decoded_length(digits.len());
        if self.0.len() < room {
            self.0.resize(room, 0);
        }
        READER
            .decode_slice(&digits[..digits.len() - padding], &mut self.0)
            .map_err(|_| "a character does not belong to base-64")
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

/// Appends a text as base-64 of one byte per character; `None`, and nothing
/// appended, if a character is above U+00FF.
pub fn append(text: &str, out: &mut String) -> Option<()> {
    if text.is_ascii() {
        WRITER.encode_string(text, out);
    } else {
        let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect::<Option<_>>()?;
        WRITER.encode_string(bytes, out);
    }
    Some(())
}
