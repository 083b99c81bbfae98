//! Kinds that spawn.

use super::packing::Packing;
use crate::conveyor::SpawnPlan;
use crate::random::Randomness;

/// Kinds that spawn, with their weights.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Choices {
    pub(crate) kinds: Vec<(u8, f64)>,
    total: f64,
    /// What the box holds when it is full, if they come out of one.
    boxed: Vec<u8>,
}

impl Choices {
    /// `None` if there are too many kinds, or nothing to choose from.
    pub(crate) fn of<P: Packing>(plan: &SpawnPlan, boards: &mut P) -> Option<Choices> {
        if !(plan.total > 0.0 && plan.total.is_finite()) {
            return None;
        }
        let kinds = plan.entries.iter().map(|(id, weight)| Some((boards.kind(*id)?, *weight)));
        let kinds = kinds.collect::<Option<_>>()?;
        let boxed = plan.boxed.iter().map(|id| boards.kind(*id)).collect::<Option<_>>()?;
        Some(Choices { kinds, total: plan.total, boxed })
    }

    /// Draws a kind. `left` are those of the box that are left in it, a bit for
    /// each. `None`: there was no random number; `Some(None)`: nothing came up.
    #[inline]
    pub(crate) fn draw<R: Randomness + ?Sized>(&self, left: &mut u32, random: &mut R) -> Option<Option<u8>> {
        let draw = random.next()?;
        match self.boxed.is_empty() {
            true => Some(self.choose(draw)),
            // The first number chose the box.
            false => self.take(left, random.next()?).map(Some),
        }
    }

    /// Takes a kind out of the box, which is full again once it was empty.
    /// Out of the way of the many modes that have no box.
    #[cold]
    #[inline(never)]
    fn take(&self, left: &mut u32, draw: f64) -> Option<u8> {
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
    pub(crate) fn left(&self, left: u32) -> Option<impl Iterator<Item = u8> + '_> {
        let left = (0..).zip(&self.boxed).filter(move |(place, _)| left >> place & 1 == 1);
        (!self.boxed.is_empty()).then_some(left.map(|(_, kind)| *kind))
    }

    /// Which kind a random number chooses; `None` if none, by the inaccuracy
    /// of adding weights.
    #[inline]
    fn choose(&self, draw: f64) -> Option<u8> {
        let mut rest = draw * self.total;
        for (kind, weight) in &self.kinds {
            rest -= weight;
            if rest <= 0.0 {
                return Some(*kind);
            }
        }
        None
    }
}
