//! The scene to draw, in JavaScript's types.

use std::sync::{Arc, LazyLock};

use polymerge::advanced::display::{self, Rgb, Tables};
use polymerge::calc;
use polymerge::painter::{BoxLook, CellLook, Face, View, html};
use polymerge::{Painter, State};
use serde::Serialize;
use tsify::Tsify;

use crate::failure::Failure;
use polymerge_schema::Content;

/// The constants of the colour schemes, computed once.
pub fn tables() -> &'static Arc<Tables> {
    static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(|| Arc::new(Tables::new()));
    &TABLES
}

/// A paragraph or headline of the rules.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct RulesLine {
    /// 0: a paragraph; otherwise a headline, 1 being the largest.
    #[tsify(type = "0 | 1 | 2 | 3 | 4 | 5 | 6")]
    pub level: u8,
    /// The plain text.
    pub text: String,
    /// The text with its styles; safe to insert.
    pub html: String,
}

impl RulesLine {
    /// The rules of a game as they read at the time `now`.
    pub fn all(painter: &mut Painter, state: &State, now: f64) -> Result<Vec<RulesLine>, calc::Error> {
        let lines = painter.at(state, now).rules()?;
        Ok(lines.iter().map(RulesLine::of).collect())
    }

    fn of(line: &display::RulesLine) -> RulesLine {
        RulesLine { level: line.level, text: line.text.readable(), html: html(&line.text) }
    }
}

/// The appearance of a tile.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct TileFace {
    /// Its number. Within one `Game`, the same number is the same look for good.
    pub id: f64,
    /// The text on it.
    pub text: String,
    /// A whole `<svg>` of 100 by 100; it can be inserted into a page, or be an
    /// image.
    pub svg: String,
    /// The most characteristic colour, as `#rrggbb`.
    pub background: String,
    /// A colour that can be read on that one.
    pub ink: String,
}

impl TileFace {
    /// The face of this number.
    pub fn find(painter: &Painter, id: u64) -> Result<TileFace, Failure> {
        let missing = || Failure::input("no-such-face", format!("there is no face {id}"));
        Ok(TileFace::of(painter.face(id).ok_or_else(missing)?))
    }

    /// A face in JavaScript's types.
    pub fn of(face: &Face) -> TileFace {
        let hex = |[r, g, b]: Rgb| format!("#{r:02x}{g:02x}{b:02x}");
        TileFace {
            id: face.id as f64,
            text: face.text.clone(),
            svg: face.svg.clone(),
            background: hex(face.ground),
            ink: hex(face.ink),
        }
    }
}

/// A game as it is shown.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct GameView {
    /// True if the cells are hexagons: rows stand half a cell apart, and neighbours
    /// in a row are two columns apart.
    pub hexagonal: bool,
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// The cells, row by row.
    pub cells: Vec<Vec<CellView>>,
    /// The stat boxes; hidden ones too.
    pub stat_boxes: Vec<StatBoxView>,
    /// Faces of the tiles that come next.
    pub next_tiles: Vec<f64>,
    /// CSS colours or gradients.
    pub colors: ScreenColors,
    /// The opacities of the parts.
    pub opacities: Opacities,
    /// The parts that could not be shown as the mode wants it, with reasons for its
    /// author.
    pub failures: Vec<String>,
}

/// CSS colours or gradients of a screen.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct ScreenColors {
    /// The colour behind everything.
    pub screen: String,
    /// The colour between the cells.
    pub grid: String,
    /// The colour of texts.
    pub text: String,
}

/// A cell as it is shown.
#[derive(Clone, Debug, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct CellView {
    /// CSS background; `null`: a hole, nothing is drawn.
    pub ground: Option<String>,
    /// The face of the tile on it; -1: none.
    pub face: f64,
    /// The tile on it; `null`: none.
    pub tile: Option<Content>,
    /// True if tiles slip over it.
    pub slippery: bool,
    /// True if nothing can spawn here.
    pub blocked: bool,
}

