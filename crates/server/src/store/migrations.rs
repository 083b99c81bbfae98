//! The history of the tables: one list of migrations for both databases.

use std::future::Future;
use std::pin::Pin;

use sqlx::error::BoxDynError;
use sqlx::migrate::{Migration, MigrationSource, MigrationType, Migrator};

use super::Error;

/// The migrations: number, purpose, statements. An entry never changes: new ones are added
/// at the end.
const MIGRATIONS: [(i64, &str, &str); 10] = [
    (1, "first", include_str!("../../migrations/0001_first.sql")),
    (2, "modes", include_str!("../../migrations/0002_modes.sql")),
    (3, "follows", include_str!("../../migrations/0003_follows.sql")),
    (4, "names", include_str!("../../migrations/0004_names.sql")),
    (5, "endings", include_str!("../../migrations/0005_endings.sql")),
    (6, "times", include_str!("../../migrations/0006_times.sql")),
    (7, "people", include_str!("../../migrations/0007_people.sql")),
    (8, "periods", include_str!("../../migrations/0008_periods.sql")),
    (9, "links", include_str!("../../migrations/0009_links.sql")),
    (10, "indexes", include_str!("../../migrations/0010_indexes.sql")),
];

/// The version of the tables that this program makes.
pub const NEWEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// The number of migrations: a number between others may be missing.
pub const NUMBER: i64 = MIGRATIONS.len() as i64;

/// The migrations, which are part of the program.
#[derive(Debug)]
struct Embedded;

impl MigrationSource<'static> for Embedded {
    fn resolve(self) -> Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send>> {
        let migration = |(number, what, how): (i64, &'static str, &'static str)| {
            Migration::new(number, what.into(), MigrationType::Simple, how.into(), false)
        };
        Box::pin(async move { Ok(MIGRATIONS.map(migration).to_vec()) })
    }
}

/// Returns the migrations that bring a database up to date.
pub async fn migrator() -> Result<Migrator, Error> {
    Ok(Migrator::new(Embedded).await?)
}
