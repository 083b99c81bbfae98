//! The full golden data, if it lies beside the workspace.

use std::path::Path;

use conformance::known::Known;
use conformance::{Data, family, report, run};

/// Families that are quick enough without optimisation. The others are run by
/// `.ci/run`, in release.
const QUICK: &[&str] = &["calcarray", "rules"];

#[test]
fn full_golden_data_holds() {
    let Some(data) = Data::shared() else { return };
    let known = Known::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("known.txt")).unwrap();
    for name in QUICK {
        let tally = run::run(name, (family(name).unwrap().cases)(&data).unwrap(), || {});
        assert!(!known.exceeded(&tally), "{}", report::family(&tally, &known, 20));
    }
}
