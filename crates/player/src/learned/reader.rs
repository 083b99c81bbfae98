//! Reading files of learned values, which may come from strangers: everything is checked and
//! bounded.

use crate::learned::codes::Codes;
use crate::learned::error::FileError;
use crate::learned::features::{Feature, MOST_FEATURES, MOST_VALUES};
use crate::learned::format::{
    LAMBDA_ZERO, MARK, PACKED, SHORT, VERSION, WHOLE, WITH_GOAL, WITH_RESTARTS, WITHOUT_RELATIONS, checksum,
};
use crate::learned::geometry::MOST_CELLS;
use crate::learned::neighbours::{Axis, MOST_AXES, MOST_PAIRS, Neighbours, Pair};
use crate::learned::network::{Indexing, LONGEST, MOST_LOOKUPS, MOST_TABLES, Network};
use crate::learned::packed::{Model, Unpacker};
use crate::learned::trace::Lambda;
use crate::learned::trainer::State;
use crate::learned::value::{LearnedValue, Reward};
use crate::learned::weight::{BYTES, Errors, Scale, Weights};

/// The most that is read of some things.
const MOST_KINDS: u64 = 1 << 16;
const MOST_TEXT: u64 = 1 << 16;

/// Bytes that are read, and the version of their format.
pub(crate) struct Reader<'b>(&'b [u8], u8);

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

    fn neighbours(&mut self, cells: usize) -> Result<Neighbours, FileError> {
        let mut neighbours = Neighbours::default();
        let direction = |reader: &mut Self| {
            let number = reader.count(u64::from(u8::MAX))?;
            Ok((number as u8).checked_sub(1))
        };
        for _ in 0..self.count(MOST_AXES as u64)? {
            neighbours.axes.push(Axis { forth: direction(self)?, back: direction(self)? });
        }
        let (last_cell, last_axis) = (cells.checked_sub(1), neighbours.axes.len().checked_sub(1));
        for _ in 0..self.count(MOST_PAIRS as u64)? {
            let (Some(last_cell), Some(last_axis)) = (last_cell, last_axis) else {
                return Err(FileError::Damaged("its neighbours have no cells"));
            };
            let mut cell = || self.count(last_cell as u64).map(|cell| cell as u16);
            let (first, second) = (cell()?, cell()?);
            neighbours.pairs.push(Pair { first, second, axis: self.count(last_axis as u64)? as u8 });
        }
        Ok(neighbours)
    }

    fn network(&mut self) -> Result<(Network, Vec<Feature>), FileError> {
        let cells = self.count(MOST_CELLS as u64)? as usize;
        let codes = self.count(u64::from(u16::MAX))? as u32;
        let features = self.features()?;
        let hidden = features.len();
        let mut network = Network { hidden, ..Network::new(cells, codes) };
        if self.1 > WITHOUT_RELATIONS {
            network.neighbours = self.neighbours(cells)?;
        }
        for _ in 0..self.count(MOST_TABLES as u64)? {
            let length = self.count(LONGEST as u64)? as usize;
            let indexing = match self.byte()? {
                0 => Indexing::Digits(self.count(u64::from(u16::MAX))? as u32),
                1 => Indexing::Hashed(self.count(31)? as u32),
                _ => return Err(FileError::Damaged("a table is of no known sort")),
            };
            let places = self.count((MOST_LOOKUPS * LONGEST) as u64)?;
            // One more than the cells: how many are empty. Then relations, and hidden state.
            let most = network.first_hidden() + hidden - 1;
            let cell = |reader: &mut Self| reader.count(most as u64).map(|cell| cell as u16);
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
        let bits = self.byte()?;
        if bits & !(WITH_RESTARTS | LAMBDA_ZERO) != 0 {
            return Err(FileError::Damaged("it goes on in an unknown way"));
        }
        let restarts = bits & WITH_RESTARTS != 0;
        let lambda = if bits & LAMBDA_ZERO != 0 { Lambda::Zero } else { Lambda::Half };
        let (scale, goal_scale) = (self.scale()?, self.scale()?);
        Ok(State { seed, most_turns, games, moves, scale, goal_scale, restarts, lambda })
    }

    fn scale(&mut self) -> Result<Scale, FileError> {
        let count = u64::from_le_bytes(self.take()?);
        let mean = f64::from_le_bytes(self.take()?);
        match mean.is_finite() && mean >= 0.0 {
            true => Ok(Scale { mean, count }),
            false => Err(FileError::Damaged("the size of errors is not a number")),
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

    fn packed_weights(&mut self, network: &Network) -> Result<Weights, FileError> {
        let mut weights = Weights::new(network.size()).map_err(|_| FileError::NoMemory)?;
        let step = f32::from_le_bytes(self.take()?);
        if !step.is_finite() || step < 0.0 {
            return Err(FileError::Damaged("the step of weights is not a number"));
        }
        let put = |place: u32, parts: i16| {
            let value = f32::from(parts) * step;
            let value = if value.is_finite() { value } else { 0.0 };
            weights.set(place as usize, (value, Errors::default()))
        };
        let ended = FileError::Damaged("it ends too early");
        let mut unpacker = Unpacker::new(self.0, put).ok_or(ended)?;
        let mut model = Model::new();
        for table in &network.tables {
            model.table(&mut unpacker, table).ok_or(ended)?;
        }
        self.0 = unpacker.rest();
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

/// The hash of the rules that a file is of, and what follows it.
pub(crate) fn head(bytes: &[u8]) -> Result<(u64, Reader<'_>), FileError> {
    let (mark, rest) = bytes.split_first_chunk::<4>().ok_or(FileError::OtherFile)?;
    if mark != MARK {
        return Err(FileError::OtherFile);
    }
    let mut reader = Reader(rest, VERSION);
    match reader.byte()? {
        version @ (WITHOUT_RELATIONS | VERSION) => reader.1 = version,
        version => return Err(FileError::Version(version)),
    }
    Ok((u64::from_le_bytes(reader.take()?), reader))
}

/// Reads a file: the learned value, and the state of the trainer if learning can continue from it.
pub(crate) fn read(
    bytes: &[u8],
    rules: &polymerge_rules::Mode,
    memory: usize,
) -> Result<(LearnedValue, Option<State>), FileError> {
    let (hash, mut reader) = head(bytes)?;
    let (content, sum) = bytes.split_last_chunk::<8>().ok_or(FileError::Damaged("it ends too early"))?;
    if checksum(content) != u64::from_le_bytes(*sum) {
        return Err(FileError::Damaged("its checksum is wrong"));
    }
    if hash != rules.rules_hash() {
        return Err(FileError::OtherRules);
    }
    let reward_byte = reader.byte()?;
    let with_goal = reward_byte & WITH_GOAL != 0;
    let reward = match reward_byte & !WITH_GOAL {
        0 => Reward::Points,
        1 => Reward::Turns,
        _ => return Err(FileError::Damaged("it foresees nothing that is known")),
    };
    let unit = f64::from_le_bytes(reader.take()?);
    if !unit.is_finite() || unit <= 0.0 {
        return Err(FileError::Damaged("its unit is not a number above 0"));
    }
    let (network, features) = reader.network()?;
    let codes = reader.codes()?;
    if codes.count() > network.codes || rules.width.checked_mul(rules.height) != Some(network.cells) {
        return Err(FileError::Damaged("it does not fit the grid"));
    }
    let sort = reader.byte()?;
    let bytes = network.size().saturating_mul(if with_goal { 2 * BYTES } else { BYTES });
    if bytes > memory {
        return Err(FileError::TooLarge { bytes });
    }
    let state = match sort {
        WHOLE => Some(reader.state()?),
        SHORT | PACKED => None,
        _ => return Err(FileError::Damaged("its weights are of no known sort")),
    };
    let mut head = || match sort {
        WHOLE => reader.whole_weights(&network),
        PACKED => reader.packed_weights(&network),
        _ => reader.short_weights(&network),
    };
    let weights = head()?;
    let goal = if with_goal { Some(head()?) } else { None };
    match reader.0.len() {
        8 => Ok((LearnedValue { rules: hash, reward, unit, network, codes, features, weights, goal }, state)),
        _ => Err(FileError::Damaged("there is more than belongs to it")),
    }
}
