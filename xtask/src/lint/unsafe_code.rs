//! Unsafe code is in one place: the functions that C calls.

use super::Fault;
use crate::tree::{File, Tree, code_lines};

/// The file with unsafe code, and those that take names for the whole program: one of functions, and
/// one of macros that write them.
const UNSAFE: &[&str] =
    &["crates/capi/src/ffi.rs", "crates/capi/src/exports.rs", "crates/component/src/bindings.rs"];

/// Finds unsafe code outside of its place, and files that allow it without need.
pub fn unsafe_code(tree: &Tree) -> Vec<Fault> {
    let is_source = |file: &&File| file.path.split('/').nth(2) == Some("src");
    tree.below("crates", "rs").filter(is_source).flat_map(faults).collect()
}

fn faults(file: &File) -> Vec<Fault> {
    let allowed = UNSAFE.iter().position(|own| file.path == *own);
    let code = || code_lines(&file.text);
    let mut faults = Vec::new();
    let lifted = code().find(|(_, line)| line.contains("allow(unsafe_code)"));
    match (lifted, allowed) {
        (Some((line, _)), None) => faults.push(Fault::in_line(file, line, "unsafe code is allowed here")),
        (None, Some(_)) => faults.push(Fault::in_file(file, "unsafe code is not allowed here any more")),
        _ => {}
    }
    let has_unsafe = |line: &str| {
        line.split(|c: char| !c.is_alphanumeric() && !"_-".contains(c)).any(|word| word == "unsafe")
    };
    // A name for the whole program is an attribute that takes it.
    let takes_name = |line: &str| allowed.is_some() && line.trim() == "#[unsafe(no_mangle)]";
    if allowed != Some(0) {
        let found = code().filter(|(_, line)| has_unsafe(line) && !takes_name(line));
        faults
            .extend(found.map(|(line, _)| {
                Fault::in_line(file, line, "unsafe code is in crates/capi/src/ffi.rs only")
            }));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsafe_code_is_found() {
        for (path, text, expected) in [
            ("crates/a/src/b.rs", "unsafe { f() }", 1),
            ("crates/a/src/b.rs", "// unsafe", 0),
            ("crates/a/src/b.rs", "#![forbid(unsafe_code)]", 0),
            ("crates/a/src/b.rs", "#![allow(unsafe_code)]", 1),
            (UNSAFE[0], "#![allow(unsafe_code)]\nunsafe fn f() {}", 0),
            (UNSAFE[0], "unsafe fn f() {}", 1),
            (UNSAFE[1], "#![allow(unsafe_code)]\nunsafe fn f() {}", 1),
            (UNSAFE[1], "#![allow(unsafe_code)]\n#[unsafe(no_mangle)]\nextern \"C\" fn f() {}", 0),
            ("crates/a/src/b.rs", "#[unsafe(no_mangle)]\nextern \"C\" fn f() {}", 1),
        ] {
            let file = File::new(path, text);
            assert_eq!(faults(&file).len(), expected, "{path}: {text}");
        }
    }
}
