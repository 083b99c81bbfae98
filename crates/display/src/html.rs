//! Styled text, and the small HTML subset it is exchanged in
//! (docs/spec/display.md, "HTML subset parser" and "Encoding").

use std::fmt::Write as _;

use calcarray::Value;
use calcarray::color::Paint;

/// Text with styles.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Markup(pub Vec<Piece>);

/// A part of a [`Markup`].
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Plain text.
    Text(String),
    /// Parts that share a style.
    Styled(Style, Vec<Piece>),
}

/// The styles of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Style {
    /// `@Bold`.
    Bold,
    /// `@Italic`.
    Italic,
    /// `@Superscript`.
    Superscript,
    /// `@Subscript`.
    Subscript,
    /// `@UnBold`.
    NormalWeight,
    /// `@UnItalic`.
    Upright,
    /// `@Underline`, `@Overline`, `@Strikethrough`, `@NoLine`, by the name of
    /// CSS.
    Line(&'static str),
    /// `@TextColor`.
    Color(Paint),
    /// `@TextShadow`: offsets and blur in pixels, as written, and the colour.
    Shadow([String; 3], Paint),
}

impl Style {
    /// The opening and the closing tag.
    fn tags(&self) -> (String, &'static str) {
        let span = |declaration: String| (format!("<span style='{declaration};'>"), "</span>");
        match self {
            Style::Bold => ("<b>".into(), "</b>"),
            Style::Italic => ("<i>".into(), "</i>"),
            Style::Superscript => ("<sup>".into(), "</sup>"),
            Style::Subscript => ("<sub>".into(), "</sub>"),
            Style::NormalWeight => span("font-weight: normal".into()),
            Style::Upright => span("font-style: normal".into()),
            Style::Line(line) => span(format!("text-decoration: {line}")),
            Style::Color(color) => span(format!("color: {color}")),
            Style::Shadow([dx, dy, blur], color) => {
                span(format!("text-shadow: {dx}px {dy}px {blur}px {color}"))
            }
        }
    }
}

impl Markup {
    /// Plain text.
    pub fn plain_text(text: impl Into<String>) -> Markup {
        Markup(vec![Piece::Text(text.into())])
    }

    /// The visible text.
    pub fn plain(&self) -> String {
        fn collect(pieces: &[Piece], out: &mut String) {
            for piece in pieces {
                match piece {
                    Piece::Text(text) => out.push_str(text),
                    Piece::Styled(_, pieces) => collect(pieces, out),
                }
            }
        }
        let mut text = String::new();
        collect(&self.0, &mut text);
        text
    }

    /// The length of the visible text in UTF-16 code units.
    pub fn length(&self) -> usize {
        fn count(pieces: &[Piece]) -> usize {
            let lengths = pieces.iter().map(|piece| match piece {
                Piece::Text(text) => text.encode_utf16().count(),
                Piece::Styled(_, pieces) => count(pieces),
            });
            lengths.sum()
        }
        count(&self.0)
    }

    /// The HTML subset. Without `encode` texts are inserted as they are.
    pub fn to_html(&self, encode: bool) -> String {
        fn write(pieces: &[Piece], encode: bool, out: &mut String) {
            for piece in pieces {
                match piece {
                    Piece::Text(text) if encode => encode_into(text, out),
                    Piece::Text(text) => out.push_str(text),
                    Piece::Styled(style, pieces) => {
                        let (open, close) = style.tags();
                        out.push_str(&open);
                        write(pieces, encode, out);
                        out.push_str(close);
                    }
                }
            }
        }
        let mut html = String::new();
        write(&self.0, encode, &mut html);
        html
    }
}

fn encode_into(text: &str, out: &mut String) {
    for character in text.chars() {
        if matches!(character, '"' | '&' | '\'' | '<' | '>') || !character.is_ascii() {
            let _ = write!(out, "&#x{:X};", u32::from(character));
        } else {
            out.push(character);
        }
    }
}

/// The tags of the subset and the words for them.
const TAGS: [(&str, &str); 7] = [
    ("b", "@Bold"),
    ("i", "@Italic"),
    ("sup", "@Superscript"),
    ("sub", "@Subscript"),
    ("span style='text-decoration:underline'", "@Underline"),
    ("span style='text-decoration:overline'", "@Overline"),
    ("span style='text-decoration:line-through'", "@Strikethrough"),
];

/// Blocks that rules texts are made of.
const BLOCKS: [&str; 7] = ["p", "h1", "h2", "h3", "h4", "h5", "h6"];

/// The greatest depth of nested elements.
const DEPTH: usize = 100;

