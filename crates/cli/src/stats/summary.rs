//! The summary of the games of a run.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::bench::player::{error, mean};
use crate::stats::games::{End, Row, Run};

/// The standard errors to each side of an interval that holds the true value in 95 of 100 runs.
const SIGMAS: f64 = 1.959_964;

/// The figures of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub games: usize,
    pub turns: Spread,
    pub score: Spread,
    pub won: Share,
    /// The turns until the first win, in the games that were won.
    pub won_at: Spread,
    pub endings: BTreeMap<&'static str, usize>,
    /// The chances that the largest tile is worth at least as much as each value.
    pub largest: Vec<Reach>,
    pub rules: Vec<Count>,
    pub spawns: Vec<Count>,
    pub directions: Vec<Count>,
}

/// The distribution of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    pub mean: Option<f64>,
    /// The half width of the interval around the mean that holds the true one in 95 of 100 runs.
    pub margin: Option<f64>,
    pub least: Option<f64>,
    pub quarter: Option<f64>,
    pub median: Option<f64>,
    pub three_quarters: Option<f64>,
    pub most: Option<f64>,
}

/// A share, with an interval that holds the true one in 95 of 100 runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Reach {
    pub value: f64,
    pub chance: Share,
}

/// The frequency of an event.
#[derive(Clone, Debug, Serialize)]
pub struct Count {
    pub name: String,
    /// The mean number in a game.
    pub per_game: f64,
    /// The share among all events of the kind.
    pub part: f64,
    /// The correlation of the score with the event's share in a game, from -1 to 1; `None` where
    /// one of them never differs.
    pub with_score: Option<f64>,
}

impl Summary {
    pub fn of(run: &Run) -> Summary {
        let games = &run.games;
        let mut endings: BTreeMap<&'static str, usize> = BTreeMap::new();
        for game in games {
            *endings.entry(game.ending.name()).or_default() += 1;
        }
        let won = games.iter().filter(|game| game.won_at.is_some()).count();
        let mut spawned: BTreeMap<&str, f64> = BTreeMap::new();
        for (name, count) in games.iter().flat_map(|game| &game.spawned) {
            *spawned.entry(name).or_default() += *count as f64;
        }
        let mut names: Vec<(&str, f64)> = spawned.into_iter().collect();
        names.sort_by(|a, b| b.1.total_cmp(&a.1));
        let names: Vec<String> =
            names.into_iter().take(MOST_SPAWNS).map(|(name, _)| name.to_owned()).collect();
        Summary {
            games: games.len(),
            turns: Spread::of(games.iter().map(|game| game.turns as f64)),
            score: Spread::of(games.iter().filter_map(|game| game.score)),
            won: Share::of(won, games.len()),
            won_at: Spread::of(games.iter().filter_map(|game| game.won_at).map(|turn| turn as f64)),
            endings,
            largest: reaches(games),
            rules: counts(games, &run.rules, |game, place| game.fired.get(place).copied()),
            spawns: counts(games, &names, |game, place| game.spawned.get(&names[place]).copied()),
            directions: counts(games, &run.directions, |game, place| game.pressed.get(place).copied()),
        }
    }

    /// Returns the number of games with this end.
    pub fn ended(&self, end: End) -> usize {
        self.endings.get(end.name()).copied().unwrap_or_default()
    }
}

/// The most spawns to list, the most frequent ones first.
const MOST_SPAWNS: usize = 20;

/// The most values of largest tiles to list.
const MOST_REACHES: usize = 16;

fn reaches(games: &[Row]) -> Vec<Reach> {
    let mut largest: Vec<f64> = games.iter().filter_map(Row::largest).collect();
    largest.sort_by(f64::total_cmp);
    let mut values = largest.clone();
    values.dedup();
    // The values that tell most: evenly spread over the games, if there are too many.
    let step = values.len().div_ceil(MOST_REACHES).max(1);
    let last = values.len().saturating_sub(1);
    let values = values.into_iter().enumerate().filter(|(place, _)| (last - place).is_multiple_of(step));
    values
        .map(|(_, value)| {
            let reached = largest.len() - largest.partition_point(|other| *other < value);
            Reach { value, chance: Share::of(reached, games.len()) }
        })
        .collect()
}

