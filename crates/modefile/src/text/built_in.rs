//! The files of `modes/`, which are built into the library, and the names by
//! which they are found.

use crate::text::nearest::nearest;
use crate::text::source::{Source, SourceFile};

/// The ending of the names of built-in mode files.
const ENDING: &str = ".jsonc";

/// Names of files, their titles if they have some, and what is in them.
#[cfg(feature = "catalogue")]
const FILES: &[(&str, Option<&str>, &[u8])] = include!(concat!(env!("OUT_DIR"), "/modes.rs"));
#[cfg(not(feature = "catalogue"))]
const FILES: &[(&str, Option<&str>, &[u8])] = &[];

/// The files of `modes/`, as they were when this was built.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIn;

impl Source for BuiltIn {
    fn open(&self, name: &str, _from: &str) -> Result<SourceFile, String> {
        let name = name.strip_prefix("./").unwrap_or(name);
        let named = || file(find(name)?.file);
        file(name).or_else(named).ok_or_else(|| "there is no built-in mode file of this name".to_owned())
    }
}

/// A built-in mode that was not read yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltInMode {
    /// Name of the file, such as `001-2048.jsonc`.
    pub file: &'static str,
    title: &'static str,
}

impl BuiltInMode {
    /// The name without ending: `001-2048`.
    pub fn name(self) -> &'static str {
        self.file.strip_suffix(ENDING).unwrap_or(self.file)
    }

    /// The name without its number: `2048`.
    pub fn slug(self) -> &'static str {
        match self.name().split_once('-') {
            Some((_, slug)) if self.number().is_some() => slug,
            _ => self.name(),
        }
    }

    /// The shortest name by which [`find`] finds the mode: `2048`, but
    /// `058-10`, as `10` is a number.
    pub fn short_name(self) -> &'static str {
        Some(self.slug()).filter(|slug| find(slug) == Some(self)).unwrap_or(self.name())
    }

    /// The number in the name, if it has one.
    pub fn number(self) -> Option<u32> {
        self.file.split('-').next()?.parse().ok()
    }

    /// Returns the title of the mode in lists: `Gaussian DIVE`.
    pub fn title(self) -> &'static str {
        self.title
    }

    /// The text of the file.
    pub fn text(self) -> Option<&'static str> {
        let (.., bytes) = FILES.iter().find(|(known, ..)| *known == self.file)?;
        std::str::from_utf8(bytes).ok()
    }
}

pub(crate) fn file(name: &str) -> Option<SourceFile> {
    FILES
        .iter()
        .find(|(known, ..)| *known == name)
        .map(|&(name, _, bytes)| SourceFile { built_in: true, ..SourceFile::new(name, bytes) })
}

/// Returns all built-in modes: the numbered ones in order, then the others by name. Files that
/// others only extend have no title and are not among them.
pub fn modes() -> impl Iterator<Item = BuiltInMode> {
    FILES.iter().filter_map(|&(file, title, _)| Some(BuiltInMode { file, title: title? }))
}

/// A built-in mode by what it is called, in upper or lower case: its number
/// (`50`, `050`), its name (`050-dive`), that of its file, the part of the name
/// after the number (`dive`), or its title (`DIVE`, `1/512`). What stands between
/// the words of a title does not matter: `16+16i` is `16 + 16i`.
///
/// A number is that of the catalogue, even if it is the title of a mode;
/// [`namesake`] tells.
///
/// ```
/// use polymerge_modefile::catalogue;
/// assert_eq!(catalogue::find("1").unwrap().name(), "001-2048");
/// assert_eq!(catalogue::find("classic").unwrap().name(), "classic");
/// assert_eq!(catalogue::find("1/512").unwrap().name(), "118-1-over-512");
/// ```
pub fn find(wanted: &str) -> Option<BuiltInMode> {
    let wanted = bare(wanted);
    let number = number(wanted);
    modes()
        .find(|mode| mode.name().eq_ignore_ascii_case(wanted))
        .or_else(|| modes().find(|mode| number.is_some() && mode.number() == number))
        .or_else(|| called(wanted))
}

/// Another mode than the one that [`find`] finds, of which the text is the
/// title: `10` is number 10 and also what number 58 is called.
pub fn namesake(wanted: &str) -> Option<BuiltInMode> {
    let found = find(wanted)?;
    called(bare(wanted)).filter(|other| *other != found)
}

/// The mode that was probably meant by a text by which [`find`] finds none.
pub fn suggest(wanted: &str) -> Option<BuiltInMode> {
    let wanted = bare(wanted);
    find(nearest(wanted, modes().flat_map(|mode| [mode.slug(), mode.name(), mode.title()]))?)
}

/// A name without blanks around it and without the ending of a file.
fn bare(wanted: &str) -> &str {
    let wanted = wanted.trim();
    let end = wanted.len().saturating_sub(ENDING.len());
    match wanted.get(end..) {
        Some(ending) if ending.eq_ignore_ascii_case(ENDING) => &wanted[..end],
        _ => wanted,
    }
}

/// A mode by the part of its name after the number, or by its title.
fn called(wanted: &str) -> Option<BuiltInMode> {
    let slug = |mode: &BuiltInMode| mode.number().is_some() && mode.slug().eq_ignore_ascii_case(wanted);
    modes().find(slug).or_else(|| {
        let words = words(wanted)?;
        modes().find(|mode| self::words(mode.title()).as_ref() == Some(&words))
    })
}

/// The number that a text of digits is.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The letters and digits of a title, with one sign between its words. What
/// begins or ends otherwise than titles do, such as a path, is none.
fn words(title: &str) -> Option<String> {
    let is_title = title.starts_with(|c: char| c.is_alphanumeric() || c == '(')
        && title.ends_with(|c: char| c.is_alphanumeric() || c == ')');
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    (is_title && !words.is_empty()).then(|| words.join("-").to_lowercase())
}
