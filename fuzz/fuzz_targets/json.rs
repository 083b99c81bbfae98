//! JSON of a code, read as it stands there and with its references replaced
//! first.

#![no_main]

use calcarray::json::{self, Markup, ReadLimits, Reader};
use polymerge_savecode::entity;

const MARKUP: Markup = Markup { quote: "&#x22;", decode: entity::decode };

libfuzzer_sys::fuzz_target!(|text: &str| {
    // Several texts in a row, as the pieces of a code.
    let limits = ReadLimits { depth: 40, nodes: 10_000, integer_digits: 1000 };
    let mut reader = Reader::new(limits.clone());
    let mut decoded = Reader::new(limits);
    for text in text.split('\0') {
        let direct = reader.read_in_markup(text, &MARKUP);
        let read = decoded.read(&entity::decode(text));
        match (direct, read) {
            (Some(direct), Ok(read)) => assert_eq!(json::write(&direct), json::write(&read)),
            (Some(direct), Err(error)) => panic!("{error}, but {}", json::write(&direct)),
            // Then it is read the other way, and the values are counted there.
            (None, _) => return,
        }
    }
});
