//! The input and the output of commands: files, standard input, standard output.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs;
use std::io::{self, IsTerminal, Read, Write};

use polymerge::advanced::codes;

use crate::failure::Failure;
use crate::folders::io_reason;

/// The largest file that a command reads. A mode or code of more bytes is a mistake.
const LARGEST: u64 = 64 << 20;

/// The byte order mark in UTF-8. Some programs put it before a text.
pub const MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads a text file, or standard input for `-`.
pub fn read(file: &str) -> Result<String, Failure> {
    let mut bytes = read_bytes(file)?;
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    String::from_utf8(bytes).map_err(|error| {
        Failure::input(format!("{file}: not UTF-8 text (byte {})", error.utf8_error().valid_up_to()))
    })
}

/// Reads a file, or standard input for `-`. Of a page of a single mode, it returns the mode file.
pub fn read_bytes(file: &str) -> Result<Vec<u8>, Failure> {
    let bytes = read_as_it_is(file)?;
    Ok(mode_in_page(&bytes).map_or(bytes, String::into_bytes))
}

/// Returns the mode file in a page of a single mode.
pub fn mode_in_page(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().and_then(polymerge::page::mode_in)
}

/// Returns true if a text looks like a save code.
pub fn is_code(text: &str) -> bool {
    codes::code_in(text).starts_with('@')
}

/// Returns the save code in a file.
pub fn code_in(bytes: &[u8]) -> Option<&str> {
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    std::str::from_utf8(bytes).ok().filter(|text| is_code(text))
}

/// Reads a file as it is, or standard input for `-`.
pub fn read_as_it_is(file: &str) -> Result<Vec<u8>, Failure> {
    match file {
        "-" => within(&file, Ok(io::stdin().lock()), LARGEST),
        _ => within(&file, fs::File::open(file), LARGEST),
    }
}

/// Reads a source, which is called `name` in messages; fails if it has more than `most` bytes.
pub fn within(name: &dyn Display, source: io::Result<impl Read>, most: u64) -> Result<Vec<u8>, Failure> {
    let fail = |error: io::Error| Failure::input(format!("{name}: {}", io_reason(&error)));
    let mut bytes = Vec::new();
    source.map_err(fail)?.take(most + 1).read_to_end(&mut bytes).map_err(fail)?;
    match bytes.len() as u64 > most {
        true => Err(Failure::input(format!("{name}: larger than {} MiB", most >> 20))),
        false => Ok(bytes),
    }
}

/// Replaces control characters in a text for people. Texts of modes must not control a terminal,
/// also if a pager or `cat` shows them later.
pub fn sanitized(text: &str) -> Cow<'_, str> {
    // Overrides of the direction of writing show other words than there are.
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let controls = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || turns(c);
    if text.contains(controls) {
        return text.replace(controls, "\u{fffd}").into();
    }
    text.into()
}

/// Writes a text for people to standard output.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    print_bytes(sanitized(&String::from_utf8_lossy(bytes)).as_bytes())
}

/// Writes data whose form keeps texts exactly, such as a save code or a picture. To a terminal, it
/// is written without control characters.
pub fn print_exact(bytes: &[u8]) -> Result<(), Failure> {
    match io::stdout().is_terminal() {
        true => print(bytes),
        false => print_bytes(bytes),
    }
}

/// Writes a line of JSON. Control characters in its texts are written as escapes, which mean the
/// same.
pub fn print_json(line: &str) -> Result<(), Failure> {
    print_bytes(format!("{}\n", sanitized_json(line)).as_bytes())
}

/// Returns JSON of the same meaning without control characters in its texts.
pub fn sanitized_json(text: &str) -> Cow<'_, str> {
    let is_raw = |c: char| c.is_control() && !matches!(c, '\n' | '\t' | '\r');
    if !text.contains(is_raw) {
        return text.into();
    }
    let escaped = |c: char| match is_raw(c) {
        true => format!("\\u{:04x}", u32::from(c)),
        false => c.to_string(),
    };
    text.chars().map(escaped).collect::<String>().into()
}

fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    printed(out.write_all(bytes).and_then(|()| out.flush()))
}

/// Returns the result of printing. A reader that has gone away is no failure, a full disk is one.
pub fn printed(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::result(io_reason(&error)).of("the output can't be written"))
        }
        _ => Ok(()),
    }
}

/// Writes a line to standard output.
pub fn print_line(line: &str) -> Result<(), Failure> {
    print(format!("{line}\n").as_bytes())
}

/// Writes a note to standard error, beside the results.
pub fn note(text: &str) {
    // Not eprintln!, which panics where standard error can't be written.
    _ = writeln!(io::stderr(), "{}", sanitized(text.trim_end()));
}
