//! Arrays that stand in a text again and again, letter by letter: they are read
//! once and shared.

use std::ops::Range;

use super::strings::{mix, word};
use crate::array::Array;

/// The arrays of the text that is read: each has one place where it can be,
/// found by how it starts.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    /// Empty as long as no text was long enough.
    entries: Vec<Entry>,
    /// Tells the entries of this text from those of earlier ones.
    text: u32,
}

/// An array that was read.
#[derive(Clone, Debug, Default)]
struct Entry {
    text: u32,
    start: u32,
    end: u32,
    /// The number of values in it.
    nodes: u32,
    /// There if it stood in the text more than once.
    array: Option<Array>,
}

/// An array that stood in the text before.
pub(super) struct Repeated<'a> {
    pub array: &'a Array,
    /// The length in the text.
    pub length: usize,
    /// The number of values in it.
    pub nodes: usize,
}

/// The place in which an array is noted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    slot: usize,
    /// True if the array that is noted there is the same one.
    again: bool,
}

impl Repeats {
    const BITS: u32 = 9;
    /// Shorter texts hardly repeat anything.
    const SHORTEST: usize = 500;
    /// Longer arrays are not noted: comparing with one must not take long,
    /// however often a text makes it happen in vain.
    const LONGEST: usize = 500;

    /// Begins with a text. Gives whether it is worth the while.
    pub fn begin(&mut self, text: &str) -> bool {
        if text.len() < Repeats::SHORTEST || u32::try_from(text.len()).is_err() {
            return false;
        }
        if self.entries.is_empty() {
            self.entries.resize(1 << Repeats::BITS, Entry::default());
        }
        self.text = self.text.saturating_add(1);
        self.text < u32::MAX
    }

    /// The place of the array that starts there.
    #[inline]
    pub fn look_up(&self, bytes: &[u8], start: usize) -> Place {
        let hash = (0..3).fold(0, |hash, part| mix(hash, word(bytes, start + 8 * part)));
        let slot = (hash >> (64 - Repeats::BITS)) as usize;
        let again = self.entries.get(slot).is_some_and(|entry| {
            let noted = bytes.get(entry.start as usize..entry.end as usize);
            entry.text == self.text && noted.is_some_and(|noted| bytes[start..].starts_with(noted))
        });
        Place { slot, again }
    }

    /// The array that has this place, if its value was kept.
    #[inline]
    pub fn get(&self, place: &Place) -> Option<Repeated<'_>> {
        let entry = self.entries.get(place.slot).filter(|_| place.again)?;
        let length = (entry.end - entry.start) as usize;
        Some(Repeated { array: entry.array.as_ref()?, length, nodes: entry.nodes as usize })
    }

    /// The array at this place was read, and is made of so many values.
    #[inline]
    pub fn note(&mut self, place: Place, span: Range<usize>, nodes: usize, array: &Array) {
        let Some(entry) = self.entries.get_mut(place.slot) else { return };
        let useful = entry.text == self.text && entry.array.is_some();
        if span.len() > Repeats::LONGEST || useful && !place.again {
            return;
        }
        // All of them fit, as the length of the whole text does.
        entry.text = self.text;
        (entry.start, entry.end, entry.nodes) = (span.start as u32, span.end as u32, nodes as u32);
        if place.again || entry.array.is_some() {
            entry.array = place.again.then(|| array.clone());
        }
    }
}
