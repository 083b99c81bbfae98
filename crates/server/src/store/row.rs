//! Rows that are read into structures.

/// Reads a structure from a row with a column for each of its fields, of either database. After `flags`
/// are the fields that are numbers there, of which 0 is false.
macro_rules! from_row {
    ($type:ident { $($field:ident),* } flags { $($flag:ident),* }) => {
        impl<'r, R: sqlx::Row> sqlx::FromRow<'r, R> for $type
        where
            &'static str: sqlx::ColumnIndex<R>,
            String: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
            i64: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
            f64: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
        {
            fn from_row(row: &'r R) -> Result<$type, sqlx::Error> {
                Ok($type {
                    $($field: row.try_get(stringify!($field))?,)*
                    $($flag: row.try_get::<i64, _>(stringify!($flag))? != 0,)*
                })
            }
        }
    };
}
pub(super) use from_row;
