//! The table of all modifiers: names, values, defaults, explanations.

use calcarray::{Value, json};

use crate::choices::choice::{Choice, typed};
use crate::choices::modifiers::Modifiers;
use crate::choices::nearest::{same_word, similar};
use crate::choices::preset::presets;
use crate::error::ModifierError;

/// The part of a game that a modifier changes, to find it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The size and form of the grid.
    Grid,
    /// Directions and how tiles slide.
    Movement,
    /// The time, the place and the kinds of spawning tiles.
    Spawning,
    /// The rules of merging.
    Merging,
    /// Further kinds of tiles and cells.
    Tiles,
    /// The display.
    Display,
}

impl Group {
    /// All of them, in the order in which they are shown.
    pub const ALL: &'static [Group] =
        &[Group::Grid, Group::Movement, Group::Spawning, Group::Merging, Group::Tiles, Group::Display];
}

impl Group {
    /// The title of the group.
    pub fn title(self) -> &'static str {
        match self {
            Group::Grid => "Grid",
            Group::Movement => "Movement",
            Group::Spawning => "Spawning",
            Group::Merging => "Merging",
            Group::Tiles => "Tiles and cells",
            Group::Display => "Display",
        }
    }
}

/// The values that a modifier takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// `true` or `false`.
    Flag,
    /// Whole numbers from `least` to `most`.
    Count {
        /// The smallest.
        least: i64,
        /// The largest.
        most: u32,
        /// True if infinity is a value, too.
        infinite: bool,
    },
    /// A number that is not negative.
    Ratio,
    /// Words: one of these.
    Word(&'static [&'static str]),
    /// A list of automatic moves.
    Moves,
}

impl Range {
    /// The range in words.
    pub fn text(self) -> String {
        match self {
            Range::Flag => "true or false".into(),
            Range::Count { least, most, infinite } => {
                let more = if infinite { ", or infinity" } else { "" };
                format!("a whole number from {least} to {most}{more}")
            }
            Range::Ratio => "a number that is not negative".into(),
            Range::Word(words) => format!("one of {}", words.join(", ")),
            Range::Moves => "a list of automatic moves".into(),
        }
    }

    fn contains(self, value: &Value) -> bool {
        match (self, value) {
            (Range::Flag, Value::Boolean(_)) | (Range::Moves, Value::Array(_)) => true,
            (Range::Count { infinite, .. }, Value::Number(f64::INFINITY)) => infinite,
            (Range::Count { least, most, .. }, Value::Number(number)) => {
                number.fract() == 0.0 && *number >= least as f64 && *number <= f64::from(most)
            }
            (Range::Ratio, Value::Number(number)) => *number >= 0.0 && number.is_finite(),
            (Range::Word(words), value) => words.iter().any(|word| value.is_word(word)),
            _ => false,
        }
    }
}

/// A row of the table.
pub struct Modifier {
    /// Its place in the list of the reference and its codes; `None` for what
    /// those keep elsewhere.
    pub index: Option<usize>,
    /// Its name, as in `--with garbage=0`.
    pub name: &'static str,
    /// The name that players read.
    pub title: &'static str,
    /// The group that it is listed in.
    pub group: Group,
    /// The values that it takes.
    pub range: Range,
    /// Its effect, in a line.
    pub help: &'static str,
    read: fn(&Modifiers) -> Value,
    write: fn(&mut Modifiers, &Value) -> bool,
}

impl std::fmt::Debug for Modifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Modifier").field("name", &self.name).field("range", &self.range).finish()
    }
}

