//! Blanks between the tokens of a formula, as the printer sets them. The tokens stay.

use crate::signs::infix;
use crate::token::{KEYWORDS, Kind, Token, is_infix, scan};

/// Returns a formula, which begins with `=`, with blanks as they are usual, or as it is where it
/// can't be read. Its tokens, and therefore its meaning, stay the same.
///
/// ```
/// use polymerge_formula::spaced;
/// assert_eq!(spaced("=hp-=1 ;seeds.map( x=>x+ 1)", 0), "= hp -= 1; seeds.map(x => x + 1)");
/// assert_eq!(spaced("= score+=1", 2), "=   score += 1");
/// ```
pub fn spaced(text: &str, indent: usize) -> String {
    let Some(body) = text.strip_prefix('=').filter(|body| !body.starts_with('=')) else {
        return text.to_owned();
    };
    let tokens = scan(body);
    if tokens.iter().any(|token| matches!(token.kind, Kind::Unknown)) || tokens.len() < 2 {
        return text.to_owned();
    }
    let mut out = String::from("= ") + &" ".repeat(indent);
    for (place, token) in tokens.iter().enumerate() {
        let before = place.checked_sub(1).and_then(|place| tokens.get(place));
        let further = place.checked_sub(2).and_then(|place| tokens.get(place));
        if before.is_some_and(|before| needs_blank(further, before, token)) {
            out.push(' ');
        }
        out.push_str(&body[token.span.clone()]);
    }
    // A blank may make two tokens of one, such as of a number and its sign.
    let again = scan(&out[1..]);
    let is_same = again.len() == tokens.len()
        && again.iter().zip(&tokens).all(|(new, old)| out[1..][new.span.clone()] == body[old.span.clone()]);
    if is_same { out } else { text.to_owned() }
}

/// Returns true if a blank stands between two tokens. `further` is the one before them.
fn needs_blank(further: Option<&Token>, before: &Token, token: &Token) -> bool {
    let sign = |token: &Token| match token.kind {
        Kind::Sign(sign) => sign,
        _ => "",
    };
    let adjacent = before.span.end == token.span.start;
    match (sign(before), sign(token), &before.kind) {
        _ if matches!(token.kind, Kind::End) => false,
        // `x += 1`: the two signs stand together, or mean something else.
        (first, "=", Kind::Sign(_)) if infix(first).is_some() => !adjacent,
        ("{", "}", _) | ("(" | "[" | "." | "...", ..) | (_, ")" | "]" | "," | ";" | "." | ":", _) => false,
        ("!" | "-", ..) => ends_value(further),
        // A block may end here.
        ("}", "[" | "(", _) => true,
        (_, "[", _) => !ends_value(Some(before)),
        (_, "(", Kind::Name(name)) => {
            KEYWORDS.contains(&name.as_str()) || (is_infix(name) && ends_value(further))
        }
        (_, "(", Kind::Word(_)) => !adjacent,
        (_, "(", _) => !ends_value(Some(before)),
        _ => true,
    }
}

/// Returns true if a value ends with a token.
fn ends_value(token: Option<&Token>) -> bool {
    match token.map(|token| &token.kind) {
        Some(Kind::Name(name)) => !KEYWORDS.contains(&name.as_str()) && !is_infix(name),
        Some(Kind::Constant(_) | Kind::Text(_) | Kind::Word(_)) => true,
        Some(Kind::Sign(sign)) => matches!(*sign, ")" | "]" | "}" | "_"),
        _ => false,
    }
}
