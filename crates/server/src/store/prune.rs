//! Removing what nothing needs any more.

use super::changes::note_change;
use super::moderation::ADD_NOTE;
use super::snapshot::{Held, within};
use super::{Error, Pool, Store};

/// Letters of a source that are read: that of a mode which is named and not changed has fewer.
const MOST_SOURCE: usize = 200;

/// The source in place of a longer one, which is that of a mode given by its code, or of a changed one.
const CODE: &str = r#"{"mode":"@"}"#;

/// The condition that nothing needs a board.
const EMPTY: &str = "NOT EXISTS (SELECT 1 FROM scores s WHERE s.board = b.id) \
                     AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.board = b.id) \
                     AND NOT EXISTS (SELECT 1 FROM hidden_boards h WHERE h.board = b.id)";

/// A transaction that removes rows, and sees all games that were kept before it.
#[derive(Debug)]
pub struct Prune {
    held: Held,
    /// True if games or boards were removed.
    is_change: bool,
}

/// A board with games that are old.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Old {
    /// Its name.
    pub id: String,
    /// The hash of its mode.
    pub mode: String,
    /// Its source; one of a code in place of a long one.
    pub source: String,
    /// The number of its games that are shown.
    pub shown: i64,
    /// True if something else keeps the board: hidden games, a session, or that it is hidden.
    pub is_held: bool,
}

/// A row of `old`.
type OldRow = (String, String, String, i64, i64);

impl Store {
    /// Begins to remove. Games that come in wait until the end.
    ///
    /// # Errors
    /// The database fails.
    pub async fn prune(&self) -> Result<Prune, Error> {
        self.check_file()?;
        // A game on its way may need a board or a code that nothing else needs. What locks several of these
        // tables, or rows in them, begins with boards, so that none waits for the other.
        let lock = "LOCK TABLE boards, modes, scores, sessions IN EXCLUSIVE MODE";
        let held = match &self.pool {
            Pool::Sqlite(pool) => Held::Sqlite(pool.begin_with(self.begin()).await?),
            Pool::Postgres(pool) => {
                let mut transaction = pool.begin_with(self.begin()).await?;
                sqlx::query(lock).execute(&mut *transaction).await?;
                Held::Postgres(transaction)
            }
        };
        Ok(Prune { held, is_change: false })
    }

    /// Begins to look what could be removed; that only reads, and nothing waits for it.
    ///
    /// # Errors
    /// The database fails.
    pub async fn look_to_prune(&self) -> Result<Prune, Error> {
        Ok(Prune { held: self.held().await?, is_change: false })
    }
}

impl Prune {
    /// Boards, but those of days, that have games which are shown, all from before a time. `expired` is
    /// the time before which sessions don't count.
    ///
    /// # Errors
    /// The database fails.
    pub async fn old(&mut self, before: i64, expired: i64) -> Result<Vec<Old>, Error> {
        let select = format!(
            "SELECT b.id, b.mode, CASE WHEN length(b.source) <= {MOST_SOURCE} THEN b.source \
             ELSE '{CODE}' END, g.shown, CASE WHEN g.shown < g.games \
             OR EXISTS (SELECT 1 FROM sessions s WHERE s.board = b.id AND s.expires >= $2) \
             OR EXISTS (SELECT 1 FROM hidden_boards h WHERE h.board = b.id) \
             THEN CAST(1 AS BIGINT) ELSE 0 END \
             FROM boards b JOIN (SELECT board, COUNT(*) AS games, COUNT(CASE WHEN hidden = 0 THEN 1 END) \
             AS shown, MAX(created) AS latest FROM scores GROUP BY board) g ON g.board = b.id \
             WHERE b.kind <> 'daily' AND g.latest < $1 AND g.shown > 0"
        );
        let rows: Vec<OldRow> =
            within!(self.held, on => sqlx::query_as(&select).bind(before).bind(expired).fetch_all(on).await?);
        let old = |(id, mode, source, shown, held)| Old { id, mode, source, shown, is_held: held != 0 };
        Ok(rows.into_iter().map(old).collect())
    }

    /// Removes the games of a board that are shown; returns their number. Hidden ones stay, so that they
    /// are not taken again.
    ///
    /// # Errors
    /// The database fails.
    pub async fn games_of(&mut self, board: &str) -> Result<u64, Error> {
        let forget = "UPDATE scores SET follows = '' WHERE follows <> '' AND follows IN \
                      (SELECT id FROM scores WHERE board = $1 AND hidden = 0)";
        let delete = "DELETE FROM scores WHERE board = $1 AND hidden = 0";
        within!(self.held, on => {
            sqlx::query(forget).bind(board).execute(&mut *on).await?;
            let removed = sqlx::query(delete).bind(board).execute(on).await?.rows_affected();
            self.is_change |= removed > 0;
            Ok(removed)
        })
    }

