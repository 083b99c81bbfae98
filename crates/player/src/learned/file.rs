//! Files of learned values: small, sparse, and of the rules of one mode.
//!
//! All numbers are little-endian; counts are written seven bits at a time, the lowest
//! first. A file holds: a mark and a version; the hash of the rules; what is foreseen and
//! its unit; the features of hidden state and the tables of the network; the kinds that were met; for learning to go on,
//! where it is; the weights that are not as they were at first; a checksum of all that.

use crate::learned::codes::Codes;
use crate::learned::error::FileError;
use crate::learned::features::{Feature, MOST_FEATURES, MOST_VALUES};
use crate::learned::geometry::MOST_CELLS;
use crate::learned::network::{Indexing, Network, LONGEST, MOST_LOOKUPS};
use crate::learned::trainer::{State, Trainer};
use crate::learned::value::{LearnedValue, Reward};
use crate::learned::weight::{Errors, Scale, Weights, BYTES};

const MARK: &[u8; 4] = b"PMLV";
const VERSION: u8 = 2;
/// The most that is read of some things.
const MOST_TABLES: u64 = 1 << 9;
const MOST_KINDS: u64 = 1 << 16;
const MOST_TEXT: u64 = 1 << 16;

/// Added to what is foreseen if the chance to reach the goal is in the file, too.
const WITH_GOAL: u8 = 2;

