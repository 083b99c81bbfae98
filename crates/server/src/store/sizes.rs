//! The amount of what is stored.

use super::{Error, Pool, Store, on};

/// Numbers of stored rows, and the bytes of the database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Games, hidden ones as well.
    pub games: i64,
    /// Boards.
    pub boards: i64,
    /// Codes of modes.
    pub codes: i64,
    /// Sessions of ranked games.
    pub sessions: i64,
    /// Short links.
    pub links: i64,
    /// The bytes of these.
    pub link_bytes: i64,
    /// The bytes of the database: of SQLite those in use, without pages that are free for new rows; of
    /// PostgreSQL all files of it.
    pub bytes: i64,
}

impl Store {
    /// Counts what is stored.
    ///
    /// # Errors
    /// The database fails.
    pub async fn sizes(&self) -> Result<Sizes, Error> {
        let bytes = match &self.pool {
            Pool::Sqlite(_) => {
                "(SELECT (page_count - freelist_count) * page_size \
                 FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size())"
            }
            Pool::Postgres(_) => "pg_database_size(current_database())",
        };
        let select = format!(
            "SELECT (SELECT COUNT(*) FROM scores), (SELECT COUNT(*) FROM boards), \
             (SELECT COUNT(*) FROM modes), (SELECT COUNT(*) FROM sessions), (SELECT COUNT(*) FROM links), \
             (SELECT COALESCE(CAST(SUM(length(link)) AS BIGINT), 0) FROM links), {bytes}"
        );
        let (games, boards, codes, sessions, links, link_bytes, bytes) =
            on!(self, pool => sqlx::query_as(&select).fetch_one(pool).await?);
        Ok(Sizes { games, boards, codes, sessions, links, link_bytes, bytes })
    }
}
