//! Many games with random moves, a few moves at a time: statistics of a mode
//! while something else goes on.

use polymerge_rules::{GameState, RandomMoves};

use crate::compiled::Rules;
use crate::course::{Course, CoursePlay};
use crate::error::Error;

/// The extent of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialOptions {
    /// The number of games.
    pub games: usize,
    /// The number of turns of each game, at most.
    pub moves: usize,
    /// Seed of the first game; the others count up.
    pub seed: u64,
}

impl Default for TrialOptions {
    fn default() -> TrialOptions {
        TrialOptions { games: 100, moves: 1000, seed: 0 }
    }
}

/// Games with random moves.
///
/// A mode and options give one result on every machine, however the work is
/// divided.
///
/// ```
/// use polymerge::sample::TrialOptions;
/// use polymerge::Mode;
///
/// let rules = Mode::built_in("2048")?.compile()?;
/// let mut trial = rules.trial(TrialOptions { games: 3, moves: 20, seed: 1 });
/// while trial.run(10) {} // a page would draw something here
/// assert_eq!(trial.courses().len(), 3);
/// # Ok::<(), polymerge::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trial {
    rules: Rules,
    options: TrialOptions,
    /// The game that is being played.
    current: Option<(CoursePlay, RandomMoves)>,
    courses: Vec<Course>,
    fired: Vec<u64>,
    failure: Option<String>,
}

impl Trial {
    /// A trial of which nothing is played yet.
    pub(crate) fn of(rules: Rules, options: TrialOptions) -> Trial {
        Trial { rules, options, current: None, courses: Vec::new(), fired: Vec::new(), failure: None }
    }

    /// Plays this many moves; whether there is more to play.
    pub fn run(&mut self, moves: usize) -> bool {
        for _ in 0..moves {
            if self.is_done() {
                break;
            }
            if let Err(error) = self.step() {
                let turns = self.current.as_ref().map_or(0, |(play, _)| play.course().turns);
                self.failure = Some(format!("the game of seed {}, turn {turns}: {error}", self.seed()));
                self.current = None;
            }
        }
        !self.is_done()
    }

    /// Returns the extent of the trial.
    pub fn options(&self) -> &TrialOptions {
        &self.options
    }

    /// Returns the statistics of the games that have ended, in order.
    pub fn courses(&self) -> &[Course] {
        &self.courses
    }

    /// Returns the number of times that each merge rule fired in all games, in the order of
    /// [`polymerge_rules::Ruleset::merge_rules`].
    pub fn fired(&self) -> Vec<u64> {
        let mut fired = self.fired.clone();
        add(&mut fired, self.current.as_ref().map_or(&[], |(play, _)| &play.course().fired));
        fired
    }

    /// The game that is going on.
    pub fn game(&self) -> Option<&GameState> {
        self.current.as_ref().map(|(play, _)| play.game())
    }

    /// Returns the message of the first failure, with its game. After a failure nothing is played.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn is_done(&self) -> bool {
        self.failure.is_some() || self.courses.len() >= self.options.games
    }

    fn seed(&self) -> u64 {
        self.options.seed.wrapping_add(self.courses.len() as u64)
    }

    /// Starts a game, or makes a move of the one that is going on.
    fn step(&mut self) -> Result<(), Error> {
        let Some((play, choice)) = &mut self.current else {
            let seed = self.seed();
            let play = self.rules.course(seed, self.options.moves as u64)?;
            self.current = Some((play, RandomMoves::new(seed)));
            return Ok(());
        };
        let goes_on = play.step(|game| choice.choose(game))?;
        if !goes_on {
            let course = play.course().clone();
            add(&mut self.fired, &course.fired);
            self.courses.push(course);
            self.current = None;
        }
        Ok(())
    }
}

/// Adds counts to those of other games.
fn add(sum: &mut Vec<u64>, counts: &[u64]) {
    sum.resize(sum.len().max(counts.len()), 0);
    sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}
