//! Modifiers that go well together, under a name.

use crate::choices::modifiers::Modifiers;
use crate::error::ModifierError;

/// Modifiers with a name. [`Preset::words`] lists the single choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, in small letters with `-` between words.
    pub name: &'static str,
    /// The effect on a game, in a line.
    pub title: &'static str,
    /// The modifiers, as [`Modifiers::choose`] reads them.
    pub words: &'static [&'static str],
}

impl Preset {
    /// The preset of this name.
    pub fn find(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| crate::choices::nearest::same_word(preset.name, name))
    }

    /// Adds the choices of the preset.
    ///
    /// # Errors
    /// Never for those that come with the library; a test holds that.
    pub fn choose(&self, modifiers: &mut Modifiers) -> Result<(), ModifierError> {
        let mut chosen = modifiers.clone();
        for words in self.words {
            chosen.choose(words)?;
        }
        *modifiers = chosen;
        Ok(())
    }
}

/// The presets that come with the library.
pub fn presets() -> &'static [Preset] {
    PRESETS
}

#[rustfmt::skip]
const PRESETS: &[Preset] = &[
    Preset { name: "honeycomb", title: "Six directions on a hexagon.", words: &["grid=hexagon"] },
    Preset { name: "tesseract", title: "Squares in a square: eight directions.", words: &["grid=4d"] },
    Preset { name: "bishops", title: "Tiles move along the diagonals of a chessboard.", words: &["grid=checkerboard"] },
    Preset { name: "eight-ways", title: "Straight and diagonal moves.", words: &["direction_set=both"] },
    Preset { name: "one-step", title: "Tiles slide one cell at a time.", words: &["slide_amount=1"] },
    Preset { name: "conveyor", title: "Tiles come in at the edge, and the next three are shown.", words: &["spawn_location=edge", "next_tiles=3"] },
    Preset { name: "cascade", title: "Tiles may merge again in the same move, and two spawn.", words: &["multi_merge", "tiles_per_move=2"] },
    Preset { name: "rubble", title: "Every merge leaves a zero that only goes with zeros.", words: &["garbage=0"] },
    Preset { name: "craters", title: "Every merge leaves a hole for three turns.", words: &["garbage=3"] },
    Preset { name: "antimatter", title: "A tile and its negative vanish.", words: &["negative_tiles=interacting"] },
    Preset { name: "rainbow", title: "Tiles have one of three colours, and only different ones merge.", words: &["colors=3"] },
    Preset { name: "obstacles", title: "Two boxes and a hole, anew in every game.", words: &["random_boxes=2", "random_holes=1"] },
    Preset { name: "ice", title: "Four slippery cells, anew in every game.", words: &["random_slippery=4"] },
    Preset { name: "restless", title: "No direction twice in a row.", words: &["same_direction=1"] },
    Preset { name: "frozen", title: "Every turn one tile can't move, and another can't merge.", words: &["unmoving=1", "unmerging=1"] },
    Preset { name: "memory", title: "Neither texts nor colours: remember your tiles.", words: &["hidden_text", "hidden_colors"] },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_changes_something() {
        for preset in presets() {
            let mut modifiers = Modifiers::default();
            preset.choose(&mut modifiers).unwrap_or_else(|error| panic!("{}: {error}", preset.name));
            assert_ne!(modifiers, Modifiers::default(), "{}", preset.name);
            assert_eq!(Preset::find(&preset.name.to_uppercase()), Some(preset));
        }
        assert_eq!(Preset::find("none"), None);
    }
}
