//! `polymerge eval`: evaluates expressions and explains operators.

mod explain;
mod nowhere;
mod prompt;
mod steps;

use std::io::{self, IsTerminal};

use clap::Args;
use polymerge::calcarray::{Limits, Meter, Position, Program, Variables};
use polymerge::{json, Value};

use crate::failure::Failure;
use crate::input;
use nowhere::Nowhere;
use steps::Steps;

#[derive(Args)]
pub struct Arguments {
    /// The expression, an array in extended JSON; - reads it from standard input.
    /// Without one, on a terminal, a prompt asks for expressions
    #[arg(allow_hyphen_values = true)]
    expression: Option<String>,
    /// Show every step before the result
    #[arg(long)]
    trace: bool,
    /// Explain an operator instead
    #[arg(long, value_name = "OPERATOR", conflicts_with_all = ["expression", "trace"], allow_hyphen_values = true)]
    explain: Option<String>,
    /// Seed of the random operators
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(operator) = &arguments.explain {
        return input::print(explain::page(operator).map_err(Failure::input)?.as_bytes());
    }
    let text = match arguments.expression.as_deref() {
        Some("-") => input::read("-")?,
        Some(text) => text.to_owned(),
        None if io::stdin().is_terminal() && io::stdout().is_terminal() => {
            return prompt::run(arguments.seed, arguments.trace);
        }
        None => input::read("-")?,
    };
    let answer = answer(&text, arguments.seed, arguments.trace).map_err(Failure::input)?;
    input::print_line(&answer)
}

/// What to print for a text with an expression: its steps if wanted, then its
/// value; also if the steps end in an error.
fn answer(text: &str, seed: u64, trace: bool) -> Result<String, String> {
    let expression = read(text)?;
    let limits = Limits::default();
    let program = Program::compile(&expression, &limits).map_err(|error| format!("expression: {error}"))?;
    let (host, position, variables) = (&mut Nowhere::new(seed), Position::default(), Variables::default());
    let meter = &mut Meter::new(limits);
    let mut steps = Steps::default();
    let result = if trace {
        program.trace(host, &position, meter, &variables, &mut steps)
    } else {
        program.run(host, &position, meter)
    };
    match result {
        Ok(value) => Ok(format!("{}{}", steps.to_text(), json::write(&value))),
        Err(error) => Err(format!("expression: {error}{}", before_error(&steps))),
    }
}

fn before_error(steps: &Steps) -> String {
    match steps.to_text() {
        text if text.is_empty() => text,
        text => format!("\nsteps before that:\n{text}"),
    }
}

/// The expression that a text holds.
fn read(text: &str) -> Result<Value, String> {
    let expression =
        json::read(text.trim(), &Default::default()).map_err(|error| format!("expression: {error}"))?;
    match expression.as_array() {
        Some(_) => Ok(expression),
        None => Err(format!("expression: not an array but {}", json::write(&expression))),
    }
}
