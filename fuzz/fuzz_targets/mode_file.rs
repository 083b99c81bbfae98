//! Any bytes as a mode file: checked, and what can be read survives being
//! written.

#![no_main]

use polymerge_modefile::catalogue::BuiltIn;
use polymerge_modefile::{check, read, write, ReadOptions, SourceFile};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let options = ReadOptions::default();
    let file = SourceFile::new("fuzz.jsonc", data.to_vec());
    let _ = check(&file, &BuiltIn, &options).problems.to_text();
    let Ok(first) = read(&file, &BuiltIn, &options) else { return };
    let written = SourceFile::new("written.jsonc", write(&first.mode, &first.info).into_bytes());
    let again = read(&written, &BuiltIn, &options).expect("what was written can be read");
    assert!(again.mode == first.mode);
});
