//! The folders of the program (XDG base directories).

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::{env, io};

/// Returns the folder of the player's work: games and their records.
pub fn data() -> Option<PathBuf> {
    folder("XDG_DATA_HOME", ".local/share")
}

/// Returns the folder of things that are stored for convenience, such as a history.
pub fn state() -> Option<PathBuf> {
    folder("XDG_STATE_HOME", ".local/state")
}

/// Returns the folder of the player's configuration.
pub fn config() -> Option<PathBuf> {
    folder("XDG_CONFIG_HOME", ".config")
}

/// Returns the program's part of a base directory. Relative paths don't count.
fn folder(variable: &str, default: &str) -> Option<PathBuf> {
    let named = env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let home =
        || Some(PathBuf::from(env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"))?).join(default));
    Some(named.or_else(home)?.join("polymerge"))
}

/// Writes a file. An old one is replaced only when all of the new one is on the disk, because disks
/// can be full.
pub fn write_whole(file: &Path, content: &[u8]) -> io::Result<()> {
    write(file, content, OpenOptions::new().write(true).create(true).truncate(true))
}

/// Writes a file that only its owner may read, as [`write_whole`] does.
pub fn write_secret(file: &Path, content: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    // What was left over might be readable by others.
    _ = fs::remove_file(file.with_extension("new"));
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    write(file, content, options.write(true).create_new(true))
}

fn write(file: &Path, content: &[u8], options: &OpenOptions) -> io::Result<()> {
    write_by(file, &file.with_extension("new"), content, options)
}

/// Writes a file in a folder of the user's, as [`write_whole`] does. No other file there is
/// touched, a link is followed, and permissions stay.
pub fn write_beside(file: &Path, content: &[u8]) -> io::Result<()> {
    let file = &fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let unfinished = file.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let permissions = fs::metadata(file).map(|found| found.permissions());
    write_by(file, &unfinished, content, OpenOptions::new().write(true).create_new(true))?;
    permissions.map_or(Ok(()), |permissions| fs::set_permissions(file, permissions))
}

fn write_by(file: &Path, unfinished: &Path, content: &[u8], options: &OpenOptions) -> io::Result<()> {
    let written = options.open(unfinished).and_then(|mut new| {
        new.write_all(content)?;
        new.sync_all()
    });
    let written = written.and_then(|()| fs::rename(unfinished, file));
    if written.is_err() {
        _ = fs::remove_file(unfinished);
    }
    written
}

/// Reads a file; `None` if nothing has its name, not even a link.
///
/// # Errors
///
/// Something has the name and can't be read.
pub fn read_if_any(file: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if is_absence(&error, file) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns true if reading failed because nothing has this name, not even a link that leads
/// nowhere.
pub fn is_absence(error: &io::Error, path: &Path) -> bool {
    error.kind() == ErrorKind::NotFound && fs::symlink_metadata(path).is_err()
}

/// Reads a text file as [`read_if_any`] does.
///
/// # Errors
///
/// As [`read_if_any`], or the file is not UTF-8.
pub fn read_text_if_any(file: &Path) -> io::Result<Option<String>> {
    let Some(bytes) = read_if_any(file)? else { return Ok(None) };
    let text = String::from_utf8(bytes).map_err(|error| {
        let line =
            error.as_bytes().iter().take(error.utf8_error().valid_up_to()).filter(|b| **b == b'\n').count();
        io::Error::new(ErrorKind::InvalidData, format!("line {} is not UTF-8 text", line + 1))
    })?;
    Ok(Some(text))
}

/// Returns the cause of an error of reading or writing, in words for people.
pub fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".into(),
        ErrorKind::IsADirectory => "this is a folder; name a file in it".into(),
        ErrorKind::NotADirectory => "a part of this path is no folder".into(),
        ErrorKind::AlreadyExists => "something else has this name already".into(),
        ErrorKind::PermissionDenied => "you have no permission for this file".into(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".into(),
        ErrorKind::ReadOnlyFilesystem => "nothing can be written on this disk".into(),
        _ => error.to_string(),
    }
}
