//! 1321: hue by the odd part, lightness by the power of two
//! (docs/spec/display.md, "1321").

use calcarray::{Error, Value};
use num_traits::{One, Zero};

use super::{Brush, Look, hsla, magnitude, number};
use crate::factors::log2;
use crate::view::Shadow;

pub(super) fn draw(_brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    let speed = number(parameters.first()).unwrap_or(1.0);
    let start = number(parameters.get(1)).unwrap_or(0.0);
    let (n, negative) = magnitude(value);
    let (hue, saturation, lightness, darkness) = if n.is_zero() {
        (0.0, 0.0, 50.0, 0.0)
    } else if n.is_one() {
        (0.0, 0.0, 100.0, 0.0)
    } else {
        let exponent = n.trailing_zeros().unwrap_or(0);
        let odd = &n >> exponent;
        let darkness = exponent as f64 * speed + start;
        let lightness = if darkness < 4.8 {
            90.0 - (100.0 / 12.0) * darkness
        } else {
            50.0 * 0.85f64.powf(darkness - 4.8)
        };
        let hue = 300.0 * (log2(&(&odd + 15_u32)) - 4.0);
        (hue, 100.0 * 0.85f64.powf(log2(&odd)), lightness, darkness)
    };
    let color = if negative {
        hsla(hue + 180.0, saturation, 100.0 - lightness)
    } else {
        hsla(hue, saturation, lightness)
    };
    let ink = match (darkness < 4.8, negative) {
        (true, false) => "#2f332f",
        (true, true) => "#d0ccd0",
        (false, false) => "#deeedd",
        (false, true) => "#211122",
    };
    Ok(Look::new().background(color).ink(ink, Shadow::None))
}
