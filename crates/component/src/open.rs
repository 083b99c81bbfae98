//! Opening texts: modes, codes, saved games, recorded games.

use polymerge::advanced::modefile::check;
use polymerge::catalogue::{self, BuiltIn};
use polymerge::{Error, Mode, Opened, SourceFile, open};
use polymerge_schema::{ModeInfo, Problem, limits};

use crate::bindings::exports::polymerge::engine::games;
use crate::bindings::exports::polymerge::engine::games::{Fault, Game, Replay, Rules};
use crate::fault::json;
use crate::game::OwnGame;
use crate::replay::OwnReplay;
use crate::rules::OwnRules;

/// Names and titles of built-in modes are no longer than this, in bytes.
const LONGEST_NAME: usize = 100;

/// The name of a mode file that is given as a text.
const FILE: &str = "mode.jsonc";

/// The limits that a host asks for.
fn limits_of(given: Option<games::Limits>) -> Result<polymerge::Limits, Fault> {
    let Some(given) = given else { return Ok(polymerge::Limits::default()) };
    let mut limits = match given.strict {
        true => polymerge::Limits::strict(),
        false => polymerge::Limits::default(),
    };
    for bound in given.bounds {
        if !limits::LIMITS.iter().any(|limit| limit.name == bound.name) {
            return Err(Fault::input(format!("there is no limit {:?}; docs/data.md lists them", bound.name)));
        }
        limits::set(&mut limits, &bound.name, bound.most);
    }
    Ok(limits)
}

/// Lists the built-in modes.
pub fn modes() -> Result<String, Fault> {
    let mut infos = Vec::new();
    for mode in catalogue::modes() {
        let file = mode.read().map_err(Error::from)?;
        infos.push(ModeInfo::of(mode.name(), file.info, &file.mode));
    }
    json(&infos)
}

fn opened(rules: polymerge::Rules, game: Option<polymerge::Game>) -> games::Opened {
    let game = game.map(|game| Game::new(OwnGame::of(game)));
    games::Opened { rules: Rules::new(OwnRules(rules)), game }
}

/// Opens a text: a mode, and perhaps a game of it.
pub fn open_text(text: &str, given: Option<games::Limits>) -> Result<games::Opened, Fault> {
    let limits = limits_of(given)?;
    let named = match text.len() <= LONGEST_NAME {
        true => Some(Mode::built_in(text.trim())),
        false => None,
    };
    if let Some(Ok(mode)) = named {
        return Ok(opened(mode.within(&limits).compile()?, None));
    }
    let game = match (open(text, &limits), named) {
        (Ok(Opened::Mode(mode)), _) => return Ok(opened(mode.compile()?, None)),
        (Ok(Opened::Game(saved)), _) => saved.resume(0.0, &limits)?,
        (Ok(Opened::Replay(replay)), _) => {
            let mut player = replay.player(&limits)?;
            player.seek(usize::MAX)?;
            player.take_over(0)
        }
        (Ok(_), _) => {
            let message = "this is a Modifiers code, which holds no mode: it is for rules.change";
            return Err(Fault::input(message));
        }
        // A text that is neither a code nor a file was meant as a name.
        (Err(error), Some(Err(unknown))) if error.code() == "not-recognized" => return Err(unknown.into()),
        (Err(error), _) => return Err(error.into()),
    };
    Ok(opened(game.rules().clone(), Some(game)))
}

/// Opens a recorded game.
pub fn open_replay(text: &str, given: Option<games::Limits>) -> Result<Replay, Fault> {
    let limits = limits_of(given)?;
    let player = match open(text, &limits)? {
        Opened::Replay(replay) => replay.player(&limits)?,
        Opened::Game(saved) => saved.resume(0.0, &limits)?.replay_player()?,
        _ => return Err(Fault::input("this is neither a Replay code nor a saved game")),
    };
    Ok(Replay::new(OwnReplay::of(player)))
}

/// Lists the problems of a mode file.
pub fn check_text(text: &str, given: Option<games::Limits>) -> Result<String, Fault> {
    let file = SourceFile::new(FILE, text.as_bytes().to_vec());
    let checked = check(&file, &BuiltIn, &limits_of(given)?.reading());
    json(&Problem::all(&checked.problems, FILE, text))
}
