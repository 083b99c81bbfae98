//! Evaluating single expressions step by step, for people who write modes.

use calcarray::host::NoGame;
use calcarray::trace::{Trace, Traced};
use calcarray::{Coordinate, Error, Host, Limits, Meter, Position, Primes, Program, Value, Variables, json};
use polymerge_modefile::compile;
use polymerge_rules::{Cell, GameState, Randomness, Rng, Ruleset};

use crate::game::Game;
use crate::limits::Limits as AllLimits;

/// The result of evaluating an expression.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The value, or the error.
    pub result: Result<Value, Error>,
    /// The steps before that, if they were asked for.
    pub steps: Vec<Step>,
    /// The number of steps that were left out, because only the first ones are kept.
    pub more: usize,
}

/// One operator that was applied.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The number of evaluations around this one.
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

/// The options of an evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvaluationOptions {
    /// The cell it is evaluated at.
    pub cell: Cell,
    /// The direction in which tiles move there, on a game; none if left out.
    pub direction: Option<usize>,
    /// Seed of the random operators, where there is no game.
    pub seed: u64,
    /// The number of steps to keep at most; 0 for none. Fewer are kept if their values are large.
    pub steps: usize,
    /// Bounds: those of the game, or the defaults where there is none, unless
    /// others are given.
    pub limits: Option<Limits>,
}

/// The size of the values of all kept steps together, at most, by [`Value::size`]: an expression
/// may make values of megabytes thousands of times.
const KEPT_SIZE: u64 = 8 << 20;

/// Reads an expression: an array as JSON, or a formula, which sees the names of a game's mode.
///
/// ```
/// use polymerge::{evaluation, Limits};
///
/// let limits = Limits::default();
/// let expression = evaluation::read("= 2 + 3 * 4", None, &limits)?;
/// assert_eq!(evaluation::evaluate(&expression, &Default::default()).result, Ok(14.0.into()));
/// assert_eq!(evaluation::read(r#"[3, "*", 4, "+", 2]"#, None, &limits)?.as_array().unwrap().len(), 5);
/// # Ok::<(), polymerge::Error>(())
/// ```
///
/// # Errors
/// It is neither, or too long.
pub fn read(text: &str, game: Option<&Game>, limits: &AllLimits) -> Result<Value, crate::error::Error> {
    limits.permit_text(text)?;
    let text = text.trim();
    if !text.starts_with('=') {
        return Ok(json::read(text, &limits.code.json())?);
    }
    let value = match game.and_then(|game| game.rules().written()) {
        Some(written) => written.compile(text)?,
        None => compile(text, &limits.reading())?,
    };
    Ok(in_line(value))
}

/// Returns a value as an expression: a name or a number alone is its own value.
pub(crate) fn in_line(value: Value) -> Value {
    match value {
        array @ Value::Array(_) => array,
        alone => Value::array(vec![alone]),
    }
}

/// Evaluates an expression without a game.
///
/// ```
/// use polymerge::evaluation::evaluate;
/// use polymerge::calc::json;
///
/// let expression = json::read(r#"[3, "+", 4]"#, &Default::default())?;
/// let evaluation = evaluate(&expression, &Default::default());
/// assert_eq!(evaluation.result?, 7.0.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate(expression: &Value, options: &EvaluationOptions) -> Evaluation {
    let host = &mut GamelessHost { no_game: NoGame::default(), random: Rng::new(options.seed) };
    let position = Position {
        v: Coordinate::At(options.cell.row as f64),
        h: Coordinate::At(options.cell.column as f64),
        ..Position::default()
    };
    let usual = Limits::default();
    let limits = options.limits.as_ref().unwrap_or(&usual);
    evaluate_in(expression, host, &position, &Variables::default(), options.steps, limits)
}

/// Evaluates an expression on a game as it stands, at the time `now`. What it
/// changes is changed in a copy only; there is no randomness.
pub fn evaluate_on(
    game: &GameState,
    now: f64,
    expression: &Value,
    options: &EvaluationOptions,
) -> Evaluation {
    let position = position(game.rules(), options.cell, options.direction);
    let limits = options.limits.as_ref().unwrap_or(&game.rules().limits().evaluation);
    let variables = &Variables::default();
    evaluate_in(expression, &mut game.scratch(now), &position, variables, options.steps, limits)
}

