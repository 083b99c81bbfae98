//! Rational DIVE and RACUTE, which look alike (docs/spec/display.md, "Rational
//! DIVE and RACUTE").

use std::borrow::Cow;

use calcarray::color::{Gradient, Paint};
use calcarray::{Error, Value};

use super::dive::{Bars, bar_layer, fixed_layer};
use super::rational_chain::{Fraction, Link, chain};
use super::{Brush, Frame, Look, first_primes, inner_tile, prime_count};
use crate::factors::first_three;
use crate::three_factor::{Decoration, Family, Glow, Shade, three_factor, three_factor_with};
use crate::view::{DARK, LIGHT, Layer, Shadow};

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    let primes = first_primes(brush.tables, prime_count(parameters, Some(168)));
    let fixed = |start: [i64; 3], rest: i64| {
        let mut exponents = start.to_vec();
        exponents.resize(73, rest);
        vec![Link { exponents, rest_below_one: false }]
    };
    let (chain, negative, ink) = match Fraction::of(value) {
        Fraction::NotANumber => {
            let image = Gradient::radial().colors(["#c00", "#000"].map(Paint::css));
            let shadow = Shadow::Css(Cow::Borrowed("0px 0px 5px #800"));
            return Ok(Look::new().image(image).ink("#f00", shadow));
        }
        Fraction::Zero => (fixed([-5, -4, -3], -2), false, Some("#888")),
        Fraction::Infinity(negative) => (fixed([5, 4, 3], 2), negative, None),
        Fraction::Finite(numerator, denominator, negative) => {
            (chain(brush, numerator, denominator, primes)?, negative, None)
        }
    };
    // This scheme's inner tiles have a border of no width
    // (docs/spec/display.md, "Known quirks", quirk 7).
    let border = std::mem::replace(&mut brush.border, 0.0);
    let look = picture(brush, &chain, negative, primes.len());
    brush.border = border;
    let look = look?;
    Ok(match ink {
        Some(color) => look.ink(color, DARK),
        None if negative => look.ink("black", LIGHT),
        None => look.ink("#fff", DARK),
    })
}

fn picture(brush: &mut Brush<'_>, chain: &[Link], negative: bool, prime_count: usize) -> Result<Look, Error> {
    let list = &chain[0].exponents;
    let small = first_three(list);
    let mut look = Look::new().background(three_factor(brush.tables, small, Family::RationalDive));
    for (index, exponent) in list.iter().enumerate().skip(3).filter(|(_, exponent)| **exponent != 0) {
        let (pair, shade, edge, seven_edge) = if *exponent > 0 {
            ("rational_positive", Shade::Light, "#000", "#fff")
        } else {
            ("rational_negative", Shade::Dark, "#fff", "#000")
        };
        let layer = match fixed_layer(brush, index, pair) {
            Some(layer) => layer,
            None => {
                let family = Family::Dive(Decoration { glow: Glow::None, shade });
                let mut colors = Bars::new(family, edge, seven_edge, "#888");
                colors.colorless_within = true;
                bar_layer(brush, index, prime_count, &colors)?
            }
        };
        look = look.layer(layer.opacity(0.5 * exponent.abs() as f64));
    }
    if negative {
        let inverted: Paint = match small {
            [0, 0, 0] => Paint::css("#fff"),
            _ => three_factor_with(brush.tables, small, Family::RationalDive, true, 1.0).into(),
        };
        look = look.layer(Layer::image(Gradient::radial().stop("#0000", &[0.0, 70.0]).stop(inverted, &[])));
    }
    if chain.len() > 1 {
        let frame = Frame::Paint(Paint::css(if chain[0].rest_below_one { "#fff" } else { "#000" }));
        let inner = inner_tile(brush, 0.5, frame, |brush| picture(brush, &chain[1..], false, prime_count))?;
        look = look.layer(inner);
    }
    Ok(look)
}
