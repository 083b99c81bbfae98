//! Partial Absorb 180: pairs of exponents as angles (docs/spec/display.md,
//! "Partial Absorb 180").

use std::borrow::Cow;

use calcarray::color::{Color, Gradient, Paint};
use calcarray::{Error, Value};
use num_integer::Integer as _;

use super::rational_chain::{Fraction, Link, chain};
use super::{Brush, Frame, Look, first_primes, hsla, inner_tile, prime_count};
use crate::view::{DARK, LIGHT, Layer, Shadow};

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    let special = |color: &'static str, shadow: &'static str| {
        Ok(Look::new().background("#000").ink(color, Shadow::Css(Cow::Borrowed(shadow))))
    };
    let (numerator, denominator, negative) = match Fraction::of(value) {
        Fraction::Zero => return special("#fff", "0px 0px 5px #fff"),
        Fraction::Infinity(false) => return special("#ff0", "0px 0px 5px #ff8"),
        Fraction::Infinity(true) => return special("#0ff", "0px 0px 5px #8ff"),
        Fraction::NotANumber => return special("#f00", "0px 0px 5px #800"),
        Fraction::Finite(numerator, denominator, negative) => (numerator, denominator, negative),
    };
    let above_one = !negative && numerator > denominator;
    let one = !negative && numerator == denominator;
    let primes = first_primes(brush.tables, prime_count(parameters, Some(27)));
    let chain = chain(brush, numerator, denominator, primes)?;
    // This scheme's inner tiles have a border of no width
    // (docs/spec/display.md, "Known quirks", quirk 7).
    let border = std::mem::replace(&mut brush.border, 0.0);
    let look = picture(brush, &chain, negative);
    brush.border = border;
    let look = look?;
    Ok(if one {
        look.ink("#444", Shadow::Css(Cow::Borrowed("0px 0px 5px #ccc")))
    } else if above_one {
        look.ink("#000", LIGHT)
    } else {
        look.ink("#fff", DARK)
    })
}

/// The direction of a pair of exponents, 0 to 360.
fn angle(a: i64, b: i64) -> f64 {
    let total = (a.abs() + b.abs()) as f64;
    let (a_part, b_part) = (90.0 * a.abs() as f64 / total, 90.0 * b.abs() as f64 / total);
    if a > 0 && b >= 0 {
        b_part
    } else if b > 0 && a <= 0 {
        90.0 + a_part
    } else if a < 0 && b <= 0 {
        180.0 + b_part
    } else {
        270.0 + a_part
    }
}

fn picture(brush: &mut Brush<'_>, chain: &[Link], negative: bool) -> Result<Look, Error> {
    let mut list = chain[0].exponents.clone();
    while list.last() == Some(&0) {
        list.pop();
    }
    list.resize(list.len().max(3), 0);
    if list.len().is_multiple_of(2) {
        list.push(0);
    }
    let fives = list[2] as f64;
    let lightness = match list[2] {
        0 => 50.0,
        1.. => 100.0 - 50.0 * 0.7f64.powf(fives),
        _ => 50.0 * 0.7f64.powf(-fives),
    };
    let (hue, saturation) = match (list[0], list[1]) {
        (0, 0) => (0.0, 0.0),
        (a, b) => (angle(a, b), 100.0 * 0.75f64.powf((a.gcd(&b) - 1) as f64)),
    };
    let mut look = Look::new().background(hsla(hue, saturation, lightness));

    const EMPTY: Paint = Paint::css("#0006");
    let mut sides: [Vec<Paint>; 4] = Default::default();
    for (position, pair) in list[3..].chunks(2).enumerate() {
        let index = (3 + 2 * position) as f64;
        let (a, b) = (pair[0], pair[1]);
        sides[position % 4].push(if (a, b) == (0, 0) {
            EMPTY
        } else {
            let hue = angle(a, b) + 74.16407865 * (index - 3.0) + 55.6230589875;
            hsla(hue, 100.0, 100.0 - 100.0 * 0.7f64.powf(a.gcd(&b) as f64)).into()
        });
    }
    let fit = |gradient: Gradient, hexagonal: bool| {
        if hexagonal { gradient.scaled_for_hexagon() } else { gradient }
    };
    for (mut colors, side) in sides.into_iter().zip([0.0, 180.0, 90.0, 270.0]) {
        while colors.last() == Some(&EMPTY) {
            colors.pop();
        }
        if !colors.is_empty() {
            let image = Gradient::linear().angle(side).stop("#0000", &[0.0, 65.0]).colors(colors);
            look = look.layer(Layer::image(fit(image, brush.hexagonal)));
        }
    }
    if negative {
        // Against the middle grey its opposite would not be seen.
        let grey = list[0] == 0 && list[1] == 0;
        let lightness = if grey && lightness == 50.0 { 75.0 } else { lightness };
        let color = Color::hsla(hue + 180.0, saturation, 100.0 - lightness, 0.75);
        let ring =
            Gradient::radial().stop("#0000", &[0.0, 45.0]).stop(color, &[]).stop("#0000", &[55.0, 100.0]);
        look = look.layer(Layer::image(fit(ring, brush.hexagonal)));
    }
    if chain.len() > 1 {
        let frame = Frame::Paint(Paint::css(if chain[0].rest_below_one { "#fff" } else { "#000" }));
        look = look.layer(inner_tile(brush, 0.6, frame, |brush| picture(brush, &chain[1..], false))?);
    }
    Ok(look)
}

