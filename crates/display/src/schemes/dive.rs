//! DIVE, Anti-DIVE and SQUARTSingle: fixed pictures for 7, 11 and 13, bars
//! for the primes from 17 on (docs/spec/display.md, "DIVE, Anti-DIVE,
//! SQUARTSingle", "DIVE bars", "Fixed prime layers of the DIVE family").

use std::borrow::Cow;

use calcarray::color::{Gradient, Paint, Stop};
use calcarray::{Error, Value};
use num_traits::Zero;

use super::{Brush, Frame, Look, first_primes, given_chain, inner_tile, magnitude, prime_count};
use crate::bars::{self, BarStyle, Child, Node, stop};
use crate::factors::{Exponents, chain, first_three};
use crate::three_factor::{Decoration, Family, Glow, three_factor, three_factor_with};
use crate::view::{DARK, LIGHT, Layer};

pub(super) fn draw_dive(brush: &mut Brush<'_>, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    draw(brush, value, parameters, Family::Dive(Decoration::PLAIN))
}

pub(super) fn draw_anti_dive(
    brush: &mut Brush<'_>,
    value: &Value,
    parameters: &[Value],
) -> Result<Look, Error> {
    draw(brush, value, parameters, Family::AntiDive(Decoration::PLAIN))
}

pub(super) fn draw_squart_single(
    brush: &mut Brush<'_>,
    value: &Value,
    parameters: &[Value],
) -> Result<Look, Error> {
    draw(brush, value, parameters, SQUART_SINGLE)
}

const SQUART_SINGLE: Family = Family::SquartSingle(Decoration::PLAIN);

fn draw(brush: &mut Brush<'_>, value: &Value, parameters: &[Value], family: Family) -> Result<Look, Error> {
    let primes = first_primes(brush.tables, prime_count(parameters, Some(168)));
    if let Some(chain) = given_chain(value) {
        return picture(brush, &chain, false, family, primes.len());
    }
    let (n, negative) = magnitude(value);
    if n.is_zero() {
        let mut list = vec![7, 4, 3];
        list.resize(73, 2);
        return Ok(picture(brush, &[list], false, family, primes.len())?.ink("#888", DARK));
    }
    let chain = chain(brush.meter, &n, primes)?;
    picture(brush, &chain, negative, family, primes.len())
}

/// Draws a single list as SQUART shows its halves.
pub(super) fn of_list(brush: &mut Brush<'_>, list: Exponents, prime_count: usize) -> Result<Look, Error> {
    picture(brush, &[list], false, SQUART_SINGLE, prime_count)
}

fn picture(
    brush: &mut Brush<'_>,
    chain: &[Exponents],
    negative: bool,
    family: Family,
    prime_count: usize,
) -> Result<Look, Error> {
    let list = &chain[0];
    let anti = matches!(family, Family::AntiDive(_));
    let background = three_factor(brush.tables, first_three(list), family);
    let mut look = Look::new().background(background);
    look = if negative != anti { look.ink("black", LIGHT) } else { look.ink("#fff", DARK) };
    look.swatch = prime_swatch(brush, list, family, prime_count)?;
    let (edge, twin) = if anti { ("#fff", "#000") } else { ("#000", "#fff") };
    let pair = match family {
        Family::AntiDive(_) => "Anti-DIVE",
        Family::SquartSingle(_) => "SQUARTSingle",
        _ => "DIVE",
    };
    for (index, exponent) in list.iter().enumerate().skip(3).filter(|(_, exponent)| **exponent > 0) {
        let layer = match fixed_layer(brush, index, pair) {
            Some(layer) => layer,
            None => bar_layer(brush, index, prime_count, &Bars::new(family, edge, edge, twin))?,
        };
        look = look.layer(layer.opacity(0.5 * *exponent as f64));
    }
    if negative {
        let inverted = three_factor_with(brush.tables, first_three(list), family, true, 1.0);
        look = look.layer(Layer::image(Gradient::radial().stop("#0000", &[0.0, 70.0]).stop(inverted, &[])));
    }
    if chain.len() > 1 {
        let inner = inner_tile(brush, 0.5, Frame::HalfOf(background.into()), |brush| {
            picture(brush, &chain[1..], false, family, prime_count)
        })?;
        look = look.layer(inner);
    }
    Ok(look)
}

