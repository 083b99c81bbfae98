//! `polymerge completions`: scripts that complete the command line.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
use clap_complete::Shell;
use polymerge::advanced::modefile::{Setting, SettingKind, codes};
use polymerge::catalogue;
use polymerge::modifiers::{Modifier, Range, modifiers};
use polymerge_app::failure::Failure;
use polymerge_app::presets;
use polymerge_assist::explain;

#[derive(Args)]
pub struct Arguments {
    /// The shell to complete in
    shell: Shell,
}

pub fn run(arguments: &Arguments, program: Command) -> Result<(), Failure> {
    let values = Values::gather()?;
    // Other shells would complete names of modes in place of those of files.
    let mut program = match arguments.shell {
        Shell::Bash => values.in_command(program, true),
        _ => {
            values.in_command(program, false).mut_subcommand("modes", |modes| values.in_command(modes, true))
        }
    };
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "polymerge", &mut script);
    polymerge_app::input::print_exact(&script)
}

/// Example players of `polymerge bench` and `arena`, one of each kind.
const PLAYERS: &[&str] = &["random", "casual", "rollouts:2000", "learned", "learned:300", "guided:300"];

/// The values of arguments that are known beforehand.
struct Values {
    modes: Vec<String>,
    presets: Vec<String>,
    with: Vec<String>,
    set: Vec<String>,
    explain: Vec<String>,
    codes: Vec<String>,
}

impl Values {
    fn gather() -> Result<Values, Failure> {
        let presets = presets::names()?;
        let with = modifiers().iter().flat_map(of_modifier).chain(presets.iter().cloned());
        Ok(Values {
            modes: catalogue::modes().map(|mode| mode.short_name().to_owned()).collect(),
            with: with.collect(),
            set: settings()?,
            explain: sorted(explain::names().map(str::to_owned)),
            codes: codes().map(|code| code.name.to_owned()).collect(),
            presets,
        })
    }

    /// Returns the values of an argument; none if they are not known.
    fn of(&self, command: &str, argument: &Arg) -> Vec<String> {
        let values = match (command, argument.get_id().as_str()) {
            (_, "mode") => &self.modes,
            (_, "with") => &self.with,
            (_, "preset") | ("show" | "remove", "name") => &self.presets,
            (_, "set") => &self.set,
            ("eval", "explain") => &self.explain,
            ("check", "explain") => &self.codes,
            ("bench", "player") | ("arena", "against") => {
                return PLAYERS.iter().map(|player| (*player).to_owned()).collect();
            }
            _ => return Vec::new(),
        };
        // Shells read other signs in their own ways.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-@=:.".contains(c);
        values.iter().filter(|value| value.chars().all(is_plain)).cloned().collect()
    }

    /// Adds the values of its arguments to a command; names of modes only if they are wanted.
    fn in_command(&self, command: Command, with_modes: bool) -> Command {
        let name = command.get_name().to_owned();
        let known = command.get_arguments().filter(|argument| argument.get_action().takes_values());
        let known = known.filter(|argument| with_modes || argument.get_id() != "mode");
        let known: Vec<(String, Vec<String>)> =
            known.map(|argument| (argument.get_id().to_string(), self.of(&name, argument))).collect();
        let command = known.into_iter().filter(|(_, values)| !values.is_empty()).fold(
            command,
            |command, (id, values)| {
                command.mut_arg(id, |argument| argument.value_parser(PossibleValuesParser::new(values)))
            },
        );
        command.mut_subcommands(|inner| self.in_command(inner, with_modes))
    }
}

/// Returns the values of `--with` for a modifier.
fn of_modifier(modifier: &Modifier) -> Vec<String> {
    match modifier.range {
        Range::Flag => vec![modifier.name.to_owned()],
        Range::Word(words) => words.iter().map(|word| format!("{}={word}", modifier.name)).collect(),
        _ => vec![format!("{}=", modifier.name)],
    }
}

/// Returns the values of `--set` in all built-in modes.
fn settings() -> Result<Vec<String>, Failure> {
    let mut all = Vec::new();
    for mode in catalogue::modes() {
        let file = mode.read().map_err(Failure::result)?;
        all.extend(file.settings.iter().filter(|setting| setting.is_used()).flat_map(of_setting));
    }
    Ok(sorted(all.into_iter()))
}

fn of_setting(setting: &Setting) -> Vec<String> {
    let values: Vec<String> = match &setting.kind {
        SettingKind::Flag => vec!["true".into(), "false".into()],
        SettingKind::Choice(choices) => choices.iter().map(|choice| choice.word()).collect(),
        _ => vec![String::new()],
    };
    values.into_iter().map(|value| format!("{}={value}", setting.name)).collect()
}

/// Sorts texts and removes duplicates.
fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymerge_player::Policy;

    #[test]
    fn arguments_are_completed_with_values_that_they_take() {
        let values = Values::gather().unwrap();
        for (list, value) in [
            (&values.modes, "dive"),
            (&values.with, "garbage="),
            (&values.with, "multi_merge"),
            (&values.with, "grid_shape=Hexagon"),
            (&values.with, "honeycomb"),
            (&values.presets, "honeycomb"),
            (&values.set, "goals=fresh"),
            (&values.set, "original_spawns=true"),
            (&values.explain, "arr_elem"),
            (&values.explain, "@This"),
            (&values.explain, "EndTurn"),
        ] {
            assert!(list.iter().any(|own| own == value), "{value}: {list:?}");
        }
        assert!(PLAYERS.iter().all(|player| player.parse::<Policy>().is_ok()));
        for words in &values.with {
            let words = if words.ends_with('=') { continue } else { words };
            assert!(polymerge::Mode::built_in("2048").unwrap().with(words).is_ok(), "{words}");
        }
    }
}
