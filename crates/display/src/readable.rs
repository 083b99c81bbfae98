//! Styled text as a line of characters that reads the same.

use crate::html::{Markup, Piece, Style};

/// Numbers with more digits after the point than this are shortened.
const LONGEST_FRACTION: usize = 12;

/// The digits after the point that a shortened number keeps.
const KEPT_DECIMALS: usize = 9;

impl Markup {
    /// The text for where nothing can be raised or lowered: `1.26765 × 10^30`,
    /// `a_1`. What binary fractions leave in the last digits of a number that
    /// is not abbreviated (`2.8000000000000003`) is not shown.
    ///
    /// ```
    /// use polymerge_display::{Markup, Piece, Style};
    /// let raised = |text: &str| Piece::Styled(Style::Superscript, vec![Piece::Text(text.into())]);
    /// let number = Markup(vec![Piece::Text("1.26765 × 10".into()), raised("30")]);
    /// assert_eq!(number.readable(), "1.26765 × 10^30");
    /// assert_eq!(number.plain(), "1.26765 × 1030");
    /// ```
    pub fn readable(&self) -> String {
        text(&self.0)
    }

    /// The markup with its numbers as in [`Markup::readable`]: without what
    /// binary fractions leave in their last digits.
    #[must_use]
    pub fn tidied(&self) -> Markup {
        Markup(tidied(&self.0))
    }
}

/// The text of the pieces, with signs for raised and lowered parts.
fn text(pieces: &[Piece]) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.push_str(&without_noise(text)),
            Piece::Styled(Style::Superscript, pieces) => shifted('^', &text(pieces), &mut out),
            Piece::Styled(Style::Subscript, pieces) => shifted('_', &text(pieces), &mut out),
            Piece::Styled(_, pieces) => out.push_str(&text(pieces)),
        }
    }
    out
}

/// The pieces, with numbers in their texts that have no noise.
fn tidied(pieces: &[Piece]) -> Vec<Piece> {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => Piece::Text(without_noise(text)),
        Piece::Styled(style, pieces) => Piece::Styled(style.clone(), tidied(pieces)),
    };
    pieces.iter().map(piece).collect()
}

/// A raised or lowered text; one that is more than a word is put in
/// parentheses.
fn shifted(sign: char, text: &str, out: &mut String) {
    if text.is_empty() {
        return;
    }
    out.push(sign);
    let unsigned = text.strip_prefix(['-', '−', '+']).unwrap_or(text);
    if unsigned.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | ',')) {
        out.push_str(text);
    } else {
        out.push('(');
        out.push_str(text);
        out.push(')');
    }
}

/// The text with its very long decimal fractions rounded.
fn without_noise(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        let whole = digits(number);
        let fraction = number[whole..].strip_prefix('.').map_or(0, digits);
        let end = whole + if fraction > 0 { 1 + fraction } else { 0 };
        out.push_str(before);
        out.push_str(&rounded(&number[..end], fraction));
        rest = &number[end..];
    }
    out + rest
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn rounded(number: &str, fraction: usize) -> String {
    match number.parse::<f64>() {
        Ok(value) if fraction > LONGEST_FRACTION => {
            let text = format!("{value:.KEPT_DECIMALS$}");
            // A number that would become 0 keeps its digits.
            if value != 0.0 && text.bytes().all(|c| matches!(c, b'0' | b'.')) {
                return number.to_owned();
            }
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        _ => number.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::read_html;
    use crate::text::{Written, evaluate_text};

    #[test]
    fn powers_and_indices_can_be_told_from_digits() {
        for (html, expected) in [
            ("10<sup>3</sup>", "10^3"),
            ("10<sup>-3</sup>", "10^-3"),
            ("2<sup>10,000</sup>", "2^10,000"),
            ("x<sup>n+1</sup>", "x^(n+1)"),
            ("2<sup>2<sup>5</sup></sup>", "2^(2^5)"),
            ("x<sub>1</sub><sup>2</sup>", "x_1^2"),
            ("<b>1.5 × 10<sup>30</sup></b>", "1.5 × 10^30"),
            ("1<sup></sup>", "1"),
            ("<i>plain</i> 12", "plain 12"),
        ] {
            assert_eq!(written(html), expected, "{html}");
        }
    }

    #[test]
    fn numbers_are_free_of_noise() {
        for (text, expected) in [
            ("2.8000000000000003 s", "2.8 s"),
            ("-0.30000000000000004", "-0.3"),
            ("0.1 and 0.7999999999999999.", "0.1 and 0.8."),
            ("3.141592653589793", "3.141592654"),
            ("1.9999999999999998e+21", "2e+21"),
            ("0.0000000000000002", "0.0000000000000002"),
            ("1,234.567", "1,234.567"),
            ("12345678901234567890", "12345678901234567890"),
            ("v1.2.3", "v1.2.3"),
            ("5.", "5."),
            ("日本 2", "日本 2"),
        ] {
            assert_eq!(without_noise(text), expected, "{text}");
        }
    }

    #[test]
    fn styles_stay_where_numbers_are_tidied() {
        let noise = || Piece::Text("2.8000000000000003".into());
        let seconds = Piece::Text(" s".into());
        let markup = Markup(vec![noise(), Piece::Styled(Style::Superscript, vec![noise()]), seconds]);
        assert_eq!(markup.tidied().to_html(true), "2.8<sup>2.8</sup> s");
    }

    fn written(html: &str) -> String {
        let expression = read_html(html).unwrap();
        let mut meter = calcarray::Meter::new(calcarray::Limits::default());
        let mut host = calcarray::host::NoGame::default();
        let mut stage = crate::stage::Stage::new(&mut host, &mut meter, false);
        let variables = calcarray::Variables::default();
        let scope = calcarray::color::Scope::new(&variables);
        match evaluate_text(&mut stage, &expression, &scope, false).unwrap() {
            Written::Markup(markup) => markup.readable(),
            Written::Value(value) => Markup::plain_text(format!("{value:?}")).readable(),
        }
    }
}
