//! The objective of a decision: scores, their logarithms, or turns.

use std::fmt;

/// The standard deviation of the natural logarithms of scores above which a mean would be that of
/// the few largest scores.
const WIDE: f64 = 1.0;

/// The quantity by which directions are ranked. The results of a decision's rollouts choose it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The mean of the final score.
    #[default]
    Score,
    /// The mean of the natural logarithm of one and the final score, with the sign of
    /// the score: scores spread over many magnitudes.
    LogScore,
    /// The mean number of turns: scores are all equal.
    Turns,
}

impl Objective {
    /// The name, as in JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Objective::Score => "score",
            Objective::LogScore => "log_score",
            Objective::Turns => "turns",
        }
    }

    /// Chooses the objective for scores of this spread, whose logarithms have this standard
    /// deviation.
    pub(crate) fn choose(spread: f64, deviation_of_logs: f64) -> Objective {
        match spread {
            _ if spread == 0.0 => Objective::Turns,
            // Squares of larger numbers have no sum.
            _ if deviation_of_logs > WIDE || spread.is_nan() || spread >= 1e150 => Objective::LogScore,
            _ => Objective::Score,
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Objective::Score => "score",
            Objective::LogScore => "logarithm of the score",
            Objective::Turns => "turns",
        })
    }
}

/// The logarithm of one and a number, with the number's sign: 0 for 0, and for NaN.
pub(crate) fn signed_log(number: f64) -> f64 {
    match number.is_nan() {
        true => 0.0,
        false => libm::copysign(libm::log1p(number.abs().min(f64::MAX)), number),
    }
}

/// A number that sums can be made of.
pub(crate) fn finite(number: f64) -> f64 {
    match number.is_nan() {
        true => 0.0,
        false => number.clamp(-1e300, 1e300),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compared_depends_on_the_scores() {
        for (spread, deviation, objective) in [
            (0.0, 0.0, Objective::Turns),
            (900.0, 0.5, Objective::Score),
            (900.0, 3.0, Objective::LogScore),
            (1e200, 0.1, Objective::LogScore),
            (f64::INFINITY, 0.0, Objective::LogScore),
            (f64::NAN, 0.0, Objective::LogScore),
        ] {
            assert_eq!(Objective::choose(spread, deviation), objective, "{spread} {deviation}");
        }
    }

    #[test]
    fn logarithms_keep_signs_and_order() {
        let numbers = [f64::NEG_INFINITY, -1e9, -1.0, 0.0, 1.0, 1e9, f64::INFINITY];
        let logs = numbers.map(signed_log);
        assert!(logs.windows(2).all(|pair| pair[0] < pair[1]), "{logs:?}");
        assert_eq!((signed_log(0.0), signed_log(f64::NAN)), (0.0, 0.0));
        assert!(logs.iter().all(|log| log.is_finite()));
    }
}
