//! Databases and exports of older versions.

use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;

use sqlx::Connection;
use sqlx::error::BoxDynError;
use sqlx::migrate::{Migration, MigrationSource, MigrationType, Migrator};

use super::Database;

/// The migrations as they were published: they never change.
const PUBLISHED: [(i64, &str, &str); 4] = [
    (1, "first", include_str!("../../migrations/0001_first.sql")),
    (2, "modes", include_str!("../../migrations/0002_modes.sql")),
    (3, "follows", include_str!("../../migrations/0003_follows.sql")),
    (4, "names", include_str!("../../migrations/0004_names.sql")),
];

/// Data of the version 4, as the service had stored them: boards of all kinds, players with several
/// games, names that look alike, hidden games, and a copy of a copy.
pub const VERSION_4: &str = include_str!("../snapshots/version-4.sql");

/// An export of these data, as that version wrote it.
pub const EXPORT_2: &str = include_str!("../snapshots/export-2.jsonl");

#[derive(Debug)]
struct First(usize);

impl MigrationSource<'static> for First {
    fn resolve(self) -> Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send>> {
        let migration = |&(number, what, how): &(i64, &'static str, &'static str)| {
            Migration::new(number, Cow::Borrowed(what), MigrationType::Simple, Cow::Borrowed(how), false)
        };
        Box::pin(async move { Ok(PUBLISHED[..self.0].iter().map(migration).collect()) })
    }
}

/// Makes the tables of a version, and executes statements on them.
pub async fn make(database: &Database, version: usize, statements: &str) {
    let migrator = Migrator::new(First(version)).await.unwrap();
    if database.file().is_some() {
        let address = format!("{}?mode=rwc", database.address);
        let mut connection = sqlx::SqliteConnection::connect(&address).await.unwrap();
        migrator.run_direct(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    } else {
        let mut connection = sqlx::PgConnection::connect(&database.address).await.unwrap();
        migrator.run_direct(&mut connection).await.unwrap();
    }
    database.execute(statements).await;
}
