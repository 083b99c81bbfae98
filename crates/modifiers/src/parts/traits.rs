//! Traits of a mode for modifiers: its exceptions from the rule.

use calcarray::Value;

/// The exceptions of a mode (docs/spec/modifiers.md, "Exceptions by mode"), as
/// data of the mode. The default has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModeTraits {
    /// The side that sizes of other shapes are derived from; `None`: the
    /// width of the mode.
    pub default_side: Option<usize>,
    /// The effect of `spawn_rule` Simple.
    pub simple: Simple,
    /// `spawn_rule` Equal changes nothing.
    pub ignores_equal: bool,
    /// `colors` changes nothing.
    pub ignores_colors: bool,
    /// True if `colors` leaves rules alone that test the tile behind.
    pub colors_skip_look_behind: bool,
    /// The effect of `garbage`.
    pub garbage: GarbageTraits,
    /// The effect of `negative_tiles`.
    pub negatives: Negatives,
    /// Negative tiles keep their background: only the colour of their text
    /// is turned around.
    pub turns_text_colour_only: bool,
    /// The game variable that is true while the mode hides texts.
    pub hidden_text_variable: Option<usize>,
    /// Its longest merges are as long as the grid.
    pub lengths_follow_grid: bool,
    /// `destroying_clicks` changes nothing.
    pub ignores_clicks: bool,
}

/// The effect of `spawn_rule` Simple on a mode.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Simple {
    /// The first entry of the spawn list stays, and no other.
    #[default]
    First,
    /// The first two stay if there are negative tiles.
    TwoIfNegative,
    /// No effect.
    Ignored,
    /// The spawn list is replaced by this one.
    List(Value),
}

/// The effect of `garbage` on a mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GarbageTraits {
    /// True if it has no effect.
    pub ignored: bool,
    /// Zeros do nothing; holes do.
    pub ignores_zeros: bool,
    /// A zero is the number 0 and needs no look of its own.
    pub zero_is_number: bool,
    /// Rules test the next tile before their own.
    pub tests_next: bool,
}

/// The effect of `negative_tiles` on a mode.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Negatives {
    /// The effect that it has on all modes.
    #[default]
    General,
    /// The effect that it has on all modes, but the rules stay.
    GeneralWithoutRules,
    /// No effect.
    Ignored,
    /// No effect: the mode was read in the form that it has with them.
    Own,
}
