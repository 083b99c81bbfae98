//! Plays a submitted game again, within strict limits, and returns its result.

use polymerge::{Engine, Game, Rules, Value, proof};

use crate::engines::Engines;
use crate::modes::Named;
use crate::source::Refused;
use crate::store::Score;

/// The version of the engine that verifies, and of its random numbers.
pub const ENGINE: &str = concat!("polymerge ", env!("CARGO_PKG_VERSION"), " xoshiro256++/1");

/// A game is taken at once if what it cost, and what the caches of other games can have spared it, is at
/// most the budget divided by this. Another one is played alone, which decides.
const SURE: u64 = 2;

/// An engine is used for further games if its work is at most the budget divided by this: with an older
/// one no game would be sure.
const USEFUL: u64 = 4;

/// A game as it was handed in.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The seed.
    pub seed: u64,
    /// The move string.
    pub moves: String,
    /// The number of moves in the string, if the client names it; otherwise what may be padding
    /// is left out.
    pub count: Option<usize>,
}

impl Submission {
    /// A stored game, as if it were handed in again.
    ///
    /// # Errors
    /// Its stored seed or length is no such number.
    pub fn of(score: &Score) -> Result<Submission, Refused> {
        let seed = score.seed.parse().ok();
        let (Some(seed), Ok(count)) = (seed, usize::try_from(score.length)) else {
            let message = format!("the stored seed or length of the game {} is no number", score.id);
            return Err(Refused::new("bad-game", message));
        };
        Ok(Submission { seed, moves: score.moves.clone(), count: Some(count) })
    }
}

/// A game as the service saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The moves that moved something, up to the end of the game, as a move string.
    pub moves: String,
    /// The number of these moves.
    pub length: usize,
    /// The score.
    pub score: f64,
    /// The work that it took to play it, as [`QuickRun::work`](proof::QuickRun::work) counts it.
    pub work: u64,
}

/// Plays a submission of a mode; returns the result and the game at its end.
///
/// # Errors
/// It is no game of its mode, or exceeds the limits.
pub fn verify(submission: &Submission, mode: &Named) -> Result<(Verified, Game), Refused> {
    let mut verification = Verification::new(submission, mode)?;
    loop {
        if let Some(done) = verification.advance(|| false) {
            return done;
        }
    }
}

/// A submission that is being played, some moves at a time.
#[derive(Debug)]
pub struct Verification {
    engines: Engines,
    /// The game as it was handed in.
    whole: Pass,
    /// The game again, without the moves that moved nothing.
    without: Option<Pass>,
}

impl Verification {
    /// Begins to play a submission.
    ///
    /// # Errors
    /// Its moves don't fit its mode, or the start of its game fails.
    pub fn new(submission: &Submission, mode: &Named) -> Result<Verification, Refused> {
        let (rules, engines) = (&mode.rules, &mode.engines);
        let moves = proof::read_moves(&submission.moves, rules.limits())?;
        let mut list = proof::directions(rules, &moves)?;
        let held = proof::count_moves(&moves);
        let count = submission.count.map_or(Ok(held.least), |count| held.must_be(count))?;
        list.truncate(count);
        let whole = Pass::shared(rules, submission.seed, list, engines.take())?;
        Ok(Verification { engines: engines.clone(), whole, without: None })
    }

    /// Plays on until the game has ended, or it is enough for now; gives the result and the game
    /// at its end once it has ended.
    pub fn advance(&mut self, mut enough: impl FnMut() -> bool) -> Option<Result<(Verified, Game), Refused>> {
        let result = match self.play(&mut enough) {
            Ok(false) => return None,
            Ok(true) => self.result(),
            Err(refused) => Err(refused),
        };
        let passes = std::iter::once(&mut self.whole).chain(&mut self.without);
        passes.filter_map(Pass::end).for_each(|engine| self.engines.put(engine));
        Some(result)
    }

    /// Returns the work so far of the game as it was handed in.
    pub fn work(&self) -> u64 {
        self.whole.player.work()
    }

    /// Plays on; returns true if all is played.
    fn play(&mut self, enough: &mut dyn FnMut() -> bool) -> Result<bool, Refused> {
        if !self.whole.play(enough)? {
            return Ok(false);
        }
        if self.whole.moved.len() == self.whole.last {
            return Ok(true);
        }
        // Clocks count presses that move nothing, too. Where rules ask for the time, these stay.
        if self.without.is_none() {
            // The moves that made one game may fail to make the other.
            let Ok(pass) = self.whole.again(&self.engines) else { return Ok(true) };
            self.without = Some(pass);
        }
        let Some(without) = &mut self.without else { return Ok(true) };
        match without.play(enough) {
            Ok(done) => Ok(done),
            Err(_) => {
                self.without = None;
                Ok(true)
            }
        }
    }

    fn result(&mut self) -> Result<(Verified, Game), Refused> {
        let Pass { moved, list, last, rules, .. } = &self.whole;
        let game = self.whole.player.game()?;
        let is_same = |other: &Pass| -> Result<bool, Refused> {
            Ok(other.moved == *moved && end(&other.player.game()?) == end(&game))
        };
        let is_canonical = moved.len() == *last || self.without.as_ref().map_or(Ok(false), is_same)?;
        let canonical = if is_canonical { &moved[..] } else { &list[..*last] };
        let score = game.score();
        if score.is_nan() {
            return Err(Refused::new("no-score", "the score of this game is not a number"));
        }
        if canonical.is_empty() {
            return Err(Refused::new("no-moves", "no move of this game moved anything"));
        }
        let moves = proof::write_moves(rules, canonical)?;
        let verified = Verified { moves, length: canonical.len(), score, work: self.whole.player.work() };
        Ok((verified, game))
    }
}

