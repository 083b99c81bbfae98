//! Statements, blocks and the names that they give.

use calcarray::ops::{self, Operator};

use super::{Parser, wrong_count};
use crate::error::Error;
use crate::names::constant;
use crate::signs::{infix, is_effect};
use crate::sugar::{entry_of, for_each};
use crate::token::{KEYWORDS, Kind as TokenKind};
use crate::tree::{Expression, Kind, Level, Pattern, Statement};

impl Parser {
    /// Statements up to a closing sign, which is left, or up to the end.
    pub(super) fn statements(&mut self, closing: Option<&str>) -> Result<Vec<Statement>, Error> {
        let outer = self.entries.len();
        let mut statements = Vec::new();
        loop {
            while self.skip(";") {}
            let is_end = matches!(self.peek().kind, TokenKind::End);
            if is_end || closing.is_some_and(|sign| self.is_sign(sign)) {
                self.entries.truncate(outer);
                return Ok(statements);
            }
            self.next_statement(&mut statements)?;
            let is_block = statements.last().is_some_and(ends_with_brace);
            let is_closed = match closing {
                Some(sign) => self.is_sign(sign),
                None => matches!(self.peek().kind, TokenKind::End),
            };
            if !is_closed && !is_block && !self.is_sign(";") {
                return Err(self.unexpected());
            }
        }
    }

    pub(super) fn block(&mut self) -> Result<Vec<Statement>, Error> {
        let opened = self.span();
        self.need("{", 0..0)?;
        self.deeper(opened.clone())?;
        let statements = self.statements(Some("}"))?;
        self.depth -= 1;
        self.need("}", opened)?;
        Ok(statements)
    }

    /// The statements up to the end of the formula, or of the block or brackets around.
    pub(super) fn rest(&mut self) -> Result<Vec<Statement>, Error> {
        let span = self.span();
        self.deeper(span)?;
        let outer = self.entries.len();
        let mut statements = Vec::new();
        self.next_statement(&mut statements)?;
        while self.skip(";") {
            let is_end = matches!(self.peek().kind, TokenKind::End | TokenKind::Sign("}" | ")" | "]" | ","));
            if !is_end && !self.is_sign(";") {
                self.next_statement(&mut statements)?;
            }
        }
        self.entries.truncate(outer);
        self.depth -= 1;
        Ok(statements)
    }

    /// Adds the next statement. A `let` with names for the entries of a list is several.
    pub(super) fn next_statement(&mut self, statements: &mut Vec<Statement>) -> Result<(), Error> {
        match self.is_name("let") {
            true => self.binding(statements)?,
            false => statements.push(self.statement()?),
        }
        Ok(())
    }

    pub(super) fn statement(&mut self) -> Result<Statement, Error> {
        let name = match &self.peek().kind {
            TokenKind::Name(name) => name.clone(),
            _ => String::new(),
        };
        match name.as_str() {
            "for" => self.loop_over(),
            "if" | "else_if" | "else" | "repeat" => self.control(&name),
            _ => match self.step(&name)? {
                Some(step) => Ok(step),
                None => self.value_or_set(),
            },
        }
    }

    /// `let x = …`, `let [row, column] = …`.
    pub(super) fn binding(&mut self, statements: &mut Vec<Statement>) -> Result<(), Error> {
        self.at += 1;
        let span = self.span();
        let pattern = self.pattern()?;
        self.need("=", span)?;
        let value = self.expression()?;
        let whole = Expression::at(Kind::Name(pattern.name()), value.span.clone());
        statements.push(Statement::Let(pattern.name(), value));
        statements
            .extend(pattern.entries().map(|(place, name)| Statement::Let(name, entry_of(&whole, place))));
        self.hide(&pattern);
        Ok(())
    }

    /// A name that is given here, or names for the entries of a list: `[row, column]`.
    pub(super) fn pattern(&mut self) -> Result<Pattern, Error> {
        let opened = self.span();
        if !self.skip("[") {
            return Ok(Pattern::Whole(self.new_name()?));
        }
        let mut names = Vec::new();
        while !self.skip("]") {
            names.push(self.parameter()?);
            if !self.skip(",") && !self.is_sign("]") {
                return Err(self.unexpected());
            }
        }
        match names.is_empty() {
            true => Err(Error::new(opened, "names are expected between [ and ]")),
            false => Ok(Pattern::Entries(names)),
        }
    }

    /// Hides names of entries from outside that have other meanings from here on.
    pub(super) fn hide(&mut self, pattern: &Pattern) {
        let names = match pattern {
            Pattern::Whole(name) => std::slice::from_ref(name),
            Pattern::Entries(names) => names,
        };
        self.entries.extend(names.iter().map(|name| (name.clone(), None)));
    }

    /// A name that is given here.
    pub(super) fn new_name(&mut self) -> Result<String, Error> {
        let span = self.span();
        let TokenKind::Name(name) = &self.peek().kind else {
            return Err(Error::new(span, "a new name is expected here"));
        };
        let name = name.clone();
        if KEYWORDS.contains(&name.as_str()) || constant(&name).is_some() || name.starts_with('$') {
            return Err(Error::new(span, format!("`{name}` can't be a name")));
        }
        self.at += 1;
        Ok(name)
    }

