//! What a player does to a game, to be done again.

use std::fmt;
use std::str::FromStr;

use polymerge_rules::{Cell, Game, Turn, TurnError, World};

/// Something that is done to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
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
pub struct Done {
    /// What was done.
    pub deed: Deed,
    /// The time at which it was done, in milliseconds.
    pub at: f64,
}

impl Deed {
    /// Does this to a game.
    ///
    /// # Errors
    /// If that is not possible now, or the turn fails; nothing changes.
    pub fn perform(self, game: &mut Game, world: &mut World<'_>) -> Result<Turn, TurnError> {
        match self {
            Deed::Play(direction) => game.play(direction, world),
            Deed::PlayOn => game.continue_after_win(world),
            Deed::Restart => game.restart(world),
            Deed::ClickTile(cell) => game.click_tile(cell, world),
            Deed::ClickStatBox(index) => game.click_stat_box(index, world),
            Deed::Tick => game.tick(world),
        }
    }
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.deed {
            Deed::Play(direction) => write!(f, "play:{direction}")?,
            Deed::PlayOn => f.write_str("on")?,
            Deed::Restart => f.write_str("again")?,
            Deed::ClickTile(cell) => write!(f, "tile:{}:{}", cell.row, cell.column)?,
            Deed::ClickStatBox(index) => write!(f, "box:{index}")?,
            Deed::Tick => f.write_str("tick")?,
        }
        write!(f, "@{}", self.at)
    }
}

/// A text that says nothing that can be done to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoDeed(String);

impl fmt::Display for NoDeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is nothing that can be done to a game", self.0)
    }
}

impl std::error::Error for NoDeed {}

impl FromStr for Done {
    type Err = NoDeed;

    fn from_str(text: &str) -> Result<Done, NoDeed> {
        done_of(text).ok_or_else(|| NoDeed(text.to_owned()))
    }
}

fn done_of(text: &str) -> Option<Done> {
    let (what, at) = text.split_once('@')?;
    let at = at.parse().ok().filter(|at: &f64| at.is_finite())?;
    let mut parts = what.split(':');
    let word = parts.next()?;
    let numbers = parts.map(|part| part.parse().ok()).collect::<Option<Vec<usize>>>()?;
    let deed = match (word, &numbers[..]) {
        ("play", &[direction]) => Deed::Play(direction),
        ("on", []) => Deed::PlayOn,
        ("again", []) => Deed::Restart,
        ("tile", &[row, column]) => Deed::ClickTile(Cell::new(row, column)),
        ("box", &[index]) => Deed::ClickStatBox(index),
        ("tick", []) => Deed::Tick,
        _ => return None,
    };
    Some(Done { deed, at })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_are_written_and_read() {
        let cases = [
            ("play:3@0", Deed::Play(3), 0.0),
            ("on@1500", Deed::PlayOn, 1500.0),
            ("again@2.5", Deed::Restart, 2.5),
            ("tile:1:12@1763800000000", Deed::ClickTile(Cell::new(1, 12)), 1_763_800_000_000.0),
            ("box:4@7", Deed::ClickStatBox(4), 7.0),
            ("tick@-1", Deed::Tick, -1.0),
        ];
        for (text, deed, at) in cases {
            assert_eq!(text.parse(), Ok(Done { deed, at }));
            assert_eq!(Done { deed, at }.to_string(), text);
        }
        let wrong =
            ["", "play@1", "play:1", "play:-1@1", "tile:1@1", "on:1@1", "jump@1", "play:1@inf", "on@x"];
        for text in wrong {
            assert!(text.parse::<Done>().is_err(), "{text}");
        }
    }
}
