//! Games that wait to be continued: one file per mode, a save code each.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use polymerge::savecode::{encode, Content};
use polymerge::{Game, Opening, Screen};

use crate::folders;

/// The folder with the games.
#[derive(Clone, Debug)]
pub struct Saves {
    folder: PathBuf,
}

impl Saves {
    /// The user's folder, by the XDG rules; `None` if there is nowhere to
    /// keep games.
    pub fn of_user() -> Option<Saves> {
        Some(Saves::in_folder(folders::data()?.join("games")))
    }

    /// Games in this folder, which need not exist yet.
    pub fn in_folder(folder: PathBuf) -> Saves {
        Saves { folder }
    }

    /// Keeps a game of the mode `name`, as it stands at the time `now`.
    ///
    /// The old file is there, whole, until the new one is: a crash or a full
    /// disk loses no more than the last move.
    pub fn keep(&self, name: &str, game: &Game, now: f64) -> Result<(), String> {
        let content = Content::Game { mode: game.saved_mode().into(), game: game.save(now).into() };
        let code = encode(&content).map_err(|error| error.to_string())?;
        self.write(&self.file(name), code.as_bytes()).map_err(|error| error.to_string())
    }

    fn write(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let unfinished = file.with_extension(format!("{}.new", std::process::id()));
        let result = fs::File::create(&unfinished)
            .and_then(|mut new| new.write_all(bytes))
            .and_then(|()| fs::rename(&unfinished, file));
        if result.is_err() {
            _ = fs::remove_file(&unfinished);
        }
        result
    }

    /// The game of a mode, if one is kept that can be read and goes on.
    pub fn game(&self, name: &str) -> Option<Opening> {
        let code = fs::read_to_string(self.file(name)).ok()?;
        Opening::of_code(&code, &Default::default()).ok()
    }

    /// Forgets the game of a mode: it is over.
    pub fn forget(&self, name: &str) {
        _ = fs::remove_file(self.file(name));
    }

    /// The mode that was played last.
    pub fn last(&self) -> Option<String> {
        let files = fs::read_dir(&self.folder).ok()?.filter_map(|entry| entry.ok());
        let games = files.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "txt"));
        let last = games.max_by_key(|entry| entry.metadata().and_then(|data| data.modified()).ok())?;
        Some(last.path().file_stem()?.to_str()?.to_owned())
    }

    /// Keeps a game that goes on, and forgets one that is over.
    pub fn update(&self, name: &str, game: &Game, now: f64) -> Result<(), String> {
        if game.screen() == Screen::GameOver {
            self.forget(name);
            return Ok(());
        }
        self.keep(name, game, now)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.txt"))
    }
}

#[cfg(test)]
mod tests {
    use polymerge::{Limits, Ruleset, Session};

    use super::*;

    #[test]
    fn a_game_is_kept_until_it_is_forgotten() {
        let saves =
            Saves::in_folder(std::env::temp_dir().join(format!("polymerge-saves-{}", std::process::id())));
        let rules = |opening: &Opening| Ruleset::compile(opening.mode().clone(), Limits::default()).unwrap();
        let opening = Opening::of_name("2048").unwrap();
        let (mut session, _) = Session::new(rules(&opening), 7, 0.0).unwrap();
        for direction in [0, 2, 1, 3] {
            session.play(direction, 1000.0).unwrap();
        }
        assert_eq!((saves.last(), saves.game("001-2048")), (None, None));
        saves.keep("001-2048", session.game(), 1000.0).unwrap();
        assert_eq!(saves.last().as_deref(), Some("001-2048"));
        let kept = saves.game("001-2048").unwrap();
        let Opening::Game(_, saved) = &kept else { panic!("not a game") };
        let again = Session::restore(rules(&kept), saved, 0, 0.0).unwrap();
        assert_eq!(again.game().grid(), session.game().grid());
        assert_eq!(again.game().score(), session.game().score());
        saves.forget("001-2048");
        assert_eq!(saves.game("001-2048"), None);
        fs::remove_dir_all(&saves.folder).unwrap();
    }
}
