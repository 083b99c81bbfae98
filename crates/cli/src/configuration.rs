//! `polymerge config`: the configuration file, explained and checked.

use clap::Args;
use polymerge_app::config::{self, Config};
use polymerge_app::failure::Failure;
use polymerge_app::input;

/// Print the configuration of the terminal game with all defaults, explained
#[derive(Args)]
#[command(after_help = "\
Examples:
  polymerge config > ~/.config/polymerge/config.toml   start from the defaults
  polymerge config --path                              where the file belongs
  polymerge config --check                             what is wrong with it, and on which line")]
pub struct Arguments {
    /// Say what is wrong with the configuration file
    #[arg(long)]
    check: bool,
    /// Print the path of the configuration file
    #[arg(long, conflicts_with = "check")]
    path: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.path {
        let file = config::file().ok_or_else(|| Failure::input("there is no home folder"))?;
        input::print_line(&file.display().to_string())
    } else if arguments.check {
        Config::of_user().map(drop).map_err(Failure::input)
    } else {
        input::print(config::example().as_bytes())
    }
}
