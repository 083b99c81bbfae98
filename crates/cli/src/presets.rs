//! `polymerge presets`: modifiers under a name, those that come with the
//! program and those that a player keeps.

use std::fs;
use std::io;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use polymerge::advanced::modefile::nearest;
use polymerge::advanced::rules::Mode as Raw;
use polymerge::modifiers::{presets, ModifierError, Modifiers, Preset};
use polymerge::Mode;

use crate::failure::Failure;
use crate::{folders, input};

/// List saved modifiers, and save others
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Save modifiers under a name, for polymerge play --with NAME
    Save {
        /// The name: letters, digits, - and _
        name: String,
        /// Its modifiers: garbage=2, grid=hexagon:3, other presets, Modifiers codes
        #[arg(long, value_name = "NAME=VALUE|PRESET|CODE", required = true)]
        with: Vec<String>,
        /// Replace a preset of this name
        #[arg(long)]
        force: bool,
    },
    /// Say what a preset or a Modifiers code chooses, in words and as a code to share
    Show {
        /// The preset, or the code
        #[arg(value_name = "PRESET|CODE")]
        name: String,
    },
    /// Delete saved modifiers
    Remove {
        /// The name
        name: String,
    },
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let kept = Presets::of_user();
    match &arguments.task {
        None => list(kept.as_ref()),
        Some(Task::Show { name }) => show(name),
        Some(Task::Save { name, with, force }) => {
            let kept = kept.ok_or_else(nowhere)?;
            if !force && kept.has(name) {
                return Err(Failure::input(format!(
                    "a preset {name} exists already (polymerge presets show {name}); --force replaces it"
                )));
            }
            save(&kept, name, with)
        }
        Some(Task::Remove { name }) => kept.ok_or_else(nowhere)?.remove(name),
    }
}

/// There is no folder for presets.
pub fn nowhere() -> Failure {
    Failure::input("there is nowhere to keep presets: neither XDG_CONFIG_HOME nor HOME is set")
}

fn list(kept: Option<&Presets>) -> Result<(), Failure> {
    let mut out = String::new();
    for (name, words) in kept.map(Presets::all).transpose()?.unwrap_or_default() {
        out.push_str(&format!("{name:<14} your own ({})\n", words.join(", ")));
    }
    for preset in presets() {
        out.push_str(&format!("{:<14} {} ({})\n", preset.name, preset.title, preset.words.join(", ")));
    }
    input::print(out.as_bytes())
}

fn show(name: &str) -> Result<(), Failure> {
    let modifiers = modifiers(&[name.to_owned()]).map_err(|failure| match name.contains(['=', '@']) {
        true => failure,
        // A word alone is meant as the name of a preset.
        false => is_known(name).err().unwrap_or(failure),
    })?;
    let code = code(modifiers.clone())?;
    let mut out: String = modifiers.words().iter().map(|words| format!("{words}\n")).collect();
    out.push_str(&format!("{code}\n"));
    input::print(out.as_bytes())
}

/// Keeps modifiers under a name.
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

/// Says whether a text can be the name of a preset.
fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && name.chars().all(plain)
}

/// Whether there is a preset of this name.
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

/// What texts choose: names with values, presets, Modifiers codes; later ones
/// go on from what earlier ones have chosen.
pub fn modifiers(texts: &[String]) -> Result<Modifiers, Failure> {
    let kept = Presets::of_user();
    let mut all: Vec<String> = Vec::new();
    for text in texts {
        let is_name = !text.contains(['=', '@']);
        match kept.as_ref().filter(|kept| is_name && kept.has(text)) {
            Some(kept) => all.extend(kept.words(text)?),
            None => all.push(text.clone()),
        }
    }
    let chosen = all.iter().try_fold(any_mode(), |mode, text| mode.with(text));
    chosen.map(|mode| mode.modifiers().clone()).map_err(|error| {
        let part = error.part().and_then(|part| part.downcast_ref());
        let Some(ModifierError::Unknown { name, .. }) = part else { return Failure::input(error) };
        let known = names().unwrap_or_default();
        match nearest(name, known.iter().map(String::as_str)) {
            Some(preset) => {
                Failure::input(format!("there is no modifier {name:?}; did you mean the preset {preset}?"))
            }
            None => Failure::input(error),
        }
    })
}

/// The Modifiers code of modifiers.
fn code(modifiers: Modifiers) -> Result<String, Failure> {
    any_mode().with_modifiers(modifiers).modifiers_code().map_err(Failure::input)
}

/// A mode to choose modifiers for: they are the same for all.
fn any_mode() -> Mode {
    Mode::from_raw(Raw::default())
}

