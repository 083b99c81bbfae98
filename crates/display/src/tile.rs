//! The look of a tile: choosing the display rule and following it
//! (docs/spec/display.md, "Rule choice" to "Addons").

mod addon;

use calcarray::color::{self, Evaluate, Scope};
use calcarray::convert::{to_number, to_text};
use calcarray::{Array, Container, Coordinate, Error, Value, Variables};

use crate::abbreviation::abbreviate_default;
use crate::html::{Markup, Piece};
use crate::schemes::{self, BORDER, Brush, Look};
use crate::stage::Stage;
use crate::tables::Tables;
use crate::text::show;
use crate::view::{Inscription, Layer, LayerKind, Picture, Shadow, TileView};

/// The size of a tile's text, by the place where it is shown: tile widths on the
/// grid, parts of the grid's unit elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// A cell of the grid.
    Grid,
    /// Alone in a stat box.
    Single,
    /// Among others in a stat box, or among the next tiles.
    Small,
}

impl Size {
    pub(crate) fn unit(self) -> f64 {
        match self {
            Size::Grid => 1.0,
            Size::Single => 6.0 / 33.0,
            Size::Small => 4.0 / 33.0,
        }
    }
}

/// The common settings of all tiles of a display.
#[derive(Clone, Copy)]
pub struct TileStyle<'a> {
    /// The constants of the schemes.
    pub tables: &'a Tables,
    /// The size of texts.
    pub size: Size,
    /// True if tiles hide their texts.
    pub hidden_text: bool,
}

/// Indices of the parts of a display rule, once its declarations are removed.
const TEXT: usize = 1;
const BACKGROUND: usize = 2;
const INK: usize = 3;
const SHADOW: usize = 4;
const FIRST_SIZE: usize = 5;
const SECOND_SIZE: usize = 6;
const ADDONS: usize = 7;

/// Returns the look of a tile by the first display rule that it matches.
///
/// # Errors
/// Those of the expressions in the rules, and the limits of the meter.
pub fn view_tile(
    stage: &mut Stage<'_>,
    style: TileStyle<'_>,
    rules: &[Value],
    tile: &Value,
) -> Result<TileView, Error> {
    let variables = Variables::default();
    let (index, entries) = choose(stage, rules, tile, &variables)?;
    let mut view = follow(stage, style, entries, &variables)?;
    view.rule = index;
    Ok(view)
}

/// The first rule that matches, without its declarations; the last one if
/// none does. Declared variables stay, also those of rules that don't match
/// (docs/spec/display.md, "Known quirks", quirk 3).
fn choose<'r>(
    stage: &mut Stage<'_>,
    rules: &'r [Value],
    tile: &Value,
    variables: &Variables,
) -> Result<(Option<usize>, &'r [Value]), Error> {
    let mut last: &[Value] = &[];
    for (index, rule) in rules.iter().enumerate() {
        stage.meter.charge(1)?;
        let Value::Array(rule) = rule else { continue };
        let entries = declare(stage, rule, variables)?;
        let Some(condition) = entries.first() else { continue };
        let holds = condition == tile
            || !is_another_tile(condition) && Scope::new(variables).evaluate(stage, condition)?.is_true();
        if holds {
            return Ok((Some(index), entries));
        }
        last = entries;
    }
    Ok((None, last))
}

/// Returns true if a condition is a list of numbers: as an expression it has no
/// operator, and is its first number.
fn is_another_tile(condition: &Value) -> bool {
    let numbers = |entries: &Array| entries.iter().all(|entry| matches!(entry, Value::Number(_)));
    condition.as_array().is_some_and(|entries| !entries.is_empty() && numbers(entries))
}

