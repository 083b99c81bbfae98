//! The orders of operators, in memory: texts that names must not have in them, and hidden boards.
//!
//! Another service beside the same database may have made an order since. So a game is written only if
//! the orders by which it was allowed are those of the database, and what is refused is looked at again
//! by these.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::store::{Error, HiddenBoard, Store};

/// Orders as they were at one moment.
#[derive(Debug, Default)]
pub struct Orders {
    /// Their number, which each further one raises.
    pub number: i64,
    /// Texts that names must not have in them.
    pub blocked: Vec<String>,
    hidden: HashMap<String, String>,
}

impl Orders {
    async fn read(store: &Store) -> Result<Orders, Error> {
        // First the number: an order that comes in between is read again.
        let number = store.orders().await?;
        let blocked = store.blocked().await?;
        let hidden = store.hidden_boards().await?.into_iter();
        let hidden = hidden.map(|HiddenBoard { board, reason }| (board, reason)).collect();
        Ok(Orders { number, blocked, hidden })
    }

    /// The reason why a board is hidden; none if it is not.
    pub fn hides(&self, board: &str) -> Option<&str> {
        self.hidden.get(board).map(String::as_str)
    }
}

/// The orders that were read last.
#[derive(Debug, Default)]
pub struct Known(Mutex<Option<Arc<Orders>>>);

impl Known {
    fn known(&self) -> MutexGuard<'_, Option<Arc<Orders>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The orders that were read last; read if there are none.
    ///
    /// # Errors
    /// The database fails.
    pub async fn get(&self, store: &Store) -> Result<Arc<Orders>, Error> {
        let known = self.known().clone();
        match known {
            Some(known) => Ok(known),
            None => self.read(store).await,
        }
    }

    /// The orders as they are by now.
    ///
    /// # Errors
    /// The database fails.
    pub async fn renewed(&self, store: &Store) -> Result<Arc<Orders>, Error> {
        let known = self.known().clone();
        match known {
            Some(known) if known.number == store.orders().await? => Ok(known),
            _ => self.read(store).await,
        }
    }

    async fn read(&self, store: &Store) -> Result<Arc<Orders>, Error> {
        let read = Arc::new(Orders::read(store).await?);
        *self.known() = Some(Arc::clone(&read));
        Ok(read)
    }
}
