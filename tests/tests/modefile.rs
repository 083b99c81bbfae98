//! Mode files and save codes: nothing is lost on the way.

use conformance::data::{Data, read_text, stem};
use polymerge_modefile::{
    Expressions, Info, NoFiles, ReadOptions, Severity, SourceFile, catalogue, check, read, write,
};
use polymerge_savecode::{Content, decode, encode};

/// Code → mode file → code is the same text for every golden mode code, and
/// the file written of the mode that was read is the same file again.
#[test]
fn a_mode_code_survives_the_way_through_a_mode_file() {
    let Some(data) = Data::shared() else { return };
    let files = ["modes", "variants"].iter().flat_map(|folder| data.files(folder, &[".txt"]).unwrap());
    let mut count = 0;
    for path in files {
        let name = stem(&path);
        let code = read_text(&path).unwrap();
        let decoded = decode(&code, &Default::default()).unwrap();
        let mode = decoded.content.mode().unwrap();
        for expressions in [Expressions::Formulas, Expressions::Arrays] {
            let text = write(mode, &Info::of(mode), expressions);
            let file = SourceFile::new(name, text.clone().into_bytes());
            let back = read(&file, &NoFiles, &ReadOptions::default());
            let back = back.unwrap_or_else(|problems| panic!("{name}: {}", problems.to_text()));
            assert!(back.mode == *mode, "{name}: the mode of the file differs");
            assert_eq!(encode(&Content::Mode(back.mode.clone().into())).unwrap(), code, "{name}");
            let again = write(&back.mode, &back.info, expressions);
            assert_eq!(again, text, "{name}: writing again gives another file");
            assert!(!text.contains("\"raw\""), "{name}: everything has named keys");
        }
        count += 1;
    }
    assert!(count >= 236, "only {count} codes");
}

/// Mode file → code → mode file → code: the same for every built-in mode, those that the reference
/// does not have among them.
#[test]
fn the_code_of_a_built_in_mode_survives_the_way_through_a_mode_file() {
    for built_in in catalogue::modes() {
        let name = built_in.name();
        let file = built_in.read().unwrap_or_else(|problems| panic!("{name}: {}", problems.to_text()));
        let code = encode(&Content::Mode(file.mode.clone().into())).unwrap();
        let decoded = decode(&code, &Default::default()).unwrap();
        let mode = decoded.content.mode().unwrap();
        assert!(*mode == file.mode, "{name}: the mode of the code differs");
        let text = write(mode, &Info::of(mode), Expressions::Formulas);
        let back = read(&SourceFile::new(name, text.into_bytes()), &NoFiles, &ReadOptions::default());
        let back = back.unwrap_or_else(|problems| panic!("{name}: {}", problems.to_text()));
        assert_eq!(encode(&Content::Mode(back.mode.into())).unwrap(), code, "{name}");
    }
}

/// The checker has nothing against what real modes do, so that an error is
/// one. In the one code named here, it is: a win condition was left behind
/// when the tiles of the mode got a second entry.
#[test]
fn the_checker_finds_no_errors_in_golden_modes() {
    let Some(data) = Data::shared() else { return };
    let files = ["modes", "variants"].iter().flat_map(|folder| data.files(folder, &[".txt"]).unwrap());
    let mut reports = String::new();
    for path in files {
        let name = stem(&path).to_owned();
        let decoded = decode(&read_text(&path).unwrap(), &Default::default()).unwrap();
        let mode = decoded.content.mode().unwrap();
        let file =
            SourceFile::new(name.as_str(), write(mode, &Info::of(mode), Expressions::Formulas).into_bytes());
        let problems = check(&file, &NoFiles, &ReadOptions::default()).problems;
        let expected = usize::from(name == "001-2048-multicolor-3.txt");
        if problems.count(Severity::Error) != expected {
            reports.push_str(&problems.to_text());
        }
    }
    assert!(reports.is_empty(), "{reports}");
}
