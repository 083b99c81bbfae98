//! Operators that take expressions as arguments and run them themselves.
//! See docs/spec/calcarray.md, "Callback operators".

use super::Family::{Any, Array, Number, Raw};
use super::{Facts, Operator, Run};
use crate::array;
use crate::compile::{Item, is_structural, template};
use crate::convert;
use crate::error::{Error, ErrorKind};
use crate::exec::{Calling, Frame, memoize};
use crate::host::Position;
use crate::ir::evaluator::Evaluator;
use crate::ir::line::{CallbackLine, Node};
use crate::ir::operator::{Callback, LazyArguments, ListWork, Purity, Shape};
use crate::ir::scope::Scope;
use crate::ir::variables::Variables;
use crate::value::Value;
use crate::values::sort::sort;

/// Calls a method of [`Calls`] with the entries of an array, and with the value before the callback.
macro_rules! calls {
    ($method:ident) => {
        |arguments, a| on_entries(arguments, a, 0, |calls, entries, _| calls.$method(entries))
    };
    ($method:ident, value) => {
        |arguments, a| on_entries(arguments, a, 1, |calls, entries, value| calls.$method(entries, value))
    };
}

/// A row of an operator that calls an expression for the entries of an array.
macro_rules! on_array {
    ($name:literal, $arguments:expr, $result:expr, $purity:expr, $callback:expr, $($text:tt)+) => {
        row!($name, Array, $arguments, $result, Facts { purity: $purity, ..Facts::IMPURE }, Run::Callback($callback), $($text)+)
    };
}

