//! Looks as CSS and HTML that are safe to put into a page, even if the mode is a
//! stranger's.

use polymerge_display::{Markup, Piece, Style};

use calcarray::color::{FUNCTIONS, Paint};
use calcarray::html::escape;

/// A paint as a CSS background; `None` if it could be anything but colours
/// and gradients.
///
/// ```
/// use polymerge::calc::color::Paint;
/// use polymerge::painter::paint;
/// assert_eq!(paint(&Paint::css("#ff0000")).as_deref(), Some("#ff0000"));
/// assert_eq!(paint(&Paint::css("url(https://example.invalid)")), None);
/// ```
pub fn paint(paint: &Paint) -> Option<String> {
    declaration(&paint.to_css())
}

/// A value of a declaration, if there is nothing in it but words, numbers,
/// and colours.
pub fn declaration(text: &str) -> Option<String> {
    let allowed = |character: char| character.is_ascii_alphanumeric() || " #(),.%+-/".contains(character);
    if !text.chars().all(allowed) || text.contains("//") {
        return None;
    }
    for (at, _) in text.match_indices('(') {
        let before = &text[..at];
        let name = before.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).next().unwrap_or("");
        if !FUNCTIONS.contains(&name.to_ascii_lowercase().as_str()) {
            return None;
        }
    }
    (!text.trim().is_empty()).then(|| text.to_owned())
}

/// Text as HTML: elements `b i sup sub span`, everything else escaped.
///
/// ```
/// use polymerge::advanced::display::Markup;
/// use polymerge::painter::html;
/// assert_eq!(html(&Markup::plain_text("1 < 2")), "1 &lt; 2");
/// ```
pub fn html(markup: &Markup) -> String {
    let mut out = String::new();
    write(&markup.0, &mut out);
    out
}

fn write(pieces: &[Piece], out: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.push_str(&escape(text)),
            Piece::Styled(style, pieces) => {
                let element = element(style);
                if let Some((open, _)) = &element {
                    out.push_str(open);
                }
                write(pieces, out);
                if let Some((_, close)) = element {
                    out.push_str(close);
                }
            }
        }
    }
}

/// The tags of a style; `None` if it can't be shown.
fn element(style: &Style) -> Option<(String, &'static str)> {
    let span = |declaration: String| (format!("<span style=\"{declaration}\">"), "</span>");
    Some(match style {
        Style::Bold => ("<b>".into(), "</b>"),
        Style::Italic => ("<i>".into(), "</i>"),
        Style::Superscript => ("<sup>".into(), "</sup>"),
        Style::Subscript => ("<sub>".into(), "</sub>"),
        Style::NormalWeight => span("font-weight:normal".into()),
        Style::Upright => span("font-style:normal".into()),
        Style::Line(line) => span(format!("text-decoration:{line}")),
        Style::Color(color) => span(format!("color:{}", paint(color)?)),
        Style::Shadow(lengths, color) => {
            let lengths: Vec<f64> = lengths.iter().map(|text| text.parse().ok()).collect::<Option<_>>()?;
            let [dx, dy, blur] = lengths[..] else { return None };
            span(format!("text-shadow:{dx}px {dy}px {blur}px {}", paint(color)?))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_and_gradients_come_through() {
        for (text, safe) in [
            ("#123456", true),
            ("hsla(60, 100%, 50%, 1)", true),
            ("linear-gradient(90deg, rgba(255, 0, 0, 1) 0% 30%, red)", true),
            ("URL(x)", false),
            ("url (x)", false),
            ("red; background: url(x)", false),
            ("image-set(x)", false),
            ("red'/><script>", false),
            ("\\75rl(x)", false),
            ("", false),
        ] {
            assert_eq!(declaration(text).is_some(), safe, "{text}");
        }
    }

    #[test]
    fn markup_of_strangers_stays_text() {
        let evil = Paint::css("red\"><img src=x onerror=alert(1)>");
        let markup = Markup(vec![
            Piece::Styled(Style::Color(evil), vec![Piece::Text("<i>\"a\"</i>".into())]),
            Piece::Styled(Style::Color(Paint::css("#ff0000")), vec![Piece::Text("b".into())]),
            Piece::Styled(
                Style::Shadow(["1".into(), "x;".into(), "0".into()], Paint::css("red")),
                vec![Piece::Text("c".into())],
            ),
        ]);
        assert_eq!(html(&markup), "&lt;i&gt;&quot;a&quot;&lt;/i&gt;<span style=\"color:#ff0000\">b</span>c");
    }
}
