//! The configuration file: colours and keys.
//!
//! Two tables define its contents, [`SETTINGS`] and the commands of the terminal game. The
//! documented example is made from them.

mod example;
mod keep;
mod problem;

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use polymerge::advanced::modefile::nearest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::folders::{self, io_reason, read_text_if_any};
use crate::keys::{Bindings, COMMANDS, Context, Key};

pub use example::example;
pub use keep::keep;
pub use problem::{Problem, Problems};

/// A setting with a few possible values. The first one is the default.
pub struct Setting {
    /// The name in the file.
    pub name: &'static str,
    /// The description of the setting.
    pub about: &'static str,
    /// The possible values, and their meanings.
    pub values: &'static [(&'static str, &'static str)],
}

/// All settings except for the keys.
pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "theme",
        about: "The colours around the board, and how tiles are coloured.",
        values: &[
            ("terminal", "the colours of your terminal"),
            ("dark", "light on dark"),
            ("light", "dark on light"),
            ("high-contrast", "black and white, and frames around cells"),
            ("colour-blind", "colours that differ without red or green"),
        ],
    },
    Setting {
        name: "colours",
        about: "How many colours the terminal has.",
        values: &[
            ("auto", "what the terminal reports; none if NO_COLOR is set"),
            ("all", "all colours"),
            ("256", "the 256 colours of most terminals"),
            ("16", "the 16 colours of old terminals"),
            ("none", "no colours"),
        ],
    },
    Setting {
        name: "animation",
        about: "How fast tiles move. Keys never wait for them.",
        values: &[
            ("normal", "the usual speed"),
            ("fast", "twice as fast"),
            ("slow", "half as fast"),
            ("off", "tiles appear in their new places at once"),
        ],
    },
    Setting {
        name: "mouse",
        about: "Whether the mouse plays. With it, most terminals select text while Shift is held.",
        values: &[("on", "clicks, swipes and the wheel play"), ("off", "the terminal uses it")],
    },
];

/// Returns the path of the user's configuration; `None` if there is no home folder.
pub fn file() -> Option<PathBuf> {
    Some(folders::config()?.join("config.toml"))
}

/// The configuration of a player.
#[derive(Clone, Debug, Default)]
pub struct Config {
    settings: HashMap<&'static str, &'static str>,
    /// The bindings of the keys.
    pub keys: Bindings,
}

impl Config {
    /// Reads the user's configuration. A missing file gives the defaults.
    pub fn of_user() -> Result<Config, Problems> {
        file().map_or_else(|| Ok(Config::default()), |file| Config::of_file(&file))
    }

    /// Reads a configuration file. A missing file gives the defaults.
    pub fn of_file(file: &Path) -> Result<Config, Problems> {
        let name = file.display().to_string();
        match read_text_if_any(file) {
            Ok(Some(text)) => Config::read(&text).map_err(|list| Problems::new(name, list)),
            Ok(None) => Ok(Config::default()),
            Err(error) => Err(Problems::new(name, vec![Problem::new(0, io_reason(&error))])),
        }
    }

    /// Returns the value of a setting; the default if the file does not have it.
    pub fn setting(&self, name: &str) -> &'static str {
        let default = || SETTINGS.iter().find(|setting| setting.name == name).map_or("", |s| s.values[0].0);
        self.settings.get(name).copied().unwrap_or_else(default)
    }

    /// Parses a configuration, or returns all of its problems.
    pub fn read(text: &str) -> Result<Config, Vec<Problem>> {
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut reader = Reader { text, config: Config::default(), problems: Vec::new(), bound: Vec::new() };
        for error in errors {
            reader.problem(error.span().unwrap_or_default(), error.message());
        }
        if reader.problems.is_empty() {
            reader.read(table.get_ref());
        }
        reader.problems.sort();
        if reader.problems.is_empty() { Ok(reader.config) } else { Err(reader.problems) }
    }
}

struct Reader<'a> {
    text: &'a str,
    config: Config,
    problems: Vec<Problem>,
    /// The keys that the file has bound: command, key and line.
    bound: Vec<(usize, Key, usize)>,
}

