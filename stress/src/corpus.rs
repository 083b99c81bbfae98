//! The corpus: modes of the kinds that authors write, to which the engine was not tuned. They are
//! the mode files of the folder `benches/modes`; a new file there is taken by itself.

use std::path::Path;

use polymerge::advanced::modefile::{ReadOptions, SourceFile, read};
use polymerge::catalogue::BuiltIn;
use polymerge_rules::Mode;

/// A mode of the corpus.
pub struct Named {
    /// The name of its file, without the ending.
    pub name: String,
    /// The text of its file.
    pub file: SourceFile,
    /// The mode that is written there.
    pub mode: Mode,
}

/// All modes of the corpus, in the order of their names.
///
/// # Panics
/// If a file can't be read, or is no mode file.
pub fn modes() -> impl Iterator<Item = Named> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/modes");
    let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a file of the corpus").path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "jsonc"));
    files.sort();
    files.into_iter().map(|file| named(&file))
}

fn named(path: &Path) -> Named {
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file = SourceFile::new(format!("{name}.jsonc"), bytes);
    let mode = read(&file, &BuiltIn, &ReadOptions::default());
    let mode = mode.unwrap_or_else(|problems| panic!("{}", problems.to_text())).mode;
    Named { name, file, mode }
}
