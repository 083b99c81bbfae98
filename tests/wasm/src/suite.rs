//! What is compared between machines: suites of cases, each with a text that
//! must be the same everywhere.

use std::path::{Path, PathBuf};

use conformance::{Data, FAMILIES, Family, Outcome, data, files};
use polymerge::advanced::rules::Limits;
use polymerge::calc::Limits as EvaluationLimits;
use stress::{Picks, generate, hostile, laws, mixed, random_bytes, targets};

use crate::player;

/// Where the files of the repository lie.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// How many expressions are generated, and of how many bytes at most.
const EXPRESSIONS: u64 = 100_000;
const EXPRESSION_BYTES: usize = 120;

/// How many modes are made of how many bytes, as `stress/tests/generated.rs`
/// has it.
const MODES: u64 = 200;
const MIXTURES: u64 = 400;
const MODE_BYTES: usize = 600;
const PRESSES: usize = 60;

/// Expressions whose numbers come near what 32 bits hold, or go beyond.
const WIDE: &str = include_str!("../wide.txt");

/// A case: its name, and how its text is found.
pub struct Case {
    /// The name.
    pub name: String,
    /// Finds the text.
    pub run: Box<dyn FnOnce() -> String>,
}

impl Case {
    pub(crate) fn new(name: impl Into<String>, run: impl FnOnce() -> String + 'static) -> Case {
        Case { name: name.into(), run: Box::new(run) }
    }
}

/// The names of all suites that need no golden data, and of those that do.
pub fn names() -> (Vec<String>, Vec<String>) {
    let own = ["corpus", "expressions", "hostile", "modes", "player", "wide"];
    let golden = FAMILIES.iter().map(|family| format!("golden {}", family.name));
    (own.map(str::to_owned).to_vec(), golden.collect())
}

/// The cases of a suite. `golden` is the folder of the golden data.
///
/// # Errors
/// If there is no such suite, or what it needs is not there.
pub fn cases(name: &str, golden: &Path) -> Result<Vec<Case>, String> {
    match name {
        "corpus" => corpus(),
        "expressions" => Ok((0..EXPRESSIONS).map(expression).collect()),
        "hostile" => attacks(),
        "modes" => Ok(modes()),
        "player" => Ok(player::cases()),
        "wide" => Ok(WIDE.lines().map(wide).collect()),
        _ => {
            let family = name.strip_prefix("golden ").and_then(conformance::family);
            family_cases(family.ok_or_else(|| format!("there is no suite {name}"))?, golden)
        }
    }
}

/// Golden data: what differs from it, if anything does.
fn family_cases(family: &Family, golden: &Path) -> Result<Vec<Case>, String> {
    let text = |outcome| match outcome {
        // What is skipped is skipped natively, too.
        Outcome::Passed | Outcome::Noted(_) | Outcome::Skipped(_) => String::new(),
        Outcome::Failed(difference) => difference,
    };
    let cases = (family.cases)(&Data::new(golden, []))?;
    Ok(cases.into_iter().map(|case| Case::new(case.id, move || text((case.check)()))).collect())
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, String> {
    files::list(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Each file of `fuzz/corpus` through its fuzz target.
fn corpus() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for folder in list(&Path::new(ROOT).join("fuzz/corpus"))? {
        for file in list(&folder)? {
            let target = data::file_name(&folder).to_owned();
            let bytes = files::bytes(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let name = format!("{target}/{}", data::file_name(&file));
            cases.push(Case::new(name, move || {
                targets::run(&target, &bytes).unwrap_or_else(|| panic!("there is no target {target}"))
            }));
        }
    }
    Ok(cases)
}

fn expression(seed: u64) -> Case {
    Case::new(format!("expression {seed}"), move || {
        let bytes = random_bytes(seed, EXPRESSION_BYTES);
        targets::evaluated(&generate::expression(&mut Picks::new(&bytes)), targets::small())
    })
}

/// Hostile modes, with the usual limits: the answer of each.
fn attacks() -> Result<Vec<Case>, String> {
    let files = list(&Path::new(ROOT).join("stress/hostile"))?;
    let case = |file: &PathBuf| {
        let bytes = files::bytes(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Case::new(data::file_name(file), move || {
            hostile::attack("hostile.jsonc", &text, &Limits::default(), &mut || {}).to_string()
        }))
    };
    files.iter().map(case).collect()
}

/// Games of generated and mixed modes, held to the laws.
fn modes() -> Vec<Case> {
    let bytes = |seed| random_bytes(seed, MODE_BYTES);
    let all = (0..MODES).flat_map(|seed| {
        [
            Case::new(format!("turns {seed}"), move || laws::play_generated(&bytes(seed)).to_string()),
            Case::new(format!("replay {seed}"), move || {
                laws::replay_generated(&bytes(MODES + seed));
                String::new()
            }),
            Case::new(format!("memory {seed}"), move || {
                laws::remember_generated(&bytes(2 * MODES + seed)).to_string()
            }),
        ]
    });
    let mixtures = (0..MIXTURES).map(|seed| {
        Case::new(format!("mixture {seed}"), move || {
            mixed::compare_mixed_games(&bytes(3 * MODES + seed), PRESSES).to_string()
        })
    });
    all.chain(mixtures).collect()
}

fn wide(line: &'static str) -> Case {
    Case::new(line, move || targets::evaluated(&stress::value(line), EvaluationLimits::default()))
}
