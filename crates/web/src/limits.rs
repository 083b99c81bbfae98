//! Limits that JavaScript sets: plain numbers by name.

use polymerge::Limits;
use polymerge_schema::{camel, limits::LIMITS};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::input::{text, wrong};
use crate::options::Options;

/// Declarations, which the tests of `polymerge-schema` write.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("limits.d.ts");

#[wasm_bindgen(typescript_custom_section)]
const OPTIONS: &str = r#"
/** Options of opening data that a stranger may have made. */
export interface OpenOptions {
    /** Limits of reading it, and of everything that is done with it. */
    limits?: Limits | "strict";
}

/** Options of continuing a saved game. */
export interface RestoreOptions extends StartOptions {
    /** Limits of reading it, and of playing on. */
    limits?: Limits | "strict";
}
"#;

/// The limits for servers by their name, or those in an object, with defaults for the rest.
pub fn read(name: &str, value: &JsValue) -> Result<Limits, Failure> {
    if value.is_string() {
        return match text(name, value)?.as_str() {
            "strict" => Ok(Limits::strict()),
            _ => Err(wrong(name, "a plain object, or \"strict\"", value)),
        };
    }
    let names: Vec<String> = LIMITS.iter().map(|limit| camel(limit.name)).collect();
    let old = LIMITS.iter().filter_map(|limit| limit.old_js);
    let known: Vec<&str> = names.iter().map(String::as_str).chain(old).collect();
    let given = Options::named(name, value, &known)?;
    let mut limits = Limits::default();
    for (limit, name) in LIMITS.iter().zip(&names) {
        for name in limit.old_js.into_iter().chain([name.as_str()]) {
            if let Some(number) = given.whole_within(name, 0, limit.most)? {
                (limit.set)(&mut limits, number);
            }
        }
    }
    Ok(limits)
}

/// Reads options that hold nothing but limits.
pub fn of_options(given: &JsValue) -> Result<Limits, Failure> {
    Ok(Options::of(given, &["limits"])?.limits()?.unwrap_or_default())
}

impl Options {
    /// The limits that are given, with defaults for the rest.
    pub fn limits(&self) -> Result<Option<Limits>, Failure> {
        self.get("limits", read)
    }
}
