//! 180: rings, boxes and cones for the primes (docs/spec/display.md, "180").

use calcarray::color::{Color, Gradient, Paint};
use calcarray::{Error, Value};
use num_bigint::BigUint;
use num_traits::Zero;

use super::{Brush, Frame, Look, first_primes, given_chain, inner_tile, magnitude, prime_count};
use crate::computed::half;
use crate::factors::{Exponents, chain, first_three};
use crate::three_factor::{Family, three_factor, three_factor_with};
use crate::view::{Area, DARK, Layer, LayerKind, Shadow};

const GREY_SHADOW: Shadow = Shadow::Css(std::borrow::Cow::Borrowed("0px 0px 5px #222"));

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    if let Some(chain) = given_chain(value) {
        return picture(brush, &chain, false);
    }
    let (n, negative) = magnitude(value);
    if n.is_zero() {
        return Ok(Look::new().background("#444").ink("#888", GREY_SHADOW));
    }
    let primes = first_primes(brush.tables, prime_count(parameters, Some(48)));
    let chain = chain(brush.meter, &n, primes)?;
    picture(brush, &chain, negative)
}

fn picture(brush: &mut Brush<'_>, chain: &[Exponents], negative: bool) -> Result<Look, Error> {
    let mut list = chain[0].clone();
    let tables = brush.tables;
    let color = |list: &[i64]| three_factor(tables, first_three(list), Family::OneEighty);
    let plain = color(&list);
    let mut look = Look::new().ink("#fff", DARK);
    let background = if negative {
        look.color = plain.into();
        three_factor_with(tables, first_three(&list), Family::OneEighty, true, 1.0)
    } else {
        plain
    };
    look = look.background(background);
    let frame = half(&background.into());

    if list.get(3).is_some_and(|exponent| *exponent > 0) {
        look.picture.layers.extend(rings(brush, list[3], &frame)?);
    }
    for index in 4..12 {
        if let Some(exponent) = list.get(index).copied().filter(|exponent| *exponent > 0) {
            look = look.layer(exponent_box(brush, index, exponent, &frame)?);
        }
    }
    if list.len() >= 13 {
        let length = list.len().next_multiple_of(3);
        list.resize(length, 0);
        let triples = &list[12..];
        let count = triples.len() / 3;
        let width = 240.0 / count.max(4) as f64;
        for (j, triple) in triples.chunks(3).enumerate() {
            let centre = 360.0 / count as f64 * j as f64;
            let cone = cone(color(triple), &frame, centre, width, j == 0);
            let mask = Gradient::radial().colors(["#000", "#0000"].map(Paint::css));
            look = look.layer(Layer::image(cone).masked(mask));
        }
    }
    if chain.len() > 1 {
        let inner = inner_tile(brush, 0.6, Frame::HalfOf(background.into()), |brush| {
            picture(brush, &chain[1..], false)
        })?;
        look = look.layer(inner);
    }
    Ok(look)
}

/// The exponent of a prime, factored in its turn over 2, 3 and 5.
fn exponent_chain(brush: &mut Brush<'_>, exponent: i64) -> Result<Vec<Exponents>, Error> {
    chain(brush.meter, &BigUint::from(exponent.unsigned_abs()), &[2, 3, 5])
}

fn rings(brush: &mut Brush<'_>, exponent: i64, frame: &Paint) -> Result<Vec<Layer>, Error> {
    let chain = exponent_chain(brush, exponent)?;
    let count = chain.len() as f64;
    let rings = chain.iter().enumerate().map(|(j, list)| {
        let ring = Gradient::radial().stop("#0000", &[0.0, 48.0]);
        let ring = if list.iter().all(|exponent| *exponent == 0) {
            ring.stop(frame.clone(), &[48.0, 56.0])
        } else {
            let color = three_factor(brush.tables, first_three(list), Family::OneEighty);
            ring.stop(frame.clone(), &[48.0, 50.0])
                .stop(color, &[50.0, 54.0])
                .stop(frame.clone(), &[54.0, 56.0])
        };
        let layer = Layer::image(ring.stop("#0000", &[56.0]));
        if chain.len() == 1 {
            return layer;
        }
        let at = |offset: f64| 360.0 / count * (j as f64 + offset);
        let sector = if j == 0 {
            let x = 0.49 * 360.0 / count;
            Gradient::conic()
                .stop("#000", &[0.0, x])
                .stop("#0000", &[x, 360.0 - x])
                .stop("#000", &[360.0 - x])
        } else {
            let (from, to) = (at(-0.49), at(0.49));
            Gradient::conic().stop("#0000", &[0.0, from]).stop("#000", &[from, to]).stop("#0000", &[to])
        };
        layer.masked(sector)
    });
    Ok(rings.collect())
}

fn exponent_box(brush: &mut Brush<'_>, index: usize, exponent: i64, frame: &Paint) -> Result<Layer, Error> {
    let chain = exponent_chain(brush, exponent)?;
    let color = |list: &Exponents| three_factor(brush.tables, first_three(list), Family::OneEighty);
    let sub_box = |color: Paint| Layer { kind: LayerKind::SubBox, ..Layer::filled(color) };
    // From the innermost box outwards.
    let mut inner: Option<Layer> = None;
    for (depth, list) in chain.iter().enumerate().rev() {
        let mut own = sub_box(color(list).into());
        own.picture.layers.extend(inner.take());
        inner = Some(if depth == 0 {
            own
        } else {
            let outside = color(&chain[depth - 1]).into();
            let mut around = sub_box(half(&outside));
            around.picture.layers.push(own);
            around
        });
    }
    let zero = Some(0.0);
    let quarter = Some(25.0);
    let none = Area::default();
    let (kind, area) = match index {
        4 => (LayerKind::VerticalSideBox, Area { left: quarter, top: zero, ..none }),
        5 => (LayerKind::VerticalSideBox, Area { left: quarter, bottom: zero, ..none }),
        6 => (LayerKind::HorizontalSideBox, Area { left: zero, top: quarter, ..none }),
        7 => (LayerKind::HorizontalSideBox, Area { right: zero, top: quarter, ..none }),
        8 => (LayerKind::CornerBox, Area { left: zero, top: zero, ..none }),
        9 => (LayerKind::CornerBox, Area { right: zero, top: zero, ..none }),
        10 => (LayerKind::CornerBox, Area { left: zero, bottom: zero, ..none }),
        _ => (LayerKind::CornerBox, Area { right: zero, bottom: zero, ..none }),
    };
    let mut outer = Layer { kind, area, ..Layer::filled(frame.clone()) };
    outer.picture.layers.extend(inner);
    Ok(outer)
}

/// A framed cone around `centre`; the first one lies across the top.
pub(super) fn cone(color: Color, frame: &Paint, centre: f64, width: f64, first: bool) -> Gradient {
    let (quarter, half) = (width / 4.0, width / 2.0);
    if first {
        return Gradient::conic()
            .stop(color, &[0.0, quarter])
            .stop(frame.clone(), &[half])
            .stop("#0000", &[half, 360.0 - half])
            .stop(frame.clone(), &[360.0 - half])
            .stop(color, &[360.0 - quarter, 360.0]);
    }
    Gradient::conic()
        .stop("#0000", &[0.0, centre - half])
        .stop(frame.clone(), &[centre - half])
        .stop(color, &[centre - quarter, centre + quarter])
        .stop(frame.clone(), &[centre + half])
        .stop("#0000", &[centre + half])
}
