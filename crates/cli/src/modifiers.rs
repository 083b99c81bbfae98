//! `polymerge modifiers`: the modifiers that can change any mode.

use clap::Args;
use polymerge::calc::json;
use polymerge::modifiers::{Group, Modifier, shown};
use polymerge_app::failure::Failure;
use polymerge_app::input;
use polymerge_app::modifiers::found;
use polymerge_app::object::object;

/// List the modifiers, which change any mode, for polymerge play --with
#[derive(Args)]
pub struct Arguments {
    /// Only modifiers in whose name or explanation these words are
    #[arg(long, value_name = "TEXT")]
    search: Option<String>,
    /// Print one JSON object per modifier
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let wanted = arguments.search.as_deref().unwrap_or_default();
    let found: Vec<&Modifier> = found(wanted).collect();
    let mut out = String::new();
    if arguments.json {
        for modifier in found {
            out.push_str(&json::write(&object([
                ("name", modifier.name.into()),
                ("group", modifier.group.title().into()),
                ("values", polymerge::Value::text(modifier.range.text())),
                ("default", modifier.default_value()),
                ("help", modifier.help.into()),
            ])));
            out.push('\n');
        }
    } else {
        for group in Group::ALL {
            let members: Vec<&&Modifier> = found.iter().filter(|one| one.group == *group).collect();
            if members.is_empty() {
                continue;
            }
            out.push_str(&format!("{}\n", group.title()));
            for modifier in members {
                let default = shown(&modifier.default_value());
                out.push_str(&format!("  {:<18} {}\n", modifier.name, modifier.help));
                out.push_str(&format!("  {:<18} {} (default {default})\n", "", modifier.range.text()));
            }
        }
    }
    input::print(out.as_bytes())
}
