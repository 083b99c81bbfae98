//! Values without operators: numbers, names, words, lists, what is in brackets.

use std::ops::Range;

use calcarray::Value;
use calcarray::ops;

use super::{Parser, wrong_count};
use crate::error::Error;
use crate::names::{TILES, constant, is_modifier};
use crate::sugar::{arity, call, cell_at, tile_at};
use crate::token::{KEEP, Kind as TokenKind, Token};
use crate::tree::{Callee, Expression, Form, Kind};

impl Parser {
    pub(super) fn arguments(&mut self, open: &str, close: &str) -> Result<Vec<Expression>, Error> {
        let opened = self.span();
        self.need(open, 0..0)?;
        let mut arguments = Vec::new();
        while !self.skip(close) {
            arguments.push(self.sequence(close)?);
            if !self.skip(",") && !self.is_sign(close) {
                return Err(match self.peek().kind {
                    TokenKind::End => Error::new(self.span(), format!("`{close}` is expected here"))
                        .help(format!("`{open}` was opened at character {}", opened.start + 1)),
                    _ => self.unexpected(),
                });
            }
        }
        Ok(arguments)
    }

    pub(super) fn atom(&mut self) -> Result<Expression, Error> {
        let token = self.peek().clone();
        let start = token.span.start;
        let kind = match token.kind {
            TokenKind::Constant(value) => {
                self.at += 1;
                Kind::Constant(value)
            }
            TokenKind::Text(text) => {
                self.at += 1;
                Kind::Text(text)
            }
            TokenKind::Sign("_") => {
                self.at += 1;
                Kind::Running
            }
            TokenKind::Sign("(") => {
                self.at += 1;
                self.deeper(token.span.clone())?;
                let inner = self.sequence(")")?;
                self.depth -= 1;
                self.need(")", token.span)?;
                Kind::Group(Box::new(inner))
            }
            TokenKind::Sign("...") => {
                self.at += 1;
                match self.peek().kind.clone() {
                    TokenKind::Name(name) if name.starts_with('$') => {
                        self.at += 1;
                        Kind::Splice(None, name[1..].to_owned())
                    }
                    _ => return Err(Error::new(self.span(), "a definition is expected here: ...$name")),
                }
            }
            TokenKind::Sign("[") => Kind::List(self.arguments("[", "]")?),
            TokenKind::Word(word) => {
                self.at += 1;
                self.word(word)?
            }
            TokenKind::Name(name) => {
                if name == "let" {
                    let error = Error::new(token.span, "`let` begins a statement");
                    return Err(
                        error.help("put the statements into brackets: (let x = 1; x + 1), x => { … }")
                    );
                }
                if name == KEEP {
                    return Ok(Expression::at(self.kept()?, self.since(start)));
                }
                if matches!(name.as_str(), "if" | "repeat") {
                    // In the place of a value: a line of its own, as if in brackets.
                    self.deeper(token.span)?;
                    let statements = self.chain_of_blocks()?;
                    self.depth -= 1;
                    let inner = Expression::at(Kind::Sequence(statements), self.since(start));
                    return Ok(Expression::at(Kind::Group(Box::new(inner)), self.since(start)));
                }
                self.at += 1;
                self.named(name, token.span)?
            }
            TokenKind::Sign("=") => {
                return Err(Error::new(token.span, "a value is expected here").help("write == to compare"));
            }
            TokenKind::End | TokenKind::Unknown => {
                let minus = |back: usize| {
                    let token = self.at.checked_sub(back).and_then(|place| self.tokens.get(place));
                    matches!(token.map(|token| &token.kind), Some(TokenKind::Sign("-")))
                };
                let error = Error::new(token.span, "a value is expected at the end");
                return Err(if minus(1) && minus(2) { error.help("write x -= 1") } else { error });
            }
            TokenKind::Sign(sign) => {
                let before = self.at.checked_sub(1).map(|place| &self.tokens[place]);
                let before = match before {
                    Some(Token { kind: TokenKind::Sign(before), .. }) => before,
                    _ => "",
                };
                let error = Error::new(token.span, format!("a value is expected here, not `{sign}`"));
                return Err(match (before, sign) {
                    ("+", "+") => error.help("write x += 1"),
                    ("-", "-") => error.help("write x -= 1"),
                    ("<", ">") => error.help("write !="),
                    ("=", ">=") | ("=", "<=") => error.help("write >= or <="),
                    ("/", "/") => error.help("write floor(a / b, 1) for a division without a rest"),
                    _ => error,
                });
            }
        };
        Ok(Expression::at(kind, self.since(start)))
    }

