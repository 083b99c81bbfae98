//! The project's own copies of golden data: always there, always run.

use conformance::{Data, family, report, run};

/// Families that `tests/data` holds copies of, and how many cases may fail:
/// a number that only ever goes down.
const COPIES: &[(&str, usize)] = &[("calcarray", 0), ("rules", 0), ("savecodes", 0)];

#[test]
fn copies_of_golden_data_hold() {
    for &(name, allowed) in COPIES {
        let cases = (family(name).unwrap().cases)(&Data::copies()).unwrap();
        let tally = run::run(name, cases, || {});
        assert!(tally.passed + tally.failures.len() > 0, "{name}: no cases");
        assert!(tally.failures.len() <= allowed, "{}", report::family(&tally, &Default::default(), 20));
    }
}
