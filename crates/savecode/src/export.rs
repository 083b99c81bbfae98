//! Writing codes of older versions.

use calcarray::{Text, Value};

use crate::content::Content;
use crate::encode::must_spawn;
use crate::encoding::Encoding;
use crate::entity;
use crate::error::{EncodeError, EncodeReason, Warning, WarningKind};
use crate::kind::{Kind, Version};
use crate::markup;
use crate::migration::{each_list, is_composed};
use crate::piece::Piece;
use crate::sheet::Sheet;
use crate::table::layout;

/// A code that was written, and what got lost on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoded {
    /// The code.
    pub text: String,
    /// The parts that a reader of the code will not find, or will find changed.
    pub warnings: Vec<Warning>,
}

/// Pieces that an older code may lack: the game continues in the same way.
const DISPENSABLE: &[(&str, WarningKind)] = &[
    ("movesPlayed", WarningKind::NoReplay),
    ("currentMovePlayed", WarningKind::NoReplay),
    ("otherRandomEvents", WarningKind::NoReplay),
    ("rngIndex", WarningKind::NoReplay),
    ("replayOtherSpawns", WarningKind::NoReplay),
    ("elapsedTime", WarningKind::TimesLost),
    ("firstMoveTime", WarningKind::TimesLost),
    ("moveStartTime", WarningKind::TimesLost),
    ("moveEndTime", WarningKind::TimesLost),
    ("victoryTime", WarningKind::TimesLost),
    ("gameOverTime", WarningKind::TimesLost),
    ("scriptTimes", WarningKind::TimesLost),
    ("replayTimestamps", WarningKind::TimesLost),
];

/// Writes a code in the layout of a version: 3.0 for every kind, and 1.1 or
/// later for Mode, Game and Replay.
///
/// In an old layout the content must be such as old codes can say: every
/// piece that the layout lacks must hold what readers take for it (times and,
/// before 2.2, the record of the moves are given up with a warning), colours
/// must be plain texts, and rules must be expressible in the old markup. Then
/// [`crate::decode`] gives the same content again, except that texts of tiles
/// and stat boxes count as markup.
///
/// # Errors
/// Names the first piece that can't be said.
pub fn encode_as(content: &Content, version: Version) -> Result<Encoded, EncodeError> {
    let kind = content.kind();
    let fail = |place: Option<usize>, name: Option<&'static str>, reason| EncodeError {
        kind,
        version,
        piece: place.map(|place| place + 2),
        name,
        reason,
    };
    let values = content.values();
    must_spawn(kind, version, &values)?;
    if version == Version::CURRENT {
        let warnings = altered_texts(layout(kind, version).zip(&values));
        let text = Sheet { kind, version, values }.write()?;
        return Ok(Encoded { text, warnings });
    }
    let holds_mode = matches!(kind, Kind::Mode | Kind::Game | Kind::Replay);
    if !holds_mode || version == Version::V1_0 || !kind.versions().contains(&version) {
        return Err(fail(None, None, EncodeReason::NoSuchLayout));
    }
    let current: Vec<(&'static Piece, &Value)> = layout(kind, Version::CURRENT).zip(&values).collect();
    let get = |name: &str| current.iter().find(|(piece, _)| piece.name == name).map(|(_, value)| *value);
    let mut warnings: Vec<Warning> = Vec::new();
    let mut written = Vec::new();
    for (place, piece) in layout(kind, version).enumerate() {
        // Before 2.3 one list was both: what is forced now, and at the start.
        let split = version < Version::V2_3 && piece.name == "forcedSpawns";
        let source = if split && kind != Kind::Game { "startForcedSpawns" } else { piece.name };
        let value = get(source).cloned().unwrap_or_default();
        if split && get("startForcedSpawns") != Some(&value) {
            return Err(fail(Some(place), Some("startForcedSpawns"), EncodeReason::NoPiece));
        }
        let value = old_form(piece, version, &value, &mut warnings, place)
            .map_err(|reason| fail(Some(place), Some(piece.name), reason))?;
        written.push(value);
    }
    for (place, (piece, value)) in current.iter().enumerate() {
        let kept = layout(kind, version).any(|old| old.name == piece.name);
        let forced = piece.name == "startForcedSpawns" && version < Version::V2_3;
        if kept || forced || **value == piece.default_value(get) || is_no_list(piece, value) {
            continue;
        }
        match DISPENSABLE.iter().find(|(name, _)| *name == piece.name) {
            Some((_, kind)) => {
                let warning = Warning { piece: None, name: None, kind: *kind };
                if !warnings.contains(&warning) {
                    warnings.push(warning);
                }
            }
            None => return Err(fail(Some(place), Some(piece.name), EncodeReason::NoPiece)),
        }
    }
    let text = Sheet { kind, version, values: written }.write()?;
    Ok(Encoded { text, warnings })
}

/// Returns true if a piece is `NaN` where a list should be: the reference writes the empty
/// list like this.
fn is_no_list(piece: &Piece, value: &Value) -> bool {
    piece.name == "displayLagReductions" && value.as_number().is_some_and(f64::is_nan)
}

