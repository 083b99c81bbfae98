//! Gaussian DIVE (docs/spec/display.md, "Gaussian DIVE").

use std::borrow::Cow;

use calcarray::color::{Gradient, Paint, Spelling, Stop};
use calcarray::{Error, Value};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::{Brush, Frame, Look, inner_tile, integer, number};
use crate::bars::{self, BarStyle, Child, Node, stop};
use crate::factors::{Exponents, LONGEST_CHAIN};
use crate::three_factor::{Decoration, Family, Glow, three_factor, three_factor_with};
use crate::view::{Layer, Shadow};

const SMALL: usize = 6;

fn half_family(half: usize) -> Family {
    Family::Gaussian(half, Decoration::PLAIN)
}

fn halves(list: &[i64]) -> [[i64; 3]; 2] {
    let at = |index: usize| list.get(index).copied().unwrap_or(0);
    [[at(0), at(1), at(2)], [at(3), at(4), at(5)]]
}

struct Link {
    exponents: Exponents,
    rest_is_steep: bool,
}

pub(super) fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    let (re, im) = match value {
        Value::Gaussian(value) => (value.re.to_bigint(), value.im.to_bigint()),
        other => (integer(other), BigInt::zero()),
    };
    if re.is_zero() && im.is_zero() {
        return Ok(Look::new().background("#444").ink("#888", Shadow::None));
    }
    let count = number(parameters.first()).unwrap_or(1232.0).clamp(0.0, 1e4) as usize;
    let primes = &brush.tables.gaussian_primes[..count.min(brush.tables.gaussian_primes.len())];
    let quadrant = quadrant(&re, &im);
    let color = [
        "hsla(0, 100%, 75%, 1)",
        "hsla(90, 100%, 75%, 1)",
        "hsla(180, 100%, 75%, 1)",
        "hsla(270, 100%, 75%, 1)",
    ];
    let chain = chain(brush, re, im, primes)?;
    let border = std::mem::replace(&mut brush.border, 0.0);
    let look = picture(brush, &chain, primes);
    brush.border = border;
    Ok(look?.ink(color[quadrant], Shadow::None))
}

fn quadrant(re: &BigInt, im: &BigInt) -> usize {
    if re.is_positive() && !im.is_negative() {
        0
    } else if !re.is_positive() && im.is_positive() {
        1
    } else if re.is_negative() && !im.is_positive() {
        2
    } else {
        3
    }
}

/// Divides by a Gaussian prime if that leaves no remainder.
fn divide(re: &BigInt, im: &BigInt, (a, b): (i64, i64)) -> Option<(BigInt, BigInt)> {
    let norm = a * a + b * b;
    let (x, y) = (re * a + im * b, im * a - re * b);
    ((&x % norm).is_zero() && (&y % norm).is_zero()).then(|| (x / norm, y / norm))
}

fn chain(
    brush: &mut Brush<'_>,
    mut re: BigInt,
    mut im: BigInt,
    primes: &[(i64, i64)],
) -> Result<Vec<Link>, Error> {
    let norm_is_one = |re: &BigInt, im: &BigInt| (re * re + im * im).is_one();
    let mut chain = Vec::new();
    loop {
        let mut exponents = Vec::new();
        for &prime in primes {
            let mut exponent = 0;
            brush.meter.charge(2 + re.bits() / 32 + im.bits() / 32)?;
            while let Some((x, y)) = divide(&re, &im, prime) {
                brush.meter.charge(2 + re.bits() / 32 + im.bits() / 32)?;
                (re, im) = (x, y);
                exponent += 1;
            }
            exponents.push(exponent);
            if norm_is_one(&re, &im) {
                break;
            }
        }
        if norm_is_one(&re, &im) || (re.is_zero() && im.is_zero()) {
            chain.push(Link { exponents, rest_is_steep: false });
            return Ok(chain);
        }
        (re, im) = match quadrant(&re, &im) {
            0 => (re, im),
            1 => (im, -re),
            2 => (-re, -im),
            _ => (-im, re),
        };
        chain.push(Link { exponents, rest_is_steep: re <= im });
        re -= 1;
        if re.is_zero() && im.is_zero() || chain.len() >= LONGEST_CHAIN {
            return Ok(chain);
        }
    }
}

fn picture(brush: &mut Brush<'_>, chain: &[Link], primes: &[(i64, i64)]) -> Result<Look, Error> {
    let list = &chain[0].exponents;
    let [first, second] = halves(list);
    let image = Gradient::linear()
        .spelled(Spelling::Tight)
        .stop(three_factor(brush.tables, first, half_family(0)), &[0.0, 33.333]);
    let mut image = image;
    image.push(three_factor(brush.tables, second, half_family(1)), &[66.666, 100.0]);
    let mut look = Look::new().image(image);
    for (index, exponent) in list.iter().enumerate().skip(SMALL).filter(|(_, exponent)| **exponent > 0) {
        let layer = match fixed_layer(brush, index) {
            Some(layer) => layer,
            None => bar_layer(brush, primes[index], primes)?,
        };
        look = look.layer(layer.opacity(0.5 * *exponent as f64));
    }
    if chain.len() > 1 {
        let frame = Frame::Paint(Paint::css(if chain[0].rest_is_steep { "#fff" } else { "#000" }));
        look = look.layer(inner_tile(brush, 0.5, frame, |brush| picture(brush, &chain[1..], primes))?);
    }
    Ok(look)
}

