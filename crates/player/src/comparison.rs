//! Comparison of two players by pairs of games.

use crate::objective::signed_log;
use crate::outcome::Outcome;

/// Pairs of games, both games of a pair with the same random numbers.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    pairs: Vec<(Outcome, Outcome)>,
}

impl Comparison {
    /// Adds a pair: a game of the player, and one of the other.
    pub fn add(&mut self, player: Outcome, other: Outcome) {
        self.pairs.push((player, other));
    }

    /// The number of pairs.
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// The games of the player.
    pub fn games(&self) -> impl Iterator<Item = &Outcome> + Clone {
        self.pairs.iter().map(|(player, _)| player)
    }

    /// The games of the other.
    pub fn others(&self) -> impl Iterator<Item = &Outcome> + Clone {
        self.pairs.iter().map(|(_, other)| other)
    }

    /// Returns true if scores distinguish the players: they differ in some pair. Otherwise turns
    /// are compared.
    pub fn by_score(&self) -> bool {
        self.pairs.iter().any(|(player, other)| player.score != other.score)
    }

    /// The logarithm to base 2 of the ratio of both games' scores (of one and the score),
    /// or else turns, of each pair.
    fn ratios(&self) -> impl Iterator<Item = f64> + '_ {
        let by_score = self.by_score();
        let measure = move |game: &Outcome| if by_score { game.score } else { game.turns as f64 };
        self.pairs.iter().map(move |(player, other)| {
            (signed_log(measure(player)) - signed_log(measure(other))) / std::f64::consts::LN_2
        })
    }

    /// The mean advantage of the player, in doublings of the other's score (or of its turns): 1 is
    /// twice as much.
    pub fn doublings(&self) -> f64 {
        self.ratios().sum::<f64>() / self.pairs.len().max(1) as f64
    }

    /// The standard error of the doublings; `None` for a single pair.
    pub fn standard_error(&self) -> Option<f64> {
        let (mean, count) = (self.doublings(), self.pairs.len() as f64);
        let squares: f64 = self.ratios().map(|ratio| (ratio - mean) * (ratio - mean)).sum();
        (self.pairs.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt())
    }

    /// Pairs in which the player was better, and in which it was worse.
    pub fn better_and_worse(&self) -> (u64, u64) {
        self.ratios().fold((0, 0), |(better, worse), ratio| {
            (better + u64::from(ratio > 0.0), worse + u64::from(ratio < 0.0))
        })
    }

    /// The chance that as many pairs or more would be better by luck alone, if both
    /// players were equally good (sign test, one-sided).
    pub fn chance_by_luck(&self) -> f64 {
        let (better, worse) = self.better_and_worse();
        at_least(better, better + worse)
    }
}

/// The chance of at least `heads` heads in `tosses` tosses of a fair coin.
fn at_least(heads: u64, tosses: u64) -> f64 {
    let mut chance = libm::pow(0.5, tosses as f64);
    let mut sum = 0.0;
    for count in 0..=tosses {
        if count >= heads {
            sum += chance;
        }
        chance *= (tosses - count) as f64 / (count + 1) as f64;
    }
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coins_fall_as_they_should() {
        for (heads, tosses, chance) in [(0, 0, 1.0), (0, 5, 1.0), (5, 5, 1.0 / 32.0), (2, 2, 0.25)] {
            assert_eq!(at_least(heads, tosses), chance);
        }
        // 16 of 20 are below one in a hundred, 15 are not.
        assert!(at_least(16, 20) < 0.01 && at_least(15, 20) > 0.01);
    }

    #[test]
    fn pairs_are_compared_by_score_or_else_by_turns() {
        let game = |score, turns| Outcome { score, turns, won: false, ended: true, failed: false };
        let mut comparison = Comparison::default();
        comparison.add(game(7.0, 1), game(1.0, 9));
        comparison.add(game(15.0, 1), game(1.0, 9));
        assert!(comparison.by_score());
        assert!((comparison.doublings() - 2.5).abs() < 1e-12);
        assert!((comparison.standard_error().unwrap() - 0.5).abs() < 1e-12);
        assert_eq!(comparison.better_and_worse(), (2, 0));
        let mut turns = Comparison::default();
        turns.add(game(0.0, 7), game(0.0, 3));
        assert!(!turns.by_score());
        assert!((turns.doublings() - 1.0).abs() < 1e-12);
        assert_eq!(turns.standard_error(), None);
    }
}
