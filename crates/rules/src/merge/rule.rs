//! A merge rule, compiled (docs/spec/rules.md, "Merge rules").

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use calcarray::internals::{self, Formula};
use calcarray::{Error, ErrorKind, Limit, Limits, Program, Value};

use crate::board::value_key::Key;
use crate::merge::instance::{self, Body, RuleChange, RuleInstance};
use crate::merge::lengths::Lengths;
use crate::merge::parts::{Parts, entries, wrong};
use crate::merge::prefilter::{self, Prefilter};
use crate::merge::references;

/// The number of forms of a rule that are kept: with computed lengths or outputs, or with
/// references moved, there may be any number of them.
const KEPT_FORMS: usize = 256;

/// The number of arrangements, 4!, up to which a rule has prefilters. A rule with more is tested in
/// the ordinary way.
const MOST_PREFILTERS: u64 = 24;

/// A rule is checked at once for the length it gives, up to this: longer ones
/// are when there are so many tiles in a row.
const LONGEST_TRIED: f64 = 64.0;

/// A merge rule of a ruleset.
#[derive(Debug)]
pub(crate) struct MergeRule {
    /// The rule as written, or as expanded from a rule for several lengths.
    pub(crate) source: Value,
    /// True if the rule may apply at the end of a turn (docs/spec/rules.md, "Length-0 rules"): its
    /// first entry is no number but 0, even if that is not its length.
    pub(crate) end_of_turn: bool,
    /// True if the length is written as 0, so that the rule applies at the end of a turn only.
    pub(crate) is_of_length_0: bool,
    /// True if the rule makes one tile of a single tile, or removes it, at the end of a turn only.
    pub(crate) changes_one_tile: bool,
    /// The number of tiles without which the rule can't apply. Known of rules that compute neither
    /// variables nor length nor outputs.
    pub(crate) tiles_needed: Option<i64>,
    /// The rule itself, compiled when it is first tested: most rules of a
    /// large mode are for tiles that a game does not have.
    own: OnceLock<Box<Variant>>,
    prefilters: OnceLock<Option<Vec<Prefilter>>>,
    by_length: Option<Box<ByLength>>,
    limits: Limits,
    /// The rule with references moved, for `mergeRuleApplies`.
    moved: Mutex<HashMap<(u64, bool), Arc<Variant>>>,
}

/// The cache of a rule whose length is computed when it is tested.
#[derive(Debug, Default)]
struct ByLength {
    /// The length, if numbers of the rear tile tell it.
    length: OnceLock<Option<Formula>>,
    /// The prefilters for each length that is not too long.
    prefilters: [OnceLock<Option<Vec<Prefilter>>>; prefilter::LONGEST + 1],
}

/// The number of merging tiles, and the outputs if they are computed.
type FormKey = (usize, Option<Key>);

/// A rule whose references may have been moved.
#[derive(Debug)]
pub(crate) struct Variant {
    /// True if the game variables are the first variables.
    pub(crate) with_game_variables: bool,
    pub(crate) variables: Vec<Program>,
    /// The length as written: `@MLength` while it is not known.
    pub(crate) raw_length: Value,
    pub(crate) length: Program,
    /// Outputs that are computed when the rule is tested.
    pub(crate) computed_outputs: Option<Program>,
    body: Body,
    moved: RuleChange,
    limits: Limits,
    forms: Mutex<HashMap<FormKey, Arc<RuleInstance>>>,
    /// The form that was asked for first: nearly always the only one.
    first: OnceLock<(usize, Arc<RuleInstance>)>,
}

impl MergeRule {
    /// Checks a rule, so that a mode that can't be compiled is refused as a
    /// whole.
    pub(crate) fn new(source: &Value, limits: &Limits) -> Result<MergeRule, Error> {
        let entries = entries(source)?;
        if source.as_array().is_some_and(|rule| rule.depth() > limits.nesting) {
            return Err(ErrorKind::Limit(Limit::Nesting).into());
        }
        let parts = Parts::read(entries);
        let own = Entries::read(&parts)?;
        let computed = own.compute_outputs();
        let (mut tiles_needed, mut by_length) = (None, None);
        let length_is_computed = parts.rest.first().is_some_and(|length| length.as_number().is_none());
        if length_is_computed && !computed && parts.variables.is_empty() {
            by_length = Some(Box::default());
        }
        if let (Some(Value::Number(length)), false) = (parts.rest.first(), computed) {
            own.check(length.min(LONGEST_TRIED) as usize)?;
            if parts.variables.is_empty() && *length < 1e9 {
                tiles_needed = Some(length.ceil().max(1.0) as i64);
            }
        }
        let is_of_length_0 =
            matches!(parts.rest.first(), Some(Value::Number(length)) if length.ceil() == 0.0);
        let outputs = own.outputs();
        let changes_one_tile =
            is_of_length_0 && outputs.len() <= 1 && outputs.iter().all(|output| output.as_array().is_some());
        Ok(MergeRule {
            source: source.clone(),
            end_of_turn: !matches!(entries.first(), Some(Value::Number(number)) if *number != 0.0),
            is_of_length_0,
            changes_one_tile,
            tiles_needed,
            own: OnceLock::new(),
            prefilters: OnceLock::new(),
            by_length,
            limits: limits.clone(),
            moved: Mutex::default(),
        })
    }