/// Returns the swatch of a tile without 2, 3 and 5: these are all black, and the colour
/// of the smallest prime distinguishes them where there is no room for the bars.
fn prime_swatch(
    brush: &mut Brush<'_>,
    list: &[i64],
    family: Family,
    prime_count: usize,
) -> Result<Option<Paint>, Error> {
    if first_three(list) != [0; 3] {
        return Ok(None);
    }
    let Some(index) = list.iter().position(|exponent| *exponent > 0) else { return Ok(None) };
    let prime = brush.tables.primes.get(index).copied().unwrap_or(2);
    let root = neighbour(brush, prime, first_primes(brush.tables, Some(prime_count)))?;
    let color = three_factor(brush.tables, first_three(&root.small), family.glowing(Glow::PrimeGrey));
    Ok(Some(color.into()))
}

/// The pictures of 7, 11 and 13, in the colours that `pair` names
/// (docs/spec/display.md, "Fixed prime layers of the DIVE family").
pub(super) fn fixed_layer(brush: &Brush<'_>, index: usize, pair: &str) -> Option<Layer> {
    let shape = if brush.hexagonal { "hexagonal" } else { "square" };
    let (image, mask) = match index {
        3 => (brush.tables.text(&["dive_sevens"]), None),
        4 => (brush.tables.text(&[&format!("dive_elevens_{shape}")]), None),
        5 => {
            let name = format!("dive_thirteens_{shape}");
            (brush.tables.text(&[&name, "image"]), Some(brush.tables.text(&[&name, "mask"])))
        }
        _ => return None,
    };
    let colors = brush.tables.texts(&["dive_AB_colors", pair]);
    let image = match &colors[..] {
        [a, b] => image.replace('A', a).replace('B', b),
        _ => image,
    };
    let mut layer = Layer::image(Paint::Css(Cow::Owned(image)));
    layer.mask = mask.map(|mask| Paint::Css(Cow::Owned(mask)));
    Some(layer)
}

/// The colours of bars.
pub(super) struct Bars {
    family: Family,
    /// Colour of the edges of a bar without residue.
    edge: &'static str,
    /// Colour of the edges of a bar without residue whose base has a seven.
    seven_edge: &'static str,
    /// The colour between the sevens.
    twin: &'static str,
    /// True if bars within bars have no colour, as in the rational schemes.
    pub(super) colorless_within: bool,
}

impl Bars {
    pub(super) fn new(
        family: Family,
        edge: &'static str,
        seven_edge: &'static str,
        twin: &'static str,
    ) -> Bars {
        Bars { family, edge, seven_edge, twin, colorless_within: false }
    }
}

/// The layer for the prime number `index`, from 17 on (docs/spec/display.md,
/// "DIVE bars").
pub(super) fn bar_layer(
    brush: &mut Brush<'_>,
    index: usize,
    prime_count: usize,
    colors: &Bars,
) -> Result<Layer, Error> {
    let primes = first_primes(brush.tables, Some(prime_count));
    let prime = brush.tables.primes.get(index).copied().unwrap_or(u32::MAX);
    let root = neighbour(brush, prime, primes)?;
    let direction = 45.0 + 291.246118 * (index as f64 - 3.0);
    let width = 110.0 / f64::from(prime).sqrt();
    let mask = Gradient::linear()
        .repeating()
        .angle(direction)
        .stop("#000", &[0.0, width / 6.0])
        .stop("#0000", &[width / 6.0, 5.0 * width / 6.0])
        .stop("#000", &[5.0 * width / 6.0, width]);
    let sevens = root.small[3];
    if !root.children.is_empty() {
        let style = Style { brush, colors, sevens, base: first_three(&root.small), depth: root.depth() };
        return Ok(bars::draw(&root, &style, direction, &mask));
    }
    let color = three_factor(brush.tables, first_three(&root.small), colors.family.glowing(Glow::PrimeGrey));
    let gradient = Gradient::linear().angle(direction + 90.0);
    let image = if sevens == 0 {
        gradient.stop(colors.edge, &[]).stop(color, &[]).stop(colors.edge, &[])
    } else {
        let u = 40.0 / sevens as f64;
        gradient
            .repeating()
            .stop(colors.seven_edge, &[0.0, u / 12.0])
            .stop(color, &[u / 4.0])
            .stop(colors.twin, &[5.0 * u / 12.0, 7.0 * u / 12.0])
            .stop(color, &[3.0 * u / 4.0])
            .stop(colors.seven_edge, &[11.0 * u / 12.0, u])
    };
    Ok(Layer::image(image).masked(mask))
}

