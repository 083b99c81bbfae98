//! The processor time of this process: its cost, however busy the machine is.

use rustix::time::{ClockId, clock_gettime};

/// Seconds so far.
pub fn seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
