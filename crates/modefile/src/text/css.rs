//! Colours as CSS writes them: what can't be one.

use calcarray::color::{self, FUNCTIONS};

use crate::text::colour_names::names;
use crate::text::nearest::nearest;

/// The reason why a text is no colour, and a hint.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub message: String,
    pub help: Option<String>,
    /// True if it is a slip that browsers ignore: some modes of the original site have colours with
    /// a digit too few.
    pub is_slip: bool,
}

fn fault<T>(message: impl Into<String>, help: Option<String>) -> Result<T, Fault> {
    Err(Fault { message: message.into(), help, is_slip: false })
}

/// Functions whose values are looked at here.
const CHANNELS: [&str; 4] = ["rgb", "rgba", "hsl", "hsla"];
/// Functions that browsers know besides those of colours and gradients.
const OTHERS: [&str; 7] = ["light-dark", "device-cmyk", "var", "url", "image", "image-set", "cross-fade"];

fn is_gradient(name: &str) -> bool {
    name.ends_with("-gradient") && FUNCTIONS.contains(&name)
}

/// Checks that a text can be a colour, a gradient, or several of them one on another.
pub(crate) fn colour(text: &str) -> Result<(), Fault> {
    if text.starts_with('@') {
        let help = "a computed colour is a list: [\"@CalcArray\", …]";
        return fault(format!("`{text}` is not a colour: a text is taken as it is"), Some(help.to_owned()));
    }
    split(text, ',').into_iter().try_for_each(|part| one(part.trim()))
}

/// Checks that all colours in a CSS text of several words are valid, such as in a shadow or a
/// border.
pub(crate) fn words(text: &str) -> Result<(), Fault> {
    let tokens = split(text, ',').into_iter().flat_map(|part| split(part, ' '));
    tokens.filter(|token| token.starts_with('#') || is_coloured(token)).try_for_each(one)
}

/// Returns true if a text can be a shadow at all: none, or with lengths.
pub(crate) fn is_shadow(text: &str) -> bool {
    let word = text.trim();
    ["none", "inherit", "initial", "unset"].contains(&word)
        || (!word.starts_with('@') && word.contains(|letter: char| letter.is_ascii_digit()))
}

/// Checks that the digits after `#` could at least be a part of a colour. The text may be put
/// together of several.
pub(crate) fn part(text: &str) -> Result<(), Fault> {
    match text.strip_prefix('#') {
        Some(digits) if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => one(text),
        _ => Ok(()),
    }
}

fn is_coloured(token: &str) -> bool {
    let name = token.split('(').next().unwrap_or_default();
    token.contains('(') && (CHANNELS.contains(&name) || is_gradient(name))
}

fn one(text: &str) -> Result<(), Fault> {
    if let Some(digits) = text.strip_prefix('#') {
        let help = "3, 4, 6 or 8 digits of 0 to 9 and a to f follow the #";
        if color::parse(text).is_some() {
            return Ok(());
        }
        let is_slip = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        return Err(Fault {
            message: format!("`{text}` is not a colour"),
            help: Some(help.to_owned()),
            is_slip,
        });
    }
    if let Some((name, inside)) = text.split_once('(') {
        return function(name.trim(), inside);
    }
    let lower = text.to_ascii_lowercase();
    let known = |word: &str| names().any(|name| name == word);
    let mut tokens = lower.split_ascii_whitespace();
    // Several words may say where and how a background lies, too.
    if tokens.clone().count() > 1 && tokens.any(known) || known(&lower) {
        return Ok(());
    }
    let meant = nearest(&lower, names());
    fault(format!("`{text}` is not a colour"), meant.map(|meant| format!("did you mean `{meant}`?")))
}

fn function(name: &str, inside: &str) -> Result<(), Fault> {
    // A missing parenthesis at the end is supplied by browsers.
    let inside = inside.rsplit_once(')').map_or(inside, |(inside, _)| inside);
    let lower = name.to_ascii_lowercase();
    if CHANNELS.contains(&lower.as_str()) {
        return channels(&lower, inside);
    }
    if is_gradient(&lower) {
        return gradient(&lower, inside);
    }
    let known = || FUNCTIONS.into_iter().chain(OTHERS);
    if known().any(|name| name == lower) || lower.starts_with('-') || lower.contains(' ') {
        return Ok(());
    }
    let meant = nearest(&lower, known()).map(|meant| format!("did you mean `{meant}`?"));
    fault(format!("there is no colour `{name}(…)`"), meant)
}

/// Three channels, and how opaque the colour is.
fn channels(name: &str, inside: &str) -> Result<(), Fault> {
    // What is computed there, or changes another colour, is for browsers to see.
    if inside.contains('(') || inside.trim_start().starts_with("from ") {
        return Ok(());
    }
    let values: Vec<&str> = inside.split([',', ' ', '/']).filter(|value| !value.is_empty()).collect();
    if !(3..=4).contains(&values.len()) {
        return fault(format!("`{name}` takes 3 or 4 values, not {}", values.len()), None);
    }
    match values.iter().find(|value| !is_amount(value)) {
        Some(value) => fault(format!("`{value}` in `{name}(…)` is not a number"), None),
        None => Ok(()),
    }
}

/// A number with or without a unit.
pub(crate) fn is_amount(text: &str) -> bool {
    let units = ["%", "deg", "grad", "rad", "turn"];
    let number = units.iter().find_map(|unit| text.strip_suffix(unit)).unwrap_or(text);
    text == "none" || calcarray::number::parse(number).is_some_and(f64::is_finite)
}