pub(super) const OPERATORS: &[Operator] = &[
    on_array!("arr_sort", &[Raw], Array, Purity::OfCallbacks, Callback { run: calls!(sort), shape: PAIR, work: None },
        "Sorts. The expression compares the variables -2 and -1; a negative value means that they are in order.",
        r#"[["@Literal",3,1,2],"arr_sort",["@var_retain","@Var -2","-",["@var_retain","@Var -1"]]]"# => "[1,2,3]"),
    on_array!("arr_map", &[Raw], Array, Purity::OfCallbacks, Callback { run: calls!(map), shape: PAIR, work: Some(ListWork::Map) },
        "Replaces each entry by the value of the expression; variable -1 is the entry, -2 its index.",
        r#"[["@Literal",1,2],"arr_map",["@var_retain","@Var -1","*",10]]"# => "[10,20]"),
    on_array!("arr_filter", &[Raw], Array, Purity::OfCallbacks, Callback { run: calls!(filter), shape: PAIR, work: Some(ListWork::Filter) },
        "Keeps the entries for which the expression is true; variables as for arr_map.",
        r#"[["@Literal",1,2,3],"arr_filter",["@var_retain","@Var -1",">",1]]"# => "[2,3]"),
    on_array!("arr_reduce", &[Any, Raw], Any, Purity::Impure, Callback { run: calls!(reduce, value), shape: TOTAL, work: None },
        "Goes through the entries with a running total, which is the first entry of the expression.",
        r#"[["@Literal",1,2,3],"arr_reduce",0,["@var_retain","+",["@var_retain","@Var -1"]]]"# => "6"),
    on_array!("arr_reduceRight", &[Any, Raw], Any, Purity::Impure, Callback { run: calls!(reduce_right, value), shape: TOTAL, work: None },
        "As arr_reduce, but from the end; a total that is an array is run as an expression.",
        r#"[["@Literal",1,2,3],"arr_reduceRight",0,["@var_retain","-",["@var_retain","@Var -1"]]]"# => "-6"),
    on_array!("arr_binarySearchCF", &[Any, Raw], Number, Purity::Impure, Callback { run: calls!(search, value), shape: PAIR, work: None },
        "Finds a value in a sorted array; the expression compares an entry (-2) with the value (-1).",
        r#"[["@Literal",1,3,5],"arr_binarySearchCF",3,["@var_retain","@Var -2","-",["@var_retain","@Var -1"]]]"# => "1"),
    on_array!("arr_binaryInsertCF", &[Any, Raw], Array, Purity::Impure, Callback { run: calls!(insert, value), shape: PAIR, work: None },
        "Inserts a value into a sorted array at its place; compares as arr_binarySearchCF does.",
        r#"[["@Literal",1,5],"arr_binaryInsertCF",3,["@var_retain","@Var -2","-",["@var_retain","@Var -1"]]]"# => "[1,3,5]"),
];

/// The shape of calls that put an entry and its index, or two entries, into the expression.
const PAIR: fn(usize) -> Shape = |_| Shape { declared: 2, first: false };
/// An index and an entry, and the running total as the first entry.
const TOTAL: fn(usize) -> Shape = |_| Shape { declared: 2, first: true };

/// Does some work on the entries of an array by calls of the argument at a place; the argument
/// before it, if there is one, is a value.
fn on_entries(
    mut arguments: LazyArguments<'_, '_>,
    a: Value,
    callback: usize,
    work: fn(&mut Calls<'_, '_>, array::Array, Value) -> Result<Value, Error>,
) -> Result<Value, Error> {
    let Value::Array(entries) = a else { return Ok(Value::Undefined) };
    let value = if callback == 0 { Value::Undefined } else { arguments.operand(0, Any)? };
    // One copy of the variables for all calls: they see what the calls
    // before them changed, nothing else does.
    let variables = arguments.scope.variables.clone();
    let scope = arguments.scope.with_variables(&variables);
    work(&mut Calls::of(arguments, callback, scope), entries, value)
}

/// Calls of one callback.
pub(crate) struct Calls<'c, 'e> {
    pub evaluator: &'c mut Evaluator<'e>,
    function: &'c Node,
    /// The place of the callback in the line, for errors.
    place: usize,
    pub scope: Scope<'c>,
    /// True if the last value becomes the first entry of the expression.
    first: bool,
    /// The working memory of the calls, one after the other.
    frame: Frame,
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

impl<'c, 'e> Calls<'c, 'e> {
    /// Returns the calls of an argument in a scope.
    pub fn of(arguments: LazyArguments<'c, 'e>, which: usize, scope: Scope<'c>) -> Calls<'c, 'e> {
        let (function, place) = (arguments.node(which), arguments.place + 1 + which);
        Calls {
            evaluator: arguments.evaluator,
            function,
            place,
            scope,
            first: false,
            frame: Frame::default(),
        }
    }

    /// Calls it with these values, unless one of them is a word that changes what the line is.
    #[inline]
    pub fn call(&mut self, values: &[Value]) -> Result<Value, Error> {
        let Node::Callback(callback) = self.function else { return self.whole_call(values) };
        if values.iter().any(is_structural) {
            return self.whole_call(values);
        }
        let scope = Scope { inserted: values, ..self.scope };
        let value = self.evaluator.line_in(&callback.line, &scope, &mut self.frame);
        match value {
            Ok(value @ (Value::Text(_) | Value::Array(_))) => {
                self.evaluator.clean(value).map_err(|error| error.inside(self.place))
            }
            Ok(value) => Ok(value),
            Err(error) => Err(error.inside(self.place)),
        }
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
        let shape = Shape { declared: values.len() - usize::from(first), first };
        let mut items = template(&callback.source, &end_vars, shape);
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

    /// Calls it and takes the result for an order in a search, where a big integer
    /// is good enough.
    fn search_order(&mut self, entry: &Value, sought: &Value) -> Result<f64, Error> {
        let result = self.call(&[entry.clone(), sought.clone()])?;
        convert::to_number(&result, self.evaluator.meter)
    }

    /// The callback as a computation with single values, ready for so many calls.
    fn scalars(&self, calls: usize) -> Option<Calling<'c>> {
        let function: &'c Node = self.function;
        let Node::Callback(callback) = function else { return None };
        self.evaluator.calling(callback.scalars.as_ref()?, calls, &self.scope)
    }

    fn map(&mut self, entries: array::Array) -> Result<Value, Error> {
        let mapped = self.scalars(entries.len()).and_then(|mut own| own.map(&entries, self.evaluator.meter));
        if let Some(mapped) = mapped {
            self.evaluator.meter.array(mapped.len())?;
            return Ok(Value::Array(self.evaluator.array(mapped)?));
        }
        let question = self.evaluator.question(&[self.function], &entries, &[], &self.scope);
        let variables = self.scope.variables;
        let mapped =
            memoize::once(self, |own| own.evaluator, question, variables, |own| own.map_each(&entries))?;
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

    fn filter(&mut self, entries: array::Array) -> Result<Value, Error> {
        let mut scalars = self.scalars(entries.len());
        let mut kept = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            let known = scalars.as_mut().and_then(|own| {
                let value = own.result(index, entry, None)?.into_value()?;
                own.pay(1, self.evaluator.meter)?;
                Some(value)
            });
            let value = match known {
                Some(value) => value,
                None => {
                    // Such an entry may be evaluated, and change what was read before.
                    scalars = scalars.filter(Calling::is_alone);
                    self.call(&[Value::from(index), entry.clone()])?
                }
            };
            if convert::is_truthy(&value) {
                kept.push(entry.clone());
            }
        }
        self.evaluator.meter.array(kept.len())?;
        Ok(Value::Array(self.evaluator.array(kept)?))
    }

    fn reduce(&mut self, entries: array::Array, initial: Value) -> Result<Value, Error> {
        self.reduce_from(&entries, initial, false)
    }

    fn reduce_right(&mut self, entries: array::Array, initial: Value) -> Result<Value, Error> {
        self.reduce_from(&entries, initial, true)
    }

    fn reduce_from(&mut self, entries: &[Value], initial: Value, from_end: bool) -> Result<Value, Error> {
        self.first = true;
        let scalars = self.scalars(entries.len());
        let known = scalars.and_then(|mut own| own.reduce(entries, &initial, from_end, self.evaluator.meter));
        if let Some(total) = known {
            return Ok(total);
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

    /// Runs the expression of a reduction from the right. A total that is an array is not protected
    /// from being evaluated there (docs/spec/calcarray.md, "Documentation and reference", row 17).
    fn unprotected(&mut self, code: array::Array, index: usize, entry: &Value) -> Result<Value, Error> {
        let total = {
            let node = self.evaluator.compile(&Value::Array(code))?;
            self.evaluator.operand(&node, Any, &self.scope)?
        };
        self.call(&[Value::from(index), entry.clone(), total])
    }

    fn search(&mut self, entries: array::Array, sought: Value) -> Result<Value, Error> {
        let mut order = |entry: &Value, sought: &Value| self.search_order(entry, sought);
        Ok(Value::Number(super::search::search(&entries, &sought, &mut order)?))
    }

    fn insert(&mut self, entries: array::Array, value: Value) -> Result<Value, Error> {
        let mut order = |entry: &Value, sought: &Value| self.search_order(entry, sought);
        let place = super::search::insertion(&entries, &value, &mut order)?;
        let mut entries = entries.into_entries();
        entries.insert(place, value);
        Ok(Value::Array(self.evaluator.array(entries)?))
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
pub(super) fn apart(arguments: LazyArguments<'_, '_>, a: Value) -> Result<Value, Error> {
    let (position, variables) = (Position::default(), Variables::default());
    let scope = Scope::outermost(&position, &variables);
    let mut calls = Calls::of(arguments, 0, scope);
    calls.first = true;
    calls.call(&[a])
}
