//! Games that are to be kept: several at once, each whole or not at all.

use std::borrow::Cow;
use std::cell::OnceCell;

use polymerge::{proof, Limits};

use super::endings::ADD_ENDING;
use super::{on, Board, Error, Score, Store, COLUMNS};
use crate::ending::Ending;

/// A game that is to be kept, with its board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct New {
    /// The board, which is made if it is missing.
    pub board: Board,
    /// The code of the mode, if it is kept apart from the board.
    pub code: Option<String>,
    /// The game.
    pub score: Score,
    /// The session that it uses up.
    pub session: Option<String>,
    /// Its last board, if it is known.
    pub ending: Option<Ending>,
}

/// The result of keeping a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Kept {
    /// The game was new, and is stored.
    New {
        /// The game that it follows, as [`Score::follows`] says; empty if there is none.
        follows: String,
    },
    /// The game was stored already, perhaps with some moves more or fewer that bring no points.
    Known(Box<Score>),
    /// Its session was used before, or has run out.
    NoSession,
}

/// Games of one seed and score that a new one is compared with.
const MOST_COPIES: i64 = 32;

/// Moves that a game shares at least with one that it follows: fewer are shared by chance.
const LEAST_SHARED: usize = 32;

/// Keeps the code of a mode under its hash.
pub(super) const ADD_CODE: &str = "INSERT INTO modes (hash, code) VALUES ($1, $2) ON CONFLICT DO NOTHING";

/// Makes a board, unless there is one of its name, and keeps the code of its mode.
macro_rules! add_board {
    ($transaction:expr, $board:expr, $code:expr) => {
        if let Some(code) = $code {
            sqlx::query($crate::store::keep::ADD_CODE)
                .bind(&$board.mode)
                .bind(code)
                .execute(&mut *$transaction)
                .await?;
        }
        let insert = "INSERT INTO boards (id, kind, title, source, mode) VALUES ($1, $2, $3, $4, $5) \
                      ON CONFLICT DO NOTHING";
        let query = sqlx::query(insert).bind(&$board.id).bind(&$board.kind).bind(&$board.title);
        query.bind(&$board.source).bind(&$board.mode).execute(&mut *$transaction).await?;
    };
}
pub(super) use add_board;

/// Keeps a game as it is; the number of rows, which is 0 if its name or hash is there.
macro_rules! insert {
    ($transaction:expr, $new:expr) => {{
        let insert =
            "INSERT INTO scores (id, board, hash, seed, moves, length, score, name, token, created, \
                      hidden, verified_by, checked_by, follows, request, looks, reads) \
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) \
                      ON CONFLICT DO NOTHING";
        let new = $new;
        let query = sqlx::query(insert).bind(&new.id).bind(&new.board).bind(&new.hash).bind(&new.seed);
        let query = query.bind(&new.moves).bind(new.length).bind(new.score).bind(&new.name);
        let query = query.bind(&new.token).bind(new.created).bind(i64::from(new.hidden));
        let query = query.bind(&new.verified_by).bind(&new.checked_by).bind(&new.follows);
        let $crate::skeleton::Skeleton { looks, reads } = $crate::skeleton::Skeleton::of(&new.name);
        let query = query.bind(&new.request).bind(looks).bind(reads);
        query.execute(&mut *$transaction).await?.rows_affected()
    }};
}
pub(super) use insert;

/// The game that a new one repeats, or the earliest of which it is a copy.
macro_rules! original {
    ($transaction:expr, $new:expr) => {{
        let select = format!(
            "SELECT {COLUMNS} FROM scores s WHERE s.board = $1 AND s.seed = $2 AND s.score = $3 \
             ORDER BY s.hash <> $4, s.created, s.id LIMIT {MOST_COPIES}"
        );
        let query = sqlx::query_as(&select).bind(&$new.board).bind(&$new.seed).bind($new.score);
        let rows: Vec<Score> = query.bind(&$new.hash).fetch_all(&mut *$transaction).await?;
        let moves = (!rows.is_empty()).then(|| moves_of($new)).flatten();
        rows.into_iter().find(|known| is_copy(known, $new, moves.as_deref()))
    }};
}

/// Returns true if the moves of one of two games of a seed begin with those of the other.
fn is_copy(known: &Score, new: &Score, moves: Option<&[u8]>) -> bool {
    let both = usize::try_from(known.length.min(new.length)).unwrap_or(0);
    known.moves == new.moves
        || matches!((moves_of(known), moves), (Some(known), Some(new)) if known.get(..both) == new.get(..both))
}

