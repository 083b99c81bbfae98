//! Texts that come again and again, as the words of the language do.

use crate::value::Value;

/// Texts that were read lately, and the values they stand for: each has one
/// place where it can be.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Empty as long as nothing was kept.
    entries: Vec<Option<(Box<[u8]>, Value)>>,
}

/// Which bytes of JSON stand in a text for themselves.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0x20;
    while byte < 0x80 {
        plain[byte] = byte != b'"' as usize && byte != b'\\' as usize;
        byte += 1;
    }
    plain
};

impl Known {
    /// Longer texts come once, as a rule.
    const LONGEST: usize = 40;
    const BITS: u32 = 9;

    /// How many characters there are that stand for themselves, as far as a
    /// text may be kept, and what they hash to.
    pub fn look_over(bytes: &[u8]) -> (usize, u64) {
        let mut hash = 0;
        let window = &bytes[..bytes.len().min(Known::LONGEST)];
        for (length, &byte) in window.iter().enumerate() {
            if !PLAIN[usize::from(byte)] {
                return (length, hash);
            }
            // Fowler, Noll and Vo's.
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        (window.len(), hash)
    }

    pub fn find(&self, hash: u64, characters: &[u8]) -> Option<Value> {
        match self.entries.get(Known::slot(hash)) {
            Some(Some((text, value))) if **text == *characters => Some(value.clone()),
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
        // The multiplication of Fibonacci hashing.
        (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Known::BITS)) as usize
    }
}
