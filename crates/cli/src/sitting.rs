//! A game that is opened to be played: taken up again or begun, and kept after
//! every move.

use polymerge::{NewGame, Opening, Session};

use crate::play;
use crate::saves::{key_of, Saves, Slot};
use crate::source::{headline, Opened, What};

/// A game, what it is called, and where it is kept.
pub struct Sitting {
    /// What its mode is called where games are kept.
    pub mode: String,
    /// What it is called on the screen.
    pub title: String,
    /// The game.
    pub session: Session,
    /// Where it is kept, if there is such a place.
    pub slot: Option<Slot>,
    /// What is to be said when it begins.
    pub note: Option<String>,
}

impl Sitting {
    /// Goes on with a game that is kept, at the time `now`.
    pub fn resume(saves: &Saves, id: &str, now: f64) -> Result<Sitting, String> {
        let (slot, opening) = saves.open(id).map_err(|error| error.to_string())?;
        let session = play::start(opening, play::any_seed(), now)?;
        let record = slot.record();
        let (mode, title) = (record.mode.clone(), record.title.clone());
        Ok(Sitting { mode, title, session, slot: Some(slot), note: None })
    }

    /// Goes on with the game of a mode that waits, if there is one.
    pub fn waiting(saves: Option<&Saves>, mode: Option<&str>, now: f64) -> Option<Sitting> {
        let saves = saves?;
        Sitting::resume(saves, &saves.last(mode)?.id, now).ok()
    }

    /// Sits down to a game that has just begun. `name` is that of a built-in
    /// mode, or else what the mode is called if it does not say so itself.
    pub fn at(session: Session, name: &str, is_built_in: bool, saves: Option<&Saves>) -> Sitting {
        let mode = session.game().rules().mode();
        let title = headline(mode).unwrap_or_else(|| name.to_owned());
        let mode = key_of(is_built_in.then_some(name), &title, mode);
        let slot = saves.map(|saves| saves.begin(&mode, &title));
        Sitting { mode, title, session, slot, note: None }
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
        let opening = Opening::of_name(name).map_err(|error| error.to_string())?;
        Ok(Sitting::at(play::start(opening, seed, now)?, name, true, saves))
    }

    /// What was opened: the game of its mode that waits, or a new one; of a
    /// code, perhaps the game in it.
    pub fn of_opened(opened: Opened, saves: Option<&Saves>, seed: u64, now: f64) -> Result<Sitting, String> {
        // Of a long report, the first line is what there is room for.
        let note = opened.note.as_deref().and_then(|note| note.lines().next()).map(str::to_owned);
        let game = match opened.what {
            What::BuiltIn(mode) => {
                let sitting = Sitting::of_mode(mode.name(), false, saves, seed, now)?;
                return Ok(Sitting { note, ..sitting });
            }
            What::File(game) => *game,
            What::Code(Opening::Mode(mode)) => NewGame::of_mode(*mode),
            What::Code(opening) => {
                return Ok(Sitting::at(play::start(opening, seed, now)?, &opened.name, false, saves));
            }
        };
        let mode = game.mode();
        let title = headline(mode).unwrap_or_else(|| opened.name.clone());
        let key = key_of(None, &title, mode);
        if let Some(waiting) = Sitting::waiting(saves, Some(&key), now) {
            return Ok(Sitting { note, ..waiting });
        }
        let (session, _) = game.start(seed, now).map_err(|error| error.to_string())?;
        Ok(Sitting { note, ..Sitting::at(session, &opened.name, false, saves) })
    }

    /// Keeps the game, once there is anything to keep.
    pub fn keep(&mut self, now: f64) -> Result<(), String> {
        let Some(slot) = self.slot.as_mut() else { return Ok(()) };
        if self.session.steps() == 0 && !slot.is_kept() {
            return Ok(());
        }
        slot.keep(self.session.game(), now)
    }
}
