//! Texts that come again and again, as the words of the language do.

use crate::value::Value;

/// The number of bytes that are tested together.
const WORD: usize = 8;

/// The bytes from a place on, the first one lowest; zeros behind the last.
#[inline]
pub(super) fn word(bytes: &[u8], at: usize) -> u64 {
    match bytes.get(at..).and_then(|bytes| bytes.first_chunk()) {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => last_word(bytes.get(at..).unwrap_or_default()),
    }
}

#[cold]
fn last_word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// The bytes of a quotation mark.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quote {
    word: u64,
    mask: u64,
    pub length: usize,
}

impl Quote {
    /// The mark itself.
    pub const PLAIN: Quote = Quote { word: b'"' as u64, mask: 0xff, length: 1 };

    /// Written as these bytes; `None` if there are none, or more than a word
    /// holds.
    pub fn new(written: &str) -> Option<Quote> {
        let length = written.len();
        let good = (1..=WORD).contains(&length) && !written.contains('\0');
        good.then(|| Quote {
            word: word(written.as_bytes(), 0),
            mask: u64::MAX >> (8 * (WORD - length)),
            length,
        })
    }

    /// Returns true if a quotation mark begins there.
    #[inline]
    pub fn is_at(&self, bytes: &[u8], at: usize) -> bool {
        word(bytes, at) & self.mask == self.word
    }

    #[inline]
    pub fn first_byte(&self) -> u8 {
        self.word as u8
    }
}

/// Returns the number of bytes of a word that need no escape in a text of JSON: ASCII without
/// control characters, quotation marks, backslashes and the byte `mark`.
#[inline]
fn plain(word: u64, mark: u8) -> usize {
    const ONES: u64 = u64::MAX / 255;
    // The highest bit of a byte is set where it is less than another one, or
    // behind such a byte, which the lowest of them is not.
    let less = |word: u64, than: u8| word.wrapping_sub(ONES * u64::from(than)) & !word;
    let same = |byte: u8| less(word ^ (ONES * u64::from(byte)), 1);
    let others = (word | less(word, 0x20) | same(b'"') | same(b'\\') | same(mark)) & (ONES << 7);
    (others.trailing_zeros() / 8) as usize
}

/// The number of words of the longest text that is kept; longer ones hardly ever come twice.
const WORDS: usize = 4;

/// The key of a text: its characters, in a few words. Most texts are so short that one word is
/// enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Word(u64),
    Words([u64; WORDS], u64),
}

/// One word of a text.
struct Part {
    word: u64,
    length: usize,
    /// True if the quotation mark follows.
    ends: bool,
    /// True if the part ends with the first byte of a quotation mark.
    marked: bool,
}

/// The next characters, as many as a word holds at most. No text holds a zero,
/// so zeros stand behind them.
#[inline]
fn part(bytes: &[u8], at: usize, quote: &Quote) -> Option<Part> {
    let word = word(bytes, at);
    let mut length = plain(word, quote.first_byte());
    if length == WORD {
        return Some(Part { word, length, ends: false, marked: false });
    }
    let ends = quote.is_at(bytes, at + length);
    if !ends {
        // The first byte of a longer quotation mark may stand in a text.
        if quote.length == 1 || bytes.get(at + length) != Some(&quote.first_byte()) {
            return None;
        }
        length += 1;
    }
    // In two steps, as it may be the whole word.
    let seen = word & !(u64::MAX << (4 * length) << (4 * length));
    Some(Part { word: seen, length, ends, marked: !ends })
}

/// Takes one more word into a hash, whose highest bits are the best.
#[inline]
pub(super) fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A text in front of its quotation mark.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The number of bytes of the text.
    pub length: usize,
    pub key: Key,
    /// True if the text contains the first byte of the quotation mark.
    pub marked: bool,
}

impl Found {
    /// Looks for the quotation mark. `None` if that is far or the characters
    /// before it don't stand for themselves.
    #[inline]
    pub fn before(quote: &Quote, bytes: &[u8], start: usize) -> Option<Found> {
        let first = part(bytes, start, quote)?;
        if first.ends {
            return Some(Found { length: first.length, key: Key::Word(first.word), marked: false });
        }
        Found::of_several(first, bytes, start, quote)
    }

