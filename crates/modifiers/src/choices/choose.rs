//! Choosing modifiers in words: `garbage=2`, `grid=hexagon:3`, `grid=6x4`.

use crate::choices::catalogue::{GRID, Modifier};
use crate::choices::choice::GridShape;
use crate::choices::modifiers::Modifiers;
use crate::choices::preset::Preset;
use crate::error::ModifierError;

/// The sizes, in the order in which they follow a shape.
pub(crate) const SIZES: [&str; 4] = ["size_a", "size_b", "size_c", "size_d"];

impl Modifiers {
    /// Chooses a modifier by a text of the form `name=value`. A flag may stand alone;
    /// words are read in any case, and `-` counts as `_`. Shape and sizes together are
    /// written `grid=hexagon:3`, `grid=4d:3:2:2:1` or, for a rectangle, `grid=6x4`. The
    /// name of a [`Preset`] stands for its choices.
    ///
    /// # Errors
    /// If there is no such modifier, or it does not take the value.
    ///
    /// ```
    /// use polymerge_modifiers::{Garbage, GridShape, Modifiers};
    /// let mut modifiers = Modifiers::default();
    /// for text in ["garbage=2", "grid=hexagon:3", "multi-merge"] {
    ///     modifiers.choose(text)?;
    /// }
    /// assert_eq!(modifiers.garbage, Garbage::Holes(2));
    /// assert_eq!((modifiers.grid_shape, modifiers.size_a), (GridShape::Hexagon, 3));
    /// assert!(modifiers.multi_merge);
    /// # Ok::<(), polymerge_modifiers::ModifierError>(())
    /// ```
    pub fn choose(&mut self, text: &str) -> Result<(), ModifierError> {
        if let Some(preset) = Preset::find(text).filter(|_| !text.contains('=')) {
            return preset.choose(self);
        }
        let (name, value) = text.split_once('=').unwrap_or((text, "true"));
        let name = name.trim().to_lowercase().replace('-', "_");
        if name == GRID {
            self.choose_grid(value.trim())
        } else {
            Modifier::find(&name)?.set_text(self, value)
        }
    }

    fn choose_grid(&mut self, text: &str) -> Result<(), ModifierError> {
        let set =
            |chosen: &mut Modifiers, name: &str, value: &str| Modifier::find(name)?.set_text(chosen, value);
        let mut chosen = self.clone();
        let (shape, sizes) = match text.split_once(':') {
            Some((shape, sizes)) => (shape, sizes),
            None if text.contains(|c: char| c.is_ascii_digit()) && text.contains('x') => ("Square", text),
            None => (text, ""),
        };
        set(&mut chosen, "grid_shape", shape)?;
        if matches!(chosen.grid_shape, GridShape::Square | GridShape::Checkerboard) {
            if let Some((width, height)) = sizes.split_once('x') {
                set(&mut chosen, "width", width)?;
                set(&mut chosen, "height", height)?;
            } else if !sizes.is_empty() {
                set(&mut chosen, "width", sizes)?;
                set(&mut chosen, "height", sizes)?;
            }
        } else {
            let given: Vec<&str> = sizes.split(':').filter(|size| !size.is_empty()).collect();
            if given.len() > SIZES.len() {
                return Err(ModifierError::Value {
                    name: GRID,
                    value: text.to_owned(),
                    expected: "a shape and up to four sizes".into(),
                });
            }
            for (name, size) in SIZES.iter().zip(given) {
                set(&mut chosen, name, size)?;
            }
        }
        *self = chosen;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_in_words() {
        // text, shape, width, height, first size
        let cases = [
            ("grid=6x4", GridShape::Square, 6, 4, 0),
            ("grid=square:5", GridShape::Square, 5, 5, 0),
            ("grid=checkerboard:6x7", GridShape::Checkerboard, 6, 7, 0),
            ("grid=4d:3:2:2:1", GridShape::FourD, 0, 0, 3),
            ("grid=HexaTriangle", GridShape::HexaTriangle, 0, 0, 0),
        ];
        for (text, shape, width, height, a) in cases {
            let mut modifiers = Modifiers::default();
            modifiers.choose(text).unwrap();
            let found = (modifiers.grid_shape, modifiers.width, modifiers.height, modifiers.size_a);
            assert_eq!(found, (shape, width, height, a), "{text}");
        }
        let bad = ["grid=round", "grid=hexagon:many", "grid=4d:1:2:3:4:5", "colour=2", "colors=0"];
        for text in bad {
            let mut modifiers = Modifiers::default();
            assert!(modifiers.choose(text).is_err(), "{text}");
            assert_eq!(modifiers, Modifiers::default(), "{text}");
        }
    }
}
