//! Many rows in one statement: the rows are a table `g` before it. Statements are kept ready by their text, so
//! that there are few. PostgreSQL takes a list for each column, whatever its length is. SQLite has no lists:
//! its numbers of rows are powers of two, and the rows that are too many are empty.

use std::future::Future;

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, PgConnection, SqliteConnection};

/// The values of a column.
enum Values<'v> {
    Text(Vec<&'v str>),
    Number(Vec<i64>),
    Real(Vec<f64>),
    Bytes(Vec<&'v [u8]>),
}

/// A table of values. Rows of padding have an empty text or a negative number in its first column.
pub(super) struct Table<'v> {
    rows: usize,
    columns: Vec<(&'static str, Values<'v>)>,
}

impl<'v> Table<'v> {
    /// A table with so many rows, and no columns yet.
    pub(super) fn of(rows: usize) -> Table<'v> {
        Table { rows, columns: Vec::new() }
    }

    fn with(mut self, name: &'static str, values: Values<'v>) -> Table<'v> {
        self.columns.push((name, values));
        self
    }

    /// Adds a column of texts, one for each row.
    pub(super) fn texts(self, name: &'static str, values: impl IntoIterator<Item = &'v str>) -> Table<'v> {
        self.with(name, Values::Text(values.into_iter().collect()))
    }

    /// Adds a column of whole numbers, one for each row.
    pub(super) fn numbers(self, name: &'static str, values: impl IntoIterator<Item = i64>) -> Table<'v> {
        self.with(name, Values::Number(values.into_iter().collect()))
    }

    /// Adds a column of numbers, one for each row.
    pub(super) fn reals(self, name: &'static str, values: impl IntoIterator<Item = f64>) -> Table<'v> {
        self.with(name, Values::Real(values.into_iter().collect()))
    }

    /// Adds a column of bytes, one for each row.
    pub(super) fn bytes(self, name: &'static str, values: impl IntoIterator<Item = &'v [u8]>) -> Table<'v> {
        self.with(name, Values::Bytes(values.into_iter().collect()))
    }

    /// The statement that inserts the rows into a table of the same columns, those but that are there already,
    /// and returns the first column of those that are new.
    pub(super) fn inserted_into(&self, table: &str) -> String {
        let (names, first) = (self.names(), self.columns.first().map_or("", |(name, _)| name));
        format!(
            "INSERT INTO {table} ({names}) SELECT {names} FROM g WHERE g.{first} <> '' \
             ON CONFLICT DO NOTHING RETURNING {first}"
        )
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    /// The number of rows with those of padding.
    fn padded(&self) -> usize {
        self.rows.max(1).next_power_of_two()
    }

    /// The beginning of a statement with a value for each column of each row.
    fn by_rows(&self) -> String {
        let width = self.columns.len();
        let mut text = format!("WITH g ({}) AS (VALUES ", self.names());
        for row in 0..self.padded() {
            text.push_str(if row == 0 { "(" } else { ", (" });
            for column in 1..=width {
                text.push_str(if column == 1 { "$" } else { ", $" });
                text.push_str(&(row * width + column).to_string());
            }
            text.push(')');
        }
        text + ") "
    }

    /// The beginning of a statement with a list for each column.
    fn by_columns(&self) -> String {
        let list = |(place, (_, values)): (usize, &(&str, Values<'_>))| {
            let of = match values {
                Values::Text(_) => "text",
                Values::Number(_) => "bigint",
                Values::Real(_) => "double precision",
                Values::Bytes(_) => "bytea",
            };
            format!("${}::{of}[]", place + 1)
        };
        let lists: Vec<String> = self.columns.iter().enumerate().map(list).collect();
        format!("WITH g ({}) AS (SELECT * FROM unnest({})) ", self.names(), lists.join(", "))
    }
}

/// A connection that takes a table with a statement.
pub(super) trait Bulk {
    /// Executes a statement with a table `g` before it; returns the rows of the answer.
    fn ask<T>(&mut self, table: Table<'_>, statement: &str) -> impl Future<Output = Asked<T>> + Send
    where
        T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin;
}

/// The rows of an answer.
type Asked<T> = Result<Vec<T>, sqlx::Error>;

impl Bulk for SqliteConnection {
    async fn ask<T>(&mut self, table: Table<'_>, statement: &str) -> Asked<T>
    where
        T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let text = table.by_rows() + statement;
        let mut query = sqlx::query_as(&text);
        for row in 0..table.padded() {
            for (place, (_, values)) in table.columns.iter().enumerate() {
                query = match values {
                    Values::Text(texts) => query.bind(texts.get(row).copied().unwrap_or("")),
                    // Of a row that is none a number is negative in the first column.
                    Values::Number(numbers) => {
                        query.bind(numbers.get(row).copied().unwrap_or(if place == 0 { -1 } else { 0 }))
                    }
                    Values::Real(numbers) => query.bind(numbers.get(row).copied().unwrap_or(0.0)),
                    Values::Bytes(bytes) => query.bind(bytes.get(row).copied().unwrap_or(&[])),
                };
            }
        }
        query.fetch_all(self).await
    }
}

impl Bulk for PgConnection {
    async fn ask<T>(&mut self, table: Table<'_>, statement: &str) -> Asked<T>
    where
        T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let text = table.by_columns() + statement;
        let mut query = sqlx::query_as(&text);
        for (_, values) in table.columns {
            query = match values {
                Values::Text(texts) => query.bind(texts),
                Values::Number(numbers) => query.bind(numbers),
                Values::Real(numbers) => query.bind(numbers),
                Values::Bytes(bytes) => query.bind(bytes),
            };
        }
        query.fetch_all(self).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_have_few_texts() {
        let table = |rows: usize| {
            Table::of(rows)
                .texts("a", vec!["x"; rows])
                .numbers("b", vec![1; rows])
                .reals("c", vec![1.0; rows])
        };
        let texts_of = |text: &dyn Fn(&Table<'_>) -> String| {
            let texts: std::collections::BTreeSet<String> = (1..=64).map(|rows| text(&table(rows))).collect();
            texts.len()
        };
        assert_eq!((texts_of(&|table| table.by_rows()), texts_of(&|table| table.by_columns())), (7, 1));
        assert_eq!(table(2).by_rows(), "WITH g (a, b, c) AS (VALUES ($1, $2, $3), ($4, $5, $6)) ");
        let lists = "unnest($1::text[], $2::bigint[], $3::double precision[])";
        assert_eq!(table(2).by_columns(), format!("WITH g (a, b, c) AS (SELECT * FROM {lists}) "));
        assert_eq!(
            table(2).inserted_into("t"),
            "INSERT INTO t (a, b, c) SELECT a, b, c FROM g WHERE g.a <> '' ON CONFLICT DO NOTHING RETURNING a"
        );
    }
}
