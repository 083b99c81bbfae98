//! Declarations and documents are those of the sources. With `APPROVE=1`, they are written
//! anew.

use std::fmt::Write;
use std::path::Path;

use polymerge::Limits;
use polymerge_schema::limits::{LIMITS, Limit};
use polymerge_schema::{camel, snake};

use crate::source::{Record, block, record, rows, variants};

/// Compares a file of the tree with its text, or writes it.
fn is_written(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    approved::compare(path, text);
}

/// The records: the source, its heading, the names of those of the source.
const RECORDS: [(&str, &str, &[&str]); 5] = [
    ("Turns and events", include_str!("../src/turn.rs"), &["Turn", "Place", "PlacedTile"]),
    ("Kinds of contents", include_str!("../src/content.rs"), &["Kind"]),
    (
        "Modes",
        include_str!("../src/mode.rs"),
        &["ModeInfo", "Direction", "RulesInfo", "Setting", "SettingOption", "Modifier"],
    ),
    ("Problems, claims, batches", PROBLEMS, &["Problem", "Verdict", "Failure", "Spawn"]),
    (
        "Hints and players",
        include_str!("../src/player.rs"),
        &["Ranking", "Choice", "ValueRanking", "ValueChoice", "Reason", "Outcome", "Progress"],
    ),
];
const PROBLEMS: &str = concat!(include_str!("../src/problem.rs"), include_str!("../src/result.rs"));
const TURNS: &str = RECORDS[0].1;

/// Words, with their sources.
const WORDS: [(&str, &str); 2] = [(TURNS, "ScreenName"), (RECORDS[1].1, "Sort")];

/// Records that Python does not have.
const NOT_IN_PYTHON: [&str; 3] = ["ModeInfo", "RulesInfo", "Modifier"];

fn records() -> impl Iterator<Item = Record> {
    RECORDS.iter().flat_map(|(_, source, names)| names.iter().map(|name| record(source, name)))
}

/// The description of a limit in the source.
struct Described {
    limit: &'static Limit,
    meaning: String,
    /// The reason for the value; may be empty.
    why: String,
    /// The fields of `Limits`.
    fields: Vec<String>,
}

/// Returns all limits with their descriptions.
fn described() -> Vec<Described> {
    let rows = rows(block(include_str!("../src/limits.rs"), "limits! {"));
    assert_eq!(rows.len(), LIMITS.len());
    let described = rows.into_iter().zip(LIMITS).map(|(row, limit)| {
        assert!(row.line.starts_with(&format!("{} ", limit.name)), "{}: {}", limit.name, row.line);
        let (_, fields) = row.line.trim_end_matches(';').split_once(" => ").unwrap();
        let fields = fields.split(", ").map(str::to_owned).collect();
        let (meaning, why) = row.comment.split_once(" Why: ").unwrap_or((&row.comment, ""));
        Described { limit, meaning: meaning.to_owned(), why: why.to_owned(), fields }
    });
    described.collect()
}

#[test]
fn the_limits_of_javascript_are_declared() {
    let mut text = "// Written by the tests of polymerge-schema.\n\n\
        /** Limits of the data that strangers may send, as whole numbers from 0 on. Limits that are left out \
        have the defaults of SECURITY.md. `\"strict\"` stands for all limits for servers. */\n\
        export interface Limits {\n"
        .to_owned();
    for Described { limit, meaning, .. } in described() {
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
    for Described { limit, meaning, .. } in described() {
        let most = if limit.most == u64::MAX { String::new() } else { grouped(limit.most) };
        let [default, strict] = [&default, &strict].map(|limits| grouped((limit.get)(limits)));
        let (name, js) = (limit.name, camel(limit.name));
        writeln!(text, "| `{name}` | `{js}` | {meaning} | {default} | {strict} | {most} |").unwrap();
    }
    text
}

const EVENTS: &str = "
### TurnEvent

An event has a `kind`, and the fields of this kind. In Python events are dictionaries. An event that this version \
does not know is `other`, with its name. Slides go one cell further each; those of the same pass happen together.

| kind | in Python | fields | |
|---|---|---|---|
";

/// Returns the text of a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn table(record: &Record) -> String {
    let Record { name, comment, fields } = record;
    let mut text =
        format!("\n### {name}\n\n{comment}\n\n| in JavaScript | in Python | meaning |\n|---|---|---|\n");
    for field in fields {
        let python = match field.is_js || NOT_IN_PYTHON.contains(&name.as_str()) {
            true => String::new(),
            false => format!("`{}: {}`", attribute(&field.name), field.python()),
        };
        let line =
            [format!("`{}`", field.typescript()), python, field.comment.clone()].map(|part| cell(&part));
        writeln!(text, "| {} |", line.join(" | ")).unwrap();
    }
    text
}

