//! The Rust version that the workspace names is enough for every package of the lock file.

#![cfg(test)]

use std::process::Command;

/// The text of the string behind a key, wherever it occurs.
fn values<'t>(json: &'t str, key: &str) -> Vec<&'t str> {
    let key = format!("\"{key}\":\"");
    json.split(key.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The parts of a version that count: `1.88` is `1.88.0`.
fn version(text: &str) -> [u32; 3] {
    let mut parts = text.split('.').map(|part| part.parse().expect("a number in a version"));
    std::array::from_fn(|_| parts.next().unwrap_or(0))
}

fn named_by_the_workspace() -> &'static str {
    let manifest = include_str!("../../Cargo.toml");
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "));
    line.expect("the workspace names a version").trim_matches('"')
}

#[test]
fn no_package_of_the_lock_file_asks_for_a_newer_compiler() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    let asked = ["metadata", "--format-version", "1", "--locked", "--manifest-path", manifest];
    let output = Command::new(env!("CARGO")).args(asked).output().expect("cargo can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata = String::from_utf8_lossy(&output.stdout);
    let wanted = values(&metadata, "rust_version");
    assert!(wanted.len() > 50, "only {} packages name a version", wanted.len());
    let most = wanted.into_iter().max_by_key(|text| version(text)).unwrap_or_default();
    assert_eq!(version(most), version(named_by_the_workspace()), "a package asks for Rust {most}");
}

#[test]
fn the_readme_names_the_version() {
    let named = format!("You need Rust {} or later", named_by_the_workspace());
    assert!(include_str!("../../README.md").contains(&named), "README.md lacks: {named}");
}
