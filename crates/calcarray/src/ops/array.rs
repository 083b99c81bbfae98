//! Operators on arrays that call nothing back. Spec: calcarray.md, sections
//! 10.5, 11.3 and 11.4.

use super::text::relative;
use super::Family::{self, Any, Array as ArrayFamily, Boolean, Number};
use super::{search, Operator, Run};
use crate::compare;
use crate::convert;
use crate::error::Error;
use crate::limits::{exceeded, Limit, Meter};
use crate::lookup::at;
use crate::value::Value;

macro_rules! array {
    ($name:literal, $arguments:expr, $result:expr, $function:expr, $help:literal, $example:literal => $value:literal) => {
        Operator::new(
            $name,
            ArrayFamily,
            $arguments,
            $result,
            Run::Pure($function),
            $help,
            ($example, $value),
        )
    };
}

const NONE: &[Family] = &[];
const ONE: &[Family] = &[Any];
const LIST: &[Family] = &[ArrayFamily];

pub(super) const OPERATORS: &[Operator] = &[
    array!("arr_elem", &[Number], Any, elem, "The entry at an index, negative from the end.",
        r#"[["@Literal",5,6],"arr_elem",-1]"# => "6"),
    array!("arr_length", NONE, Number, |v, _| Ok(Value::from(entries(v, 0).len())), "The number of entries.",
        r#"[["@Literal",5,6],"arr_length"]"# => "2"),
    array!("arr_indexOf", ONE, Number, index_of, "Where a value first stands, or -1.",
        r#"[["@Literal",5,6,5],"arr_indexOf",5]"# => "0"),
    array!("arr_lastIndexOf", ONE, Number, last_index_of, "Where a value last stands, or -1.",
        r#"[["@Literal",5,6,5],"arr_lastIndexOf",5]"# => "2"),
    array!("arr_indexOfFrom", &[Any, Number], Number, index_of,
        "The same from an index on, which is read and left in the line.",
        r#"[["@Literal",5,6,5],"arr_indexOfFrom",5,1]"# => "2")
    .removing(2),
    array!("arr_lastIndexOfFrom", &[Any, Number], Number, last_index_of,
        "The same backwards from an index on, which is read and left in the line.",
        r#"[["@Literal",5,6,5],"arr_lastIndexOfFrom",5,1]"# => "0")
    .removing(2),
    array!("arr_includes", LIST, Boolean, includes,
        "Whether an array is among the entries; anything else is never found.",
        r#"[["@Literal",["@Literal",1]],"arr_includes",1]"# => "true"),
    array!("arr_copy", NONE, ArrayFamily, |v, _| Ok(take(v, 0)), "The array.", r#"[["@Literal",5],"arr_copy"]"# => "[5]"),
    array!("arr_edit_elem", &[Number, Any], ArrayFamily, edit, "With another value at an index.",
        r#"[["@Literal",5,6],"arr_edit_elem",0,9]"# => "[9,6]"),
    array!("arr_push", ONE, ArrayFamily, |v, m| insert(v, m, usize::MAX), "With a value more at the end.",
        r#"[["@Literal",5],"arr_push",6]"# => "[5,6]"),
    array!("arr_unshift", ONE, ArrayFamily, |v, m| insert(v, m, 0), "With a value more at the front.",
        r#"[["@Literal",5],"arr_unshift",6]"# => "[6,5]"),
    array!("arr_pop", NONE, ArrayFamily, |v, m| change(v, m, |list| drop(list.pop())), "Without the last entry.",
        r#"[["@Literal",5,6],"arr_pop"]"# => "[5]"),
    array!("arr_shift", NONE, ArrayFamily, |v, m| change(v, m, |list| drop(list.splice(..list.len().min(1), []))),
        "Without the first entry.", r#"[["@Literal",5,6],"arr_shift"]"# => "[6]"),
    array!("arr_reverse", NONE, ArrayFamily, |v, m| change(v, m, |list| list.reverse()), "Back to front.",
        r#"[["@Literal",5,6],"arr_reverse"]"# => "[6,5]"),
    array!("arr_concat", LIST, ArrayFamily, |v, m| concat(v, m, 0, 1), "Another array put behind.",
        r#"[["@Literal",5],"arr_concat",["@Literal",6,7]]"# => "[5,6,7]"),
    array!("arr_concat_front", LIST, ArrayFamily, |v, m| concat(v, m, 1, 0), "Another array put in front.",
        r#"[["@Literal",5],"arr_concat_front",["@Literal",6,7]]"# => "[6,7,5]"),
    array!("arr_flat", LIST, ArrayFamily, flat, "Arrays inside are dissolved, down to a depth.",
        r#"[["@Literal",5,["@Literal",6]],"arr_flat",1]"# => "[5,6]"),
    array!("arr_slice", &[Number, Number], ArrayFamily, slice, "From one index up to before another, negative from the end.",
        r#"[["@Literal",5,6,7],"arr_slice",1,3]"# => "[6,7]"),
    array!("arr_splice", &[Number, Number, ArrayFamily], ArrayFamily, splice,
        "Replaces a number of entries at an index by the entries of an array.",
        r#"[["@Literal",5,6,7],"arr_splice",1,1,["@Literal",8,9]]"# => "[5,8,9,7]"),
    array!("arr_binarySearch", ONE, Number, binary_search, "Where a value stands in a sorted array, or -1.",
        r#"[["@Literal",1,3,5],"arr_binarySearch",3]"# => "1"),
    array!("arr_binaryInsert", ONE, ArrayFamily, binary_insert, "A sorted array with a value more.",
        r#"[["@Literal",1,5],"arr_binaryInsert",3]"# => "[1,3,5]"),
    array!("arr_eqRearrange", LIST, Boolean, contains_all,
        "Whether every entry of the argument is there, as often as it is in the argument.",
        r#"[["@Literal",1,2,3],"arr_eqRearrange",["@Literal",3,1]]"# => "true"),
    array!("multicolor", LIST, Number, multicolor,
        "The colour that tiles make when they merge, of as many colours as the argument says; -1 if none.",
        r#"[["@Literal",1],"multicolor",2]"# => "1"),
];

fn entries(values: &[Value], place: usize) -> &[Value] {
    match values.get(place) {
        Some(Value::Array(array)) => array.entries(),
        _ => &[],
    }
}

fn take(values: &mut [Value], place: usize) -> Value {
    values.get_mut(place).map(std::mem::take).unwrap_or_default()
}

fn take_entries(values: &mut [Value], place: usize) -> Vec<Value> {
    match take(values, place) {
        Value::Array(array) => array.into_entries(),
        _ => Vec::new(),
    }
}

fn number(values: &[Value], place: usize) -> f64 {
    values.get(place).and_then(Value::as_number).unwrap_or(0.0)
}

fn elem(values: &mut [Value], _: &mut Meter) -> Result<Value, Error> {
    Ok(at(entries(values, 0), number(values, 1)).cloned().unwrap_or_default())
}

/// Looks at the indices from a start on, one by one as they are: between and
/// beyond the entries everything is undefined, and from an infinity one never
/// gets anywhere.
fn scan(
    values: &[Value],
    start: f64,
    step: f64,
    goes_on: impl Fn(f64) -> bool,
    meter: &mut Meter,
) -> Result<Value, Error> {
    let (list, undefined) = (entries(values, 0), Value::Undefined);
    let sought = values.get(1).unwrap_or(&undefined);
    let mut index = start;
    while goes_on(index) {
        meter.charge(1)?;
        let exists = index >= 0.0 && index.trunc() == index && index < list.len() as f64;
        let entry = if exists { &list[index as usize] } else { &undefined };
        if compare::equals(entry, sought, meter)? {
            return Ok(Value::Number(index));
        }
        index += step;
    }
    Ok(Value::Number(-1.0))
}

fn index_of(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let length = entries(values, 0).len() as f64;
    scan(values, number(values, 2), 1.0, |index| index < length, meter)
}

fn last_index_of(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let start = match values.get(2) {
        Some(_) => number(values, 2),
        None => entries(values, 0).len() as f64 - 1.0,
    };
    scan(values, start, -1.0, |index| index >= 0.0, meter)
}

fn includes(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let undefined = Value::Undefined;
    let sought = values.get(1).unwrap_or(&undefined);
    for entry in entries(values, 0) {
        meter.charge(1)?;
        if compare::equals(entry, sought, meter)? {
            return Ok(Value::Boolean(true));
        }
    }
    Ok(Value::Boolean(false))
}

fn change(values: &mut [Value], meter: &mut Meter, change: fn(&mut Vec<Value>)) -> Result<Value, Error> {
    meter.array(entries(values, 0).len())?;
    let mut list = take_entries(values, 0);
    change(&mut list);
    Ok(Value::array(list))
}

fn edit(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let index = number(values, 1);
    if index < 0.0 || index.trunc() != index {
        return Ok(take(values, 0));
    }
    if index >= meter.limits().array_length as f64 {
        return Err(exceeded(Limit::ArrayLength));
    }
    let index = index as usize;
    let value = take(values, 2);
    meter.array(entries(values, 0).len().max(index + 1))?;
    let mut list = take_entries(values, 0);
    if index >= list.len() {
        list.resize(index + 1, Value::Undefined);
    }
    list[index] = value;
    Ok(Value::array(list))
}

fn insert(values: &mut [Value], meter: &mut Meter, place: usize) -> Result<Value, Error> {
    meter.array(entries(values, 0).len() + 1)?;
    let value = take(values, 1);
    let mut list = take_entries(values, 0);
    list.insert(place.min(list.len()), value);
    Ok(Value::array(list))
}

fn concat(values: &mut [Value], meter: &mut Meter, first: usize, second: usize) -> Result<Value, Error> {
    meter.array(entries(values, 0).len() + entries(values, 1).len())?;
    let mut list = take_entries(values, first);
    list.extend(take_entries(values, second));
    Ok(Value::array(list))
}

fn flat(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let depth = match values.get(1) {
        Some(depth) => convert::to_number(depth, meter)?.trunc(),
        None => 0.0,
    };
    let mut list = Vec::new();
    // What is still to come, with how deep it may be dissolved.
    let mut pending: Vec<(&Value, f64)> =
        entries(values, 0).iter().rev().map(|entry| (entry, depth)).collect();
    while let Some((value, depth)) = pending.pop() {
        meter.allocate(16)?;
        match value {
            Value::Array(inner) if depth >= 1.0 => {
                meter.allocate(16 * inner.len() as u64)?;
                pending.extend(inner.iter().rev().map(|entry| (entry, depth - 1.0)));
            }
            value => list.push(value.clone()),
        }
    }
    meter.array(list.len())?;
    Ok(Value::array(list))
}

fn slice(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let list = entries(values, 0);
    let (from, to) = (relative(number(values, 1), list.len()), relative(number(values, 2), list.len()));
    let part = &list[from..to.max(from)];
    meter.array(part.len())?;
    Ok(Value::array(part.to_vec()))
}

fn splice(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let length = entries(values, 0).len();
    meter.array(length + entries(values, 3).len())?;
    let from = relative(number(values, 1), length);
    let count = number(values, 2).trunc().clamp(0.0, (length - from) as f64) as usize;
    let inserted = take_entries(values, 3);
    let mut list = take_entries(values, 0);
    list.splice(from..from + count, inserted);
    Ok(Value::array(list))
}

/// The order of section 11.3; NaN where there is none.
fn order(entry: &Value, sought: &Value, meter: &mut Meter) -> Result<f64, Error> {
    meter.charge(1)?;
    Ok(compare::search_order(entry, sought, meter)?.map_or(f64::NAN, |order| f64::from(order as i8)))
}

fn binary_search(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let sought = take(values, 1);
    search::search(entries(values, 0), &sought, &mut |a, b| order(a, b, meter)).map(Value::Number)
}

fn binary_insert(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let sought = take(values, 1);
    meter.array(entries(values, 0).len() + 1)?;
    let place = search::insertion(entries(values, 0), &sought, &mut |a, b| order(a, b, meter))?;
    let mut list = take_entries(values, 0);
    list.insert(place, sought);
    Ok(Value::array(list))
}

fn contains_all(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let mut left: Vec<&Value> = entries(values, 0).iter().collect();
    meter.array(left.len())?;
    for sought in entries(values, 1) {
        let mut found = None;
        for (place, entry) in left.iter().enumerate() {
            meter.charge(1)?;
            if compare::equals(entry, sought, meter)? {
                found = Some(place);
                break;
            }
        }
        match found {
            Some(place) => drop(left.remove(place)),
            None => return Ok(Value::Boolean(false)),
        }
    }
    Ok(Value::Boolean(true))
}

/// Section 11.4. The colours of merging tiles, the first being the colour to
/// keep if all the others cancel out.
fn multicolor(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let count = match entries(values, 1).first() {
        Some(count) => convert::to_number(count, meter)?,
        None => f64::NAN,
    };
    let list = entries(values, 0);
    let head = list.first().cloned().unwrap_or_default();
    let mut rest: Vec<Value> = list.get(1..).unwrap_or(&[]).to_vec();
    meter.array(rest.len())?;
    let mut position = |rest: &[Value], colour: f64| -> Result<Option<usize>, Error> {
        for (place, entry) in rest.iter().enumerate() {
            meter.charge(1)?;
            if compare::equals(entry, &Value::Number(colour), meter)? {
                return Ok(Some(place));
            }
        }
        meter.charge(1)?;
        Ok(None)
    };
    while rest.len() as f64 >= count {
        let mut colour = 0.0;
        loop {
            match position(&rest, colour)? {
                _ if colour >= count => break,
                Some(place) => drop(rest.remove(place)),
                None => return Ok(Value::Number(-1.0)),
            }
            colour += 1.0;
        }
    }
    if rest.is_empty() {
        return Ok(head);
    }
    let mut first = 0.0;
    while first < count {
        for step in 0..rest.len() {
            let colour = (first + step as f64) % count;
            if position(&rest, colour)?.is_none() {
                break;
            }
            if step + 1 == rest.len() {
                return Ok(Value::Number((colour + 1.0) % count));
            }
        }
        first += 1.0;
    }
    Ok(Value::Number(-1.0))
}
