//! The pairs of a match: which bot won them, and what that says about both.

use std::cmp::Ordering;

use polymerge_player::Comparison;

use super::game::Played;

/// The results of a match.
#[derive(Default)]
pub struct Tally {
    /// Both games of each pair.
    pub comparison: Comparison,
    /// Pairs that the first bot won.
    pub better: u64,
    /// Pairs that it lost.
    pub worse: u64,
    /// Pairs that none of both won.
    pub equal: u64,
}

/// A rating difference by the share of won pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference; `None` if all pairs were won, or all lost.
    pub difference: Option<f64>,
    /// The standard error of the difference, if it is known.
    pub standard_error: Option<f64>,
}

impl Tally {
    /// Adds a pair. A bot that gave up its game loses the pair. Otherwise the higher score wins, or
    /// else the greater number of turns.
    pub fn add(&mut self, first: &Played, second: &Played) {
        self.comparison.add(first.outcome(), second.outcome());
        let order = match (first.is_forfeit(), second.is_forfeit()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => first.score.total_cmp(&second.score).then(first.turns.cmp(&second.turns)),
        };
        match order {
            Ordering::Greater => self.better += 1,
            Ordering::Less => self.worse += 1,
            Ordering::Equal => self.equal += 1,
        }
    }

    /// Returns the rating difference.
    pub fn elo(&self) -> Elo {
        elo(self.better as f64, self.worse as f64, self.equal as f64)
    }
}

/// Returns the rating difference for pairs that were won, lost and neither.
fn elo(better: f64, worse: f64, equal: f64) -> Elo {
    let count = better + worse + equal;
    let share = (better + 0.5 * equal) / count;
    if !(share > 0.0 && share < 1.0) {
        return Elo { difference: None, standard_error: None };
    }
    let square = |result: f64| (result - share) * (result - share);
    let squares = better * square(1.0) + worse * square(0.0) + equal * square(0.5);
    // The slope of the difference, by which the error of the share becomes one of the difference.
    let slope = 400.0 / std::f64::consts::LN_10 / (share * (1.0 - share));
    let standard_error = (count > 1.0).then(|| (squares / (count - 1.0) / count).sqrt() * slope);
    Elo { difference: Some(400.0 * (share / (1.0 - share)).log10()), standard_error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::fault::Fault;
    use crate::arena::game::End;

    #[test]
    fn ratings_follow_from_the_share_of_pairs() {
        // better, worse, equal, difference, error
        for (better, worse, equal, difference, error) in [
            (50.0, 50.0, 0.0, Some(0.0), Some(34.92)),
            (75.0, 25.0, 0.0, Some(190.85), Some(40.32)),
            (25.0, 75.0, 0.0, Some(-190.85), Some(40.32)),
            (0.0, 0.0, 10.0, Some(0.0), Some(0.0)),
            (10.0, 0.0, 0.0, None, None),
            (0.0, 1.0, 0.0, None, None),
            (0.0, 0.0, 0.0, None, None),
        ] {
            let found = elo(better, worse, equal);
            let near = |one: Option<f64>, other: Option<f64>| match (one, other) {
                (Some(one), Some(other)) => (one - other).abs() < 0.01,
                (one, other) => one == other,
            };
            let is_near = near(found.difference, difference) && near(found.standard_error, error);
            assert!(is_near, "{better} {worse} {equal}: {found:?}");
        }
    }

    #[test]
    fn a_bot_that_gives_up_loses_the_pair() {
        let game = |score, turns, end| Played { score, turns, end, ..Played::default() };
        let fault = || End::Fault(Fault::Refused("no".into()));
        // first, second, (better, worse, equal)
        for (first, second, result) in [
            (game(8.0, 1, End::Over), game(4.0, 9, End::Over), (1, 0, 0)),
            (game(4.0, 1, End::Over), game(4.0, 9, End::Over), (0, 1, 0)),
            (game(4.0, 9, End::Over), game(4.0, 9, End::Won), (0, 0, 1)),
            (game(9.0, 9, fault()), game(4.0, 9, End::Over), (0, 1, 0)),
            (game(4.0, 9, End::Cut), game(9.0, 9, fault()), (1, 0, 0)),
            (game(4.0, 9, fault()), game(9.0, 9, fault()), (0, 0, 1)),
            // A mode that fails is no fault of the bot.
            (game(9.0, 9, End::Fault(Fault::Turn("x".into()))), game(4.0, 9, End::Over), (1, 0, 0)),
        ] {
            let mut tally = Tally::default();
            tally.add(&first, &second);
            assert_eq!((tally.better, tally.worse, tally.equal), result);
        }
    }
}
