//! The appearance of games and modes. An engine for bots is built without this.

use polymerge::calc::json;
use polymerge::{Game, Mode, Painter, Value};
use polymerge_schema::Turn;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::input::{list, out, text, time, whole, wrong};
use crate::mode::WebMode;
use crate::picture;
use crate::turn::turn_of;
use crate::view::{GameView, RulesLine, TileFace, tables};

impl WebGame {
    /// Returns the painter of the game, made when it is first needed, and the game.
    pub fn painter_and_game(&mut self) -> (&mut Painter, &Game) {
        let WebGame { game, painter, .. } = self;
        let make = || Painter::with_tables(game.rules(), tables().clone()).into();
        (painter.get_or_insert_with(make), game)
    }

    /// Returns the events of a turn, with the faces of tiles.
    pub fn turn_with_faces(&mut self, turn: &polymerge::Turn, now: f64) -> Turn {
        let (painter, game) = self.painter_and_game();
        turn_of(turn, painter, game.state(), now, polymerge::why::printed)
    }

    /// Returns the scene to draw.
    pub fn scene(&mut self, now: f64) -> GameView {
        let (painter, game) = self.painter_and_game();
        GameView::of(painter.at(game.state(), now).view())
    }

    /// The face of any tile of the mode.
    pub fn face_of_tile(&mut self, tile: &str) -> Result<TileFace, Failure> {
        let tile = json::read(tile, &Default::default())
            .map_err(|error| Failure::input("bad-tile", format!("the tile: {error}")))?;
        if tile.as_array().is_none() {
            return Err(Failure::input("bad-tile", "a tile is an array, such as [2]"));
        }
        let (painter, game) = self.painter_and_game();
        let id = painter.at(game.state(), 0.0).face_of(&tile);
        TileFace::find(painter, id)
    }

    /// The whole picture as SVG.
    pub fn picture(&mut self, now: f64) -> Result<String, Failure> {
        let (painter, game) = self.painter_and_game();
        Ok(painter.svg_of(game.state(), now)?)
    }
}

#[wasm_bindgen(js_class = Game)]
impl WebGame {
    /// The scene to draw.
    pub fn view(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<Ts<GameView>, JsValue> {
        Ok(out(self.scene(time("now", now)?))?)
    }

    /// The rules as they read now.
    pub fn rules(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<Vec<Ts<RulesLine>>, JsValue> {
        let now = time("now", now)?;
        let (painter, game) = self.painter_and_game();
        let lines = RulesLine::all(painter, game.state(), now).map_err(polymerge::Error::from);
        Ok(list(lines.map_err(Failure::from)?)?)
    }

    /// The face of this number. After some thousands of faces old ones are
    /// forgotten; what was fetched keeps its number.
    pub fn face(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: &JsValue,
    ) -> Result<Ts<TileFace>, JsValue> {
        let id = whole("id", id)? as u64;
        Ok(out(TileFace::find(self.painter_and_game().0, id)?)?)
    }

    /// The face of any tile: a list of entries, or its text in extended JSON.
    #[wasm_bindgen(js_name = faceOf)]
    pub fn face_of(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Content[] | string")] tile: &JsValue,
    ) -> Result<Ts<TileFace>, JsValue> {
        Ok(out(self.face_of_tile(&tile_text("tile", tile)?)?)?)
    }

    /// The whole picture as SVG: stat boxes, grid, next tiles. Use it as an
    /// image: the names in it are not its own.
    #[wasm_bindgen(js_name = boardSvg)]
    pub fn board_svg(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] now: &JsValue,
    ) -> Result<String, JsValue> {
        Ok(self.picture(time("now", now)?)?)
    }
}

impl WebMode {
    /// Creates a painter for games of the mode, with an empty cache.
    pub fn painter(&self) -> Painter {
        Painter::with_tables(self.compiled(), tables().clone())
    }

    /// The rules as they read at the start of a game.
    pub fn lines(&self) -> Result<Vec<RulesLine>, Failure> {
        let game = self.compiled().start(0)?;
        Ok(RulesLine::all(&mut self.painter(), game.state(), 0.0).map_err(polymerge::Error::from)?)
    }

    /// The faces of tiles that are typical of the mode.
    pub fn faces(&self) -> Result<Vec<TileFace>, Failure> {
        let game = self.compiled().start(0)?;
        let tiles: Vec<Value> = picture::known_tiles(self.compiled(), game.state());
        let mut painter = self.painter();
        let mut viewer = painter.at(game.state(), 0.0);
        let faces: Vec<u64> = tiles.iter().map(|tile| viewer.face_of(tile)).collect();
        drop(viewer);
        Ok(faces.into_iter().filter_map(|id| painter.face(id)).map(|face| TileFace::of(face)).collect())
    }
}

#[wasm_bindgen(js_class = Mode)]
impl WebMode {
    /// The rules as a player reads them.
    pub fn rules(&self) -> Result<Vec<Ts<RulesLine>>, JsValue> {
        Ok(list(self.lines()?)?)
    }

    /// Tiles that are typical of the mode.
    pub fn gallery(&self) -> Result<Vec<Ts<TileFace>>, JsValue> {
        Ok(list(self.faces()?)?)
    }
}

/// A picture of a built-in mode as SVG: up to four of its tiles. Use it as an
/// image: the names in it are not its own.
#[wasm_bindgen(js_name = modePicture)]
pub fn mode_picture(
    #[wasm_bindgen(unchecked_param_type = "string")] name: &JsValue,
) -> Result<String, JsValue> {
    let name = text("name", name)?;
    let mode = Mode::built_in(&name).map_err(Failure::from)?;
    Ok(picture::of_mode(&WebMode::of(&mode)?)?)
}

/// A tile that JavaScript passes in: its text in extended JSON, or a list of entries.
fn tile_text(name: &str, value: &JsValue) -> Result<String, Failure> {
    if value.is_string() {
        return text(name, value);
    }
    let written = match js_sys::Array::is_array(value) {
        true => js_sys::JSON::stringify(value).ok(),
        false => None,
    };
    let written = written.ok_or_else(|| wrong(name, "a tile: a list of entries, or a string", value))?;
    text(name, &written)
}
