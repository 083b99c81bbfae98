//! The standings of seasons that were asked for last. Many games are read for each, in the background.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use polymerge_days::Season;
use tokio::sync::Semaphore;

use super::Failure;
use crate::counted::{Counted, Times};

/// A request waits for longer than the database waits for a lock, so that the answer says why.
const TIMES: Times = Times { fresh: Duration::from_secs(10), stale: None, wait: Duration::from_secs(8) };

/// Seasons that are counted at once: the others wait, so that the database has connections for games.
const MOST_COUNTED: usize = 2;

/// Seasons whose standings are cached.
const MOST_CACHED: usize = 128;

/// The standings of a season.
#[derive(Clone, Debug)]
pub struct OfSeason {
    /// The answer, as JSON.
    pub answer: Bytes,
    /// The time when it was counted.
    pub at: Instant,
    /// The number of changes of past games before that.
    pub changes: i64,
    /// True if the season was over then.
    pub is_over: bool,
}

/// The standings of a season, and when they were last asked for.
type Entry = (Instant, Arc<Counted<OfSeason>>);

/// All that was counted.
#[derive(Debug)]
pub struct Standings {
    first: Arc<Counted<Option<Season>>>,
    seasons: Mutex<HashMap<Season, Entry>>,
    counting: Arc<Semaphore>,
}

impl Default for Standings {
    fn default() -> Standings {
        Standings {
            first: Counted::new(TIMES),
            seasons: Mutex::default(),
            counting: Arc::new(Semaphore::new(MOST_COUNTED)),
        }
    }
}

impl Standings {
    /// The season of the first ranked game.
    ///
    /// # Errors
    /// The season can't be found, or not in time.
    pub async fn first<F>(&self, count: F) -> Result<Option<Season>, Failure>
    where
        F: Future<Output = Result<Option<Season>, Failure>> + Send + 'static,
    {
        self.first.get(|_| self.limited(count)).await
    }

    /// The standings of a season; `count` gets those of before, if nothing was forgotten since.
    ///
    /// # Errors
    /// The games can't be counted, or not in time.
    pub async fn of<F>(
        &self,
        season: Season,
        count: impl FnOnce(Option<OfSeason>) -> F,
    ) -> Result<OfSeason, Failure>
    where
        F: Future<Output = Result<OfSeason, Failure>> + Send + 'static,
    {
        self.entry(season).get(|known| self.limited(count(known))).await
    }

    fn seasons(&self) -> MutexGuard<'_, HashMap<Season, Entry>> {
        self.seasons.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The place of a season; of too many, the one that was asked for longest ago goes.
    fn entry(&self, season: Season) -> Arc<Counted<OfSeason>> {
        let (mut seasons, now) = (self.seasons(), Instant::now());
        if seasons.len() >= MOST_CACHED && !seasons.contains_key(&season) {
            let oldest = seasons.iter().min_by_key(|(_, (asked, _))| *asked).map(|(season, _)| *season);
            if let Some(oldest) = oldest {
                seasons.remove(&oldest);
            }
        }
        let entry = seasons.entry(season).or_insert_with(|| (now, Counted::new(TIMES)));
        entry.0 = now;
        Arc::clone(&entry.1)
    }

    /// A count that waits for its turn.
    fn limited<T, F: Future<Output = T>>(&self, count: F) -> impl Future<Output = T> + use<T, F> {
        let permits = Arc::clone(&self.counting);
        async move {
            // It is never closed.
            let _permit = permits.acquire_owned().await;
            count.await
        }
    }

    /// Forgets all: what is counted just now is not kept, either.
    pub fn forget(&self) {
        self.first.forget();
        for (_, season) in self.seasons().values() {
            season.forget();
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    fn season(number: i64) -> Season {
        let first = Season::of(0);
        (0..number).fold(first, |season, _| season.next())
    }

    /// Asks for a season that is as given.
    async fn ask(standings: &Standings, number: i64, answer: &'static str) -> Option<String> {
        ask_after(standings, number, async {}, answer).await
    }

    /// Asks for a season that is counted once something has happened.
    async fn ask_after(
        standings: &Standings,
        number: i64,
        happens: impl Future<Output = ()> + Send + 'static,
        answer: &'static str,
    ) -> Option<String> {
        let count = |known: Option<OfSeason>| async move {
            happens.await;
            let answer = known.map_or(Bytes::from_static(answer.as_bytes()), |known| known.answer);
            Ok(OfSeason { answer, at: Instant::now(), changes: 0, is_over: true })
        };
        let found = standings.of(season(number), count).await.ok()?;
        Some(String::from_utf8(found.answer.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn seasons_do_not_wait_for_each_other() {
        let standings = Standings::default();
        let (answered, other_answered) = oneshot::channel();
        let one = ask_after(&standings, 1, async { other_answered.await.unwrap() }, "one");
        let other = async {
            let other = ask(&standings, 2, "other").await;
            answered.send(()).unwrap();
            other
        };
        let (one, other) = tokio::join!(one, other);
        assert_eq!((one.as_deref(), other.as_deref()), (Some("one"), Some("other")));
    }

    #[tokio::test]
    async fn what_was_forgotten_is_counted_again() {
        let standings = Standings::default();
        assert_eq!(ask(&standings, 1, "one").await.as_deref(), Some("one"));
        assert_eq!(ask(&standings, 1, "two").await.as_deref(), Some("one"));
        standings.forget();
        assert_eq!(ask(&standings, 1, "two").await.as_deref(), Some("two"));
        // What is counted meanwhile is not kept.
        let ((begun, begins), (forgotten, is_forgotten)) = (oneshot::channel(), oneshot::channel());
        let count = async {
            begun.send(()).unwrap();
            is_forgotten.await.unwrap();
        };
        let forget = async {
            begins.await.unwrap();
            standings.forget();
            forgotten.send(()).unwrap();
        };
        let (old, ()) = tokio::join!(ask_after(&standings, 2, count, "old"), forget);
        assert_eq!(old.as_deref(), Some("old"));
        assert_eq!(ask(&standings, 2, "new").await.as_deref(), Some("new"));
    }

    #[tokio::test]
    async fn of_too_many_seasons_one_goes() {
        let standings = Standings::default();
        for number in 0..MOST_CACHED as i64 + 1 {
            ask(&standings, number, "first").await;
        }
        assert_eq!(standings.seasons().len(), MOST_CACHED);
        assert_eq!(ask(&standings, 1, "second").await.as_deref(), Some("first"));
        assert_eq!(ask(&standings, 0, "second").await.as_deref(), Some("second"));
    }
}
