//! A Mode code of 50 KB up to a game that can be played, beside base-64 and
//! serde_json doing just that: the same bytes through base-64, the same JSON
//! through the parser, without special values, limits, checks or a game.

use std::hint::black_box;

use base64::Engine;
use benches::compare::Comparison;
use calcarray::{Value, json};
use polymerge_rules::{GameState, Limits, Mode, Rng, Ruleset, World};
use polymerge_savecode::{Content, DecodeLimits, decode, encode, entity};

const SIZE: usize = 50_000;

fn main() {
    let content = content();
    let code = encode(&content).expect("a mode can be written");
    let limits = DecodeLimits::default();
    let engine = base64::engine::general_purpose::STANDARD;
    let texts: Vec<(&str, String)> = code
        .split('|')
        .skip(2)
        .filter(|piece| !piece.is_empty())
        .map(|piece| {
            let text = String::from_utf8(engine.decode(piece).expect("base-64")).expect("ASCII");
            (piece, entity::decode(&text).into_owned())
        })
        .collect();
    let parse = |text: &str| {
        // Some pieces are bare texts, which are no JSON.
        black_box(serde_json::from_str::<serde_json::Value>(text).ok());
    };
    let bytes = |piece: &str| String::from_utf8(engine.decode(piece).expect("base-64")).expect("ASCII");
    let mode = || match decode(black_box(&code), &limits).expect("a code").content {
        Content::Mode(mode) => mode,
        _ => unreachable!("the code of a mode"),
    };
    let decoded = mode();
    let compile = |mode: Mode| Ruleset::compile(mode, Limits::default()).expect("a good mode");

    println!("best processor time, and how many times ours that is");
    Comparison::new("a code of 50 KB to a game")
        .side("to a game", || {
            let mut random = Rng::new(7);
            GameState::new(compile(*mode()), &mut World::new(&mut random, 0.0)).expect("a game")
        })
        .side("base64 + serde_json", || {
            for (piece, text) in black_box(&texts) {
                black_box(bytes(piece));
                parse(text);
            }
        })
        .side("base64 + entities + serde_json", || {
            for (piece, _) in black_box(&texts) {
                parse(&entity::decode(&bytes(piece)));
            }
        })
        .print();
    Comparison::new("its parts")
        .side("decoded", mode)
        .side("compiled", || compile(Mode::clone(&decoded)))
        .side("written", || encode(black_box(&content)).expect("a mode can be written"))
        .print();
}

/// A mode with many tiles and merges, as large as a code of that size.
fn content() -> Content {
    let read = |text: &str| json::read(text, &Default::default()).expect("JSON");
    let mut mode = Mode::classic(4, 4);
    let (mut tiles, mut rules) = (Vec::new(), Vec::new());
    loop {
        let n = tiles.len();
        tiles.push(read(&format!(
            "[[{n}],[{n},\"^\",\"@This 0\"],[\"@linear-gradient\",\"#c0ffee\",\"#{n:06x}\"],\"#776e65\",\"none\",0.75]"
        )));
        rules.push(read(&format!(
            "[2,[\"@Next 1 0\",\"=\",\"@This 0\",\"&&\",[\"@This 0\",\"<\",\"@BigInt {n}\"]],true,[[[\"@This 0\",\"+\",1]]],[{n}.5],[false,true]]"
        )));
        (mode.tile_types, mode.merge_rules) = (Value::array(tiles.clone()), Value::array(rules.clone()));
        let content = Content::Mode(mode.clone().into());
        if encode(&content).expect("a mode can be written").len() >= SIZE {
            return content;
        }
    }
}
