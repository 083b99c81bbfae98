//! Draws the terminal game.

use polymerge::display::shorten;
use polymerge::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Constraint, Layout, Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};
use ratatui::Frame;

use super::board::{Board, Look, Tile};
use super::theme::Theme;

/// Sizes of cells, the best first: width, height, and the gaps between cells.
const SIZES: [Size; 11] = [
    Size::new(14, 7, 2, 1),
    Size::new(12, 5, 2, 1),
    Size::new(10, 4, 2, 1),
    Size::new(8, 3, 2, 1),
    Size::new(8, 3, 2, 0),
    Size::new(7, 2, 1, 0),
    Size::new(7, 1, 1, 0),
    Size::new(6, 1, 1, 0),
    Size::new(5, 1, 1, 0),
    Size::new(4, 1, 1, 0),
    Size::new(3, 1, 1, 0),
];

/// Rows of the header and the footer.
const BOX_HEIGHT: u16 = 2;

#[derive(Clone, Copy)]
struct Size {
    width: u16,
    height: u16,
    across: u16,
    between: u16,
}

impl Size {
    const fn new(width: u16, height: u16, across: u16, between: u16) -> Size {
        Size { width, height, across, between }
    }

    /// From one column to the next; on hexagonal boards half a cell.
    fn step(self, board: &Board) -> u32 {
        let step = u32::from(self.width + self.across);
        if board.hexagonal {
            step.div_ceil(2)
        } else {
            step
        }
    }

    /// What the whole board takes, with a gap around.
    fn of(self, board: &Board) -> (u32, u32) {
        let columns = (board.width() as u32).saturating_sub(1);
        let rows = board.rows.len() as u32;
        (
            columns * self.step(board) + u32::from(self.width) + 2 * u32::from(self.across),
            rows * u32::from(self.height + self.between) + u32::from(self.between),
        )
    }
}

