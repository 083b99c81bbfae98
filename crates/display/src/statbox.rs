//! Stat boxes (docs/spec/display.md, "Stat boxes").

use calcarray::color::{self, Paint, Scope};
use calcarray::convert::{is_truthy, to_number};
use calcarray::{Container, Coordinate, Error, Value, Variables};

use crate::html::Markup;
use crate::stage::Stage;
use crate::tables::Tables;
use crate::text::show;
use crate::theme::Theme;
use crate::tile::{Size, TileStyle, view_by_scheme, view_tile};
use crate::view::TileView;

/// A box beside the grid.
#[derive(Clone, Debug, PartialEq)]
pub struct StatBox {
    /// True if it is below the grid rather than above.
    pub below: bool,
    /// True if it has a row for itself.
    pub own_row: bool,
    /// True if it reacts to clicks.
    pub clickable: bool,
    /// Size of the title, 1 is full size.
    pub title_size: f64,
    /// The content; `None` if it is hidden.
    pub content: Option<StatContent>,
}

/// The content of a visible stat box.
#[derive(Clone, Debug, PartialEq)]
pub struct StatContent {
    /// The title.
    pub title: Markup,
    /// The value.
    pub value: StatValue,
    /// The frame.
    pub border: Frame,
    /// Colour of the box.
    pub color: Paint,
    /// Shadow of the box.
    pub shadow: BoxShadow,
    /// Colour of the value's text.
    pub value_color: Paint,
    /// Colour of the title.
    pub title_color: Paint,
}

/// The value of a stat box.
#[derive(Clone, Debug, PartialEq)]
pub enum StatValue {
    /// A text.
    Text(Markup),
    /// A single tile.
    Tile(Box<TileView>),
    /// Any number of tiles, smaller.
    Tiles(Vec<TileView>),
}

/// The frame of a stat box.
#[derive(Clone, Debug, PartialEq)]
pub enum Frame {
    /// No frame.
    None,
    /// The usual frame, which the mode does not change.
    Unchanged,
    /// The text in CSS.
    Css(String),
    /// A line of this width (in grid units) and colour.
    Solid(f64, Paint),
}

/// The shadow of a stat box.
#[derive(Clone, Debug, PartialEq)]
pub enum BoxShadow {
    /// No shadow.
    None,
    /// The text in CSS.
    Css(String),
    /// Offsets and blur in grid units, and the colour.
    Scaled([f64; 3], Paint),
}

impl StatBox {
    /// Evaluates the definition of a stat box.
    ///
    /// # Errors
    /// Those of the expressions in it.
    pub fn view(
        stage: &mut Stage<'_>,
        theme: &Theme,
        tables: &Tables,
        definition: &Value,
    ) -> Result<StatBox, Error> {
        let absent = Value::Undefined;
        let entries = definition.as_array().map_or(&[][..], |entries| entries.entries());
        let entry = |index: usize| entries.get(index).unwrap_or(&absent);
        let is_given = |index: usize| *entry(index) != Value::Undefined;
        let title_length = match entry(0) {
            Value::Text(text) => text.len(),
            Value::Array(array) => array.len(),
            _ => 0,
        };
        let variables = Variables::default();
        let scope = Scope::new(&variables);
        let visible = match entry(6) {
            Value::Undefined => true,
            condition => {
                let value = scope.evaluate(stage, condition)?;
                !loosely_false(stage, &value)?
            }
        };
        let mut stat_box = StatBox {
            below: is_truthy(entry(2)),
            own_row: is_truthy(entry(3)),
            clickable: is_given(7),
            title_size: if title_length < 8 {
                1.0
            } else {
                0.75 * (20.0 / title_length as f64).sqrt().min(1.0)
            },
            content: None,
        };
        if !visible {
            return Ok(stat_box);
        }
        let paint = |stage: &mut Stage<'_>, index: usize, default: &Paint| match entry(index) {
            Value::Undefined => Ok(default.clone()),
            expression => color::evaluate(stage, expression, &scope),
        };
        let title = show(stage, entry(0), &scope, true)?;
        let value = value(stage, theme, tables, entry(1), entry(4), entry(5))?;
        let text_color = theme.text_color(stage)?;
        let grid_color = theme.grid_color(stage)?;
        stat_box.content = Some(StatContent {
            title,
            value,
            border: border(stage, entry(8), &text_color)?,
            color: paint(stage, 9, &grid_color)?,
            shadow: box_shadow(stage, entry(12), entry(8), &text_color)?,
            value_color: paint(stage, 10, &Paint::css("#ffffff"))?,
            title_color: paint(stage, 11, &text_color)?,
        });
        Ok(stat_box)
    }
}

