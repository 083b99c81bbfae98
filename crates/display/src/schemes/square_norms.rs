//! 3307, also named 2379: factors that are sums x² + xy + y²
//! (docs/spec/display.md, "3307").

use std::borrow::Cow;

use calcarray::color::{Gradient, Paint};
use calcarray::{Error, Value};
use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{Brush, Frame, Look, even_inner_tile, inner_picture, magnitude};
use crate::factors::{divide_out, first_three};
use crate::three_factor::{Family, three_factor, three_factor_with};
use crate::view::{Area, DARK, LIGHT, Layer, Shadow};

const SMALL: [u32; 3] = [2, 3, 7];

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, _parameters: &[Value]) -> Result<Look, Error> {
    let (n, negative) = magnitude(value);
    picture(brush, n, negative)
}

fn picture(brush: &mut Brush<'_>, n: BigUint, negative: bool) -> Result<Look, Error> {
    if n.is_zero() {
        let hues = ["#f00", "#ff0", "#0f0", "#0ff", "#00f", "#f0f", "#f00"];
        let shadow = Shadow::Css(Cow::Borrowed("0px 0px 5px #222"));
        return Ok(Look::new().image(Gradient::linear().colors(hues.map(Paint::css))).ink("#888", shadow));
    }
    let mut rest = n;
    let mut rows = Vec::new();
    for norm in brush.tables.norms.iter().rev() {
        let exponent = divide_out(brush.meter, &mut rest, norm.value)?;
        rows.extend(std::iter::repeat_n(*norm, exponent as usize));
    }
    rows.reverse();
    let mut small = [0; 3];
    for (exponent, factor) in small.iter_mut().zip(SMALL).rev() {
        *exponent = i64::from(divide_out(brush.meter, &mut rest, factor)?);
    }
    let background = three_factor(brush.tables, first_three(&small), Family::ThirtyThreeOhSeven);
    let mut look = Look::new().background(background);
    let unit = 100.0 / (3 * rows.len() + 1) as f64;
    for (index, row) in rows.iter().enumerate() {
        for (left, value) in [(0.0, row.mixed), (50.0, row.square)] {
            let part = BigUint::from(value.unsigned_abs());
            let picture = inner_picture(brush, |brush| picture(brush, part, value < 0))?;
            look = look.layer(Layer::picture(picture).at(Area {
                width: Some(50.0),
                height: Some(2.0 * unit),
                left: Some(left),
                top: Some(unit * (3 * index + 1) as f64),
                ..Area::default()
            }));
        }
    }
    if negative {
        let inverted = three_factor_with(brush.tables, small, Family::ThirtyThreeOhSeven, true, 1.0);
        look = look.layer(Layer::image(Gradient::radial().stop("#0000", &[0.0, 70.0]).stop(inverted, &[])));
    }
    look = if negative { look.ink("black", LIGHT) } else { look.ink("#fff", DARK) };
    if rest > BigUint::one() {
        rest -= 1_u32;
        let frame = Frame::HalfOf(background.into());
        look = look.layer(even_inner_tile(brush, 0.6, frame, |brush| picture(brush, rest, false))?);
    }
    Ok(look)
}
