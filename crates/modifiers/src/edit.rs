//! Changes of a mode as data: what a setting of it does, or what negative
//! tiles do where the mode goes its own way.
//!
//! A change is an object: `"at"` is the field and the way to the entry in it,
//! one of `"put"`, `"add"`, `"first"`, `"insert"` and `"cut"` says what becomes
//! of the entry, and `"if"` whether the change is made. In what is put or added, a
//! list that starts with `@Setting` stands for the value of the expression
//! that follows, and `@Old` for what was there before. Expressions see the
//! settings of the mode as variable 0 and the modifiers as variable 1.

use calcarray::host::NoGame;
use calcarray::{Limits, Meter, Position, Program, Text, Value, Variables};
use polymerge_rules::Mode;

use crate::error::ModifierError;
use crate::expression::{appended, entries, list};

/// Whose changes these are, for messages.
type Name = &'static str;

/// Makes changes, in order.
pub(crate) fn make(
    name: Name,
    mode: &mut Mode,
    changes: &[Value],
    variables: &[Value],
) -> Result<(), ModifierError> {
    for change in changes {
        if let Some(condition) = member(change, "if") {
            if !evaluate(name, condition, variables)?.is_true() {
                continue;
            }
        }
        let path = member(change, "at").map_or(&[][..], entries);
        let [Value::Text(field), path @ ..] = path else {
            return Err(wrong(name, "a change does not say where"));
        };
        let field = Field::find(&field.to_string_lossy())
            .ok_or_else(|| wrong(name, &format!("a mode has no field {field}")))?;
        let old = (field.get)(mode);
        let new = at(name, &old, path, &|old| changed(name, change, old, variables))?;
        if !(field.set)(mode, new) {
            return Err(wrong(name, &format!("{} does not take this value", field.name)));
        }
    }
    Ok(())
}

fn wrong(modifier: Name, reason: &str) -> ModifierError {
    ModifierError::Mode { modifier, field: "settings", entry: None, reason: reason.to_owned() }
}

/// A member of an object.
pub(crate) fn member<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Object(object) => {
            object.members().iter().find(|(name, _)| name.is(key)).map(|(_, value)| value)
        }
        _ => None,
    }
}

type Change<'a> = &'a dyn Fn(&Value) -> Result<Value, ModifierError>;

/// Changes the entry at the end of a path.
fn at(name: Name, value: &Value, path: &[Value], change: Change<'_>) -> Result<Value, ModifierError> {
    let [step, path @ ..] = path else { return change(value) };
    let mut all = entries(value).to_vec();
    let entry = step.as_number().and_then(|place| all.get_mut(place as usize));
    let entry = entry.ok_or_else(|| wrong(name, "a change leads to an entry that is not there"))?;
    *entry = at(name, entry, path, change)?;
    Ok(Value::array(all))
}

fn changed(name: Name, change: &Value, old: &Value, variables: &[Value]) -> Result<Value, ModifierError> {
    let fill = |value: &Value| filled(name, value, old, variables);
    if let Some(value) = member(change, "put") {
        return fill(value);
    }
    if let Some(more) = member(change, "add") {
        return Ok(appended(old, entries(&fill(more)?).iter().cloned()));
    }
    if let Some(first) = member(change, "first") {
        return Ok(appended(&fill(first)?, entries(old).iter().cloned()));
    }
    if let Some(cut) = member(change, "cut") {
        let [from, count] =
            [0, 1].map(|i| entries(cut).get(i).and_then(Value::as_number).unwrap_or(0.0) as usize);
        let kept =
            entries(old).iter().enumerate().filter(|(place, _)| *place < from || *place >= from + count);
        return Ok(Value::array(kept.map(|(_, entry)| entry.clone()).collect::<Vec<_>>()));
    }
    if let Some(insert) = member(change, "insert") {
        let all = entries(old);
        let place = entries(insert).first().and_then(Value::as_number).unwrap_or(0.0) as usize;
        let (before, after) = all.split_at(place.min(all.len()));
        let inserted = fill(insert)?;
        let mut new = before.to_vec();
        new.extend(entries(&inserted).iter().skip(1).cloned());
        new.extend_from_slice(after);
        return Ok(Value::array(new));
    }
    Err(wrong(name, "a change does not say what"))
}

