//! The list of all boards, which is counted in the background: that reads an index of all games.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;

use super::Failure;

/// The time after which the list is counted again.
const FRESH: Duration = Duration::from_secs(5);

/// The time for which the list is given while it is counted again.
const STALE: Duration = Duration::from_secs(60);

/// The list that was made last, and when.
type Made = Option<(Instant, Bytes)>;

/// The list of boards.
#[derive(Debug, Default)]
pub struct Overview {
    made: Mutex<Made>,
    /// Held by the one who counts.
    counting: Arc<tokio::sync::Mutex<()>>,
}

impl Overview {
    fn made(&self) -> MutexGuard<'_, Made> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The list, if it was made within a time.
    fn within(&self, time: Duration) -> Option<Bytes> {
        self.made().as_ref().filter(|(at, _)| at.elapsed() < time).map(|(_, list)| list.clone())
    }

    /// Gives the list. One request counts for all that wait here; none waits where there is a list of the
    /// last minute.
    pub async fn get<F>(self: &Arc<Self>, count: F) -> Result<Bytes, Failure>
    where
        F: Future<Output = Result<Bytes, Failure>> + Send + 'static,
    {
        if let Some(list) = self.within(FRESH) {
            return Ok(list);
        }
        if let Some(list) = self.within(STALE) {
            if let Ok(held) = Arc::clone(&self.counting).try_lock_owned() {
                let this = Arc::clone(self);
                tokio::spawn(async move {
                    // Where it fails the next request tries again, and says why once the list is too old.
                    if let Ok(list) = count.await {
                        this.keep(list);
                    }
                    drop(held);
                });
            }
            return Ok(list);
        }
        let _held = self.counting.lock().await;
        // Another request may have counted meanwhile.
        if let Some(list) = self.within(FRESH) {
            return Ok(list);
        }
        let list = count.await?;
        self.keep(list.clone());
        Ok(list)
    }

    fn keep(&self, list: Bytes) {
        *self.made() = Some((Instant::now(), list));
    }

    /// Forgets the list: what is counted just now may be as old.
    pub async fn forget(&self) {
        let _held = self.counting.lock().await;
        *self.made() = None;
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
        if let Some((at, _)) = &mut *overview.made() {
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
        overview.forget().await;
        assert_eq!(ask(&overview, Some("sixth")).await.as_deref(), Some("sixth"));
    }
}