/// Returns true if a value loosely equals `false`.
fn loosely_false(stage: &mut Stage<'_>, value: &Value) -> Result<bool, Error> {
    Ok(match value {
        Value::Boolean(_) | Value::Number(_) | Value::Integer(_) | Value::Text(_) | Value::Array(_) => {
            to_number(value, stage.meter)? == 0.0
        }
        _ => false,
    })
}

fn value(
    stage: &mut Stage<'_>,
    theme: &Theme,
    tables: &Tables,
    expression: &Value,
    kind: &Value,
    scheme: &Value,
) -> Result<StatValue, Error> {
    let variables = Variables::default();
    let scope = Scope::new(&variables);
    let single = kind.is_word("Tile");
    if !single && !kind.is_word("TileArray") {
        return show(stage, expression, &scope, true).map(StatValue::Text);
    }
    let value = scope.evaluate(stage, expression)?;
    let list = match value {
        value if single => vec![value],
        Value::Array(list) => list.to_vec(),
        value => vec![value],
    };
    let scheme = match scheme {
        Value::Text(name) if !name.is("Self") => Some(name.to_string_lossy()),
        _ => None,
    };
    let size = if single { Size::Single } else { Size::Small };
    let style = TileStyle { tables, size, hidden_text: theme.hidden_text() };
    let mut views = Vec::with_capacity(list.len());
    for tile in list {
        let tile = match tile {
            Value::Array(_) => tile,
            other => Value::array(vec![other]),
        };
        views.push(match &scheme {
            Some(scheme) => view_by_scheme(stage, style, scheme, &[], &tile)?,
            None => {
                let mut stage = stage.at(Coordinate::None, Coordinate::None, Container::Value(&tile));
                view_tile(&mut stage, style, theme.rules(), &tile)?
            }
        });
    }
    Ok(match views.pop() {
        Some(view) if single => StatValue::Tile(Box::new(view)),
        last => {
            views.extend(last);
            StatValue::Tiles(views)
        }
    })
}

fn border(stage: &mut Stage<'_>, entry: &Value, text_color: &Paint) -> Result<Frame, Error> {
    let variables = Variables::default();
    Ok(match entry {
        Value::Text(css) => Frame::Css(css.to_string_lossy()),
        Value::Boolean(true) => Frame::Solid(0.005, text_color.clone()),
        Value::Array(entries) => match entries.entries() {
            [] => Frame::Unchanged,
            [width] => Frame::Solid(to_number(width, stage.meter)?, text_color.clone()),
            [width, color, ..] => {
                let color = color::evaluate(stage, color, &Scope::new(&variables))?;
                Frame::Solid(to_number(width, stage.meter)?, color)
            }
        },
        _ => Frame::None,
    })
}

/// The colour of the shadow is only used if the *border* has a fourth entry,
/// as in the reference; without a border, where the reference fails, it is
/// used too (docs/spec/display.md, "Known quirks", quirk 13).
fn box_shadow(
    stage: &mut Stage<'_>,
    entry: &Value,
    border: &Value,
    text_color: &Paint,
) -> Result<BoxShadow, Error> {
    let variables = Variables::default();
    Ok(match entry {
        Value::Text(css) => BoxShadow::Css(css.to_string_lossy()),
        Value::Array(entries) if entries.len() >= 3 => {
            let mut lengths = [0.0; 3];
            for (length, entry) in lengths.iter_mut().zip(entries.iter()) {
                *length = to_number(entry, stage.meter)?;
            }
            let named = match border {
                Value::Array(border) => border.len() > 3,
                Value::Text(border) => border.len() > 3,
                Value::Undefined => true,
                _ => false,
            };
            let color = match entries.get(3) {
                Some(color) if named => color::evaluate(stage, color, &Scope::new(&variables))?,
                _ => text_color.clone(),
            };
            BoxShadow::Scaled(lengths, color)
        }
        _ => BoxShadow::None,
    })
}
