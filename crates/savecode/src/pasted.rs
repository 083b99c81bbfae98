//! Codes as people paste them.

/// A code without what surrounds it when it is copied from a chat, a mail or
/// a file: white space, quotation marks, invisible marks, angle brackets.
///
/// [`crate::decode`] takes a code as it is; call this first for text that a
/// person brings.
///
/// ```
/// use polymerge_savecode::trim_pasted;
/// assert_eq!(trim_pasted("\u{feff} `@2048PowCompMode|3.0|`\n"), "@2048PowCompMode|3.0|");
/// ```
pub fn trim_pasted(text: &str) -> &str {
    text.trim_matches(|c: char| {
        c.is_whitespace()
            || matches!(c, '"' | '\'' | '`' | '<' | '>' | '“' | '”' | '„' | '«' | '»')
            || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}')
    })
}
