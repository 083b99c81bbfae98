//! The statistics by which PostgreSQL plans. Plans that were made for empty tables read all of an index for
//! each game; its own daemon looks once a minute whether tables have grown, and thousands of games come in one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sqlx::postgres::PgPool;

use super::{Error, Pool, Store};

/// Numbers of games kept by this service after which the statistics are looked at. Later the daemon has them.
const STEPS: [usize; 5] = [64, 256, 1_024, 4_096, 16_384];

/// The number of games that this service has kept, and the last step after which it has looked.
#[derive(Clone, Debug, Default)]
pub(super) struct Growth(Arc<(AtomicUsize, AtomicUsize)>);

impl Growth {
    /// Counts games; returns the step that is reached with them and was not before.
    fn add(&self, games: usize) -> Option<usize> {
        let games = self.0.0.fetch_add(games, Ordering::Relaxed) + games;
        let step = STEPS.into_iter().rfind(|step| *step <= games)?;
        (self.0.1.fetch_max(step, Ordering::Relaxed) < step).then_some(step)
    }

    /// Gives back a step after which the look has failed: the next games reach it again.
    fn give_back(&self, step: usize) {
        let before = STEPS.into_iter().rfind(|other| *other < step).unwrap_or_default();
        // If a later step was reached meanwhile, that one is looked at.
        let _later = self.0.1.compare_exchange(step, before, Ordering::Relaxed, Ordering::Relaxed);
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
        look(pool, step).await.inspect_err(|_| self.growth.give_back(step))
    }
}

/// Asks PostgreSQL to look at its tables, if it knows of fewer games than this.
async fn look(pool: &PgPool, games: usize) -> Result<(), Error> {
    let select = "SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE oid = CAST('scores' AS regclass)";
    let known: i64 = sqlx::query_scalar(select).fetch_one(pool).await?;
    if known < games as i64 {
        let analyze = "ANALYZE scores, players, tokens, boards, modes, sessions, endings";
        sqlx::query(analyze).execute(pool).await?;
    }
    Ok(())
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

    #[test]
    fn a_step_that_is_given_back_is_reached_again() {
        let growth = Growth::default();
        assert_eq!((growth.add(300), growth.add(1)), (Some(256), None));
        growth.give_back(256);
        assert_eq!((growth.add(1), growth.add(1)), (Some(256), None));
        // After a later step there is nothing to give back.
        assert_eq!(growth.add(1_000), Some(1_024));
        growth.give_back(256);
        assert_eq!(growth.add(1), None);
    }
}
