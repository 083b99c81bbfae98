//! The class `Mode`.

use std::rc::Rc;

use polymerge::modefile::catalogue::{self, BuiltIn};
use polymerge::modefile::{self, Info, SourceFile};
use polymerge::old::{Direction, Limits, Looks, NewGame, OpenError, Opening, Starter};
use polymerge::savecode::{encode, Content};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::catalogue::{ModeInfo, SettingInfo};
use crate::failure::{Failure, Kind};
use crate::game::tables;
use crate::input::{file_name, list, out, text};
use crate::limits;
use crate::options::Options;
use crate::picture;
use crate::view::{RulesLine, TileFace};

/// A mode: what is played.
#[wasm_bindgen(js_name = Mode)]
#[derive(Clone)]
pub struct WebMode(Rc<Known>);

/// What is known of a mode.
struct Known {
    /// The mode with the settings and modifiers that are chosen; more can be chosen.
    chosen: NewGame<'static>,
    starter: Starter,
    info: ModeInfo,
    about: Info,
    source: Option<String>,
}

/// A direction that can be pressed.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct DirectionInfo {
    /// What `Game.play` takes.
    pub index: usize,
    /// What it is called, such as an arrow; may be empty.
    pub label: String,
    /// The step: how many rows down.
    pub rows: i64,
    /// The step: how many columns to the right. On grids of hexagons columns
    /// are half cells.
    pub columns: i64,
    /// Its keys, as `KeyboardEvent.code` names them.
    pub keys: Vec<String>,
    /// Where the author wants its button: width, height, size of the font,
    /// top, left, in parts of a square of 1; and how far the label is turned,
    /// in degrees.
    pub button: [f64; 6],
}

impl DirectionInfo {
    /// What is said about a direction.
    pub fn of((index, direction): (usize, &Direction)) -> DirectionInfo {
        let entries = direction.source.as_array().map_or(&[][..], |entries| entries.entries());
        let number = |place: usize| entries.get(place).and_then(|entry| entry.as_number()).unwrap_or(0.0);
        let text = |value: &polymerge::Value| value.as_text().map(|text| text.to_string_lossy());
        let keys = entries.get(7).and_then(|keys| keys.as_array()).map_or(&[][..], |keys| keys.entries());
        DirectionInfo {
            index,
            label: entries.get(1).and_then(text).unwrap_or_default(),
            rows: direction.rows,
            columns: direction.columns,
            keys: keys.iter().filter_map(text).collect(),
            button: [number(2), number(3), number(4), number(5), number(6), number(8)],
        }
    }
}

