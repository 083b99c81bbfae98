//! The engines of a mode that are not in use: the next game goes on with their caches.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use polymerge::Engine;

/// Engines that are kept of a mode.
const MOST: usize = 8;

/// The engines of a mode.
#[derive(Clone, Debug, Default)]
pub struct Engines(Arc<Mutex<Vec<Engine>>>);

impl Engines {
    fn kept(&self) -> MutexGuard<'_, Vec<Engine>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an engine that was used before.
    pub fn take(&self) -> Option<Engine> {
        self.kept().pop()
    }

    /// Keeps an engine for later games.
    pub fn put(&self, engine: Engine) {
        let mut kept = self.kept();
        if kept.len() < MOST {
            kept.push(engine);
        }
    }
}
