//! Codes that were tampered with are answered, whatever was done to them:
//! with an error, or with content that can be written and read again.

use crate::samples;
use polymerge_savecode::{DecodeLimits, Sheet, Version, base64, decode, encode_as, moves};

/// The number of mutations of each sample.
const ROUNDS: usize = 400;

/// A small generator of numbers, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}

/// Texts that pieces may hold instead of their own.
const PIECES: &[&str] = &[
    "",
    "[]",
    "0",
    "-1",
    "1e400",
    "NaN",
    "null",
    "{}",
    "{\"a\":1,\"0\":[\"@undefined\"]}",
    "\"@BigInt x\"",
    "[\"@BigInt 99999999999999999999\",\"@GaussianBigInt 1 -2\",\"@BigRational 6 -4\"]",
    "[[[[[[[[1]]]]]]]]",
    "[[\"@Empty\"]]",
    "[[1,\"x\",3,4,5,6,7,[\"Innerscript\",1]]]",
    "&lt;p&gt;&amp;lt;",
    "<p>a<b>b</b></p>",
    "<p",
    "</p>",
    "&#x22;@NaN&#x22;",
    "[&#x22;&#xD83D;\\ud83d&#x22;]",
    "Edge",
    "65537",
    "t",
];

fn tamper(code: &str, numbers: &mut Numbers) -> String {
    let mut parts: Vec<String> = code.split('|').map(str::to_owned).collect();
    for _ in 0..=numbers.below(3) {
        let place = numbers.below(parts.len());
        match numbers.below(8) {
            0 => {
                let mut piece = String::new();
                base64::append(numbers.pick(PIECES), &mut piece);
                parts[place] = piece;
            }
            1 => parts[place] = numbers.pick(PIECES).to_owned(),
            2 => {
                parts.remove(place);
            }
            3 => parts.insert(place, parts[place].clone()),
            4 => {
                let other = numbers.below(parts.len());
                parts.swap(place, other);
            }
            5 => parts.truncate(place),
            6 if parts.len() > 1 => parts[1] = numbers.pick(Version::ALL_NAMES).to_owned(),
            _ => {
                let part = &mut parts[place];
                if !part.is_empty() {
                    let at = numbers.below(part.len());
                    if part.is_char_boundary(at) && part.is_char_boundary(at + 1) {
                        let letter = *numbers.pick(&[&"A", &"/", &"=", &" ", &"-", &"é", &""]);
                        part.replace_range(at..at + 1, letter);
                    }
                }
            }
        }
        if parts.is_empty() {
            break;
        }
    }
    parts.join("|")
}

/// Names of versions, for tampering.
trait Names {
    const ALL_NAMES: &'static [&'static str];
}

impl Names for Version {
    const ALL_NAMES: &'static [&'static str] =
        &["1.0", "1.1", "1.4", "2.0", "2.1", "2.1.4", "2.2", "2.2.2", "2.3", "2.3.1", "2.3.4", "3.0", "4"];
}

#[test]
fn codes_that_were_tampered_with_are_answered() {
    let limits = DecodeLimits::default();
    let mut numbers = Numbers(0x2048_2048_2048);
    let mut read = 0;
    for code in samples::codes() {
        assert!(decode(&code, &limits).is_ok(), "{code}");
        for _ in 0..ROUNDS {
            let tampered = tamper(&code, &mut numbers);
            if let Ok(sheet) = Sheet::read(&tampered, &limits) {
                let _ = sheet.write();
            }
            let Ok(code) = decode(&tampered, &limits) else { continue };
            read += 1;
            let written = encode_as(&code.content, Version::CURRENT).unwrap();
            let again = decode(&written.text, &limits).unwrap_or_else(|error| panic!("{error}: {tampered}"));
            if written.warnings.is_empty() {
                let rewritten = encode_as(&again.content, Version::CURRENT).unwrap();
                assert_eq!(rewritten.text, written.text, "{tampered}");
            }
        }
    }
    assert!(read > 100, "only {read} could be read");
}

#[test]
fn move_strings_that_were_tampered_with_are_answered() {
    let mut numbers = Numbers(0x5eed);
    for _ in 0..20_000 {
        let length = numbers.below(12);
        let text: String = (0..length)
            .map(|_| *numbers.pick(&[&".", &".", &"6", &"3", &"0", &"A", &"z", &"-", &"/", &"é", &"Q"]))
            .collect();
        if let Ok(read) = moves::decode(&text, 1000) {
            let written = moves::encode(&read.moves, read.directions).unwrap();
            assert_eq!(written, text);
        }
    }
}