/// A value with its expressions evaluated.
fn filled(name: Name, value: &Value, old: &Value, variables: &[Value]) -> Result<Value, ModifierError> {
    match value {
        Value::Array(array) => match array.entries() {
            [mark, expression @ ..] if mark.is_word("@Setting") => {
                evaluate(name, &Value::array(expression), variables)
            }
            all => {
                let all = all.iter().map(|entry| filled(name, entry, old, variables));
                Ok(Value::array(all.collect::<Result<Vec<_>, _>>()?))
            }
        },
        text if text.is_word("@Old") => Ok(old.clone()),
        other => Ok(other.clone()),
    }
}

fn evaluate(name: Name, expression: &Value, variables: &[Value]) -> Result<Value, ModifierError> {
    let expression = appended(&list!["@global_var_retain"], entries(expression).iter().cloned());
    let fail = |error: calcarray::Error| wrong(name, &error.to_string());
    let limits = Limits::default();
    let program = Program::compile(&expression, &limits).map_err(fail)?;
    let variables = Variables::new(variables.to_vec());
    let mut meter = Meter::new(limits);
    program.run_with(&mut NoGame::default(), &Position::default(), &mut meter, &variables).map_err(fail)
}

/// A field of a mode, by name.
struct Field {
    name: &'static str,
    get: fn(&Mode) -> Value,
    set: fn(&mut Mode, Value) -> bool,
}

impl Field {
    fn find(name: &str) -> Option<&'static Field> {
        FIELDS.iter().find(|field| Text::from(field.name).is(name))
    }
}

macro_rules! fields {
    (values [$($value:ident,)*] numbers [$($number:ident,)*]) => {
        const FIELDS: &[Field] = &[
            $(Field {
                name: stringify!($value),
                get: |mode| mode.$value.clone(),
                set: |mode, value| {
                    mode.$value = value;
                    true
                },
            },)*
            $(Field {
                name: stringify!($number),
                get: |mode| Value::Number(mode.$number as f64),
                set: |mode, value| match value.as_number() {
                    Some(number) => {
                        mode.$number = number as _;
                        true
                    }
                    None => false,
                },
            },)*
        ];
    };
}

fields! {
    values [
    movement_parameters,
    tile_types,
    merge_rules,
    spawns,
    forced_spawns,
    win_conditions,
    win_requirement,
    lose_conditions,
    lose_requirement,
    win_priority,
    postgame_allowed,
    stat_boxes,
    spawn_conditions,
    game_variables,
    scripts,
    tile_value,
    discovered_filter,
    spawn_tile_blocked,
    direction_blocked,
    component_opacities,
    display_lag_reductions,
    ]
    numbers [
    tile_entries,
    merge_result_known_level,
    known_merge_lookback,
    known_merge_max_length,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_made_where_they_say() {
        let read = |text: &str| calcarray::json::read(text, &Default::default()).unwrap();
        // change, spawns afterwards; they are [[[1], 10], [[2], 1]] before, the setting is 5
        let cases = [
            (r#"{"at":["spawns",0,1],"put":["@Setting","@Var 0","arr_elem",0,"*",2]}"#, "[[[1],10],[[2],1]]"),
            (r#"{"at":["spawns"],"add":[[[3],1]]}"#, "[[[1],10],[[2],1],[[3],1]]"),
            (r#"{"at":["spawns"],"first":[[[0],1]]}"#, "[[[0],1],[[1],10],[[2],1]]"),
            (r#"{"at":["spawns"],"insert":[1,[[0],1]]}"#, "[[[1],10],[[0],1],[[2],1]]"),
            (r#"{"at":["spawns"],"cut":[0,1]}"#, "[[[2],1]]"),
            (r#"{"at":["spawns",1,0],"put":["@Old"]}"#, "[[[1],10],[[[2]],1]]"),
            (r#"{"if":["@Var 0","arr_elem",0,"=",4],"at":["spawns"],"put":[]}"#, "[[[1],10],[[2],1]]"),
        ];
        for (change, spawns) in cases {
            let mut mode = Mode { spawns: read("[[[1],10],[[2],1]]"), ..Mode::default() };
            make("test", &mut mode, &[read(change)], &[list![5]]).unwrap();
            assert_eq!(mode.spawns, read(spawns), "{change}");
        }
        let bad =
            [r#"{"at":["spawns",7],"put":1}"#, r#"{"at":["spawn"],"put":1}"#, r#"{"at":["spawns"]}"#, "{}"];
        for change in bad {
            assert!(make("test", &mut Mode::default(), &[read(change)], &[]).is_err(), "{change}");
        }
    }
}
