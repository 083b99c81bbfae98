//! The record of the packages that reach the core is complete and up to date.

use std::collections::{BTreeMap, BTreeSet};

/// The crate that gathers the core.
const CORE: &str = "polymerge";

/// A package of `Cargo.lock`.
#[derive(Default)]
struct Package {
    version: String,
    own: bool,
    dependencies: Vec<String>,
}

fn packages() -> BTreeMap<String, Package> {
    let lock = include_str!("../../Cargo.lock");
    let mut packages = BTreeMap::new();
    for entry in lock.split("[[package]]").skip(1) {
        let field = |key: &str| {
            let line = entry.lines().find_map(|line| line.strip_prefix(key));
            line.map(|value| value.trim_matches(['"', ' ', '=']).to_owned())
        };
        let dependencies = entry.lines().filter_map(|line| line.strip_prefix(" \""));
        let package = Package {
            version: field("version").unwrap_or_default(),
            own: field("source").is_none(),
            dependencies: dependencies.map(|line| line.trim_end_matches([',', '"']).to_owned()).collect(),
        };
        packages.insert(field("name").unwrap_or_default(), package);
    }
    packages
}

/// The packages that the normal dependencies of the core lead to. The lock
/// file does not tell them from those of tests, so own crates are asked.
fn reached(packages: &BTreeMap<String, Package>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut pending = vec![CORE.to_owned()];
    while let Some(name) = pending.pop() {
        let package = &packages[&name];
        let wanted = |dependency: &String| {
            let own = packages.get(dependency).is_some_and(|package| package.own);
            !package.own || is_normal(&name, dependency, own)
        };
        for dependency in package.dependencies.iter().filter(|dependency| wanted(dependency)) {
            let dependency = dependency.split(' ').next().unwrap_or_default();
            if reached.insert(dependency.to_owned()) {
                pending.push(dependency.to_owned());
            }
        }
    }
    reached
}

/// Returns true if an own crate depends on a package outside of its tests. Packages that
/// others add for a feature that programs ask for, such as PNG pictures, are not part of
/// the core.
fn is_normal(own: &str, dependency: &str, is_own: bool) -> bool {
    let folder = own.strip_prefix("polymerge-").unwrap_or(own);
    let file = format!("{}/../crates/{folder}/Cargo.toml", env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let normal = manifest.split("\n[dependencies]").nth(1).unwrap_or_default();
    let normal = normal.split("\n[").next().unwrap_or_default();
    normal.lines().any(|line| {
        let is_left_out = !is_own && line.contains("optional = true");
        line.split(['.', ' ', '=']).next() == Some(dependency) && !is_left_out
    })
}

#[test]
fn every_package_of_the_core_is_recorded() {
    let packages = packages();
    let record = include_str!("../../docs/dev/dependencies.md");
    let rows = record.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| package "));
    let recorded: BTreeMap<&str, &str> = rows
        .filter_map(|row| {
            let mut cells = row.split('|').skip(1).map(str::trim);
            Some((cells.next()?, cells.next()?))
        })
        .collect();
    let reached = reached(&packages);
    let foreign: BTreeMap<&str, &str> = reached
        .iter()
        .map(|name| (name.as_str(), &packages[name]))
        .filter(|(_, package)| !package.own)
        .map(|(name, package)| (name, package.version.as_str()))
        .collect();
    assert!(foreign.len() > 5, "the lock file was not understood: {foreign:?}");
    let missing: Vec<_> =
        foreign.iter().filter(|(name, version)| recorded.get(*name) != Some(version)).collect();
    let surplus: Vec<_> = recorded.keys().filter(|name| !foreign.contains_key(*name)).collect();
    assert!(
        missing.is_empty() && surplus.is_empty(),
        "not recorded: {missing:?}; no longer used: {surplus:?}"
    );
}
