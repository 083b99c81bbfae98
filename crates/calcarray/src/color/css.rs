//! Paints as CSS text.

use std::fmt::{self, Write};

use super::paint::{Color, Edge, Function, Gradient, Kind, Paint, Preamble, Spelling};
use crate::convert;
use crate::limits::{Limits, Meter};
use crate::value::Value;

impl Paint {
    /// The CSS text: a colour, a gradient, or gradients joined by commas.
    ///
    /// Numbers are written as ECMAScript writes them and never rounded. Out of
    /// range numbers give text that no browser accepts (`NaN%`); it stands for
    /// "not set" (docs/spec/display.md, "Conventions").
    pub fn to_css(&self) -> String {
        let mut css = String::new();
        // Writing to a String can't fail.
        let _ = self.write(&mut css);
        css
    }

    fn write(&self, out: &mut impl Write) -> fmt::Result {
        match self {
            Paint::Color(color) => color.write(out),
            Paint::Gradient(gradient) => gradient.write(out),
            Paint::List(paints) => {
                for (index, paint) in paints.iter().enumerate() {
                    if index > 0 {
                        out.write_str(", ")?;
                    }
                    paint.write(out)?;
                }
                Ok(())
            }
            Paint::Css(text) => out.write_str(text),
            Paint::Other(value) => out.write_str(&plain_text(value)),
        }
    }
}

impl fmt::Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// A value as text the way the language joins and prints values.
fn plain_text(value: &Value) -> String {
    let mut meter = Meter::new(Limits::default());
    convert::to_text(value, &mut meter).map(|text| text.to_string_lossy()).unwrap_or_default()
}

impl Color {
    fn write(&self, out: &mut impl Write) -> fmt::Result {
        let (name, percent) = match self.function {
            Function::Rgb => ("rgb(", ""),
            Function::Rgba => ("rgba(", ""),
            Function::Hsl => ("hsl(", "%"),
            Function::Hsla => ("hsla(", "%"),
        };
        let [a, b, c] = self.channels;
        out.write_str(name)?;
        number(out, a)?;
        out.write_str(", ")?;
        number(out, b)?;
        out.write_str(percent)?;
        out.write_str(", ")?;
        number(out, c)?;
        out.write_str(percent)?;
        if let Some(alpha) = self.alpha {
            out.write_str(", ")?;
            number(out, alpha)?;
        }
        out.write_char(')')
    }
}

fn number(out: &mut impl Write, value: f64) -> fmt::Result {
    out.write_str(ryu_js::Buffer::new().format(value))
}

impl Kind {
    /// The name as CSS has it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Linear => "linear-gradient",
            Kind::Radial => "radial-gradient",
            Kind::Conic => "conic-gradient",
        }
    }
}

impl Edge {
    /// All four, by the number that `@GradientDetails` uses.
    pub const ALL: [Edge; 4] =
        [Edge::FarthestCorner, Edge::FarthestSide, Edge::ClosestCorner, Edge::ClosestSide];

    /// The name as CSS has it.
    pub fn name(self) -> &'static str {
        match self {
            Edge::FarthestCorner => "farthest-corner",
            Edge::FarthestSide => "farthest-side",
            Edge::ClosestCorner => "closest-corner",
            Edge::ClosestSide => "closest-side",
        }
    }
}

impl Gradient {
    fn write(&self, out: &mut impl Write) -> fmt::Result {
        if self.repeating {
            out.write_str("repeating-")?;
        }
        out.write_str(self.kind.name())?;
        out.write_char('(')?;
        let mut comma = true;
        match &self.preamble {
            Preamble::None => comma = false,
            Preamble::Angle(angle) => {
                if self.kind == Kind::Conic {
                    out.write_str("from ")?;
                }
                number(out, *angle)?;
                out.write_str("deg")?;
            }
            Preamble::Radial { x, y, circle, edge } => {
                out.write_str(if *circle { "circle " } else { "ellipse " })?;
                out.write_str(edge.name())?;
                write_place(out, *x, *y)?;
            }
            Preamble::Conic { angle, x, y } => match angle {
                Some(angle) => {
                    out.write_str("from ")?;
                    number(out, *angle)?;
                    out.write_str("deg")?;
                    write_place(out, *x, *y)?;
                }
                None => {
                    out.write_str("at ")?;
                    write_percent_pair(out, *x, *y)?;
                }
            },
            Preamble::Css(text) => out.write_str(text)?,
        }
        let unit = if self.kind == Kind::Conic { "deg" } else { "%" };
        for (place, stop) in self.stops.iter().enumerate() {
            if comma {
                out.write_str(", ")?;
            }
            comma = true;
            stop.paint.write(out)?;
            for (index, at) in stop.at.iter().enumerate() {
                if index > 0 || place > 0 || self.spelling != Spelling::Tight {
                    out.write_char(' ')?;
                }
                number(out, *at)?;
                let first = index == 0 && place == 0;
                out.write_str(if first && self.spelling == Spelling::Percent { "%" } else { unit })?;
            }
        }
        if self.spelling == Spelling::Unclosed {
            return Ok(());
        }
        out.write_char(')')
    }
}

fn write_place(out: &mut impl Write, x: f64, y: f64) -> fmt::Result {
    out.write_str(" at ")?;
    write_percent_pair(out, x, y)
}

fn write_percent_pair(out: &mut impl Write, x: f64, y: f64) -> fmt::Result {
    number(out, x)?;
    out.write_str("% ")?;
    number(out, y)?;
    out.write_char('%')
}
