//! Handles of which one call at a time uses what they hold.

use std::sync::{Mutex, MutexGuard, TryLockError};

use crate::fault::{Fault, Outcome, guarded};
use crate::ffi::Freed;

/// A handle that is locked while a call uses it. A second call is refused, so that a mistake of
/// a program with threads is an error and no torn memory.
pub trait Locked {
    /// The value that calls use.
    type Own;

    /// Returns its lock.
    fn lock(&self) -> &Mutex<Self::Own>;
}

/// Returns what a handle holds, for the time of a call.
pub fn held<'a, T: Locked + 'a>(
    handle: impl Into<Option<&'a T>>,
    name: &str,
) -> Result<MutexGuard<'a, T::Own>, Fault> {
    let handle = handle.into().ok_or_else(|| Fault::null(name))?;
    handle.lock().try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => Fault::busy(name),
        TryLockError::Poisoned(_) => Fault::torn(name),
    })
}

/// Frees a handle, if no call uses it: else the call would be left without it.
pub fn free<T: Locked>(handle: Freed<'_, T>, name: &str) {
    guarded(|| handle.free(|own| unused(own, name)));
}

fn unused<T: Locked>(handle: &T, name: &str) -> Outcome {
    match handle.lock().try_lock() {
        Err(TryLockError::WouldBlock) => Err(Fault::busy(name)),
        Ok(_) | Err(TryLockError::Poisoned(_)) => Ok(()),
    }
}
