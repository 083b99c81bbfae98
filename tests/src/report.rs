//! Prints how families went, for people and for machines.

use std::fmt::Write;

use serde_json::json;

use crate::known::Known;
use crate::run::Tally;

/// A family as text: a line with the counts, then the first `shown` failures,
/// skips and notes each.
pub fn family(tally: &Tally, known: &Known, shown: usize) -> String {
    let mut out = format!("{}: {}\n", tally.family, counts(std::slice::from_ref(tally)));
    if let Some(missing) = &tally.missing {
        _ = writeln!(out, "  nothing to run: {missing}");
    }
    for (what, list) in [("failed", &tally.failures), ("skipped", &tally.skips), ("note", &tally.notes)] {
        for (id, text) in list.iter().take(shown) {
            _ = writeln!(out, "  {what} {id}: {text}");
        }
        if list.len() > shown {
            _ = writeln!(out, "  … and {} more ({what})", list.len() - shown);
        }
    }
    let allowed = known.allowed(&tally.family);
    if allowed > 0 && tally.missing.is_none() {
        let note = match tally.failures.len() {
            failed if failed > allowed => format!("more than the {allowed} known failures"),
            failed if failed < allowed => format!("known failures can go down from {allowed} to {failed}"),
            _ => format!("{allowed} known failures"),
        };
        _ = writeln!(out, "  {note}");
    }
    out
}

/// The line `N passed, N failed, N skipped`.
pub fn counts(tallies: &[Tally]) -> String {
    let sum = |count: fn(&Tally) -> usize| tallies.iter().map(count).sum::<usize>();
    format!(
        "{} passed, {} failed, {} skipped",
        sum(|tally| tally.passed),
        sum(|tally| tally.failures.len()),
        sum(|tally| tally.skips.len())
    )
}

/// Everything, as one JSON object on one line.
pub fn machine(tallies: &[Tally]) -> String {
    let listed = |list: &[(String, String)], text: &str| -> serde_json::Value {
        list.iter().map(|(id, content)| json!({ "id": id, text: content })).collect()
    };
    let families: Vec<_> = tallies
        .iter()
        .map(|tally| {
            json!({
                "family": tally.family,
                "passed": tally.passed,
                "failed": tally.failures.len(),
                "skipped": tally.skips.len(),
                "missing": tally.missing,
                "failures": listed(&tally.failures, "difference"),
                "skips": listed(&tally.skips, "reason"),
                "notes": listed(&tally.notes, "note"),
            })
        })
        .collect();
    let total = |key: &str| families.iter().filter_map(|family| family[key].as_u64()).sum::<u64>();
    json!({
        "passed": total("passed"),
        "failed": total("failed"),
        "skipped": total("skipped"),
        "families": families,
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_a_line_and_its_first_failures() {
        let tally = Tally {
            family: "rules".into(),
            passed: 3,
            failures: (1..=3).map(|n| (format!("case-{n}"), "grid[0]: expected 1, found 2".into())).collect(),
            ..Tally::default()
        };
        assert_eq!(
            family(&tally, &Known::default(), 1),
            "rules: 3 passed, 3 failed, 0 skipped\n\
             \x20 failed case-1: grid[0]: expected 1, found 2\n\
             \x20 … and 2 more (failed)\n"
        );
        let machine: serde_json::Value = serde_json::from_str(&machine(&[tally])).unwrap();
        assert_eq!(machine["failed"], 3);
        assert_eq!(machine["families"][0]["failures"][0]["id"], "case-1");
    }
}
