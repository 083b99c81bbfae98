//! 3385 and 3385Single: primes as sums of squares (docs/spec/display.md, "3385
//! and 3385Single").

use calcarray::color::{Color, Gradient, Paint};
use calcarray::{Error, Value};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};

use super::{Brush, Frame, Look, even_inner_tile, inner_picture, magnitude, mod_27, number, prime_count};
use crate::computed::{computed, computed_paint, half};
use crate::factors::{Pairs, pair_chain};
use crate::three_factor::{Family, three_factor, three_factor_with};
use crate::view::{Area, DARK, LIGHT, Layer, Picture};

const FAMILY: Family = Family::ThirtyThreeEightyFive;

fn lists(brush: &mut Brush<'_>, n: &BigUint, parameters: &[Value]) -> Result<Vec<Pairs>, Error> {
    // Given as a big integer the number of primes counts as none.
    let count = match parameters.first() {
        Some(Value::Integer(_)) => Some(0),
        _ => prime_count(parameters, Some(168)),
    };
    pair_chain(brush.meter, n, &brush.tables.primes, count)
}

pub(super) fn draw_single(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    let (n, negative) = magnitude(value);
    if n.is_zero() {
        return Ok(Look::zero_grey());
    }
    let chain = lists(brush, &n, parameters)?;
    single(brush, &chain, negative)
}

fn single(brush: &mut Brush<'_>, chain: &[Pairs], negative: bool) -> Result<Look, Error> {
    let mut small = [0; 3];
    let mut others = Vec::new();
    for (prime, exponent) in &chain[0] {
        match [2_u32, 3, 5].iter().position(|known| *prime == BigUint::from(*known)) {
            Some(index) => small[index] = i64::from(*exponent),
            None => others.extend(std::iter::repeat_n(prime, *exponent as usize)),
        }
    }
    let background = three_factor(brush.tables, small, FAMILY);
    let mut look = Look::new().background(background);
    look = if negative { look.ink("#000", LIGHT) } else { look.ink("#fff", DARK) };
    let unit = 100.0 / (2 * others.len() + 1) as f64;
    for (index, factor) in others.into_iter().enumerate() {
        let mask = Gradient::linear()
            .angle(90.0)
            .stop("#0000", &[0.0])
            .stop("#000", &[45.0, 55.0])
            .stop("#0000", &[100.0]);
        let mut column = Layer { mask: Some(mask.into()), ..Layer::picture(Picture::default()) }.at(Area {
            width: Some(1.5 * unit),
            height: Some(100.0),
            left: Some(unit * (2.0 * index as f64 + 0.75)),
            ..Area::default()
        });
        column.picture.layers = squares(brush, factor)?;
        look = look.layer(column);
    }
    if negative {
        let inverted = three_factor_with(brush.tables, small, FAMILY, true, 1.0);
        look = look.layer(Layer::image(Gradient::radial().stop("#0000", &[0.0, 70.0]).stop(inverted, &[])));
    }
    if chain.len() > 1 {
        let frame = Frame::HalfOf(background.into());
        look = look.layer(even_inner_tile(brush, 0.5, frame, |brush| single(brush, &chain[1..], false))?);
    }
    Ok(look)
}

