//! Explanations of problems, with examples and their messages; and the page `docs/lints.md`, which is
//! made of them.

use std::fmt::Write;

use crate::check::check;
use crate::check::play::{PlayOptions, check_by_playing};
use crate::text::codes::{Code, PARTS};
use crate::text::source::{NoFiles, Source, SourceFile};

/// The file that the examples extend.
const BASE: &str = include_str!("../text/codes/base.jsonc");
/// The random games that find what reading an example can't.
const GAMES: u64 = 20;
/// The beginning of an example in an explanation; the words for its kind follow.
const EXAMPLE: &str = "```jsonc ";

/// An example in an explanation: a whole mode file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The text of the file.
    pub text: &'static str,
    /// False if the file has the problem.
    pub is_right: bool,
    /// True if the problem is found by playing.
    pub is_played: bool,
}

struct Base;

impl Source for Base {
    fn open(&self, name: &str, from: &str) -> Result<SourceFile, String> {
        match name {
            "base.jsonc" => Ok(SourceFile::new(name, BASE.as_bytes().to_vec())),
            _ => NoFiles.open(name, from),
        }
    }
}

impl Example {
    /// Returns the messages of the checker.
    pub fn messages(&self) -> String {
        let file = SourceFile::new("my.jsonc", self.text.as_bytes().to_vec());
        let checked = match self.is_played {
            false => check(&file, &Base, &Default::default()),
            true => {
                let play = PlayOptions { games: GAMES, ..PlayOptions::default() };
                check_by_playing(&file, &Base, &Default::default(), &play)
            }
        };
        checked.problems.to_text()
    }
}

impl Code {
    /// Returns the examples of the explanation.
    pub fn examples(&self) -> Vec<Example> {
        self.parts().1.into_iter().map(|(example, _)| example).collect()
    }

    /// Returns the explanation as Markdown: examples with their messages, wrong and right.
    pub fn explanation(&self) -> String {
        let (mut text, examples) = (self.parts().0.to_owned(), self.parts().1);
        for (example, after) in examples {
            let instead = if example.is_right { "Instead:\n\n" } else { "" };
            let _ = write!(text, "{instead}```jsonc\n{}```\n", example.text);
            if !example.is_right {
                let _ = write!(text, "\n```text\n{}```\n", example.messages());
            }
            text.push_str(after);
        }
        text
    }

    /// Returns the beginning of the explanation, and each example with the text after it.
    fn parts(&self) -> (&'static str, Vec<(Example, &'static str)>) {
        let mut parts = self.text.split(EXAMPLE);
        let before = parts.next().unwrap_or_default();
        let example = |part: &'static str| {
            let (kind, rest) = part.split_once('\n')?;
            let (text, after) = rest.split_once("```\n")?;
            let mut words = kind.split(' ');
            let is_right = words.next() == Some("right");
            Some((Example { text, is_right, is_played: words.next() == Some("games") }, after))
        };
        (before, parts.filter_map(example).collect())
    }
}

/// Returns the sentences that stand before explanations: the file that their examples extend.
pub fn base_of_examples() -> String {
    format!("The examples extend this file, `base.jsonc`:\n\n```jsonc\n{BASE}```\n")
}

/// Returns the explanations of all codes as a page of Markdown.
pub fn explanations() -> String {
    let mut page = format!(
        "# Problems that check finds\n\n\
         `polymerge check` reports each problem of a mode file with a code. This page explains all of them, \
         and `polymerge check --explain CODE` prints one explanation. Errors have to be corrected. \
         With warnings a file can be played all the same, but hardly does what was meant: it never wins, never merges or never ends.\n\n\
         {}\nExpressions are [formulas](formulas.md) in most examples. A mistake that is easier to make in a \
         list, the form that save codes have, is shown in a list.\n",
        base_of_examples()
    );
    for part in PARTS {
        let _ = write!(page, "\n| {} | |\n|---|---|\n", part.title);
        for code in part.codes {
            let _ = writeln!(page, "| [`{0}`](#{0}) | {1} |", code.name, code.summary());
        }
    }
    for part in PARTS {
        let _ = writeln!(page, "\n## {}", part.title);
        for code in part.codes {
            let _ = write!(page, "\n### `{}`\n\n{}", code.name, code.explanation());
        }
    }
    page
}
