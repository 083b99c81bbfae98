//! A mode file with the files that it extends, and what is named in them.

use std::collections::HashSet;
use std::ops::Range;

use polymerge_modefile::{Source, SourceFile, Tree, open_extended};

use crate::names::{Declaration, Names, Sort, Symbol, Use, declarations, uses};

/// A mode file, which may be unfinished, with the files that it extends.
///
/// All places are bytes of its text.
pub struct File {
    /// The file, and those that it extends one after the other.
    pub(crate) chain: Vec<Part>,
    pub(crate) names: Names,
    /// The places of names in the file itself.
    pub(crate) uses: Vec<Use>,
}

/// A file of a chain.
pub(crate) struct Part {
    pub name: String,
    pub text: String,
    pub is_built_in: bool,
    pub tree: Tree,
    pub declarations: Vec<Declaration>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The name of the file.
    pub file: String,
    /// The text of the file.
    pub text: String,
    /// The place of the name, in bytes.
    pub span: Range<usize>,
}

/// Files extend each other no deeper than this.
const LONGEST_CHAIN: usize = 8;

impl File {
    /// Reads a file as far as it can be read. Files that it extends come from `source`; those that
    /// can't be had are left out.
    pub fn new(file: &SourceFile, source: &dyn Source) -> File {
        let mut chain = vec![Part::of(file)];
        let mut seen = HashSet::from([file.name.clone()]);
        let mut from = file.clone();
        while chain.len() <= LONGEST_CHAIN {
            let parent = chain.last().and_then(|part| part.tree.get("extends")?.text());
            let opened = parent.and_then(|name| open_extended(name, &from, source).ok());
            let Some(opened) = opened.filter(|opened| seen.insert(opened.name.clone())) else { break };
            chain.push(Part::of(&opened));
            from = opened;
        }
        let names = names(&chain);
        let uses = chain.first().map_or_else(Vec::new, |own| uses(&own.text, &own.tree, &names));
        File { chain, names, uses }
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        self.chain.first().map_or("", |part| &part.text)
    }

    /// The start of the letter at a place.
    pub(crate) fn letter(&self, at: usize) -> usize {
        let text = self.text();
        (0..=at.min(text.len())).rev().find(|place| text.is_char_boundary(*place)).unwrap_or_default()
    }

    pub(crate) fn tree(&self) -> Option<&Tree> {
        self.chain.first().map(|part| &part.tree)
    }

    /// Returns the names of the files that the file extends, the nearest first.
    pub fn extended(&self) -> impl Iterator<Item = &str> {
        self.chain.iter().skip(1).map(|part| part.name.as_str())
    }

    /// Returns the places where names are written, in their order.
    pub fn uses(&self) -> &[Use] {
        &self.uses
    }

    /// Returns the name that is written at a place.
    pub fn use_at(&self, at: usize) -> Option<&Use> {
        self.uses.iter().find(|used| used.span.start <= at && at <= used.span.end)
    }

    /// Returns the places where the name at a place is declared: in the file itself first.
    pub fn definition(&self, at: usize) -> Vec<Location> {
        let Some(used) = self.use_at(at) else { return Vec::new() };
        if used.symbol.scope.is_empty() {
            return self
                .declared(&used.symbol)
                .map(|(part, declaration)| part.at(&declaration.span))
                .collect();
        }
        let own = self.uses.iter().filter(|other| other.is_declaration && other.symbol == used.symbol);
        let own: Vec<Range<usize>> = own.map(|used| used.span.clone()).collect();
        self.chain.first().map_or_else(Vec::new, |part| own.iter().map(|span| part.at(span)).collect())
    }

    /// The declarations of a thing that all files see.
    pub(crate) fn declared<'a>(
        &'a self,
        symbol: &'a Symbol,
    ) -> impl Iterator<Item = (&'a Part, &'a Declaration)> {
        let fits = |declaration: &&Declaration| {
            symbol.scope.is_empty() && declaration.sort == symbol.sort && declaration.name == symbol.name
        };
        self.chain
            .iter()
            .flat_map(move |part| part.declarations.iter().filter(fits).map(move |own| (part, own)))
    }

    /// Returns the places of the file where the same thing is written as at a place.
    pub fn references(&self, at: usize) -> Vec<Range<usize>> {
        self.use_at(at).map_or_else(Vec::new, |used| self.places_of(&used.symbol))
    }

    /// Returns the places of the file where a thing is written.
    pub fn places_of(&self, symbol: &Symbol) -> Vec<Range<usize>> {
        let same = self.uses.iter().filter(|used| used.symbol == *symbol);
        same.map(|used| used.span.clone()).collect()
    }

    /// Returns the places of a thing in the files that the file extends.
    pub(crate) fn places_in_extended(&self, symbol: &Symbol) -> Vec<(&Part, Vec<Range<usize>>)> {
        let places = |uses: Vec<Use>| uses.into_iter().map(|used| used.span).collect();
        self.parts_with(symbol).into_iter().map(|(part, uses)| (part, places(uses))).collect()
    }

    /// Returns where a thing is written in the files that the file extends: the name of a file, its
    /// text, the places.
    pub fn uses_in_extended(&self, symbol: &Symbol) -> Vec<(&str, &str, Vec<Use>)> {
        let parts = self.parts_with(symbol).into_iter();
        parts.map(|(part, uses)| (part.name.as_str(), part.text.as_str(), uses)).collect()
    }

    fn parts_with(&self, symbol: &Symbol) -> Vec<(&Part, Vec<Use>)> {
        let mut found = Vec::new();
        for part in self.chain.iter().skip(1) {
            let mut uses = uses(&part.text, &part.tree, &self.names);
            uses.retain(|used| used.symbol == *symbol);
            if !uses.is_empty() {
                found.push((part, uses));
            }
        }
        found
    }
}

impl Part {
    fn of(file: &SourceFile) -> Part {
        let text = String::from_utf8_lossy(&file.bytes).into_owned();
        let tree = Tree::read(&text);
        let declarations = declarations(&tree);
        Part { name: file.name.clone(), is_built_in: file.is_built_in(), text, tree, declarations }
    }

    fn at(&self, span: &Range<usize>) -> Location {
        Location { file: self.name.clone(), text: self.text.clone(), span: span.clone() }
    }
}

/// The names of a chain of files.
fn names(chain: &[Part]) -> Names {
    let mut names = Names::default();
    // A list of entries replaces that of the file that is extended, unless it takes that in.
    let mut sees_entries = true;
    for part in chain {
        for declaration in &part.declarations {
            if declaration.sort != Sort::Entry || sees_entries {
                names.add(declaration.sort, &declaration.name);
            }
        }
        if let Some(tile) = part.tree.get("tile") {
            sees_entries &= tile.entries().iter().any(|entry| entry.text() == Some("..."));
        }
    }
    // Without the key, tiles have one entry.
    if !chain.iter().any(|part| part.tree.get("tile").is_some()) {
        names.add(Sort::Entry, "value");
    }
    names
}
