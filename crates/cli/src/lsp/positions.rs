//! Places in texts: bytes here, lines and columns in the protocol.

use std::ops::Range;

use lsp_types::{Position, Range as LspRange};

/// The unit of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Units of UTF-16: the usual one.
    #[default]
    Utf16,
    /// Bytes of UTF-8, if the editor offers them.
    Utf8,
}

impl Unit {
    /// Returns the number of units of a text.
    pub fn count(self, text: &str) -> u32 {
        let count = match self {
            Unit::Utf8 => text.len(),
            Unit::Utf16 => text.chars().map(char::len_utf16).sum(),
        };
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}

/// A text with the starts of its lines.
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    unit: Unit,
}

impl<'t> Lines<'t> {
    pub fn new(text: &'t str, unit: Unit) -> Lines<'t> {
        let starts = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Lines { text, starts: std::iter::once(0).chain(starts).collect(), unit }
    }

    /// The bytes of a line, without its end.
    pub fn line(&self, line: usize) -> Range<usize> {
        let start = self.starts.get(line).copied().unwrap_or(self.text.len());
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        start..start + self.text[start..end].trim_end_matches(['\r', '\n']).len()
    }

    /// The position of a byte.
    pub fn position(&self, at: usize) -> Position {
        let mut at = at.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        Position::new(line as u32, self.unit.count(&self.text[self.starts[line]..at]))
    }

    pub fn range(&self, span: &Range<usize>) -> LspRange {
        LspRange::new(self.position(span.start), self.position(span.end))
    }

    /// The byte of a position; one beyond the end of a line is this end.
    pub fn offset(&self, position: Position) -> usize {
        let line = self.line(position.line as usize);
        let mut left = position.character;
        for (at, letter) in self.text[line.clone()].char_indices() {
            let width = match self.unit {
                Unit::Utf8 => letter.len_utf8(),
                Unit::Utf16 => letter.len_utf16(),
            };
            if left < width as u32 {
                return line.start + at;
            }
            left -= width as u32;
        }
        line.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_go_both_ways() {
        let text = "aé😀b\r\nx\n";
        for (unit, rows) in [
            (Unit::Utf16, [(0, 0, 0), (1, 0, 1), (3, 0, 2), (7, 0, 4), (8, 0, 5), (10, 1, 0), (12, 2, 0)]),
            (Unit::Utf8, [(0, 0, 0), (1, 0, 1), (3, 0, 3), (7, 0, 7), (8, 0, 8), (10, 1, 0), (12, 2, 0)]),
        ] {
            let lines = Lines::new(text, unit);
            for (at, line, column) in rows {
                assert_eq!(lines.position(at), Position::new(line, column), "{unit:?} {at}");
                assert_eq!(lines.offset(Position::new(line, column)), at, "{unit:?} {at}");
            }
            assert_eq!(lines.offset(Position::new(0, 99)), 8);
            assert_eq!(lines.offset(Position::new(99, 0)), 12);
        }
        let half = Lines::new(text, Unit::Utf16);
        assert_eq!(half.offset(Position::new(0, 3)), 3);
        assert_eq!(half.position(5), Position::new(0, 2));
    }
}
