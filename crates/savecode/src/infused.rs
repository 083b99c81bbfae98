//! Infused codes: the form of a mode as a list of texts that hold JSON
//! (docs/spec/savecodes.md, "Infused codes").

use calcarray::{Value, json};

use crate::check::{at_least, list};
use crate::content::Content;
use crate::encoding::{json_problem, number_text};
use crate::error::{Problem, Reason};
use crate::kind::{Kind, Version};
use crate::limits::DecodeLimits;
use crate::table::layout;

/// An entry of the list.
#[derive(Debug)]
pub struct Entry {
    /// Its name; where it has that of a piece of a Mode code, it holds what
    /// that piece holds.
    pub name: &'static str,
    source: Source,
}

impl Entry {
    /// Returns true if it is the list of flags; all others are texts.
    pub fn is_flags(&self) -> bool {
        matches!(self.source, Source::Flags(_))
    }
}

/// The source of an entry when a form is made of a mode.
#[derive(Debug)]
enum Source {
    /// The piece of a Mode code, as JSON.
    Piece(&'static str),
    /// The piece of a Mode code, as a bare number.
    Number(&'static str),
    /// A text that all codes have here.
    Text(&'static str),
    /// A list of flags that are all true.
    Flags(usize),
}

/// The entries in order.
#[rustfmt::skip]
pub const ENTRIES: [Entry; 43] = [
    number("tileNumAmount"), piece("tileTypes"), piece("mergeRules"), piece("startTileSpawns"),
    piece("startForcedSpawns"), piece("statBoxes"), piece("startGameVars"), piece("scripts"),
    number("tileDisplayKnownLevel"), number("mergeResultKnownLevel"), piece("knownMergeMaxLength"),
    piece("knownMergeLookbackDistance"), piece("winConditions"), piece("winRequirement"),
    piece("loseConditions"), piece("loseRequirement"), piece("winPriority"), piece("postgameAllowed"),
    piece("gameplayBackground"), piece("gridBackground"), piece("tileBackground"),
    piece("textBackground"), piece("rulesText"), text("defaultGridSize", "4"),
    piece("movementParameters"), piece("spawnConditions"), piece("tileValueFunction"),
    piece("discoveredTilesFilter"), text("modeSettings", "[]"),
    from("pregameBackground", Source::Piece("gameplayBackground")),
    from("pregameRulesText", Source::Piece("rulesText")), text("bigTileText", "false"),
    text("bigTileFontSize", "false"), text("bigTileBackground", "false"),
    from("respectedModifiers", Source::Flags(4)), text("pregameScript", "[]"), piece("displayInterval"),
    text("modifiersOverride", "[]"), text("settingsOverride", "[]"), piece("spawnTileBlocked"),
    piece("directionBlocked"), piece("componentOpacities"), piece("displayLagReductions"),
];

/// The entry that is a list of flags; all others are texts.
const RESPECTED: usize = 34;

/// The number of flags in a complete list.
const FLAGS: usize = 5;

/// The values of entries that are missing because a list ends before them, from 35
/// on.
const MISSING: [&str; 8] = ["[]", "\"@Infinity\"", "[]", "[]", "false", "false", "[]", "[]"];

/// The form of a mode, as the reference makes it of a Mode or Game code;
/// `None` for other kinds.
///
/// Of a Game code, the reference takes the rules with the line that says it
/// was resumed: see [`Content::mark_resumed`].
pub fn from_content(content: &Content) -> Option<Content> {
    if !matches!(content.kind(), Kind::Mode | Kind::Game) {
        return None;
    }
    let values = content.values();
    let get = |name: &str| {
        let mut pieces = layout(content.kind(), Version::CURRENT).zip(&values);
        pieces.find(|(piece, _)| piece.name == name).map(|(_, value)| value)
    };
    let entries = ENTRIES.iter().map(|entry| match entry.source {
        Source::Piece(name) => Value::text(get(name).map(json::write_canonical).unwrap_or_default()),
        Source::Number(name) => {
            Value::text(get(name).and_then(Value::as_number).map(number_text).unwrap_or_default())
        }
        Source::Text(text) => Value::text(text),
        Source::Flags(count) => flags(count),
    });
    Some(Content::Infused(Value::array(entries.collect::<Vec<_>>())))
}

/// Completes a list that an earlier test release wrote, and checks all entries.
pub(crate) fn complete(value: &Value, limits: &DecodeLimits) -> Result<Value, Problem> {
    at_least(value, RESPECTED)?;
    let mut entries = list(value)?.to_vec();
    if entries.len() == RESPECTED {
        entries.push(flags(FLAGS));
    }
    if let Some(Value::Array(respected)) = entries.get(RESPECTED)
        && respected.len() < FLAGS
    {
        let mut respected = respected.to_vec();
        respected.push(Value::Boolean(true));
        entries[RESPECTED] = respected.into();
    }
    for missing in MISSING.iter().skip(entries.len() - RESPECTED - 1) {
        entries.push(Value::text(*missing));
    }
    let mut reader = json::Reader::new(limits.json());
    for (number, entry) in entries.iter().enumerate() {
        let at =
            |problem: Problem| Problem::new(problem.reason, format!("entry {number}: {}", problem.detail));
        match entry {
            entry if number == RESPECTED => {
                list(entry).map_err(at)?;
            }
            Value::Text(text) => {
                reader.read(&text.to_string_lossy()).map_err(|error| at(json_problem(error)))?;
            }
            _ => return Err(at(Problem::new(Reason::WrongType, "not a text that holds JSON"))),
        }
    }
    Ok(entries.into())
}

fn flags(count: usize) -> Value {
    Value::array(vec![Value::Boolean(true); count])
}

const fn from(name: &'static str, source: Source) -> Entry {
    Entry { name, source }
}

const fn piece(name: &'static str) -> Entry {
    from(name, Source::Piece(name))
}

const fn number(name: &'static str) -> Entry {
    from(name, Source::Number(name))
}

const fn text(name: &'static str, text: &'static str) -> Entry {
    from(name, Source::Text(text))
}
