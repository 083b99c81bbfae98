//! The looks of a mode: its display rules and its four screen colours
//! (docs/spec/display.md, "Where the tile comes from" and "Rules text and
//! screen colours").

use std::sync::Arc;

use calcarray::color::{self, Paint, Scope};
use calcarray::host::List;
use calcarray::{Array, Container, Coordinate, Error, Value, Variables};
use polymerge_rules::Mode;

use crate::cache::TileCache;
use crate::reads::Reads;
use crate::stage::Stage;
use crate::tables::Tables;
use crate::tile::{Size, TileStyle, follow, view_tile};
use crate::view::TileView;

/// The expressions of a mode that decide its looks.
#[derive(Clone, Debug)]
pub struct Theme {
    rules: Array,
    hidden_text: Value,
    hexagonal: Value,
    screen: Value,
    grid: Value,
    cell: Value,
    text: Value,
    spawn_blocked: Value,
    stat_boxes: Array,
    next_tiles: usize,
    reads: Reads,
}

/// A tile that comes next.
#[derive(Clone, Debug)]
pub struct NextTile {
    /// The tile.
    pub tile: Value,
    /// Its look, or why it has none.
    pub look: Result<TileView, Error>,
}

impl Theme {
    /// The looks of a mode.
    pub fn new(mode: &Mode) -> Theme {
        Theme {
            spawn_blocked: mode.spawn_tile_blocked.clone(),
            stat_boxes: mode.stat_boxes.as_array().cloned().unwrap_or_default(),
            next_tiles: mode.next_tiles.max(0.0) as usize,
            reads: Reads::of(&mode.tile_types),
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

    /// The definitions of the stat boxes.
    pub fn stat_boxes(&self) -> &[Value] {
        &self.stat_boxes
    }

    /// The inputs of the display rules besides the tile.
    pub fn reads(&self) -> Reads {
        self.reads
    }

    /// Returns true if tiles hide their texts.
    pub fn hidden_text(&self) -> bool {
        calcarray::convert::is_truthy(&self.hidden_text)
    }

    /// Returns true if tiles are hexagons.
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

    /// Returns the look of a tile at the place of `stage`.
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

    /// Returns the look of a tile that has no place on the board.
    ///
    /// # Errors
    /// Those of the display rules.
    pub fn lone_tile(
        &self,
        stage: &mut Stage<'_>,
        tables: &Tables,
        tile: &Value,
        size: Size,
    ) -> Result<TileView, Error> {
        let mut stage = stage.at(Coordinate::None, Coordinate::None, Container::Value(tile));
        self.tile(&mut stage, tables, tile, size)
    }

    /// The tiles that come next, as far as the mode shows them: each as it looks at its place in
    /// the list, or why it has no look.
    pub fn next_tiles(&self, stage: &mut Stage<'_>, tables: &Tables) -> Vec<NextTile> {
        let coming = stage.host.list(List::NextSpawns).to_vec();
        let list = Value::array(coming.clone());
        let shown = coming.into_iter().enumerate().take(self.next_tiles);
        let view = |(index, tile): (usize, Value)| {
            stage.meter.reset();
            let (v, h) = (Coordinate::At(index as f64), Coordinate::None);
            let look = self.tile(&mut stage.at(v, h, Container::Value(&list)), tables, &tile, Size::Small);
            NextTile { tile, look }
        };
        shown.filter(|(_, tile)| matches!(tile, Value::Array(_))).map(view).collect()
    }

    /// Returns the look of a cell of the grid.
    ///
    /// # Errors
    /// Those of the display rules and of the colour of cells.
    pub fn cell(
        &self,
        stage: &mut Stage<'_>,
        tables: &Tables,
        place: (usize, usize),
        content: &Value,
    ) -> Result<CellView, Error> {
        self.cached_cell(stage, tables, &mut TileCache::new(), place, content)
    }

    /// Returns the look of a cell of the grid, with looks of tiles from the cache;
    /// call [`TileCache::refresh`] before. A tile that is not in this cell of the
    /// grid, as it was in the middle of a turn, looks as if it had no place.
    ///
    /// # Errors
    /// As [`Theme::cell`].
    pub fn cached_cell(
        &self,
        stage: &mut Stage<'_>,
        tables: &Tables,
        cache: &mut TileCache,
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
        let mut view = CellView { background: Some(background), slippery: false, blocked: false, tile: None };
        match content {
            Value::Array(_) => {
                let look = match cache.get(content) {
                    Some(look) => look,
                    None => {
                        let before = stage.meter.memory_left();
                        let is_there = stage.host.grid().cell(row, column);
                        let look = match is_there.is_some_and(|there| there.identical(content)) {
                            true => view_tile(&mut stage, style, &self.rules, content)?,
                            // There, rules would take another tile for this one.
                            false => self.lone_tile(&mut stage, tables, content, Size::Grid)?,
                        };
                        let look = Arc::new(look);
                        cache.insert(content, &look, before.saturating_sub(stage.meter.memory_left()));
                        look
                    }
                };
                view.tile = Some(look);
            }
            Value::Text(word) if word.is("@Void") => view.background = None,
            Value::Text(word) if word.is("@Slippery") => view.slippery = true,
            Value::Text(word) if word.starts_with("@TemporaryHole") => {
                view.background = None;
                let turns = word.to_string_lossy();
                let turns = turns.split(' ').nth(1).unwrap_or("").to_owned();
                view.tile = Some(Arc::new(self.temporary_hole(&mut stage, style, &turns)?));
            }
            _ => {
                if let Some(list) = empty_tile {
                    let mut rule = vec![Value::Boolean(true)];
                    rule.extend(list[1..].iter().cloned());
                    view.tile = Some(Arc::new(follow(&mut stage, style, &rule, &Variables::default())?));
                }
            }
        }
        if !matches!(content, Value::Array(_)) {
            let variables = Variables::default();
            view.blocked = Scope::new(&variables).evaluate(&mut stage, &self.spawn_blocked)?.is_true();
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

/// The look of a cell of the grid.
#[derive(Clone, Debug, PartialEq)]
pub struct CellView {
    /// The ground; `None` if the cell is a hole.
    pub background: Option<Paint>,
    /// True if the ground is slippery.
    pub slippery: bool,
    /// True if no tile can spawn here: a faint cross shows it.
    pub blocked: bool,
    /// The tile on it.
    pub tile: Option<Arc<TileView>>,
}
