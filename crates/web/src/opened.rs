//! What a text turns out to be: a mode, a game, a replay, or something else.

use polymerge::Opening;
use wasm_bindgen::prelude::*;

use crate::failure::{Failure, Kind};
use crate::game::WebGame;
use crate::input::{file_name, text};
use crate::limits;
use crate::mode::WebMode;
use crate::replay::ReplayPlayer;
use crate::start::StartOptions;

/// Something that was opened: a mode, a game or a replay.
#[wasm_bindgen]
pub struct Opened {
    text: String,
    kind: &'static str,
    mode: WebMode,
    replay: Option<ReplayPlayer>,
}

/// Whether a text without a name could be a mode file, perhaps one with
/// mistakes: it begins with an object or a comment.
fn begins_as_a_file(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    ["{", "//", "/*"].iter().any(|start| text.starts_with(start))
}

/// Opens a text: a save code of any kind and version, with whatever people
/// paste around it, or a mode file.
#[wasm_bindgen]
pub fn open(
    #[wasm_bindgen(unchecked_param_type = "string", js_name = text)] brought: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string", js_name = fileName)] name: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions", js_name = options)] given: &JsValue,
) -> Result<Opened, JsValue> {
    let (text, is_named) = (text("text", brought)?, !name.is_undefined());
    let (name, limits) = (file_name(name)?, limits::of_options(given)?);
    if !Opening::is_code(&text) {
        if !is_named && !begins_as_a_file(&text) {
            let what = "this is neither a save code, with bars between its pieces, nor a mode file, which begins with {";
            return Err(Failure::new(Kind::Input, what).into());
        }
        let mode = WebMode::of_file(&name, text.clone(), &limits)?;
        return Ok(Opened { mode, text, kind: "mode", replay: None });
    }
    let opening = Opening::of_code(&text, &limits).map_err(Failure::from)?;
    let mode = WebMode::unnamed(opening.mode().clone(), &limits)?;
    let (kind, replay) = match &opening {
        Opening::Mode(_) => ("mode", None),
        Opening::Game(..) => ("game", None),
        Opening::Replay(_, replay) => ("replay", Some(ReplayPlayer::new(&mode, replay)?)),
    };
    Ok(Opened { text, kind, mode, replay })
}

#[wasm_bindgen]
impl Opened {
    /// What the text is: `mode`, `game` or `replay`.
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
        #[wasm_bindgen(unchecked_optional_param_type = "StartOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebGame, JsValue> {
        let given = StartOptions::of(given)?;
        Ok(match self.kind {
            "game" => WebGame::of_code(&self.text, &given, self.mode.limits())?,
            _ => WebGame::of_mode(&self.mode, &given)?,
        })
    }

    /// The replay.
    pub fn replay(&self) -> Result<ReplayPlayer, JsValue> {
        let missing = || Failure::new(Kind::Input, format!("this is a {}, not a replay", self.kind));
        Ok(self.replay.clone().ok_or_else(missing)?)
    }
}

#[cfg(test)]
mod tests {
    use super::begins_as_a_file;

    #[test]
    fn texts_that_are_meant_as_mode_files() {
        for (text, meant) in [
            ("{}", true),
            ("\u{feff}\n // a mode\n{", true),
            ("/* a mode */ {", true),
            ("{ \"title\": ", true),
            ("", false),
            ("hello", false),
            ("[1, 2]", false),
            ("https://example.org", false),
        ] {
            assert_eq!(begins_as_a_file(text), meant, "{text:?}");
        }
    }
}
