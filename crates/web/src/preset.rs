//! Modifiers that are chosen together: under a name, and as a code to share.

use std::collections::BTreeMap;

use polymerge::advanced::codes::code_in;
use polymerge::advanced::rules::Mode as Raw;
use polymerge::modifiers::{self, GridShape, Modifiers, Preset, shown};
use polymerge::{Limits, Mode};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::input::{list, out, text};
use crate::limits;
use crate::options::Options;

/// Modifiers with a name.
#[derive(Clone, Debug, Serialize, Tsify)]
#[tsify(hashmap_as_object)]
pub struct PresetInfo {
    /// Its name; a modifier of this name chooses them all.
    pub name: &'static str,
    /// Its effect on a game, in a line.
    pub title: &'static str,
    /// The modifiers that it chooses, by their names.
    pub modifiers: BTreeMap<&'static str, String>,
}

impl PresetInfo {
    fn of(preset: &Preset) -> Result<PresetInfo, Failure> {
        let mut modifiers = Modifiers::default();
        preset.choose(&mut modifiers).map_err(Failure::engine)?;
        Ok(PresetInfo { name: preset.name, title: preset.title, modifiers: chosen(&modifiers) })
    }
}

/// The content of a Modifiers code.
#[derive(Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(hashmap_as_object)]
pub struct ModifiersInfo {
    /// The modifiers that it chooses, by their names.
    pub modifiers: BTreeMap<&'static str, String>,
    /// True if it holds a grid that was drawn cell by cell, which only the code can
    /// hold.
    pub drawn_grid: bool,
}

/// The choices for a Modifiers code.
#[derive(Debug, Default, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ModifiersOptions {
    /// Modifiers, by name.
    #[tsify(optional, type = "Record<string, string | number | boolean>")]
    pub modifiers: Vec<String>,
    /// A Modifiers code; the modifiers continue from its choices.
    #[tsify(optional)]
    pub modifiers_code: Option<String>,
    /// Limits of reading the code.
    #[tsify(optional, type = "Limits | \"strict\"")]
    pub limits: Limits,
}

impl ModifiersOptions {
    fn of(given: &JsValue) -> Result<ModifiersOptions, Failure> {
        let given = Options::required(given, &["modifiers", "modifiersCode", "limits"])?;
        Ok(ModifiersOptions {
            modifiers: given.choices("modifiers")?,
            modifiers_code: given.modifiers_code("modifiersCode")?,
            limits: given.limits()?.unwrap_or_default(),
        })
    }
}

/// A mode of no matter which rules with these modifiers.
fn with_all(texts: impl IntoIterator<Item = String>, limits: &Limits) -> Result<Mode, polymerge::Error> {
    let plain = Mode::from_raw(Raw::default()).within(limits);
    texts.into_iter().try_fold(plain, |mode, text| mode.with(&text))
}

/// Returns the modifiers that differ from their defaults.
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
    #[wasm_bindgen(unchecked_param_type = "ModifiersOptions", js_name = options)] given: &JsValue,
) -> Result<String, JsValue> {
    let given = ModifiersOptions::of(given)?;
    let texts = given.modifiers_code.into_iter().chain(given.modifiers);
    let mode = with_all(texts, &given.limits).map_err(Failure::from)?;
    Ok(mode.modifiers_code().map_err(Failure::from)?)
}

impl Options {
    /// A Modifiers code.
    pub fn modifiers_code(&self, name: &str) -> Result<Option<String>, Failure> {
        self.text(name)?.map(modifiers_code_in).transpose()
    }
}

/// A text that is meant as a code, and not as the name of a modifier.
pub fn modifiers_code_in(text: String) -> Result<String, Failure> {
    match code_in(&text).starts_with('@') {
        true => Ok(text),
        false => Err(Failure::code("no-modifiers", "this is no code of modifiers")),
    }
}

/// Reads a Modifiers code, from here or from the original site.
#[wasm_bindgen(js_name = readModifiers)]
pub fn read_modifiers(
    #[wasm_bindgen(unchecked_param_type = "string")] code: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions", js_name = options)] given: &JsValue,
) -> Result<Ts<ModifiersInfo>, JsValue> {
    let (code, limits) = (text("code", code)?, limits::of_options(given)?);
    let mode = with_all([modifiers_code_in(code)?], &limits).map_err(Failure::from)?;
    let modifiers = mode.modifiers();
    let drawn_grid = modifiers.grid_shape == GridShape::Custom;
    Ok(out(ModifiersInfo { modifiers: chosen(modifiers), drawn_grid })?)
}
