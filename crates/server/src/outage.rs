//! Failures in the log: each kind once, however many requests meet it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::store::{Error, Trouble};

/// Time after which a failure that goes on is told again, with the number of requests.
const AGAIN: Duration = Duration::from_secs(600);

/// Kinds of failures that are told apart.
const KINDS: usize = 32;

/// The kind of a failure: of the database, or another one by its text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Database(Trouble),
    Other(String),
}

/// A failure that was told.
#[derive(Debug)]
struct Told {
    at: Instant,
    /// Requests that failed since the failure was told.
    since: u64,
}

/// The failures that go on.
#[derive(Debug, Default)]
pub struct Outages {
    told: Mutex<BTreeMap<Kind, Told>>,
}

impl Outages {
    fn told(&self) -> MutexGuard<'_, BTreeMap<Kind, Told>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells a failure of the database, if it is new.
    pub fn database(&self, error: &Error) {
        self.tell(Kind::Database(error.trouble()), &format!("database: {error}"));
    }

    /// Tells another failure, if it is new.
    pub fn other(&self, message: &str) {
        self.tell(Kind::Other(message.to_owned()), message);
    }

    fn tell(&self, kind: Kind, message: &str) {
        if let Some(line) = self.line(kind, message, Instant::now()) {
            tracing::error!("{line}");
        }
    }

    /// The line for the log; none if the failure was told a short time ago.
    fn line(&self, kind: Kind, message: &str, now: Instant) -> Option<String> {
        let mut told = self.told();
        if let Some(known) = told.get_mut(&kind) {
            known.since += 1;
            if now.duration_since(known.at) < AGAIN {
                return None;
            }
            let since = std::mem::take(&mut known.since);
            known.at = now;
            return Some(format!("{message}; requests that failed so since it was told: {since}"));
        }
        if told.len() >= KINDS {
            told.clear();
        }
        told.insert(kind, Told { at: now, since: 0 });
        Some(message.to_owned())
    }

    /// Tells whether a failure of the database goes on, as far as is known.
    pub fn is_database_down(&self) -> bool {
        self.told().keys().any(|kind| matches!(kind, Kind::Database(_)))
    }

    /// Tells that the database takes games again, if it did not.
    pub fn database_works(&self) {
        let mut told = self.told();
        let before = told.len();
        let mut failed = 0;
        told.retain(|kind, known| {
            failed += known.since;
            !matches!(kind, Kind::Database(_))
        });
        if told.len() < before {
            tracing::info!("the database works again; requests that failed and were not told: {failed}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_once_and_again_after_a_time() {
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
        assert!(outages.told().len() <= KINDS);
        assert!(!outages.is_database_down());
    }
}
