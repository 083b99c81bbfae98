//! Whole boards, and rows of tiles.

use std::fmt::Write as _;
use std::sync::Arc;

use calcarray::color::{Gradient, Paint};

use super::gradient::rgba;
use super::paint::color_attributes;
use super::text::Setting;
use super::{Canvas, Rect, number};
use crate::html::Markup;
use crate::scene::Scene;
use crate::statbox::{Frame, StatBox, StatContent, StatValue};
use crate::theme::CellView;
use crate::tile::Size;
use crate::view::{Shadow, TileView};

/// Side of a cell.
const CELL: f64 = 100.0;
/// The gap between cells, and around things.
const GAP: f64 = 10.0;
/// Height of a stat box.
const BOX: f64 = 78.0;
/// Side of a tile among others in a stat box or among the next tiles.
const SMALL: f64 = 52.0;
/// Least width of a stat box.
const BOX_WIDTH: f64 = 110.0;

/// The picture of a game: stat boxes, the grid, the next tiles.
pub fn board(scene: &Scene) -> String {
    let Parts { width, height, corner, above, ground, below, .. } = Parts::of(scene, "");
    let mut tiles = Canvas::named("t");
    for (rect, cell) in Grid::of(scene).cells(scene, corner) {
        if let Some(tile) = &cell.tile {
            tiles.tile(rect, tile, scene.hexagonal);
        }
    }
    let mut page = Canvas::new();
    page.fill(Rect::new(0.0, 0.0, width, height), &scene.screen);
    for part in [above, ground, tiles.body, below] {
        page.body.push_str(&part);
    }
    page.finish(width, height)
}

/// The picture of a game without its tiles, in parts, for those that set tiles in motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// The width of the whole.
    pub width: f64,
    /// The height of the whole.
    pub height: f64,
    /// The place of the cell at the top left: to the right, and down.
    pub corner: (f64, f64),
    /// The distance between columns, and between rows.
    pub steps: (f64, f64),
    /// Stat boxes above the grid, and the next tiles.
    pub above: String,
    /// The grid without its tiles.
    pub ground: String,
    /// Stat boxes below the grid.
    pub below: String,
}

impl Parts {
    /// The parts of a scene. The names in them begin with `prefix`.
    pub fn of(scene: &Scene, prefix: &str) -> Parts {
        let grid = Grid::of(scene);
        let width = grid.width.max(2.0 * CELL) + 2.0 * GAP;
        let shown = scene.stat_boxes.iter().filter(|stat_box| stat_box.content.is_some());
        let (below, above): (Vec<&StatBox>, Vec<&StatBox>) = shown.partition(|stat_box| stat_box.below);
        let canvas = |part: &str| Canvas::named(&format!("{prefix}{part}"));
        let mut y = GAP;
        let mut upper = canvas("a");
        y += upper.stat_boxes(&above, y, width, scene);
        y += upper.next_tiles(&scene.next_tiles, y, width, scene);
        let left = (width - grid.width) / 2.0;
        let corner = (left + GAP, y + GAP);
        let mut ground = canvas("g");
        ground.ground_of(scene, &grid, corner);
        y += grid.height + GAP;
        let mut lower = canvas("b");
        y += lower.stat_boxes(&below, y, width, scene);
        Parts {
            width,
            height: y,
            corner,
            steps: (grid.column, grid.row),
            above: upper.body,
            ground: ground.body,
            below: lower.body,
        }
    }
}

/// The picture of some tiles, in rows of `columns`.
pub fn gallery(tiles: &[TileView], columns: usize, screen: &Paint, hexagonal: bool) -> String {
    let columns = columns.max(1).min(tiles.len().max(1));
    let rows = tiles.len().div_ceil(columns);
    let extent = |count: usize| count as f64 * (CELL + GAP) + GAP;
    let mut canvas = Canvas::new();
    canvas.fill(Rect::new(0.0, 0.0, extent(columns), extent(rows)), screen);
    for (index, tile) in tiles.iter().enumerate() {
        let (row, column) = (index / columns, index % columns);
        let corner = |index: usize| GAP + index as f64 * (CELL + GAP);
        canvas.tile(Rect::new(corner(column), corner(row), CELL, CELL), tile, hexagonal);
    }
    canvas.finish(extent(columns), extent(rows))
}

