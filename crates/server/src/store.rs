//! The database, in SQLite or PostgreSQL: each query is written once, for both.

mod acts;
mod admin;
mod arrival;
mod backup;
mod batch;
mod bulk;
mod changes;
mod days;
mod endings;
mod error;
mod file;
mod head;
mod keep;
mod leaders;
mod links;
mod locks;
mod migrations;
mod moderation;
mod names;
mod new;
mod open;
mod people;
mod placing;
mod prune;
mod ranking;
mod restore;
mod row;
mod seasons;
mod sessions;
mod sizes;
mod snapshot;
mod statistics;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sqlx::postgres::PgPool;
use sqlx::sqlite::SqlitePool;

pub use acts::Acts;
pub use arrival::Arrival;
pub use backup::{Copied, NoCopy};
pub use error::{Error, Trouble};
pub use links::Link;
pub use moderation::{HiddenBoard, Noted, Report, Reported, STRANGER};
pub use new::{Kept, New};
pub use open::is_in_memory;
pub use people::{Place as PlaceOfGame, Player, Renaming, Token};
pub use placing::Placed;
pub use prune::{Old, Prune};
pub use ranking::{ALL_TIMES, Page, Place, Rank};
pub use restore::Restore;
pub use seasons::Standing;
pub use sessions::{Checkpoint, Session};
pub use sizes::Sizes;
pub use snapshot::Snapshot;

use crate::token::random;
use file::OpenedFile;
use leaders::BoardLeaders;
use row::from_row;
use statistics::Growth;

/// The name under which the secret of the daily seeds is kept.
pub const SECRET: &str = "daily-secret";

/// The name under which the number of imports is kept.
pub const IMPORTS: &str = "imports";

/// A connection to one of the two databases.
#[derive(Clone, Debug)]
enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// Does something with the pool of a store, or with that which writes games, whichever database it is of.
macro_rules! on {
    (@ $of:expr, $pool:ident => $body:expr) => {
        match $of {
            $crate::store::Pool::Sqlite($pool) => $body,
            $crate::store::Pool::Postgres($pool) => $body,
        }
    };
    (writing of $store:expr, $pool:ident => $body:expr) => {
        $crate::store::on!(@ &$store.writing, $pool => $body)
    };
    ($store:expr, $pool:ident => $body:expr) => {
        $crate::store::on!(@ &$store.pool, $pool => $body)
    };
}
use on;

/// The games, boards and sessions.
#[derive(Clone, Debug)]
pub struct Store {
    pool: Pool,
    /// The connection by which games are written, and moves of ranked ones. Statements are kept ready by a
    /// connection, and with SQLite the pages that it has written.
    writing: Pool,
    /// The file of a database that is one.
    file: Option<Arc<OpenedFile>>,
    /// The first games of boards, by which games are ranked.
    leaders: BoardLeaders,
    growth: Growth,
}

/// A board: games that are compared.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Board {
    /// Its name in addresses.
    pub id: String,
    /// `open`, `daily` or `ranked`.
    pub kind: String,
    /// The title of its mode.
    pub title: String,
    /// The mode and its changes, as JSON.
    pub source: String,
    /// The hash of the mode, under which its code is kept; empty on boards of old.
    #[serde(default)]
    pub mode: String,
}

/// A row of the table of boards.
type BoardRow = (String, String, String, String, String);

/// A row of the table of boards, with the number of its games.
type CountedRow = (String, String, String, String, String, i64);

fn counted((id, kind, title, source, mode, games): CountedRow) -> (Board, i64) {
    (Board { id, kind, title, source, mode }, games)
}

const BOARD_COLUMNS: &str = "b.id, b.kind, b.title, b.source, b.mode";

fn board((id, kind, title, source, mode): BoardRow) -> Board {
    Board { id, kind, title, source, mode }
}

/// A game that was verified. As JSON it is a line of an export, with all that players don't see.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Score {
    /// Its name in addresses.
    pub id: String,
    /// The board it is on.
    pub board: String,
    /// A hash of board, seed and moves, which no two games share.
    pub hash: String,
    /// The seed, as a decimal number.
    pub seed: String,
    /// The moves that moved something.
    pub moves: String,
    /// The number of these moves.
    pub length: i64,
    /// The score; may be infinite, but is a number.
    #[serde(with = "as_text")]
    pub score: f64,
    /// The player's name.
    pub name: String,
    /// The hash of the token that it belongs to.
    pub token: String,
    /// The time of handing in, in milliseconds since 1970.
    pub created: i64,
    /// True if it is hidden from boards.
    pub hidden: bool,
    /// The version of the engine that verified it when it was handed in.
    pub verified_by: String,
    /// The version that verified it again last, or `failed` with one; empty before that.
    #[serde(default)]
    pub checked_by: String,
    /// The game of another player whose moves it begins with, if most of its moves are these.
    #[serde(default)]
    pub follows: String,
    /// The first game of the chain that it follows. It stays when that game is erased.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub origin: String,
    /// The reason why it is hidden, for its player.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The program that played it; empty if a person did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub program: String,
    /// The times that the service took while it was played, as JSON; empty if there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pace: String,
    /// The hash of the submission and the token of its sender, by which a repeated one is known;
    /// empty for games of before.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub request: String,
}

/// A number as text, since JSON has no infinity.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(number)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<f64, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// The columns that a `Score` is read from.
const COLUMNS: &str = "s.id, s.board, s.hash, s.seed, s.moves, s.length, s.score, s.name, s.token, s.created, s.hidden, \
     s.verified_by, s.checked_by, s.follows, s.request, s.origin, s.reason, s.program, s.pace";

