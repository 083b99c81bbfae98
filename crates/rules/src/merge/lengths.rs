//! Rules for several lengths (docs/spec/rules.md, "Expansion of several
//! lengths").

use calcarray::{Error, Value};

use crate::merge::parts::{Parts, entries, wrong};
use crate::merge::references;

/// The entries of a rule for several lengths.
#[derive(Clone, Debug)]
pub(crate) struct Lengths {
    base: f64,
    increments: Vec<f64>,
    step: f64,
    max: Option<Value>,
}

/// A rule with fewer entries is for one length; one with two more can be
/// expanded (docs/spec/rules.md, "Forms").
const ENTRIES_WITH_LENGTHS: usize = 8;

impl Lengths {
    /// The lengths of a rule, if it is one for several lengths.
    pub(crate) fn read(rest: &[Value]) -> Option<Lengths> {
        if rest.len() < ENTRIES_WITH_LENGTHS {
            return None;
        }
        let increments = rest[7].as_array().map_or(&[][..], |list| list.entries());
        Some(Lengths {
            base: rest[6].as_number().unwrap_or(f64::NAN),
            increments: increments.iter().map(|entry| entry.as_number().unwrap_or(0.0)).collect(),
            step: rest.get(8).and_then(Value::as_number).unwrap_or(f64::NAN),
            max: rest.get(9).cloned(),
        })
    }

    /// Returns true if the condition is the same for all lengths.
    fn keeps_condition(&self) -> bool {
        self.increments.iter().all(|increment| *increment == 0.0)
    }

    /// Returns the number of copies of the condition that a rule for `length` tiles has besides the
    /// condition itself.
    fn copies(&self, length: f64) -> Result<u64, Error> {
        let copies = (length - self.base) / self.step;
        if self.keeps_condition() || copies.is_nan() || copies < 1.0 {
            return Ok(0);
        }
        if copies > MAX_COPIES {
            return Err(wrong(&format!("the condition would have more than {MAX_COPIES} copies")));
        }
        Ok(copies as u64)
    }

    /// Checks that the rule can be one for `length` tiles.
    pub(crate) fn check(&self, length: f64) -> Result<(), Error> {
        self.copies(length).map(|_| ())
    }

    /// The condition for `length` tiles: the original one, and copies of it
    /// that look further ahead (docs/spec/rules.md, "Expansion of several
    /// lengths").
    pub(crate) fn condition(&self, original: &Value, length: f64) -> Result<Value, Error> {
        let copies = self.copies(length)?;
        if copies == 0 {
            return Ok(original.clone());
        }
        let mut condition = vec![Value::text("@var_retain"), original.clone()];
        for copy in 1..=copies {
            condition.push("&&".into());
            condition.push(references::spread(original, &self.increments, copy as f64));
        }
        Ok(Value::array(condition))
    }
}

/// The number of copies of a condition that a rule may need: tiles in a line.
const MAX_COPIES: f64 = 1024.0;
/// The number of copies that the expansion of all rules may make together.
const MAX_ALL_COPIES: f64 = 65536.0;

/// The rules with those for several lengths replaced by one for each length,
/// longer ones first (docs/spec/rules.md, "Expansion of several lengths").
/// `longest` is the larger side of the grid.
///
/// # Errors
/// The expansion would be too large; gives the index of the rule.
pub(crate) fn expand(rules: &[Value], longest: usize) -> Result<Vec<Value>, (usize, Error)> {
    let mut expanded = Vec::with_capacity(rules.len());
    let mut copies_left = MAX_ALL_COPIES;
    let mut rules = rules.iter().enumerate();
    for (index, rule) in rules.by_ref() {
        let Ok(all) = entries(rule) else {
            expanded.push(rule.clone());
            continue;
        };
        let parts = Parts::read(all);
        if parts.rest.first() == Some(&Value::Number(0.0)) {
            // The visit ends at the first rule of length 0: a bug of the
            // reference that modes may have been written around.
            expanded.push(rule.clone());
            break;
        }
        match expansion(&parts, longest, &mut copies_left).map_err(|error| (index, error))? {
            Some(lengths) => {
                let prefix = &all[..all.len() - parts.rest.len()];
                expanded.extend(lengths.into_iter().rev().map(|rest| Value::array([prefix, &rest].concat())));
            }
            None => expanded.push(rule.clone()),
        }
    }
    expanded.extend(rules.map(|(_, rule)| rule.clone()));
    Ok(expanded)
}

/// The rules that replace one for several lengths, shorter ones first; `None`
/// if the rule is none to be replaced.
fn expansion(
    parts: &Parts<'_>,
    longest: usize,
    copies_left: &mut f64,
) -> Result<Option<Vec<Vec<Value>>>, Error> {
    let rest = parts.rest;
    let lengths = Lengths::read(rest);
    let Some((lengths, max)) = lengths.as_ref().and_then(|own| Some((own, own.max.as_ref()?))) else {
        return Ok(None);
    };
    let list: Option<Vec<f64>> =
        max.as_array().map(|list| list.iter().filter_map(Value::as_number).collect());
    let max = match &list {
        Some(list) => list.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        None => max.as_number().unwrap_or(f64::NAN),
    };
    if list.is_none() && (max.is_nan() || max < lengths.base) {
        return Ok(None);
    }
    let kept = |length: f64| match &list {
        Some(list) => list.contains(&length),
        None => rest[0].as_number().is_none_or(|least| length >= least),
    };
    let mut rules = Vec::new();
    let mut length = lengths.base;
    // Lengths that make sense are whole numbers: this many steps reach the
    // longest.
    for _ in 0..=longest {
        if length.is_nan() || length > max.min(longest as f64) {
            break;
        }
        if kept(length) {
            *copies_left -= 1.0 + (length - lengths.base) / lengths.step;
            if *copies_left < 0.0 {
                return Err(wrong("the rules for all lengths together are too many"));
            }
            let mut rule = rest.to_vec();
            rule[0] = length.into();
            rule[1] = lengths.condition(&rest[1], length)?;
            rule[5] = Value::array(expanded_flags(&rest[5], &rest[3], length));
            // So that the condition is not spread out once more. Without
            // increments there is nothing to spread, and the base stays.
            if !lengths.keeps_condition() {
                rule[6] = length.into();
            }
            rule[9] = length.into();
            rules.push(rule);
        }
        if lengths.step.is_nan() || lengths.step <= 0.0 {
            break;
        }
        length += lengths.step;
    }
    Ok(Some(rules))
}

fn expanded_flags(flags: &Value, outputs: &Value, length: f64) -> Vec<Value> {
    match flags.as_array() {
        Some(flags) if !flags.is_empty() => flags.to_vec(),
        _ => {
            let outputs = outputs.as_array().map_or(0, |outputs| outputs.len());
            (0..outputs.max(length as usize)).map(|place| (place >= outputs).into()).collect()
        }
    }
}
