//! A game that is opened to be played: taken up again or begun, and kept after
//! every move.

use polymerge::{Game, Mode};

use crate::play;
use crate::saves::{key_of, same_built_in, Saves, Slot};
use crate::source::{headline, Opened, What};

/// A game, what it is called, and where it is kept.
pub struct Sitting {
    /// What its mode is called where games are kept.
    pub mode: String,
    /// What it is called on the screen.
    pub title: String,
    /// The game.
    pub game: Game,
    /// Where it is kept, if there is such a place.
    pub slot: Option<Slot>,
    /// What is to be said when it begins.
    pub note: Option<String>,
}

impl Sitting {
    /// Goes on with a game that is kept, at the time `now`.
    pub fn resume(saves: &Saves, id: &str, now: f64) -> Result<Sitting, String> {
        let (slot, game) = saves.open(id, now).map_err(|error| error.to_string())?;
        let record = slot.record();
        let (mode, title) = (record.mode.clone(), record.title.clone());
        Ok(Sitting { mode, title, game, slot: Some(slot), note: None })
    }

    /// Goes on with the game of a mode that waits, if there is one.
    pub fn waiting(saves: Option<&Saves>, mode: Option<&str>, now: f64) -> Option<Sitting> {
        let saves = saves?;
        Sitting::resume(saves, &saves.last(mode)?.id, now).ok()
    }

    /// Sits down to a game that has just begun. `name` is that of a built-in
    /// mode, or else what the mode is called if it does not say so itself.
    pub fn at(game: Game, name: &str, is_built_in: bool, saves: Option<&Saves>) -> Sitting {
        let mode = game.rules().mode();
        let title = headline(game.state().rules().mode()).unwrap_or_else(|| name.to_owned());
        // A game that others have played so far is none of those of the mode.
        let same = || same_built_in(&title, mode).filter(|_| game.moves() == 0);
        let built_in = if is_built_in { Some(name) } else { same() };
        let mode = key_of(built_in, &title, mode);
        let slot = saves.map(|saves| saves.begin(&mode, &title));
        Sitting { mode, title, game, slot, note: None }
    }

    /// Notes what was changed about the mode before the game began.
    #[must_use]
    pub fn changed(self, words: &[String]) -> Sitting {
        Sitting { slot: self.slot.map(|slot| slot.changed(words)), ..self }
    }

    /// A built-in mode: the game that waits unless a new one is wanted.
    pub fn of_mode(
        name: &str,
        anew: bool,
        saves: Option<&Saves>,
        seed: u64,
        now: f64,
    ) -> Result<Sitting, String> {
        if let Some(waiting) = Sitting::waiting(saves.filter(|_| !anew), Some(name), now) {
            return Ok(waiting);
        }
        let what = What::Mode(Mode::built_in(name).map_err(|error| error.to_string())?.into());
        Ok(Sitting::at(play::start(what, seed, now)?, name, true, saves))
    }

    /// What was opened: the game of its mode that waits, or a new one; of a
    /// code, perhaps the game in it.
    pub fn of_opened(opened: Opened, saves: Option<&Saves>, seed: u64, now: f64) -> Result<Sitting, String> {
        // Of a long report, the first line is what there is room for.
        let note = opened.note.as_deref().and_then(|note| note.lines().next()).map(str::to_owned);
        if let Some(name) = opened.built_in() {
            return Ok(Sitting { note, ..Sitting::of_mode(name, false, saves, seed, now)? });
        }
        if let What::Mode(mode) = &opened.what {
            let title = headline(mode.unchanged()).unwrap_or_else(|| opened.name.clone());
            let key = key_of(same_built_in(&title, mode), &title, mode);
            if let Some(waiting) = Sitting::waiting(saves, Some(&key), now) {
                return Ok(Sitting { note, ..waiting });
            }
        }
        let game = play::start(opened.what, seed, now)?;
        Ok(Sitting { note, ..Sitting::at(game, &opened.name, false, saves) })
    }

    /// Keeps the game, once there is anything to keep.
    pub fn keep(&mut self) -> Result<(), String> {
        let Some(slot) = self.slot.as_mut() else { return Ok(()) };
        if self.game.steps() == 0 && !slot.is_kept() {
            return Ok(());
        }
        slot.keep(&mut self.game)
    }
}
