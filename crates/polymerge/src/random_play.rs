//! Games played at random, to see how fast and how long they are.
//!
//! Each move is drawn uniformly from those that are legal, by drawing
//! directions until one moves something. Wins are played on from where the
//! mode allows it; when a game is over, the next one begins at once. Time
//! stands still.
//!
//! ```
//! use polymerge::Mode;
//!
//! let mut play = Mode::built_in("classic")?.compile()?.random_play(7)?;
//! play.run(1000, u64::MAX)?;
//! assert_eq!(play.tally().moves, 1000);
//! # Ok::<(), polymerge::Error>(())
//! ```

use std::sync::Arc;

use polymerge_rules::{
    Cost, Direct, MemoryLimits, MemoryUse, Place, RandomMoves, Randomness, Rng, Rollout, Ruleset, Step,
    StrategyUse, TurnError, make_turn,
};

/// The totals of random games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Moves that moved something.
    pub moves: u64,
    /// Directions drawn; [`Tally::moves`] of them moved something.
    pub draws: u64,
    /// Games that have ended.
    pub games: u64,
    /// Moves of the games that have ended.
    pub ended_moves: u64,
    /// Scores of the games that have ended, added up.
    pub ended_score: f64,
    /// Games that ended because a turn failed or reached a limit.
    pub failures: u64,
}

impl Tally {
    /// Moves per game, of the games that have ended.
    pub fn moves_per_game(&self) -> Option<f64> {
        (self.games > 0).then(|| self.ended_moves as f64 / self.games as f64)
    }

    /// Score per game, of the games that have ended.
    pub fn score_per_game(&self) -> Option<f64> {
        (self.games > 0).then(|| self.ended_score / self.games as f64)
    }
}

/// Random games of one ruleset, one after another.
///
/// A ruleset and a seed always give equal games, however these are divided into
/// calls of [`RandomPlay::run`].
#[derive(Debug)]
pub struct RandomPlay<R = Direct<Rng>> {
    random: R,
    choice: RandomMoves,
    game: Rollout,
    memory: MemoryLimits,
    moves: u64,
    tally: Tally,
    failure: Option<TurnError>,
}

impl RandomPlay {
    /// Begins the first game. Free cells are drawn directly, so that a seed is another
    /// game than that of [`Rules::start`](crate::Rules::start).
    ///
    /// # Errors
    /// If the start of a game fails.
    pub fn new(rules: Arc<Ruleset>, seed: u64) -> Result<RandomPlay, TurnError> {
        RandomPlay::of(rules, Direct(Rng::new(seed)), seed)
    }
}

// The two kinds of random numbers have a method each, so that the turn is compiled here, in a
// crate that is optimised in full, and not in the crate that calls it.
impl RandomPlay<Rng> {
    /// Plays on until this many further moves are made or games have ended. A
    /// game that ends without any move counts as a move.
    ///
    /// # Errors
    /// If the start of a game fails.
    pub fn run(&mut self, moves: u64, games: u64) -> Result<(), TurnError> {
        self.play_until(moves, games)
    }
}

impl RandomPlay<Direct<Rng>> {
    /// Plays on until this many further moves are made or games have ended. A
    /// game that ends without any move counts as a move.
    ///
    /// # Errors
    /// If the start of a game fails.
    pub fn run(&mut self, moves: u64, games: u64) -> Result<(), TurnError> {
        self.play_until(moves, games)
    }
}

impl<R: Randomness> RandomPlay<R> {
    /// Begins the first game, with these random numbers; moves are chosen by the seed.
    ///
    /// # Errors
    /// If the start of a game fails.
    pub(crate) fn of(rules: Arc<Ruleset>, mut random: R, seed: u64) -> Result<RandomPlay<R>, TurnError> {
        let choice = RandomMoves::new(seed);
        let game = Rollout::new(rules, &mut random, 0.0)?;
        Ok(RandomPlay {
            random,
            choice,
            game,
            memory: MemoryLimits::default(),
            moves: 0,
            tally: Tally::default(),
            failure: None,
        })
    }

