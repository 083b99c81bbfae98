//! Ranked games on their way: the seed that was given, and the moves that were sent so far.

use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::keep::add_board;
use super::{asked, on, Board, Error, Store};

/// A seed that the service gave for one ranked game, with what it has seen of that game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Session {
    /// Its secret name.
    pub id: String,
    /// The board it is for.
    pub board: String,
    /// The seed.
    pub seed: String,
    /// Until when it is good, in milliseconds since 1970.
    pub expires: i64,
    /// The time when the seed was given; 0 for sessions of before.
    pub started: i64,
    /// The moves that were sent: of those that were taken back, too, until others are made.
    pub moves: String,
    /// The number of these moves.
    pub length: i64,
    /// The time when they came.
    pub seen: i64,
    /// The number of times that moves came.
    pub checkpoints: i64,
    /// The longest time between two of them, in milliseconds.
    pub longest: i64,
    /// The number of moves that were taken back.
    pub undone: i64,
    /// The reason why the game can't be ranked any more; empty if it can.
    pub fault: String,
    /// The number of moves that stand, of those that were sent.
    pub place: i64,
    /// Thousandths of moves that came for which there was no time yet.
    pub spent: i64,
}

const COLUMNS: &str =
    "id, board, seed, expires, started, moves, length, seen, checkpoints, longest, undone, \
                       fault, place, spent";

impl<'r, R: Row> FromRow<'r, R> for Session
where
    &'static str: ColumnIndex<R>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> Result<Session, sqlx::Error> {
        Ok(Session {
            id: row.try_get("id")?,
            board: row.try_get("board")?,
            seed: row.try_get("seed")?,
            expires: row.try_get("expires")?,
            started: row.try_get("started")?,
            moves: row.try_get("moves")?,
            length: row.try_get("length")?,
            seen: row.try_get("seen")?,
            checkpoints: row.try_get("checkpoints")?,
            longest: row.try_get("longest")?,
            undone: row.try_get("undone")?,
            fault: row.try_get("fault")?,
            place: row.try_get("place")?,
            spent: row.try_get("spent")?,
        })
    }
}

impl Store {
    /// Keeps a session with its board, which is made if it is missing, and forgets those that ran out a
    /// day before.
    ///
    /// # Errors
    /// The database fails; then neither is kept.
    pub async fn add_session(
        &self,
        session: &Session,
        board: &Board,
        code: Option<&str>,
        now: i64,
    ) -> Result<(), Error> {
        self.check_file()?;
        let insert = "INSERT INTO sessions (id, board, seed, expires, started, seen, used) \
                      VALUES ($1, $2, $3, $4, $5, $5, 0)";
        on!(self, pool => {
            // One transaction: in between the board has no session, and could be removed as empty.
            let mut transaction = pool.begin_with(self.begin()).await?;
            add_board!(transaction, board, code);
            let old = now - crate::daily::DAY;
            let delete = "DELETE FROM sessions WHERE expires < $1";
            sqlx::query(delete).bind(old).execute(&mut *transaction).await?;
            let query = sqlx::query(insert).bind(&session.id).bind(&session.board).bind(&session.seed);
            query.bind(session.expires).bind(session.started).execute(&mut *transaction).await?;
            Ok(transaction.commit().await?)
        })
    }

    /// A session, used or not.
    ///
    /// # Errors
    /// The database fails.
    pub async fn session(&self, id: &str) -> Result<Option<Session>, Error> {
        let select = format!("SELECT {COLUMNS} FROM sessions WHERE id = $1");
        Ok(on!(self, pool => sqlx::query_as(&select).bind(asked(id)).fetch_optional(pool).await?))
    }

    /// Keeps what came of a session since it was read; returns false if something else came meanwhile,
    /// or it was used up.
    ///
    /// # Errors
    /// The database fails.
    pub async fn keep_checkpoint(&self, session: &Session, seen_before: i64) -> Result<bool, Error> {
        self.check_file()?;
        let update =
            "UPDATE sessions SET moves = $3, length = $4, seen = $5, checkpoints = $6, longest = $7, \
                      undone = $8, fault = $9, place = $10, spent = $11 WHERE id = $1 AND seen = $2 AND used = 0";
        on!(self, pool => {
            let query = sqlx::query(update).bind(&session.id).bind(seen_before).bind(&session.moves);
            let query = query.bind(session.length).bind(session.seen).bind(session.checkpoints);
            let query = query.bind(session.longest).bind(session.undone).bind(&session.fault);
            let query = query.bind(session.place).bind(session.spent);
            Ok(query.execute(pool).await?.rows_affected() > 0)
        })
    }
}
