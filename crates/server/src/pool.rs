//! Few threads that play games in slices, and the queue before them, which is by client.

use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::account::Accounts;
use crate::queue::{Added, QUANTUM, Queue, Waiting};

/// The share of a client and the places of the queue.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    /// Games that are played at once.
    pub threads: usize,
    /// Jobs that may wait.
    pub queue: usize,
    /// Jobs of a client that may wait or be done at once.
    pub of_client: usize,
    /// The part of the time of all threads that one client may use in the long run, in percent.
    pub percent: u32,
    /// The time that a client may use at once, after it has used none for long.
    pub burst: Duration,
}

/// Bounds how much is played at once, how much waits, and how much each client gets of it.
#[derive(Clone, Debug)]
pub struct Pool {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    threads: usize,
    state: Mutex<State>,
    /// Microseconds of a processor that were worked.
    worked: AtomicU64,
}

#[derive(Debug)]
struct State {
    queue: Queue<Job>,
    accounts: Accounts,
    /// Threads that work.
    working: usize,
}

/// The reason why a job was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Busy {
    /// The queue is full.
    Full,
    /// The client has used up its share; the time until it has some again.
    UsedUp(Duration),
    /// The work panicked, or the service stops.
    Failed,
}

/// A piece of work that is done in slices.
pub trait Work: Send + 'static {
    /// The result.
    type Output: Send;

    /// Works on until the work is done, or it is enough for now; gives the result once it is done.
    fn advance(&mut self, enough: &mut dyn FnMut() -> bool) -> Option<Self::Output>;
}

/// A short piece of work: one slice.
struct Whole<F>(Option<F>);

impl<T: Send, F: FnOnce() -> T + Send + 'static> Work for Whole<F> {
    type Output = T;

    fn advance(&mut self, _: &mut dyn FnMut() -> bool) -> Option<T> {
        self.0.take().map(|work| work())
    }
}

/// A job in the queue.
struct Job(Box<dyn Slices>);

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Job")
    }
}

/// Work whose result is sent to the one who waits for it.
trait Slices: Send {
    /// Works for a slice; returns true if the job is done.
    fn slice(&mut self) -> bool;

    /// Sends the result, if there is one.
    fn give(&mut self);

    /// Gives the answer that the job has lost its place.
    fn lose(&mut self);
}

struct Sent<W: Work> {
    work: W,
    /// The result, from the last slice until it is sent.
    done: Option<W::Output>,
    answer: Option<oneshot::Sender<Result<W::Output, Busy>>>,
}

impl<W: Work> Slices for Sent<W> {
    fn slice(&mut self) -> bool {
        // A client that went away gets no more work.
        if self.answer.as_ref().is_none_or(oneshot::Sender::is_closed) {
            return true;
        }
        let end = Instant::now() + Duration::from_micros(QUANTUM.unsigned_abs());
        self.done = self.work.advance(&mut || Instant::now() >= end);
        self.done.is_some()
    }

    fn give(&mut self) {
        if let (Some(answer), Some(done)) = (self.answer.take(), self.done.take()) {
            let _gone = answer.send(Ok(done));
        }
    }

    fn lose(&mut self) {
        if let Some(answer) = self.answer.take() {
            let _gone = answer.send(Err(Busy::Full));
        }
    }
}

/// The time of a processor that this thread has used: what it waited for others costs no client.
#[cfg(unix)]
fn processor_time() -> Duration {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(used).unwrap_or_default()
}

/// The time since the first call, on systems without a clock for each thread.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    static FIRST: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works until nothing waits.
    fn work(&self) {
        loop {
            let (client, mut job) = {
                let mut state = self.state();
                match state.queue.take() {
                    Some(next) => next,
                    None => {
                        state.working -= 1;
                        return;
                    }
                }
            };
            let start = processor_time();
            // After a panic the job is dropped, and with it the channel of its answer.
            let is_done = catch_unwind(AssertUnwindSafe(|| job.0.slice())).unwrap_or(true);
            let cost = processor_time().saturating_sub(start);
            let micros = i64::try_from(cost.as_micros()).unwrap_or(i64::MAX);
            self.worked.fetch_add(micros.unsigned_abs(), Ordering::Relaxed);
            let mut state = self.state();
            state.accounts.charge(client, cost, Instant::now());
            if !is_done {
                state.queue.go_on(client, job, micros);
                continue;
            }
            state.queue.done(client, micros);
            drop(state);
            // Its place is free by now: the client may ask again at once.
            job.0.give();
        }
    }
}