/// A list of directions that is played from the start.
#[derive(Debug)]
struct Pass {
    rules: Rules,
    /// True if nothing else was played by these rules and their caches.
    is_alone: bool,
    seed: u64,
    player: Player,
    list: Vec<usize>,
    /// The number of directions that were played.
    played: usize,
    /// The directions that moved something.
    moved: Vec<usize>,
    /// The number of directions up to the last of these.
    last: usize,
}

/// A run on its way.
#[derive(Debug)]
enum Player {
    /// By the fast engine, in which time stands still.
    Quick(Box<proof::QuickRun>),
    /// By the clock.
    Timed(Box<proof::Run>),
    /// The game is over, and its engine given back; the work that it took.
    Ended(u64),
}

impl Player {
    fn quick(rules: &Rules, seed: u64, engine: Option<Engine>) -> Result<Player, Refused> {
        Ok(Player::Quick(Box::new(proof::QuickRun::start_with(rules, seed, engine)?)))
    }

    fn timed(rules: &Rules, seed: u64) -> Result<Player, Refused> {
        Ok(Player::Timed(Box::new(proof::Run::start(rules, seed)?.forgetful())))
    }

    fn work(&self) -> u64 {
        match self {
            Player::Quick(run) => run.work(),
            Player::Timed(run) => run.game().work(),
            Player::Ended(work) => *work,
        }
    }

    fn game(&self) -> Result<Game, Refused> {
        Ok(match self {
            Player::Quick(run) => run.game()?,
            Player::Timed(run) => run.game().clone(),
            Player::Ended(_) => return Err(Refused::new("ended", "this game was played to its end before")),
        })
    }
}

impl Pass {
    fn of(rules: &Rules, is_alone: bool, seed: u64, player: Player, list: Vec<usize>) -> Pass {
        Pass { rules: rules.clone(), is_alone, seed, player, list, played: 0, moved: Vec::new(), last: 0 }
    }

    /// Plays with the caches of other games of the mode.
    fn shared(rules: &Rules, seed: u64, list: Vec<usize>, engine: Option<Engine>) -> Result<Pass, Refused> {
        Ok(Pass::of(rules, false, seed, Player::quick(rules, seed, engine)?, list))
    }

    /// Begins anew, by rules that nothing else was played by: then the cost is the same on every machine.
    fn begin_alone(&mut self, is_timed: bool) -> Result<(), Refused> {
        let rules = if self.is_alone { self.rules.clone() } else { self.rules.mode().compile()? };
        let player = match is_timed {
            true => Player::timed(&rules, self.seed)?,
            false => Player::quick(&rules, self.seed, None)?,
        };
        *self = Pass::of(&rules, true, self.seed, player, std::mem::take(&mut self.list));
        Ok(())
    }

    /// Ends the pass; returns its engine, if it is of use for other games.
    fn end(&mut self) -> Option<Engine> {
        let work = self.player.work();
        let most = self.rules.limits().game_work / USEFUL;
        match std::mem::replace(&mut self.player, Player::Ended(work)) {
            Player::Quick(run) if !self.is_alone && run.spared_at_most().saturating_add(work) <= most => {
                Some(run.into_engine())
            }
            Player::Quick(_) | Player::Timed(_) | Player::Ended(_) => None,
        }
    }

    /// Begins the game without the moves that moved nothing, in the way of this pass.
    fn again(&self, engines: &Engines) -> Result<Pass, Refused> {
        let (rules, seed, list) = (&self.rules, self.seed, self.moved.clone());
        let player = match &self.player {
            Player::Quick(_) if !self.is_alone => return Pass::shared(rules, seed, list, engines.take()),
            Player::Quick(_) => Player::quick(rules, seed, None)?,
            Player::Timed(_) | Player::Ended(_) => Player::timed(rules, seed)?,
        };
        Ok(Pass::of(rules, true, seed, player, list))
    }

    /// Returns true if the game may cost more than it may, were it played alone.
    fn is_doubtful(&self, run: &proof::QuickRun) -> bool {
        run.work().saturating_add(run.spared_at_most()) > self.rules.limits().game_work / SURE
    }

    /// Plays on; returns true if the list is played to its end.
    fn play(&mut self, enough: &mut dyn FnMut() -> bool) -> Result<bool, Refused> {
        loop {
            if let Player::Quick(run) = &self.player {
                if run.has_read_time() {
                    self.begin_alone(true)?;
                } else if !self.is_alone && self.is_doubtful(run) {
                    self.begin_alone(false)?;
                }
            }
            let Some(&direction) = self.list.get(self.played) else { return Ok(true) };
            if enough() {
                return Ok(false);
            }
            let moved = match &mut self.player {
                Player::Quick(run) => run.play(direction),
                Player::Timed(run) => run.play(direction).map(|turn| turn.moved),
                Player::Ended(_) => return Ok(true),
            };
            let moved = match (moved, &self.player) {
                // A timer that was read before the turn failed may be why.
                (Err(_), Player::Quick(run)) if run.has_read_time() => continue,
                (Err(_), Player::Quick(_)) if !self.is_alone => {
                    self.begin_alone(false)?;
                    continue;
                }
                (moved, _) => moved?,
            };
            self.played += 1;
            if moved {
                self.moved.push(direction);
                self.last = self.played;
            }
        }
    }
}

/// Returns the state of a game, apart from the time: games with equal states continue in
/// the same way.
fn end(game: &Game) -> (u64, Value, Vec<Value>, [u64; 4]) {
    let state = game.state();
    (game.score().to_bits(), state.grid(), state.game_variables().to_vec(), game.random().state())
}
