//! The parser: from tokens to a tree. Operators bind as in C, with brackets asked for where
//! languages differ.

mod functions;
mod operators;
mod slips;
mod statements;
mod values;

use std::ops::Range;

use crate::error::Error;
use crate::token::{Kind as TokenKind, Token, tokens};
use crate::tree::{Expression, Statement};

pub(crate) use operators::method;
pub(crate) use slips::statement_of_others;
use slips::wrong_count;
use values::expanded;
pub(crate) use values::is_place;

/// Brackets nest no deeper than this.
const DEEPEST: usize = 60;

/// Expressions are within each other no more often than this, operators after each other counted.
pub(crate) const HIGHEST: usize = 300;

/// Reads the statements of a formula, without the `=` at its start.
pub(crate) fn parse(text: &str) -> Result<Vec<Statement>, Error> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0, entries: Vec::new() };
    let statements = parser.statements(None)?;
    match statements.is_empty() {
        true => Err(Error::new(0..text.len(), "this formula is empty")),
        false => Ok(statements),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// The names of entries of values that functions get, with what each stands for; `None` hides
    /// an outer one.
    entries: Vec<(String, Option<Expression>)>,
}

impl Parser {
    fn peek(&self) -> &Token {
        self.ahead(0)
    }

    /// The token some places ahead; the last one is the end.
    fn ahead(&self, places: usize) -> &Token {
        &self.tokens[(self.at + places).min(self.tokens.len() - 1)]
    }

    fn span(&self) -> Range<usize> {
        self.peek().span.clone()
    }

    /// The place from a start to the last token that was taken.
    fn since(&self, start: usize) -> Range<usize> {
        let last = self.at.checked_sub(1).map_or(start, |last| self.tokens[last].span.end);
        start..last.max(start)
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek().kind, TokenKind::Sign(found) if found == sign)
    }

    fn is_name(&self, name: &str) -> bool {
        matches!(&self.peek().kind, TokenKind::Name(found) if found == name)
    }

    fn skip(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.at += usize::from(found);
        found
    }

    fn need(&mut self, sign: &str, opened: Range<usize>) -> Result<(), Error> {
        if self.skip(sign) {
            return Ok(());
        }
        let error = Error::new(self.span(), format!("`{sign}` is expected here"));
        if sign == "{" && self.is_sign("=") {
            return Err(error.help("= sets a variable, == compares"));
        }
        if let Some(help) = self.word_of_others() {
            return Err(error.help(help));
        }
        Err(match opened.is_empty() {
            true => error,
            false => error.help(format!("something was opened at character {}", opened.start + 1)),
        })
    }

    /// An expression that is not too high to be gone through.
    fn checked(&self, expression: Expression) -> Result<Expression, Error> {
        match expression.height > HIGHEST {
            true => {
                let error =
                    Error::new(expression.span.clone(), "this formula has too many parts within each other");
                Err(error.help("name some of them: let x = …; …"))
            }
            false => Ok(expression),
        }
    }

    fn deeper(&mut self, span: Range<usize>) -> Result<(), Error> {
        self.depth += 1;
        match self.depth > DEEPEST {
            true => Err(Error::new(span, "this formula nests too deep")),
            false => Ok(()),
        }
    }
}