fn gradient(name: &str, inside: &str) -> Result<(), Fault> {
    if inside.trim().is_empty() {
        return fault(format!("`{name}` needs colours"), None);
    }
    for (place, stop) in split(inside, ',').into_iter().enumerate() {
        self::stop(stop.trim(), place == 0)?;
    }
    Ok(())
}

/// One of the parts of a gradient: a colour with its places, a place between
/// two colours, or before all of them, where the gradient goes.
pub(crate) fn stop(text: &str, is_first: bool) -> Result<(), Fault> {
    let is_place = |first: char| first.is_ascii_digit() || matches!(first, '-' | '+' | '.');
    if text.starts_with(is_place) || (is_first && is_preamble(text)) {
        return Ok(());
    }
    one(split(text, ' ').first().copied().unwrap_or_default())
}

/// Returns true if a part of a gradient gives its direction or shape instead of a colour.
fn is_preamble(text: &str) -> bool {
    let first = text.split(' ').next().unwrap_or_default();
    let words = [
        "to",
        "from",
        "at",
        "in",
        "circle",
        "ellipse",
        "closest-side",
        "closest-corner",
        "farthest-side",
        "farthest-corner",
    ];
    words.contains(&first) || first.starts_with("calc(")
}

/// The parts of a text between separators outside of parentheses.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut depth = 0_usize;
    let parts = text.split(|letter: char| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && letter == separator
    });
    // A space between a function and its positions may be missing.
    let end = |part: &str| match (separator, part.find('('), part.rfind(')')) {
        (' ', Some(_), Some(close)) => close + 1,
        _ => part.len(),
    };
    parts.map(|part| &part[..end(part)]).filter(|part| separator == ',' || !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_what_is_none() {
        // text, and what is wrong with it
        let cases = [
            ("#fff", ""),
            ("#f0c0", ""),
            ("#f0c040", ""),
            ("#F0C04080", ""),
            ("red", ""),
            ("RebeccaPurple", ""),
            ("transparent", ""),
            ("rgb(1, 2, 3)", ""),
            ("rgba(1 2 3 / 50%)", ""),
            ("hsla(120.5, 100%, 50%, 0.5)", ""),
            ("hsl(120deg 100% 50%)", ""),
            ("rgb(from red r g b)", ""),
            ("rgb(calc(1 + 2), 2, 3)", ""),
            ("oklch(40% 0.27 20)", ""),
            ("linear-gradient(#fff, #cde)", ""),
            ("linear-gradient(90deg, #fff 0% 30%, hsl(240, 100%, 50%)30%", ""),
            ("radial-gradient(circle at 50% 50%, red, 30%, blue)", ""),
            ("conic-gradient(from 45deg, #000 0deg 90deg, #fff 90deg)", ""),
            ("linear-gradient(#f00, #0000), linear-gradient(to right, red, blue)", ""),
            ("", "`` is not a colour"),
            ("#", "`#` is not a colour"),
            ("#gg", "`#gg` is not a colour"),
            ("#ff", "`#ff` is not a colour"),
            ("#fffff", "`#fffff` is not a colour"),
            ("#gggggg", "`#gggggg` is not a colour"),
            ("#ffffffffff", "`#ffffffffff` is not a colour"),
            ("f0c040", "`f0c040` is not a colour"),
            ("rde", "`rde` is not a colour"),
            ("false", "`false` is not a colour"),
            ("@GVar 0", "`@GVar 0` is not a colour: a text is taken as it is"),
            ("rgb(1, 2)", "`rgb` takes 3 or 4 values, not 2"),
            ("rgb(1, x, 3)", "`x` in `rgb(…)` is not a number"),
            ("hsl()", "`hsl` takes 3 or 4 values, not 0"),
            ("rbg(1, 2, 3)", "there is no colour `rbg(…)`"),
            ("linear-gradient()", "`linear-gradient` needs colours"),
            ("linear-gradient(#gg, #fff)", "`#gg` is not a colour"),
            ("linear-gradient(90deg, #fff, blu)", "`blu` is not a colour"),
            ("linear-gradeint(#fff, #000)", "there is no colour `linear-gradeint(…)`"),
            ("conic-gradient(#fff, rgb(1, 2))", "`rgb` takes 3 or 4 values, not 2"),
            ("red, #gg", "`#gg` is not a colour"),
        ];
        for (text, expected) in cases {
            let found = colour(text).err().map(|fault| fault.message).unwrap_or_default();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_wrong_number_of_digits_is_a_slip() {
        for (text, expected) in [("#00000", true), ("#ff", true), ("#", false), ("#gg", false), ("x", false)]
        {
            assert_eq!(colour(text).unwrap_err().is_slip, expected, "{text}");
        }
    }

    #[test]
    fn colours_among_other_words() {
        let cases = [
            ("none", true),
            ("0px 0px 5px #000", true),
            ("1px 1px rgba(0, 0, 0, 0.5), 2px 2px #fff", true),
            ("thick solid tomato", true),
            ("0px 0px 5px #gg", false),
            ("1px 1px rgba(0, 0)", false),
        ];
        for (text, expected) in cases {
            assert_eq!(words(text).is_ok(), expected, "{text}");
        }
        for (text, expected) in [("#", true), ("#f", true), ("f", true), ("#gg", false), ("#ff (", false)] {
            assert_eq!(part(text).is_ok(), expected, "{text}");
        }
    }
}
