//! What is kept, in SQLite or PostgreSQL: each question is written once, for both.

mod admin;
mod migrations;

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

pub use sqlx::Error;

/// A connection to one of the two databases.
#[derive(Clone, Debug)]
enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// Does something with the pool of a store, whichever it is.
macro_rules! on {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.pool {
            $crate::store::Pool::Sqlite($pool) => $body,
            $crate::store::Pool::Postgres($pool) => $body,
        }
    };
}
use on;

/// The games, boards and sessions.
#[derive(Clone, Debug)]
pub struct Store {
    pool: Pool,
}

/// A board: games that are compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// Its name in addresses.
    pub id: String,
    /// `open`, `daily` or `ranked`.
    pub kind: String,
    /// The title of its mode.
    pub title: String,
    /// What is played, as JSON.
    pub source: String,
}

/// A game that was verified.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Its name in addresses.
    pub id: String,
    /// The board it is on.
    pub board: String,
    /// What no two games share: board, seed and moves, hashed.
    pub hash: String,
    /// The seed, as a decimal number.
    pub seed: String,
    /// The moves that moved something.
    pub moves: String,
    /// How many these are.
    pub length: i64,
    /// The score; may be infinite, but is a number.
    pub score: f64,
    /// The player's name.
    pub name: String,
    /// The hash of the token that it belongs to.
    pub token: String,
    /// When it was handed in, in milliseconds since 1970.
    pub created: i64,
    /// Whether it is kept from boards.
    pub hidden: bool,
    /// The version of the engine that verified it last, or `failed` with one.
    pub verified_by: String,
}

/// A row of the table of scores.
type Row = (String, String, String, String, String, i64, f64, String, String, i64, i64, String);

const COLUMNS: &str =
    "s.id, s.board, s.hash, s.seed, s.moves, s.length, s.score, s.name, s.token, s.created, s.hidden, \
     s.verified_by";

fn score(
    (id, board, hash, seed, moves, length, score, name, token, created, hidden, verified_by): Row,
) -> Score {
    let hidden = hidden != 0;
    Score { id, board, hash, seed, moves, length, score, name, token, created, hidden, verified_by }
}

/// That one game is ranked before another: more points, then fewer moves, then earlier.
fn before(one: &str, other: &str) -> String {
    let (a, b) = (one, other);
    format!(
        "({a}.score > {b}.score OR ({a}.score = {b}.score AND ({a}.length < {b}.length \
         OR ({a}.length = {b}.length AND ({a}.created < {b}.created \
         OR ({a}.created = {b}.created AND {a}.id < {b}.id))))))"
    )
}

/// A seed that the service gave for one ranked game.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    /// Its secret name.
    pub id: String,
    /// The board it is for.
    pub board: String,
    /// The seed.
    pub seed: String,
    /// Until when it is good, in milliseconds since 1970.
    pub expires: i64,
}

/// What became of a game that was to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is kept.
    New,
    /// It was there already.
    Known,
    /// Its session was used before, or has run out.
    NoSession,
}

/// What is asked for by a name that strangers send. PostgreSQL fails at a text with a NUL,
/// which is the name of nothing.
fn asked(name: &str) -> &str {
    if name.contains('\0') {
        "-"
    } else {
        name
    }
}

