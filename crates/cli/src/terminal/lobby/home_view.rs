//! Draws the home screen: the list of modes, and a look at the chosen one.

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, List, ListItem, ListState, Paragraph, Wrap};
use ratatui::Frame;

use super::home::{Choice, Entry, Home};
use super::preview::Preview;
use crate::saves::Totals;
use crate::terminal::keys::Action;
use crate::terminal::parts::{
    clipped, count, counted, draw_commands, draw_headline, draw_message, draw_search,
};
use crate::terminal::theme::Theme;
use crate::terminal::view::tiles;

/// From this width on there is room for a look at the chosen mode.
const TWO_COLUMNS: u16 = 56;

/// Draws the list, what is searched, and what the chosen mode is about.
pub fn draw(frame: &mut Frame<'_>, home: &Home, commands: &[(Action, String, &str)], theme: Theme) {
    let [headline, search, middle, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(2),
        Constraint::Min(1),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let left = match middle.width {
        ..TWO_COLUMNS => middle.width,
        _ => (middle.width / 2).min(96),
    };
    let [list, look] = Layout::horizontal([Constraint::Length(left), Constraint::Min(0)]).areas(middle);
    let found = home.found();
    let modes = found.iter().filter(|choice| matches!(choice, Choice::Mode(_))).count();
    let number = if modes == home.count() {
        counted(modes as f64, "mode")
    } else {
        format!("{modes} of {}", counted(home.count() as f64, "mode"))
    };
    draw_headline("Polymerge", &number, theme, headline, frame.buffer_mut());
    let family = home.family().map_or("all families".to_owned(), |family| format!("family: {family}"));
    draw_search(home.query(), &family, theme, search, frame.buffer_mut());
    draw_list(frame, home, &found, theme, list);
    if look.width > 0 {
        draw_look(frame, home, theme, look);
    }
    match home.complaint() {
        Some(complaint) => draw_message(complaint, theme, frame.area(), frame.buffer_mut()),
        None => draw_commands(commands, theme, footer, frame.buffer_mut()),
    }
}

fn draw_list(frame: &mut Frame<'_>, home: &Home, found: &[Choice<'_>], theme: Theme, area: Rect) {
    let room = usize::from(area.width.saturating_sub(3));
    let items = found.iter().map(|choice| match *choice {
        Choice::Continue(game) => {
            let text = format!("▶ Continue {}", home.label(game));
            ListItem::new(Line::styled(clipped(&text, room), theme.notice()))
        }
        Choice::Daily(daily) => {
            let text = format!("▶ Daily game: {}", daily.title);
            ListItem::new(Line::styled(clipped(&text, room), theme.notice()))
        }
        Choice::Mode(entry) => ListItem::new(mode_line(entry, home, room, theme)),
    });
    let list = List::new(items).highlight_symbol("> ").highlight_style(theme.chosen());
    let mut state = ListState::default().with_selected((!found.is_empty()).then(|| home.place()));
    frame.render_stateful_widget(list, area, &mut state);
}

/// From this room on, lines say what is special about modes.
const ROOM: usize = 44;
/// Columns of titles in such lines.
const TITLE: usize = 22;

/// The title with a mark if the mode was won, what is special, and at the right its size, length
/// and difficulty: as much as there is room for.
fn mode_line<'a>(entry: &'a Entry, home: &Home, room: usize, theme: Theme) -> Line<'a> {
    let won = home.statistics().of_mode(&entry.name).is_some_and(|totals| totals.wins > 0);
    let mark = if won { " ✓" } else { "" };
    let title = |width: usize| {
        Span::raw(format!("{}{mark}", clipped(&entry.title, width.saturating_sub(mark.chars().count()))))
    };
    let tagged = entry.tagged();
    let right = tagged.chars().count();
    if room >= ROOM {
        let title = title(TITLE);
        let pad = " ".repeat(TITLE + 1 - title.width());
        let width = room.saturating_sub(TITLE + right + 3);
        let special = clipped(&entry.special, width);
        let gap = " ".repeat(room.saturating_sub(TITLE + 1 + special.chars().count() + right));
        let quiet = |text: String| Span::styled(text, theme.quiet());
        return Line::from(vec![title, Span::raw(pad), quiet(special), Span::raw(gap), Span::raw(tagged)]);
    }
    let title = title(room);
    let gap = room.saturating_sub(title.width() + right);
    if gap < 2 {
        return Line::from(title);
    }
    Line::from(vec![title, Span::raw(" ".repeat(gap)), Span::styled(tagged, theme.quiet())])
}

