//! Expressions: on a game, and step by step.

use polymerge::calc::json;
use polymerge::evaluation::{EvaluationOptions, evaluate};
use polymerge::{Error, Mode};

pub(crate) fn main() -> Result<(), Error> {
    let game = Mode::built_in("2048")?.compile()?.start(7)?;
    println!(
        "tiles on the board: {}",
        json::write(&game.eval(
            r#"["@Grid", "arr_flat", 1, "arr_filter", ["@Var -1", "typeof", "=", "array"], "arr_length"]"#
        )?)
    );

    let expression = json::read(r#"[2, "^", 10, "-", 1]"#, &Default::default())?;
    let evaluation = evaluate(&expression, &EvaluationOptions { steps: 10, ..Default::default() });
    for step in &evaluation.steps {
        println!("{} {} = {}", step.operator, step.operands.join(", "), step.result);
    }
    println!("result: {}", json::write(&evaluation.result?));
    Ok(())
}
