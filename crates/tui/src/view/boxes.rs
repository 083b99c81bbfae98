//! The drawing of the boxes around the board, and of the tiles that come next.

use polymerge_app::board::{BoxValue, InfoBox, Tile};
use polymerge_app::keys::Action;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::{HitArea, HitAreas, Scene};
use crate::parts::shorten_line;
use crate::theme::Theme;

/// The rows of a box: title and value.
pub const HEIGHT: u16 = 2;

/// The width of the sign that there are more boxes.
const SIGN: u16 = 6;

/// A box before it is placed.
struct Drawn<'a> {
    lines: [Line<'a>; 2],
    hit: Option<HitArea>,
}

impl Drawn<'_> {
    /// Shortens a box that is wider than the screen, so that no number is cut into another.
    fn shorten(&mut self, width: usize, one_row: bool) {
        let title = self.lines[0].width();
        let used = if one_row { 3 + title.min(width / 2) } else { 2 };
        let [title, value] = &mut self.lines;
        shorten_line(title, width.saturating_sub(if one_row { width / 2 } else { 2 }));
        shorten_line(value, width.saturating_sub(used));
    }

    /// Returns the width of the box. In one row, title and value stand side by side.
    fn width(&self, one_row: bool) -> u16 {
        let [title, value] = [0, 1].map(|line| self.lines[line].width());
        let width = if one_row { title + 1 + value } else { title.max(value) };
        width.min(1000) as u16 + 2
    }
}

/// Returns the boxes above or below the board; for `None`, all of them.
fn drawn<'a>(scene: &'a Scene<'_>, below: Option<bool>) -> Vec<Drawn<'a>> {
    let theme = scene.theme;
    let shown = scene.boxes.iter().filter(|own| below.is_none_or(|below| own.below == below));
    let mut boxes: Vec<Drawn<'_>> = shown.map(|own| of_box(own, theme)).collect();
    if !scene.next.is_empty() && below != Some(true) {
        boxes.push(Drawn { lines: [Line::raw("Next"), tiles(scene.next, theme)], hit: None });
    }
    boxes
}

fn of_box(own: &InfoBox, theme: Theme) -> Drawn<'_> {
    let title = match own.clickable {
        true => Line::styled(own.title.as_str(), Modifier::UNDERLINED),
        false => Line::raw(own.title.as_str()),
    };
    let value = match &own.value {
        BoxValue::Text(text) => Line::styled(text.as_str(), theme.notice()),
        BoxValue::Tiles(list) => tiles(list, theme),
    };
    Drawn { lines: [title, value], hit: own.clickable.then_some(HitArea::Box(own.index)) }
}

/// Returns tiles in a line of text.
pub fn tiles(list: &[Tile], theme: Theme) -> Line<'_> {
    let tile = |(place, tile): (usize, &Tile)| {
        let style = theme.surface(tile.background, tile.ink).patch(theme.notice());
        let gap = if place == 0 { "" } else { " " };
        [Span::raw(gap), Span::styled(format!(" {} ", tile.text), style)]
    };
    Line::from_iter(list.iter().enumerate().flat_map(tile))
}

/// Returns the number of rows that show all boxes.
pub fn rows(scene: &Scene<'_>, below: bool, spread: bool, width: u16) -> usize {
    let boxes = drawn(scene, spread.then_some(below));
    if boxes.is_empty() || below && !spread {
        return 0;
    }
    arranged(&boxes, width, false).len()
}

/// Returns the places of the boxes in each row.
fn arranged(boxes: &[Drawn<'_>], width: u16, one_row: bool) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    let mut used = 0u16;
    for (place, own) in boxes.iter().enumerate() {
        let own = own.width(one_row);
        if used > 0 && used.saturating_add(own) > width {
            rows.push(Vec::new());
            used = 0;
        }
        used = used.saturating_add(own).saturating_add(1);
        if let Some(row) = rows.last_mut() {
            row.push(place);
        }
    }
    rows
}

/// Draws boxes, row by row. If there is no room for all of them, a sign has the number of the
/// others, and leads to a list of them.
pub fn draw(scene: &Scene<'_>, below: Option<bool>, area: Rect, buffer: &mut Buffer, hits: &mut HitAreas) {
    let one_row = area.height < HEIGHT;
    if area.height == 0 {
        return;
    }
    let mut boxes = drawn(scene, below);
    boxes.iter_mut().for_each(|own| own.shorten(usize::from(area.width), one_row));
    let height = if one_row { 1 } else { HEIGHT };
    let fitting = usize::from(area.height / height);
    let mut rows = arranged(&boxes, area.width, one_row);
    if rows.len() > fitting {
        // With room for the sign that there are more.
        rows = arranged(&boxes, area.width.saturating_sub(SIGN), one_row);
    }
    let hidden: usize = rows.iter().skip(fitting).map(Vec::len).sum();
    for (number, row) in rows.iter().take(fitting).enumerate() {
        let more = (hidden > 0 && number + 1 == fitting).then(|| format!("+{hidden}"));
        let reserve = if more.is_some() { SIGN.min(area.width) } else { 0 };
        let total: u16 =
            row.iter().map(|place| boxes[*place].width(one_row) + 1).fold(0, u16::saturating_add);
        let free = area.width.saturating_sub(total.saturating_sub(1) + reserve);
        let mut x = area.x + free / 2;
        let y = area.y + number as u16 * height;
        for place in row {
            let own = &boxes[*place];
            let width = own.width(one_row).min((area.right() - reserve).saturating_sub(x));
            draw_box(scene, own, Rect::new(x, y, width, height), buffer, hits);
            x = x.saturating_add(width + 1).min(area.right());
        }
        if let Some(more) = more {
            let place = Rect::new(area.right() - reserve, y, reserve, height);
            Paragraph::new(more).centered().style(scene.theme.quiet()).render(place, buffer);
            hits.add(place, HitArea::Command(Action::Boxes));
        }
    }
}

fn draw_box(scene: &Scene<'_>, own: &Drawn<'_>, place: Rect, buffer: &mut Buffer, hits: &mut HitAreas) {
    let style = scene.theme.frame(scene.board);
    if place.height < HEIGHT {
        let [title, value] = &own.lines;
        let mut line = title.clone();
        line.spans.push(Span::raw(" "));
        line.spans.extend(value.spans.iter().map(|span| span.clone().patch_style(value.style)));
        Paragraph::new(line).centered().style(style).render(place, buffer);
    } else {
        Paragraph::new(own.lines.to_vec()).centered().style(style).render(place, buffer);
    }
    if let Some(hit) = own.hit {
        hits.add(place, hit);
    }
}
