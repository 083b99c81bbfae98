//! The files of weights that come with the program. crates/app/weights/README.md has their origins
//! and their strengths.

/// Lists files by the names of their modes.
macro_rules! files {
    ($($mode:literal)*) => {
        &[$(($mode, include_bytes!(concat!("../../weights/", $mode, ".weights")))),*]
    };
}

/// The built-in weights: the name of a mode, and its file. A file serves all modes of the same
/// rules, whose hash it has.
pub const FILES: &[(&str, &[u8])] = files![
    "001-2048"
    "002-2187"
    "003-1024"
    "004-3125"
    "005-1296"
    "006-2401"
    "007-4096"
    "010-1331"
    "011-1728"
    "012-2047"
    "013-2186"
    "014-2049"
    "015-5040"
    "016-2197"
    "017-3375"
    "018-4913"
    "020-9261"
    "021-625"
    "023-2059"
    "024-2315"
    "025-xxxx"
    "026-2584"
    "027-2745"
    "028-1705"
    "029-1535-1536-1537"
    "030-3072"
    "031-isotopic-256"
    "032-bicolor-2187"
    "033-harder-3125"
    "034-partial-absorb-243"
    "035-partial-absorb-257"
    "037-2216p838"
    "040-wildcard-2048"
    "042-bicolor-2584"
    "043-1321"
    "044-mod-27"
    "046-2378"
    "047-1093-1094"
    "048-2310"
    "049-378"
    "050-dive"
    "051-1365-1366"
    "053-2131"
    "054-3888"
    "056-3645"
    "057-2700"
    "058-10"
    "059-1825"
    "060-2295"
    "061-3069"
    "062-partial-absorb-361"
    "064-interleaved-3125"
    "065-interleaved-3375"
    "066-interleaved-5832"
    "067-1762"
    "068-2205"
    "071-3188646"
    "072-3026"
    "073-squart"
    "075-3307"
    "076-easier-2401"
    "077-1668"
    "078-1847"
    "079-3240"
    "080-1429"
    "082-1716"
    "083-ratio-fill-1296"
    "084-ratio-fill-1024"
    "085-2669"
    "086-bitwise-2048"
    "087-3120"
    "089-2496"
    "091-1845"
    "092-scaprim"
    "095-3385"
    "096-locef"
    "097-pro-add-uct"
    "098-partial-absorb-377"
    "100-alternate-5040"
    "101-doffet"
    "112-frusee"
    "113-five"
    "115-839808"
    "116-145p965"
    "119-pair-production-partial-absorb-377"
    "120-vs-the-void-tiler"
    "classic"
    "crummy"
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
        assert!(!knows("180"));
    }
}
