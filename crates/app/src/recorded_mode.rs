//! The mode of a record, in a form that every machine can read.

use std::path::Path;

use polymerge::{Error, Limits, Mode, Value, catalogue};
use serde::Deserialize;

use crate::failure::Failure;
use crate::input::is_code;
use crate::saves::Saves;
use crate::source::open_mode;

/// A mode as a record holds it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct RecordedMode {
    /// The name of a built-in mode, or a Mode code; with a mode file, the title.
    pub mode: String,
    /// The Modifiers code of the changes to the mode.
    #[serde(default, rename = "modifiersCode")]
    pub modifiers: Option<String>,
    /// The mode file, where no code can hold the mode.
    #[serde(default, rename = "modeFile")]
    pub file: Option<String>,
}

impl RecordedMode {
    /// Returns a mode in the shortest form from which the same mode is read again.
    ///
    /// # Errors
    /// No form holds all of it.
    pub fn of(mode: &Mode) -> Result<RecordedMode, Error> {
        let digest = mode.digest()?;
        let is_same = |recorded_mode: &RecordedMode| {
            recorded_mode
                .read()
                .is_some_and(|again| again.and_then(|mode| mode.digest()).is_ok_and(|own| own == digest))
        };
        let forms = [
            RecordedMode::by_name as fn(&Mode) -> _,
            RecordedMode::by_code,
            RecordedMode::by_file,
            RecordedMode::by_changed_file,
        ];
        for form in forms {
            if let Some(recorded_mode) = form(mode).ok().filter(is_same) {
                return Ok(recorded_mode);
            }
        }
        // Says what a code would lose.
        RecordedMode::by_code(mode)
    }

    /// Returns a built-in mode by its name, with what is changed about it.
    fn by_name(mode: &Mode) -> Result<RecordedMode, Error> {
        let name = mode.name().and_then(catalogue::find).map(|known| known.short_name().to_owned());
        let recorded_mode = RecordedMode { mode: name.unwrap_or_default(), ..RecordedMode::default() };
        let is_plain = recorded_mode.read().is_some_and(|plain| {
            plain
                .and_then(|plain| plain.digest())
                .is_ok_and(|plain| mode.digest().is_ok_and(|own| own == plain))
        });
        match is_plain {
            true => Ok(recorded_mode),
            false => Ok(RecordedMode { modifiers: Some(mode.modifiers_code()?), ..recorded_mode }),
        }
    }

    fn by_code(mode: &Mode) -> Result<RecordedMode, Error> {
        Ok(RecordedMode { mode: mode.to_code()?, ..RecordedMode::default() })
    }

    fn by_file(mode: &Mode) -> Result<RecordedMode, Error> {
        Ok(RecordedMode {
            mode: mode.title().to_owned(),
            file: Some(mode.to_file()?),
            ..RecordedMode::default()
        })
    }

    /// Returns the file of the mode before modifiers: these may draw other cells for each game.
    fn by_changed_file(mode: &Mode) -> Result<RecordedMode, Error> {
        let file = Mode::from_raw(mode.unchanged().clone()).to_file()?;
        let modifiers = Some(mode.modifiers_code()?);
        Ok(RecordedMode { mode: mode.title().to_owned(), modifiers, file: Some(file) })
    }

    /// Returns the members of the JSON object of the mode.
    pub fn members(&self) -> Vec<(&'static str, Value)> {
        let texts = [
            ("mode", Some(&self.mode)),
            ("modifiersCode", self.modifiers.as_ref()),
            ("modeFile", self.file.as_ref()),
        ];
        texts.into_iter().filter_map(|(name, text)| Some((name, text?.as_str().into()))).collect()
    }

    fn read(&self) -> Option<Result<Mode, Error>> {
        self.read_within(&Limits::default())
    }

    /// Reads the mode; `None` if there is only a name, and no built-in mode has it.
    pub fn read_within(&self, limits: &Limits) -> Option<Result<Mode, Error>> {
        let plain = match &self.file {
            Some(text) => Mode::from_text(text, limits),
            None if is_code(&self.mode) => Mode::from_code(&self.mode, limits),
            None => Mode::built_in(catalogue::find(&self.mode)?.name()),
        };
        let modifiers = self.modifiers.as_deref().unwrap_or_default();
        Some(plain.and_then(|mode| if modifiers.is_empty() { Ok(mode) } else { mode.with(modifiers) }))
    }

    /// Opens the mode. Records of earlier versions name a mode file, or the key of a mode among the
    /// saved games: the file is looked for here and in `folder`, the mode among the saved games.
    ///
    /// # Errors
    ///
    /// The mode can't be read or is not here; the message says what to do.
    pub fn open(&self, folder: Option<&Path>) -> Result<Mode, Failure> {
        if let Some(mode) = self.read() {
            return mode.map_err(|error| Failure::input(format!("the mode of the record: {error}")));
        }
        if let Some(file) = self.named_file(folder) {
            return open_mode(&file, false)?.mode();
        }
        self.of_kept_game().unwrap_or_else(|| {
            Err(Failure::input(format!(
                "the record names the mode {:?}, which is not here; name its mode file, and seed and moves of \
                 the record (--seed, --packed, --count)",
                self.mode
            )))
        })
    }

    /// Returns the mode file that is named, if it is here or in `folder`.
    fn named_file(&self, folder: Option<&Path>) -> Option<String> {
        let name = Path::new(&self.mode);
        // Lines of other files are not to be shown.
        name.extension().filter(|ending| *ending == "jsonc" || *ending == "json")?;
        let beside = folder.zip(name.file_name()).map(|(folder, name)| folder.join(name));
        let places = [Some(name.to_owned()), folder.map(|folder| folder.join(name)), beside];
        let found = places.into_iter().flatten().find(|place| place.is_file())?;
        Some(found.to_str()?.to_owned())
    }

    /// Returns the mode of a kept game that is called like this one.
    fn of_kept_game(&self) -> Option<Result<Mode, Failure>> {
        let saves = Saves::of_user()?;
        let game = saves.list().games.into_iter().find(|game| game.mode == self.mode)?;
        let looked = saves.look(&game.id).map_err(Failure::result);
        Some(looked.map(|game| game.rules().mode().clone()))
    }
}
