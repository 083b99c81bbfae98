//! Formulas in texts of a file: tokens with their places in the file, and the names that formulas
//! declare themselves.

use std::ops::Range;

use polymerge_formula::{LONGEST, Token, TokenKind, scan};
use polymerge_modefile::Tree;

/// A text between quotes in a file: where each of its bytes stands.
pub(crate) struct Quoted {
    start: usize,
    /// The places of the bytes, counted from the start; empty if nothing is escaped.
    places: Vec<usize>,
}

impl Quoted {
    pub fn new(source: &str, tree: &Tree, text: &str) -> Quoted {
        let start = tree.span.start + 1;
        let raw = source.get(start..tree.span.end).unwrap_or_default();
        if !raw.contains('\\') {
            return Quoted { start, places: Vec::new() };
        }
        let mut places = Vec::with_capacity(text.len() + 1);
        let mut at = 0;
        for letter in text.chars() {
            places.extend(std::iter::repeat_n(at, letter.len_utf8()));
            at += written(raw.get(at..).unwrap_or_default(), letter);
        }
        places.push(at);
        Quoted { start, places }
    }

    /// The place of a byte in the file.
    pub fn at(&self, byte: usize) -> usize {
        self.start + self.places.get(byte).or(self.places.last()).copied().unwrap_or(byte)
    }

    pub fn range(&self, range: Range<usize>) -> Range<usize> {
        self.at(range.start)..self.at(range.end)
    }
}

/// The length of the first letter of a text as it is written in JSON.
fn written(raw: &str, letter: char) -> usize {
    let bytes = raw.as_bytes();
    match (bytes.first(), bytes.get(1)) {
        (Some(b'\\'), Some(b'u')) if letter != '\\' || is_backslash(raw) => 6 * letter.len_utf16(),
        (Some(b'\\'), Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't')) => 2,
        _ => letter.len_utf8(),
    }
}

/// Returns true if a text begins with the escape of a backslash by its number.
fn is_backslash(raw: &str) -> bool {
    raw.get(..6).is_some_and(|escape| escape.eq_ignore_ascii_case("\\u005c"))
}

/// Returns the tokens of the texts of a script, or of the single text of a formula, with their
/// places in the file. Between texts stands `;`.
pub(crate) fn tokens_of(source: &str, texts: &[&Tree]) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut left = LONGEST;
    for tree in texts {
        let text = tree.text().unwrap_or_default();
        left = left.saturating_sub(text.len());
        let Some(body) = text.strip_prefix('=').filter(|_| left > 0) else { continue };
        let quoted = Quoted::new(source, tree, text);
        if !tokens.is_empty() {
            tokens.push(Token { kind: TokenKind::Sign(";"), span: tree.span.start..tree.span.start });
        }
        let own = scan(body).into_iter().filter(|token| !matches!(token.kind, TokenKind::End));
        tokens.extend(
            own.map(|token| Token { span: quoted.range(token.span.start + 1..token.span.end + 1), ..token }),
        );
    }
    tokens
}

/// A name that a formula declares: by `let`, by `for`, or as the parameter of a function.
pub(crate) struct Binding<'t> {
    pub name: &'t str,
    /// The token that declares it.
    pub token: usize,
    /// The tokens that see it.
    pub scope: Range<usize>,
}

pub(crate) fn sign(token: Option<&Token>) -> &'static str {
    match token.map(|token| &token.kind) {
        Some(TokenKind::Sign(sign)) => sign,
        _ => "",
    }
}

pub(crate) fn name(token: Option<&Token>) -> &str {
    match token.map(|token| &token.kind) {
        Some(TokenKind::Name(name)) => name,
        _ => "",
    }
}

/// Tokens that are looked at to find where names are seen.
const LOOKS: usize = 2_000_000;

/// Tokens that are looked at in a list of names that one declaration gives.
const MOST_NAMES: usize = 32;

