//! Work in several threads at once, each of which does a part.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// The stack of a thread, as that of the main one.
const STACK: usize = 8 << 20;

/// Locks a mutex, also if another thread has panicked with it.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the number of processors that the process may use.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Does each piece of work, at the same time if asked to, and returns the results in the order of the
/// pieces. Threads live as long as the call: a process can be forked between two calls. If the
/// system gives no more threads, those that there are do the work.
pub fn spread<T: Send, U: Send>(pieces: Vec<T>, at_once: bool, work: impl Fn(T) -> U + Sync) -> Vec<U> {
    if !at_once || pieces.len() < 2 {
        return pieces.into_iter().map(work).collect();
    }
    let (more, results) = (pieces.len() - 1, Mutex::new(Vec::with_capacity(pieces.len())));
    let queue = Mutex::new(pieces.into_iter().enumerate());
    let work_on = || loop {
        let next = locked(&queue).next();
        let Some((place, piece)) = next else { return };
        let made = work(piece);
        locked(&results).push((place, made));
    };
    thread::scope(|scope| {
        for _ in 0..more {
            if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work_on).is_err() {
                break;
            }
        }
        work_on();
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, made)| made).collect()
}
