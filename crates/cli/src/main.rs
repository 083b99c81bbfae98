//! The `polymerge` command. Its library, beside this file, holds all of it.

use std::process::ExitCode;

fn main() -> ExitCode {
    polymerge_cli::main()
}
