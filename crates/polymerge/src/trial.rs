//! Many games, a few moves at a time: statistics of a mode
//! while something else goes on.

use polymerge_rules::{Chooser, GameState, RandomMoves};

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

/// Games whose moves are random, or chosen in another way.
///
/// A mode, a chooser and options give one result on every machine, however the work is
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
pub struct Trial<C = RandomMoves> {
    rules: Rules,
    options: TrialOptions,
    chooser: C,
    /// The game that is being played.
    current: Option<CoursePlay>,
    courses: Vec<Course>,
    fired: Vec<u64>,
    failure: Option<String>,
    cannot_start: bool,
}

impl Rules {
    /// Games with random moves, each with what came of it: see [`sample`](crate::sample).
    pub fn trial(&self, options: TrialOptions) -> Trial {
        let moves = RandomMoves::new(options.seed);
        self.trial_by(moves, options)
    }

    /// Games of a chooser, such as a player of the crate `polymerge-player`, each with what came of
    /// it: see [`sample`](crate::sample).
    pub fn trial_by<C: Chooser>(&self, chooser: C, options: TrialOptions) -> Trial<C> {
        Trial::of(self.clone(), options, chooser)
    }
}

impl<C: Chooser> Trial<C> {
    /// A trial of which nothing is played yet.
    pub(crate) fn of(rules: Rules, options: TrialOptions, chooser: C) -> Trial<C> {
        let (courses, fired) = (Vec::new(), Vec::new());
        Trial { rules, options, chooser, current: None, courses, fired, failure: None, cannot_start: false }
    }

    /// Plays this many moves; returns true if there is more to play.
    pub fn run(&mut self, moves: usize) -> bool {
        for _ in 0..moves {
            if self.is_done() {
                break;
            }
            if let Err(error) = self.step() {
                let turns = self.current.as_ref().map_or(0, |play| play.course().turns);
                let seed = self.seed();
                self.failure.get_or_insert_with(|| format!("the game of seed {seed}, turn {turns}: {error}"));
                match self.current.take() {
                    Some(play) => self.end(play),
                    None => self.cannot_start = true,
                }
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
        add(&mut fired, self.current.as_ref().map_or(&[], |play| &play.course().fired));
        fired
    }

    /// The game that is going on.
    pub fn game(&self) -> Option<&GameState> {
        self.current.as_ref().map(CoursePlay::game)
    }

    /// Returns the message of the first failure, with its game. A game in which a turn fails ends
    /// there; if one cannot be started, nothing more is played.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn is_done(&self) -> bool {
        self.cannot_start || self.courses.len() >= self.options.games
    }

    fn seed(&self) -> u64 {
        self.options.seed.wrapping_add(self.courses.len() as u64)
    }

    /// Starts a game, or makes a move of the one that is going on.
    fn step(&mut self) -> Result<(), Error> {
        let Some(play) = &mut self.current else {
            let seed = self.seed();
            self.current = Some(self.rules.course(seed, self.options.moves as u64)?);
            self.chooser.begin(seed);
            return Ok(());
        };
        let goes_on = play.step(|game| self.chooser.choose(game))?;
        if let Some(play) = self.current.take_if(|_| !goes_on) {
            self.end(play);
        }
        Ok(())
    }

    /// Counts a game that has ended.
    fn end(&mut self, play: CoursePlay) {
        let course = play.into_course();
        add(&mut self.fired, &course.fired);
        self.courses.push(course);
    }
}

/// Adds counts to those of other games.
fn add(sum: &mut Vec<u64>, counts: &[u64]) {
    sum.resize(sum.len().max(counts.len()), 0);
    sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}