/// What a mode is changed by: settings first, then modifiers.
#[derive(Debug, Default, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ChangeOptions {
    /// Settings of the mode, by name.
    #[tsify(optional, type = "Record<string, string | number | boolean>")]
    pub settings: Vec<String>,
    /// Modifiers, by name.
    #[tsify(optional, type = "Record<string, string | number | boolean>")]
    pub modifiers: Vec<String>,
    /// A Modifiers code; the modifiers go on from what it has chosen.
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
    /// A mode that is only known by what it says itself.
    pub fn unnamed(mode: polymerge::old::Mode, limits: &Limits) -> Result<WebMode, Failure> {
        let about = Info::of(&mode);
        WebMode::new("", about, None, NewGame::of_mode(mode).within(limits))
    }

    /// The built-in mode of this name, with a mode made from it.
    pub fn named(name: &str, mode: polymerge::old::Mode, limits: &Limits) -> Result<WebMode, Failure> {
        let about = match catalogue::find(name).and_then(|known| known.read().ok()) {
            Some(file) => file.info,
            None => Info::of(&mode),
        };
        WebMode::new(name, about, None, NewGame::of_mode(mode).within(limits))
    }

    fn new(
        name: &str,
        about: Info,
        source: Option<String>,
        chosen: NewGame<'static>,
    ) -> Result<WebMode, Failure> {
        let starter = Starter::changed(chosen.ready()?)?;
        let info = ModeInfo::of(name, about.clone(), starter.mode());
        Ok(WebMode(Rc::new(Known { chosen, starter, info, about, source })))
    }

    /// The mode with settings, then modifiers, in words.
    pub fn changed(
        &self,
        settings: impl IntoIterator<Item = String>,
        modifiers: impl IntoIterator<Item = String>,
    ) -> Result<WebMode, Failure> {
        let chosen = self.0.chosen.clone();
        let chosen = settings.into_iter().try_fold(chosen, |game, text| game.set(&text))?;
        let chosen = modifiers.into_iter().try_fold(chosen, |game, text| game.with(&text))?;
        WebMode::new(self.name(), self.0.about.clone(), None, chosen)
    }

    /// What games are started from.
    pub fn starter(&self) -> &Starter {
        &self.0.starter
    }

    /// The limits of its games.
    pub fn limits(&self) -> &Limits {
        self.0.chosen.limits()
    }

    /// What is remembered of its looks: nothing yet.
    pub fn looks(&self) -> Looks {
        Looks::new(self.starter().mode(), tables().clone()).with_limits(self.limits().looks)
    }

    /// The name of a built-in mode; empty otherwise.
    pub fn name(&self) -> &str {
        &self.0.info.name
    }

    /// A mode file with this name and text.
    pub fn of_file(name: &str, text: String, limits: &Limits) -> Result<WebMode, Failure> {
        let file = SourceFile::new(name, text.clone().into_bytes());
        let chosen = NewGame::of_file(file, &BuiltIn, limits).map_err(|error| match error {
            OpenError::File(problems) => Failure::file(&problems, name, &text),
            other => other.into(),
        })?;
        WebMode::new("", chosen.info().clone(), Some(text), chosen)
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
        let missing = || Failure::from(OpenError::NoSuchMode(name.clone()));
        let mode = catalogue::find(&name).ok_or_else(missing)?;
        let chosen = NewGame::of_name(mode.name()).map_err(Failure::from)?.within(&limits);
        let (about, text) = (chosen.info().clone(), mode.text().map(str::to_owned));
        Ok(WebMode::new(mode.name(), about, text, chosen)?)
    }

    /// Reads a mode file; it may extend built-in ones.
    #[wasm_bindgen(js_name = fromFile)]
    pub fn from_file(
        #[wasm_bindgen(unchecked_param_type = "string", js_name = text)] file: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string", js_name = fileName)] name: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebMode, JsValue> {
        let (file, name) = (text("text", file)?, file_name(name)?);
        Ok(WebMode::of_file(&name, file, &limits::of_options(given)?)?)
    }

    /// Reads a save code of any kind that holds a mode.
    #[wasm_bindgen(js_name = fromCode)]
    pub fn from_code(
        #[wasm_bindgen(unchecked_param_type = "string")] code: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebMode, JsValue> {
        let (code, limits) = (text("code", code)?, limits::of_options(given)?);
        let opening = Opening::of_code(&code, &limits).map_err(Failure::from)?;
        Ok(WebMode::unnamed(opening.mode().clone(), &limits)?)
    }

    /// What a list of modes says about it.
    #[wasm_bindgen(getter)]
    pub fn info(&self) -> Result<Ts<ModeInfo>, JsValue> {
        Ok(out(self.0.info.clone())?)
    }

    /// The directions that can be pressed.
    #[wasm_bindgen(getter)]
    pub fn directions(&self) -> Result<Vec<Ts<DirectionInfo>>, JsValue> {
        let session = picture::started(self.starter())?;
        let directions = session.game().rules().directions();
        Ok(list(directions.iter().enumerate().map(DirectionInfo::of))?)
    }

    /// The settings that `change` takes.
    #[wasm_bindgen(getter)]
    pub fn settings(&self) -> Result<Vec<Ts<SettingInfo>>, JsValue> {
        Ok(list(self.0.chosen.settings().map(SettingInfo::of))?)
    }

    /// How often to call `Game.tick` while the game is played, in
    /// milliseconds; `undefined` if never.
    #[wasm_bindgen(getter)]
    pub fn interval(&self) -> Option<f64> {
        Some(self.starter().mode().display_interval).filter(|interval| interval.is_finite())
    }

    /// Whether anything happens when a tile is clicked.
    #[wasm_bindgen(getter, js_name = tilesCanBeClicked)]
    pub fn tiles_can_be_clicked(&self) -> Result<bool, JsValue> {
        let session = picture::started(self.starter())?;
        Ok(session.game().rules().tiles_can_be_clicked())
    }

    /// The rules as a player reads them.
    pub fn rules(&self) -> Result<Vec<Ts<RulesLine>>, JsValue> {
        let session = picture::started(self.starter())?;
        let mut looks = self.looks();
        let lines = looks.at(session.game(), 0.0).rules();
        let lines = lines.map_err(|error| Failure::new(Kind::Rules, error))?;
        Ok(list(lines.iter().map(RulesLine::of))?)
    }

    /// Tiles that show what the mode looks like.
    pub fn gallery(&self) -> Result<Vec<Ts<TileFace>>, JsValue> {
        let session = picture::started(self.starter())?;
        let tiles = picture::known_tiles(self.starter(), &session);
        let mut looks = self.looks();
        let mut viewer = looks.at(session.game(), 0.0);
        let faces: Vec<u64> = tiles.iter().map(|tile| viewer.face_of(tile)).collect();
        drop(viewer);
        Ok(list(faces.into_iter().filter_map(|id| looks.face(id)).map(|face| TileFace::of(face)))?)
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

    /// The Mode code of version 3.0. What the mode does before every game
    /// (`before_game` in a mode file) has no place in it: games of the code
    /// begin with the variables as the mode declares them. `Game.modeCode`
    /// holds what was drawn before a game.
    #[wasm_bindgen(js_name = toCode)]
    pub fn to_code(&self) -> Result<String, JsValue> {
        Ok(code_of(self.starter().mode().clone())?)
    }

    /// The mode as a mode file.
    #[wasm_bindgen(js_name = toFile)]
    pub fn to_file(&self) -> String {
        modefile::write(self.starter().mode(), &self.0.about)
    }

    /// The text of the mode file that it was read from.
    pub fn source(&self) -> Option<String> {
        self.0.source.clone()
    }
}

/// The Mode code of a mode.
pub fn code_of(mode: polymerge::old::Mode) -> Result<String, Failure> {
    encode(&Content::Mode(mode.into())).map_err(|error| Failure::new(Kind::Code, error))
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
        let goal = |game: &WebGame| game.session().game().game_variables()[0].as_number().unwrap();
        let start =
            |mode: &WebMode| WebGame::of_mode(mode, &StartOptions { seed: Some(7), now: 0.0 }).unwrap();
        let mode = WebMode::of_file("goals.jsonc", FILE.to_owned(), &Default::default()).unwrap();
        let game = start(&mode);
        let drawn = goal(&game);
        assert!(drawn >= 10.0);
        let written = WebMode::of_file("goals.jsonc", mode.to_file(), &Default::default()).unwrap();
        let codes = [mode.to_code().unwrap(), game.mode_code().unwrap()];
        let [of_mode, of_game] = codes.map(|code| {
            let opening = Opening::of_code(&code, &Default::default()).unwrap();
            WebMode::unnamed(opening.mode().clone(), &Default::default()).unwrap()
        });
        for (mode, expected) in [(&written, drawn), (&of_mode, 0.0), (&of_game, drawn)] {
            assert_eq!(goal(&start(mode)), expected);
        }
    }
}
