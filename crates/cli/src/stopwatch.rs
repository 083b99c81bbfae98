//! The processor time that this thread takes, so that what else runs on the
//! machine counts as little as can be.

use std::time::Duration;

/// Runs from when it is started.
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

/// Elsewhere, the time on the wall.
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

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        now() - self.started
    }
}
