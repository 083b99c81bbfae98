//! Paints: the values of colour expressions.

use std::borrow::Cow;

use super::channels::{hsl_to_rgb, value_to_lightness};
use crate::value::Value;

/// The paint of a surface.
#[derive(Clone, Debug, PartialEq)]
pub enum Paint {
    /// One colour, by channels.
    Color(Color),
    /// A gradient.
    Gradient(Box<Gradient>),
    /// Several layers, the first on top.
    List(Vec<Paint>),
    /// Text that was passed through unchanged: `#ff0000`, the name of a
    /// colour, anything a mode's author wrote.
    Css(Cow<'static, str>),
    /// A colour expression may come to any value; such a thing is kept.
    Other(Value),
}

/// The colour function of CSS that names and writes the channels of a [`Color`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Red, green and blue, 0 to 255.
    Rgb,
    /// Red, green, blue and alpha.
    Rgba,
    /// Hue in degrees, saturation and lightness in percent.
    Hsl,
    /// Hue, saturation, lightness and alpha.
    Hsla,
}

/// A colour by channels, neither rounded nor clamped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Color {
    /// The meaning of the channels.
    pub function: Function,
    /// The three channels.
    pub channels: [f64; 3],
    /// Opacity, 0 to 1; opaque if it isn't written.
    pub alpha: Option<f64>,
}

impl Color {
    /// A colour by hue, saturation, lightness and alpha.
    pub const fn hsla(hue: f64, saturation: f64, lightness: f64, alpha: f64) -> Color {
        Color { function: Function::Hsla, channels: [hue, saturation, lightness], alpha: Some(alpha) }
    }

    /// A colour by hue, saturation, value and alpha; kept as hue, saturation
    /// and lightness (docs/spec/display.md, "HSVA to HSLA in evaluation").
    pub fn hsva(hue: f64, saturation: f64, value: f64, alpha: f64) -> Color {
        let [saturation, lightness] = value_to_lightness(saturation, value);
        Color::hsla(hue, saturation, lightness, alpha)
    }

    /// A colour by red, green, blue and alpha.
    pub const fn rgba(red: f64, green: f64, blue: f64, alpha: f64) -> Color {
        Color { function: Function::Rgba, channels: [red, green, blue], alpha: Some(alpha) }
    }

    /// An opaque colour by red, green and blue.
    pub const fn rgb(red: f64, green: f64, blue: f64) -> Color {
        Color { function: Function::Rgb, channels: [red, green, blue], alpha: None }
    }

    /// Red, green and blue (0 to 255, not rounded) and alpha.
    pub fn to_rgba(self) -> [f64; 4] {
        let [red, green, blue] = match self.function {
            Function::Rgb | Function::Rgba => self.channels,
            Function::Hsl | Function::Hsla => hsl_to_rgb(self.channels),
        };
        [red, green, blue, self.alpha.unwrap_or(1.0)]
    }

    /// Returns this colour with another alpha.
    #[must_use]
    pub fn with_alpha(self, alpha: f64) -> Color {
        Color { alpha: Some(alpha), ..self }
    }
}

/// The three kinds of gradients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Along a line.
    Linear,
    /// From a centre outwards.
    Radial,
    /// Around a centre.
    Conic,
}

/// The place of the last colour of a radial gradient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Edge {
    FarthestCorner,
    FarthestSide,
    ClosestCorner,
    ClosestSide,
}

/// The part of a gradient before its colours.
#[derive(Clone, Debug, PartialEq)]
pub enum Preamble {
    /// Nothing.
    None,
    /// Direction or starting angle in degrees.
    Angle(f64),
    /// Shape and place of a radial gradient; the place in percent.
    #[allow(missing_docs)]
    Radial { x: f64, y: f64, circle: bool, edge: Edge },
    /// Starting angle and place of a conic gradient. Without an angle it
    /// starts at the top, and the angle isn't written.
    #[allow(missing_docs)]
    Conic { angle: Option<f64>, x: f64, y: f64 },
    /// Anything else, as it was written.
    Css(Cow<'static, str>),
}

/// A colour of a gradient with the positions it stands at: percent, or
/// degrees for conic gradients.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// The colour.
    pub paint: Paint,
    /// None, one, or two (a band).
    pub at: Vec<f64>,
}

