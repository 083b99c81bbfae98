//! SCAPRIM: a band for each prime, coloured by its way down to 1
//! (docs/spec/display.md, "SCAPRIM").

use std::borrow::Cow;

use calcarray::color::{Gradient, Paint};
use calcarray::{Error, Value};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use super::{Brush, Frame, Look, even_inner_tile, hsla, magnitude, prime_count};
use crate::factors::{Pairs, divide_out, log2, pair_chain, repeated};
use crate::three_factor::{Family, three_factor};
use crate::view::{Area, Layer};

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    let (n, negative) = magnitude(value);
    if n.is_zero() {
        return Ok(Look::zero_grey());
    }
    let chain = pair_chain(brush.meter, &n, &brush.tables.primes, prime_count(parameters, None))?;
    let factors = repeated(&chain[0]);
    picture(brush, factors, &chain[1..], negative)
}

/// The bands of these factors, as scheme 1845 shows them.
pub(super) fn of_factors(brush: &mut Brush<'_>, factors: Vec<BigUint>) -> Result<Look, Error> {
    picture(brush, factors, &[], false)
}

fn picture(
    brush: &mut Brush<'_>,
    factors: Vec<BigUint>,
    rest: &[Pairs],
    negative: bool,
) -> Result<Look, Error> {
    brush.meter.array(8 * factors.len())?;
    let log = factors.iter().map(log2).sum::<f64>();
    let fade = 90.0 * (-0.15 * log).exp2();
    let background = if negative {
        hsla(20.0 - 53.0 * log, 100.0, 10.0 + fade)
    } else {
        hsla(200.0 - 53.0 * log, 100.0, 90.0 - fade)
    };
    let mut look = Look::new().background(background).standard_ink(negative);
    let mut bands: Vec<BigInt> = factors.into_iter().map(BigInt::from).collect();
    if negative {
        bands.insert(0, BigInt::from(-1));
    }
    let unit = 100.0 / (2 * bands.len() + 1) as f64;
    let mask = Paint::Css(Cow::Owned(brush.tables.text(&["scaprim_band_mask"])));
    for (index, factor) in bands.iter().enumerate() {
        let layer = Layer::image(band(brush, factor)?).masked(mask.clone()).at(Area {
            width: Some(100.0),
            height: Some(unit),
            top: Some(unit * (2 * index + 1) as f64),
            ..Area::default()
        });
        look = look.layer(layer);
    }
    if let Some(list) = rest.first() {
        let frame = Frame::HalfOf(background.into());
        let inner =
            even_inner_tile(brush, 0.6, frame, |brush| picture(brush, repeated(list), &rest[1..], false))?;
        look = look.layer(inner);
    }
    Ok(look)
}

fn band(brush: &mut Brush<'_>, factor: &BigInt) -> Result<Paint, Error> {
    if *factor < BigInt::zero() {
        let gradient = Gradient::linear().angle(90.0).stop("#000", &[0.0]).stop("#fff", &[100.0]);
        return Ok(gradient.into());
    }
    let mut v = factor.magnitude().clone();
    if v <= BigUint::one() {
        return Ok(Gradient::linear()
            .stop("#fff", &[0.0])
            .stop("#000", &[25.0, 75.0])
            .stop("#fff", &[100.0])
            .into());
    }
    let mut lists: Vec<[i64; 3]> = Vec::new();
    while v > BigUint::one() {
        let mut list = [0; 3];
        for (exponent, prime) in list.iter_mut().zip([2, 3, 5]) {
            *exponent = i64::from(divide_out(brush.meter, &mut v, prime)?);
        }
        lists.push(list);
        brush.meter.charge(1)?;
        v -= 1_u32;
        if lists.len() > 1 {
            v >>= 1_u32;
        }
    }
    let count = lists.len();
    let mut colors: Vec<Paint> =
        lists.iter().map(|list| three_factor(brush.tables, *list, Family::OneEighty).into()).collect();
    if count > 1 {
        colors.remove(0);
        lists.remove(0);
    }
    if let [only] = &colors[..] {
        colors.push(only.clone());
    }
    let edge: Paint = if count == 1 {
        Paint::css("#fff")
    } else {
        hsla(222.49223595 * count as f64, 100.0, 90.0 - 90.0 * 0.8f64.powf(count as f64 - 2.0)).into()
    };
    let edges =
        Gradient::linear().stop(edge.clone(), &[0.0]).stop("#0000", &[25.0, 75.0]).stop(edge, &[100.0]);
    let mut marks = Gradient::linear().angle(90.0).stop("#0000", &[0.0]);
    for j in (1..lists.len()).filter(|&j| lists[j - 1] == lists[j]) {
        let x = |y: f64| 100.0 / (count - 1) as f64 * y;
        let j = j as f64;
        marks.push("#0000", &[x(j - 0.2)]);
        marks.push("#909090cc", &[x(j)]);
        marks.push("#0000", &[x(j + 0.2)]);
    }
    marks.push("#0000", &[100.0]);
    let way = Gradient::linear().angle(90.0).colors(colors);
    let fit = |gradient: Gradient| match brush.hexagonal {
        true => gradient.scaled_for_hexagon().into(),
        false => gradient.into(),
    };
    Ok(Paint::List(vec![fit(edges), fit(marks), fit(way)]))
}
