//! Explanations of problems: the checker finds each in the examples that have it, and nothing in those
//! that are right. Modes without mistakes have no problems.

use std::fs;
use std::path::PathBuf;

use polymerge_modefile::catalogue::{self, BuiltIn};
use polymerge_modefile::{NoFiles, Problem, ReadOptions, SourceFile, check, codes, find_code};

/// Returns the messages for a file.
fn report(text: &str) -> String {
    let file = SourceFile::new("my.jsonc", text.as_bytes().to_vec());
    check(&file, &NoFiles, &ReadOptions::default()).problems.to_text()
}

#[test]
fn each_problem_is_found_in_what_is_wrong_and_not_in_what_is_right() {
    let (mut faults, mut count) = (Vec::new(), 0);
    for code in codes() {
        for example in code.examples() {
            let found = example.messages();
            let is_found = found.contains(&format!("[{}]", code.name));
            if example.is_right && found != "0 errors, 0 warnings\n" {
                faults.push(format!("{}, right:\n{found}", code.name));
            } else if !example.is_right && !is_found {
                faults.push(format!("{} is not found, but:\n{found}", code.name));
            }
            count += 1;
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count >= 180, "only {count} examples");
}

/// Files of a size that no page shows, of another encoding, and modes that no file gives.
const WITHOUT_EXAMPLE: [&str; 5] = ["encoding", "too-deep", "mode", "many-settings", "many-rules"];

#[test]
fn each_code_has_a_summary_and_examples_both_wrong_and_right() {
    for code in codes() {
        let (summary, examples) = (code.summary(), code.examples());
        assert!(summary.ends_with('.') && summary.len() <= 120, "{}: {summary}", code.name);
        for is_right in [false, true] {
            let is_shown = examples.iter().any(|example| example.is_right == is_right);
            assert_ne!(is_shown, WITHOUT_EXAMPLE.contains(&code.name), "{}, {is_right}", code.name);
        }
        assert_eq!(find_code(code.name), Some(code));
    }
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/text/codes");
    let files = fs::read_dir(folder)
        .unwrap()
        .filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "md"));
    assert_eq!(files.count(), codes().count(), "a file without a code");
}

/// Real modes do nothing that the checker takes for a mistake.
#[test]
fn built_in_modes_are_without_mistakes() {
    let mut found = String::new();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../modes");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "jsonc"));
    files.sort();
    // Those that others extend are among them.
    assert!(files.len() > catalogue::modes().count(), "only {} files", files.len());
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let file = SourceFile::new(name, fs::read(&path).unwrap());
        let problems = check(&file, &BuiltIn, &ReadOptions::default()).problems;
        found.extend(problems.list().iter().map(Problem::to_text));
    }
    assert!(found.is_empty(), "{found}");
}

/// Goals that may be reached in a way that is not followed, or late.
#[test]
fn goals_that_may_be_reached_are_no_mistake() {
    let doubles = r#""merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }]"#;
    let cases = [
        // Scripts put tiles into the grid, or change what spawns.
        format!(
            r#"{doubles}, "scripts": [{{ "on": "EndTurn", "do": [0, "@replace_tile", 0, 0, ["@Literal", 7]] }}]"#
        ),
        format!(
            r#"{doubles}, "scripts": [{{ "on": "EndTurn", "do": [0, "@edit_spawn", 0, ["@Literal", [7], 1]] }}]"#
        ),
        format!(r#"{doubles}, "spawns": [{{ "computed": ["@Literal", [7], 1] }}]"#),
        format!(r#"{doubles}, "spawns": [{{ "tile": [[1, "rand_int", 9]] }}]"#),
        // Rules read more than the tiles that merge.
        r#""merges": [{ "match": [{}, {}], "result": [["@This value", "+", "@Moves"]] }]"#.to_owned(),
        r#""merges": [{ "match": [{}, {}], "result": [[1, "rand_int", 9]] }]"#.to_owned(),
        r#""variables": { "next": 7 }, "merges": [{ "match": [{}, {}], "result": ["@GVar next"] }]"#
            .to_owned(),
        r#""merges": [{ "match": [{}, {}], "when": ["@NextNE -1", "!=", "@This"], "result": [7] }]"#
            .to_owned(),
        // A large tile falls apart.
        r#""merges": [
            { "match": [{ "value": 1024 }, {}], "result": [7] },
            { "match": [{}, {}], "result": [["@This value", "*", 2]] },
        ]"#
        .to_owned(),
        r#""merges": [{ "match": [{}, {}], "longer": true, "result": [["@This value", "+", 5]] }]"#
            .to_owned(),
    ];
    for keys in cases {
        let text = format!(
            r##"{{ "title": "T", "spawns": [{{ "tile": [2] }}], "win": [[7]], "tiles": [{{ "colour": "#eee4da" }}], {keys} }}"##
        );
        let text = match keys.contains(r#""spawns""#) {
            true => text.replacen(r#""spawns": [{ "tile": [2] }], "#, "", 1),
            false => text,
        };
        assert_eq!(report(&text), "0 errors, 0 warnings\n", "{text}");
    }
}

/// Authors begin with them.
#[test]
fn templates_of_the_workshop_are_without_mistakes() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/workshop/templates");
    let files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        assert_eq!(report(&text), "0 errors, 0 warnings\n", "{}", file.display());
    }
    assert!(files.len() >= 4, "only {} templates", files.len());
}