from_row!(Score {
    id, board, hash, seed, moves, length, score, name, token, created, verified_by, checked_by, follows,
    request, origin, reason, program, pace
} flags { hidden });

/// Replaces a name from a stranger that the database can't read: PostgreSQL fails at a text
/// with a NUL, which is the name of nothing.
fn asked(name: &str) -> &str {
    if name.contains('\0') { "-" } else { name }
}

impl Store {
    /// Returns true if one lock is on all of the database: what is not locked out for one game is not for
    /// any.
    pub fn has_one_lock(&self) -> bool {
        matches!(self.pool, Pool::Sqlite(_))
    }

    /// Fails if the file of the database is not the one that was opened, and must not be written.
    fn check_file(&self) -> Result<(), Error> {
        self.file.as_ref().map_or(Ok(()), |file| file.check())
    }

    /// Returns a value that is kept from start to start; it is made if it is missing.
    ///
    /// # Errors
    /// The database fails.
    pub async fn kept_value(&self, name: &str, first: &str) -> Result<String, Error> {
        let select = "SELECT value FROM meta WHERE name = $1";
        let insert = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        on!(self, pool => {
            // A database that can't be written may have it.
            if let Some(value) = sqlx::query_scalar(select).bind(name).fetch_optional(pool).await? {
                return Ok(value);
            }
            sqlx::query(insert).bind(name).bind(first).execute(pool).await?;
            Ok(sqlx::query_scalar(select).bind(name).fetch_one(pool).await?)
        })
    }

    /// Returns the secret of the daily seeds; it is made if it is missing.
    ///
    /// # Errors
    /// The database fails, or the system has no random numbers.
    pub async fn daily_secret(&self) -> Result<String, Error> {
        let first = random(16)
            .map_err(|error| Error::new(Trouble::Program, format!("no random numbers: {error}")))?;
        self.kept_value(SECRET, &first).await
    }

    /// A board.
    ///
    /// # Errors
    /// The database fails.
    pub async fn board(&self, id: &str) -> Result<Option<Board>, Error> {
        let select = format!("SELECT {BOARD_COLUMNS} FROM boards b WHERE b.id = $1");
        let row: Option<BoardRow> =
            on!(self, pool => sqlx::query_as(&select).bind(asked(id)).fetch_optional(pool).await?);
        Ok(row.map(board))
    }

    /// The code of a mode, by its hash.
    ///
    /// # Errors
    /// The database fails.
    pub async fn code(&self, hash: &str) -> Result<Option<String>, Error> {
        let select = "SELECT code FROM modes WHERE hash = $1";
        Ok(on!(self, pool => sqlx::query_scalar(select).bind(hash).fetch_optional(pool).await?))
    }

    /// BoardLeaders with games, those with most games first, each with their number.
    ///
    /// # Errors
    /// The database fails.
    pub async fn boards(&self, limit: i64) -> Result<Vec<(Board, i64)>, Error> {
        let select = format!(
            "SELECT {BOARD_COLUMNS}, g.games FROM boards b JOIN (SELECT board, COUNT(*) AS games \
             FROM scores WHERE hidden = 0 GROUP BY board) g ON g.board = b.id \
             WHERE b.id NOT IN (SELECT board FROM hidden_boards) \
             ORDER BY g.games DESC, b.id LIMIT $1"
        );
        let rows: Vec<CountedRow> =
            on!(self, pool => sqlx::query_as(&select).bind(limit).fetch_all(pool).await?);
        Ok(rows.into_iter().map(counted).collect())
    }

    /// BoardLeaders of a mode with games: ranked and open, then days, the latest first.
    ///
    /// # Errors
    /// The database fails.
    pub async fn boards_of(&self, mode: &str, limit: i64) -> Result<Vec<(Board, i64)>, Error> {
        let select = format!(
            "SELECT {BOARD_COLUMNS}, (SELECT COUNT(*) FROM scores s WHERE s.board = b.id AND s.hidden = 0) \
             FROM boards b WHERE b.mode = $1 AND EXISTS (SELECT 1 FROM scores s WHERE s.board = b.id \
             AND s.hidden = 0) AND b.id NOT IN (SELECT board FROM hidden_boards) \
             ORDER BY b.id DESC LIMIT $2"
        );
        let rows: Vec<CountedRow> =
            on!(self, pool => sqlx::query_as(&select).bind(mode).bind(limit).fetch_all(pool).await?);
        Ok(rows.into_iter().map(counted).collect())
    }

    /// A game, by its name.
    ///
    /// # Errors
    /// The database fails.
    pub async fn score(&self, id: &str) -> Result<Option<Score>, Error> {
        let select = format!("SELECT {COLUMNS} FROM scores s WHERE s.id = $1");
        Ok(on!(self, pool => sqlx::query_as(&select).bind(asked(id)).fetch_optional(pool).await?))
    }

    /// The game that a submission became, by its [`Score::request`].
    ///
    /// # Errors
    /// The database fails.
    pub async fn score_of_request(&self, request: &str) -> Result<Option<Score>, Error> {
        let select = format!("SELECT {COLUMNS} FROM scores s WHERE s.request = $1 AND s.request <> ''");
        Ok(on!(self, pool => sqlx::query_as(&select).bind(request).fetch_optional(pool).await?))
    }
}
