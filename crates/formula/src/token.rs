//! Tokens: a formula cut into numbers, texts, names and signs.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::LazyLock;

use calcarray::json::{self, ReadLimits};
use calcarray::{Gaussian, Integer, Rational, Text, Value, ops};

use crate::error::Error;

/// A token and its place in the text.
#[derive(Clone, Debug)]
pub struct Token {
    /// The kind, with what was read.
    pub kind: Kind,
    /// The place in bytes.
    pub span: Range<usize>,
}

/// The kind of a token.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A number of any type, or a whole value between backticks.
    Constant(Value),
    /// A text between quotes.
    Text(Text),
    /// A name, or an operator that is a word.
    Name(String),
    /// A word of the language, which begins with `@`.
    Word(String),
    /// A sign: an operator or punctuation.
    Sign(&'static str),
    /// What is no token: [`scan`] goes on after it.
    Unknown,
    /// The end of the text.
    End,
}

/// The signs that are no operators of the language.
const PUNCTUATION: &[&str] = &["==", "=>", "...", "=", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "_"];

/// The word before a line or a function that keeps the variables of the lines around it.
pub(crate) const KEEP: &str = "keep";

/// The words that statements begin with, and those that belong to them.
pub const KEYWORDS: &[&str] = &["let", "if", "else_if", "else", "repeat", "for", "in", KEEP];

/// The longest integer, in decimal digits.
const LONGEST_INTEGER: usize = 10_000;

/// All signs, the longest first.
static SIGNS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let operators = ops::all().map(|operator| operator.name).filter(|name| is_sign(name));
    let mut signs: Vec<&str> = operators.chain(PUNCTUATION.iter().copied()).collect();
    signs.sort_by_key(|sign| Reverse(sign.len()));
    signs
});

/// Returns true if a sign of the formula is the name of an operator. Equality is written `==`.
fn is_sign(name: &str) -> bool {
    name != "=" && name.starts_with(|first: char| first.is_ascii_punctuation() && first != '@')
}

/// Cuts a formula into tokens. The last one is always [`Kind::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, Error> {
    cut(text, Err)
}

/// Cuts a formula into tokens that is being written, with the `=` at its start or without. What is
/// no token is [`Kind::Unknown`].
///
/// ```
/// use polymerge_formula::{scan, TokenKind};
/// let tokens = scan("= hp ? 5");
/// assert!(matches!(&tokens[1].kind, TokenKind::Name(name) if name == "hp"));
/// assert!(matches!(tokens[2].kind, TokenKind::Unknown));
/// assert_eq!(tokens[3].span, 7..8);
/// ```
pub fn scan(text: &str) -> Vec<Token> {
    cut(text, |_| Ok(Kind::Unknown)).unwrap_or_default()
}

/// Cuts a formula into tokens, the last of which is [`Kind::End`]. `wrong` says what becomes of a
/// part that is no token.
fn cut(text: &str, wrong: impl Fn(Error) -> Result<Kind, Error>) -> Result<Vec<Token>, Error> {
    let mut cursor = Cursor { text, at: 0 };
    let mut tokens: Vec<Token> = Vec::new();
    loop {
        cursor.skip_blanks();
        let start = cursor.at;
        // After a value there can be no literal with a sign of its own.
        let after_value = match tokens.last().map(|token| &token.kind) {
            Some(Kind::Constant(_) | Kind::Text(_) | Kind::Word(_)) => true,
            Some(Kind::Name(name)) => !is_infix(name) && !KEYWORDS.contains(&name.as_str()),
            Some(Kind::Sign(sign)) => matches!(*sign, ")" | "]" | "}" | "_"),
            _ => false,
        };
        let kind = cursor.next(after_value).or_else(&wrong)?;
        let is_end = matches!(kind, Kind::End);
        if matches!(kind, Kind::Unknown) {
            let first = text[start..].chars().next().map_or(0, char::len_utf8);
            cursor.at = cursor.at.clamp(start + first, text.len());
        }
        tokens.push(Token { kind, span: start..cursor.at });
        if is_end {
            return Ok(tokens);
        }
    }
}

/// Returns true if a name can stand between two values: an operator with one argument.
pub fn is_infix(name: &str) -> bool {
    ops::find(name).is_some_and(|operator| operator.arguments.len() == 1)
}

