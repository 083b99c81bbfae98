//! Operators between, before and after values, and how tightly they bind.

use calcarray::Value;
use calcarray::ops::{self, Operator};

use super::{Parser, expanded, statement_of_others, wrong_count};
use crate::error::{Error, Unknown};
use crate::signs::infix;
use crate::sugar::{arity, includes};
use crate::token::Kind as TokenKind;
use crate::tree::{Callee, Expression, Form, Kind, Level};

impl Parser {
    pub fn expression(&mut self) -> Result<Expression, Error> {
        let span = self.span();
        self.deeper(span)?;
        let expression = match self.lambda()? {
            Some(lambda) => lambda,
            None => self.operators(Level::Or)?,
        };
        self.depth -= 1;
        Ok(expression)
    }

    /// An expression of operators between values that bind at least as tightly as a level.
    pub(super) fn operators(&mut self, least: Level) -> Result<Expression, Error> {
        let start = self.span().start;
        let mut base = self.prefixed()?;
        while let Some((operator, level)) = self.peek_infix() {
            if level < least {
                break;
            }
            let sign = self.span();
            if matches!(&base.kind, Kind::Apply { form: Form::Infix(last), .. } if *last == level)
                && !level.chains()
            {
                return Err(match level {
                    Level::Power => Error::new(sign, "powers of powers need brackets")
                        .help("write (a ^ b) ^ c or a ^ (b ^ c)"),
                    _ => Error::new(sign, "comparisons can't follow each other").help("write a < b && b < c"),
                });
            }
            if level == Level::Power {
                check_power(&base)?;
            }
            self.at += 1;
            let next = match level {
                Level::Or => Level::And,
                Level::And => Level::Relation,
                Level::Relation => Level::Sum,
                Level::Sum => Level::Product,
                Level::Product => Level::Power,
                _ => Level::Postfix,
            };
            let argument = self.argument_of_infix(next)?;
            let kind = Kind::Apply {
                operator: Callee::Known(operator),
                form: Form::Infix(level),
                base: Box::new(base),
                arguments: vec![argument],
            };
            base = self.checked(Expression::at(kind, self.since(start)))?;
        }
        Ok(base)
    }

    pub(super) fn argument_of_infix(&mut self, least: Level) -> Result<Expression, Error> {
        let span = self.span();
        self.deeper(span)?;
        let argument = match (self.lambda()?, least) {
            (Some(lambda), _) => lambda,
            (None, Level::Postfix) => self.prefixed()?,
            (None, _) => self.operators(least)?,
        };
        self.depth -= 1;
        Ok(argument)
    }

    pub(super) fn peek_infix(&self) -> Option<(&'static Operator, Level)> {
        if self.setting_operator().is_some() {
            return None;
        }
        match &self.peek().kind {
            TokenKind::Sign(sign) => infix(sign),
            TokenKind::Name(name) => infix(name),
            _ => None,
        }
    }

    /// `!x` and `-x`.
    pub(super) fn prefixed(&mut self) -> Result<Expression, Error> {
        let start = self.span().start;
        let sign = match self.peek().kind {
            TokenKind::Sign(sign @ ("!" | "-")) => sign,
            _ => return self.postfixed(),
        };
        self.at += 1;
        self.deeper(start..start + 1)?;
        let base = self.prefixed()?;
        self.depth -= 1;
        let (operator, level) = (ops::find(sign), Level::Sum);
        let operator = operator.ok_or_else(|| Error::new(start..start + 1, "this is no operator"))?;
        let kind = match sign {
            "!" => Kind::Apply {
                operator: Callee::Known(operator),
                form: Form::Prefix,
                base: Box::new(base),
                arguments: Vec::new(),
            },
            _ => Kind::Group(Box::new(Expression::new(Kind::Apply {
                operator: Callee::Known(operator),
                form: Form::Infix(level),
                base: Box::new(Expression::new(Kind::Constant(Value::Number(0.0)))),
                arguments: vec![base],
            }))),
        };
        Ok(Expression::at(kind, self.since(start)))
    }

