//! Draws the choices about a new game: the list, and what the chosen line does
//! to the grid.

use polymerge_app::figures::{clipped, counted};
use polymerge_app::keys::Action;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, List, ListItem, ListState, Paragraph, Wrap};

use super::changes::Changes;
use super::row::Row;
use crate::parts::{draw_commands, draw_headline, draw_message, draw_search};
use crate::theme::Theme;
use crate::view::tiles;

/// The least width with room for explanations beside the list.
const TWO_COLUMNS: u16 = 56;

/// The width of the names of presets.
const PRESET: usize = 12;

/// Draws the list, and the preview of the game.
pub fn draw(frame: &mut Frame<'_>, changes: &Changes, commands: &[(Action, String, &str)], theme: Theme) {
    let [headline, search, middle, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(2),
        Constraint::Min(1),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let count = match changes.count() {
        0 => "nothing changed".to_owned(),
        number => counted(number as f64, "change"),
    };
    draw_headline(&format!("New game: {}", changes.title), &count, theme, headline, frame.buffer_mut());
    let hint = "type to search, or name=value";
    draw_search(changes.query(), hint, theme, search, frame.buffer_mut());
    let left = if middle.width < TWO_COLUMNS { middle.width } else { (middle.width / 2).min(60) };
    let [list, look] = Layout::horizontal([Constraint::Length(left), Constraint::Min(0)]).areas(middle);
    draw_list(frame, changes, theme, list);
    if look.width > 0 {
        draw_look(frame, changes, theme, look);
    }
    match changes.message() {
        Some(message) => draw_message(message, theme, frame.area(), frame.buffer_mut()),
        None => draw_commands(commands, theme, footer, frame.buffer_mut()),
    }
}

fn draw_list(frame: &mut Frame<'_>, changes: &Changes, theme: Theme, area: Rect) {
    let room = usize::from(area.width.saturating_sub(5));
    let found = changes.found();
    let mut items = Vec::new();
    let mut group = "";
    let mut selected = None;
    let place = changes.place().min(found.len().saturating_sub(1));
    for (index, row) in found.iter().enumerate() {
        if row.group() != group && !row.group().is_empty() {
            group = row.group();
            items.push(ListItem::new(Line::styled(group, theme.quiet())));
        }
        if index == place {
            selected = Some(items.len());
        }
        let mark = if changes.is_changed(row) { "*" } else { " " };
        // The names of presets are short, and what they do is not.
        let least = if matches!(row, Row::Preset(_)) { PRESET } else { room.div_ceil(2) };
        let value = clipped(&changes.value(row), room.saturating_sub(least));
        let name = clipped(row.title(), room.saturating_sub(value.chars().count() + 1));
        let gap = room.saturating_sub(name.chars().count() + value.chars().count()).max(1);
        let style = if changes.is_changed(row) { theme.notice() } else { theme.screen() };
        let spans = [Span::raw(format!("{mark} {name}{}", " ".repeat(gap))), Span::styled(value, style)];
        items.push(ListItem::new(Line::from(spans.to_vec())));
    }
    let list = List::new(items).highlight_symbol("> ").highlight_style(theme.chosen());
    let mut state = ListState::default().with_selected(selected);
    frame.render_stateful_widget(list, area, &mut state);
}

fn draw_look(frame: &mut Frame<'_>, changes: &Changes, theme: Theme, area: Rect) {
    let block = Block::new().borders(Borders::LEFT).border_style(theme.quiet());
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let inside = Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside };
    let Some(row) = changes.chosen() else {
        frame.render_widget(Line::styled("Nothing has this name.", theme.quiet()), inside);
        return;
    };
    let [text, picture] = Layout::vertical([Constraint::Percentage(45), Constraint::Min(0)]).areas(inside);
    let mut lines = vec![Line::styled(row.title(), theme.notice())];
    lines.extend(row.help().into_iter().map(Line::raw));
    lines.extend(changes.idle(row).map(|why| Line::raw(format!("It changes nothing here: {why}."))));
    if matches!(row, Row::Start) {
        lines.extend(changes.changed().into_iter().map(Line::raw));
    }
    match changes.preview() {
        Some(Ok(preview)) => {
            if let Some(board) = &preview.board {
                tiles::draw_still(board, theme, picture, frame.buffer_mut());
            }
        }
        Some(Err(why)) => {
            let why = Paragraph::new(why.message()).wrap(Wrap { trim: true });
            frame.render_widget(why.style(theme.notice()), picture);
        }
        None => {}
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), text);
}