/// How weights are written.
const WHOLE: u8 = 0;
const SHORT: u8 = 1;

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

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

    fn head(&mut self, value: &LearnedValue) {
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
        self.count(u64::from(value.codes.own));
        self.count(u64::from(value.codes.shared));
        self.count(value.codes.met.len() as u64);
        for (text, rank) in &value.codes.met {
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

    /// With the checksum.
    fn end(mut self) -> Vec<u8> {
        let checksum = checksum(&self.0);
        self.bytes(&checksum.to_le_bytes());
        self.0
    }
}

impl Trainer {
    /// A file from which learning can go on as if it had not been interrupted, with all
    /// weights that were learned.
    pub fn to_file(&self) -> Vec<u8> {
        let mut out = Writer(Vec::new());
        out.head(&self.value);
        out.0.push(WHOLE);
        let State { seed, most_turns, games, moves, scale, goal_scale, restarts } = self.state;
        [seed, most_turns, games, moves].iter().for_each(|number| out.bytes(&number.to_le_bytes()));
        out.0.push(u8::from(restarts));
        for Scale { mean, count } in [scale, goal_scale] {
            out.bytes(&count.to_le_bytes());
            out.bytes(&mean.to_le_bytes());
        }
        for weights in self.value.heads() {
            out.whole_weights(weights);
        }
        out.end()
    }

    /// Goes on with what a file holds, with at most so many bytes of memory for weights.
    /// The last games are forgotten, those that [`Trainer::progress`] tells of.
    ///
    /// # Errors
    /// The file is damaged, of other rules than these, too large, or made to be small and
    /// not to go on from.
    pub fn of_file(bytes: &[u8], rules: &polymerge_rules::Mode, memory: usize) -> Result<Trainer, FileError> {
        let (value, state) = read(bytes, rules, memory)?;
        Ok(Trainer::of(value, state.ok_or(FileError::NotToGoOn)?))
    }
}

impl LearnedValue {
    /// A file of at most so many bytes, to play by: the weights that matter most, with less
    /// precision. It is larger only if what is needed besides weights is.
    pub fn to_file(&self, most: usize) -> Vec<u8> {
        let mut head = Writer(Vec::new());
        head.head(self);
        head.0.push(SHORT);
        let heads: Vec<Vec<(f32, Errors)>> = self.heads().map(|weights| weights.all().collect()).collect();
        // A byte for how far the next weight is, mostly, and one for its value.
        let mut count = most.saturating_sub(head.0.len()) / 2;
        loop {
            let mut out = Writer(head.0.clone());
            for all in &heads {
                self.put_weights(all, least_of(all, count / heads.len()), &mut out);
            }
            let file = out.end();
            if file.len() <= most || count == 0 {
                return file;
            }
            count = count.saturating_sub(((file.len() - most) / 3).max(count / 64).max(1));
        }
    }

    /// Writes the weights that are more important than this.
    fn put_weights(&self, all: &[(f32, Errors)], least: u64, out: &mut Writer) {
        for table in &self.network.tables {
            let first = table.first as usize;
            let weights = all.get(first..first + table.size as usize).unwrap_or_default();
            let kept = || weights.iter().enumerate().filter(|(_, weight)| importance(weight) > least);
            let largest = kept().fold(0.0_f32, |largest, (_, (value, _))| largest.max(value.abs()));
            let step = largest / 127.0;
            out.bytes(&step.to_le_bytes());
            let mut next = 0;
            for (place, (value, _)) in kept() {
                let parts = if step.is_normal() { rounded(value / step) } else { 0 };
                if parts != 0 {
                    out.count((place - next) as u64 + 1);
                    next = place + 1;
                    out.bytes(&parts.to_le_bytes());
                }
            }
            out.count(0);
        }
    }

    /// The weights of what is foreseen, then those of the chance to reach the goal.
    fn heads(&self) -> impl Iterator<Item = &Weights> {
        std::iter::once(&self.weights).chain(&self.goal)
    }

    /// What a file holds, with at most so many bytes of memory for weights.
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

/// How important a weight has to be so that about so many are.
fn least_of(all: &[(f32, Errors)], count: usize) -> u64 {
    let mut all: Vec<u64> = all.iter().map(importance).filter(|own| *own > 0).collect();
    if all.len() <= count {
        return 0;
    }
    let place = all.len() - count - 1;
    *all.select_nth_unstable(place).1
}

/// How often and how much a weight was learned, and how large it is.
fn importance((value, errors): &(f32, Errors)) -> u64 {
    let size = value.abs() * (1.0 + f32::from(errors.size));
    if size.is_finite() {
        u64::from(size.to_bits())
    } else {
        0
    }
}

/// The nearest whole number of a number between -127 and 127.
fn rounded(number: f32) -> i8 {
    (number + if number < 0.0 { -0.5 } else { 0.5 }) as i8
}

/// Bytes that are read.
struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn take<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], FileError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(FileError::Damaged("it ends too early"))?;
        self.0 = rest;
        Ok(*taken)
    }

    fn byte(&mut self) -> Result<u8, FileError> {
        Ok(self.take::<1>()?[0])
    }

    fn count(&mut self, most: u64) -> Result<u64, FileError> {
        let mut number = 0_u64;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return if number <= most {
                    Ok(number)
                } else {
                    Err(FileError::Damaged("a number is too large"))
                };
            }
        }
        Err(FileError::Damaged("a number is too long"))
    }

    fn features(&mut self) -> Result<Vec<Feature>, FileError> {
        let mut features = Vec::new();
        for _ in 0..self.count(MOST_FEATURES as u64)? {
            let place = self.count(u64::from(u32::MAX))? as usize;
            let known = self.count(u64::from(MOST_VALUES))?;
            let known = (0..known).map(|_| self.take().map(u64::from_le_bytes));
            features.push(Feature { place, known: known.collect::<Result<_, FileError>>()? });
        }
        Ok(features)
    }

    fn network(&mut self) -> Result<(Network, Vec<Feature>), FileError> {
        let cells = self.count(MOST_CELLS as u64)? as usize;
        let codes = self.count(u64::from(u16::MAX))? as u32;
        let features = self.features()?;
        let hidden = features.len();
        let mut network =
            Network { cells, codes, counts_empties: false, hidden, lookups: 0, tables: Vec::new() };
        for _ in 0..self.count(MOST_TABLES)? {
            let length = self.count(LONGEST as u64)? as usize;
            let indexing = match self.byte()? {
                0 => Indexing::Digits(self.count(u64::from(u16::MAX))? as u32),
                1 => Indexing::Hashed(self.count(31)? as u32),
                _ => return Err(FileError::Damaged("a table is of no known sort")),
            };
            let places = self.count((MOST_LOOKUPS * LONGEST) as u64)?;
            // One more than the cells: how many are empty. Then hidden state.
            let cell = |reader: &mut Self| reader.count((cells + hidden) as u64).map(|cell| cell as u16);
            let places: Vec<u16> = (0..places).map(|_| cell(self)).collect::<Result<_, FileError>>()?;
            let fits = length > 0 && places.len().is_multiple_of(length);
            let added = fits.then(|| network.add_table(length, places, indexing)).flatten();
            added.ok_or(FileError::Damaged("a table does not fit"))?;
        }
        match network.lookups <= MOST_LOOKUPS {
            true => Ok((network, features)),
            false => Err(FileError::Damaged("there are too many tables")),
        }
    }

    fn codes(&mut self) -> Result<Codes, FileError> {
        let (own, shared) = (self.count(u64::from(u16::MAX))?, self.count(u64::from(u16::MAX))?);
        let mut codes = Codes::of_parts(own as u32, shared as u32);
        for _ in 0..self.count(MOST_KINDS)? {
            let length = self.count(MOST_TEXT)? as usize;
            let (text, rest) =
                self.0.split_at_checked(length).ok_or(FileError::Damaged("it ends too early"))?;
            let text = std::str::from_utf8(text).map_err(|_| FileError::Damaged("a kind is no text"))?;
            self.0 = rest;
            let rank = self.count(u64::from(u32::MAX))? as u32;
            codes.add(text.to_owned(), rank);
        }
        Ok(codes)
    }

    fn state(&mut self) -> Result<State, FileError> {
        let mut number = || self.take().map(u64::from_le_bytes);
        let (seed, most_turns, games, moves) = (number()?, number()?, number()?, number()?);
        let restarts = self.byte()? != 0;
        let (scale, goal_scale) = (self.scale()?, self.scale()?);
        Ok(State { seed, most_turns, games, moves, scale, goal_scale, restarts })
    }

    fn scale(&mut self) -> Result<Scale, FileError> {
        let count = u64::from_le_bytes(self.take()?);
        let mean = f64::from_le_bytes(self.take()?);
        match mean.is_finite() && mean >= 0.0 {
            true => Ok(Scale { mean, count }),
            false => Err(FileError::Damaged("the size of errors is no number")),
        }
    }

    fn whole_weights(&mut self, network: &Network) -> Result<Weights, FileError> {
        let mut weights = Weights::new(network.size()).map_err(|_| FileError::NoMemory)?;
        let weight = |reader: &mut Reader<'_>| {
            let value = f32::from_le_bytes(reader.take()?);
            let (sum, size) = (i16::from_le_bytes(reader.take()?), u16::from_le_bytes(reader.take()?));
            Ok((if value.is_finite() { value } else { 0.0 }, Errors { sum, size }))
        };
        self.weights(&mut weights, (0, network.size()), weight)?;
        Ok(weights)
    }

    fn short_weights(&mut self, network: &Network) -> Result<Weights, FileError> {
        let mut weights = Weights::new(network.size()).map_err(|_| FileError::NoMemory)?;
        for table in &network.tables {
            let step = f32::from_le_bytes(self.take()?);
            let weight = |reader: &mut Reader<'_>| {
                let parts = i8::from_le_bytes(reader.take()?);
                let value = f32::from(parts) * step;
                Ok((if value.is_finite() { value } else { 0.0 }, Errors::default()))
            };
            self.weights(&mut weights, (table.first as usize, table.size as usize), weight)?;
        }
        Ok(weights)
    }

    /// Reads the weights of a part, each by `read`.
    fn weights(
        &mut self,
        weights: &mut Weights,
        (first, size): (usize, usize),
        read: impl Fn(&mut Self) -> Result<(f32, Errors), FileError>,
    ) -> Result<(), FileError> {
        let mut next = 0;
        loop {
            match self.count(size as u64)? as usize {
                0 => return Ok(()),
                further => next += further,
            }
            let own = read(self)?;
            let is_set = if next <= size { weights.set(first + next - 1, own) } else { None };
            is_set.ok_or(FileError::Damaged("there are too many weights"))?;
        }
    }
}

