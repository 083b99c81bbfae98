//! The parser: from tokens to a tree. Operators bind as in C, with brackets asked for where
//! languages differ.

use std::ops::Range;

use calcarray::ops::{self, Family, Operator};
use calcarray::Value;

use crate::error::{Error, Unknown};
use crate::names::{constant, is_modifier, SHARE, TILES};
use crate::signs::{infix, is_effect};
use crate::sugar::{arity, call, cell_at, entry_of, for_each, includes, tile_at};
use crate::token::{tokens, Kind as TokenKind, Token, KEEP, KEYWORDS};
use crate::tree::{Callee, Expression, Form, Kind, Level, Pattern, Statement};

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

    /// Statements up to a closing sign, which is left, or up to the end.
    fn statements(&mut self, closing: Option<&str>) -> Result<Vec<Statement>, Error> {
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

    /// Returns the form that formulas have for a word of other languages, at this place or before
    /// it.
    fn word_of_others(&self) -> Option<&'static str> {
        [self.at.checked_sub(1), Some(self.at)].into_iter().flatten().find_map(|place| {
            match &self.tokens.get(place)?.kind {
                TokenKind::Name(name) => statement_of_others(name),
                _ => None,
            }
        })
    }

    /// Says that the token can't stand where it does.
    fn unexpected(&self) -> Error {
        let token = self.peek();
        let expected = Error::new(token.span.clone(), "an operator or the end is expected here");
        if let Some(help) = self.word_of_others() {
            return expected.help(help);
        }
        match &token.kind {
            TokenKind::End => Error::new(token.span.clone(), "the formula ends too early"),
            TokenKind::Sign("=") => {
                Error::new(token.span.clone(), "`=` sets a variable, at the start of a statement")
                    .help("write == to compare")
            }
            TokenKind::Sign(sign) => Error::new(token.span.clone(), format!("`{sign}` can't stand here")),
            TokenKind::Name(name) => match ops::find(name) {
                Some(operator) if operator.arguments.is_empty() => {
                    expected.help(format!("`{name}` comes before its value: {name}(x)"))
                }
                Some(operator) => expected.help(format!(
                    "`{name}` has {} values: {name}({})",
                    operator.arguments.len() + 1,
                    ["x", "y", "z"].join(", ")
                )),
                None => expected,
            },
            _ => expected,
        }
    }

    fn block(&mut self) -> Result<Vec<Statement>, Error> {
        let opened = self.span();
        self.need("{", 0..0)?;
        self.deeper(opened.clone())?;
        let statements = self.statements(Some("}"))?;
        self.depth -= 1;
        self.need("}", opened)?;
        Ok(statements)
    }

    /// The statements up to the end of the formula, or of the block or brackets around.
    fn rest(&mut self) -> Result<Vec<Statement>, Error> {
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

    /// Adds the next statement. A `let` with names for the entries of a list is several.
    fn next_statement(&mut self, statements: &mut Vec<Statement>) -> Result<(), Error> {
        match self.is_name("let") {
            true => self.binding(statements)?,
            false => statements.push(self.statement()?),
        }
        Ok(())
    }

    fn statement(&mut self) -> Result<Statement, Error> {
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
    fn binding(&mut self, statements: &mut Vec<Statement>) -> Result<(), Error> {
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
    fn pattern(&mut self) -> Result<Pattern, Error> {
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
    fn hide(&mut self, pattern: &Pattern) {
        let names = match pattern {
            Pattern::Whole(name) => std::slice::from_ref(name),
            Pattern::Entries(names) => names,
        };
        self.entries.extend(names.iter().map(|name| (name.clone(), None)));
    }

    /// A name that is given here.
    fn new_name(&mut self) -> Result<String, Error> {
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
    fn loop_over(&mut self) -> Result<Statement, Error> {
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

    fn control(&mut self, name: &str) -> Result<Statement, Error> {
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
    fn step(&mut self, name: &str) -> Result<Option<Statement>, Error> {
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

    fn value_or_set(&mut self) -> Result<Statement, Error> {
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
    fn setting_operator(&self) -> Option<&'static Operator> {
        let TokenKind::Sign(sign) = self.peek().kind else { return None };
        let equals = self.ahead(1);
        let is_setting =
            matches!(equals.kind, TokenKind::Sign("=")) && equals.span.start == self.peek().span.end;
        let (operator, level) = infix(sign).filter(|_| is_setting)?;
        matches!(level, Level::Sum | Level::Product | Level::Power).then_some(operator)
    }

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

    /// The word at the start of a line that a token is, some places ahead.
    fn word_ahead(&self, places: usize) -> Option<String> {
        match &self.ahead(places).kind {
            TokenKind::Word(word) => Some(word.clone()),
            TokenKind::Name(name) if name == KEEP => Some(SHARE.to_owned()),
            _ => None,
        }
    }

    /// The number of tokens from a place on that the parameters of a function take; none if none
    /// begins there.
    fn parameters_ahead(&self, first: usize) -> Option<usize> {
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
    fn lambda(&mut self) -> Result<Option<Expression>, Error> {
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
    fn function_parameter(&mut self) -> Result<String, Error> {
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

    fn parameter(&mut self) -> Result<String, Error> {
        match self.skip("_") {
            true => Ok("_".to_owned()),
            false => self.new_name(),
        }
    }

    /// An expression of operators between values that bind at least as tightly as a level.
    fn operators(&mut self, least: Level) -> Result<Expression, Error> {
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

    fn argument_of_infix(&mut self, least: Level) -> Result<Expression, Error> {
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

    fn peek_infix(&self) -> Option<(&'static Operator, Level)> {
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
    fn prefixed(&mut self) -> Result<Expression, Error> {
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
    fn postfixed(&mut self) -> Result<Expression, Error> {
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
            if let Callee::Known(operator) = callee {
                if arguments.len() != operator.arguments.len() {
                    let wanted = operator.arguments.len();
                    return Err(wrong_count(operator.name, wanted, arguments.len(), self.since(start)));
                }
            }
            base = self.applied(callee, base, arguments, start);
        }
    }

    fn applied(
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
    fn member(&self, base: Expression, name: String, start: usize) -> Expression {
        let span = self.since(start);
        if name == "length" {
            if let Some(operator) = ops::find("arr_length") {
                return self.applied(Callee::Known(operator), base, Vec::new(), start);
            }
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

    fn arguments(&mut self, open: &str, close: &str) -> Result<Vec<Expression>, Error> {
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

    /// An expression, or several statements in place of one.
    fn sequence(&mut self, close: &str) -> Result<Expression, Error> {
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

    fn atom(&mut self) -> Result<Expression, Error> {
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
                return Err(Error::new(token.span, "a value is expected here").help("write == to compare"))
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

    /// `if … { … } else { … }` in the place of a value.
    fn chain_of_blocks(&mut self) -> Result<Vec<Statement>, Error> {
        let mut statements = vec![self.statement()?];
        while self.is_name("else") || self.is_name("else_if") {
            statements.push(self.statement()?);
        }
        Ok(statements)
    }

    /// A line that keeps the variables of the lines around it: `keep { … }`.
    fn kept(&mut self) -> Result<Kind, Error> {
        self.at += 1;
        if !self.is_sign("{") {
            let error = Error::new(self.span(), "`{` is expected here");
            return Err(error.help("`keep` stands before a block or a function: keep { … }, keep x => …"));
        }
        Ok(Kind::Modified { words: vec![SHARE.to_owned()], body: self.block()? })
    }

    /// `@Next(1, 0)`, `@Score`, or a line with words of its own: `@var_copy { … }`.
    fn word(&mut self, word: String) -> Result<Kind, Error> {
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

    fn named(&mut self, name: String, span: Range<usize>) -> Result<Kind, Error> {
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
fn check_cell(distance: &[f64], arguments: &[Expression]) -> Result<(), Error> {
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
fn expanded(name: &str, arguments: Vec<Expression>, place: Range<usize>) -> Result<Kind, Error> {
    let (least, most) = arity(name).unwrap_or_default();
    if !(least..=most).contains(&arguments.len()) {
        let wanted = if least == most { most } else { least };
        return Err(wrong_count(name, wanted, arguments.len(), place));
    }
    let expanded = call(name, arguments).map(|expanded| expanded.kind);
    expanded.ok_or_else(|| Error::new(place, format!("`{name}` can't be written so")))
}

/// The form of a statement that other languages write with this word.
pub(crate) fn statement_of_others(word: &str) -> Option<&'static str> {
    Some(match word {
        "while" => "write repeat condition { … }",
        "var" | "const" | "local" => "write let x = 1",
        "elif" | "elseif" | "elsif" => "write else_if",
        "then" | "do" | "begin" => "a block stands in braces: if hp > 0 { … }",
        "end" | "endif" | "fi" => "a block ends with }",
        "return" => "the last value is the result: write it alone",
        "foreach" => "write for x in list { … }",
        "function" | "fn" | "def" => {
            "functions are definitions of the file, \"half(x)\": \"= x / 2\", or written x => x / 2"
        }
        "not" => "write !",
        "and" => "write &&",
        "or" => "write ||",
        "div" => "write floor(a / b, 1)",
        "True" => "write true",
        "False" => "write false",
        "None" | "nil" => "write undefined or empty",
        "range" => "a list is written [0, 1, 2], and repeat 3 { … } goes 3 times",
        "break" => "a loop ends when its condition no longer holds: repeat hp > 0 { … }",
        "continue" => "put the rest into if … { … }",
        "switch" | "case" | "match" => "write if … { … } else_if … { … }",
        "random" | "randint" => "write rand_int(1, 6) for a whole number, rand_float(0, 1) for any",
        "length" | "len" | "size" => "write count(list)",
        "print" | "log_value" | "console" => "write output(x)",
        "append" | "add" => "write list = list.push(x)",
        "contains" | "has" => "write list.includes(x)",
        "self" => "write this",
        "isEmpty" | "is_empty" => "write cell == empty",
        _ => return None,
    })
}

/// Returns true for statements after which no `;` is needed.
fn ends_with_brace(statement: &Statement) -> bool {
    match statement {
        Statement::Block { .. } => true,
        Statement::Value(value) => matches!(value.kind, Kind::Modified { .. }),
        _ => false,
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
fn check_power(base: &Expression) -> Result<(), Error> {
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

/// A word for a value of an operator.
fn value_name(family: Family) -> &'static str {
    match family {
        Family::Any | Family::Unconverted => "value",
        Family::Raw => "x => …",
        Family::Array => "list",
        Family::Boolean => "condition",
        Family::Integer => "big integer",
        Family::Rational => "fraction",
        Family::Gaussian => "Gaussian integer",
        family => family.name(),
    }
}

fn wrong_count(name: &str, wanted: usize, found: usize, span: Range<usize>) -> Error {
    let values = |count: usize| if count == 1 { "1 value".to_owned() } else { format!("{count} values") };
    let error = Error::new(span, format!("`{name}` has {} here, not {found}", values(wanted)));
    let form = match (name, ops::find(name)) {
        ("cell", _) => "cell(place) or cell(row, column)".to_owned(),
        ("includes", _) => "list.includes(x)".to_owned(),
        ("count" | "sum" | "largest" | "smallest", _) => format!("{name}(list), {name}(list, x => …)"),
        ("any" | "all" | "find", _) => format!("{name}(list, x => …)"),
        (_, Some(operator)) => {
            let names = std::iter::once(operator.operand).chain(operator.arguments.iter().copied());
            format!("{name}({})", names.map(value_name).collect::<Vec<_>>().join(", "))
        }
        _ => return error,
    };
    error.help(format!("write {form}"))
}
