//! Whether lines are looked up or worked out, whichever takes less here.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Lines of a mode with few tiles come again and again, and are looked up in no
/// time. Those of a mode with many hardly do, and to find out about a new one
/// takes long: they are better worked out from meetings, unless their tiles look
/// far along the line. Both are counted, no clock is asked; what games come to
/// does not depend on it.
#[derive(Debug)]
pub(crate) struct CostModel {
    resolves_by_collisions: AtomicBool,
    /// Whether meetings are still to be learned first.
    is_new: AtomicBool,
    /// How many lines were asked for, and how many of these took long to work out,
    /// since they were counted last. They are atomic since lines are asked for through
    /// a shared reference.
    asked: AtomicU32,
    slow: AtomicU32,
    /// How many were looked up in vain since then.
    missed: u32,
    /// How many were looked up in vain in all, and at which number working out is
    /// tried next.
    missed_in_all: u32,
    next_trial: u32,
    /// After how many of them they are counted.
    sample: u32,
    /// How many lines will be known at most.
    room: f64,
    /// What the first sample came to, and what it will come to then.
    first_sample: Option<Sample>,
    expected: f64,
}

/// How many lines are looked up in vain when so many are known.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample {
    known: f64,
    misses: f64,
}

impl Sample {
    /// What a later sample promises for when this many lines are known: misses
    /// become fewer by a part for every doubling, and go on like that.
    fn predicted_misses(self, later: Sample, known: f64) -> f64 {
        let doublings = (later.known / self.known).log2();
        let change = (later.misses / self.misses).log2() / doublings;
        let more = (known / later.known).log2().max(0.0);
        later.misses * (more * change.min(0.0)).exp2()
    }
}

impl CostModel {
    /// How many samples of misses there are until the memory is full.
    const SAMPLES: u32 = 64;
    /// After how many of them working out is tried first.
    const FIRST_TRIAL: u32 = 4;
    /// For how many lines it is tried, in samples.
    const TRIAL: u32 = 8;
    /// For how many slow ones a line counts that is not known from meetings.
    const MISS: u32 = 7;
    /// How many lines may be slow to work out for each that would be looked up in
    /// vain: what that costs differs from mode to mode, between 7 (022) and 23 (090).
    const SLOW_FOR_A_MISS: f64 = 14.0;

    /// For a memory of so many lines.
    pub(crate) fn new(lines: usize) -> CostModel {
        let sample = (lines / CostModel::SAMPLES as usize).clamp(1, 1 << 20) as u32;
        CostModel {
            resolves_by_collisions: AtomicBool::new(false),
            is_new: AtomicBool::new(true),
            asked: AtomicU32::new(0),
            slow: AtomicU32::new(0),
            missed: 0,
            missed_in_all: 0,
            next_trial: CostModel::FIRST_TRIAL * sample,
            sample,
            room: f64::from(CostModel::SAMPLES * sample),
            first_sample: None,
            expected: 0.0,
        }
    }

    /// Where everything is to be learned again, as it was `before` until there was
    /// no room for other things: no more lines will be known than were then.
    pub(crate) fn seed_from(&mut self, before: &CostModel) {
        self.resolves_by_collisions = AtomicBool::new(before.resolves_by_collisions());
        self.expected = before.expected;
        self.room = before.room;
        if !before.resolves_by_collisions() {
            self.room = f64::from(before.missed_in_all.max(before.sample)).min(self.room);
        }
    }

    /// Whether lines are worked out.
    #[inline]
    pub(crate) fn resolves_by_collisions(&self) -> bool {
        self.resolves_by_collisions.load(Ordering::Relaxed)
    }

    /// So many lines are looked up.
    #[inline]
    pub(crate) fn note_lookups(&self, lines: usize) {
        add(&self.asked, lines as u32);
    }

    /// So many lines were worked out, some of them slowly.
    #[inline]
    pub(crate) fn note_collisions(&self, lines: usize, slow: u32) {
        add(&self.slow, slow);
        if add(&self.asked, lines as u32) >= CostModel::TRIAL * self.sample {
            self.judge();
        }
    }

    /// Looks whether working out lines is worth it.
    #[cold]
    fn judge(&self) {
        let slow = share(&self.slow, &self.asked);
        let pays = self.expected * CostModel::SLOW_FOR_A_MISS >= slow;
        if !self.is_new.swap(false, Ordering::Relaxed) {
            self.resolves_by_collisions.store(pays, Ordering::Relaxed);
        }
        self.begin();
    }

    /// So many lines were not known.
    pub(crate) fn note_misses(&mut self, lines: u32) {
        if self.resolves_by_collisions() {
            add(&self.slow, CostModel::MISS * lines);
            return;
        }
        self.missed += lines;
        if self.missed >= self.sample {
            self.missed_in_all = self.missed_in_all.saturating_add(self.missed);
            let misses = f64::from(self.missed) / f64::from(self.asked.load(Ordering::Relaxed).max(1));
            let sample = Sample { known: f64::from(self.missed_in_all), misses };
            self.missed = 0;
            self.begin();
            self.look_at(sample);
        }
    }

