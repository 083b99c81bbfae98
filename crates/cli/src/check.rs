//! `polymerge check`: says what is wrong with mode files.

use clap::{Args, ValueEnum};
use polymerge::modefile::{self, Problems, Severity, SourceFile};

use crate::failure::Failure;
use crate::input;
use crate::source::Directory;

/// Say everything that is wrong with mode files
///
/// The exit code is 0 if there are no errors, 1 if there are, 2 if a file
/// can't be read.
#[derive(Args)]
pub struct Arguments {
    /// Mode files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// What to print: text for people, JSON or SARIF for tools
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Warnings count as errors for the exit code
    #[arg(long)]
    strict: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Sarif,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut problems = Problems::default();
    for name in &arguments.files {
        let file = SourceFile::new(name.as_str(), input::read_bytes(name)?);
        problems.append(modefile::check(&file, &Directory, &Default::default()).problems);
    }
    let report = match arguments.format {
        Format::Text => problems.to_text(),
        Format::Json => problems.to_json(),
        Format::Sarif => problems.to_sarif(),
    };
    input::print(report.as_bytes())?;
    let warned = arguments.strict && problems.count(Severity::Warning) > 0;
    if problems.has_errors() || warned {
        return Err(Failure::result("not all is well"));
    }
    Ok(())
}
