//! `polymerge presets`: modifiers under a name, those that come with the
//! program and those that a player keeps.

use std::fs;
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
            if !force && kept.words(name).is_some() {
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
    for name in kept.map(Presets::names).unwrap_or_default() {
        let words = kept.and_then(|kept| kept.words(&name)).unwrap_or_default();
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
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(plain) {
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

/// Whether there is a preset of this name.
pub fn is_known(name: &str) -> Result<(), Failure> {
    let all = names();
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
    let own = |text: &String| kept.as_ref().filter(|_| !text.contains(['=', '@']))?.words(text);
    let all: Vec<String> =
        texts.iter().flat_map(|text| own(text).unwrap_or_else(|| vec![text.clone()])).collect();
    let chosen = all.iter().try_fold(any_mode(), |mode, text| mode.with(text));
    chosen.map(|mode| mode.modifiers().clone()).map_err(|error| {
        let part = error.part().and_then(|part| part.downcast_ref());
        let Some(ModifierError::Unknown { name, .. }) = part else { return Failure::input(error) };
        match nearest(name, names().iter().map(String::as_str)) {
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
fn names() -> Vec<String> {
    let own = Presets::of_user().map(|kept| kept.names()).unwrap_or_default();
    own.into_iter().chain(presets().iter().map(|preset| preset.name.to_owned())).collect()
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
    pub fn names(&self) -> Vec<String> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().filter_map(|entry| entry.ok());
        let name = |entry: fs::DirEntry| {
            let path = entry.path();
            let name = path.file_stem()?.to_str()?.to_owned();
            path.extension().is_some_and(|ending| ending == "txt").then_some(name)
        };
        let mut names: Vec<String> = files.filter_map(name).collect();
        names.sort();
        names
    }

    /// What a preset chooses, if there is one of this name.
    pub fn words(&self, name: &str) -> Option<Vec<String>> {
        if !self.names().iter().any(|known| known == name) {
            return None;
        }
        let text = fs::read_to_string(self.file(name)).ok()?;
        Some(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect())
    }

    /// Keeps a preset, in place of one of the same name.
    pub fn keep(&self, name: &str, text: &str) -> Result<(), Failure> {
        fs::create_dir_all(&self.folder)?;
        folders::write_whole(&self.file(name), format!("{text}\n").as_bytes())
            .map_err(|error| Failure::result(format!("the preset {name} can't be kept: {error}")))
    }

    fn remove(&self, name: &str) -> Result<(), Failure> {
        if !self.names().iter().any(|known| known == name) {
            return Err(Failure::input(format!("no preset {name:?} is kept; see polymerge presets")));
        }
        Ok(fs::remove_file(self.file(name))?)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.txt"))
    }
}