#[cfg(test)]
mod tests {
    use calcarray::host::NoGame;
    use calcarray::{Limits, Meter, Value, json};

    use crate::view::LayerKind;
    use crate::{Size, Stage, Tables, TileStyle, view_by_scheme};

    /// Inner tiles whose border has no width are where they are on squares.
    #[test]
    fn inner_tiles_on_hexagons() {
        let tables = Tables::new();
        for (scheme, left, is_clipped) in [
            ("Partial Absorb 180", 18.0, false),
            ("Rational DIVE", 23.0, false),
            ("2295", 50.0 - 30.0 - 4.0 / 3.0, true),
        ] {
            let value = if scheme == "2295" { "@BigInt 77" } else { "@BigRational 11 1013" };
            let tile = json::read(&format!(r#"["{value}"]"#), &Default::default()).unwrap();
            let (mut host, mut meter) = (NoGame::default(), Meter::new(Limits::default()));
            let mut stage = Stage::new(&mut host, &mut meter, true);
            let style = TileStyle { tables: &tables, size: Size::Single, hidden_text: false };
            let view = view_by_scheme(&mut stage, style, scheme, &[] as &[Value], &tile).unwrap();
            let inner = view.picture.layers.iter().find(|layer| layer.kind == LayerKind::Subtile);
            let inner = inner.unwrap_or_else(|| panic!("{scheme}: no inner tile"));
            assert_eq!((inner.area.left, inner.hexagon), (Some(left), is_clipped), "{scheme}");
        }
    }

    #[test]
    fn negative_ones_ring_is_seen_on_its_grey() {
        let tables = Tables::new();
        for (value, ring) in [
            ("-1 1", "hsla(180, 0%, 25%, 0.75)"),
            ("-5 1", "hsla(180, 0%, 35%, 0.75)"),
            ("-1 5", "hsla(180, 0%, 65%, 0.75)"),
            ("-3 4", "hsla(330, 100%, 50%, 0.75)"),
        ] {
            let tile = json::read(&format!(r#"["@BigRational {value}"]"#), &Default::default()).unwrap();
            let (mut host, mut meter) = (NoGame::default(), Meter::new(Limits::default()));
            let mut stage = Stage::new(&mut host, &mut meter, false);
            let style = TileStyle { tables: &tables, size: Size::Single, hidden_text: false };
            let view =
                view_by_scheme(&mut stage, style, "Partial Absorb 180", &[] as &[Value], &tile).unwrap();
            let layer = view.picture.layers.last().and_then(|layer| layer.picture.image.as_ref());
            let expected = format!("radial-gradient(#0000 0% 45%, {ring}, #0000 55% 100%)");
            assert_eq!(layer.map(|paint| paint.to_css()), Some(expected), "{value}");
        }
    }
}
