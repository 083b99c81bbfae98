//! No circles of files: what a file names of its crate names nothing of it in turn. A module's file and
//! those in its folder are parts of one thing: it may use them although they use it. Calls of methods
//! do not count, since the methods of a type may be spread over files.

use std::collections::{BTreeMap, BTreeSet};

use super::Fault;
use crate::imports::{Import, Imports};
use crate::tree::Tree;

/// Rings of files that stay: the folder, the files in it, and the reason.
const RINGS: &[(&str, &str, &str)] = &[
    ("crates/calcarray/src/values", "array object value", "a value may be a list, which holds values"),
    (
        "crates/calcarray/src/ir",
        "code doubles evaluator host language line operator program scalar scope",
        "rows of operators are functions over the evaluator, which runs lines of operators for a host, \
         which has programs",
    ),
    (
        "crates/rules/src/turn",
        "context hooks wake_set",
        "a turn asks a faster engine, which is given the turn and its passes",
    ),
    ("crates/component/src", "batch engine game replay rules", "resources make one another"),
    ("crates/python/src", "batch check engine game mode picture rules", "objects of Python make one another"),
];

/// Finds circles of files, and rows of rings that are none any more.
pub fn circles(tree: &Tree) -> Vec<Fault> {
    faults(tree.imports(), RINGS)
}

fn faults(crates: &[Imports], allowed: &[(&str, &str, &str)]) -> Vec<Fault> {
    let ring = |(folder, files, _): &(&str, &str, &str)| -> BTreeSet<String> {
        files.split(' ').map(|file| format!("{folder}/{file}.rs")).collect()
    };
    let allowed: Vec<BTreeSet<String>> = allowed.iter().map(ring).collect();
    let (mut faults, mut found) = (Vec::new(), BTreeSet::new());
    for imports in crates {
        let imports: Vec<&Import> = imports.imports.iter().filter(|import| !is_of_part(import)).collect();
        for ring in rings(&imports) {
            let is_within = |import: &Import| ring.contains(&import.from) && ring.contains(&import.to);
            let within = imports.iter().filter(|import| is_within(import) && !allowed.contains(&ring));
            faults.extend(within.map(|import| Fault {
                place: format!("{}:{}", import.from, import.line),
                message: format!(
                    "{} is of {}, which uses this file, perhaps by others",
                    import.name, import.to
                ),
            }));
            found.insert(ring);
        }
    }
    let is_gone = |ring: &&BTreeSet<String>| !found.contains(*ring);
    faults.extend(allowed.iter().filter(is_gone).map(|ring| Fault {
        place: ring.first().cloned().unwrap_or_default(),
        message: "is listed as one of a ring that is another or none now: correct the row".to_owned(),
    }));
    faults
}

