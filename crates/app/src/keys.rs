//! The meanings of keys: the table of [`commands`], the bindings that replace its keys in the
//! player's configuration, and the directions of a mode ([`keymap`]).

pub mod commands;
pub mod key;
pub mod keymap;

pub use commands::{Action, COMMANDS, Command, Context};
pub use key::Key;
pub use keymap::Keymap;

/// The keys of every command.
#[derive(Clone, Debug)]
pub struct Bindings {
    /// The keys of each command, in the order of the table.
    keys: Vec<Vec<Key>>,
    /// The keys for playing that the player gave to commands which do not have them by default.
    chosen: Vec<Key>,
}

impl Default for Bindings {
    fn default() -> Bindings {
        let keys = |command: &Command| command.keys.iter().filter_map(|key| Key::parse(key)).collect();
        Bindings { keys: COMMANDS.iter().map(keys).collect(), chosen: Vec::new() }
    }
}

impl Bindings {
    /// Binds keys to a command (by its index in the table) instead of its present ones. They are
    /// taken from other commands.
    pub fn bind(&mut self, place: usize, keys: Vec<Key>) {
        let context = COMMANDS[place].context;
        for (command, bound) in COMMANDS.iter().zip(&mut self.keys) {
            if command.context.shares_keys_with(context) {
                bound.retain(|key| !keys.contains(key));
            }
        }
        if context.shares_keys_with(Context::Game) {
            let usual = |key: &Key| COMMANDS[place].keys.iter().any(|own| Key::parse(own) == Some(*key));
            self.chosen.extend(keys.iter().filter(|key| !usual(key)));
        }
        self.keys[place] = keys;
    }

    /// Returns true if the player chose the meaning of the key while playing.
    fn is_chosen(&self, key: Key) -> bool {
        self.chosen.contains(&key)
    }

    /// Returns the bindings for a mode that declares keys for its directions. They are taken from
    /// the commands. A command that has no other key gets a substitute.
    fn without(&self, declared: &[Key]) -> Bindings {
        let mut left = self.clone();
        let is_played = |command: &Command| command.context.shares_keys_with(Context::Game);
        for (_, keys) in COMMANDS.iter().zip(&mut left.keys).filter(|(command, _)| is_played(command)) {
            keys.retain(|key| !declared.contains(key));
        }
        for (place, command) in COMMANDS.iter().enumerate() {
            let lost = self.keys[place].first().filter(|_| left.keys[place].is_empty());
            let Some(lost) = lost.filter(|_| command.context == Context::Game) else { continue };
            let is_taken = |key: &Key| declared.contains(key) || left.is_used_in_play(*key);
            let instead = lost.substitutes().find(|key| !is_taken(key));
            left.keys[place].extend(instead);
        }
        left
    }

    /// Returns true if the key has a meaning while playing.
    fn is_used_in_play(&self, key: Key) -> bool {
        [Context::Game, Context::Directions].iter().any(|context| self.action(*context, key).is_some())
    }

    /// Returns the commands of a context and their keys.
    pub fn of(&self, context: Context) -> impl Iterator<Item = (&'static Command, &[Key])> {
        let all = COMMANDS.iter().zip(&self.keys);
        all.filter(move |(command, _)| command.context == context)
            .map(|(command, keys)| (command, keys.as_slice()))
    }

    /// Returns the action of a key in a context.
    pub fn action(&self, context: Context, key: Key) -> Option<Action> {
        self.of(context).find(|(_, keys)| keys.contains(&key)).map(|(command, _)| command.action)
    }

    /// Returns the commands with their first keys and labels, for a footer.
    pub fn footer(&self, context: Context) -> Vec<(Action, String, &'static str)> {
        let first = |(command, keys): (&'static Command, &[Key])| {
            Some((command.action, keys.first()?.to_string(), command.label))
        };
        self.of(context).filter_map(first).collect()
    }

    /// Returns the labels and all keys, for the help.
    pub fn help(&self, context: Context) -> Vec<(String, String)> {
        let bound = self.of(context).filter(|(_, keys)| !keys.is_empty());
        bound.map(|(command, keys)| (command.label.to_owned(), shown(keys))).collect()
    }

    /// Returns the first key of a command.
    pub fn first(&self, context: Context, action: Action) -> Option<String> {
        let (_, keys) = self.of(context).find(|(command, _)| command.action == action)?;
        keys.first().map(Key::to_string)
    }
}

/// Returns keys as the help shows them.
pub fn shown(keys: &[Key]) -> String {
    keys.iter().map(Key::to_string).collect::<Vec<_>>().join(" ")
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
