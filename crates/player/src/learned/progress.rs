//! The progress of learning, measured on the last games.

/// The progress of learning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Games so far.
    pub games: u64,
    /// Moves so far.
    pub moves: u64,
    /// The number of last games, at most a thousand, that the following means are of.
    pub recent: usize,
    /// The mean score.
    pub score: f64,
    /// The mean number of turns.
    pub turns: f64,
    /// The share of games in which the goal was reached.
    pub won: f64,
    /// Weights that were learned.
    pub weights: usize,
}

/// The last games, in a ring.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recent {
    games: Vec<(f64, u64, bool)>,
    next: usize,
}

const RECENT: usize = 10 * 10 * 10;

impl Recent {
    pub(crate) fn add(&mut self, game: (f64, u64, bool)) {
        match self.games.get_mut(self.next) {
            Some(own) => *own = game,
            None => self.games.push(game),
        }
        self.next = (self.next + 1) % RECENT;
    }

    /// Returns the progress after these numbers of games and moves, with a number of learned
    /// weights.
    pub(crate) fn progress(&self, (games, moves): (u64, u64), weights: usize) -> Progress {
        let mean = |of: &dyn Fn(&(f64, u64, bool)) -> f64| {
            self.games.iter().map(of).fold(0.0, |sum, own| sum + own) / self.games.len().max(1) as f64
        };
        Progress {
            games,
            moves,
            recent: self.games.len(),
            score: mean(&|game| game.0),
            turns: mean(&|game| game.1 as f64),
            won: mean(&|game| f64::from(u8::from(game.2))),
            weights,
        }
    }

    /// The mean logarithm of the scores of the last games; where these are all alike, the
    /// mean number of turns.
    pub(crate) fn doublings(&self) -> f64 {
        let late = self.games.len().div_ceil(2);
        // From the oldest one on.
        let order =
            self.games.iter().cycle().skip(self.next % self.games.len().max(1)).take(self.games.len());
        let late: Vec<&(f64, u64, bool)> = order.skip(self.games.len() - late).collect();
        let first = self.games.first().map_or(0.0, |game| game.0);
        let alike = self.games.iter().all(|game| game.0 == first);
        let of = |game: &&(f64, u64, bool)| match alike {
            true => game.1 as f64,
            false => crate::objective::signed_log(game.0),
        };
        late.iter().map(of).sum::<f64>() / late.len().max(1) as f64
    }
}
