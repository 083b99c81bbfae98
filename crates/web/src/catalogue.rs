//! The modes that are built in, and what any mode can be changed by.

use polymerge::{catalogue, modifiers};
use polymerge_schema::{ModeInfo, Modifier};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::input::list;

/// All built-in modes. This reads each file once; `catalogue.json` beside the
/// package says the same without waiting.
#[wasm_bindgen]
pub fn modes() -> Result<Vec<Ts<ModeInfo>>, JsValue> {
    let mut infos = Vec::new();
    for mode in catalogue::modes() {
        let file = mode.read().map_err(|problems| Failure::file(&problems, "", ""))?;
        infos.push(ModeInfo::of(mode.name(), file.info, &file.mode));
    }
    Ok(list(infos)?)
}

/// All modifiers, which any mode can be changed by.
#[wasm_bindgen]
pub fn modifiers() -> Result<Vec<Ts<Modifier>>, JsValue> {
    Ok(list(modifiers::modifiers().iter().map(Modifier::of))?)
}
