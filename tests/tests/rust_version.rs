//! The version of Rust that the workspace asks for is the one that its dependencies need,
//! as `Cargo.lock` has them.

#![cfg(test)]

use std::process::Command;

use serde_json::Value;

/// What a command of the toolchain that runs the tests prints.
fn output(variable: &str, otherwise: &str, arguments: &[&str]) -> String {
    let program = std::env::var(variable).unwrap_or_else(|_| otherwise.to_owned());
    let output = Command::new(program).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// `1.88` as `[1, 88, 0]`.
fn version(text: &str) -> [u32; 3] {
    let mut parts = text.split('.').map(|part| part.parse().unwrap());
    [(); 3].map(|()| parts.next().unwrap_or(0))
}

#[test]
fn the_stated_version_of_rust_is_the_one_that_is_needed() {
    let about = output("RUSTC", "rustc", &["-vV"]);
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let arguments = ["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host];
    let metadata: Value = serde_json::from_str(&output("CARGO", "cargo", &arguments)).unwrap();
    let needs = |package: &Value| {
        let needed = version(package["rust_version"].as_str()?);
        Some((needed, package["source"].is_null(), package["name"].as_str()?.to_owned()))
    };
    let packages: Vec<_> = metadata["packages"].as_array().unwrap().iter().filter_map(needs).collect();
    let stated = packages.iter().filter(|(_, own, _)| *own).map(|(needed, ..)| *needed).max().unwrap();
    let most = packages.iter().filter(|(_, own, _)| !own).max().unwrap();
    assert_eq!(stated, most.0, "Cargo.toml asks for Rust {stated:?}, and {} needs {:?}", most.2, most.0);
}
