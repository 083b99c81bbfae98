//! `polymerge code`: looks into save codes, and writes them.

use std::io::IsTerminal;

use clap::{Args, Subcommand};
use polymerge::Value;
use polymerge::advanced::codes::{
    Code, DecodeLimits, Encoding, Kind, Piece, Sheet, Version, code_in, decode, encode_as, infused, layout,
};
use polymerge::calc::json;
use polymerge_app::failure::Failure;
use polymerge_app::input;

use crate::exact::note_inexact;

/// Look into save codes of any kind and version, and write them
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Print the pieces of a code by name, as JSON
    Decode(Input),
    /// Write the code that `decode` printed: for version 3.0, the same one byte for byte
    Encode(Input),
    /// Say what each piece of a code means
    Explain {
        #[command(flatten)]
        input: Input,
        /// Print long values in full
        #[arg(long)]
        full: bool,
    },
    /// Write a code in another version
    Convert {
        #[command(flatten)]
        input: Input,
        /// The version to write
        #[arg(long, value_name = "VERSION", default_value = Version::CURRENT.name())]
        to_version: String,
    },
}

#[derive(Args)]
struct Input {
    /// The code (for encode, the JSON), or a file that holds it; standard input if left out or -
    #[arg(value_name = "FILE|CODE")]
    input: Option<String>,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.task {
        Task::Decode(input) => decode_code(&input.code()?),
        Task::Encode(input) => encode_sheet(&input.read(|text| text.trim_start().starts_with('{'))?),
        Task::Explain { input, full } => explain(&input.code()?, *full),
        Task::Convert { input, to_version } => {
            let version = version(to_version)?;
            print_code(&in_version(&input.code()?, version)?)
        }
    }
}

impl Input {
    /// Returns the text of the argument: the argument itself if `is_content` says so, otherwise the
    /// file that it names.
    fn read(&self, is_content: impl Fn(&str) -> bool) -> Result<String, Failure> {
        match self.input.as_deref() {
            Some(text) if is_content(text) => Ok(text.to_owned()),
            file => input::read(file.unwrap_or("-")),
        }
    }

    /// Returns the code of the argument, without text that was pasted around it.
    fn code(&self) -> Result<String, Failure> {
        let text = self.read(|text| code_in(text).starts_with('@'))?;
        Ok(code_in(&text).into_owned())
    }
}

/// Reads a whole code, so that faults are reported before anything is printed. Oddities are
/// reported, too.
fn read(code: &str) -> Result<Code, Failure> {
    let code = decode(code, &DecodeLimits::default()).map_err(Failure::input)?;
    input::note(&format!("{} code of version {}", code.content.kind(), code.version));
    for warning in &code.warnings {
        input::note(&format!("warning: {warning}"));
    }
    Ok(code)
}

/// Prints a code, one line per piece. People find their way in it, and tools that compare lines
/// name the piece that differs.
fn decode_code(code: &str) -> Result<(), Failure> {
    read(code)?;
    let sheet = Sheet::read(code, &DecodeLimits::default()).map_err(Failure::input)?;
    let mut out = format!("{{\"kind\":\"{}\",\"version\":\"{}\",\"pieces\":{{\n", sheet.kind, sheet.version);
    for (place, (piece, value)) in sheet.pieces().enumerate() {
        if place > 0 {
            out.push_str(",\n");
        }
        out.push_str(&format!("\"{}\":{}", piece.name, json::write_canonical(value)));
    }
    out.push_str("\n}}");
    input::print_json(&out)
}