/// The value as an old version spells it.
fn old_form(
    piece: &Piece,
    version: Version,
    value: &Value,
    warnings: &mut Vec<Warning>,
    place: usize,
) -> Result<Value, EncodeReason> {
    let value = match (piece.name, piece.encoding(version)) {
        (_, Encoding::Html | Encoding::EntityHtml) => {
            Value::text(markup::html(value).ok_or(EncodeReason::Markup)?)
        }
        ("tileTypes", _) => change_texts(value, plain_tile_type, piece, warnings, place),
        ("statBoxes", _) => change_texts(value, plain_stat_box, piece, warnings, place),
        _ => value.clone(),
    };
    if since(&value) > version {
        return Err(EncodeReason::Special);
    }
    escape(&value)
}

/// Takes the texts of tile types or stat boxes out of what composes them.
fn change_texts(
    value: &Value,
    change: fn(&mut [Value]) -> bool,
    piece: &Piece,
    warnings: &mut Vec<Warning>,
    place: usize,
) -> Value {
    let mut all_composed = true;
    let changed = each_list(value, |parts| all_composed &= change(parts));
    if !all_composed {
        let (piece, name) = (Some(place + 2), Some(piece.name));
        warnings.push(Warning { piece, name, kind: WarningKind::CountsAsMarkup });
    }
    changed
}

/// Decomposes the texts of a tile type. Returns true if all of them were composed
/// ones.
fn plain_tile_type(tile_type: &mut [Value]) -> bool {
    let mut composed = decompose(tile_type);
    for part in tile_type.iter_mut().skip(7) {
        if let Value::Array(inner) = part
            && inner.first().is_some_and(|first| first.is_word("Innerscript"))
        {
            let mut parts = inner.to_vec();
            composed &= decompose(&mut parts);
            *part = Value::array(parts);
        }
    }
    composed
}

fn plain_stat_box(stat_box: &mut [Value]) -> bool {
    let shows_tiles = stat_box.get(4).is_some_and(|kind| kind.is_word("Tile") || kind.is_word("TileArray"));
    shows_tiles || decompose(stat_box)
}

/// Removes the composing part of entry 1; returns true if it was composed.
fn decompose(parts: &mut [Value]) -> bool {
    let Some(Value::Array(expression)) = parts.get(1) else { return parts.len() < 2 || is_short(&parts[1]) };
    if !is_composed(expression) {
        return false;
    }
    parts[1] = match &expression[2..] {
        [single] if !matches!(single, Value::Array(_)) => single.clone(),
        rest => Value::array(rest.to_vec()),
    };
    true
}

/// Numbers and words without markup look the same either way.
fn is_short(value: &Value) -> bool {
    match value {
        Value::Text(text) => !text.units().iter().any(|&unit| matches!(unit, 0x26 | 0x3c | 0x3e)),
        Value::Array(_) | Value::Object(_) => false,
        _ => true,
    }
}

/// The version since which all parts of a value can be written.
fn since(value: &Value) -> Version {
    match value {
        Value::Number(number) if number.is_nan() => Version::V3_0,
        Value::Undefined => Version::V2_2,
        Value::Rational(_) => Version::V2_1,
        Value::Gaussian(_) => Version::V1_5,
        Value::Array(list) => list.iter().map(since).max().unwrap_or(Version::V1_1),
        Value::Object(object) => {
            object.members().iter().map(|(_, member)| since(member)).max().unwrap_or(Version::V1_1)
        }
        _ => Version::V1_1,
    }
}

/// Spells characters that have no byte as decimal references, as old codes
/// did, and guards what would be read as a reference.
fn escape(value: &Value) -> Result<Value, EncodeReason> {
    Ok(match value {
        Value::Text(text) => Value::Text(escape_text(text)?),
        Value::Array(list) => Value::array(list.iter().map(escape).collect::<Result<Vec<_>, _>>()?),
        other => other.clone(),
    })
}

fn escape_text(text: &Text) -> Result<Text, EncodeReason> {
    if !text.units().iter().any(|&unit| unit > 0xff || unit == u16::from(b'&')) {
        return Ok(text.clone());
    }
    let Some(plain) = text.to_utf8() else { return Ok(text.clone()) };
    let mut out = String::with_capacity(plain.len());
    for (place, c) in plain.char_indices() {
        match c {
            '&' if entity::starts_reference(&plain[place..]) => out.push_str("&amp;"),
            c if u32::from(c) > 0xff => out.push_str(&format!("&#{};", u32::from(c))),
            c => out.push(c),
        }
    }
    Ok(out.into())
}

/// Warns of texts that the entities of version 3.0 do not bring back as they
/// were (docs/spec/savecodes.md, "Encoding pipeline").
pub(crate) fn altered_texts<'a>(pieces: impl Iterator<Item = (&'static Piece, &'a Value)>) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for (place, (piece, value)) in pieces.enumerate() {
        let bare = piece.encoding(Version::CURRENT) == Encoding::Text;
        if is_altered(value, bare) {
            let kind = WarningKind::TextAltered;
            warnings.push(Warning { piece: Some(place + 2), name: Some(piece.name), kind });
        }
    }
    warnings
}

fn is_altered(value: &Value, bare: bool) -> bool {
    let is_replaced = |text: &Text| text.units().iter().any(|&unit| entity::is_replaced(unit));
    match value {
        // In JSON, lone surrogates are written as escapes.
        Value::Text(text) => is_replaced(text) || bare && text.to_utf8().is_none(),
        Value::Array(list) => list.iter().any(|entry| is_altered(entry, bare)),
        Value::Object(object) => {
            object.members().iter().any(|(key, value)| is_replaced(key) || is_altered(value, bare))
        }
        _ => false,
    }
}