fn counts(games: &[Row], names: &[String], count: impl Fn(&Row, usize) -> Option<u64>) -> Vec<Count> {
    let count = |game: &Row, place| count(game, place).unwrap_or_default() as f64;
    let whole = |game: &Row| (0..names.len()).map(|place| count(game, place)).sum::<f64>();
    let all: f64 = games.iter().map(whole).sum();
    let one = |(place, name): (usize, &String)| {
        let sum: f64 = games.iter().map(|game| count(game, place)).sum();
        let pairs =
            games.iter().filter_map(|game| Some((count(game, place) / whole(game).max(1.0), game.score?)));
        Count {
            name: name.clone(),
            per_game: sum / games.len().max(1) as f64,
            part: if all > 0.0 { sum / all } else { 0.0 },
            with_score: correlation(&pairs.collect::<Vec<_>>()),
        }
    };
    names.iter().enumerate().map(one).collect()
}

/// Returns Pearson's correlation.
fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let count = pairs.len() as f64;
    let mean = pairs.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0 / count, sum.1 + pair.1 / count));
    let (mut both, mut first, mut second) = (0.0, 0.0, 0.0);
    for pair in pairs {
        let (a, b) = (pair.0 - mean.0, pair.1 - mean.1);
        both += a * b;
        first += a * a;
        second += b * b;
    }
    let size = (first * second).sqrt();
    // What differs by rounding alone does not differ.
    let differs = first > 1e-12 * count * (mean.0 * mean.0).max(1e-12) && size.is_finite() && size > 0.0;
    (differs && pairs.len() > 2).then(|| both / size)
}

impl Spread {
    pub fn of(numbers: impl Iterator<Item = f64>) -> Spread {
        let mut sorted: Vec<f64> = numbers.collect();
        sorted.sort_by(f64::total_cmp);
        let Some(last) = sorted.len().checked_sub(1) else { return Spread::default() };
        let at = |part: f64| {
            let place = part * last as f64;
            let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
            Some(below + (above - below) * place.fract())
        };
        Spread {
            mean: mean(sorted.iter().copied()),
            margin: error(sorted.iter().copied()).map(|error| SIGMAS * error),
            least: at(0.0),
            quarter: at(0.25),
            median: at(0.5),
            three_quarters: at(0.75),
            most: at(1.0),
        }
    }
}

impl Share {
    /// Returns a share with Wilson's interval, which stays between 0 and 1 and is right for few
    /// games as well.
    pub fn of(hits: usize, games: usize) -> Share {
        let count = games as f64;
        if games == 0 {
            return Share { share: 0.0, low: 0.0, high: 1.0 };
        }
        let share = hits as f64 / count;
        let square = SIGMAS * SIGMAS;
        let middle = share + square / (2.0 * count);
        let half = SIGMAS * (share * (1.0 - share) / count + square / (4.0 * count * count)).sqrt();
        let scale = 1.0 + square / count;
        Share { share, low: ((middle - half) / scale).max(0.0), high: ((middle + half) / scale).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_intervals() {
        // Values of Wilson's interval as tables have them.
        for (hits, games, low, high) in [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)]
        {
            let share = Share::of(hits, games);
            assert!((share.low - low).abs() < 1e-4 && (share.high - high).abs() < 1e-4, "{share:?}");
        }
        assert_eq!(Share::of(0, 0), Share { share: 0.0, low: 0.0, high: 1.0 });
    }

    #[test]
    fn numbers_are_spread() {
        let spread = Spread::of([4.0, 1.0, 2.0, 3.0].into_iter());
        assert_eq!((spread.mean, spread.median, spread.quarter), (Some(2.5), Some(2.5), Some(1.75)));
        assert_eq!((spread.least, spread.most), (Some(1.0), Some(4.0)));
        assert_eq!(Spread::of([].into_iter()), Spread::default());
        assert_eq!(Spread::of([7.0].into_iter()).margin, None);
    }

    #[test]
    fn what_goes_together_is_reported() {
        assert_eq!(correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]), Some(1.0));
        assert_eq!(correlation(&[(1.0, 6.0), (2.0, 4.0), (3.0, 2.0)]), Some(-1.0));
        assert_eq!(correlation(&[(1.0, 6.0), (1.0, 4.0), (1.0, 2.0)]), None);
        assert_eq!(correlation(&[(1.0, 2.0), (2.0, 4.0)]), None);
    }
}
