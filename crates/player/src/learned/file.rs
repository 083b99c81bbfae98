//! Files of learned values: small, sparse, and of the rules of one mode. Reading them is in
//! `reader`.
//!
//! All numbers are little-endian; counts are written seven bits at a time, the lowest first. A file
//! holds: a mark and a version; the hash of the rules; the reward and its unit; the features of
//! hidden state, the pairs of neighbours and the tables of the network; the kinds that were seen; the state of the trainer,
//! if learning can continue; the weights that differ from their first values, those of the chance
//! to reach the goal in a second list; a checksum of all that.

use crate::learned::codes::Codes;
use crate::learned::error::FileError;
use crate::learned::format::{LAMBDA_ZERO, MARK, PACKED, VERSION, WHOLE, WITH_GOAL, WITH_RESTARTS, checksum};
use crate::learned::neighbours::{Neighbours, Pair};
use crate::learned::network::Indexing;
use crate::learned::quantizer::Quantizer;
use crate::learned::reader::{head, read};
use crate::learned::trace::Lambda;
use crate::learned::trainer::{State, Trainer};
use crate::learned::value::{LearnedValue, Reward};
use crate::learned::weight::{Errors, Scale, Weights};

/// Bytes of the checksum at the end.
const CHECKSUM: usize = 8;
/// Bytes of a kind besides its name, about.
const BESIDE_NAME: usize = 3;

/// Bytes that are written.
struct Writer(Vec<u8>);

impl Writer {
    fn count(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Writes all before the weights, with at most `names` bytes for the names of kinds.
    fn head(&mut self, value: &LearnedValue, names: usize) {
        self.bytes(MARK);
        self.0.push(VERSION);
        self.bytes(&value.rules.to_le_bytes());
        self.0
            .push(u8::from(value.reward == Reward::Turns) | if value.goal.is_some() { WITH_GOAL } else { 0 });
        self.bytes(&value.unit.to_le_bytes());
        let network = &value.network;
        self.count(network.cells as u64);
        self.count(u64::from(network.codes));
        self.count(value.features.len() as u64);
        for feature in &value.features {
            self.count(feature.place as u64);
            self.count(feature.known.len() as u64);
            feature.known.iter().for_each(|number| self.bytes(&number.to_le_bytes()));
        }
        self.neighbours(&network.neighbours);
        self.count(network.tables.len() as u64);
        for table in &network.tables {
            self.count(table.length as u64);
            let (hashed, number) = match table.indexing {
                Indexing::Digits(base) => (0, base),
                Indexing::Hashed(bits) => (1, bits),
            };
            self.0.push(hashed);
            self.count(u64::from(number));
            self.count(table.cells.len() as u64);
            table.cells.iter().for_each(|cell| self.count(u64::from(*cell)));
        }
        self.kinds(&value.codes, names);
    }

    /// Writes the pairs of neighbouring cells; 0 stands for no direction.
    fn neighbours(&mut self, Neighbours { axes, pairs }: &Neighbours) {
        let direction = |own: Option<u8>| own.map_or(0, |own| u64::from(own) + 1);
        self.count(axes.len() as u64);
        axes.iter().flat_map(|axis| [axis.forth, axis.back]).for_each(|own| self.count(direction(own)));
        self.count(pairs.len() as u64);
        for Pair { first, second, axis } in pairs {
            [*first, *second, u16::from(*axis)].iter().for_each(|own| self.count(u64::from(*own)));
        }
    }

    /// Writes the kinds that were seen, the first ones with their names, which take at most `names`
    /// bytes. Others are written without: their numbers, which index the weights, must not be given
    /// to other kinds. When they are seen again, they share codes by their ranks.
    fn kinds(&mut self, Codes { own, shared, seen, .. }: &Codes, names: usize) {
        let sizes = seen.iter().scan(0, |sum, (text, _)| {
            *sum += text.len() + BESIDE_NAME;
            Some(*sum)
        });
        let named = sizes.take_while(|size| *size <= names).count();
        // Ranks are compared with that of the first kind that has no number of its own.
        let listed = named.max(seen.len().min(*own as usize + 1));
        self.count(u64::from(*own));
        self.count(u64::from(*shared));
        self.count(listed as u64);
        for (place, (text, rank)) in seen.iter().take(listed).enumerate() {
            let text = if place < named { text.as_str() } else { "" };
            self.count(text.len() as u64);
            self.bytes(text.as_bytes());
            self.count(u64::from(*rank));
        }
    }

    fn whole_weights(&mut self, weights: &Weights) {
        let mut next = 0;
        for (place, weight) in weights.all().enumerate() {
            let (value, Errors { sum, size }) = weight;
            if weight != (0.0, Errors::default()) {
                self.count((place - next) as u64 + 1);
                next = place + 1;
                self.bytes(&value.to_le_bytes());
                self.bytes(&sum.to_le_bytes());
                self.bytes(&size.to_le_bytes());
            }
        }
        self.count(0);
    }

    /// Returns the bytes with the checksum.
    fn end(mut self) -> Vec<u8> {
        let checksum = checksum(&self.0);
        self.bytes(&checksum.to_le_bytes());
        self.0
    }
}

impl Trainer {
    /// Returns a file from which learning can continue as if it had not been interrupted, with all
    /// weights that were learned.
    pub fn to_file(&self) -> Vec<u8> {
        let mut out = Writer(Vec::new());
        out.head(&self.value, usize::MAX);
        out.0.push(WHOLE);
        let State { seed, most_turns, games, moves, scale, goal_scale, restarts, lambda } = self.state;
        [seed, most_turns, games, moves].iter().for_each(|number| out.bytes(&number.to_le_bytes()));
        out.0.push(
            if restarts { WITH_RESTARTS } else { 0 } | if lambda == Lambda::Zero { LAMBDA_ZERO } else { 0 },
        );
        for Scale { mean, count } in [scale, goal_scale] {
            out.bytes(&count.to_le_bytes());
            out.bytes(&mean.to_le_bytes());
        }
        for weights in self.value.heads() {
            out.whole_weights(weights);
        }
        out.end()
    }

