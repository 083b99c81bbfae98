//! The order of texts. Names of games decide between equal games, so that their order must be one everywhere: that of
//! bytes, as in SQLite and in the service itself. A database of PostgreSQL has an order of its own, often that of a
//! language, in which `a` comes before `B`.

use sqlx::postgres::PgPool;

use super::{Error, Pool, Store};

/// Tables with texts.
const TABLES: [&str; 13] = [
    "audit",
    "blocked",
    "boards",
    "endings",
    "hidden_boards",
    "links",
    "meta",
    "modes",
    "players",
    "reports",
    "scores",
    "sessions",
    "tokens",
];

/// The columns of texts, in their tables, that have another order.
const OTHERS: &str = "SELECT CAST(c.relname AS TEXT), CAST(a.attname AS TEXT) FROM pg_class c \
     JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_collation l ON l.oid = a.attcollation \
     WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relkind = 'r' AND c.relname = ANY($1) \
     AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = CAST('text' AS regtype) \
     AND l.collname <> 'C' ORDER BY 1, 2";

impl Store {
    /// Gives the texts of PostgreSQL the order of bytes, unless they have it. That builds the indexes anew, once.
    pub(super) async fn order_texts(&self) -> Result<(), Error> {
        match &self.pool {
            Pool::Sqlite(_) => Ok(()),
            Pool::Postgres(pool) => order_texts(pool).await,
        }
    }
}

async fn order_texts(pool: &PgPool) -> Result<(), Error> {
    let others = || sqlx::query_as::<_, (String, String)>(OTHERS).bind(&TABLES[..]);
    if others().fetch_all(pool).await?.is_empty() {
        return Ok(());
    }
    let mut transaction = pool.begin().await?;
    // Of two services that start at once one waits for the other, however long that builds indexes.
    for statement in ["SET LOCAL lock_timeout = 0", "LOCK TABLE boards IN ACCESS EXCLUSIVE MODE"] {
        sqlx::query(statement).execute(&mut *transaction).await?;
    }
    let columns = others().fetch_all(&mut *transaction).await?;
    for of_table in columns.chunk_by(|one, other| one.0 == other.0) {
        let Some((table, _)) = of_table.first() else { continue };
        let changes: Vec<String> = of_table
            .iter()
            .map(|(_, column)| format!("ALTER COLUMN {column} TYPE TEXT COLLATE \"C\""))
            .collect();
        // Of one table at once, so that each index is built once.
        let alter = format!("ALTER TABLE {table} {}", changes.join(", "));
        sqlx::query(&alter).execute(&mut *transaction).await?;
    }
    Ok(transaction.commit().await?)
}