/// The text expression for text of the HTML subset; `None` if it is anything
/// else.
///
/// ```
/// use polymerge_display::read_html;
/// let expression = read_html("10<sup>3</sup>").unwrap();
/// assert_eq!(calcarray::json::write(&expression), r#"["@TextE","10",["@Superscript","3"]]"#);
/// assert_eq!(read_html("1 < 2"), None);
/// ```
pub fn read_html(text: &str) -> Option<Value> {
    let mut entries = vec![Value::text("@TextE")];
    entries.extend(read_elements(text, false)?.into_iter().filter(|entry| !entry.is_word("")));
    Some(Value::array(entries))
}

/// The rules of an old save code as a list of `[tag, text expression]`;
/// `None` if they are not of the HTML subset.
pub fn read_rules(text: &str) -> Option<Value> {
    let blocks = read_elements(text, true)?;
    let rules = blocks.into_iter().filter_map(|block| {
        let entries = block.as_array()?.entries();
        let (tag, content) = entries.split_first()?;
        let content: Vec<Value> = content.iter().filter(|entry| !entry.is_word("")).cloned().collect();
        let content = match content.len() {
            0 => Value::text(""),
            1 => content.into_iter().next()?,
            _ => Value::Array(std::iter::once(Value::text("@TextE")).chain(content).collect()),
        };
        Some(Value::array(vec![tag.clone(), content]))
    });
    Some(rules.collect::<Vec<_>>().into())
}

fn read_elements(text: &str, blocks: bool) -> Option<Vec<Value>> {
    let mut open: Vec<Vec<Value>> = vec![Vec::new()];
    let mut tag: Option<String> = None;
    let mut ends = false;
    let mut run = String::new();
    for character in text.chars() {
        match (&mut tag, character) {
            (Some(_), '<') => return None,
            (None, '<') => {
                let text = std::mem::take(&mut run);
                open.last_mut()?.push(Value::text(text.as_str()));
                tag = Some(String::new());
                ends = false;
            }
            (Some(_), '/') => ends = true,
            (Some(name), '>') => {
                if ends {
                    let element = open.pop()?;
                    open.last_mut()?.push(Value::array(element));
                } else {
                    let word = match TAGS.into_iter().find(|(tag, _)| tag == name) {
                        Some((_, word)) => word,
                        None if blocks => BLOCKS.into_iter().find(|block| block == name)?,
                        None => return None,
                    };
                    if open.len() > DEPTH {
                        return None;
                    }
                    open.push(vec![Value::text(word)]);
                }
                tag = None;
            }
            (Some(name), other) => name.push(other),
            (None, other) => run.push(other),
        }
    }
    let [mut top] = <[Vec<Value>; 1]>::try_from(open).ok()?;
    if tag.is_some() {
        return None;
    }
    top.push(Value::text(run.as_str()));
    Some(top)
}

#[cfg(test)]
mod tests {
    use super::*;
    use calcarray::json;

    #[test]
    fn the_subset_and_nothing_else() {
        for (text, expression) in [
            ("plain", Some(r#"["@TextE","plain"]"#)),
            ("a<b>b<i>c</i></b>", Some(r#"["@TextE","a",["@Bold","b",["@Italic","c"]]]"#)),
            ("<span style='text-decoration:underline'>u</span>", Some(r#"["@TextE",["@Underline","u"]]"#)),
            ("<u>no</u>", None),
            ("<b>open", None),
            ("closed</b>", None),
            ("a < b", None),
            ("<p>block</p>", None),
        ] {
            // Within elements empty texts stay; they show as nothing.
            let found = read_html(text).map(|value| json::write(&value).replace(r#",""]"#, "]"));
            assert_eq!(found.as_deref(), expression, "{text}");
        }
    }

    #[test]
    fn rules_are_blocks() {
        for (text, rules) in [
            (
                "<h1>2048</h1><p>Join <b>them</b>.</p>",
                r#"[["h1","2048"],["p",["@TextE","Join ",["@Bold","them"],"."]]]"#,
            ),
            ("<p></p>", r#"[["p",""]]"#),
            ("no blocks", "[]"),
        ] {
            let found = read_rules(text).map(|value| json::write(&value));
            assert_eq!(found.as_deref(), Some(rules), "{text}");
        }
    }

    #[test]
    fn special_characters_are_encoded() {
        let markup =
            Markup(vec![Piece::Styled(Style::Superscript, vec![Piece::Text("1 < 2 × é 😀".into())])]);
        assert_eq!(markup.to_html(true), "<sup>1 &#x3C; 2 &#xD7; &#xE9; &#x1F600;</sup>");
        assert_eq!(markup.plain(), "1 < 2 × é 😀");
        assert_eq!(markup.length(), 12);
    }
}
