//! Operators that take expressions as arguments and run them themselves.
//! See docs/spec/calcarray.md, "Callback operators".

use super::Family::{self, Any, Array, Number, Raw};
use super::{argument, Operator, Run};
use crate::array;
use crate::compile::{is_structural, leading_start_words, Item};
use crate::convert;
use crate::error::{Error, ErrorKind};
use crate::exec::evaluate::{Evaluator, Inherit, Scope};
use crate::exec::memoize;
use crate::host::Position;
use crate::ir::line::{CallbackLine, Node, Step};
use crate::program::Variables;
use crate::pure::{call::Calling, Outcome};
use crate::value::Value;
use crate::values::sort::sort;

/// An operator that runs its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callback {
    Sort,
    Map,
    Filter,
    Reduce,
    ReduceRight,
    BinarySearch,
    BinaryInsert,
    Apart,
    Unlock,
}

const SORTED: (&str, &str) =
    (r#"[["@Literal",3,1,2],"arr_sort",["@var_retain","@Var -2","-",["@var_retain","@Var -1"]]]"#, "[1,2,3]");

pub(super) const OPERATORS: &[Operator] = &[
    row(
        "arr_sort",
        &[Raw],
        Array,
        Callback::Sort,
        "Sorts; the expression compares the variables -2 and -1: negative means in this order.",
        SORTED,
    ),
    row(
        "arr_map",
        &[Raw],
        Array,
        Callback::Map,
        "Replaces each entry by the value of the expression; variable -1 is the entry, -2 its index.",
        (r#"[["@Literal",1,2],"arr_map",["@var_retain","@Var -1","*",10]]"#, "[10,20]"),
    ),
    row(
        "arr_filter",
        &[Raw],
        Array,
        Callback::Filter,
        "Keeps the entries for which the expression is true; variables as for arr_map.",
        (r#"[["@Literal",1,2,3],"arr_filter",["@var_retain","@Var -1",">",1]]"#, "[2,3]"),
    ),
    row(
        "arr_reduce",
        &[Any, Raw],
        Any,
        Callback::Reduce,
        "Goes through the entries with a running total, which comes first in the expression.",
        (r#"[["@Literal",1,2,3],"arr_reduce",0,["@var_retain","+",["@var_retain","@Var -1"]]]"#, "6"),
    ),
    row(
        "arr_reduceRight",
        &[Any, Raw],
        Any,
        Callback::ReduceRight,
        "The same from the end; a total that is an array is run as an expression.",
        (r#"[["@Literal",1,2,3],"arr_reduceRight",0,["@var_retain","-",["@var_retain","@Var -1"]]]"#, "-6"),
    ),
    row(
        "arr_binarySearchCF",
        &[Any, Raw],
        Number,
        Callback::BinarySearch,
        "Finds a value in a sorted array; the expression compares an entry (-2) with the value (-1).",
        (
            r#"[["@Literal",1,3,5],"arr_binarySearchCF",3,["@var_retain","@Var -2","-",["@var_retain","@Var -1"]]]"#,
            "1",
        ),
    ),
    row(
        "arr_binaryInsertCF",
        &[Any, Raw],
        Array,
        Callback::BinaryInsert,
        "Puts a value into a sorted array where it belongs; compares as arr_binarySearchCF does.",
        (
            r#"[["@Literal",1,5],"arr_binaryInsertCF",3,["@var_retain","@Var -2","-",["@var_retain","@Var -1"]]]"#,
            "[1,3,5]",
        ),
    ),
];

const fn row(
    name: &'static str,
    arguments: &'static [Family],
    result: Family,
    callback: Callback,
    help: &'static str,
    example: (&'static str, &'static str),
) -> Operator {
    Operator::new(name, Array, arguments, result, Run::Callback(callback), help, example)
}

/// A line made of a callback: the start words stay in front, `inserted`
/// values are declared after the callback's own variables, and `first`, if
/// there is one, becomes the first entry of the expression.
pub(crate) fn template<'f>(
    code: &'f [Value],
    end_vars: &'f Value,
    inserted: usize,
    first: bool,
) -> Vec<Item<'f>> {
    let words = leading_start_words(code);
    let declared = code.iter().position(|entry| entry.is_word("@end_vars"));
    let end = declared.unwrap_or(words);
    let rest = declared.map_or(words, |end| end + 1);
    let source = |from: usize, to: usize| (from..to).map(|place| Item::Source(&code[place], place));
    let mut items: Vec<Item<'f>> = source(0, end).collect();
    items.extend((0..inserted).map(Item::Inserted));
    if inserted > 0 || declared.is_some() {
        items.push(Item::Source(end_vars, end));
    }
    if first {
        items.push(Item::Inserted(inserted));
    }
    items.extend(source(rest, code.len()));
    items
}

impl Callback {
    /// How many values are declared for the callback that is this argument,
    /// and whether another one becomes its first entry.
    pub fn shape(self, argument: usize) -> (usize, bool) {
        match self {
            Callback::Reduce | Callback::ReduceRight => (2, true),
            Callback::Apart => (0, true),
            Callback::Unlock if argument >= super::unlock::VALID => (1, false),
            _ => (2, false),
        }
    }

    pub fn call(
        self,
        evaluator: &mut Evaluator<'_>,
        step: &Step,
        a: Value,
        arguments: &[Node],
        scope: &Scope<'_>,
    ) -> Result<Value, Error> {
        if self == Callback::Apart {
            return apart(evaluator, step, a, arguments);
        }
        if self == Callback::Unlock {
            return super::unlock::custom(evaluator, step, a, arguments, scope);
        }
        let Value::Array(entries) = a else { return Ok(Value::Undefined) };
        let (extra, function) = match self {
            Callback::Sort | Callback::Map | Callback::Filter => (Value::Undefined, 0),
            _ => {
                let extra = evaluator.operand(argument(arguments, 0), Any, scope);
                (extra.map_err(|error| error.inside(step.place + 1))?, 1)
            }
        };
        // One copy of the variables for all calls: they see what the calls
        // before them changed, nobody else does.
        let variables = scope.variables.clone();
        let mut calls = Calls {
            evaluator,
            function: argument(arguments, function),
            place: step.place + 1 + function,
            scope: scope.with_variables(&variables),
            first: self.shape(function).1,
        };
        match self {
            Callback::Sort => calls.sort(entries),
            Callback::Map => calls.map(&entries),
            Callback::Filter => calls.filter(&entries),
            Callback::Reduce => calls.reduce(&entries, extra, false),
            Callback::ReduceRight => calls.reduce(&entries, extra, true),
            Callback::BinarySearch => {
                let mut order = |entry: &Value, sought: &Value| calls.search_order(entry, sought);
                let place = super::search::search(&entries, &extra, &mut order)?;
                Ok(Value::Number(place))
            }
            _ => {
                let mut order = |entry: &Value, sought: &Value| calls.search_order(entry, sought);
                let place = super::search::insertion(&entries, &extra, &mut order)?;
                let mut entries = entries.into_entries();
                entries.insert(place, extra);
                Ok(Value::Array(calls.evaluator.array(entries)?))
            }
        }
    }
}

/// Calls of one callback.
pub(crate) struct Calls<'c, 'e> {
    pub evaluator: &'c mut Evaluator<'e>,
    pub function: &'c Node,
    /// Where the callback stands in the line, for errors.
    pub place: usize,
    pub scope: Scope<'c>,
    /// Whether the last value becomes the first entry of the expression.
    pub first: bool,
}

/// A value as an entry that is not evaluated.
fn literal(value: &Value) -> Value {
    match value {
        Value::Array(array) => {
            let marker = std::iter::once(Value::text("@Literal"));
            Value::Array(marker.chain(array.iter().cloned()).collect())
        }
        value => value.clone(),
    }
}

impl<'c> Calls<'c, '_> {
    /// Calls it with these values.
    #[inline]
    pub fn call(&mut self, values: &[Value]) -> Result<Value, Error> {
        match self.quick_call(values) {
            Some(outcome) => Ok(outcome.into()),
            None => self.whole_call(values),
        }
    }

    /// The short way, for callbacks that only compute. Texts have to go the
    /// other one: they may be words that change what the line is.
    #[inline]
    fn quick_call(&mut self, values: &[Value]) -> Option<Outcome> {
        let Node::Callback(callback) = self.function else { return None };
        if values.iter().any(|value| matches!(value, Value::Text(_))) {
            return None;
        }
        let scope = Scope { inserted: values, ..self.scope };
        self.evaluator.quick(&callback.line, &scope)
    }

    fn whole_call(&mut self, values: &[Value]) -> Result<Value, Error> {
        self.call_inside(values).map_err(|error| error.inside(self.place))
    }

    fn call_inside(&mut self, values: &[Value]) -> Result<Value, Error> {
        let Node::Callback(callback) = self.function else {
            return Err(ErrorKind::Type("a callback must be an expression in an array").into());
        };
        if values.iter().any(is_structural) {
            return self.unusual_call(callback, values);
        }
        let scope = Scope { inserted: values, ..self.scope };
        self.evaluator.outermost(&callback.line, &scope)
    }

    /// One of the values is a word that changes what the line is, so the line
    /// is compiled with it in it.
    fn unusual_call(&mut self, callback: &CallbackLine, values: &[Value]) -> Result<Value, Error> {
        let end_vars = Value::text("@end_vars");
        let values: Vec<Value> = values.iter().map(literal).collect();
        let first = self.first && !values.is_empty();
        let inserted = values.len() - usize::from(first);
        let mut items = template(&callback.source, &end_vars, inserted, first);
        for item in &mut items {
            if let Item::Inserted(index) = item {
                *item = Item::Source(&values[*index], 0);
            }
        }
        let line = self.evaluator.compile_line(&items)?;
        self.evaluator.outermost(&line, &self.scope)
    }

    /// Calls it and takes the result for an order: NaN and undefined are 0.
    fn order(&mut self, values: &[Value]) -> Result<f64, Error> {
        let result = self.call(values)?;
        if let Value::Integer(_) = result {
            let error = Error::from(ErrorKind::Type("a comparison must give a number, not a big integer"));
            return Err(error.inside(self.place));
        }
        convert::to_number(&result, self.evaluator.meter)
    }

    /// The same for a search, where a big integer is good enough.
    fn search_order(&mut self, entry: &Value, sought: &Value) -> Result<f64, Error> {
        let result = self.call(&[entry.clone(), sought.clone()])?;
        convert::to_number(&result, self.evaluator.meter)
    }

    /// The short way through as many calls as there are entries.
    fn quick_calls(&self, entries: &[Value]) -> Option<Calling<'c>> {
        let function: &'c Node = self.function;
        let Node::Callback(callback) = function else { return None };
        self.evaluator.quick_calls(callback.quick.as_ref(), entries.len(), &self.scope)
    }

    /// The same where not all of them are numbers.
    fn quick_each(
        &mut self,
        entries: &[Value],
        take: impl FnMut(&mut Vec<Value>, &Value, Outcome) -> Option<()>,
    ) -> Option<Vec<Value>> {
        let function: &'c Node = self.function;
        let Node::Callback(callback) = function else { return None };
        self.evaluator.quick_each(&callback.line, entries, &self.scope, take)
    }

    fn quick_map(&mut self, entries: &[Value]) -> Option<Vec<Value>> {
        if let Some(mapped) = self.quick_map_numbers(entries) {
            return Some(mapped);
        }
        self.quick_each(entries, |mapped, _, outcome| match outcome {
            Outcome::Array(_) => None,
            scalar => {
                mapped.push(scalar.into());
                Some(())
            }
        })
    }

    fn quick_filter(&mut self, entries: &[Value]) -> Option<Vec<Value>> {
        if let Some(kept) = self.quick_filter_numbers(entries) {
            return Some(kept);
        }
        self.quick_each(entries, |kept, entry, outcome| {
            if convert::is_truthy(&outcome.into()) {
                kept.push(entry.clone());
            }
            Some(())
        })
    }

    fn quick_map_numbers(&mut self, entries: &[Value]) -> Option<Vec<Value>> {
        let mut calls = self.quick_calls(entries)?;
        let mut mapped = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            mapped.push(calls.value([index as f64, entry.as_number()?, 0.0]));
        }
        calls.pay(Some(entries.len()), self.evaluator.meter)?;
        Some(mapped)
    }

    fn quick_filter_numbers(&mut self, entries: &[Value]) -> Option<Vec<Value>> {
        let mut calls = self.quick_calls(entries)?;
        let mut kept = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            if convert::is_truthy(&calls.value([index as f64, entry.as_number()?, 0.0])) {
                kept.push(entry.clone());
            }
        }
        calls.pay(Some(kept.len()), self.evaluator.meter)?;
        Some(kept)
    }

    fn quick_reduce(&mut self, entries: &[Value], initial: &Value, from_end: bool) -> Option<f64> {
        let mut calls = self.quick_calls(entries).filter(Calling::gives_numbers)?;
        let mut total = initial.as_number()?;
        for step in 0..entries.len() {
            let index = if from_end { entries.len() - 1 - step } else { step };
            total = calls.number([index as f64, entries[index].as_number()?, total]);
        }
        calls.pay(None, self.evaluator.meter)?;
        Some(total)
    }

    fn map(&mut self, entries: &array::Array) -> Result<Value, Error> {
        if let Some(mapped) = self.quick_map(entries) {
            return Ok(Value::Array(self.evaluator.array(mapped)?));
        }
        let question = self.evaluator.question(&[self.function], entries, &[], &self.scope);
        let variables = self.scope.variables;
        let mapped =
            memoize::once(self, |own| own.evaluator, question, variables, |own| own.map_each(entries))?;
        Ok(Value::Array(mapped))
    }

    fn map_each(&mut self, entries: &[Value]) -> Result<array::Array, Error> {
        self.evaluator.meter.array(entries.len())?;
        let mut mapped = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            mapped.push(self.call(&[Value::from(index), entry.clone()])?);
        }
        self.evaluator.array(mapped)
    }

    fn filter(&mut self, entries: &[Value]) -> Result<Value, Error> {
        if let Some(kept) = self.quick_filter(entries) {
            return Ok(Value::Array(self.evaluator.array(kept)?));
        }
        let mut kept = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            if convert::is_truthy(&self.call(&[Value::from(index), entry.clone()])?) {
                kept.push(entry.clone());
            }
        }
        self.evaluator.meter.array(kept.len())?;
        Ok(Value::Array(self.evaluator.array(kept)?))
    }

    fn reduce(&mut self, entries: &[Value], initial: Value, from_end: bool) -> Result<Value, Error> {
        if let Some(total) = self.quick_reduce(entries, &initial, from_end) {
            return Ok(Value::Number(total));
        }
        let mut total = initial;
        for step in 0..entries.len() {
            let index = if from_end { entries.len() - 1 - step } else { step };
            if let (true, Value::Array(code)) = (from_end, &total) {
                total = self.unprotected(code.clone(), index, &entries[index])?;
                continue;
            }
            total = self.call(&[Value::from(index), entries[index].clone(), total])?;
        }
        Ok(total)
    }

    /// From the right, a total that is an array is not protected from being
    /// evaluated (docs/spec/calcarray.md, "Documentation and reference", row
    /// 17).
    fn unprotected(&mut self, code: array::Array, index: usize, entry: &Value) -> Result<Value, Error> {
        let total = {
            let node = self.evaluator.compile(&Value::Array(code))?;
            self.evaluator.operand(&node, Any, &self.scope)?
        };
        self.call(&[Value::from(index), entry.clone(), total])
    }

    /// A stable sort; undefined entries go to the end uncompared.
    fn sort(&mut self, entries: array::Array) -> Result<Value, Error> {
        self.evaluator.meter.array(entries.len())?;
        let (defined, undefined): (Vec<Value>, Vec<Value>) =
            entries.into_entries().into_iter().partition(|entry| !matches!(entry, Value::Undefined));
        let mut sorted =
            sort(defined, |later, earlier| Ok(self.order(&[later.clone(), earlier.clone()])? < 0.0))?;
        sorted.extend(undefined);
        Ok(Value::Array(self.evaluator.array(sorted)?))
    }
}

/// `CalcArrayParent`: an expression on the running value, away from the place
/// where it stands.
fn apart(evaluator: &mut Evaluator<'_>, step: &Step, a: Value, arguments: &[Node]) -> Result<Value, Error> {
    let variables = Variables::default();
    let position = Position::default();
    let scope = Scope {
        position: &position,
        variables: &variables,
        inherit: Inherit::Nothing,
        parents: None,
        inserted: &[],
    };
    Calls { evaluator, function: argument(arguments, 0), place: step.place + 1, scope, first: true }
        .call(&[a])
}