/// A prime as squares, the largest first, each fading in over the one before.
fn squares(brush: &mut Brush<'_>, factor: &BigUint) -> Result<Vec<Layer>, Error> {
    let mut parts = Vec::new();
    let mut v = BigInt::from(factor.clone());
    while !v.is_zero() {
        brush.meter.charge(1 + v.bits() / 64)?;
        let part = if v.is_negative() {
            BigInt::from(-1)
        } else if v < BigInt::from(2) {
            BigInt::one()
        } else if v < BigInt::from(4) {
            BigInt::from(2)
        } else if v < BigInt::from(8) {
            BigInt::from(4)
        } else {
            (&v + 1_u32).sqrt().pow(2)
        };
        v -= &part;
        parts.push(part);
    }
    let unit = 100.0 / (2.0 * parts.len() as f64 - 1.0);
    let mut layers = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let known = [(-1, "#fff"), (1, "#000"), (2, "#800"), (4, "#f00")];
        let layer = match known.into_iter().find(|(value, _)| *part == BigInt::from(*value)) {
            Some((_, color)) => Layer::filled(color),
            None => {
                let root = part.magnitude().sqrt();
                Layer::picture(inner_picture(brush, |brush| mod_27::of_root(brush, root, 90.0))?)
            }
        };
        let s = index as f64;
        layers.push(match index {
            0 => layer.masked("none"),
            _ => layer.masked(
                Gradient::linear()
                    .stop("#0000", &[0.0, unit * (2.0 * s - 1.0)])
                    .stop("#000", &[unit * 2.0 * s]),
            ),
        });
    }
    Ok(layers)
}

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    let (n, negative) = magnitude(value);
    if n.is_zero() {
        return Ok(Look::zero_grey());
    }
    let halves = match number(parameters.get(1)) {
        Some(number) if number >= 1.0 && number.fract() == 0.0 => number.min(f64::from(u32::MAX)) as u32,
        _ => 2,
    };
    let chain = lists(brush, &n, parameters)?;
    picture(brush, &chain, negative, halves)
}

fn picture(brush: &mut Brush<'_>, chain: &[Pairs], negative: bool, halves: u32) -> Result<Look, Error> {
    let part = |amount: &dyn Fn(u32) -> u32| -> Pairs {
        let part = chain[0].iter().map(|(prime, exponent)| (prime.clone(), amount(*exponent)));
        part.filter(|(_, exponent)| *exponent > 0).collect()
    };
    let (left, right) = (part(&|exponent| exponent % halves), part(&|exponent| exponent / halves));
    let whole = halves == 1;
    let mut colors: Vec<Paint> = Vec::new();
    let mut layers = Vec::new();
    for (index, list) in [left, right].into_iter().enumerate() {
        let mut picture = inner_picture(brush, |brush| single(brush, &[list], false))?;
        let background = picture.background.replace(Paint::css("transparent"));
        colors.push(background.as_ref().map_or(Paint::css("#000"), computed_paint));
        let width = Some(if index == 1 && whole { 100.0 } else { 50.0 });
        let area = match index {
            0 => Area { width, left: Some(0.0), ..Area::default() },
            _ => Area { width, right: Some(0.0), ..Area::default() },
        };
        layers.push(Layer::picture(picture).at(area));
    }
    if whole {
        colors[0] = colors[1].clone();
    }
    let side_by_side = Gradient::linear().angle(90.0);
    let image = if whole {
        side_by_side.clone().colors(colors.clone())
    } else {
        side_by_side.clone().stop(colors[0].clone(), &[0.0, 30.0]).stop(colors[1].clone(), &[70.0])
    };
    let [left, right] = [&colors[0], &colors[1]].map(computed);
    let mean = |channel: usize| (f64::from(left[channel]) + f64::from(right[channel])) / 2.0;
    let mut look = Look::new().image(image).swatch(Color::rgb(mean(0), mean(1), mean(2)));
    look = if negative { look.ink("#000", LIGHT) } else { look.ink("#fff", DARK) };
    look.picture.layers = layers;
    if negative {
        let inverted = colors[0].rotated(180.0, true);
        look =
            look.layer(Layer::image(Gradient::radial().stop("#0000", &[0.0, 70.0]).stop(inverted, &[100.0])));
    }
    if chain.len() > 1 {
        let frames = side_by_side.stop(half(&colors[0]), &[0.0, 25.0]).stop(half(&colors[1]), &[75.0]);
        let frame = Frame::Paint(frames.into());
        look = look
            .layer(even_inner_tile(brush, 0.5, frame, |brush| picture(brush, &chain[1..], false, halves))?);
    }
    Ok(look)
}