/// What is said when a search finds no mode.
const NOTHING: &str = "No mode was found. Other grids, such as hexagons, can be chosen for any mode: choose a mode, then Ctrl-E.";

/// The picture and the rules of what is chosen, and how it went so far.
fn draw_look(frame: &mut Frame<'_>, home: &Home, theme: Theme, area: Rect) {
    let block = Block::new().borders(Borders::LEFT).border_style(theme.quiet());
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let inside = Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside };
    let Some(choice) = home.chosen() else {
        let text = Paragraph::new(NOTHING).style(theme.quiet()).wrap(Wrap { trim: true });
        frame.render_widget(text, inside);
        return;
    };
    let [title, special, facts, picture, text] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(u16::from(inside.height >= 12)),
        Constraint::Length(1),
        Constraint::Length(picture_height(inside)),
        Constraint::Min(0),
    ])
    .areas(inside);
    let (name, facts_of) = match choice {
        Choice::Continue(game) => {
            (home.label(game), format!("{}, {}", counted(game.score, "point"), counted(game.moves, "move")))
        }
        Choice::Daily(daily) => {
            let facts = format!("one seed for all on {}, until midnight (UTC)", daily.date);
            (daily.title.clone(), facts)
        }
        Choice::Mode(entry) => (entry.title.clone(), facts_of_mode(home.statistics().of_mode(&entry.name))),
    };
    let room = usize::from(inside.width);
    frame.render_widget(Line::styled(clipped(&name, room), theme.notice()), title);
    frame.render_widget(Line::styled(clipped(&facts_of, room), theme.quiet()), facts);
    if let Choice::Mode(entry) = choice {
        let text = format!("{} · {}", entry.tagged().replace(' ', " · "), entry.special);
        frame.render_widget(Line::raw(clipped(&text, room)), special);
    }
    if let Some(preview) = home.preview() {
        if let Some(board) = &preview.board {
            tiles::draw_still(board, theme, picture, frame.buffer_mut());
        }
    }
    let lines = rules(choice, home.preview(), theme);
    let most = lines.len().saturating_sub(1);
    let paragraph = Paragraph::new(lines).wrap(Wrap { trim: true });
    frame.render_widget(paragraph.scroll((home.scroll().min(most).min(500) as u16, 0)), text);
}

/// Half of the height, but no more than a picture needs that is as wide as
/// the place.
fn picture_height(area: Rect) -> u16 {
    (area.height / 2).min(area.width / 2).max(area.height.min(5))
}

fn facts_of_mode(totals: Option<&Totals>) -> String {
    let Some(totals) = totals else { return "not played yet".into() };
    let tile = totals.best_tile.as_ref().map(|tile| format!(", best tile {}", tile.text)).unwrap_or_default();
    let games = counted(totals.games as f64, "game");
    format!("best score {}{tile}, {games}", count(totals.best_score))
}

fn rules<'a>(choice: Choice<'a>, preview: Option<&'a Preview>, theme: Theme) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    for (headline, text) in preview.map_or(&[][..], |preview| &preview.rules) {
        // The title stands above already.
        if !headline {
            lines.push(Line::raw(text.as_str()));
        }
    }
    if let Choice::Mode(entry) = choice {
        if lines.is_empty() {
            lines.push(Line::raw(entry.about.as_str()));
        }
        if !entry.credits.is_empty() {
            lines.push(Line::styled(entry.credits.as_str(), theme.quiet()));
        }
    }
    lines
}