    /// The number of sessions that ran out before a time.
    ///
    /// # Errors
    /// The database fails.
    pub async fn count_sessions(&mut self, before: i64) -> Result<i64, Error> {
        let select = "SELECT COUNT(*) FROM sessions WHERE expires < $1";
        Ok(within!(self.held, on => sqlx::query_scalar(select).bind(before).fetch_one(on).await?))
    }

    /// Removes sessions that ran out before a time; returns their number.
    ///
    /// # Errors
    /// The database fails.
    pub async fn sessions(&mut self, before: i64) -> Result<u64, Error> {
        let delete = "DELETE FROM sessions WHERE expires < $1";
        Ok(within!(self.held, on => sqlx::query(delete).bind(before).execute(on).await?.rows_affected()))
    }

    /// The modes of boards without games and sessions, but hidden ones, each as often as it has such
    /// boards. Sessions from before a time don't count.
    ///
    /// # Errors
    /// The database fails.
    pub async fn modes_of_empty(&mut self, expired: i64) -> Result<Vec<String>, Error> {
        let session = "FROM sessions s WHERE s.board = b.id";
        let empty = EMPTY.replace(session, &format!("{session} AND s.expires >= $1"));
        let select = format!("SELECT b.mode FROM boards b WHERE {empty}");
        Ok(within!(self.held, on => sqlx::query_scalar(&select).bind(expired).fetch_all(on).await?))
    }

    /// Removes boards without games and sessions, but hidden ones; returns their number.
    ///
    /// # Errors
    /// The database fails.
    pub async fn boards(&mut self) -> Result<u64, Error> {
        let delete = format!("DELETE FROM boards AS b WHERE {EMPTY}");
        let removed = within!(self.held, on => sqlx::query(&delete).execute(on).await?.rows_affected());
        self.is_change |= removed > 0;
        Ok(removed)
    }

    /// The hashes of modes whose code is kept, each with the number of its boards.
    ///
    /// # Errors
    /// The database fails.
    pub async fn boards_of_codes(&mut self) -> Result<Vec<(String, i64)>, Error> {
        let select = "SELECT m.hash, (SELECT COUNT(*) FROM boards b WHERE b.mode = m.hash) FROM modes m";
        Ok(within!(self.held, on => sqlx::query_as(select).fetch_all(on).await?))
    }

    /// Removes codes of modes without a board; returns their number.
    ///
    /// # Errors
    /// The database fails.
    pub async fn codes(&mut self) -> Result<u64, Error> {
        let delete = "DELETE FROM modes WHERE NOT EXISTS (SELECT 1 FROM boards b WHERE b.mode = modes.hash)";
        Ok(within!(self.held, on => sqlx::query(delete).execute(on).await?.rows_affected()))
    }

    /// The number of short links that were made last before a time.
    ///
    /// # Errors
    /// The database fails.
    pub async fn count_links(&mut self, before: i64) -> Result<i64, Error> {
        let select = "SELECT COUNT(*) FROM links WHERE created < $1";
        Ok(within!(self.held, on => sqlx::query_scalar(select).bind(before).fetch_one(on).await?))
    }

    /// Removes short links that were made last before a time; returns their number.
    ///
    /// # Errors
    /// The database fails.
    pub async fn links(&mut self, before: i64) -> Result<u64, Error> {
        let delete = "DELETE FROM links WHERE created < $1";
        Ok(within!(self.held, on => sqlx::query(delete).bind(before).execute(on).await?.rows_affected()))
    }

    /// Records the removal among the actions of operators.
    ///
    /// # Errors
    /// The database fails.
    pub async fn note(&mut self, at: i64, who: &str, what: &str) -> Result<(), Error> {
        within!(self.held, on => { sqlx::query(ADD_NOTE).bind(at).bind(who).bind(what).execute(on).await?; });
        Ok(())
    }

    /// Ends the removal: all of it is done.
    ///
    /// # Errors
    /// The database fails; then nothing is removed.
    pub async fn end(mut self) -> Result<(), Error> {
        if self.is_change {
            within!(self.held, on => { note_change!(on); });
        }
        match self.held {
            Held::Sqlite(transaction) => transaction.commit().await?,
            Held::Postgres(transaction) => transaction.commit().await?,
        }
        Ok(())
    }
}
