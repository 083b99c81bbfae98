//! What expressions gave that depend on nothing but the values put into them.
//!
//! A script computes for every tile on the grid what is the same for all of
//! them, such as the order of the seeds of `customDIVESeedUnlock`. The last few
//! such results of an evaluation are kept. Asked for again, they count for as
//! much work as the first time, and leave the variables behind that they left.

use crate::array::Array;
use crate::compile::purity::is_textless;
use crate::error::Error;
use crate::exec::evaluate::{Evaluator, Inherit, Scope};
use crate::ir::line::Node;
use crate::program::Variables;
use crate::value::Value;

/// How many results are kept.
const KEPT: usize = 4;
/// Shorter lists are worked on faster than found.
const SHORTEST: usize = 4;
/// Larger ones are not compared (see [`Value::size`]).
const LARGEST: u64 = 1 << 16;

/// What is to be worked on, and how.
pub(crate) struct Question {
    /// The expressions as written, `None` where there is none. Only one in the
    /// same storage is the same.
    expressions: Vec<Option<Array>>,
    entries: Array,
    /// What else is given.
    given: Vec<Value>,
    inherit: Inherit,
}

struct Answer {
    question: Question,
    result: Array,
    /// What was added to the variables.
    declared: Vec<Value>,
    steps: u64,
    bytes: u64,
}

/// The results that are kept.
#[derive(Default)]
pub(crate) struct Recall {
    answers: Vec<Answer>,
    /// Which of them makes room for the next one.
    oldest: usize,
}

impl Question {
    fn is_same(&self, other: &Question) -> bool {
        let same = |(a, b): (&Option<Array>, &Option<Array>)| match (a, b) {
            (Some(a), Some(b)) => a.same_storage(b),
            (None, None) => true,
            _ => false,
        };
        let same_expressions = self.expressions.len() == other.expressions.len()
            && self.expressions.iter().zip(&other.expressions).all(same);
        same_expressions && self.inherit == other.inherit && self.entries.len() == other.entries.len()
    }

    fn has_same_values(&self, other: &Question) -> bool {
        self.given.len() == other.given.len()
            && self.given.iter().zip(&other.given).all(|(a, b)| a.identical(b))
            && (self.entries.same_storage(&other.entries)
                || self.entries.iter().zip(other.entries.iter()).all(|(a, b)| a.identical(b)))
    }

    fn size(&self) -> u64 {
        self.given.iter().map(Value::size).sum::<u64>().saturating_add(self.entries.size())
    }
}

impl Evaluator<'_> {
    /// What these expressions are to do with the entries, if that depends on
    /// nothing else than what is given besides.
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

    /// What was answered to the same question before.
    fn recall(&mut self, question: &Question, variables: &Variables) -> Result<Option<Array>, Error> {
        let Some(recall) = &self.recall else { return Ok(None) };
        for answer in recall.answers.iter().filter(|answer| answer.question.is_same(question)) {
            // Comparing is work, too; in vain, if it is not the same.
            self.meter.charge(answer.question.size() / 256)?;
            if answer.question.has_same_values(question) {
                let room = self.meter.limits().array_length.saturating_sub(variables.borrow().len());
                if answer.declared.len() > room || self.meter.use_up(answer.steps, answer.bytes).is_none() {
                    // What exceeds a limit does so where it did before.
                    return Ok(None);
                }
                variables.borrow_mut().extend_from_slice(&answer.declared);
                return Ok(Some(answer.result.clone()));
            }
        }
        Ok(None)
    }
}

/// What `work` gives, or gave when the same question was asked before. `owner`
/// is who works, with an evaluator and these variables.
pub(crate) fn once<'e, O>(
    owner: &mut O,
    evaluator: impl Fn(&mut O) -> &mut Evaluator<'e>,
    question: Option<Question>,
    variables: &Variables,
    work: impl FnOnce(&mut O) -> Result<Array, Error>,
) -> Result<Array, Error> {
    let Some(question) = question else { return work(owner) };
    if let Some(known) = evaluator(owner).recall(&question, variables)? {
        return Ok(known);
    }
    let meter = &evaluator(owner).meter;
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
        evaluator.recall.get_or_insert_default().keep(answer);
    }
    Ok(result)
}

impl Recall {
    fn keep(&mut self, answer: Answer) {
        if self.answers.len() < KEPT {
            self.answers.push(answer);
        } else {
            self.answers[self.oldest] = answer;
            self.oldest = (self.oldest + 1) % KEPT;
        }
    }
}
