//! Checks the engine against golden data laid out like `../shared/conformance`.
//!
//! A [`Family`] turns the files of one folder into [`Case`]s; [`run::run`]
//! runs cases on all cores, a panic being a failure of its case alone. A new
//! family is a new file here and a line in [`FAMILIES`].

pub mod calcarray;
pub mod case;
pub mod data;
pub mod difference;
pub mod display;
pub mod files;
pub mod games;
pub mod known;
pub mod modes;
pub mod modifiers;
pub mod record;
pub mod report;
pub mod rules;
pub mod run;
pub mod savecodes;
pub mod trace;

pub use case::{Case, Outcome};
pub use data::Data;

/// A folder of golden data and how to check it.
pub struct Family {
    /// The name, as given to `--family`.
    pub name: &'static str,
    /// The cases that the first data directory holds for this family; the
    /// message says what is missing if there are none.
    pub cases: fn(&Data) -> Result<Vec<Case>, String>,
}

/// All families, in the order in which they are reported.
pub const FAMILIES: &[Family] = &[
    Family { name: "calcarray", cases: calcarray::cases },
    Family { name: "rules", cases: rules::cases },
    Family { name: "games", cases: games::cases },
    Family { name: "modes", cases: modes::cases },
    Family { name: "savecodes", cases: savecodes::cases },
    Family { name: "display", cases: display::cases },
    Family { name: "modifiers", cases: modifiers::cases },
];

/// The family of this name.
pub fn family(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}
