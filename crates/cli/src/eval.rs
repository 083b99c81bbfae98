//! `polymerge eval`: evaluates expressions and formulas, explains operators, words, triggers and keywords.

mod context;
mod history;
mod prompt;
mod steps;

use std::io::{self, IsTerminal};

use clap::Args;
use polymerge::Value;
use polymerge::advanced::modefile::{Problem, check_expression, nearest};
use polymerge::calc::json;
use polymerge::evaluation::evaluate_in;
use polymerge::formula::{NoNames, compile, is_formula, show, words};
use polymerge_app::failure::Failure;
use polymerge_app::input;
use polymerge_assist::explain;

use crate::exact::note_inexact;
use context::Context;

#[derive(Args)]
pub struct Arguments {
    /// The expression: a formula, which begins with =, or an array in extended JSON; - reads it
    /// from standard input. Without one, on a terminal, a prompt asks for expressions
    #[arg(allow_hyphen_values = true)]
    expression: Option<String>,
    /// A file with the state to evaluate in: grid, v, h, vdir, hdir, vars, game_vars and others
    #[arg(long, value_name = "FILE")]
    context: Option<String>,
    /// Show every step before the result
    #[arg(long)]
    trace: bool,
    /// Print the expression in its other form instead of its value: a formula as an array, an array
    /// as a formula
    #[arg(long, conflicts_with = "trace")]
    rewrite: bool,
    /// Explain an operator, a word such as @Next, a trigger, a keyword or a key of mode files instead
    #[arg(long, value_name = "NAME", conflicts_with_all = ["expression", "trace"], allow_hyphen_values = true)]
    explain: Option<String>,
    /// Seed of the random operators
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(operator) = &arguments.explain {
        return input::print(explain::page(operator).map_err(Failure::input)?.as_bytes());
    }
    let settings = Settings {
        context: match &arguments.context {
            Some(file) => context(file)?,
            None => Context::default(),
        },
        seed: arguments.seed,
        trace: arguments.trace,
    };
    let text = match arguments.expression.as_deref() {
        Some("-") => input::read("-")?,
        Some(text) => text.to_owned(),
        None if io::stdin().is_terminal() && io::stdout().is_terminal() => {
            return prompt::run(settings);
        }
        None => input::read("-")?,
    };
    let answer = match arguments.rewrite {
        true => rewritten(&text),
        false => answer(&text, &settings),
    };
    let answer = answer?;
    // Steps as well as the value are texts and JSON.
    input::print_json(&answer)
}

/// Reads the context from a file. Numbers that lose digits are reported.
fn context(file: &str) -> Result<Context, Failure> {
    let text = input::read(file)?;
    let context = Context::read(&text).map_err(|failure| failure.of(file))?;
    note_inexact(file, &text);
    Ok(context)
}

/// The options of an evaluation.
struct Settings {
    context: Context,
    seed: u64,
    trace: bool,
}

/// Evaluates the expression in a text. Returns the steps, if they are wanted, and the value; or the
/// steps before an error.
fn answer(text: &str, settings: &Settings) -> Result<String, Failure> {
    let expression = read(text)?;
    warn(text);
    let Settings { context, seed, trace } = settings;
    let (host, position, variables) = (&mut context.host(*seed), context.position(), context.variables());
    let most = if *trace { steps::MOST } else { 0 };
    let evaluation = evaluate_in(&expression, host, &position, &variables, most, &Default::default());
    let steps = steps::to_text(&evaluation);
    match evaluation.result {
        Ok(value) => Ok(format!("{steps}{}", json::write(&value))),
        Err(error) if steps.is_empty() => Err(Failure::input(format!("expression: {error}"))),
        Err(error) => Err(Failure::input(format!("expression: {error}\nsteps before that:\n{steps}"))),
    }
}

/// Returns a formula as an array, and an array as a formula.
fn rewritten(text: &str) -> Result<String, Failure> {
    let expression = read(text)?;
    Ok(match is_formula(text.trim()) {
        true => json::write(&expression),
        false => show(&expression, &NoNames),
    })
}

/// Warns on standard error of an expression that is hardly meant so.
fn warn(text: &str) {
    if is_formula(text.trim()) {
        return;
    }
    let problems = check_expression(text, &Default::default());
    let report: String = problems.list().iter().map(Problem::to_text).collect();
    if !report.is_empty() {
        input::note(&report);
    }
}

/// Parses the expression in a text. A formula that is a single value becomes a line with it.
fn read(text: &str) -> Result<Value, Failure> {
    const FORM: &str = "an expression is a formula, such as = 1 + 1, or an array, such as [1, \"+\", 1]";
    let text = text.trim();
    if is_formula(text) {
        let value = compile(text, &NoNames).map_err(|error| marked(text, &error))?;
        return Ok(match value {
            Value::Array(_) => value,
            single => Value::array(vec![single]),
        });
    }
    let expression =
        json::read(text, &Default::default()).map_err(|error| format!("expression: {error}; {FORM}"))?;
    match expression.as_array() {
        Some(_) => Ok(expression),
        None => {
            Err(Failure::input(format!("expression: not an array but {}; {FORM}", json::write(&expression))))
        }
    }
}

/// The message of a wrong formula, with its place marked.
fn marked(text: &str, error: &polymerge::formula::Error) -> String {
    let help = match &error.unknown {
        Some(unknown) => nearest(unknown.name(), words()).map(|meant| format!("did you mean `{meant}`?")),
        None => None,
    };
    let help = help.unwrap_or_else(|| error.help.clone());
    let columns = |range: &str| range.chars().count();
    let (before, place) = (&text[..error.span.start], &text[error.span.clone()]);
    let marks = "^".repeat(columns(place).max(1));
    let mut message =
        format!("formula: {}\n  {text}\n  {}{marks}", error.message, " ".repeat(columns(before)));
    if !help.is_empty() {
        message.push_str(&format!("\n  {help}"));
    }
    message
}
