//! What keys mean: the table of [`commands`], the keys that a player chose
//! instead, and the directions of a mode.

pub mod commands;
pub mod key;

use polymerge::Direction;
use ratatui::crossterm::event::KeyEvent;

pub use commands::{Action, Command, Context, COMMANDS};
pub use key::Key;

/// Keys for further directions, which share a compass direction with another.
const SPARE: &str = "0efgoptvxzEFGIOPTVXYZABDHJKLMSW";

/// The keys of every command.
#[derive(Clone, Debug)]
pub struct Bindings {
    /// For each command, in the order of the table.
    keys: Vec<Vec<Key>>,
}

impl Default for Bindings {
    fn default() -> Bindings {
        let keys = |command: &Command| command.keys.iter().filter_map(|key| Key::parse(key)).collect();
        Bindings { keys: COMMANDS.iter().map(keys).collect() }
    }
}

impl Bindings {
    /// Gives a command (by its place in the table) keys instead of those it
    /// has; they are taken from the commands that had them.
    pub fn bind(&mut self, place: usize, keys: Vec<Key>) {
        let context = COMMANDS[place].context;
        for (command, bound) in COMMANDS.iter().zip(&mut self.keys) {
            if command.context.shares_keys_with(context) {
                bound.retain(|key| !keys.contains(key));
            }
        }
        self.keys[place] = keys;
    }

    /// The commands of a context and their keys.
    pub fn of(&self, context: Context) -> impl Iterator<Item = (&'static Command, &[Key])> {
        let all = COMMANDS.iter().zip(&self.keys);
        all.filter(move |(command, _)| command.context == context)
            .map(|(command, keys)| (command, keys.as_slice()))
    }

    /// What a key means there, if anything.
    pub fn action(&self, context: Context, key: Key) -> Option<Action> {
        self.of(context).find(|(_, keys)| keys.contains(&key)).map(|(command, _)| command.action)
    }

    /// Commands with their first keys and labels, for a footer.
    pub fn footer(&self, context: Context) -> Vec<(Action, String, &'static str)> {
        let first = |(command, keys): (&'static Command, &[Key])| {
            Some((command.action, keys.first()?.to_string(), command.label))
        };
        self.of(context).filter_map(first).collect()
    }

    /// Labels and all keys, for the help.
    pub fn help(&self, context: Context) -> Vec<(String, String)> {
        let bound = self.of(context).filter(|(_, keys)| !keys.is_empty());
        bound.map(|(command, keys)| (command.label.to_owned(), shown(keys))).collect()
    }
}

fn shown(keys: &[Key]) -> String {
    keys.iter().map(Key::to_string).collect::<Vec<_>>().join(" ")
}

/// The keys while a mode is played.
pub struct Keymap {
    bindings: Bindings,
    /// For each direction its label and keys.
    directions: Vec<(String, Vec<Key>)>,
}

impl Keymap {
    /// Keys for these directions: each gets at least one, while there are any.
    pub fn new(bindings: &Bindings, directions: &[Direction]) -> Keymap {
        let taken = |key: Key| bindings.action(Context::Game, key).is_some();
        let mut spare = SPARE.chars().map(Key::from).filter(|key| !taken(*key));
        let mut steps: Vec<(Action, &[Key])> =
            bindings.of(Context::Directions).map(|(command, keys)| (command.action, keys)).collect();
        let directions = directions.iter().map(|direction| {
            let step = Action::Step(direction.rows.signum(), direction.columns.signum());
            let own = steps.iter_mut().find(|(action, _)| *action == step);
            // The first of several directions of the same step takes its keys.
            let mut keys = own.map(|(_, keys)| std::mem::take(keys).to_vec()).unwrap_or_default();
            if keys.is_empty() {
                keys.extend(spare.next());
            }
            (direction.name.clone(), keys)
        });
        let directions = directions.collect();
        Keymap { bindings: bindings.clone(), directions }
    }

