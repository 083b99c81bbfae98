//! Removing what nothing needs any more.

use super::snapshot::{within, Held};
use super::{board, Board, BoardRow, Error, Pool, Store, BOARD_COLUMNS};

/// A transaction that removes rows, and sees all games that were kept before it.
#[derive(Debug)]
pub struct Prune(Held);

impl Store {
    /// Begins to remove. Games that come in wait until the end.
    ///
    /// # Errors
    /// The database fails.
    pub async fn prune(&self) -> Result<Prune, Error> {
        self.check_file()?;
        // A game on its way may need a board or a code that nothing else needs.
        let lock = "LOCK TABLE modes, boards, scores, sessions IN EXCLUSIVE MODE";
        Ok(Prune(match &self.pool {
            Pool::Sqlite(pool) => Held::Sqlite(pool.begin_with(self.begin()).await?),
            Pool::Postgres(pool) => {
                let mut transaction = pool.begin_with(self.begin()).await?;
                sqlx::query(lock).execute(&mut *transaction).await?;
                Held::Postgres(transaction)
            }
        }))
    }
}

impl Prune {
    /// Open boards whose latest game was before a time, hidden games as well, with the number of
    /// games; by name, behind the one named `after`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn unplayed(
        &mut self,
        before: i64,
        after: &str,
        limit: i64,
    ) -> Result<Vec<(Board, i64)>, Error> {
        let select = format!(
            "SELECT {BOARD_COLUMNS}, g.games FROM boards b JOIN (SELECT board, COUNT(*) AS games, \
             MAX(created) AS latest FROM scores WHERE board > $2 GROUP BY board) g ON g.board = b.id \
             WHERE b.kind = 'open' AND g.latest < $1 ORDER BY b.id LIMIT $3"
        );
        let rows: Vec<super::CountedRow> = within!(self.0, on => {
            sqlx::query_as(&select).bind(before).bind(after).bind(limit).fetch_all(on).await?
        });
        Ok(rows.into_iter().map(super::counted).collect())
    }

    /// Removes the games of a board; returns their number.
    ///
    /// # Errors
    /// The database fails.
    pub async fn games_of(&mut self, board: &str) -> Result<u64, Error> {
        let forget = "UPDATE scores SET follows = '' WHERE follows <> '' AND follows IN \
                      (SELECT id FROM scores WHERE board = $1)";
        let delete = "DELETE FROM scores WHERE board = $1";
        within!(self.0, on => {
            sqlx::query(forget).bind(board).execute(&mut *on).await?;
            Ok(sqlx::query(delete).bind(board).execute(on).await?.rows_affected())
        })
    }

    /// Removes sessions that ran out before a time; returns their number.
    ///
    /// # Errors
    /// The database fails.
    pub async fn sessions(&mut self, before: i64) -> Result<u64, Error> {
        let delete = "DELETE FROM sessions WHERE expires < $1";
        Ok(within!(self.0, on => sqlx::query(delete).bind(before).execute(on).await?.rows_affected()))
    }

    /// Removes boards without games and sessions, but hidden ones; returns them.
    ///
    /// # Errors
    /// The database fails.
    pub async fn boards(&mut self) -> Result<Vec<Board>, Error> {
        let delete = format!(
            "DELETE FROM boards AS b WHERE NOT EXISTS (SELECT 1 FROM scores s WHERE s.board = b.id) \
             AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.board = b.id) \
             AND NOT EXISTS (SELECT 1 FROM hidden_boards h WHERE h.board = b.id) \
             RETURNING {}",
            BOARD_COLUMNS.replace("b.", "")
        );
        let rows: Vec<BoardRow> = within!(self.0, on => sqlx::query_as(&delete).fetch_all(on).await?);
        Ok(rows.into_iter().map(board).collect())
    }

    /// Removes codes of modes without a board; returns their number.
    ///
    /// # Errors
    /// The database fails.
    pub async fn codes(&mut self) -> Result<u64, Error> {
        let delete = "DELETE FROM modes WHERE NOT EXISTS (SELECT 1 FROM boards b WHERE b.mode = modes.hash)";
        Ok(within!(self.0, on => sqlx::query(delete).execute(on).await?.rows_affected()))
    }

    /// Records the removal among the actions of operators.
    ///
    /// # Errors
    /// The database fails.
    pub async fn note(&mut self, at: i64, who: &str, what: &str) -> Result<(), Error> {
        let insert = "INSERT INTO audit (at, who, what) VALUES ($1, $2, $3)";
        within!(self.0, on => { sqlx::query(insert).bind(at).bind(who).bind(what).execute(on).await?; });
        Ok(())
    }

    /// Ends the removal: all of it is done, or nothing if nothing is to be changed.
    ///
    /// # Errors
    /// The database fails; then nothing is removed.
    pub async fn end(self, change: bool) -> Result<(), Error> {
        match (self.0, change) {
            (Held::Sqlite(transaction), true) => transaction.commit().await?,
            (Held::Postgres(transaction), true) => transaction.commit().await?,
            (Held::Sqlite(transaction), false) => transaction.rollback().await?,
            (Held::Postgres(transaction), false) => transaction.rollback().await?,
        }
        Ok(())
    }
}
