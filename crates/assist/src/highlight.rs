//! The parts of formulas by what they are, for colours.

use std::ops::Range;

use polymerge_formula::{KEYWORDS, TokenKind, constant, is_function};

use crate::file::File;
use crate::names::Sort;
use crate::tokens::{sign, tokens_of};
use crate::walk::{Part, walk};

/// The kind of a part of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A number, or another value that is written out.
    Number,
    /// A text.
    Text,
    /// A name of the author.
    Name(Sort),
    /// A word that every formula knows.
    Word,
    /// A function, or an operator that is a name.
    Function,
    /// A sign that is an operator.
    Operator,
    /// A word that statements begin with.
    Keyword,
}

/// A part of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// The place.
    pub span: Range<usize>,
    /// The kind.
    pub style: Style,
}

impl File {
    /// Returns the parts of all formulas, and the names elsewhere, in the order of their places.
    pub fn highlight(&self) -> Vec<Highlight> {
        let names =
            self.uses.iter().filter(|used| used.symbol.sort != Sort::Unknown && !used.span.is_empty());
        let mut parts: Vec<Highlight> = names
            .map(|used| Highlight { span: used.span.clone(), style: Style::Name(used.symbol.sort) })
            .collect();
        let Some(tree) = self.tree() else { return parts };
        walk(tree, &mut |part, _| {
            let Part::Formulas(texts) = part else { return };
            let tokens = tokens_of(self.text(), &texts);
            for (place, token) in tokens.iter().enumerate() {
                let style = match &token.kind {
                    TokenKind::Constant(_) => Style::Number,
                    TokenKind::Text(_) => Style::Text,
                    TokenKind::Word(_) => Style::Word,
                    TokenKind::Name(name) if KEYWORDS.contains(&name.as_str()) => Style::Keyword,
                    TokenKind::Name(name) if constant(name).is_some() => Style::Number,
                    TokenKind::Name(name) if is_function(name) || sign(tokens.get(place + 1)) == "(" => {
                        Style::Function
                    }
                    TokenKind::Name(_) => Style::Word,
                    TokenKind::Sign("(" | ")" | "[" | "]" | "{" | "}" | "," | ";" | "." | ":") => continue,
                    TokenKind::Sign(_) => Style::Operator,
                    TokenKind::Unknown | TokenKind::End => continue,
                };
                parts.push(Highlight { span: token.span.clone(), style });
            }
        });
        // The names of authors were put first, and stay where two are at one place.
        parts.sort_by_key(|part| part.span.start);
        parts.dedup_by(|later, earlier| later.span.start < earlier.span.end);
        parts
    }
}