impl Reader<'_> {
    fn line(&self, span: &Range<usize>) -> usize {
        self.text.as_bytes().iter().take(span.start).filter(|byte| **byte == b'\n').count() + 1
    }

    fn problem(&mut self, span: Range<usize>, message: impl ToString) {
        let line = self.line(&span);
        self.problems.push(Problem::new(line, message.to_string()));
    }

    fn read(&mut self, table: &DeTable<'_>) {
        let names: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).chain(["keys"]).collect();
        for (name, value) in table.iter() {
            match (SETTINGS.iter().find(|setting| setting.name == name.get_ref()), value.get_ref()) {
                (Some(setting), value_of) => self.set(setting, value.span(), value_of.as_str()),
                (None, DeValue::Table(contexts)) if name.get_ref() == "keys" => self.contexts(contexts),
                (None, _) if name.get_ref() == "keys" => self.problem(value.span(), "keys must be a table"),
                (None, _) => self.problem(name.span(), unknown("setting", name.get_ref(), &names)),
            }
        }
    }

    fn set(&mut self, setting: &'static Setting, span: Range<usize>, value: Option<&str>) {
        let known = setting.values.iter().find(|(known, _)| Some(*known) == value);
        match known {
            Some((value, _)) => _ = self.config.settings.insert(setting.name, value),
            None => {
                let values: Vec<String> =
                    setting.values.iter().map(|(value, _)| format!("{value:?}")).collect();
                self.problem(span, format!("{} must be one of {}", setting.name, values.join(", ")));
            }
        }
    }

    fn contexts(&mut self, table: &DeTable<'_>) {
        let names: Vec<&str> = Context::ALL.iter().map(|(_, name, _)| *name).collect();
        for (name, value) in table.iter() {
            let context = Context::ALL.iter().find(|(_, known, _)| known == name.get_ref());
            match (context, value.get_ref()) {
                (Some((context, ..)), DeValue::Table(commands)) => self.commands(*context, commands),
                (Some(_), _) => {
                    self.problem(value.span(), format!("keys.{} must be a table", name.get_ref()))
                }
                (None, _) => self.problem(name.span(), unknown("table of keys", name.get_ref(), &names)),
            }
        }
        // Tables come sorted by name; people read from top to bottom.
        self.bound.sort_by_key(|(.., line)| *line);
        for (index, (command, key, line)) in self.bound.iter().enumerate() {
            let context = COMMANDS[*command].context;
            let earlier = self.bound[..index].iter().find(|(other, other_key, _)| {
                key == other_key && COMMANDS[*other].context.shares_keys_with(context)
            });
            if let Some((other, _, other_line)) = earlier {
                let other = format!("keys.{}.{}", COMMANDS[*other].context.name(), COMMANDS[*other].name);
                let message = format!("{:?} is bound twice: to {other} too (line {other_line})", key.name());
                self.problems.push(Problem::new(*line, message));
            }
        }
    }

    fn commands(&mut self, context: Context, table: &DeTable<'_>) {
        let names: Vec<&str> = COMMANDS.iter().filter(|c| c.context == context).map(|c| c.name).collect();
        for (name, value) in table.iter() {
            let place = COMMANDS.iter().position(|c| c.context == context && c.name == name.get_ref());
            match place {
                Some(place) => self.keys(place, value),
                None => self.problem(name.span(), unknown("action", name.get_ref(), &names)),
            }
        }
    }

    /// Binds a key or a list of keys.
    fn keys(&mut self, place: usize, value: &Spanned<DeValue<'_>>) {
        let alone = std::slice::from_ref(value);
        let list = match value.get_ref() {
            DeValue::Array(list) => list.iter().as_slice(),
            _ => alone,
        };
        let mut keys = Vec::new();
        for spelled in list {
            let Some(text) = spelled.get_ref().as_str() else {
                self.problem(spelled.span(), "a key must be a text, such as \"u\" or \"ctrl+z\"");
                continue;
            };
            let context = COMMANDS[place].context;
            match Key::parse(text) {
                None => self.problem(spelled.span(), format!("there is no key {text:?}")),
                Some(key)
                    if context == Context::Lists && key.character().is_some_and(char::is_alphanumeric) =>
                {
                    self.problem(spelled.span(), format!("{text:?} searches in lists; try \"ctrl+{text}\""));
                }
                Some(key) => {
                    let line = self.line(&spelled.span());
                    self.bound.push((place, key, line));
                    keys.push(key);
                }
            }
        }
        self.config.keys.bind(place, keys);
    }
}