    /// Returns the prefilters of the rule, one for each arrangement of its tiles, if numbers of the
    /// tiles decide them. If none of them holds, the rule does not apply.
    pub(crate) fn prefilters(&self) -> Option<&[Prefilter]> {
        let find_prefilters = || {
            self.tiles_needed?;
            let Value::Number(length) = self.own().ok()?.raw_length else { return None };
            self.find_prefilters(length.ceil().max(0.0) as usize)
        };
        self.prefilters.get_or_init(find_prefilters).as_deref()
    }

    /// The length that a rule without [`MergeRule::tiles_needed`] has where this is the
    /// rear tile, as far as references reach into it; `None` if something else than its
    /// numbers tells, or if it is too long to be looked at.
    pub(crate) fn length_at(&self, rear: &[Value], width: usize) -> Option<usize> {
        let formula = || {
            let formula = internals::formula(&self.own().ok()?.length, &self.limits)?;
            (formula.reach() <= 1).then_some(formula)
        };
        let formula = self.by_length.as_deref()?.length.get_or_init(formula).as_ref()?;
        let length = formula.value(|_| rear).filter(|_| formula.width() <= width)?;
        // As the test reads it.
        let length = if length.is_nan() { 0.0 } else { length.ceil().max(0.0) };
        (length <= prefilter::LONGEST as f64).then_some(length as usize)
    }

    /// Returns the prefilters of a rule with a computed length, for one length; see
    /// [`MergeRule::prefilters`].
    pub(crate) fn prefilters_of_length(&self, length: usize) -> Option<&[Prefilter]> {
        let prefilters = self.by_length.as_deref()?.prefilters.get(length)?;
        prefilters.get_or_init(|| self.find_prefilters(length)).as_deref()
    }

    fn find_prefilters(&self, length: usize) -> Option<Vec<Prefilter>> {
        let tiles = length.max(1);
        if tiles > prefilter::LONGEST {
            return None;
        }
        let instance = self.own().ok()?.instance(length, None).ok()?;
        let arrangements = instance.all_arrangements(MOST_PREFILTERS)?;
        arrangements.iter().map(|own| Prefilter::of(own, tiles, &self.limits)).collect()
    }

    /// The rule itself.
    pub(crate) fn own(&self) -> Result<&Variant, Error> {
        match self.own.get() {
            Some(own) => Ok(own),
            None => {
                let own = Variant::compile(&self.source, RuleChange::default(), &self.limits)?;
                Ok(self.own.get_or_init(|| own.into()))
            }
        }
    }

    /// The rule with all references moved on by `offset`; `alone`: with tests
    /// of other rules inside it left out.
    pub(crate) fn moved(&self, offset: f64, alone: bool, limits: &Limits) -> Result<Arc<Variant>, Error> {
        let mut moved = self.moved.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (offset.to_bits(), alone);
        if let Some(variant) = moved.get(&key) {
            return Ok(Arc::clone(variant));
        }
        let variant = Arc::new(Variant::compile(&self.source, RuleChange { offset, alone }, limits)?);
        if moved.len() >= KEPT_FORMS {
            moved.clear();
        }
        moved.insert(key, Arc::clone(&variant));
        Ok(variant)
    }
}

/// The entries behind the length, where they stand in the rule.
struct Entries<'v> {
    condition: &'v Value,
    order: &'v Value,
    outputs: &'v Value,
    score: &'v Value,
    flags: Option<&'v Value>,
    lengths: Option<Lengths>,
}

impl<'v> Entries<'v> {
    fn read(parts: &Parts<'v>) -> Result<Entries<'v>, Error> {
        let [_, condition, order, outputs, score, more @ ..] = parts.rest else {
            return Err(wrong("a merge rule has a length, a condition, an order, outputs and a score"));
        };
        if outputs.as_array().is_none() {
            return Err(wrong("the outputs of a merge rule must be a list"));
        }
        let lengths = Lengths::read(parts.rest);
        Ok(Entries { condition, order, outputs, score, flags: more.first(), lengths })
    }

    /// The outputs as written.
    fn outputs(&self) -> &'v [Value] {
        self.outputs.as_array().map_or(&[], |outputs| outputs.entries())
    }

    /// Returns true if the outputs are computed when the rule is tested.
    fn compute_outputs(&self) -> bool {
        self.outputs().first().is_some_and(|first| first.is_word("@CalcArray"))
    }

    /// Checks that the rule can be compiled for `length` tiles.
    fn check(&self, length: usize) -> Result<(), Error> {
        if let Some(lengths) = &self.lengths {
            lengths.check(length as f64)?;
        }
        instance::check_outputs(self.outputs(), length)
    }

    fn into_body(self) -> Body {
        Body {
            condition: self.condition.clone(),
            order: self.order.clone(),
            outputs: self.outputs.clone(),
            score: self.score.clone(),
            flags: self.flags.cloned().unwrap_or_default(),
            lengths: self.lengths,
        }
    }
}

