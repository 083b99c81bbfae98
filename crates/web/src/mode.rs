//! The class `Mode`.

use polymerge::calc::json;
use polymerge::catalogue::BuiltIn;
use polymerge::{Limits, Mode, Rules, SourceFile};
use polymerge_schema::{Direction, ModeInfo, Setting};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::input::{file_name, list, out, text};
use crate::limits;
use crate::options::Options;

/// A mode. It is compiled, so that any number of games start from it.
#[wasm_bindgen(js_name = Mode)]
#[derive(Clone)]
pub struct WebMode(Rules);

/// The changes of a mode: settings first, then modifiers.
#[derive(Debug, Default, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ChangeOptions {
    /// Settings of the mode, by name.
    #[tsify(optional, type = "Record<string, string | number | boolean>")]
    pub settings: Vec<String>,
    /// Modifiers, by name.
    #[tsify(optional, type = "Record<string, string | number | boolean>")]
    pub modifiers: Vec<String>,
    /// A Modifiers code; the modifiers continue from its choices.
    #[tsify(optional)]
    pub modifiers_code: Option<String>,
}

impl ChangeOptions {
    fn of(given: &JsValue) -> Result<ChangeOptions, Failure> {
        let given = Options::required(given, &["settings", "modifiers", "modifiersCode"])?;
        Ok(ChangeOptions {
            settings: given.choices("settings")?,
            modifiers: given.choices("modifiers")?,
            modifiers_code: given.modifiers_code("modifiersCode")?,
        })
    }
}

impl WebMode {
    /// A mode, compiled.
    pub fn of(mode: &Mode) -> Result<WebMode, Failure> {
        Ok(WebMode(mode.compile()?))
    }

    /// The mode of these rules.
    pub fn of_rules(rules: &Rules) -> WebMode {
        WebMode(rules.clone())
    }

    /// The mode with settings, then modifiers, in words.
    pub fn changed(
        &self,
        settings: impl IntoIterator<Item = String>,
        modifiers: impl IntoIterator<Item = String>,
    ) -> Result<WebMode, Failure> {
        let mode = settings.into_iter().try_fold(self.mode().clone(), |mode, text| mode.set(&text))?;
        WebMode::of(&modifiers.into_iter().try_fold(mode, |mode, text| mode.with(&text))?)
    }

    /// The compiled rules, which games are started from.
    pub fn compiled(&self) -> &Rules {
        &self.0
    }

    /// The mode, with its settings and modifiers.
    pub fn mode(&self) -> &Mode {
        self.0.mode()
    }

    /// The limits of its games.
    pub fn limits(&self) -> &Limits {
        self.0.limits()
    }

    /// A mode file with this name and text.
    pub fn of_file(name: &str, text: &str, limits: &Limits) -> Result<WebMode, Failure> {
        let file = SourceFile::new(name, text.as_bytes().to_vec());
        let mode = Mode::from_file(file, &BuiltIn, limits).map_err(|error| match error.problems() {
            Some(problems) => Failure::file(problems, name, text),
            None => error.into(),
        })?;
        WebMode::of(&mode)
    }

    /// The raw mode as text.
    pub fn raw(&self) -> Result<String, Failure> {
        if self.0.is_drawn() {
            let message = "this mode draws cells before each game, which a small game can't";
            return Err(Failure::input("drawn-mode", message));
        }
        Ok(json::write(&self.0.ruleset().mode().to_value()))
    }

    /// Describes the mode.
    pub fn about(&self) -> ModeInfo {
        let mode = self.mode();
        ModeInfo::of(mode.name().unwrap_or_default(), mode.info().clone(), self.0.ruleset().mode())
    }
}

#[wasm_bindgen(js_class = Mode)]
impl WebMode {
    /// A built-in mode: by its number, its name, or its title.
    #[wasm_bindgen(js_name = builtIn)]
    pub fn built_in(
        #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebMode, JsValue> {
        let (name, limits) = (text("name", name)?, limits::of_options(given)?);
        let mode = Mode::built_in(&name).map_err(Failure::from)?;
        Ok(WebMode::of(&mode.within(&limits))?)
    }

    /// Reads a mode file; it may extend built-in ones.
    #[wasm_bindgen(js_name = fromFile)]
    pub fn from_file(
        #[wasm_bindgen(unchecked_param_type = "string", js_name = text)] file: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string", js_name = fileName)] name: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebMode, JsValue> {
        let (file, name) = (text("text", file)?, file_name(name)?);
        Ok(WebMode::of_file(&name, &file, &limits::of_options(given)?)?)
    }

    /// Reads a save code of any kind that holds a mode.
    #[wasm_bindgen(js_name = fromCode)]
    pub fn from_code(
        #[wasm_bindgen(unchecked_param_type = "string")] code: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebMode, JsValue> {
        let (code, limits) = (text("code", code)?, limits::of_options(given)?);
        Ok(WebMode::of(&Mode::from_code(&code, &limits).map_err(Failure::from)?)?)
    }

