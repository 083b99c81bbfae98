//! The keys of a mode file itself.

use crate::table::Form::{Any, AnyList, Boolean, Condition, Constant, Either, Entries, Flag, Integer, List, Names, Number, Object, Raw, Reference, Said, Size, Text, Types, Whole, Words};
use crate::table::board::{AUTO_MOVE, DIRECTION, DIRECTIONS, GRID, MOVEMENT, SETS};
use crate::table::modifiers::MODIFIERS;
use crate::table::rules::{FORCED_SPAWN, LOSE, MERGE, SCRIPT, SPAWN, WIN};
use crate::table::screen::{COLOURS, LOOK, MEMORY, STAT_BOX};
use crate::table::settings::{BEFORE_GAME, CHANGE, SETTING};
use crate::table::{key, KeyTable, Word, COUNT, KEYS, NAMED_OR_LIST};

/// The keys of a mode file.
pub static MODE: KeyTable = KeyTable {
    what: "a mode",
    form: "",
    about: "",
    keys: &[
        key("$schema", Text, "The schema that editors check the file against: {}. Polymerge itself does not need it.", r#""mode.schema.json""#).own().literal().see("editors"),
        key("title", Text, "What the mode is called, a text: {}. It stands above the board and in lists.", r#""Doubles""#).own().literal().elsewhere(&["name"]),
        key("number", Integer(0., 999_999_999.), "The number of a mode of the catalogue, from 0 to 999999999. Your own modes need none.", "12").own().literal(),
        key("family", Text, "The family that the mode is listed under, a text: {}.", r#""Powers of 2""#).literal(),
        key("brief", Text, r#"What is special about the mode, in a few words for a list of modes: {}. If it is left out, the list has the beginning of `"about"`."#, r#""Three at a time""#).own().literal(),
        key("about", Text, "What the mode is about, in a sentence or two: {}", r#""Three equal tiles make one.""#).own().literal(),
        key("credits", Text, "Whose idea the mode was, a text that is shown with it: {}.", r#""By Ada, after 2048""#).own().literal(),
        key("extends", Text, "Another mode file, by its name: {}. Whatever this file does not say is taken from that one.", r#""2048.jsonc""#).own().see("extends"),
        key("base", Boolean, "Whether this file is no mode itself, but only there to be extended by others: it needs no title.", "true").own().literal().default("false").see("extends"),
        key("define", KEYS, r#"Named values: {}. Formulas read them by their names; elsewhere `"$double"` stands for the value, and `"$double..."` in a list for its entries."#, r#"{ "double": "= value * 2" }"#).see("names"),
        key("settings", List(&Either(&[Object(&SETTING), Object(&CHANGE), Reference])), r#"What players may choose before a game, a list: {}. The name is a definition whose value is chosen: `"$base"`."#, r#"[{ "name": "base", "title": "Base", "kind": "whole", "default": 2 }]"#).see("settings"),
        key("rules_text", NAMED_OR_LIST, "The rules as a player reads them, a list of paragraphs and headings: {}.", r#"[{ "h1": "Doubles" }, "Two equal tiles make one."]"#).own().otherwise("`title` as a heading, `about` as a paragraph").see("rules-text"),
        key("grid", Either(&[Size, Object(&GRID)]), r#"The board: `"5x4"` is 5 wide and 4 high. Or an object: {}, `{ "cells": ["..#", "..."] }`."#, r#"{ "shape": "hexagon", "size": 3 }"#).default(r#""4x4""#).see("grid").elsewhere(&["board", "size", "width", "height"]),
        key("directions", Either(&[Words(SETS), Object(&DIRECTIONS), Entries(&[Said("Name of a usual direction."), Object(&DIRECTION)])]), r#"The directions that a player can press: `"orthogonal"`, `"diagonal"`, `"both"`, or a list: {}."#, r#"["left", "right", { "move": [1, 2], "label": "Jump" }]"#).default(r#""orthogonal""#).see("directions-and-movement"),
        key("auto_directions", Entries(&[Object(&AUTO_MOVE)]), "Moves that happen by themselves, a list: {}.", r#"[{ "move": [1, 0], "at": "After", "every": 3, "first": 0 }]"#).default("[]").see("directions-and-movement"),
        key("movement", Either(&[Object(&MOVEMENT), Raw, Reference]), "How the tile of each cell moves, where that depends on the tile: {}.", r#"{ "slide": "= value % 3" }"#).otherwise("as the direction says").see("directions-and-movement"),
        key("tile", Either(&[Names, Types(&["integer"])]), r#"The entries that every tile has: names in a list, {}, or only how many there are, 2. Left out, there is one, `"value"`."#, r#"["power", "colour"]"#).literal().default(r#"["value"]"#).see("tile"),
        key("tile_value", Any, "What a tile is worth, an expression: {}. It is shown on the tile and scored by merges, unless they say otherwise.", r#""= 2 ^ power""#).otherwise("its first entry").see("tile"),
        key("variables", NAMED_OR_LIST, r#"Game variables with their first values: {}. Formulas read and set them by their names."#, r#"{ "modulus": 3, "seen": [] }"#).default("{}").see("variables"),
        key("modifier_variables", NAMED_OR_LIST, r#"Variables that modifiers change, with their first values: {}. Formulas read them by their names."#, r#"{ "garbage": 0 }"#).default("{}").see("variables"),
        key("modifier_indices", Any, "The modifiers that the modifier variables belong to, a list of the same length: {}, where false is none.", r#"[false, "garbage"]"#).otherwise("`false` for each").see("variables"),
        key("tiles", Entries(&[Object(&LOOK)]), "How tiles look, a list: the first look that fits a tile is used. {}", r##"[{ "tile": [2], "colour": "#f0c040" }, { "colour": "#c06030" }]"##).default("[]").see("tiles-how-they-look"),
        key("merges", Entries(&[Object(&MERGE)]), "What merges, a list: the first rule that applies is used. {}", r#"[{ "match": [{}, {}], "result": ["= value * 2"] }]"#).default("[]").see("merges").elsewhere(&["rules"]),
        key("spawns", Entries(&[Object(&SPAWN)]), "What spawns: the tiles that can appear after a move, a list: {}.", r#"[{ "tile": [1], "weight": 9 }, { "tile": [2] }]"#).default("[]").see("spawns"),
        key("forced_spawns", Entries(&[Object(&FORCED_SPAWN)]), "Tiles that spawn for certain under a condition, a list: {}.", r#"[{ "when": "= moves % 3 == 0", "tiles": [[5]] }]"#).default("[]").see("spawns"),
        key("win", Either(&[Constant("false"), Types(&["array"]), Object(&WIN), Reference]), r#"When the game is won: a list of tiles, one of which is enough, {}, or an object: `{ "tiles": [[3], [5]], "needed": 2 }`."#, "[[2048]]").default("false").see("win-and-lose").elsewhere(&["goal", "goals"]),
        key("lose", Either(&[Constant("false"), Types(&["array"]), Object(&LOSE), Reference]), r#"When the game is lost, besides when nothing moves: a list of tiles, {}, or an object: `{ "needed": "= moves > 100" }`."#, "[[13]]").default("false").see("win-and-lose"),
        key("win_priority", Flag, "`true`: a turn that both wins and loses is won. `false`: it is lost.", "true").default("true").plain(),
        key("postgame_allowed", Flag, "`true`: players may play on after a win. `false`: the game ends with it.", "true").default("true").plain(),
        key("multi_merge", Flag, "`true`: what a merge has made may merge again in the same turn. `false`: only in the next one.", "true").default("false").plain(),
        key("spawn_location", Either(&[Words(LOCATIONS), Any]), r#"Where tiles spawn: {} is any empty cell, `"Edge"` only the edge that was moved away from."#, r#""All""#).default(r#""All""#).plain(),
        key("start_tiles", COUNT, r#"How many tiles there are when a game begins, a whole number from 0 on: {}. `"@Infinity"` fills the board."#, "2").default("2").plain(),
        key("tiles_per_turn", COUNT, r#"How many tiles spawn after each move, a whole number from 0 on: {}. `"@Infinity"` fills the board."#, "1").default("1").plain(),
        key("spawn_conditions", Condition, "An expression: no tiles spawn in a turn in which it is not true. {}", r#""= moves % 2 == 0""#).default("true").plain(),
        key("next_tiles", Whole(0., 1000.), "How many of the tiles that spawn next are shown above the board, a whole number from 0 to 1000: {}.", "1").default("0").plain(),
        key("hidden_tile_text", Flag, "`true`: tiles show no text, only their colours. `false`: they show it.", "true").default("false").plain(),
        key("discovered_filter", AnyList, "Which part of a tile is remembered as discovered: the steps of an expression that begins with the tile. {}", r#""= _[0]""#).default("[]").plain(),
        key("spawn_tile_blocked", Condition, "An expression: the tile may not spawn in a cell for which it is true. {} keeps the first row free.", r#""= row == 0""#).default("false").plain(),
        key("direction_blocked", Condition, r#"An expression: whether a direction can't be pressed. `given(0)` is its number: {}."#, r#""= given(0) == 2""#).default("false").plain(),
        key("component_opacities", AnyList, "How opaque parts of the screen are, a list of numbers from 0 to 1, below 0 hidden: direction buttons, grid, rules, boxes above and below, next tiles, buttons. {}", "[1, 0.5]").default("[]").plain(),
        key("display_lag_reductions", AnyList, "What the display need not draw anew, a list of expressions, true for parts that are left out: tiles, background, empty cells, texts, boxes, next tiles, buttons. {}", "[false, true]").default("[]").plain(),
        key("display_interval", Number(0., f64::INFINITY), r#"Milliseconds after which the game looks at the time, for scripts with `"Interval"`: {}. `"@Infinity"` is never."#, "100").default(r#""@Infinity""#).plain(),
        key("before_game", Either(&[Object(&BEFORE_GAME), Types(&["array", "string"]), Raw]), "An expression that is run before every game and changes the first values of the game variables: {}.", r#""= goal = rand_int(1, 9)""#).see("settings"),
        key("scripts", Entries(&[Object(&SCRIPT)]), "Scripts and what runs them, a list: {}.", r#"[{ "on": "EndTurn", "do": "= score += 10" }]"#).default("[]").see("scripts"),
        key("stat_boxes", Entries(&[Constant("\"score\""), Object(&STAT_BOX)]), "Boxes above and below the board, a list: {}.", r#"["score", { "title": "Moves", "value": "= moves" }]"#).default(r#"["score"]"#).see("stat-boxes"),
        key("colours", Either(&[Object(&COLOURS), Reference]), "Colours of the screen: {}.", r##"{ "screen": "#f3f0ea", "grid": "#b4aca0", "cell": "#d6cfc3", "text": "#37322d" }"##).otherwise("a quiet grey").see("colours"),
        key("modifiers", Object(&MODIFIERS), "Where the mode is an exception to modifiers, the changes that players can make to any mode: {}.", r#"{ "simple": "ignored" }"#).default("{}").see("modifiers"),
        key("memory", Either(&[Object(&MEMORY), Reference]), "What the original site remembers to be fast: {}. Polymerge does not need it.", r#"{ "looks": 3, "merges": 2 }"#).otherwise("what is safe with its rules").see("further-keys"),
    ],
};

/// The cells in which tiles spawn.
pub(crate) const LOCATIONS: &[Word] = &[
    ("All", "Tiles spawn in any empty cell. This is usual."),
    ("Edge", "Tiles spawn only at the edge that was moved away from."),
];
