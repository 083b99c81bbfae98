//! `cargo run --release -p conformance -- DIR [--data DIR]… [--family NAME]…`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use clap::builder::PossibleValuesParser;
use conformance::data::Data;
use conformance::known::Known;
use conformance::run::Tally;
use conformance::{FAMILIES, report, run};
use indicatif::{ProgressBar, ProgressStyle};

/// Runs golden data through the engine and reports what differs.
///
/// Exit code 0: nothing failed; 1: something failed; 2: there was nothing to run.
#[derive(Parser)]
#[command(name = "conformance")]
struct Arguments {
    /// Directory with the cases, laid out as shared/conformance
    dir: PathBuf,
    /// Further directory for files that cases refer to (mode codes, variants, tile sets)
    #[arg(long, value_name = "DIR")]
    data: Vec<PathBuf>,
    /// Run this family only; may be given several times
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(FAMILIES.iter().map(|f| f.name)))]
    family: Vec<String>,
    /// Run the cases whose name starts with this only; may be given several times
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// Print one JSON object with all failures
    #[arg(long)]
    json: bool,
    /// How many failures of each family to print
    #[arg(long, value_name = "N", default_value_t = 10)]
    show: usize,
    /// File with lines "family: count": failures up to that count are known and no error
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
}

fn main() -> ExitCode {
    match conformance(&Arguments::parse()) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("conformance: {message}");
            ExitCode::from(2)
        }
    }
}

fn conformance(arguments: &Arguments) -> Result<ExitCode, String> {
    for directory in std::iter::once(&arguments.dir).chain(&arguments.data) {
        if !directory.is_dir() {
            return Err(format!("{} is no directory", directory.display()));
        }
    }
    let known = arguments.known.as_deref().map(Known::read).transpose()?.unwrap_or_default();
    let data = Data::new(&arguments.dir, arguments.data.iter().cloned());
    let wanted = |name: &str| arguments.family.is_empty() || arguments.family.iter().any(|f| f == name);
    let mut tallies = Vec::new();
    for family in FAMILIES.iter().filter(|family| wanted(family.name)) {
        let tally = match (family.cases)(&data) {
            Ok(mut cases) => {
                let only = &arguments.only;
                cases.retain(|case| {
                    only.is_empty() || only.iter().any(|start| case.id.starts_with(start.as_str()))
                });
                let bar = ProgressBar::new(cases.len() as u64).with_message(family.name);
                if let Ok(style) = ProgressStyle::with_template("{msg:10} {bar:40} {pos}/{len} {eta}") {
                    bar.set_style(style);
                }
                let tally = run::run(family.name, cases, || bar.inc(1));
                bar.finish_and_clear();
                tally
            }
            Err(missing) => Tally { family: family.name.into(), missing: Some(missing), ..Tally::default() },
        };
        if !arguments.json {
            print!("{}", report::family(&tally, &known, arguments.show));
        }
        tallies.push(tally);
    }
    if arguments.json {
        println!("{}", report::machine(&tallies));
    } else {
        println!("{}", report::counts(&tallies));
    }
    if tallies.iter().all(|tally| tally.missing.is_some()) {
        return Err("nothing to run".into());
    }
    let failed = tallies.iter().any(|tally| known.exceeded(tally));
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
