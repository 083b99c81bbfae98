//! Tests of a crate are one program, `tests/all.rs`, which is linked once. A file that it does
//! not name would never run.

use super::Fault;
use crate::tree::Tree;

const PROGRAM: &str = "all.rs";

/// Finds tests that are in no program, and crates with several programs of tests.
pub fn test_programs(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for file in tree.files.iter().filter(|file| file.ending() == "rs") {
        let Some((folder, name)) = file.path.rsplit_once('/') else { continue };
        let is_test = folder == "tests/tests" || folder.ends_with("/tests") && !folder.contains("/src/");
        if !is_test || name == PROGRAM {
            continue;
        }
        let module = format!("mod {};", name.trim_end_matches(".rs"));
        let program = tree.file(&format!("{folder}/{PROGRAM}"));
        if program.is_none_or(|program| program.lines().all(|(_, line)| line != module)) {
            faults.push(Fault::in_file(file, format!("{folder}/{PROGRAM} lacks: {module}")));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::File;

    #[test]
    fn tests_that_no_program_names_are_found() {
        let files = [
            ("a/tests/all.rs", "mod one;"),
            ("a/tests/common/mod.rs", ""),
            ("a/tests/one.rs", ""),
            ("a/tests/two.rs", ""),
            ("b/src/tests/three.rs", ""),
            ("b/tests/four.rs", ""),
        ];
        let file = |(path, text): (&str, &str)| File::new(path, text);
        let tree = Tree::new(files.map(file).into());
        let found: Vec<String> = test_programs(&tree).into_iter().map(|fault| fault.to_string()).collect();
        assert_eq!(
            found,
            [
                "a/tests/two.rs: a/tests/all.rs lacks: mod two;",
                "b/tests/four.rs: b/tests/all.rs lacks: mod four;"
            ]
        );
    }
}
