//! The statistics by which PostgreSQL plans. Plans that were made for empty tables read all of an index for
//! each game; its own daemon looks once a minute whether tables have grown, and thousands of games come in one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use super::{Error, Pool, Store};

/// Numbers of games kept by this service after which the statistics are looked at. Later the daemon has them.
const STEPS: [usize; 5] = [64, 256, 1_024, 4_096, 16_384];

/// The number of games that this service has kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Growth(Arc<AtomicUsize>);

impl Growth {
    /// Counts games; returns the step that is reached with them.
    fn add(&self, games: usize) -> Option<usize> {
        let before = self.0.fetch_add(games, Ordering::Relaxed);
        STEPS.into_iter().rev().find(|step| before < *step && *step <= before + games)
    }
}

impl Store {
    /// Counts games that were kept. If PostgreSQL knows of fewer than that, it is asked to look.
    ///
    /// # Errors
    /// The database fails. It may be slower then, and is right.
    pub async fn grow(&self, games: usize) -> Result<(), Error> {
        let Pool::Postgres(pool) = &self.pool else { return Ok(()) };
        let Some(step) = self.growth.add(games) else { return Ok(()) };
        let select = "SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE oid = CAST('scores' AS regclass)";
        let known: i64 = sqlx::query_scalar(select).fetch_one(pool).await?;
        if known < step as i64 {
            let analyze = "ANALYZE scores, players, tokens, boards, modes, sessions, endings";
            sqlx::query(analyze).execute(pool).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_is_reached_once() {
        let growth = Growth::default();
        let reached: Vec<usize> = (0..700).filter_map(|_| growth.add(30)).collect();
        assert_eq!(reached, STEPS);
        assert_eq!(Growth::default().add(5_000), Some(4_096));
    }
}
