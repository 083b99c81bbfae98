//! The presets of the player: named modifiers, each a text file.

use std::path::PathBuf;
use std::{fs, io};

use polymerge::Mode;
use polymerge::advanced::modefile::nearest;
use polymerge::advanced::rules::Mode as Raw;
use polymerge::modifiers::{ModifierError, Modifiers, Preset, presets};

use crate::failure::Failure;
use crate::folders;
use crate::folders::{io_reason, is_absence, read_text_if_any};
use crate::input;

/// Returns the failure that there is no folder for presets.
pub fn nowhere() -> Failure {
    Failure::input("there is nowhere to keep presets: neither XDG_CONFIG_HOME nor HOME is set")
}

/// Saves modifiers under a name.
pub fn save(kept: &Presets, name: &str, with: &[String]) -> Result<(), Failure> {
    if !is_plain(name) {
        return Err(Failure::input(format!(
            "{name:?} can't be a name: letters, digits, - and _ are allowed"
        )));
    }
    if Preset::find(name).is_some() {
        return Err(Failure::input(format!("{name} is the name of a preset that comes with the program")));
    }
    let chosen = modifiers(with)?;
    // A drawn grid has no words, but a code.
    let text = match chosen.custom_grid {
        Some(_) => code(chosen)?,
        None => chosen.words().join("\n"),
    };
    kept.keep(name, &text)
}

/// Returns true if a text can be the name of a preset.
fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && name.chars().all(plain)
}

/// Checks that there is a preset of this name.
pub fn is_known(name: &str) -> Result<(), Failure> {
    let all = names()?;
    if Preset::find(name).is_some() || all.iter().any(|known| known == name) {
        return Ok(());
    }
    let meant = match nearest(name, all.iter().map(String::as_str)) {
        Some(meant) => format!("did you mean {meant}? There are"),
        None => "there are".to_owned(),
    };
    Err(Failure::input(format!("there is no preset {name:?}; {meant} {}", all.join(", "))))
}

/// Reads modifiers from texts: names with values, presets, Modifiers codes. Later texts change the
/// result of the earlier ones.
pub fn modifiers(texts: &[String]) -> Result<Modifiers, Failure> {
    let kept = Presets::of_user();
    let mut all: Vec<String> = Vec::new();
    for text in texts {
        let kept = kept.as_ref().filter(|_| !text.contains(['=', '@']));
        match kept.map_or(Ok(None), |kept| kept.words(text))? {
            Some(own) => {
                all.extend(own);
                kept.iter().for_each(|kept| kept.note_if_cut(text));
            }
            None => all.push(text.clone()),
        }
    }
    let chosen = all.iter().try_fold(any_mode(), |mode, text| mode.with(text));
    chosen.map(|mode| mode.modifiers().clone()).map_err(|error| {
        let part = error.part().and_then(|part| part.downcast_ref());
        let Some(ModifierError::Unknown { name, .. }) = part else { return Failure::input(error) };
        // Why presets can't be read was said before.
        match nearest(name, names().unwrap_or_default().iter().map(String::as_str)) {
            Some(preset) => {
                Failure::input(format!("there is no modifier {name:?}; did you mean the preset {preset}?"))
            }
            None => Failure::input(error),
        }
    })
}

/// Returns the Modifiers code of modifiers.
pub fn code(modifiers: Modifiers) -> Result<String, Failure> {
    any_mode().with_modifiers(modifiers).modifiers_code().map_err(Failure::input)
}

/// Returns a mode to choose modifiers for. They are the same for all modes.
fn any_mode() -> Mode {
    Mode::from_raw(Raw::default())
}

/// Returns the names of all presets, the player's own first.
pub fn names() -> Result<Vec<String>, Failure> {
    let own = Presets::of_user().map_or(Ok(Vec::new()), |kept| kept.names())?;
    Ok(own.into_iter().chain(presets().iter().map(|preset| preset.name.to_owned())).collect())
}

/// The folder of the player's presets. Each is a text with one choice a line.
pub struct Presets {
    folder: PathBuf,
}

impl Presets {
    /// Returns the user's folder; `None` if there is no home folder.
    pub fn of_user() -> Option<Presets> {
        Some(Presets { folder: folders::config()?.join("presets") })
    }

    /// Uses a given folder.
    pub fn in_folder(folder: PathBuf) -> Presets {
        Presets { folder }
    }

