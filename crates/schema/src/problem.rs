//! The problems of a mode file, with places as editors count them.

use polymerge::Problems;
use serde::Serialize;

/// A problem of a mode file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Problem {
    /// The severity of the problem.
    #[cfg_attr(feature = "js", tsify(type = "\"error\" | \"warning\""))]
    pub severity: &'static str,
    /// A stable name of this kind of problem, such as `"unknown-key"`.
    pub code: &'static str,
    /// The cause, in a sentence.
    pub message: String,
    /// A way to correct it.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The file it is in; missing, like all that follows, if it has no place.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line, from 1.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Column in characters, from 1.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The number of characters of the line that it covers.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<usize>,
    /// Its start in the text that was checked, in UTF-16 code units.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<usize>,
    /// Its end in that text.
    #[cfg_attr(feature = "js", tsify(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<usize>,
}

impl Problem {
    /// Problems of a file with this name and text, and of the files that it extends, which have no
    /// offsets.
    pub fn all(found: &Problems, name: &str, text: &str) -> Vec<Problem> {
        let text = text.strip_prefix('\u{feff}').map_or((text, 0), |text| (text, 1));
        found.list().iter().map(|problem| Problem::of(problem, name, text)).collect()
    }

    fn of(problem: &polymerge::Problem, name: &str, (text, skipped): (&str, usize)) -> Problem {
        let place = problem.place.as_ref();
        let span = place.filter(|place| place.file == name).map(|place| {
            let start: usize = text.split_inclusive('\n').take(place.line - 1).map(units).sum();
            let line = text.split_inclusive('\n').nth(place.line - 1).unwrap_or_default();
            let within =
                |characters: usize| line.chars().take(characters).map(char::len_utf16).sum::<usize>();
            let offset = skipped + start;
            (offset + within(place.column - 1), offset + within(place.column - 1 + place.width))
        });
        Problem {
            severity: problem.severity.name(),
            code: problem.code,
            message: problem.message.clone(),
            help: problem.help.clone(),
            file: place.map(|place| place.file.clone()),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            width: place.map(|place| place.width),
            from: span.map(|(from, _)| from),
            to: span.map(|(_, to)| to),
        }
    }
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge::SourceFile;
    use polymerge::advanced::modefile::check;
    use polymerge::catalogue::BuiltIn;

    #[test]
    fn offsets_count_as_editors_do() {
        const FILE: &str = "the mode";
        let text = "{\n  \"title\": \"😀\", \"tilte\": 1,\n}";
        for (text, skipped) in [(text.to_owned(), 0), (format!("\u{feff}{text}"), 1)] {
            let found =
                check(&SourceFile::new(FILE, text.clone().into_bytes()), &BuiltIn, &Default::default());
            let problems = Problem::all(&found.problems, FILE, &text);
            let problem = problems.iter().find(|problem| problem.code == "unknown-key").unwrap();
            assert_eq!((problem.line, problem.column), (Some(2), Some(17)));
            let units: Vec<u16> = text.encode_utf16().collect();
            let marked = String::from_utf16(&units[problem.from.unwrap()..problem.to.unwrap()]).unwrap();
            assert_eq!(marked, "\"tilte\"", "{skipped}");
        }
    }
}
