//! Numbers in large digits, made of half blocks, for large cells.

/// The rows of a glyph, in dots.
const ROWS: usize = 5;
/// The widths of a dot in characters, the largest first. Two dots are as high as a character.
const SCALES: [usize; 2] = [2, 1];
/// The free characters at the left and right together, and the free dots above and below.
const MARGIN: usize = 2;

/// The glyphs: five rows of dots, of which `#` are set.
const GLYPHS: &[(char, [&str; ROWS])] = &[
    ('0', ["###", "# #", "# #", "# #", "###"]),
    ('1', [" # ", "## ", " # ", " # ", "###"]),
    ('2', ["###", "  #", "###", "#  ", "###"]),
    ('3', ["###", "  #", "###", "  #", "###"]),
    ('4', ["# #", "# #", "###", "  #", "  #"]),
    ('5', ["###", "#  ", "###", "  #", "###"]),
    ('6', ["###", "#  ", "###", "# #", "###"]),
    ('7', ["###", "  #", "  #", "  #", "  #"]),
    ('8', ["###", "# #", "###", "# #", "###"]),
    ('9', ["###", "# #", "###", "  #", "###"]),
    ('/', ["  #", "  #", " # ", "#  ", "#  "]),
    ('+', ["   ", " # ", "###", " # ", "   "]),
    ('-', ["   ", "   ", "###", "   ", "   "]),
    ('−', ["   ", "   ", "###", "   ", "   "]),
    ('×', ["   ", "# #", " # ", "# #", "   "]),
    ('÷', [" # ", "   ", "###", "   ", " # "]),
    ('.', [" ", " ", " ", " ", "#"]),
    (',', [" ", " ", " ", "#", "#"]),
];

/// Returns a number in large digits: lines of half blocks for a place of this size, the first line
/// at its top. `None` if there is no room, or a character is no digit.
pub fn large(text: &str, width: usize, height: usize) -> Option<Vec<String>> {
    let glyph = |letter: char| GLYPHS.iter().find(|(known, _)| *known == letter).map(|(_, rows)| rows);
    let glyphs: Vec<_> = text.chars().map(glyph).collect::<Option<_>>()?;
    // Dots of a row of the number, one apart.
    let row = |row: usize| glyphs.iter().map(|rows| rows[row]).collect::<Vec<_>>().join(" ");
    let dots: Vec<String> = (0..ROWS).map(row).collect();
    let wide = dots.first().map_or(0, String::len);
    let fits = |scale: &usize| wide * scale + MARGIN <= width && ROWS * scale + MARGIN <= 2 * height;
    let scale = SCALES.into_iter().find(fits).filter(|_| wide > 0)?;
    let above = (2 * height - ROWS * scale) / 2;
    let is_set = |x: usize, y: usize| {
        let row = y.checked_sub(above).and_then(|y| dots.get(y / scale));
        row.is_some_and(|row| row.as_bytes().get(x / scale) == Some(&b'#'))
    };
    let block = |x: usize, line: usize| match (is_set(x, 2 * line), is_set(x, 2 * line + 1)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    Some((0..height).map(|line| (0..wide * scale).map(|x| block(x, line)).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_grow_with_their_place() {
        // text, width, height, lines
        let cases: [(&str, usize, usize, Option<&[&str]>); 6] = [
            ("24", 9, 4, Some(&["▄▄▄ ▄ ▄", "▄▄█ █▄█", "█▄▄   █", "       "])),
            ("24", 8, 4, None),
            ("24", 9, 3, None),
            ("x", 9, 4, None),
            ("", 9, 4, None),
            ("1", 8, 7, Some(&["      ", "  ██  ", "████  ", "  ██  ", "  ██  ", "██████", "      "])),
        ];
        for (text, width, height, lines) in cases {
            let found = large(text, width, height);
            let found = found.as_ref().map(|lines| lines.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(found.as_deref(), lines, "{text} {width} {height}");
        }
    }

    #[test]
    fn all_rows_of_a_glyph_are_as_wide() {
        for (letter, rows) in GLYPHS {
            assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{letter}");
        }
    }
}
