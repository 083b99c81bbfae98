//! Skeletons of names, by which they are compared: letters that look or read alike are one.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, compose, is_combining_mark};
use unicode_security::skeleton as look_alike;

/// The version of this comparison.
const VERSION: u32 = 1;

/// Returns the version of the comparison and its tables; when it changes, stored names are
/// compared again.
pub fn version() -> String {
    format!("{VERSION} {:?} {:?}", unicode_security::UNICODE_VERSION, unicode_normalization::UNICODE_VERSION)
}

/// Digits that are read as letters.
const AS_LETTERS: [(char, char); 8] =
    [('0', 'o'), ('1', 'l'), ('3', 'e'), ('4', 'a'), ('5', 's'), ('7', 't'), ('8', 'b'), ('|', 'l')];

/// Small capitals in the order of the alphabet, which Unicode has no capitals for.
const SMALL_CAPITALS: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ";

/// Letters in black circles and squares, which Unicode does not call compatible with letters.
const ENCLOSED: [char; 2] = ['\u{1f150}', '\u{1f170}'];

/// Blank letters, which show nothing.
const BLANK: [char; 5] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}', '\u{2800}'];

/// A text in the two forms in which it is compared with others.
///
/// Two forms are needed: small letters may look like others than their capitals do (Greek Ν looks
/// like N, and ν like v).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skeleton {
    /// The letters that it looks like.
    pub looks: String,
    /// The letters that it has, without case and marks.
    pub reads: String,
}

impl Skeleton {
    /// The skeleton of a name. Names that look or read alike have an equal part.
    pub fn of(name: &str) -> Skeleton {
        let (looks, reads) = (looks(name), reads(name));
        let looks: String = pairs_joined(&looks).iter().map(|unit| unit.letter).collect();
        // Of signs alone nothing is left: then they are compared.
        let or_signs = |text: String| match text.is_empty() {
            true => name.nfkc().collect(),
            false => text,
        };
        Skeleton { looks: or_signs(looks), reads: or_signs(reads) }
    }

    /// Returns true if two texts look or read alike.
    pub fn is_like(&self, other: &Skeleton) -> bool {
        self.looks == other.looks || self.reads == other.reads
    }
}

/// Returns true if a text contains one that looks or reads like a pattern.
///
/// Digits are taken for letters, but letters alone never for digits: a pattern `88` is not in
/// `Abba`. In the same way `rn` is taken for `m`, and `m` not for `rn`.
pub fn contains(text: &str, pattern: &str) -> bool {
    let plain = |text: &str| text.to_lowercase().nfc().collect::<String>();
    if plain(text).contains(&plain(pattern)) {
        return true;
    }
    let read = reads(pattern);
    if !read.is_empty() && reads(text).contains(&read) {
        return true;
    }
    let (shown, wanted) = (looks(text), looks(pattern));
    has(&shown, &wanted) || has(&pairs_joined(&shown), &wanted)
}

/// A letter that a text looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Unit {
    letter: char,
    is_digit: bool,
}

fn has(text: &[Unit], pattern: &[Unit]) -> bool {
    let needs_digit = pattern.iter().all(|unit| unit.is_digit);
    !pattern.is_empty()
        && text.windows(pattern.len()).any(|part| {
            part.iter().map(|unit| unit.letter).eq(pattern.iter().map(|unit| unit.letter))
                && (!needs_digit || part.iter().any(|unit| unit.is_digit))
        })
}

/// The letters that a text looks like, in small ones.
fn looks(text: &str) -> Vec<Unit> {
    let mut composed: Vec<Unit> = Vec::new();
    for unit in text.nfkd().filter(|&letter| is_compared(letter)).flat_map(units) {
        // Letters that are written with marks or in parts are other letters than these parts.
        let whole = composed.last().and_then(|last| compose(last.letter, unit.letter));
        match (whole, composed.last_mut()) {
            (Some(letter), Some(last)) => last.letter = letter,
            _ => composed.push(unit),
        }
    }
    composed
}

fn units(letter: char) -> Vec<Unit> {
    let letter = plain_letter(letter);
    let is_digit = letter.is_numeric();
    if letter.is_ascii() {
        return vec![Unit { letter: folded(letter.to_ascii_lowercase()), is_digit }];
    }
    let upper: String = letter.to_uppercase().collect();
    let own = letter.to_string();
    // Of a letter that looks like a Latin one only as a capital, that is taken.
    let forms = [own.as_str(), upper.as_str()].map(form);
    let [first, second] = forms;
    let best = if is_latin(&first) || !is_latin(&second) { first } else { second };
    best.chars().map(|letter| Unit { letter, is_digit }).collect()
}

