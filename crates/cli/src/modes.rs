//! `polymerge modes`: lists the modes that are built in.

use clap::Args;
use polymerge::modefile::catalogue;
use polymerge::{json, Value};

use crate::failure::Failure;
use crate::input;
use crate::object::object;

#[derive(Args)]
pub struct Arguments {
    /// Only modes whose name, title, family or description has this text in it
    search: Option<String>,
    /// Print one JSON object per mode
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let wanted = arguments.search.as_deref().unwrap_or_default().to_lowercase();
    let mut out = String::new();
    for mode in catalogue::modes() {
        let info = mode.read().map_err(Failure::result)?.info;
        let texts = [mode.name(), &info.title, &info.family, &info.about];
        if !texts.iter().any(|text| text.to_lowercase().contains(&wanted)) {
            continue;
        }
        if arguments.json {
            let line = object([
                ("name", mode.name().into()),
                ("number", info.number.map_or(Value::Null, |number| Value::Number(number.into()))),
                ("title", info.title.as_str().into()),
                ("family", info.family.as_str().into()),
                ("about", info.about.as_str().into()),
                ("credits", info.credits.as_str().into()),
            ]);
            out.push_str(&json::write(&line));
        } else {
            out.push_str(format!("{:<24} {:<12} {}", mode.name(), info.family, info.about).trim_end());
        }
        out.push('\n');
    }
    input::print(out.as_bytes())
}
