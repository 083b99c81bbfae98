//! The time that the parts of a mode take, for authors who want to know what makes it slow.

use std::collections::HashMap;

use crate::error::Place;

/// The time that expressions took, by the parts of the mode that they belong to. Expressions that
/// a cache answers take none.
#[derive(Debug)]
pub(crate) struct Profile {
    /// A clock that only goes forward, in nanoseconds.
    clock: fn() -> u64,
    costs: HashMap<Place, Cost>,
    /// The time of evaluations within the one that runs.
    inner: u64,
}

/// The time that a part of a mode took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The number of times that it was evaluated.
    pub runs: u64,
    /// The time of all these evaluations, without those of other parts within them.
    pub nanoseconds: u64,
}

/// The beginning of an evaluation.
pub(crate) struct Begun {
    at: u64,
    inner: u64,
}

impl Profile {
    pub(crate) fn new(clock: fn() -> u64) -> Profile {
        Profile { clock, costs: HashMap::new(), inner: 0 }
    }

    pub(crate) fn begin(&mut self) -> Begun {
        Begun { inner: std::mem::take(&mut self.inner), at: (self.clock)() }
    }

    pub(crate) fn end(&mut self, begun: Begun, place: Place) {
        let time = (self.clock)().saturating_sub(begun.at);
        let cost = self.costs.entry(place).or_default();
        cost.runs += 1;
        cost.nanoseconds = cost.nanoseconds.saturating_add(time.saturating_sub(self.inner));
        self.inner = begun.inner.saturating_add(time);
    }

    /// Returns the costs of all parts, the dearest first.
    pub(crate) fn costs(&self) -> Vec<(Place, Cost)> {
        let mut costs: Vec<_> = self.costs.iter().map(|(place, cost)| (place.clone(), *cost)).collect();
        costs.sort_by_key(|(place, cost)| (u64::MAX - cost.nanoseconds, place.to_string()));
        costs
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local!(static NOW: Cell<u64> = const { Cell::new(0) });

    fn now() -> u64 {
        NOW.get()
    }

    fn pass(time: u64) {
        NOW.set(NOW.get() + time);
    }

    #[test]
    fn time_within_another_evaluation_counts_for_that() {
        let mut profile = Profile::new(now);
        let outer = profile.begin();
        pass(3);
        for _ in 0..2 {
            let inner = profile.begin();
            pass(10);
            profile.end(inner, Place::MergeRule(1));
        }
        pass(4);
        profile.end(outer, Place::Script(0, "EndTurn".into()));
        let cost = |runs, nanoseconds| Cost { runs, nanoseconds };
        let of_script = (Place::Script(0, "EndTurn".into()), cost(1, 7));
        assert_eq!(profile.costs(), [(Place::MergeRule(1), cost(2, 20)), of_script]);
    }

    #[test]
    fn a_clock_may_show_any_time() {
        let mut profile = Profile::new(now);
        let outer = profile.begin();
        for _ in 0..2 {
            NOW.set(0);
            let inner = profile.begin();
            NOW.set(u64::MAX);
            profile.end(inner, Place::MergeRule(1));
        }
        profile.end(outer, Place::MergeRule(2));
        let costs = profile.costs().into_iter().map(|(_, cost)| cost.nanoseconds).collect::<Vec<_>>();
        assert_eq!(costs, [u64::MAX, 0]);
    }
}