    /// The entry of the mode in a list of modes.
    #[wasm_bindgen(getter)]
    pub fn info(&self) -> Result<Ts<ModeInfo>, JsValue> {
        Ok(out(self.about())?)
    }

    /// The directions that can be pressed.
    #[wasm_bindgen(getter)]
    pub fn directions(&self) -> Result<Vec<Ts<Direction>>, JsValue> {
        Ok(list(self.0.directions().iter().map(Direction::of))?)
    }

    /// The settings that `change` takes.
    #[wasm_bindgen(getter)]
    pub fn settings(&self) -> Result<Vec<Ts<Setting>>, JsValue> {
        Ok(list(self.mode().settings().map(Setting::of))?)
    }

    /// The milliseconds between two calls of `Game.tick` while the game is played;
    /// `undefined` if none are needed.
    #[wasm_bindgen(getter)]
    pub fn interval(&self) -> Option<f64> {
        self.0.interval()
    }

    /// True if anything happens when a tile is clicked.
    #[wasm_bindgen(getter, js_name = tilesCanBeClicked)]
    pub fn tiles_can_be_clicked(&self) -> bool {
        self.0.tiles_can_be_clicked()
    }

    /// The mode with settings and modifiers.
    pub fn change(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ChangeOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebMode, JsValue> {
        let given = ChangeOptions::of(given)?;
        let modifiers = given.modifiers_code.into_iter().chain(given.modifiers);
        Ok(self.changed(given.settings, modifiers)?)
    }

    /// The Mode code of version 3.0. It has no place for the choices of a mode before
    /// every game (`before_game` in a mode file), nor for random cells: of such modes
    /// there is none, and this throws. `Game.modeCode` holds the choices that were made
    /// before a game.
    #[wasm_bindgen(js_name = toCode)]
    pub fn to_code(&self) -> Result<String, JsValue> {
        Ok(self.mode().to_code().map_err(Failure::from)?)
    }

    /// The mode for `SmallGame.start` of `polymerge/small`, of the same version of the package.
    #[wasm_bindgen(js_name = toRaw)]
    pub fn to_raw(&self) -> Result<String, JsValue> {
        Ok(self.raw()?)
    }

    /// The mode as a mode file, which has no place for random cells.
    #[wasm_bindgen(js_name = toFile)]
    pub fn to_file(&self) -> Result<String, JsValue> {
        Ok(self.mode().to_file().map_err(Failure::from)?)
    }

    /// A page that plays the mode, made of the page without a mode that is built with the
    /// site (`page.html`).
    #[wasm_bindgen(js_name = toPage)]
    pub fn to_page(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] page: &JsValue,
    ) -> Result<String, JsValue> {
        Ok(self.mode().to_page(&text("page", page)?).map_err(Failure::from)?)
    }

    /// Sixteen digits that differ for modes that play differently.
    pub fn digest(&self) -> Result<String, JsValue> {
        Ok(self.mode().digest().map_err(Failure::from)?)
    }

    /// Sixteen digits that tell the rules: weights are of the rules of one mode, and carry these
    /// digits. Looks and texts don't count.
    #[wasm_bindgen(js_name = rulesHash)]
    pub fn rules_hash(&self) -> String {
        format!("{:016x}", self.compiled().ruleset().rules_hash())
    }

    /// The text of the mode file that it was read from.
    pub fn source(&self) -> Option<String> {
        self.mode().text().map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::WebGame;
    use crate::start::StartOptions;

    #[test]
    fn mode_codes_of_games_hold_what_was_drawn_before_them() {
        const FILE: &str = r#"{
            "title": "Goals", "spawns": [{ "tile": [1] }], "variables": { "goal": 0 },
            "before_game": [0, "@edit_gvar", "$goal", [10, "rand_int", 19]],
        }"#;
        let limits = Limits::default();
        let goal = |game: &WebGame| game.played().state().game_variables()[0].as_number().unwrap();
        let start =
            |mode: &WebMode| WebGame::of_mode(mode, &StartOptions { seed: Some(7), now: 0.0 }).unwrap();
        let mode = WebMode::of_file("goals.jsonc", FILE, &limits).unwrap();
        let game = start(&mode);
        let drawn = goal(&game);
        assert!(drawn >= 10.0);
        assert_eq!(mode.mode().to_code().unwrap_err().code(), "code-loses-before-game");
        let written = WebMode::of_file("goals.jsonc", &mode.mode().to_file().unwrap(), &limits).unwrap();
        let of_game = Mode::from_code(&game.played().mode_code().unwrap(), &limits).unwrap();
        for mode in [written, WebMode::of(&of_game).unwrap()] {
            assert_eq!(goal(&start(&mode)), drawn);
        }
    }
}