/// The tree of half the number after a prime.
fn neighbour(brush: &mut Brush<'_>, prime: u32, primes: &[u32]) -> Result<Node, Error> {
    let mut n = prime.div_ceil(2);
    let mut node = Node { small: vec![0; 4], children: Vec::new() };
    for (index, &prime) in primes.iter().enumerate() {
        let mut exponent = 0;
        while n > 1 && n.is_multiple_of(prime) {
            n /= prime;
            exponent += 1;
        }
        if exponent > 0 && index < 4 {
            node.small[index] = i64::from(exponent);
        } else if exponent > 0 {
            let power = f64::from(prime).powi(exponent);
            node.children.push(Child { power, node: neighbour(brush, prime, primes)? });
        }
        if n == 1 {
            break;
        }
    }
    brush.meter.charge(primes.len() as u64)?;
    Ok(node)
}

struct Style<'a, 'b> {
    brush: &'a Brush<'b>,
    colors: &'a Bars,
    sevens: i64,
    base: [i64; 3],
    depth: usize,
}

impl BarStyle for Style<'_, '_> {
    fn length(&self, largest: f64) -> f64 {
        100.0 / largest.sqrt()
    }

    fn inner_ratio(&self, ratio: f64) -> f64 {
        ratio.sqrt()
    }

    fn nested_ratio(&self, ratio: f64) -> f64 {
        ratio.sqrt()
    }

    fn is_long(&self, first: &Node) -> bool {
        !first.children.is_empty() || first.small[3] > 0
    }

    fn outer(&self, index: usize, x: f64, length: f64) -> Vec<Stop> {
        let family = self.colors.family.glowing(Glow::PrimeGrey);
        let color = three_factor_with(self.brush.tables, self.base, family, false, 0.5);
        if self.sevens == 0 {
            return vec![stop(color, &[x, x + length])];
        }
        let count = 2 * self.sevens as usize;
        (0..count)
            .map(|t| {
                let paint = if (index + t).is_multiple_of(2) { color.into() } else { Paint::css("#fff") };
                stop(paint, &[x + length * t as f64 / (count - 1) as f64])
            })
            .collect()
    }

    fn bar(&self, node: &Node, x: f64, length: f64, level: usize) -> Vec<Stop> {
        let alpha = 0.5 + 0.5 * level as f64 / self.depth as f64;
        let color = |list: [i64; 3], glow: Glow| -> Paint {
            if self.colors.colorless_within && level > 1 {
                return Paint::css("undefined");
            }
            three_factor_with(self.brush.tables, list, self.colors.family.glowing(glow), false, alpha).into()
        };
        let list = first_three(&node.small);
        let sevens = node.small[3];
        if sevens == 0 {
            return vec![stop(color(list, Glow::Prime), &[x, x + length])];
        }
        let middle = color(list, Glow::PrimeGrey);
        let cycle = [color([0, 0, 0], Glow::None), middle.clone(), color([7, 4, 3], Glow::None), middle];
        let count = 4 * sevens as usize;
        (0..=count).map(|t| stop(cycle[t % 4].clone(), &[x + length * t as f64 / count as f64])).collect()
    }
}