/// All that a picture of the game shows.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The name of the mode.
    pub title: String,
    /// The boxes above the board: title and value.
    pub boxes: Vec<(String, String)>,
    /// The tiles that come next.
    pub next: Vec<Tile>,
    /// The cells.
    pub board: Board,
    /// How the game stands.
    pub screen: Screen,
    /// A message for the player.
    pub notice: Option<String>,
    /// What the keys mean, if the player has asked: name and keys.
    pub help: Option<Vec<(String, String)>>,
    /// The commands for the footer: key and name.
    pub commands: Vec<(String, &'static str)>,
    /// The colours.
    pub theme: Theme,
}

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, scene: &Scene) {
    let [title, boxes, board, notice, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(BOX_HEIGHT),
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let theme = scene.theme;
    frame.render_widget(Line::styled(scene.title.as_str(), theme.notice()).centered(), title);
    draw_boxes(scene, boxes, frame.buffer_mut());
    draw_board(&scene.board, theme, board, frame.buffer_mut());
    frame.render_widget(Line::styled(notice_of(scene), theme.notice()).centered(), notice);
    draw_commands(&scene.commands, theme, footer, frame.buffer_mut());
    if let Some(help) = &scene.help {
        draw_help(frame, help, theme);
    }
}

/// The line below the board: how the game stands, or the last message.
fn notice_of(scene: &Scene) -> &str {
    match (scene.screen, &scene.notice) {
        (_, Some(notice)) => notice,
        (Screen::Play, None) => "",
        (Screen::Win, None) => "You win!  c: play on, n: new game, u: undo",
        (Screen::GameOver, None) => "Game over.  n: new game, u: undo, q: quit",
    }
}

/// The commands with their keys: as many as there is room for.
fn draw_commands(commands: &[(String, &str)], theme: Theme, area: Rect, buffer: &mut Buffer) {
    let mut line = Line::default().style(theme.quiet()).centered();
    for (key, name) in commands {
        let gap = if line.spans.is_empty() { "" } else { "  " };
        let spans =
            [Span::raw(gap), Span::styled(key.as_str(), theme.notice()), Span::raw(format!(" {name}"))];
        if line.width() + spans.iter().map(Span::width).sum::<usize>() > usize::from(area.width) {
            break;
        }
        line.spans.extend(spans);
    }
    line.render(area, buffer);
}

/// Draws the boxes side by side, as many as there is room for.
fn draw_boxes(scene: &Scene, area: Rect, buffer: &mut Buffer) {
    let (theme, style) = (scene.theme, scene.theme.surface(scene.board.frame, None));
    let mut boxes: Vec<[Line<'_>; 2]> = scene
        .boxes
        .iter()
        .map(|(title, value)| [Line::raw(title.as_str()), Line::styled(value.as_str(), theme.notice())])
        .collect();
    if !scene.next.is_empty() {
        let tile = |tile: &Tile| {
            let style = theme.surface(tile.background, tile.ink).patch(theme.notice());
            [Span::styled(format!(" {} ", tile.text), style), Span::raw(" ")]
        };
        boxes.push([Line::raw("Next"), Line::from_iter(scene.next.iter().flat_map(tile))]);
    }
    let widths: Vec<u16> =
        boxes.iter().map(|[title, value]| title.width().max(value.width()).min(1000) as u16 + 2).collect();
    let total: u16 = widths.iter().fold(0, |total, width| total.saturating_add(width + 1));
    let mut x = area.x + area.width.saturating_sub(total.saturating_sub(1)) / 2;
    for (lines, width) in boxes.into_iter().zip(widths) {
        if width > area.right().saturating_sub(x) {
            break;
        }
        let place = Rect::new(x, area.y, width, area.height.min(BOX_HEIGHT));
        Paragraph::new(lines.to_vec()).centered().style(style).render(place, buffer);
        x = x.saturating_add(width + 1);
    }
}

/// Draws the board at the largest size that fits, in the middle; what does
/// not fit even at the smallest is cut off at the right and at the bottom.
fn draw_board(board: &Board, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let fits = |size: &&Size| {
        let (width, height) = size.of(board);
        width <= u32::from(area.width) && height <= u32::from(area.height)
    };
    let size = SIZES.iter().find(fits).unwrap_or(&SIZES[SIZES.len() - 1]);
    let (width, height) = size.of(board);
    let (width, height) = (width.min(area.width.into()) as u16, height.min(area.height.into()) as u16);
    let place =
        Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height);
    if !board.hexagonal {
        buffer.set_style(place, theme.surface(board.frame, None));
    }
    for (row, looks) in board.rows.iter().enumerate() {
        for (column, look) in looks.iter().enumerate() {
            let x = u32::from(size.across) + column as u32 * size.step(board);
            let y = u32::from(size.between) + row as u32 * u32::from(size.height + size.between);
            if x < u32::from(width) && y < u32::from(height) {
                let cell = Rect::new(place.x + x as u16, place.y + y as u16, size.width, size.height);
                draw_cell(look, board, theme, cell.intersection(place), buffer);
            }
        }
    }
}

fn draw_cell(look: &Look, board: &Board, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let slot = theme.slot(board.slot, board.frame);
    let (text, style) = match look {
        Look::Void => return,
        Look::Empty => (if theme.is_plain() && area.height < 3 { "·" } else { "" }, slot),
        Look::Slippery => ("~", slot),
        Look::Hole(turns) => (&*format!("({turns})"), theme.surface(board.frame, None)),
        Look::Tile(tile) => {
            (tile.text.as_str(), theme.surface(tile.background, tile.ink).patch(theme.notice()))
        }
    };
    Block::new().style(style).render(area, buffer);
    if theme.has_frames() && area.height >= 3 {
        Block::bordered().style(style).render(area, buffer);
    }
    let inside = match area {
        _ if theme.has_frames() && area.height >= 3 => area.inner(Margin::new(1, 1)),
        _ => area,
    };
    write_text(text, style, inside, buffer);
}

/// Writes a text into the middle, over as many lines as it takes, shortened if
/// that is too many.
fn write_text(text: &str, style: Style, area: Rect, buffer: &mut Buffer) {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    if width == 0 || height == 0 {
        return;
    }
    let letters: Vec<char> = shorten(text, width * height).chars().collect();
    let lines: Vec<String> = letters.chunks(width).map(|line| line.iter().collect()).collect();
    let above = (height - lines.len()) / 2;
    for (line, y) in lines.iter().zip(area.y + above as u16..) {
        let line = Line::styled(line.as_str(), style).alignment(Alignment::Center);
        line.render(Rect::new(area.x, y, area.width, 1), buffer);
    }
}

fn draw_help(frame: &mut Frame<'_>, help: &[(String, String)], theme: Theme) {
    let mut lines: Vec<Line<'_>> =
        help.iter().map(|(name, keys)| Line::from(format!("{name:>10}  {keys}"))).collect();
    lines.push(Line::from("Any key closes this.").centered().style(theme.quiet()));
    let area = frame.area();
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 4;
    let height = lines.len() as u16 + 2;
    let place = Rect::new(
        area.x + area.width.saturating_sub(width) / 2,
        area.y + area.height.saturating_sub(height) / 2,
        width.min(area.width),
        height.min(area.height),
    );
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" Keys ")), place);
}

#[cfg(test)]
mod pictures;
