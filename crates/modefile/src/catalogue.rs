//! The modes that are built into the library.

use crate::problem::Problems;
use crate::read::{read_with, ModeFile, ReadOptions};
use crate::setting::Choices;
use crate::source::{Source, SourceFile};
use crate::summary::Summary;

/// A [`Summary`] in each line, written by the tests: reading all modes for a
/// list of them takes longer than a person should notice.
const SUMMARIES: &str = include_str!("../../../modes/catalogue.jsonl");

const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/modes.rs"));

/// The files of `modes/`, as they were when this was built.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIn;

impl Source for BuiltIn {
    fn open(&self, name: &str, _from: &str) -> Result<SourceFile, String> {
        let name = name.strip_prefix("./").unwrap_or(name);
        file(name).ok_or_else(|| "there is no built-in mode file of this name".to_owned())
    }
}

/// A built-in mode that was not read yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltInMode {
    /// Name of the file, such as `001-2048.jsonc`.
    pub file: &'static str,
}

impl BuiltInMode {
    /// The name without ending: `001-2048`.
    pub fn name(self) -> &'static str {
        self.file.strip_suffix(".jsonc").unwrap_or(self.file)
    }

    /// The number in the name, if it has one.
    pub fn number(self) -> Option<u32> {
        self.file.split('-').next()?.parse().ok()
    }

    /// The text of the file.
    pub fn text(self) -> Option<&'static str> {
        let (_, bytes) = FILES.iter().find(|(known, _)| *known == self.file)?;
        std::str::from_utf8(bytes).ok()
    }

    /// Reads the mode.
    ///
    /// # Errors
    /// Never for the modes that come with the library; a test holds that.
    pub fn read(self) -> Result<ModeFile, Problems> {
        self.read_with(&Choices::default())
    }

    /// Reads the mode with settings as they were chosen.
    ///
    /// # Errors
    /// If something was chosen that the mode does not have, or does not take.
    pub fn read_with(self, choices: &Choices) -> Result<ModeFile, Problems> {
        let file = file(self.file).unwrap_or_else(|| SourceFile::new(self.file, &b""[..]));
        read_with(&file, &BuiltIn, &ReadOptions::default(), choices)
    }
}

fn file(name: &str) -> Option<SourceFile> {
    FILES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|&(name, bytes)| SourceFile { built_in: true, ..SourceFile::new(name, bytes) })
}

/// All built-in modes: the numbered ones in order, then the others by name.
/// Files that others only extend have no title and are not among them.
pub fn modes() -> impl Iterator<Item = BuiltInMode> {
    FILES.iter().filter(|(_, bytes)| is_mode(bytes)).map(|&(file, _)| BuiltInMode { file })
}

/// What a list says about each of [`modes`], in the same order. No file is read
/// for it.
///
/// ```
/// use polymerge_modefile::catalogue;
/// let dive = catalogue::summaries().find(|mode| mode.name == "050-dive").unwrap();
/// assert_eq!((dive.info.number, dive.width, dive.height), (Some(50), 4, 4));
/// ```
pub fn summaries() -> impl Iterator<Item = Summary> {
    SUMMARIES.lines().filter_map(|line| serde_json::from_str(line).ok())
}

/// Whether a file has a title. The files are our own, so that a look at the
/// text is enough.
fn is_mode(bytes: &[u8]) -> bool {
    let key = b"\n  \"title\":";
    bytes.windows(key.len()).any(|window| window == key)
}

/// A built-in mode by its number (`50`, `050`), its name (`050-dive`) or the
/// part of the name after the number (`dive`).
///
/// ```
/// use polymerge_modefile::catalogue;
/// assert_eq!(catalogue::find("1").unwrap().name(), "001-2048");
/// assert_eq!(catalogue::find("classic").unwrap().name(), "classic");
/// ```
pub fn find(wanted: &str) -> Option<BuiltInMode> {
    let wanted = wanted.strip_suffix(".jsonc").unwrap_or(wanted);
    let number = wanted.parse::<u32>().ok();
    let name = |mode: BuiltInMode| mode.name().eq_ignore_ascii_case(wanted);
    let slug = |mode: BuiltInMode| {
        let slug = mode.name().split_once('-').map(|(_, slug)| slug);
        mode.number().is_some() && slug.is_some_and(|slug| slug.eq_ignore_ascii_case(wanted))
    };
    modes()
        .find(|&mode| name(mode))
        .or_else(|| modes().find(|&mode| number.is_some() && mode.number() == number))
        .or_else(|| modes().find(|&mode| slug(mode)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_mode_can_be_read() {
        for mode in modes() {
            let read = mode.read();
            let problems = read.as_ref().err().map(Problems::to_text).unwrap_or_default();
            assert!(problems.is_empty(), "{problems}");
            if let Ok(file) = read {
                assert!(!file.info.title.is_empty(), "{} has no title", mode.file);
                assert_eq!(file.info.number, mode.number(), "{}: the name and the key differ", mode.file);
            }
        }
    }

    #[test]
    fn modes_are_found_by_number_and_name() {
        for (wanted, expected) in [
            ("1", Some("001-2048")),
            ("001", Some("001-2048")),
            ("001-2048", Some("001-2048")),
            ("001-2048.jsonc", Some("001-2048")),
            ("2187", Some("002-2187")),
            ("Classic", Some("classic")),
            ("powers", None),
            ("", None),
        ] {
            assert_eq!(find(wanted).map(BuiltInMode::name), expected, "{wanted:?}");
        }
    }
}
