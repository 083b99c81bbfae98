//! `garbage`: merges leave zeros or temporary holes in the cells they vacate
//! (docs/spec/modifiers.md, "garbage").

use calcarray::Value;
use polymerge_rules::Mode;

use crate::choices::choice::Garbage;
use crate::error::ModifierError;
use crate::parts::body::Leading;
use crate::parts::expression::{IntoValue, and, appended, entries, list, next, this};
use crate::parts::merge_rule::{change_rules, prepend_rule};
use crate::parts::tile_type::prepend_type;
use crate::parts::traits::GarbageTraits;

const NAME: &str = "Zero";

/// The garbage that rules leave, and the number of its places.
///
/// The reference has one value in all these places, so that what is added to
/// it in one place is added in all (docs/spec/modifiers.md, "Reference bugs and
/// odd points", bug 3); the tile modifiers that come later ask for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Left {
    value: Value,
    places: usize,
}

impl Left {
    /// An output with another entry at its end; garbage gets it once for each
    /// place it stands in.
    pub fn extended(&self, output: &Value, entry: &Value) -> Value {
        let times = if self.places > 0 && *output == self.value { self.places } else { 1 };
        appended(output, std::iter::repeat_n(entry.clone(), times))
    }

    /// Adds an entry to the value itself. Call it when all outputs have been
    /// extended.
    pub fn extend(&mut self, entry: &Value) {
        if self.places > 0 {
            self.value = self.extended(&self.value.clone(), entry);
        }
    }
}

pub(crate) fn apply(mode: &mut Mode, garbage: Garbage, traits: GarbageTraits) -> Result<Left, ModifierError> {
    let zeros = match garbage {
        Garbage::None => return Ok(Left::default()),
        _ if traits.ignored => return Ok(Left::default()),
        Garbage::Zeros if traits.ignores_zeros => return Ok(Left::default()),
        Garbage::Zeros => true,
        Garbage::Holes(_) => false,
    };
    let zero = if traits.zero_is_number { 0usize.into() } else { Value::from(NAME) };
    let value = match garbage {
        Garbage::Holes(life) => list!["@STCalcArray", format!("@TemporaryHole {life}").into_value()],
        _ => appended(&list![zero.clone()], vec![Value::Number(0.0); mode.tile_entries.saturating_sub(1)]),
    };
    if zeros && !traits.zero_is_number {
        prepend_type(mode, list![list![this(0), "=", NAME], "0", "#444444", "#888888"]);
    }
    let mut places = 0;
    change_rules(mode, "garbage", Leading::GameVariables, |rule| {
        let not_zero = |tile: Value| list![tile, "!=", zero.clone()];
        if zeros {
            if traits.tests_next {
                rule.require(not_zero(next(1, 0)));
            }
            rule.require(not_zero(this(0)));
        }
        let closed = vec![Value::Boolean(false); rule.tiles()?.unwrap_or(0)];
        rule.set_flags(Value::array(closed));
        if rule.is_zero() {
            if rule.outputs().is_empty() {
                rule.set_outputs(vec![value.clone()]);
                places += 1;
            }
            return Ok(());
        }
        let mut outputs = rule.outputs().to_vec();
        outputs.extend(["fill".into(), value.clone()]);
        rule.set_outputs(outputs);
        places += 1;
        if zeros {
            for ahead in rule.ahead()? {
                rule.require(not_zero(next(ahead, 0)));
            }
        }
        Ok(())
    })?;
    if zeros {
        prepend_rule(mode, two_zeros(&value));
        places += 1;
    }
    Ok(Left { value, places })
}

/// Two zeros become one, and both cells stay open.
fn two_zeros(zero: &Value) -> Value {
    let mut condition = Value::array(Vec::new());
    for (slot, entry) in entries(zero).iter().enumerate() {
        let own = list![this(slot), "=", entry.clone()];
        condition = if slot == 0 { list![own] } else { and(&condition, own) };
        condition = and(&condition, list![next(1, slot), "=", entry.clone()]);
    }
    list![2, condition, true, list![zero.clone()], 0, list![true, true]]
}