fn is_latin(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// The small letters that one letter looks like.
fn form(letter: &str) -> String {
    let alike: String = look_alike(letter).collect();
    // Unicode takes m for rn everywhere; here rn is taken for m.
    if alike == "rn" {
        return "m".to_owned();
    }
    let lower = alike.to_lowercase();
    lower.nfkd().filter(|&letter| is_compared(letter)).map(folded).collect()
}

fn folded(letter: char) -> char {
    match AS_LETTERS.iter().find(|(digit, _)| *digit == letter) {
        Some((_, folded)) => *folded,
        None if letter == 'i' => 'l',
        None => letter,
    }
}

/// Letters of which two stand for one.
fn pairs_joined(units: &[Unit]) -> Vec<Unit> {
    let mut joined: Vec<Unit> = Vec::with_capacity(units.len());
    for &unit in units {
        let pair = joined.last().map(|last| (last.letter, unit.letter));
        let letter = match pair {
            Some(('r', 'n')) => 'm',
            Some(('v', 'v')) => 'w',
            _ => {
                joined.push(unit);
                continue;
            }
        };
        joined.pop();
        joined.push(Unit { letter, is_digit: false });
    }
    joined
}

/// The letters and digits of a text, without case and marks.
fn reads(text: &str) -> String {
    let folded = text.nfkd().map(plain_letter).flat_map(char::to_uppercase).collect::<String>();
    folded.to_lowercase().nfkd().filter(|&letter| is_compared(letter)).nfc().collect()
}

/// A letter in the place of one that is drawn in another way.
fn plain_letter(letter: char) -> char {
    let latin = |place: u32| char::from_u32(u32::from('a') + place).unwrap_or(letter);
    for first in ENCLOSED {
        if let Some(place) = u32::from(letter).checked_sub(u32::from(first)).filter(|place| *place < 26) {
            return latin(place);
        }
    }
    match SMALL_CAPITALS.chars().zip(0..).find(|(capital, _)| *capital == letter) {
        Some((_, place)) => latin(place),
        None => letter,
    }
}

/// Returns true if a character distinguishes names: letters, digits and the marks that make
/// other letters in Indian and Japanese scripts do; accents, separators and blanks do not.
fn is_compared(letter: char) -> bool {
    let class = canonical_combining_class(letter);
    let is_accent = class == 1 || class >= 200 || (10..=36).contains(&class);
    !is_accent && !BLANK.contains(&letter) && (letter.is_alphanumeric() || is_combining_mark(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_or_reads_like_a_blocked_text_has_it_in_it() {
        for (pattern, names) in [
            (
                "ann",
                &[
                    "Ann",
                    "xANNx",
                    "ａｎｎ",
                    "ＡＮＮ",
                    "Änn",
                    "A\u{301}n\u{303}n",
                    "аnn",
                    "АNN",
                    "ΑΝΝ",
                    "Ann.a",
                    "a n n",
                    "a.n.n",
                    "a-n_n",
                    "a'n\u{2019}n",
                    "𝐚𝐧𝐧",
                    "𝔄𝔫𝔫",
                    "ⓐⓝⓝ",
                    "🅐🅝🅝",
                    "🄰🄽🄽",
                    "🅰🅽🅽",
                    "ᴀɴɴ",
                    "ᵃⁿⁿ",
                    "4nn",
                    "Ꭺnn",
                    "ǎǹń",
                    "ạṇṇ",
                    "ɑnn",
                    "αnn",
                    "aռռ",
                ][..],
            ),
            ("hill", &["hiII", "hi11", "h1ll", "HILL", "НІLL", "hıll", "ḣíłł", "h i l l"]),
            ("mom", &["rnorn", "MoM", "m0m", "мом", "ⅿоⅿ"]),
            ("bob", &["8o8", "вов", "BОВ", "ʙᴏʙ", "b.ö.b"]),
            ("wow", &["vvovv", "ѡоѡ"]),
            ("strasse", &["Straße", "STRASSE", "ſtraße"]),
            ("Straße", &["strasse"]),
            ("ёж", &["Еж", "ЁЖ", "е ж"]),
            ("νικος", &["ΝΙΚΟΣ", "Νίκος"]),
            ("88", &["x88", "8 8", "８８", "⑧⑧", "𝟠𝟠"]),
            ("1488", &["14.88", "I488", "l4B8"]),
            ("--", &["a--b"]),
            ("가", &["가나", "\u{1100}\u{1161}"]),
            ("が", &["か\u{3099}"]),
        ] {
            for name in names {
                assert!(
                    contains(name, pattern),
                    "{pattern} in {name}: {:?} {:?}",
                    looks(name),
                    looks(pattern)
                );
            }
        }
    }

    #[test]
    fn other_names_do_not_have_it_in_them() {
        for (pattern, names) in [
            ("ann", &["Anton", "Nan", "An", "Han", "Иван", "李 四"][..]),
            ("88", &["Abba", "Bobby", "8", "B B"]),
            ("00", &["Moon", "Cool"]),
            ("11", &["Ella", "Bill"]),
            ("porn", &["Pomelo", "Pom"]),
            ("bad", &["good", "bd"]),
            ("--", &["a-b", "Ann"]),
            ("か", &["が"]),
            ("की", &["का", "कु"]),
        ] {
            for name in names {
                assert!(!contains(name, pattern), "{pattern} in {name}");
            }
        }
    }

    #[test]
    fn names_of_one_skeleton_are_alike() {
        for (one, other) in [
            ("Ann", "аnn"),
            ("Ann", "A.N.N."),
            ("Ann", "Änn"),
            ("Гав", "ГАВ"),
            ("Bill", "BiII"),
            ("max", "rnax"),
            ("ΝΙΚΟΣ", "νίκος"),
            ("ΑΝΝ", "Ann"),
            ("dave", "daνe"),
            ("वि", "वि"),
        ] {
            assert!(Skeleton::of(one).is_like(&Skeleton::of(other)), "{one} {other}");
        }
        for (one, other) in
            [("Ann", "Anne"), ("...", "---"), ("李", "王"), ("का", "की"), ("か", "が"), ("-", "Ann")]
        {
            assert!(!Skeleton::of(one).is_like(&Skeleton::of(other)), "{one} {other}");
        }
        for name in ["Ann", "...", "李 四", "İ", "ß", "-"] {
            let Skeleton { looks, reads } = Skeleton::of(name);
            assert!(!looks.is_empty() && !reads.is_empty(), "{name}");
        }
    }
}
