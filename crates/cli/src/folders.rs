//! Where the program keeps what it knows (XDG base directories).

use std::env;
use std::path::PathBuf;

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
