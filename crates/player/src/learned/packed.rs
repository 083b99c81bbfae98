//! A compact format of weights: some of them, as whole multiples of a step, by adaptive arithmetic
//! coding.
//!
//! The places of a table are visited digit by digit: one bit says if any weight is kept below a
//! digit. Each bit has a chance that is estimated from earlier bits in similar places, so that the
//! empty parts of a table cost next to nothing. [`Coder`] is the writer and the reader, so that
//! both visit a table in the same steps.

use crate::learned::network::{Indexing, Table};

/// An adaptive probability: the chance of a 1, of 65,536, and the number of bits that it was
/// estimated from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance(u16, u8);

impl Chance {
    const NEW: Chance = Chance(1 << 15, 0);
    /// The least chance of the less likely bit.
    const LEAST: u16 = 32;

    /// Moves towards a bit: fast at first, then by a 64th of the way.
    fn learn(&mut self, bit: bool) {
        let shift = (2 + u32::from(self.1) / 4).min(6);
        self.1 = self.1.saturating_add(1);
        match bit {
            true => self.0 += (u16::MAX - Chance::LEAST).saturating_sub(self.0) >> shift,
            false => self.0 -= self.0.saturating_sub(Chance::LEAST) >> shift,
        }
    }
}

/// The numbers that the bytes to come may begin with.
#[derive(Clone, Copy, Debug)]
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const ALL: Interval = Interval { low: 0, high: u32::MAX };

    /// The last number of the part that a 1 leaves.
    fn middle(self, chance: Chance) -> u32 {
        let part = (u64::from(self.high - self.low) * u64::from(chance.0)) >> 16;
        self.low + part as u32
    }

    fn narrow(&mut self, bit: bool, middle: u32) {
        match bit {
            true => self.high = middle,
            false => self.low = middle + 1,
        }
    }

    /// The first byte, once it is decided.
    fn decided(&mut self) -> Option<u8> {
        let byte = (self.low >> 24 == self.high >> 24).then_some((self.low >> 24) as u8)?;
        (self.low, self.high) = (self.low << 8, self.high << 8 | 0xff);
        Some(byte)
    }
}

/// Writes or reads the weights of tables, in the order of their places.
pub(crate) trait Coder {
    /// Writes a bit, or reads one in its place; `None` if there is nothing left to read.
    fn bit(&mut self, chance: &mut Chance, bit: bool) -> Option<bool>;
    /// Returns true if the next weight to be written is before this place.
    fn is_before(&self, place: u32) -> bool;
    /// The next weight to be written.
    fn next(&mut self) -> i16;
    /// Stores a weight that was read; `None` if there is no such place.
    fn put(&mut self, place: u32, parts: i16) -> Option<()>;
}

/// Writes weights.
pub(crate) struct Packer<'w> {
    interval: Interval,
    weights: &'w [(u32, i16)],
    out: Vec<u8>,
}

impl<'w> Packer<'w> {
    /// Creates a writer of these weights, in ascending order of their places.
    pub(crate) fn new(weights: &'w [(u32, i16)]) -> Packer<'w> {
        Packer { interval: Interval::ALL, weights, out: Vec::new() }
    }

    /// Returns the bytes, once all tables were visited.
    pub(crate) fn end(mut self) -> Vec<u8> {
        self.out.extend(self.interval.low.to_be_bytes());
        self.out
    }
}

impl Coder for Packer<'_> {
    fn bit(&mut self, chance: &mut Chance, bit: bool) -> Option<bool> {
        self.interval.narrow(bit, self.interval.middle(*chance));
        chance.learn(bit);
        while let Some(byte) = self.interval.decided() {
            self.out.push(byte);
        }
        Some(bit)
    }

    fn is_before(&self, place: u32) -> bool {
        self.weights.first().is_some_and(|(own, _)| *own < place)
    }

    fn next(&mut self) -> i16 {
        let Some((&(_, parts), rest)) = self.weights.split_first() else { return 0 };
        self.weights = rest;
        parts
    }

    fn put(&mut self, _: u32, _: i16) -> Option<()> {
        Some(())
    }
}

/// Reads weights, and hands each over with its place.
pub(crate) struct Unpacker<'b, P> {
    interval: Interval,
    number: u32,
    rest: &'b [u8],
    put: P,
}

impl<'b, P: FnMut(u32, i16) -> Option<()>> Unpacker<'b, P> {
    /// Creates a reader of these bytes; `None` if there are too few to begin.
    pub(crate) fn new(bytes: &'b [u8], put: P) -> Option<Unpacker<'b, P>> {
        let (first, rest) = bytes.split_first_chunk()?;
        Some(Unpacker { interval: Interval::ALL, number: u32::from_be_bytes(*first), rest, put })
    }

    /// The bytes after those that were read.
    pub(crate) fn rest(&self) -> &'b [u8] {
        self.rest
    }
}

impl<P: FnMut(u32, i16) -> Option<()>> Coder for Unpacker<'_, P> {
    fn bit(&mut self, chance: &mut Chance, _: bool) -> Option<bool> {
        let middle = self.interval.middle(*chance);
        let bit = self.number <= middle;
        self.interval.narrow(bit, middle);
        chance.learn(bit);
        while self.interval.decided().is_some() {
            let (byte, rest) = self.rest.split_first()?;
            self.number = self.number << 8 | u32::from(*byte);
            self.rest = rest;
        }
        Some(bit)
    }

    fn is_before(&self, _: u32) -> bool {
        false
    }

    fn next(&mut self) -> i16 {
        0
    }

    fn put(&mut self, place: u32, parts: i16) -> Option<()> {
        (self.put)(place, parts)
    }
}

