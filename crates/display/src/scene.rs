//! The scene of a game: the grid, the stat boxes, the next tiles
//! (docs/spec/display.md, "Where the tile comes from", "Stat boxes" and "Rules text
//! and screen colours").

use calcarray::color::Paint;
use calcarray::{Error, Host, Meter, Value};

use crate::cache::TileCache;
use crate::stage::Stage;
use crate::statbox::StatBox;
use crate::tables::Tables;
use crate::theme::{CellView, Theme};
use crate::view::TileView;
use std::sync::Arc;

/// The most work of a picture, as a number of evaluations.
pub const WORK: u64 = 5;

/// A game as it is shown.
#[derive(Clone, Debug)]
pub struct Scene {
    /// True if the cells are hexagons, in rows that are half a cell apart.
    pub hexagonal: bool,
    /// The cells, row by row.
    pub rows: Vec<Vec<CellView>>,
    /// The stat boxes, in their order.
    pub stat_boxes: Vec<StatBox>,
    /// The tiles that come next.
    pub next_tiles: Vec<Arc<TileView>>,
    /// The colour behind everything.
    pub screen: Paint,
    /// The colour between the cells.
    pub grid: Paint,
    /// The colour of texts.
    pub text: Paint,
}

impl Scene {
    /// Evaluates the looks of a game, within the limits of the meter for each
    /// expression; all of them together may take [`WORK`] times as much.
    ///
    /// # Errors
    /// Those of the expressions that decide how things look.
    pub fn of(
        host: &mut dyn Host,
        meter: &mut Meter,
        theme: &Theme,
        tables: &Tables,
        cache: &mut TileCache,
    ) -> Result<Scene, Error> {
        let meter = &mut Meter::shared(meter.limits().clone(), WORK);
        let hexagonal = theme.hexagonal();
        cache.refresh(theme.reads(), host);
        let (height, cells) = {
            let grid = host.grid();
            let row = |v: usize| -> Vec<Value> {
                (0..grid.width(v)).filter_map(|h| grid.cell(v, h).cloned()).collect()
            };
            (grid.height(), (0..grid.height()).map(row).collect::<Vec<_>>())
        };
        let mut rows = Vec::with_capacity(height);
        for (v, cells) in cells.iter().enumerate() {
            let mut row = Vec::with_capacity(cells.len());
            for (h, cell) in cells.iter().enumerate() {
                meter.reset();
                let mut stage = Stage::new(host, meter, hexagonal);
                row.push(theme.cached_cell(&mut stage, tables, cache, (v, h), cell)?);
            }
            rows.push(row);
        }
        let mut stat_boxes = Vec::new();
        for definition in theme.stat_boxes() {
            meter.reset();
            stat_boxes.push(StatBox::view(
                &mut Stage::new(host, meter, hexagonal),
                theme,
                tables,
                definition,
            )?);
        }
        let next_tiles = theme.next_tiles(&mut Stage::new(host, meter, hexagonal), tables).into_iter();
        let next_tiles = next_tiles.map(|next| next.look.map(Arc::new)).collect::<Result<_, _>>()?;
        meter.reset();
        let mut stage = Stage::new(host, meter, hexagonal);
        Ok(Scene {
            hexagonal,
            rows,
            stat_boxes,
            next_tiles,
            screen: theme.screen_color(&mut stage)?,
            grid: theme.grid_color(&mut stage)?,
            text: theme.text_color(&mut stage)?,
        })
    }
}
