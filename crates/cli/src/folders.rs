//! Where the program keeps what it knows (XDG base directories).

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, io};

/// What the player has made: games and their records.
pub fn data() -> Option<PathBuf> {
    folder("XDG_DATA_HOME", ".local/share")
}

/// What the program remembers for convenience.
pub fn state() -> Option<PathBuf> {
    folder("XDG_STATE_HOME", ".local/state")
}

/// What the player has chosen.
pub fn config() -> Option<PathBuf> {
    folder("XDG_CONFIG_HOME", ".config")
}

/// The program's part of a base directory; relative ones don't count.
fn folder(variable: &str, default: &str) -> Option<PathBuf> {
    let named = env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let home =
        || Some(PathBuf::from(env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"))?).join(default));
    Some(named.or_else(home)?.join("polymerge"))
}

/// Writes a file, in place of an old one only when all of it is on the disk:
/// disks are full at times.
pub fn write_whole(file: &Path, content: &[u8]) -> io::Result<()> {
    write(file, content, OpenOptions::new().write(true).create(true).truncate(true))
}

/// Writes a file as [`write_whole`] does, which only its owner may read.
pub fn write_secret(file: &Path, content: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    // What was left over might be readable by others.
    _ = fs::remove_file(file.with_extension("new"));
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    write(file, content, options.write(true).create_new(true))
}

fn write(file: &Path, content: &[u8], options: &OpenOptions) -> io::Result<()> {
    let unfinished = file.with_extension("new");
    let written = options.open(&unfinished).and_then(|mut new| {
        new.write_all(content)?;
        new.sync_all()
    });
    let written = written.and_then(|()| fs::rename(&unfinished, file));
    if written.is_err() {
        _ = fs::remove_file(&unfinished);
    }
    written
}
