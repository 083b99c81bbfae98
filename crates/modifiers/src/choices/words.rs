//! Modifiers in words, as [`Modifiers::choose`] reads them.

use calcarray::{Value, json};

use crate::choices::catalogue::{GRID, Modifier, modifiers};
use crate::choices::choice::GridShape;
use crate::choices::choose::SIZES;
use crate::choices::modifiers::Modifiers;

impl Modifiers {
    /// The chosen modifiers in words: `["grid=hexagon:3", "garbage=2"]`. Choosing
    /// these words gives the same modifiers. A drawn grid and the additions of
    /// [`Modifiers::extras`] have no words.
    ///
    /// ```
    /// use polymerge_modifiers::{Garbage, Modifiers};
    /// let modifiers = Modifiers { garbage: Garbage::Holes(2), multi_merge: true, ..Modifiers::default() };
    /// assert_eq!(modifiers.words(), ["multi_merge", "garbage=2"]);
    /// ```
    pub fn words(&self) -> Vec<String> {
        let differs = |modifier: &&Modifier| modifier.get(self) != modifier.default_value();
        let in_grid = |modifier: &&Modifier| {
            ["grid_shape", "width", "height"].contains(&modifier.name) || SIZES.contains(&modifier.name)
        };
        let (grid, others): (Vec<_>, Vec<_>) = modifiers().iter().filter(differs).partition(in_grid);
        let mut words = Vec::new();
        if !grid.is_empty() && self.grid_shape != GridShape::Custom {
            words.push(format!("{GRID}={}", self.grid_in_words()));
        }
        words.extend(others.into_iter().map(|modifier| match modifier.get(self) {
            Value::Boolean(true) => modifier.name.to_owned(),
            value => format!("{}={}", modifier.name, shown(&value)),
        }));
        words
    }

    fn grid_in_words(&self) -> String {
        let shape = self.grid_shape.word().to_lowercase();
        match self.grid_shape {
            GridShape::Square | GridShape::Checkerboard => match (self.width, self.height) {
                (0, 0) => shape,
                (width, height) => format!("{shape}:{width}x{height}"),
            },
            _ => {
                let sizes = [self.size_a, self.size_b, self.size_c, self.size_d];
                let given = sizes.iter().rposition(|size| *size > 0).map_or(0, |last| last + 1);
                sizes[..given].iter().fold(shape, |words, size| format!("{words}:{size}"))
            }
        }
    }
}

/// A value as people read and write it.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => text.to_string_lossy(),
        Value::Number(f64::INFINITY) => "infinity".into(),
        other => json::write(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_in_words_can_be_chosen_again() {
        let cases = [
            &["grid=hexagon:3", "garbage=2"][..],
            &["grid=square:6x4"],
            &["grid=checkerboard"],
            &["grid=4d:3:2:2:1", "stay_still"],
            &["slide_amount=1", "start_tiles=infinity", "positive_ratio=0.5"],
            &["spawn_location=Edge", "negative_tiles=Non-Interacting", "same_direction=-1"],
            &["auto_moves=[[[1,0,1,0,[1,true,true,true],100],\"Between\",true]]"],
            &[],
        ];
        for words in cases {
            let mut modifiers = Modifiers::default();
            for text in words {
                modifiers.choose(text).unwrap();
            }
            assert_eq!(modifiers.words(), words, "{words:?}");
        }
    }
}
