//! The documented example of a configuration file.

use crate::keys::{COMMANDS, Context};

use super::SETTINGS;

const INTRODUCTION: &str = "\
# Configuration of polymerge: $XDG_CONFIG_HOME/polymerge/config.toml,
# which is ~/.config/polymerge/config.toml unless you have moved it.
# This file holds the defaults; what you leave out stays as it is here.
# `polymerge config --check` says what is wrong with yours, and where.
";

const KEYS: &str = "
# Keys are spelled \"u\", \"U\", \"ctrl+z\", \"alt+x\", \"f1\", \"up\", \"down\", \"left\",
# \"right\", \"space\", \"enter\", \"esc\", \"tab\", \"shift+tab\", \"backspace\", \"delete\",
# \"insert\", \"home\", \"end\", \"pageup\", \"pagedown\". An action has one key or a list;
# [] leaves it without. A key that you give to one action is taken from the
# one that has it by default; to give it to two is an error. Directions that
# have no key get one that is free: `?` shows which.
";

/// Returns a configuration file with all defaults and explanations.
pub fn example() -> String {
    let mut text = INTRODUCTION.to_owned();
    for setting in SETTINGS {
        text.push_str(&format!("\n# {}\n", setting.about));
        for (value, meaning) in setting.values {
            text.push_str(&format!("#   {:<16} {meaning}\n", format!("{value:?}")));
        }
        text.push_str(&format!("{} = {:?}\n", setting.name, setting.values[0].0));
    }
    text.push_str(KEYS);
    for (context, name, about) in Context::ALL {
        text.push_str(&format!("\n# {about}\n[keys.{name}]\n"));
        for command in COMMANDS.iter().filter(|command| command.context == *context) {
            let keys: Vec<String> = command.keys.iter().map(|key| format!("{key:?}")).collect();
            let line = format!("{} = [{}]", command.name, keys.join(", "));
            let label = if command.label == command.name { "" } else { command.label };
            text.push_str(format!("{line:<44} # {label}").trim_end_matches([' ', '#']));
            text.push('\n');
        }
    }
    text
}
