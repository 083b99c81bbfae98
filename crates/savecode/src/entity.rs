//! Character references, as the entity library of the reference writes and
//! reads them (spec/savecodes.md, section 2 A and C).

use std::borrow::Cow;

use calcarray::Text;

/// The names of HTML5, sorted: `name`, `*` if it also counts without a
/// semicolon, and the code points it stands for.
const NAMES: &str = include_str!("../data/entities.txt");

/// The longest name that needs no semicolon has this many letters.
const LONGEST_BARE: usize = 6;

/// What the numbers 128 to 159 stand for: the characters of Windows-1252.
/// Where there is none, the number stands for itself.
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
    let Some(first) = text.find('&') else { return text.into() };
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    let mut at = first;
    loop {
        let rest = &bytes[at..];
        let length = if rest.starts_with(b"&#x22;") {
            out.push_str(&text[from..at]);
            out.push('"');
            from = at + 6;
            6
        } else {
            match reference(&text[at..]) {
                Reference::None => 1,
                Reference::Unknown(length) => length,
                Reference::Characters(length, characters) => {
                    out.push_str(&text[from..at]);
                    out.extend(characters.into_iter().flatten());
                    from = at + length;
                    length
                }
            }
        };
        at += length;
        match bytes[at..].iter().position(|&b| b == b'&') {
            Some(offset) => at += offset,
            None => break,
        }
    }
    out.push_str(&text[from..]);
    out.into()
}

/// Whether reading a text that starts with `&` would replace its start.
pub(crate) fn starts_reference(text: &str) -> bool {
    matches!(reference(text), Reference::Characters(..))
}

/// Whether a character comes back as another one after it was written as a
/// hexadecimal reference.
pub(crate) fn is_replaced(unit: u16) -> bool {
    match unit {
        128..=159 => u32::from(WINDOWS[usize::from(unit) - 128]) != u32::from(unit),
        _ => false,
    }
}

/// What a text that starts with `&` starts with.
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
        }
        assert!(find_name("").is_none() && find_name("zzz").is_none() && find_name("AAA").is_none());
    }
}