    /// Returns the names of the saved presets, sorted.
    ///
    /// # Errors
    ///
    /// The folder can't be read.
    pub fn names(&self) -> Result<Vec<String>, Failure> {
        let fail = |error: io::Error| Failure::result(io_reason(&error)).of(self.folder.display());
        let files = match fs::read_dir(&self.folder) {
            Err(error) if is_absence(&error, &self.folder) => return Ok(Vec::new()),
            files => files.map_err(fail)?,
        };
        let name = |entry: fs::DirEntry| {
            let path = entry.path();
            let name = path.file_stem()?.to_str()?.to_owned();
            path.extension().is_some_and(|ending| ending == "txt").then_some(name)
        };
        let names: Result<Vec<Option<String>>, io::Error> = files.map(|entry| entry.map(name)).collect();
        let mut names: Vec<String> = names.map_err(fail)?.into_iter().flatten().collect();
        names.sort();
        Ok(names)
    }

    /// Returns true if there is a preset of this name, also if it can't be read.
    ///
    /// # Errors
    /// The folder can't be read.
    pub fn has(&self, name: &str) -> Result<bool, Failure> {
        let file = self.file(name);
        // A name that leads elsewhere is none of a preset.
        if file.parent() != Some(&self.folder) || file.file_stem() != Some(name.as_ref()) {
            return Ok(false);
        }
        match fs::symlink_metadata(&file) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(Failure::result(io_reason(&error)).of(self.folder.display())),
        }
    }

    /// Returns the choices of a preset; `None` if there is no such preset.
    ///
    /// # Errors
    ///
    /// Its file can't be read, or something is missing in it.
    pub fn words(&self, name: &str) -> Result<Option<Vec<String>>, Failure> {
        if !self.has(name)? {
            return Ok(None);
        }
        let file = self.file(name);
        let fail = |reason: String| {
            Failure::result(format!("the preset {name} can't be read: {}: {reason}", file.display()))
        };
        let text = read_text_if_any(&file).map_err(|error| fail(io_reason(&error)))?.unwrap_or_default();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let words: Vec<String> = lines.map(str::to_owned).collect();
        match words.is_empty() {
            true => Err(fail("it is empty; remove it, or save it again".into())),
            false => Ok(Some(words)),
        }
    }

    /// Prints a note if the file of a preset ends within a line: perhaps only a part of it was
    /// written.
    pub fn note_if_cut(&self, name: &str) {
        let file = self.file(name);
        if fs::read(&file).is_ok_and(|bytes| !bytes.ends_with(b"\n")) {
            input::note(&format!("note: {} ends within a line; a part of it may be missing", file.display()));
        }
    }

    /// Saves a preset. One of the same name is replaced.
    pub fn keep(&self, name: &str, text: &str) -> Result<(), Failure> {
        let file = self.file(name);
        let kept = fs::create_dir_all(&self.folder);
        let kept = kept.and_then(|()| folders::write_whole(&file, format!("{text}\n").as_bytes()));
        kept.map_err(|error| {
            let reason = io_reason(&error);
            Failure::result(format!("the preset {name} can't be kept: {}: {reason}", file.display()))
        })
    }

    /// Removes a preset.
    ///
    /// # Errors
    /// There is none of this name, or its file can't be removed.
    pub fn remove(&self, name: &str) -> Result<(), Failure> {
        if !self.has(name)? {
            return Err(Failure::input(format!("no preset {name:?} is kept; see polymerge presets")));
        }
        let file = self.file(name);
        fs::remove_file(&file).map_err(|error| Failure::result(io_reason(&error)).of(file.display()))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.txt"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_that_can_not_be_read_are_reported() {
        let folder = std::env::temp_dir().join(format!("polymerge-presets-{}", std::process::id()));
        let kept = Presets::in_folder(folder.clone());
        // A folder that is not there holds nothing.
        assert_eq!(kept.names().map_err(|failure| failure.message().to_owned()), Ok(Vec::new()));
        kept.keep("good", "garbage=2").unwrap();
        // file, its bytes, a part of the message
        for (name, bytes, part) in [
            ("empty", &b""[..], "is empty"),
            ("blank", b" \n\n", "is empty"),
            ("bytes", b"\xff\xfe", "can't be read"),
        ] {
            let file = folder.join(format!("{name}.txt"));
            fs::write(&file, bytes).unwrap();
            let said = kept.words(name).unwrap_err().message().to_owned();
            assert!(said.contains(part) && said.contains(&file.display().to_string()), "{name}: {said}");
            // Nothing is written over.
            assert_eq!(fs::read(&file).unwrap(), bytes);
            fs::remove_file(&file).unwrap();
        }
        for (name, is_there) in
            [("good", true), ("none", false), ("../good", false), ("./good", false), ("", false)]
        {
            assert_eq!(
                kept.has(name).map_err(|failure| failure.message().to_owned()),
                Ok(is_there),
                "{name}"
            );
        }
        fs::remove_dir_all(&folder).unwrap();
        fs::write(&folder, "no folder").unwrap();
        assert!(kept.names().unwrap_err().message().contains(&folder.display().to_string()));
        fs::remove_file(folder).unwrap();
    }
}
