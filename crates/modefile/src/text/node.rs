//! A mode file as a tree in which every value knows its place.

use std::hash::{DefaultHasher, Hash, Hasher};

use calcarray::json::{self, ReadLimits};
use calcarray::{Text, Value};

/// A range of bytes of one of the files that were read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Span {
    /// Index of the file, in order of reading.
    pub file: u16,
    pub start: u32,
    pub end: u32,
}

/// A value and where it was written.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub span: Span,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Null,
    /// A placeholder for the value of a name that is not defined here.
    Unknown,
    /// A placeholder for any number of unknown values in a list.
    UnknownEntries,
    Boolean(bool),
    Number(f64),
    Text(Text),
    Array(Vec<Node>),
    Object(Vec<Member>),
}

/// One `"key": value` of an object.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub key: String,
    pub key_span: Span,
    pub value: Node,
}

impl Node {
    pub fn new(span: Span, kind: Kind) -> Node {
        Node { span, kind }
    }

    pub fn text(span: Span, text: &str) -> Node {
        Node::new(span, Kind::Text(text.into()))
    }

    pub fn number(span: Span, number: f64) -> Node {
        Node::new(span, Kind::Number(number))
    }

    pub fn boolean(span: Span, value: bool) -> Node {
        Node::new(span, Kind::Boolean(value))
    }

    pub fn array(span: Span, entries: Vec<Node>) -> Node {
        Node::new(span, Kind::Array(entries))
    }

    /// An object for writing: members without a place.
    pub fn object(members: Vec<(&str, Node)>) -> Node {
        let span = Span::default();
        let member = |(key, value): (&str, Node)| Member { key: key.to_owned(), key_span: span, value };
        Node::new(span, Kind::Object(members.into_iter().map(member).collect()))
    }

    /// A value that the program itself writes as JSON, all in one place.
    pub fn of_json(json: &str, span: Span) -> Node {
        let value = json::read_plain(json, &ReadLimits::default()).unwrap_or_default();
        Node::from_value(&value).moved(span)
    }

    fn moved(self, span: Span) -> Node {
        let kind = match self.kind {
            Kind::Array(entries) => Kind::Array(entries.into_iter().map(|entry| entry.moved(span)).collect()),
            kind => kind,
        };
        Node { span, kind }
    }

    pub fn as_text(&self) -> Option<&Text> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The text as a `String`, if this is a text without lone surrogates.
    pub fn as_string(&self) -> Option<String> {
        self.as_text().and_then(Text::to_utf8)
    }

    pub fn as_array(&self) -> Option<&[Node]> {
        match &self.kind {
            Kind::Array(entries) => Some(entries),
            _ => None,
        }
    }

