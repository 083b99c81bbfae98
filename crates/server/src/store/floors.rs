//! The end of the games of a board that are counted for ranks. For each game further down as many would
//! be read: the best ones, always the same.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::ranking::MOST_COUNTED;
use super::{on, Error, Store};

/// The time for which a floor is good: as long as lists of games.
const FRESH: Duration = Duration::from_secs(2);

/// Boards whose floors are remembered.
const MOST: usize = 256;

/// The end of the games of a board that are counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Floor {
    /// The points of the last of them.
    pub(super) score: f64,
    /// The number of their players.
    pub(super) players: i64,
    at: Instant,
}

/// The floors of boards that were read last.
#[derive(Clone, Debug, Default)]
pub(super) struct Floors(Arc<Mutex<HashMap<String, Floor>>>);

impl Floors {
    /// The floor of a board, if it is known.
    pub(super) fn get(&self, board: &str) -> Option<Floor> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(board).copied().filter(|floor| floor.at.elapsed() < FRESH)
    }

    fn put(&self, board: &str, floor: Floor) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.retain(|_, floor| floor.at.elapsed() < FRESH);
        }
        // With more boards than that, the others are read each time.
        if known.len() < MOST || known.contains_key(board) {
            known.insert(board.to_owned(), floor);
        }
    }
}

impl Store {
    /// Reads the floor of a board, if it has more games than are counted.
    pub(super) async fn read_floor(&self, board: &str) -> Result<(), Error> {
        let select = format!(
            "SELECT COUNT(*), COUNT(DISTINCT t.token), COALESCE(MIN(t.score), 0.0) FROM (SELECT s.token, s.score \
             FROM scores s WHERE s.board = $1 AND s.hidden = 0 ORDER BY s.score DESC, s.created, s.id \
             LIMIT {}) t",
            MOST_COUNTED + 1
        );
        let at = Instant::now();
        let (games, players, score): (i64, i64, f64) =
            on!(self, pool => sqlx::query_as(&select).bind(board).fetch_one(pool).await?);
        if games > MOST_COUNTED {
            self.floors.put(board, Floor { score, players, at });
        }
        Ok(())
    }
}
