//! The outside of a code: kind, version, and the pieces still encoded.

use crate::encoding::quote;
use crate::error::{DecodeError, Problem, Reason};
use crate::kind::{Kind, Version};
use crate::limits::DecodeLimits;

/// A code taken apart at its bars (docs/spec/savecodes.md, "Grammar").
pub(crate) struct Envelope<'a> {
    pub kind: Kind,
    pub version: Version,
    /// The data pieces; the first is piece 2 of the code.
    pub parts: Vec<Part<'a>>,
    /// The length of the code.
    pub length: usize,
}

#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub text: &'a str,
    /// The start in the code, in bytes.
    pub offset: usize,
}

impl<'a> Envelope<'a> {
    /// Takes a code apart.
    pub fn open(code: &'a str, limits: &DecodeLimits) -> Result<Envelope<'a>, DecodeError> {
        let fail = |kind, piece, offset, problem: Problem| DecodeError {
            kind,
            version: None,
            piece: Some(piece),
            name: None,
            offset,
            reason: problem.reason,
            detail: problem.detail,
        };
        if code.len() > limits.code_length {
            let detail = format!("{} bytes, where at most {} are allowed", code.len(), limits.code_length);
            return Err(DecodeError { piece: None, ..fail(None, 0, 0, Problem::new(Reason::Limit, detail)) });
        }
        let mut offset = 0;
        let bars = memchr::memchr_iter(b'|', code.as_bytes()).chain([code.len()]);
        let mut parts = bars.map(|bar| {
            let part = Part { text: &code[offset..bar], offset };
            offset = bar + 1;
            part
        });
        let mark = parts.next().map_or("", |part| part.text);
        let kind = Kind::from_mark(mark).ok_or_else(|| {
            let detail =
                format!("a save code begins with @2048PowComp and its kind, this with {}", quote(mark));
            fail(None, 0, 0, Problem::new(Reason::UnknownKind, detail))
        })?;
        let name = parts.next().map_or("", |part| part.text);
        let version = Version::from_name(name).filter(|version| kind.versions().contains(version));
        let version = version.ok_or_else(|| {
            let known: Vec<&str> = kind.versions().iter().map(|version| version.name()).collect();
            let detail =
                format!("no version {} of {kind} codes; known are {}", quote(name), known.join(", "));
            fail(Some(kind), 1, mark.len() + 1, Problem::new(Reason::UnknownVersion, detail))
        })?;
        let mut parts: Vec<Part<'_>> = parts.take(limits.pieces.saturating_sub(2)).collect();
        // The last bar ends the last piece; nothing after it is no piece.
        if parts.last().is_some_and(|part| part.text.is_empty()) {
            parts.pop();
        }
        Ok(Envelope { kind, version, parts, length: code.len() })
    }

    /// An error about a data piece.
    pub fn error(&self, place: usize, name: &'static str, problem: Problem) -> DecodeError {
        DecodeError {
            kind: Some(self.kind),
            version: Some(self.version),
            piece: Some(place + 2),
            name: Some(name),
            offset: self.parts.get(place).map_or(self.length, |part| part.offset),
            reason: problem.reason,
            detail: problem.detail,
        }
    }
}
