//! Names of players: what they may be, and what they are by default.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::skeleton;
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

/// Letters that look like nothing, and marks that change nothing that is seen.
const BLANK: [char; 14] = [
    '\u{34f}',
    '\u{115f}',
    '\u{1160}',
    '\u{17b4}',
    '\u{17b5}',
    '\u{180b}',
    '\u{180c}',
    '\u{180d}',
    '\u{180f}',
    '\u{3164}',
    '\u{ffa0}',
    '\u{13441}',
    '\u{13442}',
    '\u{16fe4}',
];

/// Combining marks that may follow one letter; more would be written over the lines around.
const MOST_MARKS: usize = 3;

/// Two words for a player without a name, of something random, that are not blocked; if all are, a
/// number.
pub fn rolled(random: &str, blocked: &[String]) -> String {
    let number = number(random) as usize;
    let mut names = (0..256).map(|other| {
        let place = number.wrapping_add(other);
        format!("{} {}", FIRST[place % 16], SECOND[place / 16 % 16])
    });
    names.find(|name| !is_blocked(name, blocked)).unwrap_or_else(|| (number % 1_000_000).to_string())
}

/// A name with a number behind it, from something random, for one that is used already.
pub fn numbered(name: &str, random: &str) -> String {
    let number = (10 + number(random) % 9_990).to_string();
    let short: String = name.chars().take(LONGEST - 1 - number.len()).collect();
    format!("{} {number}", short.trim_end())
}

/// A name as it is kept: without blanks at its ends, in the composed form of Unicode (NFC),
/// so that names that look alike are alike.
///
/// # Errors
/// It is empty or too long, or has characters other than letters with their marks, digits, single
/// spaces and `-_.'` (also the apostrophe U+2019); the message says which.
pub fn read(name: &str) -> Result<String, String> {
    let name: String = name.trim().nfc().take(LONGEST + 1).collect();
    let length = name.chars().count();
    if length == 0 || length > LONGEST {
        let how = if length == 0 { "is empty" } else { "is too long" };
        return Err(format!("the name {how}; it may have 1 to {LONGEST} characters"));
    }
    // The number of marks behind the last letter; none where a mark would have no letter.
    let mut marks = None;
    for letter in name.chars() {
        let fits = if BLANK.contains(&letter) || is_selector(letter) {
            false
        } else if is_combining_mark(letter) {
            marks = marks.map(|marks: usize| marks + 1);
            marks.is_some_and(|marks| marks <= MOST_MARKS)
        } else {
            marks = letter.is_alphabetic().then_some(0);
            letter.is_alphanumeric() || " -_.'\u{2019}".contains(letter)
        };
        if !fits {
            return Err(format!(
                "a name may have letters, digits, spaces and -_.' but not {} there",
                shown(letter)
            ));
        }
    }
    if name.contains("  ") {
        return Err("a name can't have two spaces in a row".to_owned());
    }
    Ok(name)
}

/// Returns true if a character is a variation selector for the one before it.
fn is_selector(letter: char) -> bool {
    matches!(letter, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// A character for a message: as it is if it can be seen, otherwise its number.
fn shown(letter: char) -> String {
    let seen = matches!(letter, '"' | '\\') || letter.escape_debug().eq([letter]);
    match seen && !BLANK.contains(&letter) {
        true => letter.to_string(),
        false => format!("U+{:04X}", u32::from(letter)),
    }
}

/// Returns true if a name contains a blocked text, or a text that looks or reads like one.
pub fn is_blocked(name: &str, patterns: &[String]) -> bool {
    patterns.iter().any(|pattern| skeleton::contains(name, pattern))
}

/// Signs of a mark: they are not taken for others, and make no words.
const SIGNS: &[u8; 27] = b"23456789bcdfghjkmnpqrstvwxz";

/// Signs that a mark has.
const LENGTH_OF_MARK: usize = 5;

/// The mark of a player, which distinguishes players of one name.
///
/// Without the secret of the service, no token with the mark of another player can be found.
pub fn mark(secret: &str, token: &str) -> String {
    signs(&format!("mark {secret} {token}"), LENGTH_OF_MARK)
}

/// Signs that are made from a secret text.
pub fn signs(text: &str, length: usize) -> String {
    let mut signs = String::with_capacity(length);
    for part in 0.. {
        if signs.len() >= length {
            break;
        }
        // A number of 64 bits has enough of them for eight signs.
        let mut number = match part {
            0 => number(text),
            part => number(&format!("{text} {part}")),
        };
        for _ in 0..8.min(length - signs.len()) {
            signs.push(char::from(SIGNS[(number % 27) as usize]));
            number /= 27;
        }
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_letters_of_any_script() {
        for name in ["Ann", "Jörg-1", "李 四", "O'Neil", "O\u{2019}Neil", "हिन्दी", "ไทยนี้", "x\u{330}\u{301}"]
        {
            assert_eq!(read(name).as_deref(), Ok(name));
        }
        assert_eq!(read("  Ann ").as_deref(), Ok("Ann"));
        assert_eq!(read("Jo\u{308}rg").as_deref(), Ok("Jörg"));
    }

    #[test]
    fn names_hide_nothing() {
        let blank = ["\u{3164}", "\u{115f}\u{1160}", "\u{ffa0}a", "a\u{34f}", "a\u{fe0f}"];
        let marks = ["\u{301}a", "a \u{301}", "x\u{330}\u{330}\u{330}\u{330}"];
        let others = ["", "   ", "a\u{202e}b", "a\u{200b}b", "a\nb", "<b>", "a  b", "123456789012345678901"];
        for name in blank.iter().chain(&marks).chain(&others) {
            assert!(read(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn messages_show_what_can_be_seen() {
        for (name, part) in [
            ("a<", "not < "),
            ("a\"", "not \" "),
            ("a☃", "not ☃ "),
            ("a\u{202e}", "U+202E"),
            ("\u{3164}", "U+3164"),
        ] {
            let message = read(name).unwrap_err();
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn blocked_names_are_found_within_others() {
        assert!(is_blocked("xBADx", &["bad".to_owned()]));
        assert!(is_blocked("xBÄDx", &["ba\u{308}d".to_owned()]));
        assert!(is_blocked("b.а.d", &["bad".to_owned()]));
        assert!(!is_blocked("good", &["bad".to_owned()]));
    }

    #[test]
    fn players_have_marks_that_only_the_service_can_make() {
        let one = mark("secret", "token");
        assert_eq!((one.len(), &one), (LENGTH_OF_MARK, &mark("secret", "token")));
        assert_ne!(one, mark("secret", "other"));
        assert_ne!(one, mark("other", "token"));
    }

    #[test]
    fn rolled_names_are_not_blocked() {
        let any = rolled("1", &[]);
        assert_eq!(read(&any).as_ref(), Ok(&any));
        let first = any.split(' ').next().unwrap().to_owned();
        assert!(!rolled("1", std::slice::from_ref(&first)).contains(&first));
        let [longest, other] = ["Clever Dolphin", "Amber Fox"].map(|name| numbered(name, "1"));
        assert_eq!(read(&longest).as_ref(), Ok(&longest));
        assert!(other.starts_with("Amber Fox "), "{other}");
        assert!(read(&numbered(&"x".repeat(LONGEST), "1")).is_ok());
        // All have an e, an i, an o or an a in them.
        let number = rolled("1", &["e", "i", "o", "a", "u"].map(str::to_owned));
        assert!(number.parse::<u64>().is_ok(), "{number}");
    }
}