    /// Sets the limits of what games remember of one another.
    pub fn with_memory(mut self, limits: MemoryLimits) -> RandomPlay<R> {
        // What is remembered already is forgotten only for other limits.
        if limits != self.memory {
            self.game = self.game.with_memory(limits.clone());
            self.memory = limits;
        }
        self
    }

    /// Returns the hits and misses of the caches.
    pub fn memory_use(&self) -> MemoryUse {
        self.game.memory_use()
    }

    /// Returns how often each strategy played a turn, and why others did not.
    pub fn strategy_use(&self) -> StrategyUse {
        self.game.strategy_use()
    }

    /// Takes from now on the times of the parts of the mode ([`Engine::take_times`](crate::Engine::take_times)).
    pub fn take_times(&mut self, clock: fn() -> u64) {
        self.game.engine().take_times(clock);
    }

    /// Returns the parts of the mode with the times that they took, the dearest first.
    pub fn times(&mut self) -> Vec<(Place, Cost)> {
        self.game.engine().times()
    }

    fn play_until(&mut self, moves: u64, games: u64) -> Result<(), TurnError> {
        let (mut moves, mut games) = (moves, games);
        while moves > 0 && games > 0 {
            let moved = self.make_move().unwrap_or_else(|error| {
                self.tally.failures += 1;
                self.failure = Some(error);
                false
            });
            if moved {
                self.moves += 1;
                self.tally.moves += 1;
            } else {
                games -= 1;
            }
            if moved || self.moves == 0 {
                moves -= 1;
            }
            if !moved {
                self.end_game()?;
            }
        }
        self.tally.draws = self.choice.draws();
        Ok(())
    }

    /// Returns the totals of all games.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns the error of the last game that failed, if one did.
    pub fn failure(&self) -> Option<&TurnError> {
        self.failure.as_ref()
    }

    /// Draws directions until one moves something; `false` if the game is over.
    fn make_move(&mut self) -> Result<bool, TurnError> {
        let RandomPlay { game, random, choice, .. } = self;
        let step = make_turn(&mut game.as_game(random), |game| choice.choose(game))?;
        Ok(matches!(step, Step::Turn(_)))
    }

    /// Counts the game, and begins the next.
    fn end_game(&mut self) -> Result<(), TurnError> {
        self.tally.games += 1;
        self.tally.ended_moves += std::mem::take(&mut self.moves);
        self.tally.ended_score += self.game.score();
        self.game.restart(&mut self.random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge_modefile::catalogue;
    use polymerge_rules::Limits;

    fn play(mode: &str) -> RandomPlay {
        let mode = catalogue::find(mode).unwrap().read().unwrap().mode;
        RandomPlay::new(Ruleset::compile(mode, Limits::default()).unwrap(), 11).unwrap()
    }

    #[test]
    fn random_games_of_2048_are_as_long_as_they_are_elsewhere() {
        let mut play = play("classic");
        play.run(u64::MAX, 100).unwrap();
        let tally = *play.tally();
        let (moves, score) = (tally.moves_per_game().unwrap(), tally.score_per_game().unwrap());
        // 118.4 and 1095 in many engines; games differ by 40 and 530.
        assert!((moves - 118.4).abs() < 12.0 && (score - 1095.0).abs() < 160.0, "{moves} {score}");
        assert_eq!((tally.games, tally.failures, tally.ended_moves), (100, 0, tally.moves));
    }

    #[test]
    fn games_do_not_depend_on_how_they_are_divided() {
        let mut whole = play("2048");
        whole.run(700, u64::MAX).unwrap();
        let mut parts = play("2048");
        for _ in 0..70 {
            parts.run(10, u64::MAX).unwrap();
        }
        assert_eq!((whole.tally(), whole.game.to_game()), (parts.tally(), parts.game.to_game()));
    }
}
