//! The answers with games of boards, for a short time: who asks whether a board has changed costs
//! no query then.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;

/// The time for which an answer is kept. What other processes change is seen after it.
const FRESH: Duration = Duration::from_secs(2);

/// Answers that are kept at once.
const MOST: usize = 256;

/// The part of a board that is asked for: between which times, how many, after which game.
pub type Part = (i64, i64, i64, String);

/// An answer, and its tag.
#[derive(Debug)]
pub struct Listing {
    /// The answer as JSON.
    pub body: Bytes,
    /// Its tag, in quotes.
    pub tag: String,
}

/// The answers of one board.
#[derive(Debug)]
struct OfBoard {
    /// The time of the last change; what was asked before it may be old.
    changed: Instant,
    parts: HashMap<Part, (Instant, Arc<Listing>)>,
}

impl OfBoard {
    fn new(now: Instant) -> OfBoard {
        OfBoard { changed: now, parts: HashMap::new() }
    }
}

#[derive(Debug)]
struct Kept {
    /// The time of the last change of any board.
    changed: Instant,
    boards: HashMap<String, OfBoard>,
}

/// The answers that were given last.
#[derive(Debug)]
pub struct Listings {
    kept: Mutex<Kept>,
}

impl Default for Listings {
    fn default() -> Listings {
        Listings { kept: Mutex::new(Kept { changed: Instant::now(), boards: HashMap::new() }) }
    }
}

impl Listings {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer for a part of a board, if it is fresh.
    pub fn get(&self, board: &str, part: &Part, now: Instant) -> Option<Arc<Listing>> {
        let kept = self.kept();
        let (at, listing) = kept.boards.get(board)?.parts.get(part)?;
        (now.saturating_duration_since(*at) < FRESH).then(|| Arc::clone(listing))
    }

    /// Keeps an answer to a question that was begun at a time, unless the board has changed since.
    pub fn put(&self, board: &str, part: Part, begun: Instant, listing: &Arc<Listing>) {
        let mut kept = self.kept();
        let held: usize = kept.boards.values().map(|of| of.parts.len().max(1)).sum();
        if held >= MOST {
            kept.boards.clear();
            // What was forgotten may have had a change that this answer does not know.
            kept.changed = Instant::now();
        }
        if begun <= kept.changed {
            return;
        }
        let since = kept.changed;
        let of = kept.boards.entry(board.to_owned()).or_insert_with(|| OfBoard::new(since));
        if begun > of.changed {
            of.parts.insert(part, (begun, Arc::clone(listing)));
        }
    }

    /// Forgets the answers of a board, which has changed.
    pub fn forget(&self, board: &str) {
        let (mut kept, now) = (self.kept(), Instant::now());
        if kept.boards.len() >= MOST {
            *kept = Kept { changed: now, boards: HashMap::new() };
        }
        kept.boards.insert(board.to_owned(), OfBoard::new(now));
    }

    /// Forgets all answers.
    pub fn forget_all(&self) {
        *self.kept() = Kept { changed: Instant::now(), boards: HashMap::new() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part() -> Part {
        (0, i64::MAX, 50, String::new())
    }

    fn listing() -> Arc<Listing> {
        Arc::new(Listing { body: Bytes::from_static(b"{}"), tag: "\"x\"".to_owned() })
    }

    fn later() -> Instant {
        std::thread::sleep(Duration::from_millis(1));
        Instant::now()
    }

    #[test]
    fn an_answer_is_kept_until_it_is_old_or_its_board_changes() {
        let listings = Listings::default();
        let begun = later();
        listings.put("b", part(), begun, &listing());
        assert!(listings.get("b", &part(), begun).is_some());
        assert!(listings.get("b", &(0, i64::MAX, 49, String::new()), begun).is_none());
        assert!(listings.get("c", &part(), begun).is_none());
        assert!(listings.get("b", &part(), begun + FRESH).is_none());
        listings.forget("c");
        assert!(listings.get("b", &part(), begun).is_some());
        listings.forget("b");
        assert!(listings.get("b", &part(), begun).is_none());
        // A query that was begun before the change may have missed it.
        listings.put("b", part(), begun, &listing());
        assert!(listings.get("b", &part(), begun).is_none());
        let begun = later();
        listings.put("b", part(), begun, &listing());
        assert!(listings.get("b", &part(), begun).is_some());
        listings.forget_all();
        listings.put("b", part(), begun, &listing());
        assert!(listings.get("b", &part(), begun).is_none());
    }

    #[test]
    fn answers_are_bounded() {
        let listings = Listings::default();
        for number in 0..2_000 {
            listings.put(&number.to_string(), part(), later(), &listing());
            listings.forget(&format!("other {number}"));
            let held = listings.kept().boards.values().map(|of| of.parts.len().max(1)).sum::<usize>();
            assert!(held <= MOST + 1, "{held}");
        }
    }
}
