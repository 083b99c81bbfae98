//! The keys of exceptions to modifiers.

use crate::table::Form::{Any, Either, Object, Whole, Words};
use crate::table::{key, KeyTable, Word};

/// The keys of `modifiers`.
pub static MODIFIERS: KeyTable = KeyTable {
    what: r#""modifiers""#,
    form: "",
    about: "",
    keys: &[
        key("default_side", Whole(1., 9_999.), "The side that sizes of other shapes are derived from, a number: {}. Left out, it is the width of the board.", "4").otherwise("the width of the board"),
        key("hidden_text", Whole(0., 9_999.), "The number of the game variable that says whether texts are hidden: {}.", r#""$hide_texts""#),
        key("simple", Either(&[Words(SIMPLE), Any]), r#"What the modifier spawn_rule=Simple does: {} is nothing, `"two_if_negative"` keeps two spawns with negative tiles, or the list of spawns that it leaves."#, r#""ignored""#),
        key("lengths", Words(LENGTHS), "What a larger board does to the longest merges: {} makes them as long as its side.", r#""as_grid""#),
        key("equal", Words(IGNORED), "What the modifier spawn_rule=Equal does: {} is nothing.", r#""ignored""#),
        key("colors", Words(COLORS), r#"What the modifier of colours does: {} is nothing, `"keep_look_behind"` leaves merges that look at the tile behind as they are."#, r#""ignored""#),
        key("garbage", Words(GARBAGE), r#"What the modifier of garbage does: {}, `"no_zeros"`, `"zero_is_number"` or `"tests_next_first"`."#, r#""ignored""#),
        key("negative_tiles", Either(&[Words(NEGATIVES), Object(&NEGATIVE_TILES)]), r#"What negative tiles change: `"ignored"`, `"keep_rules"`, or the keys that are different with them: {}."#, r#"{ "both": { "win": [[64], [-64]] } }"#),
        key("negative_colours", Words(TEXT), "How negative tiles look: {} keeps their background and turns only the colour of their text around.", r#""text""#),
        key("destroying_clicks", Words(IGNORED), "What the modifier of clicks that destroy tiles does: {} is nothing.", r#""ignored""#),
    ],
};

/// The keys of `negative_tiles` in `modifiers`.
pub static NEGATIVE_TILES: KeyTable = KeyTable {
    what: "negative tiles",
    form: "",
    about: "",
    keys: &[
        key("both", Any, "Keys that are different with negative tiles, in any case: {}.", r#"{ "spawns": [{ "tile": [1] }, { "tile": [-1] }] }"#),
        key("apart", Any, r#"Keys that are different if negative tiles keep to themselves: an object, a name of `"define"`, or a list of these."#, r#"{ "win": [[64], [-64]] }"#),
        key("interacting", Any, r#"Keys that are different if a tile and its negative vanish: an object, a name of `"define"`, or a list of these."#, r#"{ "win": [[64]] }"#),
    ],
};

/// The exceptions to simple spawns.
pub(crate) const SIMPLE: &[Word] = &[
    ("ignored", "The modifier changes nothing in this mode."),
    ("two_if_negative", "The modifier keeps two spawns if there are negative tiles."),
];

/// The exceptions to negative tiles.
pub(crate) const NEGATIVES: &[Word] = &[
    ("ignored", "The modifier changes nothing in this mode."),
    ("keep_rules", "Looks, spawns and winning tiles change; merges stay as they are."),
];

/// The exceptions to larger boards.
pub(crate) const LENGTHS: &[Word] = &[
    ("as_grid", "The longest merges become as long as the side of the new board."),
];

/// The exception to a modifier that does nothing.
pub(crate) const IGNORED: &[Word] = &[
    ("ignored", "The modifier changes nothing in this mode."),
];

/// The exceptions to colours of tiles.
pub(crate) const COLORS: &[Word] = &[
    ("ignored", "The modifier changes nothing in this mode."),
    ("keep_look_behind", "Merges that look at the tile behind do not look at its colour."),
];

/// The exceptions to garbage.
pub(crate) const GARBAGE: &[Word] = &[
    ("ignored", "The modifier changes nothing in this mode."),
    ("no_zeros", "Garbage makes only holes, no tiles that are zero."),
    ("zero_is_number", "The zero of the garbage is a tile of the mode like others."),
    ("tests_next_first", "Merges test the next tile before their own one."),
];

/// The exception to looks of negative tiles.
pub(crate) const TEXT: &[Word] = &[
    ("text", "Negative tiles keep their background; the colour of their text turns around."),
];
