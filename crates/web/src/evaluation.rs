//! Evaluating expressions, in JavaScript's types.

use polymerge::calc::json;
use polymerge::evaluation::{self, EvaluationOptions, evaluate, evaluate_on};
use polymerge::{Cell, Game, Limits};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::input::{out, text};
use crate::options::Options;

/// The most steps that are listed.
const MOST: usize = 10_000;

/// The circumstances of an evaluation.
#[derive(Debug, Default, Tsify)]
pub struct EvaluateOptions {
    /// The row of the cell it is evaluated at.
    #[tsify(optional)]
    pub row: usize,
    /// The column of that cell.
    #[tsify(optional)]
    pub column: usize,
    /// The direction in which tiles move there, on a game; none if left out.
    #[tsify(optional)]
    pub direction: Option<usize>,
    /// True to list every step.
    #[tsify(optional)]
    pub trace: bool,
    /// Seed of the random operators, where there is no game.
    #[tsify(optional, type = "number | bigint | string")]
    pub seed: u64,
    /// The present time, on a game; `Date.now()` if left out.
    #[tsify(optional)]
    pub now: f64,
    /// Limits of the evaluation; those of the game, if there is one.
    #[tsify(optional, type = "Limits | \"strict\"")]
    pub limits: Option<Limits>,
}

impl EvaluateOptions {
    /// Reads the options from JavaScript.
    pub fn of(given: &JsValue) -> Result<EvaluateOptions, Failure> {
        let given = Options::of(given, &["row", "column", "direction", "trace", "seed", "now", "limits"])?;
        Ok(EvaluateOptions {
            row: given.whole("row")?.unwrap_or(0),
            column: given.whole("column")?.unwrap_or(0),
            direction: given.whole("direction")?,
            trace: given.flag("trace")?,
            seed: given.seed("seed")?.unwrap_or(0),
            now: given.time("now")?,
            limits: given.limits()?,
        })
    }
}

/// The result of an evaluation.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Evaluation {
    /// Its value in extended JSON; missing if it failed.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The error, if it failed.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<EvaluationError>,
    /// The steps, if they were asked for.
    pub steps: Vec<EvaluationStep>,
    /// The number of further steps, which are not listed.
    pub more: usize,
}

/// The error of an expression.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct EvaluationError {
    /// The cause and its place, in words.
    pub message: String,
    /// The index of the entry in the expression, the index in that entry, and
    /// so on inwards.
    pub path: Vec<usize>,
}

/// An operator that was applied.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct EvaluationStep {
    /// The number of evaluations around it.
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
    #[wasm_bindgen(unchecked_param_type = "string")] expression: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "EvaluateOptions", js_name = options)] given: &JsValue,
) -> Result<Ts<Evaluation>, JsValue> {
    let (expression, given) = (text("expression", expression)?, EvaluateOptions::of(given)?);
    Ok(out(evaluation_of(&expression, &given, None)?)?)
}

/// Evaluates an expression, on a game if there is one.
pub fn evaluation_of(
    expression: &str,
    given: &EvaluateOptions,
    game: Option<&Game>,
) -> Result<Evaluation, Failure> {
    let wrong = |message: String| Failure::input("bad-expression", format!("the expression: {message}"));
    let limits = match (&given.limits, game) {
        (Some(limits), _) => limits.clone(),
        (None, Some(game)) => game.rules().limits().clone(),
        (None, None) => Limits::default(),
    };
    let read = evaluation::read(expression, game, &limits);
    let expression = read.map_err(|error| wrong(error.to_string()))?;
    if expression.as_array().is_none() {
        return Err(wrong(format!("not an array but {}", json::write(&expression))));
    }
    let options = EvaluationOptions {
        cell: Cell::new(given.row, given.column),
        direction: given.direction,
        seed: given.seed,
        steps: if given.trace { MOST } else { 0 },
        limits: given.limits.as_ref().map(|limits| limits.game.evaluation.clone()),
    };
    Ok(Evaluation::of(match game {
        Some(game) => evaluate_on(game.state(), given.now, &expression, &options),
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
