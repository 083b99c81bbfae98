//! The drawing of the terminal game. Areas that react to the mouse are noted on the way
//! ([`HitAreas`]).

mod boxes;
mod controls;
mod digits;
pub mod help;
pub mod panel;
pub mod tiles;

use polymerge::Cell;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::grid::{Camera, Grid};
use super::motion::Motion;
use super::parts::draw_message;
use super::theme::Theme;
use controls::Bar;
use panel::Panel;
use polymerge_app::board::{Board, InfoBox, Tile};
use polymerge_app::figures::clipped;
use polymerge_app::keys::Action;

pub use controls::{Arrow, Progress};

/// Everything that a picture of the game shows.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The title of the mode.
    pub title: &'a str,
    /// The boxes around the board.
    pub boxes: &'a [InfoBox],
    /// The tiles that come next.
    pub next: &'a [Tile],
    /// The cells.
    pub board: &'a Board,
    /// The animation, and the time.
    pub motion: Option<(&'a Motion, f64)>,
    /// The view of the board.
    pub camera: Camera,
    /// The cell that the player points at.
    pub cursor: Option<Cell>,
    /// The directions.
    pub directions: Vec<Arrow>,
    /// The commands with their first keys.
    pub commands: Vec<(Action, String, &'static str)>,
    /// A message for the player.
    pub notice: Option<&'a str>,
    /// The position in a replay.
    pub progress: Option<Progress>,
    /// The panel with choices or facts.
    pub panel: Option<&'a Panel>,
    /// The panel beside the board, which is left out where there is no room.
    pub aside: Option<&'a Panel>,
    /// The colours.
    pub theme: Theme,
}

/// A kind of area that reacts to the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HitArea {
    /// A direction.
    Direction(usize),
    /// A command.
    Command(Action),
    /// A box, by its place among those of the mode.
    Box(usize),
    /// An entry of the panel.
    Item(usize),
    /// The panel outside its entries.
    Panel,
    /// The board.
    Board,
    /// The bar of a replay.
    Bar,
}

/// The areas of a picture that react to the mouse.
#[derive(Clone, Debug, Default)]
pub struct HitAreas {
    places: Vec<(Rect, HitArea)>,
    /// The layout of the board.
    pub grid: Option<Grid>,
}

impl HitAreas {
    fn add(&mut self, place: Rect, hit: HitArea) {
        self.places.push((place, hit));
    }

    /// Returns the area at a place; of several, the one that was drawn last.
    pub fn at(&self, column: u16, row: u16) -> Option<HitArea> {
        let here = Position::new(column, row);
        self.places.iter().rev().find(|(place, _)| place.contains(here)).map(|(_, hit)| *hit)
    }

    /// Returns the position of a column on the bar of a replay, from 0 to 1.
    pub fn along_bar(&self, column: u16) -> Option<f64> {
        let (place, _) = self.places.iter().find(|(_, hit)| *hit == HitArea::Bar)?;
        let last = f64::from(place.width.saturating_sub(1).max(1));
        Some((f64::from(column.saturating_sub(place.x)) / last).min(1.0))
    }
}

/// The heights of everything above and below the board, as far as there is room.
struct Heights {
    /// True if the boxes that belong below the board are there.
    spread: bool,
    title: u16,
    above: u16,
    /// The gap between these boxes and the board.
    apart: u16,
    below: u16,
    progress: u16,
    directions: u16,
    notice: u16,
    footer: u16,
}

impl Heights {
    fn new(scene: &Scene<'_>, area: Rect) -> Heights {
        let height = area.height;
        let given = |least: u16, rows: u16| if height >= least { rows } else { 0 };
        let watching = scene.progress.is_some();
        let spread = height >= 30;
        let lines = |below: bool| {
            let rows = boxes::rows(scene, below, spread, area.width);
            (rows as u16).min(if spread { 4 } else { 1 })
        };
        let line = if height < 8 { 1 } else { boxes::HEIGHT };
        let above = given(5, lines(false) * line);
        Heights {
            spread,
            title: given(9, 1),
            above,
            apart: if above > 0 { given(APART, 1) } else { 0 },
            below: lines(true) * boxes::HEIGHT,
            progress: if watching { given(3, 1) } else { 0 },
            directions: if watching { 0 } else { given(4, 1) },
            notice: given(if watching { 6 } else { 18 }, 1),
            footer: given(7, 1),
        }
    }
}

/// The least height at which boxes keep a distance to the board.
const APART: u16 = 24;

/// Draws everything. Returns the areas that react to the mouse.
pub fn draw(frame: &mut Frame<'_>, scene: &Scene<'_>) -> HitAreas {
    let mut hits = HitAreas::default();
    let heights = Heights::new(scene, frame.area());
    let [title, above, _, middle, below, progress, directions, notice, footer] = Layout::vertical([
        Constraint::Length(heights.title),
        Constraint::Length(heights.above),
        Constraint::Length(heights.apart),
        Constraint::Min(1),
        Constraint::Length(heights.below),
        Constraint::Length(heights.progress),
        Constraint::Length(heights.directions),
        Constraint::Length(heights.notice),
        Constraint::Length(heights.footer),
    ])
    .areas(frame.area());
    let theme = scene.theme;
    let screen = frame.area();
    let buffer = frame.buffer_mut();
    Line::styled(clipped(scene.title, title.width.into()), theme.notice()).centered().render(title, buffer);
    boxes::draw(scene, heights.spread.then_some(false), above, buffer, &mut hits);
    boxes::draw(scene, Some(true), below, buffer, &mut hits);
    let (board, side) = panel::split(scene, middle);
    tiles::draw(scene, board, buffer, &mut hits);
    if let Some(shown) = scene.progress {
        Bar(shown).draw(theme, progress, buffer, &mut hits);
    }
    // Where there is one row for both, a message hides the directions.
    let alone = notice.height == 0;
    if scene.notice.is_none() || !alone {
        controls::draw_directions(scene, directions, buffer, &mut hits);
    }
    controls::draw_commands(scene, footer, buffer, &mut hits);
    match (scene.panel, scene.aside) {
        (Some(panel), _) => panel.draw(theme, side, buffer, &mut hits),
        (None, Some(panel)) => panel.draw_beside(scene, middle, buffer, &mut hits),
        (None, None) => {}
    }
    // What is said is seen whole, over whatever lies above it.
    if let Some(message) = scene.notice {
        let last = if alone { directions } else { notice };
        let last = if last.height > 0 { last.bottom() } else { screen.bottom() };
        draw_message(message, theme, Rect { height: last - screen.y, ..screen }, buffer);
    }
    hits
}

#[cfg(test)]
mod pictures;