impl Pool {
    /// Creates a pool.
    pub fn new(shares: Shares) -> Pool {
        let threads = shares.threads.max(1);
        let inflow = threads as f64 * f64::from(shares.percent) / 100.0;
        let state = State {
            queue: Queue::new(shares.queue, shares.of_client),
            accounts: Accounts::new(inflow, shares.burst),
            working: 0,
        };
        Pool { inner: Arc::new(Inner { threads, state: Mutex::new(state), worked: AtomicU64::new(0) }) }
    }

    /// Does a short piece of work of a client off the threads that answer.
    ///
    /// # Errors
    /// As [`Pool::play`].
    pub async fn run<T: Send + 'static>(
        &self,
        client: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        self.play(client, Whole(Some(work))).await
    }

    /// Does a piece of work of a client in slices, in turn with the work of other clients. If the
    /// client goes away, it ends after the slice; what it has cost is charged.
    ///
    /// # Errors
    /// The queue is full, the client has used up its share, or the work failed.
    pub async fn play<W: Work>(&self, client: IpAddr, work: W) -> Result<W::Output, Busy> {
        let (answer, received) = oneshot::channel();
        let job = Job(Box::new(Sent { work, done: None, answer: Some(answer) }));
        let added = {
            let mut state = self.inner.state();
            let State { queue, accounts, working } = &mut *state;
            let now = Instant::now();
            accounts.check(client, now).map_err(Busy::UsedUp)?;
            let added = queue.add(client, job, |client| accounts.used(client, now));
            if !matches!(added, Added::Full(_)) && *working < self.inner.threads {
                *working += 1;
                let inner = Arc::clone(&self.inner);
                tokio::task::spawn_blocking(move || inner.work());
            }
            added
        };
        // A game that has lost its place is dropped here, where no thread waits for that.
        match added {
            Added::Waits => {}
            Added::Instead(mut other) => other.0.lose(),
            Added::Full(_) => return Err(Busy::Full),
        }
        received.await.map_err(|_| Busy::Failed)?
    }

    /// Returns the numbers of jobs that wait.
    pub fn waiting(&self) -> Waiting {
        self.inner.state().queue.waiting()
    }

    /// Returns true if the queue has no place for another client.
    pub fn is_full(&self) -> bool {
        let state = self.inner.state();
        let now = Instant::now();
        state.queue.is_full(|client| state.accounts.used(client, now))
    }

    /// Returns the time of processors that all jobs took so far.
    pub fn worked(&self) -> Duration {
        Duration::from_micros(self.inner.worked.load(Ordering::Relaxed))
    }

    /// Forgets the accounts of clients that have asked for nothing for long.
    pub fn forget(&self) {
        self.inner.state().accounts.forget(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    fn client(number: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, number])
    }

    fn pool(queue: usize) -> Pool {
        let burst = Duration::from_secs(10);
        Pool::new(Shares { threads: 1, queue, of_client: 2, percent: 25, burst })
    }

    /// A job that holds the thread until the gate opens.
    async fn hold(
        pool: &Pool,
        client: IpAddr,
        gate: Receiver<()>,
    ) -> tokio::task::JoinHandle<Result<(), Busy>> {
        let (started, starts) = oneshot::channel();
        let pool = pool.clone();
        let job = tokio::spawn(async move {
            pool.run(client, move || {
                started.send(()).unwrap();
                gate.recv().unwrap();
            })
            .await
        });
        starts.await.unwrap();
        job
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_full_queue_refuses() {
        let pool = pool(1);
        let (open, gate) = channel();
        let first = hold(&pool, client(1), gate).await;
        let second = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(client(3), || 2).await }
        });
        while pool.waiting().fresh == 0 {
            tokio::task::yield_now().await;
        }
        assert!(pool.is_full());
        assert_eq!(pool.run(client(2), || 3).await, Err(Busy::Full));
        open.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(()));
        assert_eq!(second.await.unwrap(), Ok(2));
        assert_eq!(pool.run(client(2), || 4).await, Ok(4));
        assert!(!pool.is_full());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_client_with_one_place_may_ask_again_as_soon_as_it_is_answered() {
        let burst = Duration::from_secs(100);
        let pool = Pool::new(Shares { threads: 1, queue: 8, of_client: 1, percent: 100, burst });
        for number in 0..10_000 {
            assert_eq!(pool.run(client(1), move || number).await, Ok(number));
        }
    }

    /// Work that takes longer than there is.
    struct Endless(Arc<AtomicU64>);

    impl Work for Endless {
        type Output = ();

        fn advance(&mut self, enough: &mut dyn FnMut() -> bool) -> Option<()> {
            while !enough() {
                self.0.fetch_add(1, Ordering::Relaxed);
            }
            None
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_client_that_has_used_up_its_share_is_refused_and_others_are_not() {
        let burst = Duration::from_millis(20);
        let pool = Pool::new(Shares { threads: 1, queue: 8, of_client: 8, percent: 1, burst });
        let rounds = Arc::new(AtomicU64::new(0));
        let endless = tokio::spawn({
            let (pool, rounds) = (pool.clone(), Arc::clone(&rounds));
            async move { pool.play(client(1), Endless(rounds)).await }
        });
        for other in (0..=255).cycle() {
            if pool.worked() > 2 * burst {
                break;
            }
            // It does not stand in the way of others.
            assert_eq!(pool.run(IpAddr::from([10, 1, other, 1]), || 1).await, Ok(1));
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert!(matches!(pool.run(client(1), || 1).await, Err(Busy::UsedUp(wait)) if wait > burst));
        // No more work is done for a client that went away.
        endless.abort();
        while pool.waiting() != Waiting::default() {
            tokio::task::yield_now().await;
        }
        // The only thread has ended the last slice before it does this.
        assert_eq!(pool.run(client(2), || 1).await, Ok(1));
        let before = rounds.load(Ordering::Relaxed);
        assert!(before > 0);
        assert_eq!(pool.run(client(2), || 1).await, Ok(1));
        assert_eq!(rounds.load(Ordering::Relaxed), before);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_panic_is_the_end_of_its_job_alone() {
        let pool = pool(8);
        let panics = || -> u8 { std::panic::panic_any("a test of panics") };
        assert_eq!(pool.run(client(1), panics).await, Err(Busy::Failed));
        assert_eq!(pool.run(client(1), || 2).await, Ok(2));
    }

    #[cfg(unix)]
    #[tokio::test(flavor = "multi_thread")]
    async fn a_client_pays_for_the_processor_and_not_for_waiting() {
        let burst = Duration::from_millis(100);
        let pool = Pool::new(Shares { threads: 1, queue: 8, of_client: 8, percent: 1, burst });
        let waited = pool.run(client(1), move || std::thread::sleep(3 * burst)).await;
        assert_eq!(waited, Ok(()));
        assert_eq!(pool.run(client(2), || ()).await, Ok(()));
        assert!(pool.worked() < burst / 2, "{:?}", pool.worked());
        let busy = move || {
            let start = processor_time();
            while processor_time() - start < 2 * burst {}
        };
        assert_eq!(pool.run(client(1), busy).await, Ok(()));
        // The only thread has ended the last slice before it does this.
        assert_eq!(pool.run(client(2), || ()).await, Ok(()));
        assert!(pool.worked() >= 2 * burst, "{:?}", pool.worked());
        assert!(matches!(pool.run(client(1), || ()).await, Err(Busy::UsedUp(_))));
    }
}
