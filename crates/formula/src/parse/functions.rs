//! Functions of entries, and lines that keep the variables around them.

use super::Parser;
use crate::error::Error;
use crate::names::SHARE;
use crate::sugar::entry_of;
use crate::token::{KEEP, Kind as TokenKind};
use crate::tree::{Expression, Kind, Statement};

impl Parser {
    /// The word at the start of a line that a token is, some places ahead.
    pub(super) fn word_ahead(&self, places: usize) -> Option<String> {
        match &self.ahead(places).kind {
            TokenKind::Word(word) => Some(word.clone()),
            TokenKind::Name(name) if name == KEEP => Some(SHARE.to_owned()),
            _ => None,
        }
    }

    /// The number of tokens from a place on that the parameters of a function take; none if none
    /// begins there.
    pub(super) fn parameters_ahead(&self, first: usize) -> Option<usize> {
        let mut end = first;
        let mut opened = 0;
        loop {
            match self.ahead(end).kind {
                TokenKind::Name(_) | TokenKind::Sign("_") => {}
                TokenKind::Sign(",") if opened > 0 => {}
                TokenKind::Sign("(" | "[") => opened += 1,
                TokenKind::Sign(")" | "]") if opened > 0 => opened -= 1,
                _ => return None,
            }
            end += 1;
            if opened == 0 {
                return matches!(self.ahead(end).kind, TokenKind::Sign("=>")).then_some(end - first);
            }
        }
    }

    /// `x => …`, `(x, i) => …` or `[row, column] => …`.
    pub(super) fn lambda(&mut self) -> Result<Option<Expression>, Error> {
        let start = self.span().start;
        let mut words = Vec::new();
        while let Some(word) = self.word_ahead(words.len()) {
            words.push(word);
        }
        if self.parameters_ahead(words.len()).is_none() {
            return Ok(None);
        }
        self.at += words.len();
        let outer = self.entries.len();
        let mut parameters = Vec::new();
        if self.skip("(") {
            while !self.skip(")") {
                parameters.push(self.function_parameter()?);
                if !self.skip(",") && !self.is_sign(")") {
                    return Err(self.unexpected());
                }
            }
        } else {
            parameters.push(self.function_parameter()?);
        }
        self.need("=>", 0..0)?;
        let body = match self.is_sign("{") {
            true => self.block()?,
            false => {
                let value = self.expression()?;
                vec![Statement::Value(value)]
            }
        };
        self.entries.truncate(outer);
        Ok(Some(Expression::at(Kind::Lambda { words, parameters, body }, self.since(start))))
    }

    /// A parameter of a function; the names of its entries stand for these.
    pub(super) fn function_parameter(&mut self) -> Result<String, Error> {
        if !self.is_sign("[") {
            let name = self.parameter()?;
            self.entries.push((name.clone(), None));
            return Ok(name);
        }
        let pattern = self.pattern()?;
        let whole = Expression::new(Kind::Name(pattern.name()));
        self.entries.extend(pattern.entries().map(|(place, name)| (name, Some(entry_of(&whole, place)))));
        Ok(pattern.name())
    }

    pub(super) fn parameter(&mut self) -> Result<String, Error> {
        match self.skip("_") {
            true => Ok("_".to_owned()),
            false => self.new_name(),
        }
    }

    /// A line that keeps the variables of the lines around it: `keep { … }`.
    pub(super) fn kept(&mut self) -> Result<Kind, Error> {
        self.at += 1;
        if !self.is_sign("{") {
            let error = Error::new(self.span(), "`{` is expected here");
            return Err(error.help("`keep` stands before a block or a function: keep { … }, keep x => …"));
        }
        Ok(Kind::Modified { words: vec![SHARE.to_owned()], body: self.block()? })
    }
}
