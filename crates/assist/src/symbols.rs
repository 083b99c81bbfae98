//! The outline of a file: what is declared in it, and its rules.

use std::ops::Range;

use polymerge_modefile::{Content, Member, Tree};

use crate::file::File;

/// A thing in a file, with those within it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The name, or what it is.
    pub name: String,
    /// More about it in a few words, or nothing.
    pub detail: String,
    /// The whole place.
    pub span: Range<usize>,
    /// The place of the name.
    pub name_span: Range<usize>,
    /// The things within it.
    pub inner: Vec<Outline>,
}

/// The keys whose values have parts worth to be listed.
const LISTED: [&str; 14] = [
    "define",
    "settings",
    "tile",
    "variables",
    "modifier_variables",
    "merges",
    "spawns",
    "forced_spawns",
    "scripts",
    "tiles",
    "stat_boxes",
    "directions",
    "auto_directions",
    "win",
];

/// The longest detail, in letters.
const LONGEST: usize = 60;

impl File {
    /// Returns the outline of the file.
    pub fn symbols(&self) -> Vec<Outline> {
        let members = self.tree().map_or(&[][..], Tree::members);
        members.iter().map(|member| self.of_member(member, LISTED.contains(&member.key.as_str()))).collect()
    }

    fn of_member(&self, member: &Member, is_listed: bool) -> Outline {
        let inner = match &member.value.content {
            Content::List(entries) if is_listed => entries.iter().map(|entry| self.of_entry(entry)).collect(),
            Content::Object(members) if is_listed => {
                members.iter().map(|member| self.of_member(member, false)).collect()
            }
            _ => Vec::new(),
        };
        Outline {
            name: member.key.clone(),
            detail: if inner.is_empty() { self.excerpt(&member.value.span) } else { String::new() },
            span: member.key_span.start..member.value.span.end.max(member.key_span.end),
            name_span: member.key_span.clone(),
            inner,
        }
    }

    /// An entry of a list: a rule by what tells it from others.
    fn of_entry(&self, entry: &Tree) -> Outline {
        const TELLING: [&str; 8] = ["name", "title", "on", "match", "tile", "box", "move", "when"];
        let found = TELLING.iter().find_map(|key| entry.get(key)).unwrap_or(entry);
        let name = found.text().map_or_else(|| self.excerpt(&found.span), str::to_owned);
        let span = entry.span.clone();
        let name = if name.is_empty() { "…".to_owned() } else { name };
        Outline { name, detail: String::new(), name_span: span.clone(), span, inner: Vec::new() }
    }

    /// The text of a place on one line, cut.
    fn excerpt(&self, span: &Range<usize>) -> String {
        let text = self.text().get(span.clone()).unwrap_or_default();
        let words = text.chars().take(4 * LONGEST).collect::<String>();
        let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut cut: String = line.chars().take(LONGEST).collect();
        if cut.len() < line.len() {
            cut.push('…');
        }
        cut
    }
}
