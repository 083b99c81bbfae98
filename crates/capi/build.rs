//! Names the shared library for programs that are linked with it. Until version 1 any minor
//! version may break them, as semantic versioning has it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = |part: &str| std::env::var(format!("CARGO_PKG_VERSION_{part}")).unwrap_or_default();
    let known = match (version("MAJOR").as_str(), version("MINOR")) {
        ("0", minor) => format!("0.{minor}"),
        (major, _) => major.to_owned(),
    };
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libpolymerge_c.so.{known}");
    }
}