    /// A value with what follows it: `x.floor(1)`, `x[2]`, `x.length`.
    pub(super) fn postfixed(&mut self) -> Result<Expression, Error> {
        let start = self.span().start;
        let mut base = self.atom()?;
        loop {
            base = self.checked(base)?;
            if self.is_sign("[") {
                let arguments = self.arguments("[", "]")?;
                let place = self.since(start);
                let operator = ops::find("arr_elem").filter(|_| arguments.len() == 1);
                let operator =
                    operator.ok_or_else(|| Error::new(place, "one number is expected between [ and ]"))?;
                base = self.applied(Callee::Known(operator), base, arguments, start);
                continue;
            }
            if !self.skip(".") {
                return Ok(base);
            }
            let span = self.span();
            let callee = match self.peek().kind.clone() {
                TokenKind::Text(text) => {
                    self.at += 1;
                    Callee::Quoted(text)
                }
                TokenKind::Name(name) if name.starts_with('$') => {
                    self.at += 1;
                    let kind = Kind::Splice(Some(Box::new(base)), name[1..].to_owned());
                    base = Expression::at(kind, self.since(start));
                    continue;
                }
                TokenKind::Name(name) => {
                    self.at += 1;
                    if name == "includes" && self.is_sign("(") {
                        let arguments = self.arguments("(", ")")?;
                        base = includes(base, arguments)
                            .ok_or_else(|| wrong_count("includes", 1, 0, self.since(start)))?;
                        continue;
                    }
                    // `tiles.count(c => …)` is `count(tiles, c => …)`.
                    if self.is_sign("(") && arity(&name).is_some() {
                        let arguments = [vec![base], self.arguments("(", ")")?].concat();
                        base =
                            Expression::at(expanded(&name, arguments, self.since(start))?, self.since(start));
                        continue;
                    }
                    match method(&name).filter(|_| self.is_sign("(")) {
                        Some(operator) => Callee::Known(operator),
                        None if self.is_sign("(") => {
                            let error = Error::new(span, format!("there is no operator `{name}`"));
                            if let Some(help) = statement_of_others(&name) {
                                return Err(error.help(help));
                            }
                            return Err(Error { unknown: Some(Unknown::Operator(name)), ..error });
                        }
                        None => {
                            base = self.member(base, name, start);
                            continue;
                        }
                    }
                }
                _ => return Err(Error::new(span, "the name of an operator or an entry is expected here")),
            };
            if !self.is_sign("(") {
                return Err(Error::new(self.span(), "`(` is expected here"));
            }
            let arguments = self.arguments("(", ")")?;
            if let Callee::Known(operator) = callee
                && arguments.len() != operator.arguments.len()
            {
                let wanted = operator.arguments.len();
                return Err(wrong_count(operator.name, wanted, arguments.len(), self.since(start)));
            }
            base = self.applied(callee, base, arguments, start);
        }
    }

    pub(super) fn applied(
        &self,
        operator: Callee,
        base: Expression,
        arguments: Vec<Expression>,
        start: usize,
    ) -> Expression {
        let kind = Kind::Apply { operator, form: Form::Postfix, base: Box::new(base), arguments };
        Expression::at(kind, self.since(start))
    }

    /// `next.value`, `seeds.length`, `c.value`.
    pub(super) fn member(&self, base: Expression, name: String, start: usize) -> Expression {
        let span = self.since(start);
        if name == "length"
            && let Some(operator) = ops::find("arr_length")
        {
            return self.applied(Callee::Known(operator), base, Vec::new(), start);
        }
        let kind = match base.kind {
            // The word with an entry reads ten times as far in merge rules.
            Kind::Tile { word, distance, entry: None } if word != "@Relative" => {
                Kind::Tile { word, distance, entry: Some(name) }
            }
            Kind::Name(tile) if tile == "this" => {
                Kind::Tile { word: "@This", distance: Vec::new(), entry: Some(name) }
            }
            Kind::Name(tile) if tile == "next" => {
                Kind::Tile { word: "@Next", distance: vec![1.0], entry: Some(name) }
            }
            kind => Kind::Member(Box::new(Expression::at(kind, base.span)), name),
        };
        Expression::at(kind, span)
    }
}

/// The operator of a method: its name, or that of an operator on lists without `arr_`.
pub(crate) fn method(name: &str) -> Option<&'static Operator> {
    ops::find(name)
        .or_else(|| ops::find(&format!("arr_{name}")))
        // The operator finds no number in a list; `includes` of formulas does.
        .filter(|operator| operator.name != "arr_includes" || name == operator.name)
        .filter(|operator| !operator.name.starts_with('@'))
}

/// In other languages, `-2 ^ 2` is a negative number, and `!a ^ b` something else again.
pub(super) fn check_power(base: &Expression) -> Result<(), Error> {
    let is_negative = match &base.kind {
        Kind::Constant(Value::Number(number)) => number.is_sign_negative(),
        Kind::Constant(Value::Integer(integer)) => integer.is_negative(),
        Kind::Constant(Value::Rational(rational)) => rational.numerator().is_negative(),
        Kind::Apply { form: Form::Prefix, .. } => true,
        _ => false,
    };
    match is_negative {
        true => Err(Error::new(base.span.clone(), "what is raised here is not clear")
            .help("write (-2) ^ 2 or 0 - 2 ^ 2")),
        false => Ok(()),
    }
}
