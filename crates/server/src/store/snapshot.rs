//! All that is stored, read as it is at one moment, however much is written meanwhile.

use sqlx::{Postgres, Sqlite, Transaction};

use super::people::PLAYER;
use super::{
    BOARD_COLUMNS, Board, BoardRow, COLUMNS, Error, HiddenBoard, Player, Pool, Report, SECRET, Score, Store,
    Token, board,
};

/// A transaction of one of the two databases.
#[derive(Debug)]
pub(super) enum Held {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

/// Does something with the connection of a transaction, whichever it is.
macro_rules! within {
    ($held:expr, $connection:ident => $body:expr) => {
        match &mut $held {
            $crate::store::snapshot::Held::Sqlite(transaction) => {
                let $connection = &mut **transaction;
                $body
            }
            $crate::store::snapshot::Held::Postgres(transaction) => {
                let $connection = &mut **transaction;
                $body
            }
        }
    };
}
pub(super) use within;

/// Lets a transaction of PostgreSQL wait for what it is written to or read from, however slow that is.
pub(super) const TAKES_TIME: &str = "SET LOCAL idle_in_transaction_session_timeout = 0";

/// A transaction that only reads, and sees one state of the database.
#[derive(Debug)]
pub struct Snapshot(pub(super) Held);

impl Store {
    /// Begins to read the state of this moment.
    ///
    /// # Errors
    /// The database fails.
    pub async fn snapshot(&self) -> Result<Snapshot, Error> {
        Ok(Snapshot(self.held().await?))
    }

    /// Begins a transaction that only reads.
    pub(super) async fn held(&self) -> Result<Held, Error> {
        // SQLite with a write-ahead log shows each transaction the state at its first question.
        let postgres = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
        Ok(match &self.pool {
            Pool::Sqlite(pool) => Held::Sqlite(pool.begin().await?),
            Pool::Postgres(pool) => {
                let mut transaction = pool.begin_with(postgres).await?;
                sqlx::query(TAKES_TIME).execute(&mut *transaction).await?;
                Held::Postgres(transaction)
            }
        })
    }
}

impl Snapshot {
    /// The secret of the daily seeds, if there is one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn daily_secret(&mut self) -> Result<Option<String>, Error> {
        let select = "SELECT value FROM meta WHERE name = $1";
        Ok(within!(self.0, on => sqlx::query_scalar(select).bind(SECRET).fetch_optional(on).await?))
    }

    /// Returns the texts that names must not have in them.
    ///
    /// # Errors
    /// The database fails.
    pub async fn blocked(&mut self) -> Result<Vec<String>, Error> {
        let select = "SELECT pattern FROM blocked ORDER BY pattern";
        Ok(within!(self.0, on => sqlx::query_scalar(select).fetch_all(on).await?))
    }

    /// The hashes and codes of modes, by hash, behind the one named `after`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn codes(&mut self, after: &str, limit: i64) -> Result<Vec<(String, String)>, Error> {
        let select = "SELECT hash, code FROM modes WHERE hash > $1 ORDER BY hash LIMIT $2";
        Ok(within!(self.0, on => sqlx::query_as(select).bind(after).bind(limit).fetch_all(on).await?))
    }

    /// Boards, by name, behind the one named `after`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn boards(&mut self, after: &str, limit: i64) -> Result<Vec<Board>, Error> {
        let select = format!("SELECT {BOARD_COLUMNS} FROM boards b WHERE b.id > $1 ORDER BY b.id LIMIT $2");
        let rows: Vec<BoardRow> =
            within!(self.0, on => sqlx::query_as(&select).bind(after).bind(limit).fetch_all(on).await?);
        Ok(rows.into_iter().map(board).collect())
    }

    /// Games, hidden ones as well, by name, behind the one named `after`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn scores(&mut self, after: &str, limit: i64) -> Result<Vec<Score>, Error> {
        let select = format!("SELECT {COLUMNS} FROM scores s WHERE s.id > $1 ORDER BY s.id LIMIT $2");
        Ok(within!(self.0, on => sqlx::query_as(&select).bind(after).bind(limit).fetch_all(on).await?))
    }

    /// Players, by their first tokens, behind the one named `after`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn players(&mut self, after: &str, limit: i64) -> Result<Vec<Player>, Error> {
        let select = format!("SELECT {PLAYER} FROM players p WHERE p.token > $1 ORDER BY p.token LIMIT $2");
        Ok(within!(self.0, on => sqlx::query_as(&select).bind(after).bind(limit).fetch_all(on).await?))
    }

    /// Further tokens of players, behind the one named `after`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn tokens(&mut self, after: &str, limit: i64) -> Result<Vec<Token>, Error> {
        let select = "SELECT token, player, revoked FROM tokens WHERE token > $1 ORDER BY token LIMIT $2";
        let rows: Vec<(String, String, i64)> =
            within!(self.0, on => sqlx::query_as(select).bind(after).bind(limit).fetch_all(on).await?);
        let token = |(token, player, revoked)| Token { token, player, revoked: revoked != 0 };
        Ok(rows.into_iter().map(token).collect())
    }

    /// The boards that are hidden.
    ///
    /// # Errors
    /// The database fails.
    pub async fn hidden_boards(&mut self) -> Result<Vec<HiddenBoard>, Error> {
        let select = "SELECT board, reason FROM hidden_boards ORDER BY board";
        let rows: Vec<(String, String)> = within!(self.0, on => sqlx::query_as(select).fetch_all(on).await?);
        Ok(rows.into_iter().map(|(board, reason)| HiddenBoard { board, reason }).collect())
    }

    /// Open reports, by name, behind the one named `after`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn reports(&mut self, after: &str, limit: i64) -> Result<Vec<Report>, Error> {
        let select = "SELECT id, score, kind, words, reporter, at FROM reports WHERE closed = 0 AND id > $1 \
                      ORDER BY id LIMIT $2";
        let rows: Vec<(String, String, String, String, String, i64)> =
            within!(self.0, on => sqlx::query_as(select).bind(after).bind(limit).fetch_all(on).await?);
        let report = |(id, score, kind, words, reporter, at)| Report { id, score, kind, words, reporter, at };
        Ok(rows.into_iter().map(report).collect())
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// The database fails.
    pub async fn end(self) -> Result<(), Error> {
        match self.0 {
            Held::Sqlite(transaction) => transaction.commit().await?,
            Held::Postgres(transaction) => transaction.commit().await?,
        }
        Ok(())
    }
}
