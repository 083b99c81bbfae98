//! The spelling of the value of a piece, before base-64 (docs/spec/savecodes.md,
//! "Value encodings").

use std::borrow::Cow;

use calcarray::json::{self, ReadError, ReadErrorKind, ReadLimits};
use calcarray::{Text, Value, number};

use crate::error::{EncodeReason, Problem, Reason};
use crate::{base64, entity};

/// The spelling of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// A number, as ECMAScript writes it.
    Number,
    /// A bare text.
    Text,
    /// Extended JSON.
    Json,
    /// JSON in which every text is plain text (version 1.0).
    PlainJson,
    /// The letter `t` or `f`, without base-64 (version 1.0).
    Flag,
    /// Rules text as HTML.
    Html,
    /// Rules text as HTML, in which entities were encoded once more.
    EntityHtml,
}

impl Encoding {
    /// The short name, as in the tables of the documentation.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Number => "num",
            Encoding::Text => "text",
            Encoding::Json => "json",
            Encoding::PlainJson => "json0",
            Encoding::Flag => "flag",
            Encoding::Html => "html",
            Encoding::EntityHtml => "html-he",
        }
    }

    /// Reads a value from the text of a piece.
    pub(crate) fn read(self, text: &str, json: &mut json::Reader) -> Result<Value, Problem> {
        match self {
            Encoding::Number => match number::parse(text) {
                Some(number) => Ok(Value::Number(number)),
                None if number::trim(text) == "NaN" => Ok(Value::Number(f64::NAN)),
                None => Err(Problem::new(Reason::BadNumber, format!("{} is not a number", quote(text)))),
            },
            Encoding::Json => json.read(text).map_err(json_problem),
            Encoding::PlainJson => json.read_plain(text).map_err(json_problem),
            Encoding::Flag => match text {
                "t" => Ok(Value::Boolean(true)),
                "f" => Ok(Value::Boolean(false)),
                _ => Err(Problem::new(Reason::BadFlag, format!("{} is neither t nor f", quote(text)))),
            },
            Encoding::Text | Encoding::Html | Encoding::EntityHtml => Ok(Value::text(text)),
        }
    }

    /// Appends the piece of a value, entities and base-64 included; `entities` is true if
    /// the version encodes all pieces.
    ///
    /// # Errors
    /// In versions without entities, if a character is above U+00FF; or if
    /// the value is not of a type that can be spelt so.
    pub(crate) fn append(self, value: &Value, entities: bool, out: &mut String) -> Result<(), EncodeReason> {
        let text: Cow<'_, str> = match (self, value) {
            (Encoding::Flag, Value::Boolean(flag)) => {
                out.push(if *flag { 't' } else { 'f' });
                return Ok(());
            }
            (Encoding::Number, Value::Number(number)) => number_text(*number).into(),
            (Encoding::Json, value) if has_false_number(value) => return Err(EncodeReason::FalseNumber),
            (Encoding::Json | Encoding::PlainJson, value) => json::write_canonical(value).into(),
            (Encoding::Text | Encoding::Html | Encoding::EntityHtml, Value::Text(text)) => {
                if entities || self == Encoding::EntityHtml {
                    let text = entity::encode_units(text);
                    return base64::append(&text, out).ok_or(EncodeReason::Character);
                }
                text.to_utf8().ok_or(EncodeReason::Character)?.into()
            }
            _ => return Err(EncodeReason::Type),
        };
        let text = if entities { entity::encode(&text) } else { text.as_ref().into() };
        base64::append(&text, out).ok_or(EncodeReason::Character)
    }
}

/// Returns true if some text in a value could not be read again as extended JSON.
fn has_false_number(value: &Value) -> bool {
    let limits = ReadLimits::default();
    let mut work = 0_u64;
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value {
            Value::Text(text) if text.is_special() => {
                work = work.saturating_add(json::integer_work(&text.to_string_lossy()));
                if work > limits.integer_work || json::special(text.clone(), &limits).is_err() {
                    return true;
                }
            }
            Value::Array(entries) => pending.extend(entries.iter()),
            Value::Object(object) => pending.extend(object.members().iter().map(|(_, value)| value)),
            _ => {}
        }
    }
    false
}

/// A number as a number piece has it: as ECMAScript writes it, but -0 is `0`.
pub fn number_text(number: f64) -> String {
    if number.is_nan() {
        "NaN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned()
    } else {
        number::to_text(number)
    }
}

pub(crate) fn json_problem(error: ReadError) -> Problem {
    let reason = match error.kind {
        ReadErrorKind::Syntax(_) => Reason::BadJson,
        ReadErrorKind::Special => Reason::BadSpecial,
        ReadErrorKind::Depth | ReadErrorKind::Nodes | ReadErrorKind::Digits | ReadErrorKind::Work => {
            Reason::Limit
        }
    };
    Problem::new(reason, error.to_string())
}

/// The start of a text, quoted, for messages.
pub(crate) fn quote(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Decodes entities in all texts of a value.
pub(crate) fn decode_texts(value: &Value) -> Value {
    match value {
        Value::Text(text) => decode_text(text),
        Value::Array(list) => list.iter().map(decode_texts).collect::<Vec<_>>().into(),
        other => other.clone(),
    }
}

fn decode_text(text: &Text) -> Value {
    if !text.units().contains(&u16::from(b'&')) {
        return Value::Text(text.clone());
    }
    match text.to_utf8() {
        Some(utf8) => Value::text(&*entity::decode(&utf8)),
        None => Value::Text(text.clone()),
    }
}
