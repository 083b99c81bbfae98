//! Checking a claimed score by playing its moves again.

use polymerge::proof::{read_moves, verify, Claim};
use polymerge::Rules;

use crate::fault::Fault;

/// Checks the score of the game of a seed and a move string. Returns the result and the
/// score that it has.
pub fn holds(rules: &Rules, seed: u64, moves: &str, score: f64) -> Result<(bool, f64), Fault> {
    let moves = read_moves(moves, rules.limits())?;
    let verdict = verify(rules, seed, &moves, &Claim { score, count: None })?;
    Ok((verdict.holds, verdict.run.game().score()))
}
