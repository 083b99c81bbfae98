//! Anytime sequential halving: which of several choices is worth another sample.

/// How far a round is, of choices that are numbered from 0 on.
///
/// In a round each choice gets one sample, the better half two more, the better half of these
/// four more, down to the best two: as much work for each halving. It looks hard at those
/// that may be the best, and needs no budget known beforehand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Round {
    /// The choices that still get samples.
    alive: Vec<usize>,
    /// How many samples each of them gets before they are halved.
    times: u64,
    /// How many each of them got.
    made: u64,
    /// Which of them is next.
    next: usize,
}

impl Round {
    /// The beginning of a round.
    pub(crate) fn new(choices: usize) -> Round {
        Round { alive: (0..choices).collect(), times: 1, made: 0, next: 0 }
    }

    /// The choice of which the next sample is.
    pub(crate) fn next(&self) -> Option<usize> {
        self.alive.get(self.next).copied()
    }

    /// Whether choices that go on together have equally many samples: only then may a
    /// decision end.
    pub(crate) fn is_even(&self) -> bool {
        self.next == 0
    }

    /// Goes on after a sample; `sort` sorts choices from the best to the worst. Gives whether
    /// the round is complete.
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
