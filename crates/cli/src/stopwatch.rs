//! The processor time of this thread, so that other work of the machine counts as little as
//! possible.

use std::time::Duration;

/// A stopwatch that runs from its creation.
pub struct Stopwatch {
    started: Moment,
}

#[cfg(unix)]
type Moment = Duration;

#[cfg(unix)]
fn now() -> Moment {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// The wall clock, where there is no processor time.
#[cfg(not(unix))]
type Moment = std::time::Instant;

#[cfg(not(unix))]
fn now() -> Moment {
    std::time::Instant::now()
}

impl Stopwatch {
    /// Starts a stopwatch.
    pub fn start() -> Stopwatch {
        Stopwatch { started: now() }
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        now() - self.started
    }
}
