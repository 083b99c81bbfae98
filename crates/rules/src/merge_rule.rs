//! A merge rule, compiled (spec/rules.md, section 2).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use calcarray::{number, Error, ErrorKind, Limits, Program, Value};

use crate::arrangement;
use crate::overflow::Keywords;
use crate::renumber;
use crate::tile::Key;

/// A merge rule of a ruleset.
#[derive(Debug)]
pub(crate) struct MergeRule {
    /// As written, or as expanded from a rule for several lengths.
    pub(crate) source: Value,
    /// Whether it may apply at the end of a turn (section 2.7): its first
    /// entry is no number but 0, even if that is not its length.
    pub(crate) end_of_turn: bool,
    /// The rule itself.
    pub(crate) own: Variant,
    /// The rule with references moved, for `mergeRuleApplies`.
    moved: Mutex<HashMap<(u64, bool), Arc<Variant>>>,
}

/// How many tiles merge, and the outputs if they are computed.
type FormKey = (usize, Option<Key>);

/// A rule whose references may have been moved.
#[derive(Debug)]
pub(crate) struct Variant {
    /// Whether the game variables are the first variables.
    pub(crate) with_game_variables: bool,
    pub(crate) variables: Vec<Program>,
    /// The length as written: `@MLength` while it is not known.
    pub(crate) raw_length: Value,
    pub(crate) length: Program,
    /// Outputs that are computed when the rule is tested.
    pub(crate) computed_outputs: Option<Program>,
    body: Body,
    moved: Moved,
    limits: Limits,
    forms: Mutex<HashMap<FormKey, Arc<Form>>>,
    /// The form that was asked for first: nearly always the only one.
    first: OnceLock<(usize, Arc<Form>)>,
}

/// The entries behind the length, as written.
#[derive(Clone, Debug)]
struct Body {
    condition: Value,
    order: Value,
    outputs: Value,
    score: Value,
    flags: Value,
    lengths: Option<Lengths>,
}

/// The entries of a rule for several lengths.
#[derive(Clone, Debug)]
struct Lengths {
    base: f64,
    increments: Vec<f64>,
    step: f64,
    max: Option<Value>,
}

/// How a rule is changed to be tested by `mergeRuleApplies` (section 2.5).
#[derive(Clone, Copy, Debug, Default)]
struct Moved {
    /// References are moved on by this.
    offset: f64,
    /// Tests of other rules inside are left out.
    alone: bool,
}

impl Moved {
    fn apply(self, value: &Value) -> Value {
        let value = if self.alone { renumber::without_nested(value) } else { value.clone() };
        if self.offset == 0.0 {
            return value;
        }
        renumber::shift(&renumber::shift_nested(&value, self.offset), self.offset)
    }

    fn compile(self, value: &Value, limits: &Limits) -> Result<Program, Error> {
        Program::compile(&self.apply(value), limits)
    }
}

/// A rule for a certain number of tiles.
#[derive(Debug)]
pub(crate) struct Form {
    pub(crate) order: Order,
    /// How many arrangements there are if they are tried.
    pub(crate) arrangements: u64,
    /// What comes of them, compiled when needed. Longer lists than
    /// [`KEPT_ARRANGEMENTS`] are not kept.
    kept: Vec<OnceLock<Arc<Arrangement>>>,
    length: usize,
    condition: Value,
    check_end: Option<Value>,
    outputs: Vec<Value>,
    score: Value,
    moved: Moved,
    limits: Limits,
    pub(crate) keywords: Keywords,
    pub(crate) flags: Vec<Open>,
}

/// 6!
const KEPT_ARRANGEMENTS: u64 = 720;
/// Forms of a rule with computed lengths or outputs that are kept.
const KEPT_FORMS: usize = 256;

/// How the tiles may stand.
#[derive(Debug)]
pub(crate) enum Order {
    AsWritten,
    Free,
    /// As written if the expression gives `true`, otherwise free.
    Computed(Program),
    /// Free, if the expression holds in the original arrangement.
    CheckStart(Program),
}

/// A rule with its tiles arranged.
#[derive(Debug)]
pub(crate) struct Arrangement {
    pub(crate) condition: Program,
    /// To be evaluated once the condition holds.
    pub(crate) check_end: Option<Program>,
    pub(crate) outputs: Vec<Output>,
    /// Gives a number. The score sees the rule's variables even if it is a
    /// bare text, as that of mode 49 is.
    pub(crate) score: Program,
}

