//! An export on its way into the database: all of it, or nothing.

use super::batch::insert_scores;
use super::changes::{RAISE, note_order};
use super::keep::{ADD_CODE, add_board};
use super::people::{ADD_MISSING, ADD_ORIGINS, add_player};
use super::snapshot::{Held, TAKES_TIME, within};
use super::{Board, Error, HiddenBoard, IMPORTS, Player, Pool, Report, SECRET, Score, Store, Token};

/// A transaction that restores an export. It changes nothing before it is committed.
#[derive(Debug)]
pub struct Restore(pub(super) Held);

impl Store {
    /// Begins to take up an export.
    ///
    /// # Errors
    /// The database fails.
    pub async fn restore(&self) -> Result<Restore, Error> {
        Ok(Restore(match &self.pool {
            Pool::Sqlite(pool) => Held::Sqlite(pool.begin_with(self.begin()).await?),
            Pool::Postgres(pool) => {
                let mut transaction = pool.begin_with(self.begin()).await?;
                // Codes come before boards in an export; their tables are locked in the usual order.
                for statement in [TAKES_TIME, "LOCK TABLE boards IN ROW EXCLUSIVE MODE"] {
                    sqlx::query(statement).execute(&mut *transaction).await?;
                }
                Held::Postgres(transaction)
            }
        }))
    }
}

impl Restore {
    /// Restores the secret of the daily seeds, unless there are games already; returns the
    /// one that is stored.
    ///
    /// # Errors
    /// The database fails.
    pub async fn daily_secret(&mut self, secret: &str) -> Result<String, Error> {
        let replace = "DELETE FROM meta WHERE name = $1 AND NOT EXISTS (SELECT 1 FROM scores)";
        let insert = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let select = "SELECT value FROM meta WHERE name = $1";
        within!(self.0, on => {
            sqlx::query(replace).bind(SECRET).execute(&mut *on).await?;
            sqlx::query(insert).bind(SECRET).bind(secret).execute(&mut *on).await?;
            Ok(sqlx::query_scalar(select).bind(SECRET).fetch_one(on).await?)
        })
    }

    /// Takes over a text that names must not have in them.
    ///
    /// # Errors
    /// The database fails.
    pub async fn blocked(&mut self, pattern: &str) -> Result<(), Error> {
        let insert = "INSERT INTO blocked (pattern) VALUES ($1) ON CONFLICT DO NOTHING";
        within!(self.0, on => { sqlx::query(insert).bind(pattern).execute(on).await?; });
        Ok(())
    }

    /// Takes over the code of a mode.
    ///
    /// # Errors
    /// The database fails.
    pub async fn code(&mut self, hash: &str, code: &str) -> Result<(), Error> {
        within!(self.0, on => { sqlx::query(ADD_CODE).bind(hash).bind(code).execute(on).await?; });
        Ok(())
    }

    /// Takes over a board.
    ///
    /// # Errors
    /// The database fails.
    pub async fn board(&mut self, board: &Board) -> Result<(), Error> {
        let code: Option<&str> = None;
        within!(self.0, on => { add_board!(on, board, code); });
        Ok(())
    }

    /// Returns true if there is a board.
    ///
    /// # Errors
    /// The database fails.
    pub async fn has_board(&mut self, id: &str) -> Result<bool, Error> {
        let select = "SELECT id FROM boards WHERE id = $1";
        let found: Option<String> =
            within!(self.0, on => sqlx::query_scalar(select).bind(id).fetch_optional(on).await?);
        Ok(found.is_some())
    }

    /// Restores a game as it is; returns true if it was new.
    ///
    /// # Errors
    /// The database fails.
    pub async fn score(&mut self, score: &Score) -> Result<bool, Error> {
        Ok(within!(self.0, on => !insert_scores(on, &[score]).await?.is_empty()))
    }

    /// Restores a player.
    ///
    /// # Errors
    /// The database fails.
    pub async fn player(&mut self, player: &Player) -> Result<(), Error> {
        within!(self.0, on => { add_player!(on, player); });
        Ok(())
    }

    /// Restores a further token of a player.
    ///
    /// # Errors
    /// The database fails.
    pub async fn token(&mut self, token: &Token) -> Result<(), Error> {
        let insert = "INSERT INTO tokens (token, player, revoked) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        within!(self.0, on => {
            let query = sqlx::query(insert).bind(&token.token).bind(&token.player);
            query.bind(i64::from(token.revoked)).execute(on).await?;
        });
        Ok(())
    }

    /// Restores that a board is hidden.
    ///
    /// # Errors
    /// The database fails.
    pub async fn hidden_board(&mut self, hidden: &HiddenBoard) -> Result<(), Error> {
        let insert = "INSERT INTO hidden_boards (board, reason) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        within!(self.0, on => {
            sqlx::query(insert).bind(&hidden.board).bind(&hidden.reason).execute(on).await?;
        });
        Ok(())
    }

    /// Restores an open report.
    ///
    /// # Errors
    /// The database fails.
    pub async fn report(&mut self, report: &Report) -> Result<(), Error> {
        let insert = "INSERT INTO reports (id, score, kind, words, reporter, at, closed) \
                      VALUES ($1, $2, $3, $4, $5, $6, 0) ON CONFLICT DO NOTHING";
        within!(self.0, on => {
            let query = sqlx::query(insert).bind(&report.id).bind(&report.score).bind(&report.kind);
            query.bind(&report.words).bind(&report.reporter).bind(report.at).execute(on).await?;
        });
        Ok(())
    }

    /// Makes the players of games that have none, and fills in origins: exports of before have neither.
    ///
    /// # Errors
    /// The database fails.
    pub async fn add_missing_players(&mut self) -> Result<(), Error> {
        within!(self.0, on => {
            sqlx::query(ADD_MISSING).execute(&mut *on).await?;
            sqlx::query(ADD_ORIGINS).execute(on).await?;
        });
        Ok(())
    }

    /// Keeps all that was taken up, and counts the import: who plays all games again must know of it.
    ///
    /// # Errors
    /// The database fails; then nothing is kept.
    pub async fn commit(mut self) -> Result<(), Error> {
        within!(self.0, on => {
            sqlx::query(RAISE).bind(IMPORTS).execute(&mut *on).await?;
            note_order!(on);
        });
        match self.0 {
            Held::Sqlite(transaction) => transaction.commit().await?,
            Held::Postgres(transaction) => transaction.commit().await?,
        }
        Ok(())
    }

    /// Leaves the database as it was.
    ///
    /// # Errors
    /// The database fails; nothing is kept then, either.
    pub async fn undo(self) -> Result<(), Error> {
        match self.0 {
            Held::Sqlite(transaction) => transaction.rollback().await?,
            Held::Postgres(transaction) => transaction.rollback().await?,
        }
        Ok(())
    }
}
