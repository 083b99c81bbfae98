//! `docs/lints.md`: each example of a mistake is found as the page says, and what is
//! right is without mistakes. With `APPROVE` set, what is said is written anew.

use std::fs;
use std::path::PathBuf;

use polymerge_modefile::catalogue::{self, BuiltIn};
use polymerge_modefile::{check, NoFiles, Problem, ReadOptions, Source, SourceFile};

/// The file that the examples extend.
struct Base(String);

impl Source for Base {
    fn open(&self, name: &str, from: &str) -> Result<SourceFile, String> {
        match name {
            "base.jsonc" => Ok(SourceFile::new(name, self.0.clone().into_bytes())),
            _ => NoFiles.open(name, from),
        }
    }
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/lints.md")
}

/// Returns the messages for an example.
fn report(example: &str, base: &str) -> String {
    let file = SourceFile::new("my.jsonc", example.as_bytes().to_vec());
    check(&file, &Base(base.to_owned()), &ReadOptions::default()).problems.to_text()
}

#[test]
fn each_mistake_is_found_and_what_is_right_is_not() {
    let page = fs::read_to_string(path()).unwrap();
    let (mut base, mut code, mut mistake) = (None, String::new(), None);
    let (mut written, mut faults, mut count) = (Vec::new(), Vec::new(), 0);
    // Outside the blocks, then in them, by turns.
    for (place, part) in page.split("```").enumerate() {
        let mut part = part.to_owned();
        if place % 2 == 0 {
            if let Some((_, heading)) = part.rsplit_once("### `") {
                code = heading.split('`').next().unwrap_or_default().to_owned();
            }
        } else if part.starts_with("text\n") {
            let found: String = mistake.clone().unwrap_or_default();
            if !found.contains(&format!("[{code}]")) {
                faults.push(format!("{code} is not found, but:\n{found}"));
            }
            part = format!("text\n{found}");
        } else if let Some(example) = part.strip_prefix("jsonc\n") {
            let base = base.get_or_insert_with(|| example.to_owned());
            mistake = match mistake {
                None if count > 0 => Some(report(example, base)),
                _ => {
                    let found = report(example, base);
                    if found != "0 errors, 0 warnings\n" && count > 0 {
                        faults.push(format!("{code}, right:\n{found}"));
                    }
                    None
                }
            };
            count += 1;
        }
        written.push(part);
    }
    let written = written.join("```");
    if std::env::var_os("APPROVE").is_some() {
        fs::write(path(), &written).expect("the page can be written");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let page = fs::read_to_string(path()).unwrap();
    assert!(written == page, "docs/lints.md is out of date: run this test with APPROVE=1");
    assert!(count >= 80, "only {count} examples");
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
        assert_eq!(report(&text, ""), "0 errors, 0 warnings\n", "{text}");
    }
}

/// Authors begin with them.
#[test]
fn templates_of_the_workshop_are_without_mistakes() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/workshop/templates");
    let files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        assert_eq!(report(&text, ""), "0 errors, 0 warnings\n", "{}", file.display());
    }
    assert!(files.len() >= 4, "only {} templates", files.len());
}
