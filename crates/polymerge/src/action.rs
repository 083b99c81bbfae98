//! Actions of a player, in a form that can be repeated.

use std::fmt;
use std::str::FromStr;

use polymerge_rules::{Cell, GameState, Turn, TurnError, World};

use crate::error::{Error, ErrorKind};

/// Something that is done to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// A direction is pressed.
    Play(usize),
    /// Playing on after a win.
    PlayOn,
    /// Playing again from the start.
    Restart,
    /// A tile is clicked.
    ClickTile(Cell),
    /// A stat box is clicked.
    ClickStatBox(usize),
    /// Time passes.
    Tick,
}

/// Something that was done, and when, in milliseconds.
///
/// As text it is a word, numbers and `@` with the time: `play:2@1500`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedAction {
    /// The action.
    pub action: Action,
    /// The time at which it was done, in milliseconds.
    pub at: f64,
}

impl Action {
    /// Does this to a game.
    ///
    /// # Errors
    /// If that is not possible now, or the turn fails; nothing changes.
    pub fn perform(self, game: &mut GameState, world: &mut World<'_>) -> Result<Turn, TurnError> {
        match self {
            Action::Play(direction) => game.play(direction, world),
            Action::PlayOn => game.continue_after_win(world),
            Action::Restart => game.restart(world),
            Action::ClickTile(cell) => game.click_tile(cell, world),
            Action::ClickStatBox(index) => game.click_stat_box(index, world),
            Action::Tick => game.tick(world),
        }
    }
}

impl fmt::Display for TimedAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action {
            Action::Play(direction) => write!(f, "play:{direction}")?,
            Action::PlayOn => f.write_str("on")?,
            Action::Restart => f.write_str("again")?,
            Action::ClickTile(cell) => write!(f, "tile:{}:{}", cell.row, cell.column)?,
            Action::ClickStatBox(index) => write!(f, "box:{index}")?,
            Action::Tick => f.write_str("tick")?,
        }
        write!(f, "@{}", self.at)
    }
}

impl FromStr for TimedAction {
    type Err = Error;

    fn from_str(text: &str) -> Result<TimedAction, Error> {
        read(text).ok_or_else(|| {
            let message = format!("{text:?} is nothing that can be done to a game");
            Error::new(ErrorKind::Input, "no-action", message)
        })
    }
}

fn read(text: &str) -> Option<TimedAction> {
    let (what, at) = text.split_once('@')?;
    let at = at.parse().ok().filter(|at: &f64| at.is_finite())?;
    let mut parts = what.split(':');
    let word = parts.next()?;
    let numbers = parts.map(|part| part.parse().ok()).collect::<Option<Vec<usize>>>()?;
    let action = match (word, &numbers[..]) {
        ("play", &[direction]) => Action::Play(direction),
        ("on", []) => Action::PlayOn,
        ("again", []) => Action::Restart,
        ("tile", &[row, column]) => Action::ClickTile(Cell::new(row, column)),
        ("box", &[index]) => Action::ClickStatBox(index),
        ("tick", []) => Action::Tick,
        _ => return None,
    };
    Some(TimedAction { action, at })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_written_and_read() {
        let cases = [
            ("play:3@0", Action::Play(3), 0.0),
            ("on@1500", Action::PlayOn, 1500.0),
            ("again@2.5", Action::Restart, 2.5),
            ("tile:1:12@1763800000000", Action::ClickTile(Cell::new(1, 12)), 1_763_800_000_000.0),
            ("box:4@7", Action::ClickStatBox(4), 7.0),
            ("tick@-1", Action::Tick, -1.0),
        ];
        for (text, action, at) in cases {
            assert_eq!(text.parse::<TimedAction>().unwrap(), TimedAction { action, at });
            assert_eq!(TimedAction { action, at }.to_string(), text);
        }
        let wrong =
            ["", "play@1", "play:1", "play:-1@1", "tile:1@1", "on:1@1", "jump@1", "play:1@inf", "on@x"];
        for text in wrong {
            assert!(text.parse::<TimedAction>().is_err(), "{text}");
        }
    }
}
