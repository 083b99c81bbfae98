//! Failures in the log: each kind is reported once, however many requests meet it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::store::{Error, Trouble};

/// The time after which a lasting failure is reported again, with the number of requests.
const AGAIN: Duration = Duration::from_secs(600);

/// The most kinds of failures that are distinguished.
const KINDS: usize = 32;

/// The kind of a failure: of the database, or another one by its text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Database(Trouble),
    Other(String),
}

/// A failure that was reported.
#[derive(Debug)]
struct Reported {
    at: Instant,
    /// Requests that failed since the last report.
    since: u64,
}

/// The failures that are not over.
#[derive(Debug, Default)]
pub struct Outages {
    reported: Mutex<BTreeMap<Kind, Reported>>,
    /// The number of failures of the database, by kind, since the start.
    counts: [AtomicU64; Trouble::ALL.len()],
}

impl Outages {
    fn reported(&self) -> MutexGuard<'_, BTreeMap<Kind, Reported>> {
        self.reported.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports a failure of the database, if it is new.
    pub fn database(&self, error: &Error) {
        let kinds = Trouble::ALL.iter().zip(&self.counts);
        if let Some((_, count)) = kinds.into_iter().find(|(kind, _)| **kind == error.trouble()) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        self.report(Kind::Database(error.trouble()), &format!("database: {error}"));
    }

    /// Reports another failure, if it is new.
    pub fn other(&self, message: &str) {
        self.report(Kind::Other(message.to_owned()), message);
    }

    fn report(&self, kind: Kind, message: &str) {
        if let Some(line) = self.line(kind, message, Instant::now()) {
            tracing::error!("{line}");
        }
    }

    /// Returns the line for the log; `None` if the failure was reported a short time ago.
    fn line(&self, kind: Kind, message: &str, now: Instant) -> Option<String> {
        let mut reported = self.reported();
        if let Some(known) = reported.get_mut(&kind) {
            known.since += 1;
            if now.duration_since(known.at) < AGAIN {
                return None;
            }
            let since = std::mem::take(&mut known.since);
            known.at = now;
            return Some(format!("{message}; requests that failed so since it was told: {since}"));
        }
        if reported.len() >= KINDS {
            reported.clear();
        }
        reported.insert(kind, Reported { at: now, since: 0 });
        Some(message.to_owned())
    }

    /// The number of failures of the database since the start, by kind.
    pub fn counts(&self) -> impl Iterator<Item = (Trouble, u64)> + '_ {
        Trouble::ALL.into_iter().zip(self.counts.iter().map(|count| count.load(Ordering::Relaxed)))
    }

    /// Returns true if a failure of the database is not over, as far as is known.
    pub fn is_database_down(&self) -> bool {
        self.reported().keys().any(|kind| matches!(kind, Kind::Database(_)))
    }

    /// Reports that the database takes games again, if it did not.
    pub fn database_works(&self) {
        let mut reported = self.reported();
        let before = reported.len();
        let mut failed = 0;
        reported.retain(|kind, known| {
            failed += known.since;
            !matches!(kind, Kind::Database(_))
        });
        if reported.len() < before {
            tracing::info!("the database works again; requests that failed and were not told: {failed}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_reported_once_and_again_after_a_time() {
        let outages = Outages::default();
        let start = Instant::now();
        let full = || Kind::Database(Trouble::Full);
        assert_eq!(outages.line(full(), "full", start).as_deref(), Some("full"));
        for _ in 0..5 {
            assert_eq!(outages.line(full(), "full", start), None);
        }
        assert_eq!(outages.line(Kind::Database(Trouble::Locked), "locked", start).as_deref(), Some("locked"));
        let again = outages.line(full(), "full", start + AGAIN).unwrap();
        assert!(again.starts_with("full; ") && again.ends_with(": 6"), "{again}");
        assert!(outages.is_database_down());
        outages.database_works();
        assert!(!outages.is_database_down());
        assert_eq!(outages.line(full(), "full", start).as_deref(), Some("full"));
    }

    #[test]
    fn other_failures_are_bounded() {
        let outages = Outages::default();
        for number in 0..1_000 {
            outages.other(&number.to_string());
        }
        assert!(outages.reported().len() <= KINDS);
        assert!(!outages.is_database_down());
    }
}
