//! The expressions that were typed at the prompt, kept for the next time.

use polymerge_app::failure::Failure;
use std::path::{Path, PathBuf};
use std::{fs, io};

use polymerge_app::folders::{io_reason, read_if_any};
use rustyline::error::ReadlineError;
use rustyline::history::{FileHistory, History};

/// The file of the history; `None` if there is none, or if it can't be read and must not be
/// overwritten.
pub struct HistoryFile(Option<PathBuf>);

impl HistoryFile {
    /// Reads a history into that of the prompt.
    ///
    /// # Errors
    ///
    /// The file can't be read. Then it is never written, so that it stays as it is. The error is
    /// the message for the user.
    pub fn read(file: Option<PathBuf>, history: &mut FileHistory) -> (HistoryFile, Option<String>) {
        let Some(file) = file else { return (HistoryFile(None), None) };
        let read = match read_if_any(&file) {
            Ok(None) => Ok(()),
            Ok(Some(_)) => history.load(&file).map_err(|error| why(&error)),
            Err(error) => Err(io_reason(&error)),
        };
        match read {
            Ok(()) => (HistoryFile(Some(file)), None),
            Err(reason) => {
                let message = format!("{}: {reason}; it stays as it is", file.display());
                (HistoryFile(None), Some(message))
            }
        }
    }

    /// Replaces the history file. The old one stays until all of the new one is on the disk.
    ///
    /// # Errors
    ///
    /// The file can't be written.
    pub fn write(&self, history: &mut FileHistory) -> Result<(), Failure> {
        let Some(file) = &self.0 else { return Ok(()) };
        let unfinished = file.with_extension("new");
        let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
        let fail = |error: io::Error| Failure::result(io_reason(&error));
        folder.map_err(fail).and_then(|()| save(history, &unfinished, file)).map_err(|failure| {
            _ = fs::remove_file(&unfinished);
            failure.of(file.display())
        })
    }
}

fn save(history: &mut FileHistory, unfinished: &Path, file: &Path) -> Result<(), Failure> {
    history.save(unfinished).map_err(|error| Failure::result(why(&error)))?;
    fs::rename(unfinished, file).map_err(|error| Failure::result(io_reason(&error)))
}

fn why(error: &ReadlineError) -> String {
    match error {
        ReadlineError::Io(error) if error.kind() == io::ErrorKind::InvalidData => "not UTF-8 text".into(),
        ReadlineError::Io(error) => io_reason(error),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_that_can_not_be_read_or_written_stays_as_it_is() {
        let folder = std::env::temp_dir().join(format!("polymerge-history-{}", std::process::id()));
        _ = fs::remove_dir_all(&folder);
        let file = folder.join("new").join("eval-history");
        let read = |history: &mut FileHistory| HistoryFile::read(Some(file.clone()), history);
        // The first time there is none.
        let mut history = FileHistory::new();
        let (kept, message) = read(&mut history);
        assert_eq!(message, None);
        history.add("[1]").unwrap();
        assert_eq!(kept.write(&mut history), Ok(()));
        let mut again = FileHistory::new();
        assert_eq!((read(&mut again).1, again.len()), (None, 1));
        // What is no text is no history.
        fs::write(&file, b"#V2\n[2]\n\xff\xfe\n").unwrap();
        let (kept, message) = read(&mut FileHistory::new());
        assert!(message.is_some_and(|text| text.contains("eval-history: ")));
        assert_eq!(kept.write(&mut history), Ok(()));
        assert_eq!(fs::read(&file).unwrap(), b"#V2\n[2]\n\xff\xfe\n");
        // A full disk leaves the old one.
        fs::write(&file, "#V2\n[3]\n").unwrap();
        let (kept, message) = read(&mut history);
        assert_eq!(message, None);
        fs::create_dir(file.with_extension("new")).unwrap();
        assert!(kept.write(&mut history).is_err_and(|failure| failure.message().contains("eval-history: ")));
        assert_eq!(fs::read_to_string(&file).unwrap(), "#V2\n[3]\n");
        // A folder in its place.
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        assert!(read(&mut history).1.is_some_and(|text| text.contains("this is a folder")));
        fs::remove_dir_all(folder).unwrap();
    }
}
