//! The queries of moderators: games, players and boards to hide, reports, the audit.

use serde::{Deserialize, Serialize};

use super::{COLUMNS, Error, Score, Store, asked, on};

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

/// The beginning of the names of reporters who are no known players.
pub const STRANGER: char = '-';

/// Open reports that one game may have of known players, of others with words, and of others without:
/// more would say nothing new.
const MOST_OF_PLAYERS: i64 = 50;
const MOST_WORDED: i64 = 20;
const MOST_EMPTY: i64 = 5;

/// The fate of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported {
    /// The report is kept.
    New,
    /// There is an open one of this reporter and game.
    Known,
    /// The game has as many open ones as are kept.
    Full,
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

/// Records the action of an operator: time, operator, action. Numbers tell the order within a moment.
pub(super) const ADD_NOTE: &str = "INSERT INTO audit (at, who, what, number) \
    SELECT $1, $2, $3, COALESCE(MAX(number), 0) + 1 FROM audit";

impl Store {
    /// Returns the reason why a board is hidden; none if it is not.
    ///
    /// # Errors
    /// The database fails.
    pub async fn board_is_hidden(&self, id: &str) -> Result<Option<String>, Error> {
        let select = "SELECT reason FROM hidden_boards WHERE board = $1";
        Ok(on!(self, pool => sqlx::query_scalar(select).bind(asked(id)).fetch_optional(pool).await?))
    }

    /// All boards that are hidden.
    ///
    /// # Errors
    /// The database fails.
    pub async fn hidden_boards(&self) -> Result<Vec<HiddenBoard>, Error> {
        let select = "SELECT board, reason FROM hidden_boards";
        let rows: Vec<(String, String)> = on!(self, pool => sqlx::query_as(select).fetch_all(pool).await?);
        Ok(rows.into_iter().map(|(board, reason)| HiddenBoard { board, reason }).collect())
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

    /// Keeps a report, unless the game has too many open ones of its kind: each kind has room of its own,
    /// so that many that say nothing keep out none that says something.
    ///
    /// # Errors
    /// The database fails.
    pub async fn report(&self, report: &Report) -> Result<Reported, Error> {
        self.check_file()?;
        let (which, most) = match (report.reporter.starts_with(STRANGER), report.words.is_empty()) {
            (false, _) => ("reporter NOT LIKE '-%'", MOST_OF_PLAYERS),
            (true, false) => ("reporter LIKE '-%' AND words <> ''", MOST_WORDED),
            (true, true) => ("reporter LIKE '-%' AND words = ''", MOST_EMPTY),
        };
        let count = format!("SELECT COUNT(*) FROM reports WHERE score = $1 AND closed = 0 AND {which}");
        let known = "SELECT COUNT(*) FROM reports WHERE score = $1 AND closed = 0 AND reporter = $2";
        let insert = "INSERT INTO reports (id, score, kind, words, reporter, at, closed) \
                      VALUES ($1, $2, $3, $4, $5, $6, 0) ON CONFLICT DO NOTHING";
        on!(self, pool => {
            let mut transaction = pool.begin_with(self.begin()).await?;
            let query = sqlx::query_scalar(known).bind(&report.score).bind(&report.reporter);
            let before: i64 = query.fetch_one(&mut *transaction).await?;
            if before > 0 {
                return Ok(Reported::Known);
            }
            let open: i64 = sqlx::query_scalar(&count).bind(&report.score).fetch_one(&mut *transaction).await?;
            if open >= most {
                return Ok(Reported::Full);
            }
            let query = sqlx::query(insert).bind(&report.id).bind(&report.score).bind(&report.kind);
            let query = query.bind(&report.words).bind(&report.reporter).bind(report.at);
            let kept = query.execute(&mut *transaction).await?.rows_affected() > 0;
            transaction.commit().await?;
            Ok(if kept { Reported::New } else { Reported::Known })
        })
    }

    /// The open reports, the oldest first, behind a time and a name.
    ///
    /// # Errors
    /// The database fails.
    pub async fn reports(&self, after: (i64, &str), limit: i64) -> Result<Vec<Report>, Error> {
        let select = "SELECT id, score, kind, words, reporter, at FROM reports WHERE closed = 0 \
                      AND at >= $1 AND (at > $1 OR id > $2) ORDER BY at, id LIMIT $3";
        let rows: Vec<(String, String, String, String, String, i64)> = on!(self, pool => {
            let query = sqlx::query_as(select).bind(after.0).bind(asked(after.1)).bind(limit);
            query.fetch_all(pool).await?
        });
        let report = |(id, score, kind, words, reporter, at)| Report { id, score, kind, words, reporter, at };
        Ok(rows.into_iter().map(report).collect())
    }

    /// The reports of a player, open or not, the latest first.
    ///
    /// # Errors
    /// The database fails.
    pub async fn reports_of(&self, reporter: &str) -> Result<Vec<Report>, Error> {
        let select = "SELECT id, score, kind, words, reporter, at FROM reports WHERE reporter = $1 \
                      ORDER BY at DESC, id LIMIT 10000";
        let rows: Vec<(String, String, String, String, String, i64)> =
            on!(self, pool => sqlx::query_as(select).bind(reporter).fetch_all(pool).await?);
        let report = |(id, score, kind, words, reporter, at)| Report { id, score, kind, words, reporter, at };
        Ok(rows.into_iter().map(report).collect())
    }

    /// The last actions of operators, the latest first.
    ///
    /// # Errors
    /// The database fails.
    pub async fn audit(&self, limit: i64) -> Result<Vec<Noted>, Error> {
        let select = "SELECT at, who, what FROM audit ORDER BY at DESC, number DESC LIMIT $1";
        let rows: Vec<(i64, String, String)> =
            on!(self, pool => sqlx::query_as(select).bind(limit).fetch_all(pool).await?);
        Ok(rows.into_iter().map(|(at, who, what)| Noted { at, who, what }).collect())
    }
}