#[test]
fn the_page_of_public_data_is_that_of_the_sources() {
    let mut text = format!("{BEGINNING}{}", limits());
    for (title, source, names) in RECORDS {
        write!(text, "\n## {title}\n").unwrap();
        names.iter().for_each(|name| text.push_str(&table(&record(source, name))));
        for (_, name) in WORDS.iter().filter(|(own, _)| *own == source) {
            let (comment, kinds) = variants(source, name);
            let kinds: Vec<String> = kinds.iter().map(|kind| format!("`{}`", kind.name)).collect();
            write!(text, "\n### {name}\n\n{comment} One of {}.\n", kinds.join(", ")).unwrap();
        }
        if source == TURNS {
            text.push_str(EVENTS);
            for kind in variants(source, "TurnEvent").1 {
                let fields: Vec<String> =
                    kind.fields.iter().map(|field| format!("`{}`", field.typescript())).collect();
                let (name, comment) = (&kind.name, &kind.comment);
                writeln!(text, "| `{name}` | `{}` | {} | {comment} |", snake(name), fields.join(", "))
                    .unwrap();
            }
        }
    }
    is_written("docs/data.md", &text);
}

/// Returns the name of an attribute of Python.
fn attribute(name: &str) -> String {
    if name == "from" { "from_".to_owned() } else { name.to_owned() }
}

const PYTHON: &str = "\
\"\"\"Public data, as plain records. Written by the tests of polymerge-schema.\"\"\"

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from ._old import BestChoice, OldChoice, OldEvent, OldProgress, OldTile, OldValueChoice, OldValueRanking
";

/// The classes with what records are besides data.
const BASES: [(&str, &str); 6] = [
    ("PlacedTile", "OldTile"),
    ("Ranking", "BestChoice"),
    ("Choice", "OldChoice"),
    ("ValueRanking", "OldValueRanking"),
    ("ValueChoice", "OldValueChoice"),
    ("Progress", "OldProgress"),
];

fn class(record: &Record) -> String {
    let Record { name, comment, fields } = record;
    let base = BASES.iter().find(|(own, _)| own == name).map(|(_, base)| *base);
    let mut text = match (name.as_str(), base) {
        // Programs take it apart.
        ("Place", _) => format!("\n\nclass {name}(NamedTuple):\n"),
        (_, Some(base)) => format!("\n\n@dataclass(frozen=True)\nclass {name}({base}):\n"),
        (_, None) => format!("\n\n@dataclass(frozen=True)\nclass {name}:\n"),
    };
    write!(text, "    \"\"\"{comment}\"\"\"\n\n").unwrap();
    for field in fields.iter().filter(|field| !field.is_js) {
        let (name, of, comment) = (attribute(&field.name), field.python(), &field.comment);
        writeln!(text, "    {name}: {of}\n    \"\"\"{comment}\"\"\"").unwrap();
    }
    text
}

#[test]
fn the_records_of_python_are_those_of_the_sources() {
    let mut text = PYTHON.to_owned();
    let (comment, kinds) = variants(TURNS, "TurnEvent");
    write!(text, "\n\nclass TurnEvent(OldEvent):\n    \"\"\"{comment}\n\n").unwrap();
    for kind in kinds {
        let names: Vec<&str> =
            kind.fields.iter().filter(|field| !field.is_js).map(|field| field.name.as_str()).collect();
        let fields = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
        writeln!(text, "    ``{}``{fields}: {}", snake(&kind.name), kind.comment).unwrap();
    }
    text.push_str("    \"\"\"\n");
    let known = records().filter(|record| !NOT_IN_PYTHON.contains(&record.name.as_str()));
    known.for_each(|record| text.push_str(&class(&record)));
    is_written(
        "crates/python/python/polymerge/_records.py",
        &(text + "\n\n# The name until version 0.1.0.\nHint = Ranking\n"),
    );
}

