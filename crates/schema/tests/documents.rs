//! Declarations and documents are those of the sources. With `APPROVE` set, they are written
//! anew.

use std::fmt::Write;
use std::path::Path;

use polymerge::Limits;
use polymerge_schema::camel;
use polymerge_schema::limits::LIMITS;

use crate::source::{block, rows};

/// Compares a file of the tree with its text, or writes it.
fn is_written(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    if std::env::var_os("APPROVE").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "{file} is out of date: run this test with APPROVE=1");
}

/// Returns the meanings of all limits.
fn meanings() -> Vec<String> {
    let rows = rows(block(include_str!("../src/limits.rs"), "limits! {"));
    assert!(rows.iter().zip(LIMITS).all(|((_, row), limit)| row.starts_with(&format!("{} ", limit.name))));
    assert_eq!(rows.len(), LIMITS.len());
    rows.into_iter().map(|(meaning, _)| meaning).collect()
}

#[test]
fn the_limits_of_javascript_are_declared() {
    let mut text = "// Written by the tests of polymerge-schema.\n\n\
        /** Limits of the data that strangers may send, as whole numbers from 0 on. Limits that are left out \
        have the defaults of SECURITY.md. `\"strict\"` stands for all limits for servers. */\n\
        export interface Limits {\n"
        .to_owned();
    for (limit, meaning) in LIMITS.iter().zip(meanings()) {
        let meaning = match limit.most {
            u64::MAX => meaning,
            most => format!("{}: {most} at most.", meaning.trim_end_matches('.')),
        };
        let name = camel(limit.name);
        writeln!(text, "    /** {meaning} */\n    {name}?: number;").unwrap();
        if let Some(old) = limit.old_js {
            writeln!(text, "    /** @deprecated Old name of `{name}`. */\n    {old}?: number;").unwrap();
        }
    }
    is_written("crates/web/src/limits.d.ts", &(text + "}\n"));
}

/// Returns a number with a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let parts: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    parts.iter().map(|part| std::str::from_utf8(part).unwrap()).collect::<Vec<_>>().join(",")
}

const BEGINNING: &str = "\
# Public data

Data that programs get from the engine, and limits that they set. All languages have the same names: in \
`snake_case` in Python and C, in `camelCase` in JavaScript and in JSON that C gets. This page is written from the \
sources of `crates/schema`: `APPROVE=1 cargo test -p polymerge-schema`.

## Limits

Bounds of the data that strangers may send, as whole numbers from 0 on. A limit that is left out has its default; \
`strict` is for servers. [SECURITY.md](../SECURITY.md#limits) says why they are so. JavaScript has them as the \
option `limits`, Python as `Limits`, C has some of them in `pm_limits`.

| name | in JavaScript | meaning | default | strict | at most |
|---|---|---|---:|---:|---:|
";

fn limits() -> String {
    let mut text = String::new();
    let (default, strict) = (Limits::default(), Limits::strict());
    for (limit, meaning) in LIMITS.iter().zip(meanings()) {
        let most = if limit.most == u64::MAX { String::new() } else { grouped(limit.most) };
        let [default, strict] = [&default, &strict].map(|limits| grouped((limit.get)(limits)));
        let (name, js) = (limit.name, camel(limit.name));
        writeln!(text, "| `{name}` | `{js}` | {meaning} | {default} | {strict} | {most} |").unwrap();
    }
    text
}

#[test]
fn the_page_of_public_data_is_that_of_the_sources() {
    is_written("docs/data.md", &format!("{BEGINNING}{}", limits()));
}
