//! Modifiers that are chosen together: under a name, and as a code to share.

use std::collections::BTreeMap;

use polymerge::modifiers::{self, shown, GridShape, Modifiers, Preset};
use polymerge::Changed;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::{Failure, Kind};
use crate::input::{list, options, out, text, Choices};

/// Modifiers with a name.
#[derive(Clone, Debug, Serialize, Tsify)]
#[tsify(hashmap_as_object)]
pub struct PresetInfo {
    /// Its name; a modifier of this name chooses them all.
    pub name: &'static str,
    /// What it makes of a game, in a line.
    pub title: &'static str,
    /// What it chooses, by the names of modifiers.
    pub modifiers: BTreeMap<&'static str, String>,
}

impl PresetInfo {
    fn of(preset: &Preset) -> Result<PresetInfo, Failure> {
        let mut modifiers = Modifiers::default();
        preset.choose(&mut modifiers).map_err(|error| Failure::new(Kind::Engine, error))?;
        Ok(PresetInfo { name: preset.name, title: preset.title, modifiers: chosen(&modifiers) })
    }
}

/// What a Modifiers code says.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(hashmap_as_object)]
pub struct ModifiersInfo {
    /// What it chooses, by the names of modifiers.
    pub modifiers: BTreeMap<&'static str, String>,
    /// Whether it holds a grid that somebody has drawn, which only the code
    /// can hold.
    pub drawn_grid: bool,
}

/// What a Modifiers code is to hold.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct ModifiersOptions {
    /// Modifiers, by name.
    #[tsify(optional, type = "Record<string, string | number | boolean>")]
    pub modifiers: Choices,
    /// A Modifiers code; the modifiers go on from what it has chosen.
    #[tsify(optional)]
    pub modifiers_code: Option<String>,
}

/// What differs from a game that is not changed.
fn chosen(modifiers: &Modifiers) -> BTreeMap<&'static str, String> {
    let values = modifiers::modifiers().iter().map(|one| (one.name, one.get(modifiers), one.default_value()));
    values.filter(|(_, value, usual)| value != usual).map(|(name, value, _)| (name, shown(&value))).collect()
}

/// The presets that come with the engine.
#[wasm_bindgen]
pub fn presets() -> Result<Vec<Ts<PresetInfo>>, JsValue> {
    let presets: Result<Vec<PresetInfo>, Failure> = modifiers::presets().iter().map(PresetInfo::of).collect();
    Ok(list(presets?)?)
}

/// Modifiers as a code, to share them.
#[wasm_bindgen(js_name = modifiersCode)]
pub fn modifiers_code(
    #[wasm_bindgen(unchecked_param_type = "ModifiersOptions", js_name = options)] given: JsValue,
) -> Result<String, JsValue> {
    let given: ModifiersOptions = options(given, &["modifiers", "modifiersCode"])?;
    let texts = given.modifiers_code.into_iter().chain(given.modifiers.0);
    let modifiers = Changed::modifiers(texts).map_err(Failure::from)?;
    Ok(Changed::code(&modifiers).map_err(|error| Failure::new(Kind::Code, error))?)
}

/// What a Modifiers code says, from here or from the original site.
#[wasm_bindgen(js_name = readModifiers)]
pub fn read_modifiers(
    #[wasm_bindgen(unchecked_param_type = "string")] code: JsValue,
) -> Result<Ts<ModifiersInfo>, JsValue> {
    let code = text("the code", &code)?;
    if !code.trim().starts_with('@') {
        return Err(Failure::new(Kind::Code, "this is no code of modifiers").into());
    }
    let modifiers = Changed::modifiers([code]).map_err(Failure::from)?;
    let drawn_grid = modifiers.grid_shape == GridShape::Custom;
    Ok(out(ModifiersInfo { modifiers: chosen(&modifiers), drawn_grid })?)
}
