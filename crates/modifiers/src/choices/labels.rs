//! Modifiers as players read them: values in words, and which of them count.

use calcarray::Value;

use crate::choices::catalogue::Modifier;
use crate::choices::choice::{GridShape, NegativeTiles};
use crate::choices::modifiers::Modifiers;
use crate::choices::words::shown;

/// Words of codes as players read them, for the modifiers that take words.
const WORDS: &[(&str, &[(&str, &str)])] = &[
    ("spawn_location", &[("All", "anywhere"), ("Edge", "at the edge")]),
    (
        "grid_shape",
        &[
            ("Square", "rectangle"),
            ("Diamond", "diamond"),
            ("Checkerboard", "checkerboard"),
            ("Hexagon", "hexagon"),
            ("HexaTriangle", "triangle of hexagons"),
            ("4D", "boards in a board (4D)"),
            ("Custom", "as drawn"),
        ],
    ),
    (
        "direction_set",
        &[("Orthogonal", "straight"), ("Both", "straight and diagonal"), ("Diagonal", "diagonal")],
    ),
    (
        "negative_tiles",
        &[("None", "none"), ("Non-Interacting", "beside the others"), ("Interacting", "cancel out")],
    ),
    (
        "spawn_rule",
        &[("Regular", "as in the mode"), ("Simple", "only the first"), ("Equal", "all equally often")],
    ),
];

impl Modifier {
    /// A value as players read it.
    ///
    /// ```
    /// use polymerge_modifiers::Modifier;
    /// let slide = Modifier::find("slide_amount")?;
    /// assert_eq!(slide.in_words(&slide.default_value()), "to the end");
    /// # Ok::<(), polymerge_modifiers::ModifierError>(())
    /// ```
    pub fn in_words(&self, value: &Value) -> String {
        let words = WORDS.iter().find(|(name, _)| *name == self.name).map_or(&[][..], |(_, words)| words);
        if let Some((_, said)) = words.iter().find(|(word, _)| value.is_word(word)) {
            return (*said).to_owned();
        }
        match (self.name, value) {
            (_, Value::Boolean(flag)) => if *flag { "yes" } else { "no" }.into(),
            (_, Value::Array(list)) if list.is_empty() => "none".into(),
            (_, Value::Number(number)) => self.number_in_words(*number),
            _ => shown(value),
        }
    }

    fn number_in_words(&self, number: f64) -> String {
        let text = shown(&Value::Number(number));
        let counted = |thing: &str| match number == 1.0 {
            true => format!("{text} {thing}"),
            false => format!("{text} {thing}s"),
        };
        match (self.name, number) {
            ("slide_amount", f64::INFINITY) => "to the end".into(),
            ("slide_amount", _) => counted("cell"),
            ("tiles_per_move" | "start_tiles", f64::INFINITY) => "until the board is full".into(),
            ("size_a" | "size_b" | "size_c" | "size_d", 0.0) => "as fits".into(),
            ("width" | "height", 0.0) => "as in the mode".into(),
            ("garbage", -1.0) => "nothing".into(),
            ("garbage", 0.0) => "zeros".into(),
            ("garbage", _) => format!("holes for {}", counted("turn")),
            ("same_direction", -1.0) => "needed to merge".into(),
            ("same_direction", 0.0) => "allowed".into(),
            ("same_direction", _) => format!("after {}", counted("other move")),
            (
                "next_tiles" | "random_holes" | "random_boxes" | "random_slippery" | "hole_count"
                | "unmoving" | "unmerging" | "destroying_clicks",
                0.0,
            ) => "none".into(),
            ("spawn_interval", 1.0) => "none".into(),
            ("spawn_interval", _) => format!("every {text} moves"),
            _ => text,
        }
    }

