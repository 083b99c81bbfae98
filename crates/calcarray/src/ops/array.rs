//! Operators on arrays that run no expressions. See docs/spec/calcarray.md,
//! "Array operators", "Binary search and insertion" and "multicolor".

use super::Family::{self, Any, Array, Boolean, Number};
use super::operand::{number, take};
use super::search;
use super::text::{clamp, index};
use super::{Facts, Operator, Run, Typed};
use crate::compare::{equals, search_order};
use crate::convert;
use crate::error::{Error, ErrorKind, Limit};
use crate::limits::{Meter, exceeded};
use crate::value::Value;

macro_rules! array {
    ($name:literal, $facts:expr, $arguments:expr, $result:expr, $function:expr, $($text:tt)+) => {
        row!($name, Array, $arguments, $result, $facts, Run::Pure($function), $($text)+)
    };
}

const NONE: &[Family] = &[];
const ONE: &[Family] = &[Any];
const ENTRIES: &[Family] = &[Array];
const FROM: &[Family] = &[Any, Number];
const RANGE: &[Family] = &[Number, Number];

pub(super) const OPERATORS: &[Operator] = &[
    array!("arr_elem", Facts::choice(Typed::Element), &[Number], Any, element,
        "The entry at an index, counted from 0, or back from -1; else undefined.",
        r#"[["@Literal",1,2,3],"arr_elem",-1]"# => "3"),
    array!("arr_length", Facts::typed(Typed::Length), NONE, Number, |v, _| Ok(Value::from(entries(v, 0).len())),
        "How many entries the array has.", r#"[["@Literal",1,2,3],"arr_length"]"# => "3"),
    array!("arr_indexOf", Facts::PURE, ONE, Number, |v, m| first_place(v, 0.0, m),
        "The first index of a value, or -1.", r#"[["@Literal",1,2,1],"arr_indexOf",1]"# => "0"),
    array!("arr_lastIndexOf", Facts::PURE, ONE, Number, |v, m| last_place(v, entries(v, 0).len() as f64 - 1.0, m),
        "The last index of a value, or -1.", r#"[["@Literal",1,2,1],"arr_lastIndexOf",1]"# => "2"),
    array!("arr_indexOfFrom", Facts::PURE, FROM, Number, |v, m| first_place(v, number(v, 2), m),
        "The first index from a start on; the last argument stays in the line.",
        r#"[["@Literal",1,2,1],"arr_indexOfFrom",1,1]"# => "2")
    .removing(2),
    array!("arr_lastIndexOfFrom", Facts::PURE, FROM, Number, |v, m| last_place(v, number(v, 2), m),
        "The last index at or before a start; the last argument stays in the line.",
        r#"[["@Literal",1,2,1],"arr_lastIndexOfFrom",1,1]"# => "0")
    .removing(2),
    array!("arr_includes", Facts::PURE, ENTRIES, Boolean, includes,
        "Whether an array is among the entries; a value that is no array is searched as an array of it alone.",
        r#"[["@Literal",1,["@Literal",2]],"arr_includes",2]"# => "true"),
    array!("arr_copy", Facts::PURE, NONE, Array, |v, _| Ok(take(v, 0)), "The array itself, unchanged.", r#"[["@Literal",1],"arr_copy"]"# => "[1]"),
    array!("arr_edit_elem", Facts::PURE, &[Number, Any], Array, edit,
        "Sets the entry at an index; missing entries before it become undefined.",
        r#"[["@Literal",1,2],"arr_edit_elem",0,5]"# => "[5,2]"),
    array!("arr_push", Facts::PURE, ONE, Array, |v, m| { let x = take(v, 1); insert(v, usize::MAX, x, m) },
        "Adds an entry at the end.", r#"[["@Literal",1],"arr_push",2]"# => "[1,2]"),
    array!("arr_unshift", Facts::PURE, ONE, Array, |v, m| { let x = take(v, 1); insert(v, 0, x, m) },
        "Adds an entry at the start.", r#"[["@Literal",1],"arr_unshift",2]"# => "[2,1]"),
    array!("arr_pop", Facts::PURE, NONE, Array, |v, m| changed(v, m, |entries| { entries.pop(); }),
        "The array without its last entry.", r#"[["@Literal",1,2],"arr_pop"]"# => "[1]"),
    array!("arr_shift", Facts::PURE, NONE, Array, |v, m| changed(v, m, |entries| { entries.drain(..entries.len().min(1)); }),
        "The array without its first entry.", r#"[["@Literal",1,2],"arr_shift"]"# => "[2]"),
    array!("arr_reverse", Facts::PURE, NONE, Array, |v, m| changed(v, m, |entries| entries.reverse()),
        "The array with its entries in reverse order.", r#"[["@Literal",1,2],"arr_reverse"]"# => "[2,1]"),
    array!("arr_concat", Facts::PURE, ENTRIES, Array, |v, m| concatenate(v, 0, 1, m),
        "The entries of another array after these.", r#"[["@Literal",1],"arr_concat",["@Literal",2]]"# => "[1,2]"),
    array!("arr_concat_front", Facts::PURE, ENTRIES, Array, |v, m| concatenate(v, 1, 0, m),
        "The entries of another array before these.",
        r#"[["@Literal",1],"arr_concat_front",["@Literal",2]]"# => "[2,1]"),
    array!("arr_flat", Facts::typed(Typed::Flat), ENTRIES, Array, flat,
        "Replaces arrays among the entries by their entries, this many levels deep.",
        r#"[["@Literal",1,["@Literal",2]],"arr_flat",1]"# => "[1,2]"),
    array!("arr_slice", Facts::PURE, RANGE, Array, slice,
        "The part from one index up to, but not including, another; negative ones count from the end.",
        r#"[["@Literal",1,2,3,4],"arr_slice",1,-1]"# => "[2,3]"),
    array!("arr_splice", Facts::PURE, &[Number, Number, Array], Array, splice,
        "Removes this many entries at an index and puts the entries of an array there.",
        r#"[["@Literal",1,2,3],"arr_splice",1,1,["@Literal",7,8]]"# => "[1,7,8,3]"),
    array!("arr_binarySearch", Facts::PURE, ONE, Number, binary_search,
        "The index of a value in a sorted array, or -1.", r#"[["@Literal",1,3,5],"arr_binarySearch",3]"# => "1"),
    array!("arr_binaryInsert", Facts::PURE, ONE, Array, binary_insert,
        "Inserts a value into a sorted array at its place.",
        r#"[["@Literal",1,5],"arr_binaryInsert",3]"# => "[1,3,5]"),
    array!("arr_eqRearrange", Facts::PURE, ENTRIES, Boolean, contains_all,
        "Whether the array contains all entries of another one, each at least as often.",
        r#"[["@Literal",1,2,3],"arr_eqRearrange",["@Literal",3,1]]"# => "true"),
    array!("multicolor", Facts::PURE, ENTRIES, Any, multicolor,
        "The next state of a tile (its value, then its colours from 0) in the multicolor mode with this many colours; -1 if there is none.",
        r#"[["@Literal",9,0,1],"multicolor",3]"# => "2"),
];

fn entries(values: &[Value], place: usize) -> &[Value] {
    values.get(place).and_then(Value::as_array).map_or(&[], |array| array.entries())
}

/// The array at this place, to be changed.
fn owned(values: &mut [Value], place: usize, meter: &mut Meter) -> Result<Vec<Value>, Error> {
    let Value::Array(array) = take(values, place) else { return Ok(Vec::new()) };
    meter.charge(array.len() as u64 / 8)?;
    meter.array(array.len())?;
    Ok(array.into_entries())
}

fn element(values: &mut [Value], _: &mut Meter) -> Result<Value, Error> {
    let entries = entries(values, 0);
    Ok(index(number(values, 1), entries.len()).map_or(Value::Undefined, |index| entries[index].clone()))
}

/// The entry at a place that may be anything; between and beyond the entries
/// lies undefined.
fn at(entries: &[Value], place: f64) -> &Value {
    let inside = place.trunc() == place && 0.0 <= place && place < entries.len() as f64;
    if inside { &entries[place as usize] } else { &Value::Undefined }
}

/// Looks at the places from `from` on in steps of 1, wherever that leads.
fn first_place(values: &mut [Value], from: f64, meter: &mut Meter) -> Result<Value, Error> {
    let (entries, sought) = (entries(values, 0), values.get(1).unwrap_or(&Value::Undefined));
    let mut place = from;
    while place < entries.len() as f64 {
        meter.charge(1)?;
        if equals(at(entries, place), sought, meter)? {
            return Ok(Value::Number(place));
        }
        place += 1.0;
    }
    Ok(Value::Number(-1.0))
}

fn last_place(values: &mut [Value], from: f64, meter: &mut Meter) -> Result<Value, Error> {
    let (entries, sought) = (entries(values, 0), values.get(1).unwrap_or(&Value::Undefined));
    let mut place = from;
    while place >= 0.0 {
        meter.charge(1)?;
        if equals(at(entries, place), sought, meter)? {
            return Ok(Value::Number(place));
        }
        place -= 1.0;
    }
    Ok(Value::Number(-1.0))
}

fn includes(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let sought = values.get(1).unwrap_or(&Value::Undefined);
    for entry in entries(values, 0) {
        meter.charge(1)?;
        if equals(entry, sought, meter)? {
            return Ok(Value::Boolean(true));
        }
    }
    Ok(Value::Boolean(false))
}

fn edit(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    // Beyond this, ECMAScript knows no index but only a name.
    const INDICES: f64 = 4_294_967_295.0;
    let place = number(values, 1);
    if place.trunc() != place || !(0.0..INDICES).contains(&place) {
        return Ok(take(values, 0));
    }
    let (place, value) = (place as usize, take(values, 2));
    meter.array(place)?;
    let mut entries = owned(values, 0, meter)?;
    if place >= entries.len() {
        meter.charge((place - entries.len()) as u64)?;
        entries.resize(place + 1, Value::Undefined);
    }
    entries[place] = value;
    Ok(Value::array(entries))
}

/// Inserts an entry at an index, at most at the end.
fn insert(values: &mut [Value], place: usize, value: Value, meter: &mut Meter) -> Result<Value, Error> {
    let mut entries = owned(values, 0, meter)?;
    meter.array(entries.len() + 1)?;
    entries.insert(place.min(entries.len()), value);
    Ok(Value::array(entries))
}

fn changed(values: &mut [Value], meter: &mut Meter, change: fn(&mut Vec<Value>)) -> Result<Value, Error> {
    let mut entries = owned(values, 0, meter)?;
    change(&mut entries);
    Ok(Value::array(entries))
}

fn concatenate(values: &mut [Value], first: usize, second: usize, meter: &mut Meter) -> Result<Value, Error> {
    let length = entries(values, 0).len() + entries(values, 1).len();
    meter.array(length)?;
    meter.charge(length as u64 / 8)?;
    Ok(Value::array([entries(values, first), entries(values, second)].concat()))
}

fn flat(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let levels = convert::to_number(values.get(1).unwrap_or(&Value::Undefined), meter)?.trunc();
    if levels.is_nan() || levels < 1.0 {
        return Ok(take(values, 0));
    }
    let limit = meter.limits().array_length;
    let mut flat = Vec::new();
    let mut open = vec![entries(values, 0).iter()];
    while let Some(entries) = open.last_mut() {
        meter.charge(1)?;
        match entries.next() {
            None => {
                open.pop();
            }
            Some(Value::Array(inner)) if open.len() as f64 <= levels => open.push(inner.iter()),
            Some(_) if flat.len() >= limit => return Err(exceeded(Limit::ArrayLength)),
            Some(entry) => {
                meter.allocate(16)?;
                flat.push(entry.clone());
            }
        }
    }
    Ok(Value::array(flat))
}

fn slice(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let entries = entries(values, 0);
    let from = clamp(number(values, 1), entries.len());
    let to = clamp(number(values, 2), entries.len()).max(from);
    meter.array(to - from)?;
    Ok(Value::array(entries[from..to].to_vec()))
}

fn splice(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let length = entries(values, 0).len();
    let from = clamp(number(values, 1), length);
    let count = number(values, 2).trunc().clamp(0.0, (length - from) as f64) as usize;
    let inserted = owned(values, 3, meter)?;
    meter.array(length - count + inserted.len())?;
    let mut entries = owned(values, 0, meter)?;
    entries.splice(from..from + count, inserted);
    Ok(Value::array(entries))
}

/// The order function as the searches want it.
fn order(entry: &Value, sought: &Value, meter: &mut Meter) -> Result<f64, Error> {
    meter.charge(1)?;
    Ok(search_order(entry, sought, meter)?.map_or(f64::NAN, |order| f64::from(order as i8)))
}

fn binary_search(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let sought = take(values, 1);
    let place =
        search::search(entries(values, 0), &sought, &mut |entry, sought| order(entry, sought, meter))?;
    Ok(Value::Number(place))
}

fn binary_insert(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    let sought = take(values, 1);
    let place =
        search::insertion(entries(values, 0), &sought, &mut |entry, sought| order(entry, sought, meter))?;
    insert(values, place, sought, meter)
}

fn contains_all(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    meter.array(entries(values, 0).len())?;
    let mut left: Vec<&Value> = entries(values, 0).iter().collect();
    for wanted in entries(values, 1) {
        match place_of(&left, wanted, meter)? {
            Some(place) => left.swap_remove(place),
            None => return Ok(Value::Boolean(false)),
        };
    }
    Ok(Value::Boolean(true))
}

fn place_of(entries: &[&Value], wanted: &Value, meter: &mut Meter) -> Result<Option<usize>, Error> {
    for (place, entry) in entries.iter().enumerate() {
        meter.charge(1)?;
        if equals(entry, wanted, meter)? {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// See docs/spec/calcarray.md, "multicolor". The first entry is the tile's own,
/// the rest are colours.
fn multicolor(values: &mut [Value], meter: &mut Meter) -> Result<Value, Error> {
    const NOTHING: Value = Value::Number(-1.0);
    let argument = entries(values, 1).first().unwrap_or(&Value::Undefined);
    let colours = convert::to_number(argument, meter)?;
    let (head, rest) = match entries(values, 0) {
        [head, rest @ ..] => (head.clone(), rest),
        [] => (Value::Undefined, &[][..]),
    };
    meter.array(rest.len())?;
    let mut rest: Vec<&Value> = rest.iter().collect();
    // Whole sets of colours cancel out.
    while rest.len() as f64 >= colours {
        meter.charge(1)?;
        let mut colour = 0.0;
        while colour < colours {
            match place_of(&rest, &Value::Number(colour), meter)? {
                Some(place) => rest.remove(place),
                None => return Ok(NOTHING),
            };
            colour += 1.0;
        }
    }
    if rest.is_empty() {
        return Ok(head);
    }
    if let Value::Integer(_) | Value::Gaussian(_) = argument {
        // From here on the reference counts with numbers.
        return Err(ErrorKind::Type("the number of colours must be a number, not a big integer").into());
    }
    // What is left must be neighbours in the circle of colours.
    let mut start = 0.0;
    while start < colours {
        meter.charge(1)?;
        let mut step = 0.0;
        while place_of(&rest, &Value::Number((start + step) % colours), meter)?.is_some() {
            step += 1.0;
            if step == rest.len() as f64 {
                return Ok(Value::Number((start + step) % colours));
            }
        }
        start += 1.0;
    }
    Ok(NOTHING)
}
