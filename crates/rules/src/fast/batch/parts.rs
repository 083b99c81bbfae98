//! A batch in parts, which can be played in threads of their own.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use crate::fast::batch::{Batch, Report};
use crate::random::Randomness;

impl<R: Randomness> Batch<R> {
    /// Takes the games from this number on out of the batch and returns them as a batch of
    /// their own, with the report of their last step, the same settings and numbers of kinds,
    /// and empty caches. Their numbers begin at 0 again. Each game goes on as it would have
    /// done here; [`Batch::games_ended`] stays with this batch.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut batch = Batch::new(rules, 3, 7, 0.0)?;
    /// let mut whole = batch.clone();
    /// let mut rest = batch.split_off(1);
    /// whole.step(&[1, 2, 3])?;
    /// // Another thread may do this at the same time.
    /// rest.step(&[2, 3])?;
    /// batch.step(&[1])?;
    /// assert_eq!((batch.len(), rest.len()), (1, 2));
    /// assert_eq!(rest.game(1), whole.game(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn split_off(&mut self, at: usize) -> Batch<R> {
        let at = at.min(self.len());
        let engine = self.engine.fresh(self.engine.memory_limits());
        let mut games = self.games.split_off(at);
        for slot in &mut games {
            slot.position = self.engine.transfer(&slot.position, &engine);
        }
        let mut finals = split(&mut self.finals, at, |own| &mut own.0);
        for (_, position) in &mut finals {
            *position = self.engine.transfer(position, &engine);
        }
        let report = self.report.split_off(at);
        Batch { engine, games, finals, restart: self.restart, max_steps: self.max_steps, report }
    }

    /// Puts games that are listed in the order of their numbers, whatever happened to them first.
    pub(super) fn order(&mut self) {
        self.report.ended.sort_unstable();
        self.report.failures.sort_by_key(|(game, _)| *game);
        self.finals.sort_by_key(|(game, _)| *game);
    }
}

impl Report {
    fn split_off(&mut self, at: usize) -> Report {
        Report {
            rewards: self.rewards.split_off(at),
            moved: self.moved.split_off(at),
            won: self.won.split_off(at),
            over: self.over.split_off(at),
            truncated: self.truncated.split_off(at),
            available: self.available.split_off(at),
            first_legal: self.first_legal.split_off(at),
            waiting: self.waiting.split_off(at),
            steps: self.steps,
            began: self.began.split_off(at),
            ended: split(&mut self.ended, at, |game| game),
            games_ended: 0,
            final_scores: self.final_scores.split_off(at),
            final_lengths: self.final_lengths.split_off(at),
            final_wins: self.final_wins.split_off(at),
            failures: split(&mut self.failures, at, |own| &mut own.0),
            failing: split(&mut self.failing, at, |own| &mut own.0),
        }
    }
}

/// Takes the entries of games from a number on out of a list, and counts these games from 0.
fn split<T>(list: &mut Vec<T>, at: usize, game: impl Fn(&mut T) -> &mut usize) -> Vec<T> {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for mut entry in list.drain(..) {
        match game(&mut entry).checked_sub(at) {
            None => before.push(entry),
            Some(number) => {
                *game(&mut entry) = number;
                after.push(entry);
            }
        }
    }
    *list = before;
    after
}
