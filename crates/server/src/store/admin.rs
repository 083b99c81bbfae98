//! The queries of those who run the service.

use super::{on, Error, Score, Store, COLUMNS};

impl Store {
    /// Removes a hidden game that its player has erased; returns true if there was one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn forget(&self, id: &str) -> Result<bool, Error> {
        let delete = "DELETE FROM scores WHERE id = $1 AND token = ''";
        on!(self, pool => Ok(sqlx::query(delete).bind(id).execute(pool).await?.rows_affected() > 0))
    }

    /// Notes by which version of the engine a game was verified again.
    ///
    /// # Errors
    /// The database fails.
    pub async fn mark(&self, id: &str, checked_by: &str) -> Result<(), Error> {
        let update = "UPDATE scores SET checked_by = $2 WHERE id = $1";
        on!(self, pool => { sqlx::query(update).bind(id).bind(checked_by).execute(pool).await?; });
        Ok(())
    }

    /// Blocks names that have a text in them.
    ///
    /// # Errors
    /// The database fails.
    pub async fn block(&self, pattern: &str) -> Result<(), Error> {
        let insert = "INSERT INTO blocked (pattern) VALUES ($1) ON CONFLICT DO NOTHING";
        on!(self, pool => { sqlx::query(insert).bind(pattern).execute(pool).await?; });
        Ok(())
    }

    /// Allows names again that contain a text; returns true if they were blocked.
    ///
    /// # Errors
    /// The database fails.
    pub async fn unblock(&self, pattern: &str) -> Result<bool, Error> {
        let delete = "DELETE FROM blocked WHERE pattern = $1";
        on!(self, pool => Ok(sqlx::query(delete).bind(pattern).execute(pool).await?.rows_affected() > 0))
    }

    /// Returns the texts that names must not contain.
    ///
    /// # Errors
    /// The database fails.
    pub async fn blocked(&self) -> Result<Vec<String>, Error> {
        let select = "SELECT pattern FROM blocked ORDER BY pattern";
        Ok(on!(self, pool => sqlx::query_scalar(select).fetch_all(pool).await?))
    }

    /// All games, hidden ones as well, by name, behind the one named `after`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn all_scores(&self, after: &str, limit: i64) -> Result<Vec<Score>, Error> {
        let select = format!("SELECT {COLUMNS} FROM scores s WHERE s.id > $1 ORDER BY s.id LIMIT $2");
        Ok(on!(self, pool => sqlx::query_as(&select).bind(after).bind(limit).fetch_all(pool).await?))
    }
}
