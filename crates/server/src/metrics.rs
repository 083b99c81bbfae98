//! Counters, as a text page.

use std::sync::atomic::{AtomicU64, Ordering};

/// The counters since the start.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Requests answered.
    pub requests: AtomicU64,
    /// Games verified and kept.
    pub accepted: AtomicU64,
    /// Games that were there already.
    pub repeated: AtomicU64,
    /// Games that did not verify.
    pub refused: AtomicU64,
    /// Requests sent away since a client asked too often.
    pub limited: AtomicU64,
    /// Games sent away since the queue was full.
    pub busy: AtomicU64,
    /// Requests that failed since the database did.
    pub unavailable: AtomicU64,
    /// Failures of the service itself.
    pub failed: AtomicU64,
}

impl Metrics {
    /// Counts one.
    pub fn add(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// The page, in the text format of Prometheus.
    pub fn page(&self) -> String {
        let counters = [
            ("requests", &self.requests),
            ("games_accepted", &self.accepted),
            ("games_repeated", &self.repeated),
            ("games_refused", &self.refused),
            ("requests_limited", &self.limited),
            ("games_busy", &self.busy),
            ("requests_without_database", &self.unavailable),
            ("failures", &self.failed),
        ];
        let lines = counters.map(|(name, counter)| {
            let number = counter.load(Ordering::Relaxed);
            format!("# TYPE polymerge_{name}_total counter\npolymerge_{name}_total {number}\n")
        });
        lines.concat()
    }
}
