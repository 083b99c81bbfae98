//! Anytime sequential halving: a schedule of samples that favours the best choices.

/// The progress of a round, over choices that are numbered from 0 on.
///
/// In a round each choice gets one sample, the better half two more, the better half of these
/// four more, down to the best two: as much work for each halving. The choices
/// that may be the best get the most samples, and no budget must be known beforehand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Round {
    /// The choices that still get samples.
    alive: Vec<usize>,
    /// The number of samples that each of them gets before they are halved.
    times: u64,
    /// The number of samples that each of them has so far.
    made: u64,
    /// The place in `alive` of the choice that is sampled next.
    next: usize,
}

impl Round {
    /// Creates the first state of a round.
    pub(crate) fn new(choices: usize) -> Round {
        Round { alive: (0..choices).collect(), times: 1, made: 0, next: 0 }
    }

    /// The choice that is sampled next.
    pub(crate) fn next(&self) -> Option<usize> {
        self.alive.get(self.next).copied()
    }

    /// Returns true if all choices that are still in the round have equally many samples: only then
    /// may a decision end.
    pub(crate) fn is_even(&self) -> bool {
        self.next == 0
    }

    /// Counts a sample of the next choice; `sort` sorts choices from the best to the worst. Returns
    /// true if the round is complete.
    pub(crate) fn sampled(&mut self, sort: impl FnOnce(&mut [usize])) -> bool {
        self.next += 1;
        if self.next < self.alive.len() {
            return false;
        }
        self.next = 0;
        self.made += 1;
        if self.made < self.times {
            return false;
        }
        if self.alive.len() <= 2 {
            return true;
        }
        sort(&mut self.alive);
        self.alive.truncate(self.alive.len().div_ceil(2));
        (self.times, self.made) = (self.times * 2, 0);
        false
    }
}