/// The picture of one tile, 100 by 100. The names in it begin with `prefix`,
/// so that pictures with prefixes of their own can stand in one page.
pub fn tile(view: &TileView, size: Size, hexagonal: bool, prefix: &str) -> String {
    let mut canvas = Canvas::named(prefix);
    canvas.tile(Rect::new(0.0, 0.0, CELL, CELL), &rescaled(view, size.unit()), hexagonal);
    canvas.finish(CELL, CELL)
}

/// The size of a grid and the distances of its cells.
struct Grid {
    width: f64,
    height: f64,
    column: f64,
    row: f64,
}

impl Grid {
    fn of(scene: &Scene) -> Grid {
        // Hexagons stand on a grid of half columns, every second one unused.
        let (column, row) = if scene.hexagonal {
            ((CELL * 3f64.sqrt() / 2.0 + GAP / 2.0) / 2.0, CELL * 0.75 + GAP / 2.0)
        } else {
            (CELL + GAP, CELL + GAP)
        };
        let columns = scene.rows.iter().map(Vec::len).max().unwrap_or(0);
        let extent = |count: usize, step: f64| count.saturating_sub(1) as f64 * step + CELL + 2.0 * GAP;
        Grid { width: extent(columns, column), height: extent(scene.rows.len(), row), column, row }
    }

    /// The cells, each with its place, where the first of them has its corner there.
    fn cells<'s>(
        &self,
        scene: &'s Scene,
        (left, top): (f64, f64),
    ) -> impl Iterator<Item = (Rect, &'s CellView)> + use<'s> {
        let Grid { column, row, .. } = *self;
        scene.rows.iter().enumerate().flat_map(move |(v, cells)| {
            cells.iter().enumerate().map(move |(h, cell)| {
                let (x, y) = (left + h as f64 * column, top + v as f64 * row);
                (Rect::new(x, y, CELL, CELL), cell)
            })
        })
    }
}

impl Canvas {
    fn ground_of(&mut self, scene: &Scene, grid: &Grid, corner: (f64, f64)) {
        let rect = Rect::new(corner.0 - GAP, corner.1 - GAP, grid.width, grid.height);
        if !scene.hexagonal {
            self.within(rect, |canvas| {
                let inside = rect.at_origin();
                canvas.shaped(inside, false, |canvas| canvas.fill(inside, &scene.grid));
            });
        }
        for (rect, cell) in grid.cells(scene, corner) {
            match &cell.background {
                Some(background) => self.ground(rect, background, scene.hexagonal),
                // A hole shows what is behind the grid.
                None if !scene.hexagonal && cell.tile.is_none() => {
                    let hole = Rect::new(rect.x - GAP / 2.0, rect.y - GAP / 2.0, CELL + GAP, CELL + GAP);
                    self.fill(hole, &scene.screen);
                }
                None => {}
            }
            if cell.slippery {
                self.stripes(rect, scene.hexagonal);
            }
            if cell.blocked {
                for angle in [45.0, 135.0] {
                    let line = Gradient::linear()
                        .angle(angle)
                        .stop("#0000", &[0.0, 45.0])
                        .stop("#8002", &[45.0, 55.0])
                        .stop("#0000", &[55.0, 100.0]);
                    self.ground(rect, &line.into(), scene.hexagonal);
                }
            }
        }
    }

    /// Draws stat boxes in rows; how much height they take.
    fn stat_boxes(&mut self, boxes: &[&StatBox], top: f64, width: f64, scene: &Scene) -> f64 {
        let room = ((width - GAP) / (BOX_WIDTH + GAP)).floor().max(1.0) as usize;
        let mut rows: Vec<Vec<&StatBox>> = Vec::new();
        for stat_box in boxes {
            let alone =
                |row: &Vec<&StatBox>| row.iter().any(|stat_box| stat_box.own_row || is_wide(stat_box));
            match rows.last_mut() {
                Some(row) if row.len() < room && !stat_box.own_row && !is_wide(stat_box) && !alone(row) => {
                    row.push(stat_box);
                }
                _ => rows.push(vec![stat_box]),
            }
        }
        let mut y = top;
        for row in rows {
            let count = row.len() as f64;
            let each = (width - GAP) / count - GAP;
            let mut height: f64 = 0.0;
            for (index, stat_box) in row.into_iter().enumerate() {
                let Some(content) = &stat_box.content else { continue };
                let x = GAP + index as f64 * (each + GAP);
                height = height.max(self.stat_box(content, stat_box.title_size, (x, y, each), scene));
            }
            y += height + GAP;
        }
        y - top
    }