    fn of_several(first: Part, bytes: &[u8], start: usize, quote: &Quote) -> Option<Found> {
        let (mut words, mut hash, mut length) = ([0; WORDS], mix(0, first.word), first.length);
        words[0] = first.word;
        let mut marked = first.marked;
        for place in 1..WORDS {
            let part = part(bytes, start + length, quote)?;
            words[place] = part.word;
            hash = mix(hash, part.word);
            length += part.length;
            marked |= part.marked;
            if part.ends {
                return Some(Found { length, key: Key::Words(words, hash), marked });
            }
        }
        None
    }
}

impl Key {
    #[inline]
    fn slot(&self) -> usize {
        let hash = match self {
            Key::Word(word) => mix(0, *word),
            Key::Words(_, hash) => *hash,
        };
        (hash >> (64 - Known::BITS)) as usize
    }
}

/// Texts that were read lately, and the values they stand for: each has one
/// place where it can be.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Both are empty as long as nothing was kept.
    short: Vec<(u64, Value)>,
    long: Vec<([u64; WORDS], Value)>,
}

impl Known {
    const BITS: u32 = 8;
    /// A key that no text has.
    const NOTHING: u64 = u64::MAX;

    #[inline]
    pub fn find(&self, key: &Key) -> Option<&Value> {
        match key {
            Key::Word(word) => {
                let (kept, value) = self.short.get(key.slot())?;
                (kept == word).then_some(value)
            }
            Key::Words(words, _) => {
                let (kept, value) = self.long.get(key.slot())?;
                (kept == words).then_some(value)
            }
        }
    }

    pub fn keep(&mut self, key: Key, value: &Value) {
        let slot = key.slot();
        match key {
            Key::Word(word) => {
                if self.short.is_empty() {
                    self.short.resize(1 << Known::BITS, (Known::NOTHING, Value::Undefined));
                }
                self.short[slot] = (word, value.clone());
            }
            Key::Words(words, _) => {
                if self.long.is_empty() {
                    self.long.resize(1 << Known::BITS, ([Known::NOTHING; WORDS], Value::Undefined));
                }
                self.long[slot] = (words, value.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text_before(quote: &str, bytes: impl AsRef<[u8]>) -> Option<Found> {
        Found::before(&Quote::new(quote).unwrap(), bytes.as_ref(), 0)
    }

    #[test]
    fn texts_end_at_a_quotation_mark() {
        for (quote, other) in [("\"", "&"), ("&#x22;", "&#x26;")] {
            for before in 0..8 * WORDS {
                let text = format!("{}{other}", "~".repeat(before));
                for bytes in [text.clone(), format!("{other}{text}")] {
                    let found = text_before(quote, format!("{bytes}{quote}x"));
                    let short = before + 2 * other.len() < 8 * (WORDS - 2);
                    assert!(found.is_some() || !short, "{bytes}");
                    assert!(found.is_none_or(|found| found.length == bytes.len()), "{bytes}");
                    assert!(text_before(quote, &bytes).is_none(), "{bytes} without an end");
                }
            }
        }
    }

    #[test]
    fn characters_that_do_not_stand_for_themselves_end_it() {
        for quote in ["\"", "&#x22;"] {
            for before in 0..8 * WORDS - 9 {
                for byte in 0..=u8::MAX {
                    let bytes = [&vec![b'~'; before][..], &[byte, b'a'], quote.as_bytes()].concat();
                    let plain = (0x20..0x80).contains(&byte) && !b"\"\\".contains(&byte);
                    let length = (byte == b'"' && quote == "\"").then_some(before);
                    let expected = length.or(plain.then_some(before + 2));
                    let found = text_before(quote, &bytes).map(|found| found.length);
                    assert_eq!(found, expected, "{byte} behind {before}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn a_text_is_found_by_its_characters(texts in prop::collection::vec("[ -!#-\\[\\]-~]{0,31}", 1..20)) {
            let mut known = Known::default();
            for (number, text) in texts.iter().enumerate() {
                // What comes behind the text is of no matter.
                let found = text_before("\"", format!("{text}\"{number}")).unwrap();
                prop_assert_eq!(found.length, text.len());
                known.keep(found.key, &number.into());
                let found = text_before("\"", format!("{text}\"")).unwrap();
                prop_assert_eq!(known.find(&found.key), Some(&number.into()));
            }
        }
    }
}
