//! Mode files as editors see them while they are written: what can be read, with its places.

use std::ops::Range;

use crate::text::jsonc::read_unfinished;
use crate::text::node::{Kind, Node, Span};
use crate::text::options::ReadOptions;

/// A value of a mode file that may be unfinished, and the bytes where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The place, with the quotes of a text.
    pub span: Range<usize>,
    /// The value.
    pub content: Content,
}

/// The content of a [`Tree`].
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Tree>),
    /// An object.
    Object(Vec<Member>),
    /// A number, a truth value, null, or a gap that is still to be filled.
    Other,
}

/// A key of an object with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The key.
    pub key: String,
    /// The place of the key, with its quotes.
    pub key_span: Range<usize>,
    /// The value.
    pub value: Tree,
}

impl Tree {
    /// Reads a text as far as it can be read. What is wrong in it is left out, and what is open
    /// ends with the text. Nothing of a text beyond the limits is read.
    ///
    /// ```
    /// use polymerge_modefile::Tree;
    /// let tree = Tree::read(r#"{ "title": "Doubles", "win" "#);
    /// assert_eq!(tree.members()[0].value.text(), Some("Doubles"));
    /// assert_eq!(tree.members()[1].key, "win");
    /// ```
    pub fn read(text: &str) -> Tree {
        let options = ReadOptions::default();
        let node = (text.len() <= options.bytes).then(|| read_unfinished(text, &options)).flatten();
        node.map_or(Tree { span: 0..0, content: Content::Other }, Tree::of)
    }

    fn of(node: Node) -> Tree {
        let range = |span: Span| span.start as usize..span.end as usize;
        let member = |member: crate::text::node::Member| Member {
            key: member.key,
            key_span: range(member.key_span),
            value: Tree::of(member.value),
        };
        let content = match node.kind {
            Kind::Text(text) => Content::Text(text.to_string_lossy()),
            Kind::Array(entries) => Content::List(entries.into_iter().map(Tree::of).collect()),
            Kind::Object(members) => Content::Object(members.into_iter().map(member).collect()),
            _ => Content::Other,
        };
        Tree { span: range(node.span), content }
    }

    /// Returns the text, if this is one.
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the entries of a list, or none.
    pub fn entries(&self) -> &[Tree] {
        match &self.content {
            Content::List(entries) => entries,
            _ => &[],
        }
    }

    /// Returns the members of an object, or none.
    pub fn members(&self) -> &[Member] {
        match &self.content {
            Content::Object(members) => members,
            _ => &[],
        }
    }

    /// Returns the value of a key of an object.
    pub fn get(&self, key: &str) -> Option<&Tree> {
        self.members().iter().find(|member| member.key == key).map(|member| &member.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(tree: &Tree) -> String {
        match &tree.content {
            Content::Text(text) => format!("{text:?}"),
            Content::List(entries) => {
                format!("[{}]", entries.iter().map(shown).collect::<Vec<_>>().join(" "))
            }
            Content::Object(members) => {
                let members = members.iter().map(|member| format!("{}:{}", member.key, shown(&member.value)));
                format!("{{{}}}", members.collect::<Vec<_>>().join(" "))
            }
            Content::Other => "_".to_owned(),
        }
    }

    #[test]
    fn unfinished_texts_are_read_as_far_as_they_go() {
        for (text, expected) in [
            ("", "_"),
            ("\u{feff}{}", "{}"),
            ("{ \"a\": 1, \"b\": \"c\" } more", "{a:_ b:\"c\"}"),
            ("{ \"a\": ", "{a:_}"),
            ("{ \"a\"", "{a:_}"),
            ("{ \"a\": , \"b\": [1, ] }", "{a:_ b:[_]}"),
            ("{ \"a\":: [\"x\"], \"b\": 2 }", "{a:[\"x\"] b:_}"),
            ("{ \"a\" \"b\": 2 }", "{a:_ b:_}"),
            ("{ \"a: 1,\n \"b\": 2 }", "{a: 1,:_ b:_}"),
            ("{ \"a\": \"= hp\n, \"b\": 2 }", "{a:\"= hp\" b:_}"),
            ("{ \"a\": [1, { \"b\": \"c\" ] , \"d\": 3 }", "{a:[_ {b:\"c\"}] d:_}"),
            ("{ \"a\": [1, \"x\" }", "{a:[_ \"x\"]}"),
            ("{ a: \"x\", \"b\": 1 }", "{x:_ b:_}"),
            ("{ , , \"b\": ] 1 / /* }", "{b:_}"),
            ("[ 'x', 01, yes, # \"b\" ]", "[_ _ _ _ _ _ \"b\"]"),
            ("[ \"a\\q\", \"\\u12\" ]", "[\"a\\\\q\" \"\\\\u12\"]"),
        ] {
            assert_eq!(shown(&Tree::read(text)), expected, "{text}");
        }
    }

    #[test]
    fn limits_hold() {
        for text in ["[".repeat(1_000), format!("[{}]", "1,".repeat(1_100_000))] {
            assert_eq!(shown(&Tree::read(&text)), "_");
        }
    }
}