/// One output.
#[derive(Debug)]
pub(crate) enum Output {
    /// Each entry is evaluated.
    Entries(Vec<Program>),
    /// Gives the list of entries, to be evaluated once more.
    Computed(Program),
    /// Gives what the cell holds, a tile or a word.
    Content(Program),
}

/// Whether a cell takes part in merges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    Yes,
    No,
    /// A cell beyond the list of flags: it can't start a merge but can be
    /// merged with (section 5.4).
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

impl MergeRule {
    /// Compiles a rule.
    pub(crate) fn compile(source: &Value, limits: &Limits) -> Result<MergeRule, Error> {
        let entries = entries(source)?;
        let end_of_turn = !matches!(entries.first(), Some(Value::Number(number)) if *number != 0.0);
        let own = Variant::compile(source, Moved::default(), limits)?;
        Ok(MergeRule { source: source.clone(), end_of_turn, own, moved: Mutex::default() })
    }

    /// The rule with all references moved on by `offset`; `alone`: with tests
    /// of other rules inside it left out.
    pub(crate) fn moved(&self, offset: f64, alone: bool, limits: &Limits) -> Result<Arc<Variant>, Error> {
        let mut moved = self.moved.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (offset.to_bits(), alone);
        if let Some(variant) = moved.get(&key) {
            return Ok(Arc::clone(variant));
        }
        let variant = Arc::new(Variant::compile(&self.source, Moved { offset, alone }, limits)?);
        if moved.len() >= KEPT_FORMS {
            moved.clear();
        }
        moved.insert(key, Arc::clone(&variant));
        Ok(variant)
    }
}

fn wrong(reason: &str) -> Error {
    ErrorKind::Host(reason.to_owned()).into()
}

fn entries(rule: &Value) -> Result<&[Value], Error> {
    rule.as_array().map(|array| array.entries()).ok_or_else(|| wrong("a merge rule must be a list"))
}

/// The parts of a rule as written.
struct Parts<'v> {
    with_game_variables: bool,
    variables: &'v [Value],
    /// From the length on.
    rest: &'v [Value],
}

impl<'v> Parts<'v> {
    fn read(rule: &'v [Value]) -> Parts<'v> {
        let with_game_variables = rule.first().is_some_and(|first| first.is_word("@include_gvars"));
        let rule = &rule[usize::from(with_game_variables)..];
        let (variables, rest) = match rule.iter().position(|entry| entry.is_word("@end_vars")) {
            Some(end) => (&rule[..end], &rule[end + 1..]),
            None => (&rule[..0], rule),
        };
        Parts { with_game_variables, variables, rest }
    }
}

/// Only these numbers of entries are told apart (section 2.1).
const ENTRIES_WITH_LENGTHS: usize = 8;
const EXPANDABLE_ENTRIES: usize = 10;

impl Lengths {
    /// The lengths of a rule, if it is one for several lengths.
    fn read(rest: &[Value]) -> Option<Lengths> {
        if rest.len() < ENTRIES_WITH_LENGTHS {
            return None;
        }
        let increments = rest[7].as_array().map_or(&[][..], |list| list.entries());
        Some(Lengths {
            base: rest[6].as_number().unwrap_or(f64::NAN),
            increments: increments.iter().map(|entry| entry.as_number().unwrap_or(0.0)).collect(),
            step: rest.get(8).and_then(Value::as_number).unwrap_or(f64::NAN),
            max: rest.get(9).cloned(),
        })
    }

