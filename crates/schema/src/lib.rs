//! The public data of the engine: one description, from which all languages have their names.
//!
//! Names are in `snake_case` here, in Python and in C; JavaScript has them in `camelCase`
//! ([`camel`]). `docs/data.md`, the declarations for JavaScript and the records of Python are
//! written from these sources: `APPROVE=1 cargo test -p polymerge-schema`.

mod content;
pub mod limits;
mod mode;
#[cfg(feature = "player")]
mod player;
mod problem;
mod result;
mod turn;

pub use content::{Content, Kind, Sort};
pub use mode::{Direction, ModeInfo, Modifier, RulesInfo, Setting, SettingOption};
#[cfg(feature = "player")]
pub use player::{Choice, Outcome, Progress, Ranking, Reason, ValueChoice, ValueRanking};
pub use problem::Problem;
pub use result::{Failure, Spawn, Verdict};
pub use turn::{Faces, Place, PlacedTile, Printed, ScreenName, Turn, TurnEvent};

/// Fields that only JavaScript has, with their records.
pub const IN_JAVASCRIPT: [(&str, &str); 5] = [
    ("TurnEvent", "face"),
    ("PlacedTile", "face"),
    ("Choice", "label"),
    ("ValueChoice", "label"),
    ("ValueRanking", "foreseen"),
];

/// Returns true if a field of [`IN_JAVASCRIPT`] is left out. It has a name of its own because fields
/// that are left out by `Option::is_none` become optional in TypeScript: these never are.
fn is_not_javascript<T>(field: &Option<T>) -> bool {
    field.is_none()
}

/// Returns the name that JavaScript has for a name.
///
/// ```
/// assert_eq!(polymerge_schema::camel("text_length"), "textLength");
/// ```
pub fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (head, rest) = part.split_at(part.len().min(1));
        text + &head.to_ascii_uppercase() + rest
    })
}

/// Returns the name that Python has for a name in `camelCase`.
///
/// ```
/// assert_eq!(polymerge_schema::snake("endOfTurnRule"), "end_of_turn_rule");
/// ```
pub fn snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

/// The example in the README, so that it is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