    fn stat_box(
        &mut self,
        content: &StatContent,
        title_size: f64,
        (x, y, width): (f64, f64, f64),
        scene: &Scene,
    ) -> f64 {
        let tiles: Vec<&TileView> = match &content.value {
            StatValue::Text(_) => Vec::new(),
            StatValue::Tile(view) => vec![view],
            StatValue::Tiles(views) => views.iter().collect(),
        };
        let rows = tiles.len().div_ceil(per_row(width));
        let height = if rows > 1 { BOX + (rows - 1) as f64 * (SMALL + GAP / 2.0) } else { BOX };
        self.within(Rect::new(x, y, width, height), |canvas| {
            let inside = Rect::new(0.0, 0.0, width, height);
            canvas.shaped(inside, false, |canvas| canvas.fill(inside, &content.color));
            if let Frame::Solid(line, color) = &content.border {
                // Widths are of the grid unit: about seven cells.
                let line = line * 7.0 * CELL;
                if let Some(color) = rgba(color).filter(|_| line > 0.0 && line < width / 2.0) {
                    let _ = write!(
                        canvas.body,
                        r#"<rect x="{0}" y="{0}" width="{1}" height="{2}" rx="4" fill="none" stroke-width="{3}" {4}/>"#,
                        number(line / 2.0),
                        number(width - line),
                        number(height - line),
                        number(line),
                        color_attributes("stroke", color)
                    );
                }
            }
            let set = |canvas: &mut Canvas, text: &Markup, y: f64, size: f64, color: &Paint| {
                let fitting = width / (0.68 * text.length().max(1) as f64);
                let setting =
                    Setting { x: width / 2.0, y, size: size.min(fitting), align: 0, color, shadow: &Shadow::None };
                canvas.text(text, &setting);
            };
            set(canvas, &content.title, 14.0, 16.0 * title_size.clamp(0.5, 1.0), &content.title_color);
            match &content.value {
                StatValue::Text(text) => set(canvas, text, 50.0, 30.0, &content.value_color),
                StatValue::Tile(_) => canvas.small_tiles(&tiles, Size::Single, (24.0, width), scene.hexagonal),
                StatValue::Tiles(_) => canvas.small_tiles(&tiles, Size::Small, (24.0, width), scene.hexagonal),
            }
        });
        height
    }

    /// Tiles in rows, each row in the middle.
    fn small_tiles(&mut self, tiles: &[&TileView], size: Size, (top, width): (f64, f64), hexagonal: bool) {
        let per_row = per_row(width);
        let step = SMALL + GAP / 2.0;
        for (row, tiles) in tiles.chunks(per_row).enumerate() {
            let left = (width - tiles.len() as f64 * step + GAP / 2.0) / 2.0;
            for (index, tile) in tiles.iter().enumerate() {
                let rect = Rect::new(left + index as f64 * step, top + row as f64 * step, SMALL, SMALL);
                self.tile(rect, &rescaled(tile, size.unit()), hexagonal);
            }
        }
    }

    /// Draws the next tiles; how much height they take.
    fn next_tiles(&mut self, tiles: &[Arc<TileView>], top: f64, width: f64, scene: &Scene) -> f64 {
        if tiles.is_empty() {
            return 0.0;
        }
        let views: Vec<&TileView> = tiles.iter().map(Arc::as_ref).collect();
        self.small_tiles(&views, Size::Small, (top, width), scene.hexagonal);
        views.len().div_ceil(per_row(width)) as f64 * (SMALL + GAP / 2.0) + GAP
    }
}

/// The number of small tiles in a row.
fn per_row(width: f64) -> usize {
    ((width - GAP) / (SMALL + GAP / 2.0)).floor().max(1.0) as usize
}

/// Font sizes of small tiles are in other units: undone here, since the tile
/// is drawn in its own.
fn rescaled(view: &TileView, unit: f64) -> TileView {
    let mut view = view.clone();
    view.size /= unit;
    for layer in &mut view.picture.layers {
        if let Some(inscription) = &mut layer.inscription {
            inscription.size /= unit;
        }
    }
    view
}

fn is_wide(stat_box: &StatBox) -> bool {
    matches!(&stat_box.content, Some(StatContent { value: StatValue::Tiles(views), .. }) if views.len() > 2)
}
