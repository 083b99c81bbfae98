//! Texts that come again and again, as the words of the language do.

use crate::value::Value;

/// Texts that were read lately, and the values they stand for: each has one
/// place where it can be.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Empty as long as nothing was kept.
    entries: Vec<Option<(Box<[u8]>, Value)>>,
}

/// How many bytes are looked at together.
const WORD: usize = 8;

/// The bytes from a place on, the first one lowest; zeros behind the last.
#[inline]
fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; WORD];
    match bytes.get(at..at + WORD) {
        Some(chunk) => word.copy_from_slice(chunk),
        None => word.iter_mut().zip(&bytes[at..]).for_each(|(to, byte)| *to = *byte),
    }
    u64::from_le_bytes(word)
}

/// How many bytes of a word stand for themselves in a text of JSON: ASCII
/// without control characters, quotation marks and backslashes.
#[inline]
fn plain(word: u64) -> usize {
    const ONES: u64 = u64::MAX / 255;
    // The highest bit of a byte is set where it is less than another one, or
    // behind such a byte, which the lowest of them is not.
    let less = |word: u64, than: u8| word.wrapping_sub(ONES * u64::from(than)) & !word;
    let same = |byte: u8| less(word ^ (ONES * u64::from(byte)), 1);
    let others = (word | less(word, 0x20) | same(b'"') | same(b'\\')) & (ONES << 7);
    (others.trailing_zeros() / 8) as usize
}

impl Known {
    /// Longer texts come once, as a rule.
    const LONGEST: usize = 40;
    const BITS: u32 = 9;

    /// How many characters there are that stand for themselves, as far as a
    /// text may be kept, and what they hash to.
    pub fn look_over(bytes: &[u8]) -> (usize, u64) {
        let (mut length, mut hash) = (0, 0_u64);
        while length < Known::LONGEST {
            let word = word(bytes, length);
            let plain = plain(word);
            let seen = if plain == WORD { word } else { word & !(u64::MAX << (8 * plain)) };
            hash = (hash.rotate_left(23) ^ seen).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            length += plain;
            if plain < WORD {
                break;
            }
        }
        (length, hash)
    }

    pub fn find(&self, hash: u64, characters: &[u8]) -> Option<&Value> {
        match self.entries.get(Known::slot(hash)) {
            Some(Some((text, value))) if **text == *characters => Some(value),
            _ => None,
        }
    }

    pub fn keep(&mut self, hash: u64, characters: &[u8], value: &Value) {
        if self.entries.is_empty() {
            self.entries.resize(1 << Known::BITS, None);
        }
        self.entries[Known::slot(hash)] = Some((characters.into(), value.clone()));
    }

    fn slot(hash: u64) -> usize {
        (hash >> (64 - Known::BITS)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn stands_for_itself(byte: u8) -> bool {
        (0x20..0x80).contains(&byte) && !b"\"\\".contains(&byte)
    }

    #[test]
    fn texts_end_at_what_does_not_stand_for_itself() {
        for before in 0..=Known::LONGEST {
            for byte in 0..=u8::MAX {
                let bytes = [&vec![b'~'; before][..], &[byte, b'"', b'a']].concat();
                let expected = bytes.iter().take_while(|byte| stands_for_itself(**byte)).count();
                let (length, _) = Known::look_over(&bytes);
                assert_eq!(
                    length.min(Known::LONGEST),
                    expected.min(Known::LONGEST),
                    "{byte} behind {before}"
                );
            }
            assert_eq!(Known::look_over(&vec![b' '; before]).0, before);
        }
    }

    proptest! {
        #[test]
        fn a_text_is_found_by_its_characters(texts in prop::collection::vec("[ -!#-\\[\\]-~]{0,40}", 1..20)) {
            let mut known = Known::default();
            for (number, text) in texts.iter().enumerate() {
                // What comes behind the text is of no matter.
                let (length, hash) = Known::look_over(format!("{text}\"{number}").as_bytes());
                prop_assert_eq!(length, text.len());
                known.keep(hash, text.as_bytes(), &number.into());
                let (_, hash) = Known::look_over(format!("{text}\"").as_bytes());
                prop_assert_eq!(known.find(hash, text.as_bytes()), Some(&number.into()));
            }
        }
    }
}
