//! The modes that are built in.

use polymerge::modefile::{catalogue, features, ModeFile};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::{Failure, Kind};

/// What a list of modes says about one of them.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct ModeInfo {
    /// What `Mode.builtIn` takes, such as `"050-dive"`; empty if the mode is
    /// not built in.
    pub name: String,
    /// Its number in the catalogue.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// What it is called.
    pub title: String,
    /// The family it belongs to.
    pub family: String,
    /// What it is about, in a sentence or two.
    pub about: String,
    /// Whose idea it was.
    pub credits: String,
    /// Columns of its grid.
    pub width: usize,
    /// Rows of its grid.
    pub height: usize,
    /// Whether its cells are hexagons.
    pub hexagonal: bool,
    /// What is special about it, in a few words each.
    pub features: Vec<String>,
}

impl ModeInfo {
    /// What a mode file says about itself.
    pub fn of(name: &str, file: &ModeFile) -> ModeInfo {
        let info = file.info.clone();
        ModeInfo {
            name: name.to_owned(),
            number: info.number,
            title: info.title,
            family: info.family,
            about: info.about,
            credits: info.credits,
            width: file.mode.width,
            height: file.mode.height,
            hexagonal: file.mode.hexagonal.is_true(),
            features: features(&file.mode).into_iter().map(str::to_owned).collect(),
        }
    }
}

/// All built-in modes. This reads each file once; `catalogue.json` beside the
/// package says the same without waiting.
#[wasm_bindgen]
pub fn modes() -> Result<Vec<Ts<ModeInfo>>, JsValue> {
    let info = |mode: catalogue::BuiltInMode| -> Result<Ts<ModeInfo>, Failure> {
        let file = mode.read().map_err(|problems| Failure::new(Kind::File, problems))?;
        Ok(ModeInfo::of(mode.name(), &file).into_ts()?)
    };
    Ok(catalogue::modes().map(info).collect::<Result<_, _>>()?)
}
