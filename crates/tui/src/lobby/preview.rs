//! A look at a mode or a game before it is played: its board and its rules.

use polymerge::advanced::display::{Stage, view_rules};
use polymerge::advanced::rules::Screen;
use polymerge::calc::Meter;
use polymerge::{Game, Mode};
use polymerge_app::board::{Board, Painter};
use polymerge_app::failure::Failure;
use polymerge_app::keys::{Bindings, Keymap};

/// The number of moves behind the picture of a mode: enough for tiles that are typical of it.
const MOVES: usize = 30;

/// The seed of the games in pictures.
const SEED: u64 = 2048;

/// The picture and the rules of a mode or a game.
#[derive(Clone, Debug, Default)]
pub struct Preview {
    /// The board, if it can be shown.
    pub board: Option<Board>,
    /// The rules: lines of text, headlines marked.
    pub rules: Vec<(bool, String)>,
    /// The directions with their keys, if arrows are not enough.
    pub keys: Option<String>,
}

impl Preview {
    /// Returns the preview of a built-in mode, a few moves after the start.
    pub fn of_mode(name: &str, keys: &Bindings) -> Preview {
        let start = |mode: Mode| mode.compile()?.start(SEED);
        let Ok(mut game) = Mode::built_in(name).and_then(start) else { return Preview::default() };
        for step in 0..MOVES {
            let directions = game.rules().directions().len();
            if game.state().screen() != Screen::Play || directions == 0 {
                break;
            }
            // A direction that can't be pressed now is simply passed over.
            _ = game.play_at((step * 7 + step / 3) % directions, step as f64);
        }
        Preview::of(&game, keys)
    }

    /// Returns the preview of a game, or the reason why it can't be read.
    pub fn of_game(game: Result<Game, Failure>, keys: &Bindings) -> Preview {
        match game {
            Ok(game) => Preview::of(&game, keys),
            Err(failure) => {
                Preview { rules: vec![(false, failure.message().to_owned())], ..Preview::default() }
            }
        }
    }

    /// Returns the preview of a game in play.
    pub fn of(game: &Game, keys: &Bindings) -> Preview {
        let keymap = Keymap::new(keys, game.rules().directions());
        let game = game.state();
        let mode = game.rules().mode();
        let mut scratch = game.scratch(0.0);
        let mut meter = Meter::new(game.rules().limits().evaluation.clone());
        let rules = view_rules(&mut Stage::new(&mut scratch, &mut meter, false), &mode.rules_text);
        let rules = rules.unwrap_or_default().into_iter();
        Preview {
            board: Some(Painter::new(mode).board(game, 0.0)),
            rules: rules.map(|line| (line.level > 0, line.text.readable())).collect(),
            keys: (!keymap.is_played_by_arrows()).then(|| keymap.ways()),
        }
    }
}