    /// `@Next(1, 0)`, `@Score`, or a line with words of its own: `@var_copy { … }`.
    pub(super) fn word(&mut self, word: String) -> Result<Kind, Error> {
        if is_modifier(&word) {
            let mut words = vec![word];
            while let TokenKind::Word(next) = &self.peek().kind {
                words.push(next.clone());
                self.at += 1;
            }
            return Ok(Kind::Modified { words, body: self.block()? });
        }
        let mut parts = Vec::new();
        let opened = self.span();
        if self.skip("(") {
            while !self.skip(")") {
                let token = self.peek().clone();
                parts.push(match token.kind {
                    TokenKind::Constant(Value::Number(number)) => number.to_string(),
                    TokenKind::Name(name) => name,
                    TokenKind::Word(word) => word,
                    TokenKind::Text(text) => text.to_string_lossy(),
                    _ => {
                        let error = Error::new(token.span, format!("a part of {word} is a number or a name"));
                        return Err(
                            error.help(format!("something was opened at character {}", opened.start + 1))
                        );
                    }
                });
                self.at += 1;
                if !self.skip(",") && !self.is_sign(")") {
                    return Err(self.unexpected());
                }
            }
        }
        Ok(Kind::Word(word, parts))
    }

    pub(super) fn named(&mut self, name: String, span: Range<usize>) -> Result<Kind, Error> {
        if !self.is_sign("(") {
            let entry = self.entries.iter().rev().find(|(known, _)| *known == name);
            return Ok(match (constant(&name), entry) {
                (Some(value), _) => Kind::Constant(value),
                (None, Some((_, Some(entry)))) => entry.kind.clone(),
                (None, _) => Kind::Name(name),
            });
        }
        let arguments = self.arguments("(", ")")?;
        let place = self.since(span.start);
        if let Some((_, word, counts)) = TILES.iter().find(|(tile, ..)| *tile == name) {
            let number = |argument: &Expression| match argument.kind {
                Kind::Constant(Value::Number(number)) => Some(number),
                _ => None,
            };
            let distance: Option<Vec<f64>> = arguments.iter().map(number).collect();
            if name == "cell" && distance.as_ref().is_none_or(|distance| distance.len() != 2) {
                let cell = cell_at(arguments).ok_or_else(|| wrong_count("cell", 1, 0, place))?;
                return Ok(cell.kind);
            }
            if let ("cell", Some(distance)) = (name.as_str(), &distance) {
                check_cell(distance, &arguments)?;
            }
            if let Some(distance) = distance.filter(|distance| counts.contains(&distance.len())) {
                return Ok(Kind::Tile { word, distance, entry: None });
            }
            // Of numbers that are calculated a word can't be made.
            return tile_at(&name, arguments).map(|tile| tile.kind).ok_or_else(|| {
                let example = counts.last().map_or("", |count| if *count == 2 { "0, 1" } else { "1" });
                let message = match name.as_str() {
                    "given" => "`given` needs a number that is written out: given(0)".to_owned(),
                    "next" => "`next` has one number here, or two that are written out: next(1)".to_owned(),
                    _ => format!("`{name}` is written {name}({example})"),
                };
                Error::new(place, message)
            });
        }
        if arity(&name).is_some() {
            return expanded(&name, arguments, place);
        }
        let Some(operator) = ops::find(&name).filter(|operator| !operator.name.starts_with('@')) else {
            return Ok(Kind::Call(name, arguments));
        };
        let wanted = operator.arguments.len() + 1;
        if arguments.len() != wanted {
            return Err(wrong_count(&name, wanted, arguments.len(), place));
        }
        let mut arguments = arguments.into_iter();
        let Some(base) = arguments.next() else { return Err(wrong_count(&name, wanted, 0, place)) };
        let (operator, base, arguments) = (Callee::Known(operator), Box::new(base), arguments.collect());
        Ok(Kind::Apply { operator, form: Form::Function, base, arguments })
    }
}

/// Refuses a cell of a row or column that no grid has: the word for it would be the whole grid.
pub(super) fn check_cell(distance: &[f64], arguments: &[Expression]) -> Result<(), Error> {
    let named = [("row", "height"), ("column", "width")];
    let mut parts = distance.iter().zip(arguments).zip(named);
    let Some(((number, argument), (what, count))) = parts.find(|((number, _), _)| !is_place(**number)) else {
        return Ok(());
    };
    let error = Error::new(argument.span.clone(), format!("there is no {what} {number}: they begin at 0"));
    Err(match *number < 0.0 && number.fract() == 0.0 {
        true => error.help(format!("write {count} - {}, counted from the other side", -number)),
        false => error,
    })
}

/// Returns true if a number can be that of a row or a column.
pub(crate) fn is_place(number: f64) -> bool {
    number >= 0.0 && number.fract() == 0.0 && !number.is_sign_negative()
}

/// The formula that a function of formulas stands for.
pub(super) fn expanded(name: &str, arguments: Vec<Expression>, place: Range<usize>) -> Result<Kind, Error> {
    let (least, most) = arity(name).unwrap_or_default();
    if !(least..=most).contains(&arguments.len()) {
        let wanted = if least == most { most } else { least };
        return Err(wrong_count(name, wanted, arguments.len(), place));
    }
    let expanded = call(name, arguments).map(|expanded| expanded.kind);
    expanded.ok_or_else(|| Error::new(place, format!("`{name}` can't be written so")))
}
