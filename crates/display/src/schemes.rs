//! The special colour schemes (docs/spec/display.md, "The special colour
//! schemes").
//!
//! A scheme is a function from a value and parameters to a [`Look`]. What
//! several schemes do alike stands outside of this folder: chains of factors
//! (`factors`), colours of three exponents (`three_factor`),
//! bars (`bars`) and inner tiles (`inner_tile`).

mod bitwise;
mod dive;
mod gaussian_dive;
mod locef;
mod mod_27;
mod one_eighty;
mod partial_absorb;
mod power_neighbours;
mod prime_bands;
mod rational_chain;
mod rational_dive;
mod scaprim;
mod speed;
mod square_norms;
mod square_parts;
mod square_waves;
mod squart;
mod trigat;
mod turatin;
mod wildcard;

use calcarray::color::{Color, Paint};
use calcarray::{Error, Meter, Value};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::FromPrimitive;

use crate::computed::half;
use crate::factors::{Exponents, LONGEST_CHAIN};
use crate::tables::Tables;
use crate::view::{Area, Border, DARK, LIGHT, Layer, LayerKind, Picture, Shadow};

/// The tools that schemes draw with.
pub struct Brush<'a> {
    /// The constants.
    pub tables: &'a Tables,
    /// The meter of the work.
    pub meter: &'a mut Meter,
    /// True if tiles are hexagons.
    pub hexagonal: bool,
    /// True for an inner picture, which shows no text.
    pub subtile: bool,
    /// The number of inner tiles around the picture.
    pub depth: u32,
    /// Width of the border around the picture; inner tiles have a part of it.
    pub border: f64,
}

/// Inner tiles are drawn down to this depth.
const DEEPEST: u32 = LONGEST_CHAIN as u32;

/// Borders of tiles are this part of the tile.
pub const BORDER: f64 = 1.0 / 40.0;

/// The look that a scheme gives a value.
#[derive(Clone, Debug)]
pub struct Look {
    /// Background and layers.
    pub picture: Picture,
    /// Colour of the text.
    pub color: Paint,
    /// Shadow of the text.
    pub shadow: Shadow,
    /// The texts that replace the tile's text: they are abbreviated and joined.
    pub text: Option<Vec<BigInt>>,
    /// The most characteristic colour, if it is not the background.
    pub swatch: Option<Paint>,
    /// Digits shown at the bottom, which make the main text smaller.
    pub digits: Option<String>,
}

impl Look {
    /// Black with white text, before a scheme does anything.
    pub(crate) fn new() -> Look {
        Look {
            picture: Picture { background: Some(Paint::css("#000000")), image: None, layers: Vec::new() },
            color: Paint::css("#ffffff"),
            shadow: Shadow::None,
            text: None,
            swatch: None,
            digits: None,
        }
    }

    /// Grey, as several schemes show zero.
    fn zero_grey() -> Look {
        Look::new().background("#888").ink("#444", Shadow::None)
    }

    fn background(mut self, paint: impl Into<Paint>) -> Look {
        self.picture.background = Some(paint.into());
        self
    }

    fn image(mut self, paint: impl Into<Paint>) -> Look {
        self.picture.image = Some(paint.into());
        self
    }

    fn ink(mut self, color: impl Into<Paint>, shadow: Shadow) -> Look {
        self.color = color.into();
        self.shadow = shadow;
        self
    }

    /// White with a dark halo, or black with a light one.
    fn standard_ink(self, black: bool) -> Look {
        if black { self.ink("#000", LIGHT) } else { self.ink("#fff", DARK) }
    }

    fn swatch(mut self, paint: impl Into<Paint>) -> Look {
        self.swatch = Some(paint.into());
        self
    }

    fn layer(mut self, layer: Layer) -> Look {
        self.picture.layers.push(layer);
        self
    }
}

