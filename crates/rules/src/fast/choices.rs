//! Tile codes that may spawn, with their weights.
//!
//! See docs/dev/fast-path.md, "Packed games".

use crate::fast::packed::layout::{BoardLayout, TileCode};
use crate::random::Randomness;
use crate::turn::spawn::plan::{SpawnPlan, Spawned};

/// Marker in place of a code: the tile is drawn from the box.
const BOX: TileCode = u8::MAX - 1;
/// Marker in place of a code: an expression computes the tile.
const COMPUTED: TileCode = u8::MAX;

/// Tile codes that may spawn, with their weights.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Choices {
    choices: Vec<(TileCode, f64)>,
    total: f64,
    /// The codes in the full box; empty if there is no box.
    boxed: Vec<TileCode>,
    /// The place of the box in the spawn list.
    pub(crate) place_of_box: usize,
    /// Flag: discoveries change the weights.
    pub(crate) by_discovery: bool,
}

/// Result of a draw.
pub(crate) enum Drawn {
    Code(TileCode),
    Nothing,
    /// The tile that this random number chose has to be computed.
    Computed(f64),
    OutOfRandomness,
}

impl Choices {
    /// Translates a spawn plan. Returns `None` if the palette has no room, or if no weight
    /// is positive.
    pub(crate) fn of<P: BoardLayout>(plan: &SpawnPlan, boards: &mut P) -> Option<Choices> {
        if !(plan.total > 0.0 && plan.total.is_finite()) {
            return None;
        }
        let choices = plan.entries.iter().map(|(spawned, weight)| {
            let code = match spawned {
                Spawned::Tile(id) => boards.code(*id)?,
                Spawned::Box => BOX,
                Spawned::Computed => COMPUTED,
            };
            Some((code, *weight))
        });
        let choices = choices.collect::<Option<_>>()?;
        let boxed = plan.boxed.iter().map(|id| boards.code(*id)).collect::<Option<_>>()?;
        let place_of_box = plan.place_of_box().unwrap_or_default();
        Some(Choices { choices, total: plan.total, boxed, place_of_box, by_discovery: plan.by_discovery })
    }

    /// Returns true if there is nothing to choose from.
    pub(crate) fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// Returns the codes that may be drawn, those in the box included.
    pub(crate) fn codes(&self) -> impl Iterator<Item = TileCode> + '_ {
        let codes = self.choices.iter().map(|(code, _)| *code).filter(|code| *code < BOX);
        codes.chain(self.boxed.iter().copied())
    }

    /// Returns true if some entry has to be computed.
    pub(crate) fn compute(&self) -> bool {
        self.choices.iter().any(|(code, _)| *code == COMPUTED)
    }

    /// Returns true if a draw can reach an entry that has to be computed. It can't if the
    /// first entry has all the weight.
    pub(crate) fn may_compute(&self) -> bool {
        let is_all = |(code, weight): &(TileCode, f64)| *code != COMPUTED && *weight == self.total;
        self.compute() && !self.choices.first().is_some_and(is_all)
    }

    /// Returns true if both plans have the same full box at the same place.
    pub(crate) fn has_box_of(&self, other: &Choices) -> bool {
        self.boxed == other.boxed && self.place_of_box == other.place_of_box
    }

    /// Draws a code. `left` has a bit for each tile that is still in the box.
    #[inline(always)]
    pub(crate) fn draw<R: Randomness + ?Sized>(&self, left: &mut u32, random: &mut R) -> Drawn {
        let Some(number) = random.next() else { return Drawn::OutOfRandomness };
        match self.choose(number) {
            Some(code) if code < BOX => Drawn::Code(code),
            chosen => self.draw_otherwise(chosen, number, left, random),
        }
    }

    /// Finishes a draw that chose no plain code. This is out of line because most modes
    /// never need it.
    #[cold]
    #[inline(never)]
    fn draw_otherwise<R: Randomness + ?Sized>(
        &self,
        chosen: Option<TileCode>,
        number: f64,
        left: &mut u32,
        random: &mut R,
    ) -> Drawn {
        match chosen {
            Some(BOX) => match random.next() {
                Some(number) => self.take(left, number).map_or(Drawn::Nothing, Drawn::Code),
                None => Drawn::OutOfRandomness,
            },
            // The interpreter would draw once more after this number, which can't be put
            // back.
            _ if self.compute() => Drawn::Computed(number),
            _ => Drawn::Nothing,
        }
    }

    /// Takes a code out of the box, and fills the box again when it is empty.
    fn take(&self, left: &mut u32, draw: f64) -> Option<TileCode> {
        let count = left.count_ones();
        let place = ((draw * f64::from(count)) as u32).min(count.saturating_sub(1));
        let mut behind = *left;
        for _ in 0..place {
            behind &= behind.wrapping_sub(1);
        }
        let place = behind.trailing_zeros();
        *left &= !1_u32.checked_shl(place)?;
        if *left == 0 {
            *left = self.full();
        }
        self.boxed.get(place as usize).copied()
    }

    /// Returns the bits of the full box.
    pub(crate) fn full(&self) -> u32 {
        u32::MAX.checked_shr(u32::BITS - self.boxed.len() as u32).unwrap_or(0)
    }

    /// Returns the codes that are left in the box, in order; `None` if there is no box.
    pub(crate) fn left(&self, left: u32) -> Option<impl Iterator<Item = TileCode> + '_> {
        let left = (0..).zip(&self.boxed).filter(move |(place, _)| left >> place & 1 == 1);
        (!self.boxed.is_empty()).then_some(left.map(|(_, code)| *code))
    }

    /// Returns the code that a random number chooses; `None` if rounding of the sum of
    /// weights leaves no entry.
    #[inline]
    fn choose(&self, draw: f64) -> Option<TileCode> {
        let mut rest = draw * self.total;
        for (code, weight) in &self.choices {
            rest -= weight;
            if rest <= 0.0 {
                return Some(*code);
            }
        }
        None
    }
}
