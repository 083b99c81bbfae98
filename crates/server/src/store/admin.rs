//! What those who run the service ask of its store.

use super::{on, score, Board, Error, Row, Score, Store, COLUMNS};

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

    /// Notes by which version of the engine a game was verified.
    ///
    /// # Errors
    /// The database fails.
    pub async fn mark(&self, id: &str, verified_by: &str) -> Result<(), Error> {
        let update = "UPDATE scores SET verified_by = $2 WHERE id = $1";
        on!(self, pool => sqlx::query(update).bind(id).bind(verified_by).execute(pool).await.map(|_| ()))
    }

    /// Blocks names that have a text in them.
    ///
    /// # Errors
    /// The database fails.
    pub async fn block(&self, pattern: &str) -> Result<(), Error> {
        let insert = "INSERT INTO blocked (pattern) VALUES ($1) ON CONFLICT DO NOTHING";
        on!(self, pool => sqlx::query(insert).bind(pattern).execute(pool).await.map(|_| ()))
    }

    /// What names must not have in them.
    ///
    /// # Errors
    /// The database fails.
    pub async fn blocked(&self) -> Result<Vec<String>, Error> {
        on!(self, pool => sqlx::query_scalar("SELECT pattern FROM blocked").fetch_all(pool).await)
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
        let select = "SELECT id, kind, title, source FROM boards WHERE id > $1 ORDER BY id LIMIT $2";
        let rows: Vec<(String, String, String, String)> =
            on!(self, pool => sqlx::query_as(select).bind(after).bind(limit).fetch_all(pool).await?);
        Ok(rows.into_iter().map(|(id, kind, title, source)| Board { id, kind, title, source }).collect())
    }

    /// All games, hidden ones as well, by name, behind the one named `after`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn all_scores(&self, after: &str, limit: i64) -> Result<Vec<Score>, Error> {
        let select = format!("SELECT {COLUMNS} FROM scores s WHERE s.id > $1 ORDER BY s.id LIMIT $2");
        let rows: Vec<Row> =
            on!(self, pool => sqlx::query_as(&select).bind(after).bind(limit).fetch_all(pool).await?);
        Ok(rows.into_iter().map(score).collect())
    }
}
