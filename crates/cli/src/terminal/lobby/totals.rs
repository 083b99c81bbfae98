//! What was played, mode by mode.

use ratatui::layout::{Constraint, Layout};
use ratatui::style::Style;
use ratatui::widgets::{Paragraph, Row, Table, TableState, Wrap};
use ratatui::Frame;

use super::chooser::Chooser;
use crate::saves::{self, Statistics};
use crate::terminal::keys::Action;
use crate::terminal::parts::{ago, count, draw_commands, draw_headline, duration};
use crate::terminal::theme::Theme;

/// From this width on there is room for everything.
const WIDE: u16 = 86;

/// The table of what was played.
pub struct Totals {
    total: saves::Totals,
    modes: Vec<saves::Totals>,
    chooser: Chooser,
}

impl Totals {
    /// The table of these statistics.
    pub fn new(statistics: &Statistics) -> Totals {
        let modes = statistics.modes().into_iter().cloned().collect();
        Totals { total: statistics.total(), modes, chooser: Chooser::default() }
    }

    /// Does what a key asks for; says whether it was the table's own.
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
        let number = format!("{} modes", self.modes.len());
        draw_headline("Statistics", &number, theme, headline, frame.buffer_mut());
        if self.modes.is_empty() {
            let text = "Nothing was played yet.";
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), list);
        } else {
            let total = format!(
                "{} games, {} won, {} moves, {}",
                count(self.total.games as f64),
                count(self.total.wins as f64),
                count(self.total.moves),
                duration(self.total.time)
            );
            draw_headline(&total, "", theme, sum, frame.buffer_mut());
            let wide = list.width >= WIDE;
            let rows = self.modes.iter().map(|mode| row(mode, now, wide));
            let (titles, lengths): (&[&str], &[u16]) = if wide {
                (
                    &["Mode", "Games", "Won", "Best score", "Best tile", "Moves", "Time", "Played"],
                    &[6, 5, 13, 11, 9, 11, 15],
                )
            } else {
                (&["Mode", "Games", "Won", "Best score", "Best tile"], &[6, 5, 13, 11])
            };
            let widths =
                [Constraint::Fill(1)].into_iter().chain(lengths.iter().map(|l| Constraint::Length(*l)));
            let table = Table::new(rows, widths)
                .header(Row::new(titles.iter().copied()).style(theme.quiet()))
                .highlight_symbol("> ")
                .row_highlight_style(Style::new().patch(theme.chosen()));
            let mut state = TableState::default().with_selected(Some(self.chooser.place()));
            frame.render_stateful_widget(table, list, &mut state);
        }
        let fitting = |(action, ..): &&(Action, String, &str)| {
            matches!(action, Action::Back | Action::Help | Action::Quit | Action::Games | Action::Theme)
        };
        let fitting: Vec<_> = commands.iter().filter(fitting).cloned().collect();
        draw_commands(&fitting, theme, footer, frame.buffer_mut());
    }
}

fn row(mode: &saves::Totals, now: u64, wide: bool) -> Row<'static> {
    let tile = mode.best_tile.as_ref().map(|tile| tile.text.clone()).unwrap_or_default();
    let mut cells = vec![
        mode.title.clone(),
        count(mode.games as f64),
        count(mode.wins as f64),
        count(mode.best_score),
        tile,
    ];
    if wide {
        cells.extend([count(mode.moves), duration(mode.time), ago(mode.played, now)]);
    }
    Row::new(cells)
}
