//! What those who run the service ask of its store.

use super::{board, on, Board, BoardRow, Error, Score, Store, BOARD_COLUMNS, COLUMNS, SECRET};

impl Store {
    /// Keeps a game from boards, or shows it again; says whether there is one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn hide(&self, id: &str, hidden: bool) -> Result<bool, Error> {
        let update = "UPDATE scores SET hidden = $2 WHERE id = $1";
        on!(self, pool => {
            let query = sqlx::query(update).bind(id).bind(i64::from(hidden));
            Ok(query.execute(pool).await?.rows_affected() > 0)
        })
    }

    /// Forgets a hidden game that its player has erased; says whether there was one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn forget(&self, id: &str) -> Result<bool, Error> {
        let delete = "DELETE FROM scores WHERE id = $1 AND token = ''";
        on!(self, pool => Ok(sqlx::query(delete).bind(id).execute(pool).await?.rows_affected() > 0))
    }

    /// Takes over the secret of the daily seeds, unless there are games already; gives the one that
    /// is kept.
    ///
    /// # Errors
    /// The database fails.
    pub async fn take_daily_secret(&self, secret: &str) -> Result<String, Error> {
        let replace = "DELETE FROM meta WHERE name = $1 AND NOT EXISTS (SELECT 1 FROM scores)";
        on!(self, pool => sqlx::query(replace).bind(SECRET).execute(pool).await?.rows_affected());
        self.kept_value(SECRET, secret).await
    }

    /// Notes by which version of the engine a game was verified again.
    ///
    /// # Errors
    /// The database fails.
    pub async fn mark(&self, id: &str, checked_by: &str) -> Result<(), Error> {
        let update = "UPDATE scores SET checked_by = $2 WHERE id = $1";
        on!(self, pool => sqlx::query(update).bind(id).bind(checked_by).execute(pool).await.map(|_| ()))
    }

    /// Blocks names that have a text in them.
    ///
    /// # Errors
    /// The database fails.
    pub async fn block(&self, pattern: &str) -> Result<(), Error> {
        let insert = "INSERT INTO blocked (pattern) VALUES ($1) ON CONFLICT DO NOTHING";
        on!(self, pool => sqlx::query(insert).bind(pattern).execute(pool).await.map(|_| ()))
    }

    /// Allows names again that have a text in them; says whether they were blocked.
    ///
    /// # Errors
    /// The database fails.
    pub async fn unblock(&self, pattern: &str) -> Result<bool, Error> {
        let delete = "DELETE FROM blocked WHERE pattern = $1";
        on!(self, pool => Ok(sqlx::query(delete).bind(pattern).execute(pool).await?.rows_affected() > 0))
    }

    /// What names must not have in them.
    ///
    /// # Errors
    /// The database fails.
    pub async fn blocked(&self) -> Result<Vec<String>, Error> {
        let select = "SELECT pattern FROM blocked ORDER BY pattern";
        on!(self, pool => sqlx::query_scalar(select).fetch_all(pool).await)
    }

    /// Notes what was done by hand.
    ///
    /// # Errors
    /// The database fails.
    pub async fn note(&self, at: i64, what: &str) -> Result<(), Error> {
        let insert = "INSERT INTO audit (at, what) VALUES ($1, $2)";
        on!(self, pool => sqlx::query(insert).bind(at).bind(what).execute(pool).await.map(|_| ()))
    }

    /// All boards, by name, behind the one named `after`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn all_boards(&self, after: &str, limit: i64) -> Result<Vec<Board>, Error> {
        let select = format!("SELECT {BOARD_COLUMNS} FROM boards b WHERE b.id > $1 ORDER BY b.id LIMIT $2");
        let rows: Vec<BoardRow> =
            on!(self, pool => sqlx::query_as(&select).bind(after).bind(limit).fetch_all(pool).await?);
        Ok(rows.into_iter().map(board).collect())
    }

    /// The hashes and codes of all modes, by hash, behind the one named `after`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn all_codes(&self, after: &str, limit: i64) -> Result<Vec<(String, String)>, Error> {
        let select = "SELECT hash, code FROM modes WHERE hash > $1 ORDER BY hash LIMIT $2";
        on!(self, pool => sqlx::query_as(select).bind(after).bind(limit).fetch_all(pool).await)
    }

    /// Keeps the code of a mode under its hash.
    ///
    /// # Errors
    /// The database fails.
    pub async fn add_code(&self, hash: &str, code: &str) -> Result<(), Error> {
        on!(self, pool => sqlx::query(super::keep::ADD_CODE).bind(hash).bind(code).execute(pool).await.map(|_| ()))
    }

    /// All games, hidden ones as well, by name, behind the one named `after`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn all_scores(&self, after: &str, limit: i64) -> Result<Vec<Score>, Error> {
        let select = format!("SELECT {COLUMNS} FROM scores s WHERE s.id > $1 ORDER BY s.id LIMIT $2");
        on!(self, pool => sqlx::query_as(&select).bind(after).bind(limit).fetch_all(pool).await)
    }
}
