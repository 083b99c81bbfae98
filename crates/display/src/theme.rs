//! The looks of a mode: its display rules and its four screen colours
//! (spec/display.md, 5.2 and 9).

use calcarray::color::{self, Paint, Scope};
use calcarray::{Array, Container, Coordinate, Error, Value, Variables};
use polymerge_rules::Mode;

use crate::stage::Stage;
use crate::tables::Tables;
use crate::tile::{follow, view_tile, Size, TileStyle};
use crate::view::TileView;

/// Everything of a mode that decides how it looks.
#[derive(Clone, Debug)]
pub struct Theme {
    rules: Array,
    hidden_text: Value,
    hexagonal: Value,
    screen: Value,
    grid: Value,
    cell: Value,
    text: Value,
}

impl Theme {
    /// The looks of a mode.
    pub fn new(mode: &Mode) -> Theme {
        Theme {
            rules: mode.tile_types.as_array().cloned().unwrap_or_default(),
            hidden_text: mode.hidden_tile_text.clone(),
            hexagonal: mode.hexagonal.clone(),
            screen: mode.screen_background.clone(),
            grid: mode.grid_background.clone(),
            cell: mode.cell_background.clone(),
            text: mode.text_background.clone(),
        }
    }

    /// The display rules.
    pub fn rules(&self) -> &[Value] {
        &self.rules
    }

    /// Whether tiles hide their texts.
    pub fn hidden_text(&self) -> bool {
        calcarray::convert::is_truthy(&self.hidden_text)
    }

    /// Whether tiles are hexagons.
    pub fn hexagonal(&self) -> bool {
        calcarray::convert::is_truthy(&self.hexagonal)
    }

    /// The colour behind everything.
    ///
    /// # Errors
    /// Those of its expression; likewise for the others.
    pub fn screen_color(&self, stage: &mut Stage<'_>) -> Result<Paint, Error> {
        paint(stage, &self.screen)
    }

    /// The colour between the cells and of stat boxes.
    ///
    /// # Errors
    /// Those of its expression.
    pub fn grid_color(&self, stage: &mut Stage<'_>) -> Result<Paint, Error> {
        paint(stage, &self.grid)
    }

    /// The colour of texts.
    ///
    /// # Errors
    /// Those of its expression.
    pub fn text_color(&self, stage: &mut Stage<'_>) -> Result<Paint, Error> {
        paint(stage, &self.text)
    }

    /// What a tile looks like where `stage` stands.
    ///
    /// # Errors
    /// Those of the display rules.
    pub fn tile(
        &self,
        stage: &mut Stage<'_>,
        tables: &Tables,
        tile: &Value,
        size: Size,
    ) -> Result<TileView, Error> {
        let style = TileStyle { tables, size, hidden_text: self.hidden_text() };
        view_tile(stage, style, &self.rules, tile)
    }

    /// What a cell of the grid looks like.
    ///
    /// # Errors
    /// Those of the display rules and of the colour of cells.
    pub fn cell(
        &self,
        stage: &mut Stage<'_>,
        tables: &Tables,
        (row, column): (usize, usize),
        content: &Value,
    ) -> Result<CellView, Error> {
        let (v, h) = (Coordinate::At(row as f64), Coordinate::At(column as f64));
        let mut stage = stage.at(v, h, Container::Grid);
        let empty_tile = match &self.cell {
            Value::Array(list) if list.first().is_some_and(|first| first.is_word("@DisplayTile")) => {
                Some(list)
            }
            _ => None,
        };
        let background = match empty_tile {
            Some(_) => self.grid_color(&mut stage)?,
            None => paint(&mut stage, &self.cell)?,
        };
        let style = TileStyle { tables, size: Size::Grid, hidden_text: self.hidden_text() };
        let mut view = CellView { background: Some(background), slippery: false, tile: None };
        match content {
            Value::Array(_) => view.tile = Some(view_tile(&mut stage, style, &self.rules, content)?),
            Value::Text(word) if word.is("@Void") => view.background = None,
            Value::Text(word) if word.is("@Slippery") => view.slippery = true,
            Value::Text(word) if word.starts_with("@TemporaryHole") => {
                view.background = None;
                let turns = word.to_string_lossy();
                let turns = turns.split(' ').nth(1).unwrap_or("").to_owned();
                view.tile = Some(self.temporary_hole(&mut stage, style, &turns)?);
            }
            _ => {
                if let Some(list) = empty_tile {
                    let mut rule = vec![Value::Boolean(true)];
                    rule.extend(list[1..].iter().cloned());
                    view.tile = Some(follow(&mut stage, style, &rule, &Variables::default())?);
                }
            }
        }
        Ok(view)
    }

    fn temporary_hole(
        &self,
        stage: &mut Stage<'_>,
        style: TileStyle<'_>,
        turns: &str,
    ) -> Result<TileView, Error> {
        let ink = self.text_color(stage)?;
        let ink = match ink.as_color() {
            Some(color) => {
                let color = color.rotated(0.0, false);
                Paint::from(color.with_alpha(color.alpha.unwrap_or(1.0) * 0.3)).to_expression()
            }
            None => ink.to_expression(),
        };
        let image = vec!["@radial-gradient".into(), "#0004".into(), "#0000".into(), Value::Number(75.0)];
        let rule = [
            Value::Boolean(true),
            Value::text(turns),
            Value::array(image),
            ink,
            "none".into(),
            Value::Number(3.0),
            Value::Number(-1.05),
        ];
        follow(stage, style, &rule, &Variables::default())
    }
}

fn paint(stage: &mut Stage<'_>, expression: &Value) -> Result<Paint, Error> {
    let variables = Variables::default();
    color::evaluate(stage, expression, &Scope::new(&variables))
}

/// How a cell of the grid looks.
#[derive(Clone, Debug, PartialEq)]
pub struct CellView {
    /// The ground; `None` if the cell is a hole.
    pub background: Option<Paint>,
    /// Whether the ground is slippery.
    pub slippery: bool,
    /// The tile on it.
    pub tile: Option<TileView>,
}
