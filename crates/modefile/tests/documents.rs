//! The documents say what the reader does.

use std::fs;
use std::path::PathBuf;

use polymerge_modefile::catalogue::{BuiltIn, modes};
use polymerge_modefile::{NoFiles, PlayOptions, ReadOptions, SourceFile, check, check_by_playing};
use polymerge_rules::{Direction, Limits, Ruleset};

fn workspace(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The blocks of a document that are whole mode files.
fn modes_of(document: &str) -> Vec<SourceFile> {
    let text = fs::read_to_string(workspace(document)).unwrap();
    let blocks = text.split("```jsonc\n").skip(1).filter_map(|rest| rest.split("```").next());
    let says = |block: &&str| block.contains("\"spawns\"") || block.contains("\"extends\"");
    // Comments may stand before a mode.
    let first = |block: &str| block.lines().find(|line| !line.starts_with("//")).map(str::to_owned);
    let whole = blocks.filter(|block| first(block).is_some_and(|line| line.starts_with('{'))).filter(says);
    whole.map(|block| SourceFile::new(document, block.as_bytes().to_vec())).collect()
}

#[test]
fn the_modes_in_the_documents_are_without_mistakes() {
    let play = PlayOptions { games: 20, ..PlayOptions::default() };
    for (document, count) in [
        ("README.md", 1),
        ("docs/mode-files.md", 1),
        ("docs/tutorial.md", 2),
        ("docs/cookbook.md", 30),
        ("docs/games.md", 5),
    ] {
        let modes = modes_of(document);
        assert_eq!(modes.len(), count, "{document}");
        for mode in modes {
            let problems = check_by_playing(&mode, &BuiltIn, &ReadOptions::default(), &play).problems;
            assert!(problems.is_empty(), "{problems}");
        }
    }
}

/// The files of `modes/` that a document shows: after the line that names one, a block has its text.
/// With `APPROVE=1`, the blocks are written anew.
#[test]
fn files_that_documents_show_are_those_of_the_catalogue() {
    for (document, count) in [("docs/games.md", 5)] {
        let path = workspace(document);
        let text = fs::read_to_string(&path).unwrap();
        let mut parts = text.split("\n`modes/");
        let mut written = parts.next().unwrap_or_default().to_owned();
        let mut shown = 0;
        for part in parts {
            let (name, rest) = part.split_once("`:\n").unwrap();
            let (before, block) = rest.split_once("```jsonc\n").unwrap();
            let (_, after) = block.split_once("```").unwrap();
            let file = fs::read_to_string(workspace("crates/modefile/modes").join(name)).unwrap();
            written.push_str(&format!("\n`modes/{name}`:\n{before}```jsonc\n{file}```{after}"));
            shown += 1;
        }
        assert_eq!(shown, count, "{document}");
        approved::compare(path, &written);
    }
}

/// Texts that stand where nothing can be calculated, and tell how many modes there are: `{modes}`
/// is their number, `{others}` that of all but 2048 itself.
const COUNTED: &[(&str, &str)] = &[
    ("README.md", "a variant is data: {modes} games"),
    ("crates/cli/README.md", "# one of {modes} modes"),
    ("crates/capi/cbindgen.toml", "2048 and {others} variants"),
    ("crates/capi/include/polymerge.h", "2048 and {others} variants"),
    ("crates/capi/polymerge.pc.in", "2048 and {others} variants"),
    ("crates/modefile/Cargo.toml", "and {modes} built-in ones"),
    ("crates/polymerge/Cargo.toml", "a 2048 variant is data: {modes} modes"),
    ("crates/polymerge/README.md", "2048 and {others} variants"),
    ("crates/polymerge/src/lib.rs", "2048 and {others} variants"),
    ("crates/python/README.md", "2048 and {others} variants"),
    ("crates/python/pyproject.toml", "2048 and {others} variants"),
    ("crates/python/python/polymerge/__init__.py", "2048 and {others} variants"),
    ("crates/web/README.md", "{modes} modes"),
];

#[test]
fn texts_tell_how_many_modes_there_are() {
    let modes = modes().count();
    for (file, words) in COUNTED {
        let words =
            words.replace("{modes}", &modes.to_string()).replace("{others}", &(modes - 1).to_string());
        let text = fs::read_to_string(workspace(file)).unwrap();
        assert!(text.contains(&words), "{file} does not say: {words}");
    }
}

/// The grids of hexagons that the reference writes by hand: every hexagon has its neighbours.
#[test]
fn hexagons_by_hand_have_neighbours() {
    let text = fs::read_to_string(workspace("docs/mode-files.md")).unwrap();
    let blocks = text.split("```jsonc\n").skip(1).filter_map(|rest| rest.split("```").next());
    let grids: Vec<&str> =
        blocks.filter(|block| block.starts_with("\"grid\"") && block.contains("\"cells\": [\n")).collect();
    assert_eq!(grids.len(), 1);
    let mode = format!(
        r##"{{ "title": "Hexagons", "tiles": [{{ "colour": "#f0c040" }}], "spawns": [{{ "tile": [1] }}],
            "merges": [{{ "match": [{{}}, {{}}], "result": [2] }}], {} }}"##,
        grids[0]
    );
    let file = SourceFile::new("mode-files.md", mode.into_bytes());
    let checked = check(&file, &NoFiles, &ReadOptions::default());
    assert!(checked.problems.is_empty(), "{}", checked.problems);
    let rules = Ruleset::compile(checked.file.unwrap().mode, Limits::default()).unwrap();
    // Six around the middle, none of them a hole.
    let is_free = |direction: &Direction| {
        let (row, column) = (1 + direction.rows, 2 + direction.columns);
        let row = rules.mode().starting_grid.as_array()?.get(usize::try_from(row).ok()?)?;
        row.as_array()?.get(usize::try_from(column).ok()?).map(|cell| cell.is_word("@Empty"))
    };
    let around = rules.directions().iter().filter(|direction| is_free(direction) == Some(true));
    assert_eq!((rules.directions().len(), around.count()), (6, 6));
}
