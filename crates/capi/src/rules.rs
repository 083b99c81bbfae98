//! The handle of a mode that is ready to be played, and how one is opened.

use std::sync::{RwLock, RwLockReadGuard, TryLockError};

use polymerge::advanced::modefile::check;
use polymerge::catalogue::{self, BuiltIn};
use polymerge::{Error, Game, Limits, Mode, Opened, Rules, SourceFile, open};
use polymerge_schema::{ModeInfo, Problem, RulesInfo};

use crate::fault::{Fault, Outcome, json};
use crate::ffi::{self, Buffer};
use crate::replay;

/// JSON: title, rows, columns, directions and more.
pub const PM_RULES_INFO: u32 = 0;
/// The Mode code.
pub const PM_RULES_CODE: u32 = 1;
/// The mode as a mode file.
pub const PM_RULES_FILE: u32 = 2;

/// Names and titles of built-in modes are no longer than this, in bytes.
const LONGEST_NAME: usize = 100;

/// A mode that is ready to be played. Threads may share it: calls that use it are counted, so that
/// it is not freed under them.
pub struct PmRules(RwLock<Rules>);

/// The limits that a caller asks for.
pub fn limits(given: Option<ffi::Limits>) -> Result<Limits, Fault> {
    let Some(given) = given else { return Ok(Limits::default()) };
    let mut limits = match given.strict {
        0 => Limits::default(),
        1 => Limits::strict(),
        other => return Err(Fault::input(format!("limits->strict is {other}; it must be 0 or 1"))),
    };
    let numbers = [
        ("cells", given.cells.into()),
        ("text", given.text),
        ("evaluation_steps", given.evaluation_steps),
        ("evaluation_memory", given.evaluation_memory),
        ("turn_steps", given.turn_steps),
        ("game_work", given.game_work),
        ("moves", given.moves),
        ("undo_steps", given.undo_steps),
        ("undo_bytes", given.undo_bytes),
    ];
    for (name, number) in numbers.into_iter().filter(|(_, number)| *number != 0) {
        polymerge_schema::limits::set(&mut limits, name, number);
    }
    Ok(limits)
}

/// Opens a text: a mode, and perhaps a game of it.
pub fn open_text(text: &str, limits: &Limits) -> Result<(Rules, Option<Game>), Fault> {
    let named = match text.len() <= LONGEST_NAME {
        true => Some(Mode::built_in(text.trim())),
        false => None,
    };
    if let Some(Ok(mode)) = named {
        return Ok((mode.within(limits).compile()?, None));
    }
    let game = match (open(text, limits), named) {
        (Ok(Opened::Mode(mode)), _) => return Ok((mode.compile()?, None)),
        (Ok(Opened::Game(saved)), _) => saved.resume(0.0, limits)?,
        (Ok(Opened::Replay(replay)), _) => {
            let mut player = replay.player(limits)?;
            replay::seek(&mut player, usize::MAX)?;
            player.take_over(0)
        }
        (Ok(_), _) => {
            let message = "this is a Modifiers code, which holds no mode: it is for pm_rules_change";
            return Err(Fault::input(message));
        }
        // A text that is neither a code nor a file was meant as a name.
        (Err(error), Some(Err(unknown))) if error.code() == "not-recognized" => return Err(unknown.into()),
        (Err(error), _) => return Err(error.into()),
    };
    Ok((game.rules().clone(), Some(game)))
}

/// The name of a mode file that is given as a text.
const FILE: &str = "mode.jsonc";

/// Lists the problems of a mode file, as JSON.
pub fn check_text(text: &str, limits: &Limits, into: &mut Buffer) -> Outcome {
    let file = SourceFile::new(FILE, text.as_bytes().to_vec());
    let checked = check(&file, &BuiltIn, &limits.reading());
    let problems = Problem::all(&checked.problems, FILE, text);
    into.put(json(&problems)?.as_bytes())
}

/// Lists the built-in modes, as JSON.
pub fn modes(into: &mut Buffer) -> Outcome {
    let mut infos = Vec::new();
    for mode in catalogue::modes() {
        let file = mode.read().map_err(Error::from)?;
        infos.push(ModeInfo::of(mode.name(), file.info, &file.mode));
    }
    into.put(json(&infos)?.as_bytes())
}

impl PmRules {
    /// Rules as a handle.
    pub fn of(rules: Rules) -> PmRules {
        PmRules(RwLock::new(rules))
    }

    /// The rules, for the time of a call. They are refused only while they are freed.
    pub fn used<'a>(handle: Option<&'a PmRules>) -> Result<RwLockReadGuard<'a, Rules>, Fault> {
        let handle = handle.ok_or_else(|| Fault::null("rules"))?;
        handle.0.try_read().map_err(|_| Fault::busy("rules"))
    }

    /// Refuses while a call uses them.
    pub fn unused(&self) -> Outcome {
        match self.0.try_write() {
            Err(TryLockError::WouldBlock) => Err(Fault::busy("rules")),
            Ok(_) | Err(TryLockError::Poisoned(_)) => Ok(()),
        }
    }
}

/// The rules with cells drawn by a seed, the same for all games.
pub fn drawn(rules: &Rules, seed: u64) -> Result<PmRules, Fault> {
    Ok(PmRules::of(rules.drawn(seed)?))
}

/// The rules with other settings and modifiers: one on each line.
pub fn changed(rules: &Rules, settings: Option<&str>, modifiers: Option<&str>) -> Result<PmRules, Fault> {
    let lines = |text: Option<&str>| -> Vec<String> {
        let lines = text.unwrap_or_default().lines().map(str::trim);
        lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
    };
    let mut mode = rules.mode().clone();
    for setting in lines(settings) {
        mode = mode.set(&setting)?;
    }
    for modifier in lines(modifiers) {
        mode = mode.with(&modifier)?;
    }
    Ok(PmRules::of(mode.compile()?))
}

/// Writes rules as text of one of the kinds above.
pub fn text(rules: &Rules, what: u32, into: &mut Buffer) -> Outcome {
    let text = match what {
        PM_RULES_INFO => json(&RulesInfo::of(rules))?,
        PM_RULES_CODE => rules.mode().to_code()?,
        PM_RULES_FILE => rules.mode().to_file()?,
        other => return Err(Fault::input(format!("there is no text of rules of the kind {other}"))),
    };
    into.put(text.as_bytes())
}
