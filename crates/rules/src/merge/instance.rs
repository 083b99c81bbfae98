//! A merge rule for a certain number of tiles, in all their arrangements.

use std::sync::{Arc, OnceLock};

use calcarray::{Error, Limits, Program, Value, number};

use crate::merge::lengths::Lengths;
use crate::merge::overflow::Keywords;
use crate::merge::parts::wrong;
use crate::merge::permutations;
use crate::merge::references;

/// The entries behind the length, as written.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) condition: Value,
    pub(crate) order: Value,
    pub(crate) outputs: Value,
    pub(crate) score: Value,
    pub(crate) flags: Value,
    pub(crate) lengths: Option<Lengths>,
}

/// The changes to a rule that `mergeRuleApplies` tests (docs/spec/rules.md, "The mergeRuleApplies
/// operator").
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RuleChange {
    /// The number of tiles by which references are moved on.
    pub(super) offset: f64,
    /// True if tests of other rules inside are left out.
    pub(super) alone: bool,
}

impl RuleChange {
    pub(crate) fn apply(self, value: &Value) -> Value {
        let value = if self.alone { references::without_nested(value) } else { value.clone() };
        if self.offset == 0.0 {
            return value;
        }
        references::shift(&references::shift_nested(&value, self.offset), self.offset)
    }

    pub(crate) fn compile(self, value: &Value, limits: &Limits) -> Result<Program, Error> {
        Program::compile(&self.apply(value), limits)
    }
}

/// A rule for a certain number of tiles.
#[derive(Debug)]
pub(crate) struct RuleInstance {
    pub(crate) order: Order,
    /// The number of arrangements, if they are tried.
    pub(crate) arrangements: u64,
    /// The first [`KEPT_ARRANGEMENTS`] of them, compiled when needed.
    kept: Vec<OnceLock<Arc<Arrangement>>>,
    /// The rule as written, in which references beyond the tiles still mean
    /// what they say.
    written: OnceLock<Arc<Arrangement>>,
    length: usize,
    condition: Value,
    check_end: Option<Value>,
    outputs: Vec<Value>,
    score: Value,
    moved: RuleChange,
    limits: Limits,
    pub(crate) keywords: Keywords,
    flags: Vec<Open>,
}

/// The number of arrangements that are kept once they are compiled: those of six tiles, 6!.
const KEPT_ARRANGEMENTS: u64 = 720;
/// Rules that take their tiles in any order are refused for more tiles than this.
const LONGEST_FREE: usize = 64;

/// The arrangements in which the tiles are tried.
#[derive(Debug)]
pub(crate) enum Order {
    AsWritten,
    Free,
    /// The written order if the expression gives `true`, otherwise free.
    Computed(Program),
    /// Free, if the expression holds in the original arrangement.
    CheckStart(Program),
}

/// A rule with its tiles arranged.
#[derive(Debug)]
pub(crate) struct Arrangement {
    pub(crate) condition: Program,
    /// A further condition, evaluated once the condition holds.
    pub(crate) check_end: Option<Program>,
    pub(crate) outputs: Vec<Output>,
    /// Gives a number. The score sees the rule's variables even if it is a
    /// bare text, as that of mode 49 is.
    pub(crate) score: Program,
}

/// One output.
#[derive(Debug)]
pub(crate) enum Output {
    /// The programs of the entries, each evaluated.
    Entries(Vec<Program>),
    /// Gives the list of entries, to be evaluated once more.
    Computed(Program),
    /// Gives what the cell holds, a tile or a word.
    Content(Program),
}

/// The part that a cell takes in merges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    Yes,
    No,
    /// A cell beyond the list of flags: it can't start a merge but can be
    /// merged with (docs/spec/rules.md, "Undefined flags").
    AsPartner,
}

impl Open {
    fn read(flag: &Value) -> Open {
        match flag {
            Value::Boolean(true) => Open::Yes,
            Value::Boolean(false) => Open::No,
            Value::Number(number) if *number != 0.0 && !number.is_nan() => Open::Yes,
            Value::Array(_) => Open::Yes,
            Value::Text(text) if !text.is_empty() => Open::Yes,
            _ => Open::AsPartner,
        }
    }
}

