//! Directions that a program chose: each must be one, of whatever type it is given as.

use numpy::{PyArrayDescrMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PySequence};

use crate::arrays::foreign;
use crate::failure::{Failure, Outcome};

/// Directions, one for each game of a batch.
pub fn of_batch(given: &Bound<'_, PyAny>, games: usize, directions: usize) -> Outcome<Vec<u8>> {
    let actions = whole_numbers(given)?;
    for_each_game("directions", actions.len(), games)?;
    let one = |(game, action): (usize, i64)| match u8::try_from(action) {
        Ok(own) if usize::from(own) < directions => Ok(own),
        _ => Err(no_direction(game, action, directions)),
    };
    actions.into_iter().enumerate().map(one).collect()
}

/// Refuses arguments that are not as many as there are games.
pub fn for_each_game(what: &str, given: usize, games: usize) -> Outcome<()> {
    if given == games {
        return Ok(());
    }
    Err(Failure::input(
        "wrong-length",
        format!("{what} has {given} values; it must have one for each of {games} games"),
    ))
}

/// A whole number that is given as one: `True` and `2.0` are none.
pub fn whole_number(given: &Bound<'_, PyAny>) -> PyResult<i64> {
    if given.is_instance_of::<PyBool>() {
        return Err(Failure::input("bad-argument", "a truth value is no whole number").into());
    }
    given.call_method0("__index__")?.extract()
}

fn no_direction(game: usize, given: i64, directions: usize) -> Failure {
    let most = directions.saturating_sub(1);
    let message =
        format!("the direction of game {game} is {given}; it must be a whole number from 0 to {most}");
    Failure::input("no-such-direction", message)
}

fn whole_numbers(given: &Bound<'_, PyAny>) -> Outcome<Vec<i64>> {
    if let Ok(array) = given.cast::<PyUntypedArray>() {
        return of_array(array);
    }
    if let Some(array) = foreign(given)? {
        return match array.cast::<PyUntypedArray>() {
            Ok(array) => of_array(array),
            Err(_) => Err(not_numbers()),
        };
    }
    let list = given.cast::<PySequence>().map_err(|_| not_numbers())?;
    one_by_one(list.as_any())
}

fn of_array(array: &Bound<'_, PyUntypedArray>) -> Outcome<Vec<i64>> {
    if array.ndim() != 1 {
        let message =
            format!("directions has the shape {:?}; it must have one number for each game", array.shape());
        return Err(Failure::input("wrong-length", message));
    }
    match array.dtype().kind() {
        b'i' | b'u' => {}
        // Anything may be in it.
        b'O' => return one_by_one(array.as_any()),
        _ => {
            let message = format!("directions are whole numbers, not {}", array.dtype());
            return Err(Failure::input("bad-argument", message));
        }
    }
    if let Ok(small) = array.extract::<PyReadonlyArray1<'_, u8>>() {
        return Ok(small.as_array().iter().map(|own| i64::from(*own)).collect());
    }
    if let Ok(own) = array.extract::<PyReadonlyArray1<'_, i64>>() {
        return Ok(own.as_array().to_vec());
    }
    // Unsigned numbers of 64 bits that are too large become numbers below 0.
    let wide = array.call_method1("astype", ("int64",))?;
    let wide: PyReadonlyArray1<'_, i64> = wide.extract()?;
    Ok(wide.as_array().to_vec())
}

fn one_by_one(list: &Bound<'_, PyAny>) -> Outcome<Vec<i64>> {
    let mut numbers = Vec::new();
    for (game, given) in list.try_iter()?.enumerate() {
        let given = given?;
        let number = whole_number(&given).map_err(|_| {
            let shown = given.repr().map_or_else(|_| "?".to_owned(), |text| shorten(&text.to_string()));
            let message = format!("the direction of game {game} is {shown}; it must be a whole number");
            Failure::input("bad-argument", message)
        })?;
        numbers.push(number);
    }
    Ok(numbers)
}

/// The start of a text.
fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn not_numbers() -> Failure {
    Failure::input("bad-argument", "directions are whole numbers, one for each game")
}
