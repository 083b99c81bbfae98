//! 1845: the odd primes as bands above and below (docs/spec/display.md,
//! "1845").

use calcarray::color::{Gradient, Paint};
use calcarray::{Error, Value};
use num_bigint::BigUint;
use num_traits::Zero;

use super::{Brush, Frame, Look, even_inner_tile, hsla, inner_picture, magnitude, prime_count, scaprim};
use crate::factors::{Pairs, log2, pair_chain, repeated};
use crate::view::{Area, Layer};

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    let (n, negative) = magnitude(value);
    if n.is_zero() {
        return Ok(Look::zero_grey());
    }
    let chain = pair_chain(brush.meter, &n, &brush.tables.primes, prime_count(parameters, Some(1229)))?;
    picture(brush, &chain, negative)
}

fn picture(brush: &mut Brush<'_>, chain: &[Pairs], negative: bool) -> Result<Look, Error> {
    let factors = repeated(&chain[0]);
    let x = factors.iter().map(log2).sum::<f64>();
    let two = BigUint::from(2_u32);
    let twos = factors.iter().filter(|factor| **factor == two).count() as f64;
    let sign = |hue: f64, saturation: f64, lightness: f64| {
        if negative {
            hsla(hue + 180.0, saturation, 100.0 - lightness)
        } else {
            hsla(hue, saturation, lightness)
        }
    };
    let base = Paint::from(sign(100.0 + 43.0 * x, 100.0, 10.0 * (6.0 - x % 12.0).abs() + 15.0));
    let edge = Paint::from(sign(100.0 - 37.0 * twos, 65.0, 100.0 * 0.9f64.powf(twos)));
    let image = Gradient::linear().colors([&edge, &edge, &base, &base, &edge, &edge].map(Paint::clone));
    let odd: Vec<BigUint> = factors.into_iter().filter(|factor| *factor != two).collect();
    let mut bands = inner_picture(brush, |brush| scaprim::of_factors(brush, odd))?;
    bands.background = Some(Paint::css("#0000"));
    let height = Some(25.0);
    let above = Layer::picture(bands.clone()).at(Area { height, top: Some(0.0), ..Area::default() });
    let below = Layer {
        mirrored: true,
        ..Layer::picture(bands).at(Area { height, bottom: Some(0.0), ..Area::default() })
    };
    let mut look = Look::new().image(image).swatch(base).standard_ink(!negative).layer(above).layer(below);
    if chain.len() > 1 {
        let frame = Frame::HalfOf(Paint::css("#000000"));
        look = look.layer(even_inner_tile(brush, 0.6, frame, |brush| picture(brush, &chain[1..], false))?);
    }
    Ok(look)
}
