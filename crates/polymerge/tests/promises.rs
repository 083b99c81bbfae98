//! A test for each promise of SECURITY.md about the library. Each names the
//! sentence that it holds to, which must stand there.

use std::fs;
use std::path::{Path, PathBuf};

use polymerge::advanced::codes::{Content, decode, encode};
use polymerge::advanced::rules::Mode as Raw;
use polymerge::calc::json;
use polymerge::catalogue::BuiltIn;
use polymerge::evaluation::{EvaluationOptions, evaluate, evaluate_on};
use polymerge::forms::Form;
use polymerge::{Game, HistoryLimits, Limits, Mode, Opened, Painter, Replay, SourceFile, Value, open};

/// Asserts that a sentence stands in SECURITY.md, however its lines are broken.
pub fn promised(sentence: &str) {
    let text = include_str!("../../../SECURITY.md");
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(one_line(text).contains(&one_line(sentence)), "SECURITY.md no longer promises: {sentence}");
}

fn value(text: &str) -> Value {
    json::read(text, &Default::default()).unwrap()
}

/// 2048 with something added.
fn file_with(addition: &str) -> SourceFile {
    let text = format!(r#"{{"extends": "001-2048.jsonc", {addition}}}"#);
    SourceFile::new("promises.jsonc", text.into_bytes())
}

/// 2048 with something added, to be opened within limits.
fn opened(addition: &str, limits: &Limits) -> Result<Mode, polymerge::Error> {
    Mode::from_file(file_with(addition), &BuiltIn, limits)
}

fn game(addition: &str, limits: &Limits) -> Game {
    opened(addition, limits).unwrap().compile().unwrap().start(7).unwrap()
}

fn played(limits: &Limits) -> Game {
    let mut game = game(r#""about": "played""#, limits);
    for press in 0..60 {
        game.play_at(press % 4, f64::from(press as u32) * 500.0).ok();
    }
    game
}

/// The Game code and the Replay code of a game.
fn codes(game: &Game) -> [String; 2] {
    [game.code().unwrap(), game.replay_code().unwrap()]
}

const ENDLESS: &str = r#"[0, "@repeat", "@Infinity", "+", 1, "@end-repeat"]"#;

#[test]
fn everything_ends() {
    promised("Everything ends: with a result, or with an error that names the fault and its place.");
    let message = evaluate(&value(ENDLESS), &Default::default()).result.unwrap_err().to_string();
    assert!(message.contains("the limit") && message.contains("steps"), "{message}");
    let mut game = game(&format!(r#""scripts": [{{"on": "EndTurn", "do": {ENDLESS}}}]"#), &Limits::default());
    let turns: Vec<_> = (0..4).map(|direction| game.play(direction)).collect();
    let messages: Vec<String> = turns.into_iter().filter_map(|turn| Some(turn.err()?.to_string())).collect();
    assert!(
        !messages.is_empty() && messages.iter().all(|message| message.contains("script")),
        "{messages:?}"
    );
}

#[test]
fn bounds_count_work() {
    promised(
        "Limits count work and bytes, never time. So an input that fails on one machine fails on every machine, at the same place.",
    );
    let options = EvaluationOptions { steps: 1, ..EvaluationOptions::default() };
    let evaluations = [(); 2].map(|()| evaluate(&value(ENDLESS), &options));
    assert_eq!(evaluations[0].more, evaluations[1].more);
    assert_eq!(evaluations[0].result, evaluations[1].result);
    // As many operators as there are steps, here as anywhere.
    assert!((100_000..2_000_000).contains(&evaluations[0].more), "{}", evaluations[0].more);
}

/// The sources of the core.
fn sources() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut folders: Vec<PathBuf> =
        ["calcarray", "rules", "savecode", "modifiers", "display", "modefile", "polymerge"]
            .map(|name| crates.join(name).join("src"))
            .to_vec();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    files.retain(|file| file.extension().is_some_and(|ending| ending == "rs"));
    assert!(files.len() > 200, "{}", files.len());
    files
}

#[test]
fn the_core_reaches_nothing_outside() {
    promised(
        "An expression sees the game and nothing else: no files, no network, no other program, no clock except the time that the caller passes. The core (`crates/polymerge` and the crates it is made of) has no code for any of these.",
    );
    let outside = ["fs", "net", "process", "env", "time", "io", "thread", "os"];
    for file in sources() {
        let text = fs::read_to_string(&file).unwrap();
        // What tests read is another matter.
        let code = text.split("#[cfg(test)]").next().unwrap();
        for module in outside {
            assert!(!code.contains(&format!("std::{module}")), "{} uses std::{module}", file.display());
        }
        assert!(!code.contains("extern \"C\""), "{}", file.display());
    }
}

#[test]
fn no_unsafe_code() {
    promised(
        "No crate contains `unsafe` code except the library for C. There it is in one file, `crates/capi/src/ffi.rs`",
    );
    promised("Lints forbid `unwrap`, `expect` and `panic!` outside tests.");
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let workspace = fs::read_to_string(crates.join("../Cargo.toml")).unwrap();
    for lint in [
        "unsafe_code = \"forbid\"",
        "unwrap_used = ",
        "expect_used = ",
        "panic = \"warn\"",
        "todo = ",
        "unimplemented = ",
        "unreachable = ",
    ] {
        assert!(workspace.contains(&format!("\n{lint}")), "the workspace has no lint {lint}");
    }
    for entry in fs::read_dir(crates).unwrap() {
        let manifest = entry.unwrap().path().join("Cargo.toml");
        let text = fs::read_to_string(&manifest).unwrap();
        // Where it is in these crates, a lint tells; that of the component is written by macros.
        let has_unsafe =
            ["capi/Cargo.toml", "component/Cargo.toml"].iter().any(|own| manifest.ends_with(own));
        let expected = match has_unsafe {
            true => "[lints.rust]\nmissing_docs = \"warn\"\nunsafe_code = \"deny\"",
            // A workspace of its own has lints of its own.
            false if text.contains("\n[workspace]\n") || text.starts_with("[workspace]") => {
                "[lints.rust]\nunsafe_code = \"forbid\""
            }
            false => "[lints]\nworkspace = true",
        };
        assert!(text.contains(expected), "{}", manifest.display());
        for lint in ["expect_used", "panic", "todo", "unimplemented", "unreachable", "unwrap_used"] {
            let has_lint =
                ["warn", "deny"].iter().any(|level| text.contains(&format!("\n{lint} = \"{level}\"")));
            assert!(has_lint || expected.contains("workspace = true"), "{}: {lint}", manifest.display());
        }
    }
}

#[test]
fn files_extend_their_own_folder_or_built_in_modes() {
    promised("A mode file extends files of its own folder or built-in modes, nothing else.");
    for name in
        ["/etc/passwd", "../../etc/passwd", "modes/../../x", "C:\\x", "\\\\host\\x", "nosuch.jsonc", ""]
    {
        let text = Value::text(name);
        let text = format!(r#"{{"extends": {}}}"#, json::write(&text));
        let file = SourceFile::new("here/mine.jsonc", text.into_bytes());
        let error = Mode::from_file(file, &BuiltIn, &Limits::default()).unwrap_err().to_string();
        assert!(!error.contains("root:"), "{name}: {error}");
    }
    assert!(opened(r#""about": """#, &Limits::default()).is_ok());
}

#[test]
fn codes_and_files_are_read_as_a_whole() {
    promised("A code or file is read completely or refused.");
    for code in codes(&played(&Limits::default())) {
        let ends = code.char_indices().map(|(end, _)| end).filter(|end| end % 97 == 0);
        for end in ends {
            assert!(
                open(&code[..end], &Limits::default()).is_err(),
                "the first {end} bytes are taken for a code"
            );
        }
    }
    let text = opened(r#""about": "whole""#, &Limits::default()).unwrap().to_file().unwrap();
    for end in (0..text.trim_end().len()).filter(|end| text.is_char_boundary(*end) && end % 97 == 0) {
        let file = SourceFile::new("cut.jsonc", text.as_bytes()[..end].to_vec());
        assert!(Mode::from_file(file, &BuiltIn, &Limits::default()).is_err(), "{end}");
    }
}

#[test]
fn turns_that_fail_change_nothing() {
    promised("A turn works on a copy: if any part of it fails, the game is as it was before.");
    for trigger in ["EndTurn", "EndMovement"] {
        let scripts = format!(
            r#""variables": [0], "scripts": [{{"on": "{trigger}", "do": [0, "@edit_gvar", 0, 1, {ENDLESS}]}}]"#
        );
        let mut game = game(&scripts, &Limits::default());
        let before = game.state().clone();
        let failed = (0..4).filter(|direction| game.play(*direction).is_err()).count();
        assert!(failed > 0 && *game.state() == before && game.steps() == 0, "{trigger}");
    }
}

#[test]
fn what_is_played_can_be_saved_and_read() {
    promised(
        "A game that can be played can be saved, and a saved game can be read: the limits of games are within the limits of reading.",
    );
    for Limits { game, code, file, .. } in [Limits::default(), Limits::strict()] {
        assert!(game.cells <= code.cells && game.cells <= code.side);
        assert!(game.tile_entries <= code.tile_entries && game.next_tiles <= code.next_tiles);
        assert!(game.evaluation.nesting as usize + 8 <= code.json_depth && file.depth + 8 <= code.json_depth);
        assert!(game.kept < code.piece_length as u64 && game.content < game.kept);
    }
    let mut games = vec![played(&Limits::default())];
    // As deep as can be played: a condition, a script, a text.
    for depth in (240..=300).step_by(5).chain(252..=258) {
        let deep = |inner: &str| format!("{}{inner}{}", "[".repeat(depth), "]".repeat(depth));
        for addition in [
            format!(r#""variables": [{}]"#, deep("1")),
            format!(
                r#""merges": [{{"match": [{{}}, {{}}], "when": {}, "result": [[["@This 0", "+", 1]]]}}]"#,
                deep("1")
            ),
            format!(
                r##""tiles": [{{"text": {}, "colour": "#fff", "text_colour": "#000"}}]"##,
                deep(r#""x""#)
            ),
        ] {
            let rules = opened(&addition, &Limits::default()).and_then(|mode| mode.compile());
            games.extend(rules.and_then(|rules| rules.start(7)));
        }
    }
    assert!(games.len() > 20, "{}", games.len());
    for code in games.iter().flat_map(codes) {
        open(&code, &Limits::default()).unwrap();
    }
}

#[test]
fn codes_that_readers_would_refuse_are_not_written() {
    promised("Codes that readers would refuse are not written.");
    let no_number = Raw { game_variables: Value::from(vec![Value::text("@BigInt x")]), ..Raw::classic(4, 4) };
    let no_spawns = Raw { spawns: Value::from(Vec::new()), ..Raw::classic(4, 4) };
    for mode in [no_number, no_spawns] {
        assert!(Mode::from_raw(mode.clone()).to_code().is_err());
        assert!(encode(&Content::Mode(mode.into())).is_err());
    }
}

#[test]
fn records_of_a_mode_without_spawns_are_read_again() {
    let grid = r#"{"cells": [[[1], [1], "@Empty"], [[2], "@Empty", [1]]]}"#;
    let file = format!(
        r##"{{"title": "Puzzle", "grid": {grid}, "tiles": [{{"colour": "#fff"}}],
            "merges": [{{"match": [{{}}, {{}}], "result": [["@This value", "*", 2]]}}]}}"##
    );
    let Ok(Opened::Mode(mode)) = open(&file, &Limits::default()) else { panic!("{file}") };
    let mut game = mode.compile().unwrap().start(7).unwrap();
    game.play(2).unwrap();
    let Ok(Opened::Replay(replay)) = open(&game.replay_code().unwrap(), &Limits::default()) else { panic!() };
    let mut player = replay.player(&Limits::default()).unwrap();
    player.seek(player.length()).unwrap();
    assert_eq!(player.take_over(0).state().grid(), game.state().grid());
}

#[test]
fn pictures_show_markup_as_text() {
    promised("Pictures and the terminal game show control characters and markup as text");
    let looks =
        r##""tiles": [{"text": ["@TextE", "<script>\u0007&"], "colour": "#fff", "text_colour": "#000"}]"##;
    let game = game(looks, &Limits::default());
    let mut painter = Painter::of(game.rules());
    let view = painter.picture(&game);
    let face = view.cells.iter().flatten().find_map(|cell| cell.face).unwrap();
    let svg = &painter.face(face).unwrap().svg;
    assert!(svg.contains("&lt;script&gt;") && !svg.contains("<script>") && !svg.contains('\u{7}'), "{svg}");
}

/// Limits of every function, and the message when one of them is met.
#[test]
fn programs_set_the_limits() {
    promised(
        "Programs that embed the engine set limits with one `Limits`, which every function takes that opens, starts, plays or evaluates untrusted input",
    );
    let [game, replay] = codes(&played(&Limits::default()));
    let replay = Replay::from_code(&replay, &Limits::default()).unwrap();
    let classic = Mode::built_in("2048").unwrap();
    let form =
        r#"{ "side": 5, "spawning": [{ "value": 1 }], "merges": [{ "with": ["n"], "gives": "n+1" }] }"#;
    let form_code = Form::of_text(form, &Limits::default()).unwrap().code().unwrap();
    let infused = Form::Infused(Form::of_text(form, &Limits::default()).unwrap().infused());
    let infused_code = infused.code().unwrap();
    let modifiers = classic.with("garbage=2").unwrap().modifiers_code().unwrap();
    let drawn = r#""variables": [0], "before_game": [0, "@edit_gvar", 0, [1, "@repeat", 5000, "+", 1, "@end-repeat"]]"#;
    let drawn = opened(drawn, &Limits::default()).unwrap();
    let computed = r#""variables": [{"compute": [1, "@repeat", 5000, "+", 1, "@end-repeat"]}]"#;

    type Tighten = fn(&mut Limits);
    let few_steps: Tighten = |limits| limits.game.evaluation.steps = 100;
    let few_cells: Tighten = |limits| limits.game.cells = 15;
    let short_code: Tighten = |limits| limits.code.code_length = 20;
    let short_file: Tighten = |limits| limits.file.bytes = 20;
    let text = |error: &dyn std::fmt::Display| error.to_string();
    type Call<'a> = Box<dyn Fn(&Limits) -> Result<(), String> + 'a>;
    // what is done, the limit, part of the message
    let cases: Vec<(&str, Tighten, &str, Call)> = vec![
        (
            "Mode::from_file",
            short_file,
            "20",
            Box::new(|l| opened("\"about\": \"\"", l).map(drop).map_err(|e| text(&e))),
        ),
        (
            "Mode::from_file computes",
            few_steps,
            "steps",
            Box::new(|l| opened(computed, l).map(drop).map_err(|e| text(&e))),
        ),
        ("open", short_code, "20", Box::new(|l| open(&game, l).map(drop).map_err(|e| text(&e)))),
        ("open, a form", few_cells, "15", Box::new(|l| open(&form_code, l).map(drop).map_err(|e| text(&e)))),
        (
            "open, an Infused Mode",
            few_cells,
            "15",
            Box::new(|l| open(&infused_code, l).map(drop).map_err(|e| text(&e))),
        ),
        (
            "Form::of_text",
            short_code,
            "20",
            Box::new(|l| Form::of_text(&form_code, l).map(drop).map_err(|e| text(&e))),
        ),
        (
            "Form::of_text, words",
            |l| l.code.json_depth = 1,
            "deep",
            Box::new(|l| Form::of_text(form, l).map(drop).map_err(|e| text(&e))),
        ),
        ("Form::mode", few_cells, "15", Box::new(|l| infused.mode(l).map(drop).map_err(|e| text(&e)))),
        (
            "Mode::with",
            short_code,
            "20",
            Box::new(|l| classic.within(l).with(&modifiers).map(drop).map_err(|e| text(&e))),
        ),
        (
            "Mode::compile",
            few_cells,
            "15",
            Box::new(|l| classic.within(l).compile().map(drop).map_err(|e| text(&e))),
        ),
        (
            "Rules::start draws",
            few_steps,
            "steps",
            Box::new(|l| {
                let rules = drawn.within(l).compile().map_err(|e| text(&e))?;
                rules.start(7).map(drop).map_err(|e| text(&e))
            }),
        ),
        ("Replay::player", few_cells, "15", Box::new(|l| replay.player(l).map(drop).map_err(|e| text(&e)))),
        (
            "evaluate",
            few_steps,
            "steps",
            Box::new(|l| {
                let options =
                    EvaluationOptions { limits: Some(l.game.evaluation.clone()), ..Default::default() };
                evaluate(&value(r#"[0, "@repeat", 200, "+", 1, "@end-repeat"]"#), &options)
                    .result
                    .map(drop)
                    .map_err(|e| text(&e))
            }),
        ),
        (
            "evaluate_on, as its game",
            few_steps,
            "steps",
            Box::new(|l| {
                let state = classic.within(l).compile().unwrap().state(7).map_err(|e| text(&e))?;
                let expression = value(r#"[0, "@repeat", 200, "+", 1, "@end-repeat"]"#);
                evaluate_on(&state, 0.0, &expression, &Default::default())
                    .result
                    .map(drop)
                    .map_err(|e| text(&e))
            }),
        ),
        ("decode", short_code, "20", Box::new(|l| decode(&game, &l.code).map(drop).map_err(|e| text(&e)))),
    ];
    for (what, tighten, part, call) in cases {
        assert_eq!(call(&Limits::default()), Ok(()), "{what}");
        let mut limits = Limits::default();
        tighten(&mut limits);
        let message = call(&limits).expect_err(what);
        assert!(message.contains(part), "{what}: {message}");
    }
}

#[test]
fn what_is_remembered_has_limits() {
    promised("The oldest steps are deleted; replays are played again from the last stored state");
    let within = |history: HistoryLimits| {
        let mut limits = Limits::default();
        limits.history = history;
        limits
    };
    let few = within(HistoryLimits { steps: 3, ..Default::default() });
    let mut game = played(&few);
    assert_eq!(game.steps(), 3);
    assert!((0..3).all(|_| game.undo()) && !game.undo());
    let none = within(HistoryLimits { bytes: 0, ..Default::default() });
    assert_eq!(played(&none).steps(), 0);

    let game = played(&Limits::default());
    let mut player = game.replay().player(&none).unwrap();
    let last = player.length() - 1;
    for position in [last, 1, last] {
        player.seek(position).unwrap();
        assert_eq!(player.position(), position);
    }
    assert_eq!(player.state().grid(), game.state().grid());

    promised("Then all are deleted and made again");
    let mut few = Limits::default().looks;
    few.tiles = 2;
    let mut painter = Painter::of(game.rules()).with_limits(few);
    let face = |painter: &mut Painter| painter.at(game.state(), 0.0).face_of(&value("[1]"));
    let first = face(&mut painter);
    painter.at(game.state(), 0.0).face_of(&value("[2]"));
    assert!(painter.face(first).is_none());
    assert_ne!(face(&mut painter), first);
}
