//! The keys of merges, spawns, goals and scripts.

use crate::table::Form::{Any, Boolean, Constant, Either, List, Object, Reference, Tile, Trigger, Types, Words};
use crate::table::{key, KeyTable, Word, LIST, NAMED_OR_LIST};

/// The keys of a merge rule.
pub static MERGE: KeyTable = KeyTable {
    what: "a merge rule",
    form: r#"{ "match": [{}, {}], "result": ["= value * 2"] }"#,
    about: "A merge rule.",
    keys: &[
        key("match", Either(&[List(&NAMED_OR_LIST), Reference]), r#"The tiles that merge, the one that moves first, each an object of the entries that it must have: {}. `"*"` is anything; an entry left out is the same as in the first."#, r#"[{ "value": 1 }, { "value": 2 }]"#),
        key("length", Any, "How many tiles merge, a whole number: {}. With 0 the rule is for single tiles at the end of the turn.", "3").otherwise("as in `match`, else 2"),
        key("include_game_variables", Boolean, "`true`: the game variables come first among the variables of this rule.", "true").default("false"),
        key("vars", NAMED_OR_LIST, r#"Variables of this rule: {}. Formulas read them by their names."#, r#"{ "sum": "= value + next.value" }"#),
        key("when", Any, r#"An expression that must be true, besides `"match"`: {}."#, r#""= value + next.value < 10""#).otherwise("`true`").elsewhere(&["condition"]),
        key("order", Either(&[Words(ORDERS), Any]), r#"In which order the tiles of `"match"` may stand: {} as they are written, `"any"` in any order, or an expression."#, r#""fixed""#).otherwise(r#"`"any"` if the tiles of `match` differ, else `"fixed"`"#),
        key("result", Tile, "The new tile, a list of its entries: {}. An object may leave out entries: they stay as in the tile that moves.", r#"["= value * 2"]"#).otherwise("needed, unless there is `results`"),
        key("results", NAMED_OR_LIST, "The new tiles in a list, the front one first: {}. With `[]` the tiles vanish.", "[[3], [1]]"),
        key("score", Any, "What the merge scores, a number or an expression: {}. Left out, what the first new tile is worth.", r#""= value * 2""#).otherwise("the value of the first new tile (`tile_value`), 0 if there is none"),
        key("open", Any, r#"For each cell of the merge, front first, whether it may merge again in this turn: {}. `"default"` leaves that to the usual rule."#, "[true, false]").otherwise("cells with a new tile may not, the others may"),
        key("longer", Either(&[Constant("true"), Object(&LONGER), Reference]), "Whether the rule also makes longer merges: `true`, or an object with the details: {}.", r#"{ "max": 5 }"#).otherwise("no").see("longer-merges"),
    ],
};

/// The keys of `longer` in a merge rule.
pub static LONGER: KeyTable = KeyTable {
    what: r#""longer""#,
    form: "",
    about: "",
    keys: &[
        key("base", Any, "The length that the condition is written for, a whole number: {}. Left out, it is that of the rule.", "2").otherwise("`length`"),
        key("shift", Any, "How far `this`, `next` and so on move with each repetition of the condition, a list: {}.", "[0, 1, 1]").otherwise("`[0, 1, 1, …]`"),
        key("step", Any, "By how many tiles the merge grows, a whole number: {} makes merges of 2, 4, 6 tiles.", "2").default("1"),
        key("max", Any, r#"The longest merge, 5, or a list of the lengths that there are, {}, or `"none"` for no end."#, "[2, 4]").default(r#""@Infinity""#),
    ],
};

/// The keys of a spawn entry.
pub static SPAWN: KeyTable = KeyTable {
    what: "a spawn entry",
    form: r#"{ "tile": [1] }"#,
    about: "A spawn entry.",
    keys: &[
        key("tile", Tile, r#"The tile that spawns, a list of its entries: {}. An entry may be an expression: `["= moves + 1"]`."#, "[1]"),
        key("box", LIST, "A box that tiles are drawn from until it is empty, each followed by how often it is in it: {}.", "[[1], 4, [2], 1]"),
        key("computed", Any, "An expression that gives [tile, weight] before each spawn: {}.", r#""= [[picked], 1]""#),
        key("weight", Any, "How often it spawns, compared with the others: a number or an expression, 1 if left out. {} beside 1 is nine times of ten.", "9").default("1"),
    ],
};

/// The keys of a forced spawn.
pub static FORCED_SPAWN: KeyTable = KeyTable {
    what: "a forced spawn",
    form: r#"{ "when": "= moves == 10", "tiles": [[1]] }"#,
    about: "A forced spawn.",
    keys: &[
        key("when", Any, "An expression: the tiles spawn in turns in which it is true. {}", r#""= moves % 3 == 0""#).default("true").elsewhere(&["condition"]),
        key("at", Words(SPAWN_MOMENTS), r#"When in the turn they spawn, one of the words: {} or `"AfterSpawns"`."#, r#""BeforeSpawns""#).default(r#""AfterSpawns""#),
        key("lose", Any, "`true`: the game is lost if there is no room for the tiles. `false`: they are left out then.", "true").default("false"),
        key("once", Any, "`true`: the entry is used only once in a game. `false`: whenever its condition is true.", "true").otherwise("`false`"),
        key("tiles", LIST, r#"The tiles that spawn, a list: {}. Other cells are possible as well: `["@TemporaryHole 6"]`."#, "[[5], [1]]").default("[]"),
    ],
};

/// The keys of `win`.
pub static WIN: KeyTable = KeyTable {
    what: r#""win""#,
    form: "",
    about: "",
    keys: &[
        key("tiles", NAMED_OR_LIST, r#"The tiles that win, a list: {}, or those for which an expression is true: `[{ "when": "= value >= 1000" }]`."#, "[[2048]]").default("[]"),
        key("needed", Any, "How many of the tiles it takes, a whole number from 0 on, or an expression that must be true: {}.", r#""= score >= 5000""#).otherwise("one of the tiles"),
    ],
};

/// The keys of `lose`.
pub static LOSE: KeyTable = KeyTable {
    what: r#""lose""#,
    form: "",
    about: "",
    keys: &[
        key("tiles", NAMED_OR_LIST, r#"The tiles that lose, a list: {}, or those for which an expression is true: `[{ "when": "= value < -100" }]`."#, "[[13]]").default("[]"),
        key("needed", Any, "How many of the tiles it takes, a whole number from 0 on, or an expression that must be true: {}.", r#""= moves > 100""#).otherwise("one of the tiles"),
    ],
};

/// The keys of a script.
pub static SCRIPT: KeyTable = KeyTable {
    what: "a script",
    form: r#"{ "on": "EndTurn", "do": "= score += 1" }"#,
    about: "A script.",
    keys: &[
        key("on", Either(&[Trigger, Types(&["array"])]), r#"What runs the script, a trigger or a list of them: `"EndTurn"`, {}. Other names are signals of other scripts."#, r#"["Victory", "GameOver"]"#).needed(),
        key("every", Any, r#"For the trigger `"Interval"`: after how many milliseconds it runs again. {} is every second."#, "1000"),
        key("until", Any, r#"For the trigger `"Interval"`: an expression that stops it when it is true. {}"#, r#""= done""#),
        key("include_game_variables", Boolean, "`true`: the game variables come first among the variables of the script.", "true").default("false"),
        key("vars", NAMED_OR_LIST, r#"Variables of the script with their first values: {}. Formulas read and set them by their names."#, r#"{ "i": 0 }"#),
        key("do", Any, "What is run: formulas, statement by statement, or an expression. {}", r#"["= turns += 1", "= score += turns"]"#).needed(),
    ],
};

/// The orders of the tiles of a merge.
pub(crate) const ORDERS: &[Word] = &[
    ("fixed", r#"The tiles must stand in the order in which "match" has them."#),
    ("any", "The tiles may stand in any order."),
];

/// The moments of forced spawns.
pub(crate) const SPAWN_MOMENTS: &[Word] = &[
    ("BeforeSpawns", "Before the usual tiles of the turn spawn."),
    ("AfterSpawns", "After the usual tiles of the turn have spawned. This is usual."),
];