fn fixed_layer(brush: &Brush<'_>, index: usize) -> Option<Layer> {
    const TABLE: &str = "gaussian_dive_prime_layers_by_index";
    if index > 9 {
        return None;
    }
    let text = |name: &str| brush.tables.text(&[TABLE, &index.to_string(), name]);
    let image = text("image").replace("STOPS", &brush.tables.text(&[TABLE, "STOPS"]));
    Some(Layer::image(Paint::Css(Cow::Owned(image))).masked(Paint::Css(Cow::Owned(text("mask")))))
}

fn bar_layer(brush: &mut Brush<'_>, (re, im): (i64, i64), primes: &[(i64, i64)]) -> Result<Layer, Error> {
    let norm = (re * re + im * im) as f64;
    let swapped = re < im;
    let direction = 45.0 + 291.246118 * (norm - 3.0) + if swapped { 90.0 } else { 0.0 };
    let prime = if swapped { (im, re) } else { (re, im) };
    let root = neighbour(brush, prime, primes)?;
    let [first, second] = halves(&root.small);
    let color =
        |half: usize, list| three_factor(brush.tables, list, half_family(half).glowing(Glow::PrimeGrey));
    let (k1, k2) = (color(0, first), color(1, second));
    let width = 80.0 / norm.powf(0.25);
    let mask = Gradient::linear()
        .repeating()
        .angle(direction)
        .stop("#000", &[0.0, width / 8.0])
        .stop("#0000", &[width / 8.0, 7.0 * width / 8.0])
        .stop("#000", &[7.0 * width / 8.0, width]);
    if root.children.is_empty() {
        let image = Gradient::linear()
            .repeating()
            .angle(direction + 90.0)
            .stop(k1, &[0.0, width / 4.0])
            .stop(k2, &[width / 2.0, 3.0 * width / 4.0])
            .stop(k1, &[width]);
        return Ok(Layer::image(image).masked(mask));
    }
    let style =
        Style { brush, outer: [k1.with_alpha(0.75).into(), k2.with_alpha(0.75).into()], depth: root.depth() };
    Ok(bars::draw(&root, &style, direction, &mask))
}

/// The tree of `(q + i) / (1 - i)`.
fn neighbour(brush: &mut Brush<'_>, (re, im): (i64, i64), primes: &[(i64, i64)]) -> Result<Node, Error> {
    brush.meter.enter()?;
    // (a + bi) / (1 - i) = (a + bi)(1 + i) / 2, truncating both parts.
    let (a, b) = (re, im + 1);
    let (mut re, mut im) = (BigInt::from((a - b) / 2), BigInt::from((a + b) / 2));
    let mut node = Node { small: vec![0; SMALL], children: Vec::new() };
    for (index, &prime) in primes.iter().enumerate() {
        if re.is_zero() && im.is_zero() || (&re * &re + &im * &im).is_one() {
            break;
        }
        brush.meter.charge(1)?;
        let mut exponent = 0;
        while let Some((x, y)) = divide(&re, &im, prime) {
            (re, im) = (x, y);
            exponent += 1;
        }
        if exponent > 0 && index < SMALL {
            node.small[index] = i64::from(exponent);
        } else if exponent > 0 {
            let norm = (prime.0 * prime.0 + prime.1 * prime.1) as f64;
            let child = Child { power: norm.powi(exponent), node: neighbour(brush, prime, primes)? };
            node.children.push(child);
        }
    }
    brush.meter.leave();
    Ok(node)
}

struct Style<'a, 'b> {
    brush: &'a Brush<'b>,
    outer: [Paint; 2],
    depth: usize,
}

impl BarStyle for Style<'_, '_> {
    fn length(&self, largest: f64) -> f64 {
        80.0 / largest.powf(0.25)
    }

    fn inner_ratio(&self, ratio: f64) -> f64 {
        ratio.powf(0.25)
    }

    fn nested_ratio(&self, ratio: f64) -> f64 {
        ratio.cbrt()
    }

    fn is_long(&self, first: &Node) -> bool {
        !first.children.is_empty()
    }

    fn outer(&self, index: usize, x: f64, length: f64) -> Vec<Stop> {
        let [first, second] =
            if index.is_multiple_of(2) { [0, 1] } else { [1, 0] }.map(|side| self.outer[side].clone());
        vec![stop(first, &[x, x + length / 4.0]), stop(second, &[x + 3.0 * length / 4.0, x + length])]
    }

    fn bar(&self, node: &Node, x: f64, length: f64, level: usize) -> Vec<Stop> {
        let alpha = 0.75 + 0.25 * level as f64 / self.depth as f64;
        let lists = halves(&node.small);
        let color = |half: usize| {
            let family = half_family(half).glowing(Glow::Prime);
            three_factor_with(self.brush.tables, lists[half], family, false, alpha)
        };
        vec![stop(color(0), &[x]), stop(color(1), &[x + length])]
    }
}
