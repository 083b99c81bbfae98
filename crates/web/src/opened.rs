//! The meaning of an unknown text: a mode, a game, a replay, or something else.

use polymerge::advanced::codes::code_in;
use polymerge::{Limits, Saved};
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::game::WebGame;
use crate::input::{file_name, text};
use crate::limits;
use crate::mode::WebMode;
use crate::replay::ReplayPlayer;
use crate::start::StartOptions;

/// A mode, a game or a replay, opened from a text.
#[wasm_bindgen]
pub struct Opened {
    mode: WebMode,
    payload: Payload,
    /// The code in the text, if it holds one.
    code: Option<String>,
}

/// The part besides the mode.
enum Payload {
    Mode,
    Game(Box<Saved>),
    Replay(Box<ReplayPlayer>),
}

impl Opened {
    /// Opens a text: with the name of a file it may be a mode file that does not look like one.
    pub fn of(text: &str, name: &str, is_named: bool, limits: &Limits) -> Result<Opened, Failure> {
        let opened = match polymerge::open(text, limits) {
            Ok(opened) => opened,
            Err(error) if error.problems().is_some() || (is_named && error.code() == "not-recognized") => {
                let mode = WebMode::of_file(name, text, limits)?;
                return Ok(Opened { mode, payload: Payload::Mode, code: None });
            }
            Err(error) => return Err(error.into()),
        };
        let (mode, payload) = match opened {
            polymerge::Opened::Mode(mode) => (WebMode::of(&mode)?, Payload::Mode),
            polymerge::Opened::Game(saved) => {
                let mode = WebMode::of_rules(saved.resume(0.0, limits)?.rules());
                (mode, Payload::Game(saved))
            }
            polymerge::Opened::Replay(replay) => {
                let player = ReplayPlayer::of(&replay, limits)?;
                (player.played_mode().clone(), Payload::Replay(player.into()))
            }
            _ => {
                let message = "this code holds modifiers, which change any mode, and no mode to play: choose it \
                               for a new game of a mode";
                return Err(Failure::code("no-mode", message));
            }
        };
        let found = code_in(text);
        let code = found.starts_with('@').then(|| found.into_owned());
        Ok(Opened { mode, payload, code })
    }

    /// The game as it was saved; of anything else a new game of the mode.
    pub fn game_of(&self, given: &StartOptions) -> Result<WebGame, Failure> {
        let Payload::Game(saved) = &self.payload else { return WebGame::of_mode(&self.mode, given) };
        // A code does not hold the random numbers to come.
        let is_code = **saved == Saved::from_code(saved.code(), 0).named(saved.mode_name());
        let seed = if is_code { Some(given.random_seed()) } else { given.seed };
        let saved = match seed {
            Some(seed) => (**saved).clone().reseeded(seed),
            None => (**saved).clone(),
        };
        WebGame::resumed(&saved, given.now, self.mode.limits())
    }

    /// The replay, if it is one.
    pub fn into_replay(self) -> Option<ReplayPlayer> {
        match self.payload {
            Payload::Replay(player) => Some(*player),
            _ => None,
        }
    }
}

/// Opens a text: a save code of any kind and version, with whatever people
/// paste around it, a mode file, or a snapshot of a game.
#[wasm_bindgen]
pub fn open(
    #[wasm_bindgen(unchecked_param_type = "string", js_name = text)] brought: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string", js_name = fileName)] name: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions", js_name = options)] given: &JsValue,
) -> Result<Opened, JsValue> {
    let (text, is_named) = (text("text", brought)?, !name.is_undefined());
    let (name, limits) = (file_name(name)?, limits::of_options(given)?);
    Ok(Opened::of(&text, &name, is_named, &limits)?)
}

#[wasm_bindgen]
impl Opened {
    /// The kind of the text: `mode`, `game` or `replay`.
    #[wasm_bindgen(getter, unchecked_return_type = "\"mode\" | \"game\" | \"replay\"")]
    pub fn kind(&self) -> String {
        let kind = match self.payload {
            Payload::Mode => "mode",
            Payload::Game(_) => "game",
            Payload::Replay(_) => "replay",
        };
        kind.to_owned()
    }

    /// The code that was found in the text, without what people paste around it; `undefined` for a mode
    /// file and a snapshot.
    #[wasm_bindgen(getter)]
    pub fn code(&self) -> Option<String> {
        self.code.clone()
    }

    /// The mode.
    pub fn mode(&self) -> WebMode {
        self.mode.clone()
    }

    /// The game as it was saved; of a mode or a replay a new game. The random numbers
    /// of a Game code are those of the seed; a snapshot continues with its own, unless
    /// a seed is given.
    pub fn game(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "StartOptions", js_name = options)] given: &JsValue,
    ) -> Result<WebGame, JsValue> {
        Ok(self.game_of(&StartOptions::of(given)?)?)
    }

    /// The replay.
    pub fn replay(&self) -> Result<ReplayPlayer, JsValue> {
        match &self.payload {
            Payload::Replay(player) => Ok((**player).clone()),
            _ => Err(Failure::input("no-replay", format!("this is a {}, not a replay", self.kind())).into()),
        }
    }
}
