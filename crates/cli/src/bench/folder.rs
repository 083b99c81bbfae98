//! `polymerge bench --modes`: the mode files of a folder.

use std::fs;
use std::io;
use std::path::Path;

use polymerge_app::failure::Failure;
use polymerge_app::folders::io_reason;
use polymerge_app::source::Source;

use polymerge::Mode;

/// A mode of a folder, with the name of its file.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) mode: Mode,
}

/// Reads all mode files of a folder, in the order of their names: so a fault in one of them is
/// told before the first is played. Files of other kinds, such as a schema beside the modes, are
/// left out.
pub(super) fn modes(folder: &Path) -> Result<Vec<Named>, Failure> {
    let fail = |why: &str| Failure::input(format!("{}: {why}", folder.display()));
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| fail(&io_reason(&error)))?;
    let mut files: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "jsonc"));
    files.sort();
    if files.is_empty() {
        return Err(fail("no mode files (.jsonc) in this folder"));
    }
    files
        .iter()
        .map(|file| {
            let path = file.to_str().ok_or_else(|| fail("a file whose name is no text"))?;
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Ok(Named { name, mode: Source::named(path).open()?.mode()? })
        })
        .collect()
}
