//! Names of formulas: what an author named, and what every formula knows.

use calcarray::Value;
use calcarray::keywords::is_start;

use crate::types::Type;

/// The thing that a name of the author stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// An entry of tiles, by its number.
    Entry(usize),
    /// A game variable, by its number.
    Variable(usize),
    /// A modifier variable, by its number.
    ModifierVariable(usize),
    /// A variable of the rule, look or script around the formula: what stands after `@Var`.
    Local(Local),
    /// A named value, which is put in place of the name.
    Definition(Value),
}

/// A variable of the rule, look or script around a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Local {
    /// Its number.
    Number(usize),
    /// Its name, which becomes a number later.
    Named(String),
}

impl Local {
    /// The text that reads the variable.
    pub(crate) fn word(&self) -> String {
        match self {
            Local::Number(number) => format!("@Var {number}"),
            Local::Named(name) => format!("@Var {name}"),
        }
    }

    /// The value that says which variable is changed.
    pub(crate) fn index(&self) -> Value {
        match self {
            Local::Number(number) => Value::Number(*number as f64),
            Local::Named(name) => Value::text(name.as_str()),
        }
    }
}

/// A function that an author has defined: the names of its values, and the formula of its result.
/// The formula sees these values, entries, game variables and definitions, and those variables of
/// the place where the function is used that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The names of the values.
    pub parameters: Vec<String>,
    /// The variables that it takes from the place where it is used.
    pub taken: Vec<String>,
    /// The formula.
    pub body: String,
}

/// The names that an author has given.
pub trait Names {
    /// The meaning of a name, or `None` if the author has not given it.
    fn meaning(&self, name: &str) -> Option<Meaning>;

    /// The name of an entry, or of a variable: the other way round.
    fn name(&self, meaning: &Meaning) -> Option<String>;

    /// The name of an entry of a tile that is a value, where its number stands for it and for
    /// nothing else.
    fn entry(&self, _number: usize) -> Option<String> {
        None
    }

    /// The value that stands for the entries of a definition, to be put into the line later.
    fn splice(&self, _name: &str) -> Option<Value> {
        None
    }

    /// The name of the definition whose entries such a value stands for.
    fn spliced(&self, _value: &Value) -> Option<String> {
        None
    }

    /// The variables that a definition reads or sets of the place where it is used.
    fn taken(&self, _name: &str) -> &[String] {
        &[]
    }

    /// The formula of a definition, or the formulas of its steps as one.
    fn formula(&self, _name: &str) -> Option<String> {
        None
    }

    /// The value of a definition that is the same everywhere: a number, a truth value, a text.
    fn constant(&self, _name: &str) -> Option<Value> {
        None
    }

    /// Returns true if a definition that is steps sets variables of the place where it is used.
    fn sets_variables(&self, _name: &str) -> bool {
        false
    }

    /// The function that the author has defined under a name.
    fn function(&self, _name: &str) -> Option<Function> {
        None
    }

    /// The number of the direction of the mode that has this name, from 1 on.
    fn direction(&self, _name: &str) -> Option<usize> {
        None
    }

    /// The number of directions of the mode, if it is known.
    fn directions(&self) -> Option<usize> {
        None
    }

    /// Returns true if the cells of the board are hexagons.
    fn is_hexagonal(&self) -> bool {
        false
    }
}

/// No names.
///
/// ```
/// use polymerge_formula::{compile, NoNames};
/// assert_eq!(compile("=score + 1", &NoNames)?, calcarray::json::read(r#"["@Score","+",1]"#, &Default::default()).unwrap());
/// assert!(compile("=hp + 1", &NoNames).is_err());
/// # Ok::<(), polymerge_formula::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoNames;

impl Names for NoNames {
    fn meaning(&self, _: &str) -> Option<Meaning> {
        None
    }

    fn name(&self, _: &Meaning) -> Option<String> {
        None
    }
}

/// A name that every formula knows.
pub(crate) struct Word {
    pub name: &'static str,
    /// The word that it stands for.
    pub word: &'static str,
    /// The type of its value.
    of: fn() -> Type,
}

const fn row(name: &'static str, word: &'static str, of: fn() -> Type) -> Word {
    Word { name, word, of }
}

