//! Every example runs.

use std::fs;
use std::path::Path;

#[path = "../examples/batch.rs"]
mod batch;
#[path = "../examples/bot.rs"]
mod bot;
#[path = "../examples/draw.rs"]
mod draw;
#[path = "../examples/evaluate.rs"]
mod evaluate;
#[path = "../examples/mode_file.rs"]
mod mode_file;
#[path = "../examples/own_randomness.rs"]
mod own_randomness;
#[path = "../examples/play.rs"]
mod play;
#[path = "../examples/save.rs"]
mod save;
#[path = "../examples/server.rs"]
mod server;
#[path = "../examples/verify.rs"]
mod verify;

type Example = (&'static str, fn() -> Result<(), polymerge::Error>);

const EXAMPLES: [Example; 10] = [
    ("batch", batch::main),
    ("bot", bot::main),
    ("draw", draw::main),
    ("evaluate", evaluate::main),
    ("mode_file", mode_file::main),
    ("own_randomness", own_randomness::main),
    ("play", play::main),
    ("save", save::main),
    ("server", server::main),
    ("verify", verify::main),
];

#[test]
fn every_example_runs() {
    for (name, main) in EXAMPLES {
        main().unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn every_example_is_in_the_list_and_on_the_front_page() {
    let front = include_str!("../src/lib.rs");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let name = file.trim_end_matches(".rs");
        assert!(EXAMPLES.iter().any(|(own, _)| *own == name), "{name} is not run");
        assert!(front.contains(&format!("`examples/{file}`")), "{name} is not on the front page");
        files += 1;
    }
    assert_eq!(files, EXAMPLES.len());
}