/// Consumes `@include_gvars` and everything up to `@end_vars`.
fn declare<'r>(
    stage: &mut Stage<'_>,
    mut entries: &'r [Value],
    variables: &Variables,
) -> Result<&'r [Value], Error> {
    if let Some((_, rest)) = entries.split_first().filter(|(first, _)| first.is_word("@include_gvars")) {
        let game_variables = stage.game_variables();
        stage.meter.array(game_variables.len())?;
        variables.borrow_mut().extend(game_variables);
        entries = rest;
    }
    if let Some(end) = entries.iter().position(|entry| entry.is_word("@end_vars")) {
        for declaration in &entries[..end] {
            let value = Scope::new(variables).evaluate(stage, declaration)?;
            variables.borrow_mut().push(value);
        }
        entries = &entries[end + 1..];
    }
    Ok(entries)
}

/// Follows the parts of a rule after its condition.
pub(crate) fn follow(
    stage: &mut Stage<'_>,
    style: TileStyle<'_>,
    entries: &[Value],
    variables: &Variables,
) -> Result<TileView, Error> {
    let scope = Scope::new(variables);
    let absent = Value::Undefined;
    let entry = |index: usize| entries.get(index).unwrap_or(&absent);
    let special = entry(BACKGROUND).is_word("@ColorScheme");
    let look =
        if special { scheme_look(stage, style, entries, &scope)? } else { plain_look(stage, entry, &scope)? };

    let text = if style.hidden_text {
        Markup::default()
    } else if let Some(numbers) = &look.text {
        let mut pieces = Vec::new();
        for number in numbers {
            let number = Value::Integer(number.clone().into());
            let text = abbreviate_default(&number, stage.meter)?;
            pieces.push(to_text(&text, stage.meter)?.to_string_lossy());
        }
        Markup::plain_text(pieces.join(" "))
    } else {
        show(stage, entry(TEXT), &scope, true)?
    };
    let unit = style.size.unit() * if stage.hexagonal { 3f64.sqrt() / 2.0 } else { 1.0 };
    let mut sizes = [size(stage, entry(FIRST_SIZE), &scope)?, size(stage, entry(SECOND_SIZE), &scope)?];
    if look.digits.is_some() && sizes[0] == Some(0.0) {
        sizes[0] = Some(2.5);
    }
    let size = if style.hidden_text { 0.0 } else { unit / text_length(text.length(), sizes) };

    let mut picture = look.picture;
    if let Some(digits) = look.digits.filter(|digits| !digits.is_empty() && !style.hidden_text) {
        let text = Markup::plain_text(digits);
        let size = unit / text_length(text.length(), [Some(6.0), Some(0.0)]);
        picture.layers.push(inscribe(text, size, (1, 0)));
    }
    let addons = addon::Addons { stage, style, scope, unit };
    picture.layers.extend(addons.layers(entries.get(ADDONS..).unwrap_or(&[]))?);
    let (color, shadow, swatch) = (look.color, look.shadow, look.swatch);
    Ok(TileView { rule: None, text, size, color, shadow, picture, swatch })
}

/// A text in the tile's colour, `(vertical, horizontal)`.
pub(crate) fn inscribe(text: Markup, size: f64, (vertical, horizontal): (i8, i8)) -> Layer {
    let inscription = Inscription { text, size, horizontal, vertical, color: None, shadow: Shadow::None };
    Layer { inscription: Some(Box::new(inscription)), ..Layer::new(LayerKind::Text) }
}

/// The length that a text is taken for: the larger of a least length and a
/// part of its own (docs/spec/display.md, "Text and text size").
pub(crate) fn text_length(length: usize, sizes: [Option<f64>; 2]) -> f64 {
    let n = length as f64;
    let of = |size: Option<f64>, default: f64| match size {
        None => default,
        Some(0.0) => default,
        Some(x) if x < 0.0 => n * x.abs(),
        Some(x) => x,
    };
    let (least, own) = (of(sizes[0], 2.0), of(sizes[1], 0.7 * n));
    least.max(own)
}

fn size(stage: &mut Stage<'_>, entry: &Value, scope: &Scope<'_>) -> Result<Option<f64>, Error> {
    let value = match entry {
        Value::Undefined => return Ok(None),
        Value::Array(_) => scope.evaluate(stage, entry)?,
        other => other.clone(),
    };
    Ok(Some(to_number(&value, stage.meter)?).filter(|size| !size.is_nan()))
}

