//! The last few results of an evaluation that depend on nothing but values.

use crate::array::Array;
use crate::error::Error;
use crate::ir::variables::{Inherit, Variables};
use crate::limits::Meter;
use crate::value::Value;

/// The number of results that are kept.
const KEPT: usize = 4;

/// The key of a result: the entries, and everything that decides the result besides them.
pub(crate) struct Question {
    /// The expressions as written, `None` where there is none. Two are equal
    /// only if they lie in one storage.
    pub expressions: Vec<Option<Array>>,
    pub entries: Array,
    /// The other arguments.
    pub given: Vec<Value>,
    pub inherit: Inherit,
}

/// A result, and what it took.
pub(crate) struct Answer {
    pub question: Question,
    pub result: Array,
    /// The values that were added to the variables.
    pub declared: Vec<Value>,
    pub steps: u64,
    pub bytes: u64,
}

/// The results that are kept, the oldest of which makes room for the next one.
#[derive(Default)]
pub(crate) struct Memo {
    answers: Vec<Answer>,
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

    /// Returns the size of all values together (see [`Value::size`]).
    pub fn size(&self) -> u64 {
        self.given.iter().map(Value::size).sum::<u64>().saturating_add(self.entries.size())
    }
}

impl Memo {
    /// The result of an equal question, which counts for as much work as the
    /// first time and leaves the variables behind that it left.
    ///
    /// # Errors
    /// If comparing exceeds a limit of `meter`.
    pub fn recall(
        &self,
        question: &Question,
        variables: &Variables,
        meter: &mut Meter,
    ) -> Result<Option<Array>, Error> {
        for answer in self.answers.iter().filter(|answer| answer.question.is_same(question)) {
            // Comparing is work, too; in vain, if it is not the same.
            meter.charge(answer.question.size() / 256)?;
            if answer.question.has_same_values(question) {
                let room = meter.limits().array_length.saturating_sub(variables.borrow().len());
                if answer.declared.len() > room || meter.use_up(answer.steps, answer.bytes).is_none() {
                    // What exceeds a limit does so where it did before.
                    return Ok(None);
                }
                variables.borrow_mut().extend_from_slice(&answer.declared);
                return Ok(Some(answer.result.clone()));
            }
        }
        Ok(None)
    }

    pub fn keep(&mut self, answer: Answer) {
        if self.answers.len() < KEPT {
            self.answers.push(answer);
        } else {
            self.answers[self.oldest] = answer;
            self.oldest = (self.oldest + 1) % KEPT;
        }
    }
}
