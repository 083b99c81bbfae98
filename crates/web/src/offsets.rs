//! Places of a text in bytes and in UTF-16 code units.

/// The code units at which the bytes of a text begin.
pub struct Offsets {
    length: usize,
    /// The unit of each byte and of the end; empty if all letters are ASCII, which have one of each.
    units: Vec<u32>,
}

impl Offsets {
    /// The places of a text.
    pub fn of(text: &str) -> Offsets {
        let length = text.len();
        if text.is_ascii() {
            return Offsets { length, units: Vec::new() };
        }
        let (mut units, mut unit) = (Vec::with_capacity(length + 1), 0);
        for letter in text.chars() {
            units.extend(std::iter::repeat_n(unit, letter.len_utf8()));
            unit += letter.len_utf16() as u32;
        }
        units.push(unit);
        Offsets { length, units }
    }

    /// Returns the unit at which a byte begins; of a byte beyond the text, its end.
    pub fn unit(&self, byte: usize) -> usize {
        let byte = byte.min(self.length);
        self.units.get(byte).map_or(byte, |unit| *unit as usize)
    }

    /// Returns the byte at which a unit begins; of a unit beyond the text, its end.
    pub fn byte(&self, unit: usize) -> usize {
        if self.units.is_empty() {
            return unit.min(self.length);
        }
        self.units.partition_point(|own| (*own as usize) < unit).min(self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_the_same_both_ways() {
        for text in ["", "plain", "é", "a→b", "x😀y", "😀😀"] {
            let offsets = Offsets::of(text);
            let places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
            for byte in places {
                let unit = text[..byte].encode_utf16().count();
                assert_eq!((offsets.unit(byte), offsets.byte(unit)), (unit, byte), "{text:?} at {byte}");
            }
            assert_eq!(offsets.byte(99), text.len());
            assert_eq!(offsets.unit(99), text.encode_utf16().count());
        }
    }
}
