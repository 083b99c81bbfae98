//! The sequential probability ratio test: two hypotheses about the advantage of a bot, and a match
//! that is stopped as soon as one of them is decided.

use std::str::FromStr;

use polymerge_player::Comparison;

/// The chance of each of both errors.
const ERROR: f64 = 0.05;

/// The least pairs for a decision: the spread of fewer is not known well enough.
pub const LEAST_PAIRS: usize = 16;

/// Two hypotheses: the mean advantage of the first bot in doublings of the other's score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The smaller advantage.
    pub low: f64,
    /// The larger advantage.
    pub high: f64,
}

/// The decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The smaller advantage is accepted.
    Low,
    /// The larger advantage is accepted.
    High,
    /// The pairs so far decide nothing.
    Undecided,
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        let both = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
        match both {
            Some((low, high)) if low < high => Ok(Sprt { low, high }),
            _ => Err("must be two numbers of doublings, the smaller one first: 0,0.1".into()),
        }
    }
}

impl Sprt {
    /// The logarithm of the ratio of likelihoods at which the larger advantage is accepted. The
    /// smaller one is accepted at its opposite.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// Returns the logarithm of the ratio of the likelihoods of both hypotheses, for normally
    /// distributed advantages of this mean with this standard error.
    pub fn ratio(&self, mean: f64, standard_error: f64) -> f64 {
        let ahead = (self.high - self.low) * (2.0 * mean - self.low - self.high);
        match ahead {
            // Where all pairs are alike, any difference is certain.
            _ if ahead == 0.0 => 0.0,
            _ => ahead / (2.0 * standard_error * standard_error),
        }
    }

    /// Returns the logarithm of the ratio after these pairs; `None` if there are too few.
    pub fn ratio_of(&self, comparison: &Comparison) -> Option<f64> {
        let error = comparison.standard_error().filter(|_| comparison.pairs() >= LEAST_PAIRS)?;
        Some(self.ratio(comparison.doublings(), error))
    }

    /// Returns the decision after these pairs.
    pub fn verdict(&self, comparison: &Comparison) -> Verdict {
        match self.ratio_of(comparison) {
            Some(ratio) if ratio >= Sprt::bound() => Verdict::High,
            Some(ratio) if ratio <= -Sprt::bound() => Verdict::Low,
            _ => Verdict::Undecided,
        }
    }
}

impl Verdict {
    /// Returns the word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Low => "low",
            Verdict::High => "high",
            Verdict::Undecided => "undecided",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge::{Randomness, Rng};
    use polymerge_player::Outcome;

    #[test]
    fn ratios_are_those_of_normal_distributions() {
        // low, high, mean, error, logarithm of the ratio
        for (low, high, mean, error, expected) in [
            (0.0, 1.0, 0.5, 0.1, 0.0),
            (0.0, 0.5, 0.5, 0.1, 12.5),
            (0.0, 0.5, 0.0, 0.1, -12.5),
            (-0.1, 0.1, 0.05, 0.05, 4.0),
            (0.0, 0.1, 0.1, 0.0, f64::INFINITY),
            (0.0, 0.1, 0.0, 0.0, f64::NEG_INFINITY),
            (0.0, 0.1, 0.05, 0.0, 0.0),
        ] {
            let ratio = Sprt { low, high }.ratio(mean, error);
            let is_equal = ratio == expected || (ratio - expected).abs() < 1e-9;
            assert!(is_equal, "{low} {high} {mean} {error}: {ratio}");
        }
        // The logarithm of 19.
        assert!((Sprt::bound() - 2.944_438_979_166).abs() < 1e-9);
    }

    #[test]
    fn hypotheses_are_two_numbers() {
        assert_eq!("0,0.1".parse(), Ok(Sprt { low: 0.0, high: 0.1 }));
        assert_eq!("-1, 2".parse(), Ok(Sprt { low: -1.0, high: 2.0 }));
        for text in ["", "1", "0.1,0", "0,0", "a,b", "0,inf", "NaN,1", "0,1,2"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }

    /// A number of the normal distribution, about: the sum of 12 equally distributed ones.
    fn normal(random: &mut Rng) -> f64 {
        (0..12).map(|_| random.next().unwrap_or_default()).sum::<f64>() - 6.0
    }

    /// The decision about a bot of this true advantage, and the pairs that it took.
    fn decision(sprt: Sprt, advantage: f64, seed: u64) -> (Verdict, usize) {
        let mut random = Rng::new(seed);
        let mut comparison = Comparison::default();
        let game = |score| Outcome { score, turns: 1, won: false, ended: true, failed: false };
        while comparison.pairs() < 3_000 {
            let doublings = advantage + 0.5 * normal(&mut random);
            comparison.add(game(1e9 * doublings.exp2()), game(1e9));
            let verdict = sprt.verdict(&comparison);
            if verdict != Verdict::Undecided {
                return (verdict, comparison.pairs());
            }
        }
        (Verdict::Undecided, comparison.pairs())
    }

    #[test]
    fn decisions_are_right_as_often_as_promised() {
        let sprt = Sprt { low: 0.0, high: 0.3 };
        for (advantage, right) in [(0.0, Verdict::Low), (0.3, Verdict::High)] {
            let decisions: Vec<_> = (0..200).map(|seed| decision(sprt, advantage, seed)).collect();
            let wrong = decisions.iter().filter(|(verdict, _)| *verdict != right).count();
            // 5 of 100, and a few more for the spread that is estimated.
            assert!(wrong <= 20, "{advantage}: {wrong} of 200");
            let pairs = decisions.iter().map(|(_, pairs)| pairs).sum::<usize>() / 200;
            assert!((LEAST_PAIRS..60).contains(&pairs), "{advantage}: {pairs} pairs in the mean");
        }
        // A large advantage is decided as soon as it may be.
        assert_eq!(decision(sprt, 3.0, 1), (Verdict::High, LEAST_PAIRS));
    }
}
