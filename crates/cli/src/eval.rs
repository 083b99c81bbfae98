//! `polymerge eval`: evaluates an expression.

mod nowhere;

use clap::Args;
use polymerge::calcarray::{Limits, Meter, Position, Program};
use polymerge::{json, Value};

use crate::failure::Failure;
use crate::input;
use nowhere::Nowhere;

#[derive(Args)]
pub struct Arguments {
    /// The expression, an array in extended JSON; - reads it from standard input
    #[arg(allow_hyphen_values = true)]
    expression: String,
    /// Seed of the random operators
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let text = match arguments.expression.as_str() {
        "-" => input::read("-")?,
        text => text.to_owned(),
    };
    let expression = read(&text).map_err(Failure::input)?;
    let value = evaluate(&expression, arguments.seed).map_err(Failure::input)?;
    input::print_line(&json::write(&value))
}

/// The expression that a text holds.
fn read(text: &str) -> Result<Value, String> {
    let expression = json::read(text.trim(), &Default::default()).map_err(|e| format!("expression: {e}"))?;
    match expression.as_array() {
        Some(_) => Ok(expression),
        None => Err(format!("expression: not an array but {}", json::write(&expression))),
    }
}

/// The value of an expression, outside of any game.
fn evaluate(expression: &Value, seed: u64) -> Result<Value, String> {
    let limits = Limits::default();
    let program = Program::compile(expression, &limits).map_err(|e| format!("expression: {e}"))?;
    program
        .run(&mut Nowhere::new(seed), &Position::default(), &mut Meter::new(limits))
        .map_err(|e| format!("expression: {e}"))
}
