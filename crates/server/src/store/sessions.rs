//! Ranked games on their way: the seed that was given, and the moves that were sent so far.

use super::keep::add_board;
use super::row::from_row;
use super::{Board, Error, Store, asked, on};

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

/// Moves that came of a session.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The session with them.
    pub session: Session,
    /// The time when moves came before, as it was read.
    pub seen_before: i64,
}

const COLUMNS: &str = "id, board, seed, expires, started, moves, length, seen, checkpoints, longest, undone, \
                       fault, place, spent";

from_row!(Session {
    id, board, seed, expires, started, moves, length, seen, checkpoints, longest, undone, fault, place, spent
} flags {});

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

    /// Keeps what came of sessions since they were read, together. Returns false for those of which
    /// something else came meanwhile, and for those that were used up.
    ///
    /// # Errors
    /// The database fails; then nothing is kept.
    pub async fn keep_checkpoints(&self, checkpoints: &[Checkpoint]) -> Result<Vec<bool>, Error> {
        self.check_file()?;
        let update = "UPDATE sessions SET moves = $3, length = $4, seen = $5, checkpoints = $6, longest = $7, \
                      undone = $8, fault = $9, place = $10, spent = $11 WHERE id = $1 AND seen = $2 AND used = 0";
        // In one order: two transactions would wait for each other.
        let mut order: Vec<usize> = (0..checkpoints.len()).collect();
        order.sort_by_key(|place| checkpoints.get(*place).map(|checkpoint| &checkpoint.session.id));
        let mut kept = vec![false; checkpoints.len()];
        on!(writing of self, pool => {
            let mut transaction = pool.begin_with(self.begin()).await?;
            for place in order {
                let (Some(Checkpoint { session, seen_before }), Some(is_kept)) =
                    (checkpoints.get(place), kept.get_mut(place)) else { continue };
                let query = sqlx::query(update).bind(&session.id).bind(seen_before).bind(&session.moves);
                let query = query.bind(session.length).bind(session.seen).bind(session.checkpoints);
                let query = query.bind(session.longest).bind(session.undone).bind(&session.fault);
                let query = query.bind(session.place).bind(session.spent);
                *is_kept = query.execute(&mut *transaction).await?.rows_affected() > 0;
            }
            transaction.commit().await?;
        });
        Ok(kept)
    }
}
