//! Claims that anyone can check.

use polymerge::proof;
use polymerge_schema::Verdict;
use pyo3::prelude::*;

use crate::failure::Outcome;
use crate::records::object;
use crate::rules::PyRules;
use crate::work::whole;

/// Checks a claim: plays the game of a seed and a move string, and compares the result.
#[pyfunction]
#[pyo3(signature = (rules, seed, moves, score, count=None))]
pub fn verify<'py>(
    py: Python<'py>,
    rules: PyRules,
    seed: u64,
    moves: String,
    score: f64,
    count: Option<usize>,
) -> Outcome<Bound<'py, PyAny>> {
    let rules = rules.rules;
    let verdict = whole(py, move || {
        let moves = proof::read_moves(&moves, rules.limits())?;
        Ok(proof::verify(&rules, seed, &moves, &proof::Claim { score, count })?)
    })?;
    Ok(object(py, &Verdict::of(&verdict))?)
}
