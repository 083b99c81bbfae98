//! Reading a Mode code of 100 KB, beside base-64 and serde_json doing just
//! that: the same bytes through base-64, the same JSON through the parser,
//! without entities, special values, limits or checks. And writing it.

use base64::Engine;
use calcarray::{json, Value};
use divan::{black_box, Bencher};
use polymerge_savecode::{decode, encode, entity, Content, DecodeLimits};

fn main() {
    divan::main();
}

/// A mode with many tiles, merges and scripts, as large as a code of 100 KB.
fn content() -> Content {
    const SIZE: usize = 100_000;
    let read = |text: &str| json::read(text, &Default::default()).expect("JSON");
    let mut mode = empty_mode();
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

fn empty_mode() -> polymerge_rules::Mode {
    let spawns = vec![Value::array(vec![Value::array(vec![Value::Number(1.0)]), Value::Number(100.0)])];
    polymerge_rules::Mode { spawns: spawns.into(), ..Default::default() }
}

#[divan::bench]
fn decode_mode(bencher: Bencher<'_, '_>) {
    let code = encode(&content()).expect("a mode can be written");
    let limits = DecodeLimits::default();
    bencher.bench_local(|| decode(black_box(&code), &limits).expect("a code"));
}

#[divan::bench]
fn base64_and_serde_json(bencher: Bencher<'_, '_>) {
    let code = encode(&content()).expect("a mode can be written");
    let engine = base64::engine::general_purpose::STANDARD;
    let pieces: Vec<(&str, String)> = code
        .split('|')
        .skip(2)
        .filter(|piece| !piece.is_empty())
        .map(|piece| {
            let text = String::from_utf8(engine.decode(piece).expect("base-64")).expect("ASCII");
            (piece, entity::decode(&text).into_owned())
        })
        .collect();
    bencher.bench_local(|| {
        for (piece, text) in black_box(&pieces) {
            let bytes = engine.decode(piece).expect("base-64");
            black_box(String::from_utf8(bytes).expect("ASCII"));
            // Some pieces are bare texts, which are no JSON.
            black_box(serde_json::from_str::<serde_json::Value>(text).ok());
        }
    });
}

#[divan::bench]
fn encode_mode(bencher: Bencher<'_, '_>) {
    let content = content();
    bencher.bench_local(|| encode(black_box(&content)).expect("a mode can be written"));
}
