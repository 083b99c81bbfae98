//! The statistics of one direction: sums over its rollouts.

use crate::objective::{Objective, finite, signed_log};
use crate::rollout::{End, SURVIVAL, Sample};

/// Sums of numbers and of their squares.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    pub count: u64,
    pub sum: f64,
    pub squares: f64,
}

impl Sums {
    pub(crate) fn add(&mut self, number: f64) {
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// Returns the sums with `times` more numbers, all of them equal.
    fn with(self, number: f64, times: u64) -> Sums {
        let weight = times as f64;
        let squares = if times == 0 { 0.0 } else { number * number * weight };
        let sum = if times == 0 { 0.0 } else { number * weight };
        Sums { count: self.count + times, sum: self.sum + sum, squares: self.squares + squares }
    }

    fn of_both(self, other: Sums) -> Sums {
        Sums {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    /// Zero if there are none.
    pub(crate) fn mean(self) -> f64 {
        self.sum / (self.count.max(1)) as f64
    }

    /// The variance of a single number, estimated from these.
    pub(crate) fn variance(self) -> f64 {
        let mean = self.mean();
        let squares = self.squares - self.sum * mean;
        (squares / (self.count.saturating_sub(1)).max(1) as f64).max(0.0)
    }

    /// The standard error of the mean. Not known of a single number.
    pub(crate) fn error(self) -> Option<f64> {
        (self.count > 1).then(|| (self.variance() / self.count as f64).sqrt())
    }
}

/// The rollouts of one direction. Scores are counted relative to the root's, so that
/// sums of squares lose nothing where the score is large already.
#[derive(Clone, Debug)]
pub(crate) struct Arm {
    pub direction: usize,
    /// Rollouts that did not end with a win: sums of their scores, logarithms and turns.
    score: Sums,
    log: Sums,
    turns: Sums,
    /// The turns of all rollouts, wins included.
    pub all_turns: Sums,
    pub samples: u64,
    pub wins: u64,
    pub ended_by_win: u64,
    pub survived: u64,
    pub failures: u64,
}

/// The score at the root, and its logarithm.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub score: f64,
    pub log: f64,
}

impl Origin {
    pub(crate) fn new(score: f64) -> Origin {
        Origin { score: finite(score), log: signed_log(score) }
    }
}

impl Arm {
    pub(crate) fn new(direction: usize) -> Arm {
        let none = Sums::default();
        Arm {
            direction,
            score: none,
            log: none,
            turns: none,
            all_turns: none,
            samples: 0,
            wins: 0,
            ended_by_win: 0,
            survived: 0,
            failures: 0,
        }
    }

    pub(crate) fn add(&mut self, sample: &Sample, origin: Origin) {
        let turns = sample.turns as f64;
        self.samples += 1;
        self.wins += u64::from(sample.won);
        self.failures += u64::from(sample.end == End::Failed);
        self.survived += u64::from(sample.turns >= SURVIVAL);
        self.all_turns.add(turns);
        match sample.end {
            End::Won => self.ended_by_win += 1,
            End::Cut | End::Over | End::Failed => {
                self.score.add(finite(sample.score) - origin.score);
                self.log.add(signed_log(sample.score) - origin.log);
                self.turns.add(turns);
            }
        }
    }

    /// Returns the sums of the numbers that an objective compares, without the wins that ended a
    /// game.
    fn sums(&self, objective: Objective) -> Sums {
        match objective {
            Objective::Score => self.score,
            Objective::LogScore => self.log,
            Objective::Turns => self.turns,
        }
    }
}

/// The smallest and largest compared number of all rollouts that a win did not end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    low: f64,
    high: f64,
}

impl Range {
    pub(crate) const EMPTY: Range = Range { low: f64::INFINITY, high: f64::NEG_INFINITY };

    pub(crate) fn add(&mut self, number: f64) {
        self.low = self.low.min(number);
        self.high = self.high.max(number);
    }

    fn spread(self) -> f64 {
        if self.low <= self.high { self.high - self.low } else { 0.0 }
    }
}

/// The scale by which arms are compared: an objective, and the value of a win that ends the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    pub objective: Objective,
    win: f64,
}

impl Measure {
    /// Chooses the scale by all rollouts of a decision so far.
    pub(crate) fn of(arms: &[Arm], origin: Origin, scores: Range, turns: Range) -> Measure {
        let logs = arms.iter().fold(Sums::default(), |logs, arm| logs.of_both(arm.log));
        let objective = Objective::choose(scores.spread(), logs.variance().sqrt());
        let range = match objective {
            Objective::Score => {
                Range { low: finite(scores.low) - origin.score, high: finite(scores.high) - origin.score }
            }
            Objective::LogScore => {
                Range { low: signed_log(scores.low) - origin.log, high: signed_log(scores.high) - origin.log }
            }
            Objective::Turns => turns,
        };
        // Above the best of the others by as much as the others differ, twice.
        let win = if range.low <= range.high { range.high + 2.0 * range.spread() + 1.0 } else { 1.0 };
        Measure { objective, win }
    }

    /// Returns the sums of the compared numbers of an arm, relative to the root's.
    pub(crate) fn value(self, arm: &Arm) -> Sums {
        arm.sums(self.objective).with(self.win, arm.ended_by_win)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_give_mean_and_error() {
        let mut sums = Sums::default();
        for number in [2.0, 4.0, 4.0, 6.0] {
            sums.add(number);
        }
        assert_eq!((sums.mean(), sums.variance()), (4.0, 8.0 / 3.0));
        assert_eq!(sums.error(), Some((2.0_f64 / 3.0).sqrt()));
        let both = sums.with(4.0, 2);
        assert_eq!((both.count, both.mean()), (6, 4.0));
        assert_eq!(Sums::default().error(), None);
    }

    #[test]
    fn a_win_that_ends_the_game_counts_more_than_any_score() {
        let origin = Origin::new(100.0);
        let (mut scores, mut turns) = (Range::EMPTY, Range::EMPTY);
        let mut arms = [Arm::new(0), Arm::new(1)];
        for (arm, score, end) in [(0, 900.0, End::Over), (0, 100.0, End::Over), (1, 100.0, End::Won)] {
            let sample = Sample { score, turns: 3, won: end == End::Won, end, presses: 3 };
            arms[arm].add(&sample, origin);
            if end != End::Won {
                scores.add(score);
                turns.add(3.0);
            }
        }
        let measure = Measure::of(&arms, origin, scores, turns);
        assert_eq!(measure.objective, Objective::LogScore);
        assert!(measure.value(&arms[1]).mean() > measure.value(&arms[0]).mean());
    }
}
