//! Something that is counted in the background, by one task for all who ask for it. A request that ends does
//! not end the counting: in a large database it would never be done.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::OwnedMutexGuard;
use tokio::task::JoinHandle;

/// The times of something that is counted.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// The time for which it is given without being counted again.
    pub fresh: Duration,
    /// If there is one, an older value is given while it is counted again; once a count has failed, only
    /// one that is younger than this.
    pub stale: Option<Duration>,
    /// The time that a request waits for a count.
    pub wait: Duration,
}

/// The reason why something was not counted.
#[derive(Clone, Debug, PartialEq)]
pub enum Uncounted {
    /// The count takes longer than a request waits. It goes on.
    Late,
    /// The task that counted has broken off.
    Broken(String),
}

/// The value that is known.
#[derive(Debug)]
struct Known<T> {
    /// The value that was counted last, and when it was ready.
    made: Option<(Instant, T)>,
    /// True if the count after it failed.
    has_failed: bool,
    /// Raised when the value is forgotten: counts that began before are not kept.
    generation: u64,
}

/// Something that is counted by one task for all who ask for it.
#[derive(Debug)]
pub struct Counted<T> {
    known: Mutex<Known<T>>,
    /// Held by the one who counts.
    counting: Arc<tokio::sync::Mutex<()>>,
    times: Times,
}

impl<T> Counted<T> {
    fn known(&self) -> MutexGuard<'_, Known<T>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A count that goes on, or has ended, whatever has ended it.
struct Count<T> {
    of: Arc<Counted<T>>,
    generation: u64,
    value: Option<T>,
    _held: OwnedMutexGuard<()>,
}

impl<T> Drop for Count<T> {
    /// Keeps the value, unless what was known has been forgotten meanwhile; without one the count has failed.
    fn drop(&mut self) {
        let mut known = self.of.known();
        if known.generation != self.generation {
            return;
        }
        known.has_failed = self.value.is_none();
        if let Some(value) = self.value.take() {
            known.made = Some((Instant::now(), value));
        }
    }
}

impl<T: Clone + Send + 'static> Counted<T> {
    /// Something that was not counted yet.
    pub fn new(times: Times) -> Arc<Counted<T>> {
        let known = Known { made: None, has_failed: false, generation: 0 };
        Arc::new(Counted { known: Mutex::new(known), counting: Arc::default(), times })
    }

    /// The value, if it is fresh.
    fn fresh(&self) -> Option<T> {
        let known = self.known();
        let fresh = known.made.as_ref().filter(|(at, _)| at.elapsed() < self.times.fresh);
        fresh.map(|(_, value)| value.clone())
    }

    /// The value that is given while it is counted again.
    fn old(&self) -> Option<T> {
        let (known, stale) = (self.known(), self.times.stale?);
        let is_given = |at: &Instant| !known.has_failed || at.elapsed() < stale;
        known.made.as_ref().filter(|(at, _)| is_given(at)).map(|(_, value)| value.clone())
    }

    /// Gives the value. One count serves all that wait here; `count` gets the value of before, unless that
    /// was forgotten.
    ///
    /// # Errors
    /// The value can't be counted, or not in time.
    pub async fn get<F, E>(self: &Arc<Self>, count: impl FnOnce(Option<T>) -> F) -> Result<T, E>
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
        E: From<Uncounted> + Send + 'static,
    {
        if let Some(value) = self.fresh() {
            return Ok(value);
        }
        if let Some(value) = self.old() {
            if let Ok(held) = Arc::clone(&self.counting).try_lock_owned() {
                // Where it fails the next request tries again, and says why once the value is too old.
                drop(self.begin(held, count));
            }
            return Ok(value);
        }
        let counted = async {
            let held = Arc::clone(&self.counting).lock_owned().await;
            // Another request may have counted meanwhile.
            if let Some(value) = self.fresh() {
                return Ok(value);
            }
            let counted = self.begin(held, count).await;
            counted.unwrap_or_else(|error| Err(Uncounted::Broken(error.to_string()).into()))
        };
        tokio::time::timeout(self.times.wait, counted).await.unwrap_or_else(|_| Err(Uncounted::Late.into()))
    }

    /// Begins a count.
    fn begin<F, E>(
        self: &Arc<Self>,
        held: OwnedMutexGuard<()>,
        count: impl FnOnce(Option<T>) -> F,
    ) -> JoinHandle<Result<T, E>>
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
        E: Send + 'static,
    {
        let (generation, before) = {
            let known = self.known();
            (known.generation, known.made.as_ref().map(|(_, value)| value.clone()))
        };
        let mut own = Count { of: Arc::clone(self), generation, value: None, _held: held };
        let count = count(before);
        tokio::spawn(async move {
            let value = count.await;
            own.value = value.as_ref().ok().cloned();
            drop(own);
            value
        })
    }

    /// Forgets the value, without waiting: what is counted just now may be as old, and is not kept.
    pub fn forget(&self) {
        let mut known = self.known();
        *known = Known { made: None, has_failed: false, generation: known.generation.wrapping_add(1) };
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    const FRESH: Duration = Duration::from_secs(5);
    const STALE: Duration = Duration::from_secs(60);

    type Text = Arc<Counted<&'static str>>;

    fn with(stale: Option<Duration>, wait: Duration) -> Text {
        Counted::new(Times { fresh: FRESH, stale, wait })
    }

    impl From<Uncounted> for String {
        fn from(reason: Uncounted) -> String {
            format!("{reason:?}")
        }
    }

    /// Asks for a text that is as given, or fails.
    async fn ask(counted: &Text, text: Result<&'static str, &'static str>) -> Result<&'static str, String> {
        counted.get(|_| async move { text.map_err(str::to_owned) }).await
    }

