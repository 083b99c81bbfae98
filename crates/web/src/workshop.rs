//! The knowledge that an editor of mode files needs.

use polymerge::advanced::modefile::{PlayOptions, SCHEMA, check, check_by_playing};
use polymerge::calc::ops::{self, Operator};
use polymerge::catalogue::BuiltIn;
use polymerge::{Limits, SourceFile};
use polymerge_schema::Problem;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::input::{FILE, list, text};
use crate::options::Options;

/// The options of checking a mode file.
#[derive(Debug, Default, Tsify)]
pub struct CheckOptions {
    /// The number of random games that are played to find what reading can't: 0, if
    /// left out.
    #[tsify(optional)]
    pub games: usize,
    /// The most moves of each: 300, if left out.
    #[tsify(optional)]
    pub moves: Option<usize>,
    /// Seed of the first game; the others count up.
    #[tsify(optional, type = "number | bigint | string")]
    pub seed: u64,
    /// Limits of reading it, and of playing it.
    #[tsify(optional, type = "Limits | \"strict\"")]
    pub limits: Option<Limits>,
}

impl CheckOptions {
    fn of(given: &JsValue) -> Result<CheckOptions, Failure> {
        let given = Options::of(given, &["games", "moves", "seed", "limits"])?;
        Ok(CheckOptions {
            games: given.whole("games")?.unwrap_or(0),
            moves: given.whole("moves")?,
            seed: given.seed("seed")?.unwrap_or(0),
            limits: given.limits()?,
        })
    }
}

/// All problems of a mode file, by their places in it.
#[wasm_bindgen(js_name = checkModeFile)]
pub fn check_mode_file(
    #[wasm_bindgen(unchecked_param_type = "string", js_name = text)] given: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "CheckOptions", js_name = options)] how: &JsValue,
) -> Result<Vec<Ts<Problem>>, JsValue> {
    let given = text("text", given)?;
    let how = CheckOptions::of(how)?;
    let file = SourceFile::new(FILE, given.clone().into_bytes());
    let usual = PlayOptions::default();
    let reading = how.limits.clone().unwrap_or_default().reading();
    let checked = if how.games == 0 {
        check(&file, &BuiltIn, &reading)
    } else {
        let play = PlayOptions {
            games: how.games as u64,
            moves: how.moves.map_or(usual.moves, |moves| moves as u64),
            seed: how.seed,
            limits: how.limits.map_or(usual.limits, |limits| limits.game),
        };
        check_by_playing(&file, &BuiltIn, &reading, &play)
    };
    Ok(list(Problem::all(&checked.problems, FILE, &given))?)
}

/// An operator of the language.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct OperatorInfo {
    /// The name that expressions use.
    pub name: &'static str,
    /// The family it belongs to.
    pub group: &'static str,
    /// Its result, in a line.
    pub help: &'static str,
    /// The type that the running value is converted to.
    pub operand: &'static str,
    /// The types that the arguments are converted to.
    pub arguments: Vec<&'static str>,
    /// The type of the result.
    pub result: &'static str,
    /// An expression.
    pub example: &'static str,
    /// The value of the example.
    pub example_value: &'static str,
}

impl OperatorInfo {
    fn of((group, operator): (&'static str, &Operator)) -> OperatorInfo {
        OperatorInfo {
            name: operator.name,
            group,
            help: operator.help,
            operand: operator.operand.name(),
            arguments: operator.arguments.iter().map(|family| family.name()).collect(),
            result: operator.result.name(),
            example: operator.example.0,
            example_value: operator.example.1,
        }
    }
}

/// All operators of the language.
#[wasm_bindgen]
pub fn operators() -> Result<Vec<Ts<OperatorInfo>>, JsValue> {
    Ok(list(ops::by_family().map(OperatorInfo::of))?)
}

/// The JSON Schema of mode files: their keys, with descriptions.
#[wasm_bindgen(js_name = modeFileSchema)]
pub fn mode_file_schema() -> String {
    SCHEMA.to_owned()
}
