//! Draws the list of games.

use polymerge_app::figures::{ago, counted};
use polymerge_app::keys::Action;
use polymerge_app::saves::Record;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::{Paragraph, Row, TableState, Wrap};

use super::columns::{Cell, Column, Columns};
use super::games::Games;
use crate::parts::{draw_commands, draw_headline, draw_message, draw_search};
use crate::theme::Theme;

/// The columns beside the mode of a game: title, width, and the least width of the list that has
/// room for it.
const COLUMNS: &[Column] = &[
    Column::new("Score", 12, 0),
    Column::new("Moves", 9, 76),
    Column::new("Best tile", 10, 76),
    Column::new("Played", 15, 56),
    Column::new("", 9, 34),
];

/// Draws the list; `now` is the time in milliseconds since 1970.
pub fn draw(
    frame: &mut Frame<'_>,
    games: &Games,
    commands: &[(Action, String, &str)],
    now: u64,
    theme: Theme,
) {
    let [headline, search, list, notice, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(2),
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let number = format!("{} of {}", games.found().len(), counted(games.count() as f64, "game"));
    draw_headline("Your games", &number, theme, headline, frame.buffer_mut());
    draw_search(games.query(), "", theme, search, frame.buffer_mut());
    if games.count() == 0 {
        let text = "There are no games yet. Every game that you begin is kept here until you delete it.";
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), list);
    } else {
        let columns = Columns::new("Mode", COLUMNS, list.width);
        let rows = games.found().into_iter().map(|(in_use, game)| row(games, *in_use, game, now, &columns));
        let mut state = TableState::default().with_selected(Some(games.place()));
        frame.render_stateful_widget(columns.table(rows, theme), list, &mut state);
    }
    let label = games.chosen().map(|game| games.label(game)).unwrap_or_default();
    let text = match (games.complaint(), games.is_deleting()) {
        (Some(complaint), _) => complaint,
        (None, true) => "The same key again deletes this game for good; its record stays.",
        // The list may have no room for what was changed about the mode.
        (None, false) => games.chosen().filter(|game| !game.changes.is_empty()).map_or("", |_| &label),
    };
    if !text.is_empty() {
        let above = Rect { height: notice.bottom() - frame.area().y, ..frame.area() };
        draw_message(text, theme, above, frame.buffer_mut());
    }
    let fitting: Vec<_> = commands.iter().filter(|(action, ..)| fits(*action)).cloned().collect();
    draw_commands(&fitting, theme, footer, frame.buffer_mut());
}

/// Returns true if a command has an effect in the list of games.
pub fn fits(action: Action) -> bool {
    !matches!(
        action,
        Action::Games
            | Action::StartNew
            | Action::Change
            | Action::NextFamily
            | Action::LastFamily
            | Action::Scroll(_)
    )
}

fn row(games: &Games, in_use: bool, game: &Record, now: u64, columns: &Columns) -> Row<'static> {
    let state = if in_use { "open".to_owned() } else { game.remarks() };
    let tile = game.best_tile.as_ref().map(|tile| tile.text.clone()).unwrap_or_default();
    columns.row(
        &games.label(game),
        [
            Cell::Number(game.score),
            Cell::Number(game.moves),
            Cell::Text(tile),
            Cell::Text(ago(game.played, now)),
            Cell::Text(state.to_owned()),
        ],
    )
}
