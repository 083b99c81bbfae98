//! Problems of a mode file, as data with their places.

use std::collections::HashSet;
use std::fmt::Write as _;

use polymerge_formula::is_formula;

use crate::text::codes::is_code;
use crate::text::node::Span;

/// The severity of a [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file can't be used as it is.
    Error,
    /// The file can be used, but probably does not do what was meant.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The severity.
    pub severity: Severity,
    /// A stable name of this kind of problem, such as `unknown-key`.
    pub code: &'static str,
    /// The problem, in a sentence.
    pub message: String,
    /// The place; missing if the problem has no place in a file.
    pub place: Option<Place>,
    /// A hint.
    pub help: Option<String>,
}

/// A place in a file, with what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Name of the file as it was given.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The number of characters of the line that it covers, at least 1.
    pub width: usize,
    /// The line itself; of a very long one, the part around the place.
    pub text: String,
    /// The offset in `text` at which the place starts, in characters from 0.
    pub offset: usize,
}

struct File {
    name: String,
    text: String,
    line_starts: Vec<usize>,
}

/// Everything that is wrong, in the order in which it was found.
///
/// Of each file, no more than [`Problems::MOST`] are kept, errors first.
#[derive(Default)]
pub struct Problems {
    files: Vec<File>,
    list: Vec<Problem>,
    /// Problems that were reported; with [`SILENCED`], places of which no more is reported.
    known: HashSet<(&'static str, String, Option<Span>)>,
    left_out: usize,
}

/// The code of places without further problems; no problem has it.
const SILENCED: &str = "";

impl Problems {
    /// The number of problems of a file that are kept; the others are counted.
    pub const MOST: usize = 200;

    /// The problems.
    pub fn list(&self) -> &[Problem] {
        &self.list
    }

    /// Returns true if there is nothing to report.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the number of problems of a severity that were kept.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|problem| problem.severity == severity).count()
    }

    /// Returns true if the file can't be used.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// Returns the number of problems that were not kept.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Adds the problems of another file.
    pub fn append(&mut self, other: Problems) {
        self.left_out += other.left_out;
        self.list.extend(other.list);
    }

    /// Adds the errors of the same files in other circumstances.
    pub(crate) fn append_errors(&mut self, other: Problems, circumstances: &str) {
        for mut problem in other.list.into_iter().filter(|problem| problem.severity == Severity::Error) {
            problem.message = format!("{circumstances}: {}", problem.message);
            if self.list.len() < Problems::MOST {
                self.list.push(problem);
            } else {
                self.left_out += 1;
            }
        }
    }

    /// The problems by file, line and column; those without a place last.
    pub fn sort(&mut self) {
        let key = |problem: &Problem| match &problem.place {
            Some(place) => (false, place.file.clone(), place.line, place.column),
            None => (true, String::new(), 0, 0),
        };
        self.list.sort_by_key(key);
    }

    /// Makes all of them this bad.
    pub(crate) fn set_severity(&mut self, severity: Severity) {
        self.list.iter_mut().for_each(|problem| problem.severity = severity);
    }

    /// Forgets the problems of these kinds.
    pub(crate) fn leave_out(&mut self, codes: &[&str]) {
        self.list.retain(|problem| !codes.contains(&problem.code));
    }

    /// Forgets the problems of all other kinds.
    pub(crate) fn keep(&mut self, codes: &[&str]) {
        self.list.retain(|problem| codes.contains(&problem.code));
    }

    /// Forgets a problem of this kind at this place.
    pub(crate) fn withdraw(&mut self, code: &str, span: Span) {
        if let Some(place) = self.place(span).filter(|_| self.has_any(&[code])) {
            self.list.retain(|problem| problem.code != code || problem.place.as_ref() != Some(&place));
        }
    }

    pub(crate) fn add_file(&mut self, name: &str, text: &str) -> u16 {
        let starts = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(starts).collect();
        self.files.push(File { name: name.to_owned(), text: text.to_owned(), line_starts });
        (self.files.len() - 1) as u16
    }