impl Modifier {
    /// Finds a modifier by its name.
    ///
    /// # Errors
    /// If there is none; the error names some that are similar.
    pub fn find(name: &str) -> Result<&'static Modifier, ModifierError> {
        MODIFIERS.iter().find(|modifier| modifier.name == name).ok_or_else(|| ModifierError::Unknown {
            name: name.to_owned(),
            similar: similar(
                name,
                MODIFIERS
                    .iter()
                    .map(|modifier| modifier.name)
                    .chain([GRID])
                    .chain(presets().iter().map(|preset| preset.name)),
            ),
        })
    }

    /// The modifier at a place of the reference's list; places 16 and 29 are
    /// not used.
    pub fn at(index: usize) -> Option<&'static Modifier> {
        MODIFIERS.iter().find(|modifier| modifier.index == Some(index))
    }

    /// The value that is chosen.
    pub fn get(&self, modifiers: &Modifiers) -> Value {
        (self.read)(modifiers)
    }

    /// The value that changes nothing.
    pub fn default_value(&self) -> Value {
        self.get(&Modifiers::default())
    }

    /// Chooses a value.
    ///
    /// # Errors
    /// If it is none of [`Modifier::range`]; nothing is changed then.
    pub fn set(&self, modifiers: &mut Modifiers, value: &Value) -> Result<(), ModifierError> {
        if self.range.contains(value) && (self.write)(modifiers, value) {
            return Ok(());
        }
        Err(ModifierError::Value { name: self.name, value: json::write(value), expected: self.range.text() })
    }

    /// Chooses a value that a person typed.
    ///
    /// # Errors
    /// As [`Modifier::set`].
    ///
    /// ```
    /// use polymerge_modifiers::{Modifier, Modifiers};
    /// let mut modifiers = Modifiers::default();
    /// Modifier::find("slide_amount")?.set_text(&mut modifiers, "3")?;
    /// Modifier::find("grid_shape")?.set_text(&mut modifiers, "hexagon")?;
    /// let error = Modifier::find("colors")?.set_text(&mut modifiers, "red").unwrap_err();
    /// assert_eq!(error.to_string(), "colors can't be \"red\": expected a whole number from 1 to 1000");
    /// # Ok::<(), polymerge_modifiers::ModifierError>(())
    /// ```
    pub fn set_text(&self, modifiers: &mut Modifiers, text: &str) -> Result<(), ModifierError> {
        let Range::Word(words) = self.range else { return self.set(modifiers, &typed(text)) };
        match words.iter().find(|word| same_word(word, text)) {
            Some(word) => self.set(modifiers, &Value::from(*word)),
            None => Err(ModifierError::Word {
                name: self.name,
                text: text.trim().to_owned(),
                similar: similar(text.trim(), words.iter().copied()),
                words,
            }),
        }
    }
}

/// All modifiers, in the order of the reference's list.
pub fn modifiers() -> &'static [Modifier] {
    MODIFIERS
}

/// The name for shape and sizes together.
pub(crate) const GRID: &str = "grid";

const SIDE: u32 = 9999;
const MANY: u32 = 1_000_000;

const fn count(least: i64, most: u32) -> Range {
    Range::Count { least, most, infinite: false }
}

const fn amount() -> Range {
    Range::Count { least: 1, most: MANY, infinite: true }
}

macro_rules! row {
    ($index:expr, $field:ident, $title:literal, $group:ident, $range:expr, $help:literal) => {
        Modifier {
            index: $index,
            name: stringify!($field),
            title: $title,
            group: Group::$group,
            range: $range,
            help: $help,
            read: |modifiers| modifiers.$field.to_value(),
            write: |modifiers, value| match Choice::from_value(value) {
                Some(value) => {
                    modifiers.$field = value;
                    true
                }
                None => false,
            },
        }
    };
}

const SHAPES: Range =
    Range::Word(&["Square", "Diamond", "Checkerboard", "Hexagon", "HexaTriangle", "4D", "Custom"]);
const NEGATIVES: Range = Range::Word(&["None", "Non-Interacting", "Interacting"]);

