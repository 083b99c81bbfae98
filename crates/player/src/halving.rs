//! Anytime sequential halving, for whole rounds: which of several choices is worth another
//! look.

use polymerge_rules::Engine;

/// A decision that is made by samples of several choices, numbered from 0 on.
pub(crate) trait Halving {
    /// How many there are.
    fn choices(&self) -> usize;
    /// Whether there is no budget for another sample, but one of each choice.
    fn is_spent(&self) -> bool;
    /// Makes the next sample of a choice.
    fn sample(&mut self, engine: &mut Engine, choice: usize);
    /// Sorts choices from the best to the worst.
    fn sort(&self, choices: &mut [usize]);

    /// Makes a round: one sample of each choice, two more of the better half, four more of
    /// the better half of these, down to the best two: as much work for each halving. It
    /// looks hard at those that may be the best, and needs no budget known beforehand. `None`
    /// if there was no budget left to begin with, else whether the round was completed.
    fn halve(&mut self, engine: &mut Engine) -> Option<bool> {
        if self.choices() == 0 || self.is_spent() {
            return None;
        }
        let mut alive: Vec<usize> = (0..self.choices()).collect();
        let mut times = 1;
        loop {
            for _ in 0..times {
                if self.is_spent() {
                    return Some(false);
                }
                alive.iter().for_each(|choice| self.sample(engine, *choice));
            }
            if alive.len() <= 2 {
                return Some(true);
            }
            self.sort(&mut alive);
            alive.truncate(alive.len().div_ceil(2));
            times *= 2;
        }
    }
}
