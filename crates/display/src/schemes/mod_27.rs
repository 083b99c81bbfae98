//! The scheme mod 27: hues that repeat after 27 tiles (docs/spec/display.md, "mod
//! 27").

use calcarray::color::{Color, Gradient, Paint};
use calcarray::{Error, Value};
use num_bigint::{BigInt, BigUint};
use num_traits::{FromPrimitive, ToPrimitive, Zero};

use super::{Brush, Look, number};
use crate::factors::to_f64;
use crate::text::truthy;
use crate::view::Shadow;

/// The number from which on a tile shows its digits in base 200.
const LARGE: f64 = 40_000.0;
/// Degrees per step.
const STEP: f64 = 55.623;

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    let angle = number(parameters.first()).unwrap_or(180.0);
    let rainbow = parameters.get(1).is_none_or(truthy);
    let (signed, exact) = match value {
        Value::Number(number) => (*number, None),
        other => {
            let integer = super::integer(other);
            (integer.to_f64().unwrap_or(f64::NAN), Some(integer))
        }
    };
    picture(brush, signed, exact, angle, rainbow)
}

/// The picture of a square root, as scheme 3385 shows squares.
pub(super) fn of_root(brush: &mut Brush<'_>, root: BigUint, angle: f64) -> Result<Look, Error> {
    picture(brush, to_f64(&root), Some(root.into()), angle, true)
}

fn picture(
    brush: &mut Brush<'_>,
    signed: f64,
    exact: Option<BigInt>,
    angle: f64,
    rainbow: bool,
) -> Result<Look, Error> {
    let negative = signed < 0.0;
    let v = signed.abs();
    let look = Look::new().ink(if negative { "#000000" } else { "#ffffff" }, Shadow::None);
    let finish = |paint: Paint| if negative { paint.rotated(180.0, true) } else { paint };
    if v == 0.0 {
        return Ok(look.background("#444444"));
    }
    if v == 1.0 {
        if !rainbow {
            return Ok(look.background(if negative { "#ffffff" } else { "#000000" }));
        }
        let shade = Gradient::radial().colors(["#000000", "#0008"].map(Paint::css));
        let hues = ["#ff0000", "#ffff00", "#00ff00", "#00ffff", "#0000ff", "#ff00ff", "#ff0000"];
        let hues = Gradient::conic().colors(hues.map(Paint::css));
        return Ok(look.image(finish(Paint::List(vec![shade.into(), hues.into()]))));
    }
    let gradient = Gradient::linear().angle(angle);
    if v < LARGE || !v.is_finite() && exact.is_none() {
        let x = v - 2.0;
        return Ok(look.image(finish(gradient.colors([small(x).into(), small(0.995 * x).into()]).into())));
    }
    let v = match exact {
        Some(integer) => integer.into_parts().1,
        None => BigUint::from_f64(v.floor()).unwrap_or_default(),
    };
    brush.meter.charge(1 + v.bits().saturating_mul(v.bits()) / 64)?;
    let mut power = BigUint::from(200_u32);
    let mut t = 1;
    while &power * 200_u32 <= v {
        power *= 200_u32;
        t += 1;
        brush.meter.charge(1 + power.bits() / 64)?;
    }
    let first = &v - power;
    let first_color = Color::hsva(
        STEP * turns(&first),
        saturation(remainder(&first, 52)),
        brightness(remainder(&first, 200)),
        1.0,
    );
    let mut colors = vec![first_color.into()];
    let mut x = first.clone();
    let mut z = 1.0;
    for _ in 1..=t {
        brush.meter.charge(1 + x.bits() / 64)?;
        x /= 200_u32;
        colors.push(
            Color::hsva(
                STEP * (turns(&first) - turns(&x) + z),
                saturation(remainder(&first, 52) - remainder(&x, 52) + z),
                brightness(remainder(&first, 200) - remainder(&x, 200) + z),
                1.0,
            )
            .into(),
        );
        z = 1.0 - z;
    }
    Ok(look.image(finish(gradient.colors(colors).into())))
}

fn small(y: f64) -> Color {
    let wave = |period: f64| ((y / period) % 4.0 - 2.0).abs();
    Color::hsva(STEP * y, 35.0 * wave(13.0) + 30.0, 25.0 * wave(50.0) + 50.0, 1.0)
}

fn saturation(remainder: f64) -> f64 {
    35.0 * ((remainder / 13.0).rem_euclid(4.0) - 2.0).abs() + 30.0
}

fn brightness(remainder: f64) -> f64 {
    25.0 * ((remainder / 50.0).rem_euclid(4.0) - 2.0).abs() + 50.0
}

fn remainder(x: &BigUint, modulus: u32) -> f64 {
    to_f64(&(x % modulus))
}

/// `x` modulo the number of steps of a full turn, 360 / 55.623, exactly.
fn turns(x: &BigUint) -> f64 {
    if x.is_zero() {
        return 0.0;
    }
    to_f64(&((x * 55_623_u32) % 360_000_u32)) / 55_623.0
}
