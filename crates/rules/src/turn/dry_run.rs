//! Doing something to find out what comes of it, and taking it back.

use std::rc::Rc;
use std::sync::Arc;

use crate::turn::context::TurnContext;
use crate::turn::read_tracker::{ReadTracker, Reads};

impl TurnContext<'_> {
    /// Does something to find out what comes of it: merges, slides and their
    /// points are taken back, as are game variables, and expressions that would
    /// change anything else do not (see [`ReadTracker::forbids`]). There is no randomness
    /// unless the watch lets it be.
    pub(crate) fn undone<T>(&mut self, tracker: &Rc<ReadTracker>, work: impl FnOnce(&mut Self) -> T) -> T {
        let grid = match self.workspace.grid.take() {
            Some(mut spare) => {
                spare.copy_from(&self.state.grid);
                spare
            }
            None => self.state.grid.clone(),
        };
        let (score, merges, changes) = (self.state.score, self.state.merges, self.changes);
        let variables = Arc::clone(&self.state.game_variables);
        let result = self.tracked(tracker, work);
        self.workspace.grid = Some(std::mem::replace(&mut self.state.grid, grid));
        (self.state.score, self.state.merges, self.changes) = (score, merges, changes);
        self.state.game_variables = variables;
        result
    }

    /// Evaluates expressions by a watch that lets them set nothing.
    pub(crate) fn tracked<T>(&mut self, tracker: &Rc<ReadTracker>, work: impl FnOnce(&mut Self) -> T) -> T {
        let primes = self.rules.lists_primes().then(|| self.state.primes.clone());
        let kept = self.random.take();
        let outer = self.tracker.replace(Rc::clone(tracker));
        let result = work(self);
        self.tracker = outer;
        self.random = kept;
        if let Some(primes) = primes {
            self.state.primes = primes;
        }
        result
    }

    /// Does something and tells what it depended on, as far as that is the
    /// game's. Nothing is taken back.
    pub(crate) fn watching<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, Reads) {
        let tracker = Rc::new(ReadTracker::nowhere());
        let outer = self.tracker.replace(Rc::clone(&tracker));
        let result = work(self);
        self.tracker = outer;
        (result, tracker.reads())
    }
}
