//! The keys while a mode is played.

use polymerge::Direction;
use ratatui::crossterm::event::KeyEvent;

use super::{Action, Bindings, Context, Key, shown};

/// The keys for directions that share a compass direction with another one and declare none.
const SPARE: &str = "0efgoptvxzEFGIOPTVXYZABDHJKLMSW";

/// The keys while a mode is played.
pub struct Keymap {
    /// The keys of the commands, less those of the directions.
    bindings: Bindings,
    /// The label and the keys of each direction.
    directions: Vec<(String, Vec<Key>)>,
}

impl Keymap {
    /// Assigns keys to directions: those that the mode declares, then those of the compass
    /// direction. Each direction gets at least one, while there are any. Keys of the mode win over
    /// commands, but not over the player's choices.
    pub fn new(bindings: &Bindings, directions: &[Direction]) -> Keymap {
        let declared = declared(bindings, directions);
        let bindings = bindings.without(&declared.concat());
        let mut spare = SPARE.chars().map(Key::from);
        let mut steps: Vec<(Action, &[Key])> =
            bindings.of(Context::Directions).map(|(command, keys)| (command.action, keys)).collect();
        let all = declared.concat();
        let directions = directions.iter().zip(declared).map(|(direction, mut keys)| {
            let step = Action::Step(direction.rows.signum(), direction.columns.signum());
            let own = steps.iter_mut().find(|(action, _)| *action == step);
            // The first of several directions of the same step takes its keys.
            keys.extend(own.map(|(_, keys)| std::mem::take(keys).to_vec()).unwrap_or_default());
            if keys.is_empty() {
                keys.extend(spare.find(|key| !bindings.is_used_in_play(*key) && !all.contains(key)));
            }
            (direction.name.clone(), keys)
        });
        let directions = directions.collect();
        Keymap { bindings, directions }
    }

    /// Returns the action of a key. A capital letter without a meaning has that of the small
    /// letter.
    pub fn action(&self, event: KeyEvent) -> Option<Action> {
        let key = Key::of(event);
        let exact = |key: Key| {
            let direction = self.directions.iter().position(|(_, keys)| keys.contains(&key));
            direction.map(Action::Move).or_else(|| self.bindings.action(Context::Game, key))
        };
        exact(key).or_else(|| exact(key.lower()))
    }

    /// Returns the commands, for the footer: action, key and name.
    pub fn commands(&self) -> Vec<(Action, String, &'static str)> {
        self.bindings.footer(Context::Game)
    }

    /// Returns the directions, each with its first key, in a line.
    pub fn ways(&self) -> String {
        let way = |(label, keys): &(String, Vec<Key>)| match keys.first().map(Key::to_string) {
            Some(key) if key != *label => format!("{label} {key}"),
            _ => label.clone(),
        };
        self.directions.iter().map(way).collect::<Vec<_>>().join("  ")
    }

    /// Returns true if every direction has an arrow key.
    pub fn is_played_by_arrows(&self) -> bool {
        self.directions.iter().all(|(_, keys)| keys.iter().any(Key::is_arrow))
    }

    /// Returns the first key and the name of a command.
    pub fn button(&self, action: Action) -> Option<(String, &'static str)> {
        let mut commands = self.bindings.of(Context::Game);
        let (command, keys) = commands.find(|(command, _)| command.action == action)?;
        Some((keys.first().map(Key::to_string).unwrap_or_default(), command.label))
    }

    /// Returns all keys, for the help: name and keys.
    pub fn help(&self) -> Vec<(String, String)> {
        let directions = self.directions.iter().map(|(label, keys)| (label.clone(), shown(keys)));
        directions.chain(self.bindings.help(Context::Game)).collect()
    }
}

