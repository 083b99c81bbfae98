//! TRIGAT: cones within cones for the polygonal numbers that divide a tile
//! (docs/spec/display.md, "TRIGAT").

use calcarray::color::{Color, Gradient, Paint};
use calcarray::{Error, Value};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::{One, Signed, Zero};

use super::{Brush, Look, hsla, magnitude, number};
use crate::factors::{log2, pair_chain, repeated};
use crate::view::Layer;

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    let sides = number(parameters.first()).unwrap_or(3.0).clamp(-1e6, 1e6) as i64;
    let (n, negative) = magnitude(value);
    if n.is_zero() {
        return Ok(Look::zero_grey());
    }
    let indices = indices(brush, &n, sides)?;
    let rest = if sides == 2 {
        if indices.is_empty() { n.clone() } else { BigUint::one() }
    } else {
        rest_of(&n, &indices, sides)
    };
    let background = color(&rest);
    let mut look = Look::new().background(background).standard_ink(negative);
    look.picture.layers = cones(brush, indices, sides)?;
    if negative {
        let inverted = background.rotated(180.0, true);
        look = look.layer(Layer::image(Gradient::radial().stop("#0000", &[0.0, 70.0]).stop(inverted, &[])));
    }
    Ok(look)
}

/// The `i`-th polygonal number.
fn polygonal(i: &BigUint, sides: i64) -> BigUint {
    let i = BigInt::from(i.clone());
    let number: BigInt = &i * (&i * (sides - 2) - (sides - 4)) / 2;
    number.abs().into_parts().1
}

fn indices(brush: &mut Brush<'_>, n: &BigUint, sides: i64) -> Result<Vec<BigUint>, Error> {
    let chain = pair_chain(brush.meter, n, &brush.tables.primes, None)?;
    let pairs = &chain[0];
    if sides == 2 {
        let primes = repeated(pairs);
        return Ok(if primes.len() == 1 { Vec::new() } else { primes });
    }
    let mut odd = vec![BigUint::one()];
    for (prime, exponent) in pairs.iter().filter(|(prime, _)| prime.bit(0)) {
        let mut power = BigUint::one();
        let before = odd.len();
        for _ in 0..*exponent {
            power *= prime;
            brush.meter.charge(before as u64 * (1 + n.bits() / 64))?;
            brush.meter.array(before)?;
            odd.extend((0..before).map(|index| &odd[index] * &power).collect::<Vec<_>>());
        }
    }
    let mut found = Vec::new();
    for divisor in odd {
        let mut i = if divisor.is_one() { BigUint::from(2_u32) } else { divisor };
        loop {
            brush.meter.charge(2 + n.bits() / 16)?;
            let p = polygonal(&i, sides);
            if !p.is_zero() && (n % p).is_zero() {
                found.push(i.clone());
            }
            if !(n % &i).is_zero() {
                break;
            }
            i <<= 1_u32;
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn rest_of(n: &BigUint, indices: &[BigUint], sides: i64) -> BigUint {
    let multiple = indices.iter().fold(BigUint::one(), |multiple, i| multiple.lcm(&polygonal(i, sides)));
    n / multiple
}

fn color(rest: &BigUint) -> Color {
    let hue = 141.0 * (log2(&(rest + 2_u32)) - 2.0);
    if rest.is_one() {
        return hsla(hue, 0.0, 0.0);
    }
    hsla(hue, 100.0, 80.0 * (1.0 - (-0.25 * log2(rest)).exp2()) + 10.0)
}

struct Cone {
    value: BigUint,
    from: f64,
    to: f64,
}

/// The smaller arc between two angles.
fn arc(a: f64, b: f64) -> f64 {
    let d = (b - a).rem_euclid(360.0);
    d.min(360.0 - d)
}

fn cones(brush: &mut Brush<'_>, indices: Vec<BigUint>, sides: i64) -> Result<Vec<Layer>, Error> {
    let count = indices.len() as f64;
    let width = (360.0 / count).min(120.0);
    let first = indices.into_iter().enumerate().map(|(j, value)| {
        let centre = 360.0 / count * j as f64;
        Cone { value, from: centre - width / 3.0, to: centre + width / 3.0 }
    });
    let mut level: Vec<Cone> = first.collect();
    let mut layers = Vec::new();
    let mut depth = 1;
    while let (Some(first), Some(last)) = (level.first(), level.last()) {
        let start = if level.len() == 1 {
            if last.to > 270.0 { 0.0 } else { -90.0 }
        } else {
            last.to - 360.0 + arc(last.to, first.from) / 2.0
        };
        let mut image = Gradient::conic().angle(start).stop("#0000", &[0.0]);
        let mut next = Vec::new();
        for cone in &level {
            let children = self::indices(brush, &cone.value, sides)?;
            brush.meter.array(4 + 8 * children.len())?;
            let mut color = color(&rest_of(&cone.value, &children, sides));
            color.channels[2] = 95.0 - (95.0 - color.channels[2]) * 0.9f64.powi(depth);
            let (from, width) = (cone.from - start, cone.to - cone.from);
            if let Some(stop) = image.stops.last_mut() {
                stop.at.push(from);
            }
            image.push(color, &[from + 0.1 * width, from + 0.9 * width]);
            image.push("#0000", &[cone.to - start]);
            let room = 0.8 * arc(cone.from, cone.to);
            let count = children.len() as f64;
            let half = 1.5 * room / (2.0 * count + 1.0) / 2.0;
            next.extend(children.into_iter().enumerate().map(|(j, value)| {
                let centre = cone.from + 0.125 * room + room / (2.0 * count) * (2.0 * j as f64 + 1.0);
                Cone { value, from: centre - half, to: centre + half }
            }));
        }
        layers.push(Layer::image(Paint::from(image)));
        level = next;
        depth += 1;
    }
    Ok(layers)
}
