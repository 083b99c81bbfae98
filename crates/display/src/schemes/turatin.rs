//! Turatin: concentric rings, each with the cones of its primes
//! (docs/spec/display.md, "Turatin").

use std::borrow::Cow;

use calcarray::color::{Color, Gradient, Paint, Spelling};
use calcarray::{Error, Value};
use num_traits::Zero;

use super::one_eighty::cone;
use super::{Brush, Look, first_primes, hsla, magnitude};
use crate::factors::chain;
use crate::three_factor::{Family, three_factor};
use crate::view::{Layer, Shadow};

/// The number of primes that are tried.
const PRIMES: usize = 40;

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, _parameters: &[Value]) -> Result<Look, Error> {
    let (n, negative) = magnitude(value);
    if n.is_zero() {
        let shadow = Shadow::Css(Cow::Borrowed("0px 0px 5px #222"));
        return Ok(Look::new().background("#444").ink("#888", shadow));
    }
    let chain = chain(brush.meter, &n, first_primes(brush.tables, Some(PRIMES)))?;
    let mut images = Vec::with_capacity(2 * chain.len());
    for (index, list) in chain.iter().enumerate() {
        let mut list = list.clone();
        list.resize(PRIMES, 0);
        images.push(twos(brush, list[0], index == 0 && negative));
        images.push(odds(brush, &list));
        brush.meter.charge(PRIMES as u64)?;
    }
    let count = images.len() as f64;
    let swatch = images.first().and_then(|image| image.picture.background.clone());
    let mut look = Look::new().standard_ink(negative);
    look.swatch = swatch;
    for (index, image) in images.into_iter().enumerate() {
        let disc = |from: f64, to: f64| Gradient::radial().stop("#000", &[0.0, from]).stop("#0000", &[to]);
        let at = |offset: f64| {
            let i = (index - index % 2) as f64;
            40.0 - 40.0 * (3.0 * i - offset) / (3.0 * count - 6.0)
        };
        look = look.layer(match index {
            0 => image,
            1 => image.masked(disc(50.0, 75.0)),
            even if even % 2 == 0 => image.masked(disc(at(5.0), at(6.0))),
            _ => image.masked(disc(at(3.0), at(5.0))),
        });
    }
    Ok(look)
}

fn twos(brush: &Brush<'_>, exponent: i64, striped: bool) -> Layer {
    let color: Paint = match brush.tables.turatin_twos.get(exponent as usize) {
        Some(color) => Paint::Css(Cow::Owned(color.clone())),
        None => {
            let e = exponent as f64;
            hsla(495.0 - 34.0 * e, 100.0, 36.0 * 0.95f64.powf(e - 19.0)).into()
        }
    };
    let mut layer = Layer::filled(color.clone());
    if striped {
        let inverted = color.rotated(180.0, true);
        let mut stripes = Gradient::conic().spelled(Spelling::Unclosed).stop("#0000", &[0.0, 40.0]);
        for start in [40.0, 130.0, 220.0, 310.0] {
            let end = start + 10.0;
            stripes.push(inverted.clone(), &[start, end]);
            let last = [end, end + 80.0];
            stripes.push("#0000", if end < 320.0 { &last } else { &last[..1] });
        }
        layer.picture.layers.push(Layer::image(stripes));
    }
    layer
}

fn odds(brush: &Brush<'_>, list: &[i64]) -> Layer {
    let color = three_factor(brush.tables, [list[1], list[2], list[3]], Family::Turatin);
    let [r, g, b, alpha] = color.to_rgba();
    let frame: Paint = if [r, g, b] == [0.0; 3] {
        Paint::css("#444")
    } else {
        Color { alpha: Some(alpha), ..Color::rgb(r / 2.0, g / 2.0, b / 2.0) }.into()
    };
    let mut layer = Layer::filled(color);
    for (position, start) in (4..PRIMES).step_by(3).enumerate() {
        let triple = [list[start], list[start + 1], list[start + 2]];
        if triple == [0; 3] {
            continue;
        }
        let color = three_factor(brush.tables, triple, Family::TuratinInner);
        let width = if start < 16 { 35.0 } else { 15.0 };
        let centre = brush.tables.turatin_centers.get(position).copied().unwrap_or(0.0);
        layer.picture.layers.push(Layer::image(cone(color, &frame, centre, width, position == 0)));
    }
    layer
}
