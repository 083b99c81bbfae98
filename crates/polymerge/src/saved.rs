//! A game put away whole.

use std::collections::BTreeMap;

use polymerge_rules::{GameState as State, Press, Rng, Unrecorded};
use polymerge_savecode::{Content, Version, code_in, decode};
use serde::{Deserialize, Serialize};

use crate::action::TimedAction;
use crate::compiled::Rules;
use crate::error::{Error, ErrorKind};
use crate::game::{Base, Game, code_of};
use crate::limits::Limits;
use crate::session::{History, Session};

/// A game put away whole: how it stands, the random numbers to come, and the last steps.
///
/// As text it is JSON ([`Saved::to_json`], [`Saved::from_json`]), which later versions read
/// as well; with serde it goes into other formats, too. A program can add notes of its own.
///
/// ```
/// use polymerge::{Limits, Mode, Saved};
///
/// let mut game = Mode::built_in("2048")?.compile()?.start(7)?;
/// game.play(0)?;
/// let text = game.saved()?.to_json();
///
/// let mut later = Saved::from_json(&text, &Limits::default())?.resume(0.0, &Limits::default())?;
/// assert_eq!(later.state(), game.state());
/// assert!(later.undo());
/// # Ok::<(), polymerge::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Document", into = "Document")]
pub struct Saved {
    mode: String,
    seed: u64,
    random: Rng,
    code: String,
    unrecorded: KeptUnrecorded,
    history: Option<KeptHistory>,
    /// Notes of the program that saved the game, by name.
    pub notes: BTreeMap<String, String>,
}

/// [`Saved`] as it is written: whole numbers of 64 bits are texts, since JavaScript has no
/// such numbers.
#[derive(Serialize, Deserialize)]
struct Document {
    /// The version of the format.
    polymerge: u32,
    mode: String,
    seed: String,
    random: [String; 4],
    code: String,
    #[serde(default, skip_serializing_if = "KeptUnrecorded::is_empty")]
    unrecorded: KeptUnrecorded,
    #[serde(default)]
    history: Option<KeptHistory>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    notes: BTreeMap<String, String>,
}

/// The part that a Game code leaves out of the record of its game ([`Unrecorded`]).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct KeptUnrecorded {
    /// Steps before the press, its direction, milliseconds since the start.
    #[serde(default)]
    presses: Vec<(usize, usize, f64)>,
    #[serde(default)]
    unasked: Vec<(usize, usize)>,
}

impl KeptUnrecorded {
    fn of(state: &State) -> KeptUnrecorded {
        let Unrecorded { presses, unasked } = state.unrecorded();
        // JSON has no other numbers.
        let time = |elapsed: f64| if elapsed.is_finite() { elapsed } else { 0.0 };
        let presses = presses.iter().map(|press| (press.after, press.direction, time(press.elapsed)));
        KeptUnrecorded { presses: presses.collect(), unasked: unasked.clone() }
    }

    fn is_empty(&self) -> bool {
        self.presses.is_empty() && self.unasked.is_empty()
    }

    fn restored(&self) -> Unrecorded {
        let press = |&(after, direction, elapsed)| Press { after, direction, elapsed };
        Unrecorded { presses: self.presses.iter().map(press).collect(), unasked: self.unasked.clone() }
    }
}

/// The last steps: how the game stood before them, and what was done since.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct KeptHistory {
    code: String,
    #[serde(default, skip_serializing_if = "KeptUnrecorded::is_empty")]
    unrecorded: KeptUnrecorded,
    /// The time at which the code was written.
    at: f64,
    random: [String; 4],
    /// The time at which the game was saved, by the clock of the actions.
    now: f64,
    done: Vec<String>,
    /// The number of steps at the end of the actions that were undone.
    #[serde(default)]
    undone: usize,
}

/// The version of the format.
const VERSION: u32 = 1;

/// The number of steps that are kept at least, if the game has as many.
const STEPS: usize = 100;

impl From<Saved> for Document {
    fn from(saved: Saved) -> Document {
        let Saved { mode, seed, random, code, unrecorded, history, notes } = saved;
        let (seed, random) = (seed.to_string(), words_of(&random));
        Document { polymerge: VERSION, mode, seed, random, code, unrecorded, history, notes }
    }
}

impl TryFrom<Document> for Saved {
    type Error = Error;

    fn try_from(document: Document) -> Result<Saved, Error> {
        let Document { polymerge, mode, seed, random, code, unrecorded, history, notes } = document;
        if polymerge != VERSION {
            return Err(wrong("it is of another version"));
        }
        let seed = seed.parse().map_err(|_| wrong("its seed is no number"))?;
        let random = random_of(&random).ok_or_else(|| wrong("its random numbers are none"))?;
        Ok(Saved { mode, seed, random, code, unrecorded, history, notes })
    }
}

fn wrong(what: &str) -> Error {
    Error::new(ErrorKind::Code, "bad-saved-game", format!("this is not a saved game: {what}"))
}

fn words_of(random: &Rng) -> [String; 4] {
    random.state().map(|word| word.to_string())
}

fn random_of(words: &[String; 4]) -> Option<Rng> {
    let mut state = [0; 4];
    for (word, text) in state.iter_mut().zip(words) {
        *word = text.parse().ok()?;
    }
    Some(Rng::from_state(state))
}

