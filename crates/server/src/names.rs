//! Names of players: what they may be, and what they are by default.

use unicode_normalization::UnicodeNormalization;

use crate::token::number;

/// Characters that a name may have.
pub const LONGEST: usize = 20;

const FIRST: [&str; 16] = [
    "Amber", "Brave", "Calm", "Clever", "Eager", "Gentle", "Golden", "Happy", "Lucky", "Merry", "Proud",
    "Quick", "Quiet", "Silver", "Sunny", "Witty",
];
const SECOND: [&str; 16] = [
    "Badger", "Crane", "Dolphin", "Falcon", "Fox", "Hare", "Heron", "Lynx", "Marten", "Otter", "Owl",
    "Panda", "Robin", "Seal", "Stork", "Wren",
];

/// Two words for a player without a name, of something random.
pub fn rolled(random: &str) -> String {
    let number = number(random) as usize;
    format!("{} {}", FIRST[number % 16], SECOND[number / 16 % 16])
}

/// A name as it is kept: without blanks at its ends, in the composed form of Unicode (NFC),
/// so that names that look alike are alike.
///
/// # Errors
/// It is empty or too long, or has characters other than letters, digits, single blanks and
/// `-_.'`; the message says which.
pub fn read(name: &str) -> Result<String, String> {
    let name: String = name.trim().nfc().take(LONGEST + 1).collect();
    let length = name.chars().count();
    if length == 0 || length > LONGEST {
        let how = if length == 0 { "is empty" } else { "is too long" };
        return Err(format!("the name {how}; it may have 1 to {LONGEST} characters"));
    }
    let fits = |letter: char| letter.is_alphanumeric() || " -_.'".contains(letter);
    if let Some(other) = name.chars().find(|&letter| !fits(letter)) {
        return Err(format!(
            "a name may have letters, digits, spaces and -_.' but not {}",
            other.escape_unicode()
        ));
    }
    if name.contains("  ") {
        return Err("a name can't have two spaces in a row".to_owned());
    }
    Ok(name)
}

/// Whether a name has in it what was blocked, in small or capital letters.
pub fn is_blocked(name: &str, patterns: &[String]) -> bool {
    let plain = |text: &str| text.to_lowercase().nfc().collect::<String>();
    let name = plain(name);
    patterns.iter().any(|pattern| name.contains(&plain(pattern)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_letters_of_any_script() {
        for name in ["Ann", "Jörg-1", "李 四", "O'Neil"] {
            assert_eq!(read(name).as_deref(), Ok(name));
        }
        assert_eq!(read("  Ann ").as_deref(), Ok("Ann"));
        assert_eq!(read("Jo\u{308}rg").as_deref(), Ok("Jörg"));
    }

    #[test]
    fn names_hide_nothing() {
        for name in ["", "   ", "a\u{202e}b", "a\u{200b}b", "a\nb", "<b>", "a  b", "123456789012345678901"] {
            assert!(read(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn blocked_names_are_found_within_others() {
        assert!(is_blocked("xBADx", &["bad".to_owned()]));
        assert!(is_blocked("xBÄDx", &["ba\u{308}d".to_owned()]));
        assert!(!is_blocked("good", &["bad".to_owned()]));
        assert!(read(&rolled("1")).is_ok());
    }
}
