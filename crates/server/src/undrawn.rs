//! Games whose last board this process could not draw: they are not played for it again and again.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Games that are remembered.
const MOST: usize = 4096;

/// The games that were tried last.
#[derive(Debug, Default)]
pub struct Undrawn(Mutex<Tried>);

#[derive(Debug, Default)]
struct Tried {
    known: HashSet<String>,
    /// The known games, the oldest try first.
    order: VecDeque<String>,
}

impl Undrawn {
    fn tried(&self) -> MutexGuard<'_, Tried> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if a game was tried without success.
    pub fn has(&self, game: &str) -> bool {
        self.tried().known.contains(game)
    }

    /// Remembers a game that was tried without success.
    pub fn add(&self, game: String) {
        let mut tried = self.tried();
        if !tried.known.insert(game.clone()) {
            return;
        }
        tried.order.push_back(game);
        if tried.order.len() > MOST
            && let Some(oldest) = tried.order.pop_front()
        {
            tried.known.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_games_are_remembered() {
        let undrawn = Undrawn::default();
        for game in (0..=MOST).chain([1, 2]) {
            undrawn.add(game.to_string());
        }
        assert_eq!(["0", "1", "2"].map(|game| undrawn.has(game)), [false, true, true]);
        let tried = undrawn.tried();
        assert_eq!((tried.known.len(), tried.order.len()), (MOST, MOST));
    }
}
