//! Many games with random moves, a few moves at a time: statistics of a mode
//! while something else goes on.

use polymerge_rules::{Event, Game, Randomness, Screen, Seeded, Turn, TurnError};

use crate::compiled::Rules;
use crate::session::Session;

/// Between two moves, in milliseconds.
const STEP: f64 = 500.0;

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialOptions {
    /// How many games.
    pub games: usize,
    /// How many moves of each, at most.
    pub moves: usize,
    /// Seed of the first game; the others count up.
    pub seed: u64,
}

impl Default for TrialOptions {
    fn default() -> TrialOptions {
        TrialOptions { games: 100, moves: 1000, seed: 0 }
    }
}

/// How a game of a trial ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The score of the game.
    pub score: f64,
    /// The moves of the game.
    pub moves: f64,
    /// Whether it was won at some time.
    pub won: bool,
    /// Whether it was over when it was left.
    pub over: bool,
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
/// assert_eq!(trial.outcomes().len(), 3);
/// # Ok::<(), polymerge::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trial {
    rules: Rules,
    options: TrialOptions,
    current: Option<Current>,
    outcomes: Vec<Outcome>,
    fired: Vec<usize>,
    failure: Option<String>,
}

/// The game that is being played.
#[derive(Clone, Debug)]
struct Current {
    session: Session,
    /// The choice of moves has randomness of its own, so that the game is
    /// that of its seed.
    choice: Seeded,
    presses: usize,
    won: bool,
}

impl Trial {
    /// A trial of which nothing is played yet.
    pub(crate) fn of(rules: Rules, options: TrialOptions) -> Trial {
        Trial { rules, options, current: None, outcomes: Vec::new(), fired: Vec::new(), failure: None }
    }

    /// Plays this many moves; whether there is more to play.
    pub fn run(&mut self, moves: usize) -> bool {
        for _ in 0..moves {
            if self.is_done() {
                break;
            }
            if let Err(error) = self.step() {
                let (game, presses) = (self.seed(), self.current.as_ref().map_or(0, |game| game.presses));
                self.failure = Some(format!("the game of seed {game}, move {presses}: {error}"));
                self.current = None;
            }
        }
        !self.is_done()
    }

    /// How much is played.
    pub fn options(&self) -> &TrialOptions {
        &self.options
    }

    /// The games that have ended, in order.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// How often each merge rule fired, as [`polymerge_rules::Ruleset::merge_rules`]
    /// counts them.
    pub fn fired(&self) -> &[usize] {
        &self.fired
    }

    /// The game that is going on.
    pub fn game(&self) -> Option<&Game> {
        self.current.as_ref().map(|current| current.session.game())
    }

    /// What went wrong, and in which game: nothing is played after that.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn is_done(&self) -> bool {
        self.failure.is_some() || self.outcomes.len() >= self.options.games
    }

    fn seed(&self) -> u64 {
        self.options.seed.wrapping_add(self.outcomes.len() as u64)
    }

    /// Starts a game, or makes a move of the one that is going on.
    fn step(&mut self) -> Result<(), String> {
        let text = |error: TurnError| error.to_string();
        let Some(current) = &mut self.current else {
            let seed = self.seed();
            let (game, start) = self.rules.start_at(seed, 0.0).map_err(|error| error.to_string())?;
            let session = game.into_session();
            self.fired.resize(session.game().rules().merge_rules().len().max(self.fired.len()), 0);
            count(&start, &mut self.fired);
            self.current = Some(Current { session, choice: Seeded::new(!seed), presses: 0, won: false });
            return Ok(());
        };
        current.presses += 1;
        let now = current.presses as f64 * STEP;
        let turn = match current.session.game().screen() {
            Screen::Win => match current.session.play_on(now) {
                Err(TurnError::Refused(_)) => None,
                turn => Some(turn.map_err(text)?),
            },
            Screen::GameOver => None,
            Screen::Play => {
                let legal = current.session.game().legal_moves().map_err(text)?;
                let draw = current.choice.next().unwrap_or(0.0);
                match legal.get((draw * legal.len() as f64) as usize) {
                    Some(&direction) => Some(current.session.play(direction, now).map_err(text)?),
                    None => None,
                }
            }
        };
        if let Some(turn) = &turn {
            count(turn, &mut self.fired);
            count(&current.session.tick(now).map_err(text)?, &mut self.fired);
        }
        // A long game would remember all its moves.
        current.session.forget();
        let game = current.session.game();
        current.won |= game.screen() == Screen::Win;
        if turn.is_none() || game.screen() == Screen::GameOver || current.presses >= self.options.moves {
            self.outcomes.push(Outcome {
                score: game.score(),
                moves: game.moves(),
                won: current.won,
                over: game.screen() == Screen::GameOver,
            });
            self.current = None;
        }
        Ok(())
    }
}

/// Counts the rules that fired in a turn.
fn count(turn: &Turn, fired: &mut [usize]) {
    for event in &turn.events {
        match event {
            Event::Merge { rule, .. } | Event::EndOfTurnRule { rule, .. } => {
                if let Some(count) = fired.get_mut(*rule) {
                    *count += 1;
                }
            }
            Event::AutoMove { turn, .. } => count(turn, fired),
            _ => {}
        }
    }
}
