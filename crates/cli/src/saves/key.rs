//! What a mode is called where games and records are kept.

use polymerge::old::Mode;
use polymerge::savecode::{encode, Content};

/// The key of a mode: its name if it is built in and unchanged, else its
/// title and a few digits that differ for any other mode.
pub fn key_of(built_in: Option<&str>, title: &str, mode: &Mode) -> String {
    if let Some(name) = built_in {
        return name.to_owned();
    }
    let letters = title.to_lowercase();
    let words = letters.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let slug: String = words.collect::<Vec<_>>().join("-").chars().take(40).collect();
    // A mode that can't be written as a code can't be saved either.
    let code = encode(&Content::Mode(Box::new(mode.clone()))).unwrap_or_default();
    format!("{slug}~{:08x}", digest(code.as_bytes()) as u32)
}

/// The hash of Fowler, Noll and Vo (1a, 64 bits): the same in every version
/// of the program, which the standard library's is not.
fn digest(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_modes_apart() {
        let (small, large) = (Mode::classic(3, 3), Mode::classic(5, 5));
        assert_eq!(key_of(Some("001-2048"), "2048", &small), "001-2048");
        let key = key_of(None, "My / Mode!", &small);
        assert!(key.starts_with("my-mode~"), "{key}");
        assert_eq!(key, key_of(None, "My / Mode!", &Mode::classic(3, 3)));
        assert_ne!(key, key_of(None, "My / Mode!", &large));
        assert_eq!(digest(b"a"), 0xaf63_dc4c_8601_ec8c);
    }
}