/// The flag of each output cell. If the rule gives none: `false` for each
/// entry of the outputs as written, keywords and "fill" included, then `true`.
fn flags(flags: &Value, outputs: usize, length: usize) -> Vec<Open> {
    match flags.as_array() {
        Some(flags) if !flags.is_empty() => flags.iter().map(Open::read).collect(),
        _ => {
            (0..outputs.max(length)).map(|place| if place < outputs { Open::No } else { Open::Yes }).collect()
        }
    }
}

/// The outputs with a "fill" carried out: what stands behind it is repeated
/// until there are as many outputs, keywords included, as tiles merge.
fn filled(outputs: &[Value], keywords: usize, length: usize) -> Vec<Value> {
    let Some(place) = outputs.iter().position(|output| output.is_word("fill")) else {
        return outputs.to_vec();
    };
    let mut all = outputs[..place].to_vec();
    let cycle = &outputs[place + 1..];
    if length > 0 && !cycle.is_empty() {
        let missing = length.saturating_sub(all.len() + keywords);
        all.extend(cycle.iter().cycle().take(missing).cloned());
    }
    all
}

/// Checks that the outputs of a rule can be compiled.
pub(crate) fn check_outputs(outputs: &[Value], length: usize) -> Result<(), Error> {
    let keywords = Keywords::read(outputs).count;
    let outputs = &outputs[keywords..];
    match outputs.iter().try_for_each(Output::check) {
        Ok(()) => Ok(()),
        // Those to be repeated need not be needed.
        Err(_) => filled(outputs, keywords, length).iter().try_for_each(Output::check),
    }
}

impl RuleInstance {
    /// The rule for `length` tiles, with these outputs.
    pub(crate) fn build(
        body: &Body,
        moved: RuleChange,
        limits: &Limits,
        length: usize,
        outputs: &[Value],
    ) -> Result<RuleInstance, Error> {
        let condition = match &body.lengths {
            Some(lengths) => lengths.condition(&body.condition, length as f64)?,
            None => body.condition.clone(),
        };
        let keywords = Keywords::read(outputs);
        let compile = |expression: &[Value]| moved.compile(&Value::array(expression.to_vec()), limits);
        let mut check_end = None;
        let order = match &body.order {
            Value::Boolean(true) => Order::AsWritten,
            Value::Array(order) => match order.first() {
                Some(first) if first.is_word("@CheckStart") => Order::CheckStart(compile(&order[1..])?),
                Some(first) if first.is_word("@CheckEnd") => {
                    check_end = Some(Value::array(order[1..].to_vec()));
                    Order::Free
                }
                _ => Order::Computed(compile(order)?),
            },
            _ => Order::Free,
        };
        let arrangements = match order {
            Order::AsWritten => 0,
            _ if length > LONGEST_FREE => {
                return Err(wrong(&format!(
                    "{length} tiles are too many for a rule that takes them in any order"
                )));
            }
            _ => permutations::count(length),
        };
        Ok(RuleInstance {
            order,
            arrangements,
            kept: (0..arrangements.min(KEPT_ARRANGEMENTS)).map(|_| OnceLock::new()).collect(),
            written: OnceLock::new(),
            length,
            condition,
            check_end,
            outputs: filled(&outputs[keywords.count..], keywords.count, length),
            score: body.score.clone(),
            moved,
            limits: limits.clone(),
            keywords,
            flags: flags(&body.flags, outputs.len(), length),
        })
    }

    /// The flag of the cell that output `place` is put into.
    pub(crate) fn flag(&self, place: usize) -> Open {
        self.flags.get(place).copied().unwrap_or(Open::AsPartner)
    }

    /// The rule as written.
    pub(crate) fn as_written(&self) -> Result<&Arc<Arrangement>, Error> {
        kept(&self.written, || self.arranged(None))
    }