impl Variant {
    /// The condition as written.
    pub(crate) fn condition(&self) -> &Value {
        &self.body.condition
    }

    fn compile(source: &Value, moved: RuleChange, limits: &Limits) -> Result<Variant, Error> {
        let source = references::corrupt_relative(source);
        let parts = Parts::read(entries(&source)?);
        let own = Entries::read(&parts)?;
        let raw_length = parts.rest.first().unwrap_or(&Value::Undefined);
        let computed = own.compute_outputs();
        let variables = parts.variables.iter().map(|variable| moved.compile(variable, limits));
        Ok(Variant {
            with_game_variables: parts.with_game_variables,
            variables: variables.collect::<Result<_, _>>()?,
            raw_length: raw_length.clone(),
            length: moved.compile(raw_length, limits)?,
            computed_outputs: computed
                .then(|| moved.compile(&Value::array(own.outputs()[1..].to_vec()), limits))
                .transpose()?,
            body: own.into_body(),
            moved,
            limits: limits.clone(),
            forms: Mutex::default(),
            first: OnceLock::new(),
        })
    }

    /// The rule for `length` tiles with the outputs that it has as written, if
    /// that is the form that was asked for first.
    pub(crate) fn first_form(&self, length: usize) -> Option<&Arc<RuleInstance>> {
        self.first.get().filter(|(first, _)| *first == length).map(|(_, instance)| instance)
    }

    /// The rule for `length` tiles. `outputs` are the computed ones.
    pub(crate) fn instance(&self, length: usize, outputs: Option<Value>) -> Result<Arc<RuleInstance>, Error> {
        if let (None, Some(instance)) = (&outputs, self.first_form(length)) {
            return Ok(Arc::clone(instance));
        }
        let key = (length, outputs.clone().map(Key));
        if let Some(instance) = self.forms.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(Arc::clone(instance));
        }
        let computed = outputs.is_some();
        let outputs = outputs.as_ref().unwrap_or(&self.body.outputs);
        let Some(outputs) = outputs.as_array() else {
            return Err(wrong("the computed outputs of a merge rule are no list"));
        };
        let instance = Arc::new(RuleInstance::build(&self.body, self.moved, &self.limits, length, outputs)?);
        if !computed && self.first.set((length, Arc::clone(&instance))).is_ok() {
            return Ok(instance);
        }
        let mut forms = self.forms.lock().unwrap_or_else(PoisonError::into_inner);
        if forms.len() >= KEPT_FORMS {
            forms.clear();
        }
        forms.insert(key, Arc::clone(&instance));
        Ok(instance)
    }
}

#[cfg(test)]
mod tests {
    use calcarray::json;

    use super::*;

    #[test]
    fn a_tile_may_tell_how_many_merge() {
        let tile = |numbers: &[f64]| -> Vec<Value> { numbers.iter().copied().map(Value::from).collect() };
        for (length, rear, expected) in [
            (r#"["@This 0"]"#, &[3.0, 1.0][..], Some(3)),
            (r#"["@This 1", "+", 1]"#, &[3.0, 1.0], Some(2)),
            (r#"["@This 0", "/", 2]"#, &[3.0, 1.0], Some(2)),
            (r#"["@This 0"]"#, &[-3.0], Some(0)),
            (r#"["@This 0", "/", 0]"#, &[0.0], Some(0)),
            // Longer than what is looked at, or without an end.
            (r#"["@This 0"]"#, &[7.0], None),
            (r#"["@This 0", "/", 0]"#, &[1.0], None),
            // An entry that references do not reach, and something else than numbers of it.
            (r#"["@This 2"]"#, &[3.0, 1.0, 2.0], None),
            (r#"["@Next 1 0"]"#, &[3.0, 1.0], None),
            (r#"["@Moves"]"#, &[3.0, 1.0], None),
            // One that is written need not be told.
            ("2", &[3.0, 1.0], None),
        ] {
            let rule = format!(r#"[{length}, ["@This 0", "=", "@Next 1 0"], true, [[1]], 1]"#);
            let rule = json::read(&rule, &Default::default()).expect("a value");
            let rule = MergeRule::new(&rule, &Default::default()).expect("a rule");
            let length_found = rule.length_at(&tile(rear), 2);
            assert_eq!(length_found, expected, "{length} of {rear:?}");
            if let Some(length @ 2..) = length_found {
                assert_eq!(rule.prefilters_of_length(length).map(<[Prefilter]>::len), Some(1));
            }
        }
    }

    #[test]
    fn with_variables_or_computed_outputs_it_does_not() {
        for rule in [
            r#"["@This 0", "@end_vars", ["@This 0"], ["@This 0", "=", 1], true, [[1]], 1]"#,
            r#"[["@This 0"], ["@This 0", "=", 1], true, ["@CalcArray", "@Literal", [1]], 1]"#,
        ] {
            let value = json::read(rule, &Default::default()).expect("a value");
            let rule_of_it = MergeRule::new(&value, &Default::default()).expect("a rule");
            assert_eq!(rule_of_it.length_at(&[Value::from(2.0)], 1), None, "{rule}");
        }
    }
}