    /// Looks whether it is time to try to work lines out.
    fn look_at(&mut self, sample: Sample) {
        let first = *self.first_sample.get_or_insert(sample);
        if self.missed_in_all >= self.next_trial && first != sample {
            self.expected = first.predicted_misses(sample, self.room);
            self.resolves_by_collisions.store(true, Ordering::Relaxed);
            self.is_new.store(true, Ordering::Relaxed);
            // If that is no good, it is not tried again so soon.
            self.next_trial = self.missed_in_all.saturating_mul(2);
        }
    }

    fn begin(&self) {
        self.asked.store(0, Ordering::Relaxed);
        self.slow.store(0, Ordering::Relaxed);
    }
}

/// Adds to a count, which may lose what others add at the same time.
#[inline]
fn add(count: &AtomicU32, more: u32) -> u32 {
    let sum = count.load(Ordering::Relaxed).wrapping_add(more);
    count.store(sum, Ordering::Relaxed);
    sum
}

fn share(part: &AtomicU32, whole: &AtomicU32) -> f64 {
    let [part, whole] = [part, whole].map(|count| f64::from(count.load(Ordering::Relaxed)));
    part / whole.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUNDS: usize = 20_000;
    const LINES: usize = 1000;

    /// In which rounds of a thousand lines each these were worked out, where `missed`
    /// gives how many of them would be looked up in vain, of lines known so far, and
    /// `slow` are slow to work out.
    fn rounds_by_collisions(missed: impl Fn(u32) -> u32, slow: u32) -> Vec<usize> {
        let mut cost_model = CostModel::new(1 << 19);
        let mut known = 0;
        let is_by_collisions = |_: &usize| {
            let resolves_by_collisions = cost_model.resolves_by_collisions();
            match resolves_by_collisions {
                true => cost_model.note_collisions(LINES, slow),
                false => {
                    cost_model.note_lookups(LINES);
                    let missed = missed(known);
                    cost_model.note_misses(missed);
                    known += missed;
                }
            }
            resolves_by_collisions
        };
        (0..ROUNDS).filter(is_by_collisions).collect()
    }

    #[test]
    fn lines_are_worked_out_where_that_takes_less() {
        for (missed, slow, resolves_by_collisions) in [
            // Lines come again.
            (0, 0, false),
            (1, 50, false),
            // They do not, and tiles that meet tell all.
            (50, 100, true),
            (230, 200, true),
            // They look far along the line,
            (50, 900, false),
            // but even that is less than to find out about most lines.
            (200, 900, true),
        ] {
            let rounds = rounds_by_collisions(|_| missed, slow).len();
            assert_eq!(resolves_by_collisions, rounds > ROUNDS / 2, "{missed} {slow}: {rounds}");
            assert_eq!(!resolves_by_collisions, rounds < ROUNDS / 20, "{missed} {slow}: {rounds}");
        }
    }

    #[test]
    fn lines_that_will_be_known_are_looked_up() {
        // A quarter is missed at first, and three of four parts of it for every
        // doubling of the lines that are known: a sixteenth where all are.
        let fewer = |known: u32| (250.0 * 0.75_f64.powf(f64::from(known.max(4096) / 4096).log2())) as u32;
        assert!(rounds_by_collisions(fewer, 500).len() < ROUNDS / 20);
        assert!(rounds_by_collisions(fewer, 200).len() > ROUNDS / 2);
    }

    #[test]
    fn what_is_no_good_is_tried_less_and_less_often() {
        let rounds = rounds_by_collisions(|_| 40, 900);
        let begins: Vec<usize> =
            rounds.iter().copied().filter(|round| !rounds.contains(&(round - 1))).collect();
        assert!((2..6).contains(&begins.len()), "{begins:?}");
        assert!(begins.windows(3).all(|times| times[2] - times[1] > times[1] - times[0]), "{begins:?}");
    }

    #[test]
    fn what_was_found_out_is_kept_where_everything_is_learned_again() {
        let go_on = |known: u32, resolves_by_collisions: bool| {
            let mut before = CostModel::new(1 << 19);
            before.missed_in_all = known;
            before.resolves_by_collisions.store(resolves_by_collisions, Ordering::Relaxed);
            let mut cost_model = CostModel::new(1 << 19);
            cost_model.seed_from(&before);
            (cost_model.resolves_by_collisions(), cost_model.room)
        };
        let all = f64::from(1 << 19);
        assert_eq!(go_on(100_000, true), (true, all));
        // No more will be known than were before,
        assert_eq!(go_on(100_000, false), (false, 100_000.0));
        // nor more than there is room for.
        assert_eq!(go_on(1 << 24, false), (false, all));
    }

    #[test]
    fn misses_go_on_becoming_fewer() {
        let sample = |known, misses| Sample { known, misses };
        for (first, later, known, expected) in [
            (sample(1.0, 0.4), sample(4.0, 0.1), 16.0, 0.025),
            (sample(1.0, 0.2), sample(2.0, 0.2), 64.0, 0.2),
            // Nothing is beyond what the memory has room for, and none misses more
            // than it is asked.
            (sample(1.0, 0.4), sample(4.0, 0.1), 2.0, 0.1),
            (sample(1.0, 0.4), sample(2.0, 0.8), 64.0, 0.8),
        ] {
            let predicted = first.predicted_misses(later, known);
            assert!((predicted - expected).abs() < 1e-9, "{first:?} {later:?}: {predicted}");
        }
    }
}
