//! 3069 and Odds-Only 3069: a band for each prime (docs/spec/display.md, "3069
//! and Odds-Only 3069").

use calcarray::color::{Color, Gradient, Paint};
use calcarray::{Error, Meter, Value};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use super::{Brush, Frame, Look, hsla, inner_tile, magnitude, prime_count};
use crate::factors::{Pairs, pair_chain, to_f64};
use crate::view::Shadow;

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    of_value(brush, value, parameters, false)
}

pub(super) fn draw_odds_only(
    brush: &mut Brush<'_>,
    value: &Value,
    parameters: &[Value],
) -> Result<Look, Error> {
    of_value(brush, value, parameters, true)
}

fn of_value(brush: &mut Brush<'_>, value: &Value, parameters: &[Value], odds: bool) -> Result<Look, Error> {
    let (n, negative) = magnitude(value);
    if n.is_zero() {
        return Ok(Look::zero_grey());
    }
    let chain = pair_chain(brush.meter, &n, &brush.tables.primes, prime_count(parameters, None))?;
    picture(brush, &chain, negative, odds)
}

fn picture(brush: &mut Brush<'_>, chain: &[Pairs], negative: bool, odds: bool) -> Result<Look, Error> {
    let mut bands = Vec::new();
    for (prime, exponent) in &chain[0] {
        let index = index_of(brush.meter, &brush.tables.primes, prime)?;
        bands.extend([Paint::from(color(index, *exponent, odds)), color(index, *exponent, odds).into()]);
    }
    if bands.is_empty() {
        bands.extend([if odds { "#ddd" } else { "#444" }; 2].map(Paint::css));
    }
    let image = Paint::from(Gradient::linear().colors(bands));
    let image = if negative { image.rotated(180.0, true) } else { image };
    let mut look = Look::new().image(image).ink(if negative != odds { "#fff" } else { "#000" }, Shadow::None);
    if chain.len() > 1 {
        let frame = Frame::Paint(Paint::css(if odds { "#000" } else { "#fff" }));
        look =
            look.layer(inner_tile(brush, 0.6, frame, |brush| picture(brush, &chain[1..], negative, odds))?);
    }
    Ok(look)
}

fn color(index: f64, exponent: u32, odds: bool) -> Color {
    let i = if odds { index - 1.0 } else { index };
    let (mut hue, mut saturation) = (120.0 * i, 100.0);
    if i >= 3.0 {
        let (mut t, mut layer) = (6.0, 1);
        while i >= t {
            t *= 2.0;
            layer += 1;
        }
        t /= 2.0;
        hue = (i - t + 0.5) * 360.0 / t;
        if layer >= 4 {
            saturation = 100.0 * 0.875f64.powi(layer - 3);
        }
    }
    let lightness = 100.0 - 90.0 * 0.8f64.powi(exponent as i32);
    if !odds {
        return hsla(hue, saturation, lightness);
    }
    if index == 0.0 {
        (hue, saturation) = (0.0, 0.0);
    }
    let turn = match index {
        p if p < 4.0 => 60.0,
        p if p < 7.0 => -60.0,
        _ => 180.0,
    };
    hsla(hue + turn, saturation, 100.0 - lightness)
}

/// The number of smaller primes; estimated where counting would take too long.
fn index_of(meter: &mut Meter, primes: &[u32], prime: &BigUint) -> Result<f64, Error> {
    const COUNTED: u64 = 1_000_000;
    let Some(small) = prime.to_u64().filter(|prime| *prime <= COUNTED) else {
        let p = to_f64(prime);
        return Ok((p / (p.ln() - 1.0)).floor());
    };
    if let Ok(index) = primes.binary_search(&(small as u32)) {
        return Ok(index as f64);
    }
    meter.allocate(small)?;
    let end = small as usize;
    let mut composite = vec![false; end];
    for &prime in primes.iter().take_while(|prime| (**prime as usize).pow(2) < end) {
        for multiple in ((prime as usize).pow(2)..end).step_by(prime as usize) {
            composite[multiple] = true;
        }
    }
    let below = composite.iter().skip(2).filter(|composite| !**composite).count();
    Ok(below as f64)
}
