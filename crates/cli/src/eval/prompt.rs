//! The prompt: expressions one after the other, with history and completion.

use polymerge_app::failure::Failure;
use polymerge_app::{folders, input};
use polymerge_assist::explain;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use super::history::HistoryFile;
use super::{Settings, answer};

const HELP: &str = "A formula, such as = 3 + 4, or an array, such as [3,\"+\",4]; ?NAME explains an operator, a word or a keyword, :trace shows or hides steps, Ctrl-D leaves.";

/// Reads and evaluates expressions until the input ends.
pub fn run(mut settings: Settings) -> Result<(), Failure> {
    let mut editor: Editor<Names, FileHistory> = Editor::new().map_err(Failure::result)?;
    editor.set_helper(Some(Names));
    let file = folders::state().map(|folder| folder.join("eval-history"));
    let (kept, unreadable) = HistoryFile::read(file, editor.history_mut());
    unreadable.iter().for_each(|message| input::note(message));
    input::print_line(HELP)?;
    loop {
        let line = match editor.readline("> ") {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(Failure::result(error)),
        };
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        _ = editor.add_history_entry(line);
        match line {
            ":trace" => {
                settings.trace = !settings.trace;
                input::print_line(if settings.trace { "steps are shown" } else { "steps are hidden" })?;
            }
            "?" | ":help" => input::print_line(HELP)?,
            _ => input::print_line(&match line.strip_prefix('?') {
                Some(name) => explain::page(name.trim()).unwrap_or_else(|error| error),
                None => answer(line, &settings).unwrap_or_else(|failure| failure.message().to_owned()),
            })?,
        }
    }
    kept.write(editor.history_mut()).map_err(|failure| failure.of("the history can't be kept"))
}

/// Completes the names of operators and words.
struct Names;

impl Helper for Names {}
impl Highlighter for Names {}
impl Validator for Names {}

impl Hinter for Names {
    type Hint = String;
}

impl Completer for Names {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..position];
        let start = before.rfind(['"', '?', '[', ',', ' ', '(', '.']).map_or(0, |place| place + 1);
        let word = &before[start..];
        let mut names: Vec<&str> = explain::names().filter(|name| name.starts_with(word)).collect();
        names.sort_unstable();
        Ok((start, names.into_iter().map(str::to_owned).collect()))
    }
}
