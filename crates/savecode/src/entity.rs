//! Character references, as the entity library of the reference writes and
//! reads them (docs/spec/savecodes.md, "Entity encoding" and "Entity
//! decoding").

use std::borrow::Cow;

use calcarray::Text;

/// The names of HTML5, sorted: `name`, `*` if it also counts without a
/// semicolon, and the code points it stands for.
const NAMES: &str = include_str!("../data/entities.txt");

/// The longest name that needs no semicolon has this many letters.
const LONGEST_BARE: usize = 6;

/// The characters of the numbers 128 to 159, as in Windows-1252. Where there is
/// none, the number stands for itself.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', //
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Writes a text in ASCII: markup characters and everything above U+007F as
/// hexadecimal references.
///
/// ```
/// assert_eq!(polymerge_savecode::entity::encode("a<é"), "a&#x3C;&#xE9;");
/// ```
pub fn encode(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let Some(first) = bytes.iter().position(|&b| needs_reference(b)) else {
        return text.into();
    };
    let mut out = String::with_capacity(text.len() * 2);
    let mut from = 0;
    let mut at = first;
    while let Some(offset) = bytes[at..].iter().position(|&b| needs_reference(b)) {
        at += offset;
        out.push_str(&text[from..at]);
        let Some(c) = text[at..].chars().next() else { break };
        append_reference(u32::from(c), &mut out);
        at += c.len_utf8();
        from = at;
    }
    out.push_str(&text[from..]);
    out.into()
}

/// [`encode`] for a text that may hold halves of surrogate pairs.
pub fn encode_units(text: &Text) -> String {
    let mut out = String::with_capacity(text.len());
    for unit in char::decode_utf16(text.units().iter().copied()) {
        match unit {
            Ok(c) if c.is_ascii() && !needs_reference(c as u8) => out.push(c),
            Ok(c) => append_reference(u32::from(c), &mut out),
            Err(lone) => append_reference(u32::from(lone.unpaired_surrogate()), &mut out),
        }
    }
    out
}

fn needs_reference(byte: u8) -> bool {
    matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'' | 0x80..)
}

fn append_reference(code: u32, out: &mut String) {
    match code {
        // The most frequent by far, since all texts in JSON have two.
        0x22 => out.push_str("&#x22;"),
        _ => out.push_str(&format!("&#x{code:X};")),
    }
}

/// Replaces the references in a text by what they stand for, once.
///
/// ```
/// assert_eq!(polymerge_savecode::entity::decode("&lt;&#x22;&notit;&ampx"), "<\"&notit;&x");
/// ```
pub fn decode(text: &str) -> Cow<'_, str> {
    let Some(mut at) = text.find('&') else { return text.into() };
    let bytes = text.as_bytes();
    // The text grows by a fifth at most, where a name stands for two
    // characters; eight bytes are written at a time.
    let mut out = vec![0; bytes.len() + bytes.len() / 4 + 2 * WORD];
    out[..at].copy_from_slice(&bytes[..at]);
    let mut end = at;
    while at < bytes.len() {
        let word = word(&bytes[at..]);
        out[end..end + WORD].copy_from_slice(&word.to_le_bytes());
        let plain = before_ampersand(word).min(bytes.len() - at);
        (at, end) = (at + plain, end + plain);
        if plain == WORD || at == bytes.len() {
            continue;
        }
        if let Some(byte) = ascii(&bytes[at..]) {
            out[end] = byte;
            (at, end) = (at + 6, end + 1);
            continue;
        }
        let kept = match reference(&text[at..]) {
            Reference::None => 1,
            Reference::Unknown(length) => length,
            Reference::Characters(length, characters) => {
                for c in characters.into_iter().flatten() {
                    end += c.encode_utf8(&mut out[end..]).len();
                }
                at += length;
                continue;
            }
        };
        out[end..end + kept].copy_from_slice(&bytes[at..at + kept]);
        (at, end) = (at + kept, end + kept);
    }
    out.truncate(end);
    // Whole characters were replaced by whole characters, so it is a text.
    String::from_utf8(out).map_or(text.into(), Cow::Owned)
}

/// The character of a reference such as `&#x22;`, as all texts in JSON have two:
/// nearly all references are of that kind.
#[inline]
fn ascii(bytes: &[u8]) -> Option<u8> {
    let [b'&', b'#', b'x', high @ b'2'..=b'7', low, b';', ..] = bytes else { return None };
    let low = match low {
        b'0'..=b'9' => low - b'0',
        b'A'..=b'F' => low - b'A' + 10,
        _ => return None,
    };
    Some((high - b'0') << 4 | low)
}

/// The number of bytes that are examined together.
const WORD: usize = 8;

