//! Kinds of contents of cells, for boards that are read as numbers.

use polymerge::engine::{self, CellSort};
use polymerge::{Engine, Value};
use polymerge_schema::Kind;
use wasm_bindgen::JsValue;

use crate::failure::Failure;
use crate::input::wrong;

/// The kind that an engine has given this number, or that a negative number of observations
/// stands for.
pub fn kind(engine: &Engine, number: i32) -> Result<Kind, Failure> {
    let missing = || Failure::input("no-such-kind", format!("there is no kind {number} so far"));
    match usize::try_from(number) {
        Ok(number) => Ok(Kind::of(engine.kinds().get(number).ok_or_else(missing)?)),
        Err(_) => {
            let sort = CellSort::of(number);
            let known = engine.kinds().iter().find(|kind| kind.sort == sort && sort != CellSort::Tile);
            let word = || engine::Kind::new(sort, Value::Undefined);
            match sort {
                CellSort::Tile => Err(missing()),
                _ => Ok(Kind::of(&known.cloned().unwrap_or_else(word))),
            }
        }
    }
}

/// A number of a kind that JavaScript passes in.
pub fn kind_number(name: &str, value: &JsValue) -> Result<i32, Failure> {
    let number = value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= f64::from(i32::MAX));
    number.map(|number| number as i32).ok_or_else(|| wrong(name, "the number of a kind", value))
}
