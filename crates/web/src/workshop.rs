//! What an editor of mode files needs to know.

use polymerge::calcarray::ops::{self, Operator};
use polymerge::modefile::catalogue::BuiltIn;
use polymerge::modefile::{check, check_by_playing, PlayOptions, SourceFile, SCHEMA};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::input::{list, options, text, whole, Seed};
use crate::problem::{problems, Problem, FILE};

/// How a mode file is checked.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default)]
pub struct CheckOptions {
    /// How many random games are played to see what reading can't: 0, if left
    /// out.
    #[tsify(optional)]
    pub games: f64,
    /// How many moves of each, at most: 300, if left out.
    #[tsify(optional)]
    pub moves: Option<f64>,
    /// Seed of the first game; the others count up.
    #[tsify(optional, type = "number | bigint | string")]
    pub seed: Option<Seed>,
}

/// Everything that is wrong with a mode file, by its place in it.
#[wasm_bindgen(js_name = checkModeFile)]
pub fn check_mode_file(
    #[wasm_bindgen(unchecked_param_type = "string", js_name = text)] given: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "CheckOptions", js_name = options)] how: JsValue,
) -> Result<Vec<Ts<Problem>>, JsValue> {
    let given = text("the mode file", &given)?;
    let how: CheckOptions = options(how, &["games", "moves", "seed"])?;
    let file = SourceFile::new(FILE, given.clone().into_bytes());
    let (games, usual) = (whole("games", how.games)?, PlayOptions::default());
    let checked = if games == 0 {
        check(&file, &BuiltIn, &Default::default())
    } else {
        let play = PlayOptions {
            games: games as u64,
            moves: how
                .moves
                .map_or(Ok(usual.moves), |moves| whole("moves", moves).map(|moves| moves as u64))?,
            seed: how.seed.map_or(0, |seed| seed.0),
            ..usual
        };
        check_by_playing(&file, &BuiltIn, &Default::default(), &play)
    };
    Ok(list(problems(&checked.problems, FILE, &given))?)
}

/// An operator of the language.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct OperatorInfo {
    /// The name that expressions use.
    pub name: &'static str,
    /// The family it belongs to.
    pub group: &'static str,
    /// What it gives, in a line.
    pub help: &'static str,
    /// The type that the running value is converted to.
    pub operand: &'static str,
    /// The types that the arguments are converted to.
    pub arguments: Vec<&'static str>,
    /// The type of the result.
    pub result: &'static str,
    /// An expression.
    pub example: &'static str,
    /// What it comes to.
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
