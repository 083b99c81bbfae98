//! `polymerge modes`: the built-in modes.

mod rules;
mod spec;

use clap::{Args, Subcommand};
use polymerge::advanced::modefile::{Group, Setting, SettingKind, Summary, features};
use polymerge::calc::json;
use polymerge::catalogue;
use polymerge::modifiers::{Modifier, Range};
use polymerge::{Mode, Value};
use polymerge_app::changes::Changes;
use polymerge_app::failure::Failure;
use polymerge_app::input;
use polymerge_app::modifiers;
use polymerge_app::object::object;
use polymerge_app::source::Source;

/// List the modes that are built in
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    /// Only modes whose name, title, family, size (7x7), tags (easy, timer), description or features
    /// have this text in them
    #[arg(long, value_name = "TEXT")]
    search: Option<String>,
    /// Print one JSON object per mode
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Task {
    /// Print the rules of a mode as a player reads them
    ///
    /// With --set, --with and --preset, they are those of the mode with these changes.
    #[command(after_help = "\
Examples:
  polymerge modes show dive                          in words, as the original says them
  polymerge modes show dive --rules                  as formulas, with lines of the mode file
  polymerge modes show dive --spec                   all but the looks
  polymerge modes show 2048 --spec --with garbage=2  with a change")]
    Show {
        /// The mode: its number, name or title, or a mode file
        mode: String,
        /// Print the settings that the mode has for polymerge play --set
        #[arg(long)]
        settings: bool,
        /// Print merges, spawns, goals and scripts as formulas, with their lines in the file
        #[arg(long, conflicts_with = "settings")]
        rules: bool,
        /// Print all that the mode is, but for its looks: setup, rules, boxes, settings
        #[arg(long, conflicts_with_all = ["settings", "rules"])]
        spec: bool,
        #[command(flatten)]
        changes: Changes,
    },
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.task {
        Some(Task::Show { mode, settings, rules, spec, changes }) => {
            let opened = open(mode, changes)?;
            let text = match (settings, rules, spec) {
                (true, _, _) => self::settings(&opened, mode),
                (_, true, _) => rules::text(&opened)?,
                (_, _, true) => spec::text(&opened, &self::settings(&opened, mode))?,
                _ => shown(&opened, mode)?,
            };
            input::print(text.as_bytes())
        }
        None => list(arguments),
    }
}

fn list(arguments: &Arguments) -> Result<(), Failure> {
    let wanted = arguments.search.as_deref().unwrap_or_default();
    let found: Vec<Summary> = catalogue::listed().into_iter().filter(|mode| mode.mentions(wanted)).collect();
    if found.is_empty() {
        input::note(&format!("no mode mentions {wanted:?}. {}", elsewhere(wanted)));
        return Ok(());
    }
    let out = match arguments.json {
        true => found.iter().map(|mode| json::write(&machine(mode)) + "\n").collect(),
        false => table(&found),
    };
    input::print(out.as_bytes())
}

/// Returns the modes in their groups: number, title, special features, size and tags.
fn table(modes: &[Summary]) -> String {
    let mut out = String::new();
    for group in Group::ALL {
        let members: Vec<&Summary> = modes.iter().filter(|mode| mode.group() == *group).collect();
        if members.is_empty() {
            continue;
        }
        let gap = if out.is_empty() { "" } else { "\n" };
        out.push_str(&format!("{gap}{}\n", group.title()));
        for mode in members {
            let number = mode.info.number.map(|number| format!("{number:03}")).unwrap_or_default();
            let (title, size, tags) = (&mode.info.title, mode.size(), mode.tags.join(", "));
            let line = format!("{number:<4}{title:<24} {:<44} {size:<6} {tags}", mode.brief());
            out.push_str(&format!("{}\n", line.trim_end()));
        }
    }
    out
}

/// Lists the presets and modifiers that a search finds beside the modes: any mode can have them.
fn elsewhere(wanted: &str) -> String {
    let words = |modifier: &Modifier| match modifier.range {
        Range::Flag => modifier.name.to_owned(),
        _ => format!("{}=VALUE", modifier.name),
    };
    let presets = modifiers::found_presets(wanted).map(|preset| preset.name.to_owned());
    let found: Vec<String> = presets.chain(modifiers::found(wanted).map(words)).collect();
    match found.is_empty() {
        true => "Other grids, such as hexagons, can be chosen for any mode: \
                 polymerge play 2048 --with grid=hexagon:3"
            .into(),
        false => format!(
            "Any mode can be changed so, by --with {} (see polymerge presets and polymerge modifiers)",
            found.join(", ")
        ),
    }
}

