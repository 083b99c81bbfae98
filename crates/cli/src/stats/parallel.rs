//! Jobs on all cores, with a report of the progress, until the player interrupts them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use polymerge_app::figures::counted;
use polymerge_app::input;

use crate::progress;

/// The time between two reports of the progress, where no bar can be drawn.
const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// The request to end a run early.
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Watches a flag.
    pub fn new(asked: Arc<AtomicBool>) -> Interrupt {
        Interrupt(asked)
    }

    /// Returns true if an end was asked for.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Jobs that are counted, with the names that the report of their progress needs.
pub struct Jobs<'n> {
    pub name: &'n str,
    /// The plural of a job, such as "games".
    pub unit: &'n str,
    pub count: usize,
    /// The threads; one for each core if there is none.
    pub threads: Option<u64>,
}

/// The state that the threads share.
struct Shared<'j, T, E> {
    jobs: &'j Jobs<'j>,
    next: AtomicUsize,
    results: Mutex<Result<Vec<T>, E>>,
    progress: Progress,
}

impl Jobs<'_> {
    /// Does the jobs, each thread with a state of its own (`None`: the thread does nothing). A job
    /// without a result was interrupted. Returns the results in no order.
    ///
    /// # Errors
    /// The first one of a job, after which no job is begun.
    pub fn run<S: Send, T: Send, E: Send>(
        &self,
        state: impl Fn() -> Option<S>,
        job: impl Fn(&mut S, usize) -> Result<Option<T>, E> + Sync,
    ) -> Result<Vec<T>, E> {
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
        let threads = self.threads.unwrap_or(cores).min(self.count as u64).max(1);
        let shared = Shared {
            jobs: self,
            next: AtomicUsize::new(0),
            results: Mutex::new(Ok(Vec::new())),
            progress: Progress::new(self.count, self.name),
        };
        thread::scope(|scope| {
            for _ in 0..threads {
                let (state, shared, job) = (state(), &shared, &job);
                scope.spawn(move || state.map(|mut state| shared.run_some(&mut state, job)));
            }
        });
        shared.progress.bar.finish_and_clear();
        shared.results.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T, E> Shared<'_, T, E> {
    /// Does jobs, each time the next one, until none is left.
    fn run_some<S>(&self, state: &mut S, job: impl Fn(&mut S, usize) -> Result<Option<T>, E>) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.jobs.count {
                return;
            }
            let result = job(state, number);
            let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *results, result) {
                (Ok(results), Ok(Some(result))) => {
                    results.push(result);
                    self.progress.report(results.len(), self.jobs);
                }
                (Ok(_), Err(error)) => *results = Err(error),
                // Interrupted, or a job of another thread has failed.
                (_, Ok(None)) | (Err(_), _) => return,
            }
        }
    }
}

/// The report of the progress: a bar on a terminal, else a line now and then.
struct Progress {
    bar: ProgressBar,
    started: Instant,
    reported: Mutex<Instant>,
}

impl Progress {
    fn new(count: usize, name: &str) -> Progress {
        let bar = progress::bar(count);
        bar.set_message(name.to_owned());
        let now = Instant::now();
        Progress { bar, started: now, reported: Mutex::new(now) }
    }

    fn report(&self, done: usize, jobs: &Jobs<'_>) {
        self.bar.inc(1);
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.is_hidden() && reported.elapsed() >= REPORT_INTERVAL {
            *reported = Instant::now();
            let seconds = counted(self.started.elapsed().as_secs() as f64, "second");
            let Jobs { name, unit, count, .. } = jobs;
            input::note(&format!("{name}: {done} of {count} {unit} after {seconds}"));
        }
    }
}
