//! Rules texts of codes before 3.0: a little HTML, turned into the list form
//! (docs/spec/savecodes.md, "Rules-text markup").

use std::fmt;

use calcarray::json::{ReadLimits, special};
use calcarray::{Text, Value};

/// The reason why a rules text is not well-formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkupError {
    /// A tag begins inside a tag.
    BadOpen,
    /// A tag ends that was never begun.
    BadClose,
    /// The text ends inside an element.
    BadEnd,
    /// An element, or a spelling of it, that rules texts don't have.
    UnsupportedElement,
}

impl MarkupError {
    /// The name, as in the specification.
    pub fn name(self) -> &'static str {
        match self {
            MarkupError::BadOpen => "bad-open",
            MarkupError::BadClose => "bad-close",
            MarkupError::BadEnd => "bad-end",
            MarkupError::UnsupportedElement => "unsupported-element",
        }
    }
}

impl fmt::Display for MarkupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MarkupError::BadOpen => "\"<\" inside a tag",
            MarkupError::BadClose => "an element ends that was never begun",
            MarkupError::BadEnd => "the text ends inside an element",
            MarkupError::UnsupportedElement => "an element that rules texts don't have",
        })
    }
}

impl std::error::Error for MarkupError {}

/// The elements of texts, as they had to be spelt, and their names in lists.
const ELEMENTS: &[(&str, &str)] = &[
    ("b", "@Bold"),
    ("i", "@Italic"),
    ("sup", "@Superscript"),
    ("sub", "@Subscript"),
    ("span style='text-decoration:underline'", "@Underline"),
    ("span style='text-decoration:overline'", "@Overline"),
    ("span style='text-decoration:line-through'", "@Strikethrough"),
];

/// The elements that rules consist of.
const BLOCKS: &[&str] = &["p", "h1", "h2", "h3", "h4", "h5", "h6"];

/// A text with markup as a text expression: `["@TextE", part…]`.
///
/// # Errors
/// If the markup is not well-formed, or has elements beyond those of texts.
pub fn text_expression(html: &str) -> Result<Value, MarkupError> {
    Ok(Value::array(parse(html, &[])?.into_iter().map(Part::into_value).collect::<Vec<_>>()))
}

/// A rules text as the list of its elements: `[tag, text]`.
///
/// ```
/// use calcarray::json;
/// let rules = polymerge_savecode::markup::rules_text("<p>Get to <b>2048</b>!</p>").unwrap();
/// assert_eq!(json::write(&rules), r#"[["p",["@TextE","Get to ",["@Bold","2048"],"!"]]]"#);
/// ```
///
/// # Errors
/// If the markup is not well-formed, or has other elements.
pub fn rules_text(html: &str) -> Result<Value, MarkupError> {
    let parts = parse(html, BLOCKS)?;
    let elements = parts.into_iter().skip(1).map(|part| match part {
        Part::Element(parts) => element(parts),
        Part::Text(text) => bare_text(&text),
    });
    Ok(Value::array(elements.collect::<Vec<_>>()))
}

/// Returns a list of rules as HTML: the inverse of [`rules_text`]; `None` if the markup
/// lacks some of its elements.
pub(crate) fn html(rules: &Value) -> Option<String> {
    let mut out = String::new();
    for element in rules.as_array()?.iter() {
        let [tag, content] = element.as_array()?.entries() else { return None };
        let tag = BLOCKS.iter().find(|block| tag.is_word(block))?;
        out.push_str(&format!("<{tag}>"));
        match content {
            Value::Array(text) if text.first().is_some_and(|first| first.is_word("@TextE")) => {
                append_parts(&text[1..], &mut out, DEEPEST)?;
            }
            content => append_parts(std::slice::from_ref(content), &mut out, DEEPEST)?,
        }
        out.push_str(&format!("</{tag}>"));
    }
    Some(out)
}

fn append_parts(parts: &[Value], out: &mut String, depth: usize) -> Option<()> {
    for part in parts {
        match part {
            Value::Text(text) => {
                let text = text.to_utf8().filter(|text| !text.contains(['<', '>']))?;
                out.push_str(&text);
            }
            Value::Array(element) => {
                let name = element.first()?;
                let (spelling, _) = ELEMENTS.iter().find(|(_, known)| name.is_word(known))?;
                out.push_str(&format!("<{spelling}>"));
                append_parts(&element[1..], out, depth.checked_sub(1)?)?;
                // The end of a span is that of its name alone.
                out.push_str(&format!("</{}>", spelling.split(' ').next()?));
            }
            _ => return None,
        }
    }
    Some(())
}

