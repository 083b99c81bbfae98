//! Work on the project itself. `cargo xtask lint` reads its texts and its structure, without the
//! engine, and names each fault with its file and line. `cargo xtask about` writes version, licence
//! and address of the workspace into all packages.

mod about;
mod imports;
mod lint;
mod tree;

use std::process::ExitCode;

use lint::{LINTS, Lint};
use tree::Tree;

const HELP: &str = "\
Usage: cargo xtask lint [NAME ...]
       cargo xtask about

`about` writes the version, the licence and the address of the repository from
[workspace.package] of Cargo.toml into all packages. `lint` reads the texts and
the structure of the project, and prints a line for each fault. It ends with 1
if there are faults, and with 2 if the command can't be understood.
Lints, all of them if none is named:
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let names = match arguments.split_first() {
        Some((command, names)) if command == "lint" => names,
        Some((command, [])) if command == "about" => return write_about(),
        Some((help, _)) if help == "help" || help == "--help" || help == "-h" => {
            print!("{}", help_text());
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{}", help_text());
            return ExitCode::from(2);
        }
    };
    if let Some(name) = names.iter().find(|name| LINTS.iter().all(|lint| lint.name != **name)) {
        eprint!("There is no lint {name}.\n\n{}", help_text());
        return ExitCode::from(2);
    }
    let is_asked = |lint: &&Lint| names.is_empty() || names.iter().any(|name| name == lint.name);
    match Tree::read() {
        Ok(tree) => report(&tree, LINTS.iter().filter(is_asked)),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the facts of the workspace into all packages, and says which have changed.
fn write_about() -> ExitCode {
    match about::write() {
        Ok(changed) => {
            changed.iter().for_each(|path| println!("{path}"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The text that `--help` prints.
fn help_text() -> String {
    let lint = |lint: &Lint| format!("  {:11} {}\n", lint.name, lint.about);
    LINTS.iter().fold(HELP.to_owned(), |text, row| text + &lint(row))
}

/// Prints the faults that lints find in a tree.
fn report<'a>(tree: &Tree, lints: impl Iterator<Item = &'a Lint>) -> ExitCode {
    let mut count = 0;
    for lint in lints {
        for fault in (lint.find)(tree) {
            println!("{fault} [{}]", lint.name);
            count += 1;
        }
    }
    match count {
        0 => {
            println!("{} files have no faults", tree.files.len());
            ExitCode::SUCCESS
        }
        _ => {
            println!("{count} faults");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_has_no_faults() {
        let tree = Tree::read().unwrap();
        for lint in LINTS {
            let faults: Vec<String> = (lint.find)(&tree).iter().map(ToString::to_string).collect();
            assert!(faults.is_empty(), "{}:\n{}", lint.name, faults.join("\n"));
        }
    }

    #[test]
    fn the_help_names_all_lints() {
        assert!(LINTS.iter().all(|lint| help_text().contains(lint.name)));
    }
}
