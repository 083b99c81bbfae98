//! Characters that terminals do not simply show. Of flags, emoji made of several, and half-width
//! kana with sound marks, they disagree on the width: where a terminal counts otherwise than this
//! program, old text stays on the screen. Control characters command the terminal, and a mode may
//! have them in its texts. So others are drawn that are equal everywhere.

use ratatui::buffer::Buffer;
use ratatui::text::Span;

/// The full-width forms of half-width kana from U+FF66 on.
const KANA: &str = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";
const FIRST_KANA: u32 = 0xFF66;
/// The sound marks of half-width kana.
const VOICED: char = '\u{FF9E}';
const SEMIVOICED: char = '\u{FF9F}';

/// Replaces unsure characters by others of the same width.
pub fn settle(buffer: &mut Buffer) {
    let area = buffer.area;
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            let symbol = buffer[(x, y)].symbol();
            if symbol.chars().any(is_unsure) {
                // What has no width has a cell nevertheless.
                let room = width(symbol).clamp(1, usize::from(area.right() - x));
                let sure = sure(symbol, room);
                replace(buffer, (x, y), &sure, room);
            }
        }
    }
}

/// Returns true if terminals disagree on texts with this character.
fn is_unsure(c: char) -> bool {
    c.is_control() || is_dropped(c) || letter_of_flag(c).is_some() || c == VOICED || c == SEMIVOICED
}

/// Returns true for characters that change the one before, in some terminals, or the direction of
/// the text.
fn is_dropped(c: char) -> bool {
    matches!(
        c,
        '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{FEFF}'
            | '\u{20E3}' | '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{E0020}'..='\u{E007F}'
    )
}

/// Returns the letter of a half of a flag.
fn letter_of_flag(c: char) -> Option<char> {
    let place = u32::from(c).checked_sub(0x1F1E6).filter(|place| *place < 26)?;
    char::from_u32(u32::from('A') + place)
}

/// Returns characters that replace a symbol in all terminals. Full-width kana need two columns.
fn sure(symbol: &str, room: usize) -> Vec<char> {
    let mut sure: Vec<char> = Vec::new();
    for c in symbol.chars() {
        match (c, sure.last_mut()) {
            (VOICED, Some(last)) if room > 1 => *last = voiced(*last, 1),
            (SEMIVOICED, Some(last)) if room > 1 => *last = voiced(*last, 2),
            (c, _) if c.is_control() => sure.push(char::REPLACEMENT_CHARACTER),
            (c, _) if is_dropped(c) || c == VOICED || c == SEMIVOICED => {}
            (c, _) => sure.push(letter_of_flag(c).unwrap_or(c)),
        }
    }
    sure
}

/// Returns the full-width form of a half-width kana with a sound mark; a kana that takes none stays
/// without it.
fn voiced(kana: char, mark: u32) -> char {
    let place = u32::from(kana).checked_sub(FIRST_KANA).and_then(|place| usize::try_from(place).ok());
    let Some(full) = place.and_then(|place| KANA.chars().nth(place)) else { return kana };
    let takes = match mark {
        1 => "カキクケコサシスセソタチツテトハヒフヘホ".contains(full),
        _ => "ハヒフヘホ".contains(full),
    };
    match full {
        'ウ' if mark == 1 => 'ヴ',
        full if takes => char::from_u32(u32::from(full) + mark).unwrap_or(full),
        full => full,
    }
}

fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// Writes as many characters as there is room for, and blanks after them.
fn replace(buffer: &mut Buffer, (x, y): (u16, u16), sure: &[char], room: usize) {
    let style = buffer[(x, y)].style();
    let mut used = 0;
    for c in sure {
        let own = width(&c.to_string());
        if own == 0 || used + own > room {
            continue;
        }
        let cell = &mut buffer[(x + used as u16, y)];
        cell.set_char(*c).set_style(style);
        used += own;
    }
    for rest in used..room {
        buffer[(x + rest as u16, y)].set_char(' ').set_style(style);
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::widgets::Widget;

    use super::*;

    /// Returns a line as it is drawn: the symbols, without the cells that wide ones cover.
    fn drawn(text: &str) -> (String, usize) {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        Span::raw(text).render(buffer.area, &mut buffer);
        settle(&mut buffer);
        let mut line = String::new();
        let mut x = 0;
        while x < 12 {
            let symbol = buffer[(x, 0)].symbol();
            line.push_str(symbol);
            x += width(symbol).max(1) as u16;
        }
        (line.trim_end().to_owned(), line.chars().map(|c| width(&c.to_string())).sum())
    }

    #[test]
    fn what_is_drawn_has_one_width_in_all_terminals() {
        // text, what is drawn
        for (text, seen) in [
            ("🇩🇪|", "DE|"),
            ("🇯🇵🇫🇷", "JPFR"),
            ("👨\u{200D}👩\u{200D}👧|", "👨|"),
            ("👍🏽|", "👍|"),
            ("❤\u{FE0F}|", "❤ |"),
            ("1\u{FE0F}\u{20E3}", "1"),
            ("é漢字", "é漢字"),
            ("e\u{301}x", "e\u{301}x"),
            ("ｱｲ", "ｱｲ"),
            ("🐻", "🐻"),
            ("a\u{202E}b", "ab"),
        ] {
            let (line, columns) = drawn(text);
            assert!(!line.chars().any(is_unsure), "{text}: {line:?}");
            assert_eq!((line.as_str(), columns), (seen, 12), "{text}");
        }
        for (text, full) in [("ﾊﾞ|", 'バ'), ("ﾊﾟ|", 'パ'), ("ｳﾞ|", 'ヴ'), ("ｱﾞ|", 'ア')] {
            let (line, columns) = drawn(text);
            // Of the width that was reserved for it.
            assert!(
                line.starts_with(full) || line.starts_with(text.chars().next().unwrap_or_default()),
                "{line}"
            );
            assert!(!line.chars().any(is_unsure) && line.ends_with('|') && columns == 12, "{text}: {line}");
        }
        for text in ["\u{1b}[2J", "\u{9b}2J", "a\u{7}b", "x\u{1b}]52;c;eA==\u{7}", "\r\u{8}"] {
            let (line, _) = drawn(text);
            assert!(!line.chars().any(char::is_control), "{text:?}: {line:?}");
        }
    }
}
