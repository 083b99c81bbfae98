//! The view of a game: everything that is visible, as data that any page can draw.

use std::sync::Arc;

use calcarray::color::Paint;
use calcarray::{Error, Host, Meter, Value, json};
use polymerge_display::{
    Frame, Markup, NextTile, Opacities, Picture, Rgb, RulesLine, Shadow, Size, Stage, StatBox, StatValue,
    Tables, Theme, TileView, solid,
};
use polymerge_rules::Cell;

use super::Painter;
use crate::css;

/// Colours of what a mode leaves unsaid.
const GRID: &str = "#bbada0";
const CELL: &str = "#cdc1b4";
const TILE: &str = "#eee4da";
const INK: &str = "#3c3a32";
const BELOW: Rgb = [205, 193, 180];

/// Cells side by side in a grid of usual size: widths of lines are given in
/// widths of such grids.
const UNIT: f64 = 7.0;

/// A game as it is shown.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct View {
    /// True if the cells are hexagons, in rows that are half a cell apart.
    pub hexagonal: bool,
    /// The cells, row by row.
    pub cells: Vec<Vec<CellLook>>,
    /// The stat boxes, in their order.
    pub stat_boxes: Vec<BoxLook>,
    /// The faces of the tiles that come next.
    pub next_tiles: Vec<u64>,
    /// CSS of what is behind everything, of what is between the cells, and of
    /// texts.
    pub colors: [String; 3],
    /// The opacities of the parts.
    pub opacities: Opacities,
    /// Messages about the parts that could not be shown as the mode wants them.
    pub failures: Vec<String>,
}

/// A cell as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellLook {
    /// CSS of the ground; `None` if the cell is a hole.
    pub ground: Option<String>,
    /// The face on it.
    pub face: Option<u64>,
    /// The tile on it, in extended JSON.
    pub tile: Option<String>,
    /// True if tiles slip over the cell.
    pub slippery: bool,
    /// True if nothing can spawn in the cell.
    pub blocked: bool,
}

/// A stat box as it is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxLook {
    /// True if the box can be seen.
    pub visible: bool,
    /// True if the box is below the grid rather than above.
    pub below: bool,
    /// True if the box has a row for itself.
    pub own_row: bool,
    /// True if the box reacts to clicks.
    pub clickable: bool,
    /// Size of the title, 1 is full size.
    pub title_size: f64,
    /// The title.
    pub title: Markup,
    /// The value, if it is a text.
    pub value: Markup,
    /// The value, if it is tiles.
    pub faces: Vec<u64>,
    /// CSS of the box, of its title, and of its value.
    pub colors: [String; 3],
    /// CSS of its frame; empty if there is none.
    pub border: String,
}

/// Looks at a game.
pub struct Viewer<'l, H> {
    pub(super) looks: &'l mut Painter,
    pub(super) host: H,
    pub(super) meter: Meter,
    pub(super) failures: Vec<String>,
}

