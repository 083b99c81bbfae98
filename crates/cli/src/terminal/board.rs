//! What a game looks like: its cells and the boxes around them, as the mode
//! paints them.

use std::cell::RefCell;

use polymerge::calcarray::{Meter, Value};
use polymerge::display::{
    solid, Size, Stage, StatBox, StatValue, Swatch, Tables, Theme as Looks, TileCache, TileView,
};
use polymerge::{json, Cell, Game, Mode};

use super::theme::Rgb;

/// What a cell shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// Not part of the board.
    Void,
    /// A free cell.
    Empty,
    /// A cell that tiles slide over.
    Slippery,
    /// A hole that closes after so many turns.
    Hole(String),
    /// A tile.
    Tile(Tile),
}

/// What a tile looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Its text.
    pub text: String,
    /// Its colour.
    pub background: Rgb,
    /// The colour of the text, if it says so.
    pub ink: Option<Rgb>,
}

/// All cells, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The cells.
    pub rows: Vec<Vec<Look>>,
    /// Whether neighbours in a row are two columns apart.
    pub hexagonal: bool,
    /// The colour between the cells.
    pub frame: Rgb,
    /// The colour of free cells.
    pub slot: Rgb,
}

impl Board {
    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// Knows how a mode is painted.
pub struct Painter {
    looks: Looks,
    tables: Tables,
    /// Remembered from picture to picture.
    cache: RefCell<TileCache>,
}

/// Colours of what a mode leaves unsaid.
const FRAME: Rgb = [88, 80, 72];
const SLOT: Rgb = [116, 106, 96];
const TILE: Rgb = [238, 230, 219];

impl Painter {
    /// The painter of a mode.
    pub fn new(mode: &Mode) -> Painter {
        Painter { looks: Looks::new(mode), tables: Tables::new(), cache: RefCell::default() }
    }

    /// The board of a game at the time `now`.
    pub fn board(&self, game: &Game, now: f64) -> Board {
        let mut scratch = game.scratch(now);
        let mut meter = Meter::new(game.rules().limits().evaluation.clone());
        let mut stage = Stage::new(&mut scratch, &mut meter, self.looks.hexagonal());
        self.cache.borrow_mut().refresh(&self.looks, stage.host);
        let frame = self.looks.grid_color(&mut stage).ok().and_then(|paint| solid(&paint, FRAME));
        let mut board = Board {
            rows: Vec::new(),
            hexagonal: self.looks.hexagonal(),
            frame: frame.unwrap_or(FRAME),
            slot: SLOT,
        };
        for row in 0..game.height() {
            let mut looks = Vec::with_capacity(game.width());
            for column in 0..game.width() {
                stage.meter.reset();
                let content = game.cell(Cell::new(row, column)).unwrap_or(&Value::Undefined);
                looks.push(self.look(&mut stage, (row, column), content, &mut board));
            }
            board.rows.push(looks);
        }
        board
    }

    fn look(&self, stage: &mut Stage<'_>, place: (usize, usize), content: &Value, board: &mut Board) -> Look {
        let mut cache = self.cache.borrow_mut();
        let view = self.looks.remembered_cell(stage, &self.tables, &mut cache, place, content).ok();
        let background = view.as_ref().and_then(|view| view.background.as_ref());
        if let Some(slot) = background.and_then(|paint| solid(paint, board.frame)) {
            board.slot = slot;
        }
        match content {
            Value::Array(entries) => Look::Tile(match view.and_then(|view| view.tile) {
                Some(view) => tile(&view, board.slot),
                // A mode whose looks fail can still be played.
                None => Tile { text: plain(entries), background: TILE, ink: None },
            }),
            Value::Text(word) if word.is("@Empty") => Look::Empty,
            Value::Text(word) if word.is("@Slippery") => Look::Slippery,
            Value::Text(word) if word.starts_with("@TemporaryHole") => {
                Look::Hole(word.to_string_lossy().split(' ').nth(1).unwrap_or_default().to_owned())
            }
            _ => Look::Void,
        }
    }

    /// The boxes around the board: title and value.
    pub fn boxes(&self, game: &Game, now: f64) -> Vec<(String, String)> {
        let mut scratch = game.scratch(now);
        let mut meter = Meter::new(game.rules().limits().evaluation.clone());
        let mut stage = Stage::new(&mut scratch, &mut meter, self.looks.hexagonal());
        let definitions = game.rules().mode().stat_boxes.as_array().cloned().unwrap_or_default();
        let mut boxes = Vec::new();
        for definition in definitions.iter() {
            stage.meter.reset();
            let view = StatBox::view(&mut stage, &self.looks, &self.tables, definition);
            if let Some(content) = view.ok().and_then(|view| view.content) {
                let value = match &content.value {
                    StatValue::Text(text) => text.plain(),
                    StatValue::Tile(tile) => tile.text.plain(),
                    StatValue::Tiles(tiles) => {
                        tiles.iter().map(|tile| tile.text.plain()).collect::<Vec<_>>().join(" ")
                    }
                };
                boxes.push((content.title.plain(), value));
            }
        }
        boxes
    }

    /// The tiles that come next, as far as the mode shows them.
    pub fn next(&self, game: &Game, now: f64) -> Vec<Tile> {
        let mut scratch = game.scratch(now);
        let mut meter = Meter::new(game.rules().limits().evaluation.clone());
        let mut stage = Stage::new(&mut scratch, &mut meter, self.looks.hexagonal());
        let shown = game.rules().mode().next_tiles.clamp(0.0, 20.0) as usize;
        let tiles = game.conveyor().iter().take(shown).filter(|tile| tile.as_array().is_some());
        tiles
            .filter_map(|content| {
                stage.meter.reset();
                let view = self.looks.tile(&mut stage, &self.tables, content, Size::Small).ok()?;
                Some(tile(&view, SLOT))
            })
            .collect()
    }
}

fn tile(view: &TileView, below: Rgb) -> Tile {
    let swatch = Swatch::of(view, below);
    Tile { text: view.text.plain(), background: swatch.ground, ink: Some(swatch.ink) }
}

/// The entries of a tile without the marks of extended JSON.
fn plain(entries: &[Value]) -> String {
    let words: Vec<String> = entries
        .iter()
        .map(|entry| match entry {
            Value::Text(text) => text.to_string_lossy(),
            Value::Integer(integer) => integer.to_string(),
            other => json::write(other),
        })
        .collect();
    words.join(" ")
}

/// The texts of the cells, row by row, as far as text can show them.
pub fn texts(game: &Game, now: f64) -> Vec<Vec<String>> {
    let text = |look: Look| match look {
        Look::Void => String::new(),
        Look::Empty => "·".into(),
        Look::Slippery => "~".into(),
        Look::Hole(turns) => format!("({turns})"),
        Look::Tile(tile) => tile.text,
    };
    let board = Painter::new(game.rules().mode()).board(game, now);
    board.rows.into_iter().map(|row| row.into_iter().map(text).collect()).collect()
}
