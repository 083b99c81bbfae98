//! The drawing of the board: cells, tiles, tiles on their ways, and the cursor.

use polymerge::Cell;
use polymerge::advanced::display::shorten;
use polymerge::motion::Birth;
use polymerge_app::board::{Board, Look, Tile};
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};

use super::digits::large;
use super::{HitArea, HitAreas, Scene};
use crate::grid::{Camera, Frame, Grid};
use crate::motion::Pose;
use crate::theme::{Rgb, Theme};

/// Draws the board in the middle of an area.
pub fn draw(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer, hits: &mut HitAreas) {
    let theme = scene.theme;
    let board = scene.motion.map_or(scene.board, |(motion, _)| motion.ground());
    let grid = Grid::new(board, area, scene.camera);
    draw_ground(board, &grid, theme, buffer);
    if let Some((motion, now)) = scene.motion {
        for pose in motion.poses(now) {
            draw_pose(&pose, board, &grid, theme, buffer);
        }
    }
    draw_edges(&grid, theme, buffer);
    if let Some(cursor) = scene.cursor {
        draw_cursor(grid.cell(cursor).within(grid.area), theme, buffer);
    }
    hits.add(grid.area, HitArea::Board);
    hits.grid = Some(grid);
}

/// Draws a board that is not played, such as a preview, as large as fits.
pub fn draw_still(board: &Board, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let grid = Grid::new(board, area, Camera::default());
    draw_ground(board, &grid, theme, buffer);
    draw_edges(&grid, theme, buffer);
}

/// Draws the cells and the tiles that lie still.
fn draw_ground(board: &Board, grid: &Grid, theme: Theme, buffer: &mut Buffer) {
    if !board.hexagonal {
        buffer.set_style(grid.area, theme.frame(board));
        draw_upper_edge(board, grid, theme, buffer);
    }
    for (row, looks) in board.rows.iter().enumerate() {
        for (column, look) in looks.iter().enumerate() {
            let frame = grid.cell(Cell::new(row, column));
            draw_cell(look, board, theme, frame, grid, buffer);
        }
    }
}

/// Draws half a row above the first row of cells, where each cell leaves half a row free below it.
fn draw_upper_edge(board: &Board, grid: &Grid, theme: Theme, buffer: &mut Buffer) {
    let ground = theme.frame(board).bg.filter(|_| grid.has_half_gaps() && !grid.more()[2]);
    let Some(ground) = ground else { return };
    let style = Style::new().fg(ground).bg(theme.screen().bg.unwrap_or(Color::Reset));
    for x in grid.area.left()..grid.area.right() {
        buffer[(x, grid.area.y)].set_symbol("▄").set_style(style);
    }
}

fn draw_cell(look: &Look, board: &Board, theme: Theme, frame: Frame, grid: &Grid, buffer: &mut Buffer) {
    let area = grid.area;
    let place = frame.within(area);
    if place.is_empty() || *look == Look::Void {
        return;
    }
    let bordered = theme.has_frames() && frame.height >= 3;
    let slot = theme.slot(board);
    let (text, style) = match look {
        Look::Void => return,
        Look::Tile(tile) => return draw_tile(tile, board, theme, frame, grid, buffer),
        // Without colours between them, free cells would run together.
        Look::Empty => (if (theme.is_plain() || grid.is_tight()) && !bordered { "·" } else { "" }, slot),
        Look::Slippery => ("~", slot.patch(theme.quiet())),
        Look::Hole(turns) => (&*format!("({turns})"), theme.frame(board)),
    };
    fill(style, bordered, frame, place, buffer);
    let below = half_gap(board, theme, bordered, frame, grid, buffer);
    write_text(text, style, inside(bordered, below, frame), below, area, buffer);
}

fn draw_tile(tile: &Tile, board: &Board, theme: Theme, frame: Frame, grid: &Grid, buffer: &mut Buffer) {
    let area = grid.area;
    let bordered = theme.has_frames() && frame.height >= 3;
    let style = theme.tile(tile, board).patch(theme.notice());
    let place = frame.within(area);
    Clear.render(place, buffer);
    fill(style, bordered, frame, place, buffer);
    // Without colours, a tile that shows no text would look like a free cell.
    let text = if tile.text.trim().is_empty() && theme.is_plain() { "■" } else { &tile.text };
    let below = half_gap(board, theme, bordered, frame, grid, buffer);
    write_text(text, style, inside(bordered, below, frame), below, area, buffer);
}

/// Fills a cell. Frames are drawn only where all of the cell is visible.
fn fill(style: Style, bordered: bool, frame: Frame, place: Rect, buffer: &mut Buffer) {
    if bordered && (place.width, place.height) == (frame.width, frame.height) {
        Block::bordered().style(style).render(place, buffer);
    } else {
        Block::new().style(style).render(place, buffer);
    }
}

/// Leaves half a row free below a cell, where that is the only gap between rows. Returns the number
/// of rows that the text loses.
fn half_gap(
    board: &Board,
    theme: Theme,
    bordered: bool,
    frame: Frame,
    grid: &Grid,
    buffer: &mut Buffer,
) -> u16 {
    if !grid.has_half_gaps() || bordered || theme.is_plain() || frame.height < 2 {
        return 0;
    }
    let last = Frame { y: frame.y + i32::from(frame.height) - 1, height: 1, ..frame }.within(grid.area);
    let ground = if board.hexagonal { theme.screen().bg } else { theme.frame(board).bg };
    for position in last.positions() {
        let cell = &mut buffer[position];
        let own = cell.bg;
        cell.set_symbol("▀").set_fg(own).set_bg(ground.unwrap_or(Color::Reset));
    }
    1
}