#[rustfmt::skip]
const MODIFIERS: &[Modifier] = &[
    row!(Some(0), slide_amount, "How far tiles slide", Movement, amount(), "How many cells a tile slides in one move."),
    row!(Some(1), tiles_per_move, "New tiles after each move", Spawning, amount(), "How many tiles spawn after each move."),
    row!(Some(2), start_tiles, "Tiles at the start", Spawning, amount(), "How many tiles a game starts with."),
    row!(Some(3), multi_merge, "Merge again in the same move", Merging, Range::Flag, "Tiles may merge more than once in a move."),
    row!(Some(4), spawn_location, "Where new tiles come", Spawning, Range::Word(&["All", "Edge"]), "Tiles spawn anywhere, or at the edge they moved away from."),
    row!(Some(5), grid_shape, "Shape of the board", Grid, SHAPES, "The shape of the grid."),
    row!(Some(6), size_a, "Size of the shape", Grid, count(0, SIDE), "The first size of the shape; 0: as fits the mode."),
    row!(Some(7), size_b, "Second size (4D)", Grid, count(0, SIDE), "The second size of a 4D grid; 0: as fits the mode."),
    row!(Some(8), size_c, "Third size (4D)", Grid, count(0, SIDE), "The third size of a 4D grid; 0: as fits the mode."),
    row!(Some(9), size_d, "Fourth size (4D)", Grid, count(0, SIDE), "The fourth size of a 4D grid; 0: as fits the mode."),
    row!(Some(10), direction_set, "Directions", Movement, Range::Word(&["Orthogonal", "Both", "Diagonal"]), "Which directions there are."),
    row!(Some(11), stay_still, "A move that moves nothing", Movement, Range::Flag, "There is a direction that moves nothing."),
    row!(Some(12), garbage, "What merges leave behind", Tiles, count(-1, MANY), "Merges leave something: -1 nothing, 0 zeros, n holes that last n turns."),
    row!(Some(13), negative_tiles, "Negative tiles", Tiles, NEGATIVES, "Every tile has a negative; interacting ones cancel out."),
    row!(Some(14), next_tiles, "Next tiles shown", Spawning, count(0, 1000), "How many of the next tiles are shown."),
    row!(Some(15), spawn_rule, "Which new tiles come", Spawning, Range::Word(&["Regular", "Simple", "Equal"]), "All tiles, only the first one, or all equally often."),
    row!(Some(17), random_holes, "Walls: holes in the board", Grid, count(0, MANY), "Holes at random cells, anew in every game: walls that no tile enters."),
    row!(Some(18), random_boxes, "Boxes that never merge", Tiles, count(0, MANY), "Boxes at random cells, anew in every game: they slide, but never merge."),
    row!(Some(19), spawn_interval, "Moves between new tiles", Spawning, count(1, MANY), "Tiles spawn only every so many moves."),
    row!(Some(20), same_direction, "The same direction again", Movement, count(-1, 10_000), "-1: merging takes two moves in one direction; n: a direction rests for n moves."),
    row!(Some(21), hidden_text, "Hide the numbers", Display, Range::Flag, "Tiles do not show their text."),
    row!(Some(22), positive_ratio, "Share of positive tiles", Tiles, Range::Ratio, "How often positive tiles spawn, against negative ones."),
    row!(Some(23), negative_ratio, "Share of negative tiles", Tiles, Range::Ratio, "How often negative tiles spawn, against positive ones."),
    row!(Some(24), colors, "Colours of tiles", Tiles, count(1, 1000), "Tiles have colours, and those that merge must go together."),
    row!(Some(25), hole_count, "Holes that come and go", Tiles, count(0, 10_000), "Temporary holes that appear again and again."),
    row!(Some(26), hole_interval, "Moves between such holes", Tiles, count(1, MANY), "Moves between temporary holes."),
    row!(Some(27), hole_lifespan, "Turns that they last", Tiles, count(1, MANY), "Turns that a temporary hole lasts."),
    row!(Some(28), random_slippery, "Ice: slippery cells", Grid, count(0, MANY), "Slippery cells at random, anew in every game."),
    row!(Some(30), unmoving, "Tiles that rest for a turn", Tiles, count(0, MANY), "Tiles that can't move for a turn."),
    row!(Some(31), unmerging, "Tiles that keep for a turn", Tiles, count(0, MANY), "Tiles that can't merge for a turn."),
    row!(Some(32), hidden_colors, "Hide the colours", Display, Range::Flag, "Tiles do not show their colour."),
    row!(Some(33), destroying_clicks, "Tiles to click away", Tiles, count(0, MANY), "Tiles that can be clicked away."),
    row!(None, auto_moves, "Moves by themselves, in time", Movement, Range::Moves, "Moves that happen by themselves, after moves or after a time."),
    row!(None, width, "Columns", Grid, count(0, SIDE), "Columns of a square or checkerboard grid; 0: as the mode has it."),
    row!(None, height, "Rows", Grid, count(0, SIDE), "Rows of a square or checkerboard grid; 0: as the mode has it."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_in_its_range() {
        for modifier in MODIFIERS {
            let value = modifier.default_value();
            let mut modifiers = Modifiers::default();
            assert_eq!(modifier.set(&mut modifiers, &value), Ok(()), "{}", modifier.name);
            assert_eq!(modifiers, Modifiers::default(), "{}", modifier.name);
        }
    }

    #[test]
    fn what_is_misspelt_brings_up_what_was_meant() {
        // name, value, message
        let cases = [
            ("random_hole", "1", "there is no modifier \"random_hole\"; did you mean random_holes?"),
            ("grib", "6x6", "there is no modifier \"grib\"; did you mean grid?"),
            ("holes", "1", "there is no modifier \"holes\"; did you mean random_holes?"),
            (
                "grid_shape",
                "hexagn",
                "grid_shape can't be \"hexagn\": did you mean Hexagon? It can be Square, Diamond, \
                 Checkerboard, Hexagon, HexaTriangle, 4D, Custom",
            ),
            ("spawn_rule", "x", "spawn_rule can't be \"x\": it can be Regular, Simple, Equal"),
            ("garbage", "lots", "garbage can't be \"lots\": expected a whole number from -1 to 1000000"),
        ];
        for (name, value, message) in cases {
            let set = Modifier::find(name).and_then(|one| one.set_text(&mut Modifiers::default(), value));
            assert_eq!(set.unwrap_err().to_string(), message);
        }
        // All names, if none is similar.
        let message = Modifier::find("quux").map(|_| ()).unwrap_err().to_string();
        let names = MODIFIERS.iter().map(|modifier| modifier.name).collect::<Vec<_>>().join(", ");
        assert!(
            message.starts_with(&format!("there is no modifier \"quux\"; there are {names}")),
            "{message}"
        );
    }
}
