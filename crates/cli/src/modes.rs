//! `polymerge modes`: the modes that are built in.

use clap::{Args, Subcommand};
use polymerge::advanced::modefile::{features, Setting, SettingKind, Summary};
use polymerge::calc::json;
use polymerge::catalogue::{self, BuiltInMode};
use polymerge::Value;

use crate::failure::Failure;
use crate::object::object;
use crate::{input, source};

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
    Show {
        /// The mode: its number, name or title
        mode: String,
        /// Print the settings that the mode has for polymerge play --set
        #[arg(long)]
        settings: bool,
    },
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.task {
        Some(Task::Show { mode, settings: false }) => show(mode),
        Some(Task::Show { mode, settings: true }) => settings(mode),
        None => list(arguments),
    }
}

fn list(arguments: &Arguments) -> Result<(), Failure> {
    let wanted = arguments.search.as_deref().unwrap_or_default();
    let mut out = String::new();
    for mode in catalogue::summaries().filter(|mode| mode.mentions(wanted)) {
        if arguments.json {
            out.push_str(&json::write(&machine(&mode)));
        } else {
            let info = &mode.info;
            let number = info.number.map(|number| format!("{number:03}")).unwrap_or_default();
            let (title, family) = (&info.title, &info.family);
            let words: Vec<&str> = mode.tags.iter().chain(&mode.features).map(String::as_str).collect();
            let words = words.join(", ");
            let line = format!("{number:<4}{title:<28} {family:<22} {:<6} {words}", mode.size());
            out.push_str(line.trim_end());
        }
        out.push('\n');
    }
    if out.is_empty() {
        input::note(&format!("no mode mentions {wanted:?}. {OTHER_GRIDS}"));
    }
    input::print(out.as_bytes())
}

/// What is not among the modes, but can be had of any of them.
const OTHER_GRIDS: &str =
    "Other grids, such as hexagons, can be chosen for any mode: polymerge play 2048 --with grid=hexagon:3";

fn machine(mode: &Summary) -> Value {
    let info = &mode.info;
    let values = |words: &[String]| words.iter().map(|word| word.as_str().into()).collect::<Vec<Value>>();
    let (features, tags) = (values(&mode.features), values(&mode.tags));
    object([
        ("name", mode.name.as_str().into()),
        ("number", info.number.map_or(Value::Null, |number| Value::Number(number.into()))),
        ("title", info.title.as_str().into()),
        ("family", info.family.as_str().into()),
        ("grid", mode.size().as_str().into()),
        ("features", Value::array(features)),
        ("tags", Value::array(tags)),
        ("about", info.about.as_str().into()),
        ("credits", info.credits.as_str().into()),
    ])
}

fn show(wanted: &str) -> Result<(), Failure> {
    let mode = find(wanted)?;
    let file = mode.read().map_err(Failure::result)?;
    let mut out = String::new();
    let lines = file.mode.rules_text.as_array().map_or(&[][..], |lines| lines.entries());
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
    let features = features(&file.mode);
    out.push_str(&format!("Grid: {} wide, {} high\n", file.mode.width, file.mode.height));
    for (what, text) in [
        ("Family", &file.info.family),
        ("Special", &features.join(", ")),
        ("Credits", &file.info.credits),
        ("File", &mode.file.to_owned()),
    ] {
        if !text.is_empty() {
            out.push_str(&format!("{what}: {text}\n"));
        }
    }
    input::print(out.as_bytes())
}

/// A text expression without its effects; `^` before what is set high.
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

/// The mode of this name; other modes of this name are mentioned.
fn find(name: &str) -> Result<BuiltInMode, Failure> {
    let mode = source::find(name)?;
    source::namesake(name).iter().for_each(|note| input::note(note));
    Ok(mode)
}

/// The settings of a mode: name, what it does, values, default.
fn settings(name: &str) -> Result<(), Failure> {
    let mode = find(name)?;
    let mut settings = mode.read().map_err(Failure::result)?.settings;
    settings.retain(Setting::is_used);
    if settings.is_empty() {
        return input::print(format!("{} has no settings\n", mode.name()).as_bytes());
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
    input::print(out.as_bytes())
}
