//! Small codes of every kind and of many versions.

use calcarray::{Value, json};
use polymerge_rules::{Mode, Replay, SavedGame};
use polymerge_savecode::{Content, Custom, CustomGrid, Modifiers, encode_as, infused};

/// The samples.
pub fn codes() -> Vec<String> {
    let game = || Content::Game { mode: mode().into(), game: game().into() };
    let replay = || Content::Replay { mode: mode().into(), forced_spawns: list(), replay: replay().into() };
    let contents = [
        Content::Mode(mode().into()),
        game(),
        replay(),
        Content::Custom(custom().into()),
        Content::Modifiers(modifiers(true).into()),
        Content::Modifiers(modifiers(false).into()),
    ];
    let mut codes: Vec<String> = Vec::new();
    for content in contents.iter().chain(infused::from_content(&contents[0]).iter()) {
        for &version in content.kind().versions() {
            codes.extend(encode_as(content, version).ok().map(|written| written.text));
        }
    }
    codes.push(FIRST.to_owned());
    assert!(codes.len() > 25, "{}", codes.len());
    codes
}

/// A game of version 1.0, which can't be written any more.
const FIRST: &str = "@2048PowCompGame|1.0|Mg==|MQ==|MQ==|W1tbMF0sMSwiI2ZmZiIsIiMwMDAiLFsiSFNMQSIsMCwwLDAsMV1dXQ==|W10=|\
W1tbMF0sMTAwXV0=|W1siRW1wdHkiLCJFbXB0eSJdXQ==|W1sxMV1d|MQ==|SW5maW5pdHk=|f|I2ZmZg==|I2FhYQ==|I2NjYw==|IzAwMA==|\
PGgxPjIwNDg8L2gxPjxwPkE8L3A+|t|f|QWxs|Mg==|MQ==|W1tbMCwxXSwiJiM4NTk0OyIsMC4xLDAuMiwwLjMsMC40LFsiS2V5RCJdLDBdXQ==|\
MA==|t|f|W10=|dHJ1ZQ==|W1tbMF0sIkVtcHR5Il1d|MA==|MA==|W1swXV0=|W10=|W10=|W3RydWVd|W10=|MA==|MA==|MA==|MA==|";

fn list() -> Value {
    value("[]")
}

fn value(text: &str) -> Value {
    json::read(text, &Default::default()).unwrap()
}

fn mode() -> Mode {
    Mode {
        width: 2,
        height: 1,
        starting_grid: value(r#"[["@Empty","@Void"]]"#),
        directions: value(r#"[[[0,1,"@Infinity",0,[1,true,true,true]],"→",0.1,0.1,0.1,0.1,0.1,["KeyD"],0]]"#),
        tile_types: value(r##"[[[1],["@var_retain","@ComposeTE","a","b"],"#fff","#000"]]"##),
        merge_rules: value(r#"[[2,["@Next 1 0","=","@This 0"],true,[[["@This 0","*","@BigInt 2"]]],0,[]]]"#),
        spawns: value(r#"[[["@BigInt 2"],85],[["@BigInt 4"],15]]"#),
        stat_boxes: value(r#"[["Score","@Score"]]"#),
        rules_text: value(r#"[["h1","2048 & more"],["p",["@TextE","Get to ",["@Bold","2048"],"!"]]]"#),
        game_variables: value(r#"[1,"é&lt;",[true]]"#),
        // The defaults of the oldest versions for the pieces that they lack.
        known_merge_lookback: f64::INFINITY,
        known_merge_max_length: f64::INFINITY,
        ..Mode::default()
    }
}

fn game() -> SavedGame {
    SavedGame {
        grid: value(r#"[[["@BigInt 2"],"@Void"]]"#),
        score: 53.5,
        won: 0.0,
        directions_available: value("[true]"),
        spawns: value(r#"[[["@BigInt 2"],85]]"#),
        spawn_boxes: list(),
        conveyor: list(),
        discovered: value(r#"[["@BigInt 2"]]"#),
        discovered_winning: list(),
        discovered_losing: list(),
        moves: 3.0,
        manual_moves: 3.0,
        merges: 1.0,
        merge_moves: 1.0,
        merges_before: 0.0,
        game_variables: value(r#"[1,"é",[true]]"#),
        modifier_variables: list(),
        possible_over_checked: Value::Boolean(false),
        moves_played: value(r#"[[-1,[["@BigInt 2"],0,0]]]"#),
        current_move: value("[0]"),
        random_events: value("[0]"),
        random_index: 0.0,
        other_spawns: list(),
        forced_spawns: list(),
        elapsed: value("1000"),
        first_move: value("false"),
        move_start: value("-1750000011000"),
        move_end: value("900.5"),
        victory: value("false"),
        game_over: value("false"),
        script_times: list(),
        replay_timestamps: value("[-1,10]"),
        modifier_indices: list(),
    }
}

fn replay() -> Replay {
    Replay {
        moves_played: value(r#"[[-1,[["@BigInt 2"],0,0]]]"#),
        current_move: value("[0]"),
        random_events: value("[0]"),
        won: 1.0,
        other_spawns: list(),
        timestamps: list(),
    }
}

fn custom() -> Custom {
    Custom {
        spawning_tiles: value("[false,[2,1]]"),
        merges: value("[[1,[1,2],[],[],false]]"),
        colors: list(),
        background: value("[1,2,3,4,5,6]"),
        wins: list(),
        losses: list(),
        rules_text: value(r#"["","title","\"text\"",0,""]"#),
    }
}

fn modifiers(custom: bool) -> Modifiers {
    let mut settings = vec![Value::Number(0.0); 33];
    settings[5] = Value::text(if custom { "Custom" } else { "Square" });
    let grid = CustomGrid {
        width: 2,
        height: 1,
        hexagonal: Value::Boolean(false),
        starting_grid: value(r#"[["@Empty","@Void"]]"#),
        directions: value("[[]]"),
    };
    Modifiers { settings: settings.into(), auto_directions: list(), grid: custom.then_some(grid) }
}
