//! SQUART and Three-Tile SQUART: a tile as the two halves of its exponents
//! (docs/spec/display.md, "SQUART and Three-Tile SQUART").

use calcarray::color::{Gradient, Paint, Spelling};
use calcarray::{Error, Value};
use num_traits::Zero;

use super::{
    Brush, Frame, Look, dive, even_inner_tile, first_primes, given_chain, inner_picture, locef, magnitude,
    prime_count,
};
use crate::computed::half;
use crate::factors::{Exponents, chain, first_three};
use crate::three_factor::{Decoration, Family, three_factor_with};
use crate::view::{DARK, LIGHT, Layer, Picture};

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    of_value(brush, value, parameters, false)
}

pub(super) fn draw_three_tile(
    brush: &mut Brush<'_>,
    value: &Value,
    parameters: &[Value],
) -> Result<Look, Error> {
    of_value(brush, value, parameters, true)
}

fn of_value(
    brush: &mut Brush<'_>,
    value: &Value,
    parameters: &[Value],
    three_tile: bool,
) -> Result<Look, Error> {
    let primes = first_primes(brush.tables, prime_count(parameters, Some(168)));
    if let Some(chain) = given_chain(value) {
        return picture(brush, &chain, false, three_tile, primes.len(), false);
    }
    let (n, negative) = magnitude(value);
    if n.is_zero() {
        let mut list = vec![10, 6, 4];
        list.resize(73, 4);
        return picture(brush, &[list], false, three_tile, primes.len(), true);
    }
    let chain = chain(brush.meter, &n, primes)?;
    picture(brush, &chain, negative, three_tile, primes.len(), false)
}

fn picture(
    brush: &mut Brush<'_>,
    chain: &[Exponents],
    negative: bool,
    three_tile: bool,
    prime_count: usize,
    zero: bool,
) -> Result<Look, Error> {
    let lower: Exponents = chain[0].iter().map(|exponent| exponent / 2).collect();
    let upper: Exponents = chain[0].iter().map(|exponent| exponent - exponent / 2).collect();
    let mut single = |list: Exponents| -> Result<Picture, Error> {
        inner_picture(brush, |brush| match three_tile {
            true => locef::of_list(brush, list),
            false => dive::of_list(brush, list, prime_count),
        })
    };
    let (upper, lower_picture) = (single(upper)?, single(lower.clone())?);
    let frame = |picture: &Picture| picture.background.as_ref().map_or(Paint::css("#444"), half);
    let frames = Gradient::linear().stop(frame(&upper), &[0.0, 25.0]).stop(frame(&lower_picture), &[75.0]);

    let swatch = upper.background.clone().unwrap_or(Paint::css("#000"));
    let mut look = Look::new().swatch(swatch).layer(Layer::picture(upper));
    look = if three_tile { look.ink("#000", LIGHT) } else { look.ink("#fff", DARK) };
    if !zero {
        let mask = Gradient::linear().stop("#0000", &[0.0, 25.0]).stop("#000", &[75.0]);
        look = look.layer(Layer::picture(lower_picture).masked(mask));
    }
    if negative && three_tile {
        let odd = [1, 2, 3].map(|index| lower.get(index).copied().unwrap_or(0));
        let color = three_factor_with(brush.tables, odd, Family::ThreeTile, true, 0.75);
        let stripes = Gradient::conic()
            .repeating()
            .spelled(Spelling::Percent)
            .stop("#0000", &[0.0, 35.0])
            .stop(color, &[45.0])
            .stop("#0000", &[55.0, 90.0]);
        look = look.ink("white", DARK).layer(Layer::image(stripes));
    } else if negative {
        let family = Family::SquartSingle(Decoration::PLAIN);
        let color = three_factor_with(brush.tables, first_three(&lower), family, true, 1.0);
        let edge = Gradient::radial().stop("#0000", &[0.0, 70.0]).stop(color, &[]);
        look = look.ink("black", LIGHT).layer(Layer::image(edge));
    }
    if chain.len() > 1 {
        let inner = even_inner_tile(brush, 0.5, Frame::Paint(frames.into()), |brush| {
            picture(brush, &chain[1..], false, three_tile, prime_count, false)
        })?;
        look = look.layer(inner);
    }
    Ok(look)
}
