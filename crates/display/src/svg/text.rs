//! Styled text in SVG.

use std::fmt::Write as _;

use calcarray::color::Paint;
use calcarray::html::escape;

use super::gradient::rgba;
use super::paint::color_attributes;
use super::{Canvas, FONT_FAMILY, allowed, number};
use crate::html::{Markup, Piece, Style};
use crate::view::Shadow;

/// Text that is set the same way throughout.
#[derive(Clone, Debug)]
struct Run {
    text: String,
    bold: bool,
    italic: bool,
    line: Option<&'static str>,
    color: Option<Paint>,
    scale: f64,
    /// The height above the line, in font sizes of the whole.
    rise: f64,
}

/// The place, size and alignment of a text as a whole.
pub(super) struct Setting<'a> {
    /// The point that it is aligned to.
    pub x: f64,
    /// The middle of the line.
    pub y: f64,
    /// Font size.
    pub size: f64,
    /// -1 if it starts at `x`, 0 if it has its middle there, 1 if it ends there.
    pub align: i8,
    /// Colour.
    pub color: &'a Paint,
    /// Shadow.
    pub shadow: &'a Shadow,
}

fn runs(pieces: &[Piece], state: &Run, out: &mut Vec<Run>) {
    for piece in pieces {
        match piece {
            Piece::Text(text) if text.is_empty() => {}
            Piece::Text(text) => out.push(Run { text: text.clone(), ..state.clone() }),
            Piece::Styled(style, pieces) => {
                let mut state = state.clone();
                match style {
                    Style::Bold => state.bold = true,
                    Style::NormalWeight => state.bold = false,
                    Style::Italic => state.italic = true,
                    Style::Upright => state.italic = false,
                    Style::Superscript => {
                        state.rise += 0.35 * state.scale;
                        state.scale *= 0.7;
                    }
                    Style::Subscript => {
                        state.rise -= 0.15 * state.scale;
                        state.scale *= 0.7;
                    }
                    Style::Line(line) => state.line = Some(line),
                    Style::Color(color) => state.color = Some(color.clone()),
                    Style::Shadow(..) => {}
                }
                runs(pieces, &state, out);
            }
        }
    }
}

impl Canvas {
    /// Sets a line of text.
    pub(super) fn text(&mut self, markup: &Markup, setting: &Setting<'_>) {
        let state = Run {
            text: String::new(),
            bold: true,
            italic: false,
            line: None,
            color: None,
            scale: 1.0,
            rise: 0.0,
        };
        let mut pieces = Vec::new();
        runs(&markup.0, &state, &mut pieces);
        if pieces.is_empty() || setting.size <= 0.0 || !setting.size.is_finite() {
            return;
        }
        let mut line = String::new();
        let mut rise = 0.0;
        for run in &pieces {
            let mut attributes = String::new();
            if run.rise != rise {
                let _ = write!(attributes, r#" dy="{}""#, number((rise - run.rise) * setting.size));
                rise = run.rise;
            }
            if run.scale != 1.0 {
                let _ = write!(attributes, r#" font-size="{}""#, number(run.scale * setting.size));
            }
            if !run.bold {
                attributes.push_str(r#" font-weight="normal""#);
            }
            if run.italic {
                attributes.push_str(r#" font-style="italic""#);
            }
            if let Some(decoration) = run.line {
                let _ = write!(attributes, r#" text-decoration="{decoration}""#);
            }
            if let Some(color) = run.color.as_ref().and_then(rgba) {
                let _ = write!(attributes, " {}", color_attributes("fill", color));
            }
            let text = escape(&allowed(&run.text));
            if attributes.is_empty() {
                line.push_str(&text);
            } else {
                let _ = write!(line, "<tspan{attributes}>{text}</tspan>");
            }
        }
        let anchor = ["start", "middle", "end"][(setting.align.clamp(-1, 1) + 1) as usize];
        let place = format!(
            r#"x="{}" y="{}" font-size="{}" text-anchor="{anchor}" font-family="{FONT_FAMILY}" font-weight="bold" xml:space="preserve""#,
            number(setting.x),
            number(setting.y + 0.36 * setting.size),
            number(setting.size),
        );
        if let Some(shadow) = shadow_color(setting.shadow) {
            let stroke = color_attributes("stroke", [shadow[0], shadow[1], shadow[2], shadow[3] * 0.55]);
            let width = number(setting.size * 0.12);
            let _ = write!(
                self.body,
                r#"<text {place} fill="none" {stroke} stroke-width="{width}" stroke-linejoin="round">{line}</text>"#
            );
        }
        let color = rgba(setting.color).unwrap_or([0.0, 0.0, 0.0, 1.0]);
        let _ = write!(self.body, "<text {place} {}>{line}</text>", color_attributes("fill", color));
    }
}

/// The colour of a shadow, which is drawn as an outline.
fn shadow_color(shadow: &Shadow) -> Option<[f64; 4]> {
    match shadow {
        Shadow::None => None,
        Shadow::Scaled { color, .. } => rgba(color),
        Shadow::Css(text) => {
            let color = text.split(' ').find(|word| word.starts_with('#')).unwrap_or(text);
            calcarray::color::parse(color).as_ref().and_then(rgba)
        }
    }
}