/// Returns the message for an unknown name, with a similar one.
fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    match nearest(name, known.iter().copied()) {
        Some(meant) => format!("there is no {what} {name:?}; did you mean {meant:?}?"),
        None => format!("there is no {what} {name:?}; there is {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Action;

    #[test]
    fn everything_can_be_chosen() {
        let text = "theme = \"light\"\n[keys.game]\nundo = [\"z\", \"ctrl+u\"]\nnew = \"f5\"\n[keys.directions]\nup = \"n\"\n";
        let config = Config::read(text).unwrap();
        assert_eq!((config.setting("theme"), config.setting("colours")), ("light", "auto"));
        let action = |context, key| config.keys.action(context, Key::parse(key).unwrap());
        for (key, expected) in [
            ("z", Some(Action::Undo)),
            ("ctrl+u", Some(Action::Undo)),
            ("u", None),
            ("f5", Some(Action::New)),
            ("n", None),
            ("r", Some(Action::Redo)),
        ] {
            assert_eq!(action(Context::Game, key), expected, "{key}");
        }
        assert_eq!(action(Context::Directions, "n"), Some(Action::Step(-1, 0)));
        assert_eq!(action(Context::Directions, "w"), None);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        // file, problems
        let cases: &[(&str, &[&str])] = &[
            ("[keys.game]\nudno = \"u\"", &["2: there is no action \"udno\"; did you mean \"undo\"?"]),
            ("\nthem = \"dark\"", &["2: there is no setting \"them\"; did you mean \"theme\"?"]),
            ("[keys.gmae]\n", &["1: there is no table of keys \"gmae\"; did you mean \"game\"?"]),
            ("colours = 16", &["1: colours must be one of \"auto\", \"all\", \"256\", \"16\", \"none\""]),
            (
                "[keys.game]\nundo = \"x\"\nredo = [\n  \"y\",\n  \"x\",\n]",
                &["5: \"x\" is bound twice: to keys.game.undo too (line 2)"],
            ),
            (
                "[keys.directions]\nup = \"i\"\n[keys.game]\nnew = \"i\"\nundo = \"hyper+u\"",
                &[
                    "4: \"i\" is bound twice: to keys.directions.up too (line 2)",
                    "5: there is no key \"hyper+u\"",
                ],
            ),
            ("[keys.lists]\ngames = \"g\"", &["2: \"g\" searches in lists; try \"ctrl+g\""]),
            ("[keys.game]\nundo = 3", &["2: a key must be a text, such as \"u\" or \"ctrl+z\""]),
            ("keys = 3", &["1: keys must be a table"]),
            ("theme = \"dark", &["1: invalid basic string, expected `\"`"]),
        ];
        for (text, expected) in cases {
            let found: Vec<String> = Config::read(text).unwrap_err().iter().map(Problem::to_string).collect();
            assert_eq!(found, *expected, "{text}");
        }
    }

    #[test]
    fn the_same_key_may_do_one_thing_in_a_game_and_another_in_lists() {
        assert!(Config::read("[keys.game]\nundo = \"f2\"\n[keys.lists]\ngames = \"f2\"").is_ok());
    }

    #[test]
    fn the_example_is_the_default() {
        let config = Config::read(&example()).unwrap();
        for setting in SETTINGS {
            assert_eq!(config.setting(setting.name), setting.values[0].0);
        }
        for (context, ..) in Context::ALL {
            assert_eq!(config.keys.help(*context), Bindings::default().help(*context));
        }
    }
}
