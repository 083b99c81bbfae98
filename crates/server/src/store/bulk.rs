//! Many rows in one statement. Statements are kept ready by their text, so that there are few: their
//! numbers of rows are powers of two, and the rows that are too many are empty.

/// Returns the number of rows of a statement for so many.
pub(super) fn padded(rows: usize) -> usize {
    rows.max(1).next_power_of_two()
}

/// The beginning of a statement with a table `g` of values: so many rows, padded, with these columns.
/// Padding has an empty text or a negative number in the first of them.
pub(super) fn table(columns: &str, rows: usize) -> String {
    let width = columns.split(',').count();
    let mut text = format!("WITH g ({columns}) AS (VALUES ");
    for row in 0..padded(rows) {
        text.push_str(if row == 0 { "(" } else { ", (" });
        for column in 1..=width {
            text.push_str(if column == 1 { "$" } else { ", $" });
            text.push_str(&(row * width + column).to_string());
        }
        text.push(')');
    }
    text + ")"
}

/// A statement that inserts rows into a table, those but that are there already, and returns the first
/// column of those that are new.
pub(super) fn insert(into: &str, columns: &str, rows: usize) -> String {
    let first = columns.split(',').next().unwrap_or_default();
    format!(
        "{} INSERT INTO {into} ({columns}) SELECT {columns} FROM g WHERE g.{first} <> '' \
         ON CONFLICT DO NOTHING RETURNING {first}",
        table(columns, rows)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_have_few_sizes() {
        let sizes: std::collections::BTreeSet<String> = (1..=64).map(|rows| table("a, b", rows)).collect();
        assert_eq!(sizes.len(), 7);
        assert_eq!(table("a, b", 3), "WITH g (a, b) AS (VALUES ($1, $2), ($3, $4), ($5, $6), ($7, $8))");
    }
}
