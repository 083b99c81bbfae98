//! A lock of a database by another program.

use sqlx::Connection;

use super::Database;

/// A transaction of another program, during which no other one can write.
pub enum Lock {
    Sqlite(sqlx::SqliteConnection),
    Postgres(sqlx::PgConnection),
}

impl Lock {
    /// Locks tables in a mode, or all of a database that has one lock.
    pub async fn of(database: &Database, tables: &str) -> Lock {
        if database.schema().is_some() {
            let mut other = sqlx::PgConnection::connect(&database.address).await.unwrap();
            let lock = format!("BEGIN; LOCK TABLE {tables}");
            sqlx::raw_sql(&lock).execute(&mut other).await.unwrap();
            return Lock::Postgres(other);
        }
        let mut other = sqlx::SqliteConnection::connect(&database.address).await.unwrap();
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
        Lock::Sqlite(other)
    }

    pub async fn release(self) {
        match self {
            Lock::Sqlite(mut other) => drop(sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap()),
            Lock::Postgres(mut other) => drop(sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap()),
        }
    }
}
