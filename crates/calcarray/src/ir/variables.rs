//! Variables of a line, and how it takes part in those of the lines around it
//! (docs/spec/calcarray.md, "Start modifiers and variables").

use std::cell::RefCell;

use crate::value::Value;

/// The variables of a line: those it declared, in order.
pub type Variables = RefCell<Vec<Value>>;

/// Returns the place of a variable in a list of this length, by its index, which counts from the
/// end if it is negative.
#[inline(always)]
pub(crate) fn variable_place(index: i32, length: usize) -> Option<usize> {
    let place = if index < 0 { length.checked_sub(index.unsigned_abs() as usize)? } else { index as usize };
    (place < length).then_some(place)
}

/// The default of lines without a start word for the variables around them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Inherit {
    #[default]
    Nothing,
    Share,
    Copy,
}

/// The way in which a line takes part in the variables of the lines around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Plain,
    GlobalRetain,
    GlobalCopy,
    GlobalNone,
    Retain,
    Copy,
    GlobalRetainInner,
    GlobalCopyInner,
    GlobalNoneInner,
}

impl Start {
    /// The words that a line begins with, with what they say.
    pub const WORDS: [(&'static str, Start); 8] = [
        ("@global_var_retain", Start::GlobalRetain),
        ("@global_var_copy", Start::GlobalCopy),
        ("@global_var_none", Start::GlobalNone),
        ("@var_retain", Start::Retain),
        ("@var_copy", Start::Copy),
        ("@global_var_retain_inner", Start::GlobalRetainInner),
        ("@global_var_copy_inner", Start::GlobalCopyInner),
        ("@global_var_none_inner", Start::GlobalNoneInner),
    ];

    /// Returns what the line does with the variables around it, and what the lines in it do that
    /// begin with no word; `around` is what the line itself does without one.
    pub fn inherit(self, around: Inherit) -> (Inherit, Inherit) {
        let inside = match self {
            Start::GlobalRetain | Start::GlobalRetainInner => Inherit::Share,
            Start::GlobalCopy | Start::GlobalCopyInner => Inherit::Copy,
            Start::GlobalNone | Start::GlobalNoneInner => Inherit::Nothing,
            Start::Plain | Start::Retain | Start::Copy => around,
        };
        let own = match (self, around) {
            (Start::GlobalRetain | Start::Retain, _) => Inherit::Share,
            (Start::GlobalCopy, _) => Inherit::Copy,
            (Start::GlobalNone, _) => Inherit::Nothing,
            (Start::Copy, Inherit::Share) => Inherit::Share,
            (Start::Copy, _) => Inherit::Copy,
            (_, around) => around,
        };
        (own, inside)
    }
}
