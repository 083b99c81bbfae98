//! Numbers of kinds that several engines of a mode have in common.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use std::collections::HashMap;

use crate::board::value_key::Key;
use crate::fast::engine::kinds::{CellSort, Kind, MOST_KINDS};

/// The kinds of the parts of a batch ([`Batch::split_off`](crate::Batch::split_off)), numbered as
/// the whole batch would number them. Each part numbers later tiles as it meets them, so two parts
/// may have one number for different tiles; boards are written in the common numbers here.
///
/// ```
/// # use polymerge_rules::*;
/// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// let mut batch = Batch::new(rules, 2, 7, 0.0)?;
/// let rest = batch.split_off(1);
/// let mut parts = [batch, rest];
/// let (mut common, mut board) = (CommonKinds::default(), [0; 16]);
/// for (number, part) in parts.iter_mut().enumerate() {
///     part.kinds_into(&mut board)?;
///     common.number(number, part.kinds());
///     common.write(number, &mut board);
/// }
/// assert_eq!(common.kinds().len(), parts[0].kinds().len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CommonKinds {
    kinds: Vec<Kind>,
    numbers: HashMap<Key, u32>,
    parts: Vec<Part>,
}

/// The numbers of one part.
#[derive(Clone, Debug, Default)]
struct Part {
    /// The number in observations of each tile of the part.
    observed: Vec<i32>,
    /// True if one of these numbers is not that of the part.
    differs: bool,
}

impl CommonKinds {
    /// Numbers the kinds of a part that are new since the last call. If this is done for all parts
    /// in the order of their games after each reading of boards, the numbers are those of the
    /// whole batch.
    pub fn number(&mut self, part: usize, kinds: &[Kind]) {
        if self.parts.len() <= part {
            self.parts.resize_with(part + 1, Part::default);
        }
        let known = self.parts[part].observed.len();
        if kinds.len() > known || known == 1 {
            self.value(part, kinds);
        }
        for kind in kinds.get(known..).unwrap_or_default() {
            let number = self.of(kind);
            let own = &mut self.parts[part];
            let observed = CellSort::Tile.observed(number);
            own.differs |= i32::try_from(own.observed.len()) != Ok(observed);
            own.observed.push(observed);
        }
    }

    /// Takes values over that have become known: an engine values `@Empty` with its first tiles.
    fn value(&mut self, part: usize, kinds: &[Kind]) {
        for (own, kind) in self.parts[part].observed.iter().zip(kinds) {
            let known = usize::try_from(*own).ok().and_then(|own| self.kinds.get_mut(own));
            if let Some(known) = known.filter(|known| known.value.is_none()) {
                known.clone_from(kind);
            }
        }
    }

    fn of(&mut self, kind: &Kind) -> u32 {
        let (key, next) = (Key(kind.content.clone()), self.kinds.len());
        match self.numbers.get(&key) {
            Some(number) => *number,
            None if next >= MOST_KINDS => Kind::NOT_NUMBERED,
            None => {
                self.kinds.push(kind.clone());
                self.numbers.insert(key, next as u32);
                next as u32
            }
        }
    }

    /// Writes the common number of each tile in place of that of the part.
    pub fn write(&self, part: usize, boards: &mut [i32]) {
        let Some(part) = self.parts.get(part).filter(|part| part.differs) else { return };
        for cell in boards {
            let common = usize::try_from(*cell).ok().and_then(|own| part.observed.get(own));
            *cell = common.copied().unwrap_or(*cell);
        }
    }

    /// Returns the kinds, by their common numbers.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }
}
