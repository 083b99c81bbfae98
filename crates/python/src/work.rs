//! Long work beside Python: other threads run meanwhile, and Ctrl-C is answered.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::failure::{Failure, Outcome};
use crate::threads::locked;

/// The time between two checks for Ctrl-C.
const PAUSE: Duration = Duration::from_millis(50);

/// Does work in slices, `true` as long as there is more, until it is done or Ctrl-C is pressed.
pub fn in_slices(py: Python<'_>, mut slice: impl FnMut() -> Outcome<bool> + Send) -> Outcome<()> {
    while py.detach(&mut slice)? {
        py.check_signals()?;
    }
    Ok(())
}

/// Does work that can't be cut, but is bounded. After Ctrl-C it ends by itself, unheard.
pub fn whole<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> Outcome<T> + Send + 'static,
) -> Outcome<T> {
    let (sender, receiver) = sync_channel(1);
    thread::Builder::new()
        .stack_size(16 << 20)
        .spawn(move || drop(sender.send(work())))
        .map_err(|error| Failure::Plain("limit", "no-thread", error.to_string()))?;
    let receiver = Mutex::new(receiver);
    loop {
        match py.detach(|| locked(&receiver).recv_timeout(PAUSE)) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::Plain("limit", "failed", "the work ended without a result".into()));
            }
        }
    }
}