/// The number of digits that have chances of their own; larger ones share the last.
const DIGITS: usize = 32;
/// The number of levels of digits that have chances of their own.
const LEVELS: usize = 8;
/// Bits of the size of a weight, and one more.
const BITS: usize = 16;

/// The adaptive probabilities of all bits.
pub(crate) struct Model {
    /// The chance of a weight below a digit: by the number of levels below it, by the digit, and by
    /// the answers for the two digits before it.
    any: Vec<Chance>,
    /// The chance of a negative weight, by the sign of the last one.
    sign: [Chance; 2],
    /// The chance of a further bit of a size, by the length of the last size and the bits so far.
    more: [[Chance; BITS]; BITS],
    /// The chances of the bits of a size, by its length.
    bits: [[Chance; BITS]; BITS],
    last: i16,
}

impl Model {
    pub(crate) fn new() -> Model {
        let new = Chance::NEW;
        let all = [[new; BITS]; BITS];
        Model { any: vec![new; LEVELS * DIGITS * 4], sign: [new; 2], more: all, bits: all, last: 1 }
    }

    /// Goes through a table.
    pub(crate) fn table(&mut self, coder: &mut impl Coder, table: &Table) -> Option<()> {
        let digits = match table.indexing {
            Indexing::Digits(base) => vec![base; table.length],
            Indexing::Hashed(bits) => {
                let first = bits % 4;
                let rest = std::iter::repeat_n(16, bits as usize / 4);
                (first > 0).then_some(1 << first).into_iter().chain(rest).collect()
            }
        };
        self.part(coder, table.first, table.size, &digits)
    }

    /// Codes a part of a table: the `size` weights from `first` on, which have these digits.
    fn part(&mut self, coder: &mut impl Coder, first: u32, size: u32, digits: &[u32]) -> Option<()> {
        let Some((base, below)) = digits.split_first() else {
            let parts = coder.next();
            let parts = self.weight(coder, parts)?;
            return coder.put(first, parts);
        };
        let size = size / (*base).max(1);
        let level = below.len().min(LEVELS - 1);
        let mut before = 0;
        for digit in 0..*base {
            let place = first + digit * size;
            let like = (level * DIGITS + (digit as usize).min(DIGITS - 1)) * 4 + before;
            let is_any = coder.bit(self.any.get_mut(like)?, coder.is_before(place + size))?;
            if is_any {
                self.part(coder, place, size, below)?;
            }
            before = before << 1 & 3 | usize::from(is_any);
        }
        Some(())
    }

    /// A weight, which is not 0.
    fn weight(&mut self, coder: &mut impl Coder, parts: i16) -> Option<i16> {
        let is_negative = coder.bit(&mut self.sign[usize::from(self.last < 0)], parts < 0)?;
        let size = parts.unsigned_abs();
        let length = |size: u16| size.max(1).ilog2() as usize;
        let more = &mut self.more[length(self.last.unsigned_abs()) % BITS];
        let mut bits = 0;
        while bits < BITS - 2 && coder.bit(&mut more[bits], bits < length(size))? {
            bits += 1;
        }
        let mut read = 1_u16;
        for place in (0..bits).rev() {
            let bit = coder.bit(&mut self.bits[bits][place], size >> place & 1 == 1)?;
            read = read << 1 | u16::from(bit);
        }
        self.last = if is_negative { -(read as i16) } else { read as i16 };
        Some(self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables() -> Vec<Table> {
        let table = |length, indexing: Indexing, first| Table {
            length,
            cells: Vec::new(),
            indexing,
            first,
            size: indexing.size(length).unwrap(),
        };
        vec![
            table(3, Indexing::Digits(7), 0),
            table(1, Indexing::Digits(40), 343),
            table(4, Indexing::Hashed(11), 383),
        ]
    }

    fn packed(weights: &[(u32, i16)]) -> Vec<u8> {
        let (mut packer, mut model) = (Packer::new(weights), Model::new());
        tables().iter().for_each(|table| model.table(&mut packer, table).unwrap());
        packer.end()
    }

    /// Returns the weights that were read, and the number of bytes that are left.
    fn unpacked(bytes: &[u8]) -> Option<(Vec<(u32, i16)>, usize)> {
        let mut read = Vec::new();
        let mut unpacker = Unpacker::new(bytes, |place, parts| {
            read.push((place, parts));
            Some(())
        })?;
        let mut model = Model::new();
        tables().iter().try_for_each(|table| model.table(&mut unpacker, table))?;
        let left = unpacker.rest().len();
        Some((read, left))
    }

    #[test]
    fn what_is_packed_is_read_again() {
        let sizes = [1, -1, 2, -3, 500, 32_767, -32_767, 7];
        for apart in [1, 2, 3, 50, 5_000] {
            let weights: Vec<(u32, i16)> = (0..2_431).step_by(apart).zip(sizes.into_iter().cycle()).collect();
            let bytes = packed(&weights);
            assert_eq!(unpacked(&bytes), Some((weights, 0)));
            let longer = [&bytes[..], &[1, 2, 3]].concat();
            assert_eq!(unpacked(&longer).unwrap().1, 3);
            assert_eq!(unpacked(&bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(unpacked(&packed(&[])), Some((Vec::new(), 0)));
    }

    #[test]
    fn few_weights_and_small_ones_take_few_bytes() {
        let every =
            |apart: usize| packed(&(0..2_431).step_by(apart).map(|place| (place, 1)).collect::<Vec<_>>());
        assert!(
            packed(&[]).len() < 20 && every(100).len() < 80,
            "{} {}",
            packed(&[]).len(),
            every(100).len()
        );
        assert!(every(1).len() < 120, "{}", every(1).len());
    }
}
