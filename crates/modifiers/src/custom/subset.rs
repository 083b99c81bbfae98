//! Subset test of the tiles of two merges: a heuristic, with the slips of the
//! reference, because codes depend on it (docs/spec/custom-modes.md, "Subset
//! test").

use super::definition::{Input, Merge};
use super::restriction::{Restriction, modulo};

/// Returns true if the tiles of `small` can be a part of those of `large`.
pub(super) fn is_subset(small: &Merge, large: &Merge) -> bool {
    let (mut of_small, mut of_large) = (terms(small), terms(large));
    if of_large.len() <= of_small.len() || small.restriction.is_empty() || large.restriction.is_empty() {
        return false;
    }
    strike_out_fixed(&mut of_small, &mut of_large);
    if of_small.is_empty() {
        return true;
    }
    for a in &of_small {
        for b in &of_large {
            let Some((n_small, n_large)) = same_number(*a, &small.restriction, *b, &large.restriction) else {
                continue;
            };
            let numbers = |terms: &[Input], n| terms.iter().map(|term| term.number(n)).collect::<Vec<f64>>();
            if contains(numbers(&of_small, n_small), numbers(&of_large, n_large)) {
                return true;
            }
        }
    }
    false
}

/// The tile n itself, and the others.
fn terms(merge: &Merge) -> Vec<Input> {
    std::iter::once(Input::Relative(0.0)).chain(merge.inputs.iter().copied()).collect()
}

/// Removes numbers that both name from both, pair by pair.
fn strike_out_fixed(small: &mut Vec<Input>, large: &mut Vec<Input>) {
    let mut place = 0;
    while place < small.len() {
        let found = match small[place] {
            Input::Fixed(_) => large.iter().position(|term| *term == small[place]),
            Input::Relative(_) => None,
        };
        match found {
            Some(other) => {
                small.remove(place);
                large.remove(other);
            }
            None => place += 1,
        }
    }
}

/// Returns true if all of `small` are in `large`, each as often.
fn contains(mut small: Vec<f64>, mut large: Vec<f64>) -> bool {
    while let Some(last) = small.pop() {
        match large.iter().position(|number| *number == last) {
            Some(place) => large.remove(place),
            None => return false,
        };
    }
    true
}

/// Finds the n of both merges for which two terms are the same tile.
fn same_number(a: Input, of_a: &Restriction, b: Input, of_b: &Restriction) -> Option<(f64, f64)> {
    match (a, b) {
        (Input::Fixed(_), Input::Fixed(_)) => None,
        (Input::Fixed(number), Input::Relative(offset)) => {
            let n = number - offset;
            of_b.allows(n).then_some(())?;
            Some((any_allowed(of_a, of_a)?, n))
        }
        (Input::Relative(offset), Input::Fixed(number)) => {
            let n = number - offset;
            of_a.allows(n).then_some(())?;
            // The reference takes distance and bounds of the smaller merge here.
            Some((n, any_allowed(of_b, of_a)?))
        }
        (Input::Relative(a), Input::Relative(b)) => both_relative(a, of_a, b, of_b),
    }
}

/// Any number that `of` allows, checked against the bounds of `bounds`.
fn any_allowed(of: &Restriction, bounds: &Restriction) -> Option<f64> {
    match of {
        Restriction::Listed(numbers) => numbers.first().copied(),
        Restriction::Range { min, max, remainder, modulus } => {
            let (low, high, step) = match bounds {
                Restriction::Range { min, max, modulus, .. } => (*min, *max, *modulus),
                Restriction::Listed(_) => (*min, *max, *modulus),
            };
            pick(*min, *max, *remainder, *modulus, step).filter(|n| *n >= low && *n <= high)
        }
    }
}

/// A number with this remainder between two bounds: the remainder itself if
/// there are none, the largest if only that is bounded, else the smallest.
fn pick(min: f64, max: f64, remainder: f64, modulus: f64, step: f64) -> Option<f64> {
    if min == f64::NEG_INFINITY && max == f64::INFINITY {
        Some(remainder)
    } else if min == f64::NEG_INFINITY {
        Some(max - modulo(max - remainder, step))
    } else {
        Some(min + modulo(remainder - min, modulus)).filter(|n| *n <= max)
    }
}

fn both_relative(a: f64, of_a: &Restriction, b: f64, of_b: &Restriction) -> Option<(f64, f64)> {
    match (of_a, of_b) {
        (Restriction::Listed(numbers), _) => {
            // n is v - a although the list says v: a slip of the reference.
            let v = numbers.iter().find(|v| of_b.allows(**v - b))?;
            Some((v - a, v - b))
        }
        (_, Restriction::Listed(numbers)) => {
            let v = numbers.iter().find(|v| of_a.allows(**v - a))?;
            Some((v - a, v - b))
        }
        (
            Restriction::Range { min, max, remainder, modulus },
            Restriction::Range { min: min_b, max: max_b, remainder: remainder_b, modulus: modulus_b },
        ) => {
            let (low, high) = ((min + a).max(min_b + b), (max + a).min(max_b + b));
            if low > high {
                return None;
            }
            let (remainder, modulus) = combine(
                modulo(remainder + a, *modulus),
                *modulus,
                modulo(remainder_b + b, *modulus_b),
                *modulus_b,
            )?;
            let value = pick(low, high, remainder, modulus, modulus).filter(|n| *n >= low && *n <= high)?;
            Some((value - a, value - b))
        }
    }
}

/// The most steps of the search for a common remainder.
const MAX_STEPS: usize = 100_000;

/// The remainder and modulus of the numbers that have both remainders.
fn combine(a: f64, of: f64, b: f64, other: f64) -> Option<(f64, f64)> {
    let gcd = gcd(of, other);
    if gcd <= 0.0 || gcd.is_nan() || modulo(a - b, gcd) != 0.0 {
        return None;
    }
    let steps = (other / gcd).min(MAX_STEPS as f64) as usize;
    let both =
        (0..=steps).map(|step| a + of * step as f64).find(|n| modulo(*n, other) == modulo(b, other))?;
    let modulus = of / gcd * other;
    Some((modulo(both, modulus), modulus))
}

fn gcd(a: f64, b: f64) -> f64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b > 0.0 {
        (a, b) = (b, a % b);
    }
    a
}
