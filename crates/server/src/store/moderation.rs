//! The queries of moderators: games, players and boards to hide, reports, the audit.

use serde::{Deserialize, Serialize};

use super::{asked, on, Error, Score, Store, COLUMNS};

/// A board that an operator has hidden.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct HiddenBoard {
    /// The board.
    pub board: String,
    /// The reason, for its players.
    pub reason: String,
}

/// A report of a game by another player.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Report {
    /// Its name in addresses.
    pub id: String,
    /// The game.
    pub score: String,
    /// The kind of fault, as a word.
    pub kind: String,
    /// The fault in words of the reporter.
    pub words: String,
    /// The hash of the reporter's token, or a random text.
    pub reporter: String,
    /// The time, in milliseconds since 1970.
    pub at: i64,
}

/// A line of the audit: time, operator, action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The time, in milliseconds since 1970.
    pub at: i64,
    /// The operator.
    pub who: String,
    /// The action.
    pub what: String,
}

impl Store {
    /// Hides a game from boards, or shows it again; returns true if there is one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn hide(&self, id: &str, hidden: bool) -> Result<bool, Error> {
        self.hide_because(id, hidden, "").await
    }

    /// Hides a game from boards, for a reason that its player sees, or shows it again; returns true if
    /// there is one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn hide_because(&self, id: &str, hidden: bool, reason: &str) -> Result<bool, Error> {
        let update = "UPDATE scores SET hidden = $2, reason = $3 WHERE id = $1";
        on!(self, pool => {
            let query = sqlx::query(update).bind(asked(id)).bind(i64::from(hidden)).bind(reason);
            Ok(query.execute(pool).await?.rows_affected() > 0)
        })
    }

    /// Hides all games of a player, or shows them again; returns their number.
    ///
    /// # Errors
    /// The database fails.
    pub async fn hide_player(&self, player: &str, hidden: bool, reason: &str) -> Result<u64, Error> {
        let update =
            "UPDATE scores SET hidden = $2, reason = $3 WHERE token = $1 AND token <> '' AND hidden <> $2";
        on!(self, pool => {
            let query = sqlx::query(update).bind(player).bind(i64::from(hidden)).bind(reason);
            Ok(query.execute(pool).await?.rows_affected())
        })
    }

    /// Hides a board, or shows it again; returns true if there is one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn hide_board(&self, id: &str, hidden: bool, reason: &str) -> Result<bool, Error> {
        let insert =
            "INSERT INTO hidden_boards (board, reason) SELECT b.id, $2 FROM boards b WHERE b.id = $1 \
                      ON CONFLICT (board) DO UPDATE SET reason = excluded.reason";
        let delete = "DELETE FROM hidden_boards WHERE board = $1";
        on!(self, pool => {
            let done = match hidden {
                true => sqlx::query(insert).bind(asked(id)).bind(reason).execute(pool).await?.rows_affected(),
                false => sqlx::query(delete).bind(asked(id)).execute(pool).await?.rows_affected(),
            };
            Ok(done > 0)
        })
    }

    /// Returns the reason why a board is hidden; none if it is not.
    ///
    /// # Errors
    /// The database fails.
    pub async fn board_is_hidden(&self, id: &str) -> Result<Option<String>, Error> {
        let select = "SELECT reason FROM hidden_boards WHERE board = $1";
        Ok(on!(self, pool => sqlx::query_scalar(select).bind(asked(id)).fetch_optional(pool).await?))
    }

    /// The games that came last, hidden ones as well, before a place.
    ///
    /// # Errors
    /// The database fails.
    pub async fn recent(&self, before: (i64, &str), limit: i64) -> Result<Vec<Score>, Error> {
        let select = format!(
            "SELECT {COLUMNS} FROM scores s WHERE s.created <= $1 AND (s.created < $1 OR s.id < $2) \
             ORDER BY s.created DESC, s.id DESC LIMIT $3"
        );
        on!(self, pool => {
            let query = sqlx::query_as(&select).bind(before.0).bind(asked(before.1)).bind(limit);
            Ok(query.fetch_all(pool).await?)
        })
    }

    /// Keeps a report; returns false if this reporter has reported this game before.
    ///
    /// # Errors
    /// The database fails.
    pub async fn report(&self, report: &Report) -> Result<bool, Error> {
        self.check_file()?;
        let insert = "INSERT INTO reports (id, score, kind, words, reporter, at, closed) \
                      VALUES ($1, $2, $3, $4, $5, $6, 0) ON CONFLICT DO NOTHING";
        on!(self, pool => {
            let query = sqlx::query(insert).bind(&report.id).bind(&report.score).bind(&report.kind);
            let query = query.bind(&report.words).bind(&report.reporter).bind(report.at);
            Ok(query.execute(pool).await?.rows_affected() > 0)
        })
    }

    /// Returns the number of open reports of a game.
    ///
    /// # Errors
    /// The database fails.
    pub async fn count_reports(&self, score: &str) -> Result<i64, Error> {
        let select = "SELECT COUNT(*) FROM reports WHERE score = $1 AND closed = 0";
        Ok(on!(self, pool => sqlx::query_scalar(select).bind(score).fetch_one(pool).await?))
    }

    /// The open reports, the oldest first.
    ///
    /// # Errors
    /// The database fails.
    pub async fn reports(&self, limit: i64) -> Result<Vec<Report>, Error> {
        let select = "SELECT id, score, kind, words, reporter, at FROM reports WHERE closed = 0 \
                      ORDER BY at, id LIMIT $1";
        let rows: Vec<(String, String, String, String, String, i64)> =
            on!(self, pool => sqlx::query_as(select).bind(limit).fetch_all(pool).await?);
        let report = |(id, score, kind, words, reporter, at)| Report { id, score, kind, words, reporter, at };
        Ok(rows.into_iter().map(report).collect())
    }

    /// The reports of a player, open or not, the latest first.
    ///
    /// # Errors
    /// The database fails.
    pub async fn reports_of(&self, reporter: &str) -> Result<Vec<Report>, Error> {
        let select = "SELECT id, score, kind, words, reporter, at FROM reports WHERE reporter = $1 \
                      ORDER BY at DESC, id LIMIT 100";
        let rows: Vec<(String, String, String, String, String, i64)> =
            on!(self, pool => sqlx::query_as(select).bind(reporter).fetch_all(pool).await?);
        let report = |(id, score, kind, words, reporter, at)| Report { id, score, kind, words, reporter, at };
        Ok(rows.into_iter().map(report).collect())
    }

    /// Closes a report; returns true if it was open.
    ///
    /// # Errors
    /// The database fails.
    pub async fn close_report(&self, id: &str) -> Result<bool, Error> {
        let update = "UPDATE reports SET closed = 1 WHERE id = $1 AND closed = 0";
        on!(self, pool => Ok(sqlx::query(update).bind(asked(id)).execute(pool).await?.rows_affected() > 0))
    }

    /// Records the action of an operator.
    ///
    /// # Errors
    /// The database fails.
    pub async fn note(&self, at: i64, who: &str, what: &str) -> Result<(), Error> {
        let insert = "INSERT INTO audit (at, who, what) VALUES ($1, $2, $3)";
        on!(self, pool => { sqlx::query(insert).bind(at).bind(who).bind(what).execute(pool).await?; });
        Ok(())
    }

    /// The last actions of operators, the latest first.
    ///
    /// # Errors
    /// The database fails.
    pub async fn audit(&self, limit: i64) -> Result<Vec<Noted>, Error> {
        let select = "SELECT at, who, what FROM audit ORDER BY at DESC LIMIT $1";
        let rows: Vec<(i64, String, String)> =
            on!(self, pool => sqlx::query_as(select).bind(limit).fetch_all(pool).await?);
        Ok(rows.into_iter().map(|(at, who, what)| Noted { at, who, what }).collect())
    }
}
