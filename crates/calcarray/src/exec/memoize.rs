//! Results that depend on nothing but the values put into an expression, kept
//! instead of computed anew.
//!
//! A script computes for every tile on the grid what does not depend on the
//! tile, such as the order of the seeds of `customDIVESeedUnlock`. The last few
//! such results of an evaluation are kept. Asked for again, they count for as
//! much work as the first time, and leave the variables behind that they left.

use crate::array::Array;
use crate::compile::purity::is_textless;
use crate::error::Error;
use crate::ir::evaluator::Evaluator;
use crate::ir::line::Node;
use crate::ir::memo::{Answer, Question};
use crate::ir::scope::Scope;
use crate::ir::variables::Variables;
use crate::value::Value;

/// Shorter lists are worked on faster than found.
const SHORTEST: usize = 4;
/// Larger ones are not compared (see [`Value::size`]).
const LARGEST: u64 = 1 << 16;

impl Evaluator<'_> {
    /// Returns the key for the result of expressions on these entries, if the result depends
    /// only on the entries and the given values.
    pub fn question(
        &self,
        functions: &[&Node],
        entries: &Array,
        given: &[&Value],
        scope: &Scope<'_>,
    ) -> Option<Question> {
        if self.trace.is_some() || entries.len() < SHORTEST {
            return None;
        }
        let mut expressions = Vec::with_capacity(functions.len());
        for function in functions {
            match function {
                Node::Callback(callback) if callback.closed => {
                    expressions.push(Some(callback.source.clone()))
                }
                Node::Value(Value::Undefined) => expressions.push(None),
                _ => return None,
            }
        }
        let given = given.iter().map(|value| (*value).clone()).collect();
        let question = Question { expressions, entries: entries.clone(), given, inherit: scope.inherit };
        (question.size() <= LARGEST).then_some(question)
    }
}

/// Returns the result of `work`, or the kept one of an equal question. `owner` does the
/// work, with an evaluator and these variables.
pub(crate) fn once<'e, O>(
    owner: &mut O,
    evaluator: impl Fn(&mut O) -> &mut Evaluator<'e>,
    question: Option<Question>,
    variables: &Variables,
    work: impl FnOnce(&mut O) -> Result<Array, Error>,
) -> Result<Array, Error> {
    let Some(question) = question else { return work(owner) };
    let Evaluator { memo, meter, .. } = evaluator(owner);
    if let Some(memo) = memo
        && let Some(known) = memo.recall(&question, variables, meter)?
    {
        return Ok(known);
    }
    let (steps_left, memory_left) = (meter.steps_left(), meter.memory_left());
    let known = variables.borrow().len();
    let result = work(owner)?;
    if question.entries.iter().chain(&question.given).all(is_textless) {
        let evaluator = evaluator(owner);
        let answer = Answer {
            question,
            result: result.clone(),
            declared: variables.borrow().get(known..).map_or_else(Vec::new, <[Value]>::to_vec),
            steps: steps_left.saturating_sub(evaluator.meter.steps_left()),
            bytes: memory_left.saturating_sub(evaluator.meter.memory_left()),
        };
        evaluator.memo.get_or_insert_default().keep(answer);
    }
    Ok(result)
}
