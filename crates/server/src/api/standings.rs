//! The standings of seasons that were asked for last. Many games are read for each, in the background, so
//! that a request that ends does not end the counting: in a large database it would never be done.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use polymerge_days::Season;
use tokio::sync::Semaphore;

use super::Failure;

/// The time for which what was counted is given as it is.
const FRESH: Duration = Duration::from_secs(10);

/// The time that a request waits: for longer than the database waits for a lock, so that the answer says
/// why.
const PATIENCE: Duration = Duration::from_secs(8);

/// Seasons that are counted at once: the others wait, so that the database has connections for games.
const MOST_COUNTED: usize = 2;

/// Seasons whose standings are cached.
const MOST_CACHED: usize = 128;

/// Something that was counted, when it was last found to be right, and the number of times that all was
/// forgotten before it was begun.
#[derive(Debug)]
struct Found<T> {
    value: T,
    checked: Instant,
    forgotten: u64,
}

/// Something that one task counts for all who ask for it.
#[derive(Debug)]
struct Counted<T> {
    found: Mutex<Option<Found<T>>>,
    /// Held by the one who counts.
    counting: Arc<tokio::sync::Mutex<()>>,
}

impl<T> Default for Counted<T> {
    fn default() -> Counted<T> {
        Counted { found: Mutex::default(), counting: Arc::default() }
    }
}

/// Locks what no one leaves half done.
fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Clone> Counted<T> {
    /// Returns the value that was found right within a time, if nothing was forgotten since.
    fn known(&self, forgotten: u64, within: Duration) -> Option<T> {
        let found = lock(&self.found);
        let known = found.as_ref().filter(|found| found.forgotten == forgotten);
        known.filter(|found| found.checked.elapsed() < within).map(|found| found.value.clone())
    }
}

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
    /// The number of times that all was forgotten.
    forgotten: Mutex<u64>,
    counting: Arc<Semaphore>,
    /// The time that a request waits. Counting goes on meanwhile.
    patience: Duration,
}

impl Default for Standings {
    fn default() -> Standings {
        Standings {
            first: Arc::default(),
            seasons: Mutex::default(),
            forgotten: Mutex::default(),
            counting: Arc::new(Semaphore::new(MOST_COUNTED)),
            patience: PATIENCE,
        }
    }
}

impl Standings {
    /// The season of the first ranked game.
    ///
    /// # Errors
    /// The season can't be found, or not in time.
    pub async fn first<F>(
        &self,
        count: impl FnOnce(Option<Option<Season>>) -> F,
    ) -> Result<Option<Season>, Failure>
    where
        F: Future<Output = Result<Option<Season>, Failure>> + Send + 'static,
    {
        self.get(Arc::clone(&self.first), count).await
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
        self.get(self.entry(season), count).await
    }

    /// The place of a season; of too many, the one that was asked for longest ago goes.
    fn entry(&self, season: Season) -> Arc<Counted<OfSeason>> {
        let (mut seasons, now) = (lock(&self.seasons), Instant::now());
        if seasons.len() >= MOST_CACHED && !seasons.contains_key(&season) {
            let oldest = seasons.iter().min_by_key(|(_, (asked, _))| *asked).map(|(season, _)| *season);
            if let Some(oldest) = oldest {
                seasons.remove(&oldest);
            }
        }
        let entry = seasons.entry(season).or_insert_with(|| (now, Arc::default()));
        entry.0 = now;
        Arc::clone(&entry.1)
    }

    async fn get<T, F>(
        &self,
        counted: Arc<Counted<T>>,
        count: impl FnOnce(Option<T>) -> F,
    ) -> Result<T, Failure>
    where
        T: Clone + Send + 'static,
        F: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        let waited = async {
            if let Some(value) = counted.known(self.forgotten(), FRESH) {
                return Ok(value);
            }
            let held = Arc::clone(&counted.counting).lock_owned().await;
            // Another request may have counted meanwhile.
            if let Some(value) = counted.known(self.forgotten(), FRESH) {
                return Ok(value);
            }
            let forgotten = self.forgotten();
            let known = counted.known(forgotten, Duration::MAX);
            let (count, permits) = (count(known), Arc::clone(&self.counting));
            let task = tokio::spawn(async move {
                // It is never closed.
                let _permit = permits.acquire_owned().await;
                let value = count.await?;
                let found = Found { value: value.clone(), checked: Instant::now(), forgotten };
                *lock(&counted.found) = Some(found);
                drop(held);
                Ok::<T, Failure>(value)
            });
            task.await.unwrap_or_else(|error| Err(Failure::Failed(format!("a season: {error}"))))
        };
        tokio::time::timeout(self.patience, waited).await.unwrap_or(Err(Failure::Counting))
    }

    fn forgotten(&self) -> u64 {
        *lock(&self.forgotten)
    }

    /// Forgets all: what is counted just now is not kept, either.
    pub fn forget(&self) {
        *lock(&self.forgotten) += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn season(number: i64) -> Season {
        let first = Season::of(0);
        (0..number).fold(first, |season, _| season.next())
    }

    /// Asks for a season that takes some time to count, and is then as given.
    async fn ask(standings: &Standings, number: i64, time: u64, answer: &'static str) -> Option<String> {
        let count = |known: Option<OfSeason>| async move {
            tokio::time::sleep(Duration::from_millis(time)).await;
            let answer = known.map_or(Bytes::from_static(answer.as_bytes()), |known| known.answer);
            Ok(OfSeason { answer, at: Instant::now(), changes: 0, is_over: true })
        };
        let found = standings.of(season(number), count).await.ok()?;
        Some(String::from_utf8(found.answer.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn a_season_is_counted_to_the_end_though_no_request_waits_for_it() {
        let standings = Standings { patience: Duration::from_millis(200), ..Standings::default() };
        let long = 300;
        // Others are not held up by it.
        let (one, same, other) = tokio::join!(
            ask(&standings, 1, long, "one"),
            ask(&standings, 1, long, "same"),
            ask(&standings, 2, 10, "other")
        );
        assert_eq!((one, same, other.as_deref()), (None, None, Some("other")));
        assert_eq!(ask(&standings, 1, long, "again").await.as_deref(), Some("one"));
    }

    #[tokio::test]
    async fn what_was_forgotten_is_counted_again() {
        let standings = Standings::default();
        assert_eq!(ask(&standings, 1, 0, "one").await.as_deref(), Some("one"));
        assert_eq!(ask(&standings, 1, 0, "two").await.as_deref(), Some("one"));
        standings.forget();
        assert_eq!(ask(&standings, 1, 0, "two").await.as_deref(), Some("two"));
        // What is counted meanwhile is not kept.
        let forget = async {
            tokio::time::sleep(Duration::from_millis(20)).await;
            standings.forget();
        };
        let (old, ()) = tokio::join!(ask(&standings, 2, 100, "old"), forget);
        assert_eq!(old.as_deref(), Some("old"));
        assert_eq!(ask(&standings, 2, 0, "new").await.as_deref(), Some("new"));
    }

    #[tokio::test]
    async fn of_too_many_seasons_one_goes() {
        let standings = Standings::default();
        for number in 0..MOST_CACHED as i64 + 1 {
            ask(&standings, number, 0, "first").await;
        }
        assert_eq!(lock(&standings.seasons).len(), MOST_CACHED);
        assert_eq!(ask(&standings, 1, 0, "second").await.as_deref(), Some("first"));
        assert_eq!(ask(&standings, 0, 0, "second").await.as_deref(), Some("second"));
    }
}
