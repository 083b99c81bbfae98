//! Tables of texts in aligned columns, as commands print them.

use std::ops::Range;

/// Returns rows in aligned columns. Columns in `right` are aligned at the right.
pub fn table<const N: usize>(rows: &[[String; N]], right: Range<usize>) -> String {
    let widths: [usize; N] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    let line = |row: &[String; N]| {
        let cells =
            row.iter().zip(widths).enumerate().map(|(column, (text, width))| match right.contains(&column) {
                true => format!("{text:>width$}"),
                false => format!("{text:<width$}"),
            });
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}
