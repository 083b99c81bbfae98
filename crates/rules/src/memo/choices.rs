//! Kinds that spawn.

use super::packing::Packing;
use crate::conveyor::SpawnPlan;

/// Kinds that spawn, with their weights.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Choices {
    pub(crate) kinds: Vec<(u8, f64)>,
    total: f64,
}

impl Choices {
    /// `None` if there are too many kinds, or nothing to choose from.
    pub(crate) fn of<P: Packing>(plan: &SpawnPlan, boards: &mut P) -> Option<Choices> {
        if !(plan.total > 0.0 && plan.total.is_finite()) {
            return None;
        }
        let kinds = plan.entries.iter().map(|(id, weight)| Some((boards.kind(*id)?, *weight)));
        Some(Choices { kinds: kinds.collect::<Option<_>>()?, total: plan.total })
    }

    /// Which kind a random number chooses; `None` if none, by the inaccuracy
    /// of adding weights.
    #[inline]
    pub(crate) fn choose(&self, draw: f64) -> Option<u8> {
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
