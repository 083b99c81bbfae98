//! Blanks in formulas as they are usual. All else of a file stays.

use std::ops::Range;

use polymerge_formula::{Token, scan, spaced};
use polymerge_modefile::Tree;

use crate::file::File;
use crate::tokens::sign;
use crate::walk::{Part, walk};

/// A part of a text that is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The part, in bytes.
    pub span: Range<usize>,
    /// The new text.
    pub text: String,
}

/// Blocks of scripts are set in by so many blanks.
const INDENT: usize = 2;
/// Blocks of scripts are set in no further, in levels.
const DEEPEST: usize = 20;

impl File {
    /// Returns the edits that set blanks in formulas as they are usual, and set in the blocks of
    /// scripts. No token changes, and so no meaning.
    pub fn format(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        let Some(tree) = self.tree() else { return edits };
        walk(tree, &mut |part, _| {
            let Part::Formulas(texts) = part else { return };
            let mut depth = 0;
            for tree in &texts {
                edits.extend(self.edit(tree, &mut depth, texts.len() > 1));
            }
        });
        edits
    }

    /// The edit of a formula. `depth` is the number of brackets that lines before it have opened.
    fn edit(&self, tree: &Tree, depth: &mut usize, is_script: bool) -> Option<Edit> {
        let text = tree.text()?;
        let tokens = scan(text.strip_prefix('=')?);
        let closing = tokens.iter().take_while(|token| matches!(sign(Some(token)), ")" | "]" | "}")).count();
        let indent = depth.saturating_sub(closing).min(DEEPEST) * INDENT;
        for token in &tokens {
            *depth = after(*depth, token);
        }
        let span = tree.span.start + 1..tree.span.end.checked_sub(1)?;
        // Of an escaped text it is not known how it is to be written.
        if self.text().get(span.clone()) != Some(text) {
            return None;
        }
        let formatted = spaced(text, if is_script { indent } else { 0 });
        (formatted != text).then_some(Edit { span, text: formatted })
    }
}

fn after(depth: usize, token: &Token) -> usize {
    match sign(Some(token)) {
        "(" | "[" | "{" => depth + 1,
        ")" | "]" | "}" => depth.saturating_sub(1),
        _ => depth,
    }
}
