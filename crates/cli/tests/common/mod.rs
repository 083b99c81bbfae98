//! Helpers for tests of the whole program.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A home of its own for the program, gone when dropped.
pub struct Home(PathBuf);

impl Home {
    /// An empty home.
    pub fn new() -> Home {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("polymerge-home-{}-{number}", std::process::id()));
        _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Home(folder)
    }

    /// A folder or file in it.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The variables that make it the program's home.
    pub fn variables(&self) -> Vec<(&'static str, PathBuf)> {
        ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME"]
            .map(|name| (name, self.join(if name == "HOME" { "" } else { name })))
            .into()
    }

    /// The program, with this home.
    pub fn polymerge(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polymerge"));
        command.args(arguments).envs(self.variables());
        command
    }
}

/// Runs a command with an input to its end. Returns its exit code, what it prints and its
/// complaints.
pub fn run(command: &mut Command, input: &str) -> (i32, String, String) {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that reads no input may be gone already.
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

impl Drop for Home {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}
