//! The modes that are built into the library; none without the feature `catalogue`.

use crate::expand::setting::Choices;
use crate::file::ModeFile;
use crate::group::Group;
use crate::read::read_with;
pub use crate::recognised::recognised;
use crate::summary::Summary;
use crate::text::built_in::file;
pub use crate::text::built_in::{BuiltIn, BuiltInMode, find, modes, namesake, suggest};
use crate::text::options::ReadOptions;
use crate::text::problem::Problems;
use crate::text::source::SourceFile;

/// A [`Summary`] in each line, written by the tests: reading all modes for a
/// list of them takes longer than a person should notice.
#[cfg(feature = "catalogue")]
const SUMMARIES: &str = include_str!("../modes/catalogue.jsonl");
#[cfg(not(feature = "catalogue"))]
const SUMMARIES: &str = "";

impl BuiltInMode {
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

/// Returns a summary of each of [`modes`], in the same order, without reading the files.
///
/// ```
/// use polymerge_modefile::catalogue;
/// let dive = catalogue::summaries().find(|mode| mode.name == "050-dive").unwrap();
/// assert_eq!((dive.info.number, dive.width, dive.height), (Some(50), 4, 4));
/// ```
pub fn summaries() -> impl Iterator<Item = Summary> {
    SUMMARIES.lines().filter_map(|line| serde_json::from_str(line).ok())
}

/// The summaries in groups, as lists show them: those of a group together, first the one to begin
/// with.
pub fn listed() -> Vec<Summary> {
    let mut all: Vec<Summary> = summaries().collect();
    all.sort_by_key(|mode| (mode.group(), Group::place(&mode.name)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::source::Source;

    #[test]
    fn modes_are_listed_in_groups_with_a_few_words_each() {
        let listed = listed();
        assert_eq!((listed.len(), listed[0].name.as_str()), (summaries().count(), "classic"));
        assert!(listed.is_sorted_by_key(|mode| mode.group()));
        let start = listed.iter().filter(|mode| mode.group() == Group::Start).count();
        assert!((5..=10).contains(&start), "{start}");
        let mut known = std::collections::HashSet::new();
        for mode in &listed {
            let brief = &mode.info.brief;
            let length = brief.chars().count();
            assert!((8..=44).contains(&length), "{}: {brief:?} has {length} signs", mode.name);
            assert!(!brief.ends_with('.'), "{}: {brief:?}", mode.name);
            assert!(known.insert(brief.clone()), "{}: {brief:?} is said of two modes", mode.name);
            assert_ne!(mode.group(), Group::Others, "{}: family {:?}", mode.name, mode.info.family);
        }
    }

    #[test]
    fn each_line_of_the_catalogue_is_a_summary() {
        assert_eq!(summaries().count(), SUMMARIES.lines().count());
    }

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
    fn modes_are_found_by_everything_that_lists_call_them() {
        for summary in summaries() {
            let mode = modes().find(|mode| mode.name() == summary.name).unwrap();
            let title = mode.title();
            assert_eq!(title, summary.info.title);
            let mut names = vec![mode.name().to_owned(), mode.file.to_owned(), mode.short_name().to_owned()];
            names.extend(summary.info.number.iter().flat_map(|n| [n.to_string(), format!("{n:03}")]));
            // The one title that is a number of the catalogue.
            if title == "10" {
                assert_eq!((find(title), namesake(title)), (find("010"), Some(mode)));
            } else {
                assert_eq!(namesake(title), None, "{title}");
                names.push(title.to_owned());
            }
            names.extend([title.to_lowercase(), format!(" {title} ")].into_iter().filter(|_| title != "10"));
            for name in names.iter().flat_map(|name| [name.clone(), name.to_uppercase()]) {
                assert_eq!(find(&name), Some(mode), "{name:?}");
            }
        }
    }

    #[test]
    fn modes_are_found_by_titles_as_people_type_them() {
        for (wanted, expected) in [
            ("2187", Some("002-2187")),
            ("Classic", Some("classic")),
            ("16+16i", Some("070-16-plus-16i")),
            ("x^y", Some("041-x-pow-y")),
            ("(232,240)", Some("069-232-240")),
            ("Vs  the void-tiler", Some("120-vs-the-void-tiler")),
            ("10", Some("010-1331")),
            ("058", Some("058-10")),
            ("powers", None),
            ("1/513", None),
            ("1/0", None),
            ("./2048", None),
            ("/1/512", None),
            ("10/", None),
            ("-10", None),
            ("+1", None),
            ("-1", None),
            ("121", Some("121-threes")),
            ("126", None),
            ("99999999999999", None),
            ("???", None),
            ("", None),
        ] {
            assert_eq!(find(wanted).map(BuiltInMode::name), expected, "{wanted:?}");
        }
    }

    #[test]
    fn built_in_files_are_extended_by_the_names_of_their_modes_too() {
        for (wanted, expected) in [
            ("050-dive.jsonc", Some("050-dive.jsonc")),
            ("./050-dive.jsonc", Some("050-dive.jsonc")),
            ("dual-tile-dive.jsonc", Some("106-dual-tile-dive.jsonc")),
            ("2048.jsonc", Some("001-2048.jsonc")),
            // Files that are there to be extended keep their names.
            ("powers.jsonc", Some("powers.jsonc")),
            ("dive.jsonc", Some("dive.jsonc")),
            ("2048.json", None),
            ("nosuch.jsonc", None),
        ] {
            let found = BuiltIn.open(wanted, "mine.jsonc").ok();
            assert_eq!(found.as_ref().map(|file| file.name.as_str()), expected, "{wanted}");
        }
    }

    #[test]
    fn the_mode_that_was_meant_is_suggested_by_its_shortest_name() {
        for (wanted, expected) in [
            ("2084", Some("2048")),
            ("204", Some("2048")),
            ("dvie", Some("dive")),
            ("1/521", Some("1-over-512")),
            ("Gausian Dive", Some("gaussian-dive")),
            ("053-2113", Some("2131")),
            ("dvie.jsonc", Some("dive")),
            ("nosuchmode", None),
            ("", None),
        ] {
            assert_eq!(suggest(wanted).map(BuiltInMode::short_name), expected, "{wanted:?}");
        }
    }
}
