//! Words that colour expressions begin with.

use super::paint::Kind;
use crate::array::Array;
use crate::text::Text;

/// The systems a colour expression can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// `["@RGBA", red, green, blue, alpha]`.
    Rgba,
    /// `["@HSLA", hue, saturation, lightness, alpha]`.
    Hsla,
    /// `["@HSVA", hue, saturation, value, alpha]`.
    Hsva,
    /// The text `#rrggbb` or `#rrggbbaa`.
    Hex,
}

impl System {
    /// The system with this word.
    pub fn by_word(word: &Text) -> Option<System> {
        [System::Rgba, System::Hsla, System::Hsva, System::Hex]
            .into_iter()
            .find(|system| word.is(system.word()))
    }

    /// The word an expression starts with.
    pub fn word(self) -> &'static str {
        match self {
            System::Rgba => "@RGBA",
            System::Hsla => "@HSLA",
            System::Hsva => "@HSVA",
            System::Hex => "@Hex",
        }
    }
}

/// The word of several layers, the first on top.
pub(super) const LAYERS: &str = "@multi-gradient";

const GRADIENTS: [(&str, Kind, bool); 6] = [
    ("@linear-gradient", Kind::Linear, false),
    ("@radial-gradient", Kind::Radial, false),
    ("@conic-gradient", Kind::Conic, false),
    ("@repeating-linear-gradient", Kind::Linear, true),
    ("@repeating-radial-gradient", Kind::Radial, true),
    ("@repeating-conic-gradient", Kind::Conic, true),
];

/// The kind of gradient that the word stands for, and true if it repeats.
pub(super) fn gradient_of(word: &Text) -> Option<(Kind, bool)> {
    GRADIENTS.into_iter().find(|(name, ..)| word.is(name)).map(|(_, kind, repeating)| (kind, repeating))
}

/// The words that gradients begin with.
pub fn gradient_words() -> impl Iterator<Item = &'static str> {
    GRADIENTS.into_iter().map(|(word, ..)| word)
}

/// Returns true if the entries after this word are colours: a gradient, or several layers.
pub(super) fn has_colors(word: &Text) -> bool {
    gradient_of(word).is_some() || word.is(LAYERS)
}

/// The word for a kind of gradient.
pub(super) fn word_of(kind: Kind, repeating: bool) -> &'static str {
    GRADIENTS.into_iter().find(|(_, k, r)| *k == kind && *r == repeating).map_or("", |(word, ..)| word)
}

/// Returns true if an array among the entries of a gradient is no colour but details or a computed
/// number.
pub(super) fn is_no_color(entry: &Array) -> bool {
    entry.first().is_some_and(|first| first.is_word("@GradientDetails") || first.is_word("@CalcArrayNumber"))
}
