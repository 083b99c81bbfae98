//! Games that go on under other rules, or on another board.

use calcarray::Value;
use polymerge_rules::{GameState, SavedGame, World};

use crate::compiled::Rules;
use crate::error::Error;
use crate::game::Game;
use crate::session::Session;

impl Rules {
    /// Goes on with a game that was played by other rules, those before an edit of the mode: board,
    /// counters, discovered tiles and game variables stay as far as these rules have room for
    /// them. The record of the game begins anew. The second value says what could not stay.
    ///
    /// ```
    /// use polymerge::{Limits, Mode};
    ///
    /// let rules = |text: &str| Mode::from_text(text, &Limits::default())?.compile();
    /// let game = rules(r#"{ "extends": "classic.jsonc" }"#)?.start(7)?;
    /// let (next, lost) = rules(r#"{ "extends": "classic.jsonc", "win": [[5]] }"#)?.carry(&game)?;
    /// assert_eq!(next.state().grid(), game.state().grid());
    /// assert!(lost.is_empty());
    /// let (_, lost) = rules(r#"{ "extends": "classic.jsonc", "grid": "5x5" }"#)?.carry(&game)?;
    /// assert_eq!(lost, ["the board, which has another size now"]);
    /// # Ok::<(), polymerge::Error>(())
    /// ```
    ///
    /// # Errors
    /// A game of these rules can't be started.
    pub fn carry(&self, game: &Game) -> Result<(Game, Vec<String>), Error> {
        let fresh = self.start_at(game.seed(), game.time())?.0;
        let (old, new) = (game.state().save(game.time()), fresh.state().save(game.time()));
        let mut lost = Vec::new();
        let grid = match fits(
            &old.grid,
            &new.grid,
            self.mode().file().entry_names.len(),
            game.rules().mode().file().entry_names.len(),
        ) {
            Ok(()) => old.grid.clone(),
            Err(why) => {
                lost.push(format!("the board, {why}"));
                new.grid.clone()
            }
        };
        let game_variables = variables(self, game, (&old.game_variables, &new.game_variables), &mut lost);
        let saved = SavedGame {
            grid,
            game_variables,
            score: old.score,
            moves: old.moves,
            manual_moves: old.manual_moves,
            merges: old.merges,
            merge_moves: old.merge_moves,
            merges_before: old.merges_before,
            discovered: old.discovered,
            elapsed: old.elapsed,
            first_move: old.first_move,
            ..new
        };
        match restored(self, &saved, game) {
            Ok(game) => Ok((game, lost)),
            Err(error) => {
                Ok((fresh, vec![format!("the game, which does not fit the mode any more: {error}")]))
            }
        }
    }
}

impl Game {
    /// Returns this game with another board, a list of rows of cells; it has no way back.
    ///
    /// # Errors
    /// The board does not fit the mode.
    pub fn with_board(&self, grid: Value) -> Result<Game, Error> {
        let saved = SavedGame { grid, ..self.state().save(self.time()) };
        restored(self.rules(), &saved, self)
    }
}

fn restored(rules: &Rules, saved: &SavedGame, game: &Game) -> Result<Game, Error> {
    let mut random = game.random().clone();
    let world = &mut World::new(&mut random, game.time());
    let state = GameState::restore(rules.ruleset().clone(), saved, world)?;
    let session = Session::of_game(state, game.seed());
    Ok(Game::new(rules.clone(), session, game.time()))
}

/// Returns an error that says why a board does not fit.
fn fits(old: &Value, new: &Value, entries: usize, entries_before: usize) -> Result<(), &'static str> {
    let size = |grid: &Value| -> Option<Vec<usize>> {
        grid.as_array()?.entries().iter().map(|row| Some(row.as_array()?.len())).collect()
    };
    match (size(old), size(new)) {
        (old, new) if old != new => Err("which has another size now"),
        _ if entries > 0 && entries_before > 0 && entries != entries_before => {
            Err("whose tiles have other entries now")
        }
        _ => Ok(()),
    }
}

/// The values of the game variables: those of the game by their names, else those at the start.
fn variables(rules: &Rules, game: &Game, (old, new): (&Value, &Value), lost: &mut Vec<String>) -> Value {
    let (names, known) = (&rules.mode().file().variable_names, &game.rules().mode().file().variable_names);
    let values = |list: &Value| list.as_array().map(|list| list.to_vec()).unwrap_or_default();
    let (old, mut new) = (values(old), values(new));
    if names.is_empty() || known.is_empty() {
        if old.len() == new.len() {
            return Value::array(old);
        }
        lost.push("the variables, of which there is another number now".to_owned());
        return Value::array(new);
    }
    for (name, value) in names.iter().zip(&mut new) {
        if let Some(place) = known.iter().position(|own| own == name)
            && let Some(own) = old.get(place)
        {
            *value = own.clone();
        }
    }
    Value::array(new)
}
