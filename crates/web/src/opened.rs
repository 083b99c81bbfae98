//! What a text that somebody brings turns out to be.

use polymerge::Opening;
use wasm_bindgen::prelude::*;

use crate::failure::{Failure, Kind};
use crate::game::{StartOptions, WebGame};
use crate::input::{file_name, options, text};
use crate::mode::WebMode;
use crate::replay::ReplayPlayer;

/// Something that was opened: a mode, a game or a replay.
#[wasm_bindgen]
pub struct Opened {
    text: String,
    kind: &'static str,
    mode: WebMode,
    replay: Option<ReplayPlayer>,
}

/// Opens a text: a save code of any kind and version, with whatever people
/// paste around it, or a mode file.
#[wasm_bindgen]
pub fn open(
    #[wasm_bindgen(unchecked_param_type = "string", js_name = text)] given: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string", js_name = fileName)] name: JsValue,
) -> Result<Opened, JsValue> {
    let given = text("the text", &given)?;
    if !Opening::is_code(&given) {
        return Ok(Opened {
            mode: WebMode::of_file(&file_name(&name)?, given.clone())?,
            text: given,
            kind: "mode",
            replay: None,
        });
    }
    let opening = Opening::of_code(&given, &Default::default()).map_err(Failure::from)?;
    let mode = WebMode::unnamed(opening.mode().clone())?;
    let (kind, replay) = match &opening {
        Opening::Mode(_) => ("mode", None),
        Opening::Game(..) => ("game", None),
        Opening::Replay(_, replay) => ("replay", Some(ReplayPlayer::new(&mode, replay)?)),
    };
    Ok(Opened { text: given, kind, mode, replay })
}

#[wasm_bindgen]
impl Opened {
    /// What it is.
    #[wasm_bindgen(getter, unchecked_return_type = "\"mode\" | \"game\" | \"replay\"")]
    pub fn kind(&self) -> String {
        self.kind.to_owned()
    }

    /// The mode.
    pub fn mode(&self) -> WebMode {
        self.mode.clone()
    }

    /// The game as it was saved; of anything but a Game code a new game.
    pub fn game(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "StartOptions", js_name = options)] given: JsValue,
    ) -> Result<WebGame, JsValue> {
        let given: StartOptions = options(given, &StartOptions::NAMES)?;
        Ok(match self.kind {
            "game" => WebGame::of_code(&self.text, &given)?,
            _ => WebGame::of_mode(&self.mode, &given)?,
        })
    }

    /// The replay.
    pub fn replay(&self) -> Result<ReplayPlayer, JsValue> {
        let missing = || Failure::new(Kind::Input, format!("this is a {}, not a replay", self.kind));
        Ok(self.replay.clone().ok_or_else(missing)?)
    }
}
