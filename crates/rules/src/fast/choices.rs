//! Kinds that spawn.

use crate::fast::packed::layout::{BoardLayout, TileCode};
use crate::random::Randomness;
use crate::turn::spawn::conveyor::{SpawnPlan, Spawned};

/// In place of a kind: it is drawn from the box, or has to be computed.
const BOX: TileCode = u8::MAX - 1;
const COMPUTED: TileCode = u8::MAX;

/// Kinds that spawn, with their weights.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Choices {
    choices: Vec<(TileCode, f64)>,
    total: f64,
    /// What the box holds when it is full, if there is one, and its place in
    /// the spawn list.
    boxed: Vec<TileCode>,
    pub(crate) place_of_box: usize,
    /// Whether they are others once something is discovered.
    pub(crate) by_discovery: bool,
}

/// What was drawn.
pub(crate) enum Drawn {
    Code(TileCode),
    Nothing,
    /// What this random number chose has to be computed.
    Computed(f64),
    OutOfRandomness,
}

impl Choices {
    /// `None` if there are too many kinds, or nothing to choose from.
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

    /// Whether there is nothing to choose from.
    pub(crate) fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// The kinds that are known.
    pub(crate) fn codes(&self) -> impl Iterator<Item = TileCode> + '_ {
        let codes = self.choices.iter().map(|(code, _)| *code).filter(|code| *code < BOX);
        codes.chain(self.boxed.iter().copied())
    }

    /// Whether something may have to be computed.
    pub(crate) fn compute(&self) -> bool {
        self.choices.iter().any(|(code, _)| *code == COMPUTED)
    }

    /// Whether that may happen: not if all the weight is on another one before it.
    pub(crate) fn may_compute(&self) -> bool {
        let is_all = |(code, weight): &(TileCode, f64)| *code != COMPUTED && *weight == self.total;
        self.compute() && !self.choices.first().is_some_and(is_all)
    }

    /// Whether the full box is that of another list.
    pub(crate) fn has_box_of(&self, other: &Choices) -> bool {
        self.boxed == other.boxed && self.place_of_box == other.place_of_box
    }

    /// Draws a kind. `left` are those of the box that are left in it, a bit for
    /// each.
    #[inline(always)]
    pub(crate) fn draw<R: Randomness + ?Sized>(&self, left: &mut u32, random: &mut R) -> Drawn {
        let Some(number) = random.next() else { return Drawn::OutOfRandomness };
        match self.choose(number) {
            Some(code) if code < BOX => Drawn::Code(code),
            chosen => self.draw_otherwise(chosen, number, left, random),
        }
    }

    /// Out of the way of the many modes in which everything stands there as it
    /// is.
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
            // Another one would be drawn, behind numbers that can't be put back.
            _ if self.compute() => Drawn::Computed(number),
            _ => Drawn::Nothing,
        }
    }

    /// Takes a kind out of the box, which is full again once it was empty.
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

    /// Everything that is in the box when it is full.
    pub(crate) fn full(&self) -> u32 {
        u32::MAX.checked_shr(u32::BITS - self.boxed.len() as u32).unwrap_or(0)
    }

    /// The kinds left in the box, in order; `None` if there is no box.
    pub(crate) fn left(&self, left: u32) -> Option<impl Iterator<Item = TileCode> + '_> {
        let left = (0..).zip(&self.boxed).filter(move |(place, _)| left >> place & 1 == 1);
        (!self.boxed.is_empty()).then_some(left.map(|(_, code)| *code))
    }

    /// Which kind a random number chooses; `None` if none, by the inaccuracy
    /// of adding weights.
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