/// The names of all presets, the player's own first.
pub fn names() -> Result<Vec<String>, Failure> {
    let own = Presets::of_user().map(|kept| kept.names()).transpose()?.unwrap_or_default();
    Ok(own.into_iter().chain(presets().iter().map(|preset| preset.name.to_owned())).collect())
}

/// The folder with the presets of a player: a text each, what it chooses line
/// by line.
pub struct Presets {
    folder: PathBuf,
}

impl Presets {
    /// The user's folder; `None` if there is nowhere to keep anything.
    pub fn of_user() -> Option<Presets> {
        Some(Presets { folder: folders::config()?.join("presets") })
    }

    /// A folder of one's own.
    #[cfg(test)]
    pub fn in_folder(folder: PathBuf) -> Presets {
        Presets { folder }
    }

    /// The names, sorted.
    ///
    /// # Errors
    /// If there is a folder that can't be read.
    pub fn names(&self) -> Result<Vec<String>, Failure> {
        let unreadable = |error: io::Error| {
            Failure::result(format!("the folder of presets {} can't be read: {error}", self.folder.display()))
        };
        let files = match fs::read_dir(&self.folder) {
            Ok(files) => files.collect::<io::Result<Vec<_>>>().map_err(unreadable)?.into_iter(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unreadable(error)),
        };
        let name = |entry: fs::DirEntry| {
            let path = entry.path();
            let name = path.file_stem()?.to_str()?.to_owned();
            path.extension().is_some_and(|ending| ending == "txt").then_some(name)
        };
        let mut names: Vec<String> = files.filter_map(name).collect();
        names.sort();
        Ok(names)
    }

    /// Says whether a preset of this name is kept.
    pub fn has(&self, name: &str) -> bool {
        is_plain(name) && self.file(name).exists()
    }

    /// Returns the words that a preset chooses.
    ///
    /// # Errors
    /// If its file can't be read, or chooses nothing.
    pub fn words(&self, name: &str) -> Result<Vec<String>, Failure> {
        let file = self.file(name);
        let fail = |why: String| Failure::result(format!("the preset {name} ({}) {why}", file.display()));
        let text = fs::read_to_string(&file).map_err(|error| fail(format!("can't be read: {error}")))?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let words: Vec<String> = lines.map(str::to_owned).collect();
        match words.is_empty() {
            true => Err(fail("is empty: it chooses nothing; remove it, or save it again".into())),
            false => Ok(words),
        }
    }

    /// All presets: the name of each, and what it chooses.
    ///
    /// # Errors
    /// If one of them can't be read.
    pub fn all(&self) -> Result<Vec<(String, Vec<String>)>, Failure> {
        self.names()?.into_iter().map(|name| Ok((name.clone(), self.words(&name)?))).collect()
    }

    /// Keeps a preset, in place of one of the same name.
    pub fn keep(&self, name: &str, text: &str) -> Result<(), Failure> {
        fs::create_dir_all(&self.folder)?;
        folders::write_whole(&self.file(name), format!("{text}\n").as_bytes())
            .map_err(|error| Failure::result(format!("the preset {name} can't be kept: {error}")))
    }

    fn remove(&self, name: &str) -> Result<(), Failure> {
        if !self.has(name) {
            return Err(Failure::input(format!("no preset {name:?} is kept; see polymerge presets")));
        }
        Ok(fs::remove_file(self.file(name))?)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.txt"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_that_can_not_be_read_are_told() {
        let folder = std::env::temp_dir().join(format!("polymerge-presets-{}", std::process::id()));
        let kept = Presets::in_folder(folder.clone());
        // A folder that is not there holds nothing.
        assert_eq!(kept.all().map_err(|failure| failure.to_string()), Ok(Vec::new()));
        kept.keep("good", "garbage=2").unwrap();
        // file, its bytes, a part of the message
        for (name, bytes, part) in [
            ("empty", &b""[..], "is empty"),
            ("blank", b" \n\n", "is empty"),
            ("bytes", b"\xff\xfe", "can't be read"),
        ] {
            let file = folder.join(format!("{name}.txt"));
            fs::write(&file, bytes).unwrap();
            for said in [kept.words(name).map(drop), kept.all().map(drop)] {
                let said = said.unwrap_err().to_string();
                assert!(said.contains(part) && said.contains(&file.display().to_string()), "{name}: {said}");
            }
            // Nothing is written over.
            assert_eq!(fs::read(&file).unwrap(), bytes);
            fs::remove_file(&file).unwrap();
        }
        assert!(kept.has("good") && !kept.has("none") && !kept.has("../good"));
        fs::remove_dir_all(&folder).unwrap();
        fs::write(&folder, "no folder").unwrap();
        assert!(kept.names().unwrap_err().to_string().contains("the folder of presets"));
        fs::remove_file(folder).unwrap();
    }
}
