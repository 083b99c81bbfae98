//! The process groups of all bots that run: so that all can be ended from any thread.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The groups, by the numbers of their first processes. None of these has been waited for yet, so
/// that no other process has got its number.
#[derive(Clone, Default)]
pub struct Groups(Arc<Mutex<Running>>);

#[derive(Default)]
struct Running {
    groups: BTreeSet<u32>,
    /// True once all have been ended: those that begin later are ended at once.
    is_over: bool,
}

impl Groups {
    fn running(&self) -> MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a group that has begun.
    pub fn add(&self, group: u32) {
        let mut running = self.running();
        running.groups.insert(group);
        if running.is_over {
            end(group);
        }
    }

    /// Ends a group, which is waited for afterwards.
    pub fn end(&self, group: u32) {
        // Under the lock: nothing else ends a number that is free again.
        let mut running = self.running();
        if running.groups.remove(&group) {
            end(group);
        }
    }

    /// Ends all groups, also those that begin later.
    pub fn end_all(&self) {
        let mut running = self.running();
        running.is_over = true;
        running.groups.iter().for_each(|group| end(*group));
    }
}

#[cfg(unix)]
fn end(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        _ = kill_process_group(group, Signal::KILL);
    }
}

/// Elsewhere bots have no groups; the end of their input ends them.
#[cfg(not(unix))]
fn end(_group: u32) {}