    /// Returns all arrangements, if there are at most `most` and it is known beforehand which ones
    /// are tried.
    pub(crate) fn all_arrangements(&self, most: u64) -> Option<Vec<Arc<Arrangement>>> {
        match self.order {
            Order::AsWritten => Some(vec![Arc::clone(self.as_written().ok()?)]),
            Order::Free if self.arrangements <= most => (0..self.arrangements)
                .map(|index| Some(Arc::clone(self.arrangement(index, &mut None).ok()?)))
                .collect(),
            _ => None,
        }
    }

    /// Returns true if this arrangement is not kept and has to be compiled again for each use.
    pub(crate) fn is_costly(&self, index: u64) -> bool {
        index >= self.kept.len() as u64
    }

    /// The rule with its tiles in arrangement `index`; `spare` holds those that
    /// are not kept. References beyond the tiles are lost, even in the first
    /// arrangement (docs/spec/rules.md, "Arrangements").
    pub(crate) fn arrangement<'f>(
        &'f self,
        index: u64,
        spare: &'f mut Option<Arc<Arrangement>>,
    ) -> Result<&'f Arc<Arrangement>, Error> {
        let arranged = || self.arranged(Some(&permutations::nth(self.length, index)));
        match usize::try_from(index).ok().and_then(|index| self.kept.get(index)) {
            Some(place) => kept(place, arranged),
            None => Ok(spare.insert(Arc::new(arranged()?))),
        }
    }

    fn arranged(&self, order: Option<&[usize]>) -> Result<Arrangement, Error> {
        let arranged = |value: &Value| match order {
            Some(order) => self.moved.apply(&references::arrange(value, order)),
            None => self.moved.apply(value),
        };
        let compile = |value: &Value| Program::compile(&arranged(value), &self.limits);
        let outputs = self.outputs.iter().map(|output| Output::compile(&arranged(output), &self.limits));
        Ok(Arrangement {
            condition: compile(&self.condition)?,
            check_end: self.check_end.as_ref().map(compile).transpose()?,
            outputs: outputs.collect::<Result<_, _>>()?,
            score: compile(&Value::array(vec!["@var_retain".into(), self.score.clone(), "Number".into()]))?,
        })
    }
}

/// Returns the content of a place, after making it if it is not there yet.
fn kept(
    place: &OnceLock<Arc<Arrangement>>,
    make: impl FnOnce() -> Result<Arrangement, Error>,
) -> Result<&Arc<Arrangement>, Error> {
    if let Some(arrangement) = place.get() {
        return Ok(arrangement);
    }
    let arrangement = Arc::new(make()?);
    Ok(place.get_or_init(|| arrangement))
}

impl Output {
    fn check(output: &Value) -> Result<(), Error> {
        match output {
            Value::Array(_) | Value::Text(_) => Ok(()),
            other => {
                let shown = number::to_text(other.as_number().unwrap_or(f64::NAN));
                Err(wrong(&format!("an output of a merge rule must be a list, not {shown}")))
            }
        }
    }

    fn compile(output: &Value, limits: &Limits) -> Result<Output, Error> {
        let expression = |entries: &[Value]| Program::compile(&Value::array(entries.to_vec()), limits);
        match output {
            Value::Array(entries) => match entries.first() {
                Some(first) if first.is_word("@CalcArray") => {
                    Ok(Output::Computed(expression(&entries[1..])?))
                }
                Some(first) if first.is_word("@STCalcArray") => {
                    Ok(Output::Content(expression(&entries[1..])?))
                }
                _ => Ok(Output::Entries(programs(entries, limits)?)),
            },
            // The reference takes a text apart into characters.
            Value::Text(text) => {
                let characters: Vec<Value> =
                    text.to_string_lossy().chars().map(|c| Value::text(c.to_string())).collect();
                Ok(Output::Entries(programs(&characters, limits)?))
            }
            _ => Output::check(output).map(|()| Output::Entries(Vec::new())),
        }
    }
}

/// Compiles every entry of a tile.
fn programs(entries: &[Value], limits: &Limits) -> Result<Vec<Program>, Error> {
    entries.iter().map(|entry| Program::compile(entry, limits)).collect()
}