    pub fn as_object(&self) -> Option<&[Member]> {
        match &self.kind {
            Kind::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The number, where an infinite one or NaN is written as its text.
    pub fn as_number(&self) -> Option<f64> {
        match &self.kind {
            Kind::Number(number) => Some(*number),
            Kind::Text(text) if text.is("@Infinity") => Some(f64::INFINITY),
            Kind::Text(text) if text.is("@-Infinity") => Some(f64::NEG_INFINITY),
            Kind::Text(text) if text.is("@NaN") => Some(f64::NAN),
            _ => None,
        }
    }

    pub fn is_word(&self, word: &str) -> bool {
        self.as_text().is_some_and(|text| text.is(word))
    }

    /// Returns the number of values in the tree, itself included.
    pub fn size(&self) -> usize {
        1 + match &self.kind {
            Kind::Array(entries) => entries.iter().map(Node::size).sum(),
            Kind::Object(members) => members.iter().map(|member| member.value.size()).sum(),
            _ => 0,
        }
    }

    /// Returns true if a test holds for a text in the tree.
    pub fn any_text(&self, is_one: &impl Fn(&str) -> bool) -> bool {
        match &self.kind {
            Kind::Text(text) => is_one(&text.to_string_lossy()),
            Kind::Array(entries) => entries.iter().any(|entry| entry.any_text(is_one)),
            Kind::Object(members) => members.iter().any(|member| member.value.any_text(is_one)),
            _ => false,
        }
    }

    /// Returns true if a part of the tree is not known.
    pub fn has_unknown(&self) -> bool {
        match &self.kind {
            Kind::Unknown | Kind::UnknownEntries => true,
            Kind::Array(entries) => entries.iter().any(Node::has_unknown),
            Kind::Object(members) => members.iter().any(|member| member.value.has_unknown()),
            _ => false,
        }
    }

    /// Returns the value as a message names it where something else was expected: a number as it
    /// is, else its type.
    pub fn seen(&self) -> String {
        match self.as_number() {
            Some(number) => calcarray::number::to_text(number),
            None => self.noun().to_owned(),
        }
    }

    /// Returns the type of the value, for messages.
    pub fn noun(&self) -> &'static str {
        match &self.kind {
            Kind::Null => "null",
            Kind::Unknown | Kind::UnknownEntries => "a value that is not known",
            Kind::Boolean(_) => "a truth value",
            Kind::Number(_) => "a number",
            Kind::Text(text) if text.to_utf8().is_none() => {
                "a text with half a character (a lone \\ud800 to \\udfff)"
            }
            Kind::Text(_) => "a text",
            Kind::Array(_) => "a list",
            Kind::Object(_) => "an object",
        }
    }

    /// Returns the number of values that this one counts for, without its contents: long integers
    /// take longer to read than others.
    pub fn weight(&self) -> usize {
        const WORK_OF_A_VALUE: u64 = 20_000;
        let work = match &self.kind {
            Kind::Text(text) if text.is_special() => json::integer_work(&text.to_string_lossy()),
            _ => 0,
        };
        usize::try_from(work / WORK_OF_A_VALUE).unwrap_or(usize::MAX).saturating_add(1)
    }

    /// The value, with `"@BigInt 5"` and its like read as what they stand for.
    ///
    /// # Errors
    /// The place of a text that starts like a number type and is none, or of
    /// an integer with too many digits.
    pub fn to_value(&self) -> Result<Value, Span> {
        Ok(match &self.kind {
            Kind::Null | Kind::Unknown | Kind::UnknownEntries => Value::Null,
            Kind::Boolean(value) => Value::Boolean(*value),
            Kind::Number(number) => Value::Number(*number),
            Kind::Text(text) => json::special(text.clone(), &ReadLimits::default()).map_err(|_| self.span)?,
            Kind::Array(entries) => {
                Value::Array(entries.iter().map(Node::to_value).collect::<Result<Vec<_>, _>>()?.into())
            }
            Kind::Object(members) => {
                let member = |m: &Member| Ok((Text::from(m.key.as_str()), m.value.to_value()?));
                let members = members.iter().map(member).collect::<Result<Vec<_>, Span>>()?;
                Value::Object(json::Object::new(members).into())
            }
        })
    }

    /// The tree of a value, without places.
    pub fn from_value(value: &Value) -> Node {
        let kind = match value {
            Value::Null => Kind::Null,
            Value::Boolean(value) => Kind::Boolean(*value),
            Value::Number(number) if number.is_finite() => Kind::Number(*number),
            Value::Text(text) => Kind::Text(text.clone()),
            Value::Array(entries) => Kind::Array(entries.iter().map(Node::from_value).collect()),
            Value::Object(object) => Kind::Object(
                object
                    .members()
                    .iter()
                    .map(|(key, value)| Member {
                        key: key.to_string_lossy(),
                        key_span: Span::default(),
                        value: Node::from_value(value),
                    })
                    .collect(),
            ),
            // The other types are written as a text without anything to escape.
            special => Kind::Text(json::write(special).trim_matches('"').into()),
        };
        Node::new(Span::default(), kind)
    }

    /// A number that is the same for trees that are [`Node::same`].
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash_into(&mut hasher);
        hasher.finish()
    }

    fn hash_into(&self, hasher: &mut DefaultHasher) {
        std::mem::discriminant(&self.kind).hash(hasher);
        match &self.kind {
            Kind::Null | Kind::Unknown | Kind::UnknownEntries => {}
            Kind::Boolean(value) => value.hash(hasher),
            Kind::Number(number) => number.to_bits().hash(hasher),
            Kind::Text(text) => text.units().hash(hasher),
            Kind::Array(entries) => {
                entries.len().hash(hasher);
                entries.iter().for_each(|entry| entry.hash_into(hasher));
            }
            Kind::Object(members) => {
                members.len().hash(hasher);
                for member in members {
                    member.key.hash(hasher);
                    member.value.hash_into(hasher);
                }
            }
        }
    }

    /// Returns true if two trees are equal apart from their places.
    pub fn same(&self, other: &Node) -> bool {
        match (&self.kind, &other.kind) {
            (Kind::Null, Kind::Null)
            | (Kind::Unknown, Kind::Unknown)
            | (Kind::UnknownEntries, Kind::UnknownEntries) => true,
            (Kind::Boolean(a), Kind::Boolean(b)) => a == b,
            (Kind::Number(a), Kind::Number(b)) => a.to_bits() == b.to_bits(),
            (Kind::Text(a), Kind::Text(b)) => a == b,
            (Kind::Array(a), Kind::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b)),
            (Kind::Object(a), Kind::Object(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.key == b.key && a.value.same(&b.value))
            }
            _ => false,
        }
    }
}