/// Returns true if a file uses one in its folder.
fn is_of_part(import: &Import) -> bool {
    let module = import.from.trim_end_matches(".rs");
    let folder = module.strip_suffix("/lib").or(module.strip_suffix("/main")).unwrap_or(module);
    import.to.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Returns the groups of files of which each uses all others, directly or by others.
fn rings(imports: &[&Import]) -> BTreeSet<BTreeSet<String>> {
    let mut uses: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for import in imports {
        uses.entry(&import.from).or_default().push(&import.to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        uses.keys().map(|file| (*file, reached_from(&uses, file))).collect();
    let reaches = |one: &str, other: &str| reached.get(one).is_some_and(|files| files.contains(other));
    let ring = |file: &&str| -> BTreeSet<String> {
        reached[file].iter().filter(|other| reaches(other, file)).map(ToString::to_string).collect()
    };
    uses.keys().map(ring).filter(|ring| !ring.is_empty()).collect()
}

/// Returns the files that a file uses, directly or by others.
fn reached_from<'i>(uses: &BTreeMap<&'i str, Vec<&'i str>>, file: &'i str) -> BTreeSet<&'i str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![file]);
    while let Some(next) = open.pop() {
        let found = uses.get(next).into_iter().flatten();
        open.extend(found.filter(|other| reached.insert(**other)));
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::File;

    /// Returns the faults of a crate of three files and a folder, each with its text, and with a ring
    /// that is allowed.
    fn found(texts: &[(&str, &str)], allowed: &str) -> Vec<String> {
        let mut files = vec![
            ("lib.rs", "mod a; mod b; mod c; pub use c::C; pub struct Lib; fn f() { a::f() }"),
            ("a.rs", "pub struct A;"),
            ("a/part.rs", "pub struct Part;"),
            ("b.rs", "pub struct B;"),
            ("c.rs", "pub struct C;"),
        ];
        files.retain(|(path, _)| texts.iter().all(|(own, _)| own != path));
        let file = |(path, text): &(&str, &str)| File::new(format!("src/{path}"), *text);
        let files = files.iter().chain(texts).map(file).collect();
        let allowed: Vec<_> =
            Some(("src", allowed, "")).filter(|_| !allowed.is_empty()).into_iter().collect();
        let faults = faults(&[Imports::of(&Tree::new(files), "src")], &allowed);
        faults.iter().map(|fault| fault.place.replace("src/", "")).collect()
    }

    #[test]
    fn circles_are_found() {
        let none: &[&str] = &[];
        for (texts, expected) in [
            // By paths in use declarations, in code, and through re-exports.
            ([("a.rs", "use crate::b::B;"), ("b.rs", "use super::a::A;")], &["a.rs:1", "b.rs:1"][..]),
            ([("a.rs", "\nfn f(_: crate::b::B) {}"), ("b.rs", "use super::a::A;")], &["a.rs:2", "b.rs:1"]),
            ([("a.rs", "use crate::C;"), ("c.rs", "pub struct C(crate::a::A);")], &["a.rs:1", "c.rs:1"]),
            (
                [("a.rs", "use crate::b::{self, B};"), ("b.rs", "use crate::a; fn f() { a::A }")],
                &["a.rs:1", "b.rs:1"],
            ),
            (
                [("a.rs", "use crate::b::*; fn f(_: B) {}"), ("b.rs", "use crate::a::A; pub struct B;")],
                &["a.rs:1", "b.rs:1"],
            ),
            // A private import below an attribute is no re-export.
            (
                [("a.rs", "#[cfg(unix)]\nuse crate::b::B;"), ("b.rs", "use crate::a::A; pub struct B;")],
                &["a.rs:2", "b.rs:1"],
            ),
            // One direction, a module without its items, and words that are no paths.
            ([("a.rs", "use crate::b::B;"), ("b.rs", "pub struct B;")], none),
            ([("a.rs", "use crate::b::B;"), ("b.rs", "use crate::a;")], none),
            (
                [
                    ("a.rs", "use crate::b::B;"),
                    ("b.rs", "fn f(x: X) { x.a.A; \"crate::a::A\" } // crate::a::A"),
                ],
                none,
            ),
            ([("a.rs", "use crate::b::B;"), ("b.rs", "pub use crate::a::A;")], none),
            // Tests.
            ([("a.rs", "use crate::b::B;"), ("b.rs", "#[cfg(test)]\nmod tests { use crate::a::A; }")], none),
            (
                [("a.rs", "use crate::b::B;"), ("b.rs", "impl B { #[cfg(test)]\nfn f(_: crate::a::A) {} }")],
                none,
            ),
            // A module and a part of it.
            ([("a.rs", "mod part; fn f() { part::Part }"), ("a/part.rs", "use super::A;")], none),
            ([("b.rs", "pub struct B;"), ("a.rs", "use crate::Lib; pub fn f() {}")], none),
        ] {
            assert_eq!(found(&texts, ""), expected, "{texts:?}");
        }
    }

    #[test]
    fn rings_go_through_several_files() {
        let texts =
            [("a.rs", "use crate::b::B;"), ("b.rs", "use crate::c::C;"), ("c.rs", "use crate::a::A;")];
        assert_eq!(found(&texts, ""), ["a.rs:1", "b.rs:1", "c.rs:1"]);
    }

    #[test]
    fn rings_that_are_listed_may_stay() {
        let texts = [("a.rs", "use crate::b::B;"), ("b.rs", "use crate::a::A;")];
        assert_eq!(found(&texts, "a b"), [""; 0]);
        // A row is exact, and goes when its ring has gone.
        assert_eq!(found(&texts, "a b c"), ["a.rs:1", "b.rs:1", "a.rs"]);
        assert_eq!(found(&[], "a b"), ["a.rs"]);
    }
}