type Scheme = fn(&mut Brush<'_>, &Value, &[Value]) -> Result<Look, Error>;

const SCHEMES: [(&str, Scheme); 27] = [
    ("Wildcard 2048", wildcard::draw),
    ("mod 27", mod_27::draw),
    ("1321", speed::draw),
    ("180", one_eighty::draw),
    ("DIVE", dive::draw_dive),
    ("Anti-DIVE", dive::draw_anti_dive),
    ("SQUARTSingle", dive::draw_squart_single),
    ("2295", power_neighbours::draw),
    ("3069", prime_bands::draw),
    ("Odds-Only 3069", prime_bands::draw_odds_only),
    ("SQUART", squart::draw),
    ("Three-Tile SQUART", squart::draw_three_tile),
    ("Turatin", turatin::draw),
    ("3307", square_norms::draw),
    ("2379", square_norms::draw),
    ("Bitwise 2048", bitwise::draw),
    ("SCAPRIM", scaprim::draw),
    ("1845", square_waves::draw),
    ("3385", square_parts::draw),
    ("3385Single", square_parts::draw_single),
    ("LOCEF", locef::draw),
    ("Three-Tile SQUARTSingle", locef::draw_three_tile),
    ("TRIGAT", trigat::draw),
    ("Partial Absorb 180", partial_absorb::draw),
    ("Rational DIVE", rational_dive::draw),
    ("RACUTE", rational_dive::draw),
    ("Gaussian DIVE", gaussian_dive::draw),
];

/// The names of all schemes.
pub fn names() -> impl Iterator<Item = &'static str> {
    SCHEMES.into_iter().map(|(name, _)| name)
}

/// Draws a value by the scheme of this name; black if there is no such scheme.
///
/// # Errors
/// If the meter runs out.
pub fn draw(brush: &mut Brush<'_>, name: &str, value: &Value, parameters: &[Value]) -> Result<Look, Error> {
    match SCHEMES.into_iter().find(|(known, _)| *known == name) {
        Some((_, scheme)) => {
            let mut look = scheme(brush, value, parameters)?;
            if look.swatch.is_none() {
                look.swatch = end_of_image(name, &look);
            }
            Ok(look)
        }
        None => Ok(Look::new()),
    }
}

/// The first and the last colour of an image.
fn ends(image: Option<&Paint>) -> Option<(Paint, Paint)> {
    match image? {
        Paint::Gradient(gradient) => {
            Some((gradient.stops.first()?.paint.clone(), gradient.stops.last()?.paint.clone()))
        }
        _ => None,
    }
}

/// The swatch of schemes whose pictures are gradients (docs/spec/display.md,
/// "What may be redesigned"): the highest power of Wildcard 2048, the first
/// colour of the others.
fn end_of_image(name: &str, look: &Look) -> Option<Paint> {
    let (first, last) = ends(look.picture.image.as_ref())?;
    Some(if name == "Wildcard 2048" { last } else { first })
}

/// The paint of the frame of an inner tile.
enum Frame {
    /// Half as bright as the tile around.
    HalfOf(Paint),
    Paint(Paint),
}

