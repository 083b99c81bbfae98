//! Draws the list of modes.

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{List, ListItem, ListState, Paragraph, Wrap};
use ratatui::Frame;

use super::home::{Entry, Home};
use super::theme::Theme;

/// From this width on, the chosen mode is explained beside the list instead
/// of below it.
const WIDE: u16 = 100;

/// Draws the list, what is searched, and what the chosen mode is about.
pub fn draw(frame: &mut Frame<'_>, home: &Home, theme: Theme) {
    let [search, middle, footer] =
        Layout::vertical([Constraint::Length(2), Constraint::Min(1), Constraint::Length(1)])
            .areas(frame.area());
    let [list, about] = if middle.width >= WIDE {
        Layout::horizontal([Constraint::Percentage(40), Constraint::Percentage(60)]).areas(middle)
    } else {
        let below = if middle.height > 9 { 5 } else { 0 };
        Layout::vertical([Constraint::Min(1), Constraint::Length(below)]).areas(middle)
    };
    let found: Vec<&Entry> = home.found().collect();
    let count = format!("{} modes", found.len());
    let query = format!(" Search: {}▏", home.query());
    frame.render_widget(Line::styled(query, theme.notice()), search);
    frame.render_widget(Line::styled(count, theme.quiet()).right_aligned(), Rect { height: 1, ..search });
    draw_list(frame, &found, home.place(), theme, list);
    if let Some(entry) = home.chosen() {
        let lines = vec![
            Line::styled(entry.title.as_str(), theme.notice()),
            Line::raw(entry.about.as_str()),
            Line::styled(entry.credits.as_str(), theme.quiet()),
        ];
        let inside = Rect { x: about.x + 1, width: about.width.saturating_sub(2), ..about };
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), inside);
    }
    let keys = home.complaint().unwrap_or("↑ ↓ choose  Enter play  type to search  Esc back  Ctrl-C quit");
    frame.render_widget(Line::styled(keys, theme.quiet()).centered(), footer);
}

fn draw_list(frame: &mut Frame<'_>, found: &[&Entry], chosen: usize, theme: Theme, area: Rect) {
    let items = found.iter().map(|entry| ListItem::new(format!("{:<28} {}", entry.name, entry.family)));
    let list = List::new(items).highlight_symbol("> ").highlight_style(theme.chosen());
    let mut state = ListState::default().with_selected(Some(chosen));
    frame.render_stateful_widget(list, area, &mut state);
}
