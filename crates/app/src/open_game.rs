//! A game that is opened to be played: resumed or started, and saved after every move.

use crate::failure::Failure;
use polymerge::{Game, Mode, catalogue};

use crate::begin;
use crate::saves::{Record, Saves, Slot, Unreadable, Waiting, key_of, key_of_file, same_built_in};
use crate::source::{Content, Opened, headline};

/// A game with its mode, its title and its place among the saved games.
pub struct OpenGame {
    /// The key of its mode among the saved games.
    pub mode: String,
    /// The title on the screen.
    pub title: String,
    /// The game.
    pub game: Game,
    /// The place of the game among the saved games, if there is a folder for them.
    pub slot: Option<Slot>,
    /// The message to show at the beginning.
    pub note: Option<String>,
    /// The files that could not be read in the search for a waiting game.
    pub unreadable: Vec<Unreadable>,
}

impl OpenGame {
    /// Resumes a saved game at the time `now`.
    pub fn resume(saves: &Saves, id: &str, now: f64) -> Result<OpenGame, Failure> {
        let (slot, game) = saves.open(id, now).map_err(Failure::result)?;
        Ok(OpenGame::of_slot(slot, game))
    }

    /// Resumes the waiting game, of those that are wanted.
    ///
    /// # Errors
    ///
    /// No such game is there; the error has the files that could not be read.
    pub fn waiting(
        saves: Option<&Saves>,
        wanted: &dyn Fn(&Record) -> bool,
        now: f64,
    ) -> Result<OpenGame, Vec<Unreadable>> {
        let Waiting { game, unreadable } = saves.map(|saves| saves.waiting(wanted, now)).unwrap_or_default();
        let Some((slot, game)) = game else { return Err(unreadable) };
        Ok(OpenGame::of_slot(slot, game).with_unreadable(unreadable))
    }

    fn of_slot(slot: Slot, game: Game) -> OpenGame {
        let record = slot.record();
        let (mode, title) = (record.mode.clone(), record.title.clone());
        OpenGame { mode, title, game, slot: Some(slot), note: None, unreadable: Vec::new() }
    }

    /// Adds unreadable files, each once.
    #[must_use]
    pub fn with_unreadable(mut self, found: Vec<Unreadable>) -> OpenGame {
        self.unreadable.extend(found);
        self.unreadable.sort();
        self.unreadable.dedup();
        self
    }

    /// Wraps a game that has just begun. `name` is that of a built-in mode, or else a title for a
    /// mode without one.
    pub fn at(game: Game, name: &str, is_built_in: bool, saves: Option<&Saves>) -> OpenGame {
        let mode = game.rules().mode();
        let title = headline(game.state().rules().mode()).unwrap_or_else(|| name.to_owned());
        // A game that others have played so far is none of those of the mode.
        let same = || same_built_in(&title, mode).filter(|_| game.moves() == 0);
        let built_in = if is_built_in { Some(name) } else { same() };
        let mode = key_of(built_in, &title, mode);
        let slot = saves.map(|saves| saves.begin(&mode, &title));
        OpenGame { mode, title, game, slot, note: None, unreadable: Vec::new() }
    }

    /// Sets the mode file that the mode was read from. All versions of the file are one mode among
    /// the saved games. An unchanged built-in mode stays that mode.
    #[must_use]
    pub fn of_file(self, file: Option<&str>) -> OpenGame {
        let is_built_in = catalogue::find(&self.mode).is_some_and(|known| known.name() == self.mode);
        let Some(file) = file.filter(|_| !is_built_in) else { return self };
        let changes = self.slot.as_ref().map_or("", |slot| &slot.record().changes);
        let key = key_of_file(file, changes);
        let version = self.game.rules().mode().digest().unwrap_or_default();
        OpenGame { slot: self.slot.map(|slot| slot.of_file(&key, file, &version)), mode: key, ..self }
    }

    /// Sets the changes to the mode before the game began.
    #[must_use]
    pub fn changed(self, words: &[String]) -> OpenGame {
        OpenGame { slot: self.slot.map(|slot| slot.changed(words)), ..self }
    }

    /// Opens a built-in mode: its waiting game, or a new one if there is none or `is_new` is set.
    pub fn of_mode(
        name: &str,
        is_new: bool,
        saves: Option<&Saves>,
        seed: u64,
        now: f64,
    ) -> Result<OpenGame, Failure> {
        let waiting = OpenGame::waiting(saves.filter(|_| !is_new), &|record| record.mode == name, now);
        let unreadable = match waiting {
            Ok(waiting) => return Ok(waiting),
            Err(unreadable) => unreadable,
        };
        let content = Content::Mode(Mode::built_in(name).map_err(Failure::input)?.into());
        Ok(OpenGame::at(begin::start(content, seed, now)?, name, true, saves).with_unreadable(unreadable))
    }

    /// Opens the game of a mode that waits, or a new one. A code may hold a game itself.
    pub fn of_opened(
        opened: Opened,
        saves: Option<&Saves>,
        seed: u64,
        now: f64,
    ) -> Result<OpenGame, Failure> {
        // Of a long report, the first line is what there is room for.
        let note = opened.note.as_deref().and_then(|note| note.lines().next()).map(str::to_owned);
        if let Some(name) = opened.built_in() {
            return Ok(OpenGame { note, ..OpenGame::of_mode(name, false, saves, seed, now)? });
        }
        let (file, name) = (opened.file.clone(), opened.name.clone());
        let mut unreadable = Vec::new();
        if let Content::Mode(mode) = &opened.content {
            let title = headline(mode.unchanged()).unwrap_or_else(|| name.clone());
            match OpenGame::waiting(saves, &same_mode(mode, &title, file.as_deref()), now) {
                Ok(waiting) => return Ok(OpenGame { note, ..waiting }),
                Err(found) => unreadable = found,
            }
        }
        let game = begin::start(opened.content, seed, now)?;
        let open_game = OpenGame::at(game, &name, false, saves).of_file(file.as_deref());
        Ok(OpenGame { note, ..open_game }.with_unreadable(unreadable))
    }

    /// Saves the game, once it has a step.
    pub fn keep(&mut self) -> Result<(), Failure> {
        let Some(slot) = self.slot.as_mut() else { return Ok(()) };
        if self.game.steps() == 0 && !slot.is_kept() {
            return Ok(());
        }
        slot.keep(&mut self.game)
    }
}

/// Returns a test for games of a mode: by the key of its file and its version, or by the key that
/// it has without a file.
fn same_mode(mode: &Mode, title: &str, file: Option<&str>) -> impl Fn(&Record) -> bool {
    let own = key_of(same_built_in(title, mode), title, mode);
    let of_file = file.map(|file| (key_of_file(file, ""), mode.digest().unwrap_or_default()));
    move |record| {
        let is_version =
            of_file.as_ref().is_some_and(|(key, version)| record.mode == *key && record.version == *version);
        is_version || record.mode == own
    }
}
