//! Lists the files of `modes/`, with their titles, so that they are built into
//! the library.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    // Asked for when it runs: a checkout may have moved since this was compiled.
    let package =
        env::var_os("CARGO_MANIFEST_DIR").ok_or_else(|| io::Error::other("cargo sets CARGO_MANIFEST_DIR"))?;
    let modes = Path::new(&package).join("modes");
    println!("cargo::rerun-if-changed={}", modes.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&modes)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonc"))
        .collect();
    files.sort();
    let mut list = String::from("&[\n");
    for path in files {
        let path = fs::canonicalize(path)?;
        let text = fs::read_to_string(&path)?;
        let title = title(&text);
        if let (Some(name), Some(path)) = (path.file_name().and_then(|name| name.to_str()), path.to_str()) {
            let _ = writeln!(list, "    ({name:?}, {title:?}, include_bytes!({path:?})),");
        }
    }
    list.push_str("]\n");
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    fs::write(Path::new(&out).join("modes.rs"), list)
}

/// The title of a file, if it has one; others are there to be extended. The
/// files are our own, so that a look at the text is enough.
fn title(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("\n  \"title\": \"")?;
    Some(rest.split_once('"')?.0)
}
