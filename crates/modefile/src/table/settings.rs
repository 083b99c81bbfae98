//! The keys of settings, and of what runs before a game.

use crate::table::Form::{Any, Boolean, List, Object, Text, Words};
use crate::table::{key, KeyTable, Word, KEYS};

/// The keys of a setting.
pub static SETTING: KeyTable = KeyTable {
    what: "a setting",
    form: r#"{ "name": "size", "title": "Size", "kind": "whole", "from": 2, "to": 9, "default": 4 }"#,
    about: "",
    keys: &[
        key("name", Text, r#"The name of the setting: {}. In the file `"$base"` is the value that was chosen."#, r#""base""#).needed(),
        key("title", Text, "What players read beside the choice, in a few words: {}.", r#""What tiles are powers of""#).needed(),
        key("about", Text, "More about the setting, for players: a sentence below its title.", r#""It changes what spawns.""#),
        key("kind", Words(KINDS), r#"What kind of value is chosen, one of some words: {}, `"choice"`, `"whole"`, `"number"`, `"any"`, `"unused"`."#, r#""flag""#).needed(),
        key("default", Any, r#"The value if nothing is chosen, of the kind of the setting: {}, `true`, `"@BigRational 3 2"`."#, "2").needed(),
        key("options", List(&Object(&OPTION)), r#"For the kind `"choice"`: the values that can be chosen, a list of objects: {}."#, r#"[{ "value": 1, "title": "One" }]"#),
        key("from", Any, "For numbers: the smallest that can be chosen, a number or an expression of earlier settings: {}.", "2").otherwise("no end"),
        key("to", Any, "For numbers: the largest that can be chosen, a number or an expression of earlier settings: {}.", "10").otherwise("no end"),
        key("between", Boolean, "For numbers: true if the two ends themselves can't be chosen, only what is between them.", "true").default("false"),
        key("on", KEYS, r#"For the kind `"flag"`: keys of the file that hold if it is true: {}."#, r#"{ "tiles_per_turn": 2 }"#),
        key("off", KEYS, r#"For the kind `"flag"`: keys of the file that hold if it is false: {}."#, r#"{ "tiles_per_turn": 1 }"#),
        key("changes", List(&Object(&SETTING_CHANGE)), "Keys that hold under a condition, a list: {}.", r#"[{ "when": "= base > 4", "with": { "grid": "5x5" } }]"#),
    ],
};

/// The keys of an option of a setting.
pub static OPTION: KeyTable = KeyTable {
    what: "an option",
    form: "",
    about: "",
    keys: &[
        key("value", Any, r#"What `"$name"` stands for when this option is chosen: a number, a text or a list."#, "1").needed(),
        key("name", Text, "The word for this option that is typed in a terminal: {}.", r#""fresh""#).otherwise("the value as a text"),
        key("title", Text, "What players read for this option: {}.", r#""drawn anew""#).otherwise("`name`"),
        key("with", KEYS, "Keys of the file that hold when this option is chosen: {}.", r#"{ "start_tiles": 4 }"#),
    ],
};

/// The keys of a change that belongs to a setting.
pub static SETTING_CHANGE: KeyTable = KeyTable {
    what: "a change",
    form: "",
    about: "",
    keys: &[
        key("when", Any, "An expression: the keys hold if it is true. {}", r#""= base > 4""#).needed().elsewhere(&["condition"]),
        key("with", KEYS, r#"The keys of the file that hold then: {}. `"..."` in a list stands for what it was."#, r#"{ "grid": "5x5" }"#).needed(),
    ],
};

/// The keys of a change that depends on several settings.
pub static CHANGE: KeyTable = KeyTable {
    what: "a change",
    form: "",
    about: "",
    keys: &[
        key("when", Any, "An expression of several settings: the keys hold if it is true. {}", r#"["$base", ">", "$goal"]"#).needed().elsewhere(&["condition"]),
        key("with", KEYS, r#"The keys of the file that hold then: {}. `"..."` in a list stands for what it was."#, r#"{ "grid": "5x5" }"#).needed(),
    ],
};

/// The keys of `before_game`.
pub static BEFORE_GAME: KeyTable = KeyTable {
    what: "a script",
    form: r#"{ "on": "EndTurn", "do": "= score += 1" }"#,
    about: "",
    keys: &[
        key("include_game_variables", Boolean, "`true`: the game variables come first among the variables of the expression.", "true").default("false"),
        key("vars", Any, r#"Variables of the expression with their first values: {}. Formulas read and set them by their names."#, r#"{ "i": 0 }"#),
        key("do", Any, "What is run: formulas, statement by statement, or an expression. {}", r#"["= goal = 7"]"#).needed(),
    ],
};

/// The kinds of settings.
pub(crate) const KINDS: &[Word] = &[
    ("flag", "The player chooses true or false, with a switch."),
    ("choice", r#"The player chooses one of the values in "options"."#),
    ("whole", r#"The player chooses a whole number, from "from" to "to"."#),
    ("number", r#"The player chooses any number, from "from" to "to"."#),
    ("any", "The player writes any value: a number, a text or a list."),
    ("unused", "Players are not asked. It keeps the places of later settings in lists."),
];
