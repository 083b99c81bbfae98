//! Checking a claimed score by playing its moves again.

use polymerge::Rules;
use polymerge::proof::{Claim, read_moves, verify_while};

use crate::fault::Fault;
use crate::interrupt;

/// Checks the score of the game of a seed and a move string. Returns the result and the
/// score that it has.
pub fn holds(rules: &Rules, seed: u64, moves: &str, score: f64) -> Result<(bool, f64), Fault> {
    let moves = read_moves(moves, rules.limits())?;
    let claim = Claim { score, count: None };
    let verdict = interrupt::asking(|goes_on| verify_while(rules, seed, &moves, &claim, goes_on))?;
    Ok((verdict.holds, verdict.run.game().score()))
}
