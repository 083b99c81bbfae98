//! The text of a game: in rows, or in words.

use polymerge::State;
use polymerge::advanced::display::{Stage, view_rules};
use polymerge::advanced::rules::{Mode, Screen};
use polymerge::calc::Meter;
use polymerge_app::board::{BoxValue, InfoBox, Look, Painter};

use crate::report;

/// The form in which games are printed.
pub struct Show {
    painter: Painter,
    /// True if boards are printed in words.
    pub in_words: bool,
}

impl Show {
    /// Returns the default form for a mode.
    pub fn new(mode: &Mode) -> Show {
        Show { painter: Painter::new(mode), in_words: false }
    }

    /// Returns the boxes, the board and the state of the game.
    pub fn game(&self, game: &State, now: f64) -> String {
        let mut text = String::new();
        let boxes: Vec<String> = self.painter.boxes(game, now).iter().map(of_box).collect();
        if !boxes.is_empty() {
            text.push_str(&format!("{}\n", boxes.join(", ")));
        }
        let next = self.painter.next(game, now);
        if !next.is_empty() {
            let next: Vec<String> = next.into_iter().map(|tile| tile.text).collect();
            text.push_str(&format!("Next: {}\n", next.join(", ")));
        }
        text.push_str(&if self.in_words { self.words(game, now) } else { report::board(game) });
        text.push_str(match game.screen() {
            Screen::Play => "",
            Screen::Win if game.rules().postgame_allowed() => {
                "You win! Type continue to play on, new or undo.\n"
            }
            Screen::Win => "You win! Type new or undo.\n",
            Screen::GameOver => "Game over. Type new or undo.\n",
        });
        text
    }

    /// Returns the places of the boxes that can be clicked.
    pub fn clickable(&self, game: &State, now: f64) -> Vec<usize> {
        let boxes = self.painter.boxes(game, now);
        boxes.into_iter().filter(|found| found.clickable).map(|found| found.index).collect()
    }

    /// Returns the board, row by row, for reading aloud.
    fn words(&self, game: &State, now: f64) -> String {
        let board = self.painter.board(game, now);
        let mut text = String::new();
        for (index, row) in board.rows.iter().enumerate() {
            let cells = row.iter().filter_map(|look| match look {
                Look::Void => None,
                Look::Empty => Some("empty".to_owned()),
                Look::Slippery => Some("slippery".to_owned()),
                Look::Hole(turns) => Some(hole(turns)),
                Look::Tile(tile) => Some(tile.text.clone()),
            });
            let cells: Vec<String> = cells.collect();
            text.push_str(&format!("Row {}: {}.\n", index + 1, cells.join(", ")));
        }
        text
    }

    /// Returns the rules.
    pub fn rules(&self, game: &State) -> String {
        let mut scratch = game.scratch(0.0);
        let mut meter = Meter::new(game.rules().limits().evaluation.clone());
        let lines =
            view_rules(&mut Stage::new(&mut scratch, &mut meter, false), &game.rules().mode().rules_text);
        lines.unwrap_or_default().iter().map(|line| format!("{}\n", line.text.readable())).collect()
    }
}

fn of_box(shown: &InfoBox) -> String {
    let value = match &shown.value {
        BoxValue::Text(text) => text.clone(),
        BoxValue::Tiles(tiles) => tiles.iter().map(|tile| tile.text.as_str()).collect::<Vec<_>>().join(" "),
    };
    format!("{}: {value}", shown.title)
}

fn hole(turns: &str) -> String {
    let plural = if turns == "1" { "" } else { "s" };
    format!("hole for {turns} turn{plural}")
}