impl Game {
    /// Evaluates an expression, given as JSON or as a formula, on the present state. Its effects reach
    /// a copy only; there is no randomness.
    ///
    /// # Errors
    /// The expression can't be read, or fails.
    ///
    /// ```
    /// let game = polymerge::Mode::built_in("2048")?.compile()?.start(7)?;
    /// assert_eq!(game.eval(r#"["@Score", "+", 1]"#)?, 1.0.into());
    /// assert_eq!(game.eval("= score + 1")?, 1.0.into());
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    pub fn eval(&self, expression: &str) -> Result<Value, crate::error::Error> {
        let expression = read(expression, Some(self), self.rules().limits())?;
        Ok(evaluate_on(self.state(), self.time(), &expression, &EvaluationOptions::default()).result?)
    }
}

/// Returns the place of a cell for the expressions of a game.
pub(crate) fn position(rules: &Ruleset, cell: Cell, direction: Option<usize>) -> Position<'static> {
    let position = Position {
        v: Coordinate::At(cell.row as f64),
        h: Coordinate::At(cell.column as f64),
        ..Position::default()
    };
    let Some((number, direction)) =
        direction.and_then(|number| Some((number, rules.directions().get(number)?)))
    else {
        return position;
    };
    let [length, _, _, _] = position.info;
    let index = Value::Number((number + 1) as f64);
    Position {
        vdir: direction.rows as f64,
        hdir: direction.columns as f64,
        info: [length, direction.slide.into(), direction.kind.into(), index],
        ..position
    }
}

/// Evaluates an expression in any surroundings, and keeps up to `steps` steps.
pub fn evaluate_in(
    expression: &Value,
    host: &mut dyn Host,
    position: &Position<'_>,
    variables: &Variables,
    steps: usize,
    limits: &Limits,
) -> Evaluation {
    let mut kept = Steps { most: steps, room: KEPT_SIZE, kept: Vec::new(), more: 0 };
    let result = Program::compile(expression, limits).and_then(|program| {
        let meter = &mut Meter::new(limits.clone());
        if steps == 0 {
            return program.run_with(host, position, meter, variables);
        }
        program.trace(host, position, meter, variables, &mut kept)
    });
    Evaluation { result, steps: kept.kept, more: kept.more }
}

/// Keeps steps.
struct Steps {
    most: usize,
    room: u64,
    kept: Vec<Step>,
    more: usize,
}

impl Trace for Steps {
    fn step(&mut self, step: Traced<'_>) {
        let values = step.operands.iter().chain([step.result]);
        let size = values.fold(0u64, |size, value| size.saturating_add(value.size()));
        if self.more > 0 || self.kept.len() == self.most || size > self.room {
            self.more += 1;
            return;
        }
        self.room -= size;
        self.kept.push(Step {
            depth: step.depth,
            place: step.place,
            operator: step.operator.to_owned(),
            operands: step.operands.iter().map(json::write).collect(),
            result: json::write(step.result),
        });
    }
}

/// A host without a game, but with randomness.
struct GamelessHost {
    no_game: NoGame,
    random: Rng,
}

impl Host for GamelessHost {
    fn grid(&self) -> &dyn calcarray::Board {
        self.no_game.grid()
    }

    fn primes(&mut self) -> &mut Primes {
        self.no_game.primes()
    }

    fn random(&mut self) -> Result<f64, Error> {
        self.random.next().ok_or_else(|| calcarray::error::ErrorKind::NoRandomness.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_steps_have_bounds() {
        // A text of 2^16 units, looked at 5,000 times: 128 KiB each time.
        let expression = r#"["x","@repeat",16,"str_concat","@Parent -1","@end-repeat","@repeat",5000,"2nd",["@Parent -2"],"@end-repeat","str_length"]"#;
        let expression = json::read(expression, &Default::default()).unwrap();
        let options = EvaluationOptions { steps: 10_000, ..EvaluationOptions::default() };
        let evaluation = evaluate(&expression, &options);
        assert_eq!(evaluation.result, Ok(65_536.0.into()));
        let (kept, all) = (evaluation.steps.len(), evaluation.steps.len() + evaluation.more);
        assert!(all > 5000 && kept < 100 && kept > 16, "{kept} of {all}");
    }
}
