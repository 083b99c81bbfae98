//! Reading codes.

use std::borrow::Cow;

use calcarray::{Value, json, number};

use crate::check::Seen;
use crate::content::Content;
use crate::encoding::{Encoding, decode_texts};
use crate::envelope::{Envelope, Part};
use crate::error::{DecodeError, Problem, Reason, Warning, WarningKind};
use crate::kind::{Kind, Version};
use crate::limits::DecodeLimits;
use crate::piece::{Piece, Shape};
use crate::table::layout;
use crate::{base64, entity, infused, markup, migration};

/// The result of reading a code.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// The version it was written in.
    pub version: Version,
    /// The content, converted to the form of version 3.0.
    pub content: Content,
    /// The oddities of the code.
    pub warnings: Vec<Warning>,
}

/// Reads a code of any kind and version.
///
/// Codes of old versions are brought to the present form; nothing is
/// compiled, started or evaluated. White space around the code is not
/// trimmed; [`trim_pasted`](crate::trim_pasted) takes it off texts that people paste.
///
/// # Errors
/// The first problem, in the order of the pieces. Nothing is read in part.
///
/// ```
/// use polymerge_savecode::{decode, Reason};
/// let error = decode("@2048PowCompMode|3.0|NA==|N|", &Default::default()).unwrap_err();
/// assert_eq!((error.reason, error.piece, error.name), (Reason::BadBase64, Some(3), Some("height")));
/// ```
pub fn decode(code: &str, limits: &DecodeLimits) -> Result<Code, DecodeError> {
    let mut envelope = Envelope::open(code, limits)?;
    let mut warnings = Vec::new();
    if skip_extra_piece(&mut envelope) {
        warnings.push(Warning { piece: None, name: None, kind: WarningKind::OneDayReplay });
    }
    let mut reader = Reader::new(&envelope, limits, Purpose::Meaning);
    let mut seen = Seen::new(envelope.kind);
    let mut values: Vec<Value> = Vec::with_capacity(80);
    for piece in layout(envelope.kind, envelope.version) {
        if piece.is_optional() && !has_custom_grid(&values) {
            break;
        }
        let place = values.len();
        let value = reader.piece(place, piece).and_then(|value| {
            let value = interpret(envelope.kind, envelope.version, piece, value, limits)?;
            reader.oddities.extend(seen.check(piece.shape, piece.name, &value, limits)?);
            Ok(value)
        });
        values.push(value.map_err(|problem| envelope.error(place, piece.name, problem))?);
        warnings.extend(reader.oddities.drain(..).map(|kind| Warning {
            piece: Some(place + 2),
            name: Some(piece.name),
            kind,
        }));
    }
    if envelope.parts.iter().skip(values.len()).any(|part| !number::trim(part.text).is_empty()) {
        let piece = Some(values.len() + 2);
        warnings.push(Warning { piece, name: None, kind: WarningKind::ExtraPieces });
    }
    let (values, oddities) = migration::to_current(envelope.kind, envelope.version, values)
        .map_err(|(place, name, problem)| envelope.error(place, name, problem))?;
    warnings.extend(oddities.into_iter().map(|kind| Warning { piece: None, name: None, kind }));
    Ok(Code { version: envelope.version, content: Content::from_values(envelope.kind, values), warnings })
}

/// The purpose of reading a code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The values that the pieces hold, to be written again.
    Stored,
    /// The values that the pieces mean: in old codes, entities count in all pieces.
    Meaning,
}

/// Reads the pieces of a code, within its limits.
pub(crate) struct Reader<'a> {
    kind: Kind,
    version: Version,
    parts: &'a [Part<'a>],
    limits: &'a DecodeLimits,
    purpose: Purpose,
    buffer: base64::Buffer,
    json: json::Reader,
    /// The oddities of the last piece.
    pub oddities: Vec<WarningKind>,
}