/// Returns the declared keys of each direction: none twice, and none that the player has bound to
/// something else.
fn declared(bindings: &Bindings, directions: &[Direction]) -> Vec<Vec<Key>> {
    let mut seen: Vec<Key> = Vec::new();
    let mut own = |direction: &Direction| {
        let mut keys = Vec::new();
        for key in direction.keys.iter().filter_map(|code| Key::of_code(code)) {
            if !seen.contains(&key) && !bindings.is_chosen(key) {
                seen.push(key);
                keys.push(key);
            }
        }
        keys
    };
    directions.iter().map(&mut own).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use polymerge::{Limits, Mode, Rules, catalogue};
    use ratatui::crossterm::event::KeyModifiers;

    use super::*;
    use crate::keys::COMMANDS;

    fn rules(text: &str) -> Rules {
        Mode::from_text(text, &Limits::default()).unwrap().compile().unwrap()
    }

    fn press(keymap: &Keymap, key: &str) -> Option<Action> {
        let key = Key::parse(key).unwrap();
        let modifiers = [
            (key.name().contains("ctrl+"), KeyModifiers::CONTROL),
            (key.name().contains("alt+"), KeyModifiers::ALT),
        ];
        let modifiers =
            modifiers.iter().filter(|(is, _)| *is).fold(KeyModifiers::NONE, |all, (_, one)| all | *one);
        keymap.action(KeyEvent::new(key.code(), modifiers))
    }

    /// A mode with the eight moves of a knight, which are pressed by the keys around F.
    const KNIGHT: &str = r#"{
        "extends": "001-2048.jsonc",
        "directions": [
            { "move": [-2, -1], "label": "a", "keys": ["KeyE"] }, { "move": [-2, 1], "label": "b", "keys": ["KeyR"] },
            { "move": [-1, 2], "label": "c", "keys": ["KeyG"] }, { "move": [1, 2], "label": "d", "keys": ["KeyB"] },
            { "move": [2, 1], "label": "e", "keys": ["KeyV"] }, { "move": [2, -1], "label": "f", "keys": ["KeyC"] },
            { "move": [1, -2], "label": "g", "keys": ["KeyS"] }, { "move": [-1, -2], "label": "h", "keys": ["KeyQ", "Slash"] }
        ]
    }"#;

    #[test]
    fn keys_that_a_mode_declares_win() {
        let keymap = Keymap::new(&Bindings::default(), rules(KNIGHT).directions());
        // key, what it means
        for (key, action) in [
            ("e", Some(Action::Move(0))),
            ("r", Some(Action::Move(1))),
            ("g", Some(Action::Move(2))),
            ("b", Some(Action::Move(3))),
            ("v", Some(Action::Move(4))),
            ("c", Some(Action::Move(5))),
            ("s", Some(Action::Move(6))),
            ("q", Some(Action::Move(7))),
            ("/", Some(Action::Move(7))),
            // Commands keep another key of theirs, or get one.
            ("E", Some(Action::Share)),
            ("V", Some(Action::Watch)),
            ("ctrl+y", Some(Action::Redo)),
            ("enter", Some(Action::PlayOn)),
            ("ctrl+c", Some(Action::Quit)),
            ("n", Some(Action::New)),
        ] {
            assert_eq!(press(&keymap, key), action, "{key}");
        }
        let help = keymap.help();
        let keys = |name: &str| help.iter().find(|(own, _)| own == name).map(|(_, keys)| keys.as_str());
        assert_eq!((keys("share"), keys("watch"), keys("redo")), (Some("E"), Some("V"), Some("Ctrl-Y")));
        assert_eq!(keymap.button(Action::Share), Some(("E".into(), "share")));
        assert!(keymap.ways().starts_with("a e  b r  c g  d b"), "{}", keymap.ways());
        assert!(!keymap.is_played_by_arrows());
    }

    #[test]
    fn a_letter_whose_capital_has_a_meaning_gives_way_to_alt() {
        let text = r#"{ "extends": "001-2048.jsonc", "directions":
            ["up", "down", "left", { "name": "right", "keys": ["KeyN", "ArrowRight"] }] }"#;
        let keymap = Keymap::new(&Bindings::default(), rules(text).directions());
        for (key, action) in
            [("n", Action::Move(3)), ("N", Action::Again), ("alt+n", Action::New), ("right", Action::Move(3))]
        {
            assert_eq!(press(&keymap, key), Some(action), "{key}");
        }
    }

    #[test]
    fn the_player_wins_over_the_mode() {
        let mut bindings = Bindings::default();
        let bind = |bindings: &mut Bindings, name: &str, key: &str| {
            let place = COMMANDS.iter().position(|c| c.context == Context::Game && c.name == name).unwrap();
            bindings.bind(place, vec![Key::parse(key).unwrap()]);
        };
        bind(&mut bindings, "undo", "w");
        // What is written as it is by default is no choice.
        bind(&mut bindings, "share", "e");
        let keymap = Keymap::new(&bindings, rules(r#"{ "extends": "001-2048.jsonc" }"#).directions());
        assert_eq!(press(&keymap, "w"), Some(Action::Undo));
        let keymap = Keymap::new(&bindings, rules(KNIGHT).directions());
        assert_eq!((press(&keymap, "w"), press(&keymap, "e")), (Some(Action::Undo), Some(Action::Move(0))));
    }

    #[test]
    fn every_direction_and_every_command_of_every_mode_has_a_key_of_its_own() {
        let mut known = HashSet::new();
        let changes = ["grid=hexagon", "grid=4d", "direction_set=both", "stay_still"];
        let knights = Mode::from_text(KNIGHT, &Limits::default()).unwrap();
        let modes = catalogue::modes().map(|mode| Mode::built_in(mode.name()).unwrap()).chain([knights]);
        let changed = modes.flat_map(|mode| {
            let others = changes.map(|words| mode.clone().with(words));
            others.into_iter().flatten().chain([mode]).collect::<Vec<Mode>>()
        });
        for mode in changed {
            let Ok(rules) = mode.compile() else { continue };
            // Most modes have the directions of others.
            if !known.insert(format!("{:?}", rules.directions())) {
                continue;
            }
            let keymap = Keymap::new(&Bindings::default(), rules.directions());
            let title = &mode.info().title;
            let mut seen = HashSet::new();
            let commands = keymap.bindings.of(Context::Game);
            let commands = commands.map(|(command, keys)| (command.name.to_owned(), keys.to_vec()));
            for (label, keys) in keymap.directions.iter().cloned().chain(commands) {
                assert!(!keys.is_empty(), "{title}: {label}");
                for key in keys {
                    assert!(seen.insert(key), "{title}: {key} twice");
                }
            }
        }
        assert!(known.len() > 5, "{}", known.len());
    }
}