/// Returns true if an operator's name is one token of this kind.
pub(crate) fn is_one_name(name: &str) -> bool {
    let tokens = tokens(name).unwrap_or_default();
    matches!(tokens.as_slice(), [Token { kind: Kind::Name(read), .. }, _] if read == name)
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes the first bytes for which a test holds.
    fn take_while(&mut self, test: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|next| !test(next)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn next(&mut self, after_value: bool) -> Result<Kind, Error> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Ok(Kind::End) };
        let second = rest[first.len_utf8()..].chars().next();
        let is_negative = first == '-' && !after_value && second.is_some_and(|next| next.is_ascii_digit());
        match first {
            '0'..='9' => self.number(),
            '-' if is_negative => self.number(),
            '-' if !after_value && rest[1..].starts_with("Infinity") && !continues(&rest[9..]) => {
                self.at += "-Infinity".len();
                Ok(Kind::Constant(Value::Number(f64::NEG_INFINITY)))
            }
            '\'' | '"' => self.quoted(first).map(Kind::Text),
            '`' => self.raw(),
            '@' => Ok(self.word()),
            '_' if !second.is_some_and(is_of_name) => {
                self.at += 1;
                Ok(Kind::Sign("_"))
            }
            'a'..='z' | 'A'..='Z' | '_' | '$' => Ok(self.name()),
            _ => self.sign(),
        }
    }

    fn name(&mut self) -> Kind {
        let start = self.at;
        self.at += 1;
        self.take_while(is_of_name);
        // Operators on bits have signs in their names: bit&, bit<<B.
        if matches!(&self.text[start..self.at], "bit" | "basebit") {
            let end = self.at;
            let signs = self.take_while(|next| "&|~^<>".contains(next)).len();
            if signs > 0 && self.rest().starts_with('B') && !continues(&self.rest()[1..]) {
                self.at += 1;
            }
            if ops::find(&self.text[start..self.at]).is_none() {
                self.at = end;
            }
        }
        Kind::Name(self.text[start..self.at].to_owned())
    }

    fn word(&mut self) -> Kind {
        let start = self.at;
        self.at += 1;
        self.take_while(|next| is_of_name(next) || next == '-' || next == '@');
        // A minus sign at the end is no part of the word.
        let word = self.text[start..self.at].trim_end_matches('-');
        self.at = start + word.len();
        Kind::Word(word.to_owned())
    }

    fn sign(&mut self) -> Result<Kind, Error> {
        let rest = self.rest();
        let fits = |sign: &str| {
            let ends_with_letter = sign.ends_with(|last: char| last.is_ascii_alphabetic());
            rest.starts_with(sign) && !(ends_with_letter && continues(&rest[sign.len()..]))
        };
        match SIGNS.iter().copied().find(|sign| fits(sign)) {
            Some(sign) => {
                self.at += sign.len();
                Ok(Kind::Sign(sign))
            }
            None => {
                let first = rest.chars().next().unwrap_or_default();
                let span = self.at..self.at + first.len_utf8();
                let error = Error::new(span, format!("`{first}` means nothing here"));
                Err(match first {
                    '&' => error.help("write && for and, bit& for bits"),
                    '|' => error.help("write || for or, bit| for bits"),
                    '~' => error.help("write `bit~(x)` for bits"),
                    '?' => error.help("write `if condition { a } else { b }`"),
                    '≠' => error.help("write !="),
                    '≤' => error.help("write <="),
                    '≥' => error.help("write >="),
                    _ => error,
                })
            }
        }
    }

    /// Reads a number: `5`, `0.25`, `1e21`, `2n`, `3/4q`, `2+3i`, with a minus sign or without.
    fn number(&mut self) -> Result<Kind, Error> {
        let start = self.at;
        self.at += usize::from(self.rest().starts_with('-'));
        let digits = |next: char| next.is_ascii_digit();
        self.take_while(digits);
        let whole = self.at;
        let next = |cursor: &Cursor<'_>, place: usize| cursor.rest().chars().nth(place);
        if next(self, 0) == Some('.') && next(self, 1).is_some_and(digits) {
            self.at += 1;
            self.take_while(digits);
        }
        if matches!(next(self, 0), Some('e' | 'E')) {
            let signed = usize::from(matches!(next(self, 1), Some('+' | '-')));
            if next(self, 1 + signed).is_some_and(digits) {
                self.at += 1 + signed;
                self.take_while(digits);
            }
        }
        let is_whole = self.at == whole;
        let written = &self.text[start..self.at];
        let value = match is_whole {
            true => self.special_number(start)?,
            false => None,
        };
        let value = match value {
            Some(value) => value,
            None => Value::Number(written.parse().unwrap_or(f64::NAN)),
        };
        if continues(self.rest()) {
            let end = self.at + self.rest().find(|next| !is_of_name(next)).unwrap_or(self.rest().len());
            let error = Error::new(start..end, format!("`{}` is no number", &self.text[start..end]));
            return Err(error.help(
                "numbers are written 5, 0.25, 1e21; big integers 5n, fractions 3/4q, Gaussian integers 2+3i",
            ));
        }
        Ok(Kind::Constant(value))
    }

    /// Reads the rest of a number that is no double, after its first digits.
    fn special_number(&mut self, start: usize) -> Result<Option<Value>, Error> {
        let first = self.at;
        let rest = self.rest();
        let length = |text: &str| text.find(|next: char| !next.is_ascii_digit()).unwrap_or(text.len());
        // The end of `prefix`, digits, `suffix`, with nothing after it.
        let pair = |prefix: char, suffix: char| {
            let digits = rest.strip_prefix(prefix)?;
            let end = length(digits);
            let after = digits[end..].strip_prefix(suffix)?;
            (end > 0 && !continues(after)).then_some(1 + end)
        };
        let alone = |suffix: char| rest.strip_prefix(suffix).is_some_and(|after| !continues(after));
        let integer = |text: &str| -> Result<Integer, Error> {
            let digits = text.trim_start_matches(['+', '-']).len();
            match Integer::parse(text.trim_start_matches('+')).filter(|_| digits <= LONGEST_INTEGER) {
                Some(integer) => Ok(integer),
                None => Err(Error::new(start..first, "this integer is too long")),
            }
        };
        let written = |from: usize, to: usize| &self.text[from..to];
        let (value, length) = if alone('n') {
            (Value::Integer(integer(written(start, first))?), 1)
        } else if alone('q') {
            (Value::Rational(Rational::whole(integer(written(start, first))?).into()), 1)
        } else if alone('i') {
            let im = integer(written(start, first))?;
            (Value::Gaussian(Gaussian { re: Integer::ZERO, im }.into()), 1)
        } else if let Some(end) = pair('/', 'q') {
            let denominator = integer(written(first + 1, first + end))?;
            (Value::Rational(Rational::new(integer(written(start, first))?, denominator).into()), end + 1)
        } else if let Some(end) = pair('+', 'i').or_else(|| pair('-', 'i')) {
            let im = integer(written(first, first + end))?;
            (Value::Gaussian(Gaussian { re: integer(written(start, first))?, im }.into()), end + 1)
        } else {
            return Ok(None);
        };
        self.at += length;
        Ok(Some(value))
    }

    /// Reads a text between quotes, with the escapes of JSON and `\'`.
    fn quoted(&mut self, quote: char) -> Result<Text, Error> {
        let start = self.at;
        self.at += 1;
        let mut units: Vec<u16> = Vec::new();
        let mut buffer = [0; 2];
        loop {
            let Some(next) = self.rest().chars().next() else {
                return Err(
                    Error::new(start..self.at, "this text has no end").help(format!("end it with {quote}"))
                );
            };
            self.at += next.len_utf8();
            if next == quote {
                return Ok(Text::from_units(units));
            }
            if next != '\\' {
                units.extend_from_slice(next.encode_utf16(&mut buffer));
                continue;
            }
            let escaped = self.rest().chars().next().unwrap_or_default();
            self.at += escaped.len_utf8();
            units.push(match escaped {
                'n' => 10,
                't' => 9,
                'r' => 13,
                '\\' | '\'' | '"' => escaped as u16,
                'u' => {
                    let digits = self.rest().get(..4).unwrap_or_default();
                    let unit = u16::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'));
                    self.at += if unit.is_some() { 4 } else { 0 };
                    unit.ok_or_else(|| Error::new(start..self.at, "four digits from 0 to f come after \\u"))?
                }
                _ => {
                    return Err(Error::new(
                        self.at - 1..self.at.min(self.text.len()),
                        "this escape is unknown",
                    )
                    .help("write \\\\ for \\"));
                }
            });
        }
    }

    /// Reads a value between backticks, as save codes write it.
    fn raw(&mut self) -> Result<Kind, Error> {
        let start = self.at;
        let Some(end) = self.rest()[1..].find('`') else {
            return Err(Error::new(start..self.text.len(), "this value has no end").help("end it with `"));
        };
        let json = &self.rest()[1..=end];
        self.at += end + 2;
        let value =
            json::read(json, &ReadLimits { integer_digits: LONGEST_INTEGER, ..ReadLimits::default() });
        let place = start + 1;
        value.map(Kind::Constant).map_err(|error| {
            let at = (place + error.offset).min(self.at);
            Error::new(at..at, format!("between backticks stands a value as save codes have it: {error}"))
        })
    }
}

/// Returns true for characters that names are made of.
pub(crate) fn is_of_name(next: char) -> bool {
    next.is_ascii_alphanumeric() || next == '_'
}

/// Returns true if a text goes on with a letter or a digit.
fn continues(text: &str) -> bool {
    text.starts_with(is_of_name)
}
