//! Few threads that play games, and a short queue before them.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// Bounds how much is played at once, and how much waits.
#[derive(Clone, Debug)]
pub struct Pool {
    places: Arc<Semaphore>,
    threads: Arc<Semaphore>,
}

/// The reason why a job was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Busy {
    /// The queue is full.
    Full,
    /// The work panicked, or the service stops.
    Failed,
}

impl Pool {
    /// Creates a pool of `threads` threads, with a queue for `queue` jobs.
    pub fn new(threads: usize, queue: usize) -> Pool {
        let threads = threads.max(1);
        Pool { places: Arc::new(Semaphore::new(threads + queue)), threads: Arc::new(Semaphore::new(threads)) }
    }

    /// Does a piece of work off the threads that answer.
    ///
    /// A client that goes away while it is done does not free its place: the work goes on
    /// to its end, which its limits bound.
    ///
    /// # Errors
    /// The queue is full, or the work failed.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Busy> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Busy::Full)?;
        let thread = Arc::clone(&self.threads).acquire_owned().await.map_err(|_| Busy::Failed)?;
        let job = tokio::task::spawn_blocking(move || {
            let _held = (place, thread);
            work()
        });
        job.await.map_err(|_| Busy::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn a_full_queue_refuses() {
        let pool = Pool::new(1, 1);
        let (open, gate) = std::sync::mpsc::channel::<()>();
        let (started, starts) = tokio::sync::oneshot::channel();
        let first = tokio::spawn({
            let pool = pool.clone();
            async move {
                pool.run(move || {
                    started.send(()).unwrap();
                    gate.recv().unwrap();
                })
                .await
            }
        });
        starts.await.unwrap();
        let second = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(|| 2).await }
        });
        while pool.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.run(|| 3).await, Err(Busy::Full));
        open.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(()));
        assert_eq!(second.await.unwrap(), Ok(2));
        assert_eq!(pool.run(|| 4).await, Ok(4));
    }
}