    /// Asks for a text that is counted once this sends; who asks breaks off when the count has begun.
    async fn begin(counted: &Text, text: &'static str) -> oneshot::Sender<()> {
        let ((begun, begins), (go, goes)) = (oneshot::channel(), oneshot::channel());
        let count = async move {
            begun.send(()).unwrap();
            goes.await.unwrap();
            Ok::<_, String>(text)
        };
        tokio::select! {
            counted = counted.get(|_| count) => panic!("it is counted: {counted:?}"),
            begun = begins => begun.unwrap(),
        }
        go
    }

    fn age(counted: &Text, by: Duration) {
        if let Some((at, _)) = &mut counted.known().made {
            *at = at.checked_sub(by).unwrap();
        }
    }

    /// Waits for the count that goes on.
    async fn done(counted: &Text) {
        drop(counted.counting.lock().await);
    }

    #[tokio::test]
    async fn one_counts_and_old_values_are_given_meanwhile() {
        let counted = with(Some(STALE), Duration::MAX);
        assert_eq!(ask(&counted, Err("why")).await, Err("why".into()));
        let both = tokio::join!(ask(&counted, Ok("first")), ask(&counted, Ok("other")));
        assert_eq!(both, (Ok("first"), Ok("first")));
        assert_eq!(ask(&counted, Ok("second")).await, Ok("first"));
        age(&counted, FRESH);
        assert_eq!(ask(&counted, Ok("second")).await, Ok("first"));
        assert_eq!(ask(&counted, Ok("third")).await, Ok("first"));
        done(&counted).await;
        assert_eq!(ask(&counted, Ok("fourth")).await, Ok("second"));
        // A failure does no harm before the value is too old.
        for _ in 0..2 {
            age(&counted, FRESH);
            assert_eq!(ask(&counted, Err("why")).await, Ok("second"));
            done(&counted).await;
        }
        age(&counted, STALE);
        assert_eq!(ask(&counted, Err("why")).await, Err("why".into()));
        assert_eq!(ask(&counted, Ok("fifth")).await, Ok("fifth"));
        // Without failures one of any age is given.
        age(&counted, 100 * STALE);
        assert_eq!(ask(&counted, Ok("sixth")).await, Ok("fifth"));
    }

    #[tokio::test]
    async fn a_value_that_must_be_fresh_is_waited_for() {
        let counted = with(None, Duration::MAX);
        assert_eq!(ask(&counted, Ok("first")).await, Ok("first"));
        age(&counted, FRESH);
        assert_eq!(ask(&counted, Ok("second")).await, Ok("second"));
        age(&counted, FRESH);
        // What was known is given to the one who counts.
        let count = |before: Option<&'static str>| async move { Ok::<_, String>(before.unwrap_or("none")) };
        assert_eq!(counted.get(count).await, Ok("second"));
        counted.forget();
        assert_eq!(counted.get(count).await, Ok("none"));
    }

    #[tokio::test]
    async fn a_count_outlives_the_requests_that_wait_for_it() {
        let counted = with(None, Duration::ZERO);
        let (go, goes) = oneshot::channel::<()>();
        let late = counted.get(|_| async move {
            goes.await.unwrap();
            Ok::<_, String>("first")
        });
        assert_eq!(late.await, Err("Late".into()));
        go.send(()).unwrap();
        done(&counted).await;
        assert_eq!(ask(&counted, Ok("other")).await, Ok("first"));
        // Nor does the end of a request end it.
        let counted = with(None, Duration::MAX);
        let go = begin(&counted, "second").await;
        go.send(()).unwrap();
        done(&counted).await;
        assert_eq!(ask(&counted, Ok("third")).await, Ok("second"));
    }

    #[tokio::test]
    async fn forgetting_waits_for_no_count() {
        let counted = with(Some(STALE), Duration::MAX);
        let go = begin(&counted, "old").await;
        assert!(counted.counting.try_lock().is_err(), "no count goes on");
        counted.forget();
        go.send(()).unwrap();
        // The count that began before is not what is given afterwards.
        assert_eq!(ask(&counted, Ok("new")).await, Ok("new"));
        assert_eq!(ask(&counted, Ok("newer")).await, Ok("new"));
    }

    /// Asks for a count that breaks off.
    async fn ask_broken(counted: &Text) -> Result<&'static str, String> {
        counted.get(|_| async { panic!("broken") }).await
    }

    #[tokio::test]
    async fn a_count_that_breaks_off_says_so() {
        let counted = with(Some(STALE), Duration::MAX);
        assert!(ask_broken(&counted).await.unwrap_err().starts_with("Broken"));
        assert_eq!(ask(&counted, Ok("next")).await, Ok("next"));
        // It is a failure as others are: older values are not given for ever.
        age(&counted, FRESH);
        assert_eq!(ask_broken(&counted).await, Ok("next"));
        done(&counted).await;
        age(&counted, STALE);
        assert!(ask_broken(&counted).await.unwrap_err().starts_with("Broken"));
    }
}
