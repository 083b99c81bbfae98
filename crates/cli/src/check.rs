//! `polymerge check`: the faults of mode files.

use clap::{Args, ValueEnum};
use polymerge::Mode;
use polymerge::advanced::modefile::{
    PlayOptions, Problems, Severity, SourceFile, base_of_examples, check, check_by_playing_while, codes,
    find_code, nearest,
};
use polymerge_app::failure::Failure;
use polymerge_app::figures::counted;
use polymerge_app::input;
use polymerge_app::mode_file::{Directory, other_kind};

use crate::{aligned, goals, progress};

/// Find all mistakes in mode files
///
/// Mistakes in well-formed files are warned of too: goals that no game reaches,
/// rules that never apply, expressions that mean something else. Each problem has a
/// code, which --explain explains with examples, wrong and right. The exit code is 0 if there are
/// no errors, 1 if there are, 2 if a file can't be read.
#[derive(Args)]
pub struct Arguments {
    /// Mode files; - is standard input
    #[arg(required_unless_present = "explain", value_name = "FILE")]
    files: Vec<String>,
    /// Explain the problems of a code, such as never-merges, with examples; without a code, list all
    #[arg(long, value_name = "CODE", num_args = 0..=1, default_missing_value = "", exclusive = true)]
    explain: Option<String>,
    /// Also play this many random games: report errors in them, the best results if none reached a goal, and what never happened
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Seed of the first of these games
    #[arg(long, default_value_t = 0, requires = "games")]
    seed: u64,
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
    if let Some(code) = &arguments.explain {
        return input::print(explain(code)?.as_bytes());
    }
    let mut problems = Problems::default();
    let progress = progress::late(arguments.files.len());
    for name in &arguments.files {
        progress.set_message(name.clone());
        let bytes = input::read_bytes(name).map_err(|failure| match Mode::built_in(name) {
            Ok(_) => Failure::input(format!(
                "{name} is a built-in mode, and check takes files: polymerge convert {name} -o FILE.jsonc writes it as one"
            )),
            Err(_) => failure,
        })?;
        let file = SourceFile::new(name.as_str(), bytes);
        let options = Default::default();
        let checked = match arguments.games {
            None => check(&file, &Directory, &options),
            Some(games) => {
                let play = PlayOptions { games, seed: arguments.seed, ..PlayOptions::default() };
                check_by_playing_while(&file, &Directory, &options, &play, &mut |played| {
                    progress.set_message(format!("{name}, game {} of {games}", played + 1));
                })
            }
        };
        // For standard error, whatever the format: editors read the rest.
        let kind = checked.problems.has_errors().then(|| other_kind(name, &file.bytes)).flatten();
        progress.suspend(|| kind.iter().for_each(|kind| input::note(kind)));
        problems.append(checked.problems);
        if let (Some(file), Some(played)) = (&checked.file, &checked.played) {
            let notes = [
                goals::note_unmet_goals(file, played, arguments.seed),
                goals::note_no_loss(played),
                goals::note_no_end(played),
                goals::note_no_choice(&file.mode, arguments.seed),
            ];
            progress
                .suspend(|| notes.iter().flatten().for_each(|note| input::note(&format!("{name}: {note}"))));
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    match arguments.format {
        Format::Text => input::print(problems.to_text().as_bytes()),
        Format::Json => input::print_json(problems.to_json().trim_end()),
        Format::Sarif => input::print_json(problems.to_sarif().trim_end()),
    }?;
    let warned = arguments.strict && problems.count(Severity::Warning) > 0;
    if problems.has_errors() || warned {
        let found = [(Severity::Error, "error"), (Severity::Warning, "warning")].map(|(severity, name)| {
            let count = problems.count(severity);
            (count > 0).then(|| counted(count as f64, name))
        });
        let found: Vec<String> = found.into_iter().flatten().collect();
        return Err(Failure::result(format!("{} found", found.join(" and "))));
    }
    Ok(())
}

/// Returns the explanation of a code, or, without a name, the list of all codes.
fn explain(name: &str) -> Result<String, Failure> {
    if name.is_empty() {
        let rows: Vec<[String; 2]> =
            codes().map(|code| [code.name, code.summary()].map(str::to_owned)).collect();
        return Ok(aligned::table(&rows, 0..0));
    }
    let Some(code) = find_code(name) else {
        let meant = nearest(name, codes().map(|code| code.name));
        let hint = match meant {
            Some(meant) => format!("did you mean {meant}?"),
            None => "polymerge check --explain lists all".to_owned(),
        };
        return Err(Failure::input(format!("no problem has the code {name:?}; {hint}")));
    };
    let base = if code.examples().is_empty() { String::new() } else { format!("\n{}", base_of_examples()) };
    Ok(format!("{}: {}{base}", code.name, code.explanation()))
}