impl<H: Host> Viewer<'_, H> {
    /// Returns the view.
    pub fn view(mut self) -> View {
        let cells = self.cells();
        let stat_boxes = self.stat_boxes();
        let next_tiles = self.next_tiles();
        let colors = [
            self.color("screen_background", Theme::screen_color, "#faf8ef"),
            self.color("grid_background", Theme::grid_color, GRID),
            self.color("text_background", Theme::text_color, INK),
        ];
        let opacities = self.opacities();
        let hexagonal = self.looks.theme.hexagonal();
        View { hexagonal, cells, stat_boxes, next_tiles, colors, opacities, failures: self.failures }
    }

    /// The face of a tile that lies in a cell, or lay there in the middle of a turn.
    pub fn face_in(&mut self, cell: Cell, content: &Value) -> Option<u64> {
        self.cell(cell, content).face
    }

    /// The face of a tile that lies nowhere.
    pub fn face_of(&mut self, tile: &Value) -> u64 {
        self.face_alone(tile, Size::Grid)
    }

    /// The rules as they read now.
    ///
    /// # Errors
    /// Those of the expressions in them.
    pub fn rules(&mut self) -> Result<Vec<RulesLine>, Error> {
        let text = self.looks.mode.rules_text.clone();
        self.with_stage(|_, _, stage| polymerge_display::view_rules(stage, &text))
    }

    fn cells(&mut self) -> Vec<Vec<CellLook>> {
        let height = self.host.grid().height();
        let row = |v: usize| -> Vec<Value> {
            let grid = self.host.grid();
            (0..grid.width(v)).filter_map(|h| grid.cell(v, h).cloned()).collect()
        };
        let rows: Vec<Vec<Value>> = (0..height).map(row).collect();
        let mut looks = Vec::with_capacity(height);
        for (v, row) in rows.iter().enumerate() {
            looks.push(
                row.iter().enumerate().map(|(h, content)| self.cell(Cell::new(v, h), content)).collect(),
            );
        }
        looks
    }

    fn cell(&mut self, cell: Cell, content: &Value) -> CellLook {
        self.meter.reset();
        let Painter { theme, tables, cache, faces, .. } = &mut *self.looks;
        let mut stage = Stage::new(&mut self.host, &mut self.meter, theme.hexagonal());
        let view = theme.cached_cell(&mut stage, tables, cache, (cell.row, cell.column), content);
        let tile = matches!(content, Value::Array(_)).then(|| json::write(content));
        match view {
            Ok(view) => {
                let below = view.background.as_ref().and_then(|paint| solid(paint, BELOW)).unwrap_or(BELOW);
                let ground =
                    view.background.map(|paint| css::paint(&paint).unwrap_or_else(|| CELL.to_owned()));
                let face = view.tile.map(|look| faces.of(&look, Size::Grid, theme.hexagonal(), below));
                CellLook { ground, face, tile, slippery: view.slippery, blocked: view.blocked }
            }
            // A mode whose looks fail can still be played.
            Err(error) => {
                self.failed(&format!("the cell in {cell}"), &error);
                let face = tile.is_some().then(|| self.plain(content));
                let is_hole = content.is_word("@Void");
                let ground = (!is_hole).then(|| CELL.to_owned());
                CellLook { ground, face, tile, slippery: content.is_word("@Slippery"), blocked: false }
            }
        }
    }

    /// The face of a tile that has no look of its own.
    fn plain(&mut self, tile: &Value) -> u64 {
        let words: Vec<String> =
            tile.as_array().map_or(&[][..], |tile| tile.entries()).iter().map(plain).collect();
        let text = Markup::plain_text(words.join(" "));
        let size = 0.9 / (text.length().max(3) as f64);
        let look = TileView {
            rule: None,
            text,
            size,
            color: Paint::css(INK),
            shadow: Shadow::None,
            picture: Picture { background: Some(Paint::css(TILE)), ..Picture::default() },
            swatch: None,
        };
        self.looks.faces.of(&Arc::new(look), Size::Grid, self.looks.theme.hexagonal(), BELOW)
    }

    fn face_alone(&mut self, tile: &Value, size: Size) -> u64 {
        let look = self.with_stage(|theme, tables, stage| theme.lone_tile(stage, tables, tile, size));
        match look {
            Ok(look) => self.looks.faces.of(&Arc::new(look), size, self.looks.theme.hexagonal(), BELOW),
            Err(error) => {
                self.failed("a tile", &error);
                self.plain(tile)
            }
        }
    }

    fn stat_boxes(&mut self) -> Vec<BoxLook> {
        let definitions = self.looks.theme.stat_boxes().to_vec();
        let mut boxes = Vec::with_capacity(definitions.len());
        for (index, definition) in definitions.iter().enumerate() {
            let view =
                self.with_stage(|theme, tables, stage| StatBox::view(stage, theme, tables, definition));
            boxes.push(match view {
                Ok(view) => self.stat_box(view),
                Err(error) => {
                    self.failed(&format!("stat box {index}"), &error);
                    BoxLook::default()
                }
            });
        }
        boxes
    }

    fn stat_box(&mut self, view: StatBox) -> BoxLook {
        let StatBox { below, own_row, clickable, title_size, content } = view;
        let mut look = BoxLook { below, own_row, clickable, title_size, ..BoxLook::default() };
        let Some(content) = content else { return look };
        let hexagonal = self.looks.theme.hexagonal();
        let faces = &mut self.looks.faces;
        let mut face = |tile: TileView, size| faces.of(&Arc::new(tile), size, hexagonal, BELOW);
        match content.value {
            StatValue::Text(text) => look.value = text,
            StatValue::Tile(tile) => look.faces = vec![face(*tile, Size::Single)],
            StatValue::Tiles(tiles) => {
                look.faces = tiles.into_iter().map(|tile| face(tile, Size::Small)).collect();
            }
        }
        let color = |paint: &Paint, instead: &str| css::paint(paint).unwrap_or_else(|| instead.to_owned());
        look.visible = true;
        look.title = content.title;
        look.colors =
            [color(&content.color, GRID), color(&content.title_color, INK), color(&content.value_color, INK)];
        look.border = match content.border {
            Frame::None | Frame::Unchanged => String::new(),
            Frame::Css(text) => css::declaration(&text).unwrap_or_default(),
            Frame::Solid(width, paint) => {
                let pixels = (width * UNIT * 100.0).clamp(0.0, 20.0);
                css::paint(&paint).map(|color| format!("{pixels}px solid {color}")).unwrap_or_default()
            }
        };
        look
    }

    fn next_tiles(&mut self) -> Vec<u64> {
        let hexagonal = self.looks.theme.hexagonal();
        let next = self.with_stage(|theme, tables, stage| theme.next_tiles(stage, tables));
        let face = |NextTile { tile, look }: NextTile| match look {
            Ok(look) => self.looks.faces.of(&Arc::new(look), Size::Small, hexagonal, BELOW),
            Err(error) => {
                self.failed("a next tile", &error);
                self.plain(&tile)
            }
        };
        next.into_iter().map(face).collect()
    }

    fn color(
        &mut self,
        name: &str,
        of: fn(&Theme, &mut Stage<'_>) -> Result<Paint, Error>,
        instead: &str,
    ) -> String {
        let paint = self.with_stage(|theme, _, stage| of(theme, stage));
        if let Err(error) = &paint {
            self.failed(name, error);
        }
        paint.ok().and_then(|paint| css::paint(&paint)).unwrap_or_else(|| instead.to_owned())
    }

    fn opacities(&mut self) -> Opacities {
        let given = self.looks.mode.component_opacities.clone();
        let found = self.with_stage(|_, _, stage| Opacities::of(stage, &given));
        found.unwrap_or_else(|error| {
            self.failed("component_opacities", &error);
            Opacities {
                direction_buttons: Some(1.0),
                grid: Some(1.0),
                rules: Some(1.0),
                stat_boxes_above: Some(1.0),
                stat_boxes_below: Some(1.0),
                next_tiles: Some(1.0),
                save_button: Some(1.0),
                restart_button: Some(1.0),
                menu_button: Some(1.0),
            }
        })
    }

    /// Does something on the stage of the game, as one evaluation.
    fn with_stage<T>(&mut self, work: impl FnOnce(&Theme, &Tables, &mut Stage<'_>) -> T) -> T {
        self.meter.reset();
        let Painter { theme, tables, .. } = &*self.looks;
        let mut stage = Stage::new(&mut self.host, &mut self.meter, theme.hexagonal());
        work(theme, tables, &mut stage)
    }

    fn failed(&mut self, what: &str, error: &Error) {
        let failure = format!("{what}: {error}");
        if self.failures.len() < 20 && !self.failures.contains(&failure) {
            self.failures.push(failure);
        }
    }
}

/// An entry of a tile without the marks of extended JSON.
fn plain(entry: &Value) -> String {
    match entry {
        Value::Text(text) => text.to_string_lossy(),
        Value::Integer(integer) => integer.to_string(),
        other => json::write(other),
    }
}
