//! Colour expressions: evaluating, rotating and converting them, and reading
//! CSS text back (docs/spec/display.md, "Colour expressions").
//!
//! Evaluating gives a structured [`Paint`]; [`Paint::to_css`] writes it as the
//! operators `evaluateColor` and the web do.
//!
//! ```
//! use calcarray::color::{Color, Paint};
//! let red = Paint::from(Color::hsla(0.0, 100.0, 50.0, 1.0));
//! assert_eq!(red.rotated(60.0, false).to_css(), "hsla(60, 100%, 50%, 1)");
//! ```

mod channels;
mod convert;
mod css;
mod deevaluate;
mod expression;
mod paint;
mod parse;
mod rotation;
mod scope;
mod words;

pub use channels::{hsl_to_rgb, hsv_to_hsl, read_hex, rgb_to_hsl};
pub use convert::convert;
pub use deevaluate::deevaluate;
pub use expression::evaluate;
pub use paint::{Color, Edge, Function, Gradient, Kind, Paint, Preamble, Spelling, Stop};
pub use parse::{FUNCTIONS, parse};
pub use rotation::rotate;
pub use scope::{Evaluate, Scope};
pub use words::{System, gradient_words};