    /// Returns the reason why the modifier has no effect beside the others as they
    /// are chosen; `None` if it has one.
    pub fn idle(&self, chosen: &Modifiers) -> Option<&'static str> {
        use GridShape::{Checkerboard, Custom, Diamond, FourD, HexaTriangle, Hexagon, Square};
        let (counts, why) = match self.name {
            "size_a" => (
                matches!(chosen.grid_shape, Diamond | Hexagon | HexaTriangle | FourD),
                "it is the size of a diamond, a hexagon, a triangle of hexagons or a 4D board",
            ),
            "size_b" | "size_c" | "size_d" => (chosen.grid_shape == FourD, "it is a size of a 4D board"),
            "width" | "height" => (
                matches!(chosen.grid_shape, Square | Checkerboard),
                "it is a size of a rectangle or a checkerboard",
            ),
            "direction_set" => (
                !matches!(chosen.grid_shape, FourD | Custom),
                "4D boards and drawn ones have directions of their own",
            ),
            "positive_ratio" | "negative_ratio" => {
                (chosen.negative_tiles != NegativeTiles::None, "there are no negative tiles")
            }
            "hole_interval" | "hole_lifespan" => {
                (chosen.hole_count > 0, "there are no holes that come and go")
            }
            _ => return None,
        };
        (!counts).then_some(why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::catalogue::{Range, modifiers};

    #[test]
    fn players_read_no_names_of_codes() {
        let mut titles = std::collections::HashSet::new();
        for modifier in modifiers() {
            assert!(titles.insert(modifier.title), "{}", modifier.title);
            let values = match modifier.range {
                Range::Flag => vec![Value::from(false), Value::from(true)],
                Range::Word(words) => words.iter().map(|word| Value::from(*word)).collect(),
                Range::Count { least, infinite, .. } => {
                    let last = infinite.then_some(f64::INFINITY);
                    [least as f64, 0.0, 1.0, 2.0].into_iter().chain(last).map(Value::Number).collect()
                }
                _ => vec![modifier.default_value()],
            };
            for text in values.iter().map(|value| modifier.in_words(value)).chain([modifier.title.into()]) {
                let is_raw = text.contains(['_', '[']) || ["true", "false", "infinity"].contains(&&*text);
                assert!(!is_raw && !text.is_empty(), "{}: {text:?}", modifier.name);
            }
        }
    }

    #[test]
    fn values_are_said_in_words() {
        for (name, value, words) in [
            ("garbage", 2.0, "holes for 2 turns"),
            ("garbage", 1.0, "holes for 1 turn"),
            ("garbage", -1.0, "nothing"),
            ("same_direction", -1.0, "needed to merge"),
            ("same_direction", 3.0, "after 3 other moves"),
            ("slide_amount", 1.0, "1 cell"),
            ("start_tiles", f64::INFINITY, "until the board is full"),
            ("start_tiles", 2.0, "2"),
            ("size_c", 0.0, "as fits"),
            ("positive_ratio", 0.5, "0.5"),
        ] {
            let modifier = Modifier::find(name).unwrap();
            assert_eq!(modifier.in_words(&Value::Number(value)), words, "{name}={value}");
        }
    }

    #[test]
    fn sizes_and_shares_count_where_they_have_a_meaning() {
        // what is chosen, what does not count then
        for (words, idle) in [
            (
                &[][..],
                &[
                    "size_a",
                    "size_b",
                    "size_c",
                    "size_d",
                    "positive_ratio",
                    "negative_ratio",
                    "hole_interval",
                    "hole_lifespan",
                ][..],
            ),
            (
                &["grid=hexagon", "negative_tiles=interacting", "hole_count=1"],
                &["size_b", "size_c", "size_d", "width", "height"],
            ),
            (
                &["grid=4d", "negative_tiles=interacting", "hole_count=1"],
                &["direction_set", "width", "height"],
            ),
        ] {
            let mut chosen = Modifiers::default();
            words.iter().for_each(|words| chosen.choose(words).unwrap());
            let found: Vec<&str> =
                modifiers().iter().filter(|one| one.idle(&chosen).is_some()).map(|one| one.name).collect();
            assert_eq!(found, idle, "{words:?}");
        }
    }
}