impl Saved {
    /// A game of which there is nothing but a Game code, to be gone on with by the random
    /// numbers of a seed. The code is read when the game is resumed.
    pub fn from_code(code: &str, seed: u64) -> Saved {
        Saved {
            mode: String::new(),
            seed,
            random: Rng::new(seed),
            code: code_in(code).into_owned(),
            unrecorded: KeptUnrecorded::default(),
            history: None,
            notes: BTreeMap::new(),
        }
    }

    /// Reads what [`Saved::to_json`] wrote, in this version or an earlier one.
    ///
    /// # Errors
    /// The text is too long, or no saved game. Whether its codes can be read shows when it
    /// is resumed.
    pub fn from_json(text: &str, limits: &Limits) -> Result<Saved, Error> {
        limits.permit_text(text)?;
        serde_json::from_str(text).map_err(|error| wrong(&error.to_string()))
    }

    /// Returns this game as one of the built-in mode of a name.
    #[must_use]
    pub fn named(self, name: &str) -> Saved {
        Saved { mode: name.to_owned(), ..self }
    }

    /// The text to keep.
    pub fn to_json(&self) -> String {
        // There is nothing in it that can't be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The Game code in it.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The name of the built-in mode that it is of; empty if it is of none.
    pub fn mode_name(&self) -> &str {
        &self.mode
    }

    /// The seed with which the game was started.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns this game with the random numbers of another seed to come. Its way back is left.
    #[must_use]
    pub fn reseeded(self, seed: u64) -> Saved {
        Saved { seed, random: Rng::new(seed), history: None, ..self }
    }

    /// Goes on with the game at the time `now`, in milliseconds: no time has passed in it
    /// since it was put away. Steps that do not lead to how it stands, such as those of
    /// another version of the engine, are left.
    ///
    /// # Errors
    /// Its code can't be read, or does not fit its mode.
    pub fn resume(&self, now: f64, limits: &Limits) -> Result<Game, Error> {
        let code = decode(&self.code, &limits.code)?;
        let Content::Game { mode, game } = code.content else { return Err(wrong("it holds no game")) };
        let rules = Rules::of_saved(*mode, &self.mode, limits)?;
        let ruleset = rules.ruleset().clone();
        let session = Session::resume(ruleset, &game, self.seed, self.random.clone(), now)?;
        let mut session = session.with_unrecorded(self.unrecorded.restored()).with_history(limits.history);
        let _ = self.history.as_ref().and_then(|history| history.retrace(&mut session, limits, now));
        let code = (code.version == Version::CURRENT).then(|| self.code.clone());
        Ok(Game::restored(rules, session, now, code))
    }
}

impl Game {
    /// Returns everything that the game needs to continue later as if it had not been interrupted:
    /// the random numbers to come, the last hundred steps, which can be undone, and those that were
    /// undone.
    ///
    /// # Errors
    /// A value can't be written.
    pub fn saved(&mut self) -> Result<Saved, Error> {
        Ok(Saved {
            mode: self.rules().mode().name().unwrap_or_default().to_owned(),
            seed: self.seed(),
            random: self.random().clone(),
            // A code that was restored tells of an earlier time than the way back.
            code: code_of(self.state(), self.time())?,
            unrecorded: KeptUnrecorded::of(self.state()),
            history: KeptHistory::of(self)?,
            notes: BTreeMap::new(),
        })
    }
}

impl KeptHistory {
    /// The way back of a game, as far as it is kept.
    fn of(game: &mut Game) -> Result<Option<KeptHistory>, Error> {
        let (base, now) = (game.base.take(), game.time());
        let Some(History { game: state, random, done, undone }) = game.session().history(STEPS) else {
            return Ok(None);
        };
        // Many steps start from one state: it is written once. Its time runs on.
        let base = match base.filter(|base| base.state == *state) {
            Some(base) => base,
            None => Box::new(Base { state: state.clone(), code: code_of(state, now)?, at: now }),
        };
        let kept = KeptHistory {
            code: base.code.clone(),
            unrecorded: KeptUnrecorded::of(&base.state),
            at: base.at,
            random: words_of(random),
            now,
            done: done.iter().map(TimedAction::to_string).collect(),
            undone,
        };
        game.base = Some(base);
        Ok(Some(kept))
    }

    /// Takes the way back and forward up, if it leads to the game.
    fn retrace(&self, session: &mut Session, limits: &Limits, now: f64) -> Option<()> {
        let Content::Game { game: saved, .. } = decode(&self.code, &limits.code).ok()?.content else {
            return None;
        };
        let random = random_of(&self.random)?;
        let rules = session.game().rules().clone();
        // Time has not passed since it was put away.
        let shift = now - self.now;
        let at = self.at + shift;
        let base = Session::resume(rules, &saved, session.seed(), random.clone(), at).ok()?;
        let base = base.with_unrecorded(self.unrecorded.restored());
        let mut done = Vec::with_capacity(self.done.len());
        for text in &self.done {
            let own: TimedAction = text.parse().ok()?;
            done.push(TimedAction { at: own.at + shift, ..own });
        }
        let history = History { game: base.game(), random: &random, done, undone: self.undone };
        session.retrace_within(&history, limits.game_work).then_some(())
    }
}
