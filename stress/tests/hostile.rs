//! Every hostile mode gets the answer that it must get, and leaves the game as
//! it was, in debug builds too. What the answers cost is bounded by limits that
//! count work; the program `hostile` measures it, with the usual limits.

use polymerge::advanced::rules::Limits;
use polymerge::calc::Limits as EvaluationLimits;
use stress::hostile::{attack, attacks, expected};

/// The least number of attacks.
const ATTACKS: usize = 60;

/// A tenth of the usual work, so that a debug build answers soon, too.
fn limits() -> Limits {
    let usual = Limits::default();
    let evaluation = EvaluationLimits { steps: usual.evaluation.steps / 10, ..usual.evaluation };
    Limits { evaluation, turn_steps: usual.turn_steps / 10, passes: usual.passes / 10, ..usual }
}

#[test]
fn hostile_modes_are_answered() {
    let files = attacks().unwrap();
    assert!(files.len() >= ATTACKS, "only {} attacks", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy();
        let expected = expected(&text).unwrap_or_else(|| panic!("{name} does not say what it expects"));
        let answer = attack("hostile.jsonc", &text, &limits(), &mut || {});
        // With a tenth of the work, a limit may come first.
        if !answer.fits(&expected) && !answer.text.contains("the limit") {
            wrong.push(format!("{name}: {answer}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