    /// The condition for `length` tiles: the original one, and copies of it
    /// that look further ahead (section 2.2).
    fn condition(&self, original: &Value, length: f64) -> Value {
        let copies = (length - self.base) / self.step;
        let alone = self.increments.iter().all(|increment| *increment == 0.0);
        if alone || !(1.0..MAX_COPIES).contains(&copies) {
            return original.clone();
        }
        let mut condition = vec![Value::text("@var_retain"), original.clone()];
        for copy in 1..=copies as u64 {
            condition.push("&&".into());
            condition.push(renumber::spread(original, &self.increments, copy as f64));
        }
        Value::array(condition)
    }
}

/// No grid is as long as that.
const MAX_COPIES: f64 = 65536.0;

/// The rules with those for several lengths replaced by one for each length,
/// longer ones first (section 2.2). `longest` is the larger side of the grid.
pub(crate) fn expand(rules: &[Value], longest: usize, limit: usize) -> Vec<Value> {
    let mut expanded = Vec::with_capacity(rules.len());
    let mut rules = rules.iter();
    for rule in rules.by_ref() {
        if expanded.len() > limit {
            break;
        }
        let Ok(all) = entries(rule) else {
            expanded.push(rule.clone());
            continue;
        };
        let parts = Parts::read(all);
        if parts.rest.first() == Some(&Value::Number(0.0)) {
            // The visit ends at the first rule of length 0: a bug of the
            // reference that modes may have been written around.
            expanded.push(rule.clone());
            break;
        }
        match expansion(&parts, longest) {
            Some(lengths) => {
                let prefix = &all[..all.len() - parts.rest.len()];
                expanded.extend(lengths.into_iter().rev().map(|rest| Value::array([prefix, &rest].concat())));
            }
            None => expanded.push(rule.clone()),
        }
    }
    expanded.extend(rules.cloned());
    expanded
}

/// The rules that replace one for several lengths, shorter ones first.
fn expansion(parts: &Parts<'_>, longest: usize) -> Option<Vec<Vec<Value>>> {
    let rest = parts.rest;
    if rest.len() < EXPANDABLE_ENTRIES {
        return None;
    }
    let lengths = Lengths::read(rest)?;
    let (list, max) = match lengths.max.as_ref()? {
        Value::Array(list) => {
            let list: Vec<f64> = list.iter().filter_map(Value::as_number).collect();
            let max = list.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (Some(list), max)
        }
        max => (None, max.as_number()?),
    };
    if list.is_none() && max < lengths.base {
        return None;
    }
    let kept = |length: f64| match &list {
        Some(list) => list.contains(&length),
        None => rest[0].as_number().is_none_or(|least| length >= least),
    };
    let mut rules = Vec::new();
    let mut length = lengths.base;
    // Lengths are whole numbers in any rule that makes sense; this many steps
    // reach the longest.
    for _ in 0..=longest {
        if length.is_nan() || length > max.min(longest as f64) {
            break;
        }
        if kept(length) {
            let mut rule = rest.to_vec();
            rule[0] = length.into();
            rule[1] = lengths.condition(&rest[1], length);
            rule[5] = Value::array(expanded_flags(&rest[5], &rest[3], length));
            rule[6] = length.into();
            rule[9] = length.into();
            rules.push(rule);
        }
        if lengths.step.is_nan() || lengths.step <= 0.0 {
            break;
        }
        length += lengths.step;
    }
    Some(rules)
}

fn expanded_flags(flags: &Value, outputs: &Value, length: f64) -> Vec<Value> {
    match flags.as_array() {
        Some(flags) if !flags.is_empty() => flags.to_vec(),
        _ => {
            let outputs = outputs.as_array().map_or(0, |outputs| outputs.len());
            (0..outputs.max(length as usize)).map(|place| (place >= outputs).into()).collect()
        }
    }
}

impl Variant {
    fn compile(source: &Value, moved: Moved, limits: &Limits) -> Result<Variant, Error> {
        let source = renumber::corrupt_relative(source);
        let parts = Parts::read(entries(&source)?);
        let [raw_length, condition, order, outputs, score, more @ ..] = parts.rest else {
            return Err(wrong("a merge rule has a length, a condition, an order, outputs and a score"));
        };
        let Some(output_list) = outputs.as_array() else {
            return Err(wrong("the outputs of a merge rule must be a list"));
        };
        let computed = output_list.first().is_some_and(|first| first.is_word("@CalcArray"));
        let body = Body {
            condition: condition.clone(),
            order: order.clone(),
            outputs: outputs.clone(),
            score: score.clone(),
            flags: more.first().cloned().unwrap_or_default(),
            lengths: Lengths::read(parts.rest),
        };
        let variables = parts.variables.iter().map(|variable| moved.compile(variable, limits));
        let variant = Variant {
            with_game_variables: parts.with_game_variables,
            variables: variables.collect::<Result<_, _>>()?,
            raw_length: raw_length.clone(),
            length: moved.compile(raw_length, limits)?,
            computed_outputs: computed
                .then(|| moved.compile(&Value::array(output_list[1..].to_vec()), limits))
                .transpose()?,
            body,
            moved,
            limits: limits.clone(),
            forms: Mutex::default(),
            first: OnceLock::new(),
        };
        if let (Value::Number(length), false) = (raw_length, computed) {
            // So that a mode that can't be compiled is refused as a whole.
            variant.form(*length as usize, None)?.arrangement(0)?;
        }
        Ok(variant)
    }