/// The first bytes of some, the first one lowest; zeros behind the last.
#[inline]
fn word(bytes: &[u8]) -> u64 {
    match bytes.first_chunk() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

/// The number of bytes of a word before the first `&`.
#[inline]
fn before_ampersand(word: u64) -> usize {
    const ONES: u64 = u64::MAX / 255;
    let zeros = word ^ (ONES * b'&' as u64);
    // The lowest bit that is set here is that of the first byte of zero.
    let found = zeros.wrapping_sub(ONES) & !zeros & (ONES << 7);
    (found.trailing_zeros() / 8) as usize
}

/// Returns true if reading a text that starts with `&` would replace its start.
pub(crate) fn starts_reference(text: &str) -> bool {
    matches!(reference(text), Reference::Characters(..))
}

/// Returns true if a character is read as another one after it was written as a
/// hexadecimal reference.
pub(crate) fn is_replaced(unit: u16) -> bool {
    match unit {
        128..=159 => u32::from(WINDOWS[usize::from(unit) - 128]) != u32::from(unit),
        _ => false,
    }
}

/// The start of a text that starts with `&`.
enum Reference {
    /// Just the character.
    None,
    /// A name of this length that means nothing, and stays as it is.
    Unknown(usize),
    /// A reference of this length to one or two characters.
    Characters(usize, [Option<char>; 2]),
}

fn reference(text: &str) -> Reference {
    let bytes = text.as_bytes();
    if bytes.get(1) == Some(&b'#') {
        return numeric(text);
    }
    let letters = bytes[1..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    if letters > 0 && bytes.get(1 + letters) == Some(&b';') {
        return match find_name(&text[1..1 + letters]) {
            Some(name) => Reference::Characters(letters + 2, name.characters),
            None => Reference::Unknown(letters + 2),
        };
    }
    (2..=letters.min(LONGEST_BARE))
        .rev()
        .find_map(|length| {
            let name = find_name(&text[1..1 + length]).filter(|name| name.bare)?;
            Some(Reference::Characters(1 + length, name.characters))
        })
        .unwrap_or(Reference::None)
}

fn numeric(text: &str) -> Reference {
    let bytes = text.as_bytes();
    let hexadecimal = matches!(bytes.get(2), Some(b'x' | b'X'));
    let (start, radix) = if hexadecimal { (3, 16) } else { (2, 10) };
    let digits = bytes[start..].iter().take_while(|&&b| char::from(b).is_digit(radix)).count();
    if digits == 0 {
        return Reference::None;
    }
    let end = start + digits;
    let length = end + usize::from(bytes.get(end) == Some(&b';'));
    let digits = &text[start..end];
    // Too many digits for the type are too many for Unicode as well.
    let code = u32::from_str_radix(digits, radix).unwrap_or(u32::MAX);
    // A quirk of the library: decimal numbers are looked up as written, so
    // with leading zeros they are not found among the special ones.
    let special = hexadecimal || digits == "0" || !digits.starts_with('0');
    let c = match code {
        0 if special => '\u{fffd}',
        128..=159 if special => WINDOWS[code as usize - 128],
        _ => char::from_u32(code).unwrap_or('\u{fffd}'),
    };
    Reference::Characters(length, [Some(c), None])
}

/// A name, as the list has it.
struct Name {
    bare: bool,
    characters: [Option<char>; 2],
}

/// Finds a name by halving the list, line by line.
fn find_name(name: &str) -> Option<Name> {
    let mut list = NAMES;
    while !list.is_empty() {
        let middle = list.len() / 2;
        let start = list[..middle].rfind('\n').map_or(0, |end| end + 1);
        let end = list[start..].find('\n').map_or(list.len(), |length| start + length);
        let (entry, codes) = list[start..end].split_once(' ')?;
        let (entry, bare) = match entry.strip_suffix('*') {
            Some(entry) => (entry, true),
            None => (entry, false),
        };
        match name.cmp(entry) {
            std::cmp::Ordering::Less => list = &list[..start],
            std::cmp::Ordering::Greater => list = list.get(end + 1..).unwrap_or(""),
            std::cmp::Ordering::Equal => {
                let mut codes =
                    codes.split(' ').map(|code| u32::from_str_radix(code, 16).ok().and_then(char::from_u32));
                return Some(Name { bare, characters: [codes.next().flatten(), codes.next().flatten()] });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_list_is_found() {
        for line in NAMES.lines() {
            let name = line.split([' ', '*']).next().unwrap();
            assert!(find_name(name).is_some(), "{name}");
            let bare = line.contains('*');
            assert!(!bare || name.len() <= LONGEST_BARE, "{name}");
            // The growth that [`decode`] reserves room for.
            let written = if bare { format!("&{name}") } else { format!("&{name};") };
            assert!(5 * decode(&written).len() <= 6 * written.len(), "{name}");
        }
        assert!(find_name("").is_none() && find_name("zzz").is_none() && find_name("AAA").is_none());
    }

    #[test]
    fn references_stand_anywhere() {
        let cases = [
            ("&", "&"),
            ("&&#x22;&", "&\"&"),
            ("&#x7F;&#x20;&#x2a;&#x1F;", "\u{7f} *\u{1f}"),
            ("&#x22", "\""),
            ("&#x2;&#x222;", "\u{2}\u{222}"),
            ("&#xE9;é&eacute;&eacute", "éééé"),
            ("&#x80;&#128;&#0128;", "€€\u{80}"),
            ("&#x;&#;&nothing;&#x110000;", "&#x;&#;&nothing;\u{fffd}"),
            // Longer than the reference.
            ("&nGt;&nGt;", "\u{226b}\u{20d2}\u{226b}\u{20d2}"),
        ];
        for (text, decoded) in cases {
            for before in 0..20 {
                for after in ["", "x", "é and more", "&#x22;"] {
                    let before = "b".repeat(before);
                    let after_decoded = if after.starts_with('&') { "\"" } else { after };
                    let whole = decode(&format!("{before}{text}{after}")).into_owned();
                    assert_eq!(whole, format!("{before}{decoded}{after_decoded}"), "{text}");
                }
            }
        }
        assert_eq!(decode(&"&nGt;".repeat(1000)), "\u{226b}\u{20d2}".repeat(1000));
    }
}
