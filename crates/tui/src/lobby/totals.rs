//! The statistics of all games, mode by mode.

use polymerge_app::figures::{ago, counted, duration};
use polymerge_app::keys::Action;
use polymerge_app::saves::{self, Labels, Statistics};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::widgets::{Paragraph, Row, TableState, Wrap};

use super::chooser::Chooser;
use super::columns::{Cell, Column, Columns};
use crate::parts::{draw_commands, draw_headline};
use crate::theme::Theme;

/// The columns beside the mode: title, width, and the least width of the table that has room for
/// it.
const COLUMNS: &[Column] = &[
    Column::new("Games", 6, 0),
    Column::new("Won", 5, 50),
    Column::new("Best score", 13, 34),
    Column::new("Best tile", 11, 50),
    Column::new("Moves", 9, 86),
    Column::new("Time", 11, 86),
    Column::new("Played", 15, 86),
];

/// The table of totals.
pub struct Totals {
    total: saves::Totals,
    modes: Vec<saves::Totals>,
    chooser: Chooser,
}

impl Totals {
    /// Returns the table of statistics.
    pub fn new(statistics: &Statistics) -> Totals {
        let modes = statistics.modes().into_iter().cloned().collect();
        Totals { total: statistics.total(), modes, chooser: Chooser::default() }
    }

    /// Handles an action. Returns true if it belonged to the table.
    pub fn act(&mut self, action: Action) -> bool {
        self.chooser.act(action, self.modes.len())
    }

    /// Draws the table; `now` is the time in milliseconds since 1970.
    pub fn draw(&self, frame: &mut Frame<'_>, commands: &[(Action, String, &str)], now: u64, theme: Theme) {
        let [headline, sum, list, footer] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(2),
            Constraint::Min(1),
            Constraint::Length(1),
        ])
        .areas(frame.area());
        let number = counted(self.modes.len() as f64, "mode");
        draw_headline("Statistics", &number, theme, headline, frame.buffer_mut());
        if self.modes.is_empty() {
            let text = "Nothing was played yet.";
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), list);
        } else {
            draw_headline(&self.total.in_words(), "", theme, sum, frame.buffer_mut());
            let columns = Columns::new("Mode", COLUMNS, list.width);
            let labels = Labels::of_totals(self.modes.iter());
            let rows = self.modes.iter().map(|mode| row(mode, &labels, now, &columns));
            let table = columns.table(rows, theme);
            let mut state = TableState::default().with_selected(Some(self.chooser.place()));
            frame.render_stateful_widget(table, list, &mut state);
        }
        let fitting: Vec<_> = commands.iter().filter(|(action, ..)| fits(*action)).cloned().collect();
        draw_commands(&fitting, theme, footer, frame.buffer_mut());
    }
}

/// Returns true if a command has an effect here.
pub fn fits(action: Action) -> bool {
    matches!(
        action,
        Action::Back
            | Action::Help
            | Action::Quit
            | Action::Games
            | Action::File
            | Action::Theme
            | Action::Redraw
            | Action::By(_)
            | Action::First
            | Action::Last
    )
}

fn row(mode: &saves::Totals, labels: &Labels, now: u64, columns: &Columns) -> Row<'static> {
    let tile = mode.best_tile.as_ref().map(|tile| tile.text.clone()).unwrap_or_default();
    columns.row(
        &labels.of_mode(mode),
        [
            Cell::Number(mode.games as f64),
            Cell::Number(mode.wins as f64),
            Cell::Number(mode.best_score),
            Cell::Text(tile),
            Cell::Number(mode.moves),
            Cell::Text(duration(mode.time)),
            Cell::Text(ago(mode.played, now)),
        ],
    )
}
