//! LOCEF and Three-Tile SQUARTSingle: stripes by the binary digits of primes
//! (docs/spec/display.md, "LOCEF and Three-Tile SQUARTSingle").

use calcarray::color::{Color, Gradient, Paint};
use calcarray::{Error, Value};
use num_traits::Zero;

use super::{Brush, Frame, Look, even_inner_tile, first_primes, given_chain, hsla, magnitude, prime_count};
use crate::factors::{Exponents, chain};
use crate::three_factor::{Family, three_factor_with};
use crate::view::Layer;

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    of_value(brush, value, parameters, Family::Locef)
}

pub(super) fn draw_three_tile(
    brush: &mut Brush<'_>,
    value: &Value,
    parameters: &[Value],
) -> Result<Look, Error> {
    of_value(brush, value, parameters, Family::ThreeTile)
}

/// Draws a single list as Three-Tile SQUART shows its halves.
pub(super) fn of_list(brush: &mut Brush<'_>, list: Exponents) -> Result<Look, Error> {
    picture(brush, &[list], false, Family::ThreeTile)
}

fn of_value(
    brush: &mut Brush<'_>,
    value: &Value,
    parameters: &[Value],
    family: Family,
) -> Result<Look, Error> {
    if let Some(chain) = given_chain(value) {
        return picture(brush, &chain, false, family);
    }
    let (n, negative) = magnitude(value);
    if n.is_zero() {
        return Ok(Look::zero_grey());
    }
    let primes = first_primes(brush.tables, prime_count(parameters, Some(168)));
    let chain = chain(brush.meter, &n, primes)?;
    picture(brush, &chain, negative, family)
}

fn picture(
    brush: &mut Brush<'_>,
    chain: &[Exponents],
    negative: bool,
    family: Family,
) -> Result<Look, Error> {
    let list = &chain[0];
    let at = |index: usize| list.get(index).copied().unwrap_or(0);
    let background = three_factor_with(brush.tables, [at(1), at(2), at(3)], family, negative, 1.0);
    let mut look = Look::new().background(background).standard_ink(!negative);
    for (index, exponent) in list.iter().enumerate().skip(4).filter(|(_, exponent)| **exponent > 0) {
        let prime = brush.tables.primes.get(index).copied().unwrap_or(2);
        let exponent = u32::try_from(*exponent).unwrap_or(u32::MAX);
        brush.meter.array((exponent as usize).saturating_mul(8))?;
        look.picture.layers.extend(stripes(prime, exponent, negative));
    }
    let twos = at(0);
    if twos > 0 {
        let twos = twos as f64;
        let edge = sign(hsla(37.0 * twos, 75.0, 50.0 * 0.95f64.powf(twos)), negative);
        let mut ring = Gradient::radial().stop("#0000", &[0.0, 65.0]).stop(edge, &[90.0, 100.0]);
        if brush.hexagonal {
            ring = ring.scaled_for_hexagon();
        }
        look = look.layer(Layer::image(ring));
    }
    if chain.len() > 1 {
        let frame = Frame::HalfOf(background.into());
        look = look
            .layer(even_inner_tile(brush, 0.55, frame, |brush| picture(brush, &chain[1..], false, family))?);
    }
    Ok(look)
}

fn sign(color: Color, negative: bool) -> Color {
    if negative { color.rotated(180.0, true) } else { color }
}

fn stripes(prime: u32, exponent: u32, negative: bool) -> Vec<Layer> {
    let next = prime + 1;
    let start = 36.4057647469 * f64::from(next);
    // A section for every 1 among the binary digits, longer by the zeros that follow.
    let mut colors: Vec<Paint> = Vec::new();
    let top = 31 - next.leading_zeros();
    let mut place = top;
    loop {
        let below = next & ((1_u32 << place) - 1);
        let following = if below == 0 { place } else { place - 1 - (31 - below.leading_zeros()) };
        let count = f64::from(following + 1);
        let color = hsla(start + 43.0 * f64::from(place), 100.0, 10.0 + 80.0 * 0.8f64.powf(count));
        colors.push(sign(color, negative).into());
        if below == 0 {
            break;
        }
        place = 31 - below.leading_zeros();
    }
    if let [only] = &colors[..] {
        colors.push(only.clone());
    }
    let overlay = Color::hsla(start, 100.0, 50.0, 0.75);
    let width = 150.0 / f64::from(next).log2().powf(1.25);
    let mut direction = 131.769145362 * f64::from(next);
    let layers = (0..exponent).map(|_| {
        let line = || Gradient::linear().angle(direction);
        let image = Paint::List(vec![
            line().stop("#0000", &[]).stop(overlay, &[]).into(),
            line().colors(colors.iter().cloned()).into(),
        ]);
        let mask = Gradient::linear()
            .repeating()
            .angle(direction + 90.0)
            .stop("#0000", &[0.0, 3.0 * width / 4.0])
            .stop("#000b", &[3.0 * width / 4.0, width]);
        direction += 180.0 / f64::from(exponent);
        Layer::image(image).masked(mask)
    });
    layers.collect()
}
