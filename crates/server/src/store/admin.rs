//! The queries of those who run the service.

use super::changes::note_change;
use super::endings::ADD_MISSING_ENDING;
use super::keep::ADD_CODE;
use super::{BOARD_COLUMNS, Board, BoardRow, COLUMNS, Error, Score, Store, board, on};
use crate::ending::Ending;

/// Keeps a value under a name.
const SET_VALUE: &str = "INSERT INTO meta (name, value) VALUES ($1, $2) \
                         ON CONFLICT (name) DO UPDATE SET value = excluded.value";

impl Store {
    /// Notes by which version of the engine games were verified again, keeps last boards of games that had
    /// none, and the place that was reached under a name.
    ///
    /// # Errors
    /// The database fails; then nothing is noted.
    pub async fn mark(
        &self,
        marks: &[(String, String)],
        endings: &[(String, Ending)],
        name: &str,
        place: &str,
    ) -> Result<(), Error> {
        let update = "UPDATE scores SET checked_by = $2 WHERE id = $1";
        on!(self, pool => {
            let mut transaction = pool.begin_with(self.begin()).await?;
            for (id, by) in marks {
                sqlx::query(update).bind(id).bind(by).execute(&mut *transaction).await?;
            }
            for (id, Ending { board, picture }) in endings {
                let query = sqlx::query(ADD_MISSING_ENDING).bind(id).bind(board).bind(picture);
                query.execute(&mut *transaction).await?;
            }
            sqlx::query(SET_VALUE).bind(name).bind(place).execute(&mut *transaction).await?;
            if !marks.is_empty() {
                note_change!(transaction);
            }
            Ok(transaction.commit().await?)
        })
    }

    /// Games that are shown and have a mark of being verified again, by name, up to the one named `last`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn shown_with_mark(&self, by: &str, last: &str) -> Result<Vec<String>, Error> {
        let select = "SELECT id FROM scores WHERE checked_by = $1 AND hidden = 0 AND id <= $2 ORDER BY id";
        Ok(on!(self, pool => sqlx::query_scalar(select).bind(by).bind(last).fetch_all(pool).await?))
    }

    /// A value that is kept, if it is there.
    ///
    /// # Errors
    /// The database fails.
    pub async fn value(&self, name: &str) -> Result<Option<String>, Error> {
        let select = "SELECT value FROM meta WHERE name = $1";
        Ok(on!(self, pool => sqlx::query_scalar(select).bind(name).fetch_optional(pool).await?))
    }

    /// Removes a value that is kept.
    ///
    /// # Errors
    /// The database fails.
    pub async fn forget_value(&self, name: &str) -> Result<(), Error> {
        let delete = "DELETE FROM meta WHERE name = $1";
        on!(self, pool => { sqlx::query(delete).bind(name).execute(pool).await?; });
        Ok(())
    }

    /// The number of games, hidden ones as well.
    ///
    /// # Errors
    /// The database fails.
    pub async fn games(&self) -> Result<i64, Error> {
        let select = "SELECT COUNT(*) FROM scores";
        Ok(on!(self, pool => sqlx::query_scalar(select).fetch_one(pool).await?))
    }

    /// Returns the texts that names must not contain.
    ///
    /// # Errors
    /// The database fails.
    pub async fn blocked(&self) -> Result<Vec<String>, Error> {
        let select = "SELECT pattern FROM blocked ORDER BY pattern";
        Ok(on!(self, pool => sqlx::query_scalar(select).fetch_all(pool).await?))
    }

    /// The time of the latest game; none if there is no game.
    ///
    /// # Errors
    /// The database fails.
    pub async fn latest(&self) -> Result<Option<i64>, Error> {
        let select = "SELECT MAX(created) FROM scores";
        Ok(on!(self, pool => sqlx::query_scalar(select).fetch_one(pool).await?))
    }

    /// Boards of the first versions, which lack the hash of their mode, by name, behind the one
    /// named `after`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn boards_without_mode(&self, after: &str, limit: i64) -> Result<Vec<Board>, Error> {
        let select = format!(
            "SELECT {BOARD_COLUMNS} FROM boards b WHERE b.mode = '' AND b.id > $1 ORDER BY b.id LIMIT $2"
        );
        let rows: Vec<BoardRow> =
            on!(self, pool => sqlx::query_as(&select).bind(after).bind(limit).fetch_all(pool).await?);
        Ok(rows.into_iter().map(board).collect())
    }

    /// Gives a board that lacks it the hash of its mode, and keeps the code of that.
    ///
    /// # Errors
    /// The database fails.
    pub async fn complete_board(&self, id: &str, mode: &str, code: Option<&str>) -> Result<(), Error> {
        let update = "UPDATE boards SET mode = $2 WHERE id = $1 AND mode = ''";
        on!(self, pool => {
            let mut transaction = pool.begin_with(self.begin()).await?;
            sqlx::query(update).bind(id).bind(mode).execute(&mut *transaction).await?;
            if let Some(code) = code {
                sqlx::query(ADD_CODE).bind(mode).bind(code).execute(&mut *transaction).await?;
            }
            Ok(transaction.commit().await?)
        })
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
