//! The first moves of games, by which copies are found however many games a seed has.

use polymerge::{Limits, proof};

use super::{Error, Score, Store, on};

/// Moves that a game shares at least with one that it follows: fewer are shared by chance.
pub(super) const LEAST_SHARED: usize = 32;

/// The name under which it is kept that the heads of all games are stored.
const HEADS: &str = "heads";

/// The present form of heads.
const VERSION: &str = "1";

/// Rows that are read at once.
const PAGE: i64 = 500;

/// Returns the moves of a game, however many the service takes.
pub(super) fn moves_of(score: &Score) -> Option<Vec<u8>> {
    moves_in(&score.moves, score.length)
}

fn moves_in(moves: &str, length: i64) -> Option<Vec<u8>> {
    let mut limits = Limits::default();
    limits.code.moves = usize::MAX;
    let mut moves = proof::read_moves(moves, &limits).ok()?.moves;
    // The rest of the string, after its moves, is padding.
    moves.truncate(usize::try_from(length).unwrap_or(0));
    Some(moves)
}

/// Returns a text of the first moves of a game; an empty one if it has fewer.
pub(super) fn head(moves: &str, length: i64) -> String {
    let moves = moves_in(moves, length).unwrap_or_default();
    let first = moves.get(..LEAST_SHARED).unwrap_or_default();
    first.iter().map(|&direction| char::from(b'0' + direction.min(63))).collect()
}

impl Store {
    /// Computes the heads of games that were kept before there were heads.
    pub(super) async fn index_heads(&self) -> Result<(), Error> {
        let stored = "SELECT value FROM meta WHERE name = $1";
        let page = "SELECT id, moves, length FROM scores WHERE id > $1 ORDER BY id LIMIT $2";
        let update = "UPDATE scores SET head = $2 WHERE id = $1 AND head <> $2";
        let done = "INSERT INTO meta (name, value) VALUES ($1, $2) \
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        on!(self, pool => {
            let known: Option<String> = sqlx::query_scalar(stored).bind(HEADS).fetch_optional(pool).await?;
            if known.as_deref() == Some(VERSION) {
                return Ok(());
            }
            let mut transaction = pool.begin_with(self.begin()).await?;
            let mut after = String::new();
            loop {
                let query = sqlx::query_as(page).bind(&after).bind(PAGE);
                let rows: Vec<(String, String, i64)> = query.fetch_all(&mut *transaction).await?;
                let Some((last, ..)) = rows.last() else { break };
                after.clone_from(last);
                for (id, moves, length) in rows {
                    let query = sqlx::query(update).bind(id).bind(head(&moves, length));
                    query.execute(&mut *transaction).await?;
                }
            }
            sqlx::query(done).bind(HEADS).bind(VERSION).execute(&mut *transaction).await?;
            Ok(transaction.commit().await?)
        })
    }
}
