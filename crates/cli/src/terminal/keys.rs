//! What keys mean.

use polymerge::Direction;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::moves;

/// What a player can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Press the direction with this index.
    Move(usize),
    /// Play on after a win.
    PlayOn,
    /// Start a new game.
    New,
    /// Take back a move.
    Undo,
    /// Make it again.
    Redo,
    /// Choose another mode.
    Modes,
    /// Explain the keys.
    Help,
    /// Leave.
    Quit,
}

/// Keys that mean the same in every mode: key, action, and what the footer
/// and the help call it; those that a narrow footer must show come first.
const COMMANDS: &[(KeyCode, Action, &str)] = &[
    (KeyCode::Char('q'), Action::Quit, "quit"),
    (KeyCode::Char('?'), Action::Help, "keys"),
    (KeyCode::Tab, Action::Modes, "modes"),
    (KeyCode::Char('u'), Action::Undo, "undo"),
    (KeyCode::Char('n'), Action::New, "new game"),
    (KeyCode::Char('r'), Action::Redo, "redo"),
    (KeyCode::Char('c'), Action::PlayOn, "play on"),
];

/// Keys for steps of the eight compass directions: sign of the rows, sign of
/// the columns, keys. The digits lie as on a number pad.
const COMPASS: &[(i64, i64, &[KeyCode])] = &[
    (-1, 0, &[KeyCode::Up, KeyCode::Char('w'), KeyCode::Char('k'), KeyCode::Char('8')]),
    (1, 0, &[KeyCode::Down, KeyCode::Char('s'), KeyCode::Char('j'), KeyCode::Char('2')]),
    (0, -1, &[KeyCode::Left, KeyCode::Char('a'), KeyCode::Char('h'), KeyCode::Char('4')]),
    (0, 1, &[KeyCode::Right, KeyCode::Char('d'), KeyCode::Char('l'), KeyCode::Char('6')]),
    (-1, -1, &[KeyCode::Char('7'), KeyCode::Char('y')]),
    (-1, 1, &[KeyCode::Char('9'), KeyCode::Char('i')]),
    (1, -1, &[KeyCode::Char('1'), KeyCode::Char('b')]),
    (1, 1, &[KeyCode::Char('3'), KeyCode::Char('m')]),
    (0, 0, &[KeyCode::Char('5'), KeyCode::Char(' ')]),
];

/// Keys for further directions, which share a compass direction with another.
const SPARE: &str = "0efgoptvxzEFGIOPTVXYZABDHJKLMSW";

/// The keys of a mode.
pub struct Keymap {
    /// Key, direction and its label.
    directions: Vec<(KeyCode, usize, String)>,
}

impl Keymap {
    /// Keys for these directions: each gets at least one, while there are any.
    pub fn new(directions: &[Direction]) -> Keymap {
        let mut bound: Vec<(KeyCode, usize, String)> = Vec::new();
        let mut spare = SPARE.chars();
        for (index, direction) in directions.iter().enumerate() {
            let label = moves::label(direction).unwrap_or_else(|| index.to_string());
            let sign = (direction.rows.signum(), direction.columns.signum());
            let free: Vec<KeyCode> = COMPASS
                .iter()
                .filter(|(rows, columns, _)| (*rows, *columns) == sign)
                .flat_map(|(_, _, keys)| keys.iter().copied())
                .filter(|key| bound.iter().all(|(taken, ..)| taken != key))
                .collect();
            if free.is_empty() {
                bound.extend(spare.next().map(|key| (KeyCode::Char(key), index, label)));
            } else {
                bound.extend(free.into_iter().map(|key| (key, index, label.clone())));
            }
        }
        Keymap { directions: bound }
    }

    /// What a key means, if anything.
    pub fn action(&self, key: KeyEvent) -> Option<Action> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'd') => Some(Action::Quit),
                KeyCode::Char('z') => Some(Action::Undo),
                KeyCode::Char('y') => Some(Action::Redo),
                _ => None,
            };
        }
        let lower = match key.code {
            KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
            other => other,
        };
        let direction =
            |code| self.directions.iter().find(|(key, ..)| *key == code).map(|(_, index, _)| *index);
        let command = || COMMANDS.iter().find(|(key, ..)| *key == lower).map(|(_, action, _)| *action);
        direction(key.code)
            .map(Action::Move)
            .or_else(command)
            .or_else(|| direction(lower).map(Action::Move))
            .or(match key.code {
                KeyCode::Esc => Some(Action::Modes),
                KeyCode::Backspace => Some(Action::Undo),
                KeyCode::Enter => Some(Action::PlayOn),
                _ => None,
            })
    }

    /// The commands, for the footer: key and name.
    pub fn commands() -> impl Iterator<Item = (String, &'static str)> {
        COMMANDS.iter().map(|(key, _, name)| (name_of(*key), *name))
    }

    /// All keys, for the help: name and keys.
    pub fn help(&self) -> Vec<(String, String)> {
        let commands = Keymap::commands().map(|(key, name)| (name.to_owned(), key));
        self.directions().into_iter().chain(commands).collect()
    }

    /// The keys of directions: label and keys.
    fn directions(&self) -> Vec<(String, String)> {
        let mut lines: Vec<(usize, String, String)> = Vec::new();
        for (key, index, label) in &self.directions {
            match lines.iter_mut().find(|(known, ..)| known == index) {
                Some((_, _, keys)) => *keys = format!("{keys} {}", name_of(*key)),
                None => lines.push((*index, label.clone(), name_of(*key))),
            }
        }
        lines.into_iter().map(|(_, label, keys)| (label, keys)).collect()
    }
}

fn name_of(key: KeyCode) -> String {
    match key {
        KeyCode::Char(' ') => "Space".into(),
        KeyCode::Char(c) => c.to_string(),
        KeyCode::Up => "↑".into(),
        KeyCode::Down => "↓".into(),
        KeyCode::Left => "←".into(),
        KeyCode::Right => "→".into(),
        other => format!("{other:?}"),
    }
}