/// Each event of the rules has a kind of its own in all languages.
#[test]
fn no_event_of_the_rules_is_an_other_one() {
    let source = include_str!("../../rules/src/game/event.rs");
    let kinds = rows(block(source, "pub enum Event {"));
    let is_kind = |line: &str| line.starts_with(|first: char| first.is_ascii_uppercase());
    let mut count = 0;
    for row in kinds.iter().filter(|row| is_kind(&row.line)) {
        let name: String = row.line.chars().take_while(|letter| letter.is_alphanumeric()).collect();
        let followed = |after: &str| TURNS.contains(&format!(" Event::{name}{after}"));
        assert!(
            [" {", "(", " =>"].into_iter().any(followed),
            "TurnEvent::of in crates/schema/src/turn.rs has no line for {name}: it would be other"
        );
        count += 1;
    }
    assert!(count >= 14, "{count}");
}

/// Limits that are the same for servers.
const NOT_STRICTER: &[&str] = &["pieces"];

#[test]
fn the_table_of_security_is_that_of_the_limits() {
    let (default, strict) = (Limits::default(), Limits::strict());
    let mut table = "| what | limit | strict | set by | why |\n|---|---|---|---|---|\n".to_owned();
    for Described { limit, meaning, why, fields } in described() {
        let [usual, strict] = [&default, &strict].map(|limits| (limit.get)(limits));
        let shown = |number: u64| match meaning.starts_with("Bytes") {
            true => size(number),
            false => grouped(number),
        };
        let stricter = if strict == usual { String::new() } else { shown(strict) };
        let js = camel(limit.name);
        let names: Vec<String> = std::iter::once(&js)
            .chain(fields.iter().filter(|field| **field != js))
            .map(|name| format!("`{name}`"))
            .collect();
        let parts = [meaning.trim_end_matches('.'), &shown(usual), &stricter, &names.join(", ")].map(cell);
        writeln!(table, "| {} | {} |", parts.join(" | "), cell(why.trim_end_matches('.'))).unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../SECURITY.md");
    let page = std::fs::read_to_string(path).unwrap();
    let [before, after] = ["<!-- limits -->", "<!-- end -->"];
    let (first, rest) = page.split_once(before).expect("SECURITY.md has a mark before its limits");
    let (_, last) = rest.split_once(after).expect("SECURITY.md has a mark behind its limits");
    is_written("SECURITY.md", &format!("{first}{before}\n\n{table}\n{after}{last}"));
}

/// Returns a number of bytes in the largest unit that divides it.
fn size(bytes: u64) -> String {
    match (bytes % (1 << 20), bytes % (1 << 10)) {
        (0, _) => format!("{} MiB", grouped(bytes >> 20)),
        (_, 0) => format!("{} KiB", grouped(bytes >> 10)),
        _ => format!("{} bytes", grouped(bytes)),
    }
}

#[test]
fn limits_have_a_value_for_servers() {
    for limit in LIMITS {
        let (usual, strict) = ((limit.get)(&Limits::default()), (limit.get)(&Limits::strict()));
        let is_same = NOT_STRICTER.contains(&limit.name);
        assert!(strict < usual || is_same && strict == usual, "Limits::strict: {} is {strict}", limit.name);
    }
}

/// A limit without a row could not be set by name, and documents would not have it.
#[test]
fn every_field_of_limits_has_a_row() {
    let mut limits = Limits::default();
    LIMITS.iter().for_each(|limit| (limit.set)(&mut limits, 7));
    // `Limits::reading` puts the limits of games in place of these.
    limits.file.game = limits.game.clone();
    let text = format!("{limits:#?}");
    let others: Vec<&str> = text
        .lines()
        .filter(|line| line.ends_with(',') && !line.ends_with("},") && !line.ends_with(": 7,"))
        .collect();
    assert!(others.is_empty(), "{}", others.join("\n"));
}