const NUMBER: fn() -> Type = || Type::Number;
const UNKNOWN: fn() -> Type = || Type::Unknown;
const CELL: fn() -> Type = || Type::Cell;
const TILE: fn() -> Type = || Type::Tile;
const CELLS: fn() -> Type = || Type::list(Type::Cell);
const ALL_TILES: fn() -> Type = || Type::list(Type::Tile);
const ROWS: fn() -> Type = || Type::list(Type::list(Type::Cell));

/// The names that every formula knows, with the words that they stand for. A name that the
/// author has given goes before.
pub(crate) const WORDS: &[Word] = &[
    row("this", "@This", TILE),
    row("next", "@Next 1", CELL),
    row("score", "@Score", NUMBER),
    row("moves", "@Moves", NUMBER),
    row("merges", "@Merges", NUMBER),
    row("merge_moves", "@MergeMoves", NUMBER),
    row("merges_before", "@MergesBefore", NUMBER),
    row("grid", "@Grid", ROWS),
    row("width", "@GridWidth", NUMBER),
    row("height", "@GridHeight", NUMBER),
    row("row", "@VCoord", NUMBER),
    row("column", "@HCoord", NUMBER),
    row("row_step", "@VDir", NUMBER),
    row("column_step", "@HDir", NUMBER),
    row("direction", "@DirectionIndex", NUMBER),
    row("direction_type", "@MoveType", UNKNOWN),
    row("merge_length", "@MLength", NUMBER),
    row("slide", "@SlideAmount", UNKNOWN),
    row("tile_order", "@TileOrder", UNKNOWN),
    row("discovered", "@DiscTiles", ALL_TILES),
    row("next_spawns", "@NextSpawns", UNKNOWN),
    row("primes", "@Primes", UNKNOWN),
    row("empty", "@Empty", CELL),
    row("void", "@Void", UNKNOWN),
];

/// Returns the special string that a name stands for which every formula knows.
///
/// ```
/// assert_eq!(polymerge_formula::word("next"), Some("@Next 1"));
/// ```
pub fn word(name: &str) -> Option<&'static str> {
    WORDS.iter().find(|known| known.name == name).map(|known| known.word)
}

/// The type of the value of a name that every formula knows.
pub(crate) fn type_of_word(name: &str) -> Option<Type> {
    let lists = match name {
        "cells" | "neighbours" | "around" => Some(CELLS()),
        "tiles" => Some(ALL_TILES()),
        "places" => Some(Type::list(Type::AnyPlace)),
        _ => None,
    };
    lists.or_else(|| WORDS.iter().find(|known| known.name == name).map(|known| (known.of)()))
}

/// The type of the value of a special string.
pub(crate) fn type_of_special(word: &str) -> Type {
    WORDS.iter().find(|known| known.word == word).map_or(Type::Unknown, |known| (known.of)())
}

/// Returns the value that has a name of its own. No author can give this name to anything else.
pub fn constant(name: &str) -> Option<Value> {
    Some(match name {
        "true" => Value::Boolean(true),
        "false" => Value::Boolean(false),
        "undefined" => Value::Undefined,
        "null" => Value::Null,
        "Infinity" => Value::Number(f64::INFINITY),
        "NaN" => Value::Number(f64::NAN),
        _ => return None,
    })
}

/// The word for a variable by its number.
pub(crate) const GIVEN: &str = "@Var";

/// The words for tiles at a distance: the name, the word, the numbers that it takes.
pub(crate) const TILES: &[(&str, &str, &[usize])] = &[
    ("this", "@This", &[0]),
    ("next", "@Next", &[1, 2]),
    ("next_tile", "@NextNE", &[1]),
    ("next_full", "@NextFull", &[1]),
    ("near", "@Relative", &[2]),
    ("cell", "@Grid", &[2]),
    // A variable that a script or another expression is given, by its number.
    ("given", GIVEN, &[1]),
];

/// The word that shares the variables of the line around.
pub(crate) const SHARE: &str = "@var_retain";
/// The word that copies them.
pub(crate) const COPY: &str = "@var_copy";

/// Returns true for a word that may stand before the braces of a line.
pub(crate) fn is_modifier(word: &str) -> bool {
    is_start(word) || ["@CalcArray", "@include_gvars"].contains(&word)
}
