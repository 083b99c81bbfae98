//! `polymerge presets`: named modifiers, built-in ones and those of the player.

use clap::{Args, Subcommand};
use polymerge::modifiers::presets;
use polymerge_app::failure::Failure;
use polymerge_app::input;
use polymerge_app::presets::{Presets, code, is_known, modifiers, nowhere, save};

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
            if !force && kept.has(name)? {
                return Err(Failure::input(format!(
                    "a preset {name} exists already (polymerge presets show {name}); --force replaces it"
                )));
            }
            save(&kept, name, with)
        }
        Some(Task::Remove { name }) => kept.ok_or_else(nowhere)?.remove(name),
    }
}

fn list(kept: Option<&Presets>) -> Result<(), Failure> {
    let (mut out, mut failures) = (String::new(), Vec::new());
    let names = kept.map_or(Ok(Vec::new()), Presets::names);
    for name in names.unwrap_or_else(|failure| {
        failures.push(failure);
        Vec::new()
    }) {
        match kept.map_or(Ok(None), |kept| kept.words(&name)) {
            Ok(words) => {
                out.push_str(&format!("{name:<14} your own ({})\n", words.unwrap_or_default().join(", ")));
            }
            Err(failure) => failures.push(failure),
        }
    }
    for preset in presets() {
        out.push_str(&format!("{:<14} {} ({})\n", preset.name, preset.title, preset.words.join(", ")));
    }
    input::print(out.as_bytes())?;
    let last = failures.pop();
    failures.iter().for_each(|failure| input::note(&format!("polymerge: {}", failure.message())));
    last.map_or(Ok(()), Err)
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
