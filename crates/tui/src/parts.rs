//! The parts that several screens share: headlines, footers, messages.

use polymerge::advanced::display::shorten;
use polymerge_app::figures::clipped;
use polymerge_app::keys::Action;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::folding::folded;
use super::theme::Theme;

/// Draws the commands with their keys, as many as there is room for.
pub fn draw_commands(commands: &[(Action, String, &str)], theme: Theme, area: Rect, buffer: &mut Buffer) {
    let mut line = Line::default().style(theme.quiet()).centered();
    for (_, key, name) in commands {
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

/// Draws a headline at the left, and a less important text at the right.
pub fn draw_headline(left: &str, right: &str, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let area =
        Rect { x: area.x + 1, width: area.width.saturating_sub(2), height: area.height.min(1), ..area };
    let left = Line::styled(clipped(left, area.width.into()), theme.notice());
    let right = Line::styled(right, theme.quiet()).right_aligned();
    if left.width() + right.width() < usize::from(area.width) {
        right.render(area, buffer);
    }
    left.render(area, buffer);
}

/// Draws the search field, and a note at its right. A long text shows its end, where one writes.
pub fn draw_search(query: &str, right: &str, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let room = usize::from(area.width.saturating_sub(2 + 9));
    let hidden = query.chars().count().saturating_sub(room);
    let seen: String = query.chars().skip(if hidden > 0 { hidden + 1 } else { 0 }).collect();
    let mark = if hidden > 0 { "…" } else { "" };
    draw_headline(&format!("Search: {mark}{seen}▏"), right, theme, area, buffer);
}

/// Shortens the parts of a line that don't fit, so that no number is cut into
/// another.
pub fn shorten_line(line: &mut Line<'_>, width: usize) {
    let mut left = width;
    for span in &mut line.spans {
        if span.width() > left {
            span.content = shorten(&span.content, left).into();
        }
        left -= span.width().min(left);
    }
}

/// Draws a message in the last line of an area and as many lines above as needed, at most half of
/// the area.
pub fn draw_message(text: &str, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let most = usize::from(area.height / 2).max(1);
    let lines = folded(text, area.width.into(), most);
    let height = (lines.len() as u16).min(area.height);
    let place = Rect { y: area.bottom() - height, height, ..area };
    Clear.render(place, buffer);
    buffer.set_style(place, theme.screen());
    for (line, y) in lines.into_iter().zip(place.y..place.bottom()) {
        Line::styled(line, theme.notice()).centered().render(Rect { y, height: 1, ..place }, buffer);
    }
}
