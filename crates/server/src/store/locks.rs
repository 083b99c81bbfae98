//! The locks that a batch of games needs, taken in one order: two transactions would wait for each other.

use std::collections::BTreeSet;
use std::future::Future;

use sqlx::{PgConnection, SqliteConnection};

use super::{New, SECRET};
use crate::token::sha256;

/// A connection within a transaction.
pub(super) trait Locks {
    /// Locks what the games of a batch need. Returns true if names are locked with it: then no other transaction
    /// chooses one until the end of this one.
    fn lock_games(&mut self, games: &[New]) -> impl Future<Output = Result<bool, sqlx::Error>> + Send;
}

impl Locks for SqliteConnection {
    /// Transactions that write follow each other.
    async fn lock_games(&mut self, _: &[New]) -> Result<bool, sqlx::Error> {
        Ok(true)
    }
}

/// Locks seeds, whatever the kind of their boards: a copy of a game, with more moves or fewer, that another service
/// keeps just now is seen only then.
const LOCK_SEEDS: &str = "SELECT pg_advisory_xact_lock(seed) FROM unnest($1::bigint[]) AS seed";

/// Locks players, names, boards and sessions, in this order. A statement sees the rows that were there when it began:
/// so this one comes after the wait for seeds, since the games that were waited for may have made players. Boards are
/// not removed until the games are on them; their table comes before that of sessions, as wherever several tables are
/// locked, and sessions are in the order in which moves that are sent change them.
const LOCK_ROWS: &str = "WITH \
    p AS (SELECT 1 FROM players WHERE token = ANY($1) ORDER BY token FOR NO KEY UPDATE), \
    n AS (SELECT 1 FROM meta WHERE name = $2 FOR NO KEY UPDATE), \
    b AS (SELECT 1 FROM boards WHERE id = ANY($3) ORDER BY id FOR KEY SHARE), \
    s AS (SELECT 1 FROM sessions WHERE id = ANY($4) ORDER BY id FOR NO KEY UPDATE) \
    SELECT (SELECT COUNT(*) FROM p), (SELECT COUNT(*) FROM n), (SELECT COUNT(*) FROM b), (SELECT COUNT(*) FROM s)";

impl Locks for PgConnection {
    async fn lock_games(&mut self, games: &[New]) -> Result<bool, sqlx::Error> {
        let are_names_locked = may_choose_names(games);
        sqlx::query(LOCK_SEEDS).bind(seeds_of(games)).execute(&mut *self).await?;
        let query = sqlx::query(LOCK_ROWS)
            .bind(each(games.iter().map(|game| game.score.token.as_str())))
            .bind(if are_names_locked { SECRET } else { "" })
            .bind(each(games.iter().map(|game| game.board.id.as_str())))
            .bind(each(games.iter().filter_map(|game| game.session.as_deref())));
        query.execute(self).await?;
        Ok(are_names_locked)
    }
}

/// Numbers for the boards and seeds of games, in order and each once.
fn seeds_of(games: &[New]) -> Vec<i64> {
    let number = |game: &New| {
        let hash = sha256(format!("{} {}", game.score.board, game.score.seed).as_bytes());
        let first = hash.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok());
        first.unwrap_or_default() as i64
    };
    games.iter().map(number).collect::<BTreeSet<i64>>().into_iter().collect()
}

/// Texts in order, each once.
fn each<'g>(texts: impl Iterator<Item = &'g str>) -> Vec<&'g str> {
    texts.collect::<BTreeSet<&str>>().into_iter().collect()
}

/// Returns true if games look as if names of theirs were chosen: those of players of whom another name is known, or
/// none.
fn may_choose_names(games: &[New]) -> bool {
    let may = |game: &New| !game.other_names.is_empty() && game.known_as.as_ref() != Some(&game.score.name);
    games.iter().any(may)
}
