//! `polymerge custom`: Custom and Infused Modes in words and as codes.

use clap::{Args, Subcommand, ValueEnum};
use polymerge::Mode;
use polymerge::calc::number::to_text;
use polymerge::forms::Form;
use polymerge::modifiers::custom::{Checker, Conflict, CustomMode, Generated, Origin};
use polymerge::modifiers::infused::InfusedMode;
use polymerge_app::failure::Failure;
use polymerge_app::source::Source;
use polymerge_app::{input, mode_file};

use crate::pretty::pretty;

/// An example of a Custom Mode.
const EXAMPLE: &str = include_str!("custom/example.json");

/// The number of tiles to list.
const LISTED: usize = 12;

const EXAMPLES: &str = "\
Examples:
  polymerge custom new > mine.json                           a mode to start from, in words
  polymerge custom check mine.json                           can a tile get two values?
  polymerge custom convert mine.json --to mode > mine.jsonc  a mode file: polymerge play mine.jsonc
  polymerge custom convert mine.json --to code               a code for the original site
  polymerge custom convert '@2048PowCompCustom|3.0|…'        a code in words
  polymerge custom infuse dive > dive.json                   a mode as an Infused Mode, in words";

/// Make Custom and Infused Modes: small declarations that generate a mode
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Print a Custom Mode to start from, in words
    New,
    /// Say whether a tile of a Custom Mode could get two values, and how
    ///
    /// The exit code is 0 if none was found, 1 if there is one, 2 if the mode can't be read.
    Check {
        /// A Custom Mode: a file in words, a Custom code, or a file that holds one
        #[arg(value_name = "FILE|CODE")]
        input: String,
        /// How many tiles to try
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000))]
        tiles: u64,
        /// The largest value to try
        #[arg(long, default_value_t = 1e12)]
        value: f64,
    },
    /// Turn a Custom or Infused Mode into another form
    Convert {
        /// The mode: a file in words, a code, or a file that holds one
        #[arg(value_name = "FILE|CODE")]
        input: String,
        /// What to write. If left out: words if the mode is given as a code, a code if it is given in words
        #[arg(long, value_enum)]
        to: Option<Target>,
    },
    /// Turn any mode into an Infused Mode, in words
    Infuse {
        #[command(flatten)]
        source: Source,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// An object with names, to read and to change
    Words,
    /// A Custom or Infused code
    Code,
    /// A mode file
    Mode,
    /// A Mode code
    ModeCode,
    /// An Infused code
    Infused,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.task {
        Task::New => input::print_exact(EXAMPLE.as_bytes()),
        Task::Check { input, tiles, value } => check(input, *tiles as usize, *value),
        Task::Convert { input, to } => convert(input, *to),
        Task::Infuse { source } => {
            let opened = source.open()?.any_mode()?;
            let mode = opened.unchanged();
            let form = Form::Infused(InfusedMode::from_mode(mode, mode.width.max(mode.height)));
            input::print_json(&pretty(&form.to_words()))
        }
    }
}

/// Reads a form. Also returns true if it was a code.
fn read(argument: &str) -> Result<(bool, Form), Failure> {
    let text = match argument.trim_start().starts_with('@') {
        true => argument.to_owned(),
        false => input::read(argument)?,
    };
    let form = Form::of_text(&text, &Default::default()).map_err(|error| {
        let name = if argument.starts_with('@') { "the code" } else { argument };
        match mode_file::open(argument, text.clone().into_bytes(), true) {
            Ok(_) => Failure::input(format!(
                "{name} is a mode file, not a Custom or Infused Mode; polymerge custom infuse makes one of it"
            )),
            Err(_) => Failure::input(format!("{name}: {error}")),
        }
    })?;
    for problem in Form::problems_of(argument, &text).list() {
        input::note(problem.to_text().trim_end());
    }
    Ok((text.trim_start().starts_with('@'), form))
}

fn convert(argument: &str, to: Option<Target>) -> Result<(), Failure> {
    let (is_code, form) = read(argument)?;
    let mode = || form.mode(&Default::default()).map_err(Failure::input);
    let text = match to.unwrap_or(if is_code { Target::Words } else { Target::Code }) {
        Target::Words => return input::print_json(&pretty(&form.to_words())),
        Target::Code => form.code().map_err(Failure::input)?,
        Target::Infused => {
            // The grid of a Custom Mode is written out in it.
            if let Form::Custom(_) = &form {
                mode()?;
            }
            Form::Infused(form.infused()).code().map_err(Failure::input)?
        }
        Target::ModeCode => Mode::from_raw(mode()?).to_code().map_err(Failure::input)?,
        Target::Mode => {
            let file = Mode::from_raw(mode()?).to_file().map_err(Failure::input)?;
            return input::print_exact(file.as_bytes());
        }
    };
    input::print_exact(format!("{text}\n").as_bytes())
}

fn check(argument: &str, tiles: usize, value: f64) -> Result<(), Failure> {
    let (_, Form::Custom(mode)) = read(argument)? else {
        return Err(Failure::input(format!(
            "{argument} is an Infused Mode: its tiles have no values that could differ"
        )));
    };
    let mut checker = Checker::default();
    match checker.run(&mode, tiles, value) {
        Ok(()) => {
            let found: Vec<&Generated> = checker.generated().collect();
            let mut out = format!("consistent: every tile has one value, {} tiles were tried\n", found.len());
            for tile in found.iter().take(LISTED) {
                out.push_str(&format!("  tile {} is {}\n", to_text(tile.number), to_text(tile.value)));
            }
            input::print(out.as_bytes())
        }
        Err(conflict) => {
            input::print(witness(&mode, &checker, &conflict).as_bytes())?;
            Err(Failure::result("not consistent"))
        }
    }
}

/// Explains how a tile gets two values.
fn witness(mode: &CustomMode, checker: &Checker, conflict: &Conflict) -> String {
    let Conflict { first, second } = conflict;
    format!(
        "tile {} has two values:\n  {}\n  {}\n",
        to_text(first.number),
        derived(mode, checker, first),
        derived(mode, checker, second)
    )
}

/// Explains how a tile gets its value.
fn derived(mode: &CustomMode, checker: &Checker, tile: &Generated) -> String {
    let value = to_text(tile.value);
    let Origin::Merge { n, merge } = tile.origin else { return format!("{value}: it spawns") };
    let others = mode.merges.get(merge).map_or(&[][..], |merge| &merge.inputs);
    let numbers: Vec<f64> = std::iter::once(n).chain(others.iter().map(|input| input.number(n))).collect();
    let value_of = |number: &f64| {
        let known = checker.generated().find(|tile| tile.number == *number);
        known.map_or_else(|| "?".to_owned(), |tile| to_text(tile.value))
    };
    let sum: Vec<String> = numbers.iter().map(value_of).collect();
    let tiles: Vec<String> = numbers.iter().map(|number| to_text(*number)).collect();
    format!("{value} = {}: merge {} of the tiles {}", sum.join(" + "), merge + 1, tiles.join(", "))
}
