//! The version of Rust that the workspace asks for is the one that its dependencies need, as
//! `Cargo.lock` has them, and the one that the README names; all packages have the version of the
//! workspace.

use std::env;
use std::process::Command;

use serde_json::Value;

use super::Fault;
use crate::about::outdated;
use crate::tree::{Tree, root};

/// Finds a stated version of Rust that is not the one that is needed.
pub fn versions(tree: &Tree) -> Vec<Fault> {
    let fault = |message: String| Fault { place: "Cargo.toml".to_owned(), message };
    let (stated, needed) = match metadata().map(|metadata| (stated(&metadata), needed(&metadata))) {
        Ok((Some(stated), Some(needed))) => (stated, needed),
        Ok(_) => return vec![fault("no package states a version of Rust".to_owned())],
        Err(message) => return vec![fault(message)],
    };
    let mut faults = Vec::new();
    if numbers(&stated) != numbers(&needed.0) {
        faults.push(fault(format!("it asks for Rust {stated}, and {} needs {}", needed.1, needed.0)));
    }
    let named = format!("You need Rust {stated} or later");
    if tree.file("README.md").is_none_or(|readme| !readme.text.contains(&named)) {
        faults.push(Fault { place: "README.md".to_owned(), message: format!("it lacks: {named}") });
    }
    faults
}

/// Finds packages that state another version, licence or address than the workspace.
pub fn packages_alike(_: &Tree) -> Vec<Fault> {
    let fault = |place: &str, message: &str| Fault { place: place.to_owned(), message: message.to_owned() };
    match outdated() {
        Ok(files) => {
            let stale = "it states something else than Cargo.toml: run `cargo xtask about`";
            files.iter().map(|(path, _)| fault(path, stale)).collect()
        }
        Err(error) => vec![fault("Cargo.toml", &error.to_string())],
    }
}

/// Returns the packages of the lock file that are built on this machine.
fn metadata() -> Result<Value, String> {
    let about = output("RUSTC", "rustc", &["-vV"])?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc names no host")?;
    let arguments = ["metadata", "--format-version", "1", "--locked", "--filter-platform", host];
    serde_json::from_str(&output("CARGO", "cargo", &arguments)?).map_err(|error| error.to_string())
}

/// Returns the output of a command of the toolchain.
fn output(variable: &str, otherwise: &str, arguments: &[&str]) -> Result<String, String> {
    let program = env::var(variable).unwrap_or_else(|_| otherwise.to_owned());
    let output = Command::new(&program).args(arguments).current_dir(root()).output();
    let output = output.map_err(|error| format!("{program} can't be run: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Returns the packages that name a version of Rust: the version, the name, and if the package
/// is one of the workspace.
fn packages(metadata: &Value) -> impl Iterator<Item = (&str, &str, bool)> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    packages.filter_map(|package| {
        let version = package["rust_version"].as_str()?;
        Some((version, package["name"].as_str()?, package["source"].is_null()))
    })
}

fn stated(metadata: &Value) -> Option<String> {
    let own = packages(metadata).filter(|(.., is_own)| *is_own);
    own.map(|(version, ..)| version.to_owned()).max_by_key(|version| numbers(version))
}

fn needed(metadata: &Value) -> Option<(String, String)> {
    let others = packages(metadata).filter(|(.., is_own)| !is_own);
    let most = others.max_by_key(|(version, ..)| numbers(version))?;
    Some((most.0.to_owned(), most.1.to_owned()))
}

/// Returns the parts of a version: `1.88` is `1.88.0`.
fn numbers(version: &str) -> [u32; 3] {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    [(); 3].map(|()| parts.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        let metadata = serde_json::json!({"packages": [
            {"name": "own", "source": null, "rust_version": "1.88"},
            {"name": "a", "source": "registry", "rust_version": "1.9.5"},
            {"name": "b", "source": "registry", "rust_version": "1.88.0"},
            {"name": "c", "source": "registry", "rust_version": null},
        ]});
        assert_eq!(stated(&metadata).as_deref(), Some("1.88"));
        assert_eq!(needed(&metadata), Some(("1.88.0".to_owned(), "b".to_owned())));
        assert_eq!(numbers("1.88"), numbers("1.88.0"));
    }
}
