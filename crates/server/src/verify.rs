//! Plays a submitted game again, within strict limits, and says what it came to.

use polymerge::{proof, Error, ErrorKind, Game, Limits, Mode, Place, Rules, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::token::sha256;

/// Settings that one submission may choose.
const MOST_SETTINGS: usize = 64;

/// What is played, as a client names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Source {
    /// The name of a built-in mode, or a save code of a mode.
    pub mode: String,
    /// Settings of the mode by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
    /// Modifiers: in words (`garbage=2`), or as a Modifiers code; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub modifiers_code: String,
}

/// A game as it was handed in.
#[derive(Clone, Debug)]
pub struct Submission {
    /// What is played.
    pub source: Source,
    /// The seed.
    pub seed: u64,
    /// The move string.
    pub moves: String,
    /// How many moves the string holds, if the client says so; otherwise what may be
    /// padding counts as moves.
    pub count: Option<usize>,
}

/// A game as the service saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// Names the mode with its settings and modifiers; can't be forged.
    pub mode_hash: String,
    /// The title of the mode.
    pub title: String,
    /// Whether the mode is a built-in one, with or without choices.
    pub built_in: bool,
    /// The moves that moved something, up to the end of the game, as a move string.
    pub moves: String,
    /// How many these are.
    pub length: usize,
    /// The score.
    pub score: f64,
}

/// Why a game was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// What sort of mistake it is: a word for programs.
    pub kind: String,
    /// What is wrong, for a person.
    pub message: String,
    /// The number of the move at which it went wrong, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<usize>,
}

impl Refused {
    /// A refusal by the service itself.
    pub fn new(kind: &str, message: impl Into<String>) -> Refused {
        Refused { kind: kind.to_owned(), message: message.into(), r#move: None }
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Refused {
        let r#move = match error.place() {
            Some(Place::Move(number)) => Some(number),
            _ => None,
        };
        let mut message = error.to_string();
        if let Some((end, _)) = message.char_indices().nth(1000) {
            message.truncate(end);
        }
        Refused { kind: error.code().to_owned(), message, r#move }
    }
}

/// Limits of one submission: strict ones, without a way back.
///
/// `work` is counted as [`Limits::game_work`] is.
pub fn limits(most_moves: usize, work: u64) -> Limits {
    let mut limits = Limits::strict();
    limits.code.moves = most_moves;
    limits.game_work = work;
    (limits.history.steps, limits.history.bytes) = (0, 0);
    limits
}

/// The mode of a source, and whether it is a built-in one.
///
/// # Errors
/// There is no such mode, setting or modifier.
pub fn mode(source: &Source, limits: &Limits) -> Result<(Mode, bool), Refused> {
    if source.settings.len() > MOST_SETTINGS {
        let message = format!("{} settings are chosen; {MOST_SETTINGS} may be", source.settings.len());
        return Err(Refused::new("too-many-settings", message));
    }
    let (mut mode, built_in) = match Mode::built_in(&source.mode) {
        Ok(mode) => (mode.within(limits), true),
        Err(unknown) => match Mode::from_code(&source.mode, limits) {
            Ok(mode) => (mode, false),
            Err(error) if error.kind() == ErrorKind::Limit || source.mode.len() > 100 => {
                return Err(error.into())
            }
            Err(_) => return Err(unknown.into()),
        },
    };
    for (name, value) in &source.settings {
        mode = mode.set(&format!("{name}={value}"))?;
    }
    if !source.modifiers_code.is_empty() {
        mode = mode.with(&source.modifiers_code)?;
    }
    Ok((mode, built_in))
}

/// A name for what a mode plays, which can't be forged: of its code, or of how it was
/// chosen where a code would lose something.
fn mode_hash(mode: &Mode, source: &Source) -> Result<String, Refused> {
    let text = match mode.to_code() {
        Ok(code) => format!("code {code}"),
        Err(_) => format!("source {} {source:?}", mode.digest()?),
    };
    Ok(sha256(text.as_bytes()))
}

/// What a source names: the hash of its mode, its title, and whether it is built in.
///
/// # Errors
/// As [`mode`].
pub fn identify(source: &Source, limits: &Limits) -> Result<(String, String, bool), Refused> {
    let (mode, built_in) = mode(source, limits)?;
    Ok((mode_hash(&mode, source)?, mode.title().to_owned(), built_in))
}

/// Plays a submission; gives what it came to and the game as it ended.
///
/// # Errors
/// It is no game of its mode, or exceeds the limits.
pub fn verify(submission: &Submission, limits: &Limits) -> Result<(Verified, Game), Refused> {
    let (mode, built_in) = mode(&submission.source, limits)?;
    let rules = mode.compile()?;
    let moves = proof::read_moves(&submission.moves, limits)?;
    let mut list = proof::directions(&rules, &moves)?;
    if let Some(count) = submission.count {
        if count > list.len() || list.len() - count > 2 || list[count..].iter().any(|&padding| padding != 0) {
            let message = format!("the string holds {} moves, which can't be {count}", list.len());
            return Err(Refused::new("moves-do-not-fit", message));
        }
        list.truncate(count);
    }
    let Played { game, moved, last } = played(&rules, submission.seed, &list)?;
    // Clocks count presses that move nothing, too. Where rules ask for the time, these stay.
    let canonical = if moved.len() == last {
        moved
    } else {
        match played(&rules, submission.seed, &moved) {
            Ok(other) if other.moved == moved && end(&other.game) == end(&game) => moved,
            _ => list[..last].to_vec(),
        }
    };
    let score = game.score();
    if score.is_nan() {
        return Err(Refused::new("no-score", "the score of this game is not a number"));
    }
    if canonical.is_empty() {
        return Err(Refused::new("no-moves", "no move of this game moved anything"));
    }
    let verified = Verified {
        mode_hash: mode_hash(&mode, &submission.source)?,
        title: mode.title().to_owned(),
        built_in,
        moves: proof::write_moves(&rules, &canonical)?,
        length: canonical.len(),
        score,
    };
    Ok((verified, game))
}

/// A game that was played.
struct Played {
    game: Game,
    /// The directions that moved something.
    moved: Vec<usize>,
    /// How many directions there are up to the last of these.
    last: usize,
}

fn played(rules: &Rules, seed: u64, list: &[usize]) -> Result<Played, Refused> {
    let mut run = proof::Run::start(rules, seed)?;
    let (mut moved, mut last) = (Vec::new(), 0);
    for (place, &direction) in list.iter().enumerate() {
        if run.play(direction)?.moved {
            moved.push(direction);
            last = place + 1;
        }
    }
    Ok(Played { game: run.into_game(), moved, last })
}

/// What a game has come to, but for the time: equal ones go on in the same way.
fn end(game: &Game) -> (u64, Value, Vec<Value>, [u64; 4]) {
    let state = game.state();
    (game.score().to_bits(), state.grid(), state.game_variables().to_vec(), game.random().state())
}