fn machine(mode: &Summary) -> Value {
    let info = &mode.info;
    let values = |words: &[String]| words.iter().map(|word| word.as_str().into()).collect::<Vec<Value>>();
    let (features, tags) = (values(&mode.features), values(&mode.tags));
    object([
        ("name", mode.name.as_str().into()),
        ("number", info.number.map_or(Value::Null, |number| Value::Number(number.into()))),
        ("title", info.title.as_str().into()),
        ("group", mode.group().name().into()),
        ("family", info.family.as_str().into()),
        ("brief", mode.brief().into()),
        ("grid", mode.size().as_str().into()),
        ("features", Value::array(features)),
        ("tags", Value::array(tags)),
        ("about", info.about.as_str().into()),
        ("credits", info.credits.as_str().into()),
    ])
}

/// Returns the rules of a mode as a player reads them.
fn shown(mode: &Mode, wanted: &str) -> Result<String, Failure> {
    let raw = mode.raw().map_err(Failure::result)?;
    let mut out = String::new();
    let lines = raw.rules_text.as_array().map_or(&[][..], |lines| lines.entries());
    for line in lines {
        let Some([tag, text]) = line.as_array().map(|line| line.entries()) else { continue };
        let text = plain(text);
        out.push_str(&text);
        out.push('\n');
        if !tag.is_word("p") {
            out.push_str(&"=".repeat(text.chars().count()));
            out.push('\n');
        }
        out.push('\n');
    }
    let info = mode.info();
    let file = mode.name().and_then(catalogue::find).map_or(wanted, |built_in| built_in.file);
    out.push_str(&format!("Grid: {} wide, {} high\n", raw.width, raw.height));
    for (what, text) in [
        ("Family", info.family.as_str()),
        ("In short", info.brief.as_str()),
        ("For authors", &features(&raw).join(", ")),
        ("Credits", &info.credits),
        ("File", file),
    ] {
        if !text.is_empty() {
            out.push_str(&format!("{what}: {text}\n"));
        }
    }
    Ok(out)
}

/// Returns a text expression without its effects, with `^` before raised parts.
fn plain(text: &Value) -> String {
    match text {
        Value::Text(text) => text.to_string_lossy(),
        Value::Array(entries) => match entries.entries() {
            [effect, parts @ ..] if effect.as_text().is_some_and(|word| word.starts_with("@")) => {
                let high = if effect.is_word("@Superscript") { "^" } else { "" };
                high.to_owned() + &parts.iter().map(plain).collect::<String>()
            }
            parts => parts.iter().map(plain).collect(),
        },
        other => json::write(other),
    }
}

/// Opens a mode by its name or file, and changes it. Notes go to standard error.
fn open(name: &str, changes: &Changes) -> Result<Mode, Failure> {
    Ok(changes.mode(&Source::named(name))?.1)
}

/// Returns the settings of a mode: name, effect, values, default.
fn settings(mode: &Mode, name: &str) -> String {
    let settings: Vec<&Setting> = mode.settings().filter(|setting| setting.is_used()).collect();
    if settings.is_empty() {
        return format!("{} has no settings\n", mode.name().unwrap_or(name));
    }
    let mut out = String::new();
    for setting in &settings {
        out.push_str(&format!("{:<18} {}\n", setting.name, setting.title));
        if !setting.about.is_empty() {
            out.push_str(&format!("{:<18} {}\n", "", setting.about));
        }
        if let SettingKind::Choice(choices) = &setting.kind {
            for choice in choices {
                let default = if choice.value == setting.default { " (default)" } else { "" };
                out.push_str(&format!("{:<18} {}: {}{default}\n", "", choice.word(), choice.title));
            }
        } else {
            let default = setting.shown(&setting.default);
            out.push_str(&format!("{:<18} {} (default {default})\n", "", setting.values()));
        }
    }
    out
}
