//! The changes to a mode before a game, modifiers and settings, as arguments of every command that
//! starts one.

use clap::Args;
use polymerge::Mode;
use polymerge::modifiers::Modifiers;

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
    /// Returns true if nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.with.is_empty() && self.preset.is_empty() && self.modifiers.is_none() && self.set.is_empty()
    }

    /// Applies the changes to the mode that was opened.
    pub fn apply(&self, opened: Opened) -> Result<Mode, Failure> {
        let name = opened.name.clone();
        for twice in given_twice(&self.with).into_iter().chain(given_twice(&self.set)) {
            crate::input::note(&twice);
        }
        self.apply_to(opened.mode()?).map_err(|failure| failure.of(&name))
    }

    /// Applies the changes to a mode.
    pub fn apply_to(&self, mode: Mode) -> Result<Mode, Failure> {
        let mode = mode.with_modifiers(self.modifiers()?);
        self.set.iter().try_fold(mode, |mode, text| mode.set(text)).map_err(Failure::input)
    }

    /// Opens the named mode and applies the changes. Returns its name, too.
    pub fn mode(&self, source: &Source) -> Result<(String, Mode), Failure> {
        let opened = source.open()?;
        let name = opened.built_in().map_or_else(|| opened.name.clone(), str::to_owned);
        let mode = if self.is_empty() { opened.any_mode()? } else { self.apply(opened)? };
        Ok((name, mode))
    }

    /// Returns the changes in words: modifiers, then settings.
    pub fn words(&self) -> Result<Vec<String>, Failure> {
        Ok(self.modifiers()?.words().into_iter().chain(self.set.iter().cloned()).collect())
    }

    /// Returns the chosen modifiers.
    fn modifiers(&self) -> Result<Modifiers, Failure> {
        self.preset.iter().try_for_each(|name| presets::is_known(name))?;
        let texts: Vec<String> =
            self.modifiers.iter().chain(&self.preset).chain(&self.with).cloned().collect();
        presets::modifiers(&texts)
    }
}

/// Returns the names that are given two values. The last value counts.
fn given_twice(texts: &[String]) -> Vec<String> {
    let name = |text: &String| text.split_once('=').map(|(name, _)| name.trim().to_owned());
    let is_last = |place: usize, named: &String| {
        !texts.iter().skip(place + 1).any(|later| name(later).as_ref() == Some(named))
    };
    let mut said = Vec::new();
    for (place, text) in texts.iter().enumerate() {
        let Some(named) = name(text).filter(|named| is_last(place, named)) else { continue };
        let earlier = texts.iter().take(place).rfind(|earlier| name(earlier).as_ref() == Some(&named));
        if let Some(earlier) = earlier {
            said.push(format!("{named} is given twice, as {earlier} and as {text}: {text} counts"));
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_two_values_are_said() {
        // texts, what is said
        let cases: [(&[&str], &[&str]); 4] = [
            (&["garbage=1", "colors=3"], &[]),
            (
                &["garbage=1", "mini", "garbage=2"],
                &["garbage is given twice, as garbage=1 and as garbage=2: garbage=2 counts"],
            ),
            (&["a=1", "a=2", "a =3"], &["a is given twice, as a=2 and as a =3: a =3 counts"]),
            (&["mini", "mini"], &[]),
        ];
        for (texts, expected) in cases {
            let texts: Vec<String> = texts.iter().map(|text| text.to_string()).collect();
            assert_eq!(given_twice(&texts), expected, "{texts:?}");
        }
    }
}
