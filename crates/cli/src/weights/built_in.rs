//! The files of weights that come with the program. crates/cli/weights/README.md tells how each
//! was made and what it is good for.

/// Files by the names of their modes.
macro_rules! files {
    ($($mode:literal)*) => {
        &[$(($mode, include_bytes!(concat!("../../weights/", $mode, ".weights")))),*]
    };
}

/// What is known of modes: the name of one, and a file. It serves all modes of its rules, whose
/// hash stands in it.
pub const FILES: &[(&str, &[u8])] = files![
    "001-2048"
    "002-2187"
    "003-1024"
    "005-1296"
    "006-2401"
    "016-2197"
    "024-2315"
    "026-2584"
    "030-3072"
    "032-bicolor-2187"
    "034-partial-absorb-243"
    "040-wildcard-2048"
    "042-bicolor-2584"
    "048-2310"
    "064-interleaved-3125"
    "066-interleaved-5832"
    "086-bitwise-2048"
    "100-alternate-5040"
    "112-frusee"
    "116-145p965"
    "120-vs-the-void-tiler"
    "classic"
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::built_in;
    use polymerge::Mode;
    use std::fs;
    use std::path::Path;

    fn folder() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("weights")
    }

    fn knows(name: &str) -> bool {
        let rules = Mode::built_in(name).unwrap().compile().unwrap();
        built_in(rules.ruleset().mode()).is_some()
    }

    #[test]
    fn the_files_of_the_folder_are_in_the_program_and_in_the_table_with_their_commands() {
        let names: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        let mut files: Vec<String> = fs::read_dir(folder())
            .unwrap()
            .filter_map(|file| {
                Some(file.unwrap().path().file_name()?.to_str()?.strip_suffix(".weights")?.to_owned())
            })
            .collect();
        files.sort();
        assert_eq!(names, files);
        let table = fs::read_to_string(folder().join("README.md")).unwrap();
        let kept = table.lines().filter(|row| row.contains(" | yes | ") && row.contains("--moves "));
        let modes: Vec<&str> = kept.filter_map(|row| row.split(' ').nth(1)).collect();
        assert_eq!(names, modes);
    }

    #[test]
    fn files_are_small_and_of_the_rules_of_their_modes() {
        for (name, file) in FILES {
            assert!(file.len() <= 150 << 10, "{name}: {}", file.len());
            assert!(knows(name), "{name}");
        }
        assert!(FILES.iter().map(|(_, file)| file.len()).sum::<usize>() <= 8 << 20);
        assert!(!knows("dive"));
    }
}
