//! The folding of texts into lines of a width.

/// Folds a text into at most `most` lines. Lines that fit stay as they are, so that text stays
/// below other text. Of a text that is too long, both ends stay: the beginning has the subject, the
/// end often the remedy.
pub fn folded(text: &str, width: usize, most: usize) -> Vec<String> {
    let (width, most) = (width.max(1), most.max(1));
    let source: Vec<&str> = text.lines().collect();
    let mut lines: Vec<String> = Vec::new();
    for (place, line) in source.iter().enumerate() {
        match excerpt(line) {
            Some(excerpt) => lines.push(excerpt.seen(&source[place..], width)),
            None => lines.extend(wrapped(line, width)),
        }
    }
    if lines.len() <= most {
        return lines;
    }
    if most == 1 {
        let letters: Vec<char> = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let (start, end) = (width.saturating_sub(1).div_ceil(2), width.saturating_sub(1) / 2);
        let ends = letters[..start].iter().chain([&'…']).chain(&letters[letters.len() - end..]);
        return vec![ends.take(width).collect()];
    }
    let end = lines.split_off(lines.len() - most / 2);
    lines.truncate(most - most / 2);
    if let Some(last) = lines.last_mut() {
        let kept: String = last.chars().take(width - 1).collect();
        *last = kept + "…";
    }
    lines.extend(end);
    lines
}

/// A line of a file in a message, such as `  3 | "tile": 5`, or the marks below one.
struct Excerpt<'a> {
    /// The number of the line, up to the bar.
    gutter: &'a str,
    text: &'a str,
}

fn excerpt(line: &str) -> Option<Excerpt<'_>> {
    let bar = line.find('|')?;
    let (gutter, text) = line.split_at(bar + 1);
    let is_gutter = gutter[..bar].chars().all(|c| c == ' ' || c.is_ascii_digit());
    is_gutter.then_some(Excerpt { gutter, text })
}

impl Excerpt<'_> {
    /// Returns the visible part of the line: around the next marks, here and in the lines of them.
    fn seen(&self, lines: &[&str], width: usize) -> String {
        let room = width.saturating_sub(self.gutter.chars().count());
        let marks = lines.iter().take(2).filter_map(|line| excerpt(line)).find(Excerpt::is_marks);
        let end = marks.map_or(0, |marks| marks.text.trim_end().chars().count());
        // As much is left out of a line as of the marks below it.
        let left_out = (end + 1).saturating_sub(room);
        let shown: String = match left_out {
            0 => self.text.into(),
            _ => std::iter::once('…').chain(self.text.chars().skip(left_out + 1)).collect(),
        };
        let shown = if self.is_marks() { shown.replace('…', " ") } else { shown };
        let whole = shown.chars().count() <= room;
        let cut: String = shown.chars().take(if whole { room } else { room.saturating_sub(1) }).collect();
        let more = if whole || self.is_marks() || room == 0 { "" } else { "…" };
        let line = format!("{}{cut}{more}", self.gutter);
        line.chars().take(width).collect::<String>().trim_end().to_owned()
    }

    fn is_marks(&self) -> bool {
        let text = self.text.trim();
        text.starts_with('^') || text.starts_with('~')
    }
}

/// Folds a line, between words if possible. Further lines are indented as the first.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let text = text.trim_end();
    if text.chars().count() <= width {
        return vec![text.to_owned()];
    }
    let indent = text.chars().take_while(|c| *c == ' ').count().min(width / 2);
    let indent = " ".repeat(indent);
    let room = width - indent.len();
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        let used = lines.last().map_or(0, |line| line.chars().count());
        if used > 0 && used + 1 + word.len() <= room {
            if let Some(line) = lines.last_mut() {
                line.push(' ');
                line.extend(word);
            }
            continue;
        }
        if used > 0 {
            lines.push(String::new());
        }
        while word.len() > room {
            let rest = word.split_off(room);
            if let Some(line) = lines.last_mut() {
                line.extend(word);
            }
            lines.push(String::new());
            word = rest;
        }
        if let Some(line) = lines.last_mut() {
            line.extend(word);
        }
    }
    lines.into_iter().map(|line| format!("{indent}{line}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_keep_both_ends() {
        // text, width, lines, what is shown
        let cases: [(&str, usize, usize, &[&str]); 7] = [
            ("short", 10, 1, &["short"]),
            ("one two three", 8, 3, &["one two", "three"]),
            ("one two three four five six", 8, 2, &["one two…", "five six"]),
            ("abcdefghijkl", 5, 3, &["abcde", "fghij", "kl"]),
            ("abcdefghijkl", 5, 1, &["ab…kl"]),
            ("a\nb", 5, 3, &["a", "b"]),
            ("  one two three", 8, 3, &["  one", "  two", "  three"]),
        ];
        for (text, width, most, lines) in cases {
            assert_eq!(folded(text, width, most), lines, "{text} {width} {most}");
        }
    }

    #[test]
    fn marks_stay_below_what_they_mark() {
        let message = "my.jsonc:12:9: error[wrong-type]: a number\n   |\n12 |   \"grid\": \"five\",   // wide\n   |           ^^^^^^\n   = help: write \"5x5\"";
        // width, what is shown
        let cases: [(usize, &[&str]); 3] = [
            (
                60,
                &[
                    "my.jsonc:12:9: error[wrong-type]: a number",
                    "   |",
                    "12 |   \"grid\": \"five\",   // wide",
                    "   |           ^^^^^^",
                    "   = help: write \"5x5\"",
                ],
            ),
            (
                26,
                &[
                    "my.jsonc:12:9:",
                    "error[wrong-type]: a",
                    "number",
                    "   |",
                    "12 |   \"grid\": \"five\",   …",
                    "   |           ^^^^^^",
                    "   = help: write \"5x5\"",
                ],
            ),
            (
                18,
                &[
                    "my.jsonc:12:9:",
                    "error[wrong-type]:",
                    "a number",
                    "   |",
                    "12 |…d\": \"five\",…",
                    "   |      ^^^^^^",
                    "   = help: write",
                    "   \"5x5\"",
                ],
            ),
        ];
        for (width, lines) in cases {
            let found = folded(message, width, 20);
            let (code, marks) = (
                &found[lines.len() - 3 - usize::from(width < 20)],
                &found[lines.len() - 2 - usize::from(width < 20)],
            );
            let place = |line: &str, part: char| line.chars().position(|c| c == part);
            assert!(found.iter().all(|line| line.chars().count() <= width), "{found:?}");
            assert_eq!(code.chars().nth(place(marks, '^').unwrap()), Some('"'), "{found:?}");
            if width != 18 {
                assert_eq!(found, lines);
            }
        }
    }
}
