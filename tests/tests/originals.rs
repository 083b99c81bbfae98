//! Codes of the original: modes that nothing was changed about are known as the built-in ones.

use std::path::Path;

use conformance::Data;
use conformance::data::{file_name, read_lines, read_text};
use polymerge::advanced::rules::Mode as Raw;
use polymerge::mode_file::Info;
use polymerge::{Limits, Opened, catalogue, open};

/// The table that the catalogue goes by.
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/modefile/src/originals.txt");

/// The built-in mode that a code is opened as, and the title that it has then.
fn opened(code: &str) -> (Option<String>, String) {
    let mode = match open(code, &Limits::default()).unwrap() {
        Opened::Mode(mode) => *mode,
        Opened::Game(saved) => saved.resume(0.0, &Limits::default()).unwrap().rules().mode().clone(),
        Opened::Replay(replay) => replay.player(&Limits::default()).unwrap().rules().mode().clone(),
        other => panic!("{other:?} is no mode"),
    };
    (mode.name().map(str::to_owned), mode.title().to_owned())
}

fn copy(name: &str) -> String {
    read_text(&Data::copies().directory().join("originals").join(name)).unwrap()
}

#[test]
fn codes_of_the_original_are_known_as_the_modes_that_they_hold() {
    for (name, title) in [("002-2187", "2187"), ("050-dive", "DIVE")] {
        for kind in ["mode", "game", "replay"] {
            let code = copy(&format!("{name}.{kind}.txt"));
            assert_eq!(opened(&code), (Some(name.to_owned()), title.to_owned()), "{kind}");
        }
    }
}

#[test]
fn a_mode_that_differs_is_none_of_the_catalogue() {
    let limits = Limits::default();
    let code = copy("050-dive.mode.txt");
    let Opened::Mode(dive) = open(&code, &limits).unwrap() else { panic!("this is a mode") };
    let dive = dive.raw().unwrap();
    let code_of = |raw: Raw| polymerge::Mode::from_raw(raw).to_code().unwrap();
    // Written again, with nothing else about it.
    assert_eq!(opened(&code_of(dive.clone())).0.as_deref(), Some("050-dive"));
    let painted = Raw { grid_background: "#123456".into(), ..dive.clone() };
    assert_eq!(opened(&code_of(painted)).0.as_deref(), Some("050-dive"));
    let fuller = Raw { start_tiles: 5.0, ..dive.clone() };
    assert_eq!(opened(&code_of(fuller)).0, None);
    let title = "[[\"h1\",\"My DIVE\"]]";
    let named = Raw { rules_text: calcarray::json::read(title, &Default::default()).unwrap(), ..dive };
    assert_eq!(opened(&code_of(named)), (None, "My DIVE".to_owned()));
}

/// Fields that the rules do not hold, but that decide what a player can do.
#[test]
fn a_mode_with_other_controls_is_none_of_the_catalogue() {
    let limits = Limits::default();
    let json = |text: &str| calcarray::json::read(text, &Default::default()).unwrap();
    let known = Some("002-2187");
    let of_code = |name: &str| {
        let Opened::Mode(mode) = open(&copy(name), &limits).unwrap() else { panic!("this is a mode") };
        mode.raw().unwrap().clone()
    };
    let opened_as = |raw: Raw| opened(&polymerge::Mode::from_raw(raw).to_code().unwrap()).0;
    let of_catalogue = catalogue::find("2187").unwrap().read().unwrap().mode;
    for mode in [of_code("002-2187.mode.txt"), of_catalogue] {
        let boxes = |text: &str| Raw { stat_boxes: json(text), ..mode.clone() };
        let opacities = |text: &str| Raw { component_opacities: json(text), ..mode.clone() };
        for (changed, expected, what) in [
            (Raw { display_interval: 100.0, ..mode.clone() }, None, "the game looks at the time"),
            (opacities("[-1]"), None, "no direction buttons, and no keys"),
            (opacities(r#"[["@Moves","*",-1]]"#), None, "no direction buttons after a move"),
            (opacities("[0.5,-1]"), known, "pale buttons, no grid"),
            (boxes(r#"[["Points","@Score"]]"#), known, "a box that can't be clicked"),
            (
                boxes(r#"[["A","@Score",0,0,"@undefined","@undefined","@undefined",[0,"@add_score",9]]]"#),
                None,
                "a box that gives points",
            ),
        ] {
            assert_eq!(opened_as(changed).as_deref(), expected, "{what}");
        }
    }
    let no_boxes = Raw { stat_boxes: json("[]"), ..of_code("050-dive.mode.txt") };
    assert_eq!(opened_as(no_boxes), None, "DIVE without its boxes to click");
    // A click that is there at other times.
    let shown = |condition: &str| {
        let boxes =
            format!(r#"[["A","@Score",0,0,"@undefined","@undefined",{condition},[0,"@add_score",9]]]"#);
        Raw { stat_boxes: json(&boxes), ..Raw::classic(4, 4) }.controls_hash()
    };
    assert_ne!(shown("true"), shown(r#"["@Score",">",99]"#));
}

/// With `APPROVE=1`, the table is written.
#[test]
fn all_modes_of_the_original_are_known() {
    let Some(data) = Data::shared() else { return };
    let files = data.files("modes", &[".txt"]).unwrap();
    if approved::is_approving() {
        let table: String = files.iter().map(|file| line(file)).collect();
        std::fs::write(TABLE, table).unwrap();
        return;
    }
    for file in files {
        let (name, code) = (number(&file).name(), read_text(&file).unwrap());
        assert_eq!(opened(&code).0.as_deref(), Some(name));
        let trace = data.directory().join("games").join(format!("{}-1.jsonl.gz", stem(&file)));
        let last = read_lines(&trace).unwrap().pop().unwrap();
        for key in ["game", "replay"] {
            let (_, rest) = last.split_once(&format!("\"{key}\":\"")).unwrap();
            let (code, _) = rest.split_once('"').unwrap();
            assert_eq!(opened(code).0.as_deref(), Some(name), "{key}");
        }
    }
}

fn stem(file: &Path) -> &str {
    file_name(file).trim_end_matches(".txt")
}

/// The built-in mode of the number that a file of the original has.
fn number(file: &Path) -> catalogue::BuiltInMode {
    let (number, _) = file_name(file).split_once('-').unwrap();
    catalogue::find(number).unwrap()
}

/// The line of the table for a mode of the original.
fn line(file: &Path) -> String {
    let mode = polymerge::Mode::from_code(&read_text(file).unwrap(), &Limits::default()).unwrap();
    let raw = mode.raw().unwrap();
    let (rules, controls) = (raw.rules_hash(), raw.controls_hash());
    format!("{rules:016x}\t{controls:016x}\t{}\t{}\n", number(file).name(), Info::of(&raw).title)
}
