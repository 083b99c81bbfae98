//! The documents say what the reader does.

use std::fs;
use std::path::PathBuf;

use polymerge_modefile::catalogue::BuiltIn;
use polymerge_modefile::{check, check_by_playing, NoFiles, PlayOptions, ReadOptions, SourceFile};
use polymerge_rules::{Direction, Limits, Ruleset};

fn workspace(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The blocks of a document that are whole mode files.
fn modes_of(document: &str) -> Vec<SourceFile> {
    let text = fs::read_to_string(workspace(document)).unwrap();
    let blocks = text.split("```jsonc\n").skip(1).filter_map(|rest| rest.split("```").next());
    let says = |block: &&str| block.contains("\"spawns\"") || block.contains("\"extends\"");
    let whole = blocks.filter(|block| block.starts_with('{')).filter(says);
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