fn plain_look<'e>(
    stage: &mut Stage<'_>,
    entry: impl Fn(usize) -> &'e Value,
    scope: &Scope<'_>,
) -> Result<Look, Error> {
    let mut look = Look::new();
    look.picture = fill(stage, entry(BACKGROUND), scope)?;
    look.color = color::evaluate(stage, entry(INK), scope)?;
    look.shadow = shadow(stage, entry(SHADOW), scope)?;
    Ok(look)
}

/// A colour expression as what fills a box: an image if it is a gradient,
/// otherwise a colour.
pub(crate) fn fill(stage: &mut Stage<'_>, expression: &Value, scope: &Scope<'_>) -> Result<Picture, Error> {
    let paint = color::evaluate(stage, expression, scope)?;
    Ok(if paint.is_image() {
        Picture { image: Some(paint), ..Picture::default() }
    } else {
        Picture { background: Some(paint), ..Picture::default() }
    })
}

/// The lengths are taken as they are written (docs/spec/display.md, "Known
/// quirks", quirk 4).
pub(crate) fn shadow(stage: &mut Stage<'_>, entry: &Value, scope: &Scope<'_>) -> Result<Shadow, Error> {
    Ok(match entry {
        Value::Text(text) if text.is("none") => Shadow::None,
        Value::Text(text) => Shadow::Css(text.to_string_lossy().into()),
        Value::Array(parts) if parts.len() >= 4 => Shadow::Scaled {
            lengths: [parts[0].clone(), parts[1].clone(), parts[2].clone()],
            color: color::evaluate(stage, &parts[3], scope)?,
        },
        _ => Shadow::None,
    })
}

fn scheme_look(
    stage: &mut Stage<'_>,
    style: TileStyle<'_>,
    entries: &[Value],
    scope: &Scope<'_>,
) -> Result<Look, Error> {
    let name = match entries.get(INK) {
        Some(Value::Text(name)) => name.to_string_lossy(),
        _ => String::new(),
    };
    let arguments = entries.get(SHADOW).and_then(Value::as_array).map_or(&[][..], |list| list.entries());
    let (value, parameters) = match arguments.split_first() {
        Some((value, parameters)) => (value.clone(), parameters),
        None => (entries.get(TEXT).cloned().unwrap_or_default(), &[][..]),
    };
    let value = scope.evaluate(stage, &value)?;
    let hexagonal = stage.hexagonal;
    let mut brush = Brush {
        tables: style.tables,
        meter: stage.meter,
        hexagonal,
        subtile: false,
        border: BORDER,
        depth: 0,
    };
    schemes::draw(&mut brush, &name, &value, parameters)
}

/// A tile as a text in its colours, for an inner picture.
pub(crate) fn as_layer(view: TileView) -> Layer {
    let mut layer = Layer::picture(view.picture);
    if !view.text.0.iter().all(|piece| matches!(piece, Piece::Text(text) if text.is_empty())) {
        let mut text = inscribe(view.text, view.size, (0, 0));
        if let Some(inscription) = &mut text.inscription {
            inscription.color = Some(view.color);
            inscription.shadow = view.shadow;
        }
        layer.picture.layers.push(text);
    }
    layer
}

/// The tile of a stat box that shows a value by a scheme: the value's first
/// entry is text and value.
///
/// # Errors
/// As [`view_tile`].
pub fn view_by_scheme(
    stage: &mut Stage<'_>,
    style: TileStyle<'_>,
    scheme: &str,
    parameters: &[Value],
    tile: &Value,
) -> Result<TileView, Error> {
    let text = Value::text("@This 0");
    let arguments: Vec<Value> = std::iter::once(text.clone()).chain(parameters.iter().cloned()).collect();
    let rule = [Value::Boolean(true), text, "@ColorScheme".into(), scheme.into(), Value::array(arguments)];
    let mut stage = stage.at(Coordinate::None, Coordinate::None, Container::Value(tile));
    follow(&mut stage, style, &rule, &Variables::default())
}