    /// Creates a trainer that continues from a file, with at most `memory` bytes for weights. The
    /// last games, which [`Trainer::progress`] reports, are not in the file.
    ///
    /// # Errors
    /// The file is damaged, of other rules than these, too large, or made to be small and
    /// not to go on from.
    pub fn of_file(bytes: &[u8], rules: &polymerge_rules::Mode, memory: usize) -> Result<Trainer, FileError> {
        let (value, state) = read(bytes, rules, memory)?;
        Ok(Trainer::of(value, state.ok_or(FileError::NotResumable)?))
    }
}

impl LearnedValue {
    /// Returns a file of at most `most` bytes, to play by: the weights that matter most, with less
    /// precision. At most half of it are names of kinds, those that were seen first. It is larger
    /// only if the parts besides names and weights are.
    pub fn to_file(&self, most: usize) -> Vec<u8> {
        let mut out = Writer(Vec::new());
        out.head(self, most / 2);
        out.0.push(PACKED);
        let left = most.saturating_sub(out.0.len() + CHECKSUM);
        let each = left / self.heads().count().max(1);
        for weights in self.heads() {
            out.bytes(&Quantizer::of(weights).pack(&self.network.tables, each));
        }
        out.end()
    }

    /// The weights of the reward, then those of the chance to reach the goal.
    fn heads(&self) -> impl Iterator<Item = &Weights> {
        std::iter::once(&self.weights).chain(&self.goal)
    }

    /// Returns the hash of the rules of a file; `None` if it is no file of this version. The rest
    /// of the file is not read.
    pub fn rules_of_file(bytes: &[u8]) -> Option<u64> {
        head(bytes).ok().map(|(rules, _)| rules)
    }

    /// Reads a file, with at most `memory` bytes for weights.
    ///
    /// # Errors
    /// The file is damaged, of other rules than these, or too large.
    pub fn of_file(
        bytes: &[u8],
        rules: &polymerge_rules::Mode,
        memory: usize,
    ) -> Result<LearnedValue, FileError> {
        read(bytes, rules, memory).map(|(value, _)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::format::SHORT;
    use crate::learned::trainer::Training;
    use polymerge_rules::{Engine, Limits, Mode, Ruleset};

    #[test]
    fn files_that_continue_in_unknown_ways_are_refused() {
        let mode = Mode::classic(2, 2);
        let mut engine = Engine::new(Ruleset::compile(mode.clone(), Limits::default()).unwrap(), 0.0);
        let training = Training { memory: 1 << 20, ..Training::default() };
        let trainer = Trainer::new(&mut engine, &training).unwrap();
        // Patterns are small.
        assert_eq!(trainer.state.lambda, Lambda::Zero);
        let with = |bits: u8| {
            let mut out = Writer(Vec::new());
            out.head(&trainer.value, usize::MAX);
            out.0.push(WHOLE);
            out.bytes(&[0; 32]);
            out.0.push(bits);
            // Two scales, and no weights.
            out.bytes(&[0; 33]);
            Trainer::of_file(&out.end(), &mode, 1 << 20)
        };
        for (bits, restarts, lambda) in
            [(0, false, Lambda::Half), (1, true, Lambda::Half), (2, false, Lambda::Zero)]
        {
            let state = with(bits).unwrap().state;
            assert_eq!((state.restarts, state.lambda), (restarts, lambda));
        }
        assert_eq!(with(4).err(), Some(FileError::Damaged("it goes on in an unknown way")));
    }

    #[test]
    fn files_that_were_made_small_by_bytes_are_read() {
        let mode = Mode::classic(2, 2);
        let mut engine = Engine::new(Ruleset::compile(mode.clone(), Limits::default()).unwrap(), 0.0);
        let trainer =
            Trainer::new(&mut engine, &Training { memory: 1 << 20, ..Training::default() }).unwrap();
        let value = trainer.value();
        let mut out = Writer(Vec::new());
        out.head(value, usize::MAX);
        out.0.push(SHORT);
        for _ in &value.network.tables {
            out.bytes(&0.5_f32.to_le_bytes());
            // The second weight is -3 steps, the fourth one 2.
            out.bytes(&[2, -3_i8 as u8, 2, 2, 0]);
        }
        let read = LearnedValue::of_file(&out.end(), &mode, 1 << 20).unwrap();
        let weights: Vec<f32> = read.weights.all().map(|(value, _)| value).take(5).collect();
        assert_eq!(weights, [0.0, -1.5, 0.0, 1.0, 0.0]);
    }
}