    /// What a key means, if anything. A letter that means nothing means what
    /// it does without the shift key.
    pub fn action(&self, event: KeyEvent) -> Option<Action> {
        let key = Key::of(event);
        let exact = |key: Key| {
            let direction = self.directions.iter().position(|(_, keys)| keys.contains(&key));
            direction.map(Action::Move).or_else(|| self.bindings.action(Context::Game, key))
        };
        exact(key).or_else(|| exact(key.lower()))
    }

    /// The commands, for the footer: action, key and name.
    pub fn commands(&self) -> Vec<(Action, String, &'static str)> {
        self.bindings.footer(Context::Game)
    }

    /// The directions, each with its first key, in a line.
    pub fn ways(&self) -> String {
        let way = |(label, keys): &(String, Vec<Key>)| match keys.first().map(Key::to_string) {
            Some(key) if key != *label => format!("{label} {key}"),
            _ => label.clone(),
        };
        format!("directions here: {}", self.directions.iter().map(way).collect::<Vec<_>>().join("  "))
    }

    /// The first key and the name of a command.
    pub fn button(&self, action: Action) -> Option<(String, &'static str)> {
        let mut commands = self.bindings.of(Context::Game);
        let (command, keys) = commands.find(|(command, _)| command.action == action)?;
        Some((keys.first().map(Key::to_string).unwrap_or_default(), command.label))
    }

    /// All keys, for the help: name and keys.
    pub fn help(&self) -> Vec<(String, String)> {
        let directions = self.directions.iter().map(|(label, keys)| (label.clone(), shown(keys)));
        directions.chain(self.bindings.help(Context::Game)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_meanings() {
        for (index, one) in COMMANDS.iter().enumerate() {
            for key in one.keys {
                assert!(Key::parse(key).is_some(), "{key}");
            }
            for two in &COMMANDS[index + 1..] {
                if one.context.shares_keys_with(two.context) {
                    let both: Vec<_> = one.keys.iter().filter(|key| two.keys.contains(key)).collect();
                    assert!(both.is_empty(), "{} and {}: {both:?}", one.name, two.name);
                }
                assert!(one.context != two.context || one.name != two.name, "{} is there twice", one.name);
            }
        }
    }

    #[test]
    fn every_direction_of_every_mode_has_a_key_of_its_own() {
        use polymerge::catalogue;
        use polymerge::Mode;
        use std::collections::HashSet;

        let mut known = HashSet::new();
        for mode in catalogue::modes() {
            let raw = Mode::built_in(mode.name()).unwrap();
            // Most modes have the directions of others.
            if !known.insert(polymerge::calc::json::write(&raw.unchanged().directions)) {
                continue;
            }
            let rules = raw.compile().unwrap();
            let keymap = Keymap::new(&Bindings::default(), rules.directions());
            let mut seen = HashSet::new();
            for (label, keys) in &keymap.directions {
                assert!(!keys.is_empty(), "{}: {label}", mode.name());
                for key in keys {
                    assert!(seen.insert(*key), "{}: {key} twice", mode.name());
                    assert_eq!(Bindings::default().action(Context::Game, *key), None, "{}", mode.name());
                }
            }
        }
    }

    #[test]
    fn a_key_that_is_given_away_is_lost_to_its_command() {
        let mut bindings = Bindings::default();
        let place = COMMANDS.iter().position(|c| c.context == Context::Game && c.name == "undo").unwrap();
        bindings.bind(place, vec![Key::from('h')]);
        let key = |c| Key::from(c);
        assert_eq!(bindings.action(Context::Game, key('h')), Some(Action::Undo));
        assert_eq!(bindings.action(Context::Game, key('u')), None);
        assert_eq!(bindings.action(Context::Directions, key('h')), None);
        assert_eq!(bindings.action(Context::Directions, key('a')), Some(Action::Step(0, -1)));
    }
}