    /// The rule for `length` tiles. `outputs` are the computed ones.
    pub(crate) fn form(&self, length: usize, outputs: Option<Value>) -> Result<Arc<Form>, Error> {
        if outputs.is_none() {
            if let Some((first, form)) = self.first.get() {
                if *first == length {
                    return Ok(Arc::clone(form));
                }
            }
        }
        let key = (length, outputs.clone().map(Key));
        if let Some(form) = self.forms.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(Arc::clone(form));
        }
        let computed = outputs.is_some();
        let outputs = outputs.as_ref().unwrap_or(&self.body.outputs);
        let Some(outputs) = outputs.as_array() else {
            return Err(wrong("the computed outputs of a merge rule are no list"));
        };
        let form = Arc::new(self.build(length, outputs)?);
        if !computed && self.first.set((length, Arc::clone(&form))).is_ok() {
            return Ok(form);
        }
        let mut forms = self.forms.lock().unwrap_or_else(PoisonError::into_inner);
        if forms.len() >= KEPT_FORMS {
            forms.clear();
        }
        forms.insert(key, Arc::clone(&form));
        Ok(form)
    }

    fn build(&self, length: usize, outputs: &[Value]) -> Result<Form, Error> {
        let body = &self.body;
        let condition = match &body.lengths {
            Some(lengths) if length as f64 > lengths.base => {
                lengths.condition(&body.condition, length as f64)
            }
            _ => body.condition.clone(),
        };
        let flags = flags(&body.flags, outputs.len(), length);
        let keywords = Keywords::read(outputs);
        let compile =
            |expression: &[Value]| self.moved.compile(&Value::array(expression.to_vec()), &self.limits);
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
        let arrangements = arrangement::count(length.max(1));
        let kept = match order {
            Order::AsWritten => 1,
            _ if arrangements <= KEPT_ARRANGEMENTS => arrangements,
            _ => 1,
        };
        Ok(Form {
            order,
            arrangements,
            kept: (0..kept).map(|_| OnceLock::new()).collect(),
            length,
            condition,
            check_end,
            outputs: filled(&outputs[keywords.count..], keywords.count, length),
            score: body.score.clone(),
            moved: self.moved,
            limits: self.limits.clone(),
            keywords,
            flags,
        })
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

impl Form {
    /// The rule with its tiles in arrangement `index`; 0 is as written.
    pub(crate) fn arrangement(&self, index: u64) -> Result<Arc<Arrangement>, Error> {
        let kept = self.kept.get(index as usize);
        if let Some(arrangement) = kept.and_then(OnceLock::get) {
            return Ok(Arc::clone(arrangement));
        }
        let arrangement = Arc::new(self.arrange(index)?);
        Ok(match kept {
            Some(place) => Arc::clone(place.get_or_init(|| arrangement)),
            None => arrangement,
        })
    }

    fn arrange(&self, index: u64) -> Result<Arrangement, Error> {
        // References beyond the tiles are lost even in the first arrangement
        // of a free rule, but not in an ordered one.
        let order = match self.order {
            Order::AsWritten => None,
            _ => Some(arrangement::nth(self.length, index)),
        };
        self.arranged(order.as_deref())
    }

    /// The rule as written, for an order that turned out to be `true`.
    pub(crate) fn as_written(&self) -> Result<Arc<Arrangement>, Error> {
        match self.order {
            Order::AsWritten => self.arrangement(0),
            _ => self.arranged(None).map(Arc::new),
        }
    }

    fn arranged(&self, order: Option<&[usize]>) -> Result<Arrangement, Error> {
        let arranged = |value: &Value| match order {
            Some(order) => self.moved.apply(&renumber::arrange(value, order)),
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

impl Output {
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
            other => {
                let shown = number::to_text(other.as_number().unwrap_or(f64::NAN));
                Err(wrong(&format!("an output of a merge rule must be a list, not {shown}")))
            }
        }
    }
}

/// Compiles every entry of a tile.
pub(crate) fn programs(entries: &[Value], limits: &Limits) -> Result<Vec<Program>, Error> {
    entries.iter().map(|entry| Program::compile(entry, limits)).collect()
}