    pub(crate) fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Entry<'_> {
        self.add(Severity::Error, code, Some(span), message.into())
    }

    pub(crate) fn warning(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Entry<'_> {
        self.add(Severity::Warning, code, Some(span), message.into())
    }

    /// A problem of a whole file.
    pub(crate) fn without_place(
        &mut self,
        severity: Severity,
        code: &'static str,
        message: String,
    ) -> Entry<'_> {
        self.add(severity, code, None, message)
    }

    /// Returns true if there is a problem of one of these kinds.
    pub(crate) fn has_any(&self, codes: &[&str]) -> bool {
        self.list.iter().any(|problem| codes.contains(&problem.code))
    }

    /// Drops all further problems of a place that was reported, even if the value there was put
    /// into others.
    pub(crate) fn silence(&mut self, span: Span) {
        self.known.insert((SILENCED, String::new(), Some(span)));
    }

    fn add(
        &mut self,
        severity: Severity,
        code: &'static str,
        span: Option<Span>,
        message: String,
    ) -> Entry<'_> {
        debug_assert!(is_code(code), "{code} has no row in codes.rs");
        if span.is_some() && self.known.contains(&(SILENCED, String::new(), span)) {
            return Entry::NONE;
        }
        if self.list.len() >= Problems::MOST {
            self.left_out += 1;
            // An error is worth more than a warning.
            let warning = self.list.iter().rposition(|known| known.severity == Severity::Warning);
            match warning.filter(|_| severity == Severity::Error) {
                Some(warning) => {
                    self.list.remove(warning);
                }
                None => return Entry::NONE,
            }
        }
        // A named expression that is used in many places is wrong once. What has its place
        // said costs as much as its line is long, so that comes after.
        if !self.known.insert((code, message.clone(), span)) {
            return Entry::NONE;
        }
        let place = span.and_then(|span| self.place(span));
        let is_in_formula = span.is_some_and(|span| self.is_in_formula(span));
        self.list.push(Problem { severity, code, message, place, help: None });
        Entry { problem: self.list.last_mut(), is_in_formula }
    }

    pub(crate) fn place(&self, span: Span) -> Option<Place> {
        let file = self.files.get(usize::from(span.file))?;
        let at = span.start as usize;
        let line = file.line_starts.partition_point(|&start| start <= at);
        let start = *file.line_starts.get(line.checked_sub(1)?)?;
        let end = self.files.get(usize::from(span.file))?.line_starts.get(line).copied();
        let line_text = file.text.get(start..end.unwrap_or(file.text.len()))?.trim_end_matches(['\n', '\r']);
        let end = (span.end as usize).min(start + line_text.len());
        let chars = |from: usize, to: usize| file.text.get(from..to).map_or(0, |part| part.chars().count());
        let column = chars(start, at);
        let width = chars(at, end);
        let (text, offset, width) = excerpt(line_text, at - start, column, width.max(1));
        Some(Place { file: file.name.clone(), line, column: column + 1, width, text, offset })
    }

    /// Returns true if a place is a formula, or a part of one: if its text begins with `=`.
    pub(crate) fn is_in_formula(&self, span: Span) -> bool {
        let Some(file) = self.files.get(usize::from(span.file)) else { return false };
        let Some((before, after)) = file.text.split_at_checked(span.start as usize) else { return false };
        let inner = match after.strip_prefix('"') {
            Some(inner) => inner,
            None => {
                // Texts end in the line in which they begin; a quote within one has a sign before it.
                let mut ends = before.rmatch_indices(['"', '\n']).map(|(at, _)| at);
                let start = ends.find(|&at| !before[..at].ends_with('\\'));
                match start.and_then(|at| file.text[at..].strip_prefix('"')) {
                    Some(inner) => inner,
                    None => return false,
                }
            }
        };
        let text = inner.split('"').next().unwrap_or_default();
        !text.starts_with("==") && is_formula(text)
    }

    /// Returns true if a place is a whole formula.
    pub(crate) fn is_formula(&self, span: Span) -> bool {
        let file = self.files.get(usize::from(span.file));
        let starts = file
            .and_then(|file| file.text.get(span.start as usize..))
            .is_some_and(|text| text.starts_with('"'));
        starts && self.is_in_formula(span)
    }

    /// Returns the text at a place, if it is short and on one line.
    pub(crate) fn written(&self, span: Span) -> Option<&str> {
        const LONGEST: usize = 80;
        let file = self.files.get(usize::from(span.file))?;
        let text = file.text.get(span.start as usize..span.end as usize)?;
        (!text.is_empty() && text.len() <= LONGEST && !text.contains(['\n', '\r'])).then_some(text)
    }

    /// The list or the formula that is written at a place, to be shown in a help; a short sign of it
    /// if it is long.
    pub(crate) fn list_at(&self, span: Span) -> String {
        let written = self.written(span);
        if !self.is_in_formula(span) {
            return written.filter(|text| text.starts_with('[')).unwrap_or("[…]").to_owned();
        }
        match written.map(|text| text.trim_matches('"')).filter(|text| text.starts_with('=')) {
            Some(formula) => format!("\"{formula}\""),
            None => "\"= …\"".to_owned(),
        }
    }

    /// A special string as its author wrote it, with the names that were replaced.
    pub(crate) fn word_at(&self, span: Span, word: &str) -> String {
        let head = word.split(' ').next().unwrap_or_default();
        let written = self.written(span).and_then(|text| text.strip_prefix('"')?.strip_suffix('"'));
        let is_same = |text: &&str| text.split(' ').next() == Some(head) && !text.contains('\\');
        written.filter(is_same).unwrap_or(word).to_owned()
    }

    /// The place at which the line of a place begins.
    pub(crate) fn line_start(&self, span: Span) -> usize {
        let file = self.files.get(usize::from(span.file));
        let start = |file: &File| file.line_starts.get(self.line_of(span).checked_sub(1)?).copied();
        file.and_then(start).unwrap_or_default()
    }

    /// The line of a place, from 1.
    pub(crate) fn line_of(&self, span: Span) -> usize {
        let file = self.files.get(usize::from(span.file));
        file.map_or(0, |file| file.line_starts.partition_point(|&start| start <= span.start as usize))
    }

    /// The problems as text for people; the last line counts them.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for problem in &self.list {
            problem.append(&mut out);
            out.push('\n');
        }
        let count = |severity: Severity| {
            let number = self.count(severity);
            format!("{number} {}{}", severity.name(), if number == 1 { "" } else { "s" })
        };
        let _ = write!(out, "{}, {}", count(Severity::Error), count(Severity::Warning));
        if self.left_out > 0 {
            let _ = write!(out, ", {} more left out", self.left_out);
        }
        out.push('\n');
        out
    }
}