/// A stat box as it is shown.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StatBoxView {
    /// The index for `Game.clickStatBox`.
    pub index: usize,
    /// True if it can be seen.
    pub visible: bool,
    /// True if it is below the grid rather than above.
    pub below: bool,
    /// True if it has a row for itself.
    pub own_row: bool,
    /// True if it reacts to clicks.
    pub clickable: bool,
    /// The plain title.
    pub title: String,
    /// The title with its styles; safe to insert.
    pub title_html: String,
    /// Size of the title, 1 is full size.
    pub title_size: f64,
    /// The plain value, if it is a text.
    pub value: String,
    /// The value with its styles; safe to insert.
    pub value_html: String,
    /// The value, if it is tiles: their faces.
    pub faces: Vec<f64>,
    /// CSS of the box.
    pub color: String,
    /// CSS of the title.
    pub title_color: String,
    /// CSS of the value.
    pub value_color: String,
    /// CSS of the frame, such as `2px solid #ffffff`; empty: none.
    pub border: String,
}

/// The opacities of the parts of the screen; `null`: hidden. Hidden direction
/// buttons also block the keys.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub struct Opacities {
    pub direction_buttons: Option<f64>,
    pub grid: Option<f64>,
    pub rules: Option<f64>,
    pub stat_boxes_above: Option<f64>,
    pub stat_boxes_below: Option<f64>,
    pub next_tiles: Option<f64>,
    pub save_button: Option<f64>,
    pub restart_button: Option<f64>,
    pub menu_button: Option<f64>,
}

/// A face in JavaScript's numbers.
pub fn number_of(face: Option<u64>) -> f64 {
    face.map_or(-1.0, |face| face as f64)
}

impl GameView {
    /// A view in JavaScript's types.
    pub fn of(view: View) -> GameView {
        let [screen, grid, text] = view.colors;
        GameView {
            hexagonal: view.hexagonal,
            rows: view.cells.len(),
            columns: view.cells.iter().map(Vec::len).max().unwrap_or(0),
            cells: view.cells.into_iter().map(|row| row.into_iter().map(CellView::of).collect()).collect(),
            stat_boxes: view.stat_boxes.into_iter().enumerate().map(StatBoxView::of).collect(),
            next_tiles: view.next_tiles.into_iter().map(|face| face as f64).collect(),
            colors: ScreenColors { screen, grid, text },
            opacities: Opacities::of(view.opacities),
            failures: view.failures,
        }
    }
}

impl CellView {
    fn of(cell: CellLook) -> CellView {
        let CellLook { ground, face, tile, slippery, blocked } = cell;
        let tile = tile.and_then(|text| Content::of_text(&text));
        CellView { ground, face: number_of(face), tile, slippery, blocked }
    }
}

impl StatBoxView {
    fn of((index, look): (usize, BoxLook)) -> StatBoxView {
        let [color, title_color, value_color] = look.colors;
        StatBoxView {
            index,
            visible: look.visible,
            below: look.below,
            own_row: look.own_row,
            clickable: look.clickable,
            title: look.title.readable(),
            title_html: html(&look.title.tidied()),
            title_size: look.title_size,
            value: look.value.readable(),
            value_html: html(&look.value.tidied()),
            faces: look.faces.into_iter().map(|face| face as f64).collect(),
            color,
            title_color,
            value_color,
            border: look.border,
        }
    }
}

impl Opacities {
    fn of(opacities: display::Opacities) -> Opacities {
        let display::Opacities {
            direction_buttons,
            grid,
            rules,
            stat_boxes_above,
            stat_boxes_below,
            next_tiles,
            save_button,
            restart_button,
            menu_button,
        } = opacities;
        Opacities {
            direction_buttons,
            grid,
            rules,
            stat_boxes_above,
            stat_boxes_below,
            next_tiles,
            save_button,
            restart_button,
            menu_button,
        }
    }
}