/// Peculiarities of how a gradient is spelled, which change nothing about how
/// it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Spelling {
    /// None.
    #[default]
    Usual,
    /// The final parenthesis is missing; CSS supplies it.
    Unclosed,
    /// Writes no space between the first colour and its position.
    Tight,
    /// The first position in percent, even where degrees are usual.
    Percent,
}

/// A gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// The kind of gradient.
    pub kind: Kind,
    /// True if the colours start over after the last one.
    pub repeating: bool,
    /// Angle, place and shape.
    pub preamble: Preamble,
    /// The colours.
    pub stops: Vec<Stop>,
    /// The spelling.
    pub spelling: Spelling,
}

impl Gradient {
    /// A gradient without colours.
    pub fn new(kind: Kind) -> Gradient {
        Gradient {
            kind,
            repeating: false,
            preamble: Preamble::None,
            stops: Vec::new(),
            spelling: Spelling::Usual,
        }
    }

    /// A linear gradient from top to bottom.
    pub fn linear() -> Gradient {
        Gradient::new(Kind::Linear)
    }

    /// A radial gradient from the middle.
    pub fn radial() -> Gradient {
        Gradient::new(Kind::Radial)
    }

    /// A conic gradient around the middle.
    pub fn conic() -> Gradient {
        Gradient::new(Kind::Conic)
    }

    /// Returns this gradient, starting over after its last colour.
    #[must_use]
    pub fn repeating(mut self) -> Gradient {
        self.repeating = true;
        self
    }

    /// Returns this gradient with a direction or starting angle.
    #[must_use]
    pub fn angle(mut self, degrees: f64) -> Gradient {
        self.preamble = Preamble::Angle(degrees);
        self
    }

    /// Returns this gradient, spelled so.
    #[must_use]
    pub fn spelled(mut self, spelling: Spelling) -> Gradient {
        self.spelling = spelling;
        self
    }

    /// Returns this gradient with one more colour.
    #[must_use]
    pub fn stop(mut self, paint: impl Into<Paint>, at: &[f64]) -> Gradient {
        self.push(paint, at);
        self
    }

    /// Returns this gradient with more colours that stand at no particular position.
    #[must_use]
    pub fn colors(mut self, paints: impl IntoIterator<Item = Paint>) -> Gradient {
        self.stops.extend(paints.into_iter().map(|paint| Stop { paint, at: Vec::new() }));
        self
    }

    /// Adds a colour.
    pub fn push(&mut self, paint: impl Into<Paint>, at: &[f64]) {
        self.stops.push(Stop { paint: paint.into(), at: at.to_vec() });
    }

    /// Returns this gradient with its positions drawn together as hexagonal tiles need it
    /// (docs/spec/display.md, "Gradients").
    #[must_use]
    pub fn scaled_for_hexagon(mut self) -> Gradient {
        for stop in &mut self.stops {
            for at in &mut stop.at {
                *at = self.kind.on_hexagon(*at);
            }
        }
        self
    }
}

impl Kind {
    /// A position as it is on a hexagonal tile (docs/spec/display.md,
    /// "Gradients").
    pub fn on_hexagon(self, position: f64) -> f64 {
        match self {
            Kind::Linear => 50.0 + (position - 50.0) * 3f64.sqrt() / 2.0,
            Kind::Radial => position * 0.75,
            Kind::Conic => position,
        }
    }
}

impl Paint {
    /// Text passed through unchanged.
    pub const fn css(text: &'static str) -> Paint {
        Paint::Css(Cow::Borrowed(text))
    }

    /// Returns true if the paint is drawn as an image rather than filled with one colour.
    pub fn is_image(&self) -> bool {
        match self {
            Paint::Color(_) => false,
            Paint::Gradient(_) => true,
            Paint::List(paints) => paints.iter().any(Paint::is_image),
            Paint::Css(text) => text.contains("gradient"),
            Paint::Other(value) => {
                matches!(value, Value::Text(text) if text.to_string_lossy().contains("gradient"))
            }
        }
    }
}

impl From<Color> for Paint {
    fn from(color: Color) -> Paint {
        Paint::Color(color)
    }
}

impl From<Gradient> for Paint {
    fn from(gradient: Gradient) -> Paint {
        Paint::Gradient(Box::new(gradient))
    }
}

impl From<&'static str> for Paint {
    fn from(text: &'static str) -> Paint {
        Paint::css(text)
    }
}
