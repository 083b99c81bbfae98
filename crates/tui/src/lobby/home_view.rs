//! Draws the home screen: the list of modes, and a look at the chosen one.

use polymerge::advanced::modefile::Group;
use polymerge_app::figures::{clipped, count, counted};
use polymerge_app::keys::Action;
use polymerge_app::modifiers;
use polymerge_app::saves::Totals;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, List, ListItem, ListState, Paragraph, Wrap};

use super::home::{Choice, Entry, Home};
use super::preview::Preview;
use crate::folding::folded;
use crate::parts::{draw_commands, draw_headline, draw_message, draw_search};
use crate::theme::Theme;
use crate::view::tiles;

/// The least width with room for the preview of the chosen mode.
const TWO_COLUMNS: u16 = 56;
/// The most lines of rules that are counted.
const ROWS: usize = 1000;

/// Draws the list, the search, and the description of the chosen mode. Returns the number of lines by
/// which the rules can be scrolled.
pub fn draw(
    frame: &mut Frame<'_>,
    home: &Home,
    commands: &[(Action, String, &str)],
    change: Option<&str>,
    theme: Theme,
) -> usize {
    let [headline, search, middle, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(2),
        Constraint::Min(1),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let left = match middle.width {
        ..TWO_COLUMNS => middle.width,
        _ => (middle.width * 11 / 20).min(96),
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
    let group = home.group().map_or("all groups", Group::name);
    draw_search(home.query(), group, theme, search, frame.buffer_mut());
    draw_list(frame, home, &found, theme, list);
    let hidden = if look.width > 0 { draw_look(frame, home, change, theme, look) } else { 0 };
    match home.complaint() {
        Some(complaint) => draw_message(complaint, theme, frame.area(), frame.buffer_mut()),
        None => draw_commands(commands, theme, footer, frame.buffer_mut()),
    }
    hidden
}

fn draw_list(frame: &mut Frame<'_>, home: &Home, found: &[Choice<'_>], theme: Theme, area: Rect) {
    let room = usize::from(area.width.saturating_sub(3));
    let mut items = Vec::new();
    let mut selected = None;
    let mut group = None;
    for (index, choice) in found.iter().enumerate() {
        let line = match *choice {
            Choice::Continue(game) => {
                let text = format!("▶ Continue {}", home.label(game));
                Line::styled(clipped(&text, room), theme.notice())
            }
            Choice::Daily(daily) => {
                let streak = match home.streak() {
                    0 => String::new(),
                    days => format!(" · {} in a row", counted(f64::from(days), "day")),
                };
                let text = format!("▶ Daily game: {}{streak}", daily.title);
                Line::styled(clipped(&text, room), theme.notice())
            }
            Choice::Mode(entry) => {
                // A search goes through all groups.
                if !home.is_narrowed() && group != Some(entry.group) {
                    group = Some(entry.group);
                    let title = clipped(entry.group.title(), room);
                    items.push(ListItem::new(Line::styled(title, theme.quiet())));
                }
                mode_line(entry, home, room, theme)
            }
        };
        if index == home.place() {
            selected = Some(items.len());
        }
        items.push(ListItem::new(line));
    }
    let list = List::new(items).highlight_symbol("> ").highlight_style(theme.chosen());
    frame.render_stateful_widget(list, area, &mut ListState::default().with_selected(selected));
}

/// The least room for the special features of modes.
const ROOM: usize = 36;
/// The width of titles beside special features.
const TITLE: usize = 14;
/// The least room for wider titles, and tags.
const WIDE_ROOM: usize = 64;
const WIDE_TITLE: usize = 22;

/// Returns the line of a mode: the title with a mark if the mode was won, special features, and at
/// the right size, length and difficulty; as much as there is room for.
fn mode_line<'a>(entry: &'a Entry, home: &Home, room: usize, theme: Theme) -> Line<'a> {
    let won = home.statistics().of_mode(&entry.name).is_some_and(|totals| totals.wins > 0);
    let mark = if won { " ✓" } else { "" };
    let title = |width: usize| {
        Span::raw(format!("{}{mark}", clipped(&entry.title, width.saturating_sub(mark.chars().count()))))
    };
    let tagged = entry.tagged();
    let right = tagged.chars().count();
    let quiet = |text: String| Span::styled(text, theme.quiet());
    if room >= ROOM {
        let is_wide = room >= WIDE_ROOM;
        let (width, tagged) = if is_wide { (WIDE_TITLE, tagged) } else { (TITLE, String::new()) };
        let title = title(width);
        let pad = " ".repeat((width + 1).saturating_sub(title.width()));
        let right = tagged.chars().count();
        let brief = clipped(&entry.brief, room.saturating_sub(width + 1 + right + usize::from(is_wide) * 2));
        let gap = " ".repeat(room.saturating_sub(width + 1 + brief.chars().count() + right));
        return Line::from(vec![title, Span::raw(pad), quiet(brief), Span::raw(gap), Span::raw(tagged)]);
    }
    let title = title(room);
    let gap = room.saturating_sub(title.width() + right);
    if gap < 2 {
        return Line::from(title);
    }
    Line::from(vec![title, Span::raw(" ".repeat(gap)), quiet(tagged)])
}

