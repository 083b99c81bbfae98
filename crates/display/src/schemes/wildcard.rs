//! Wildcard 2048: a tile as the powers of two that it is the sum of
//! (docs/spec/display.md, "Wildcard 2048").

use std::borrow::Cow;

use calcarray::color::{Gradient, Paint};
use calcarray::{Error, Value};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use super::{Brush, Look, hsla, magnitude};
use crate::text::truthy;
use crate::view::Shadow;

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    let (n, negative) = magnitude(value);
    brush.meter.array(n.bits() as usize)?;
    let exponents: Vec<u64> = (0..n.bits()).filter(|bit| n.bit(*bit)).collect();
    let color = |exponent: u64| match brush.tables.wildcard_colors.get(exponent as usize) {
        Some(color) => Paint::Css(Cow::Owned(color.clone())),
        None => {
            let e = exponent as f64;
            hsla(520.0 - 15.0 * e, 100.0, 36.0 * 0.9f64.powf(e - 20.0)).into()
        }
    };
    let mut colors: Vec<Paint> = exponents.iter().map(|exponent| color(*exponent)).collect();
    if colors.is_empty() {
        colors.push(Paint::css("#ffffff"));
    }
    let mut gradient = Gradient::linear().angle(90.0);
    let count = colors.len() as f64;
    for (index, color) in colors.into_iter().enumerate() {
        let color = if negative { color.rotated(180.0, true) } else { color };
        let j = index as f64;
        gradient.push(color, &[100.0 * j / count, 100.0 * (j + 1.0) / count]);
    }
    if brush.hexagonal {
        gradient = gradient.scaled_for_hexagon();
    }
    let ink = if n.is_zero() { Paint::css("#808080") } else { Paint::css("#f9f6f2") };
    let ink = if negative { ink.rotated(180.0, true) } else { ink };
    let mut look = Look::new().image(gradient).ink(ink, Shadow::None);
    if parameters.first().is_some_and(truthy) && !brush.subtile {
        let powers = exponents.iter().map(|exponent| {
            let power = BigInt::from(BigUint::one() << *exponent);
            if negative { -power } else { power }
        });
        look.text = Some(if n.is_zero() { vec![BigInt::zero()] } else { powers.collect() });
    }
    Ok(look)
}
