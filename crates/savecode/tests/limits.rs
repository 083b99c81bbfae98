//! Every limit is a parameter, and names the piece that exceeds it.

use crate::samples;
use calcarray::{Value, json};
use polymerge_savecode::{
    Content, DecodeLimits, EncodeReason, Reason, Version, WarningKind, base64, decode, encode, encode_as,
    entity,
};

/// A Game code of version 3.0, with one piece replaced.
fn code(piece: usize, text: &str) -> String {
    let sample = samples::codes().into_iter().find(|code| code.starts_with("@2048PowCompGame|3.0|")).unwrap();
    let mut parts: Vec<String> = sample.split('|').map(str::to_owned).collect();
    parts[piece].clear();
    base64::append(&entity::encode(text), &mut parts[piece]).unwrap();
    parts.join("|")
}

#[test]
fn exceeding_a_limit_is_an_error_of_the_piece() {
    type Change = fn(&mut DecodeLimits);
    let nines = "9".repeat(2000);
    let long = format!("[\"@BigInt {nines}\",\"@BigInt {nines}\"]");
    // However its digits are written.
    let escaped = format!("[\"@BigRational {0} {0}\"]", "\\u0039".repeat(2000));
    // piece and its text, the limit that refuses it, the piece that is named
    let cases: &[(usize, &str, Change, Option<usize>)] = &[
        (2, "2", |limits| limits.code_length = 100, None),
        (
            31,
            "[\"long enough to be noticed, even after base-64\"]",
            |limits| limits.piece_length = 30,
            Some(4),
        ),
        (31, "[[[[[[[1]]]]]]]", |limits| limits.json_depth = 6, Some(31)),
        (31, "[1,2,3,4,5,6]", |limits| limits.json_nodes = 3, Some(4)),
        (31, "[\"@BigInt 1234567\"]", |limits| limits.integer_digits = 6, Some(31)),
        (31, &long, |limits| limits.integer_work = 7_999_999, Some(31)),
        (31, &escaped, |limits| limits.integer_work = 7_999_999, Some(31)),
        (2, "2", |limits| limits.side = 1, Some(2)),
        (2, "2", |limits| limits.cells = 1, Some(3)),
        (8, "3", |limits| limits.tile_entries = 2, Some(8)),
        (30, "3", |limits| limits.next_tiles = 2, Some(30)),
        (66, "[[-1],[0],[1]]", |limits| limits.moves = 2, Some(66)),
    ];
    for (piece, text, change, named) in cases {
        let code = code(*piece, text);
        assert!(decode(&code, &DecodeLimits::default()).is_ok(), "piece {piece}: {text}");
        let mut limits = DecodeLimits::default();
        change(&mut limits);
        let error = decode(&code, &limits).unwrap_err();
        assert_eq!((error.reason, error.piece), (Reason::Limit, *named), "piece {piece}: {text}: {error}");
    }
}

#[test]
fn pieces_beyond_the_limit_are_not_looked_at() {
    let many = code(2, "2") + &"|".repeat(10_000_000);
    let limits = DecodeLimits::default();
    assert!(decode(&many, &limits).is_ok());
    let few = DecodeLimits { pieces: 50, ..limits };
    let error = decode(&many, &few).unwrap_err();
    assert_eq!((error.reason, error.piece), (Reason::MissingPiece, Some(50)));
}

#[test]
fn a_mode_that_readers_refuse_is_not_written() {
    let sample = samples::codes().into_iter().find(|code| code.starts_with("@2048PowCompMode|3.0|")).unwrap();
    let Content::Mode(mut mode) = decode(&sample, &DecodeLimits::default()).unwrap().content else {
        panic!("not a mode")
    };
    mode.spawns = Value::array(Vec::new());
    let content = Content::Mode(mode);
    for error in [
        encode(&content).unwrap_err(),
        encode_as(&content, Version::CURRENT).unwrap_err(),
        encode_as(&content, Version::V2_3).unwrap_err(),
    ] {
        assert_eq!((error.reason, error.name), (EncodeReason::NothingSpawns, Some("startTileSpawns")));
    }
}

#[test]
fn a_text_that_could_not_be_read_again_is_not_written() {
    let sample = samples::codes().into_iter().find(|code| code.starts_with("@2048PowCompMode|3.0|")).unwrap();
    let Content::Mode(mut mode) = decode(&sample, &DecodeLimits::default()).unwrap().content else {
        panic!("not a mode")
    };
    for (text, reason) in [
        ("@BigInt x", Some(EncodeReason::FalseNumber)),
        ("@BigRational 1", Some(EncodeReason::FalseNumber)),
        ("@BigInt", None),
        ("@BigIntx", None),
    ] {
        let in_array = Value::array(vec![text.into()]);
        let in_object = Value::Object(json::Object::new(vec![("key".into(), text.into())]).into());
        for nested in [in_array, in_object] {
            mode.game_variables = Value::array(vec![nested]);
            let code = encode(&Content::Mode(mode.clone()));
            assert_eq!(code.as_ref().err().map(|error| error.reason), reason, "{text}");
            assert!(code.is_err() || decode(&code.unwrap(), &DecodeLimits::default()).is_ok(), "{text}");
        }
    }
}

#[test]
fn a_text_that_comes_back_as_another_is_warned_of() {
    // Entities take U+0080 to U+009F for characters of Windows-1252. The key
    // was found by fuzzing.
    let object =
        |key: &str, value: &str| Value::Object(json::Object::new(vec![(key.into(), value.into())]).into());
    let sample = samples::codes().into_iter().find(|code| code.starts_with("@2048PowCompMode|3.0|")).unwrap();
    let Content::Mode(mut mode) = decode(&sample, &DecodeLimits::default()).unwrap().content else {
        panic!("not a mode")
    };
    for (value, altered) in [
        ("\u{86}".into(), true),
        ("\u{2020}".into(), false),
        (object("\u{86}", "a"), true),
        (object("a", "\u{9f}"), true),
        (object("\u{81}", "\u{a0}"), false),
    ] {
        mode.game_variables = Value::array(vec![value]);
        let content = Content::Mode(mode.clone());
        let written = encode_as(&content, Version::CURRENT).unwrap();
        let warned = written.warnings.iter().any(|warning| warning.kind == WarningKind::TextAltered);
        let again = decode(&written.text, &DecodeLimits::default()).unwrap().content;
        let comes_back = encode(&again).unwrap() == written.text;
        assert_eq!((warned, comes_back), (altered, !altered), "{:?}", mode.game_variables);
    }
}
