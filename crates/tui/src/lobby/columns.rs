//! Tables whose columns give way where there is no room, the least important
//! first, and in which no number is cut into another.

use polymerge_app::figures::{clipped, fitted};
use ratatui::layout::Constraint;
use ratatui::widgets::{Row, Table};

use crate::folding::folded;
use crate::theme::Theme;

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    title: &'static str,
    width: u16,
    /// The least width of the table that has the column.
    from: u16,
}

impl Column {
    /// Returns a column of a title and a width, for tables that are at least `from` wide.
    pub const fn new(title: &'static str, width: u16, from: u16) -> Column {
        Column { title, width, from }
    }
}

/// The content of a cell of the table.
pub enum Cell {
    /// A number.
    Number(f64),
    /// A text, whose end may be cut off.
    Text(String),
}

/// The columns of a table, as far as there is room.
pub struct Columns {
    first: &'static str,
    all: &'static [Column],
    width: u16,
}

/// The sign before the chosen line.
const SIGN: &str = "> ";

/// The least width of the first column.
const NAME: u16 = 8;

impl Columns {
    /// Lays out a table. The first column gets the remaining width.
    pub fn new(first: &'static str, all: &'static [Column], width: u16) -> Columns {
        Columns { first, all, width }
    }

    fn is_shown(&self, column: &Column) -> bool {
        self.width >= column.from
    }

    fn shown(&self) -> impl Iterator<Item = &Column> {
        self.all.iter().filter(|column| self.is_shown(column))
    }

    /// Returns the width of a column, which shrinks in a very narrow table.
    fn width_of(&self, column: &Column) -> u16 {
        let others = SIGN.len() as u16 + NAME + 1;
        column.width.min(self.width.saturating_sub(others).max(1))
    }

    fn name_width(&self) -> usize {
        let others: u16 = self.shown().map(|column| self.width_of(column) + 1).sum();
        usize::from(self.width.saturating_sub(SIGN.len() as u16 + others))
    }

    /// Returns a row: a name, and the cells of the other columns.
    pub fn row<const N: usize>(&self, name: &str, cells: [Cell; N]) -> Row<'static> {
        let others = self.all.iter().zip(cells).filter(|(column, _)| self.is_shown(column));
        let others = others.map(|(column, cell)| {
            let width = usize::from(self.width_of(column));
            match cell {
                Cell::Number(number) => fitted(number, width),
                Cell::Text(text) => clipped(&text, width),
            }
        });
        let width = self.name_width();
        // What was changed about a mode stands at the end of its name.
        let name = if name.ends_with(')') { folded(name, width, 1).concat() } else { clipped(name, width) };
        Row::new(std::iter::once(name).chain(others).collect::<Vec<_>>())
    }

    /// Returns the table.
    pub fn table(&self, rows: impl Iterator<Item = Row<'static>>, theme: Theme) -> Table<'static> {
        let others = self.shown().map(|column| Constraint::Length(self.width_of(column)));
        let titles = self.shown().map(|column| clipped(column.title, self.width_of(column).into()));
        Table::new(rows, std::iter::once(Constraint::Fill(1)).chain(others))
            .header(Row::new(std::iter::once(self.first.to_owned()).chain(titles)).style(theme.quiet()))
            .highlight_symbol(SIGN)
            .row_highlight_style(theme.chosen())
    }
}
