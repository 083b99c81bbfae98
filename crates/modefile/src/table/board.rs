//! The keys of the grid, of directions and of moves.

use crate::table::Form::{Any, Boolean, Integer, Text, Words};
use crate::table::{key, KeyTable, Word, COUNT, LIST};

/// A grid may have this many cells.
pub(crate) const MOST_CELLS: usize = 16_384;

/// The keys of `grid`.
pub static GRID: KeyTable = KeyTable {
    what: "the grid",
    form: r#""4x4", 4 wide and 4 high"#,
    about: "",
    keys: &[
        key("shape", Words(SHAPES), "The shape of the board, one of some words: {}. It also decides which directions there are.", r#""hexagon""#).default(r#""square""#),
        key("width", Integer(1., MOST_CELLS as f64), r#"How many columns the board has, from 1 to 16384, for the shapes `"square"` and `"checkerboard"`: {}."#, "5").default("4"),
        key("height", Integer(1., MOST_CELLS as f64), r#"How many rows the board has, from 1 to 16384, for the shapes `"square"` and `"checkerboard"`: {}."#, "4").default("4"),
        key("size", Any, r#"The size of the shape, a whole number from 1 on: 3. For `"4d"` four numbers: {}."#, "[2, 2, 2, 2]"),
        key("cells", Any, r#"The board row by row: {}, where . is a cell, # a hole, ~ a cell that tiles slide over. A row may also be a list of cells: `["@Empty", [2], "@Void"]`."#, r#"["..#..", "....."]"#),
        key("hexagonal", Boolean, r#"`true`: the cells are drawn as hexagons and have six directions. In `"cells"` there is a hole between two cells of a row then."#, "true").otherwise("as the shape is"),
    ],
};

/// The keys of `directions` as a set.
pub static DIRECTIONS: KeyTable = KeyTable {
    what: r#""directions""#,
    form: "",
    about: "",
    keys: &[
        key("set", Words(SETS), r#"The usual directions of the shape of the board, one of the words: {}, `"diagonal"`, `"both"`."#, r#""orthogonal""#).default(r#""orthogonal""#),
        key("slide", COUNT, r#"How many steps tiles slide at most, a whole number from 0 on: {}. `"@Infinity"` is as far as they can."#, "1").default(r#""@Infinity""#),
        key("stay_still", Boolean, "`true`: there is one more direction in which no tile moves, and the turn ends all the same.", "true").default("false"),
    ],
};

/// The keys of one direction.
pub static DIRECTION: KeyTable = KeyTable {
    what: "a direction",
    form: "",
    about: "",
    keys: &[
        key("name", Text, r#"The usual direction to start from: {}, `"right"`, `"up"`, `"down"` and those between them. The other keys change it."#, r#""left""#),
        key("move", LIST, "The step of the direction, [rows down, columns to the right], whole numbers: {}.", "[1, 2]").otherwise("that of `name`"),
        key("slide", Any, "How many steps tiles slide at most in this direction, a whole number from 0 on: {}.", "1").default(r#""@Infinity""#),
        key("type", Any, r#"A number that formulas read as `direction_type`: rules can tell directions apart by it. {}"#, "2").default("0"),
        key("strength", Any, "What a move in this direction is: [kind, merges, effects of the end of the turn, scripts], where the kind is 1, 0 or -1 and the others true or false. {}", "[1, true, true, true]").default("[1, true, true, true]"),
        key("chance", Any, "How often the direction works when it is pressed, in percent from 0 to 100: {}.", "50").otherwise("always"),
        key("label", Any, "What the button of the direction shows, a text: {}.", r#""Jump""#).otherwise("that of `name`"),
        key("button", Any, "Where the button is, in parts of the screen: [width, height, font size, top, left]. {}", "[0.1, 0.1, 0.05, 0.4, 0.8]").otherwise("that of `name`"),
        key("keys", Any, "The keys that press the direction, by their places: {}.", r#"["KeyN", "ArrowUp"]"#).otherwise("those of `name`"),
        key("rotation", Any, "How far the label of the button is turned, in degrees: {}.", "45").otherwise("that of `name`"),
        key("available", Any, "An expression: the direction is closed while it is false. {}", r#""= moves % 2 == 0""#).otherwise("always"),
    ],
};

/// The keys of an automatic move.
pub static AUTO_MOVE: KeyTable = KeyTable {
    what: "an automatic move",
    form: "",
    about: "An automatic move.",
    keys: &[
        key("move", LIST, "The step of the move, [rows down, columns to the right], whole numbers: {} is down.", "[1, 0]").needed(),
        key("slide", Any, "How many steps tiles slide at most in this move, a whole number from 0 on: {}.", "1").default(r#""@Infinity""#),
        key("type", Any, r#"A number that formulas read as `direction_type` in this move: {}."#, "2").default("-1"),
        key("strength", Any, "What the move is: [kind, merges, effects of the end of the turn, scripts]. {} is a part of the player's move, `[0, true, true, true]` a turn of its own.", "[-1, true, false, false]").default("[-1, true, false, false]"),
        key("chance", Any, "How often the move happens when it could, in percent from 0 to 100: {}.", "50").otherwise("always"),
        key("at", Words(MOMENTS), r#"When in a turn it happens, one of the words: {}, `"Between"`, `"After"`."#, r#""Before""#).default(r#""Between""#),
        key("when", Any, "An expression: the move happens in turns in which it is true. {}", r#""= moves % 5 == 0""#).otherwise("every turn").elsewhere(&["condition"]),
        key("every", Any, "The move happens in every turn of that many, a whole number from 1 on: {} is every third turn.", "3").otherwise("every turn"),
        key("first", Any, "The first turn in which the move happens, a whole number from 0 on: {}.", "5").default("0"),
    ],
};

/// The keys of `movement`.
pub static MOVEMENT: KeyTable = KeyTable {
    what: r#""movement""#,
    form: "",
    about: "",
    keys: &[
        key("down", Any, "An expression: how many rows down a step of the tile goes, 0 stays. {} turns the move around.", r#""= -row_step""#).default(r#""@VDir""#),
        key("right", Any, "An expression: how many columns to the right a step of the tile goes, 0 stays. {} turns the move around.", r#""= -column_step""#).default(r#""@HDir""#),
        key("slide", Any, "An expression: how many steps the tile goes at most. {} keeps the tile 0 where it is.", r#""= if value == 0 { 0 } else { slide }""#).default(r#""@SlideAmount""#),
    ],
};

/// The shapes of grids.
pub(crate) const SHAPES: &[Word] = &[
    ("square", r#"A rectangle with "width" and "height"."#),
    ("diamond", r#"A square on its tip; "size" is how far it reaches from its middle: with 2 it is 5 wide."#),
    ("checkerboard", r#"A rectangle of which every other cell is a hole; it has "width" and "height"."#),
    ("hexagon", r#"A hexagon of hexagonal cells; "size" is how many cells a side has."#),
    ("hexatriangle", r#"A triangle of hexagonal cells; "size" is how many cells a side has."#),
    ("4d", r#"Boards in a board, for four dimensions: "size" has four numbers."#),
];

/// The usual sets of directions.
pub(crate) const SETS: &[Word] = &[
    ("orthogonal", "Left, right, up and down; with hexagonal cells the six to their neighbours."),
    ("diagonal", "The four directions between left, right, up and down."),
    ("both", "The orthogonal and the diagonal directions together."),
];

/// The moments of automatic moves.
pub(crate) const MOMENTS: &[Word] = &[
    ("Before", "Before the move of the player, at the start of the turn."),
    ("Between", "After the move of the player, before tiles spawn."),
    ("After", "After tiles have spawned, at the end of the turn."),
];