/// Returns the names that formulas declare, in their order.
pub(crate) fn bindings(tokens: &[Token]) -> Vec<Binding<'_>> {
    let brackets = Brackets::of(tokens);
    let mut bindings = Vec::new();
    // Each takes a look at as many tokens as there may be, whether it declares a name or not.
    let most = (LOOKS / tokens.len().max(1)).clamp(50, 2_000);
    let mut looks = 0;
    let mut declare = |token: usize, scope: Range<usize>| {
        let name = name(tokens.get(token));
        if !name.is_empty() && bindings.len() < most {
            bindings.push(Binding { name, token, scope });
        }
    };
    // The tokens of a name, or of a list of names, and the place after them.
    let named = |place: usize| match sign(tokens.get(place)) {
        "[" | "(" => (place + 1..brackets.closing(place), brackets.closing(place) + 1),
        _ => (place..place + 1, place + 1),
    };
    for place in 0..tokens.len() {
        if matches!(name(tokens.get(place)), "let" | "for") || sign(tokens.get(place)) == "=>" {
            looks += 1;
        }
        if looks > most {
            break;
        }
        let (names, next) = named(place + 1);
        match (name(tokens.get(place)), sign(tokens.get(place))) {
            ("let", _) if sign(tokens.get(next)) == "=" => {
                let value_end = brackets.end(tokens, place, &[";", ","]);
                let is_followed = sign(tokens.get(value_end)) == ";";
                let end = if is_followed { brackets.end(tokens, value_end, &[","]) } else { value_end };
                names.take(MOST_NAMES).for_each(|token| declare(token, value_end..end));
            }
            ("for", _) if name(tokens.get(next)) == "in" => {
                let block = brackets.end(tokens, next, &["{", ";"]);
                names.take(MOST_NAMES).for_each(|token| declare(token, block..brackets.closing(block)));
            }
            (_, "=>") => {
                let body = place + 1;
                let end = match sign(tokens.get(body)) {
                    "{" => brackets.closing(body),
                    _ => brackets.end(tokens, place, &[",", ";"]),
                };
                let list = brackets.opening(place.wrapping_sub(1));
                for token in list.map_or(place.saturating_sub(1)..place, |open| open + 1..place) {
                    declare(token, body..end);
                }
            }
            _ => {}
        }
    }
    bindings
}

/// The brackets that belong together.
struct Brackets {
    /// For each token, the bracket that closes what it opens, or opens what it closes; for all
    /// others the one that closes what is around.
    other: Vec<usize>,
}

impl Brackets {
    fn of(tokens: &[Token]) -> Brackets {
        let mut other = vec![tokens.len(); tokens.len()];
        let mut open: Vec<usize> = Vec::new();
        for (place, token) in tokens.iter().enumerate() {
            match sign(Some(token)) {
                "(" | "[" | "{" => open.push(place),
                ")" | "]" | "}" => {
                    if let Some(start) = open.pop() {
                        (other[start], other[place]) = (place, start);
                    }
                }
                _ => {}
            }
        }
        Brackets { other }
    }

    /// The token that closes what a token opens; the end if nothing does.
    fn closing(&self, open: usize) -> usize {
        self.other.get(open).copied().unwrap_or(self.other.len())
    }

    /// The token that opens what a token closes.
    fn opening(&self, close: usize) -> Option<usize> {
        self.other.get(close).copied().filter(|open| *open < close)
    }

    /// The first of some signs after a token that stands in no further brackets, or the end of the
    /// brackets around it.
    fn end(&self, tokens: &[Token], from: usize, signs: &[&str]) -> usize {
        let mut place = from + 1;
        while place < tokens.len() {
            match sign(tokens.get(place)) {
                found if signs.contains(&found) => return place,
                ")" | "]" | "}" => return place,
                "(" | "[" | "{" => place = self.closing(place).max(place) + 1,
                _ => place += 1,
            }
        }
        tokens.len()
    }
}