/// Returns the message for a search that finds no mode; `change` is the key that changes one.
fn nothing(searched: &str, change: Option<&str>) -> String {
    let then = change.map(|key| format!(": choose a mode, then {key}")).unwrap_or_default();
    let presets =
        modifiers::found_presets(searched).map(|preset| format!("{}: {}", preset.name, preset.title));
    let others = modifiers::found(searched).map(|modifier| format!("{}.", modifier.title));
    let found: Vec<String> = presets.chain(others).collect();
    match found.is_empty() {
        true => {
            format!(
                "No mode was found. Other grids, such as hexagons, and walls can be had in any mode{then}."
            )
        }
        false => format!("No mode was found, but any mode can be changed so{then}. {}", found.join(" ")),
    }
}

/// Draws the preview of the chosen entry, and its statistics. Returns the number of lines of its rules
/// that have no room.
fn draw_look(frame: &mut Frame<'_>, home: &Home, change: Option<&str>, theme: Theme, area: Rect) -> usize {
    let block = Block::new().borders(Borders::LEFT).border_style(theme.quiet());
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let inside = Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside };
    let Some(choice) = home.chosen() else {
        let text =
            Paragraph::new(nothing(home.query(), change)).style(theme.quiet()).wrap(Wrap { trim: true });
        frame.render_widget(text, inside);
        return 0;
    };
    let room = usize::from(inside.width);
    let said = match choice {
        Choice::Mode(entry) => folded(&entry.brief, room, 2),
        _ => Vec::new(),
    };
    let [title, brief, facts, picture, text] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(if inside.height >= 12 { said.len() as u16 } else { 0 }),
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
            let facts = format!("one seed for all on {}; the next game begins at midnight", daily.date);
            (daily.title.clone(), facts)
        }
        Choice::Mode(entry) => {
            let so_far = facts_of_mode(home.statistics().of_mode(&entry.name));
            (entry.title.clone(), format!("{} · {so_far}", entry.tagged().replace(' ', " · ")))
        }
    };
    frame.render_widget(Line::styled(clipped(&name, room), theme.notice()), title);
    frame.render_widget(Line::styled(clipped(&facts_of, room), theme.quiet()), facts);
    frame.render_widget(Paragraph::new(said.join("\n")), brief);
    if let Some(preview) = home.preview()
        && let Some(board) = &preview.board
    {
        tiles::draw_still(board, theme, picture, frame.buffer_mut());
    }
    let lines = rules(choice, home.preview(), theme);
    let hidden = rows(&lines, text.width.max(1).into()).saturating_sub(text.height.into());
    let paragraph = Paragraph::new(lines).wrap(Wrap { trim: true });
    frame.render_widget(paragraph.scroll((home.scroll().min(hidden) as u16, 0)), text);
    hidden
}

/// Returns the number of rows that lines take at a width, of which [`ROWS`] are counted.
fn rows(lines: &[Line], width: usize) -> usize {
    let mut rows = 0;
    for line in lines {
        // Letters of two columns take more rows than folding counts, and so do blanks.
        rows += folded(&line.to_string(), width, ROWS).len().max(line.width().div_ceil(width)).max(1);
        if rows >= ROWS {
            return ROWS;
        }
    }
    rows
}

/// Returns the height of the picture: half of the area, but no more than a picture of its width
/// needs.
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
    let keys = preview.and_then(|preview| preview.keys.as_ref());
    lines.extend(keys.map(|keys| Line::raw(format!("Keys: {keys}"))));
    for (headline, text) in preview.map_or(&[][..], |preview| &preview.rules) {
        // The title stands above already.
        if !headline {
            lines.push(Line::raw(text.as_str()));
        }
    }
    if let Choice::Mode(entry) = choice {
        if preview.is_none_or(|preview| preview.rules.is_empty()) {
            lines.push(Line::raw(entry.about.as_str()));
        }
        if !entry.credits.is_empty() {
            lines.push(Line::styled(entry.credits.as_str(), theme.quiet()));
        }
    }
    lines
}
