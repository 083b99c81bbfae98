//! The prompt: expressions one after the other, with history and completion.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use super::{answer, explain, Settings};
use crate::failure::Failure;
use crate::folders;

const HELP: &str = "An expression, such as [3,\"+\",4]; ?NAME explains an operator, a word or a keyword, :trace shows or hides steps, Ctrl-D leaves.";

/// Asks for expressions until there are none.
pub fn run(mut settings: Settings) -> Result<(), Failure> {
    let mut editor: Editor<Names, FileHistory> = Editor::new().map_err(Failure::result)?;
    editor.set_helper(Some(Names));
    let history = folders::state().map(|folder| folder.join("eval-history"));
    if let Some(file) = &history {
        // The first time there is none.
        _ = editor.load_history(file);
    }
    println!("{HELP}");
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
                println!("steps are {}", if settings.trace { "shown" } else { "hidden" });
            }
            "?" | ":help" => println!("{HELP}"),
            _ => match line.strip_prefix('?') {
                Some(name) => println!("{}", explain::page(name.trim()).unwrap_or_else(|error| error)),
                None => println!("{}", answer(line, &settings).unwrap_or_else(|error| error)),
            },
        }
    }
    if let Some(file) = &history {
        if let Some(folder) = file.parent() {
            _ = std::fs::create_dir_all(folder);
        }
        _ = editor.save_history(file);
    }
    Ok(())
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
        let start = before.rfind(['"', '?', '[', ',']).map_or(0, |place| place + 1);
        let word = &before[start..];
        let mut names: Vec<&str> = explain::names().filter(|name| name.starts_with(word)).collect();
        names.sort_unstable();
        Ok((start, names.into_iter().map(str::to_owned).collect()))
    }
}