/// An element whose content is not a single text gets one around it.
fn element(parts: Vec<Part>) -> Value {
    let single = matches!(&parts[..], [_, Part::Text(_)]);
    let mut parts = parts.into_iter().map(Part::into_value);
    let name = parts.next().unwrap_or_default();
    if single {
        return Value::array([name].into_iter().chain(parts).collect::<Vec<_>>());
    }
    composed(name, parts)
}

/// A quirk kept from the reference: a text outside of all elements is taken
/// for an element made of its characters, the first being the name. One of
/// two characters passes for complete.
fn bare_text(text: &str) -> Value {
    let units: Vec<u16> = text.encode_utf16().collect();
    if units.len() == 2 {
        return Value::text(text);
    }
    let (first, rest) = units.split_at(units.len().min(1));
    let text = |units: &[u16]| Value::Text(Text::from_units(units));
    composed(text(first), [text(rest)])
}

fn composed(name: Value, parts: impl IntoIterator<Item = Value>) -> Value {
    let text = [Value::text("@TextE")].into_iter().chain(parts).collect::<Vec<_>>();
    Value::array(vec![name, Value::array(text)])
}

/// A part of a text: a bare one, or an element with its name in front.
enum Part {
    Text(String),
    Element(Vec<Part>),
}

/// A text of the markup. In the codes of today, one that starts like a number
/// would be read as a number, or not at all: white space in front, which shows
/// nowhere, keeps it a text.
fn readable(text: String) -> Value {
    let stands_for_itself = special(Text::from(text.as_str()), &ReadLimits::default())
        .is_ok_and(|value| value.as_text().is_some());
    Value::text(if stands_for_itself { text } else { format!(" {text}") })
}

impl Part {
    fn into_value(self) -> Value {
        match self {
            Part::Text(text) => readable(text),
            Part::Element(parts) => Value::array(parts.into_iter().map(Part::into_value).collect::<Vec<_>>()),
        }
    }
}

/// The greatest depth of nested elements. Deeper ones count as malformed, so that
/// they can't exhaust the stack.
const DEEPEST: usize = 200;

enum State {
    Outside,
    InStartTag,
    InEndTag,
}

fn parse(html: &str, blocks: &[&str]) -> Result<Vec<Part>, MarkupError> {
    let mut bottom = vec![Part::Text("@TextE".to_owned()), Part::Text(String::new())];
    let mut open: Vec<Vec<Part>> = Vec::new();
    let mut name = String::new();
    let mut state = State::Outside;
    for c in html.chars() {
        match (&state, c) {
            (State::Outside, '<') => {
                if open.len() >= DEEPEST {
                    return Err(MarkupError::UnsupportedElement);
                }
                name.clear();
                state = State::InStartTag;
            }
            (_, '<') => return Err(MarkupError::BadOpen),
            (State::InStartTag, '/') => state = State::InEndTag,
            (State::InStartTag, '>') => {
                let known = ELEMENTS.iter().find(|(spelling, _)| *spelling == name).map(|(_, known)| *known);
                let block = blocks.iter().find(|block| **block == name).copied();
                let known = known.or(block).ok_or(MarkupError::UnsupportedElement)?;
                open.push(vec![Part::Text(known.to_owned()), Part::Text(String::new())]);
                state = State::Outside;
            }
            (State::InEndTag, '>') => {
                let element = open.pop().ok_or(MarkupError::BadClose)?;
                let below = open.last_mut().unwrap_or(&mut bottom);
                below.push(Part::Element(element));
                below.push(Part::Text(String::new()));
                state = State::Outside;
            }
            (State::InEndTag, _) | (State::Outside, '>') => {}
            (State::InStartTag, c) => name.push(c),
            (State::Outside, c) => {
                if let Some(Part::Text(text)) = open.last_mut().unwrap_or(&mut bottom).last_mut() {
                    text.push(c);
                }
            }
        }
    }
    if !matches!(state, State::Outside) || !open.is_empty() {
        return Err(MarkupError::BadEnd);
    }
    bottom.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
    Ok(bottom)
}
#[test]
fn what_would_be_read_as_a_number_stays_a_text() {
    for html in ["@BigInt 5", "@BigInt <b>x</b>", "@NaN"] {
        let rules = rules_text(&format!("<p>{html}</p>")).unwrap();
        let again = calcarray::json::read(&calcarray::json::write(&rules), &Default::default());
        assert_eq!(again.as_ref(), Ok(&rules), "{html}");
    }
}
