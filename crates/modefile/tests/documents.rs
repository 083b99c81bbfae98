//! The documents and the schema say what the reader does.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use polymerge_modefile::catalogue::BuiltIn;
use polymerge_modefile::{check, check_by_playing, NoFiles, PlayOptions, ReadOptions, SourceFile};
use polymerge_rules::{Direction, Limits, Ruleset};
use serde_json::Value;

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
    for (document, count) in
        [("README.md", 1), ("docs/mode-files.md", 1), ("docs/tutorial.md", 2), ("docs/cookbook.md", 30)]
    {
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

/// The keys that the reader knows where `text` has the unknown key `qqqqqq`:
/// its message lists them.
fn known_keys(text: &str) -> BTreeSet<String> {
    let file = SourceFile::new("keys.jsonc", text.as_bytes().to_vec());
    let problems = check(&file, &NoFiles, &ReadOptions::default()).problems;
    let problem = problems.list().iter().find(|problem| problem.message.contains("qqqqqq"));
    let help = problem.and_then(|problem| problem.help.as_deref()).unwrap_or_default();
    let list = help.strip_prefix("its keys are: ").unwrap_or_else(|| panic!("{text}: {problems}"));
    list.split(", ").map(str::to_owned).collect()
}

/// All keys of the objects that a part of the schema allows.
fn schema_keys(schema: &Value) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        keys.extend(properties.keys().cloned());
    }
    for alternative in schema.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
        keys.extend(schema_keys(alternative));
    }
    keys
}

#[test]
fn the_schema_has_the_keys_that_the_reader_knows() {
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(workspace("modes/mode.schema.json")).unwrap()).unwrap();
    let keys = &schema["properties"];
    let entry = |key: &str| &keys[key]["anyOf"][0]["items"]["anyOf"][0];
    let cases: [(&Value, &str); 20] = [
        (&schema, r#"{ "qqqqqq": 0 }"#),
        (&keys["grid"], r#"{ "grid": { "qqqqqq": 0 } }"#),
        (&keys["directions"], r#"{ "directions": { "qqqqqq": 0 } }"#),
        (
            &keys["directions"]["anyOf"][2]["items"]["anyOf"][0],
            r#"{ "directions": [{ "name": "up", "qqqqqq": 0 }] }"#,
        ),
        (entry("auto_directions"), r#"{ "auto_directions": [{ "move": [1, 0], "qqqqqq": 0 }] }"#),
        (&keys["movement"], r#"{ "movement": { "qqqqqq": 0 } }"#),
        (entry("tiles"), r#"{ "tiles": [{ "qqqqqq": 0 }] }"#),
        (entry("merges"), r#"{ "merges": [{ "qqqqqq": 0 }] }"#),
        (&entry("merges")["properties"]["longer"], r#"{ "merges": [{ "longer": { "qqqqqq": 0 } }] }"#),
        (entry("spawns"), r#"{ "spawns": [{ "qqqqqq": 0 }] }"#),
        (entry("forced_spawns"), r#"{ "forced_spawns": [{ "qqqqqq": 0 }] }"#),
        (&keys["win"], r#"{ "win": { "qqqqqq": 0 } }"#),
        (&keys["modifiers"], r#"{ "modifiers": { "qqqqqq": 0 } }"#),
        (
            &keys["settings"]["items"]["anyOf"][0],
            r#"{ "settings": [{ "name": "x", "title": "", "kind": "any", "default": 0, "qqqqqq": 0 }] }"#,
        ),
        (&keys["settings"]["items"]["anyOf"][1], r#"{ "settings": [{ "when": true, "qqqqqq": 0 }] }"#),
        (&keys["before_game"], r#"{ "before_game": { "qqqqqq": 0 } }"#),
        (entry("scripts"), r#"{ "scripts": [{ "qqqqqq": 0 }] }"#),
        (entry("stat_boxes"), r#"{ "stat_boxes": [{ "title": 0, "value": 0, "qqqqqq": 0 }] }"#),
        (&keys["colours"], r#"{ "colours": { "qqqqqq": 0 } }"#),
        (&keys["memory"], r#"{ "memory": { "qqqqqq": 0 } }"#),
    ];
    for (schema, text) in cases {
        let mut allowed = schema_keys(schema);
        // Known without being asked for.
        allowed.remove("raw");
        if text == r#"{ "qqqqqq": 0 }"# {
            allowed.remove("extends");
            allowed.remove("define");
        }
        assert_eq!(allowed, known_keys(text), "{text}");
    }
}
