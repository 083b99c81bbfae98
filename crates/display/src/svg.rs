//! Pictures of boards and tiles as SVG.
//!
//! The pictures need no style sheet and no script. Text is set in
//! [`FONT_FAMILY`]; widths are not measured, so another font does no harm.

mod board;
pub(crate) mod gradient;
mod paint;
mod text;
mod tile;

pub use board::{Parts, board, gallery, tile};

/// The fonts that texts ask for, the first that is there.
pub const FONT_FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

use std::fmt::Write as _;

/// A picture being written.
struct Canvas {
    body: String,
    ids: usize,
    /// The prefix of the names in it.
    prefix: String,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rect {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Rect {
    fn new(x: f64, y: f64, width: f64, height: f64) -> Rect {
        Rect { x, y, width, height }
    }

    /// A rectangle of this size with its corner at the origin.
    fn at_origin(self) -> Rect {
        Rect { x: 0.0, y: 0.0, ..self }
    }
}

/// A number of an SVG attribute: three decimals are enough, and NaN is not
/// allowed.
fn number(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns a text in one line, with nothing that XML does not allow even if it is escaped.
fn allowed(text: &str) -> String {
    let allowed = text.chars().map(|character| match character {
        '\n' | '\t' => ' ',
        control if control.is_control() || matches!(control, '\u{fffe}' | '\u{ffff}') => '\u{fffd}',
        other => other,
    });
    allowed.collect()
}

impl Canvas {
    fn new() -> Canvas {
        Canvas::named("")
    }

    fn named(prefix: &str) -> Canvas {
        Canvas { body: String::new(), ids: 0, prefix: prefix.to_owned() }
    }

    fn push(&mut self, element: &str) {
        self.body.push_str(element);
    }

    /// A name that is not used yet.
    fn id(&mut self, kind: &str) -> String {
        self.ids += 1;
        format!("{}{kind}{}", self.prefix, self.ids)
    }

    /// Clips the output of `draw` to a rectangle whose corner is the origin.
    fn within(&mut self, rect: Rect, draw: impl FnOnce(&mut Canvas)) {
        let [x, y, w, h] = [rect.x, rect.y, rect.width, rect.height].map(number);
        let _ = write!(self.body, r#"<svg x="{x}" y="{y}" width="{w}" height="{h}">"#);
        draw(self);
        self.push("</svg>");
    }

    /// The whole document.
    fn finish(self, width: f64, height: f64) -> String {
        let (w, h) = (number(width), number(height));
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}">{}</svg>"#,
            self.body
        )
    }
}