/// A hint, which may be another one where the place is in a formula.
pub(crate) struct Help {
    list: String,
    formula: Option<String>,
}

impl Help {
    /// A hint for lists, and the same one for formulas.
    pub fn by_form(list: impl Into<String>, formula: impl Into<String>) -> Help {
        Help { list: list.into(), formula: Some(formula.into()) }
    }

    /// Returns the hint for a place.
    pub fn at(self, is_in_formula: bool) -> String {
        self.formula.filter(|_| is_in_formula).unwrap_or(self.list)
    }
}

impl<T: Into<String>> From<T> for Help {
    fn from(help: T) -> Help {
        Help { list: help.into(), formula: None }
    }
}

/// The problem that was just added, to say more about it.
pub(crate) struct Entry<'a> {
    /// Missing if the problem is not kept.
    problem: Option<&'a mut Problem>,
    is_in_formula: bool,
}

impl Entry<'_> {
    const NONE: Entry<'static> = Entry { problem: None, is_in_formula: false };

    pub fn help(self, help: impl Into<Help>) {
        if let Some(problem) = self.problem {
            problem.help = Some(help.into().at(self.is_in_formula));
        }
    }

    /// Works out the help only if the problem is kept.
    pub fn help_with(self, help: impl FnOnce() -> String) {
        if self.problem.is_some() {
            self.help(help());
        }
    }
}

impl Problem {
    /// The problem as lines of text: message, place, the line with carets
    /// below it, help.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        self.append(&mut out);
        out
    }

    fn append(&self, out: &mut String) {
        let _ = writeln!(out, "{}[{}]: {}", self.severity.name(), self.code, self.message);
        let mut gutter = 0;
        if let Some(place) = &self.place {
            let number = place.line.to_string();
            gutter = number.len();
            let _ = writeln!(out, "{:gutter$}--> {}:{}:{}", "", place.file, place.line, place.column);
            let _ = writeln!(out, "{:gutter$} |", "");
            let _ = writeln!(out, "{number} | {}", place.text);
            let _ = writeln!(
                out,
                "{:gutter$} | {:offset$}{}",
                "",
                "",
                "^".repeat(place.width),
                offset = place.offset
            );
        }
        if let Some(help) = &self.help {
            let _ = writeln!(out, "{:gutter$} = help: {help}", "");
        }
    }
}

/// A line cut to what fits on a screen, with the column (from 0) and the width
/// of a place in it, which begins at the byte `at`. Tabs count as one blank.
fn excerpt(line: &str, at: usize, column: usize, width: usize) -> (String, usize, usize) {
    const LONGEST: usize = 120;
    const BEFORE: usize = 40;
    let visible = |char: char| if char.is_control() { ' ' } else { char };
    if line.len() <= LONGEST {
        return (line.chars().map(visible).collect::<String>().trim_end().to_owned(), column, width);
    }
    let before = || line.get(..at).unwrap_or(line).char_indices().rev().take(BEFORE);
    // Only what is shown is walked through: lines may be very long, and problems many.
    let (start, from) = match line.chars().nth(LONGEST) {
        None => (0, 0),
        Some(_) => (before().last().map_or(0, |(start, _)| start), column - before().count()),
    };
    let mut rest = line.get(start..).unwrap_or_default().chars().map(visible);
    let mut text: String = rest.by_ref().take(LONGEST).collect();
    let kept = text.chars().count();
    if from > 0 {
        text.insert(0, '…');
    }
    if rest.next().is_some() {
        text.push('…');
    }
    let width = width.min((from + kept).saturating_sub(column)).max(1);
    (text, column - from + usize::from(from > 0), width)
}

impl std::fmt::Display for Problems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl std::fmt::Debug for Problems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl std::error::Error for Problems {}
