//! Draws the list of games.

use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Row, Table, TableState, Wrap};
use ratatui::Frame;

use super::games::Games;
use crate::saves::Record;
use crate::terminal::keys::Action;
use crate::terminal::parts::{ago, count, draw_commands, draw_headline};
use crate::terminal::theme::Theme;

/// From this width on there is room for everything.
const WIDE: u16 = 76;

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
    let number = format!("{} of {} games", games.found().len(), games.count());
    draw_headline("Your games", &number, theme, headline, frame.buffer_mut());
    draw_headline(&format!("Search: {}▏", games.query()), "", theme, search, frame.buffer_mut());
    let wide = list.width >= WIDE;
    if games.count() == 0 {
        let text = "There are no games yet. Every game that you begin is kept here until you delete it.";
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), list);
    } else {
        let rows = games.found().into_iter().map(|(in_use, game)| row(*in_use, game, now, wide));
        let widths: &[Constraint] = if wide {
            &[
                Constraint::Fill(1),
                Constraint::Length(14),
                Constraint::Length(9),
                Constraint::Length(10),
                Constraint::Length(15),
                Constraint::Length(9),
            ]
        } else {
            &[Constraint::Fill(1), Constraint::Length(12), Constraint::Length(14), Constraint::Length(8)]
        };
        let titles: &[&str] = if wide {
            &["Mode", "Score", "Moves", "Best tile", "Played", ""]
        } else {
            &["Mode", "Score", "Played", ""]
        };
        let table = Table::new(rows, widths.iter().copied())
            .header(Row::new(titles.iter().copied()).style(theme.quiet()))
            .highlight_symbol("> ")
            .row_highlight_style(theme.chosen());
        let mut state = TableState::default().with_selected(Some(games.place()));
        frame.render_stateful_widget(table, list, &mut state);
    }
    let text = match (games.complaint(), games.is_deleting()) {
        (Some(complaint), _) => complaint,
        (None, true) => "The same key again deletes this game for good; its record stays.",
        (None, false) => "",
    };
    frame.render_widget(Line::styled(text, theme.notice()).centered(), notice);
    let fitting: Vec<_> = commands.iter().filter(|(action, ..)| fits(*action)).cloned().collect();
    draw_commands(&fitting, theme, footer, frame.buffer_mut());
}

/// Whether a command does anything here.
fn fits(action: Action) -> bool {
    !matches!(
        action,
        Action::Games | Action::StartAnew | Action::NextFamily | Action::LastFamily | Action::Scroll(_)
    )
}

fn row(in_use: bool, game: &Record, now: u64, wide: bool) -> Row<'static> {
    let state = match (in_use, game.over, game.won) {
        (true, ..) => "open",
        (false, true, true) => "won",
        (false, true, false) => "over",
        (false, false, true) => "won",
        (false, false, false) => "",
    };
    let (title, score, played) = (game.title.clone(), count(game.score), ago(game.played, now));
    if !wide {
        return Row::new([title, score, played, state.into()]);
    }
    let tile = game.best_tile.as_ref().map(|tile| tile.text.clone()).unwrap_or_default();
    Row::new([title, score, count(game.moves), tile, played, state.into()])
}