/// A smaller tile in the middle, which shows the rest of a chain
/// (docs/spec/display.md, "Factor lists"). The border of what lies in it
/// shrinks with it.
fn inner_tile(
    brush: &mut Brush<'_>,
    size: f64,
    frame: Frame,
    draw: impl FnOnce(&mut Brush<'_>) -> Result<Look, Error>,
) -> Result<Layer, Error> {
    let width = brush.border * size;
    inner_tile_within(brush, size, frame, width, draw)
}

/// Draws an inner tile in schemes whose borders are equally wide at all depths.
fn even_inner_tile(
    brush: &mut Brush<'_>,
    size: f64,
    frame: Frame,
    draw: impl FnOnce(&mut Brush<'_>) -> Result<Look, Error>,
) -> Result<Layer, Error> {
    let width = brush.border;
    inner_tile_within(brush, size, frame, width, draw)
}

fn inner_tile_within(
    brush: &mut Brush<'_>,
    size: f64,
    frame: Frame,
    within: f64,
    draw: impl FnOnce(&mut Brush<'_>) -> Result<Look, Error>,
) -> Result<Layer, Error> {
    let (border, subtile) = (brush.border, brush.subtile);
    brush.border = within;
    brush.subtile = true;
    brush.depth += 1;
    // Deeper pictures are too small to be seen.
    let look = if brush.depth > DEEPEST { Ok(Look::new()) } else { draw(brush) };
    brush.depth -= 1;
    brush.border = border;
    brush.subtile = subtile;
    let side = Some(size * 100.0);
    // Where the border has no width, the original forgets the shape of the tile, too.
    let frame_width = if brush.hexagonal && border > 0.0 { 4.0 / 3.0 } else { 2.0 };
    let edge = Some(50.0 - 50.0 * size - frame_width);
    let paint = match frame {
        Frame::HalfOf(paint) => half(&paint),
        Frame::Paint(paint) => paint,
    };
    Ok(Layer {
        area: Area { width: side, height: side, left: edge, top: edge, ..Area::default() },
        hexagon: brush.hexagonal && border > 0.0,
        border: Some(Border { width: border * size, paint }),
        picture: look?.picture,
        ..Layer::new(LayerKind::Subtile)
    })
}

/// A picture within a picture, without a frame.
fn inner_picture(
    brush: &mut Brush<'_>,
    draw: impl FnOnce(&mut Brush<'_>) -> Result<Look, Error>,
) -> Result<Picture, Error> {
    brush.meter.enter()?;
    let subtile = std::mem::replace(&mut brush.subtile, true);
    let look = draw(brush);
    brush.subtile = subtile;
    brush.meter.leave();
    Ok(look?.picture)
}

/// The largest exponent that a mode can give: all whole numbers up to it are doubles.
const LARGEST_EXPONENT: i64 = 1 << 53;

/// A value that is a chain of exponent lists already, as modes may pass it.
fn given_chain(value: &Value) -> Option<Vec<Exponents>> {
    let lists = value.as_array()?;
    if lists.is_empty() || lists.len() > LONGEST_CHAIN {
        return None;
    }
    // Larger ones look like these, and sums of some fit.
    let within = |exponent: i64| exponent.clamp(-LARGEST_EXPONENT, LARGEST_EXPONENT);
    let exponent = |entry: &Value| match entry {
        Value::Integer(exponent) => exponent.to_i64().map(within),
        Value::Number(exponent) if exponent.fract() == 0.0 => Some(within(*exponent as i64)),
        _ => None,
    };
    lists.iter().map(|list| list.as_array()?.iter().map(exponent).collect()).collect()
}

/// The value as an integer: how far it is from 0, and whether it is below.
/// What can't be converted is 0.
fn magnitude(value: &Value) -> (BigUint, bool) {
    let (sign, magnitude) = integer(value).into_parts();
    (magnitude, sign == Sign::Minus)
}

fn integer(value: &Value) -> BigInt {
    let of_number = |number: f64| BigInt::from_f64((number + 0.5).floor()).unwrap_or_default();
    match value {
        Value::Integer(integer) => integer.to_bigint(),
        Value::Number(number) if number.fract() == 0.0 => BigInt::from_f64(*number).unwrap_or_default(),
        Value::Number(number) => of_number(*number),
        Value::Boolean(value) => BigInt::from(u8::from(*value)),
        Value::Text(text) => {
            let text = text.to_string_lossy();
            match calcarray::Integer::parse(&text) {
                Some(integer) => integer.to_bigint(),
                None => of_number(calcarray::number::parse(&text).unwrap_or(0.0)),
            }
        }
        Value::Rational(value) => of_number(value.numerator().to_f64() / value.denominator().to_f64()),
        Value::Gaussian(value) if value.im == calcarray::Integer::ZERO => value.re.to_bigint(),
        _ => BigInt::default(),
    }
}

/// A parameter as a number.
fn number(value: Option<&Value>) -> Option<f64> {
    match value? {
        Value::Number(number) => Some(*number),
        Value::Integer(integer) => Some(integer.to_f64()),
        _ => None,
    }
}

/// The parameter for how many primes are tried: `None` is all of them.
fn prime_count(parameters: &[Value], default: Option<usize>) -> Option<usize> {
    match number(parameters.first()) {
        Some(number) if number == f64::INFINITY => None,
        Some(number) => Some(number.max(0.0) as usize),
        None => default,
    }
}

/// The first primes.
fn first_primes(tables: &Tables, count: Option<usize>) -> &[u32] {
    let count = count.unwrap_or(usize::MAX).min(tables.primes.len());
    &tables.primes[..count]
}

fn hsla(hue: f64, saturation: f64, lightness: f64) -> Color {
    Color::hsla(hue, saturation, lightness, 1.0)
}
