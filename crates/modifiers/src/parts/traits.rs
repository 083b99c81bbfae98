//! What a mode says about modifiers: where it differs from the rule.

use calcarray::Value;

/// The exceptions of a mode (docs/spec/modifiers.md, "Exceptions by mode"), as
/// data of the mode. The default has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModeTraits {
    /// The side that sizes of other shapes are derived from; `None`: the
    /// width of the mode.
    pub default_side: Option<usize>,
    /// What `spawn_rule` Simple does.
    pub simple: Simple,
    /// `spawn_rule` Equal changes nothing.
    pub ignores_equal: bool,
    /// `colors` changes nothing.
    pub ignores_colors: bool,
    /// Whether `colors` leaves rules alone that look at the tile behind.
    pub colors_skip_look_behind: bool,
    /// What `garbage` does.
    pub garbage: GarbageTraits,
    /// What `negative_tiles` does.
    pub negatives: Negatives,
    /// Negative tiles keep their background: only the colour of their text
    /// is turned around.
    pub turns_text_colour_only: bool,
    /// The game variable in which the mode keeps whether texts are hidden.
    pub hidden_text_variable: Option<usize>,
    /// Its longest merges are as long as the grid.
    pub lengths_follow_grid: bool,
    /// `destroying_clicks` changes nothing.
    pub ignores_clicks: bool,
}

/// What `spawn_rule` Simple does with a mode.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Simple {
    /// Only the first entry of the spawn list stays.
    #[default]
    First,
    /// The first two stay if there are negative tiles.
    TwoIfNegative,
    /// Nothing.
    Ignored,
    /// The spawn list is replaced by this one.
    List(Value),
}

/// What `garbage` does with a mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GarbageTraits {
    /// Nothing at all.
    pub ignored: bool,
    /// Zeros do nothing; holes do.
    pub ignores_zeros: bool,
    /// A zero is the number 0 and needs no look of its own.
    pub zero_is_number: bool,
    /// Rules test the next tile before their own.
    pub tests_next: bool,
}

/// What `negative_tiles` does with a mode.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Negatives {
    /// What it does with all modes.
    #[default]
    General,
    /// What it does with all modes, but the rules stay.
    GeneralWithoutRules,
    /// Nothing.
    Ignored,
    /// Nothing: the mode was read in the form that it has with them.
    Own,
}