/// Prints the code of pieces by name.
fn encode_sheet(text: &str) -> Result<(), Failure> {
    let limits = DecodeLimits::default();
    let read_limits = json::ReadLimits {
        depth: limits.json_depth + 2,
        integer_digits: limits.integer_digits,
        integer_work: limits.integer_work,
        ..Default::default()
    };
    let fail = |error: json::ReadError| Failure::input(format!("the pieces: {error}"));
    let values = json::read(text.trim(), &read_limits).map_err(fail)?;
    note_inexact("the pieces", text);
    // Pieces that are bare texts have no special texts.
    let texts = json::read_plain(text.trim(), &read_limits).map_err(fail)?;
    let kind = word(&texts, "kind").and_then(|name| Kind::from_name(&name));
    let kind = kind.ok_or_else(|| Failure::input("the pieces: no \"kind\", such as \"Mode\""))?;
    let version = word(&texts, "version").and_then(|name| Version::from_name(&name));
    let version = version
        .filter(|version| kind.versions().contains(version))
        .ok_or_else(|| Failure::input(format!("the pieces: no \"version\" that {kind} codes have")))?;
    let (Some(values), Some(texts)) = (member(&values, "pieces"), member(&texts, "pieces")) else {
        return Err(Failure::input("the pieces: no \"pieces\""));
    };
    let pieces: Vec<&Piece> = layout(kind, version).collect();
    if let Value::Object(object) = texts
        && let Some((name, _)) =
            object.members().iter().find(|(name, _)| pieces.iter().all(|p| !name.is(p.name)))
    {
        return Err(Failure::input(format!("the pieces: {kind} codes of version {version} have no {name}")));
    }
    let mut sheet = Sheet { kind, version, values: Vec::with_capacity(pieces.len()) };
    for (place, piece) in pieces.iter().enumerate() {
        let bare = matches!(piece.encoding(version), Encoding::Text | Encoding::Html | Encoding::EntityHtml);
        match member(if bare { texts } else { values }, piece.name) {
            Some(value) => sheet.values.push(value.clone()),
            None if piece.is_optional() => break,
            // A member that is undefined disappears from a JSON object.
            None if member(texts, piece.name).is_some() => sheet.values.push(Value::Undefined),
            None => {
                let message = format!("the pieces: piece {} ({}) is missing", place + 2, piece.name);
                return Err(Failure::input(message));
            }
        }
    }
    print_code(&sheet.write().map_err(Failure::input)?)
}

/// The longest value to show in an explanation.
const SHOWN: usize = 100;

/// Prints the meaning of each piece of a code.
fn explain(code: &str, full: bool) -> Result<(), Failure> {
    read(code)?;
    let sheet = Sheet::read(code, &DecodeLimits::default()).map_err(Failure::input)?;
    let mut out = format!("{} code of version {}\n", sheet.kind, sheet.version);
    let shown = |value: &Value| {
        let text = json::write(value);
        match text.char_indices().nth(SHOWN) {
            Some((end, _)) if !full => format!("{}… ({} bytes)", &text[..end], text.len()),
            _ => text,
        }
    };
    for (place, (piece, value)) in sheet.pieces().enumerate() {
        out.push_str(&format!("{:>3} {}: {}\n", place + 2, piece.name, piece.meaning));
        match (sheet.kind, value) {
            (Kind::Infused, Value::Array(entries)) => {
                for (number, entry) in entries.iter().enumerate() {
                    let name = infused::ENTRIES.get(number).map_or("more", |entry| entry.name);
                    out.push_str(&format!("    {number:>3} {name} = {}\n", shown(entry)));
                }
            }
            _ => out.push_str(&format!("      = {}\n", shown(value))),
        }
    }
    input::print(out.as_bytes())
}

/// Finds a version by its name.
pub fn version(name: &str) -> Result<Version, Failure> {
    Version::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Version::ALL.iter().map(|version| version.name()).collect();
        Failure::input(format!("no version {name:?}; known are {}", known.join(", ")))
    })
}

/// Returns the code in another version, and reports losses.
pub fn in_version(code: &str, version: Version) -> Result<String, Failure> {
    let written = encode_as(&read(code)?.content, version).map_err(Failure::input)?;
    for warning in &written.warnings {
        input::note(&format!("warning: {warning}"));
    }
    Ok(written.text)
}

/// Prints a code. It ends without a line break, in files as well; on a terminal, the prompt starts
/// on a line of its own.
fn print_code(code: &str) -> Result<(), Failure> {
    if std::io::stdout().is_terminal() {
        return input::print_line(code);
    }
    input::print_exact(code.as_bytes())
}

/// Returns a member of a JSON object.
fn member<'a>(object: &'a Value, name: &str) -> Option<&'a Value> {
    match object {
        Value::Object(object) => {
            object.members().iter().find(|(key, _)| key.is(name)).map(|(_, value)| value)
        }
        _ => None,
    }
}

/// Returns a member that is a text.
fn word(object: &Value, name: &str) -> Option<String> {
    member(object, name)?.as_text()?.to_utf8()
}
