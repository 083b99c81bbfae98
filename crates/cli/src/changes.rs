//! What changes a mode before a game: modifiers and settings, as arguments of
//! every command that starts one.

use clap::Args;
use polymerge::modifiers::Modifiers;
use polymerge::Mode;

use crate::failure::Failure;
use crate::presets;
use crate::source::{Opened, Source};

/// The arguments.
#[derive(Args, Clone, Debug, Default)]
pub struct Changes {
    /// Change the mode: garbage=2, grid=hexagon:3, a preset, a Modifiers code (see polymerge
    /// modifiers and polymerge presets)
    #[arg(long, value_name = "NAME=VALUE|PRESET|CODE")]
    pub with: Vec<String>,
    /// Saved modifiers (see polymerge presets); --with changes them further
    #[arg(long, value_name = "NAME")]
    pub preset: Vec<String>,
    /// A Modifiers code, as the original site exports it; --with changes it further
    #[arg(long, value_name = "CODE")]
    pub modifiers: Option<String>,
    /// Set a setting of the mode (see polymerge modes show MODE --settings)
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

impl Changes {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.with.is_empty() && self.preset.is_empty() && self.modifiers.is_none() && self.set.is_empty()
    }

    /// The mode that was opened, with all of this.
    pub fn apply(&self, opened: Opened) -> Result<Mode, Failure> {
        let name = opened.name.clone();
        let fail = |error: String| Failure::input(format!("{name}: {error}"));
        let modifiers = self.modifiers().map_err(|error| fail(error.to_string()))?;
        let mode = opened.mode()?.with_modifiers(modifiers);
        self.set.iter().try_fold(mode, |mode, text| mode.set(text)).map_err(|error| fail(error.to_string()))
    }

    /// The mode that is named with all of this, and its name.
    pub fn mode(&self, source: &Source) -> Result<(String, Mode), Failure> {
        let opened = source.open()?;
        let name = opened.built_in().map_or_else(|| opened.name.clone(), str::to_owned);
        let mode = if self.is_empty() { opened.any_mode()? } else { self.apply(opened)? };
        Ok((name, mode))
    }

    /// All of this in words: modifiers, then settings.
    pub fn words(&self) -> Result<Vec<String>, Failure> {
        Ok(self.modifiers()?.words().into_iter().chain(self.set.iter().cloned()).collect())
    }

    /// The modifiers that are chosen.
    fn modifiers(&self) -> Result<Modifiers, Failure> {
        self.preset.iter().try_for_each(|name| presets::is_known(name))?;
        let texts: Vec<String> =
            self.modifiers.iter().chain(&self.preset).chain(&self.with).cloned().collect();
        presets::modifiers(&texts)
    }
}
