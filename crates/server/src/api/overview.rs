//! The list of all boards, which is counted in the background: that reads an index of all games.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use tokio::sync::OwnedMutexGuard;
use tokio::task::JoinHandle;

use super::Failure;

/// The time after which the list is counted again.
const FRESH: Duration = Duration::from_secs(5);

/// The age at which the list is only given while counts go well.
const STALE: Duration = Duration::from_secs(60);

/// The list of boards as it is known.
#[derive(Debug, Default)]
struct Known {
    /// The list that was made last, and when.
    made: Option<(Instant, Bytes)>,
    /// True if the count after it failed.
    has_failed: bool,
    /// Raised when the list is forgotten: counts that began before are not kept.
    generation: u64,
}

/// The list of boards.
#[derive(Debug, Default)]
pub struct Overview {
    known: Mutex<Known>,
    /// Held by the one who counts.
    counting: Arc<tokio::sync::Mutex<()>>,
}

impl Overview {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The list, if it was made just now.
    fn fresh(&self) -> Option<Bytes> {
        self.known().made.as_ref().filter(|(at, _)| at.elapsed() < FRESH).map(|(_, list)| list.clone())
    }

    /// The list that is given while it is counted again: one of any age, unless it can't be counted.
    fn old(&self) -> Option<Bytes> {
        let known = self.known();
        let is_given = |at: &Instant| !known.has_failed || at.elapsed() < STALE;
        known.made.as_ref().filter(|(at, _)| is_given(at)).map(|(_, list)| list.clone())
    }

    /// Gives the list. One count serves all that wait here; none waits where there is an old list. The
    /// count goes on when the requests that wait for it have ended, so that it is done at last, however
    /// long it takes.
    pub async fn get<F>(self: &Arc<Self>, count: F) -> Result<Bytes, Failure>
    where
        F: Future<Output = Result<Bytes, Failure>> + Send + 'static,
    {
        if let Some(list) = self.fresh() {
            return Ok(list);
        }
        if let Some(list) = self.old() {
            if let Ok(held) = Arc::clone(&self.counting).try_lock_owned() {
                // Where it fails the next request tries again, and says why once the list is too old.
                drop(self.begin(held, count));
            }
            return Ok(list);
        }
        // Bounded by the time that a request may take.
        let held = Arc::clone(&self.counting).lock_owned().await;
        // Another request may have counted meanwhile.
        if let Some(list) = self.fresh() {
            return Ok(list);
        }
        self.begin(held, count).await.unwrap_or_else(|error| Err(Failure::Failed(error.to_string())))
    }

    /// Begins a count.
    fn begin<F>(self: &Arc<Self>, held: OwnedMutexGuard<()>, count: F) -> JoinHandle<Result<Bytes, Failure>>
    where
        F: Future<Output = Result<Bytes, Failure>> + Send + 'static,
    {
        let this = Arc::clone(self);
        let generation = this.known().generation;
        tokio::spawn(async move {
            let list = count.await;
            this.keep(generation, list.as_ref().ok());
            drop(held);
            list
        })
    }

    fn keep(&self, generation: u64, list: Option<&Bytes>) {
        let mut known = self.known();
        if known.generation != generation {
            return;
        }
        known.has_failed = list.is_none();
        if let Some(list) = list {
            known.made = Some((Instant::now(), list.clone()));
        }
    }

    /// Forgets the list, without waiting: what is counted just now may be as old, and is not kept.
    pub fn forget(&self) {
        let mut known = self.known();
        *known = Known { generation: known.generation.wrapping_add(1), ..Known::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks for a list that is as given, or fails.
    async fn ask(overview: &Arc<Overview>, list: Option<&'static str>) -> Option<String> {
        let count = async move {
            tokio::time::sleep(Duration::from_millis(20)).await;
            list.map(|list| Bytes::from_static(list.as_bytes())).ok_or(Failure::Busy)
        };
        let list = overview.get(count).await.ok()?;
        Some(String::from_utf8(list.to_vec()).unwrap())
    }

    fn age(overview: &Overview, by: Duration) {
        if let Some((at, _)) = &mut overview.known().made {
            *at = at.checked_sub(by).unwrap();
        }
    }

    #[tokio::test]
    async fn a_list_is_counted_by_one_and_old_ones_are_given_meanwhile() {
        let overview = Arc::<Overview>::default();
        assert_eq!(ask(&overview, None).await, None);
        let (one, other) = tokio::join!(ask(&overview, Some("first")), ask(&overview, Some("other")));
        assert_eq!((one.as_deref(), other.as_deref()), (Some("first"), Some("first")));
        assert_eq!(ask(&overview, Some("second")).await.as_deref(), Some("first"));
        // It is given while it is counted anew.
        age(&overview, FRESH);
        assert_eq!(ask(&overview, Some("second")).await.as_deref(), Some("first"));
        assert_eq!(ask(&overview, Some("third")).await.as_deref(), Some("first"));
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(ask(&overview, Some("fourth")).await.as_deref(), Some("second"));
        // A failure does no harm before the list is too old.
        age(&overview, FRESH);
        assert_eq!(ask(&overview, None).await.as_deref(), Some("second"));
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(ask(&overview, None).await.as_deref(), Some("second"));
        age(&overview, STALE);
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(ask(&overview, None).await, None);
        assert_eq!(ask(&overview, Some("fifth")).await.as_deref(), Some("fifth"));
        overview.forget();
        assert_eq!(ask(&overview, Some("sixth")).await.as_deref(), Some("sixth"));
    }

    /// A list that is made after a time.
    async fn slow(list: &'static str) -> Result<Bytes, Failure> {
        tokio::time::sleep(Duration::from_millis(100)).await;
        Ok(Bytes::from_static(list.as_bytes()))
    }

    #[tokio::test]
    async fn a_count_outlives_the_requests_that_wait_for_it() {
        let overview = Arc::<Overview>::default();
        // Each of these requests ends before a count could.
        for _ in 0..8 {
            let _late = tokio::time::timeout(Duration::from_millis(25), overview.get(slow("first"))).await;
        }
        assert_eq!(ask(&overview, Some("other")).await.as_deref(), Some("first"));
        // An old list is better than none.
        age(&overview, 100 * STALE);
        assert_eq!(ask(&overview, Some("second")).await.as_deref(), Some("first"));
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(ask(&overview, Some("third")).await.as_deref(), Some("second"));
    }

    #[tokio::test]
    async fn forgetting_waits_for_no_count() {
        let overview = Arc::<Overview>::default();
        let _late = tokio::time::timeout(Duration::from_millis(10), overview.get(slow("old"))).await;
        assert!(overview.counting.try_lock().is_err(), "no count goes on");
        overview.forget();
        // The count that began before is not what is given afterwards.
        assert_eq!(ask(&overview, Some("new")).await.as_deref(), Some("new"));
        assert_eq!(ask(&overview, Some("newer")).await.as_deref(), Some("new"));
    }
}
