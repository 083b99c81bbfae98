//! Operators on colours. See docs/spec/calcarray.md, "Operators on any value";
//! docs/spec/display.md, "Colour expressions".

use super::Family::{Any, Text};
use super::{Facts, Operator, Run};
use crate::color::{self, Evaluate};
use crate::error::Error;
use crate::host::Store;
use crate::ir::evaluator::Evaluator;
use crate::ir::program::Program;
use crate::ir::scope::Scope;
use crate::ir::variables::{Inherit, Variables};
use crate::limits::Meter;
use crate::value::Value;

pub(super) const OPERATORS: &[Operator] = &[
    row!("evaluateColor", Any, &[], Text, Facts::IMPURE, Run::Host(evaluate_color),
        "The CSS text of a colour expression.",
        r#"[["@Literal","@HSLA",30,100,50,1],"evaluateColor"]"# => r#""hsla(30, 100%, 50%, 1)""#),
    row!("deevaluateColor", Text, &[], Any, Facts::PURE, Run::Pure(deevaluate_color),
        "The colour expression of a CSS text.", r#"["rgb(255, 0, 0)","deevaluateColor"]"# => r#"["@RGBA",255,0,0,1]"#),
];

/// The line that the operator stands in, as what a colour is evaluated by.
struct Surroundings<'a, 'e> {
    evaluator: &'a mut Evaluator<'e>,
    scope: &'a Scope<'a>,
}

impl Evaluate for Surroundings<'_, '_> {
    fn run(&mut self, expression: &Value, variables: &Variables) -> Result<Value, Error> {
        let program = Program::compile(expression, self.evaluator.meter.limits())?;
        let scope = Scope { inherit: Inherit::Nothing, ..self.scope.with_variables(variables) };
        self.evaluator.program_in(&program, &scope)
    }

    fn game_variables(&self) -> Vec<Value> {
        self.evaluator.host.store(Store::GameVariables).to_vec()
    }

    fn hexagonal(&self) -> bool {
        self.evaluator.host.hexagonal()
    }

    fn meter(&mut self) -> &mut Meter {
        self.evaluator.meter
    }

    // Colours hold no texts that would be parents.
    fn push_parent(&mut self, _text: &str) {}

    fn pop_parent(&mut self) {}
}

fn evaluate_color(
    values: &mut [Value],
    evaluator: &mut Evaluator<'_>,
    scope: &Scope<'_>,
) -> Result<Value, Error> {
    let expression = values.first_mut().map(std::mem::take).unwrap_or_default();
    if !matches!(expression, Value::Array(_)) {
        return Ok(expression);
    }
    let copy = scope.variables.clone();
    let variables = match scope.inherit {
        Inherit::Nothing => color::Scope::new(&copy),
        Inherit::Share => color::Scope::retained(&copy),
        Inherit::Copy => color::Scope::copied(&copy),
    };
    let paint = color::evaluate(&mut Surroundings { evaluator, scope }, &expression, &variables)?;
    Ok(match paint {
        color::Paint::Other(value) => value,
        paint => {
            let css = paint.to_css();
            evaluator.meter.text(css.len())?;
            Value::text(css.as_str())
        }
    })
}

fn deevaluate_color(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    match values.first_mut().map(std::mem::take) {
        Some(Value::Text(text)) => {
            meter.array(text.len() / 2)?;
            Ok(color::deevaluate(&text.to_string_lossy()))
        }
        other => Ok(other.unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::host::NoGame;
    use crate::json;
    use crate::limits::Limits;

    #[test]
    fn colour_expressions_as_css() {
        for (expression, css) in [
            (r#""red""#, "red"),
            (r#"["@RGBA",1,2.5,3,0.5]"#, "rgba(1, 2.5, 3, 0.5)"),
            (r#"["@HSVA",120,100,100,1]"#, "hsla(120, 100%, 50%, 1)"),
            (r#"["@HSLA",["@This 0"],50,50,1]"#, "hsla(@Empty, 50%, 50%, 1)"),
            (
                r##"["@linear-gradient",90,"#fff",10,20,"#000"]"##,
                "linear-gradient(90deg, #fff 10% 20%, #000)",
            ),
            (r##"["@conic-gradient",30,"#fff",10,"#000"]"##, "conic-gradient(from 30deg, #fff 10deg, #000)"),
            (
                r##"["@radial-gradient",["@GradientDetails",10,20,true,2],"#fff","#000"]"##,
                "radial-gradient(circle closest-corner at 10% 20%, #fff, #000)",
            ),
            (r##"["@multi-gradient","#fff","#000"]"##, "#fff, #000"),
            (r##"["@rotate",60,false,"#ff0000"]"##, "hsla(60, 100%, 50%, 1)"),
            (
                r##"["@rotate",180,true,["@linear-gradient","#000"]]"##,
                "linear-gradient(hsla(180, 0%, 100%, 1))",
            ),
            (r##"["@rotate",90,false,"rgb(255, 0, 0)"]"##, "hsla(90, 100%, 50%, 1)"),
            (
                r#"[[1,"+",1],"@end_vars","@HSLA",["@var_retain","@Var 0"],["@Var 0"],0,1]"#,
                "hsla(2, @Var 0%, 0%, 1)",
            ),
        ] {
            let colour = json::read(expression, &Default::default()).unwrap();
            let literal = match &colour {
                Value::Array(entries) => {
                    Value::Array(std::iter::once("@Literal".into()).chain(entries.iter().cloned()).collect())
                }
                other => other.clone(),
            };
            let program = Value::array(vec![literal, "evaluateColor".into()]);
            let program = Program::compile(&program, &Limits::default()).unwrap();
            let mut meter = Meter::new(Limits::default());
            let found = program.run(&mut NoGame::default(), &Position::default(), &mut meter);
            assert_eq!(found, Ok(css.into()), "{expression}");
        }
    }
}