    /// `for x in list { … }`, `for (x, i) in list { … }`, `for [row, column] in places { … }`.
    pub(super) fn loop_over(&mut self) -> Result<Statement, Error> {
        self.at += 1;
        let opened = self.span();
        let has_index = self.skip("(");
        let entry = self.pattern()?;
        let index = match has_index && self.skip(",") {
            true => Some(self.new_name()?),
            false => None,
        };
        if has_index {
            self.need(")", opened)?;
        }
        if !self.is_name("in") {
            return Err(Error::new(self.span(), "`in` is expected here").help("write for x in list { … }"));
        }
        self.at += 1;
        let list = self.expression()?;
        let outer = self.entries.len();
        self.hide(&entry);
        self.entries.extend(index.clone().map(|name| (name, None)));
        let body = self.block()?;
        self.entries.truncate(outer);
        Ok(for_each(&entry, index, list, body))
    }

    pub(super) fn control(&mut self, name: &str) -> Result<Statement, Error> {
        let span = self.span();
        self.at += 1;
        let word = match name {
            "if" => "@if",
            "else_if" => "@else-if",
            "else" => "@else",
            _ => "@repeat",
        };
        let operator = ops::find(word).ok_or_else(|| Error::new(span, "this is no statement"))?;
        if name == "else" && self.is_name("if") {
            return Err(Error::new(self.span(), "`else if` is one word here").help("write else_if"));
        }
        let condition = match operator.arguments.is_empty() {
            true => None,
            false => Some(self.expression()?),
        };
        let goes_to_end = self.skip(":");
        // Without a word that ends it: only what is shown of codes is written so.
        let is_open = goes_to_end && self.skip(":");
        let body = match goes_to_end {
            true => self.rest()?,
            false => self.block()?,
        };
        Ok(Statement::Block { operator, condition, body, is_open })
    }

    /// An operator that is there for its effect, with its arguments: `signal('x')`.
    pub(super) fn step(&mut self, name: &str) -> Result<Option<Statement>, Error> {
        let operator = match &self.peek().kind {
            TokenKind::Word(word) => ops::find(word),
            _ => ops::find(&format!("@{name}")).or_else(|| ops::find(name)),
        };
        let Some(operator) = operator.filter(|operator| is_effect(operator)) else { return Ok(None) };
        let is_call = matches!(self.ahead(1).kind, TokenKind::Sign("("));
        if !is_call {
            return Ok(None);
        }
        let (before, start) = (self.at, self.span().start);
        self.at += 1;
        let arguments = self.arguments("(", ")")?;
        if arguments.len() == operator.arguments.len() {
            return Ok(Some(Statement::Step(operator, arguments)));
        }
        if arguments.len() == operator.arguments.len() + 1 && !operator.name.starts_with('@') {
            self.at = before;
            return Ok(None);
        }
        Err(wrong_count(operator.name, operator.arguments.len(), arguments.len(), self.since(start)))
    }

    pub(super) fn value_or_set(&mut self) -> Result<Statement, Error> {
        let target = self.expression()?;
        if self.skip("=") {
            return Ok(Statement::Set { target, operator: None, value: self.expression()? });
        }
        if let Some(operator) = self.setting_operator() {
            self.at += 2;
            return Ok(Statement::Set { target, operator: Some(operator), value: self.expression()? });
        }
        Ok(Statement::Value(target))
    }

    /// The operator of `+=` and its kin, which are two tokens.
    pub(super) fn setting_operator(&self) -> Option<&'static Operator> {
        let TokenKind::Sign(sign) = self.peek().kind else { return None };
        let equals = self.ahead(1);
        let is_setting =
            matches!(equals.kind, TokenKind::Sign("=")) && equals.span.start == self.peek().span.end;
        let (operator, level) = infix(sign).filter(|_| is_setting)?;
        matches!(level, Level::Sum | Level::Product | Level::Power).then_some(operator)
    }

    /// An expression, or several statements in place of one.
    pub(super) fn sequence(&mut self, close: &str) -> Result<Expression, Error> {
        let start = self.span().start;
        let outer = self.entries.len();
        let mut statements = Vec::new();
        self.next_statement(&mut statements)?;
        while self.skip(";") || statements.last().is_some_and(ends_with_brace) {
            if self.is_sign(close) || self.is_sign(",") || matches!(self.peek().kind, TokenKind::End) {
                break;
            }
            self.next_statement(&mut statements)?;
        }
        self.entries.truncate(outer);
        let span = self.since(start);
        if let [Statement::Value(value)] = statements.as_slice() {
            return Ok(value.clone());
        }
        Ok(Expression::at(Kind::Sequence(statements), span))
    }

    /// `if … { … } else { … }` in the place of a value.
    pub(super) fn chain_of_blocks(&mut self) -> Result<Vec<Statement>, Error> {
        let mut statements = vec![self.statement()?];
        while self.is_name("else") || self.is_name("else_if") {
            statements.push(self.statement()?);
        }
        Ok(statements)
    }
}

/// Returns true for statements after which no `;` is needed.
pub(super) fn ends_with_brace(statement: &Statement) -> bool {
    match statement {
        Statement::Block { .. } => true,
        Statement::Value(value) => matches!(value.kind, Kind::Modified { .. }),
        _ => false,
    }
}
