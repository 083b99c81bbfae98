//! 2295: bands for the neighbours of powers of two (docs/spec/display.md,
//! "2295").

use calcarray::color::{Color, Gradient, Paint};
use calcarray::{Error, Value};
use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{Brush, Frame, Look, hsla, inner_tile, magnitude};
use crate::factors::divide_out;
use crate::view::{Layer, Shadow};

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, _parameters: &[Value]) -> Result<Look, Error> {
    let (n, negative) = magnitude(value);
    picture(brush, n, negative)
}

fn picture(brush: &mut Brush<'_>, n: BigUint, negative: bool) -> Result<Look, Error> {
    if n.is_zero() {
        return Ok(Look::zero_grey());
    }
    let mut rest = n;
    let (mut main, mut second): (Vec<Color>, Vec<Color>) = Default::default();
    let band =
        |hue: f64, saturation: f64, steps: u32| hsla(hue, saturation, 75.0 * 0.75f64.powi(steps as i32));
    for [k, hue, saturation] in brush.tables.power_neighbours.iter().rev().copied() {
        let power = 1_u32 << k.abs() as u32;
        let exponent = divide_out(brush.meter, &mut rest, if k > 0.0 { power + 1 } else { power - 1 })?;
        if exponent > 0 {
            let bands = if k > 0.0 { &mut main } else { &mut second };
            bands.extend([band(hue, saturation, exponent - 1); 2]);
        }
    }
    let fives = divide_out(brush.meter, &mut rest, 5)?;
    if fives > 0 {
        main.extend([band(200.0, 100.0, fives - 1); 2]);
    }
    for (prime, hues) in [(3, "scheme_2295_threes_hues"), (2, "scheme_2295_twos_hues")] {
        let exponent = divide_out(brush.meter, &mut rest, prime)?;
        if exponent > 0 {
            let hues = brush.tables.numbers(&[hues]);
            let (step, hue) =
                ((exponent - 1) as usize / hues.len().max(1), (exponent - 1) as usize % hues.len().max(1));
            main.extend([band(hues.get(hue).copied().unwrap_or(0.0), 100.0, step as u32); 2]);
        }
    }
    let gradient = |bands: Vec<Color>| {
        let paint = Paint::from(Gradient::linear().colors(bands.into_iter().rev().map(Paint::from)));
        if negative { paint.rotated(180.0, true) } else { paint }
    };
    let mut look = Look::new().ink(if negative { "#000" } else { "#fff" }, Shadow::None);
    look = look.image(if main.is_empty() {
        let grey = Paint::from(Gradient::linear().colors(["#ccc", "#ccc"].map(Paint::css)));
        if negative { grey.rotated(180.0, true) } else { grey }
    } else {
        gradient(main)
    });
    if !second.is_empty() {
        let mask = Gradient::linear().angle(90.0).colors(["#0000", "#0000", "#000", "#000"].map(Paint::css));
        look = look.layer(Layer::image(gradient(second)).masked(mask));
    }
    if rest > BigUint::one() {
        rest -= 1_u32;
        let frame = Frame::Paint(Paint::css("#fff"));
        look = look.layer(inner_tile(brush, 0.6, frame, |brush| picture(brush, rest, negative))?);
    }
    Ok(look)
}