impl<'a> Reader<'a> {
    pub fn new(envelope: &'a Envelope<'a>, limits: &'a DecodeLimits, purpose: Purpose) -> Reader<'a> {
        Reader {
            kind: envelope.kind,
            version: envelope.version,
            parts: &envelope.parts,
            limits,
            purpose,
            buffer: base64::Buffer::default(),
            json: json::Reader::new(limits.json()),
            oddities: Vec::new(),
        }
    }

    /// Reads the value of one piece.
    pub fn piece(&mut self, place: usize, piece: &Piece) -> Result<Value, Problem> {
        let encoding = piece.encoding(self.version);
        let part = self.parts.get(place).ok_or_else(|| {
            Problem::new(Reason::MissingPiece, format!("the code ends before piece {}", place + 2))
        })?;
        if encoding == Encoding::Flag {
            return encoding.read(part.text, &mut self.json);
        }
        if base64::decoded_length(part.text.len()) > self.limits.piece_length.saturating_add(3) {
            let detail = format!("the piece holds more than {} bytes", self.limits.piece_length);
            return Err(Problem::new(Reason::Limit, detail));
        }
        let stored = self.buffer.read(part.text);
        let stored = stored.map_err(|detail| Problem::new(Reason::BadBase64, detail))?;
        let stored = match encoding {
            Encoding::EntityHtml => Cow::Owned(entity::decode(&stored).into_owned()),
            _ => stored,
        };
        let entities = self.version == Version::V3_0 || self.purpose == Purpose::Meaning;
        if entities && encoding == Encoding::Json {
            const MARKUP: json::Markup = json::Markup { quote: "&#x22;", decode: entity::decode };
            // `None` where there is an error or something rare.
            if let Some(value) = self.json.read_in_markup(&stored, &MARKUP) {
                return Ok(value);
            }
        }
        let text = if entities { entity::decode(&stored) } else { Cow::Borrowed(&*stored) };
        if encoding == Encoding::Number && number::trim(&text).is_empty() {
            self.oddities.push(WarningKind::EmptyNumber);
        }
        match encoding.read(&text, &mut self.json) {
            // Codes of Custom Modes once had entities within their JSON, where
            // decoding them first breaks it (docs/spec/savecodes.md, "Custom
            // codes").
            Err(problem) if self.kind == Kind::Custom && entities && self.version < Version::V3_0 => {
                let value = encoding.read(&stored, &mut self.json).map_err(|_| problem)?;
                self.oddities.push(WarningKind::InnerEntities);
                Ok(decode_texts(&value))
            }
            result => result,
        }
    }
}

/// Returns the meaning of a piece beyond its value.
fn interpret(
    kind: Kind,
    version: Version,
    piece: &Piece,
    value: Value,
    limits: &DecodeLimits,
) -> Result<Value, Problem> {
    match piece.shape {
        Shape::AutoDirections if (kind, version) == (Kind::Replay, Version::V2_2) => {
            if migration::has_separate_auto_moves(&value) {
                let detail = "a replay of version 2.2 with automatic moves lacks what they spawned";
                return Err(Problem::new(Reason::ReplayOldAuto, detail));
            }
            Ok(value)
        }
        Shape::Infused => infused::complete(&value, limits),
        _ => match (piece.encoding(version), &value) {
            (Encoding::Html | Encoding::EntityHtml, Value::Text(text)) => {
                markup::rules_text(&text.to_string_lossy())
                    .map_err(|error| Problem::new(Reason::Markup(error), error.to_string()))
            }
            _ => Ok(value),
        },
    }
}

/// Returns true if the settings of a Modifiers code, its first piece, ask for a
/// custom grid.
pub(crate) fn has_custom_grid(values: &[Value]) -> bool {
    let settings = values.first().and_then(Value::as_array);
    settings.and_then(|settings| settings.get(5)).is_some_and(|shape| shape.is_word("Custom"))
}

/// Skips an extra piece: for one day, replays marked 2.2.2 had the forced spawns
/// before the moves (docs/spec/savecodes.md, "Kinds and versions"). Such codes have
/// one piece more than usual, and the result of the game is one place later.
fn skip_extra_piece(envelope: &mut Envelope<'_>) -> bool {
    const FORCED_SPAWNS: usize = 39;
    const WON: usize = 42;
    let holds_number = |place: usize| {
        envelope.parts.get(place).and_then(|part| base64::read(part.text).ok()).is_some_and(|text| {
            !text.is_empty() && text.len() < 32 && number::parse(&entity::decode(&text)).is_some()
        })
    };
    let one_day = envelope.kind == Kind::Replay
        && envelope.version == Version::V2_2_2
        && envelope.parts.len() == 45
        && holds_number(WON + 1)
        && !holds_number(WON);
    if one_day {
        envelope.parts.remove(FORCED_SPAWNS);
    }
    one_day
}
