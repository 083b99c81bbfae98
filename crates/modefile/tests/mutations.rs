//! Built-in modes with random damage: always an answer, never a panic, and
//! whatever can still be read survives being written.

use polymerge_modefile::catalogue::{self, BuiltIn};
use polymerge_modefile::{Expressions, ReadOptions, Source, SourceFile, check, read, write};
use polymerge_rules::{Randomness, Rng};

/// Pieces that are put in where they do not belong.
const PIECES: &[&str] = &[
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "null",
    "true",
    "-1",
    "1e999",
    "0.5",
    "[]",
    "{}",
    "\"@This 9\"",
    "\"@Var -1\"",
    "\"$beyond...\"",
    "\"$\"",
    "\"$$\"",
    "\"@BigInt x\"",
    "\"@end_vars\"",
    "\"@if\"",
    "//",
    "/*",
    "\\u",
    "é",
    "\"raw\": ",
    "\"longer\": true, ",
    "\"@Literal\"",
    "[[[[[[[[[[",
    "\"extends\": \"powers.jsonc\",",
];

struct Random(Rng);

impl Random {
    fn new(seed: u64) -> Random {
        Random(Rng::new(seed))
    }

    fn below(&mut self, sides: usize) -> usize {
        (self.0.next().unwrap_or(0.0) * sides as f64) as usize
    }
}

#[test]
fn damaged_modes_get_an_answer() {
    let mut random = Random::new(1);
    let modes: Vec<_> = catalogue::modes().collect();
    let mut survived = 0;
    for _ in 0..1_500 {
        let mode = modes[random.below(modes.len())];
        let original = BuiltIn.open(mode.file, "").unwrap();
        let mut text: Vec<char> = String::from_utf8(original.bytes.to_vec()).unwrap().chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            match random.below(6) {
                0 => {
                    let end = (at + 1 + random.below(12)).min(text.len());
                    text.drain(at..end);
                }
                1 => {
                    let piece = PIECES[random.below(PIECES.len())];
                    text.splice(at..at, piece.chars());
                }
                2 => {
                    let end = (at + random.below(60)).min(text.len());
                    let copy = text[at..end].to_vec();
                    let to = random.below(text.len());
                    text.splice(to..to, copy);
                }
                // Another value in place of a digit: often still a mode.
                _ => {
                    let digit = (at..text.len()).find(|&at| text[at].is_ascii_digit()).unwrap_or(at);
                    let piece = PIECES[random.below(PIECES.len())];
                    text.splice(digit..digit + 1, piece.chars());
                }
            }
        }
        let text: String = text.into_iter().collect();
        let file = SourceFile::new("damaged.jsonc", text.clone().into_bytes());
        let checked = check(&file, &BuiltIn, &ReadOptions::default());
        let report = checked.problems.to_text() + &checked.problems.to_json() + &checked.problems.to_sarif();
        assert!(report.len() < 5_000_000);
        if let Ok(damaged) = read(&file, &BuiltIn, &ReadOptions::default()) {
            let written = write(&damaged.mode, &damaged.info, Expressions::Formulas);
            let again = SourceFile::new("written.jsonc", written.clone().into_bytes());
            let again = read(&again, &BuiltIn, &ReadOptions::default())
                .unwrap_or_else(|problems| panic!("{problems}\n{written}\n--- from\n{text}"));
            assert!(again.mode == damaged.mode, "{text}");
            survived += 1;
        }
    }
    assert!(survived > 50, "only {survived} damaged files could be read: too much damage to learn from");
}