impl Store {
    /// Opens a database, makes it where there is none, and brings it up to date.
    ///
    /// # Errors
    /// It can't be opened.
    pub async fn open(address: &str) -> Result<Store, Error> {
        if address.starts_with("postgres") {
            let pool = PgPoolOptions::new().max_connections(8).acquire_timeout(Duration::from_secs(5));
            let pool = pool.connect(address).await?;
            migrations::migrator().await?.run(&pool).await?;
            return Ok(Store { pool: Pool::Postgres(pool) });
        }
        let options = SqliteConnectOptions::from_str(address)?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5));
        // A database in memory is one connection's own.
        let connections = if address.contains(":memory:") { 1 } else { 4 };
        let pool = SqlitePoolOptions::new().max_connections(connections);
        let pool = pool.acquire_timeout(Duration::from_secs(5)).connect_with(options).await?;
        migrations::migrator().await?.run(&pool).await?;
        Ok(Store { pool: Pool::Sqlite(pool) })
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// It does not.
    pub async fn ping(&self) -> Result<(), Error> {
        on!(self, pool => sqlx::query("SELECT 1").execute(pool).await.map(|_| ()))
    }

    /// Lets go of the database when all that runs has ended.
    pub async fn close(&self) {
        on!(self, pool => pool.close().await);
    }

    /// A value that is kept from start to start, made where there is none.
    ///
    /// # Errors
    /// The database fails.
    pub async fn kept_value(&self, name: &str, first: &str) -> Result<String, Error> {
        on!(self, pool => {
            let insert = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            sqlx::query(insert).bind(name).bind(first).execute(pool).await?;
            sqlx::query_scalar("SELECT value FROM meta WHERE name = $1").bind(name).fetch_one(pool).await
        })
    }

    /// Makes a board, unless there is one of its name.
    ///
    /// # Errors
    /// The database fails.
    pub async fn add_board(&self, board: &Board) -> Result<(), Error> {
        let insert =
            "INSERT INTO boards (id, kind, title, source) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        on!(self, pool => {
            let query = sqlx::query(insert).bind(&board.id).bind(&board.kind);
            query.bind(&board.title).bind(&board.source).execute(pool).await.map(|_| ())
        })
    }

    /// A board.
    ///
    /// # Errors
    /// The database fails.
    pub async fn board(&self, id: &str) -> Result<Option<Board>, Error> {
        let select = "SELECT id, kind, title, source FROM boards WHERE id = $1";
        let row: Option<(String, String, String, String)> =
            on!(self, pool => sqlx::query_as(select).bind(asked(id)).fetch_optional(pool).await?);
        Ok(row.map(|(id, kind, title, source)| Board { id, kind, title, source }))
    }

    /// Boards with games, those with most games first, each with their number.
    ///
    /// # Errors
    /// The database fails.
    pub async fn boards(&self, limit: i64) -> Result<Vec<(Board, i64)>, Error> {
        let select = "SELECT b.id, b.kind, b.title, b.source, COUNT(*) FROM boards b \
                      JOIN scores s ON s.board = b.id AND s.hidden = 0 \
                      GROUP BY b.id, b.kind, b.title, b.source ORDER BY COUNT(*) DESC, b.id LIMIT $1";
        let rows: Vec<(String, String, String, String, i64)> =
            on!(self, pool => sqlx::query_as(select).bind(limit).fetch_all(pool).await?);
        let board = |(id, kind, title, source, games)| (Board { id, kind, title, source }, games);
        Ok(rows.into_iter().map(board).collect())
    }

    /// Keeps a game, and uses up its session, both or neither.
    ///
    /// # Errors
    /// The database fails.
    pub async fn add_score(&self, new: &Score, session: Option<&str>) -> Result<Kept, Error> {
        let insert =
            "INSERT INTO scores (id, board, hash, seed, moves, length, score, name, token, created, \
                      hidden, verified_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
                      ON CONFLICT DO NOTHING";
        let consume = "UPDATE sessions SET used = 1 WHERE id = $1 AND used = 0 AND expires >= $2";
        on!(self, pool => {
            let mut transaction = pool.begin().await?;
            if let Some(session) = session {
                let query = sqlx::query(consume).bind(session).bind(new.created);
                if query.execute(&mut *transaction).await?.rows_affected() == 0 {
                    return Ok(Kept::NoSession);
                }
            }
            let query = sqlx::query(insert).bind(&new.id).bind(&new.board).bind(&new.hash).bind(&new.seed);
            let query = query.bind(&new.moves).bind(new.length).bind(new.score).bind(&new.name);
            let query = query.bind(&new.token).bind(new.created).bind(i64::from(new.hidden));
            let query = query.bind(&new.verified_by);
            if query.execute(&mut *transaction).await?.rows_affected() == 0 {
                return Ok(Kept::Known);
            }
            transaction.commit().await?;
            Ok(Kept::New)
        })
    }

    /// A game, by its name.
    ///
    /// # Errors
    /// The database fails.
    pub async fn score(&self, id: &str) -> Result<Option<Score>, Error> {
        self.one("id", id).await
    }

    /// A game, by its hash.
    ///
    /// # Errors
    /// The database fails.
    pub async fn score_of_hash(&self, hash: &str) -> Result<Option<Score>, Error> {
        self.one("hash", hash).await
    }

    async fn one(&self, column: &str, value: &str) -> Result<Option<Score>, Error> {
        let select = format!("SELECT {COLUMNS} FROM scores s WHERE s.{column} = $1");
        let row: Option<Row> =
            on!(self, pool => sqlx::query_as(&select).bind(asked(value)).fetch_optional(pool).await?);
        Ok(row.map(score))
    }

    /// How many players are ranked before a game of a board, plus one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn rank(&self, id: &str) -> Result<i64, Error> {
        let select = format!(
            "SELECT COUNT(DISTINCT o.token) FROM scores o JOIN scores s ON s.board = o.board \
             WHERE s.id = $1 AND o.hidden = 0 AND o.token <> s.token AND {}",
            before("o", "s")
        );
        let others: i64 = on!(self, pool => sqlx::query_scalar(&select).bind(id).fetch_one(pool).await?);
        Ok(others + 1)
    }

    /// The best game of each player on a board since a time, in order, behind the game
    /// named `after`; from the first on if that is empty.
    ///
    /// # Errors
    /// The database fails.
    pub async fn listing(
        &self,
        board: &str,
        since: i64,
        after: &str,
        limit: i64,
    ) -> Result<Vec<Score>, Error> {
        let select = format!(
            "SELECT {COLUMNS} FROM scores s WHERE s.board = $1 AND s.hidden = 0 AND s.created >= $2 \
             AND NOT EXISTS (SELECT 1 FROM scores o WHERE o.token = s.token AND o.board = s.board \
             AND o.hidden = 0 AND o.created >= $2 AND {}) \
             AND ($3 = '' OR EXISTS (SELECT 1 FROM scores c WHERE c.id = $3 AND {})) \
             ORDER BY s.score DESC, s.length, s.created, s.id LIMIT $4",
            before("o", "s"),
            before("c", "s")
        );
        let rows: Vec<Row> = on!(self, pool => {
            let query = sqlx::query_as(&select).bind(asked(board)).bind(since).bind(asked(after)).bind(limit);
            query.fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(score).collect())
    }

    /// The games of a token, the latest first.
    ///
    /// # Errors
    /// The database fails.
    pub async fn games_of(&self, token: &str, limit: i64) -> Result<Vec<Score>, Error> {
        let select = format!(
            "SELECT {COLUMNS} FROM scores s WHERE s.token = $1 ORDER BY s.created DESC, s.id LIMIT $2"
        );
        let rows: Vec<Row> = on!(self, pool => {
            sqlx::query_as(&select).bind(token).bind(limit).fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(score).collect())
    }

    /// Gives a game another name; says whether there is one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn rename(&self, id: &str, name: &str) -> Result<bool, Error> {
        let update = "UPDATE scores SET name = $2 WHERE id = $1";
        on!(self, pool => Ok(sqlx::query(update).bind(id).bind(name).execute(pool).await?.rows_affected() > 0))
    }

    /// Erases a game; says whether there was one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn erase(&self, id: &str) -> Result<bool, Error> {
        let delete = "DELETE FROM scores WHERE id = $1";
        on!(self, pool => Ok(sqlx::query(delete).bind(id).execute(pool).await?.rows_affected() > 0))
    }

    /// Keeps a session, and forgets those that ran out a day before.
    ///
    /// # Errors
    /// The database fails.
    pub async fn add_session(&self, session: &Session, now: i64) -> Result<(), Error> {
        let insert = "INSERT INTO sessions (id, board, seed, expires, used) VALUES ($1, $2, $3, $4, 0)";
        on!(self, pool => {
            let old = now - crate::daily::DAY;
            sqlx::query("DELETE FROM sessions WHERE expires < $1").bind(old).execute(pool).await?;
            let query = sqlx::query(insert).bind(&session.id).bind(&session.board);
            query.bind(&session.seed).bind(session.expires).execute(pool).await.map(|_| ())
        })
    }

    /// A session, used or not.
    ///
    /// # Errors
    /// The database fails.
    pub async fn session(&self, id: &str) -> Result<Option<Session>, Error> {
        let select = "SELECT id, board, seed, expires FROM sessions WHERE id = $1";
        let row: Option<(String, String, String, i64)> =
            on!(self, pool => sqlx::query_as(select).bind(asked(id)).fetch_optional(pool).await?);
        Ok(row.map(|(id, board, seed, expires)| Session { id, board, seed, expires }))
    }
}
