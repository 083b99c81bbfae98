//! The cost model: are lines looked up, or resolved by collisions?
//!
//! See docs/dev/fast-path.md, "Policies".

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// A policy that counts misses and slow lines. In a mode with few tiles, lines repeat and
/// are nearly always in the table. In a mode with many tiles they rarely do, and a miss is
/// expensive: such lines are better resolved by collisions, unless their tiles look far
/// along the line. No clock is read, and the results of games do not depend on the policy.
#[derive(Debug)]
pub(crate) struct CostModel {
    /// Flag: lines are resolved by collisions.
    resolves_by_collisions: AtomicBool,
    /// Flag: collisions were not recorded yet, so that the first trial does not count.
    is_new: AtomicBool,
    /// The number of lines since the last count. The counters are atomic because lines are
    /// looked up through a shared reference.
    asked: AtomicU32,
    /// The number of slow lines since the last count.
    slow: AtomicU32,
    /// The number of misses since the last count.
    missed: u32,
    /// The number of all misses.
    missed_in_all: u32,
    /// The number of all misses at which the next trial begins.
    next_trial: u32,
    /// The number of misses that make up a sample.
    sample: u32,
    /// The largest number of lines that the table will hold.
    room: f64,
    /// The first sample.
    first_sample: Option<Sample>,
    /// The share of misses that is expected once the table is full.
    expected: f64,
}

/// The share of misses at a number of known lines.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample {
    known: f64,
    misses: f64,
}

impl Sample {
    /// Predicts the share of misses at a number of known lines, from this sample and a
    /// later one: every doubling of the known lines lowers it by the same factor.
    fn predicted_misses(self, later: Sample, known: f64) -> f64 {
        let doublings = (later.known / self.known).log2();
        let change = (later.misses / self.misses).log2() / doublings;
        let more = (known / later.known).log2().max(0.0);
        later.misses * (more * change.min(0.0)).exp2()
    }
}

impl CostModel {
    /// The number of samples until the table is full.
    const SAMPLES: u32 = 64;
    /// The number of samples before the first trial.
    const FIRST_TRIAL: u32 = 4;
    /// The length of a trial, in samples.
    const TRIAL: u32 = 8;
    /// The number of slow lines that count for a line that collisions can't resolve.
    const MISS: u32 = 7;
    /// The number of slow lines that may replace one miss. In measurements a miss cost as
    /// much as 7 (in 022) to 23 (in 090) slow lines.
    const SLOW_FOR_A_MISS: f64 = 14.0;

    /// Makes the model of a table of this size.
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

    /// Takes over the state of the model before a repack, after which everything is
    /// recorded again. The new table is not expected to hold more lines than the old one
    /// did.
    pub(crate) fn seed_from(&mut self, before: &CostModel) {
        self.resolves_by_collisions = AtomicBool::new(before.resolves_by_collisions());
        self.expected = before.expected;
        self.room = before.room;
        if !before.resolves_by_collisions() {
            self.room = f64::from(before.missed_in_all.max(before.sample)).min(self.room);
        }
    }

    /// Returns true if lines are resolved by collisions.
    #[inline]
    pub(crate) fn resolves_by_collisions(&self) -> bool {
        self.resolves_by_collisions.load(Ordering::Relaxed)
    }

    /// Counts lines that are looked up.
    #[inline]
    pub(crate) fn note_lookups(&self, lines: usize) {
        add(&self.asked, lines as u32);
    }

    /// Counts lines that were resolved by collisions, some of them slowly.
    #[inline]
    pub(crate) fn note_collisions(&self, lines: usize, slow: u32) {
        add(&self.slow, slow);
        if add(&self.asked, lines as u32) >= CostModel::TRIAL * self.sample {
            self.judge();
        }
    }

    /// Decides at the end of a trial if it pays to resolve lines by collisions.
    #[cold]
    fn judge(&self) {
        let slow = share(&self.slow, &self.asked);
        let pays = self.expected * CostModel::SLOW_FOR_A_MISS >= slow;
        if !self.is_new.swap(false, Ordering::Relaxed) {
            self.resolves_by_collisions.store(pays, Ordering::Relaxed);
        }
        self.reset_counts();
    }

    /// Counts lines that were not known.
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
            self.reset_counts();
            self.look_at(sample);
        }
    }

    /// Begins a trial if it is time.
    fn look_at(&mut self, sample: Sample) {
        let first = *self.first_sample.get_or_insert(sample);
        if self.missed_in_all >= self.next_trial && first != sample {
            self.expected = first.predicted_misses(sample, self.room);
            self.resolves_by_collisions.store(true, Ordering::Relaxed);
            self.is_new.store(true, Ordering::Relaxed);
            // A failed trial is repeated only after twice as many misses.
            self.next_trial = self.missed_in_all.saturating_mul(2);
        }
    }

    /// Starts a new count.
    fn reset_counts(&self) {
        self.asked.store(0, Ordering::Relaxed);
        self.slow.store(0, Ordering::Relaxed);
    }
}

/// Adds to a counter. Additions of other threads at the same time may be lost.
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

    /// Returns the rounds of a thousand lines in which lines were resolved by collisions.
    /// `missed` returns the misses in a round by the number of known lines; `slow` lines of
    /// each round are slow.
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
    fn lines_are_resolved_by_collisions_where_that_takes_less() {
        for (missed, slow, resolves_by_collisions) in [
            // Lines repeat.
            (0, 0, false),
            (1, 50, false),
            // Lines don't repeat, and collisions resolve them.
            (50, 100, true),
            (230, 200, true),
            // Tiles look far along the line.
            (50, 900, false),
            // Tiles look far along the line, but most lines would be misses.
            (200, 900, true),
        ] {
            let rounds = rounds_by_collisions(|_| missed, slow).len();
            assert_eq!(resolves_by_collisions, rounds > ROUNDS / 2, "{missed} {slow}: {rounds}");
            assert_eq!(!resolves_by_collisions, rounds < ROUNDS / 20, "{missed} {slow}: {rounds}");
        }
    }

    #[test]
    fn lines_that_will_be_known_are_looked_up() {
        // A quarter is missed at first. Every doubling of the known lines lowers this to
        // three quarters, which makes a sixteenth in a full table.
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
    fn the_state_is_kept_where_everything_is_recorded_again() {
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
        // The table will not hold more lines than before.
        assert_eq!(go_on(100_000, false), (false, 100_000.0));
        // The table will not hold more lines than it has room for.
        assert_eq!(go_on(1 << 24, false), (false, all));
    }

    #[test]
    fn misses_go_on_becoming_fewer() {
        let sample = |known, misses| Sample { known, misses };
        for (first, later, known, expected) in [
            (sample(1.0, 0.4), sample(4.0, 0.1), 16.0, 0.025),
            (sample(1.0, 0.2), sample(2.0, 0.2), 64.0, 0.2),
            // For fewer lines than in the later sample the prediction is that sample. A
            // share that grows is not extrapolated.
            (sample(1.0, 0.4), sample(4.0, 0.1), 2.0, 0.1),
            (sample(1.0, 0.4), sample(2.0, 0.8), 64.0, 0.8),
        ] {
            let predicted = first.predicted_misses(later, known);
            assert!((predicted - expected).abs() < 1e-9, "{first:?} {later:?}: {predicted}");
        }
    }
}