/// Returns the part of a cell for its text.
fn inside(bordered: bool, below: u16, frame: Frame) -> Frame {
    if bordered { frame.shrunk(1, 1) } else { Frame { height: frame.height - below, ..frame } }
}

/// Draws a tile on its way: one that has just merged stands out, one that has just appeared grows.
fn draw_pose(pose: &Pose<'_>, board: &Board, grid: &Grid, theme: Theme, buffer: &mut Buffer) {
    let frame = grid.between(pose.from, pose.to, pose.way);
    match pose.birth {
        // In a frame, there is no room to grow.
        Birth::Appeared if pose.age < 1.0 && !theme.has_frames() => {
            let left = (1.0 - pose.age) * 0.4;
            let smaller = |length: u16| ((f64::from(length) * left) as u16).min(length.saturating_sub(1) / 2);
            let frame = frame.shrunk(smaller(frame.width), smaller(frame.height));
            draw_tile(pose.tile, board, theme, frame, grid, buffer);
        }
        Birth::Merged if pose.age < 1.0 => {
            let tile = Tile { background: lit(pose.tile.background, 1.0 - pose.age), ..pose.tile.clone() };
            let larger = Frame { x: frame.x - 1, y: frame.y, width: frame.width + 2, height: frame.height };
            let frame = if grid.has_gaps() && pose.age < 0.7 { larger } else { frame };
            draw_tile(&tile, board, theme, frame, grid, buffer);
        }
        _ => draw_tile(pose.tile, board, theme, frame, grid, buffer),
    }
}

/// Returns a lighter colour.
fn lit(color: Rgb, much: f64) -> Rgb {
    color.map(|channel| (f64::from(channel) + (255.0 - f64::from(channel)) * 0.5 * much).round() as u8)
}

/// Draws arrows at the edges where the board goes on.
fn draw_edges(grid: &Grid, theme: Theme, buffer: &mut Buffer) {
    let area = grid.area;
    let (x, y) = (area.x + area.width / 2, area.y + area.height / 2);
    let (right, bottom) = (area.right().saturating_sub(1), area.bottom().saturating_sub(1));
    let places = [(area.x, y, "◀"), (right, y, "▶"), (x, area.y, "▲"), (x, bottom, "▼")];
    for ((x, y, sign), more) in places.into_iter().zip(grid.more()) {
        if more && area.contains((x, y).into()) {
            buffer[(x, y)].set_symbol(sign).set_style(theme.notice().patch(Modifier::REVERSED));
        }
    }
}

fn draw_cursor(place: Rect, theme: Theme, buffer: &mut Buffer) {
    if place.is_empty() {
        return;
    }
    if place.height >= 3 && place.width >= 3 {
        let style = buffer[(place.x, place.y)].style().patch(theme.notice());
        Block::bordered()
            .border_type(ratatui::widgets::BorderType::Double)
            .border_style(style)
            .render(place, buffer);
    } else {
        buffer.set_style(place, Style::new().add_modifier(Modifier::REVERSED | Modifier::UNDERLINED));
    }
}

/// Writes a text into the middle of a cell, over as many lines as needed, and shortens it if there
/// are too few. It is clipped to the area. If half a row `below` is free, too, the text is in the
/// lower one of two rows in the middle.
fn write_text(text: &str, style: Style, frame: Frame, below: u16, area: Rect, buffer: &mut Buffer) {
    let (width, height) = (usize::from(frame.width), usize::from(frame.height));
    let place = frame.within(area);
    if width == 0 || height == 0 || place.is_empty() || text.is_empty() {
        return;
    }
    // A cell of which a part is cut off has its number in small.
    let is_whole = (place.width, place.height) == (frame.width, frame.height);
    let large = large(text, width, height).filter(|_| is_whole);
    let lines = large.unwrap_or_else(|| broken(text, width, height));
    let above = (height - lines.len() + usize::from(below)) / 2;
    for (line, y) in lines.iter().zip(frame.y + above as i32..) {
        if y < i32::from(place.y) || y >= i32::from(place.bottom()) {
            continue;
        }
        // Of a cell that is cut off, the left or the right of the text shows.
        let length = line.chars().count();
        let start = frame.x + (width.saturating_sub(length) / 2) as i32;
        let cut = (i32::from(place.x) - start).max(0) as usize;
        let left = start.max(i32::from(place.x)) as u16;
        let room = place.right().saturating_sub(left);
        let shown = part(line, cut, room.into());
        Line::styled(shown, style)
            .alignment(Alignment::Left)
            .render(Rect::new(left, y as u16, room, 1), buffer);
    }
}

/// Returns the visible part of a text, with `…` where it is cut off: the rest of a number is
/// another number.
fn part(text: &str, cut: usize, room: usize) -> String {
    let length = text.chars().count();
    let cut_end = length > cut + room;
    let letter = |(place, letter): (usize, char)| match place {
        _ if cut > 0 && place == cut => '…',
        _ if cut_end && place + 1 == cut + room => '…',
        _ => letter,
    };
    text.chars().enumerate().skip(cut).take(room).map(letter).collect()
}

/// Breaks a text into lines, between words if possible.
fn broken(text: &str, width: usize, height: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() <= height && lines.iter().all(|line| line.chars().count() <= width) {
        return lines;
    }
    let letters: Vec<char> = shorten(text, width * height).chars().take(width * height).collect();
    letters.chunks(width).map(|line| line.iter().collect()).collect()
}
