//! Evaluating expressions, in JavaScript's types.

use polymerge::evaluation::{self, evaluate, evaluate_on, EvaluationOptions};
use polymerge::{json, Cell, Game};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::{Failure, Kind};
use crate::input::{options, out, text, whole, Seed};

/// How many steps are told.
const MOST: usize = 10_000;

/// How an expression is evaluated.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default)]
pub struct EvaluateOptions {
    /// The row of the cell it is evaluated at.
    #[tsify(optional)]
    pub row: f64,
    /// The column of that cell.
    #[tsify(optional)]
    pub column: f64,
    /// Whether to tell every step.
    #[tsify(optional)]
    pub trace: bool,
    /// Seed of the random operators, where there is no game.
    #[tsify(optional, type = "number | bigint | string")]
    pub seed: Option<Seed>,
}

impl EvaluateOptions {
    /// The names of its fields.
    pub const NAMES: [&'static str; 4] = ["row", "column", "trace", "seed"];
}

/// What an expression came to.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Evaluation {
    /// Its value in extended JSON; missing if it failed.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What went wrong.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<EvaluationError>,
    /// The steps, if they were asked for.
    pub steps: Vec<EvaluationStep>,
    /// How many more steps there were.
    pub more: usize,
}

/// What went wrong in an expression.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct EvaluationError {
    /// What, and where.
    pub message: String,
    /// The index of the entry in the expression, the index in that entry, and
    /// so on inwards.
    pub path: Vec<usize>,
}

/// One operator that was applied.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct EvaluationStep {
    /// How many evaluations were going on around it.
    pub depth: u32,
    /// Place of the operator in its line.
    pub place: usize,
    /// The operator.
    pub operator: String,
    /// The running value, then the arguments, in extended JSON.
    pub operands: Vec<String>,
    /// The new running value.
    pub result: String,
}

/// Evaluates an expression without a game.
#[wasm_bindgen(js_name = evaluate)]
pub fn evaluate_alone(
    #[wasm_bindgen(unchecked_param_type = "string")] expression: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "EvaluateOptions", js_name = options)] given: JsValue,
) -> Result<Ts<Evaluation>, JsValue> {
    let given: EvaluateOptions = options(given, &EvaluateOptions::NAMES)?;
    Ok(out(evaluation_of(&text("the expression", &expression)?, &given, None)?)?)
}

/// Evaluates an expression, on a game at this time if there is one.
pub fn evaluation_of(
    expression: &str,
    given: &EvaluateOptions,
    game: Option<(&Game, f64)>,
) -> Result<Evaluation, Failure> {
    let wrong = |message: String| Failure::new(Kind::Input, format!("the expression: {message}"));
    let expression =
        json::read(expression.trim(), &Default::default()).map_err(|error| wrong(error.to_string()))?;
    if expression.as_array().is_none() {
        return Err(wrong(format!("not an array but {}", json::write(&expression))));
    }
    let options = EvaluationOptions {
        cell: Cell::new(whole("the row", given.row)?, whole("the column", given.column)?),
        seed: given.seed.map_or(0, |seed| seed.0),
        steps: if given.trace { MOST } else { 0 },
    };
    Ok(Evaluation::of(match game {
        Some((game, now)) => evaluate_on(game, now, &expression, &options),
        None => evaluate(&expression, &options),
    }))
}

impl Evaluation {
    fn of(evaluation: evaluation::Evaluation) -> Evaluation {
        let (value, error) = match evaluation.result {
            Ok(value) => (Some(json::write(&value)), None),
            Err(error) => {
                (None, Some(EvaluationError { message: error.to_string(), path: error.path().collect() }))
            }
        };
        let steps = evaluation.steps.into_iter().map(|step| EvaluationStep {
            depth: step.depth,
            place: step.place,
            operator: step.operator,
            operands: step.operands,
            result: step.result,
        });
        Evaluation { value, error, steps: steps.collect(), more: evaluation.more }
    }
}
