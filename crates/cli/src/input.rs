//! What commands read and write: files, standard input, standard output.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use crate::failure::Failure;

/// No file that a command reads is larger: a mode or code of that size is a
/// mistake.
const LARGEST: u64 = 64 << 20;
/// Files that are perhaps replaced, up to this size: as large as weights.
const LARGEST_REPLACED: u64 = 1 << 30;

/// The byte order mark in UTF-8. Some programs put it before a text, of which
/// it is no part.
pub const MARK: &[u8] = b"\xef\xbb\xbf";

/// The text of a file, or of standard input for `-`.
pub fn read(file: &str) -> Result<String, Failure> {
    let mut bytes = read_bytes(file)?;
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    String::from_utf8(bytes).map_err(|error| {
        Failure::input(format!("{file}: not UTF-8 text (byte {})", error.utf8_error().valid_up_to()))
    })
}

/// The content of a file, or of standard input for `-`; of a page of a single mode, the mode
/// file in it.
pub fn read_bytes(file: &str) -> Result<Vec<u8>, Failure> {
    let bytes = read_as_it_is(file)?;
    Ok(mode_in_page(&bytes).map_or(bytes, String::into_bytes))
}

/// The mode file in a page of a single mode.
pub fn mode_in_page(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().and_then(polymerge::page::mode_in)
}

/// The content of a file, whatever it is, or of standard input for `-`.
pub fn read_as_it_is(file: &str) -> Result<Vec<u8>, Failure> {
    match file {
        "-" => within(&file, Ok(io::stdin().lock()), LARGEST),
        _ => within(&file, fs::File::open(file), LARGEST),
    }
}

/// What is read of a source of this name, if that is no more than so many bytes.
pub fn within(name: &dyn Display, source: io::Result<impl Read>, most: u64) -> Result<Vec<u8>, Failure> {
    let fail = |error: io::Error| {
        let said = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".into(),
            io::ErrorKind::IsADirectory => "this is a folder; name a file in it".into(),
            io::ErrorKind::PermissionDenied => "this file may not be read".into(),
            _ => error.to_string(),
        };
        Failure::input(format!("{name}: {said}"))
    };
    let mut bytes = Vec::new();
    source.map_err(fail)?.take(most + 1).read_to_end(&mut bytes).map_err(fail)?;
    match bytes.len() as u64 > most {
        true => Err(Failure::input(format!("{name}: larger than {} MiB", most >> 20))),
        false => Ok(bytes),
    }
}

/// A text for people to read: texts of modes are not to control a terminal.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let controls = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if text.contains(controls) {
        return text.replace(controls, "\u{fffd}").into();
    }
    text.into()
}

/// Writes to standard output; to a terminal, only what is harmless there.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let text = std::str::from_utf8(bytes).ok().filter(|_| out.is_terminal()).map(harmless);
    let bytes = text.as_deref().map_or(bytes, str::as_bytes);
    printed(out.write_all(bytes).and_then(|()| out.flush()))
}

/// Writes a file.
pub fn write(file: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    fs::write(file, bytes).map_err(|error| Failure::result(format!("{}: {error}", file.display())))
}

/// Refuses to write over a file that its author may want to keep: one whose content is not to be
/// `replaced`. The message says what it is not, and what to do.
pub fn refuse_to_replace(
    file: &Path,
    replaced: impl Fn(&[u8]) -> bool,
    message: &str,
) -> Result<(), Failure> {
    let shown = file.display();
    if !file.is_file() || replaced(&within(&shown, fs::File::open(file), LARGEST_REPLACED)?) {
        return Ok(());
    }
    Err(Failure::input(format!("{shown} exists already and {message}")))
}

/// Writes to a file, or prints if there is none.
pub fn give(file: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    file.map_or_else(|| print(bytes), |file| write(file, bytes))
}

/// What printing came to: a reader that has gone away is no failure, a full
/// disk is one.
pub fn printed(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::result(format!("the output can't be written: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a line to standard output.
pub fn print_line(line: &str) -> Result<(), Failure> {
    print(format!("{line}\n").as_bytes())
}

/// Says something beside the results, on standard error.
pub fn note(text: &str) {
    // Not eprintln!, which panics where standard error can't be written.
    _ = writeln!(io::stderr(), "{}", harmless(text.trim_end()));
}
