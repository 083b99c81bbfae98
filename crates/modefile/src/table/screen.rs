//! The keys of what is shown, and of what the original site is told.

use crate::table::Form::{Any, Boolean, Colour, Either, Pair, Tile, Whole, Words};
use crate::table::{key, KeyTable, Word, COUNT, LIST, NAMED_OR_LIST};

/// The keys of a look.
pub static LOOK: KeyTable = KeyTable {
    what: "a look",
    form: r##"{ "colour": "#eee4da" }"##,
    about: "How tiles look.",
    keys: &[
        key("include_game_variables", Boolean, "`true`: the game variables come first among the variables of this look.", "true").default("false"),
        key("vars", NAMED_OR_LIST, r#"Variables of this look: {}. Formulas read them by their names."#, r#"{ "half": "= value / 2" }"#),
        key("tile", Tile, r#"The look is for this very tile: {}, or with names `{ "power": 1, "colour": 0 }`."#, "[2]").otherwise("any tile"),
        key("when", Any, "An expression: the look is for tiles for which it is true. {}", r#""= value < 0""#).otherwise("any tile").elsewhere(&["condition"]),
        key("text", Any, "What stands on the tile, a text or an expression: {}. Left out, it is what the tile is worth.", r#""= abs(value)""#).otherwise("`tile_value`"),
        key("scheme", Any, "A special scheme of colours by its name, in place of the colours: {}.", r#""DIVE""#),
        key("value", Any, "What the scheme goes by, [value, parameters …]: {}. Left out, it is the first entry.", r#"["= value"]"#).otherwise("its first entry"),
        key("colour", Any, r##"The colour behind the text: `"#f0c040"`, a gradient, or an expression such as {}."##, r#"["@HSLA", "= value * 20", 60, 50, 1]"#).otherwise("needed, unless there is `scheme`").elsewhere(&["background"]),
        key("text_colour", Any, r##"The colour of the text: {}. Left out, it is black or white, whichever is read better on the colour, and calculated as that is."##, r##""#000000""##).otherwise("black or white"),
        key("shadow", Any, r#"The shadow of the text: `"none"`, or [to the right, down, blur, colour] in parts of the size of the tile: {}."#, r##"[0, 0.02, 0.05, "#000000"]"##).otherwise("none"),
        key("size", Pair, "The size of the text, [a, b]: the tile divided by the larger of the two; one below 0 is multiplied by the number of letters. {} is usual.", "[2, -0.7]").otherwise("`[2, -0.7]`"),
        key("add", LIST, "Pictures that are drawn on the tile as well, lists that begin with a word: {}.", r#"[["Innerscript", "x"]]"#).default("[]"),
    ],
};

/// The keys of a stat box.
pub static STAT_BOX: KeyTable = KeyTable {
    what: "a stat box",
    form: r#"{ "title": "Moves", "value": "= moves" }"#,
    about: "",
    keys: &[
        key("title", Any, "What stands above the value, a text or a text expression: {}.", r#""Best tile""#).needed().elsewhere(&["name"]),
        key("value", Any, r#"What the box shows: a text expression, {}, or with `"show"` a tile or a list of tiles."#, r#""= moves""#).needed(),
        key("below", Any, "`true`: the box stands below the board. `false`: above it.", "true").otherwise("`false`"),
        key("alone", Any, "`true`: the box has a row of its own. `false`: it shares one with others.", "true").otherwise("`false`"),
        key("show", Either(&[Words(SHOWN), Any]), r#"Says that the value is a tile, {}, or a list of tiles, `"TileArray"`. Left out, it is a text."#, r#""Tile""#),
        key("scheme", Any, r#"How tiles in the box look: {} as on the board, or the name of a special scheme, `"DIVE"`."#, r#""Self""#),
        key("visible", Any, "An expression: the box is hidden while it is false. {}", r#""= score > 1000""#).otherwise("`true`"),
        key("click", Any, "An expression that is run when the box is clicked: {}.", r#""= picked = 1""#),
        key("border", Any, r#"The border of the box: {}, CSS such as `"2px solid #000000"`, or [width, colour]."#, "true"),
        key("colour", Any, "The colour of the box: {}, a gradient or an expression.", r##""#b4aca0""##).elsewhere(&["background"]),
        key("value_colour", Any, "The colour of the value in the box: {}, or an expression.", r##""#ffffff""##),
        key("title_colour", Any, "The colour of the title of the box: {}, or an expression.", r##""#37322d""##),
        key("shadow", Any, "The shadow of the box: CSS such as {}, or [to the right, down, blur, colour].", r#""0 0 4px #000000""#),
        key("click_after_end", Any, "An expression: after the end of a game the box can be clicked only while it is true. {}", "true"),
    ],
};

/// The keys of `colours`.
pub static COLOURS: KeyTable = KeyTable {
    what: r#""colours""#,
    form: "",
    about: "",
    keys: &[
        key("screen", Colour, "The colour behind everything: {}, a gradient or an expression.", r##""#f3f0ea""##).default(r##""#f3f0ea""##).field("screen_background"),
        key("grid", Colour, "The colour of the board between its cells: {}, a gradient or an expression.", r##""#b4aca0""##).default(r##""#b4aca0""##).field("grid_background").elsewhere(&["board"]),
        key("cell", Colour, "The colour of empty cells: {}, a gradient or an expression.", r##""#d6cfc3""##).default(r##""#d6cfc3""##).field("cell_background"),
        key("text", Colour, "The colour of texts beside the board: {}, or an expression.", r##""#37322d""##).default(r##""#37322d""##).field("text_background"),
    ],
};

/// The keys of `memory`.
pub static MEMORY: KeyTable = KeyTable {
    what: r#""memory""#,
    form: "",
    about: "",
    keys: &[
        key("looks", Whole(0., 3.), "How much the original site remembers of the looks of tiles, from 0 (nothing) to 3.", "3").field("tile_display_known_level"),
        key("merges", Whole(0., 3.), "How much the original site remembers of merges, from 0 (nothing) to 3.", "2").field("merge_result_known_level"),
        key("lookback", COUNT, "How many tiles behind those that merge the rules look at, a whole number from 0 on: {}.", "1").field("known_merge_lookback"),
        key("longest", COUNT, "How many tiles the longest merge has, a whole number from 0 on: {}.", "3").field("known_merge_max_length"),
    ],
};

/// The pictures in stat boxes.
pub(crate) const SHOWN: &[Word] = &[
    ("Tile", "The value is a tile, and is drawn as one."),
    ("TileArray", "The value is a list of tiles, which are drawn beside one another."),
];
