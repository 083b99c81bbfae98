//! `polymerge code` as a shell sees it.

use std::io::Write;
use std::process::{Command, Stdio};

use polymerge::Value;
use polymerge::advanced::codes::{Content, encode};
use polymerge::advanced::rules::Mode;

/// Runs the command with this standard input.
fn polymerge(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_polymerge"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env("RUST_BACKTRACE", "1")
        .spawn()
        .unwrap();
    // A command that does not read its input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// A small code.
fn code() -> String {
    let tile = Value::array(vec![Value::array(vec![Value::Number(1.0)]), Value::Number(100.0)]);
    let mode = Mode {
        directions: Value::array(vec![Value::text("↑")]),
        spawns: Value::array(vec![tile]),
        game_variables: Value::array(vec![Value::Undefined, Value::Integer(5.into())]),
        ..Mode::default()
    };
    encode(&Content::Mode(mode.into())).unwrap()
}

#[test]
fn decoding_and_encoding_gives_the_same_code() {
    let code = code();
    let (status, pieces, said) = polymerge(&["code", "decode"], &format!(" `{code}`\n"));
    assert_eq!((status, said.as_str()), (0, "Mode code of version 3.0\n"));
    assert!(pieces.contains("\n\"width\":4,\n"), "{pieces}");
    assert!(pieces.contains("\n\"startGameVars\":[\"@undefined\",\"@BigInt 5\"],\n"), "{pieces}");
    let (status, again, _) = polymerge(&["code", "encode", "-"], &pieces);
    assert_eq!((status, again), (0, code));
}

#[test]
fn codes_are_converted_to_an_older_version_and_back() {
    let code = code();
    let (status, old, said) = polymerge(&["code", "convert", "--to-version", "2.2.3", &code], "");
    assert_eq!((status, said.as_str()), (0, "Mode code of version 3.0\n"));
    assert!(old.starts_with("@2048PowCompMode|2.2.3|"), "{old}");
    assert_eq!(polymerge(&["code", "convert", &old], "").1, code);
}

#[test]
fn pieces_are_explained() {
    let (status, out, _) = polymerge(&["code", "explain"], &code());
    assert_eq!(status, 0);
    assert!(
        out.starts_with("Mode code of version 3.0\n  2 width: Columns of the grid.\n      = 4\n"),
        "{out}"
    );
    assert!(out.contains("31 startGameVars: Game variables at the start.\n"), "{out}");
}

#[test]
fn wrong_input_gets_a_message_and_exit_code_2() {
    let mut cut = code();
    cut.truncate(cut.len() - 4);
    // arguments, standard input, what the message says
    let cases: &[(&[&str], &str, &str)] = &[
        (&["code", "decode"], "", "save code, piece 0: a save code begins with @2048PowComp"),
        (&["code", "decode"], &cut, "Mode code of version 3.0, piece 47 (startModifierVarIndices): "),
        (&["code", "decode", "@2048PowCompGame|3.1|"], "", "Game code, piece 1: no version \"3.1\""),
        (&["code", "explain", "no-such-file"], "", "no-such-file: there is no such file"),
        (&["code", "convert", "--to-version", "7"], &code(), "no version \"7\"; known are 1.0, 1.1"),
        (&["code", "convert", "--to-version", "1.0"], &code(), "Mode code of version 1.0: no such codes"),
        (&["code", "encode"], "{}", "the pieces: no \"kind\""),
        (&["code", "encode"], "{", "the pieces: not JSON at byte 1: expected a key"),
        (
            &["code", "encode", "{\"kind\":\"Mode\",\"version\":\"3.0\",\"pieces\":{\"width\":4}}"],
            "",
            "the pieces: piece 3 (height) is missing",
        ),
        (
            &["code", "encode", "{\"kind\":\"Mode\",\"version\":\"3.0\",\"pieces\":{\"wdth\":4}}"],
            "",
            "the pieces: Mode codes of version 3.0 have no wdth",
        ),
        (
            &["code", "encode", "{\"kind\":\"Infused\",\"version\":\"2.2\"}"],
            "",
            "the pieces: no \"version\" that Infused codes have",
        ),
    ];
    for (arguments, input, message) in cases {
        let (status, out, said) = polymerge(arguments, input);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}: {said}");
        let last = said.lines().last().unwrap_or_default();
        assert!(last.starts_with(&format!("polymerge: {message}")), "{arguments:?}: {said}");
    }
}
