//! Backoff: a step that rarely pays is left alone for a while, because each try costs something.
//!
//! See docs/dev/fast-path.md, "Policies".

/// The numbers of a backoff.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    /// The number of tries after which the step is judged. It pays if at least half as much was
    /// gained by them.
    trial: u32,
    /// The number of calls for which the step is left alone if it does not pay.
    pause: u32,
    /// The largest number of doublings: a pause that follows another one is twice as long.
    doublings: u32,
    /// Flag: a trial that pays ends a pause. There is one in a pause if other calls than those that
    /// are left alone are tries, too.
    pay_ends_pause: bool,
}

impl Policy {
    /// The policy of the line table. A look-up of a line is a try, a known line is a gain of one, and
    /// moves are made without the table.
    pub(crate) const LINES: Policy = Policy { trial: 8192, pause: 8192, doublings: 0, pay_ends_pause: false };
    /// The policy of packing. A board that was packed and is left again is a try, a turn on a packed
    /// board is a gain of one, and boards are left as they are.
    pub(crate) const PACKING: Policy = Policy { trial: 256, pause: 1024, doublings: 6, pay_ends_pause: true };
}

/// Counts of what was tried and gained, and a pause that follows from them.
#[derive(Debug)]
pub(crate) struct Backoff {
    policy: Policy,
    tried: u32,
    gained: u64,
    /// The number of doublings of the next pause.
    doubled: u32,
    resting: u32,
}

impl Backoff {
    pub(crate) fn new(policy: Policy) -> Backoff {
        Backoff { policy, tried: 0, gained: 0, doubled: 0, resting: 0 }
    }

    /// Counts a call; returns true if the step is to be left alone.
    #[inline]
    pub(crate) fn rests(&mut self) -> bool {
        self.resting = self.resting.saturating_sub(1);
        self.resting > 0
    }

    /// Returns true if the step is to be left alone, without counting a call.
    #[inline]
    pub(crate) fn is_resting(&self) -> bool {
        self.resting > 1
    }

    /// Counts tries, and what was gained by them or by earlier ones.
    #[inline]
    pub(crate) fn note(&mut self, tries: u32, gain: u64) {
        self.tried += tries;
        self.gained += gain;
        if self.tried >= self.policy.trial {
            self.judge();
        }
    }

    /// Decides at the end of a trial if a pause follows, and begins the next trial.
    #[cold]
    fn judge(&mut self) {
        let Policy { trial, pause, doublings, pay_ends_pause } = self.policy;
        if self.gained < u64::from(trial / 2) {
            self.resting = pause << self.doubled;
            self.doubled = (self.doubled + 1).min(doublings);
        } else {
            self.resting = if pay_ends_pause { 0 } else { self.resting };
            self.doubled = 0;
        }
        (self.tried, self.gained) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Policies, and trials one after another: what is gained in each, and for how many calls the step
    /// is left alone after it.
    const TRIALS: [(Policy, &[(u64, u32)]); 2] = [
        (Policy::LINES, &[(8192, 0), (0, 8191), (4095, 8191), (4096, 0), (0, 8191)]),
        (
            Policy::PACKING,
            &[
                (1000, 0),
                (10, 1023),
                (127, 2047),
                (0, 4095),
                (128, 0),
                (0, 1023),
                (0, 2047),
                (0, 4095),
                (0, 8191),
                (0, 16_383),
                (0, 32_767),
                (0, 65_535),
                (0, 65_535),
            ],
        ),
    ];

    /// Notes the tries of a trial one by one, after what was gained.
    fn note_trial(backoff: &mut Backoff, gain: u64) {
        backoff.note(0, gain);
        (0..backoff.policy.trial).for_each(|_| backoff.note(1, 0));
    }

    fn left_alone(backoff: &mut Backoff) -> Option<u32> {
        (0..).find(|_| !backoff.rests())
    }

    #[test]
    fn steps_are_left_alone_where_they_hardly_pay() {
        for (policy, trials) in TRIALS {
            let mut backoff = Backoff::new(policy);
            for (gain, expected) in trials {
                note_trial(&mut backoff, *gain);
                assert_eq!(left_alone(&mut backoff), Some(*expected), "{policy:?} {gain}");
            }
        }
    }

    #[test]
    fn several_tries_at_once_count_as_often() {
        let mut backoff = Backoff::new(Policy::LINES);
        (0..2048).for_each(|_| backoff.note(4, 1));
        assert!(backoff.rests());
    }

    #[test]
    fn a_trial_within_a_pause_ends_it_where_the_policy_says_so() {
        for (policy, expected) in [(Policy::LINES, 8191), (Policy::PACKING, 0)] {
            let mut backoff = Backoff::new(policy);
            note_trial(&mut backoff, 0);
            note_trial(&mut backoff, u64::from(policy.trial));
            assert_eq!(left_alone(&mut backoff), Some(expected), "{policy:?}");
        }
    }
}