/// The game that a new one follows: of the best games of its seed that others have handed in,
/// the one with which it shares the most moves.
macro_rules! followed {
    ($transaction:expr, $new:expr) => {{
        let select = format!(
            "SELECT {COLUMNS} FROM scores s WHERE s.board = $1 AND s.seed = $2 AND s.token <> $3 \
             AND s.hidden = 0 ORDER BY s.score DESC LIMIT {MOST_COPIES}"
        );
        let query = sqlx::query_as(&select).bind(&$new.board).bind(&$new.seed).bind(&$new.token);
        followed_of(query.fetch_all(&mut *$transaction).await?, $new)
    }};
}

/// Returns the name of the game that a new game follows; an empty name if there is none.
fn followed_of(known: Vec<Score>, new: &Score) -> String {
    let own: OnceCell<Vec<u8>> = OnceCell::new();
    let shared = |known: &Score| {
        let own = own.get_or_init(|| moves_of(new).unwrap_or_default());
        let moves = moves_of(known).unwrap_or_default();
        // The rest of the string, after its moves, is padding.
        let both = usize::try_from(known.length.min(new.length)).unwrap_or(0);
        moves.iter().zip(own).take(both).take_while(|(known, own)| known == own).count()
    };
    let shared = known.into_iter().map(|known| (shared(&known), known));
    let most = shared.max_by_key(|(shared, known)| (*shared, -known.created));
    match most {
        Some((shared, known)) if shared >= LEAST_SHARED && 2 * shared as i64 > new.length => known.id,
        _ => String::new(),
    }
}

/// Returns the moves of a game, however many the service takes.
fn moves_of(score: &Score) -> Option<Vec<u8>> {
    let mut limits = Limits::default();
    limits.code.moves = usize::MAX;
    proof::read_moves(&score.moves, &limits).ok().map(|moves| moves.moves)
}

impl Store {
    /// The statement that begins a transaction with writes: SQLite must know that from the
    /// first.
    pub(super) fn begin(&self) -> &'static str {
        match &self.pool {
            super::Pool::Sqlite(_) => "BEGIN IMMEDIATE",
            super::Pool::Postgres(_) => "BEGIN",
        }
    }

    /// Keeps games, and uses up their sessions: all that are new, or none if the database fails.
    ///
    /// A game is no new one if there is one of the same board, seed and score whose moves
    /// it begins with, or which begins with its moves: moves that bring no points would
    /// otherwise make many games of one.
    ///
    /// A new game of an open board follows another player's of its seed if more than half of its
    /// moves, and 32 at least, are those that the other one begins with.
    ///
    /// # Errors
    /// The database fails.
    pub async fn keep(&self, games: &[New]) -> Result<Vec<Kept>, Error> {
        self.check_file()?;
        on!(self, pool => {
            let mut transaction = pool.begin_with(self.begin()).await?;
            let mut kept = Vec::with_capacity(games.len());
            for New { board, code, score: new, session, ending } in games {
                add_board!(transaction, board, code);
                if let Some(known) = original!(transaction, new) {
                    kept.push(Kept::Known(Box::new(known)));
                    continue;
                }
                let mut new = Cow::Borrowed(new);
                if board.kind == "open" {
                    let follows = followed!(transaction, &new);
                    if !follows.is_empty() {
                        new.to_mut().follows = follows;
                    }
                }
                let new = &*new;
                let mut good = true;
                if let Some(session) = session {
                    let consume = "UPDATE sessions SET used = 1 WHERE id = $1 AND used = 0 AND expires >= $2";
                    let query = sqlx::query(consume).bind(session).bind(new.created);
                    good = query.execute(&mut *transaction).await?.rows_affected() > 0;
                }
                if good && insert!(transaction, new) > 0 {
                    if let Some(Ending { board, picture }) = ending {
                        let query = sqlx::query(ADD_ENDING).bind(&new.id).bind(board).bind(picture);
                        query.execute(&mut *transaction).await?;
                    }
                    kept.push(Kept::New { follows: new.follows.clone() });
                    continue;
                }
                // Another process may have kept it in between.
                kept.push(match original!(transaction, new) {
                    Some(known) => Kept::Known(Box::new(known)),
                    None => Kept::NoSession,
                });
            }
            transaction.commit().await?;
            Ok(kept)
        })
    }
}