fn read(
    bytes: &[u8],
    rules: &polymerge_rules::Mode,
    memory: usize,
) -> Result<(LearnedValue, Option<State>), FileError> {
    let all = bytes;
    let (mark, rest) = bytes.split_first_chunk::<4>().ok_or(FileError::OtherFile)?;
    if mark != MARK {
        return Err(FileError::OtherFile);
    }
    let mut reader = Reader(rest);
    match reader.byte()? {
        VERSION => {}
        version => return Err(FileError::Version(version)),
    }
    let hash = u64::from_le_bytes(reader.take()?);
    let (content, sum) = all.split_last_chunk::<8>().ok_or(FileError::Damaged("it ends too early"))?;
    if checksum(content) != u64::from_le_bytes(*sum) {
        return Err(FileError::Damaged("its checksum is wrong"));
    }
    if hash != rules.rules_hash() {
        return Err(FileError::OtherRules);
    }
    let foreseen = reader.byte()?;
    let with_goal = foreseen & WITH_GOAL != 0;
    let reward = match foreseen & !WITH_GOAL {
        0 => Reward::Points,
        1 => Reward::Turns,
        _ => return Err(FileError::Damaged("it foresees nothing that is known")),
    };
    let unit = f64::from_le_bytes(reader.take()?);
    if !unit.is_finite() || unit <= 0.0 {
        return Err(FileError::Damaged("its unit is no number above 0"));
    }
    let (network, features) = reader.network()?;
    let codes = reader.codes()?;
    if codes.count() > network.codes || rules.width.checked_mul(rules.height) != Some(network.cells) {
        return Err(FileError::Damaged("it does not fit the grid"));
    }
    let sort = reader.byte()?;
    let bytes = network.size() * BYTES * if with_goal { 2 } else { 1 };
    if bytes > memory {
        return Err(FileError::TooLarge { bytes });
    }
    let state = match sort {
        WHOLE => Some(reader.state()?),
        SHORT => None,
        _ => return Err(FileError::Damaged("its weights are of no known sort")),
    };
    let mut head = || match sort {
        WHOLE => reader.whole_weights(&network),
        _ => reader.short_weights(&network),
    };
    let weights = head()?;
    let goal = if with_goal { Some(head()?) } else { None };
    match reader.0.len() {
        8 => Ok((LearnedValue { rules: hash, reward, unit, network, codes, features, weights, goal }, state)),
        _ => Err(FileError::Damaged("there is more than belongs to it")),
    }
}
