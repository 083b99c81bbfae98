//! The search for modifiers and presets by words.

use polymerge::advanced::modefile::are_words_in;
use polymerge::modifiers::{Modifier, Preset, modifiers, presets};

/// Returns the modifiers whose texts contain all words of a search.
pub fn found(wanted: &str) -> impl Iterator<Item = &'static Modifier> + '_ {
    let text = |one: &Modifier| [one.group.title(), one.name, one.title, one.help].join(" ");
    modifiers().iter().filter(move |one| are_words_in(wanted, &text(one)))
}

/// Returns the presets whose texts contain all words of a search.
pub fn found_presets(wanted: &str) -> impl Iterator<Item = &'static Preset> + '_ {
    presets().iter().filter(move |one| are_words_in(wanted, &format!("{} {}", one.name, one.title)))
}
