//! Runs cases on all cores.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;

use rayon::prelude::*;

use crate::case::{Case, Outcome};

/// The stack of a thread that runs cases, as large as a program's own.
const STACK: usize = 8 << 20;

/// How the cases of a family went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Name of the family.
    pub family: String,
    /// How many cases passed.
    pub passed: usize,
    /// The cases that failed: id and what differs, in the order of the data.
    pub failures: Vec<(String, String)>,
    /// The cases that were skipped, and why.
    pub skips: Vec<(String, String)>,
    /// Remarks on cases that passed.
    pub notes: Vec<(String, String)>,
    /// Why there was nothing to run.
    pub missing: Option<String>,
}

/// Runs the cases of a family, calling `progress` after each.
///
/// # Panics
/// If no threads can be started.
pub fn run(family: &str, cases: Vec<Case>, progress: impl Fn() + Sync) -> Tally {
    let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK).build().expect("threads");
    let outcomes: Vec<(String, Outcome)> = quietly(|| {
        pool.install(|| {
            cases
                .into_par_iter()
                .with_max_len(1)
                .map(|case| {
                    let outcome =
                        panic::catch_unwind(AssertUnwindSafe(case.check)).unwrap_or_else(|payload| {
                            Outcome::Failed(format!("panicked: {}", message(&*payload)))
                        });
                    progress();
                    (case.id, outcome)
                })
                .collect()
        })
    });
    let mut tally = Tally { family: family.to_owned(), ..Tally::default() };
    for (id, outcome) in outcomes {
        match outcome {
            Outcome::Passed => tally.passed += 1,
            Outcome::Noted(note) => {
                tally.passed += 1;
                tally.notes.push((id, note));
            }
            Outcome::Failed(difference) => tally.failures.push((id, difference)),
            Outcome::Skipped(why) => tally.skips.push((id, why)),
        }
    }
    tally
}

/// Keeps panics from being printed while `work` runs: they are reported as
/// failures instead.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let result = work();
    panic::set_hook(hook);
    result
}

fn message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_fails_its_case_alone() {
        let cases = vec![
            Case::new("good", || Outcome::Passed),
            Case::new("bad", || -> Outcome { panic!("no such thing") }),
            Case::new("slow", || Outcome::Noted("took long".into())),
            Case::new("absent", || Outcome::Skipped("no file".into())),
        ];
        let tally = run("family", cases, || {});
        assert_eq!(tally.passed, 2);
        assert_eq!(tally.failures, [("bad".into(), "panicked: no such thing".into())]);
        assert_eq!(tally.notes.len(), 1);
        assert_eq!(tally.skips.len(), 1);
    }
}
